/* SPDX-License-Identifier: GPL-3.0-only */
/* cgroup.h - how much of the machine Linux leaves to this process: the limits of its control group and of those above. */
#pragma once

#include <stdint.h>

typedef struct CgroupLimits {
    int64_t memory;     /* bytes, INT64_MAX: no limit */
    int64_t processors; /* rounded up, INT64_MAX: no limit */
} CgroupLimits;

/* Version 2: the line 0::GROUP. `groups` is /proc/self/cgroup, `root` where control groups are mounted, /sys/fs/cgroup; tests give their
 * own. What cannot be read limits nothing. */
CgroupLimits cgroup_limits(const char *groups, const char *root);
