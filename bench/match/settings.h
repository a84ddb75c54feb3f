/* settings.h - what can be set of an engine, a schedule and a test: a row of a table each.
 *
 * By it a word KEY=VALUE of the command line is read, and a member of a JSON object both read and written. */
#pragma once

#include <stddef.h>

#include "bench/match/json.h"

typedef enum SettingType {
    SETTING_INT,
    SETTING_BOOL,  /* 0 or 1 on the command line, or one of two words */
    SETTING_COUNT, /* uint64_t */
    SETTING_TIME,  /* int64_t, microseconds; on the command line in units of so many */
    SETTING_REAL,
    SETTING_TEXT, /* char *, owned */
    SETTING_WORD, /* an enum: the position of the word in `words` */
} SettingType;

typedef struct Setting {
    const char *key, *member; /* on the command line, and in JSON; NULL: not there */
    SettingType type;
    size_t at;                /* where in the struct */
    double least, most;       /* of a number, as on the command line */
    double unit;              /* of a time */
    bool optional;            /* 0 in JSON: it is not set */
    const char *const *words; /* ends with NULL */
    const char *is;           /* what it is: "a number of seconds" */
} Setting;

typedef struct Settings { /* a table */
    const Setting *rows;
    int count;
} Settings;

extern const Settings engine_settings, limit_settings, schedule_settings, sprt_settings;

typedef enum SettingRead { SETTING_SET, SETTING_UNKNOWN, SETTING_WRONG, SETTING_NO_MEMORY } SettingRead;

/* Reads KEY=VALUE into the struct. *row is what it was about, unless unknown. */
SettingRead setting_read(Settings table, const char *word, void *into, const Setting **row);

/* Every member there is in the table; others are left to the caller. NULL: no memory. */
json_t *settings_to_json(Settings table, const void *from);

/* All of them, from an object. NULL, or the name of the first that is missing or cannot be so. */
const char *settings_from_json(Settings table, const json_t *object, void *into);
