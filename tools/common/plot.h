/* Pictures, drawn by the program gnuplot, which must be installed. */
#ifndef TOOLS_PLOT_H
#define TOOLS_PLOT_H

#include <stdbool.h>
#include <stdio.h>

#include "chess/failure.h"

/* True if the name ends in .svg or .png, else false and `why`: a check to make before long work. */
bool plot_path_check(const char *path, failure *why);

/* Writes a script of gnuplot. It sets neither terminal nor output; terminal, fonts, line colours 1
 * to 8 (dark on white, and distinct to the colour-blind too), border, light grid and key are set
 * before it, and hold unless it sets its own. Data can stand in the script itself (`$name << END`).
 */
typedef void plot_script(FILE *script, void *context);

/* Draws what a script says as the file `path`, of that many pixels (.svg or .png by its name). The
 * picture replaces an old one only when it is whole. False and `why` if gnuplot is not installed,
 * refuses the script, or the picture cannot be written. May be called from any thread. */
bool plot_draw(const char *path, int width, int height, plot_script *write_script, void *context,
               failure *why);

/* The same of a script that is there already. */
bool plot_write(const char *path, int width, int height, const char *script, failure *why);

/* The same as an element <svg> of a page of HTML. */
bool plot_inline(FILE *html, int width, int height, plot_script *write_script, void *context,
                 failure *why);

/* Writes a text of a script in quotes in which gnuplot runs nothing; it still needs `noenhanced`.
 */
void plot_text(FILE *script, const char *text);

#endif
