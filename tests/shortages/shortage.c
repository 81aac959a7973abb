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

/* The function that the linker calls in place of NAME, and the real one. */
#define LED_HERE(type, name, ...)                                                                  \
    type __real_##name(__VA_ARGS__);                                                               \
    type __wrap_##name(__VA_ARGS__);                                                               \
    type __wrap_##name(__VA_ARGS__)

LED_HERE(void *, malloc, size_t size)
{
    return refused(SHORT_OF_MEMORY) ? NULL : keep(__real_malloc(size));
}

LED_HERE(void *, calloc, size_t count, size_t size)
{
    return refused(SHORT_OF_MEMORY) ? NULL : keep(__real_calloc(count, size));
}

LED_HERE(void *, aligned_alloc, size_t alignment, size_t size)
{
    return refused(SHORT_OF_MEMORY) ? NULL : keep(__real_aligned_alloc(alignment, size));
}

LED_HERE(void *, realloc, void *memory, size_t size)
{
    if (refused(SHORT_OF_MEMORY)) {
        return NULL;
    }
    drop(memory); /* first: another thread may get its address */
    void *moved = __real_realloc(memory, size);
    keep(moved ? moved : memory);
    return moved;
}

LED_HERE(void, free, void *memory)
{
    drop(memory);
    __real_free(memory);
}

LED_HERE(char *, strdup, const char *text)
{
    return refused(SHORT_OF_MEMORY) ? NULL : keep(__real_strdup(text));
}

LED_HERE(char *, strndup, const char *text, size_t most)
{
    return refused(SHORT_OF_MEMORY) ? NULL : keep(__real_strndup(text, most));
}

LED_HERE(FILE *, open_memstream, char **text, size_t *size)
{
    return refused(SHORT_OF_MEMORY) ? NULL : __real_open_memstream(text, size);
}

LED_HERE(int, pthread_create, pthread_t *thread, const pthread_attr_t *attributes,
         void *(*run)(void *), void *argument)
{
    return refused(SHORT_OF_MEMORY) ? EAGAIN
                                    : __real_pthread_create(thread, attributes, run, argument);
}

LED_HERE(int, inflateInit2_, z_streamp stream, int bits, const char *version, int size)
{
    return refused(SHORT_OF_MEMORY) ? Z_MEM_ERROR
                                    : __real_inflateInit2_(stream, bits, version, size);
}

LED_HERE(int, deflateInit2_, z_streamp stream, int level, int method, int bits, int memory,
         int strategy, const char *version, int size)
{
    return refused(SHORT_OF_MEMORY)
               ? Z_MEM_ERROR
               : __real_deflateInit2_(stream, level, method, bits, memory, strategy, version, size);
}

LED_HERE(gzFile, gzdopen, int descriptor, const char *mode)
{
    return refused(SHORT_OF_MEMORY) ? NULL : __real_gzdopen(descriptor, mode);
}

LED_HERE(int, gzwrite, gzFile file, const void *bytes, unsigned size)
{
    return refused(FAULTY_FILES) ? 0 : __real_gzwrite(file, bytes, size);
}

LED_HERE(int, gzread, gzFile file, void *bytes, unsigned size)
{
    return refused(FAULTY_FILES) ? -1 : __real_gzread(file, bytes, size);
}

LED_HERE(int, open, const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    return refused(FAULTY_FILES) ? -1 : __real_open(path, flags, mode);
}

LED_HERE(FILE *, fdopen, int descriptor, const char *mode)
{
    return refused(FAULTY_FILES) ? NULL : __real_fdopen(descriptor, mode);
}

LED_HERE(FILE *, fopen, const char *path, const char *mode)
{
    return refused(FAULTY_FILES) ? NULL : __real_fopen(path, mode);
}

LED_HERE(ssize_t, read, int descriptor, void *bytes, size_t size)
{
    return refused(FAULTY_FILES) ? -1 : __real_read(descriptor, bytes, size);
}

LED_HERE(ssize_t, pread, int descriptor, void *bytes, size_t size, off_t offset)
{
    return refused(FAULTY_FILES) ? -1 : __real_pread(descriptor, bytes, size, offset);
}

LED_HERE(ssize_t, write, int descriptor, const void *bytes, size_t size)
{
    return refused(FAULTY_FILES) ? -1 : __real_write(descriptor, bytes, size);
}

LED_HERE(ssize_t, pwrite, int descriptor, const void *bytes, size_t size, off_t offset)
{
    return refused(FAULTY_FILES) ? -1 : __real_pwrite(descriptor, bytes, size, offset);
}

LED_HERE(int, fsync, int descriptor)
{
    return refused(FAULTY_FILES) ? -1 : __real_fsync(descriptor);
}

LED_HERE(int, ftruncate, int descriptor, off_t size)
{
    return refused(FAULTY_FILES) ? -1 : __real_ftruncate(descriptor, size);
}

LED_HERE(int, rename, const char *path, const char *other)
{
    return refused(FAULTY_FILES) ? -1 : __real_rename(path, other);
}

/* The same for output to a stream, which gets its mark of an error: an attempt to read what is only
 * written makes one. Streams into memory have no descriptor, and are not refused. */
static bool refused_output(FILE *stream)
{
    if (fileno(stream) < 0 || !refused(FAULTY_FILES)) {
        return false;
    }
    (void)fgetc(stream);
    errno = EIO;
    return true;
}

LED_HERE(size_t, fwrite, const void *bytes, size_t size, size_t count, FILE *stream)
{
    return refused_output(stream) ? 0 : __real_fwrite(bytes, size, count, stream);
}

LED_HERE(int, fputs, const char *text, FILE *stream)
{
    return refused_output(stream) ? EOF : __real_fputs(text, stream);
}

LED_HERE(int, fputc, int byte, FILE *stream)
{
    return refused_output(stream) ? EOF : __real_fputc(byte, stream);
}

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

LED_HERE(int, fflush, FILE *stream)
{
    return refused_output(stream) ? EOF : __real_fflush(stream);
}

LED_HERE(int, fclose, FILE *stream)
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

/* Does the work with one call refused. True if it made so many calls. */
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
