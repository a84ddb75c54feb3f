#include "engine/base/cgroup.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { PATH_SIZE = 4200 };

/* How many numbers a file of the folder begins with, at most two; `max` is none. */
static int read_numbers(const char *folder, const char *name, long long numbers[2])
{
    char path[PATH_SIZE + 40];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    int count = file ? fscanf(file, "%lld %lld", &numbers[0], &numbers[1]) : 0;
    if (file)
        fclose(file);
    return count;
}

static void apply(int64_t *limit, long long value)
{
    if (value > 0 && value < *limit)
        *limit = value;
}

static void look(const char *folder, CgroupLimits *limits)
{
    long long value[2], period[2];
    if (read_numbers(folder, "memory.max", value) >= 1 || read_numbers(folder, "memory.limit_in_bytes", value) >= 1)
        apply(&limits->memory, value[0]);
    if (read_numbers(folder, "cpu.max", value) == 2)
        period[0] = value[1];
    else if (read_numbers(folder, "cpu.cfs_quota_us", value) < 1 || read_numbers(folder, "cpu.cfs_period_us", period) < 1)
        return;
    if (value[0] > 0 && period[0] > 0)
        apply(&limits->processors, (value[0] - 1) / period[0] + 1);
}

/* A group and those above it, up to the mount: in a container the path may be the host's, of which only the root is seen. */
static void look_upwards(const char *mount, const char *group, CgroupLimits *limits)
{
    char folder[PATH_SIZE];
    size_t root = strlen(mount);
    if ((size_t)snprintf(folder, sizeof folder, "%s%s", mount, group) >= sizeof folder)
        return;
    for (char *slash = folder; slash; slash = strrchr(folder + root, '/')) {
        if (slash != folder)
            *slash = '\0';
        look(folder, limits);
    }
}

/* A line is NUMBER:CONTROLLERS:GROUP; version 2 names no controllers, version 1 mounts each apart. */
CgroupLimits cgroup_limits(const char *groups, const char *root)
{
    CgroupLimits limits = {INT64_MAX, INT64_MAX};
    char line[4096], mount[PATH_SIZE], *rest;
    FILE *file = fopen(groups, "r");
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        char *list = strchr(line, ':'), *group = list ? strchr(list + 1, ':') : NULL;
        if (!group)
            continue;
        *group++ = '\0';
        if (*++list == '\0')
            look_upwards(root, group, &limits);
        for (char *name = strtok_r(list, ",", &rest); name; name = strtok_r(NULL, ",", &rest))
            if ((strcmp(name, "memory") == 0 || strcmp(name, "cpu") == 0) &&
                snprintf(mount, sizeof mount, "%s/%s", root, name) < (int)sizeof mount)
                look_upwards(mount, group, &limits);
    }
    if (file)
        fclose(file);
    return limits;
}
