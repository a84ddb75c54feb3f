/* SPDX-License-Identifier: GPL-3.0-only */
#include "tests/match/match_run.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/platform.h"

const char *scratch(const char *name)
{
    static char paths[8][600];
    static int next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", scratch_folder(), name);
    return path;
}

const char *fake(const char *name, const char *words, const char *settings)
{
    static char texts[8][900];
    static int next;
    char *text = texts[next++ % 8];
    snprintf(text, sizeof texts[0], "--engine 'cmd=%s %s' name=%s %s", built_program("tests/fake_engine"), words, name, settings);
    return text;
}

static char *command_line(const char *format, va_list arguments)
{
    static char line[8000];
    int n = snprintf(line, sizeof line, "exec %s ", built_program("hanxin-match"));
    vsnprintf(line + n, sizeof line - (size_t)n, format, arguments);
    return line;
}

Run shell(const char *line)
{
    Run run = {0};
    FILE *pipe = popen(line, "r");
    ck_assert_ptr_nonnull(pipe);
    size_t used = fread(run.text, 1, sizeof run.text - 1, pipe);
    run.text[used] = '\0';
    while (fgetc(pipe) != EOF)
        ;
    int status = pclose(pipe);
    run.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return run;
}

Run match(const char *format, ...)
{
    static char line[8200];
    va_list arguments;
    va_start(arguments, format);
    snprintf(line, sizeof line, "%s 2>&1", command_line(format, arguments));
    va_end(arguments);
    return shell(line);
}

pid_t start_match(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *line = command_line(format, arguments);
    va_end(arguments);
    const char *output = scratch("output.txt");
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (!freopen(output, "w", stdout) || dup2(STDOUT_FILENO, STDERR_FILENO) < 0)
            _exit(126);
        execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    ck_assert_int_gt(child, 0);
    return child;
}

char *read_text(const char *path)
{
    FILE *in = fopen(path, "rb");
    ck_assert_msg(in != NULL, "%s: %s", path, strerror(errno));
    ck_assert_int_eq(fseek(in, 0, SEEK_END), 0);
    long size = ftell(in);
    rewind(in);
    char *text = malloc((size_t)size + 1);
    ck_assert_ptr_nonnull(text);
    ck_assert_uint_eq(fread(text, 1, (size_t)size, in), (size_t)size);
    text[size] = '\0';
    fclose(in);
    return text;
}

void write_text(const char *path, const char *text, size_t length)
{
    FILE *out = fopen(path, "wb");
    ck_assert_ptr_nonnull(out);
    ck_assert_uint_eq(fwrite(text, 1, length, out), length);
    fclose(out);
}

json_t *read_json(const char *path)
{
    char *text = read_text(path);
    json_t *value = json_read(text, strlen(text));
    free(text);
    ck_assert_msg(value != NULL, "%s is not JSON", path);
    return value;
}

json_t *read_page(const char *path)
{
    static const char mark[] = "id='data'>";
    char *text = read_text(path), *data = strstr(text, mark);
    ck_assert_ptr_nonnull(data);
    data += strlen(mark);
    char *end = strstr(data, "</script>"); /* a `</script>` within the data must not end them */
    json_t *value = end ? json_read(data, (size_t)(end - data)) : NULL;
    free(text);
    ck_assert_msg(value != NULL, "%s: its data are not JSON", path);
    return value;
}

json_t *read_results(const char *path)
{
    char *text = read_text(path);
    struct stat info;
    json_t *games = json_array();
    ck_assert_int_eq(stat(path, &info), 0);
    const char *line = text, *last = text + info.st_size;
    for (const char *end; (end = memchr(line, '\n', (size_t)(last - line))); line = end + 1) {
        json_t *game = json_read_sealed(line, (size_t)(end - line));
        if (json_object_get(game, "moves"))
            json_append(&games, json_incref(game));
        json_decref(game);
    }
    free(text);
    return json_pack("{s:o}", "games", games);
}

const char *results_of(const char *export)
{
    static char paths[8][700];
    static int next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s.results", export);
    return path;
}

