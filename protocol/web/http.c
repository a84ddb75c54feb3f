/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/web/http.h"

#include "engine/base/why.h"

#ifndef HAVE_MICROHTTPD

Http *http_start(int port, const HttpSite *site, bool *taken, Text *why)
{
    (void)port, (void)site;
    *taken = false;
    why_not(why,
            "this program was built without libmicrohttpd: install it (Debian, Ubuntu: libmicrohttpd-dev; Fedora: libmicrohttpd-devel) and "
            "build again");
    return NULL;
}
const char *http_address(const Http *http)
{
    (void)http;
    return "";
}
void http_look(Http *http) { (void)http; }
void http_stop(Http *http) { (void)http; }

#else

#ifdef _WIN32
#include <winsock2.h> /* before windows.h, which other headers include */
#endif
#ifndef LINK_MICROHTTPD
#include <dlfcn.h>
#endif
#include <errno.h>
#include <microhttpd.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/platform.h"

/* The functions used of the library. */
#define SYMBOLS(FUNCTION)                                                                                                                  \
    FUNCTION(MHD_start_daemon)                                                                                                             \
    FUNCTION(MHD_stop_daemon)                                                                                                              \
    FUNCTION(MHD_lookup_connection_value)                                                                                                  \
    FUNCTION(MHD_get_connection_info)                                                                                                      \
    FUNCTION(MHD_create_response_from_buffer)                                                                                              \
    FUNCTION(MHD_create_response_from_callback)                                                                                            \
    FUNCTION(MHD_add_response_header)                                                                                                      \
    FUNCTION(MHD_queue_response)                                                                                                           \
    FUNCTION(MHD_destroy_response)

#define FIELD(name)   __typeof__(name) *name;
#define NAME(name)    #name,
#define ADDRESS(name) .name = name,

enum { SYMBOL_COUNT = 9, SECRET_BYTES = 16, SILENT_SECONDS = 30, BLOCK_SIZE = 16 << 10, USUAL_PORT = 80 };

/* A connection belongs to a stranger until a request with the secret has arrived on it. */
enum {
    MOST_CONNECTIONS = 256, /* fewer if the process may open only few files */
    LEAST_CONNECTIONS = 16,
    OTHER_FILES = 40,    /* number of other open files: standard streams, those of the library, pipes to engines, inherited ones */
    STRANGERS_PART = 2,  /* if more than this part (1/N) of the connections is in use, strangers are disconnected */
    STRANGER_MS = 10000, /* time from the start of the connection in which a stranger's request must be complete */
};

typedef struct Guest {
    Socket socket; /* NO_SOCKET: unused */
    int64_t since_ms;
    bool known, ended; /* `known`: the client has sent the secret; `ended`: the connection is being closed */
} Guest;

typedef union HttpLibrary {
    struct {
        SYMBOLS(FIELD)
    };
    void *symbols[SYMBOL_COUNT]; /* the same pointers; POSIX allows storing the result of dlsym() this way */
} HttpLibrary;

struct Http {
    void *handle; /* of the library; NULL if it is part of the program */
    HttpLibrary library;
    struct MHD_Daemon *daemon;
    const HttpSite *site;
    int port;
    pthread_mutex_t lock; /* protects the guests */
    Guest guests[MOST_CONNECTIONS];
    int guest_count, most; /* number of connections, and its maximum */
    char secret[2 * SECRET_BYTES + 1], address[80];
};

/* ---- connections ----
 *
 * The library limits only the time for which a connection is silent, and rejects new connections when
 * all are in use. Therefore a stranger's connection has a limited time. When half of the connections
 * are in use, each new connection closes the oldest one of a stranger. */

/* Closes the connection: the connection's thread sees the end of the stream. The caller holds the
 * lock. */
static void guest_end(Guest *g)
{
    g->ended = true;
    socket_shut(g->socket); /* the library calls http_on_connection() before it closes the socket */
}

/* Disconnects the oldest stranger. Returns false if there are no strangers. The caller holds the
 * lock. */
static bool http_end_oldest_stranger(Http *h)
{
    Guest *oldest = NULL;
    for (Guest *g = h->guests; g < h->guests + h->most; g++)
        if (g->socket != NO_SOCKET && !g->known && !g->ended && (!oldest || g->since_ms < oldest->since_ms))
            oldest = g;
    if (oldest)
        guest_end(oldest);
    return oldest != NULL;
}

