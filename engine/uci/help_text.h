/* What `morpho help` prints. */
#ifndef HELP_TEXT_H
#define HELP_TEXT_H

#define HELP_TEXT                                                                                  \
    "Morpho " MORPHO_VERSION ", a chess engine: Monte-Carlo tree search with its own nets\n"       \
    "\n"                                                                                           \
    "  morpho                        speak UCI with a chess GUI (uci, isready, position, go, "     \
    "...)\n"                                                                                       \
    "  morpho analyse [FEN] [LIMITS] show one position: board, score, best line, root moves\n"     \
    "  morpho eval [FEN] [nodes N]   what the nets say: score, worth of each piece, policy\n"      \
    "  morpho bench [DEPTH]          checksum of the search: same count, same play\n"              \
    "  morpho bench speed            playouts a CPU second and bytes a playout\n"                  \
    "  morpho backendbench [MS]      kernels and OpenBLAS: evaluations a second, differences\n"    \
    "  morpho perft N [FEN]          count legal move sequences of length N\n"                     \
    "  morpho params                 the search's parameters: default, range, step, why\n"         \
    "  morpho help, --help           this text\n"                                                  \
    "  morpho version, --version     name and version\n"                                           \
    "\n"                                                                                           \
    "FEN is one quoted argument or separate words; four fields suffice. Without it the start\n"    \
    "position is taken. LIMITS are any of: seconds S, movetime MS, nodes N (playouts), depth N\n"  \
    "(mean length of a playout); one second if none is given.\n"                                   \
    "\n"                                                                                           \
    "In the table of analyse, Q is the expected score of the side to move (0 to 1), prior the\n"   \
    "share that the policy net gives a move, and history what move history adds to its logit.\n"   \
    "\n"                                                                                           \
    "eval shows under each piece what its side would lose without it, in pawns. Its history is\n"  \
    "that of a search of N playouts (10000). backendbench takes MS of CPU time a measure (50).\n"  \
    "\n"                                                                                           \
    "UCI options: Hash (MB for the tree), Threads (1), Ponder, MoveOverhead (ms kept for the "     \
    "way\n"                                                                                        \
    "to the client), Search (mcts), MctsHistory (off, butterfly, seed), WeightsFile (a net "       \
    "file;\n"                                                                                      \
    "<built-in> for the one inside), Kernels (auto, scalar, avx2, avx512), Backend (integer, or\n" \
    "openblas: the nets in float32, which needs libopenblas.so.0), UCI_Chess960, UCI_ShowWDL,\n"   \
    "Minimal (only the last report of a search). Further commands there: bench, eval [FEN]\n"      \
    "[nodes N], d (the board), go perft N.\n"

#endif
