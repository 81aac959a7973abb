#include "machine.h"

#include <stdio.h>
#include <string.h>

void machine_name(char name[MACHINE_NAME_MAX])
{
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    snprintf(name, MACHINE_NAME_MAX, "unknown");
    while (file && fgets(line, sizeof line, file)) {
        const char *value = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && value) {
            value += 1 + strspn(value + 1, " ");
            snprintf(name, MACHINE_NAME_MAX, "%.*s", (int)strcspn(value, "\n"), value);
            break;
        }
    }
    if (file) {
        fclose(file);
    }
    for (char *at = name; *at; at++) {
        *at = *at < ' ' || *at > '~' || *at == ',' || *at == '"' ? ' ' : *at;
    }
}
