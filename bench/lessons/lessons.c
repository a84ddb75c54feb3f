/* SPDX-License-Identifier: GPL-3.0-only */
/* hanxin-lessons: makes the exercises of the trainer (README.md). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/args.h"
#include "engine/base/lab.h"
#include "engine/base/platform.h"
#include "engine/base/rng.h"
#include "engine/board/attacks.h"
#include "engine/board/legal.h"
#include "engine/board/movegen.h"
#include "engine/endgame/built_in.h"
#include "engine/notation/fen.h"
#include "protocol/trainer/coach.h"
#include "protocol/trainer/motif.h"

enum { LESSONS_MOST = 200, TRIES_MOST = 2000000 }; /* number of lessons to find, and of positions to try for them */

typedef struct Maker {
    Rng rng;
    Coach *coach;
    MateSolver *solver;
    EndgameTables *tables;
    EndgameCache *cache;
    Lesson lessons[LESSONS_MOST];
    int count;
} Maker;

/* ---- random positions ---- */

static bool maker_may_stand(Piece p, Square s)
{
    const int side = piece_side(p), file = square_file(s), rank = side == RED ? square_rank(s) : 9 - square_rank(s);
    switch (piece_kind(p)) {
    case KING: return in_palace(s, side);
    case ADVISOR: return in_palace(s, side) && (rank == 1 ? file == 4 : file != 4);
    case BISHOP: return rank == 2 ? file % 4 == 0 : (rank == 0 || rank == 4) && (file == 2 || file == 6);
    case PAWN: return rank >= 5;
    case NO_KIND: return false;
    default: return true;
    }
}

/* Guards at their usual points, attackers across the river. */
static bool maker_is_natural(Piece p, Square s)
{
    const int file = square_file(s), rank = piece_side(p) == RED ? square_rank(s) : 9 - square_rank(s);
    switch (piece_kind(p)) {
    case ADVISOR: return rank <= 1;
    case BISHOP: return rank == 0 || file == 4;
    case KNIGHT:
    case PAWN: return rank >= 5 && file >= 1 && file <= 7;
    default: return true;
    }
}

typedef enum Placing { PLACE_ANYWHERE, PLACE_NATURALLY } Placing;

static bool maker_put(Maker *m, Position *pos, Piece p, Placing placing)
{
    for (int i = 0; i < 200; i++) {
        const Square s = square_make((int)rng_below(&m->rng, FILES), (int)rng_below(&m->rng, RANKS));
        if (piece_at(pos, s) == NO_PIECE && maker_may_stand(p, s) && (placing == PLACE_ANYWHERE || maker_is_natural(p, s)))
            return position_put(pos, p, s);
    }
    return false;
}

/* Returns true if the position can occur in a game; it is then complete. */
static bool maker_is_sound(Position *pos)
{
    char fen[FEN_SIZE];
    const Position copy = *pos;
    fen_write(&copy, fen);
    return fen_read(fen, pos, NULL) && !in_check(pos, opponent(side_to_move(pos))) && any_legal_move(pos);
}

static bool maker_has(const Maker *m, const Position *pos)
{
    Position mirrored;
    position_mirror(pos, &mirrored);
    for (int i = 0; i < m->count; i++)
        if (m->lessons[i].start.key == pos->key || m->lessons[i].start.key == mirrored.key)
            return true;
    return false;
}

/* ---- endgames ---- */

/* Number of lessons of each grade. */
static const int wins_of_grade[LESSON_GRADES + 1] = {0, 24, 24, 24, 24, 22, 22, 0};
static const int draws_of_grade[LESSON_GRADES + 1] = {0, 0, 12, 12, 12, 12, 12, 0};

static int maker_grade_of_win(int plies)
{
    static const int most[] = {3, 7, 12, 18, 26};
    int grade = 1;
    while (grade <= 5 && plies > most[grade - 1])
        grade++;
    return grade;
}

/* The moves of a position by the tables. */
typedef struct MoveTally {
    int legal, holding, best; /* best: those that keep the value of the position */
} MoveTally;

