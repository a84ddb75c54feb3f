/* SPDX-License-Identifier: GPL-3.0-only */
/* cgroup.h - memory and processors that Linux grants this process: the limits of its control group
 * and of the groups above it. */
#pragma once

#include <stdint.h>

typedef struct CgroupLimits {
    int64_t memory;     /* bytes; INT64_MAX if unlimited */
    int64_t processors; /* rounded up; INT64_MAX if unlimited */
} CgroupLimits;

/* Reads the limits of control groups (version 2, the line 0::GROUP of `groups`). `groups` is
 * normally /proc/self/cgroup; `root` is the folder where control groups are mounted, normally
 * /sys/fs/cgroup. Tests pass their own files. A file that cannot be read sets no limit. */
CgroupLimits cgroup_limits(const char *groups, const char *root);
