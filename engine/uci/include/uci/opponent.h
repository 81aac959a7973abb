/* The opponent of a game, as a client describes it with the option UCI_Opponent. */
#ifndef UCI_OPPONENT_H
#define UCI_OPPONENT_H

#include <stdbool.h>

#include "chess/failure.h"

/* The largest rating of an opponent, and the largest advantage in rating (UCI_RatingAdv). */
enum { RATING_MAX = 10000 };

/* Reads a text such as "GM 2800 human Gary Kasparov" or "none none computer Fritz": title, rating,
 * kind, name. `*rating` gets the rating; 0 if there is none, or if the text is empty. Returns false
 * and fills `why` if the text has another form; then `*rating` does not change. */
bool opponent_read(const char *text, int *rating, failure *why);

#endif
