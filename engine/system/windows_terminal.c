#include <io.h>
#include <windows.h>

#include "system/terminal.h"

/* Also makes the terminal obey control sequences, which it does not do by itself. */
bool system_is_terminal(FILE *stream)
{
    HANDLE handle = (HANDLE)_get_osfhandle(_fileno(stream));
    DWORD mode;
    return GetConsoleMode(handle, &mode) &&
           SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

bool system_obeys_sequences(FILE *stream)
{
    return system_is_terminal(stream);
}

int system_columns(FILE *stream)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    HANDLE handle = (HANDLE)_get_osfhandle(_fileno(stream));
    return GetConsoleScreenBufferInfo(handle, &info) ? info.srWindow.Right - info.srWindow.Left + 1
                                                     : 0;
}

bool system_shows_utf8(void)
{
    return GetConsoleOutputCP() == CP_UTF8;
}
