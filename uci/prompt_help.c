#include "prompt_help.h"

#include <stddef.h>

static const char *const lines[] = {
    "Morpho " MORPHO_VERSION " is a chess engine. It waits for commands of UCI, by which a chess",
    "GUI plays and analyses with it; a person can type them too:",
    "",
    "  uci                              name and options",
    "  setoption name NAME value VALUE  for instance: setoption name Hash value 256",
    "  isready                          readyok, once all before it is done",
    "  ucinewgame                       forget the last game",
    "  position startpos moves MOVE...  for instance: position startpos moves e2e4 e7e5",
    "  position fen FEN moves MOVE...   the same from another position",
    "  go LIMITS                        search: go movetime 1000, go nodes 5000, go infinite",
    "  stop                             end the search; it answers with its best move",
    "  go perft N                       count legal move sequences of length N",
    "  d                                the board",
    "  eval nodes N                     what the nets say of it",
    "  bench                            a checksum of both searches",
    "  quit                             end the program",
    "",
    "`morpho help` in a shell lists further commands, and README.md tells the rest.",
};

void prompt_help_write(writer *out)
{
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        writer_line(out, "%s", lines[i]);
    }
}
