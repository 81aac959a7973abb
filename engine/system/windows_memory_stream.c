#include <fcntl.h>
#include <io.h>
#include <stdint.h>
#include <stdlib.h>
#include <windows.h>

#include "system/memory_stream.h"

/* The C library of Windows has no streams into memory, so this is a temporary file, which Windows
 * keeps in memory if it can, and removes when it is closed. */
static FILE *open_temporary(void)
{
    wchar_t folder[MAX_PATH + 1], path[MAX_PATH + 1];
    if (!GetTempPathW(MAX_PATH + 1, folder) || !GetTempFileNameW(folder, L"mor", 0, path)) {
        return NULL;
    }
    HANDLE handle = CreateFileW(path, GENERIC_READ | GENERIC_WRITE, 0, NULL, CREATE_ALWAYS,
                                FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, NULL);
    if (handle == INVALID_HANDLE_VALUE) {
        DeleteFileW(path);
        return NULL;
    }
    const int descriptor = _open_osfhandle((intptr_t)handle, _O_RDWR | _O_BINARY | _O_NOINHERIT);
    if (descriptor < 0) {
        CloseHandle(handle);
        return NULL;
    }
    FILE *file = _fdopen(descriptor, "w+b");
    if (!file) {
        _close(descriptor);
    }
    return file;
}

bool memory_stream_open(memory_stream *m)
{
    *m = (memory_stream){.stream = open_temporary()};
    return m->stream != NULL;
}

/* Reads the whole file. */
static bool read_back(memory_stream *m)
{
    const int64_t size = fflush(m->stream) == 0 && !ferror(m->stream) ? _ftelli64(m->stream) : -1;
    m->text = size >= 0 ? malloc((size_t)size + 1) : NULL;
    if (!m->text) {
        return false;
    }
    rewind(m->stream);
    m->size = (size_t)size;
    m->text[size] = '\0';
    return fread(m->text, 1, m->size, m->stream) == m->size;
}

bool memory_stream_close(memory_stream *m)
{
    const bool whole = read_back(m);
    return fclose(m->stream) == 0 && whole;
}
