#include "epd_operation.h"

#include <string.h>

static const char blanks[] = " \t\r\n";

/* Where the operation ends: its ';' or the end of the record. */
static const char *find_end(const char *text, bool *open)
{
    for (*open = false; *text && (*open || *text != ';'); text++) {
        *open ^= *text == '"';
    }
    return text;
}

bool epd_operation_next(epd_operation *o, const char **at)
{
    const char *text = *at + strspn(*at, " \t\r\n;");
    const char *end = find_end(text, &o->open);
    *at = end;
    o->name = text;
    o->name_length = strcspn(text, " \t\r\n;");
    text += o->name_length;
    text += strspn(text, blanks);
    while (end > text && strchr(blanks, end[-1])) {
        end--;
    }
    if (end - text >= 2 && *text == '"' && end[-1] == '"') {
        text++;
        end--;
    }
    o->operand = text;
    o->operand_length = (size_t)(end - text);
    return o->name_length > 0;
}

bool epd_operation_is(const epd_operation *o, const char *name)
{
    return o->name_length == strlen(name) && memcmp(o->name, name, o->name_length) == 0;
}
