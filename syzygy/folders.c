#include "folders.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "system/files.h"
#include "syzygy/tables.h"

enum { FILE_PATH_MAX = 8192, NAME_MAX_SHOWN = 256 };

void syzygy_folders_free(syzygy_folders *f)
{
    free(f->text);
    free(f->names);
    *f = (syzygy_folders){NULL, NULL, 0};
}

bool syzygy_folders_split(syzygy_folders *f, const char *path, failure *why)
{
    const size_t size = strlen(path) + 1;
    *f = (syzygy_folders){malloc(size), malloc(size * sizeof *f->names), 0};
    if (!f->text || !f->names) {
        return fail(why, "not enough memory for a path");
    }
    memcpy(f->text, path, size);
    char *rest = f->text;
    for (char *name = strtok_r(f->text, system_list_separator, &rest); name;
         name = strtok_r(NULL, system_list_separator, &rest)) {
        f->names[f->count++] = name;
    }
    return f->count > 0 || fail(why, "the path names no folder");
}

/* The kinds of tables, with the ends of their names and their first bytes. */
typedef struct table_kind {
    const char *suffix;
    unsigned char magic[4];
} table_kind;

static const table_kind wdl_kind = {".rtbw", {0x71, 0xe8, 0x23, 0x5d}};
static const table_kind dtz_kind = {".rtbz", {0xd7, 0x66, 0x0c, 0xa5}};

/* Reads the pieces of one side, such as "KRP", and moves the cursor behind them. Returns their
 * number; 0 if they are not a king and then other pieces from strong to weak. The `places` are
 * those of the other pieces in that order. */
static int read_side(const char **cursor, char places[SYZYGY_PIECES_MAX + 1])
{
    static const char order[] = "QRBNP";
    int count = 0;
    if (*(*cursor)++ != 'K') {
        return 0;
    }
    for (const char *found; **cursor && (found = strchr(order, **cursor)) != NULL; ++*cursor) {
        const char place = (char)('a' + (found - order));
        if (count == SYZYGY_PIECES_MAX || (count > 0 && places[count - 1] > place)) {
            return 0;
        }
        places[count++] = place;
    }
    places[count] = '\0';
    return count + 1;
}

/* The number of pieces in the name of a table of a kind, such as "KRPvKR.rtbw"; 0 for all other
 * names. The side with more pieces, and of equals the stronger one, comes first. */
static int pieces_of_name(const char *name, const table_kind *kind)
{
    char first[SYZYGY_PIECES_MAX + 1], second[SYZYGY_PIECES_MAX + 1];
    const int more = read_side(&name, first);
    if (!more || *name++ != 'v') {
        return 0;
    }
    const int less = read_side(&name, second);
    const bool ordered = more > less || (more == less && strcmp(first, second) <= 0);
    const bool known = less && more + less > 2 && more + less <= SYZYGY_PIECES_MAX && ordered;
    return known && strcmp(name, kind->suffix) == 0 ? more + less : 0;
}

/* The reader ends the process or misreads where a file is cut off, empty or another one. */
static bool check_content(int file, const char *path, const table_kind *kind, failure *why)
{
    enum { BLOCK = 64, END = 16 }; /* a checksum of 16 bytes follows blocks of 64 */
    system_status status;
    unsigned char magic[sizeof kind->magic] = {0};
    if (!system_look_at_open(file, &status) || read(file, magic, sizeof magic) < 0) {
        return fail(why, "%.*s: %s", NAME_MAX_SHOWN, path, strerror(errno));
    }
    if (status.bytes % BLOCK != END) {
        return fail(why, "%.*s: it is cut off or no Syzygy table: no table has %lld bytes",
                    NAME_MAX_SHOWN, path, (long long)status.bytes);
    }
    return memcmp(magic, kind->magic, sizeof magic) == 0 ||
           fail(why, "%.*s: it is no Syzygy table: its first bytes are wrong", NAME_MAX_SHOWN,
                path);
}

static bool check_table(const char *path, const table_kind *kind, failure *why)
{
    /* Nobody may write into a pipe of this name. */
    const int file = system_open(path, SYSTEM_READ);
    if (file < 0) {
        return fail(why, "%.*s: %s", NAME_MAX_SHOWN, path, strerror(errno));
    }
    const bool good = check_content(file, path, kind, why);
    close(file);
    return good;
}

static bool join(char path[FILE_PATH_MAX], const char *folder, const char *name, failure *why)
{
    const int length = snprintf(path, FILE_PATH_MAX, "%s/%s", folder, name);
    return (length > 0 && length < FILE_PATH_MAX) || fail(why, "the name of a table is too long");
}

/* True if an earlier folder has a file of this name, which is the one that is read. */
static bool is_hidden(const syzygy_folders *f, int folder, const char *name)
{
    char path[FILE_PATH_MAX];
    for (int i = 0; i < folder; i++) {
        if (join(path, f->names[i], name, NULL) && system_exists(path)) {
            return true;
        }
    }
    return false;
}

/* Counts a file if it is a table. */
static bool count_file(const syzygy_folders *f, int folder, const char *name, syzygy_found *found,
                       failure *why)
{
    char path[FILE_PATH_MAX];
    const int wdl = pieces_of_name(name, &wdl_kind), dtz = pieces_of_name(name, &dtz_kind);
    if ((!wdl && !dtz) || is_hidden(f, folder, name)) {
        return true;
    }
    if (!join(path, f->names[folder], name, why) ||
        !check_table(path, wdl ? &wdl_kind : &dtz_kind, why)) {
        return false;
    }
    found->wdl += wdl > 0;
    found->dtz += dtz > 0;
    found->pieces = wdl > found->pieces ? wdl : found->pieces;
    return true;
}

static bool look_into(const syzygy_folders *f, int folder, syzygy_found *found, failure *why)
{
    system_folder *opened = system_folder_open(f->names[folder]);
    const char *name;
    bool good = true;
    if (!opened) {
        return fail(why, "%.*s: %s", NAME_MAX_SHOWN, f->names[folder], strerror(errno));
    }
    while (good && (name = system_folder_next(opened)) != NULL) {
        good = count_file(f, folder, name, found, why);
    }
    system_folder_close(opened);
    return good;
}

bool syzygy_look(const char *path, syzygy_found *found, failure *why)
{
    syzygy_folders f;
    bool good = syzygy_folders_split(&f, path, why);
    *found = (syzygy_found){0, 0, 0};
    for (int i = 0; good && i < f.count; i++) {
        good = look_into(&f, i, found, why);
    }
    syzygy_folders_free(&f);
    return good && (found->wdl > 0 ||
                    fail(why, "%.*s: no endgame tables (.rtbw) are there", NAME_MAX_SHOWN, path));
}
