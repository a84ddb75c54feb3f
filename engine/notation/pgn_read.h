/* SPDX-License-Identifier: GPL-3.0-only */
/* pgn_read.h - the parts of the PGN reader, for its own files only:
 *
 *   pgn_read.c        the games of a source, one after the other, each with the convention that fits its moves
 *   pgn_read_game.c   one game: the order of its parts, and its end
 *   pgn_read_tags.c   tags, header fields, and other text before the moves
 *   pgn_read_moves.c  moves with comments and variations, and the result
 *   pgn_read_prose.c  remarks around the moves
 *   pgn_read_scan.c   words and lines of the text, and faults
 *
 * All pointers into the text point at or after `source->at`, the start of the current game. */
#pragma once

#include <string.h>

#include "engine/base/words.h"
#include "engine/notation/heads.h"
#include "engine/notation/pgn.h"
#include "engine/notation/tree_builder.h"

/* Part of a game that is being read. */
typedef enum PgnPart {
    PART_HEAD,   /* tags and header fields */
    PART_MOVES,  /* moves */
    PART_BRACES, /* moves of a WXF file, up to `}END` */
} PgnPart;

/* Meaning of the words of a line. */
typedef enum LineState {
    LINE_PLAYED, /* they are moves */
    LINE_REMARK, /* the rest of a variation cannot be played and is a comment */
    LINE_LOST,   /* the rest of the main line cannot be played and is skipped */
    LINE_TORN,   /* the same, because a comment or variation has no end */
} LineState;

typedef struct OpenLine { /* the main line of the game, or a variation that is not yet closed */
    LineState state;
    Text comment;      /* comment on the last move; moved to it when the next move begins */
    const char *open;  /* opening parenthesis */
    const char *begin; /* start of a variation's text before its first move; NULL if there is no such text */
} OpenLine;

typedef struct PgnReader {
    GameSource *source; /* `at` is the start of the game */
    const char *at, *end;
    GameTree *game;
    TreeBuilder tree; /* builds the game's moves; holds the position before the next one */
    PgnPart part;
    bool headed;                      /* true after header fields: words between them and the moves are skipped */
    const char *passed;               /* end of a paragraph of the head that is not a remark; NULL: none yet */
    bool ruled;                       /* true if a line of dashes or other signs follows the last move */
    const char *first;                /* first word or move number after the tags; NULL: none yet */
    const Convention *convention;     /* for texts of moves that the game as a whole must decide */
    int doubts;                       /* DOUBT_RANKS ... */
    int foreign_words, foreign_moves; /* in a text without tags whose first word is not a move: number of words, and of
                                         those that look like moves; otherwise 0 */
    const char *fault_at;             /* position of the first fault; NULL if there is no fault so far */
    Text why;                         /* description of the fault, in the reader's language */
    OpenLine *level;                  /* innermost open line */
    OpenLine levels[1 + TREE_DEEPEST];
} PgnReader;

/* ---- pgn_read_scan.c ---- */

#define LINE_ENDS "\r\n"

/* Returns true if the character is in the set. A zero byte is never in the set. */
static inline bool in_set(char c, const char *set) { return c != '\0' && strchr(set, c) != NULL; }
static inline const char *skip(const char *p, const char *set) { return p + strspn(p, set); }

/* Returns the address of the first character of the set at or after p, or the end. Zero bytes do not
 * stop the scan. */
static inline const char *skip_until(const char *p, const char *end, const char *set)
{
    while (p < end && !in_set(*p, set))
        p++;
    return p;
}

typedef struct ScanTag {
    const char *name, *name_end;
    const char *value; /* after the opening quote; NULL if the bracket does not begin a tag */
} ScanTag;

/* Returns the parts of the tag that begins with the bracket at p. */
ScanTag scan_tag(const char *p, const char *end);

/* Returns true if a game begins at p, even if an element of the previous game was left open: the text
 * at p is a tag at the beginning of a line, or a game as embedded in web sites. */
bool scan_begins_game(const GameSource *source, const char *p);

/* Does the same where a bracket may be ordinary text, as in a comment: the tag must also follow an
 * empty line. */
bool scan_begins_game_here(const GameSource *source, const char *p);

/* Returns true if only blanks precede p in its line. */
bool scan_begins_line(const GameSource *source, const char *p);

/* Returns true if the moves of a game without tags may begin at p: with the move number 1 at the
 * beginning of a line. */
bool scan_begins_moves(const GameSource *source, const char *p);

typedef struct ScanWord {
    const char *end;
    char text[64]; /* a copy, perhaps truncated */
} ScanWord;

/* Returns the word at p, of at least one byte. A move number is a separate word even if the move follows
 * without a blank. */
