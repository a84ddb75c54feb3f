/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/write.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "bench/book/analysis.h"
#include "engine/base/array.h"
#include "engine/base/contract.h"
#include "engine/base/minmax.h"
#include "engine/base/platform.h"
#include "engine/board/legal.h"
#include "engine/board/makemove.h"

/* ---- choice ---- */

typedef struct Place {
    double price;
    int node;
} Place;

static int write_compare_places(const void *a, const void *b)
{
    const Place *x = a, *y = b;
    if (x->price != y->price)
        return x->price < y->price ? -1 : 1;
    return x->node - y->node;
}

void choices_clear(Choices *choices)
{
    free(choices->list);
    *choices = (Choices){0};
}

/* Inserts a move into the list, which is sorted by loss. A full list drops its worst move. */
static void write_insert_move(Choice *choice, Move move, Score score, int loss)
{
    int at = choice->count < CHOICE_MOVES ? choice->count++ : CHOICE_MOVES - 1;
    for (; at > 0 && choice->moves[at - 1].loss > loss; at--)
        choice->moves[at] = choice->moves[at - 1];
    choice->moves[at].move = move;
    choice->moves[at].score = score;
    choice->moves[at].loss = loss;
}

/* Inserts a move if it is within the margin and better than the worst of a full list. */
static void write_offer_move(Choice *choice, const BookGraph *g, Move move, Score score)
{
    const GraphNode *node = &g->nodes[choice->node];
    const int loss = node->value - score;
    if (loss <= graph_margin(g, node) && (choice->count < CHOICE_MOVES || choice->moves[CHOICE_MOVES - 1].loss > loss))
        write_insert_move(choice, move, score, loss);
}

static Choice write_choose_at(const BookGraph *g, int number, const ChooseOptions *o)
{
    const GraphNode *node = &g->nodes[number];
    Choice choice = {.node = number};
    if (node->rest != MOVE_NONE && !o->tried)
        write_offer_move(&choice, g, node->rest, node->rest_score);
    for (int e = node->edges; e >= 0; e = g->arcs[e].next)
        if (g->arcs[e].child != NO_NODE)
            write_offer_move(&choice, g, g->arcs[e].move, graph_score(g, &g->arcs[e]));
    if (choice.count == 0 && node->rest != MOVE_NONE && graph_covers(g, number))
        write_offer_move(&choice, g, node->rest, node->rest_score);
    return choice;
}

/* ---- reachable positions ---- */

enum { BATCH = 32, NOWHERE = -1 };

/* The positions in order of price, and those reachable through the positions taken so far. */
typedef struct Chooser {
    const BookGraph *g;
    const ChooseOptions *o;
    int *nodes, *ranks; /* node by rank, and rank by node; NOWHERE if
                         * no book, however large, reaches the node */
    bool *up;           /* indexed by node: true if the node is reachable */
    int *heap;          /* binary heap of the ranks that are reachable and not yet taken, lowest rank first */
    size_t heap_count;
    size_t bytes; /* size of the positions taken so far */
} Chooser;

static void write_push(Chooser *c, int rank)
{
    size_t at = c->heap_count++;
    for (; at > 0 && c->heap[(at - 1) / 2] > rank; at = (at - 1) / 2)
        c->heap[at] = c->heap[(at - 1) / 2];
    c->heap[at] = rank;
}

static void write_drop_least(Chooser *c)
{
    const int last = c->heap[--c->heap_count];
    size_t at = 0;
    for (size_t below; (below = 2 * at + 1) < c->heap_count; at = below) {
        below += below + 1 < c->heap_count && c->heap[below + 1] < c->heap[below];
        if (c->heap[below] >= last)
            break;
        c->heap[at] = c->heap[below];
    }
    c->heap[at] = last;
}

static void write_add_position(Chooser *c, const Position *pos)
{
    const int node = graph_find(c->g, pos);
    if (node == NO_NODE || c->up[node] || c->ranks[node] == NOWHERE)
        return;
    c->up[node] = true;
    write_push(c, c->ranks[node]);
}

