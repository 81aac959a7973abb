#include "chess/move.h"

#include <string.h>

#include "chess/position.h"

static char *write_square(char *text, square s)
{
    *text++ = (char)('a' + square_file(s));
    *text++ = (char)('1' + square_rank(s));
    return text;
}

void move_to_uci(move m, bool chess960, char text[MOVE_TEXT_MAX])
{
    if (m == MOVE_NONE) {
        memcpy(text, "0000", sizeof "0000");
        return;
    }
    bool shown_by_king = move_kind_of(m) == MOVE_CASTLING && !chess960;
    text = write_square(text, move_from(m));
    text = write_square(text, shown_by_king ? castling_king_to(m) : move_to(m));
    if (move_is_promotion(m)) {
        *text++ = "pnbrq"[move_kind_of(m)];
    }
    *text = '\0';
}
