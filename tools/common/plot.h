/* Pictures, drawn by the program gnuplot, which must be installed to draw them. */
#ifndef TOOLS_PLOT_H
#define TOOLS_PLOT_H

#include <stdbool.h>
#include <stdio.h>

#include "chess/failure.h"

/* True if the name ends in .svg or .png; else false and `why`. To find out before long work. */
bool plot_path_check(const char *path, failure *why);

/* Runs a gnuplot script and keeps what it draws as `path`, of that many pixels (.svg or .png by its
 * name). The script sets neither terminal nor output; terminal, fonts, line colours 1 to 8 (dark on
 * white, told apart by the colour-blind too), border, light grid and key are set before it, and
 * hold unless it sets its own. Data can stand in the script itself (`$name << END`).
 *
 * The picture replaces an old one only when it is whole. False and `why` if gnuplot is not
 * installed, refuses the script, or the picture cannot be written. May be called from any thread.
 */
bool plot_write(const char *path, int width, int height, const char *script, failure *why);

/* The same with a script that is written when it is needed. False and `why` also if memory is
 * short.
 */
typedef void plot_script(FILE *script, void *context);
bool plot_draw(const char *path, int width, int height, plot_script *write_script, void *context,
               failure *why);

#endif
