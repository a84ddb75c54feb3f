/* SPDX-License-Identifier: GPL-3.0-only */
/* delay MICROSECONDS HOST HOST: connects two hosts of one machine by a line with this delay in each direction.
 *
 * Hosts are network namespaces (`ip netns`), each with a TUN device called `line`; packets sent into one come out of the other, in
 * order. Linux itself can do this (netem), but not every kernel is built with it. */
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/platform.h"
#include "engine/base/words.h"

enum { PACKET_MOST = 2048, UNDER_WAY = 4096, HOSTS = 2 };

typedef struct Packet {
    int64_t due_us;
    size_t bytes;
    char data[PACKET_MOST];
} Packet;

typedef struct Way { /* ring buffer of the packets that travel in one direction */
    int from, to;    /* file descriptors of the devices */
    unsigned first, count;
    Packet packets[UNDER_WAY];
} Way;

static void fail(const char *what)
{
    fprintf(stderr, "delay: %s: %s\n", what, strerror(errno));
    exit(EXIT_FAILURE);
}

/* Moves this process to the host's namespace. Returns its device. */
static int open_device(const char *host)
{
    char path[200];
    struct ifreq device = {.ifr_name = "line", .ifr_flags = IFF_TUN | IFF_NO_PI};
    snprintf(path, sizeof path, "/run/netns/%s", host);
    int space = open(path, O_RDONLY | O_CLOEXEC), fd;
    if (space < 0 || setns(space, CLONE_NEWNET) != 0)
        fail(path);
    close(space);
    if ((fd = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC)) < 0 || ioctl(fd, TUNSETIFF, &device) != 0)
        fail("/dev/net/tun");
    return fd;
}

static void take_in(Way *way, int64_t due_us)
{
    while (way->count < UNDER_WAY) {
        Packet *packet = &way->packets[(way->first + way->count) % UNDER_WAY];
        const ssize_t bytes = read(way->from, packet->data, sizeof packet->data);
        if (bytes <= 0 && errno != EAGAIN)
            fail("line");
        if (bytes <= 0)
            return;
        packet->bytes = (size_t)bytes;
        packet->due_us = due_us;
        way->count++;
    }
}

/* Packets that a host does not accept are lost, as on any line. */
static void hand_out(Way *way, int64_t now_us)
{
    for (; way->count > 0 && way->packets[way->first].due_us <= now_us; way->count--) {
        const Packet *packet = &way->packets[way->first];
        if (write(way->to, packet->data, packet->bytes) < 0)
            errno = 0;
        way->first = (way->first + 1) % UNDER_WAY;
    }
}

/* Waits until a packet arrives, or until one is due to be delivered. */
static void wait_for(const Way *ways)
{
    struct pollfd ends[HOSTS];
    int64_t due_us = INT64_MAX;
    for (int i = 0; i < HOSTS; i++) {
        ends[i] = (struct pollfd){.fd = ways[i].from, .events = ways[i].count < UNDER_WAY ? POLLIN : 0};
        if (ways[i].count > 0 && ways[i].packets[ways[i].first].due_us < due_us)
            due_us = ways[i].packets[ways[i].first].due_us;
    }
    int64_t left_us = due_us - clock_us();
    left_us = left_us > 0 ? left_us : 0;
    const struct timespec left = {left_us / 1000000, left_us % 1000000 * 1000};
    ppoll(ends, HOSTS, due_us < INT64_MAX ? &left : NULL, NULL);
}

int main(int argc, char **argv)
{
    int64_t delay_us;
    if (argc != 2 + HOSTS || !word_number(argv[1], &delay_us) || delay_us < 0) {
        fprintf(stderr, "usage: delay MICROSECONDS HOST HOST\n");
        return 2;
    }
    Way *ways = calloc(HOSTS, sizeof *ways);
    if (!ways)
        return EXIT_FAILURE;
    for (int i = 0; i < HOSTS; i++)
        ways[i].from = ways[1 - i].to = open_device(argv[2 + i]);
    prctl(PR_SET_TIMERSLACK, 1UL);                                                 /* slack in ns, so that waits end on time */
    sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){.sched_priority = 1}); /* runs before processes that compute */
    for (;; wait_for(ways))
        for (int i = 0; i < HOSTS; i++) {
            const int64_t now_us = clock_us();
            hand_out(&ways[i], now_us);
            take_in(&ways[i], now_us + delay_us);
        }
}
