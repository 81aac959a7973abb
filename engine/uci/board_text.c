#include "uci/board_text.h"

#include <assert.h>
#include <string.h>

/* ORDER: as piece_type, White first. */
static const char *const letters[2][PIECE_TYPES] = {{"P", "N", "B", "R", "Q", "K"},
                                                    {"p", "n", "b", "r", "q", "k"}};
/* U+2659 down to U+2654, then U+265F down to U+265A. */
static const char *const symbols_of[2][PIECE_TYPES] = {
    {"\xe2\x99\x99", "\xe2\x99\x98", "\xe2\x99\x97", "\xe2\x99\x96", "\xe2\x99\x95",
     "\xe2\x99\x94"},
    {"\xe2\x99\x9f", "\xe2\x99\x9e", "\xe2\x99\x9d", "\xe2\x99\x9c", "\xe2\x99\x9b",
     "\xe2\x99\x9a"}};

void board_text_line(const position *pos, int number, bool symbols, char text[BOARD_LINE_MAX])
{
    assert(number >= 0 && number < BOARD_LINES);
    if (number == 8) {
        strcpy(text, "    a b c d e f g h");
        return;
    }
    int rank = 7 - number;
    const char *const(*names)[PIECE_TYPES] = symbols ? symbols_of : letters;
    strcpy(text, "  ");
    text[1] = (char)('1' + rank);
    text[2] = ' ';
    text[3] = '\0';
    for (int file = 0; file < 8; file++) {
        piece p = pos->board[square_at(file, rank)];
        strcat(text, " ");
        strcat(text, p == PIECE_NONE ? "." : names[piece_side(p)][piece_kind(p)]);
    }
}