ScanWord scan_word(const char *p);

/* Returns the text after blanks, zero bytes and byte-order marks. */
const char *scan_blanks(const char *p, const char *end);

/* Returns true if [from, to) has a zero byte or the end of a tag, which words outside a game do not have. */
bool scan_has_damage(const char *from, const char *to);

bool scan_is_number(const char *word);

/* Returns true if a word is a result or begins like a move. */
bool scan_looks_played(const char *word);

/* Returns true for a line of dashes or other signs. Returns false for `--`, which some programs write
 * in variations in place of a move. */
bool scan_is_ruler(const char *from, const char *to);

/* Removes the marks from the end of a word, or the whole word if it is like `$6`. Returns the number of
 * the judgement (NAG) among the marks, such as `?!` or `！`, or 0. */
int scan_take_marks(char *word);

/* Returns the text that receives the description of a fault at `place`, or NULL if an earlier fault was
 * found. */
Text *pgn_fault(PgnReader *r, const char *place);

/* Marks the remaining moves of the line as lost and reports the fault. */
void pgn_lose(PgnReader *r, const char *english);

/* Does so because an allocation has failed. */
void pgn_lack_memory(PgnReader *r);

/* Adds [from, to), with blanks in place of zero bytes. Each part between zero bytes is added in one
 * piece, so that a text that exceeds its array is truncated at a character boundary. */
void pgn_add_text(Text *text, const char *from, const char *to);

/* A quotation from the text, perhaps truncated, safe for a terminal. */
typedef struct PgnQuote {
    char text[64];
} PgnQuote;

PgnQuote pgn_quote(const char *from, const char *to);

/* Appends the text to the comment on the current move. If the main line is lost, counts it as lost. */
void pgn_add_comment(PgnReader *r, const char *from, const char *to);

/* ---- pgn_read_prose.c ---- */

/* Reads the paragraph at r->at as a comment if it is a remark about the game: it has sentences, or is
 * labelled, as in `评注：...`, or follows the result (`adjacent`). Returns false if it is not. After the
 * moves, text that runs on to the next game is not a remark. */
bool pgn_read_remark(PgnReader *r, bool adjacent);

/* Adds the paragraphs from source->at to `to` that have sentences. */
void pgn_add_remarks(const GameSource *source, const char *to, Text *out);

/* ---- pgn_read_tags.c ---- */

/* Returns true if the tag at r->at belongs to the next game, although the current game has no moves
 * yet: the tag is a second, different FEN, or it follows an empty line and has the name of the first
 * tag. */
bool pgn_begins_next_tags(const PgnReader *r);

/* Reports a fault if a game gives its start position although the source prescribes one. */
void pgn_refuse_start(PgnReader *r);

/* Ends the head of the game and sets the start position. `part` is that of the moves. */
void pgn_begin_moves(PgnReader *r, PgnPart part);

/* Returns true if a header field of copied text begins at r->at. */
bool pgn_begins_head(const PgnReader *r, TextHead *head);

/* Reads one element of the head. If the moves begin here, calls pgn_begin_moves() and returns false. */
bool pgn_read_head(PgnReader *r);

/* Returns true if a header field at r->at belongs to the next game: it follows moves or words, or has
 * the same name as the first field of the current game. */
bool pgn_begins_next_heads(const PgnReader *r);

/* ---- pgn_read_moves.c ---- */

/* Stores the comment with the move that it belongs to. */
void pgn_close_comment(PgnReader *r);

/* Closes the innermost variation, if one is open. */
void pgn_close_variation(PgnReader *r);

/* Returns true if the move number 1 at the beginning of a line starts the next game. This is assumed in
 * texts of games without results if the main line already has two or more moves. */
bool pgn_begins_next_moves(const PgnReader *r);

/* Reads one element after the head. Returns true if the element ends the game. */
bool pgn_read_element(PgnReader *r);

/* Reads comments and remarks after the end of a game, which belong to its last move. */
void pgn_read_afterword(PgnReader *r);

/* Reads the header field at r->at, which follows the moves, if it contains the result of the game. */
void pgn_read_late_result(PgnReader *r);

/* ---- pgn_read_game.c ---- */

/* Result of reading a game with one convention. */
typedef struct PgnReading {
    Convention convention;
    int doubts;   /* set of doubts that the convention decides in this game: DOUBT_RANKS ... */
    bool foreign; /* true if the text does not belong to a game */
    bool lost;    /* true if a move of the main line cannot be played */
} PgnReading;

/* Reads the next text, which may be a game, with the convention of `reading`, and sets the other fields
 * of `reading`. */
bool pgn_read_game(GameSource *source, GameTree *game, Language language, PgnReading *reading);
