#include "syzygy_fixture.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

#include "base/random_numbers.h"
#include "chess/attacks.h"
#include "chess/fen.h"
#include "empty_folder.h"

const char *const syzygy_names[SYZYGY_TABLES] = {"KQvK.rtbw", "KRvK.rtbw", "KBvK.rtbw", "KNvK.rtbw",
                                                 "KPvK.rtbw", "KQvK.rtbz", "KRvK.rtbz", "KBvK.rtbz",
                                                 "KNvK.rtbz", "KPvK.rtbz"};

void syzygy_fixture_begin(void)
{
    attacks_init(true);
    empty_folder_enter();
    if (!dlopen("libfathom.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)) {
        empty_folder_leave();
        cr_skip_test("libfathom1 is not installed");
    }
}

void syzygy_fixture_end(void)
{
    empty_folder_leave();
}

void table_read(table_bytes *t, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", SYZYGY_DATA, name);
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file, "%s", path);
    t->size = fread(t->byte, 1, sizeof t->byte, file);
    fclose(file);
    cr_assert_lt(t->size, sizeof t->byte);
}

void table_write(const table_bytes *t, const char *name)
{
    FILE *file = fopen(name, "wb");
    cr_assert(file && fwrite(t->byte, 1, t->size, file) == t->size);
    fclose(file);
}

void table_copy(const char *name)
{
    table_bytes t;
    table_read(&t, name);
    table_write(&t, name);
}

void table_make(const char *name, const char *head, int64_t size)
{
    FILE *file = fopen(name, "wb");
    cr_assert(file && fputs(head, file) >= 0);
    fclose(file);
    cr_assert_eq(truncate(name, (off_t)size), 0);
}

static bool try_three(position *pos, char letter, uint64_t *random)
{
    char board[64] = {0}, fen[96];
    int at = 0;
    board[random_below(random, 64)] = 'K';
    board[random_below(random, 64)] = 'k';
    board[random_below(random, 64)] =
        (char)(random_below(random, 2) ? letter : tolower((unsigned char)letter));
    for (int i = 0; i < 64; i++) {
        if (i % 8 == 0 && i > 0) {
            fen[at++] = '/';
        }
        fen[at++] = board[i] ? board[i] : '1';
    }
    snprintf(fen + at, sizeof fen - (size_t)at, " %c - -", random_below(random, 2) ? 'w' : 'b');
    return fen_parse(pos, fen, NULL, NULL) && bb_count(pos_occupied(pos)) == 3;
}

void random_three(position *pos, char letter, uint64_t *random)
{
    while (!try_three(pos, letter, random)) {
    }
}
