/* The first byte chooses a position, and the rest is read as SAN. An accepted move must be
 * legal. */
#include <stdlib.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/san.h"
#include "fuzz.h"

static const char *const fens[] = {
    FEN_START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/PPP4k/8/2pP4/4Q2Q/8/7Q/K6Q w - c6 0 1",
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    position pos;
    if (!fen_parse(&pos, fens[data[0] % (sizeof fens / sizeof *fens)], NULL, NULL)) {
        return 0;
    }
    char *text = fuzz_text(data + 1, size - 1);
    move m = san_parse(&pos, text);
    free(text);
    if (m == MOVE_NONE) {
        return 0;
    }
    char written[SAN_TEXT_MAX];
    san_write(&pos, m, written);
    if (!gen_is_legal(&pos, m) || san_parse(&pos, written) != m) {
        abort();
    }
    return 0;
}
