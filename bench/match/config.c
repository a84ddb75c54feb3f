/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/match/config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "engine/base/contract.h"
#include "engine/base/file.h"
#include "engine/base/outfile.h"
#include "engine/base/textfile.h"

void config_clear(Config *c)
{
    for (int i = 0; i < c->schedule.engines; i++) {
        free(c->engines[i].options);
        free(c->engines[i].name);
        book_free(c->engines[i].book);
    }
    free(c->engines);
    free(c->merge);
    free(c->results);
    free(c->config);
    free(c->used);
    free(c->site);
    live_stop(c->live);
    engines_file_clear(&c->engines_file);
    argwords_clear(&c->words);
    free(c->event);
    endgame_tables_free(c->adjudication.tables);
    *c = (Config){0};
}

int config_processors(const Config *c)
{
    int most = 1;
    bool ponder = false;
    for (int i = 0; i < c->schedule.engines; i++) {
        const char *threads = engine_option(&c->engines[i], "Threads");
        const int number = threads ? atoi(threads) : 1;
        most = number > most ? number : most;
        ponder = ponder || c->engines[i].ponder;
    }
    return ponder ? 2 * most : most;
}

static const char config_beginning[] = "# hanxin-match";

bool config_test(const Config *c, Text *why)
{
    return !c->config ||
           (file_is_kind(c->config, config_beginning, "configuration of hanxin-match", why) && outfile_test(c->config, OUT_REPLACE, why));
}

bool config_keep(const Config *c, Text *why)
{
    Text text = TEXT_INIT;
    if (!c->config)
        return true;
    text_addf(&text, "%s: `hanxin-match --config` and this file play the match again\n%s", config_beginning, c->used);
    const bool good = outfile_write_text(c->config, OUT_REPLACE, &text, why);
    text_free(&text);
    return good;
}

char *name_clean(const char *name)
{
    Text clean = TEXT_INIT;
    char *text = text_to_utf8(name);
    clean.failed = !text;
    text_add_clean(&clean, text ? text : "");
    free(text);
    return text_take(&clean);
}

char *limits_text(const MatchLimits *l, char *out)
{
    assert(l->base_us >= 0 && l->move_us >= 0);
    Text text = text_over(out, 128);
    if (l->base_us) {
        if (l->period)
            text_addf(&text, "%d/", l->period);
        text_addf(&text, "%g", (double)l->base_us / 1e6);
        if (l->increment_us)
            text_addf(&text, "+%g", (double)l->increment_us / 1e6);
    }
    if (l->move_us)
        text_addf(&text, "%s%g/move", text.length ? " " : "", (double)l->move_us / 1e6);
    if (l->nodes)
        text_addf(&text, "%snodes=%" PRId64, text.length ? " " : "", l->nodes);
    if (l->depth)
        text_addf(&text, "%sdepth=%" PRId64, text.length ? " " : "", l->depth);
    return out;
}