static void http_on_connection(void *self, struct MHD_Connection *connection, void **guest, enum MHD_ConnectionNotificationCode code)
{
    Http *h = self;
    int pause_ms = 0;
    const union MHD_ConnectionInfo *info = h->library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    pthread_mutex_lock(&h->lock);
    if (code == MHD_CONNECTION_NOTIFY_CLOSED && *guest) {
        ((Guest *)*guest)->socket = NO_SOCKET;
        h->guest_count--;
    } else if (code == MHD_CONNECTION_NOTIFY_STARTED && info) {
        const int too_many = ++h->guest_count - h->most / STRANGERS_PART;
        if (too_many > 0 && http_end_oldest_stranger(h))
            pause_ms = too_many; /* disconnecting takes a moment; a new connection waits longer if fewer connections are free */
        Guest *g = h->guests;
        while (g < h->guests + h->most - 1 && g->socket != NO_SOCKET) /* the library keeps to the limit, so one entry is free */
            g++;
        *g = (Guest){.socket = info->connect_fd, .since_ms = clock_ms()};
        *guest = g;
    }
    pthread_mutex_unlock(&h->lock);
    if (pause_ms > 0)
        sleep_ms(pause_ms);
}

static void guest_is_known(Http *h, struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = h->library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    Guest *g = info ? info->socket_context : NULL;
    pthread_mutex_lock(&h->lock);
    if (g)
        g->known = true;
    pthread_mutex_unlock(&h->lock);
}

void http_look(Http *h)
{
    const int64_t latest_ms = clock_ms() - STRANGER_MS;
    pthread_mutex_lock(&h->lock);
    for (Guest *g = h->guests; g < h->guests + h->most; g++)
        if (g->socket != NO_SOCKET && !g->known && !g->ended && g->since_ms <= latest_ms)
            guest_end(g);
    pthread_mutex_unlock(&h->lock);
}

/* ---- access control ---- */

/* Compares the secret in a time that does not depend on the position of the first difference. */
static bool http_same_secret(const char *secret, const char *given)
{
    size_t length = strlen(secret);
    unsigned char difference = 0;
    if (strlen(given) < length)
        return false;
    for (size_t i = 0; i < length; i++)
        difference |= (unsigned char)(secret[i] ^ given[i]);
    return difference == 0;
}

/* Returns true if a header, after its prefix `head`, is one of our two names. Browsers omit the default port. */
static bool http_names_us(const Http *h, struct MHD_Connection *connection, const char *header, const char *head)
{
    static const char *const hosts[] = {"127.0.0.1", "localhost"};
    const char *value = h->library.MHD_lookup_connection_value(connection, MHD_HEADER_KIND, header);
    for (size_t i = 0; value && i < sizeof hosts / sizeof *hosts; i++) {
        char ours[64];
        int name = snprintf(ours, sizeof ours, "%s%s", head, hosts[i]);
        if (h->port == USUAL_PORT && strcmp(value, ours) == 0)
            return true;
        snprintf(ours + name, sizeof ours - (size_t)name, ":%d", h->port);
        if (strcmp(value, ours) == 0)
            return true;
    }
    return false;
}

/* Returns NULL if the request comes from one of our own pages or from the user; otherwise the reason
 * for rejecting the request. */
static const char *http_refusal(const Http *h, struct MHD_Connection *connection, const char *url)
{
    size_t length = strlen(h->secret);
    if (!http_names_us(h, connection, "Host", ""))
        return N_("This server answers only requests from this machine.\n");
    if (h->library.MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Origin") && !http_names_us(h, connection, "Origin", "http://"))
        return N_("This server answers only requests from its own pages.\n");
    if (url[0] != '/' || !http_same_secret(h->secret, url + 1) || url[1 + length] != '/')
        return N_("Open the address that `hanxin web` has printed; it changes at each start.\n");
    return NULL;
}

/* ---- replies ---- */

typedef struct Sending {
    HttpStream stream;
    Socket socket;
} Sending;

static ssize_t http_send_part(void *self, uint64_t position, char *bytes, size_t room)
{
    Sending *s = self;
    (void)position;
    ptrdiff_t count = s->stream.read(s->stream.self, s->socket, bytes, room);
    return count < 0 ? MHD_CONTENT_READER_END_OF_STREAM : count;
}

static void http_end_sending(void *self)
{
    Sending *s = self;
    s->stream.end(s->stream.self);
    free(s);
}

static struct MHD_Response *http_stream_response(const Http *h, struct MHD_Connection *connection, const HttpStream *stream)
{
    const union MHD_ConnectionInfo *info = h->library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    Sending *s = info ? malloc(sizeof *s) : NULL;
    struct MHD_Response *response = NULL;
    if (s) {
        *s = (Sending){*stream, info->connect_fd};
        response = h->library.MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_SIZE, http_send_part, s, http_end_sending);
    }
    if (!response) {
        stream->end(stream->self);
        free(s);
    }
    return response;
}

