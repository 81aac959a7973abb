/* The picture of `morpho-data stats`: four panels with one line for each file. */
#ifndef TOOLS_DATA_PICTURE_H
#define TOOLS_DATA_PICTURE_H

#include "data_tally.h"

/* Draws the tallies with their names (without folders and .games.gz) to `path`, .svg or .png.
 * Returns false and fills `why` like plot_draw(). */
bool data_picture_write(const char *path, const tally *tallies, char *const *names, int count,
                        failure *why);

#endif
