/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/cgroup.h"

#include <stdio.h>
#include <string.h>

enum { PATH_SIZE = 4200 };

/* Reads up to two numbers at the start of a file in the folder. Returns how many numbers were read; the
 * word `max` is not a number. */
static int cgroup_read_numbers(const char *folder, const char *name, long long numbers[2])
{
    char path[PATH_SIZE + 40];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    int count = file ? fscanf(file, "%lld %lld", &numbers[0], &numbers[1]) : 0;
    if (file)
        fclose(file);
    return count;
}

static void cgroup_apply(int64_t *limit, long long value)
{
    if (value > 0 && value < *limit)
        *limit = value;
}

static void cgroup_look(const char *folder, CgroupLimits *limits)
{
    long long value[2];
    if (cgroup_read_numbers(folder, "memory.max", value) >= 1)
        cgroup_apply(&limits->memory, value[0]);
    if (cgroup_read_numbers(folder, "cpu.max", value) == 2 && value[0] > 0 && value[1] > 0)
        cgroup_apply(&limits->processors, (value[0] - 1) / value[1] + 1);
}

/* Applies the limits of a group and of those above it, up to the mount point. In a container the
 * path may be that of the host; only the mount point itself is then visible. */
static void cgroup_look_upwards(const char *mount, const char *group, CgroupLimits *limits)
{
    char folder[PATH_SIZE];
    size_t root = strlen(mount);
    if ((size_t)snprintf(folder, sizeof folder, "%s%s", mount, group) >= sizeof folder)
        return;
    for (char *slash = folder; slash; slash = strrchr(folder + root, '/')) {
        if (slash != folder)
            *slash = '\0';
        cgroup_look(folder, limits);
    }
}

CgroupLimits cgroup_limits(const char *groups, const char *root)
{
    CgroupLimits limits = {INT64_MAX, INT64_MAX};
    char line[4096];
    FILE *file = fopen(groups, "r");
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "0::", 3) == 0)
            cgroup_look_upwards(root, line + 3, &limits);
    }
    if (file)
        fclose(file);
    return limits;
}
