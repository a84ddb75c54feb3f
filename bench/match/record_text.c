#include "bench/match/record_text.h"

#include "engine/board/legal.h"
#include "engine/notation/notation.h"

#include <math.h>
#include <string.h>
#include <time.h>

/* In whole numbers: floating point prints several times slower, and this is done for every move. */
static void write_score(char *out, size_t size, int32_t score)
{
    int32_t size_of = score < 0 ? -score : score;
    if (size_of > MATE_SCORE - 2000)
        snprintf(out, size, "%cM%d", score < 0 ? '-' : '+', MATE_SCORE - size_of);
    else
        snprintf(out, size, "%c%d.%02d", score < 0 ? '-' : '+', size_of / 100, size_of % 100);
}

static void write_comment(const PlyRecord *p, char *out, size_t size)
{
    char score[24] = "?";
    size_t n = 0;
    if (p->thought.score != NO_SCORE)
        write_score(score, sizeof score, p->thought.score);
    if (p->thought.score != NO_SCORE || p->thought.depth)
        n += (size_t)snprintf(out, size, "%s/%d ", score, p->thought.depth);
    long long ms = (p->elapsed_us + 500) / 1000;
    n += (size_t)snprintf(out + n, size - n, "%lld.%03llds", ms / 1000, ms % 1000);
    if (p->thought.nodes)
        snprintf(out + n, size - n, " %llun", (unsigned long long)p->thought.nodes);
}

/* What write_comment() wrote; more words may follow. */
static bool read_comment(const char *text, PlyRecord *p)
{
    double score, seconds;
    char sign;
    int plies, used = 0;
    unsigned long long nodes = 0;
    p->thought.score = NO_SCORE;
    if (!text)
        return false;
    if (sscanf(text, "%cM%d/%d%n", &sign, &plies, &p->thought.depth, &used) == 3 && plies >= 0 && plies < 2000)
        p->thought.score = sign == '-' ? -(MATE_SCORE - plies) : MATE_SCORE - plies;
    else if (sscanf(text, "%lf/%d%n", &score, &p->thought.depth, &used) == 2 && fabs(score) <= MATE_SCORE / 100)
        p->thought.score = (int32_t)(score * 100 + (score < 0 ? -0.5 : 0.5));
    else if (sscanf(text, "?/%d%n", &p->thought.depth, &used) != 1)
        used = p->thought.depth = 0;
    text += used;
    used = 0;
    if (sscanf(text, " %lfs%n", &seconds, &used) != 1 || !used || !(seconds >= 0 && seconds < 1e9))
        return false;
    text += used;
    used = 0;
    if (sscanf(text, " %llun%n", &nodes, &used) == 1 && used)
        text += used;
    p->thought.nodes = used ? nodes : 0;
    p->elapsed_us = (int64_t)(seconds * 1e6 + 0.5);
    return p->thought.depth >= 0 && (*text == '\0' || *text == ' ');
}

static bool set_number(PgnGame *g, const char *name, long long value)
{
    char text[32];
    snprintf(text, sizeof text, "%lld", value);
    return pgn_set_tag(g, name, text);
}

static bool set_slack(PgnGame *g, const char *name, int64_t slack_us)
{
    char text[32];
    snprintf(text, sizeof text, "%.6f", (double)slack_us / 1e6);
    return slack_us == NO_SLACK || pgn_set_tag(g, name, text);
}

bool record_write_pgn(const GameRecord *r, const Config *c, FILE *out)
{
    PgnGame g;
    char day[16], hour[16], red_limits[128], black_limits[128], comment[96];
    const EngineSpec *red = &c->engines[r->red], *black = &c->engines[r->black];
    time_t when = (time_t)r->date;
    struct tm utc;
    gmtime_r(&when, &utc);
    strftime(day, sizeof day, "%Y.%m.%d", &utc);
    strftime(hour, sizeof hour, "%H:%M:%S", &utc);
    limits_text(&red->limits, red_limits);
    limits_text(&black->limits, black_limits);

    pgn_init(&g);
    g.start = r->start;
    g.outcome = r->result.outcome;
    bool ok = pgn_set_tag(&g, "Game", "Chinese Chess") && pgn_set_tag(&g, "Event", c->event) && set_number(&g, "Round", r->round + 1) &&
              pgn_set_tag(&g, "UTCDate", day) && pgn_set_tag(&g, "UTCTime", hour) && pgn_set_tag(&g, "Date", day) &&
              pgn_set_tag(&g, "Red", red->name) && pgn_set_tag(&g, "Black", black->name) && set_number(&g, "GameId", r->id) &&
              pgn_set_tag(&g, "RedTimeControl", red_limits) && pgn_set_tag(&g, "BlackTimeControl", black_limits) &&
              pgn_set_tag(&g, "Termination", ending_name(r->result.ending)) && pgn_set_tag(&g, "Reason", r->reason) &&
              set_slack(&g, "RedSlack", r->slack_us[RED]) && set_slack(&g, "BlackSlack", r->slack_us[BLACK]) &&
              set_number(&g, "PlyCount", r->plies);
    for (int i = 0; i < r->plies && ok; i++) {
        write_comment(&r->moves[i], comment, sizeof comment);
        ok = pgn_add_move(&g, r->moves[i].move, comment);
    }
    if (ok)
        pgn_write(&g, NOTATION_ICCS, out);
    pgn_clear(&g);
    return ok;
}

