#include "plot.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child_process.h"
#include "files/whole_file.h"

/* The colours are those of Okabe and Ito, darkened where they would be faint on white. */
static const char style[] = "set encoding utf8\n"
                            "set linetype 1 lc rgb '#0060a8' lw 2\n"
                            "set linetype 2 lc rgb '#d05000' lw 2\n"
                            "set linetype 3 lc rgb '#008060' lw 2\n"
                            "set linetype 4 lc rgb '#b05090' lw 2\n"
                            "set linetype 5 lc rgb '#c08000' lw 2\n"
                            "set linetype 6 lc rgb '#3090c8' lw 2\n"
                            "set linetype 7 lc rgb '#202020' lw 2\n"
                            "set linetype 8 lc rgb '#808080' lw 2\n"
                            "set border 3 lc rgb '#404040'\n"
                            "set tics nomirror\n"
                            "set grid lc rgb '#dddddd' lt 1 lw 1\n"
                            "set key top right samplen 1.5 spacing 1.2\n";

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length > tail && strcmp(text + length - tail, end) == 0;
}

bool plot_path_check(const char *path, failure *why)
{
    return ends_with(path, ".svg") || ends_with(path, ".png") ||
           fail(why, "%s: a picture's name must end in .svg or .png", path);
}

/* A nameless file with the whole script, to be read from its beginning; NULL if it cannot be
 * written. */
static FILE *script_file(bool vector, int width, int height, plot_script *write_script,
                         void *context)
{
    FILE *file = tmpfile();
    if (!file) {
        return NULL;
    }
    fprintf(file, "set terminal %s size %d,%d font '%s,%d' background rgb 'white'\n",
            vector ? "svg dynamic" : "pngcairo", width, height, vector ? "sans-serif" : "Sans",
            vector ? 13 : 10);
    fputs(style, file);
    write_script(file, context);
    if (fflush(file) != 0 || ferror(file) || lseek(fileno(file), 0, SEEK_SET) != 0) {
        fclose(file);
        return NULL;
    }
    return file;
}

static bool write_fully(int to, const char *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t put = write(to, bytes, size);
        if (put < 0 && errno != EINTR) {
            return false;
        }
        bytes += put > 0 ? put : 0;
        size -= put > 0 ? (size_t)put : 0;
    }
    return true;
}

/* Copies all data from the pipe. Returns 0, or the errno of an error. */
static int copy_picture(int from, int to, size_t *size)
{
    char block[1 << 14];
    ssize_t got;
    *size = 0;
    while ((got = read(from, block, sizeof block)) != 0) {
        if ((got < 0 && errno != EINTR) || (got > 0 && !write_fully(to, block, (size_t)got))) {
            return errno;
        }
        *size += got > 0 ? (size_t)got : 0;
    }
    return 0;
}

/* The first line with an error of gnuplot; other lines only show the place. */
static void first_complaint(FILE *complaints, char *text, size_t size)
{
    rewind(complaints);
    char line[256];
    snprintf(text, size, "it drew nothing");
    while (fgets(line, sizeof line, complaints)) {
        if (strstr(line, "line ")) {
            line[strcspn(line, "\n")] = '\0';
            snprintf(text, size, "%s", line + strspn(line, " "));
            return;
        }
    }
}

/* Runs gnuplot, which draws into an open file. */
static bool draw(const char *path, int picture, FILE *script, FILE *complaints, failure *why)
{
    char name[] = "gnuplot";
    char *arguments[] = {name, NULL};
    const child_plan plan = {.arguments = arguments,
                             .in = fileno(script),
                             .out = CHILD_PIPE,
                             .error = fileno(complaints)};
    child_process child;
    failure reason;
    size_t size = 0;
    if (!child_start(&child, &plan, &reason)) {
        return fail(why, "%s: cannot start gnuplot: %s", path, reason.text);
    }
    const int fault = copy_picture(child.from, picture, &size);
    if (fault) {
        child_signal(&child, SIGKILL);
    }
    const int status = child_wait(&child);
    child_end(&child);
    if (fault) {
        return fail(why, "%s: cannot be written: %s", path, strerror(fault));
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == CHILD_NOT_RUN) {
        return fail(why,
                    "%s: pictures are drawn by gnuplot, which was not found "
                    "(Debian: apt install gnuplot-nox)",
                    path);
    }
    if (status != 0 || size == 0) {
        char text[256];
        first_complaint(complaints, text, sizeof text);
        return fail(why, "%s: gnuplot failed: %s", path, text);
    }
    return true;
}

/* Draws a script into an open file. */
static bool draw_script(const char *path, int picture, FILE *script, failure *why)
{
    FILE *complaints = script ? tmpfile() : NULL;
    const bool good =
        complaints ? draw(path, picture, script, complaints, why)
                   : fail(why, "%s: cannot be drawn: no temporary file: %s", path, strerror(errno));
    if (complaints) {
        fclose(complaints);
    }
    if (script) {
        fclose(script);
    }
    return good;
}

bool plot_draw(const char *path, int width, int height, plot_script *write_script, void *context,
               failure *why)
{
    whole_file *file = plot_path_check(path, why) ? whole_file_open(path, why) : NULL;
    const int picture = file ? whole_file_begin(file, why) : -1;
    const bool good =
        picture >= 0 &&
        draw_script(path, picture,
                    script_file(ends_with(path, ".svg"), width, height, write_script, context),
                    why) &&
        whole_file_keep(file, why);
    whole_file_close(file);
    return good;
}

void plot_text(FILE *script, const char *text)
{
    fputc('\'', script);
    for (; *text; text++) {
        const bool odd = (unsigned char)*text < ' ' || *text == '\'';
        fputc(odd ? '?' : *text, script);
    }
    fputc('\'', script);
}
