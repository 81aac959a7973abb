/* The picture of `morpho-lab games`: how an engine used its clock. */
#ifndef TOOLS_GAMES_PICTURE_H
#define TOOLS_GAMES_PICTURE_H

#include "games_tally.h"

/* Draws the median and the quartiles of the time that the engine took, against the number of its
 * move, as the file `path` (.svg or .png). For a tally with a clock it also draws the medians of
 * the limits. Numbers that fewer than a tenth of the games reached are left out. False and `why` as
 * from plot_draw(), or if no move has a time. Sorts the tally's numbers. */
bool games_picture_write(const char *path, games_tally *t, failure *why);

#endif
