#include "prompt_help.h"

#include <stddef.h>

static const char *const lines[] = {
    "Morpho " MORPHO_VERSION " is a chess engine. It reads the commands of UCI, which a chess GUI",
    "sends, and which a person can type too:",
    "",
    "  uci                              name and options",
    "  setoption name NAME value VALUE  for instance: setoption name Hash value 256",
    "  isready                          answer readyok when all earlier commands are done",
    "  ucinewgame                       forget the last game",
    "  position startpos moves MOVE...  for instance: position startpos moves e2e4 e7e5",
    "  position fen FEN moves MOVE...   the same from another position",
    "  go LIMITS                        search: go movetime 1000, go nodes 5000, go infinite",
    "  stop                             end the search, which then gives its best move",
    "  go perft N                       count legal move sequences of length N",
    "  d                                show the board",
    "  eval nodes N                     what the nets say about the position",
    "  bench                            a checksum of both searches",
    "  genfens N seed S book None       N balanced openings, as OpenBench asks for them",
    "  quit                             end the program",
    "",
    "`morpho help` in a shell lists more commands. README.md explains the rest.",
};

void prompt_help_write(writer *out)
{
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        writer_line(out, "%s", lines[i]);
    }
}
