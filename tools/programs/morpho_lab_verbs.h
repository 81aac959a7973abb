/* The verbs of morpho-lab. */
#ifndef TOOLS_MORPHO_LAB_VERBS_H
#define TOOLS_MORPHO_LAB_VERBS_H

/* Each takes the verb as argv[0] and returns the exit status of the program. */
int lab_match(int argc, char **argv);
int lab_mcts(int argc, char **argv);
int lab_order(int argc, char **argv);
int lab_report(int argc, char **argv);
int lab_suite(int argc, char **argv);
int lab_threads(int argc, char **argv);
int lab_tune(int argc, char **argv);

#endif