/* Adds every position that the opponent can reach, whatever move it plays. */
static void write_add_replies(Chooser *c, const Position *pos)
{
    MoveList legal = {0};
    legal_moves(pos, &legal);
    for (int i = 0; i < legal.count; i++) {
        Position after = *pos;
        Undo undo;
        position_make(&after, legal.moves[i], &undo);
        write_add_position(c, &after);
    }
}

static void write_add_following(Chooser *c, const Choice *choice)
{
    Position pos;
    graph_position(c->g, choice->node, &pos);
    for (int i = 0; i < choice->count; i++) {
        Position after = pos;
        Undo undo;
        position_make(&after, choice->moves[i].move, &undo);
        write_add_replies(c, &after);
    }
}

static bool write_rank_places(Chooser *c)
{
    const BookGraph *g = c->g;
    Place *places = malloc(g->node_count * sizeof *places);
    int count = 0;
    for (size_t i = 0; places && i < g->node_count; i++) {
        const GraphNode *node = &g->nodes[i];
        c->ranks[i] = NOWHERE;
        if (node->price[OF_MOVER] < INFINITY)
            places[count++] = (Place){graph_covers(g, (int)i) ? node->plies : node->price[OF_MOVER], (int)i};
    }
    if (places)
        qsort(places, (size_t)count, sizeof *places, write_compare_places);
    for (int rank = 0; rank < count; rank++) {
        c->nodes[rank] = places[rank].node;
        c->ranks[places[rank].node] = rank;
    }
    free(places);
    return places != NULL;
}

static size_t write_choice_size(const Choice *choice) { return choice->count > 0 ? HXB_POSITION + (size_t)choice->count * HXB_MOVE : 0; }

/* Takes up to `most` of the cheapest positions that fit into the book. Returns false if an allocation
 * fails. */
static bool write_take_batch(Chooser *c, size_t most, Choices *out)
{
    size_t bytes = c->bytes;
    for (size_t taken = 0; taken < most && c->heap_count > 0;) {
        const Choice choice = write_choose_at(c->g, c->nodes[c->heap[0]], c->o);
        bytes += write_choice_size(&choice);
        if (bytes > (size_t)c->o->size)
            break;
        write_drop_least(c);
        if (choice.count == 0)
            continue;
        if (!array_grow(&out->list, &out->room, out->count + 1, sizeof *out->list))
            return false;
        out->list[out->count++] = choice;
        taken++;
    }
    return true;
}

/* Keeps the positions from `first` on and adds the positions that are reachable from them. Drops those
 * without moves, and those that no longer fit because the filter added moves. */
static void write_settle_batch(Chooser *c, size_t first, Choices *out)
{
    size_t kept = first;
    for (size_t i = first; i < out->count; i++) {
        if (out->list[i].count == 0 || c->bytes + write_choice_size(&out->list[i]) > (size_t)c->o->size)
            continue;
        out->list[kept] = out->list[i];
        c->bytes += write_choice_size(&out->list[kept]);
        write_add_following(c, &out->list[kept++]);
    }
    out->count = kept;
}

static bool write_choose(Chooser *c, const ChoiceFilter *filter, Choices *out)
{
    Position start;
    graph_position(c->g, 0, &start);
    write_add_position(c, &start);
    write_add_replies(c, &start); /* the book must serve both sides */
    for (;;) {
        const size_t first = out->count;
        if (!write_take_batch(c, filter ? BATCH : 1, out))
            return false;
        if (out->count == first)
            return true;
        if (filter && !filter->keep(filter->self, out->list + first, out->count - first, c->bytes))
            return false;
        write_settle_batch(c, first, out);
    }
}

bool choose_moves(const BookGraph *g, const ChooseOptions *o, const ChoiceFilter *filter, Choices *out)
{
    assert(o->size >= 0);
    const size_t count = g->node_count;
    Chooser c = {.g = g, .o = o, .bytes = HXB_HEAD};
    c.nodes = malloc(count * sizeof *c.nodes);
    c.ranks = malloc(count * sizeof *c.ranks);
    c.heap = malloc(count * sizeof *c.heap);
    c.up = calloc(count, sizeof *c.up);
    const bool good = c.nodes && c.ranks && c.heap && c.up && write_rank_places(&c) && write_choose(&c, filter, out);
    free(c.nodes);
    free(c.ranks);
    free(c.heap);
    free(c.up);
    return good;
}

