/* What made a row of a record: the build of the search, the machine, and what the search's options
 * are where the row's setting does not name them.
 *
 * A row names only what differs from a set of defaults. The sets stand once, in full, in a record
 * of their own beside the other one, "defaults.csv", so that a row can be read whatever the
 * defaults are by then. Its columns:
 *
 *   defaults    the checksum of the other two, the key
 *   of          whose defaults: "mcts default", "negamax mia", "uci"
 *   options     all of them, "Name=value;Name=value;..."
 */
#ifndef TOOLS_LAB_ORIGIN_H
#define TOOLS_LAB_ORIGIN_H

#include "lab_record.h"
#include "tree/techniques.h"

enum { MACHINE_NAME_MAX = 80, COMMIT_MAX = 48, DEFAULTS_MAX = 16384 };

typedef struct lab_origin {
    long long bench; /* the count of `morpho bench`, which identifies a build; 0: not recorded */
    const char *commit, *machine; /* empty: not recorded */
    uint32_t defaults;            /* 0: not recorded */
} lab_origin;

/* The columns of the origin, which is the field `origin` of the struct `row`. The bench count
 * belongs to the key, so that the results of another build are not reused. */
#define ORIGIN_COLUMN_BENCH(row, role_)                                                            \
    {                                                                                              \
        "bench", COLUMN_NUMBER, offsetof(row, origin.bench), .most = INT64_MAX, .role = (role_),   \
                                                             .must_be_known = true                 \
    }
#define ORIGIN_COLUMN_MACHINE(row, role_)                                                          \
    {                                                                                              \
        "machine", COLUMN_TEXT, offsetof(row, origin.machine),                                     \
            .most = MACHINE_NAME_MAX - 1, .role = (role_), .must_be_known = true                   \
    }
#define ORIGIN_COLUMNS_OTHERS(row)                                                                 \
    {"commit", COLUMN_TEXT, offsetof(row, origin.commit), .most = COMMIT_MAX - 1,                  \
     .must_be_known = true},                                                                       \
    {                                                                                              \
        "defaults", COLUMN_CHECK, offsetof(row, origin.defaults), .must_be_known = true            \
    }

/* The machine's processor, as the system calls it, fit for a field of a record; or "unknown". */
void machine_name(char name[MACHINE_NAME_MAX]);

typedef struct defaults_row {
    uint32_t check;
    const char *of, *options;
} defaults_row;

extern const lab_schema defaults_schema;

/* Writes the defaults into defaults.csv beside a record, unless they are there, and fills in their
 * checksum. False and `why` if they cannot be written. */
bool defaults_keep(const lab_record *record, const char *of, const char *options, uint32_t *check,
                   failure *why);

/* The same for the defaults of a search in a setting. */
bool defaults_keep_search(const lab_record *record, search_algorithm by, search_setting base,
                          uint32_t *check, failure *why);

#endif
