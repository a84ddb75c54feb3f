/* SPDX-License-Identifier: GPL-3.0-only */
/* follower.h - every rank except 0: takes part in the searches of rank 0, and counts positions for
 * it. */
#pragma once

#include "protocol/cluster/mail.h"

typedef enum FollowerEnd {
    FOLLOWER_TOGETHER, /* all ranks end together in order */
    FOLLOWER_ALONE,    /* some ranks are missing */
    FOLLOWER_LOST,     /* rank 0 was silent for too long, or an allocation failed at the start */
} FollowerEnd;

/* Serves until rank 0 ends the cluster. */
FollowerEnd follower_serve(Mail *mail);
