/* The output of `morpho help`, in parts, because compilers need not support longer strings. */
#ifndef UCI_HELP_TEXT_H
#define UCI_HELP_TEXT_H

/* What `morpho params` says about the option Search too. */
#define HELP_SEARCH "negamax is the stronger search, mcts tells more about a position"

#define HELP_COMMANDS                                                                              \
    "Morpho " MORPHO_VERSION                                                                       \
    ", a chess engine: Monte-Carlo tree search, or negamax, with its own nets\n"                   \
    "\n"                                                                                           \
    "  morpho [OPTION]... [COMMAND]\n"                                                             \
    "\n"                                                                                           \
    "  uci                       speak UCI with a chess GUI (the default command)\n"               \
    "  analyse [FEN] [LIMITS]    analyse a position: board, score, best line, root moves\n"        \
    "  compare [FEN] [LIMITS]    search a position with both searches, side by side\n"             \
    "  tree [FEN] [LIMITS] [--format text|json|dot] [--plies N] [--children N]\n"                  \
    "       [--share PERCENT] [--out FILE]\n"                                                      \
    "                            the tree of mcts after a search: visits, values, priors,\n"       \
    "                            histories; at most so many plies and moves of a node, with\n"     \
    "                            at least this share of the visits (8, 5, 1)\n"                    \
    "  annotate FILE [LIMITS] [--out FILE]\n"                                                      \
    "                            the games of a PGN file with evaluations, better lines and\n"     \
    "                            signs for mistakes; LIMITS are those of each position; the\n"     \
    "                            output grows game by game, and goes on after a kill\n"            \
    "  page [FEN|FILE] [LIMITS] [--game N] --out FILE\n"                                           \
    "                            a search, or a game of a PGN file, as a page for a browser:\n"    \
    "                            board, moves, tree, curves, histories, and both searches\n"       \
    "  eval [FEN] [nodes N]      the nets' evaluation: score, worth of each piece, policy\n"       \
    "  bench [SEARCH] [DEPTH]    a checksum of one or both searches: equal counts, equal play\n"   \
    "  bench speed               nodes per CPU second of both searches, bytes per playout;\n"      \
    "                            with --threads N also playouts a second of N threads\n"           \
    "  backendbench [MS]         evaluations per second by kernels and OpenBLAS, differences\n"    \
    "  describenet [FILE]        the nets of a net file: architectures, sizes, tensors\n"          \
    "  perft N [FEN]             count the legal move sequences of length N\n"                     \
    "  params [--spsa]           the parameters and techniques of the searches; --spsa: the\n"     \
    "                            parameters as OpenBench reads them, in tuning builds\n"           \
    "  genfens N seed S book FILE [SETTING=VALUE]...\n"                                            \
    "                            N balanced openings after positions of a book, or after the\n"    \
    "                            start position if FILE is None\n"                                 \
    "  help, --help              this text, also after a command\n"                                \
    "  version, --version        name and version\n"                                               \
    "\n"

