/* Tests rows, records and groups, with a schema of its own. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lab_group.h"

static const char *const fruits[] = {"apple", "pear", NULL};

typedef struct row {
    const char *item;
    int fruit;
    long long count, build;
    uint32_t check;
    const char *note;
} row;

static bool is_whole(const void *of)
{
    return ((const row *)of)->count != 13;
}

/* Rows of 20 are of a build. */
static bool is_same(const void *a, const void *b)
{
    const row *x = a, *y = b;
    return x->count != 20 || x->build == y->build;
}

static const lab_column columns[] = {
    {"fruit", COLUMN_WORD, offsetof(row, fruit), .role = COLUMN_KEY, .words = fruits},
    {"check", COLUMN_CHECK, offsetof(row, check), .role = COLUMN_KEY},
    {"item", COLUMN_TEXT, offsetof(row, item), .least = 1, .most = 5, .role = COLUMN_ITEM},
    {"count", COLUMN_NUMBER, offsetof(row, count), .least = -1, .most = 20},
    {"build", COLUMN_NUMBER, offsetof(row, build), .most = 99, .must_be_known = true},
    {"note", COLUMN_QUOTED, offsetof(row, note), .most = 20, .role = COLUMN_NAME}};

static const lab_schema schema = {.what = "a record of fruit",
                                  .columns = columns,
                                  .column_count = sizeof columns / sizeof *columns,
                                  .row_size = sizeof(row),
                                  .check = is_whole,
                                  .same = is_same};

#define HEADER "fruit,check,item,count,build,note\n"

static char path[64];

static void begin(void)
{
    strcpy(path, "/tmp/morpho_record_XXXXXX");
    const int fd = mkstemp(path);
    cr_assert(fd >= 0 && close(fd) == 0);
}

static void end(void)
{
    unlink(path);
}

TestSuite(lab_record, .init = begin, .fini = end);

