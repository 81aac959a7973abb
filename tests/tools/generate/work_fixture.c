#include "work_fixture.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "train_fixture.h"

work_games *work_games_read(const char *path, bool cut_is_fine)
{
    failure why = {""};
    work_games *all = calloc(1, sizeof *all);
    game_reader *r = game_reader_open(path, &why);
    game_status status = GAME_BAD;
    cr_assert(all && r, "%s", why.text);
    while (all->count < WORK_GAMES_MAX &&
           (status = game_reader_next(r, &all->game[all->count], &why)) == GAME_READ) {
        all->count++;
    }
    cr_assert(status == GAME_END || (status == GAME_CUT && cut_is_fine), "%s", why.text);
    game_reader_close(r);
    return all;
}

void work_games_free(work_games *all)
{
    for (int i = 0; i < WORK_GAMES_MAX; i++) {
        game_free(&all->game[i]);
    }
    free(all);
}

unsigned work_shares(const game *g, const game_ply *ply)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < ply->visit_count; i++) {
        sum += g->visits[ply->visit_first + i].share;
    }
    return sum;
}

void work_games_sort(work_games *all)
{
    qsort(all->game, (size_t)all->count, sizeof all->game[0], fixture_compare_games);
}

void work_games_expect_same(const work_games *a, const work_games *b, bool only_first)
{
    cr_assert(only_first ? a->count <= b->count : a->count == b->count, "%d and %d", a->count,
              b->count);
    for (int i = 0; i < a->count; i++) {
        cr_assert_eq(fixture_compare_games(&a->game[i], &b->game[i]), 0, "game %d", i);
    }
}

int work_interrupted(work_end (*work)(void), const char *path, off_t bytes, int with)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    struct stat file = {.st_size = 0};
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) {
        _exit((int)work());
    }
    while (file.st_size < bytes && waitpid(pid, &status, WNOHANG) == 0) {
        nanosleep(&pause, NULL);
        file.st_size = stat(path, &file) == 0 ? file.st_size : 0;
    }
    kill(pid, with);
    waitpid(pid, &status, 0);
    return status;
}

bool work_printed(FILE *out, const char *text)
{
    static char all[1 << 16];
    rewind(out);
    all[fread(all, 1, sizeof all - 1, out)] = 0;
    return strstr(all, text);
}
