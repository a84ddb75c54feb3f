/* SPDX-License-Identifier: GPL-3.0-only */
/* gen_encodings.c - build-time program that prints the tables of encoding_tables.h to standard output, as iconv knows them. */
#include <iconv.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/encoding_tables.h"

static uint32_t gb18030[CODE_PAIRS], big5[CODE_PAIRS];

/* Returns the code point of a code, 0 if it has none, a letter with its mark as in the tables. `from` may be invalid. */
static uint32_t code_point(iconv_t from, const unsigned char *code, size_t length)
{
    unsigned char wide[16] = {0};
    char *in = (char *)code, *out = (char *)wide;
    size_t room = sizeof wide;
    if (from == (iconv_t)-1)
        return 0;
    iconv(from, NULL, NULL, NULL, NULL);
    if (iconv(from, &in, &length, &out, &room) == (size_t)-1 || iconv(from, NULL, NULL, &out, &room) == (size_t)-1)
        return 0;
    const uint32_t first = wide[0] | (uint32_t)wide[1] << 8 | (uint32_t)wide[2] << 16, second = wide[4] | (uint32_t)wide[5] << 8;
    return first == 0xFFFD ? 0 : first + COMBINED * second;
}

static void read_pairs(iconv_t from, uint32_t points[CODE_PAIRS])
{
    for (int i = 0; i < CODE_PAIRS; i++) {
        const unsigned char code[] = {(unsigned char)(PAIR_LEAD + i / PAIR_TRAILS), (unsigned char)(PAIR_TRAIL + i % PAIR_TRAILS)};
        points[i] = code_point(from, code, sizeof code);
    }
}

static int by_point(const void *a, const void *b)
{
    const uint16_t x = *(const uint16_t *)a, y = *(const uint16_t *)b;
    return gb18030[x] != gb18030[y] ? (gb18030[x] > gb18030[y]) - (gb18030[x] < gb18030[y]) : x - y;
}

/* Of several codes for a character only the first is written. */
static void print_places(void)
{
    static uint16_t places[CODE_PAIRS];
    int n = 0, kept = 0;
    for (int i = 0; i < CODE_PAIRS; i++)
        if (gb18030[i])
            places[n++] = (uint16_t)i;
    qsort(places, (size_t)n, sizeof places[0], by_point);
    printf("const uint16_t gb18030_places[] = {");
    for (int i = 0; i < n; i++)
        if (i == 0 || gb18030[places[i]] != gb18030[places[i - 1]])
            printf("%d,%s", places[i], ++kept % 16 ? "" : "\n");
    printf("0};\nconst int gb18030_place_count = %d;\n", kept);
}

static void print_ranges(iconv_t from)
{
    int ranges = 0;
    uint32_t next = 1; /* no character, so that the first code begins a range */
    printf("const QuadRange gb18030_ranges[] = {");
    for (int i = 0; i < QUADS; i++) {
        const unsigned char code[] = {(unsigned char)(0x81 + i / 12600), (unsigned char)('0' + i / 1260 % 10),
                                      (unsigned char)(0x81 + i / 10 % 126), (unsigned char)('0' + i % 10)};
        const uint32_t point = code_point(from, code, sizeof code);
        if (point != next && (point > 0 || next > 0))
            printf("{%d,%u},%s", i, (unsigned)point, ++ranges % 8 ? "" : "\n");
        next = point ? point + 1 : 0;
    }
    printf("{%d,0}};\n", QUADS);
}

static uint32_t far[FAR_MOST];
static int far_count;

/* Returns the item of code_points for a point. */
static unsigned short_point(uint32_t point)
{
    if (point < 0x10000)
        return (unsigned)point;
    if (far_count == FAR_MOST) {
        fputs("gen_encodings: too many points from 0x10000 on\n", stderr);
        exit(1);
    }
    far[far_count] = point;
    return FAR_FIRST + (unsigned)far_count++;
}

static void print_points(const uint32_t points[CODE_PAIRS])
{
    printf("{");
    for (int i = 0; i < CODE_PAIRS; i++)
        printf("%u,%s", short_point(points[i]), (i + 1) % 16 ? "" : "\n");
    printf("},\n");
}

int main(void)
{
    const iconv_t from_gb = iconv_open("UTF-32LE", "GB18030"), hkscs = iconv_open("UTF-32LE", "BIG5-HKSCS");
    const iconv_t from_big5 = hkscs == (iconv_t)-1 ? iconv_open("UTF-32LE", "BIG5") : hkscs;
    if (from_gb == (iconv_t)-1 || from_big5 == (iconv_t)-1)
        fputs("left out: files in GB 18030 and Big5, which this system's iconv lacks (Debian: libc-gconv-modules-extra, Fedora: "
              "glibc-gconv-extra; then make clean)\n",
              stderr);
    read_pairs(from_gb, gb18030);
    read_pairs(from_big5, big5);
    puts("#include \"engine/base/encoding_tables.h\"");
    printf("const uint16_t code_points[2][CODE_PAIRS] = {");
    print_points(gb18030);
    print_points(big5);
    printf("};\nconst uint32_t far_points[] = {");
    for (int i = 0; i < far_count; i++)
        printf("%u,", (unsigned)far[i]);
    puts("0};");
    print_places();
    print_ranges(from_gb);
    return fflush(stdout) != 0 || ferror(stdout);
}
