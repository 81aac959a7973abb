#include "uci/line_reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"
#include "files/input_file.h"

enum { CHUNK_BYTES = 1 << 16 };

struct line_reader {
    char *const *texts; /* those that are left; NULL: the descriptor is read */
    int descriptor;
    bool opened;       /* the descriptor is the reader's own */
    int error;         /* errno of a read that failed; 0: none did */
    size_t begin, end; /* of the unused part of the chunk */
    bool first;        /* the next line is the first one of the descriptor */
    char chunk[CHUNK_BYTES];
    char line[LINE_READER_MAX + 1];
};

line_reader *line_reader_new(int descriptor)
{
    line_reader *reader = malloc(sizeof *reader);
    if (reader != NULL) {
        reader->texts = NULL;
        reader->descriptor = descriptor;
        reader->opened = false;
        reader->error = 0;
        reader->begin = reader->end = 0;
        reader->first = true;
    }
    return reader;
}

line_reader *line_reader_open(const char *path, failure *why)
{
    const int descriptor = input_file_open(path, why);
    if (descriptor < 0) {
        return NULL;
    }
    line_reader *reader = line_reader_new(descriptor);
    if (reader == NULL) {
        close(descriptor);
        fail(why, "%s: not enough memory to read it", path);
        return NULL;
    }
    reader->opened = true;
    return reader;
}

line_reader *line_reader_of(char *const *texts)
{
    line_reader *reader = line_reader_new(-1);
    if (reader != NULL) {
        reader->texts = texts;
    }
    return reader;
}

void line_reader_free(line_reader *reader)
{
    if (reader != NULL && reader->opened) {
        close(reader->descriptor);
    }
    free(reader);
}

/* The next character, or -1 at the end. */
static int next_character(line_reader *reader)
{
    if (reader->begin == reader->end) {
        ssize_t got;
        do {
            got = read(reader->descriptor, reader->chunk, CHUNK_BYTES);
        } while (got < 0 && errno == EINTR);
        if (got <= 0) {
            reader->error = got < 0 ? errno : 0;
            return -1;
        }
        reader->begin = 0;
        reader->end = (size_t)got;
    }
    return (unsigned char)reader->chunk[reader->begin++];
}

static line_outcome next_text(line_reader *reader)
{
    const char *text = *reader->texts;
    if (text == NULL) {
        return LINE_END;
    }
    reader->texts++;
    size_t kept = 0;
    for (; text[kept] != '\0' && kept < LINE_READER_MAX; kept++) {
        reader->line[kept] = (char)(text[kept] == '\n' ? ' ' : text[kept]);
    }
    reader->line[kept] = '\0';
    return text[kept] != '\0' ? LINE_TOO_LONG : LINE_READ;
}

static line_outcome next_read(line_reader *reader)
{
    size_t length = 0, kept = 0;
    int c;
    while ((c = next_character(reader)) >= 0 && c != '\n') {
        length++;
        if (kept < LINE_READER_MAX) {
            reader->line[kept++] = (char)(c == '\0' ? ' ' : c);
        }
    }
    if (c < 0 && (length == 0 || reader->error)) {
        return LINE_END;
    }
    reader->line[kept] = '\0';
    if (reader->first) {
        const char *text = utf8_after_mark(reader->line);
        memmove(reader->line, text, strlen(text) + 1);
        reader->first = false;
    }
    return length > kept ? LINE_TOO_LONG : LINE_READ;
}

line_outcome line_reader_next(line_reader *reader, const char **line)
{
    *line = reader->line;
    return reader->texts != NULL ? next_text(reader) : next_read(reader);
}

bool line_reader_is_whole(const line_reader *reader, const char *path, failure *why)
{
    return reader->error == 0 || fail(why, "%s: cannot be read: %s", path, strerror(reader->error));
}
