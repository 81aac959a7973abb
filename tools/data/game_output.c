#include "game_output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct game_output {
    game_writer *writer;
    long games;
    char *path;
    char *written; /* the name written to; equals path if that is no regular file */
};

static void free_output(game_output *out)
{
    free(out->written);
    free(out->path);
    free(out);
}

game_output *game_output_open(const char *path, failure *why)
{
    struct stat status;
    bool direct = stat(path, &status) == 0 && !S_ISREG(status.st_mode);
    size_t size = strlen(path) + sizeof ".new";
    game_output *out = calloc(1, sizeof *out);
    if (out) {
        out->path = strdup(path);
        out->written = malloc(size);
    }
    if (!out || !out->path || !out->written) {
        fail(why, "%s: not enough memory to write it", path);
        game_output_drop(out);
        return NULL;
    }
    snprintf(out->written, size, "%s%s", path, direct ? "" : ".new");
    out->writer = game_writer_open(out->written, why);
    if (!out->writer) {
        game_output_drop(out);
        return NULL;
    }
    return out;
}

bool game_output_add(game_output *out, const game *g, failure *why)
{
    out->games++;
    return game_writer_add(out->writer, g, why);
}

long game_output_count(const game_output *out)
{
    return out->games;
}

/* Waits until the bytes are on the disk; a medium that cannot be synced is none of our business. */
static bool sync_file(const char *path)
{
    int file = open(path, O_RDONLY);
    if (file < 0) {
        return false;
    }
    bool good = fsync(file) == 0 || errno == EINVAL;
    int fault = errno;
    close(file);
    errno = fault;
    return good;
}

bool game_output_keep(game_output *out, failure *why)
{
    bool good = game_writer_close(out->writer, why);
    out->writer = NULL;
    if (good && strcmp(out->path, out->written) != 0 &&
        (!sync_file(out->written) || rename(out->written, out->path) != 0)) {
        good = fail(why, "%s: cannot be written: %s", out->path, strerror(errno));
    }
    if (good) {
        free_output(out);
    } else {
        game_output_drop(out);
    }
    return good;
}

void game_output_drop(game_output *out)
{
    if (!out) {
        return;
    }
    game_writer_close(out->writer, NULL);
    if (out->path && out->written && strcmp(out->path, out->written) != 0) {
        remove(out->written);
    }
    free_output(out);
}
