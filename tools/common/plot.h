/* Pictures, drawn by the program gnuplot. It must be installed. */
#ifndef TOOLS_PLOT_H
#define TOOLS_PLOT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/failure.h"

/* Returns true if a picture's name ends in .svg or .png; else false, and fills `why`. Programs
 * check this before long work. */
bool plot_path_check(const char *path, failure *why);

/* Writes a script of gnuplot. Terminal and fonts, line colours 1 to 8 (dark on white, and distinct
 * to the colour-blind too), border, light grid and key are already set. The script may change all
 * of these but the terminal, and does not set an output. Data can stand in the script itself
 * (`$name << END`). */
typedef void plot_script(FILE *script, void *context);

/* Draws what a script says as the file `path`, a .svg or .png of `width` times `height` pixels. The
 * picture replaces an old one only when it is complete. Returns false and fills `why` if gnuplot is
 * not installed or refuses the script, or if the picture cannot be written. May be called from any
 * thread. */
bool plot_draw(const char *path, int width, int height, plot_script *write_script, void *context,
               failure *why);

/* Writes a text into a script as a string in single quotes, in which gnuplot expands nothing.
 * Quotes and control characters become '?'. The place of the string still needs `noenhanced`. */
void plot_text(FILE *script, const char *text);

#endif
