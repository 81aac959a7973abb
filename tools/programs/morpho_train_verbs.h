/* The verbs of morpho-train. */
#ifndef TOOLS_MORPHO_TRAIN_VERBS_H
#define TOOLS_MORPHO_TRAIN_VERBS_H

/* argv[0] is the verb; the result is the program's exit status. */
int verb_value(int argc, char **argv);
int verb_policy(int argc, char **argv);
int verb_negamax(int argc, char **argv);
int verb_evaluate(int argc, char **argv);
int verb_export(int argc, char **argv);

#endif
