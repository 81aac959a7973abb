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

enum { PIECE_BYTES = 4096 };

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
                "nothing was written",
                file->path, file->whole + 1, file->annotator);
}

static bool starve(const annotated_file *file, failure *why)
{
    return fail(why, "%s: not enough memory to go on", file->path);
}

/* True if the game in file->game is `game`, with the same annotator. */
static bool is_annotated(const annotated_file *file, const pgn_record *game)
{
    const char *annotator = pgn_record_tag(&file->game, "Annotator");
    return pgn_record_same_moves(&file->game, game) && annotator != NULL &&
           strcmp(annotator, file->annotator) == 0;
}

/* True if the bytes behind the whole games begin with these tags, as far as they go. */
static bool rest_begins(const annotated_file *file, const memory_stream *tags)
{
    char bytes[PIECE_BYTES];
    ssize_t got = 1;
    for (size_t done = 0; done < tags->size && got > 0; done += (size_t)got) {
        const size_t left = tags->size - done, wanted = left < sizeof bytes ? left : sizeof bytes;
        got = system_read_at(file->fd, bytes, wanted, file->size + (int64_t)done);
        if (got < 0 || memcmp(bytes, tags->text + done, (size_t)got) != 0) {
            return false;
        }
    }
    return true;
}

/* True if the file ends as a whole game does, behind the tags. */
static bool rest_ends(const annotated_file *file, const memory_stream *tags)
{
    system_status status;
    if (!system_look_at_open(file->fd, &status)) {
        return true;
    }
    const int64_t end = status.bytes - (int64_t)strlen(game_end);
    return end >= file->size + (int64_t)tags->size && ends_game(file, end);
}

/* Checks that the bytes behind the whole games are a part of the next game, whose tags are given:
 * the beginning of the tags, or all of them and some moves. `fault` says what is wrong with them as
 * a game. */
static bool check_rest(annotated_file *file, const memory_stream *tags, const failure *fault,
                       failure *why)
{
    failure reason;
    if (!rest_begins(file, tags)) {
        return refuse_other(file, why);
    }
    const pgn_record_status next = pgn_records_next(file->kept, &file->game, &reason);
    if (next == PGN_RECORD_BAD) {
        return fail(why, "%s; nothing was written", reason.text);
    }
    return (next == PGN_RECORD_END && !rest_ends(file, tags)) ||
           fail(why, "%s; this is not what a kill leaves, so nothing was written", fault->text);
}

/* Cuts off the part of `game` behind the whole games. Fails if anything else is there. */
static bool cut_rest(annotated_file *file, const pgn_record *game, const failure *fault,
                     failure *why)
{
    memory_stream tags;
    if (!memory_stream_open(&tags)) {
        return starve(file, why);
    }
    annotated_tags_write(game, file->annotator, tags.stream);
    const bool part =
        memory_stream_close(&tags) ? check_rest(file, &tags, fault, why) : starve(file, why);
    free(tags.text);
    return part && (system_truncate(file->fd, file->size) ||
                    fail(why, "%s: cannot be written: %s", file->path, strerror(errno)));
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
