/* Sends an engine lines of protocol words in random order, and of random bytes. The same seed makes
 * the same lines. Afterwards the engine must answer.
 *
 *   uci_noise ENGINE LINES SEED */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"

enum { WORDS_MAX = 12, ANSWER_MS = 600000 };

/* No quit, and no option that allocates much; a word of its own ends every endless search. */
static const char *const words[] = {
    "uci",
    "isready",
    "setoption",
    "name",
    "value",
    "Hash",
    "1",
    "2",
    "Threads",
    "Minimal",
    "true",
    "false",
    "Ponder",
    "MctsHistory",
    "seed",
    "off",
    "WeightsFile",
    "<empty>",
    "/",
    "Kernels",
    "scalar",
    "ucinewgame",
    "position",
    "startpos",
    "fen",
    "moves",
    "e2e4",
    "e7e5",
    "g1f3",
    "e1g1",
    "a7a8q",
    "0000",
    "w",
    "b",
    "KQkq",
    "-",
    "8/8/8/8/8/8/8/8",
    "4k3/8/8/8/8/8/4P3/4K3",
    "0",
    "-1",
    "99999999999999999999",
    "go",
    "infinite",
    "nodes",
    "50",
    "depth",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "movestogo",
    "mate",
    "ponder",
    "searchmoves",
    "perft",
    "stop",
    "ponderhit",
    "d",
    "debug",
    "\t",
    "\x80\xff",
    "%s%n",
};

static uint64_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

/* One line that a confused client might send; those that begin well reach deeper code. */
static size_t make_line(uint64_t *state, char *text, size_t size)
{
    static const char *const begins[] = {"", "go ", "position startpos moves ", "position fen ",
                                         "setoption name "};
    size_t used = (size_t)snprintf(text, size, "%s", begins[next_random(state) % 5]);
    unsigned count = (unsigned)(next_random(state) % WORDS_MAX);
    for (unsigned i = 0; i < count; i++) {
        const char *word = words[next_random(state) % (sizeof words / sizeof *words)];
        used += (size_t)snprintf(text + used, size - used, "%s ", word);
    }
    if (next_random(state) % 8 == 0 && used > 0) {
        text[next_random(state) % used] = (char)next_random(state);
    }
    text[used++] = '\n';
    return used;
}

/* A stop after each line, so that no search is endless. */
static void send_noise(client *c, long lines, uint64_t state)
{
    char text[1024], answer[CLIENT_LINE_MAX];
    for (long i = 0; i < lines; i++) {
        size_t size = make_line(&state, text, sizeof text - 8);
        if (!client_send(c, text, size) || !client_send(c, "stop\n", 5)) {
            fprintf(stderr, "the engine died at or before line %ld: %.*s", i + 1, (int)size, text);
            exit(EXIT_FAILURE);
        }
        while (client_receive(c, 0, answer) == CLIENT_LINE) {
        }
    }
}

static void expect(client *c, const char *line)
{
    char answer[CLIENT_LINE_MAX];
    const long deadline = client_now_ms() + ANSWER_MS;
    do {
        long left = deadline - client_now_ms();
        if (client_receive(c, left > 0 ? (int)left : 0, answer) != CLIENT_LINE) {
            fprintf(stderr, "no answer that begins with \"%s\"\n", line);
            exit(EXIT_FAILURE);
        }
    } while (strncmp(answer, line, strlen(line)) != 0);
}

int main(int argc, char **argv)
{
    static client c;
    /* A position that no noise sets, so that its FEN says that all the noise has been worked off:
     * answers to noise that look like those awaited here have gone by. */
    static const char landmark[] = "fen 8/8/2k5/8/8/5K2/4R3/8 b - - 0 77";
    static const char after[] = "\nstop\nsetoption name Minimal value false\n"
                                "setoption name WeightsFile value <empty>\n"
                                "position fen 8/8/2k5/8/8/5K2/4R3/8 b - - 0 77\nd\n";
    static const char go[] = "go nodes 100\n";
    if (argc != 4) {
        fprintf(stderr, "usage: uci_noise ENGINE LINES SEED\n");
        return EXIT_FAILURE;
    }
    char *const engine[] = {argv[1], NULL};
    client_start(&c, engine);
    send_noise(&c, strtol(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));
    client_send(&c, after, sizeof after - 1);
    expect(&c, landmark);
    client_send(&c, go, sizeof go - 1);
    expect(&c, "info depth");
    expect(&c, "bestmove ");
    client_send(&c, "quit\n", 5);
    if (client_wait(&c, ANSWER_MS) != 0) {
        fprintf(stderr, "the engine did not end well\n");
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
