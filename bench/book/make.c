/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/make.h"

#include <stdio.h>

#include "bench/book/builder.h"
#include "bench/book/net.h"
#include "engine/base/platform.h"
#include "eval/nnue/network.h"

static bool choose_and_confirm(const MakeOptions *o, const ConfirmOptions *confirm, const BookGraph *graph, Choices *choices, Text *why)
{
    Confirmation confirmation = {.graph = graph, .options = confirm, .why = why, .begun_ms = clock_ms()};
    const ChoiceFilter filter = {confirm_choices, &confirmation};
    const bool good = choose_moves(graph, &o->choose, confirm ? &filter : NULL, choices);
    return good || (!*why->data && !atomic_load(o->confirm.stop) && why_no_memory(why));
}

static bool choose_with_net(const MakeOptions *o, const Journal *journal, const BookGraph *graph, Choices *choices, Text *why)
{
    ConfirmOptions confirm = o->confirm;
    Findings findings = {0};
    Network *net;
    if (!network_option("--net", o->net_path, &net, why))
        return false;
    confirm.net = net;
    confirm.findings = o->kept ? &findings : NULL;
    bool good = !o->kept || findings_open(&findings, o->kept, net ? net->checksum : 0, confirm.hash_mib, why);
    if (good) {
        net_tell_another(net, journal->head.net, journal->path, confirm.progress);
        good = choose_and_confirm(o, &confirm, graph, choices, why);
    }
    findings_close(&findings);
    network_free(net);
    return good;
}

bool book_make(const Journal *journal, const MakeOptions *o, BookDraft *draft, Text *why)
{
    BookGraph graph = {0};
    Choices choices = {0};
    bool good = book_graph(journal, &o->prices, o->confirm.stop, &graph, why);
    good = good &&
           (o->confirm.nodes ? choose_with_net(o, journal, &graph, &choices, why) : choose_and_confirm(o, NULL, &graph, &choices, why));
    good = good && (choices_write(&graph, &choices, o->temperature, draft) || why_no_memory(why));
    choices_clear(&choices);
    graph_clear(&graph);
    draft->origin = (HxbOrigin){.margin = (uint32_t)o->prices.margin, .nodes = (uint32_t)journal->head.nodes, .net = journal->head.net};
    snprintf(draft->origin.note, sizeof draft->origin.note, "%.27s", journal->head.commit);
    return good;
}
