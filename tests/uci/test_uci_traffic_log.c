#include <criterion/criterion.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "uci/traffic_log.h"
#include "uci/writer.h"

static traffic_log traffic;
static char path[] = "/tmp/morpho-traffic-XXXXXX";
static char read_text[2 * TRAFFIC_EARLY_MAX];
static failure why;

static void set_up(void)
{
    strcpy(path + strlen(path) - 6, "XXXXXX");
    close(mkstemp(path));
    traffic_log_init(&traffic);
}

static void tear_down(void)
{
    traffic_log_destroy(&traffic);
    unlink(path);
}

TestSuite(traffic_log, .init = set_up, .fini = tear_down);

static const char *content(void)
{
    FILE *file = fopen(path, "r");
    read_text[fread(read_text, 1, sizeof read_text - 1, file)] = '\0';
    fclose(file);
    return read_text;
}

Test(traffic_log, both_directions_are_marked_and_early_lines_are_kept)
{
    cr_assert(traffic_log_write(&traffic, TRAFFIC_FROM_CLIENT, "uci"));
    cr_assert(traffic_log_write(&traffic, TRAFFIC_FROM_ENGINE, "uciok"));
    cr_assert(traffic_log_open(&traffic, path, &why));
    cr_assert(traffic_log_write(&traffic, TRAFFIC_FROM_CLIENT, "isready"));
    cr_assert_str_eq(content(), "> uci\n< uciok\n> isready\n");
    cr_assert(traffic_log_open(&traffic, "", &why));
    cr_assert(traffic_log_write(&traffic, TRAFFIC_FROM_CLIENT, "go"));
    cr_assert(traffic_log_open(&traffic, path, &why));
    cr_assert(traffic_log_write(&traffic, TRAFFIC_FROM_CLIENT, "stop"));
    cr_assert_str_eq(content(), "> uci\n< uciok\n> isready\n> stop\n",
                     "a closed log keeps nothing");
}

Test(traffic_log, what_had_no_room_is_counted)
{
    enum { LONG = TRAFFIC_EARLY_MAX - 8 };
    static char line_of_x[LONG + 1];
    memset(line_of_x, 'x', LONG);
    for (int i = 0; i < 3; i++) {
        cr_assert(traffic_log_write(&traffic, TRAFFIC_FROM_CLIENT, line_of_x));
    }
    cr_assert(traffic_log_write(&traffic, TRAFFIC_FROM_CLIENT, "a"));
    cr_assert(traffic_log_open(&traffic, path, &why));
    cr_assert_eq(strlen(content()), LONG + strlen("> \n# 3 lines are missing here\n"));
    cr_assert_not_null(strstr(content(), "\n# 3 lines are missing here\n"));
}

Test(traffic_log, a_file_that_is_refused_leaves_the_last_one)
{
    char pipe_path[64];
    snprintf(pipe_path, sizeof pipe_path, "%s.pipe", path);
    cr_assert_eq(mkfifo(pipe_path, 0600), 0);
    const int reader = open(pipe_path, O_RDONLY | O_NONBLOCK);
    const char *const refused[][2] = {{"/no/such/folder/log", "/no/such/folder/log: "},
                                      {pipe_path, "it is a pipe or a socket"},
                                      {"-", "standard output is /dev/stdout"}};
    cr_assert(traffic_log_open(&traffic, path, &why));
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        cr_expect_not(traffic_log_open(&traffic, refused[i][0], &why));
        cr_expect_not_null(strstr(why.text, refused[i][1]), "%s", why.text);
    }
    cr_assert(traffic_log_write(&traffic, TRAFFIC_FROM_CLIENT, "uci"));
    cr_assert_str_eq(content(), "> uci\n");
    close(reader);
    unlink(pipe_path);
}

static void *write_bestmove(void *w)
{
    writer_line(w, "bestmove e2e4");
    return NULL;
}

/* While a full pipe keeps the line from the client, it is in the log. */
Test(traffic_log, a_line_is_in_the_log_before_the_client_has_it, .timeout = 60)
{
    int ends[2];
    char blanks[4096];
    writer w;
    pthread_t thread;
    memset(blanks, ' ', sizeof blanks);
    cr_assert_eq(pipe(ends), 0);
    cr_assert_eq(fcntl(ends[1], F_SETFL, O_NONBLOCK), 0);
    while (write(ends[1], blanks, sizeof blanks) > 0) {
    }
    cr_assert_eq(fcntl(ends[1], F_SETFL, 0), 0);
    FILE *out = fdopen(ends[1], "w");
    cr_assert_not_null(out);
    cr_assert(traffic_log_open(&traffic, path, &why));
    writer_init(&w, out);
    writer_record(&w, &traffic);
    cr_assert_eq(pthread_create(&thread, NULL, write_bestmove, &w), 0);
    while (strcmp(content(), "< bestmove e2e4\n") != 0) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    while (read(ends[0], blanks, sizeof blanks) == (ssize_t)sizeof blanks) {
    }
    pthread_join(thread, NULL);
    writer_destroy(&w);
    fclose(out);
    close(ends[0]);
}
