#include "san_line.h"

#include <string.h>

#include "chess/san.h"

void san_number_write(const position *pos, bool first, char text[SAN_NUMBER_MAX])
{
    text[0] = '\0';
    if (pos->to_move == WHITE || first) {
        snprintf(text, SAN_NUMBER_MAX, "%u.%s ", (unsigned)pos->fullmove_number,
                 pos->to_move == WHITE ? "" : "..");
    }
}

int san_line_write(const char *label, const position *root, const move moves[], int length,
                   bool whole, FILE *out)
{
    position pos = *root;
    int lines = 1, column = SAN_LINE_INDENT;
    fprintf(out, "%-*s", SAN_LINE_INDENT - 1, label);
    for (int i = 0; i < length; i++) {
        char number[SAN_NUMBER_MAX], san[SAN_TEXT_MAX];
        san_number_write(&pos, i == 0, number);
        san_write(&pos, moves[i], san);
        const int width = (int)(strlen(number) + strlen(san)) + 1;
        if (column + width > SAN_LINE_COLUMNS) {
            if (!whole) {
                break;
            }
            fprintf(out, "\n%*s", SAN_LINE_INDENT - 1, "");
            column = SAN_LINE_INDENT;
            lines++;
        }
        fprintf(out, " %s%s", number, san);
        column += width;
        pos_make(&pos, moves[i]);
    }
    fputc('\n', out);
    return lines;
}
