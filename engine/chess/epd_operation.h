/* The operations after the fields of an EPD record: a name, an operand, and a ';'. */
#ifndef CHESS_EPD_OPERATION_H
#define CHESS_EPD_OPERATION_H

#include <stdbool.h>
#include <stddef.h>

/* One operation. Its texts are parts of the record. */
typedef struct epd_operation {
    const char *name, *operand; /* the operand without quotes and surrounding blanks */
    size_t name_length, operand_length;
    bool open; /* a quote is not closed, so the operation reaches to the end of the record */
} epd_operation;

/* Cuts the next operation out of the record at `*at`, and steps over it. A text in double quotes
 * may hold a ';'. Empty operations are skipped, and the last ';' may be missing. Returns false at
 * the end of the record. */
bool epd_operation_next(epd_operation *o, const char **at);

/* True if the operation has this name. */
bool epd_operation_is(const epd_operation *o, const char *name);

#endif
