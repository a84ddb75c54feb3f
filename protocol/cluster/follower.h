/* SPDX-License-Identifier: GPL-3.0-only */
/* follower.h - every rank but 0: searches what rank 0 searches, counts what it is told to. */
#pragma once

#include "protocol/cluster/mail.h"

typedef enum FollowerEnd {
    FOLLOWER_TOGETHER, /* all ranks end, each of them in order */
    FOLLOWER_ALONE,    /* some are not there */
    FOLLOWER_LOST,     /* nothing was heard of rank 0 for a long time, or there was no memory to begin */
} FollowerEnd;

/* Serves until rank 0 ends it. */
FollowerEnd follower_serve(Mail *mail);
