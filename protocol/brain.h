/* brain.h - what thinks: the searcher, the opening books, and the options that shape them.
 *
 * The searcher is made when it is first needed, because the handshake must be quick; until then an
 * option is just remembered. Everything here is for the session's thread, while nothing is searched. */
#ifndef HANXIN_PROTOCOL_BRAIN_H
#define HANXIN_PROTOCOL_BRAIN_H

#include "engine/base/rng.h"
#include "eval/nnue/network.h"
#include "protocol/library.h"
#include "protocol/options.h"
#include "search/search.h"

typedef struct Brain {
    Options options;
    Searcher *searcher; /* owned; NULL until brain_wake() */
    Network *net;       /* owned; NULL until brain_wake() or evalfile, or if there is none */
    Library library;
    Rng rng;                                    /* for book choices and the search's noise */
    void (*tell)(void *self, const char *text); /* one line for the user */
    void *self;
} Brain;

/* False when memory is short. */
bool brain_init(Brain *brain, void (*tell)(void *self, const char *text), void *self);
void brain_clear(Brain *brain);

/* Sees to it that there is a searcher, smaller than asked for if need be. False if there is none. */
bool brain_wake(Brain *brain);

/* Lets a changed option take effect. */
void brain_apply(Brain *brain, OptionId changed);

/* Forgets what was learned from the games so far. */
void brain_new_game(Brain *brain);

#endif
