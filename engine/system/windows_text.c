#include "windows_text.h"

#include <errno.h>
#include <stdlib.h>
#include <windows.h>

wchar_t *windows_wide(const char *utf8)
{
    const int size = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, utf8, -1, NULL, 0);
    wchar_t *wide = size > 0 ? malloc((size_t)size * sizeof *wide) : NULL;
    if (wide) {
        MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, utf8, -1, wide, size);
    } else {
        errno = size > 0 ? ENOMEM : EILSEQ;
    }
    return wide;
}

char *windows_utf8(const wchar_t *wide)
{
    const int size = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *utf8 = size > 0 ? malloc((size_t)size) : NULL;
    if (utf8) {
        WideCharToMultiByte(CP_UTF8, 0, wide, -1, utf8, size, NULL, NULL);
    } else {
        errno = size > 0 ? ENOMEM : EILSEQ;
    }
    return utf8;
}

void windows_set_errno(unsigned long error)
{
    static const struct {
        DWORD error;
        int number;
    } known[] = {
        {ERROR_FILE_NOT_FOUND, ENOENT},      {ERROR_PATH_NOT_FOUND, ENOENT},
        {ERROR_INVALID_DRIVE, ENOENT},       {ERROR_BAD_NETPATH, ENOENT},
        {ERROR_BAD_PATHNAME, ENOENT},        {ERROR_INVALID_NAME, ENOENT},
        {ERROR_DIRECTORY, ENOTDIR},          {ERROR_ACCESS_DENIED, EACCES},
        {ERROR_SHARING_VIOLATION, EACCES},   {ERROR_LOCK_VIOLATION, EACCES},
        {ERROR_WRITE_PROTECT, EROFS},        {ERROR_FILE_EXISTS, EEXIST},
        {ERROR_ALREADY_EXISTS, EEXIST},      {ERROR_INVALID_HANDLE, EBADF},
        {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},   {ERROR_OUTOFMEMORY, ENOMEM},
        {ERROR_DISK_FULL, ENOSPC},           {ERROR_HANDLE_DISK_FULL, ENOSPC},
        {ERROR_TOO_MANY_OPEN_FILES, EMFILE}, {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
        {ERROR_BROKEN_PIPE, EPIPE},          {ERROR_NO_DATA, EPIPE},
    };
    errno = EIO;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (known[i].error == error) {
            errno = known[i].number;
        }
    }
}
