/* SPDX-License-Identifier: GPL-3.0-only */
/* Tests `hanxin web` from outside: used by browsers, by pages of other sites, and with nonsense sent
 * over sockets. Under sanitizers a leak gives a separate exit status. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/platform.h"
#include "protocol/web/http.h"
#include "tests/support/gui.h"
#include "tests/support/support.h"

enum { PATIENCE_MS = 60000, ANSWER_SIZE = 1 << 17, SEAT_COUNT = 4 };

static pid_t server;
static int port, output;
static char secret[40];
static const char *language = "en"; /* language of the next server */
static const char *folders = "";    /* its folders of endgame tables */

/* ---- the server ---- */

/* Reads one line, truncated to `size`. */
static void read_line(int fd, char *line, size_t size)
{
    size_t used = 0;
    while (used + 1 < size && read(fd, line + used, 1) == 1 && line[used] != '\n')
        used++;
    line[used] = '\0';
}

/* Starts a server with this limit on open files (0: our own) and reads its first line. Returns false if the library is not built in
 * or missing; the server must then report that. */
static bool server_begin(unsigned files, char *line, size_t size)
{
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    signal(SIGPIPE, SIG_IGN);
    server = fork();
    ck_assert_int_ge(server, 0);
    if (server == 0) {
        dup2(ends[1], 1), dup2(ends[1], 2);
        for (int fd = 3; fd < 64; fd++)
            close(fd);
        if (files)
            setrlimit(RLIMIT_NOFILE, &(struct rlimit){files, files});
        const char *path = built_program("hanxin");
        execl(path, path, "web", "--port", "0", "--no-browser", "--lang", language, "--tables", folders, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    output = ends[0];
    read_line(output, line, size);
    if (strstr(line, "libmicrohttpd")) {
        skipped("hanxin web: %s", line);
        close(output);
        ck_assert_int_eq(waitpid(server, &(int){0}, 0), server);
        return false;
    }
    return true;
}

static bool server_start_with(unsigned files)
{
    char line[300];
    if (!server_begin(files, line, sizeof line))
        return false;
    ck_assert_msg(sscanf(line, "http://127.0.0.1:%d/%39[0-9a-f]/", &port, secret) == 2 && strlen(secret) == 32, "%s", line);
    return true;
}

static bool server_start(void) { return server_start_with(0); }

/* Checks that the program exits at once with status 0, having printed only the instructions for the
 * address. */
static void server_end(void)
{
    char rest[4096];
    int status = -1;
    ck_assert_int_eq(kill(server, SIGTERM), 0);
    for (int64_t end = now_ms() + PATIENCE_MS; waitpid(server, &status, WNOHANG) == 0 && now_ms() < end;)
        usleep(10000);
    ssize_t length = read(output, rest, sizeof rest - 1);
    rest[length > 0 ? length : 0] = '\0';
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "status %d: %s", status, rest);
    ck_assert_str_eq(rest, strcmp(language, "zh") == 0 ? "请在本机的浏览器中打开此页面。按 Ctrl-C 结束。\n"
                                                       : "Open this page in a browser on this machine. Ctrl-C ends the program.\n");
    close(output);
}

/* ---- a client ---- */

static int dial(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int s = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_msg(s >= 0 && connect(s, (struct sockaddr *)&address, sizeof address) == 0, "%s", strerror(errno));
    return s;
}

static bool put(int s, const char *bytes, size_t length)
{
    for (ssize_t n; length > 0; bytes += n, length -= (size_t)n)
        if ((n = send(s, bytes, length, MSG_NOSIGNAL)) <= 0)
            return false;
    return true;
}

/* Reads until `end` arrives or, if NULL, the connection is closed. Static memory. */
static const char *get(int s, const char *end)
{
    static char answer[ANSWER_SIZE];
    size_t used = 0;
    answer[0] = '\0';
    for (int64_t until = now_ms() + PATIENCE_MS; !end || !strstr(answer, end);) {
        struct pollfd polled = {.fd = s, .events = POLLIN};
        ck_assert_msg(poll(&polled, 1, (int)(until - now_ms())) > 0, "no `%s` in: %s", end ? end : "end", answer);
        ssize_t n = recv(s, answer + used, sizeof answer - 1 - used, 0);
        if (n <= 0)
            break;
        used += (size_t)n;
        answer[used] = '\0';
    }
    ck_assert_msg(!end || strstr(answer, end), "ended without `%s`: %s", end, answer);
    return answer;
}

/* Sends a request like a browser, with `head` as additional header lines, and checks the status of the answer. */
static const char *ask(const char *method, const char *path, const char *head, const char *body, int status)
{
    static char request[4096];
    char want[40];
    int s = dial();
    snprintf(request, sizeof request, "%s /%s/%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n%sContent-Length: %zu\r\n\r\n%s",
             method, secret, path, port, head, strlen(body), body);
    put(s, request, strlen(request));
    const char *answer = get(s, NULL);
    snprintf(want, sizeof want, "HTTP/1.1 %d ", status);
    ck_assert_msg(strncmp(answer, want, strlen(want)) == 0, "%s %s: %.200s", method, path, answer);
    close(s);
    return answer;
}

/* The socket of an engine, and the name that was read from it. */
static int sit(char name[12])
{
    char request[200];
    int s = dial();
    snprintf(request, sizeof request, "GET /%s/engine HTTP/1.1\r\nHost: localhost:%d\r\n\r\n", secret, port);
    put(s, request, strlen(request));
    const char *answer = get(s, "\n\n"), *at = strstr(answer, "event: engine\ndata: ");
    ck_assert_msg(at && sscanf(at, "event: engine\ndata: %11[0-9]", name) == 1, "%s", answer);
    return s;
}

static void tell(const char *name, const char *lines, int status)
{
    char path[40];
    snprintf(path, sizeof path, "engine/%s", name);
    ask("POST", path, "", lines, status);
}

/* ---- tests ---- */

START_TEST(files_and_answers)
{
    if (!server_start())
        return;
    const char *page = ask("GET", "", "", "", 200);
    ck_assert_ptr_nonnull(strstr(page, "Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Embedder-Policy: require-corp\r\n"));
    ck_assert_ptr_nonnull(strstr(page, "\r\n\r\n<!DOCTYPE html>"));
    ck_assert_ptr_nonnull(strstr(page, "</html>"));
    char links[64][40];
    int link_count = 0;
    for (const char *at = page; (at = strstr(at, " href=\"")); link_count++) {
        ck_assert_int_lt(link_count, COUNT(links));
        ck_assert_int_eq(sscanf(at += strlen(" href=\""), "%39[^\"]", links[link_count]), 1);
    }
    ck_assert_int_gt(link_count, 0);
    while (link_count > 0)
        ask("GET", links[--link_count], "", "", 200);
    static const char *const names[] = {"page.js", "page.css", "board.js", "board.css", "hanxin.js", "icon.svg"};
    for (int i = 0; i < COUNT(names); i++)
        ask("GET", names[i], "", "", 200);
    ck_assert_ptr_null(strstr(ask("HEAD", "", "", "", 200), "<!DOCTYPE"));
    ck_assert_ptr_nonnull(strstr(ask("GET", "thread.js", "", "", 200), "EventSource"));
    ck_assert_ptr_nonnull(strstr(ask("POST", "rules", "", "move en\n\n\nh2h8", 200), "{\"refused\":\""));
    ck_assert_ptr_nonnull(strstr(ask("POST", "rules", "Origin: http://localhost:", "", 403), "only requests from its own pages"));
    ask("GET", "../../etc/passwd", "", "", 404);
    ask("GET", "words.js/", "", "", 404);
    ask("POST", "page.js", "", "", 404);
    ask("PUT", "page.js", "", "x", 405);
    ask("DELETE", "", "", "", 405);
    server_end();
}
END_TEST

/* Rules and engine use the tables of the folders. */
START_TEST(tables_of_folders)
{
    char folder[500], command[1200], name[12];
    snprintf(folder, sizeof folder, "%s/kpkp", scratch_folder());
    snprintf(command, sizeof command, "%s generate KPKP --tables %s >%s.log", built_program("hanxin-tables"), folder, folder);
    ck_assert_int_eq(system(command), 0);
    folders = folder;
    if (!server_start())
        return;
    ck_assert_ptr_nonnull(strstr(ask("POST", "rules", "", "table en\n3k5/9/9/9/p8/9/8P/9/9/4K4 w\n", 200), "\"set\":\"KPKP\",\"outcome\""));
    const int s = sit(name);
    tell(name, "uci\nposition fen 3k5/9/9/9/p8/9/8P/9/9/4K4 w\ngo depth 1\n", 204);
    const char *found = strstr(get(s, "data: bestmove "), " tbhits ");
    ck_assert_msg(found && found[strlen(" tbhits ")] != '0', "%s", found);
    close(s);
    server_end();
}
END_TEST

START_TEST(plain_answers_are_in_the_language_of_the_program)
{
    language = "zh";
    if (!server_start())
        return;
    const char *nothing = ask("GET", "nothing", "", "", 404);
    ck_assert_ptr_nonnull(strstr(nothing, "Content-Type: text/plain; charset=utf-8\r\n"));
    ck_assert_ptr_nonnull(strstr(nothing, "\r\n\r\n找不到此页面。\n"));
    ck_assert_ptr_nonnull(strstr(ask("PUT", "page.js", "", "x", 405), "只支持 GET、HEAD 和 POST。"));
    ck_assert_ptr_nonnull(strstr(ask("POST", "engine/1", "", "quit", 410), "没有这个引擎。"));
    ck_assert_ptr_nonnull(strstr(ask("GET", "", "Origin: http://example.org\r\n", "", 403), "本服务仅供其自己的页面使用。"));
    server_end();
}
END_TEST

/* Clients that do not have the secret, come from another origin, or use another name for this
 * machine. */
START_TEST(strangers_are_refused)
{
    static const char *const requests[] = {
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n",
        "GET /0123456789abcdef0123456789abcdef/ HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n",
        "GET /%.31s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n",
        "GET /%sx/ HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n",
        "GET /%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n",
        "GET /%s/ HTTP/1.0\r\n\r\n",
        "GET /%s/ HTTP/1.1\r\nHost: example.org:%d\r\n\r\n",
        "GET /%s/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        "GET /%s/ HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://example.org\r\n\r\n",
        "GET /%s/engine HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: null\r\n\r\n",
        "POST /%s/rules HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: https://127.0.0.1:%d\r\nContent-Length: 0\r\n\r\n",
        "POST /%s/engine/1 HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://localhost:1\r\nContent-Length: 4\r\n\r\nquit",
    };
    if (!server_start())
        return;
    for (int i = 0; i < COUNT(requests); i++) {
        char request[400];
        int s = dial();
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        if (i >= 2)
            snprintf(request, sizeof request, requests[i], secret, port, port);
        else
            snprintf(request, sizeof request, requests[i], port);
#pragma GCC diagnostic pop
        put(s, request, strlen(request));
        const char *answer = get(s, ".\n");
        ck_assert_msg(strncmp(answer, "HTTP/1.", 7) == 0 && strncmp(answer + 8, " 403", 4) == 0, "%s: %s", request, answer);
        ck_assert_ptr_null(strstr(answer, secret));
        close(s);
    }
    server_end();
}
END_TEST

/* A stranger's request is answered at once and the connection is closed, even if more of the request is
 * still to come. */
START_TEST(strangers_are_refused_at_once)
{
    static const char *const heads[] = {"Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n", "Content-Length: 1000000\r\n\r\nx",
                                        "Content-Length: 9\r\nExpect: 100-continue\r\n\r\n"};
    char request[300];
    if (!server_start())
        return;
    for (int i = 0; i < COUNT(heads); i++) {
        int s = dial();
        int64_t start = now_ms();
        put(s, request, (size_t)snprintf(request, sizeof request, "POST /x HTTP/1.1\r\nHost: evil\r\n%s", heads[i]));
        const char *answer = get(s, NULL);
        ck_assert_msg(strncmp(answer, "HTTP/1.1 403 ", 13) == 0, "%s: %s", heads[i], answer);
        ck_assert_int_lt(now_ms() - start, 5000 * gui_slack());
        close(s);
    }
    server_end();
}
END_TEST

static bool is_closed(int s)
{
    char byte;
    const ssize_t count = recv(s, &byte, 1, MSG_DONTWAIT);
    return count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK);
}

