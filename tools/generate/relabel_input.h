/* The games of relabel's inputs, one file after another. */
#ifndef TOOLS_RELABEL_INPUT_H
#define TOOLS_RELABEL_INPUT_H

#include "relabel_choice.h"

/* One game of the inputs. */
typedef struct relabel_input {
    const relabel_plan *plan;
    int file;   /* the input that is read, from 0 */
    char *path; /* where it was found */
    game_reader *reader;
    uint32_t next;         /* number of the next game */
    game game;             /* the last game, which has the number next - 1 */
    relabel_choice choice; /* of its positions */
    failure warning;       /* "" or: which inputs are cut off */
} relabel_input;

/* Starts before the first game. Returns NULL if memory is short. */
relabel_input *relabel_input_new(const relabel_plan *plan, failure *why);

/* NULL is fine. */
void relabel_input_free(relabel_input *input);

/* Reads the next game and chooses its positions. GAME_END after the last game of the last file;
 * GAME_BAD if a file cannot be read or a game is faulty, and `why` names file, game and ply. */
game_status relabel_input_next(relabel_input *input, failure *why);

#endif
