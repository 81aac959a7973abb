#include <criterion/criterion.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "system/memory.h"

#define MB ((size_t)1 << 20)

/* A folder that holds a proc and a sys of our own. */
static char root[] = "/tmp/memory_left_XXXXXX";

static void set_up(void)
{
    cr_assert_not_null(mkdtemp(root));
}

static void tear_down(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    cr_assert_eq(system(command), 0);
}

TestSuite(memory_left, .init = set_up, .fini = tear_down);

static void write_file(const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s%s", root, name);
    for (char *slash = path + strlen(root) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file, "%s", path);
    fputs(text, file);
    fclose(file);
}

Test(memory_left, a_system_that_tells_nothing_has_no_bound)
{
    cr_expect_eq(system_memory_left(root), SIZE_MAX);
    write_file("/proc/meminfo", "MemTotal: 1000 kB\n");
    write_file("/proc/self/cgroup", "nonsense\n1:\n0::\n");
    cr_expect_eq(system_memory_left(root), SIZE_MAX);
}

Test(memory_left, the_machine_tells_what_is_available)
{
    write_file("/proc/meminfo", "MemTotal:  4096000 kB\nMemFree: 1 kB\nMemAvailable:  2048 kB\n");
    cr_expect_eq(system_memory_left(root), 2 * MB);
    write_file("/proc/meminfo", "MemAvailable: much\n");
    cr_expect_eq(system_memory_left(root), SIZE_MAX);
}

Test(memory_left, the_tightest_group_of_version_2_counts)
{
    write_file("/proc/meminfo", "MemAvailable: 1048576 kB\n");
    write_file("/proc/self/cgroup", "0::/user/session\n");
    write_file("/sys/fs/cgroup/user/session/memory.max", "max\n");
    write_file("/sys/fs/cgroup/user/session/memory.current", "1048576\n");
    cr_expect_eq(system_memory_left(root), 1024 * MB);
    write_file("/sys/fs/cgroup/user/memory.max", "104857600\n");
    write_file("/sys/fs/cgroup/user/memory.current", "62914560\n");
    cr_expect_eq(system_memory_left(root), 40 * MB, "100 less 60");
    write_file("/sys/fs/cgroup/user/memory.stat",
               "anon 7\nfile 20971520\ninactive_file 5242880\nactive_file 1048576\n");
    cr_expect_eq(system_memory_left(root), 46 * MB, "files in the cache give way");
    write_file("/sys/fs/cgroup/user/session/memory.max", "3145728\n");
    cr_expect_eq(system_memory_left(root), 2 * MB);
    write_file("/sys/fs/cgroup/user/session/memory.current", "4194304\n");
    cr_expect_eq(system_memory_left(root), 0);
}

/* As in a container, which sees its own group as the root and may bear another's name. */
Test(memory_left, a_container_s_limit_stands_at_the_root)
{
    write_file("/proc/self/cgroup", "0::/outside/name\n");
    write_file("/sys/fs/cgroup/memory.max", "52428800\n");
    write_file("/sys/fs/cgroup/memory.current", "0\n");
    cr_expect_eq(system_memory_left(root), 50 * MB);
}

Test(memory_left, groups_of_version_1_are_heard_too)
{
    write_file("/proc/self/cgroup", "3:cpu,cpuacct:/a\n5:mymemory:/b\n4:hugetlb,memory:/c\n0::/\n");
    write_file("/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "1\n");
    write_file("/sys/fs/cgroup/memory/a/memory.usage_in_bytes", "1\n");
    write_file("/sys/fs/cgroup/memory/c/memory.limit_in_bytes", "31457280\n");
    write_file("/sys/fs/cgroup/memory/c/memory.usage_in_bytes", "10485760\n");
    write_file("/sys/fs/cgroup/memory/c/memory.stat",
               "active_file 9\ntotal_inactive_file 1048576\ntotal_active_file 0\n");
    cr_expect_eq(system_memory_left(root), 21 * MB);
    write_file("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    write_file("/sys/fs/cgroup/memory/memory.usage_in_bytes", "10485760\n");
    cr_expect_eq(system_memory_left(root), 21 * MB);
}