/* Strangers that send a byte now and then and never complete a request must not block the owner,
 * whatever their number, and are disconnected eventually. An owner that is silent for the same time is
 * not disconnected. */
START_TEST(strangers_do_not_lock_the_owner_out)
{
    enum { STRANGERS = 300, NAP_MS = 500 };
    int sockets[STRANGERS], open;
    char request[200];
    if (!server_start())
        return;
    int owner = dial();
    put(owner, request, (size_t)snprintf(request, sizeof request, "GET /%s/icon.svg HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n", secret, port));
    get(owner, "</svg>");
    for (int i = 0; i < STRANGERS; i++) {
        sockets[i] = dial();
        put(sockets[i], "GET /x HTTP/1.1\r\n", i % 3 ? 17 : 5);
        if (i % 50 == 49)
            ask("GET", "icon.svg", "", "", 200);
    }
    const int64_t start = now_ms(), end = start + PATIENCE_MS;
    do {
        open = 0;
        for (int i = 0; i < STRANGERS; i++)
            if (sockets[i] >= 0 && (is_closed(sockets[i]) || !put(sockets[i], "a", 1))) {
                close(sockets[i]);
                sockets[i] = -1;
            } else {
                open += sockets[i] >= 0;
            }
        ask("GET", "icon.svg", "", "", 200);
        usleep(NAP_MS * 1000);
    } while (open > 0 && now_ms() < end);
    ck_assert_msg(open == 0, "%d strangers are still connected", open);
    ck_assert_int_gt(now_ms() - start, 5000); /* a slow browser is given time */
    ck_assert(!is_closed(owner));
    close(owner);
    server_end();
}
END_TEST

