/* SPDX-License-Identifier: GPL-3.0-only */
/* Output files: complete or absent; never over an input, and never over another writer's file. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/outfile.h"
#include "tests/support/support.h"

static char error[400];

/* A Text for the next reason. */
static Text *why(void)
{
    static Text text;
    text = text_over(error, sizeof error);
    return &text;
}

/* Returns a path in the scratch folder, in one of a few static buffers. */
static const char *path_of(const char *name)
{
    static char paths[32][512];
    static int next;
    char *path = paths[next++ % 32];
    snprintf(path, sizeof paths[0], "%s/%s", scratch_folder(), name);
    return path;
}

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    ck_assert(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

static const char *text_of(const char *path)
{
    static char text[200];
    FILE *file = fopen(path, "r");
    if (!file)
        return "(none)";
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

START_TEST(output_appears_at_commit)
{
    OutFile f;
    const char *path = path_of("a");
    ck_assert_msg(outfile_open(&f, path, OUT_KEEP, why()), "%s", error);
    fputs("new", f.stream);
    fflush(f.stream);
    ck_assert_str_eq(text_of(path), "(none)");
    ck_assert_msg(outfile_commit(&f, why()), "%s", error);
    ck_assert_str_eq(text_of(path), "new");
    ck_assert(access(path_of("a.hanxin-tmp"), F_OK) != 0);

    ck_assert(!outfile_open(&f, path, OUT_KEEP, why()) && strstr(error, "already exists"));
    ck_assert(outfile_open(&f, path, OUT_REPLACE, why()));
    fputs("newer", f.stream);
    outfile_abandon(&f);
    ck_assert_str_eq(text_of(path), "new");
    ck_assert(outfile_open(&f, path, OUT_REPLACE, why()));
    fputs("newer", f.stream);
    ck_assert(outfile_commit(&f, why()));
    ck_assert_str_eq(text_of(path), "newer");
    unlink(path);
}
END_TEST

START_TEST(texts_are_written_whole_or_not_at_all)
{
    const char *path = path_of("text");
    char room[4];
    Text text = TEXT_INIT, cut = text_over(room, sizeof room);
    text_add_bytes(&text, "a\0b", 3);
    ck_assert(outfile_write_text(path, OUT_KEEP, &text, why()));
    struct stat info;
    ck_assert(stat(path, &info) == 0 && info.st_size == 3);
    ck_assert(!outfile_write_text(path, OUT_KEEP, &text, why()) && strstr(error, "already exists"));
    ck_assert(!text_add(&cut, "longer") && cut.failed);
    ck_assert(!outfile_write_text(path, OUT_REPLACE, &cut, why()) && strstr(error, "out of memory"));
    ck_assert_str_eq(text_of(path), "a");
    ck_assert(access(path_of("text.hanxin-tmp"), F_OK) != 0);
    if (stat("/dev/full", &info) == 0 && S_ISCHR(info.st_mode))
        ck_assert(!outfile_write_text("/dev/full", OUT_REPLACE, &text, why()) && strstr(error, "No space"));
    text_free(&text);
    unlink(path);
}
END_TEST

START_TEST(files_that_appear_meanwhile_are_kept)
{
    OutFile f;
    const char *path = path_of("b");
    ck_assert(outfile_open(&f, path, OUT_KEEP, why()));
    fputs("mine", f.stream);
    put(path, "theirs");
    ck_assert(!outfile_commit(&f, why()) && strstr(error, "already exists"));
    ck_assert_str_eq(text_of(path), "theirs");
    ck_assert(access(path_of("b.hanxin-tmp"), F_OK) != 0);
    unlink(path);
}
END_TEST

START_TEST(a_second_writer_is_rejected)
{
    OutFile f, g;
    const char *path = path_of("c");
    ck_assert(outfile_open(&f, path, OUT_REPLACE, why()));
    ck_assert(!outfile_open(&g, path, OUT_REPLACE, why()) && strstr(error, "another program"));
    outfile_abandon(&g);
    fputs("first", f.stream);
    ck_assert(outfile_commit(&f, why()));
    ck_assert(outfile_open(&g, path, OUT_REPLACE, why()));
    outfile_abandon(&g);
    ck_assert_str_eq(text_of(path), "first");

    put(path_of("c.hanxin-tmp"), "what a killed run left");
    ck_assert(outfile_open(&g, path, OUT_REPLACE, why()));
    fputs("x", g.stream);
    ck_assert(outfile_commit(&g, why()));
    ck_assert_str_eq(text_of(path), "x");
    unlink(path);
}
END_TEST

START_TEST(standard_output_cannot_be_an_output_file)
{
    const char *path = path_of("printed");
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
        fflush(NULL);
        int kept = dup(fd);
        FILE *printed = fopen(path, "w");
        ck_assert(kept >= 0 && printed && dup2(fileno(printed), fd) >= 0);
        bool refused = !outfile_test(path, OUT_KEEP, why()) && strstr(error, "of this program is written there") &&
                       !outfile_test(path, OUT_REPLACE, why());
        ck_assert(dup2(kept, fd) >= 0);
        ck_assert_msg(refused, "%s", error);
        fclose(printed);
        close(kept);
    }
    ck_assert(outfile_test(path, OUT_KEEP, why()));
    unlink(path);
}
END_TEST

/* Around the sizes at which the buffer grows; with zero bytes, and not a byte beyond the limit. */
START_TEST(whole_files_are_read)
{
    static const size_t sizes[] = {0, 1, (1 << 16) - 2, (1 << 16) - 1, 1 << 16, 200000};
    const char *path = path_of("whole");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        FILE *file = fopen(path, "wb");
        for (size_t n = 0; n < sizes[i]; n++)
            fputc((int)(n % 251), file);
        ck_assert_int_eq(fclose(file), 0);
        size_t size = 7, n = 0;
        char *text = file_text(path, sizes[i], &size, why());
        ck_assert_msg(text && size == sizes[i] && text[size] == '\0', "%zu bytes", sizes[i]);
        while (n < size && (unsigned char)text[n] == n % 251)
            n++;
        ck_assert_uint_eq(n, size);
        free(text);
        ck_assert(sizes[i] == 0 ||
                  (!file_text(path, sizes[i] - 1, &size, why()) && errno == EFBIG && strstr(error, "file too large: more than ")));
    }
}
END_TEST

