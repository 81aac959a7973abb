/* What `morpho help` prints. */
#ifndef HELP_TEXT_H
#define HELP_TEXT_H

#define HELP_TEXT                                                                                  \
    "Morpho " MORPHO_VERSION                                                                       \
    ", a chess engine: Monte-Carlo tree search, or negamax, with its own nets\n"                   \
    "\n"                                                                                           \
    "  morpho [OPTION]... [COMMAND]\n"                                                             \
    "\n"                                                                                           \
    "  uci                       speak UCI with a chess GUI (uci, isready, position, go, ...)\n"   \
    "  analyse [FEN] [LIMITS]    show one position: board, score, best line, root moves\n"         \
    "  compare [FEN] [LIMITS]    both searches side by side: move, score, line, where they "       \
    "disagree\n"                                                                                   \
    "  eval [FEN] [nodes N]      what the nets say: score, worth of each piece, policy\n"          \
    "  bench [SEARCH] [DEPTH]    checksum of one search, or both: same count, same play\n"         \
    "  bench speed               nodes a CPU second of both, bytes a playout\n"                    \
    "  backendbench [MS]         kernels and OpenBLAS: evaluations a second, differences\n"        \
    "  perft N [FEN]             count legal move sequences of length N\n"                         \
    "  params                    the searches' parameters and techniques\n"                        \
    "  help, --help              this text\n"                                                      \
    "  version, --version        name and version\n"                                               \
    "\n"                                                                                           \
    "Without a command Morpho speaks UCI. OPTION is --NAME VALUE with any UCI option: for "        \
    "instance\n"                                                                                   \
    "`morpho --search negamax --threads 2 --hash 256 analyse seconds 10`. After --all-options "    \
    "`uci`\n"                                                                                      \
    "lists the techniques of both searches too, for testers and tuners; a GUI is shown only "      \
    "what\n"                                                                                       \
    "its user may want. Every option can always be set.\n"                                         \
    "\n"                                                                                           \
    "FEN is one quoted argument or separate words; four fields suffice. Without it the start\n"    \
    "position is taken. LIMITS are any of: seconds S, movetime MS, nodes N, depth N; one second "  \
    "if\n"                                                                                         \
    "none is given. A node of mcts is a playout and its depth their mean length; of negamax, a\n"  \
    "position visited and an iteration. compare gives each search these limits.\n"                 \
    "\n"                                                                                           \
    "In the table of analyse, Q is the expected score of the side to move (0 to 1; - where "       \
    "negamax\n"                                                                                    \
    "has shown only that a move is no better), prior the share that the search gave it when it\n"  \
    "began, and history what the histories would add to its logit now.\n"                          \
    "\n"                                                                                           \
    "eval shows under each piece what its side would lose without it, in pawns. Its history is\n"  \
    "that of a search of N playouts (10000). SEARCH is mcts or negamax. backendbench takes MS "    \
    "of\n"                                                                                         \
    "CPU time a measure (50).\n"                                                                   \
    "\n"                                                                                           \
    "UCI options, in any case: Hash (MB for the tree or the table), Threads (of negamax), "        \
    "MultiPV\n"                                                                                    \
    "(lines to report), Ponder, Move Overhead (ms kept for the way to the client; MoveOverhead "   \
    "needs\n"                                                                                      \
    "no quotes), Search (mcts, negamax), Setting (modern or mia: sets all techniques of "          \
    "negamax),\n"                                                                                  \
    "each technique of either search (`morpho params` lists them), WeightsFile (a net file;\n"     \
    "<built-in> for the one inside), Kernels (auto, scalar, avx2, avx512), Backend (integer, or\n" \
    "openblas: mcts with nets in float32, which needs libopenblas.so.0), UCI_Chess960, "           \
    "UCI_ShowWDL,\n"                                                                               \
    "Minimal (only the last report of a search). `help` there lists the commands of UCI.\n"

#endif
