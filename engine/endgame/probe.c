/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/endgame/probe.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/base/array.h"
#include "engine/base/contract.h"
#include "engine/board/legal.h"
#include "engine/base/file.h"
#include "engine/base/words.h"
#include "engine/board/makemove.h"
#include "engine/board/movegen.h"
#include "engine/rules/rules.h"

enum { CACHE_SLOTS = 2048 };

struct EndgameCache {
    uint64_t holds[CACHE_SLOTS]; /* identifies the table and the block; 0 if the slot is empty */
    uint16_t known[CACHE_SLOTS]; /* number of symbols of the block that have been unpacked */
    uint8_t symbols[CACHE_SLOTS][ENDGAME_BLOCK_MOST];
};

typedef struct Mapping {
    const void *bytes;
    size_t size;
} Mapping;

struct EndgameTables {
    Places places;
    uint16_t by_key[ENDGAME_KEYS]; /* number of the table plus one; 0 if there is no table */
    EndgameTable *tables;
    size_t count, room;
    Mapping *mappings;
    size_t mapping_count, mapping_room;
};

EndgameTables *endgame_tables_new(void)
{
    EndgameTables *t = calloc(1, sizeof *t);
    if (t)
        places_init(&t->places);
    return t;
}

void endgame_tables_free(EndgameTables *t)
{
    if (!t)
        return;
    for (size_t i = 0; i < t->count; i++)
        endgame_table_close(&t->tables[i]);
    for (size_t i = 0; i < t->mapping_count; i++)
        file_unmap(t->mappings[i].bytes, t->mappings[i].size);
    free(t->mappings);
    free(t->tables);
    free(t);
}

/* Adds the tables stored consecutively in a source. */
static bool endgame_tables_add_source(EndgameTables *t, EndgameSource from, Text *why)
{
    while (from.size > 0) {
        if (!array_grow(&t->tables, &t->room, t->count + 1, sizeof *t->tables))
            return why_no_memory(why);
        EndgameTable *table = &t->tables[t->count];
        if (t->count + 1 >= UINT16_MAX)
            return why_path(why, from.path, "%s", tr(why_language(why), "too many endgame tables"));
        if (!endgame_table_open(table, &t->places, &from, why))
            return false;
        t->by_key[endgame_set_key(&table->layout.set)] = (uint16_t)++t->count;
        from.bytes += table->size;
        from.size -= table->size;
    }
    return true;
}

bool endgame_tables_add(EndgameTables *t, const uint8_t *bytes, size_t size, const char *path, Text *why)
{
    return endgame_tables_add_source(t, (EndgameSource){.bytes = bytes, .size = size, .path = path}, why);
}

bool endgame_tables_add_file(EndgameTables *t, const char *path, Text *why)
{
    if (!array_grow(&t->mappings, &t->mapping_room, t->mapping_count + 1, sizeof *t->mappings))
        return why_no_memory(why);
    Mapping m = {0};
    FILE *file = file_read(path, why);
    if (!file)
        return false;
    m.bytes = file_map(file, &m.size);
    if (!m.bytes && m.size == 0)
        why_path(why, path, "%s", tr(why_language(why), "empty file"));
    else if (!m.bytes)
        why_errno(why, path);
    fclose(file);
    if (!m.bytes)
        return false;
    /* The mapping is kept even if the file turns out to be damaged, because the tables before the
     * damage have been added. */
    t->mappings[t->mapping_count++] = m;
    return endgame_tables_add_source(t, (EndgameSource){.bytes = m.bytes, .size = m.size, .mapped = true, .path = path}, why);
}

/* Looks for a table of every possible set by its name. */
static bool endgame_tables_add_sets(EndgameTables *t, const char *folder, EndgameGroup group, Text *why)
{
    EndgameSet sets[ENDGAME_SETS_MOST];
    bool all = true;
    const int count = endgame_sets(group, sets);
    for (int i = 0; i < count; i++) {
        char name[ENDGAME_NAME_SIZE];
        Text path = TEXT_INIT;
        if (!text_addf(&path, "%s%c%s" ENDGAME_SUFFIX, folder, folder_separator, endgame_set_name(&sets[i], name)))
            all = why_no_memory(all ? why : NULL) && all;
        else if (file_exists(path.data))
            all = endgame_tables_add_file(t, path.data, all ? why : NULL) && all;
        text_free(&path);
    }
    return all;
}

