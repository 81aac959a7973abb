/* The verb `morpho-data generate`. */
#ifndef TOOLS_GENERATE_H
#define TOOLS_GENERATE_H

/* Reads the command line (argv[0] is the verb), does what it asks, prints, and returns the exit
 * status. */
int generate_main(int argc, char **argv);

#endif