/* Returns false if a move is not in the tables. */
static bool maker_tally(Maker *m, const Position *pos, EndgameValue value, MoveTally *t)
{
    MoveList list = {0};
    *t = (MoveTally){.legal = legal_moves(pos, &list)};
    for (int i = 0; i < t->legal; i++) {
        EndgameValue after;
        if (!endgame_probe_move(m->tables, m->cache, pos, list.moves[i], &after))
            return false;
        t->holding += endgame_is_drawn(after) || after > 0;
        t->best += after == value;
    }
    return true;
}

/* Returns the grade for which a random position is a lesson, or 0. Sets the task. */
static int maker_grade_endgame(Maker *m, const Position *pos, LessonTask *task)
{
    EndgameResult r;
    MoveTally t;
    if (!endgame_probe(m->tables, m->cache, pos, &r) || !maker_tally(m, pos, r.value, &t))
        return 0;
    const bool drawn = endgame_is_drawn(r.value), strong = side_to_move(pos) == r.strong;
    if (!drawn && r.value > 0 && strong) {
        const int grade = maker_grade_of_win(endgame_distance(r.value));
        *task = (LessonTask){.goal = GOAL_WIN};
        return grade == 1 || 4 * t.best <= t.legal ? grade : 0;
    }
    if (!drawn || strong || t.holding > 2 || t.legal < 3 || 2 * t.holding > t.legal)
        return 0;
    const int grade = 2 + (int)rng_below(&m->rng, 5);
    *task = (LessonTask){.goal = GOAL_DRAW, .moves = 2 + grade};
    return grade;
}

static bool maker_place_endgame(Maker *m, const EndgameSet *set, Side mover, Position *pos)
{
    position_clear(pos);
    bool done = maker_put(m, pos, piece_make(RED, KING), PLACE_ANYWHERE) && maker_put(m, pos, piece_make(BLACK, KING), PLACE_ANYWHERE) &&
                maker_put(m, pos, piece_make(RED, set->attackers[0]), PLACE_ANYWHERE);
    for (Kind k = ADVISOR; k <= BISHOP; k++)
        for (int i = 0; i < set->count[WEAK][k]; i++)
            done = done && maker_put(m, pos, piece_make(BLACK, k), PLACE_ANYWHERE);
    pos->side = (uint8_t)mover;
    pos->key = position_key_from_scratch(pos);
    return done && maker_is_sound(pos);
}

/* Holds a draw against the judge's tries, to make sure that the game does not end too early. Returns the number of tries that leave
 * a losing move. */
static int maker_hold(Maker *m, const Position *start, const LessonTask *task)
{
    Game game;
    CoachAnswer a = {0};
    int hard = 0;
    game_init(&game);
    game_reset(&game, start);
    while (!a.solved) {
        MoveList list = {0};
        const Move best = coach_best(m->coach, &game, task);
        int losing = 0;
        legal_moves(&game.now, &list);
        for (int i = 0; i < list.count; i++) {
            CoachAnswer other;
            losing += coach_judge(m->coach, &game, task, list.moves[i], &other) && other.grade == MOVE_WRONG;
        }
        hard += losing > 0;
        if (!coach_judge(m->coach, &game, task, best, &a) || !game_play(&game, best) || (!a.solved && !game_play(&game, a.reply)))
            break;
    }
    const bool whole = a.solved && game.plies / 2 + 1 >= task->moves;
    game_clear(&game);
    return whole ? hard : 0;
}

