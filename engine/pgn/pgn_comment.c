#include "pgn/pgn_comment.h"

#include <stddef.h>
#include <string.h>

const char *pgn_command(const char *comment, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = strstr(comment, "[%"); at; at = strstr(at, "[%")) {
        at += 2;
        const size_t gap = strncmp(at, name, length) == 0 ? strspn(at + length, " \t\r\n") : 0;
        if (gap > 0) {
            return at + length + gap;
        }
    }
    return NULL;
}

void pgn_command_remove(char *comment, const char *name)
{
    for (const char *argument; (argument = pgn_command(comment, name)) != NULL;) {
        char *begin = comment + (argument - comment);
        while (*begin != '[') {
            begin--;
        }
        const char *end = strchr(argument, ']');
        end = end ? end + 1 : argument + strlen(argument);
        memmove(begin, end, strlen(end) + 1);
    }
}