/* Returns the processor time that the server has used so far. */
static double server_seconds(void)
{
    clockid_t clock;
    struct timespec used = {0};
    ck_assert(clock_getcpuclockid(server, &clock) == 0 && clock_gettime(clock, &used) == 0);
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

/* The limit on open files limits the connections, so that a lack of descriptors does not make the server retry without pause. */
START_TEST(few_files_may_be_open)
{
    enum { ALLOWED = 60, STRANGERS = 100 };
    int sockets[STRANGERS], status;
    char line[300], name[12];
    if (!server_start_with(ALLOWED))
        return;
    for (int i = 0; i < STRANGERS; i++)
        sockets[i] = dial();
    ask("GET", "icon.svg", "", "", 200);
    const int engine = sit(name);
    const double before = server_seconds();
    sleep_ms(1000);
    const double used = server_seconds() - before;
    ck_assert_msg(used < 0.2, "%.2f s of processor time per second while idle", used);
    for (int i = 0; i < STRANGERS; i++)
        close(sockets[i]);
    close(engine);
    server_end();

    ck_assert(server_begin(20, line, sizeof line));
    ck_assert_str_eq(line, "hanxin web: only 20 files may be open at once: 56 are needed (ulimit -n)");
    ck_assert_int_eq(waitpid(server, &status, 0), server);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    close(output);
}
END_TEST

START_TEST(an_engine_behind_a_page)
{
    char name[12];
    if (!server_start())
        return;
    int s = sit(name);
    tell(name, "ucci\nposition startpos\ngo depth 4\n", 204);
    ck_assert_ptr_nonnull(strstr(get(s, "data: bestmove "), "data: ucciok\n\n"));
    tell(name, "go infinite\n", 204);
    get(s, "data: info ");
    tell(name, "stop\n", 204);
    get(s, "data: bestmove ");
    tell("99", "stop\n", 410);
    tell("", "stop\n", 410);
    tell(name, "quit\n", 204);
    get(s, "\r\n0\r\n\r\n"); /* end of the stream */
    close(s);
    server_end();
}
END_TEST

/* A browser that disappears ends its engine, even during a search, and frees its seat; one client too many gets a message. */
START_TEST(killed_browsers_free_their_seats)
{
    if (!server_start())
        return;
    int sockets[SEAT_COUNT];
    char name[12], last[12] = "";
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < SEAT_COUNT; i++) {
            sockets[i] = sit(name);
            ck_assert_str_ne(name, last);
            memcpy(last, name, sizeof last);
            tell(name, "ucci\nposition startpos\ngo infinite\n", 204);
        }
        if (round == 0)
            ck_assert_ptr_nonnull(
                strstr(ask("GET", "engine", "", "", 200), "event: refused\ndata: 4 engines and reviews are running already"));
        for (int i = 0; i < SEAT_COUNT; i++) {
            struct linger at_once = {1, 0}; /* reset instead of closed, as if the process had died */
            setsockopt(sockets[i], SOL_SOCKET, SO_LINGER, &at_once, i % 2 ? sizeof at_once : 0);
            close(sockets[i]);
        }
    }
    sockets[0] = sit(name); /* this client does not read until the server has ended */
    tell(name, "ucci\nposition startpos\ngo infinite\n", 204);
    server_end();
    close(sockets[0]);
}
END_TEST