bool choices_write(const BookGraph *g, const Choices *choices, double temperature, BookDraft *draft)
{
    assert(g->node_count > 0 && temperature > 0);
    enum { FULL_WEIGHT = 1000 };
    bool good = true;
    for (size_t i = 0; i < choices->count; i++) {
        const Choice *choice = &choices->list[i];
        Position pos;
        graph_position(g, choice->node, &pos);
        for (int m = 0; good && m < choice->count; m++) {
            const double weight = fmax(1, FULL_WEIGHT * exp(-choice->moves[m].loss / temperature));
            const BookMove entry = {choice->moves[m].move, (int)lround(weight), choice->moves[m].score};
            good = draft_add(draft, &pos, &entry);
        }
    }
    return good;
}

/* ---- confirmation ---- */

/* The positions that one call of the filter has to confirm. */
typedef struct Batch {
    Confirmation *of;
    Choice *list;
    size_t bytes; /* size of the book before this batch */
} Batch;

int64_t confirm_nodes(int64_t nodes, double price)
{
    assert(nodes >= 1 && price >= 0);
    /* The 0.25 puts the thresholds halfway between whole prices, which are the most common. */
    enum { LONGER_UP_TO = 8, TWICE_EACH = 2 };
    return price < LONGER_UP_TO ? nodes << lround((LONGER_UP_TO - price) / TWICE_EACH - 0.25) : nodes;
}

static bool write_has_move(const Choice *choice, Move move)
{
    int i = 0;
    while (i < choice->count && choice->moves[i].move != move)
        i++;
    return i < choice->count;
}

/* Keeps the moves of a position that the search confirms, and adds the search's best move. Returns
 * false if it was stopped or an allocation fails. */
static bool write_confirm_choice(void *self, Judge *judge, size_t item)
{
    const Batch *batch = self;
    const BookGraph *g = batch->of->graph;
    const ConfirmOptions *options = &batch->of->options;
    Choice *choice = &batch->list[item];
    const GraphNode *node = &g->nodes[choice->node];
    const int most = (int)min_i64(graph_margin(g, node), options->bound);
    const Choice chosen = *choice;
    choice->count = 0;
    if (!judge_position(judge, g, choice->node, confirm_nodes(options->nodes, node->price[OF_MOVER])))
        return false;
    const Move best = judge->best.best;
    for (int i = 0; i < chosen.count; i++) {
        int loss;
        if (!judge_move(judge, chosen.moves[i].move, &loss))
            return false;
        if (loss <= most)
            write_insert_move(choice, chosen.moves[i].move, judge->best.score - loss, loss);
    }
    if (best != MOVE_NONE && !write_has_move(choice, best) && !(judge->view.symmetric && write_has_move(choice, move_mirror(best))))
        write_insert_move(choice, best, judge->best.score, 0);
    return true;
}

/* Shows the progress and an upper bound of the time left: the run ends earlier if no reachable
 * position is left. */
static bool write_show(void *self, size_t item)
{
    const Batch *batch = self;
    Confirmation *of = batch->of;
    char left[DURATION_SIZE];
    const double seconds = (double)(clock_ms() - of->begun_ms) / 1000, size = (double)of->size, bytes = (double)batch->bytes;
    (void)item;
    of->done++;
    if (batch->bytes > HXB_HEAD && progress_due(of->progress, 500, 30000))
        progress_show(of->progress, "%" PRIu64 " positions confirmed, %" PRIu64 " of %" PRId64 " bytes, at most %s left",
                      (uint64_t)of->done, (uint64_t)batch->bytes, of->size,
                      duration_text((int64_t)(seconds * (size - bytes) / bytes), left));
    return true;
}

