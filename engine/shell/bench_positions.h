/* The positions of bench. Each change here changes all bench counts, so it needs a reason. */
#ifndef SHELL_BENCH_POSITIONS_H
#define SHELL_BENCH_POSITIONS_H

static const char *const bench_positions[] = {
    /* openings: the first move to the end of theory */
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rn1qkbnr/pp3ppp/4p3/2ppPb2/3P4/4BN2/PPP1BPPP/RN1QK2R b KQkq - 1 6",
    "r1bqkb1r/ppp2ppp/1nn5/4p3/8/2N2NP1/PP1PPPBP/R1BQK2R w KQkq - 2 7",
    "rnbqkb1r/pppp1p1p/5n2/4N3/4PppP/8/PPPP2P1/RNBQKB1R w KQkq - 2 6",
    "r1bqk2r/ppp1bppp/2n5/3p4/3Pn3/3B1N2/PPP2PPP/RNBQ1RK1 w kq - 4 8",
    "rnbq1rk1/ppp1b1pp/3ppn2/5p2/2PP4/5NP1/PP2PPBP/RNBQ1RK1 w - - 0 7",
    "r1b2rk1/2q1bppp/p2p1n2/npp1p3/3PP3/2P2N1P/PPB2PP1/RNBQR1K1 w - - 1 12",
    "r2qk2r/pp1n1ppp/2p1pn2/5b2/PbBP4/2N1PN2/1P3PPP/R1BQ1RK1 w kq - 3 9",
    "rn1q1rk1/pbpp1ppp/1p2pn2/6B1/2PP4/P1Q5/1P2PPPP/R3KBNR w KQ - 2 8",
    /* middlegames */
    "r2q1rk1/1p1nbppp/p2pbn2/4p3/4P3/1NN1BP2/PPPQ2PP/2KR1B1R w - - 5 11",
    "r1bq1rk1/pppnn1bp/3p2p1/3Ppp2/2P1P3/2NN4/PP2BPPP/R1BQ1RK1 w - - 0 11",
    "rnb1k1r1/ppq1np1Q/4p3/3pP3/3p4/P1P5/2P2PPP/R1B1KBNR w KQq - 0 10",
    "r1bqkb1r/5p1p/p1np4/1p1Npp2/4P3/N7/PPP2PPP/R2QKB1R w KQkq - 0 11",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1bqnbppp/p3pn2/1p6/3NP3/P1N1B3/BPQ2PPP/2RR2K1 w - - 0 16",
    "2r2rk1/pp1bqppp/2nbpn2/3p4/3P4/P1NBPN2/1PQB1PPP/R4RK1 b - - 4 12",
    "r1b1r1k1/pp3pbp/1qnp1np1/4p3/2PPP3/2N1BN2/PPQ1B1PP/R4RK1 b - - 2 13",
    "3r1rk1/pp2qppp/2n1b3/2b1p3/4P3/2P1BN2/PPQ1BPPP/3R1RK1 b - - 6 16",
    /* tactics: a king in the open, a mate in two, a mate in one, a mate after a queen sacrifice, a
     * hanging queen */
    "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/3N3n/PPP2PPP/RNBQ1B1R b kq - 0 1",
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 10",
    "2r3k1/5ppp/p3p3/1p1nP3/3Q4/P4N2/1q3PPP/3R2K1 w - - 0 25",
    /* endgames: pawns, rooks, minor pieces, queens, elementary mates, draws */
    "8/8/4k3/8/4PK2/8/8/8 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1",
    "4k3/8/r7/3KP3/8/8/8/7R b - - 0 1",
    "8/5pk1/4p1p1/3pP2p/1p1P1P1P/1P1K2P1/8/8 w - - 0 40",
    "8/5pk1/R5p1/5P1p/4r2P/6P1/5PK1/8 b - - 0 41",
    "8/1p3k2/p1p2b2/P1P2p1p/1P1B1P1P/5KP1/8/8 w - - 4 45",
    "8/3q1pk1/1p4p1/p2P3p/P1Q4P/1P4P1/6K1/8 w - - 0 38",
    "8/8/8/3k4/8/3BKN2/8/8 w - - 0 1",
    "8/8/8/8/4k3/8/1Q6/K7 w - - 0 1",
    "7k/5K2/8/6P1/8/8/8/8 w - - 0 1",
    "8/8/8/5k2/3b4/8/PP1K1B2/8 w - - 97 90",
    /* Chess960 */
    "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w EGeg - 0 1",
    "nrk1bbqr/pppp1ppp/3n4/4p3/4P3/3N4/PPPP1PPP/NRK1BBQR w BHbh - 2 3",
    "r1k2r2/ppp2ppp/2n1b3/3qp3/8/2NP1N2/PPP2PPP/R1KQ1R2 b AFaf - 3 10",
};

/* The positions of `bench speed` for the cost of a playout. */
static const char *const speed_positions[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r2q1rk1/1p1nbppp/p2pbn2/4p3/4P3/1NN1BP2/PPPQ2PP/2KR1B1R w - - 5 11",
    "r1bq1rk1/pppnn1bp/3p2p1/3Ppp2/2P1P3/2NN4/PP2BPPP/R1BQ1RK1 w - - 0 11",
    "3r1rk1/pp2qppp/2n1b3/2b1p3/4P3/2P1BN2/PPQ1BPPP/3R1RK1 b - - 6 16",
};

#endif
