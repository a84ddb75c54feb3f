/* textfile.h - whole files of text, in UTF-8 whatever they were written in. */
#ifndef HANXIN_PROTOCOL_TEXTFILE_H
#define HANXIN_PROTOCOL_TEXTFILE_H

#include <stddef.h>
#include <stdio.h>

/* Everything up to the end of the stream, terminated, to be freed. Text that is not UTF-8 is taken to be GB18030
 * (GBK, GB 2312), as Chinese programs write it, and converted where the system can. NULL when it cannot be read,
 * memory is short, or there are more than TEXT_MOST bytes. */
enum { TEXT_MOST = 256 << 20 };
char *text_read(FILE *file);

/* The same for a file; `-` is standard input. */
char *text_read_file(const char *path);

#endif