static void maker_make_endgames(Maker *m)
{
    EndgameSet sets[ENDGAME_SETS_MOST];
    const int count = endgame_sets(ENDGAME_ONE, sets);
    int made[2][LESSON_GRADES + 1] = {{0}}, of_set[2][LESSON_GRADES + 1][ENDGAME_SETS_MOST] = {{{0}}};
    for (int64_t tries = 0; m->count < LESSONS_MOST && tries < TRIES_MOST; tries++) {
        const int n = (int)(tries % count);
        const bool draw = rng_below(&m->rng, 4) == 0;
        const int *wanted = draw ? draws_of_grade : wins_of_grade;
        Lesson l = {.grade = 0};
        if (!maker_place_endgame(m, &sets[n], draw ? BLACK : RED, &l.start))
            continue;
        l.grade = maker_grade_endgame(m, &l.start, &l.task);
        /* Rare sets may have more lessons only after all others have had a chance. */
        const int share = 2 + (int)(tries / 100000);
        if (!l.grade || made[draw][l.grade] >= wanted[l.grade] || of_set[draw][l.grade][n] >= share || maker_has(m, &l.start) ||
            (draw && 2 * maker_hold(m, &l.start, &l.task) < l.task.moves))
            continue;
        endgame_set_name(&sets[n], l.motif);
        made[draw][l.grade]++;
        of_set[draw][l.grade][n]++;
        m->lessons[m->count++] = l;
        fprintf(stderr, "\r%d endgames after %lld positions", m->count, (long long)tries);
    }
    fputc('\n', stderr);
}

/* ---- mates ---- */

static const int mates_of_length[LESSON_GRADES + 1] = {0, 20, 45, 50, 40, 28, 12, 5};

/* Places the king, guards and cannon of the iron bolt, which random placements hardly ever bring together: a cannon that pins the
 * advisor in the middle of the palace. */
static bool maker_place_bolt(Maker *m, Position *pos)
{
    return position_put(pos, piece_make(BLACK, KING), square_make(4, 9)) &&
           position_put(pos, piece_make(BLACK, ADVISOR), square_make(4, 8)) &&
           position_put(pos, piece_make(BLACK, ADVISOR), square_make(rng_below(&m->rng, 2) ? 3 : 5, 9)) &&
           position_put(pos, piece_make(BLACK, BISHOP), square_make(4, 7)) &&
           position_put(pos, piece_make(RED, CANNON), square_make(4, 2 + (int)rng_below(&m->rng, 3))) &&
           maker_put(m, pos, piece_make(RED, KING), PLACE_ANYWHERE) && maker_put(m, pos, piece_make(RED, ROOK), PLACE_NATURALLY);
}

/* Puts `count` pieces of a side, each of one of these kinds. */
static bool maker_put_some(Maker *m, Position *pos, Side side, const Kind *kinds, unsigned choices, int count)
{
    bool done = true;
    for (int i = 0; i < count && done; i++)
        done = maker_put(m, pos, piece_make(side, kinds[rng_below(&m->rng, choices)]), PLACE_NATURALLY);
    return done;
}

static bool maker_place_mate(Maker *m, Position *pos)
{
    static const Kind attackers[] = {ROOK, ROOK, KNIGHT, KNIGHT, CANNON, CANNON, PAWN, PAWN};
    static const Kind guards[] = {ADVISOR, ADVISOR, BISHOP, BISHOP};
    position_clear(pos);
    const bool bolt = rng_below(&m->rng, 6) == 0;
    bool done =
        bolt ? maker_place_bolt(m, pos)
             : maker_put(m, pos, piece_make(BLACK, KING), PLACE_ANYWHERE) && maker_put(m, pos, piece_make(RED, KING), PLACE_ANYWHERE);
    const int red = (bolt ? 0 : 2) + (int)rng_below(&m->rng, bolt ? 2 : 3);
    done = done && maker_put_some(m, pos, RED, attackers, 8, red);
    for (int i = 0; i < 4 && !bolt; i++)
        if (rng_below(&m->rng, 4) < 3)
            done = done && maker_put(m, pos, piece_make(BLACK, guards[i]), PLACE_NATURALLY);
    const int black = (int)rng_below(&m->rng, 4);
    done = done && maker_put_some(m, pos, BLACK, attackers, 8, black);
    const int red_guards = (int)rng_below(&m->rng, 3);
    done = done && maker_put_some(m, pos, RED, guards, 4, red_guards);
    pos->key = position_key_from_scratch(pos);
    return done && maker_is_sound(pos) && !in_check(pos, RED);
}

