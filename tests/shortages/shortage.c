#include "shortage.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>
#include <zlib.h>

enum { KEPT_MAX = 1 << 16, NOTHING = -1 };

static atomic_int refused_kind = NOTHING;
static atomic_int calls_left; /* calls of that kind up to the one that is refused */
static bool all_after;        /* those after it are refused too */

/* What was allocated while something is refused, and not freed yet. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *kept[KEPT_MAX];
static int kept_count;

static bool refused(shortage kind)
{
    if (atomic_load(&refused_kind) != (int)kind) {
        return false;
    }
    const int left = atomic_fetch_sub(&calls_left, 1);
    if (left == 1 || (left < 1 && all_after)) {
        errno = kind == SHORT_OF_MEMORY ? ENOMEM : EIO;
        return true;
    }
    return false;
}

static void *keep(void *memory)
{
    pthread_mutex_lock(&lock);
    if (memory && atomic_load(&refused_kind) != NOTHING) {
        cr_assert_lt(kept_count, KEPT_MAX);
        kept[kept_count++] = memory;
    }
    pthread_mutex_unlock(&lock);
    return memory;
}

static void drop(const void *memory)
{
    pthread_mutex_lock(&lock);
    for (int i = kept_count; i-- > 0;) {
        if (kept[i] == memory) {
            kept[i] = kept[--kept_count];
            break;
        }
    }
    pthread_mutex_unlock(&lock);
}

/* The function that the linker puts in the place of NAME, and the real one. */
#define WRAP(type, name, ...)                                                                      \
    type __real_##name(__VA_ARGS__);                                                               \
    type __wrap_##name(__VA_ARGS__);                                                               \
    type __wrap_##name(__VA_ARGS__)

/* A call that is refused returns `result`. */
#define REFUSED(kind, result, type, name, arguments, ...)                                          \
    WRAP(type, name, __VA_ARGS__)                                                                  \
    {                                                                                              \
        return refused(kind) ? (result) : __real_##name arguments;                                 \
    }
#define NO_MEMORY(result, type, name, arguments, ...)                                              \
    REFUSED(SHORT_OF_MEMORY, result, type, name, arguments, __VA_ARGS__)
#define NO_FILE(result, type, name, arguments, ...)                                                \
    REFUSED(FAULTY_FILES, result, type, name, arguments, __VA_ARGS__)

