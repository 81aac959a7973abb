#include "paragraph.h"

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#include "system/terminal.h"

enum { PARAGRAPH_MAX = 2048 };

int page_columns(void)
{
    const int columns = system_columns(stdout);
    if (columns == 0) {
        return PAGE_COLUMNS;
    }
    return columns < PAGE_COLUMNS_MIN   ? PAGE_COLUMNS_MIN
           : columns > PAGE_COLUMNS_MAX ? PAGE_COLUMNS_MAX
                                        : columns;
}

int paragraph_print(int column, int indent, const char *text, ...)
{
    char written[PARAGRAPH_MAX];
    const int columns = page_columns();
    bool first = true; /* of its line */
    int lines = 1;
    va_list values;
    va_start(values, text);
    vsnprintf(written, sizeof written, text, values);
    va_end(values);
    for (const char *word = written; *word != '\0';) {
        const int length = (int)strcspn(word, " ");
        if (!first && column + 1 + length > columns) {
            printf("\n%*s", indent, "");
            column = indent;
            first = true;
            lines++;
        }
        column += printf("%s%.*s", first ? "" : " ", length, word);
        first = false;
        word += length;
        word += *word != '\0';
    }
    putchar('\n');
    return lines;
}
