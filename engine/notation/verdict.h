/* verdict.h - the referee's judgement as text for people, in English and Chinese. */
#ifndef HANXIN_ENGINE_NOTATION_VERDICT_H
#define HANXIN_ENGINE_NOTATION_VERDICT_H

#include <stddef.h>

#include "engine/rules/judge.h"
#include "engine/base/language.h"

enum { VERDICT_SIZE = 32768 };

/* One line, such as "Red loses by perpetual check." for a game record or a status line. Writes the
 * terminated text into out[size], cut if it does not fit; returns its length. */
int verdict_summary(const Judgement *j, Language language, char *out, size_t size);

/* Several lines, each ended by a newline: the summary, then for a repetition what each side did on which
 * moves. Same contract. */
int verdict_reason(const Judgement *j, Language language, char *out, size_t size);

#endif
