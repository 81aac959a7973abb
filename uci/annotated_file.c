#include "annotated_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "annotated_game.h"
#include "files/growing_file.h"
#include "system/files.h"
#include "system/memory_stream.h"

static const char game_end[] = "\n\n"; /* after the result of a whole game */

struct annotated_file {
    int fd;
    /* The games that were there at first. It is another descriptor of the same file, so it is
     * closed last: the lock ends with it. */
    pgn_records *kept;
    pgn_record game;
    char *path;
    const char *annotator;
    int64_t size; /* of the whole games */
};

annotated_file *annotated_file_open(const char *path, const char *annotator, failure *why)
{
    annotated_file *file = calloc(1, sizeof *file);
    char *copy = strdup(path);
    if (file == NULL || copy == NULL) {
        fail(why, "%s: not enough memory to write it", path);
        free(file);
        free(copy);
        return NULL;
    }
    file->path = copy;
    file->annotator = annotator;
    file->fd = growing_file_open(path, why);
    if (file->fd >= 0) {
        file->kept = pgn_records_open(path, why);
    }
    if (file->kept == NULL) {
        annotated_file_close(file);
        return NULL;
    }
    return file;
}

void annotated_file_close(annotated_file *file)
{
    if (file != NULL) {
        pgn_records_close(file->kept);
        pgn_record_free(&file->game);
        if (file->fd >= 0) {
            close(file->fd);
        }
        free(file->path);
        free(file);
    }
}

/* True if the game in file->game ends as all whole games do. */
static bool is_whole(const annotated_file *file)
{
    char end[sizeof game_end] = "";
    const int64_t at = pgn_records_offset(file->kept);
    return system_read_at(file->fd, end, strlen(game_end), at) == (ssize_t)strlen(game_end) &&
           strcmp(end, game_end) == 0;
}

/* True if the bytes behind the whole games are the beginning of `game`, as far as its tags say. */
static bool rest_begins(const annotated_file *file, const pgn_record *game)
{
    memory_stream tags;
    if (!memory_stream_open(&tags)) {
        return false;
    }
    annotated_tags_write(game, file->annotator, tags.stream);
    char *rest = memory_stream_close(&tags) ? malloc(tags.size) : NULL;
    const ssize_t got = rest != NULL ? system_read_at(file->fd, rest, tags.size, file->size) : -1;
    const bool begins = got >= 0 && memcmp(rest, tags.text, (size_t)got) == 0;
    free(rest);
    free(tags.text);
    return begins;
}

bool annotated_file_has(annotated_file *file, const pgn_record *game, bool *fits, failure *why)
{
    failure reason;
    const bool whole =
        pgn_records_next(file->kept, &file->game, &reason) == PGN_RECORD_READ && is_whole(file);
    *fits = true;
    if (!whole) {
        *fits = rest_begins(file, game) && system_truncate(file->fd, file->size);
    } else {
        const char *annotator = pgn_record_tag(&file->game, "Annotator");
        *fits = pgn_record_same_moves(&file->game, game) && annotator != NULL &&
                strcmp(annotator, file->annotator) == 0;
        file->size = pgn_records_offset(file->kept) + (int64_t)strlen(game_end);
    }
    if (!*fits) {
        fail(why,
             "%s: its game %ld is not the next game of the input as \"%s\" annotates it; nothing "
             "was written",
             file->path, pgn_records_count(file->kept) + !whole, file->annotator);
    }
    return whole;
}

bool annotated_file_append(annotated_file *file, const char *text, size_t size, failure *why)
{
    for (size_t done = 0; done < size;) {
        const ssize_t wrote =
            system_write_at(file->fd, text + done, size - done, file->size + (int64_t)done);
        if (wrote > 0) {
            done += (size_t)wrote;
        } else if (wrote == 0 || errno != EINTR) {
            const int reason = wrote == 0 ? ENOSPC : errno;
            const bool cut = system_truncate(file->fd, file->size);
            return fail(why, "%s: cannot be written: %s%s", file->path, strerror(reason),
                        cut ? "" : "; its last game is not whole");
        }
    }
    file->size += (int64_t)size;
    return true;
}
