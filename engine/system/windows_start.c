#include <windows.h>

#include <fcntl.h>
#include <io.h>
#include <shellapi.h> /* after windows.h */
#include <stdlib.h>

#include "system/start.h"
#include "windows_text.h"

/* The command line in UTF-8; NULL if memory is short. main() gets it in a code page, in which many
 * names of files cannot be written. */
static char **utf8_arguments(void)
{
    int count = 0;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &count);
    char **arguments = wide ? calloc((size_t)count + 1, sizeof *arguments) : NULL;
    for (int i = 0; arguments && i < count; i++) {
        arguments[i] = windows_utf8(wide[i]);
        if (!arguments[i]) {
            return NULL;
        }
    }
    LocalFree(wide);
    return arguments;
}

/* Gives the numbers of closed standard streams to a device that cannot be written. */
static void fill_streams(void)
{
    int descriptor;
    do {
        descriptor = _open("NUL", _O_RDONLY);
    } while (descriptor >= 0 && descriptor <= 2);
    if (descriptor > 2) {
        _close(descriptor);
    }
}

char **system_start(char **arguments)
{
    fill_streams();
    for (int descriptor = 0; descriptor < 3; descriptor++) {
        _setmode(descriptor, _O_BINARY);
    }
    char **utf8 = utf8_arguments();
    return utf8 ? utf8 : arguments;
}