/* The call returns memory that must be freed. */
#define ALLOCATES(type, name, arguments, ...)                                                      \
    WRAP(type, name, __VA_ARGS__)                                                                  \
    {                                                                                              \
        return refused(SHORT_OF_MEMORY) ? NULL : keep(__real_##name arguments);                    \
    }

ALLOCATES(void *, malloc, (size), size_t size)
ALLOCATES(void *, calloc, (count, size), size_t count, size_t size)
ALLOCATES(void *, aligned_alloc, (alignment, size), size_t alignment, size_t size)
ALLOCATES(char *, strdup, (text), const char *text)
ALLOCATES(char *, strndup, (text, most), const char *text, size_t most)

WRAP(void *, realloc, void *memory, size_t size)
{
    if (refused(SHORT_OF_MEMORY)) {
        return NULL;
    }
    drop(memory); /* first: another thread may get its address */
    void *moved = __real_realloc(memory, size);
    keep(moved ? moved : memory);
    return moved;
}

WRAP(void, free, void *memory)
{
    drop(memory);
    __real_free(memory);
}

NO_MEMORY(NULL, FILE *, open_memstream, (text, size), char **text, size_t *size)
NO_MEMORY(EAGAIN, int, pthread_create, (thread, attributes, run, argument), pthread_t *thread,
          const pthread_attr_t *attributes, void *(*run)(void *), void *argument)
NO_MEMORY(Z_MEM_ERROR, int, inflateInit2_, (stream, bits, version, size), z_streamp stream,
          int bits, const char *version, int size)
NO_MEMORY(Z_MEM_ERROR, int, deflateInit2_,
          (stream, level, method, bits, memory, strategy, version, size), z_streamp stream,
          int level, int method, int bits, int memory, int strategy, const char *version, int size)
NO_MEMORY(NULL, gzFile, gzdopen, (descriptor, mode), int descriptor, const char *mode)

NO_FILE(0, int, gzwrite, (file, bytes, size), gzFile file, const void *bytes, unsigned size)
NO_FILE(-1, int, gzread, (file, bytes, size), gzFile file, void *bytes, unsigned size)
NO_FILE(NULL, FILE *, fdopen, (descriptor, mode), int descriptor, const char *mode)
NO_FILE(NULL, FILE *, fopen, (path, mode), const char *path, const char *mode)
NO_FILE(-1, ssize_t, read, (file, bytes, size), int file, void *bytes, size_t size)
NO_FILE(-1, ssize_t, pread, (file, bytes, size, at), int file, void *bytes, size_t size, off_t at)
NO_FILE(-1, ssize_t, write, (file, bytes, size), int file, const void *bytes, size_t size)
NO_FILE(-1, ssize_t, pwrite, (file, bytes, size, at), int file, const void *bytes, size_t size,
        off_t at)
NO_FILE(-1, int, fsync, (descriptor), int descriptor)
NO_FILE(-1, int, ftruncate, (descriptor, size), int descriptor, off_t size)
NO_FILE(-1, int, rename, (path, other), const char *path, const char *other)

WRAP(int, open, const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    return refused(FAULTY_FILES) ? -1 : __real_open(path, flags, mode);
}

/* Output to a stream, whose error indicator must be set: an attempt to read from it does that.
 * Streams into memory have no descriptor, and are not refused. */
static bool refused_output(FILE *stream)
{
    if (fileno(stream) < 0 || !refused(FAULTY_FILES)) {
        return false;
    }
    (void)fgetc(stream);
    errno = EIO;
    return true;
}

#define NO_OUTPUT(result, type, name, arguments, ...)                                              \
    WRAP(type, name, __VA_ARGS__)                                                                  \
    {                                                                                              \
        return refused_output(stream) ? (result) : __real_##name arguments;                        \
    }

NO_OUTPUT(0, size_t, fwrite, (bytes, size, count, stream), const void *bytes, size_t size,
          size_t count, FILE *stream)
NO_OUTPUT(EOF, int, fputs, (text, stream), const char *text, FILE *stream)
NO_OUTPUT(EOF, int, fputc, (byte, stream), int byte, FILE *stream)
NO_OUTPUT(EOF, int, fflush, (stream), FILE *stream)

__attribute__((format(printf, 2, 3))) int __wrap_fprintf(FILE *stream, const char *format, ...);
int __wrap_fprintf(FILE *stream, const char *format, ...)
{
    if (refused_output(stream)) {
        return -1;
    }
    va_list more;
    va_start(more, format);
    const int written = vfprintf(stream, format, more);
    va_end(more);
    return written;
}

WRAP(int, fclose, FILE *stream)
{
    const bool fails = fileno(stream) >= 0 && refused(FAULTY_FILES);
    const int closed = __real_fclose(stream);
    errno = fails ? EIO : errno;
    return fails ? EOF : closed;
}

static int open_files(void)
{
    int count = 0;
    DIR *folder = opendir("/proc/self/fd");
    cr_assert_not_null(folder);
    while (readdir(folder)) {
        count++;
    }
    closedir(folder);
    return count;
}

/* Does the work with its call of this number refused. True if it made that call. */
static bool try_one(shortage kind, shortage_work *work, void (*after)(bool done), int number)
{
    failure why = {""};
    const int files = open_files();
    kept_count = 0;
    atomic_store(&calls_left, number);
    atomic_store(&refused_kind, kind);
    const bool done = work(&why);
    atomic_store(&refused_kind, NOTHING);
    const bool was_refused = atomic_load(&calls_left) < 1;
    const char *const what = kind == SHORT_OF_MEMORY ? "allocation" : "call for a file";
    cr_assert(done || was_refused, "nothing is refused: %s", why.text);
    cr_assert(done || why.text[0], "%s %d fails without a reason", what, number);
    cr_assert_eq(kept_count, 0, "%s %d, done %d, %s: %d allocations stay", what, number, done,
                 why.text, kept_count);
    cr_assert_eq(open_files(), files, "%s %d, done %d, %s: files stay open", what, number, done,
                 why.text);
    if (after) {
        after(done);
    }
    return was_refused;
}

static void try_all(shortage kind, shortage_work *work, void (*after)(bool done))
{
    int number = 1;
    while (try_one(kind, work, after, number)) {
        number++;
    }
    cr_assert_gt(number, 1, "the work makes no such call");
}

void shortage_try_each(shortage kind, shortage_work *work, void (*after)(bool done))
{
    all_after = false;
    try_all(kind, work, after);
}

void shortage_try(shortage kind, shortage_work *work, void (*after)(bool done))
{
    shortage_try_each(kind, work, after);
    all_after = true;
    try_all(kind, work, after);
}
