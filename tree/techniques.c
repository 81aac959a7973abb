#include "tree/techniques.h"

static const search_techniques settings[SETTINGS] = {
    [SETTING_MODERN] =
        {
#define TECHNIQUE(field, option, modern, mia, what) .field = modern,
#include "tree/techniques.def"
#undef TECHNIQUE
        },
    [SETTING_MIA] =
        {
#define TECHNIQUE(field, option, modern, mia, what) .field = mia,
#include "tree/techniques.def"
#undef TECHNIQUE
        },
};

static const search_technique_row rows[] = {
#define TECHNIQUE(field, option, modern, mia, what) {#option, {modern, mia}, what},
#include "tree/techniques.def"
#undef TECHNIQUE
};

search_techniques search_techniques_of(search_setting setting)
{
    return settings[setting];
}

const search_technique_row *search_technique_rows(int *count)
{
    *count = (int)(sizeof rows / sizeof *rows);
    return rows;
}