static bool endgame_tables_add_folder(EndgameTables *t, const char *folder, Text *why)
{
    struct stat info;
    if (!file_exists(folder))
        return why_errno(why, folder);
    /* Windows does not find a folder if its name ends in a separator. */
    if (file_stat(folder, &info) && !S_ISDIR(info.st_mode))
        return why_path(why, folder, "%s", tr(why_language(why), "not a folder"));
    static const EndgameGroup groups[] = {ENDGAME_ONE_GUARDED, ENDGAME_TWO_GUARDED, ENDGAME_EACH};
    bool all = true;
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        all = endgame_tables_add_sets(t, folder, groups[i], all ? why : NULL) && all;
    return all;
}

bool endgame_tables_add_folders(EndgameTables *t, const char *folders, Text *why)
{
    bool all = true;
    while (*folders) {
        size_t length = strcspn(folders, ";");
        Text folder = TEXT_INIT;
        if (!text_add_bytes(&folder, folders, length))
            all = why_no_memory(all ? why : NULL) && all;
        else if (length > 0 && *text_trim(folder.data))
            all = endgame_tables_add_folder(t, text_trim(folder.data), all ? why : NULL) && all;
        text_free(&folder);
        folders += length + (folders[length] == ';');
    }
    return all;
}

int endgame_tables_count(const EndgameTables *t) { return (int)t->count; }

const EndgameTable *endgame_tables_get(const EndgameTables *t, int i)
{
    assert(in_range(i, 0, (int64_t)t->count - 1));
    return &t->tables[i];
}

const Places *endgame_tables_places(const EndgameTables *t) { return &t->places; }

static const EndgameTable *endgame_tables_find_key(const EndgameTables *t, unsigned key)
{
    return key < ENDGAME_KEYS && t->by_key[key] ? &t->tables[t->by_key[key] - 1] : NULL;
}

const EndgameTable *endgame_tables_find(const EndgameTables *t, const EndgameSet *set)
{
    return endgame_tables_find_key(t, endgame_set_key(set));
}

EndgameCache *endgame_cache_new(void) { return big_alloc(sizeof(EndgameCache)); }

void endgame_cache_free(EndgameCache *c)
{
    if (c)
        big_free(c, sizeof *c);
}

void endgame_cache_clear(EndgameCache *c) { memset(c->holds, 0, sizeof c->holds); }

/* Returns the number of symbols of a block that must be unpacked in order to read those of the given
 * indexes that belong to the block. */
static unsigned probe_wanted(const EndgameTable *table, uint32_t block, const uint64_t *indexes, int count)
{
    unsigned wanted = 0, at;
    for (int i = 0; i < count; i++)
        if (endgame_block_of(table, indexes[i], &at) == block && at >= wanted)
            wanted = at + 1;
    return wanted;
}

/* Reads the value of the first index. The first time, a block is unpacked only as far as the given
 * indexes need; for one index this is half of the block on average. If more is needed later, it is
 * unpacked completely. */
static bool probe_first_value(const EndgameTables *t, EndgameCache *c, const EndgameTable *table, const uint64_t *indexes, int count,
                              EndgameValue *value)
{
    unsigned at;
    const uint32_t block = endgame_block_of(table, *indexes, &at);
    const uint64_t tag = ((uint64_t)(table - t->tables) + 1) << 32 | block;
    const unsigned slot = (unsigned)(tag * 0x9E3779B97F4A7C15u >> 53);
    if (c->holds[slot] != tag || at >= c->known[slot]) {
        const unsigned wanted = c->holds[slot] == tag ? 0 : probe_wanted(table, block, indexes, count);
        c->holds[slot] = 0;
        const unsigned known = endgame_block_read(table, block, wanted, c->symbols[slot]);
        if (known == 0)
            return false;
        c->holds[slot] = tag;
        c->known[slot] = (uint16_t)known;
    }
    *value = table->value[c->symbols[slot][at]];
    return true;
}

bool endgame_value_at(const EndgameTables *t, EndgameCache *c, const EndgameTable *table, uint64_t index, EndgameValue *value)
{
    assert(index < table->layout.size);
    assert(table >= t->tables && table < t->tables + t->count);
    return probe_first_value(t, c, table, &index, 1, value);
}

/* Probes a position with the strong side to move. */
static bool probe_strong(const EndgameTables *t, EndgameCache *c, const Position *pos, const EndgameTable *table, Side strong,
                         EndgameValue *value)
{
    Placement placement;
    placement_read(&table->layout, &t->places, pos, strong, &placement);
    return endgame_value_at(t, c, table, placement_index(&table->layout, &t->places, &placement), value);
}

