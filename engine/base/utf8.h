/* utf8.h - where a character of UTF-8 ends, as RFC 3629 has it. */
#ifndef HANXIN_ENGINE_BASE_UTF8_H
#define HANXIN_ENGINE_BASE_UTF8_H

#include <stddef.h>

/* Bytes of the character at p, which is before `end`; 0 if none is there: a stray byte, one torn by `end`, a longer form than needed, a
 * surrogate, or beyond U+10FFFF. */
size_t utf8_length(const char *p, const char *end);

#endif