/* The lines of a review are those of `hanxin review --stream`. */
START_TEST(a_review_behind_a_page)
{
    static const char body[] = "1500\n[Red \"a\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 3. e2e6 *\n";
    if (!server_start())
        return;
    const char *answer = ask("POST", "review", "", body, 200);
    ck_assert_ptr_nonnull(strstr(answer, "Content-Type: application/x-ndjson\r\n"));
    char command[400], line[4096];
    snprintf(command, sizeof command, "echo '%s' | %s review - --stream --nodes 1500", strchr(body, '\n') + 1, built_program("hanxin"));
    FILE *own = popen(command, "r");
    int lines = 0;
    for (; fgets(line, sizeof line, own); lines++)
        ck_assert_msg(strstr(answer, line), "missing: %s in %s", line, answer);
    ck_assert_int_eq(pclose(own), 0);
    ck_assert_int_gt(lines, 10);
    ask("POST", "review", "", "many\n1. h2e2", 400);
    ask("POST", "review", "", "", 400);
    ask("GET", "review", "", "", 404);
    server_end();
}
END_TEST

/* A review ends with its connection. */
START_TEST(a_review_of_a_closed_page_ends)
{
    if (!server_start())
        return;
    for (int round = 0; round < 3 * SEAT_COUNT; round++) {
        static const char body[] = "900000000\n1. h2e2 h9g7 2. h0g2";
        char request[400];
        int s = dial();
        snprintf(request, sizeof request, "POST /%s/review HTTP/1.1\r\nHost: localhost:%d\r\nContent-Length: %zu\r\n\r\n%s", secret, port,
                 strlen(body), body);
        put(s, request, strlen(request));
        ck_assert_ptr_nonnull(strstr(get(s, "\"pass\":1"), "HTTP/1.1 200"));
        close(s);
    }
    server_end();
}
END_TEST

