/* What the verbs of morpho-data share: their walk over game files, and its status line. Only the
 * program uses this, since it prints. */
#ifndef TOOLS_MORPHO_DATA_FILES_H
#define TOOLS_MORPHO_DATA_FILES_H

#include "command.h"
#include "files/status_line.h"
#include "game_file.h"
#include "interrupts.h"

#define DATA_PROGRAM "morpho-data"

/* The exit status for the end of work. Prints `why` if the work failed. */
int data_work_status(work_end end, const failure *why);

/* The stream for a verb's messages: standard output, or standard error if the verb's output may be
 * standard output itself. */
FILE *data_told(const char *output);

/* True if the file `name`, which a verb writes, is none of the command's files, which it reads.
 * Otherwise fills `why`. */
bool data_output_is_apart(const command_line *c, const char *name, failure *why);

/* What a visitor says about a game. */
typedef enum {
    DATA_CONTINUE,
    DATA_STOP, /* something else failed: `why` is the whole sentence */
    DATA_FAULT /* this game is faulty: `why` lacks file and game */
} data_visit_status;

typedef data_visit_status data_visit(void *context, const game *g, failure *why);

/* Walks over all games of one file, found as data_path.h says. `cut_is_fine`: a file that is cut
 * off is read as far as it goes, with a warning. Returns false and fills `why` if it is faulty or
 * cut. */
bool data_file_each(const command_line *c, const char *name, bool cut_is_fine, data_visit *visit,
                    void *context, failure *why);

/* The same for all files of the command, until the first failure. */
bool data_files_each(const command_line *c, bool cut_is_fine, data_visit *visit, void *context,
                     failure *why);

/* A status line on standard error: how much of a file is done, at what rate, and how long the rest
 * will take. */
typedef struct data_progress {
    const char *name;
    double bytes;
    status_line line;
} data_progress;

void data_progress_start(data_progress *p, const char *name, const char *path);
void data_progress_tell(data_progress *p, int64_t bytes, long games);
void data_progress_end(const data_progress *p);

/* The verbs: argv[0] is the verb; the result is the program's exit status. */
int data_stats(int argc, char **argv);
int data_check(int argc, char **argv);
int data_join(int argc, char **argv);
int data_show(int argc, char **argv);
int data_import(int argc, char **argv);
int data_generate(int argc, char **argv);
int data_relabel(int argc, char **argv);

#endif
