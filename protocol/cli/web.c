/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/cli/web.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/base/platform.h"
#include "engine/base/signals.h"
#include "engine/base/why.h"
#include "engine/base/file.h"
#include "engine/base/words.h"
#include "engine/endgame/built_in.h"
#include "protocol/web/site.h"

enum { USUAL_PORT = 8170, MOST_PORT = 65535 };

/* Starts the server. If the usual port is in use and none was requested, takes any other. */
static Http *web_start(int64_t port, const HttpSite *site, Text *why)
{
    bool taken;
    Http *http = http_start(port < 0 ? USUAL_PORT : (int)port, site, &taken, why);
    if (!http && taken && port < 0) {
        text_cut(why, 0);
        http = http_start(0, site, &taken, why);
    }
    return http;
}

/* Adds the name of a file without its folder, as a part of an address. */
static void web_add_name(Text *address, const char *path)
{
    for (const char *name = path_name(path); *name; name++)
        if (ascii_is_letter(*name) || ascii_is_digit(*name) || *name == '.' || *name == '-')
            text_add_char(address, *name);
        else
            text_addf(address, "%%%02X", (unsigned char)*name);
}

/* Writes the address of the page, which tells it the name of the file that it shall open. */
static void web_address(const Site *site, const Http *http, Text *address)
{
    text_add(address, http_address(http));
    if (site->file) {
        text_add(address, "#file=");
        web_add_name(address, site->file);
    }
}

/* Prints the address and opens it. Returns false if nobody can know it: program_end() then reports the error. */
static bool web_announce(const char *address, bool browser, Language language)
{
    printf("%s\n", address);
    const bool opened = browser && browser_open(address);
    if (console_is_ours())
        puts(tr(language, "Close this window to end the program."));
    puts(opened ? tr(language, "This page is now opening in your browser. Ctrl-C ends the program.")
                : tr(language, "Open this page in a browser on this machine. Ctrl-C ends the program."));
    return (fflush(stdout) == 0 && !ferror(stdout)) || opened;
}

/* Returns true if the site has no file or its file can be read. */
static bool web_has_file(const Site *site, Text *why)
{
    FILE *file = site->file ? file_read(site->file, why) : NULL;
    if (file)
        fclose(file);
    return file || !site->file;
}

static int web_serve(const Call *c, int64_t port, bool browser, const char *folders)
{
    enum { LOOK_MS = 200 };
    const atomic_bool *interrupted = signals_watch(SECOND_SIGNAL_WAITS);
    Text why = WHY_IN(c->program.language), address = TEXT_INIT;
    Site site = {.seats = seats_new(),
                 .folders = folders,
                 .tables = endgame_tables_built_in(folders, &why),
                 .language = c->program.language,
                 .file = c->words > 0 ? c->argv[1] : NULL};
    const HttpSite door = {site_answer, &site, c->program.language};
    Http *http = site.seats && site.tables && web_has_file(&site, &why) ? web_start(port, &door, &why) : NULL;
    if (!http) {
        seats_free(site.seats);
        endgame_tables_free(site.tables);
        return site.seats ? program_fail(&c->program, "%s", why.data) : call_no_memory(c);
    }
    web_address(&site, http, &address);
    const bool known = web_announce(address.failed ? http_address(http) : address.data, browser, c->program.language);
    while (known && !atomic_load(interrupted)) {
        sleep_ms(LOOK_MS); /* not longer, because the signal may have reached another thread */
        http_look(http);
    }
    http_stop(http);
    text_free(&address);
    seats_free(site.seats);
    endgame_tables_free(site.tables);
    return EXIT_SUCCESS;
}

int web_command(Call *call)
{
    int64_t port = -1;
    bool browser = true;
    const char *folders = "";
    const Arg args[] = {
        {"port N", ARG_INT, &port, -1, MOST_PORT,
         tr(call->program.language, "port to listen on; 0: any free port; -1: 8170 or, if it is in use, any free one")},
        {"no-browser", ARG_NOT, &browser, 0, 0, tr(call->program.language, "only print the address of the page")},
        TABLES_ARG(call, folders),
        LANGUAGE_ARG(call),
    };
    if (!call_read(call, args, sizeof args / sizeof *args, 1))
        return call->status;
    return web_serve(call, port, browser, folders);
}