/* Replaces the position by one from which a quiet move of this side leads to it. */
static bool maker_go_back(Maker *m, Position *pos, Side mover)
{
    for (int i = 0; i < 400; i++) {
        const Square to = square_make((int)rng_below(&m->rng, FILES), (int)rng_below(&m->rng, RANKS)),
                     from = square_make((int)rng_below(&m->rng, FILES), (int)rng_below(&m->rng, RANKS));
        const Piece p = piece_at(pos, to);
        Position before;
        if (p == NO_PIECE || piece_side(p) != mover || piece_at(pos, from) != NO_PIECE)
            continue;
        position_without(pos, to, mover, &before);
        position_put(&before, p, from);
        if (maker_is_sound(&before) && is_legal(&before, move_make(from, to))) {
            *pos = before;
            return true;
        }
    }
    return false;
}

/* Goes back from a mate that was found by a move of each side, as random positions hardly ever have long mates. */
static bool maker_place_longer_mate(Maker *m, Position *pos)
{
    if (m->count == 0)
        return false;
    *pos = m->lessons[rng_below(&m->rng, (uint32_t)m->count)].start;
    return maker_go_back(m, pos, BLACK) && maker_go_back(m, pos, RED) && !in_check(pos, RED);
}

static ProofState maker_prove(Maker *m, const Position *pos, ProofMoves moves, int plies, uint64_t nodes, Proof *proof)
{
    Game game;
    game_init(&game);
    game_reset(&game, pos);
    *proof = (Proof){.moves = moves, .plies = plies, .nodes = nodes};
    const ProofState state = mate_prove(m->solver, &game, proof);
    game_clear(&game);
    return state;
}

/* Removes the attackers of Red without which the mate is as short. */
static void maker_drop_idle(Maker *m, Position *pos, int length)
{
    for (Square s = 0; s < BOARD_SIZE; s++) {
        const Piece p = on_board(s) ? piece_at(pos, s) : NO_PIECE;
        if (p == NO_PIECE || piece_kind(p) == KING || piece_side(p) == BLACK)
            continue;
        Position less;
        Proof proof;
        position_without(pos, s, RED, &less);
        if (maker_is_sound(&less) && maker_prove(m, &less, PROOF_BY_CHECKS, 2 * length - 1, 20000, &proof) == PROOF_MATE &&
            mate_proof_moves(&proof) == length)
            *pos = less;
    }
}

/* Returns true if the judge's refutation of a wrong move is proven. */
static bool maker_refutes(Maker *m, const Position *pos, Move wrong, const CoachAnswer *a, int left)
{
    enum { NODES = 300000 };
    Proof proof;
    Undo undo;
    Position after = *pos;
    position_make(&after, wrong, &undo);
    position_make(&after, a->reply, &undo);
    return left < 1 || !any_legal_move(&after) || maker_prove(m, &after, PROOF_BY_ANY, 2 * left - 1, NODES, &proof) == PROOF_NONE;
}

/* Follows the longest defence. Returns true if exactly one first move mates in time and all wrong moves on the way are refuted for
 * certain. *mated receives the final position. */
static bool maker_mate_is_sound(Maker *m, const Position *start, const LessonTask *task, Position *mated)
{
    Game game;
    CoachAnswer a = {0};
    bool sound = true;
    game_init(&game);
    game_reset(&game, start);
    while (sound && !a.solved) {
        MoveList list = {0};
        const Move best = coach_best(m->coach, &game, task);
        const int left = task->moves - game.plies / 2 - 1;
        int right = 0;
        legal_moves(&game.now, &list);
        for (int i = 0; i < list.count && sound; i++) {
            CoachAnswer other;
            coach_judge(m->coach, &game, task, list.moves[i], &other);
            right += other.grade != MOVE_WRONG;
            sound = other.grade != MOVE_WRONG || maker_refutes(m, &game.now, list.moves[i], &other, left);
            sound = sound && (game.plies > 0 || right <= 1);
        }
        sound = sound && right > 0 && best != MOVE_NONE && coach_judge(m->coach, &game, task, best, &a) && a.grade != MOVE_WRONG &&
                game_play(&game, best) && (a.solved || game_play(&game, a.reply));
    }
    *mated = game.now;
    game_clear(&game);
    return sound;
}

