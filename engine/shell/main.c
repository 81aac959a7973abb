#include "chess/attacks.h"
#include "shell.h"
#include "system/start.h"

int main(int argc, char **argv)
{
    char **arguments = system_start(argv);
    attacks_init(true);
    return shell_run(arguments + (argc > 0));
}
