/* What the tests of generate and relabel share: runs that are stopped, what they print, and the
 * games that they write. */
#ifndef TESTS_WORK_FIXTURE_H
#define TESTS_WORK_FIXTURE_H

#include <stdio.h>
#include <sys/types.h>

#include "game_file.h"
#include "interrupts.h"

enum { WORK_GAMES_MAX = 512 };

/* All games of a file. */
typedef struct work_games {
    int count;
    game game[WORK_GAMES_MAX];
} work_games;

/* Reads a file to its end or, if `cut_is_fine`, to where it is cut off. Free it with
 * work_games_free(). */
work_games *work_games_read(const char *path, bool cut_is_fine);
void work_games_free(work_games *all);

/* Expects the games of `a` to be those of `b` or, if `only_first`, its first ones. */
void work_games_expect_same(const work_games *a, const work_games *b, bool only_first);

/* The sum of the visit shares of a ply. */
unsigned work_shares(const game *g, const game_ply *ply);

/* Sorts games by their bytes. */
void work_games_sort(work_games *all);

/* Lets another process run, and sends it a signal once the file has grown to `bytes`. Returns its
 * status, as waitpid() gives it; its exit status is that of work(). */
int work_interrupted(work_end (*work)(void), const char *path, off_t bytes, int with);

/* True if a file that was written has the text. */
bool work_printed(FILE *out, const char *text);

#endif