double number_of(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

double number_at(const json_t *list, int i) { return json_number_value(json_array_get(list, (size_t)i)); }

long ending_count(const json_t *file, const char *ending)
{
    return (long)json_integer_value(json_object_get(json_object_get(json_object_get(file, "summary"), "endings"), ending));
}

const json_t *game_of(const json_t *file, int id)
{
    const json_t *found = NULL;
    json_t *game;
    size_t i;
    json_array_foreach(json_object_get(file, "games"), i, game)
    {
        if (json_integer_value(json_object_get(game, "id")) != id)
            continue;
        ck_assert_msg(!found, "game %d occurs twice", id);
        found = game;
    }
    return found;
}

int game_count(const json_t *file) { return (int)json_array_size(json_object_get(file, "games")); }

int processes_with(const char *word)
{
    int count = 0;
    DIR *folder = opendir("/proc");
    for (struct dirent *e; folder && (e = readdir(folder));) {
        char path[300], line[4096];
        if (!isdigit((unsigned char)e->d_name[0]))
            continue;
        snprintf(path, sizeof path, "/proc/%s/cmdline", e->d_name);
        FILE *in = fopen(path, "rb");
        size_t size = in ? fread(line, 1, sizeof line - 1, in) : 0;
        if (in)
            fclose(in);
        for (size_t i = 0; i < size; i++)
            if (line[i] == '\0')
                line[i] = ' ';
        line[size] = '\0';
        count += strstr(line, "fake_engine") && strstr(line, word) && !strstr(line, "hanxin-match");
    }
    if (folder)
        closedir(folder);
    return count;
}

void assert_no_engine_left(const char *word)
{
    int64_t deadline = clock_ms() + 10000;
    while (processes_with(word) > 0 && clock_ms() < deadline)
        sleep_ms(10);
    ck_assert_msg(processes_with(word) == 0, "%d engines are still running", processes_with(word));
}

const char *own_tag(void)
{
    static char tag[32];
    snprintf(tag, sizeof tag, "tag=%d", (int)getpid());
    return tag;
}

void await_processes(int count)
{
    for (int64_t deadline = clock_ms() + 60000; processes_with(own_tag()) < count; sleep_ms(5))
        ck_assert_msg(clock_ms() < deadline, "%d processes", processes_with(own_tag()));
}

static bool file_has(const char *path, const char *what)
{
    char *text = access(path, R_OK) == 0 ? read_text(path) : NULL;
    bool has = text && strstr(text, what);
    free(text);
    return has;
}

void await_text(const char *path, const char *what)
{
    for (int64_t deadline = clock_ms() + 60000; !file_has(path, what); sleep_ms(5))
        ck_assert_msg(clock_ms() < deadline, "timed out waiting for \"%s\"", what);
}

void assert_ends(pid_t runner, int expected, const char *what)
{
    int status;
    ck_assert_int_eq(waitpid(runner, &status, 0), runner);
    char *text = read_text(scratch("output.txt"));
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == expected, "status %x: %s", (unsigned)status, text);
    ck_assert_msg(strstr(text, what), "%s", text);
    free(text);
}

const char *two_fakes(const char *options)
{
    static char text[3000];
    snprintf(text, sizeof text, "%s %s --each depth=1 %s", fake("one", "seed=11", ""), fake("two", "seed=12", ""), options);
    return text;
}

void assert_verdict(const FaultCase *v, int games)
{
    char words[128];
    snprintf(words, sizeof words, "%s seed=7 %s", own_tag(), v->words);
    const char *json = scratch("verdict.json");
    Run run = match("%s %s --games %d %s --concurrency 2 --json %s %s", fake("good", "seed=1 uci", "depth=1"),
                    fake("bad", words, v->settings), games, games == 1 ? "--no-repeat" : "", json, v->options);
    ck_assert_msg(run.status == 0, "%s: status %d: %s", v->words, run.status, run.text);
    json_t *file = read_json(json);
    for (int id = 0; id < games; id++) {
        const json_t *g = game_of(file, id);
        ck_assert_msg(g != NULL, "%s: game %d is missing: %s", v->words, id, run.text);
        const char *ending = json_member_text(g, "ending", ""), *reason = json_member_text(g, "reason", "");
        ck_assert_msg(strcmp(ending, v->ending ? v->ending : "length limit") == 0, "%s: ended by %s: %s", v->words, ending, reason);
        const char *lost = number_of(g, "red") == 1 ? "0-1" : "1-0", *result = json_member_text(g, "result", "");
        ck_assert_msg(!v->ending || strstr(reason, v->reason), "%s: the reason is '%s'", v->words, reason);
        ck_assert_msg(!v->ending || strcmp(result, lost) == 0, "%s: game %d ended %s", v->words, id, result);
    }
    ck_assert_int_eq(ending_count(file, v->ending ? v->ending : "length limit"), games);
    json_decref(file);
    assert_no_engine_left(own_tag());
}