START_TEST(a_hundred_clients_at_once)
{
    enum { CLIENTS = 100 };
    int sockets[CLIENTS];
    char request[200];
    if (!server_start())
        return;
    int length =
        snprintf(request, sizeof request, "GET /%s/words.js HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n", secret, port);
    for (int i = 0; i < CLIENTS; i++) {
        sockets[i] = dial();
        put(sockets[i], request, (size_t)(length / 2)); /* these clients are slow */
    }
    ask("GET", "", "", "", 200); /* another client is answered at once */
    for (int i = 0; i < CLIENTS; i++)
        put(sockets[i], request + length / 2, (size_t)(length - length / 2));
    for (int i = 0; i < CLIENTS; i++) {
        if (i % 10) /* some clients do not read the answer */
            ck_assert_ptr_nonnull(strstr(get(sockets[i], NULL), "data-t"));
        close(sockets[i]);
    }
    server_end();
}
END_TEST

/* Requests that are truncated, lengthened or contain random bytes. */
START_TEST(nonsense_breaks_nothing)
{
    static const char *const seeds[] = {
        "GET /%s/ HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\nConnection: close\r\n\r\n",
        "POST /%s/rules HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: 23\r\nConnection: close\r\n\r\nstate en\n\nh2e2 h9g7 abcd",
        ("POST /%s/rules HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nread en\n1\r\nc\r\n. h2e2 h9g7 "
         "\r\n0\r\n\r\n"),
        "POST /%s/engine/1 HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nuci",
        "GET /%s/page.js HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nRange: bytes=0-3\r\nCookie: a=b; c=\"d\r\n\r\nGET / HTTP/1.1\r\n\r\n",
    };
    Rng rng = {7};
    if (!server_start())
        return;
    for (int round = 0; round < effort(400, 100); round++) {
        char bytes[1000];
        int s = dial();
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        int length = snprintf(bytes, 600, seeds[rng_below(&rng, COUNT(seeds))], secret, port, port);
#pragma GCC diagnostic pop
        for (uint32_t change = rng_below(&rng, 6); change > 0; change--) {
            int at = (int)rng_below(&rng, (uint32_t)length), span = (int)rng_below(&rng, 40);
            if (rng_below(&rng, 2) && length + span < COUNT(bytes)) { /* repeats a part of the request */
                span = span < length - at ? span : length - at;
                memmove(bytes + at + span, bytes + at, (size_t)(length - at));
                length += span;
            } else {
                bytes[at] = (char)rng_below(&rng, 256);
            }
        }
        put(s, bytes, rng_below(&rng, 4) ? (size_t)length : rng_below(&rng, (uint32_t)length));
        if (rng_below(&rng, 2))
            shutdown(s, SHUT_WR);
        struct pollfd polled = {.fd = s, .events = POLLIN};
        if (rng_below(&rng, 4) && poll(&polled, 1, 5) > 0)
            recv(s, bytes, sizeof bytes, 0);
        close(s);
    }
    ask("GET", "", "", "", 200);
    server_end();
}
END_TEST

