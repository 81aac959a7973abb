#include "fuzz.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "chess/attacks.h"

enum { PATH_BYTES = 512 };

static char folder[PATH_BYTES / 2];

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    attacks_init(true);
    return 0;
}

char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text) {
        abort();
    }
    if (size) {
        memcpy(text, data, size);
    }
    text[size] = '\0';
    return text;
}

uint8_t *fuzz_pack(const void *bytes, size_t size, size_t *packed_size)
{
    enum { GZIP_WINDOW = 15 + 16, MEMORY_LEVEL = 8 };
    z_stream stream = {.next_in = (Bytef *)bytes, .avail_in = (uInt)size};
    if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, GZIP_WINDOW, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        abort();
    }
    const uLong room = deflateBound(&stream, (uLong)size);
    uint8_t *packed = malloc(room);
    stream.next_out = packed;
    stream.avail_out = (uInt)room;
    fuzz_expect(packed && deflate(&stream, Z_FINISH) == Z_STREAM_END, "the content is packed");
    *packed_size = stream.total_out;
    deflateEnd(&stream);
    return packed;
}

static void remove_folder(void)
{
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        char path[PATH_BYTES];
        snprintf(path, sizeof path, "%s/%.200s", folder, entry->d_name);
        unlink(path);
    }
    if (dir) {
        closedir(dir);
    }
    rmdir(folder);
}

const char *fuzz_folder(void)
{
    if (!folder[0]) {
        const char *where = getenv("TMPDIR");
        snprintf(folder, sizeof folder, "%s/morpho-fuzz-XXXXXX", where ? where : "/tmp");
        if (!mkdtemp(folder) || atexit(remove_folder) != 0) {
            perror(folder);
            abort();
        }
    }
    return folder;
}

const char *fuzz_file(const char *name, const void *bytes, size_t size)
{
    static char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%.200s", fuzz_folder(), name);
    const int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0 || write(descriptor, bytes, size) != (ssize_t)size ||
        close(descriptor) != 0) {
        perror(path);
        abort();
    }
    return path;
}

size_t fuzz_read(const char *path, void *bytes, size_t room)
{
    FILE *file = fopen(path, "rb");
    const size_t size = file ? fread(bytes, 1, room, file) : 0;
    fuzz_expect(file && size < room, "the file can be read, and is small");
    fclose(file);
    ((char *)bytes)[size] = '\0';
    return size;
}

size_t fuzz_damage(void *bytes, size_t *size, const uint8_t *data, size_t data_size)
{
    uint8_t *file = bytes;
    size_t first = *size;
    for (size_t i = 2; i + 2 < data_size; i += 3) {
        const size_t place = (size_t)(data[i] | data[i + 1] << 8) % *size;
        file[place] ^= data[i + 2];
        first = data[i + 2] && place < first ? place : first;
    }
    *size -= data[1] < *size ? data[1] : *size - 1;
    return first < *size ? first : *size;
}

void fuzz_expect(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "broken: %s\n", what);
        abort();
    }
}
