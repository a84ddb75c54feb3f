/* SPDX-License-Identifier: GPL-3.0-only */
/* verdict.h - the referee's judgement as readable text, in the languages of language.h. */
#pragma once

#include "engine/base/language.h"
#include "engine/base/text.h"
#include "engine/rules/judge.h"

/* Adds one line without a line end, such as "Red loses by perpetual check.", for a game record or a
 * status line. */
void verdict_summary(const Judgement *j, Language language, Text *out);

/* Adds several complete lines: the summary and, for a repetition, what each side did on its moves. The
 * judged game, which may have continued since, provides the positions that are needed to write its
 * moves in Chinese. */
void verdict_reason(const Judgement *j, const Game *game, Language language, Text *out);
