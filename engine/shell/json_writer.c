#include "json_writer.h"

#include <inttypes.h>
#include <math.h>

#include "base/utf8.h"

/* From FIRST_OF_TWO on, a code point is written as two surrogates. */
enum { HIGH_SURROGATES = 0xd800, LOW_SURROGATES = 0xdc00, FIRST_OF_TWO = 0x10000 };

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
        fprintf(out, "\\u%04" PRIx32 "\\u%04" PRIx32, HIGH_SURROGATES + (rest >> 10),
                LOW_SURROGATES + (rest & 0x3ff));
    }
}

static void put_text(FILE *out, const char *text)
{
    uint32_t point;
    fputc('"', out);
    while (utf8_next(&text, &point)) {
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
    begin_value(j, key);
    if (isfinite(number)) {
        fprintf(j->out, "%.*f", digits, number);
    } else {
        fputs("null", j->out);
    }
}

void json_known(json_writer *j, const char *key, float number, int digits)
{
    json_real(j, key, number >= 0.0f ? (double)number : (double)NAN, digits);
}

void json_truth(json_writer *j, const char *key, bool truth)
{
    begin_value(j, key);
    fputs(truth ? "true" : "false", j->out);
}

void json_value(json_writer *j, const char *key, const char *text)
{
    begin_value(j, key);
    fputs(text, j->out);
}