/* Errors elsewhere since then do not matter. */
START_TEST(earlier_write_errors_are_reported)
{
    const char *path = path_of("failed");
    put(path, "");
    FILE *file = fopen(path, "r");
    ck_assert(file && fputs("x", file) < 0);
    errno = ENOTTY;
    ck_assert(!file_keep(file, path, why()) && strstr(error, "not all data could be written"));
    fclose(file);
    unlink(path);
}
END_TEST

START_TEST(locks_end_with_their_file)
{
    const char *path = path_of("locked");
    FILE *a = fopen(path, "a"), *b = fopen(path, "a");
    ck_assert(a && b && file_lock(a) && !file_lock(b) && errno == EWOULDBLOCK);
    fclose(a);
    ck_assert(file_lock(b));
    fclose(b);
    unlink(path);
}
END_TEST

#ifndef _WIN32 /* links and pipes as files */

/* A kill between link() and unlink() leaves the finished file under both names: the next writer must
 * not truncate the file. */
START_TEST(finished_file_with_two_names_is_kept)
{
    OutFile f;
    const char *path = path_of("two"), *temporary = path_of("two.hanxin-tmp");
    put(path, "finished");
    ck_assert_int_eq(link(path, temporary), 0);
    ck_assert_msg(outfile_open(&f, path, OUT_REPLACE, why()), "%s", error);
    ck_assert_str_eq(text_of(path), "finished");
    outfile_abandon(&f);
    ck_assert_str_eq(text_of(path), "finished");
    ck_assert(access(temporary, F_OK) != 0);
}
END_TEST

START_TEST(links_modes_and_special_files)
{
    OutFile f;
    const char *path = path_of("real"), *link_path = path_of("link"), *fifo = path_of("fifo"), *dangling = path_of("dangling");
    struct stat info;
    put(path, "old");
    ck_assert(chmod(path, 0640) == 0 && symlink(path, link_path) == 0 && mkfifo(fifo, 0666) == 0 &&
              symlink("/nonexistent/x", dangling) == 0);
    ck_assert(outfile_open(&f, link_path, OUT_REPLACE, why()));
    fputs("new", f.stream);
    ck_assert(outfile_commit(&f, why()));
    ck_assert_str_eq(text_of(path), "new");
    ck_assert(lstat(link_path, &info) == 0 && S_ISLNK(info.st_mode));
    ck_assert(stat(path, &info) == 0 && (info.st_mode & 0777) == 0640);

    ck_assert(!outfile_test(fifo, OUT_REPLACE, why()) && strstr(error, "not a regular file"));
    ck_assert(!outfile_test(dangling, OUT_REPLACE, why()) && strstr(error, "dangling link"));
    ck_assert(!outfile_test(scratch_folder(), OUT_REPLACE, why()) && strstr(error, "folder"));
    ck_assert(!outfile_test(path_of("no/such/folder"), OUT_REPLACE, why()) && strstr(error, "No such"));
    ck_assert(!outfile_test("", OUT_REPLACE, why()));
    ck_assert(outfile_test(path_of("fresh"), OUT_KEEP, why()) && access(path_of("fresh"), F_OK) != 0);
    ck_assert(!file_read(fifo, why()) && strstr(error, "not a regular file"));
    ck_assert(!file_read(scratch_folder(), why()) && strstr(error, "folder"));
    ck_assert(!file_read(path_of("absent"), why()) && strstr(error, "No such"));

    ck_assert(outfile_open(&f, "/dev/null", OUT_REPLACE, why()));
    fputs("x", f.stream);
    ck_assert(outfile_commit(&f, why()));
    ck_assert(stat("/dev/null", &info) == 0 && S_ISCHR(info.st_mode));
    if (stat("/dev/full", &info) == 0 && S_ISCHR(info.st_mode)) { /* otherwise it would become a file */
        ck_assert(outfile_open(&f, "/dev/full", OUT_REPLACE, why()));
        fputs("x", f.stream);
        ck_assert(!outfile_commit(&f, why()) && strstr(error, "No space"));
    } else {
        skipped("full output: there is no device /dev/full");
    }
    unlink(path), unlink(link_path), unlink(fifo), unlink(dangling);
}
END_TEST

