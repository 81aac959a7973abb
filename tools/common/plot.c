#include "plot.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* The colours are Okabe and Ito's, darkened where they would be faint on white. */
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

enum { NO_GNUPLOT = 127 }; /* how the child says that it could not become gnuplot */

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

/* A nameless file that holds the whole script, set back to its beginning; NULL if the disk is full.
 */
static FILE *script_file(const char *path, int width, int height, const char *script)
{
    FILE *file = tmpfile();
    if (!file) {
        return NULL;
    }
    bool vector = ends_with(path, ".svg");
    fprintf(file, "set terminal %s size %d,%d font '%s,%d' background rgb 'white'\n",
            vector ? "svg dynamic" : "pngcairo", width, height, vector ? "sans-serif" : "Sans",
            vector ? 13 : 10);
    fprintf(file, "%s%s", style, script);
    if (fflush(file) != 0 || ferror(file) || lseek(fileno(file), 0, SEEK_SET) != 0) {
        fclose(file);
        return NULL;
    }
    return file;
}

/* Becomes gnuplot, between three open files. */
_Noreturn static void become_gnuplot(int script, int picture, int complaints)
{
    if (dup2(script, STDIN_FILENO) >= 0 && dup2(picture, STDOUT_FILENO) >= 0 &&
        dup2(complaints, STDERR_FILENO) >= 0) {
        execlp("gnuplot", "gnuplot", (char *)NULL);
    }
    _exit(NO_GNUPLOT);
}

/* Copies all that comes through the pipe; 0, or the errno of what failed. */
static int copy_picture(int from, FILE *to, size_t *size)
{
    char block[1 << 14];
    ssize_t got;
    *size = 0;
    while ((got = read(from, block, sizeof block)) != 0) {
        if (got < 0 && errno != EINTR) {
            return errno;
        }
        if (got > 0 && fwrite(block, 1, (size_t)got, to) != (size_t)got) {
            return errno;
        }
        *size += got > 0 ? (size_t)got : 0;
    }
    return fflush(to) == 0 && fsync(fileno(to)) == 0 ? 0 : errno;
}

/* The first line in which gnuplot says what it dislikes (others only show the place). */
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

/* Runs gnuplot and lets it draw into an open file. */
static bool draw(const char *path, FILE *picture, FILE *script, FILE *complaints, failure *why)
{
    int ends[2];
    if (pipe(ends) != 0) {
        return fail(why, "%s: cannot start gnuplot: %s", path, strerror(errno));
    }
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        become_gnuplot(fileno(script), ends[1], fileno(complaints));
    }
    int forked = errno, status = 0, fault = 0;
    size_t size = 0;
    close(ends[1]);
    if (child > 0) {
        fault = copy_picture(ends[0], picture, &size);
    }
    close(ends[0]);
    if (child < 0) {
        return fail(why, "%s: cannot start gnuplot: %s", path, strerror(forked));
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (fault) {
        return fail(why, "%s: cannot be written: %s", path, strerror(fault));
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_GNUPLOT) {
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

bool plot_write(const char *path, int width, int height, const char *script, failure *why)
{
    struct stat status;
    if (!plot_path_check(path, why)) {
        return false;
    }
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        return fail(why, "%s: is no regular file, so it is not replaced", path);
    }
    size_t length = strlen(path) + sizeof ".new";
    char *temporary = malloc(length);
    FILE *source = script_file(path, width, height, script);
    FILE *complaints = tmpfile();
    if (temporary) {
        snprintf(temporary, length, "%s.new", path);
    }
    FILE *picture = temporary && source && complaints ? fopen(temporary, "wb") : NULL;
    bool good = picture ? draw(path, picture, source, complaints, why)
                        : fail(why, "%s: cannot be created: %s", path, strerror(errno));
    if (picture) {
        if (fclose(picture) != 0 || (good && rename(temporary, path) != 0)) {
            good = fail(why, "%s: cannot be written: %s", path, strerror(errno));
        }
        if (!good) {
            remove(temporary);
        }
    }
    if (source) {
        fclose(source);
    }
    if (complaints) {
        fclose(complaints);
    }
    free(temporary);
    return good;
}
