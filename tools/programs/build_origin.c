#include "build_origin.h"

#include "build_facts.h" /* written by build_facts.cmake */

long long build_bench(void)
{
    return BUILD_BENCH;
}

lab_origin build_origin(char machine[MACHINE_NAME_MAX])
{
    machine_name(machine);
    return (lab_origin){.bench = BUILD_BENCH, .commit = BUILD_COMMIT, .machine = machine};
}
