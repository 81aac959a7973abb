/* morpho-lab: what a search or a technique is worth, measured. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/attacks.h"
#include "lab_command.h"

typedef struct verb {
    const char *name, *summary;
    int (*run)(int argc, char **argv); /* argv[0] is the verb; returns the exit status */
} verb;

static const verb verbs[] = {
    {"suite", "suites of test positions: what both searches solve, and how soon", lab_suite},
};

static void print_usage(FILE *to)
{
    fputs("usage: morpho-lab VERB ...\n\n", to);
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        fprintf(to, "  %-10s %s\n", verbs[i].name, verbs[i].summary);
    }
    fputs("\nmorpho-lab VERB --help tells more. Files that are not found as given are looked for\n"
          "in the data folder: --data-dir DIR, or the environment's MORPHO_DATA.\n",
          to);
}

static int run(int argc, char **argv)
{
    if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0)) {
        print_usage(stdout);
        return EXIT_SUCCESS;
    }
    for (size_t i = 0; argc > 1 && i < sizeof verbs / sizeof *verbs; i++) {
        if (strcmp(argv[1], verbs[i].name) == 0) {
            attacks_init(true);
            return verbs[i].run(argc - 1, argv + 1);
        }
    }
    if (argc > 1) {
        fprintf(stderr, "morpho-lab: unknown verb \"%s\"\n", argv[1]);
    }
    print_usage(stderr);
    return 2;
}

int main(int argc, char **argv)
{
    int status = run(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "morpho-lab: the output cannot be written: %s\n", strerror(errno));
        return EXIT_FAILURE;
    }
    return status;
}
