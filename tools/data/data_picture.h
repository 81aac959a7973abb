/* The picture of `morpho-data stats`: four panels, one line a file. */
#ifndef TOOLS_DATA_PICTURE_H
#define TOOLS_DATA_PICTURE_H

#include "data_tally.h"

/* Draws the tallies under their names (their folders and .games.gz are left out) as `path`, .svg or
 * .png. False and `why` as of plot_write(). */
bool data_picture_write(const char *path, const tally *tallies, char *const *names, int count,
                        failure *why);

#endif
