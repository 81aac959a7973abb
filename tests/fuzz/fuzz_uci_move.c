/* Two bytes play a few moves from a Chess960 start, and the rest is read as a UCI move. */
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    position pos;
    if (size < 2 ||
        !fen_parse(&pos, "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", NULL,
                   NULL)) {
        return 0;
    }
    for (int i = 0; i < 2; i++) {
        move moves[MOVES_MAX];
        int count = gen_legal(&pos, moves);
        if (count) {
            pos_make(&pos, moves[data[i] % count]);
        }
    }
    char *text = fuzz_text(data + 2, size - 2);
    move m = gen_from_uci(&pos, text);
    if (m != MOVE_NONE) {
        char exact[MOVE_TEXT_MAX], standard[MOVE_TEXT_MAX];
        move_to_uci(m, true, exact);
        move_to_uci(m, false, standard);
        if (!gen_is_legal(&pos, m) || (strcmp(text, exact) && strcmp(text, standard))) {
            abort();
        }
    }
    free(text);
    return 0;
}
