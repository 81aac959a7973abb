#include "system/start.h"

char **system_start(char **arguments)
{
    return arguments;
}
