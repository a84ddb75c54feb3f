/* SPDX-License-Identifier: GPL-3.0-only */
/* viewer.h - writes pages to look at games: files of their own, which load nothing from the network. They show games by viewer.js
 * with the board, the list of moves and the graph of the page in protocol/web/page/. */
#pragma once

#include "engine/base/args.h"
#include "engine/base/text.h"

typedef struct ViewerPage {
    const char *program;  /* program that writes the page */
    const char *title;    /* plain text */
    const char *language; /* "en" or "zh"; "": that of the browser. The reader can change it */
    const char *id;       /* identification of the data, in the first KiB; "": none */
    const char *board;    /* address of a page with the board, http: or https:, for links to it; "": none */
    const char *data;     /* JSON for the script, in which each `<` is escaped (engine/base/json.h) */
    const char *script;   /* module which gives the data to viewer.js */
} ViewerPage;

/* Adds the page. Returns false if an allocation fails. */
bool viewer_page(const ViewerPage *page, Text *out);

/* The value of an option `board URL` (ArgSink), for the `const char *` at self. */
int viewer_take_board(void *self, const char *url);
#define VIEWER_BOARD_WANTED N_("an address that begins with http:// or https://")
