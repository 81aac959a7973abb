/* A UCI engine for tests, which fails as it is told to: fake_engine MODE [GO].
 *
 * It answers with a legal move and a score that depend on the position alone. At the go number GO
 * (from 1; 0: at none) it does what MODE says:
 *   good     answers
 *   die      ends with status 3
 *   hang     writes nothing any more and does not end
 *   illegal  answers e2e5
 *   scoreless  answers without a score, always
 *   hold     answers the first GO questions when it has them all
 * A value of its option Move Overhead that begins with 1 is an error. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chess/attacks.h"
#include "chess/movegen.h"
#include "uci/position_line.h"

enum { TEXT_MAX = 8192 };

static void misbehave(const char *mode)
{
    if (strcmp(mode, "die") == 0) {
        exit(3);
    }
    while (strcmp(mode, "hang") == 0) {
        pause();
    }
    if (strcmp(mode, "illegal") == 0) {
        puts("bestmove e2e5");
    }
}

/* Names a reply to a legal move, if there is any. */
static void print_reply(position pos, move best, bool chess960)
{
    char text[MOVE_TEXT_MAX];
    move legal[MOVES_MAX];
    pos_make(&pos, best);
    const int count = gen_legal(&pos, legal);
    if (count) {
        move_to_uci(legal[pos.key % (uint64_t)count], chess960, text);
        printf(" ponder %s", text);
    }
}

static int line_count = 1; /* MultiPV */

/* The further lines: the legal moves after the best one, each ten centipawns less than the one
 * before it. */
static void print_lines(const move legal[], int count, uint64_t best, int score, bool chess960)
{
    for (int i = 1; i < line_count && i < count; i++) {
        char text[MOVE_TEXT_MAX];
        move_to_uci(legal[(best + (uint64_t)i) % (uint64_t)count], chess960, text);
        printf("info depth 1 multipv %d score cp %d nodes 1 pv %s\n", i + 1, score - 10 * i, text);
    }
}

static void answer(const position *pos, bool chess960, const char *mode, char *among)
{
    move legal[MOVES_MAX];
    int count = gen_legal(pos, legal);
    char text[MOVE_TEXT_MAX] = "0000";
    int score = (int)(pos->key >> 32 & 0xff) - 128;
    char *allowed = among ? strtok(among, " \n") : NULL;
    if (strcmp(mode, "scoreless") != 0) {
        printf("info depth 1 score cp %d nodes 1\n", score);
    }
    const move best = count && !allowed ? legal[pos->key % (uint64_t)count] : MOVE_NONE;
    if (best != MOVE_NONE) {
        move_to_uci(best, chess960, text);
        print_lines(legal, count, pos->key % (uint64_t)count, score, chess960);
    }
    printf("bestmove %s", allowed ? allowed : text);
    if (best != MOVE_NONE) {
        print_reply(*pos, best, chess960);
    }
    puts("");
}

/* Keeps questions back until there are `wanted`. */
static void hold(const position *pos, bool chess960, int wanted)
{
    enum { HELD_MAX = 64 };
    static position held[HELD_MAX];
    static int count;
    held[count++ % HELD_MAX] = *pos;
    for (int i = 0; count == wanted && i < count; i++) {
        answer(&held[i], chess960, "good", NULL);
    }
}

int main(int argc, char **argv)
{
    static char text[TEXT_MAX];
    const char *mode = argc > 1 ? argv[1] : "good";
    int at = argc > 2 ? atoi(argv[2]) : 0, count = 0;
    bool chess960 = false;
    game_state state;
    failure why;
    attacks_init(true);
    game_state_init(&state);
    setvbuf(stdout, NULL, _IOLBF, 1 << 16);
    while (fgets(text, sizeof text, stdin)) {
        text[strcspn(text, "\n")] = 0;
        if (strcmp(text, "uci") == 0) {
            puts("id name Fake 1\noption name Hash type spin default 1 min 1 max 64\n"
                 "option name UCI_Chess960 type check default false\n"
                 "option name MultiPV type spin default 1 min 1 max 64\n"
                 "option name Move Overhead type spin default 0 min 0 max 9\nuciok");
        } else if (strcmp(text, "isready") == 0) {
            puts("readyok");
        } else if (strncmp(text, "setoption name UCI_Chess960", 27) == 0) {
            chess960 = strstr(text, "true");
        } else if (strncmp(text, "setoption name MultiPV value ", 29) == 0) {
            line_count = atoi(text + 29);
        } else if (strncmp(text, "setoption name Move Overhead value 1", 36) == 0) {
            puts("info string ERROR: Move Overhead is at most 9");
        } else if (strncmp(text, "position ", 9) == 0) {
            if (!position_line_read(&state, text + 9, &why)) {
                fprintf(stderr, "fake_engine: %s\n", why.text);
                return EXIT_FAILURE;
            }
        } else if (strncmp(text, "go", 2) == 0) {
            char *among = strstr(text, "searchmoves ");
            if (++count <= at && strcmp(mode, "hold") == 0) {
                hold(&state.root, chess960, at);
                continue;
            }
            if (count == at) {
                misbehave(mode);
            }
            answer(&state.root, chess960, mode, among ? among + strlen("searchmoves ") : NULL);
        } else if (strcmp(text, "quit") == 0) {
            break;
        }
    }
    return EXIT_SUCCESS;
}
