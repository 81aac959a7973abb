#include "suite_record.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "chess/movegen.h"

enum { KEY_MAX = 1024, ROW_MAX = 2048, RECORD_BYTES_MAX = 1 << 30, KEY_FIELDS = 6 };

static const char header[] =
    "search,setting,limit,hash_mb,net,position,move,score,depth,nodes,time_ms,solution_nodes,"
    "solution_ms,solved,points,points_most,id\n";

struct suite_record {
    int fd;
    char *path;
    off_t size;  /* of whole rows */
    char *text;  /* what the file held, its lines ended by zeros */
    char **rows; /* into text; sorted */
    size_t row_count;
};

/* What a row says behind its key. */
typedef struct row_tail {
    char move[MOVE_TEXT_MAX];
    suite_result result;
} row_tail;

static size_t write_key(char key[KEY_MAX], const suite_plan *plan, search_algorithm by,
                        const suite_position *p)
{
    char limit[SUITE_LIMIT_MAX];
    suite_limit_text(plan, by, limit);
    return (size_t)snprintf(key, KEY_MAX, "%s,%s,%s,%zu,%08" PRIx32 ",%s,", suite_search_name(by),
                            plan->side[by].setting, limit, plan->hash_mb, plan->net_check, p->fen);
}

/* A whole number that a comma ends; steps over both. */
static bool read_number(const char **at, long long least, long long most, long long *value)
{
    char *end;
    errno = 0;
    *value = strtoll(*at, &end, 10);
    if (end == *at || **at == ' ' || *end != ',' || errno || *value < least || *value > most) {
        return false;
    }
    *at = end + 1;
    return true;
}

static bool read_score(const char **at, suite_result *r)
{
    static const char *const kinds[] = {[SCORE_CENTIPAWNS] = "cp ", [SCORE_MATE] = "mate "};
    long long value;
    for (int kind = SCORE_CENTIPAWNS; kind <= SCORE_MATE; kind++) {
        size_t length = strlen(kinds[kind]);
        if (strncmp(*at, kinds[kind], length) == 0) {
            *at += length;
            r->score_kind = (score_kind)kind;
            bool good = read_number(at, -1000000, 1000000, &value);
            r->score = (int)value;
            return good;
        }
    }
    return false;
}

/* Reads what stands behind the key. */
static bool read_tail(const char *at, row_tail *tail)
{
    suite_result *r = &tail->result;
    const size_t length = strcspn(at, ",");
    long long depth, nodes, time_ms, solution_nodes, solution_ms;
    if (length >= sizeof tail->move || !at[length]) {
        return false;
    }
    memcpy(tail->move, at, length);
    tail->move[length] = 0;
    at += length + 1;
    if (!read_score(&at, r) || !read_number(&at, 0, INT32_MAX, &depth) ||
        !read_number(&at, 0, INT64_MAX, &nodes) || !read_number(&at, 0, INT64_MAX, &time_ms) ||
        !read_number(&at, 0, nodes, &solution_nodes) ||
        !read_number(&at, 0, time_ms, &solution_ms)) {
        return false;
    }
    r->known = true;
    r->depth = (int)depth;
    r->nodes = (uint64_t)nodes;
    r->time_ms = time_ms;
    r->solution_nodes = (uint64_t)solution_nodes;
    r->solution_ms = solution_ms;
    return true;
}

/* True if a line has a key and a tail that can be read. */
static bool is_row(const char *at)
{
    row_tail tail;
    for (int i = 0; i < KEY_FIELDS; i++) {
        at = strchr(at, ',');
        if (!at) {
            return false;
        }
        at++;
    }
    return read_tail(at, &tail);
}

