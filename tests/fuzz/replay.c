/* Gives each file of a folder to a fuzzer once: PROGRAM FOLDER. In ordinary builds this takes the
 * place of libFuzzer. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"

static _Noreturn void give_up(const char *path)
{
    perror(path);
    exit(EXIT_FAILURE);
}

static void feed(const char *path)
{
    FILE *file = fopen(path, "rb");
    long size = -1;
    if (file && fseek(file, 0, SEEK_END) == 0) {
        size = ftell(file);
        rewind(file);
    }
    /* The buffer has the file's exact size, so that a sanitizer sees a read beyond it. */
    uint8_t *data = size >= 0 ? malloc(size ? (size_t)size : 1) : NULL;
    if (!data || fread(data, 1, (size_t)size, file) != (size_t)size) {
        give_up(path);
    }
    fclose(file);
    printf("%s\n", path);
    fflush(stdout);
    LLVMFuzzerTestOneInput(data, (size_t)size);
    free(data);
}

int main(int argc, char **argv)
{
    struct dirent **entries;
    const char *folder = argc == 2 ? argv[1] : "";
    const int count = scandir(folder, &entries, NULL, alphasort);
    if (count <= 2) { /* "." and ".." */
        give_up(folder);
    }
    LLVMFuzzerInitialize(&argc, &argv);
    for (int i = 0; i < count; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.') {
            feed(path);
        }
        free(entries[i]);
    }
    free(entries);
    return EXIT_SUCCESS;
}
