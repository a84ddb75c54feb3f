/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/viewer/viewer.h"

#include "engine/base/contract.h"
#include "engine/base/page.h"
#include "engine/base/words.h"

/* Contents of the files of these names, see embed.S. */
extern const char hanxin_viewer_html[], hanxin_viewer_css[], hanxin_viewer_js[], hanxin_board_css[], hanxin_board_js[], hanxin_pieces_js[];
extern const char hanxin_moves_css[], hanxin_moves_js[], hanxin_graph_js[], hanxin_notes_js[], hanxin_tree_js[];

int viewer_take_board(void *self, const char *url)
{
    if (!begins_with(url, "http://") && !begins_with(url, "https://"))
        return EXIT_USAGE;
    *(const char **)self = url;
    return EXIT_SUCCESS;
}

bool viewer_page(const ViewerPage *page, Text *out)
{
    assert(page && out);
    const char *const styles[] = {hanxin_viewer_css, hanxin_moves_css, hanxin_board_css};
    const char *const modules[] = {hanxin_pieces_js, hanxin_board_js, hanxin_notes_js,  hanxin_tree_js,
                                   hanxin_moves_js,  hanxin_graph_js, hanxin_viewer_js, page->script};
    Text title = TEXT_INIT, board = TEXT_INIT, style = TEXT_INIT, script = TEXT_INIT;
    page_add_text(&title, page->title);
    page_add_text(&board, page->board);
    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++)
        text_add(&style, styles[i]);
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
        page_add_module(&script, modules[i]);
    const PagePart parts[] = {{"program", page->program}, {"title", title.data}, {"lang", page->language}, {"id", page->id},
                              {"board", board.data},      {"style", style.data}, {"data", page->data},     {"script", script.data}};
    page_add(out, hanxin_viewer_html, parts, sizeof parts / sizeof *parts);
    out->failed |= title.failed || board.failed || style.failed || script.failed;
    text_free(&title);
    text_free(&board);
    text_free(&style);
    text_free(&script);
    return !out->failed;
}
