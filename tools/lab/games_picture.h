/* The picture of `morpho-lab games`: how an engine used its clock. */
#ifndef TOOLS_GAMES_PICTURE_H
#define TOOLS_GAMES_PICTURE_H

#include "games_tally.h"

/* Draws over the number of the engine's move the median and the quartiles of the time that it took
 * and, of a tally with a clock, the medians of the shares that were granted, as `path`, .svg or
 * .png. Numbers that fewer than a tenth of the games reached are left out. False and `why` as of
 * plot_write(), or if no move has a time. Sorts the tally's numbers. */
bool games_picture_write(const char *path, games_tally *t, failure *why);

#endif