static Motif maker_motif(const Position *start, const Proof *proof)
{
    Position pos = *start;
    Undo undo;
    for (int i = 0; i < proof->length; i++)
        position_make(&pos, proof->line[i], &undo);
    return motif_of_mate(&pos);
}

typedef struct MadeMates { /* number of mates found so far */
    int of_length[LESSON_GRADES + 1], of_motif[LESSON_GRADES + 1][MOTIFS];
} MadeMates;

enum { LONG = 5, LONG_PIECES = 12 }; /* length from which mates are made from shorter ones, and their maximum number of pieces */

/* Places the pieces of a mate by checks, without idle ones, whose length may still be wanted. Returns its length, or 0. */
static int maker_begin_mate(Maker *m, const MadeMates *made, Lesson *l)
{
    enum { CHECK_NODES = 4000 };
    Proof proof;
    const bool longer = rng_below(&m->rng, 2) == 0;
    if (!(longer ? maker_place_longer_mate(m, &l->start) : maker_place_mate(m, &l->start)) ||
        maker_prove(m, &l->start, PROOF_BY_CHECKS, 2 * LESSON_GRADES - 1, CHECK_NODES, &proof) != PROOF_MATE)
        return 0;
    const int most = mate_proof_moves(&proof);
    bool open = false;
    l->grade = longer ? LONG : 1; /* at least */
    for (int n = most - 1 > l->grade ? most - 1 : l->grade; n <= most && n <= LESSON_GRADES; n++)
        open = open || made->of_length[n] < mates_of_length[n];
    if (!open)
        return 0;
    maker_drop_idle(m, &l->start, most);
    return most >= LONG && bb_count(occupied(&l->start)) > LONG_PIECES ? 0 : most;
}

/* Completes such a mate. Returns false if it is not wanted or not sound; *motif receives its motif. */
static bool maker_finish_mate(Maker *m, const MadeMates *made, int most, int share, Lesson *l, Motif *motif)
{
    enum { EXACT_NODES = 200000 };
    Proof proof;
    Game game;
    Position mated;
    game_init(&game);
    game_reset(&game, &l->start);
    const ProofState state = mate_shortest(m->solver, &game, most, EXACT_NODES, &proof);
    game_clear(&game);
    if (state != PROOF_MATE || mate_proof_moves(&proof) < l->grade)
        return false;
    l->grade = mate_proof_moves(&proof);
    l->task = (LessonTask){.goal = GOAL_MATE, .moves = l->grade};
    const int wanted = mates_of_length[l->grade];
    if (made->of_length[l->grade] >= wanted || made->of_motif[l->grade][maker_motif(&l->start, &proof)] >= wanted / 8 + share ||
        piece_kind(piece_at(&l->start, move_to(proof.line[0]))) >= KNIGHT || maker_has(m, &l->start) ||
        !maker_mate_is_sound(m, &l->start, &l->task, &mated))
        return false;
    *motif = motif_of_mate(&mated);
    return true;
}

static void maker_make_mates(Maker *m)
{
    MadeMates made = {.of_length = {0}};
    for (int64_t tries = 0; m->count < LESSONS_MOST && tries < TRIES_MOST; tries++) {
        Lesson l = {.grade = 0};
        Motif motif = MOTIFS;
        const int most = maker_begin_mate(m, &made, &l);
        if (!most || !maker_finish_mate(m, &made, most, 2 + (int)(tries / 20000), &l, &motif))
            continue;
        snprintf(l.motif, sizeof l.motif, "%s", motif_name(motif));
        made.of_length[l.grade]++;
        made.of_motif[l.grade][motif]++;
        m->lessons[m->count++] = l;
        fprintf(stderr, "\r%d mates after %lld positions, the last in %d", m->count, (long long)tries, l.grade);
    }
    fputc('\n', stderr);
}

/* ---- output ---- */

