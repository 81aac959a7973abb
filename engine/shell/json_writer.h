/* Writes JSON (RFC 8259), one value after the other. The output has ASCII characters only, and no
 * '<', so that it may stand in a script element of HTML. */
#ifndef SHELL_JSON_WRITER_H
#define SHELL_JSON_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Write errors are left to ferror(). */
typedef struct json_writer {
    FILE *out;
    bool comma; /* the next value needs a comma before it */
} json_writer;

/* In all calls `key` is the name of the value in its object; NULL in an array and at the top.
 * Objects and arrays may be nested to any depth; each begin needs its end. */
void json_object_begin(json_writer *j, const char *key);
void json_object_end(json_writer *j);
void json_array_begin(json_writer *j, const char *key);
void json_array_end(json_writer *j);

/* A text of UTF-8. Bytes that are not UTF-8 count as Latin-1. */
void json_text(json_writer *j, const char *key, const char *text);

/* json_real() writes `digits` decimals, or null if the number is not finite. json_known() also
 * writes null for a number below 0, which stands for an unknown score or share. */
void json_whole(json_writer *j, const char *key, int64_t number);
void json_real(json_writer *j, const char *key, double number, int digits);
void json_known(json_writer *j, const char *key, float number, int digits);
void json_truth(json_writer *j, const char *key, bool truth);

/* A value that is JSON already. */
void json_value(json_writer *j, const char *key, const char *text);

#endif
