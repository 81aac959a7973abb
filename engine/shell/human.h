/* How likely a person is to find a move, by a net of Lc0 that was trained on games of people, as
 * those of Maia were (McIlroy-Young, Sen, Kleinberg, Anderson 2020). */
#ifndef SHELL_HUMAN_H
#define SHELL_HUMAN_H

#include "base/failure.h"
#include "chess/repetition.h"

typedef struct human human;

/* Loads a net. Returns NULL and fills `why` if that fails or the file has no net of Lc0.
 * human_free() frees the result; NULL is fine. */
human *human_load(const char *path, failure *why);
void human_free(human *h);

/* The name of the net: that of its file, without folders and endings. It lasts as long as `h`. */
const char *human_name(const human *h);

/* The probability that a person plays the legal move `m` at `pos`, the last position of `game`. */
float human_probability(const human *h, const position *pos, const line *game, move m);

#endif
