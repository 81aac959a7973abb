#include "tree/params.h"

static const search_param_row rows[] = {
#define PARAM(name, value, min, max, step, what) {#name, value, min, max, step, what},
#include "tree/options.def"
};

search_params search_params_default(void)
{
    return (search_params){
#define PARAM(name, value, min, max, step, what) .name = value,
#include "tree/options.def"
    };
}

const search_param_row *search_param_rows(int *count)
{
    *count = (int)(sizeof rows / sizeof rows[0]);
    return rows;
}
