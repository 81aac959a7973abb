/* The parameters of the searches as a struct. options.def has the rows. */
#ifndef TREE_PARAMS_H
#define TREE_PARAMS_H

typedef struct search_params {
#define PARAM(name, value, min, max, step, what) int name;
#include "tree/options.def"
} search_params;

typedef struct search_param_row {
    const char *name;
    int value, min, max, step;
    const char *what;
} search_param_row;

/* The defaults; and the rows as data, for printing and range checks. */
search_params search_params_default(void);
const search_param_row *search_param_rows(int *count);

#endif