#define HELP_NOTES                                                                                 \
    "OPTION is --NAME VALUE with any UCI option, as in\n"                                          \
    "    morpho --search negamax --threads 2 --hash 256 analyse seconds 10\n"                      \
    "Options may also stand in a file, as lines such as `Threads = 2`: --config FILE before all\n" \
    "others, or by default $XDG_CONFIG_HOME/morpho.conf or ~/.config/morpho.conf, on\n"            \
    "Windows %APPDATA%\\morpho.conf; the environment variable MORPHO_CONFIG names another\n"       \
    "one. --no-config reads none. The command line overrides the file.\n"                          \
    "\n"                                                                                           \
    "With --all-options, `uci` also lists the techniques of both searches, for testers\n"          \
    "and tuners. By default it lists only the options for users. All options can always\n"         \
    "be set.\n"                                                                                    \
    "\n"                                                                                           \
    "If the first argument has a blank, each argument is a line of UCI. They are done in\n"        \
    "turn; a go without a limit ends at a later stop or quit. For example:\n"                      \
    "    morpho 'position startpos moves e2e4' 'go nodes 5000' quit\n"                             \
    "\n"                                                                                           \
    "FEN is one quoted argument or separate words. Four fields are enough. The default is\n"       \
    "the start position. LIMITS are any of: seconds S, movetime MS, nodes N, depth N. The\n"       \
    "default is one second. In mcts a node is a playout, and the depth is the mean length\n"       \
    "of the playouts. In negamax a node is a visited position, and the depth is that of\n"         \
    "the iteration. compare gives these limits to each search.\n"                                  \
    "\n"                                                                                           \
    "In the table of analyse, Q is the expected score of the side to move (0 to 1; - if\n"         \
    "negamax knows only that the move is no better). Prior is the probability that the\n"          \
    "search first gave the move. History is what the histories would now add to its logit.\n"      \
    "\n"                                                                                           \
    "eval shows under each piece what its side would lose without it, in pawns. It reads\n"        \
    "the histories after a search of N playouts (10000). SEARCH is mcts or negamax. MS is\n"       \
    "the CPU time of each measurement in milliseconds (50). SETTING of genfens is ply (8\n"        \
    "moves of the policy net, or one more), temp (the temperature of its probabilities,\n"         \
    "1.5) or score (the greatest score of the value net in centipawns, 150).\n"                    \
    "\n"

#define HELP_OPTIONS                                                                               \
    "UCI options, in upper or lower case:\n"                                                       \
    "  Hash                      MB for the tree or the transposition table\n"                     \
    "  Threads                   threads of the search\n"                                          \
    "  MultiPV                   number of lines to report\n"                                      \
    "  Clear Hash                a button: forget tree or table, and histories\n"                  \
    "  Ponder                    the GUI may let Morpho think on the opponent's time\n"            \
    "  Move Overhead             ms kept per move for communication with the GUI;\n"               \
    "                            MoveOverhead is the same and needs no quotes\n"                   \
    "  Search                    mcts or negamax:\n"                                               \
    "                            " HELP_SEARCH "\n"                                                \
    "  Setting                   all techniques of negamax: modern or mia\n"                       \
    "  WeightsFile               a net file; <built-in> for the nets of the program\n"             \
    "  Kernels                   auto, scalar, or what the platform has: avx2 and avx512\n"        \
    "                            on x86-64, neon on aarch64; all play the same\n"                  \
    "  Backend                   integer; or openblas, which computes the nets of mcts in\n"       \
    "                            float32 and needs libopenblas.so.0\n"                             \
    "  SyzygyPath                folders of Syzygy endgame tables, with ':' between them\n"        \
    "                            (';' on Windows); needs libfathom.so.1\n"                         \
    "  SyzygyProbeDepth          the least depth at which negamax looks up positions with as\n"    \
    "                            many pieces as the largest table has\n"                           \
    "  Syzygy50MoveRule          a win that the fifty-move rule ends counts as a draw\n"           \
    "  SyzygyProbeLimit          the most pieces of positions that are looked up; 0 for none\n"    \
    "  Contempt                  centipawns that a draw costs the side that plays\n"               \
    "  UCI_Chess960              write castling as king takes rook\n"                              \
    "  UCI_AnalyseMode           the GUI analyses: no UCI_LimitStrength and no contempt\n"         \
    "  UCI_LimitStrength         play weaker, by UCI_Elo\n"                                        \
    "  UCI_Elo                   the strength, from 1000 to 2600\n"                                \
    "  UCI_Opponent              title, rating, human or computer, and name of the opponent\n"     \
    "  UCI_RatingAdv             advantage in rating; ten points add a centipawn to Contempt\n"    \
    "  UCI_ShowWDL               add win, draw and loss to each score\n"                           \
    "  Minimal                   send only the final report of a search\n"                         \
    "  VerboseMoveStats          statistics of all root moves at the end of a search (mcts), in\n" \
    "                            Lc0's form\n"                                                     \
    "  LogLiveStats              the same with each report\n"                                      \
    "  PgnComment                send a comment for game records before each move\n"               \
    "  Debug Log File            a file to which all lines of client and engine are written\n"     \
    "Each technique of a search is an option too; `morpho params` lists them. The UCI\n"           \
    "command `help` lists the commands of UCI.\n"

#endif
