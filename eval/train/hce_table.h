/* hce_table.h - a copy of eval/hce/hce_params.h whose table of weights is replaced, and nothing else in it. */
#pragma once

#include "engine/base/outfile.h"
#include "eval/hce/hce_params.h"

typedef struct HceTable {
    char *text, *behind; /* text owned; ends where the table begins */
} HceTable;

/* False with the reason if the file cannot be read or holds no such table. */
bool hce_table_read(HceTable *table, const char *path, char *error) __attribute__((warn_unused_result));
void hce_table_free(HceTable *table);

/* The file again, with these weights. False with the reason. */
bool hce_table_write(const HceTable *table, const HceWeight weights[TERMS], const char *path, char *error)
    __attribute__((warn_unused_result));
