/* The first byte chooses a position, and the rest is read as SAN and as a UCI move. An accepted
 * move is legal, and its own text is read as the same move. */
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/san.h"
#include "fuzz.h"

static const char *const fens[] = {
    FEN_START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "6k1/PPP5/8/2pP4/4Q2Q/8/7Q/K6Q w - c6 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
};

static void read_san(const position *pos, const char *text)
{
    char written[SAN_TEXT_MAX];
    const move m = san_parse(pos, text);
    if (m != MOVE_NONE) {
        san_write(pos, m, written);
        fuzz_expect(gen_is_legal(pos, m), "a move in SAN is legal");
        fuzz_expect(san_parse(pos, written) == m, "SAN that is written is read again");
    }
}

static void read_uci(const position *pos, const char *text)
{
    char exact[MOVE_TEXT_MAX], standard[MOVE_TEXT_MAX];
    const move m = gen_from_uci(pos, text);
    if (m != MOVE_NONE) {
        move_to_uci(m, true, exact);
        move_to_uci(m, false, standard);
        fuzz_expect(gen_is_legal(pos, m), "a UCI move is legal");
        fuzz_expect(strcmp(text, exact) == 0 || strcmp(text, standard) == 0,
                    "only the two texts of a move are read");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    position pos;
    if (size == 0) {
        return 0;
    }
    fuzz_expect(fen_parse(&pos, fens[data[0] % (sizeof fens / sizeof *fens)], NULL, NULL),
                "the position can be read");
    char *text = fuzz_text(data + 1, size - 1);
    read_san(&pos, text);
    read_uci(&pos, text);
    free(text);
    return 0;
}