static void put(const char *text)
{
    FILE *file = fopen(path, "wb");
    cr_assert(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

static void expect_file(const char *text)
{
    char found[512] = "";
    FILE *file = fopen(path, "rb");
    cr_assert(file);
    found[fread(found, 1, sizeof found - 1, file)] = 0;
    fclose(file);
    cr_expect_str_eq(found, text);
}

static bool parse(const char *text, row *r)
{
    static char line[256];
    snprintf(line, sizeof line, "%s", text);
    return lab_schema_parse(&schema, line, r);
}

Test(lab_record, fields)
{
    row r;
    cr_assert(parse("pear,0000beef,ab c,-1,7,\"a \"\"b\"\", c\"", &r));
    cr_expect(r.fruit == 1 && r.check == 0xbeef && r.count == -1 && r.build == 7);
    cr_expect_str_eq(r.item, "ab c");
    cr_expect_str_eq(r.note, "a \"b\", c");
    static const char *const bad[] = {
        "plum,0000beef,a,1,7,\"\"",      "pear,0000bee,a,1,7,\"\"",
        "pear,0000BEEF,a,1,7,\"\"",      "pear,0000beef,,1,7,\"\"",
        "pear,0000beef,abcdef,1,7,\"\"", "pear,0000beef,a\",1,7,\"\"",
        "pear,0000beef,a,-2,7,\"\"",     "pear,0000beef,a,21,7,\"\"",
        "pear,0000beef,a,1x,7,\"\"",     "pear,0000beef,a,,7,\"\"",
        "pear,0000beef,a,+1,7,\"\"",     "pear,0000beef,a, 1,7,\"\"",
        "pear,0000beef,a,1,100,\"\"",    "pear,0000beef,a,1,7,x",
        "pear,0000beef,a,1,7,\"x",       "pear,0000beef,a,1,7,\"x\"y\"",
        "pear,0000beef,a,1,7,\"x\"y",    "pear,0000beef,a,1,7",
        "pear,0000beef,a,13,7,\"\"",     ""};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_expect_not(parse(bad[i], &r), "%s is taken", bad[i]);
    }
}

Test(lab_record, rows_are_kept_sorted_and_found_by_their_key)
{
    failure why;
    const row first = {
        .item = "b", .fruit = 1, .check = 7, .count = 3, .build = 1, .note = "x,\"y\""};
    row second = first, third = first;
    second.item = "a";
    third.item = "c";
    unlink(path);
    lab_record *record = lab_record_open(path, &schema, &why);
    cr_assert(record, "%s", why.text);
    cr_assert(lab_record_add(record, &first, &why) && lab_record_add(record, &second, &why));
    cr_expect_null(lab_record_find(record, &first), "it holds what it held when it was opened");
    cr_assert(lab_record_close(record, &why));
    expect_file(HEADER "pear,00000007,b,3,1,\"x,\"\"y\"\"\"\n"
                       "pear,00000007,a,3,1,\"x,\"\"y\"\"\"\n");
    record = lab_record_open(path, &schema, &why);
    cr_assert(record && lab_record_count(record) == 2);
    cr_expect_str_eq(((const row *)lab_record_at(record, 0))->item, "a");
    third.item = "b";
    third.count = 99;
    const row *found = lab_record_find(record, &third);
    cr_assert(found && found->count == 3);
    third.check = 8;
    cr_expect_null(lab_record_find(record, &third));
    lab_record_close(record, NULL);
}

/* The note of the row that is found for a pear; NULL if there is none. */
static const char *note_of(const lab_record *record, const char *item, const char *note, int build)
{
    const row wanted = {.item = item, .fruit = 1, .check = 7, .build = build, .note = note};
    const row *found = lab_record_find(record, &wanted);
    return found ? found->note : NULL;
}

Test(lab_record, of_a_key_the_row_with_the_name_is_found)
{
    failure why;
    put(HEADER "pear,00000007,b,3,1,\"y\"\n"
               "pear,00000007,bc,3,1,\"z\"\n"
               "apple,00000007,b,3,1,\"v\"\n"
               "pear,00000007,b,2,1,\"x\"\n"
               "pear,00000007,d,20,1,\"w\"\n");
    lab_record *record = lab_record_open(path, &schema, &why);
    cr_assert(record, "%s", why.text);
    cr_expect_str_eq(note_of(record, "b", "y", 1), "y");
    cr_expect_str_eq(note_of(record, "b", "other", 1), "x");
    cr_expect_null(note_of(record, "a", "y", 1));
    cr_expect_str_eq(note_of(record, "d", "other", 1), "w");
    cr_expect_null(note_of(record, "d", "w", 2), "another measurement is found");
    lab_record_close(record, NULL);
}

Test(lab_record, a_record_that_has_all_rows_of_another)
{
    static const lab_schema *const schemas[] = {&schema};
    failure why;
    lab_record *some, *more, *others;
    put(HEADER "pear,00000007,b,3,1,\"y\"\n");
    cr_assert(lab_record_read(path, schemas, 1, &some, &why));
    put(HEADER "pear,00000007,b,3,1,\"y\"\npear,00000007,b,3,1,\"z\"\n");
    cr_assert(lab_record_read(path, schemas, 1, &more, &why));
    put(HEADER "pear,00000007,b,4,1,\"y\"\npear,00000007,c,3,1,\"z\"\n");
    cr_assert(lab_record_read(path, schemas, 1, &others, &why));
    cr_expect(lab_record_has_all(more, some) && lab_record_has_all(some, some));
    cr_expect_not(lab_record_has_all(some, more));
    cr_expect_not(lab_record_has_all(others, some));
    lab_record_close(some, NULL);
    lab_record_close(more, NULL);
    lab_record_close(others, NULL);
}

Test(lab_record, a_new_row_says_what_made_it)
{
    failure why;
    row r = {.item = "a", .note = ""};
    lab_record *record = lab_record_open(path, &schema, &why);
    cr_assert(record, "%s", why.text);
    cr_expect_not(lab_record_add(record, &r, &why));
    cr_expect_str_eq(why.text,
                     "a record of fruit: a new row must say its build, which is not known here");
    r.build = 1;
    r.item = "a,b";
    cr_expect_not(lab_record_add(record, &r, &why), "a comma in a field");
    r.item = "";
    cr_expect_not(lab_record_add(record, &r, &why), "a text that is too short");
    lab_record_close(record, NULL);
    expect_file(HEADER);
}

Test(lab_record, a_torn_last_row_is_cut_off)
{
    failure why;
    put(HEADER "apple,00000001,a,1,1,\"\"\napple,00000001,b,");
    lab_record *record = lab_record_open(path, &schema, &why);
    cr_assert(record && lab_record_count(record) == 1);
    lab_record_close(record, NULL);
    expect_file(HEADER "apple,00000001,a,1,1,\"\"\n");
    put("fruit,check,item,co");
    record = lab_record_open(path, &schema, &why);
    cr_assert(record && lab_record_count(record) == 0);
    lab_record_close(record, NULL);
    expect_file(HEADER);
}

/* Whatever order the rows are in, the first bad line of the file is named, and the file stays. */
Test(lab_record, damage_is_named)
{
    static const char text[] = HEADER "pear,00000001,a,1,1,\"\"\npear,x,a,1,1,\"\"\n"
                                      "apple,x,a,1,1,\"\"\n";
    failure why;
    put(text);
    cr_expect_null(lab_record_open(path, &schema, &why));
    cr_expect(strstr(why.text, ", line 3: not a row of a record of fruit"), "%s", why.text);
    expect_file(text);
    put("something else, and long enough\n");
    cr_expect_null(lab_record_open(path, &schema, &why));
    cr_expect(strstr(why.text, "exists, and is not a record of fruit"), "%s", why.text);
}

Test(lab_record, groups)
{
    failure why;
    put(HEADER "pear,00000001,b,1,1,\"\"\napple,00000001,a,1,1,\"\"\npear,00000001,a,1,1,\"\"\n"
               "pear,00000002,a,1,1,\"\"\n");
    lab_record *record = lab_record_open(path, &schema, &why);
    lab_groups groups = {.count = 0};
    cr_assert(record && lab_groups_take(&groups, record, 5, NULL));
    cr_assert_eq(groups.count, 3);
    cr_assert_eq(groups.list[1].count, 2);
    cr_expect_str_eq(((const row *)groups.list[1].rows[0])->item, "a");
    cr_expect_eq(groups.list[1].record, 5);
    lab_groups_free(&groups);
    lab_record_close(record, NULL);
    const row rows[] = {{.item = "c"}, {.item = "a"}, {.item = "b"}};
    lab_group group = {.schema = &schema};
    for (int i = 0; i < 3; i++) {
        cr_assert(lab_group_add(&group, &rows[i]));
    }
    lab_group_sort(&group);
    cr_expect(group.rows[0] == &rows[1] && group.rows[1] == &rows[2] && group.rows[2] == &rows[0]);
    lab_group_free(&group);
}
