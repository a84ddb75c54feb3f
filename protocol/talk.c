#include "protocol/talk.h"

#include <string.h>
#include <strings.h>

void talk_announce(const Talk *talk)
{
    const Dialect *dialect = talk->dialect;
    for (const char *const *line = dialect->identity; *line; line++)
        output_line(talk->out, *line);
    for (const OptionSpec *spec = option_specs; spec < option_specs + option_count; spec++) {
        char line[LINE_MOST];
        Text text = text_over(line, sizeof line);
        if (!(spec->announced & dialect->announced))
            continue;
        dialect_option(dialect, &text, spec);
        output_line(talk->out, line);
    }
    for (int i = 0; i < search_param_count(); i++) { /* of tuning builds; there are none in others */
        const SearchParam *param = search_param(i);
        output_linef(talk->out, "option%s %s type spin min %d max %d default %d", dialect->short_names ? "" : " name", param->name,
                     param->least, param->most, param->start);
    }
    output_line(talk->out, dialect->handshake_end);
}

/* Clients look for these anywhere in the raw text (UCCI.md, 68). */
static void mask_reply_words(char *text)
{
    static const char *const words[] = {"draw", "resign", "bestmove", "cp"};
    for (int i = 0; i < 4; i++) {
        size_t length = strlen(words[i]);
        for (char *at = text; *at; at++)
            if (strncasecmp(at, words[i], length) == 0)
                at[1] = '_';
    }
}

void talk_message(const Talk *talk, const char *format, ...)
{
    char message[LINE_MOST], line[LINE_MOST];
    Text words = text_over(message, sizeof message), text = text_over(line, sizeof line);
    va_list values;
    va_start(values, format);
    text_vaddf(&words, format, values);
    va_end(values);
    mask_reply_words(message);
    text_addf(&text, "%s ", talk->dialect->message);
    text_add_clean(&text, message);
    output_line(talk->out, line);
}

void talk_bestmove(const Talk *talk, Move best, Move ponder, Suffix suffix)
{
    char line[LINE_MOST];
    Text text = text_over(line, sizeof line);
    talk->dialect->bestmove(&text, best, ponder, suffix);
    output_line(talk->out, line);
}

void talk_static_score(const Talk *talk, Score score)
{
    char line[LINE_MOST];
    Text text = text_over(line, sizeof line);
    text_add(&text, "info depth 0");
    talk->dialect->score(&text, score);
    output_line(talk->out, line);
}