bool confirm_choices(void *confirmation, Choice *list, size_t count, size_t bytes)
{
    Confirmation *of = confirmation;
    Batch batch = {of, list, bytes};
    const JudgeWork work = {&batch, write_confirm_choice, write_show};
    return judges_run(of->judges, count, &work);
}

/* ---- the command ---- */

enum { DEFAULT_BOUND = 40 };

/* Data of one run of the command. */
typedef struct WriteRun {
    const BookCommand *c;
    const WriteOptions *o;
    Analysis analysis;
    Choices choices;
    BookDraft draft;
} WriteRun;

static bool write_choose_and_confirm(WriteRun *run, const JudgeOptions *options, Text *why)
{
    Judges judges;
    Progress progress = progress_on_stderr();
    bool good = judges_init(&judges, options, run->c->stop, why);
    if (good) {
        Confirmation confirmation = {.graph = &run->analysis.graph,
                                     .judges = &judges,
                                     .options = run->o->confirm,
                                     .progress = &progress,
                                     .size = run->o->choose.size,
                                     .begun_ms = clock_ms()};
        if (confirmation.options.bound < 0)
            confirmation.options.bound = DEFAULT_BOUND;
        analysis_note_other_net(judges.net, run->analysis.journal.head.net, run->analysis.journal.path, &progress);
        good = choose_moves(&run->analysis.graph, &run->o->choose, &(ChoiceFilter){confirm_choices, &confirmation}, &run->choices);
        if (judges.findings.fault) {
            errno = judges.findings.fault;
            why_errno(why, options->kept);
        }
    }
    progress_clear(&progress);
    judges_clear(&judges);
    return good;
}

static bool write_make_draft(WriteRun *run, const GraphPrices *prices, const JudgeOptions *judges, Text *why)
{
    const BookGraph *graph = &run->analysis.graph;
    const JournalHead *head = &run->analysis.journal.head;
    if (!analysis_open(&run->analysis, run->c->words[0], prices, run->c->stop, why))
        return false;
    const bool good =
        (run->o->confirm.nodes ? write_choose_and_confirm(run, judges, why) : choose_moves(graph, &run->o->choose, NULL, &run->choices)) &&
        choices_write(graph, &run->choices, run->o->temperature, &run->draft);
    run->draft.origin = (HxbOrigin){.margin = (uint32_t)prices->margin, .nodes = (uint32_t)head->nodes, .net = head->net};
    snprintf(run->draft.origin.note, sizeof run->draft.origin.note, "%.27s", head->commit);
    return good || (!*why->data && !atomic_load(run->c->stop) && why_no_memory(why));
}

static bool write_check_files(const BookCommand *c, const GraphPrices *prices, const JudgeOptions *judges, Text *why)
{
    const NamedFile inputs[] = {
        {"the analysis", c->words[0]}, {"--net", network_option_file(judges->net_path)}, {"--found", prices->found->path}};
    const NamedFile outputs[] = {{"--out", c->out}, {"--keep", judges->kept}};
    return files_distinct(outputs, 2, inputs, 3, why) && outfile_test(c->out, OUT_REPLACE, why) &&
           file_is_kind(c->out, HXB_MAGIC, "opening book", why);
}

int write_command(const BookCommand *c, const GraphPrices *prices, const JudgeOptions *judges, const WriteOptions *o)
{
    Text why = WHY_IN(c->program->language);
    if (c->word_count != 1)
        return args_wrong(c->program, "write: expected one ANALYSIS");
    if (!c->out)
        return args_wrong(c->program, "write: missing --out BOOK");
    if (o->confirm.nodes == 0 && (o->confirm.bound >= 0 || judges->kept))
        return args_wrong(c->program, "write: --bound and --keep require --confirm NODES");
    WriteRun run = {.c = c, .o = o};
    const bool good = write_check_files(c, prices, judges, &why) && write_make_draft(&run, prices, judges, &why) &&
                      command_write_draft(c, &run.draft, &why);
    draft_clear(&run.draft);
    choices_clear(&run.choices);
    analysis_close(&run.analysis);
    return !good && judges->kept && !*why.data ? command_interrupted(c, "run the same command to continue") : command_end(c, good, &why);
}