EndgameValue endgame_value_before(EndgameValue after)
{
    if (endgame_is_drawn(after))
        return after == ENDGAME_OPEN ? ENDGAME_OPEN : (EndgameValue)-after;
    int distance = endgame_distance(after) + 1;
    return after > 0 ? endgame_lost(distance) : endgame_won(distance);
}

/* Does the same for a capture. Distances are counted to the next capture. */
static EndgameValue probe_value_before_capture(EndgameValue after)
{
    return endgame_is_drawn(after) ? endgame_value_before(after) : after > 0 ? endgame_lost(1) : endgame_won(1);
}

/* Returns a rank by which a side chooses between values: quick wins, slow wins, draws that it may win,
 * draws, draws that it may lose, slow losses, quick losses. */
static int probe_preference(EndgameValue v)
{
    if (endgame_is_drawn(v))
        return v == ENDGAME_MAY_WIN ? 2 : v == ENDGAME_OPEN ? 1 : v == ENDGAME_DRAW ? 0 : -1;
    return v > 0 ? 2 * ENDGAME_LONGEST - v : -2 * ENDGAME_LONGEST - v;
}

bool endgame_is_better(EndgameValue a, EndgameValue b) { return probe_preference(a) > probe_preference(b); }

void endgame_choice_add(EndgameChoice *c, EndgameValue move)
{
    if (endgame_is_better(move, c->best))
        c->best = move;
    c->holds |= move == ENDGAME_DRAW;
}

EndgameValue endgame_choice_value(const EndgameChoice *c) { return c->best == ENDGAME_OPEN && c->holds ? ENDGAME_MAY_WIN : c->best; }

/* Probes a position with the weak side to move: takes the best of its moves. */
static bool probe_weak(const EndgameTables *t, EndgameCache *c, const Position *pos, const EndgameTable *table, Side strong,
                       EndgameValue *value)
{
    MoveList moves;
    Placement here;
    uint64_t quiet[MAX_MOVES];
    int quiet_count = 0;
    EndgameChoice choice = endgame_no_choice();
    legal_moves(pos, &moves);
    placement_read(&table->layout, &t->places, pos, strong, &here);
    for (int i = 0; i < moves.count; i++) {
        const Move m = moves.moves[i];
        EndgameValue v;
        if (!is_capture(pos, m)) {
            Placement behind = here;
            placement_move(&table->layout, &t->places, pos, strong, m, &behind);
            quiet[quiet_count++] = placement_index(&table->layout, &t->places, &behind);
            continue;
        }
        if (!endgame_probe_move(t, c, pos, m, &v))
            return false;
        endgame_choice_add(&choice, v);
    }
    for (int i = 0; i < quiet_count && !(choice.holds && table->weak_only_holds); i++) {
        EndgameValue v;
        if (!probe_first_value(t, c, table, quiet + i, quiet_count - i, &v))
            return false;
        endgame_choice_add(&choice, endgame_value_before(v));
    }
    *value = endgame_choice_value(&choice);
    return true;
}

bool endgame_probe(const EndgameTables *tables, EndgameCache *cache, const Position *pos, EndgameResult *result)
{
    VERIFY_ASSERT(!in_check(pos, opponent(side_to_move(pos))));
    if (!tables || !cache)
        return false;
    Side strong;
    const EndgameTable *table = endgame_tables_find_key(tables, endgame_key(pos, &strong));
    if (!table)
        return false;
    result->table = table;
    result->strong = strong;
    return pos->side == strong ? probe_strong(tables, cache, pos, table, strong, &result->value)
                               : probe_weak(tables, cache, pos, table, strong, &result->value);
}

/* The depth of this recursion through captures is limited by the number of pieces. */
bool endgame_probe_move(const EndgameTables *tables, EndgameCache *cache, const Position *pos, Move m, EndgameValue *value)
{
    VERIFY_ASSERT(is_legal(pos, m));
    Position after = *pos;
    Undo undo;
    EndgameResult behind = {0};
    position_make(&after, m, &undo);
    if (only_guards_left(&after))
        behind.value = any_legal_move(&after) ? ENDGAME_DRAW : endgame_lost(0);
    else if (!endgame_probe(tables, cache, &after, &behind))
        return false;
    *value = undo.captured == EMPTY ? endgame_value_before(behind.value) : probe_value_before_capture(behind.value);
    return true;
}
