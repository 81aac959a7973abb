#include "match_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/whole_file.h"
#include "system/files.h"

enum { FILE_PATH_MAX = DATA_PATH_MAX + 16, TOP_MAX = 3900, TRIES = 10 };

/* The beginning of the folders' names. */
static const char prefix[] = "morpho-lab-";

static void path_in(char path[FILE_PATH_MAX], const char *folder, const char *name)
{
    snprintf(path, FILE_PATH_MAX, "%s/%s", folder, name);
}

static void remove_folder(const char *path)
{
    static const char *const names[] = {"config.json", MATCH_FOLDER_GAMES};
    char file[FILE_PATH_MAX];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        path_in(file, path, names[i]);
        unlink(file);
    }
    rmdir(path);
}

/* Returns a descriptor that has the folder's lock, or -1 if another process has it or the folder
 * was just removed. */
static int lock_folder(const char *path)
{
    const int lock = system_open(path, SYSTEM_READ);
    if (lock >= 0 && system_lock(lock) && system_exists(path)) {
        return lock;
    }
    if (lock >= 0) {
        close(lock);
    }
    return -1;
}

/* True if a folder is this user's. Nobody else can put another one in its place meanwhile. */
static bool is_own(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid();
}

/* Removes the folders of processes that were killed. */
static void clear_remains(const char *top)
{
    char path[DATA_PATH_MAX];
    system_folder *folder = system_folder_open(top);
    for (const char *name; folder && (name = system_folder_next(folder)) != NULL;) {
        const bool is_one = strncmp(name, prefix, sizeof prefix - 1) == 0;
        snprintf(path, sizeof path, "%.*s/%.100s", TOP_MAX, top, name);
        const int lock = is_one && is_own(path) ? lock_folder(path) : -1;
        if (lock >= 0) {
            remove_folder(path);
            close(lock);
        }
    }
    if (folder) {
        system_folder_close(folder);
    }
}

bool match_folder_make(match_folder *folder, failure *why)
{
    const char *set = getenv("TMPDIR"), *top = set && *set ? set : "/tmp";
    folder->lock = -1;
    for (int i = 0; i < TRIES && folder->lock < 0; i++) {
        snprintf(folder->path, sizeof folder->path, "%.*s/%sXXXXXX", TOP_MAX, top, prefix);
        if (!mkdtemp(folder->path)) {
            return fail(why, "%s: cannot be made: %s", folder->path, strerror(errno));
        }
        folder->lock = lock_folder(folder->path);
    }
    /* Where the file system has no locks, the others may be in use. */
    if (folder->lock >= 0 && system_is_locked(folder->path)) {
        clear_remains(top);
    }
    return folder->lock >= 0 || fail(why, "%s: cannot be locked", folder->path);
}

static bool copy(FILE *from, FILE *to)
{
    char bytes[1 << 16];
    size_t got;
    while ((got = fread(bytes, 1, sizeof bytes, from)) > 0) {
        if (fwrite(bytes, 1, got, to) != got) {
            return false;
        }
    }
    return !ferror(from);
}

static bool cannot_write(const char *path, failure *why)
{
    return fail(why, "%s: cannot be written: %s", path, strerror(errno));
}

/* Opens a file to add to its end, and waits until no other match adds to it. NULL: it cannot. */
static FILE *open_end(const char *path)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    FILE *file = fopen(path, "ab");
    if (file && fcntl(fileno(file), F_SETLKW, &whole) != 0) {
        fclose(file);
        return NULL;
    }
    return file;
}

/* Adds the rest of the stream to the end of a file, or leaves the file as it was. */
static bool append(FILE *from, const char *path, failure *why)
{
    struct stat before;
    FILE *to = open_end(path);
    if (!to) {
        return cannot_write(path, why);
    }
    if (fstat(fileno(to), &before) != 0) {
        fclose(to);
        return cannot_write(path, why);
    }
    /* Without a buffer nothing is left to be written after the file is cut. */
    setvbuf(to, NULL, _IONBF, 0);
    const bool good = copy(from, to) || cannot_write(path, why);
    if (!good && ftruncate(fileno(to), before.st_size) != 0) {
        fail(why, "%s: cannot be written, and ends in a part of a game", path);
    }
    return (fclose(to) == 0 || cannot_write(path, why)) && good;
}

bool match_folder_can_keep_games(const char *pgn, failure *why)
{
    const char *fault = whole_file_name_fault(pgn);
    if (fault) {
        return fail(why, "%s: cannot be written: %s", pgn, fault);
    }
    FILE *file = fopen(pgn, "ab");
    return (file && fclose(file) == 0) || cannot_write(pgn, why);
}

/* Whether a text, which ends in a line of its own, ends in the result of a game. */
static bool ends_in_result(const char *text)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    const char *blank = strrchr(text, ' ');
    const char *last = blank ? blank + 1 : text;
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        const size_t length = strlen(results[i]);
        if (strncmp(last, results[i], length) == 0 && last[length] == '\n') {
            return true;
        }
    }
    return false;
}

/* The number of whole games of a PGN file: a disk that is full cuts it off. */
static long whole_games(FILE *games)
{
    char line[4096];
    long begun = 0;
    bool begins = true, ended = true;
    while (fgets(line, sizeof line, games)) {
        if (begins && strncmp(line, "[Event ", strlen("[Event ")) == 0) {
            begun++;
            ended = false;
        } else if (line[0] != '\n') {
            ended = ends_in_result(line);
        }
        begins = strchr(line, '\n') != NULL;
    }
    return ended ? begun : begun - 1;
}

bool match_folder_keep_games(const match_folder *folder, const char *pgn, long games, failure *why)
{
    char path[FILE_PATH_MAX];
    path_in(path, folder->path, MATCH_FOLDER_GAMES);
    FILE *left = fopen(path, "rb");
    if (!left) {
        return fail(why, "%s: fastchess has left no games there: %s", path, strerror(errno));
    }
    const long whole = whole_games(left);
    rewind(left);
    const bool good =
        whole == games
            ? append(left, pgn, why)
            : fail(why, "%s: fastchess has left %ld of %ld whole games there; is the disk full?",
                   path, whole, games);
    fclose(left);
    return good;
}

void match_folder_remove(const match_folder *folder)
{
    remove_folder(folder->path);
    close(folder->lock);
}
