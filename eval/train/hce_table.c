#include "eval/train/hce_table.h"

#include <stdlib.h>
#include <string.h>

bool hce_table_read(HceTable *table, const char *path, char *error)
{
    enum { MOST = 1 << 20 };
    static const char marker[] = "hce_weights[TERMS]", end[] = "\n};\n";
    size_t length;
    *table = (HceTable){.text = file_text(path, MOST, &length, FILE_WORDS(error))};
    if (!table->text)
        return false;
    char *begin = strstr(table->text, marker), *line = begin ? strchr(begin, '\n') : NULL;
    table->behind = line ? strstr(line + 1, end) : NULL;
    if (!table->behind || strlen(table->text) != length)
        return file_fail(error, path, "this is no copy of eval/hce/hce_params.h: the table hce_weights[TERMS] is not in it");
    table->behind++;
    line[1] = '\0';
    return true;
}

void hce_table_free(HceTable *table)
{
    free(table->text);
    *table = (HceTable){0};
}

static void write_group(FILE *out, const char *name, const char *meaning, const HceWeight *weights, int count, int to_a_line)
{
    fprintf(out, "    /* %s */\n    [%s] =", meaning, name);
    for (int i = 0; i < count; i++)
        fprintf(out, "%s {%d, %d},", i && i % to_a_line == 0 ? "\n       " : "", weights[i].middle, weights[i].end);
    fputc('\n', out);
}

bool hce_table_write(const HceTable *table, const HceWeight weights[TERMS], const char *path, char *error)
{
    OutFile out;
    if (!outfile_open(&out, path, OUT_REPLACE, FILE_WORDS(error)))
        return false;
    fputs(table->text, out.stream);
#define X(name, count, to_a_line, meaning) write_group(out.stream, "TERM_" #name, meaning, weights + TERM_##name, count, to_a_line);
    HCE_TERMS(X)
#undef X
    fputs(table->behind, out.stream);
    return outfile_commit(&out, FILE_WORDS(error));
}
