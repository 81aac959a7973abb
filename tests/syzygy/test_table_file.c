/* Which tables are read for a position, besides its own. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "table_file.h"

/* The pieces of a name such as "KRPvKR". */
static table_pieces pieces_of(const char *name)
{
    char whole[32];
    table_file f;
    snprintf(whole, sizeof whole, "%s.rtbw", name);
    cr_assert(table_file_read_name(&f, whole), "%s", name);
    return f.pieces;
}

Test(table_file, captures_and_promotions_lead_to_other_pieces)
{
    static const struct {
        const char *from, *to;
        int promotions; /* the least that are needed beside captures; 2: more, or no way at all */
    } cases[] = {
        {"KQvKR", "KQvKR", 0},  {"KQvKR", "KQvK", 0},     {"KQvKR", "KRvK", 0},
        {"KQvKR", "KBvK", 2},   {"KQvK", "KQvKR", 2},     {"KPvK", "KQvK", 1},
        {"KPvK", "KNvK", 1},    {"KRvKP", "KQvK", 0},     {"KRvKP", "KQvKR", 1},
        {"KRPvKR", "KRRvK", 0}, {"KRPvKR", "KQRvKR", 1},  {"KRPvKR", "KQRvKP", 2},
        {"KPPvK", "KQPvK", 1},  {"KPPvK", "KQQvK", 2},    {"KPPvKN", "KQQvK", 1},
        {"KPPvKP", "KQvKQ", 1}, {"KQPvKRP", "KQQvKR", 0}, {"KQPvKRP", "KQRvKQ", 0},
        {"KRRvKR", "KRvKR", 0}, {"KRRvKR", "KRRvK", 0},   {"KBNvKP", "KBNvKQ", 1},
        {"KBNvKP", "KQvKN", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const table_pieces from = pieces_of(cases[i].from), to = pieces_of(cases[i].to);
        for (int n = 0; n < 2; n++) {
            cr_expect_eq(table_pieces_lead(&from, &to, n), n >= cases[i].promotions,
                         "%s to %s with %d", cases[i].from, cases[i].to, n);
        }
    }
}
