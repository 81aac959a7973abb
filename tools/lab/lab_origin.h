/* What made a row of a record: the build of the search, the machine, and the defaults of the
 * search.
 *
 * The setting of a row names only the options that differ from the defaults of that time. These are
 * written once, in full, into the record "defaults.csv" in the folder of the row's record. So a row
 * can still be understood when the defaults have changed. The columns of that record:
 *
 *   defaults    the checksum of the other two columns; the key
 *   of          whose defaults: "mcts default", "negamax mia", "uci"
 *   options     all options, "Name=value;Name=value;..."
 */
#ifndef TOOLS_LAB_ORIGIN_H
#define TOOLS_LAB_ORIGIN_H

#include "lab_record.h"
#include "tree/techniques.h"

enum { MACHINE_NAME_MAX = 80, COMMIT_MAX = 48, DEFAULTS_MAX = 16384 };

typedef struct lab_origin {
    long long bench; /* the count of `morpho bench`, which identifies a build; 0: not recorded */
    const char *commit, *machine; /* empty: not recorded */
    uint32_t defaults;            /* the key of a row of defaults.csv; 0: not recorded */
} lab_origin;

/* The columns of the origin, which is the member `origin` of the struct `row`. In most schemas the
 * bench count belongs to the key, so that the results of another build are not reused. */
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

/* The name of the processor, as Linux gives it; else that of the machine, or "unknown". Characters
 * that a field of a record cannot hold become blanks. */
void machine_name(char name[MACHINE_NAME_MAX]);

/* A row of defaults.csv. */
typedef struct defaults_row {
    uint32_t check;
    const char *of, *options;
} defaults_row;

extern const lab_schema defaults_schema;

/* Writes a row into defaults.csv in the folder of a record, unless the row is there, and fills in
 * its checksum. `of` has 1 to 64 characters and `options` 1 to DEFAULTS_MAX - 1, without commas and
 * quotes. If another process has the file open, it waits for a second at most. Returns false and
 * fills `why` if the row cannot be written. */
bool defaults_keep(const lab_record *record, const char *of, const char *options, uint32_t *check,
                   failure *why);

/* The same for the defaults of a search in the setting `base`. */
bool defaults_keep_search(const lab_record *record, search_algorithm by, search_setting base,
                          uint32_t *check, failure *why);

#endif
