#include "engine/notation.h"

#include <ctype.h>
#include <string.h>

char *move_to_iccs(Move m, char *out)
{
    Square from = move_from(m), to = move_to(m);
    out[0] = (char)('a' + square_file(from));
    out[1] = (char)('0' + square_rank(from));
    out[2] = (char)('a' + square_file(to));
    out[3] = (char)('0' + square_rank(to));
    out[4] = '\0';
    return out;
}

static bool read_square(const char *text, Square *s)
{
    int file = tolower((unsigned char)text[0]) - 'a';
    if (file < 0 || file >= FILES || !isdigit((unsigned char)text[1]))
        return false;
    *s = square_make(file, text[1] - '0');
    return true;
}

bool square_from_text(const char *text, Square *s) { return read_square(text, s) && text[2] == '\0'; }

bool move_from_iccs(const char *text, Move *m)
{
    Square from, to;
    if (!read_square(text, &from))
        return false;
    text += 2;
    if (*text == '-' || *text == ' ')
        text++;
    if (!read_square(text, &to) || text[2 + strspn(text + 2, " \t\r\n")] != '\0')
        return false;
    *m = move_make(from, to);
    return true;
}