/* Sends the reply and frees its content. */
static enum MHD_Result http_reply(const Http *h, struct MHD_Connection *connection, HttpReply *r)
{
    /* The first two make a page cross-origin isolated. Nothing may be cached, because the address
     * contains the secret. */
    static const char *const headers[][2] = {
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cross-Origin-Embedder-Policy", "require-corp"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"X-Frame-Options", "DENY"},
        {"Cache-Control", "no-store"},
    };
    const HttpLibrary *l = &h->library;
    struct MHD_Response *response;
    if (r->stream.read)
        response = http_stream_response(h, connection, &r->stream);
    else if (r->bytes)
        response = l->MHD_create_response_from_buffer(r->length, (void *)r->bytes, MHD_RESPMEM_PERSISTENT);
    else
        response = l->MHD_create_response_from_buffer(r->text.length, r->text.data, MHD_RESPMEM_MUST_COPY);
    text_free(&r->text);
    if (!response)
        return MHD_NO;
    l->MHD_add_response_header(response, "Content-Type", r->type);
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        l->MHD_add_response_header(response, headers[i][0], headers[i][1]);
    if (r->status == MHD_HTTP_METHOD_NOT_ALLOWED)
        l->MHD_add_response_header(response, "Allow", "GET, HEAD, POST");
    enum MHD_Result queued = l->MHD_queue_response(connection, (unsigned)r->status, response);
    l->MHD_destroy_response(response); /* releases our reference; the connection has its own */
    return queued;
}

static HttpReply plain_reply(const Http *h, int status, const char *english)
{
    const char *words = tr(h->site->language, english);
    return (HttpReply){.status = status, .type = "text/plain; charset=utf-8", .bytes = words, .length = strlen(words), .text = TEXT_INIT};
}

static enum MHD_Result http_reply_words(const Http *h, struct MHD_Connection *connection, int status, const char *english)
{
    HttpReply r = plain_reply(h, status, english);
    return http_reply(h, connection, &r);
}

/* Called at the beginning of a request, for each part of its body, and at its end, when it is
 * answered. */