static int engine_named(const Config *c, const char *name)
{
    for (int i = 0; i < c->schedule.engines && name; i++)
        if (strcmp(c->engines[i].name, name) == 0)
            return i;
    return -1;
}

static int64_t read_slack(const PgnGame *g, const char *name)
{
    const char *text = pgn_tag(g, name);
    double seconds = text ? strtod(text, NULL) : NAN;
    return fabs(seconds) < 1e9 ? (int64_t)(seconds * 1e6) : NO_SLACK;
}

/* A whole number of at most nine digits and nothing else. */
static bool read_count(const char *text, int *count)
{
    size_t digits = strspn(text, "0123456789");
    *count = atoi(text);
    return digits > 0 && digits < 10 && text[digits] == '\0';
}

static int64_t read_date(const char *day, const char *hour)
{
    struct tm utc = {0};
    if (!day || !hour || sscanf(day, "%d.%d.%d", &utc.tm_year, &utc.tm_mon, &utc.tm_mday) != 3 ||
        sscanf(hour, "%d:%d:%d", &utc.tm_hour, &utc.tm_min, &utc.tm_sec) != 3)
        return 0;
    utc.tm_year -= 1900;
    utc.tm_mon--;
    int64_t date = (int64_t)timegm(&utc);
    return date > 0 ? date : 0;
}

static bool is_over(const GameRecord *r) { return r->result.outcome != OUTCOME_OPEN && r->result.ending != ENDING_NONE; }

bool record_from_pgn(const PgnGame *g, const Config *c, GameRecord *r)
{
    const char *id = pgn_tag(g, "GameId"), *round = pgn_tag(g, "Round"), *ending = pgn_tag(g, "Termination"),
               *reason = pgn_tag(g, "Reason"), *plies = pgn_tag(g, "PlyCount");
    int written;
    memset(r, 0, sizeof *r);
    r->red = engine_named(c, pgn_tag(g, "Red"));
    r->black = engine_named(c, pgn_tag(g, "Black"));
    r->result.outcome = g->outcome;
    if (!id || !round || !reason || r->red < 0 || r->black < 0 || !ending || !ending_from_name(ending, &r->result.ending) || !is_over(r))
        return false;
    if (!read_count(id, &r->id) || !read_count(round, &r->round) || r->round-- == 0 ||
        (plies && (!read_count(plies, &written) || written != g->plies)))
        return false;
    r->start = g->start;
    snprintf(r->reason, sizeof r->reason, "%s", reason);
    r->slack_us[RED] = read_slack(g, "RedSlack");
    r->slack_us[BLACK] = read_slack(g, "BlackSlack");
    r->date = read_date(pgn_tag(g, "UTCDate"), pgn_tag(g, "UTCTime"));
    for (int i = 0; i < g->plies; i++) {
        PlyRecord p = {.move = g->moves[i].move};
        if (!read_comment(g->moves[i].comment, &p) || !game_record_add(r, &p)) {
            game_record_clear(r);
            return false;
        }
    }
    return true;
}

/* ---- JSON ---- */

static json_t *slack_to_json(int64_t slack_us) { return slack_us == NO_SLACK ? json_null() : json_integer(slack_us); }

