/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/dialect.h"

#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/version.h"
#include "engine/base/words.h"
#include "engine/board/legal.h"
#include "engine/notation/notation.h"

/* ---- UCCI ---- */

/* Returns the integer that UCCI prints as score for the side to move: 10000 minus the distance in plies
 * for a mate, 9900 minus the distance for a win by the repetition rules; evaluations are limited to
 * 9000. */
static int dialect_plain_score(Score score)
{
    enum { UCCI_MATE = 10000, UCCI_RULE = 9900, UCCI_EVAL_MAX = 9000 };
    if (score < 0)
        return -dialect_plain_score(-score);
    if (score >= SCORE_MATE_LEAST)
        return UCCI_MATE - (SCORE_MATE - score);
    if (score >= SCORE_WIN_LEAST)
        return UCCI_RULE - (SCORE_RULE - score);
    return score < UCCI_EVAL_MAX ? score : UCCI_EVAL_MAX;
}

static void printer_add_plain_score(Text *line, Score score) { text_addf(line, " score %d", dialect_plain_score(score)); }

static long long dialect_nodes_per_second(const SearchInfo *info)
{
    return (long long)(info->nodes * 1000 / (uint64_t)(info->time_ms > 0 ? info->time_ms : 1));
}

static void printer_add_table_hits(Text *line, const SearchInfo *info)
{
    if (info->table_hits > 0)
        text_addf(line, " tbhits %llu", (unsigned long long)info->table_hits);
}

static void printer_add_ucci_counts(Text *line, const SearchInfo *info)
{
    text_addf(line, " time %lld nodes %llu nps %lld hashfull %d", (long long)info->time_ms, (unsigned long long)info->nodes,
              dialect_nodes_per_second(info), info->hashfull);
    printer_add_table_hits(line, info);
}

const Dialect dialect_ucci = {
    .identity = (const char *const[]){"id name " HANXIN_NAME, "id version " HANXIN_VERSION, "id author " HANXIN_AUTHOR, NULL},
    .handshake_end = "ucciok",
    .message = "info message",
    .no_move = "nobestmove",
    .farewell = "bye",
    .announced = IN_UCCI,
    .short_names = true,
    .evaluates_only = true,
    .answers_idle_stop = true,
    .infinite_may_end = true,
    .makes_offers = true,
    .capitalises_replies = true,
    .add_score = printer_add_plain_score,
    .add_counts = printer_add_ucci_counts,
};

/* ---- UCI ---- */

/* A win forced by the repetition rules is not a mate: it is reported as a score larger than any
 * evaluation. */
static void printer_add_uci_score(Text *line, Score score)
{
    if (is_mate(score))
        text_addf(line, " score mate %d", mate_moves(score));
    else
        text_addf(line, " score cp %d", score);
}

static void printer_add_uci_counts(Text *line, const SearchInfo *info)
{
    text_addf(line, " nodes %llu nps %lld hashfull %d time %lld", (unsigned long long)info->nodes, dialect_nodes_per_second(info),
              info->hashfull, (long long)(info->time_ms > 0 ? info->time_ms : 1));
    printer_add_table_hits(line, info);
}

const Dialect dialect_uci = {
    .identity = (const char *const[]){"id name " HANXIN_NAME " " HANXIN_VERSION, "id author " HANXIN_AUTHOR, NULL},
    .handshake_end = "uciok",
    .message = "info string",
    .no_move = "bestmove (none)",
    .announced = IN_UCI,
    .corrects_options = true,
    .reports_bounds = true,
    .numbers_lines = true,
    .shows_chances = true,
    .follows_variant = true,
    .add_score = printer_add_uci_score,
    .add_counts = printer_add_uci_counts,
};

/* ---- both ---- */

bool printer_ranks_from_1(const Printer *printer) { return printer->dialect->follows_variant && printer->settings->variant; }

char *printer_move(const Printer *printer, Move m, char *out)
{
    assert(move_on_board(m));
    char move[5];
    move_to_iccs(m, move);
    Text text = text_over(out, PRINTED_MOVE);
    if (printer_ranks_from_1(printer))
        text_addf(&text, "%c%d%c%d", move[0], move[1] - '0' + 1, move[2], move[3] - '0' + 1);
    else
        text_add(&text, move);
    return out;
}

static void printer_add_option(Text *line, const OptionSpec *spec, bool short_names)
{
    static const char *const types[] = {
        [OPTION_CHECK] = "check", [OPTION_SPIN] = "spin", [OPTION_COMBO] = "combo", [OPTION_STRING] = "string", [OPTION_BUTTON] = "button"};
    const bool has_number = spec->type != OPTION_STRING && spec->type != OPTION_BUTTON;
    const int initial = has_number ? option_initial(spec) : 0;
    if (short_names)
        text_addf(line, "option %.*s", (int)strcspn(spec->names, " "), spec->names);
    else
        text_addf(line, "option name %s", spec->uci);
    text_addf(line, " type %s", types[spec->type]);
    if (spec->type == OPTION_CHECK)
        text_addf(line, " default %s", initial ? "true" : "false");
    else if (spec->type == OPTION_SPIN)
        text_addf(line, " default %d min %d max %d", initial, spec->automatic && short_names ? 0 : spec->min, spec->max);
    else if (spec->type == OPTION_STRING)
        text_add(line, " default <empty>");
    for (const OptionVar *var = spec->vars; var && var->word; var++)
        if (var->value == initial)
            text_addf(line, " default %s", var->word);
    for (const OptionVar *var = spec->vars; var && var->word; var++)
        text_addf(line, " var %s", var->word);
}

