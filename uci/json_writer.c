#include "json_writer.h"

#include <inttypes.h>
#include <math.h>

enum { SURROGATES = 0xd800, SURROGATES_END = 0xe000, FIRST_OF_TWO = 0x10000, LAST = 0x10ffff };

/* Reads a code point of UTF-8 and returns its bytes; of a byte that begins none, 1. */
static int read_point(const unsigned char *text, uint32_t *point)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, FIRST_OF_TWO};
    const unsigned char first = text[0];
    const int bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    *point = first;
    if (bytes == 1 || first >= 0xf8) {
        return 1;
    }
    uint32_t read = first & (0x7fu >> bytes);
    for (int i = 1; i < bytes; i++) {
        if ((text[i] & 0xc0) != 0x80) {
            return 1;
        }
        read = read << 6 | (text[i] & 0x3fu);
    }
    if (read < least[bytes] || read > LAST || (read >= SURROGATES && read < SURROGATES_END)) {
        return 1;
    }
    *point = read;
    return bytes;
}

static void put_point(FILE *out, uint32_t point)
{
    if (point == '"' || point == '\\') {
        fprintf(out, "\\%c", (char)point);
    } else if (point >= ' ' && point <= '~' && point != '<') {
        fputc((int)point, out);
    } else if (point < FIRST_OF_TWO) {
        fprintf(out, "\\u%04" PRIx32, point);
    } else {
        const uint32_t rest = point - FIRST_OF_TWO;
        fprintf(out, "\\u%04" PRIx32 "\\u%04" PRIx32, SURROGATES + (rest >> 10),
                0xdc00 + (rest & 0x3ff));
    }
}

static void put_text(FILE *out, const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    fputc('"', out);
    while (*at != '\0') {
        uint32_t point;
        at += read_point(at, &point);
        put_point(out, point);
    }
    fputc('"', out);
}

static void begin_value(json_writer *j, const char *key)
{
    if (j->comma) {
        fputs(",\n", j->out);
    }
    j->comma = true;
    if (key != NULL) {
        put_text(j->out, key);
        fputc(':', j->out);
    }
}

static void begin(json_writer *j, const char *key, char bracket)
{
    begin_value(j, key);
    fputc(bracket, j->out);
    j->comma = false;
}

static void end(json_writer *j, char bracket)
{
    fputc(bracket, j->out);
    j->comma = true;
}

void json_object_begin(json_writer *j, const char *key)
{
    begin(j, key, '{');
}

void json_object_end(json_writer *j)
{
    end(j, '}');
}

void json_array_begin(json_writer *j, const char *key)
{
    begin(j, key, '[');
}

void json_array_end(json_writer *j)
{
    end(j, ']');
}

void json_text(json_writer *j, const char *key, const char *text)
{
    begin_value(j, key);
    put_text(j->out, text);
}

void json_whole(json_writer *j, const char *key, int64_t number)
{
    begin_value(j, key);
    fprintf(j->out, "%" PRId64, number);
}

void json_real(json_writer *j, const char *key, double number, int digits)
{
    if (!isfinite(number)) {
        json_null(j, key);
        return;
    }
    begin_value(j, key);
    fprintf(j->out, "%.*f", digits, number);
}

void json_truth(json_writer *j, const char *key, bool truth)
{
    begin_value(j, key);
    fputs(truth ? "true" : "false", j->out);
}

void json_null(json_writer *j, const char *key)
{
    begin_value(j, key);
    fputs("null", j->out);
}