json_t *record_to_json(const GameRecord *r)
{
    char fen[FEN_SIZE], *moves = malloc((size_t)r->plies * 5 + 1);
    if (!moves)
        return NULL;
    json_t *score = json_array(), *depth = json_array(), *nodes = json_array(), *us = json_array();
    bool ok = true;
    fen_write(&r->start, fen);
    *moves = '\0';
    for (int i = 0; i < r->plies; i++) {
        const PlyRecord *p = &r->moves[i];
        move_to_iccs(p->move, moves + 5 * i);
        moves[5 * i + 4] = i + 1 < r->plies ? ' ' : '\0';
        ok = json_array_append_new(score, p->thought.score == NO_SCORE ? json_null() : json_integer(p->thought.score)) == 0 &&
             json_array_append_new(depth, json_integer(p->thought.depth)) == 0 &&
             json_array_append_new(nodes, json_integer((json_int_t)p->thought.nodes)) == 0 &&
             json_array_append_new(us, json_integer(p->elapsed_us)) == 0 && ok;
    }
    json_t *row =
        json_pack("{s:i,s:i,s:i,s:i,s:s,s:s,s:s,s:o,s:I,s:[oo],s:s,s:o,s:o,s:o,s:o}", "id", r->id, "round", r->round, "red", r->red,
                  "black", r->black, "fen", fen, "result", outcome_text(r->result.outcome), "ending", ending_name(r->result.ending),
                  "reason", json_of_text(r->reason), "date", (json_int_t)r->date, "slack_us", slack_to_json(r->slack_us[RED]),
                  slack_to_json(r->slack_us[BLACK]), "moves", moves, "score", score, "depth", depth, "nodes", nodes, "us", us);
    free(moves);
    if (ok)
        return row;
    json_decref(row);
    return NULL;
}

/* What a row has for one ply. */
static bool ply_from_json(const json_t *row, int i, PlyRecord *p)
{
    const json_t *told = json_array_get(json_object_get(row, "score"), (size_t)i);
    int64_t score = NO_SCORE, depth, nodes;
    if (!json_whole(json_array_get(json_object_get(row, "depth"), (size_t)i), 0, INT32_MAX, &depth) ||
        !json_whole(json_array_get(json_object_get(row, "nodes"), (size_t)i), 0, INT64_MAX, &nodes) ||
        !json_whole(json_array_get(json_object_get(row, "us"), (size_t)i), 0, INT64_MAX, &p->elapsed_us) ||
        (!json_is_null(told) && !json_whole(told, -MATE_SCORE, MATE_SCORE, &score)))
        return false;
    p->thought = (Thought){(int32_t)score, (int)depth, (uint64_t)nodes};
    return true;
}

static bool moves_from_json(const json_t *row, GameRecord *r)
{
    static const char *const lists[] = {"score", "depth", "nodes", "us"};
    const char *text = json_member_text(row, "moves", NULL);
    size_t plies = text ? (strlen(text) + 1) / 5 : 0; /* each four letters, blanks between */
    Position pos = r->start;
    if (!text || (*text && strlen(text) % 5 != 4))
        return false;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (!json_is_array(json_object_get(row, lists[i])) || json_array_size(json_object_get(row, lists[i])) != plies)
            return false;
    for (size_t i = 0; i < plies; i++, text += 5) {
        char word[5] = {text[0], text[1], text[2], text[3], '\0'};
        PlyRecord p = {0};
        Undo undo;
        if (text[4] != (i + 1 < plies ? ' ' : '\0') || !move_from_iccs(word, &p.move) || !is_legal(&pos, p.move) ||
            !ply_from_json(row, (int)i, &p))
            return false;
        position_make(&pos, p.move, &undo);
        if (!game_record_add(r, &p))
            return false;
    }
    return true;
}

static bool slack_from_json(const json_t *value, int64_t *slack_us)
{
    *slack_us = NO_SLACK;
    return json_is_null(value) || json_whole(value, -(INT64_C(1) << 53), INT64_C(1) << 53, slack_us);
}

bool record_from_json(const json_t *row, GameRecord *r)
{
    const char *result, *ending, *reason, *fen;
    json_t *red_slack, *black_slack;
    json_int_t id, round, red, black, date;
    memset(r, 0, sizeof *r);
    if (json_unpack((json_t *)row, "{s:I,s:I,s:I,s:I,s:s,s:s,s:s,s:s,s:I,s:[oo!]}", "id", &id, "round", &round, "red", &red, "black",
                    &black, "fen", &fen, "result", &result, "ending", &ending, "reason", &reason, "date", &date, "slack_us", &red_slack,
                    &black_slack) != 0)
        return false;
    r->id = (int)id;
    r->round = (int)round;
    r->red = (int)red;
    r->black = (int)black;
    r->date = date;
    snprintf(r->reason, sizeof r->reason, "%s", reason);
    if (id == r->id && round == r->round && red == r->red && black == r->black && r->id >= 0 && r->round >= 0 && date >= 0 &&
        outcome_from_text(result, &r->result.outcome) && ending_from_name(ending, &r->result.ending) && is_over(r) &&
        slack_from_json(red_slack, &r->slack_us[RED]) && slack_from_json(black_slack, &r->slack_us[BLACK]) &&
        fen_read(fen, &r->start, LANGUAGE_ENGLISH, NULL) && moves_from_json(row, r))
        return true;
    game_record_clear(r);
    return false;
}
