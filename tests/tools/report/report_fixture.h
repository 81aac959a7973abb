/* What the tests of the report share: a folder of records, the results that were read from it, and
 * the page. */
#ifndef TESTS_REPORT_FIXTURE_H
#define TESTS_REPORT_FIXTURE_H

#include <criterion/criterion.h>
#include <string.h>

#include "report.h"

/* The first lines of records of matches, suites, threads and rules of mcts. */
#define MATCH_HEAD                                                                                 \
    "first,second,both,limit,book,seed,program,files,machine,start,bench,commit,defaults,"         \
    "games,won,drawn,lost,p0,p1,p2,p3,p4,forfeits\n"
#define SUITE_HEAD                                                                                 \
    "search,setting,limit,hash_mb,net,position,bench,move,score,depth,nodes,time_ms,"              \
    "solution_nodes,solution_ms,solved,points,points_most,commit,defaults,machine,suite,id\n"
#define THREADS_HEAD                                                                               \
    "threads,depth,hash_mb,net,machine,position,bench,one_us,one_nodes,shared_us,"                 \
    "shared_nodes,beside_us,beside_nodes,commit,defaults,suite,id\n"
#define RULES_HEAD                                                                                 \
    "kind,setting,playouts,reference,reference_playouts,hash_mb,net,position,bench,move,visits,"   \
    "root_priors,inner_priors,agrees,solved,probes,commit,defaults,machine,suite,id\n"

/* Bench count, commit and defaults of a row, of the build that report_fixture_read() names and of
 * another build. */
#define ORIGIN       "7,c,00000001"
#define OTHER_ORIGIN "8,c,00000001"

/* The columns of a match from `both` to `machine`. */
#define NEGAMAX "Search=negamax Hash=16,nodes 5000,book.epd,1,0123abcd,89abcdef,A <CPU>"
#define LONGER  "Search=negamax Hash=16,nodes 25000,book.epd,1,0123abcd,89abcdef,A <CPU>"
#define MCTS    "Search=mcts Hash=16,nodes 1000,book.epd,1,0123abcd,89abcdef,A <CPU>"
#define CLOCK                                                                                      \
    "Search=mcts Hash=16,tc 2+0.02 concurrency 2 sprt 0/5,book.epd,1,0123abcd,89abcdef,A <CPU>"

/* The results that report_fixture_read() has read. */
extern report_results results;

/* Make and remove the folder and the results; for .init and .fini of a suite. At the end the folder
 * must hold no files but a.csv, b.csv, c.csv, b-plan.csv, other and other.svg. */
void report_fixture_begin(void);
void report_fixture_end(void);

/* The path of the folder. */
const char *report_fixture_folder(void);

/* The path of a file in the folder. It is valid until the next call. */
const char *report_fixture_path(const char *name);

/* Writes a text to a file in the folder. */
void report_fixture_put(const char *name, const char *text);

/* Reads the records of the folder, which must be good, as a build whose bench count is 7. */
void report_fixture_read(void);

/* The whole report of the results; the caller frees it. */
char *report_fixture_write(report_format format);

/* How often the words occur in a text. */
size_t count_of(const char *text, const char *words);

/* Expects that the words occur in a text. */
#define expect_text(text, words) cr_expect(strstr(text, words) != NULL, "no \"%s\"", words)

#endif
