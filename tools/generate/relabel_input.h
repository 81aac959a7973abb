/* The games of relabel's inputs, one file after another. */
#ifndef TOOLS_RELABEL_INPUT_H
#define TOOLS_RELABEL_INPUT_H

#include "data_path.h"
#include "game_file.h"
#include "relabel_game.h"

/* What the games that were read hold for a plan. */
typedef struct relabel_counts {
    uint64_t games, positions; /* games with chosen positions, and these positions */
    uint64_t others;           /* games without chosen positions */
    bool chess960;             /* one of `games` is Chess960 */
    uint32_t sum;              /* a checksum over all moves, and all that the output keeps */
} relabel_counts;

typedef struct relabel_input {
    const relabel_plan *plan;
    int file;                 /* the input that is read, from 0 */
    char path[DATA_PATH_MAX]; /* where it was found */
    game_reader *reader;
    relabel_counts counts;

    /* The last game, its number from 0, its record, and the choice of its positions. */
    game game;
    uint32_t number;
    uint8_t record[GAME_RECORD_MAX + 4];
    size_t size;
    relabel_choice choice;
} relabel_input;

/* Starts before the first game. Returns NULL if memory is short. */
relabel_input *relabel_input_new(const relabel_plan *plan, failure *why);

/* NULL is fine. */
void relabel_input_free(relabel_input *input);

/* Reads the next game, chooses its positions and counts them. GAME_END after the last game of the
 * last file; GAME_BAD if a file cannot be read or a game is faulty, and `why` names file, game and
 * ply. */
game_status relabel_input_next(relabel_input *input, failure *why);

#endif
