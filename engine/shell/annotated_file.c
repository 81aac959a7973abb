#include "annotated_file.h"

#include <errno.h>
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
    long whole;   /* the whole games that were found */
    int64_t size; /* of these */
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

/* True if the two bytes at an offset end a game. */
static bool ends_game(const annotated_file *file, int64_t at)
{
    char end[sizeof game_end] = "";
    return system_read_at(file->fd, end, strlen(game_end), at) == (ssize_t)strlen(game_end) &&
           strcmp(end, game_end) == 0;
}

static bool refuse_other(const annotated_file *file, failure *why)
{
    return fail(why,
                "%s: its game %ld is not the next game of the input as \"%s\" annotates it; "
                "nothing was written; repeat the command that made it, or name another file",
                file->path, file->whole + 1, file->annotator);
}

/* True if the game in file->game is `game`, with the same annotator. */
static bool is_annotated(const annotated_file *file, const pgn_record *game)
{
    const char *annotator = pgn_record_tag(&file->game, "Annotator");
    return pgn_record_same_moves(&file->game, game) && annotator != NULL &&
           strcmp(annotator, file->annotator) == 0;
}

/* True if the bytes after the whole games are a part of the next game, whose tags are given: the
 * beginning of the tags, or all of them and some moves, without the empty line that ends a game. */
static bool rest_is_part(const annotated_file *file, const memory_stream *tags)
{
    char byte, last = '\0';
    int64_t at = 0;
    ssize_t got;
    while ((got = system_read_at(file->fd, &byte, 1, file->size + at)) == 1) {
        const bool in_tags = at < (int64_t)tags->size;
        if (in_tags ? byte != tags->text[at] : byte == '\n' && last == '\n') {
            return false;
        }
        last = (char)(in_tags ? '\0' : byte);
        at++;
    }
    return got == 0;
}

/* Cuts off the part of `game` after the whole games. Fails if anything else is there; `fault` says
 * what is wrong with it as a game. */
static bool cut_rest(annotated_file *file, const pgn_record *game, const failure *fault,
                     failure *why)
{
    memory_stream tags = {.text = NULL};
    bool good = memory_stream_open(&tags);
    if (good) {
        annotated_tags_write(game, file->annotator, tags.stream);
        good = memory_stream_close(&tags);
    }
    if (!good) {
        fail(why, "%s: not enough memory to go on", file->path);
    } else if (!rest_is_part(file, &tags)) {
        good = fault->text[0] != '\0'
                   ? fail(why, "%s; this is not what a kill leaves, so nothing was written",
                          fault->text)
                   : refuse_other(file, why);
    } else {
        good = system_truncate(file->fd, file->size) ||
               fail(why, "%s: cannot be written: %s", file->path, strerror(errno));
    }
    free(tags.text);
    return good;
}

bool annotated_file_has(annotated_file *file, const pgn_record *game, bool *fits, failure *why)
{
    failure fault = {""};
    const pgn_record_status got = pgn_records_next(file->kept, &file->game, &fault);
    const bool read = got == PGN_RECORD_READ;
    const bool whole = read && ends_game(file, pgn_records_offset(file->kept));
    if (got == PGN_RECORD_BAD) {
        *fits = fail(why, "%s; nothing was written", fault.text);
    } else if (whole) {
        *fits = is_annotated(file, game) || refuse_other(file, why);
        file->size = pgn_records_offset(file->kept) + (int64_t)strlen(game_end);
        file->whole++;
    } else {
        if (read) {
            fail(&fault, "%s: no empty line ends its game %ld", file->path, file->whole + 1);
        }
        *fits = cut_rest(file, game, &fault, why);
    }
    return whole;
}

bool annotated_file_ends(annotated_file *file, failure *why)
{
    failure reason;
    const pgn_record_status got = pgn_records_next(file->kept, &file->game, &reason);
    if (got == PGN_RECORD_BAD) {
        return fail(why, "%s; nothing was written", reason.text);
    }
    return got == PGN_RECORD_END ||
           fail(why, "%s: its game %ld is not in the input; nothing was written", file->path,
                file->whole + 1);
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