static int compare_rows(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

/* Reads all bytes of the file and ends them with a zero; `length` are those before it. */
static bool read_bytes(suite_record *record, size_t *length, failure *why)
{
    struct stat status;
    if (fstat(record->fd, &status) != 0) {
        return fail(why, "%s: %s", record->path, strerror(errno));
    }
    if (!S_ISREG(status.st_mode)) {
        return fail(why, "%s: it is no regular file, which a record has to be", record->path);
    }
    if (status.st_size > RECORD_BYTES_MAX) {
        return fail(why, "%s: over 1 GiB is too long for a record", record->path);
    }
    const size_t size = (size_t)status.st_size;
    record->text = malloc(size + 1);
    if (!record->text) {
        return fail(why, "%s: not enough memory to read it", record->path);
    }
    *length = 0;
    while (*length < size) {
        ssize_t got = read(record->fd, record->text + *length, size - *length);
        if (got < 0 && errno != EINTR) {
            return fail(why, "%s: cannot be read: %s", record->path, strerror(errno));
        }
        if (got == 0) {
            break;
        }
        *length += got > 0 ? (size_t)got : 0;
    }
    record->text[*length] = 0;
    return true;
}

/* Finds the rows of whole lines, behind the header. */
static bool index_rows(suite_record *record, size_t length, failure *why)
{
    size_t lines = 0, number = 2;
    for (size_t i = 0; i < length; i++) {
        lines += record->text[i] == '\n';
    }
    record->rows = calloc(lines + 1, sizeof *record->rows);
    if (!record->rows) {
        return fail(why, "%s: not enough memory to read it", record->path);
    }
    char *end;
    for (char *at = record->text + record->size; (end = strchr(at, '\n')); at = end + 1) {
        *end = 0;
        if (!is_row(at)) {
            return fail(why, "%s, line %zu: not a row of a suite's record", record->path, number);
        }
        number++;
        record->rows[record->row_count++] = at;
        record->size = end + 1 - record->text;
    }
    if (strlen(record->text + record->size) != length - (size_t)record->size) {
        return fail(why, "%s, line %zu: not text", record->path, number);
    }
    qsort(record->rows, record->row_count, sizeof *record->rows, compare_rows);
    return true;
}

/* Writes at the end of the whole rows; what cannot be written whole is taken back. */
static bool append(suite_record *record, const char *text, size_t size, failure *why)
{
    for (size_t done = 0; done < size;) {
        ssize_t put = pwrite(record->fd, text + done, size - done, record->size + (off_t)done);
        if (put < 0 && errno != EINTR) {
            int reason = errno;
            bool back = ftruncate(record->fd, record->size) == 0;
            return fail(why, "%s: cannot be written: %s%s", record->path, strerror(reason),
                        back ? "" : "; its last row is cut off");
        }
        done += put > 0 ? (size_t)put : 0;
    }
    record->size += (off_t)size;
    return true;
}

/* Reads what the file holds, cuts off what is not whole, begins an empty one. */
static bool read_through(suite_record *record, failure *why)
{
    size_t length = 0, whole = sizeof header - 1;
    if (!read_bytes(record, &length, why)) {
        return false;
    }
    if (memcmp(record->text, header, length < whole ? length : whole) != 0) {
        return fail(why, "%s: exists, and is no record of a suite; choose another name",
                    record->path);
    }
    if (length >= whole) {
        record->size = (off_t)whole;
        if (!index_rows(record, length, why)) {
            return false;
        }
    }
    if ((off_t)length > record->size && ftruncate(record->fd, record->size) != 0) {
        return fail(why, "%s: its last, incomplete row cannot be cut off: %s", record->path,
                    strerror(errno));
    }
    return record->size || append(record, header, whole, why);
}

static bool open_file(suite_record *record, failure *why)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    record->fd = open(record->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (record->fd < 0) {
        return fail(why, "%s: cannot be opened: %s", record->path, strerror(errno));
    }
    if (fcntl(record->fd, F_SETLK, &whole) != 0 && (errno == EACCES || errno == EAGAIN)) {
        return fail(why, "%s: another process writes it", record->path);
    }
    return true;
}

suite_record *suite_record_open(const char *path, failure *why)
{
    suite_record *record = calloc(1, sizeof *record);
    char *copy = strdup(path);
    if (!record || !copy) {
        free(record);
        free(copy);
        fail(why, "%s: not enough memory", path);
        return NULL;
    }
    record->fd = -1;
    record->path = copy;
    if (!open_file(record, why) || !read_through(record, why)) {
        suite_record_close(record, NULL);
        return NULL;
    }
    return record;
}

bool suite_record_find(const suite_record *record, const suite_plan *plan, search_algorithm by,
                       const suite_position *p, suite_result *result, failure *why)
{
    char key[KEY_MAX];
    const size_t length = write_key(key, plan, by, p);
    size_t low = 0, high = record->row_count;
    *result = (suite_result){.known = false};
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strncmp(record->rows[middle], key, length) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == record->row_count || strncmp(record->rows[low], key, length) != 0) {
        return true;
    }
    row_tail tail;
    if (!read_tail(record->rows[low] + length, &tail)) {
        return fail(why, "%s: the row of %s is damaged", record->path, p->name);
    }
    tail.result.best = gen_from_uci(&p->epd.pos, tail.move);
    if (tail.result.best == MOVE_NONE) {
        return fail(why, "%s: the row of %s has the move %s, which is not legal there",
                    record->path, p->name, tail.move);
    }
    *result = tail.result;
    return true;
}

bool suite_record_add(suite_record *record, const suite_plan *plan, search_algorithm by,
                      const suite_position *p, const suite_result *result, failure *why)
{
    char row[KEY_MAX + ROW_MAX], best[MOVE_TEXT_MAX];
    const epd *e = &p->epd;
    size_t size = write_key(row, plan, by, p);
    move_to_uci(result->best, fen_is_chess960(&e->pos), best);
    size += (size_t)snprintf(
        row + size, sizeof row - size,
        "%s,%s %d,%d,%" PRIu64 ",%" PRId64 ",%" PRIu64 ",%" PRId64 ",%d,%d,%d,\"", best,
        result->score_kind == SCORE_MATE ? "mate" : "cp", result->score, result->depth,
        result->nodes, result->time_ms, result->solution_nodes, result->solution_ms,
        epd_solves(e, result->best), epd_points(e, result->best), epd_points_most(e));
    for (const char *at = p->name; *at; at++) {
        if (*at == '"') {
            row[size++] = '"';
        }
        row[size++] = *at;
    }
    row[size++] = '"';
    row[size++] = '\n';
    return append(record, row, size, why);
}

bool suite_record_close(suite_record *record, failure *why)
{
    bool good = true;
    if (record) {
        if (record->fd >= 0) {
            good = fsync(record->fd) == 0 || errno == EINVAL || errno == EROFS;
            const int reason = errno;
            if (close(record->fd) != 0 || !good) {
                good = fail(why, "%s: cannot be written to its end: %s", record->path,
                            strerror(good ? errno : reason));
            }
        }
        free(record->path);
        free(record->text);
        free(record->rows);
        free(record);
    }
    return good;
}
