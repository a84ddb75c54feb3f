/* file.h - files as people name them: told apart by what they are, not by how they are spelt, and never waited for.
 *
 * Paths are UTF-8 on every system (see file_open() in platform.h). */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "engine/base/language.h"
#include "engine/base/platform.h"

enum { FILE_ERROR_SIZE = 400 };

typedef enum FileWhy {
    FILE_FINE,
    FILE_SYSTEM, /* `number`, an errno, tells */
    FILE_FOLDER,
    FILE_NOT_REGULAR, /* a pipe or device, on which a read might wait for ever */
    FILE_DANGLING,
    FILE_EXISTS,
    FILE_BUSY, /* another process writes it */
    FILE_NAMELESS,
    FILE_UNREAD,
    FILE_UNWRITTEN,
    FILE_WHYS
} FileWhy;

/* Why something could not be done with a file. */
typedef struct FileFault {
    FileWhy why;
    int number;
    char *words; /* not NULL: the same goes there, [FILE_ERROR_SIZE], as "PATH: WHY" in English */
} FileFault;

/* A fault of which only the English words are wanted. */
#define FILE_WORDS(error) (&(FileFault){.words = (error)})

/* Notes what is wrong, and returns false. `number` 0 with FILE_SYSTEM: no memory. */
bool file_fault_set(FileFault *fault, const char *path, FileWhy why, int number);

/* One clause, without the path and without a full stop. */
const char *file_fault_text(const FileFault *fault, Language language);

/* Writes "PATH: WHAT" and returns false, so that a caller can `return file_fail(...)`. */
bool file_fail(char *error, const char *path, const char *what);

/* Opens a regular file to be read. NULL with the reason: not there, a folder, or a pipe or device, on which a read
 * might wait for ever. */
FILE *file_read(const char *path, FileFault *fault) __attribute__((warn_unused_result));

/* Opens a regular file to be added to, and read from its start before; it is made if it is not there. NULL with the
 * reason, as above. */
FILE *file_append(const char *path, FileFault *fault) __attribute__((warn_unused_result));

/* Opens the regular file that stands under the name now, in mode "r+b" or "a+b", and takes its lock. NULL with the reason:
 * FILE_BUSY if another process has it. */
FILE *file_claim(const char *path, const char *mode, FileFault *fault) __attribute__((warn_unused_result));

/* All that can still be read of a file, from malloc and with a terminator behind its *size bytes. NULL with the reason: it
 * cannot be read, memory is short, or there are more than `most` bytes. `path` is for the reason. */
char *file_rest(FILE *file, const char *path, size_t most, size_t *size, FileFault *fault) __attribute__((warn_unused_result));

/* The same for the whole of a file by its name, opened as file_read() does. */
char *file_text(const char *path, size_t most, size_t *size, FileFault *fault) __attribute__((warn_unused_result));

/* Something a program was told to read or write, with the option or word that named it, for messages. */
typedef struct NamedFile {
    const char *role, *path; /* path NULL: not given */
} NamedFile;

/* The name beside a file under which outfile.h writes until it is whole. To be freed; NULL: no memory. */
char *file_temporary(const char *path) __attribute__((warn_unused_result));

/* False with the reason if an output, or the file it is until it is whole, is an input, or two outputs are one file. */
bool files_distinct(const NamedFile *outputs, int output_count, const NamedFile *inputs, int input_count, char *error)
    __attribute__((warn_unused_result));

/* May the file be replaced by one of the kind that begins so? It begins so too, is empty, or is not there; a device takes
 * anything. Else false with the reason: it is no KIND. */
bool file_is_kind(const char *path, const char *beginning, const char *kind, char *error) __attribute__((warn_unused_result));

/* The last thing a main does with standard output: false with the reason if anything that was printed did not arrive. The
 * reason is empty if its reader has gone, as `head` does: that is nothing to tell. */
bool stdout_finish(char *error) __attribute__((warn_unused_result));