START_TEST(one_file_under_two_names)
{
    const char *a = path_of("in"), *l = path_of("hard"), *s = path_of("soft");
    char dotted[600];
    put(a, "x");
    ck_assert(link(a, l) == 0 && symlink(a, s) == 0);
    snprintf(dotted, sizeof dotted, "%s/./in", scratch_folder());
    ck_assert(file_same(a, l) && file_same(a, s) && file_same(a, dotted) && !file_same(a, path_of("other")));
    snprintf(dotted, sizeof dotted, "%s/./absent", scratch_folder());
    ck_assert(file_same(path_of("absent"), dotted) && !file_same(path_of("absent"), path_of("absent2")));

    NamedFile outputs[] = {{"--out", path_of("o")}, {"--curve", NULL}, {"--html", s}}, inputs[] = {{"games", a}};
    ck_assert(!files_distinct(outputs, 3, inputs, 1, why()) && strstr(error, "--html") && strstr(error, "games"));
    outputs[2].path = path_of("o");
    ck_assert(!files_distinct(outputs, 3, inputs, 1, why()) && strstr(error, "--html") && strstr(error, "--out"));
    outputs[2].path = path_of("p");
    ck_assert(files_distinct(outputs, 3, inputs, 1, why()));
    unlink(a), unlink(l), unlink(s);
}
END_TEST

/* A file left by a kill is worth reading, but not while its output is being written. */
START_TEST(unfinished_output_is_not_read)
{
    const char *left = path_of("o.hanxin-tmp"), *s = path_of("soft");
    put(left, "x");
    ck_assert_int_eq(symlink("o", s), 0);
    NamedFile outputs[] = {{"--out", path_of("o")}, {"--curve", left}}, inputs[] = {{"games", left}};
    ck_assert(!files_distinct(outputs, 1, inputs, 1, why()) && strstr(error, "o.hanxin-tmp: this is the temporary name of --out"));
    ck_assert(!files_distinct(outputs, 2, NULL, 0, why()) && strstr(error, "o.hanxin-tmp: this is the temporary name of --out"));
    NamedFile turned[] = {outputs[1], outputs[0]};
    ck_assert(!files_distinct(turned, 2, NULL, 0, why()) && strstr(error, "o.hanxin-tmp: this is the temporary name of --out"));
    put(path_of("o"), "");
    outputs[0].path = s; /* the file is written next to the link's target */
    ck_assert(!files_distinct(outputs, 1, inputs, 1, why()));
    outputs[0].path = path_of("p");
    ck_assert(files_distinct(outputs, 2, inputs, 0, why()) && files_distinct(outputs, 1, inputs, 1, why()));
    unlink(left), unlink(s), unlink(path_of("o"));
}
END_TEST

#endif

Suite *outfile_suite(void)
{
    Suite *s = suite_create("outfile");
    TCase *tc = tcase_create("outfile");
    tcase_add_test(tc, output_appears_at_commit);
    tcase_add_test(tc, texts_are_written_whole_or_not_at_all);
    tcase_add_test(tc, files_that_appear_meanwhile_are_kept);
    tcase_add_test(tc, a_second_writer_is_rejected);
    tcase_add_test(tc, standard_output_cannot_be_an_output_file);
    tcase_add_test(tc, whole_files_are_read);
    tcase_add_test(tc, earlier_write_errors_are_reported);
    tcase_add_test(tc, locks_end_with_their_file);
#ifndef _WIN32
    tcase_add_test(tc, finished_file_with_two_names_is_kept);
    tcase_add_test(tc, links_modes_and_special_files);
    tcase_add_test(tc, one_file_under_two_names);
    tcase_add_test(tc, unfinished_output_is_not_read);
#endif
    suite_add_tcase(s, tc);
    return s;
}
