/* Tuning: numbers of one program are moved towards those that win games (spsa.h). The games come in
 * runs of fastchess. The record has a row for each run, with these columns:
 *
 *   parameters,both,limits,book,seed,games         the tuning in words (tune_plan)
 *   program,files,machine                          as in a record of matches (match_run.h)
 *   start                                          the run's first opening; these ten columns are
 *                                                  the key
 *   bench,commit,defaults                          what else made the row (lab_origin.h)
 *   limit                                          of this run
 *   played,won,drawn,lost,forfeits                 the results of the first of the two points
 *   values                                         the parameters after the run; they tell whether
 *                                                  the row was made with the same rate
 */
#ifndef TOOLS_TUNE_RUN_H
#define TOOLS_TUNE_RUN_H

#include "match_plan.h"
#include "spsa.h"

enum { TUNE_LIMITS_MAX = 8, TUNE_WORDS_MAX = SPSA_MAX * 128 };

typedef struct tune_plan {
    match_plan match;                             /* its first, second and limit are not used */
    char parameters[TUNE_WORDS_MAX];              /* "Name=start:step Name=start:step" */
    char name[SPSA_MAX][MATCH_NAME_MAX];          /* of the parameters */
    spsa start;                                   /* where the tuning begins */
    char limit[TUNE_LIMITS_MAX][MATCH_LIMIT_MAX]; /* the runs take them in turn */
    int limit_count;
} tune_plan;

/* The way of the parameters. */
typedef struct tune_course {
    double (*value)[SPSA_MAX]; /* after each run; the first ones are those of the start */
    long *games;               /* played until then */
    long count;                /* runs and the start */
} tune_course;

extern const lab_schema tune_schema;

/* Adds a parameter to the plan from the text "NAME", "NAME=START" or "NAME=START:STEP". The program
 * of the match must be known; its option of this name must be a number, and has the range and the
 * default start. The default step is the one in the table of parameters, or a twentieth of the
 * range. Returns false and fills `why` if the program has no such option, if a number is outside
 * its range, or if the players' options would be too long. */
bool tune_add(tune_plan *plan, const char *text, failure *why);

/* Plays the runs that the record (NULL: there is none) does not hold. The caller frees the course
 * with tune_course_free() in either case; it has the complete runs. SIGINT and SIGTERM must be
 * blocked; they end the tuning. Returns false and fills `why` if they did, or if a run failed. */
bool tune_run(const tune_plan *plan, lab_record *record, tune_course *course, failure *why);
void tune_course_free(tune_course *course);

/* Writes the parameters at the end of a course, rounded, as words "Name=value Name=value". */
void tune_result(const tune_plan *plan, const tune_course *course, match_words *words);

/* Draws the course, a panel for each parameter, as the file `path` (.svg or .png). Returns false
 * and fills `why` if that fails. */
bool tune_picture_write(const char *path, const tune_plan *plan, const tune_course *course,
                        failure *why);

#endif
