/* Gives each file to a fuzzer once. In ordinary builds this is in place of libFuzzer.
 *
 *   PROGRAM FILE_OR_FOLDER... */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"

static int files;

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
        perror(path);
        exit(EXIT_FAILURE);
    }
    fclose(file);
    printf("%s\n", path);
    fflush(stdout);
    LLVMFuzzerTestOneInput(data, (size_t)size);
    free(data);
    files++;
}

static void feed_folder(const char *path)
{
    struct dirent **entries;
    const int count = scandir(path, &entries, NULL, alphasort);
    if (count < 0) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    for (int i = 0; i < count; i++) {
        char name[1024];
        snprintf(name, sizeof name, "%s/%s", path, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.') {
            feed(name);
        }
        free(entries[i]);
    }
    free(entries);
}

int main(int argc, char **argv)
{
    LLVMFuzzerInitialize(&argc, &argv);
    for (int i = 1; i < argc; i++) {
        DIR *dir = opendir(argv[i]);
        if (dir) {
            closedir(dir);
            feed_folder(argv[i]);
        } else {
            feed(argv[i]);
        }
    }
    if (files == 0) {
        fprintf(stderr, "usage: %s FILE_OR_FOLDER...; there was no file to feed\n", argv[0]);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