void printer_announce(const Printer *printer)
{
    const Dialect *dialect = printer->dialect;
    for (const char *const *line = dialect->identity; *line; line++)
        output_line(printer->out, *line);
    for (const OptionSpec *spec = option_specs; spec < option_specs + option_count; spec++) {
        char line[LINE_MOST];
        Text text = text_over(line, sizeof line);
        if (!(spec->announced & dialect->announced))
            continue;
        printer_add_option(&text, spec, dialect->short_names);
        output_line(printer->out, line);
    }
    for (const SearchParam *param = search_params; param->name; param++) /* the list is empty except in tuning builds */
        output_linef(printer->out, "option%s %s type spin min %d max %d default %d", dialect->short_names ? "" : " name", param->name,
                     param->least, param->most, param->start);
    output_line(printer->out, dialect->handshake_end);
}

/* Writes words in capitals that clients look for anywhere in the raw text in lower case (UCCI.md, 68).
 * A file name that contains such a word is still readable. */
static void printer_capitalise_reply_words(char *text)
{
    static const char *const words[] = {"draw", "resign", "bestmove"};
    for (int i = 0; i < 3; i++)
        for (char *at = text; (at = strstr(at, words[i]));)
            for (size_t left = strlen(words[i]); left > 0; left--, at++)
                *at = ascii_upper(*at);
}

void printer_message(const Printer *printer, const char *format, ...)
{
    char message[LINE_MOST], line[LINE_MOST];
    Text words = text_over(message, sizeof message), text = text_over(line, sizeof line);
    va_list values;
    va_start(values, format);
    text_vaddf(&words, format, values);
    va_end(values);
    if (printer->dialect->capitalises_replies)
        printer_capitalise_reply_words(message);
    text_addf(&text, "%s ", printer->dialect->message);
    text_add_clean(&text, message);
    output_line(printer->out, line);
}

void printer_info(const Printer *printer, const SearchInfo *info)
{
    assert(in_range(info->pv_length, 0, PV_MAX));
    char line[LINE_MOST], move[PRINTED_MOVE];
    Text text = text_over(line, sizeof line);
    text_addf(&text, "info depth %d seldepth %d", info->depth, info->seldepth);
    if (printer->dialect->numbers_lines || printer->engine->multipv > 1)
        text_addf(&text, " multipv %d", info->multipv);
    printer->dialect->add_score(&text, info->score);
    if (info->bound == BOUND_LOWER || info->bound == BOUND_UPPER)
        text_add(&text, info->bound == BOUND_LOWER ? " lowerbound" : " upperbound");
    Wdl chances = wdl_from_score(info->score);
    if (printer->dialect->shows_chances && printer->settings->wdl)
        text_addf(&text, " wdl %d %d %d", chances.win, chances.draw, chances.loss);
    printer->dialect->add_counts(&text, info);
    if (info->pv_length > 0)
        text_add(&text, " pv");
    for (int i = 0; i < info->pv_length; i++)
        if (!text_add_word(&text, printer_move(printer, info->pv[i], move)))
            break;
    output_line(printer->out, line);
}

void printer_static_score(const Printer *printer, Score score)
{
    char line[LINE_MOST];
    Text text = text_over(line, sizeof line);
    text_add(&text, "info depth 0");
    printer->dialect->add_score(&text, score);
    output_line(printer->out, line);
}

/* Returns the reply to a `go` without a move. Clients that know UCI wait for its line even if they
 * speak UCCI now (UCCI.md, 115a). */
static const char *printer_no_move(const Printer *printer)
{
    return (printer->knows_uci || printer->settings->variant ? &dialect_uci : printer->dialect)->no_move;
}

void printer_idle_stop(const Printer *printer)
{
    if (printer->dialect->answers_idle_stop)
        output_line(printer->out, printer->dialect->no_move);
}

void printer_bestmove(const Printer *printer, Move best, Move ponder, const char *offer)
{
    char first[PRINTED_MOVE], reply[PRINTED_MOVE];
    if (best == MOVE_NONE) {
        output_line(printer->out, printer_no_move(printer));
        return;
    }
    bool replies = ponder != MOVE_NONE;
    output_linef(printer->out, "bestmove %s%s%s%s", printer_move(printer, best, first), replies ? " ponder " : "",
                 replies ? printer_move(printer, ponder, reply) : "", printer->dialect->makes_offers ? offer : "");
}

void printer_pophash(const Printer *printer, const Position *pos, const TtEntry *known)
{
    char line[LINE_MOST], move[PRINTED_MOVE];
    Text text = text_over(line, sizeof line);
    text_add(&text, "pophash");
    if (known && known->move != MOVE_NONE && is_legal(pos, known->move))
        text_addf(&text, " bestmove %s", printer_move(printer, known->move, move));
    if (known && known->bound & BOUND_LOWER)
        text_addf(&text, " lowerbound %d depth %d", dialect_plain_score(known->score), known->depth);
    if (known && known->bound & BOUND_UPPER)
        text_addf(&text, " upperbound %d depth %d", dialect_plain_score(known->score), known->depth);
    output_line(printer->out, line);
}
