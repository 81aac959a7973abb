/* The sites of a long search, as its record keeps them. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "rule_sites.h"

static position start;
static rule_reference r; /* large */

static void begin(void)
{
    failure why;
    attacks_init(true);
    cr_assert(fen_parse(&start, FEN_START, NULL, &why), "%s", why.text);
}

TestSuite(rule_sites, .init = begin);

static bool reads(const char *text)
{
    return rule_sites_read(&r, &start, text, strlen(text));
}

Test(rule_sites, what_is_written_is_read)
{
    static const char text[] = ":e2e4=900 d2d4=1|e2e4:e7e5=7|e2e4 e7e5:g1f3=4294967295 f1c4=2";
    char *written;
    size_t size;
    cr_assert(reads(text));
    cr_assert_eq(r.count, 3);
    cr_assert(r.site[0].length == 0 && r.site[0].count == 2 && r.site[0].visits[0] == 900);
    cr_assert(r.site[2].length == 2 && r.site[2].visits[0] == UINT32_MAX);
    FILE *out = open_memstream(&written, &size);
    rule_sites_write(out, &r, false);
    fclose(out);
    cr_assert_str_eq(written, text);
    free(written);
}

Test(rule_sites, no_sites_are_fine)
{
    r.count = 5;
    cr_assert(reads("") && r.count == 0);
}

Test(rule_sites, anything_else_is_refused)
{
    static const char *const bad[] = {"x",
                                      ":",
                                      ":e2e4",
                                      ":e2e4=",
                                      ":e2e4=0",
                                      ":e2e4=-1",
                                      ":e2e4=1 ",
                                      ":e2e4=1|",
                                      "|:e2e4=1",
                                      ":e2e5=1",
                                      ":e2e4=1x",
                                      "e2e4:e7e5=1",
                                      ":e2e4=1|:d2d4=1",
                                      ":e2e4=4294967296",
                                      ":e2e4=1||e2e4:e7e5=1",
                                      ":e2e4e2e4=1",
                                      ":e2e4=1|e2e4 e2e4:e7e5=1",
                                      ":e2e4=1|e2e4:e2e4=1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_expect(!reads(bad[i]), "\"%s\"", bad[i]);
    }
}

/* As many sites as there may be, and one more; lines of the greatest length, and one move more. */
Test(rule_sites, limits_hold)
{
    char text[4096] = ":e2e4=1", played[256] = "";
    for (int i = 1; i < SITES_MAX; i++) {
        strcat(text, "|e2e4:e7e5=1");
    }
    cr_expect(reads(text));
    strcat(text, "|e2e4:e7e5=1");
    cr_expect(!reads(text));
    for (int ply = 0; ply < SITE_PLIES_MAX; ply++) {
        static const char *const there_and_back[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
        strcat(strcat(played, ply ? " " : ""), there_and_back[ply % 4]);
    }
    snprintf(text, sizeof text, ":g1f3=1|%s:e2e4=1", played);
    cr_expect(reads(text));
    snprintf(text, sizeof text, ":g1f3=1|%s g1f3:e7e5=1", played);
    cr_expect(!reads(text));
}
