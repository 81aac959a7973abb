#include "game_output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "files/whole_file.h"
#include "system/files.h"

struct game_output {
    whole_file *file;
    game_writer *writer; /* NULL: the file is complete */
    long games;
};

/* Begins the file and gives the writer a descriptor of its own, which the writer closes. */
static bool begin(game_output *out, const char *path, failure *why)
{
    const int fd = whole_file_begin(out->file, why);
    const int copy = fd >= 0 ? system_duplicate(fd) : -1;
    if (fd >= 0 && copy < 0) {
        return fail(why, "%s: cannot be written: %s", path, strerror(errno));
    }
    out->writer = fd >= 0 ? game_writer_open(copy, path, why) : NULL;
    return out->writer != NULL;
}

game_output *game_output_open(const char *path, failure *why)
{
    game_output *out = calloc(1, sizeof *out);
    if (!out) {
        fail(why, "%s: not enough memory to write it", path);
        return NULL;
    }
    out->file = whole_file_open(path, why);
    if (!out->file || !begin(out, path, why)) {
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

bool game_output_complete(game_output *out, failure *why)
{
    game_writer *writer = out->writer;
    out->writer = NULL;
    return game_writer_close(writer, why) && whole_file_complete(out->file, why);
}

bool game_output_keep(game_output *out, failure *why)
{
    const bool good =
        (!out->writer || game_output_complete(out, why)) && whole_file_keep(out->file, why);
    game_output_drop(out);
    return good;
}

void game_output_drop(game_output *out)
{
    if (out) {
        game_writer_close(out->writer, NULL);
        whole_file_close(out->file);
        free(out);
    }
}
