#include "chess/move.h"

#include <string.h>

square castling_king_to(move m)
{
    bool kingside = move_to(m) > move_from(m);
    return square_at(kingside ? 6 : 2, square_rank(move_from(m)));
}

square castling_rook_to(move m)
{
    bool kingside = move_to(m) > move_from(m);
    return square_at(kingside ? 5 : 3, square_rank(move_from(m)));
}

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
