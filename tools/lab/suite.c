#include "suite.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/array_room.h"
#include "chess/movegen.h"
#include "data_path.h"
#include "files/byte_order_mark.h"
#include "files/input_file.h"

enum { LINE_BYTES_MAX = 8192 };

static suite_position *add_position(suite *s, failure *why)
{
    if (s->count == SUITE_POSITIONS_MAX) {
        fail(why, "more than %d positions", SUITE_POSITIONS_MAX);
        return NULL;
    }
    suite_position *grown =
        array_room(s->positions, sizeof *grown, &s->capacity, (size_t)s->count + 1);
    if (!grown) {
        fail(why, "not enough memory for more positions");
        return NULL;
    }
    s->positions = grown;
    return &grown[s->count];
}

/* The position's id, or else its file and line. A file's name may hold characters that a line of
 * output must not. */
static void name_position(suite_position *p, const char *path, long number)
{
    snprintf(p->file, sizeof p->file, "%.*s", SUITE_FILE_MAX - 1, data_path_name(path));
    for (char *at = p->file; *at; at++) {
        *at = *at >= ' ' && *at <= '~' && *at != ',' && *at != '"' ? *at : '?';
    }
    if (p->epd.id[0]) {
        snprintf(p->name, sizeof p->name, "%s", p->epd.id);
    } else {
        snprintf(p->name, sizeof p->name, "%s:%ld", p->file, number);
    }
}

static bool take_line(suite *s, const char *path, long number, const char *text, failure *why)
{
    suite_position *p = add_position(s, why);
    if (!p || !epd_parse(&p->epd, text, why)) {
        return false;
    }
    if (s->answers_wanted && !epd_has_answer(&p->epd)) {
        return fail(why, "it has no bm, am or points, so no move is known to be good");
    }
    if (!gen_any(&p->epd.pos)) {
        return fail(why, "the game is over: no move is legal");
    }
    fen_write(&p->epd.pos, false, p->fen);
    name_position(p, path, number);
    s->count++;
    return true;
}

typedef enum { LINE_READ, LINE_NONE, LINE_BAD } line_status;

/* The next line without its end. Zero bytes at the end are dropped: one old suite has them. */
static line_status next_line(FILE *file, char text[LINE_BYTES_MAX])
{
    size_t length = 0;
    int c = fgetc(file);
    if (c == EOF) {
        return LINE_NONE;
    }
    for (; c != EOF && c != '\n'; c = fgetc(file)) {
        if (length + 1 == LINE_BYTES_MAX) {
            return LINE_BAD;
        }
        text[length++] = (char)c;
    }
    while (length && (!text[length - 1] || text[length - 1] == '\r')) {
        length--;
    }
    text[length] = 0;
    return strlen(text) == length ? LINE_READ : LINE_BAD;
}

bool suite_read(suite *s, const char *path, failure *why)
{
    char text[LINE_BYTES_MAX];
    FILE *file = input_file_stream(path, why);
    bool good = file != NULL;
    const int before = s->count;
    line_status status;
    if (!file) {
        return false;
    }
    for (long number = 1; good && (status = next_line(file, text)) != LINE_NONE; number++) {
        const char *line = number == 1 ? after_byte_order_mark(text) : text;
        failure reason;
        if (status == LINE_BAD) {
            good = fail(why, "%s, line %ld: too long, or not text", path, number);
        } else if (line[strspn(line, " \t")] && line[0] != '#' &&
                   !take_line(s, path, number, line, &reason)) {
            good = fail(why, "%s, line %ld: %s", path, number, reason.text);
        }
    }
    if (good && ferror(file)) {
        good = fail(why, "%s: cannot be read: %s", path, strerror(errno));
    }
    fclose(file);
    return good && (s->count > before || fail(why, "%s: it holds no position", path));
}

void suite_free(suite *s)
{
    free(s->positions);
    *s = (suite){.positions = NULL};
}