/* A request with more data than the server accepts; and a header that is far too long. */
START_TEST(too_much_is_refused)
{
    enum { MUCH = HTTP_BODY_MOST + 1 };
    char request[200], *much = malloc(MUCH);
    ck_assert_ptr_nonnull(much);
    memset(much, 'a', MUCH);
    if (server_start()) {
        int s = dial();
        snprintf(request, sizeof request,
                 "POST /%s/rules HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\nContent-Length: %d\r\n\r\n", secret, port, MUCH);
        put(s, request, strlen(request));
        put(s, much, MUCH);
        ck_assert_int_eq(strncmp(get(s, NULL), "HTTP/1.1 413 ", 13), 0);
        close(s);
        s = dial();
        put(s, "GET /", 5);
        put(s, much, MUCH);
        const char *answer = get(s, NULL);
        ck_assert_msg(!*answer || strstr(answer, " 414 ") || strstr(answer, " 431 "), "%.200s", answer);
        close(s);
        ask("GET", "", "", "", 200);
        server_end();
    }
    free(much);
}
END_TEST

/* If the address cannot be printed, nobody could open the page, so the server must exit. */
START_TEST(an_address_that_cannot_be_printed)
{
    char command[900];
    if (access("/dev/full", W_OK) != 0) {
        skipped("hanxin web: there is no /dev/full here");
        return;
    }
    snprintf(command, sizeof command, "timeout %d '%s' web --port 0 --no-browser --lang en >/dev/full 2>/dev/null", PATIENCE_MS / 1000,
             built_program("hanxin"));
    const int status = system(command);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 1, "status %d", status);
}
END_TEST

START_TEST(a_port_that_is_taken)
{
    char line[700], command[600];
    if (!server_start())
        return;
    snprintf(command, sizeof command, "%s web --no-browser --lang en --port %d 2>&1; echo \"status $?\"", built_program("hanxin"), port);
    FILE *other = popen(command, "r");
    ck_assert_ptr_nonnull(other);
    size_t length = fread(line, 1, sizeof line - 1, other);
    line[length] = '\0';
    pclose(other);
    ck_assert_msg(strstr(line, "hanxin web: port ") && strstr(line, "ddress already in use") && strstr(line, "status 1"), "%s", line);
    server_end();
}
END_TEST

Suite *web_server_suite(void)
{
    Suite *s = suite_create("web_server");
    TCase *tc = tcase_create("server");
    tcase_add_test(tc, files_and_answers);
    tcase_add_test(tc, tables_of_folders);
    tcase_add_test(tc, plain_answers_are_in_the_language_of_the_program);
    tcase_add_test(tc, strangers_are_refused);
    tcase_add_test(tc, strangers_are_refused_at_once);
    tcase_add_test(tc, strangers_do_not_lock_the_owner_out);
    tcase_add_test(tc, few_files_may_be_open);
    tcase_add_test(tc, an_engine_behind_a_page);
    tcase_add_test(tc, killed_browsers_free_their_seats);
    tcase_add_test(tc, a_review_behind_a_page);
    tcase_add_test(tc, a_review_of_a_closed_page_ends);
    tcase_add_test(tc, a_hundred_clients_at_once);
    tcase_add_test(tc, nonsense_breaks_nothing);
    tcase_add_test(tc, too_much_is_refused);
    tcase_add_test(tc, a_port_that_is_taken);
    tcase_add_test(tc, an_address_that_cannot_be_printed);
    suite_add_tcase(s, tc);
    return s;
}