/* Returns the place of a motif among those of a grade: rook, horse, pawn and cannon, and few guards first; mates as in motif.h. */
static int maker_motif_order(const char *name)
{
    static const char attackers[] = "RNPC";
    const Motif motif = motif_from_name(name);
    return motif < MOTIFS ? (int)motif : (int)(strchr(attackers, name[1]) - attackers) * 100 + (int)strlen(name);
}

static int maker_compare(const void *a, const void *b)
{
    const Lesson *x = a, *y = b;
    const int order = maker_motif_order(x->motif) - maker_motif_order(y->motif);
    if (x->grade != y->grade)
        return x->grade - y->grade;
    if (x->task.goal != y->task.goal)
        return (int)x->task.goal - (int)y->task.goal;
    return order ? order : strcmp(x->motif, y->motif);
}

/* Prints the lessons; the endgames, which are the first, after the header of the file. */
static void maker_print(Maker *m, char letter)
{
    static const char header[] =
        "# SPDX-License-Identifier: GPL-3.0-only\n"
        "# Exercises of the trainer, made by `hanxin-lab lessons` (bench/lessons/README.md): number, grade, motif, "
        "goal with its number of\n# moves, position.\n";
    if (letter == 'e')
        fputs(header, stdout);
    qsort(m->lessons, (size_t)m->count, sizeof *m->lessons, maker_compare);
    for (int i = 0; i < m->count; i++) {
        const Lesson *l = &m->lessons[i];
        char fen[FEN_SIZE], goal[TASK_TEXT_SIZE];
        fen_write(&l->start, fen);
        fen[strcspn(fen, " ") + 2] = '\0';
        printf("%c%03d %d %s %s %s\n", letter, i + 1, l->grade, l->motif, task_write(&l->task, goal), fen);
    }
}

static void maker_free(Maker *m)
{
    if (!m)
        return;
    coach_free(m->coach);
    endgame_tables_free(m->tables);
    endgame_cache_free(m->cache);
    mate_solver_free(m->solver);
    free(m);
}

/* Returns NULL with the reason on failure. */
static Maker *maker_new(int64_t seed, Text *why)
{
    Maker *m = calloc(1, sizeof *m);
    if (!m)
        return why_no_memory(why), NULL;
    m->rng = (Rng){(uint64_t)seed};
    m->coach = coach_new(why);
    m->tables = endgame_tables_built_in("", why);
    m->cache = endgame_cache_new();
    m->solver = mate_solver_new();
    if (m->coach && m->tables && ((m->cache && m->solver) || why_no_memory(why)))
        return m;
    maker_free(m);
    return NULL;
}

static int maker_run(const Program *program, int64_t seed, bool mates)
{
    Text why = WHY_IN(program->language);
    Maker *m = maker_new(seed, &why);
    if (!m)
        return program_fail(program, "%s", why.data);
    if (mates)
        maker_make_mates(m);
    else
        maker_make_endgames(m);
    const bool enough = m->count == LESSONS_MOST;
    if (enough)
        maker_print(m, mates ? 'm' : 'e');
    else
        program_fail(program, tr(program->language, "only %d of %d exercises were found: try another --seed"), m->count, LESSONS_MOST);
    maker_free(m);
    return enough ? EXIT_SUCCESS : EXIT_FAILURE;
}

int lessons_main(int argc, char **argv)
{
    process_init();
    int64_t seed = 1;
    const Arg args[] = {{"seed N", ARG_INT, &seed, 1, 1e9, N_("seed of the random positions")}};
    const Program program = {.name = "hanxin-lessons",
                             .usage = N_("usage: hanxin-lessons endgames|mates [option ...]\n"
                                         "Make the exercises of the trainer and print them, one per line (bench/lessons/README.md).\n"),
                             .args = args,
                             .count = (int)(sizeof args / sizeof *args),
                             .language = language_here()};
    const int words = args_read(&program, argc, argv);
    if (words < 0)
        return args_status(words);
    const bool mates = words == 1 && strcmp(argv[1], "mates") == 0;
    if (!mates && !(words == 1 && strcmp(argv[1], "endgames") == 0))
        return args_wrong(&program, "%s", tr(program.language, "expected one of endgames, mates"));
    return program_end(&program, maker_run(&program, seed, mates));
}