static enum MHD_Result http_on_request(void *self, struct MHD_Connection *connection, const char *url, const char *method,
                                       const char *version, const char *part, size_t *length, void **visit)
{
    Http *h = self;
    Text *body = *visit;
    (void)version;
    if (!body) {
        const char *refused = http_refusal(h, connection, url);
        if (refused) /* rejected at once, because the library closes the connection if more of the request is to come */
            return http_reply_words(h, connection, MHD_HTTP_FORBIDDEN, refused);
        guest_is_known(h, connection);
        *visit = body = malloc(sizeof *body);
        if (body)
            *body = TEXT_INIT;
        return body ? MHD_YES : MHD_NO;
    }
    if (*length > 0) { /* the rest of an overlong body is discarded */
        if (body->length <= HTTP_BODY_MOST)
            text_add_bytes(body, part, *length);
        *length = 0;
        return MHD_YES;
    }
    bool post = strcmp(method, "POST") == 0;
    if (!post && strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
        return http_reply_words(h, connection, MHD_HTTP_METHOD_NOT_ALLOWED, N_("Expected GET, HEAD or POST.\n"));
    if (body->failed || body->length > HTTP_BODY_MOST)
        return http_reply_words(h, connection, MHD_HTTP_CONTENT_TOO_LARGE, N_("The request is too long.\n"));
    HttpReply r = plain_reply(h, MHD_HTTP_NOT_FOUND, N_("Not found.\n"));
    const HttpRequest request = {url + strlen(h->secret) + 2, post, body->data, body->length};
    h->site->answer(h->site->self, &request, &r);
    return http_reply(h, connection, &r);
}

static void http_on_end(void *self, struct MHD_Connection *connection, void **visit, enum MHD_RequestTerminationCode code)
{
    Text *body = *visit;
    (void)self, (void)connection, (void)code;
    if (body)
        text_free(body);
    free(body);
    *visit = NULL;
}

/* Discards the library's messages about malformed requests, which would go to standard error. */
__attribute__((format(printf, 2, 0))) static void http_log_nothing(void *self, const char *format, va_list values)
{
    (void)self, (void)format, (void)values;
}

/* ---- start and end ---- */

#ifdef LINK_MICROHTTPD
static bool http_open_library(Http *h, Text *why)
{
    (void)why;
    h->library = (HttpLibrary){{SYMBOLS(ADDRESS)}};
    return true;
}
static void http_close_library(Http *h) { (void)h; }
#else
static bool http_open_library(Http *h, Text *why)
{
    static const char *const names[] = {SYMBOLS(NAME)};
    _Static_assert(sizeof names / sizeof *names == SYMBOL_COUNT && sizeof h->library == sizeof h->library.symbols, "one for each");
    bool found = (h->handle = dlopen("libmicrohttpd.so.12", RTLD_NOW));
    for (int i = 0; found && i < SYMBOL_COUNT; i++)
        found = (h->library.symbols[i] = dlsym(h->handle, names[i]));
    return found || why_not(why, "libmicrohttpd is not installed (Debian, Ubuntu: libmicrohttpd12; Fedora: %s)", "libmicrohttpd");
}
static void http_close_library(Http *h)
{
    if (h->handle)
        dlclose(h->handle);
}
#endif

static bool http_make_secret(Http *h, Text *why)
{
    unsigned char bytes[SECRET_BYTES];
    if (!random_bytes(bytes, sizeof bytes))
        return why_not(why, "the system gives no random numbers");
    for (int i = 0; i < SECRET_BYTES; i++)
        snprintf(h->secret + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

/* Returns the maximum number of connections for which there are enough file descriptors; 0 with the
 * reason. If accepting a connection failed, the library would retry without a pause. */
static int http_most_connections(Text *why)
{
    const int files = open_files_most(), most = files - OTHER_FILES;
    if (most >= LEAST_CONNECTIONS)
        return most < MOST_CONNECTIONS ? most : MOST_CONNECTIONS;
    why_not(why, "only %d files may be open at once: %d are needed (ulimit -n)", files, LEAST_CONNECTIONS + OTHER_FILES);
    return 0;
}

Http *http_start(int port, const HttpSite *site, bool *taken, Text *why)
{
    Http *h = calloc(1, sizeof *h);
    Socket listening = NO_SOCKET;
    *taken = false;
    if (!h) {
        why_no_memory(why);
        return NULL;
    }
    h->site = site;
    h->port = port;
    pthread_mutex_init(&h->lock, NULL);
    for (int i = 0; i < MOST_CONNECTIONS; i++)
        h->guests[i].socket = NO_SOCKET;
    if (http_open_library(h, why) && (h->most = http_most_connections(why)) > 0 && http_make_secret(h, why) &&
        (listening = socket_listen(&h->port, taken, why)) != NO_SOCKET) {
        snprintf(h->address, sizeof h->address, "http://127.0.0.1:%d/%s/", h->port, h->secret);
        h->daemon = h->library.MHD_start_daemon(
            MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_AUTO | MHD_USE_ITC | MHD_USE_ERROR_LOG, 0, NULL, NULL,
            http_on_request, h, MHD_OPTION_EXTERNAL_LOGGER, http_log_nothing, NULL, MHD_OPTION_LISTEN_SOCKET, listening,
            MHD_OPTION_NOTIFY_COMPLETED, http_on_end, NULL, MHD_OPTION_NOTIFY_CONNECTION, http_on_connection, h,
            MHD_OPTION_CONNECTION_LIMIT, (unsigned)h->most, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)SILENT_SECONDS, MHD_OPTION_END);
        if (h->daemon)
            return h;
        why_not(why, "cannot start the web server: %s", why_words(errno, why_language(why)));
    }
    if (listening != NO_SOCKET)
        socket_close(listening);
    http_stop(h);
    return NULL;
}

const char *http_address(const Http *http) { return http->address; }

void http_stop(Http *http)
{
    if (http->daemon)
        http->library.MHD_stop_daemon(http->daemon);
    http_close_library(http);
    pthread_mutex_destroy(&http->lock);
    free(http);
}

#endif
