#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "system/memory.h"

enum { PATH_BYTES = 4096, LINE_BYTES = 4096 };

/* The files in which each version of control groups reports memory. */
typedef struct group_files {
    const char *folder, *limit, *used, *cache[2];
} group_files;

static const group_files version_1 = {
    "/sys/fs/cgroup/memory",
    "memory.limit_in_bytes",
    "memory.usage_in_bytes",
    {"total_active_file ", "total_inactive_file "},
};
static const group_files version_2 = {
    "/sys/fs/cgroup",
    "memory.max",
    "memory.current",
    {"active_file ", "inactive_file "},
};

/* Reads the number after `key` at the beginning of a line. Returns false if the file has none. */
static bool read_number(const char *path, const char *key, uint64_t *number)
{
    char line[LINE_BYTES];
    bool found = false;
    FILE *file = fopen(path, "r");
    if (!file) {
        return false;
    }
    while (!found && fgets(line, sizeof line, file)) {
        const size_t length = strlen(key);
        found = strncmp(line, key, length) == 0 && sscanf(line + length, "%" SCNu64, number) == 1;
    }
    fclose(file);
    return found;
}

static bool read_group_number(const char *group, const char *file, const char *key,
                              uint64_t *number)
{
    char path[PATH_BYTES];
    const int length = snprintf(path, sizeof path, "%s/%s", group, file);
    return length < (int)sizeof path && read_number(path, key, number);
}

/* What one group has left. Its file cache counts as free, since the system can drop it. */
static uint64_t group_left(const char *group, const group_files *files)
{
    uint64_t limit, used, cache, left;
    if (!read_group_number(group, files->limit, "", &limit) ||
        !read_group_number(group, files->used, "", &used)) {
        return UINT64_MAX;
    }
    left = limit > used ? limit - used : 0;
    for (int i = 0; i < 2; i++) {
        if (read_group_number(group, "memory.stat", files->cache[i], &cache)) {
            left += cache;
        }
    }
    return left < limit ? left : limit;
}

/* The smallest amount that the group or a group above it has left. */
static uint64_t groups_left(const char *root, const char *name, const group_files *files)
{
    char path[PATH_BYTES];
    uint64_t least = UINT64_MAX;
    const int base = snprintf(path, sizeof path, "%s%s", root, files->folder);
    const int length = snprintf(path, sizeof path, "%s%s%s", root, files->folder, name);
    if (length >= (int)sizeof path) {
        return least;
    }
    for (char *end = path + length; end; end = strrchr(path + base, '/')) {
        *end = '\0';
        const uint64_t left = group_left(path, files);
        least = left < least ? left : least;
    }
    return least;
}

/* What the process's groups have left. A line of their list is NUMBER:CONTROLLERS:NAME. Version 2
 * has one group for all controllers, which its line does not name. */
static uint64_t all_groups_left(const char *root)
{
    char line[LINE_BYTES];
    uint64_t least = UINT64_MAX;
    snprintf(line, sizeof line, "%s/proc/self/cgroup", root);
    FILE *file = fopen(line, "r");
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        char *controllers = strchr(line, ':');
        char *name = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!name) {
            continue;
        }
        *controllers = *name = ','; /* so that each controller is between two commas */
        const char *memory = strstr(controllers, ",memory,");
        const group_files *files = name == controllers + 1   ? &version_2
                                   : memory && memory < name ? &version_1
                                                             : NULL;
        const uint64_t left = files ? groups_left(root, name + 1, files) : UINT64_MAX;
        least = left < least ? left : least;
    }
    if (file) {
        fclose(file);
    }
    return least;
}

size_t system_memory_left(const char *root)
{
    char path[PATH_BYTES];
    uint64_t kilobytes, machine = UINT64_MAX;
    snprintf(path, sizeof path, "%s/proc/meminfo", root);
    if (read_number(path, "MemAvailable:", &kilobytes) && kilobytes < UINT64_MAX / 1024) {
        machine = kilobytes * 1024;
    }
    const uint64_t groups = all_groups_left(root), left = machine < groups ? machine : groups;
    return left < SIZE_MAX ? (size_t)left : SIZE_MAX;
}
