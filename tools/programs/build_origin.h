/* What rows of this build say of their origin. */
#ifndef TOOLS_BUILD_ORIGIN_H
#define TOOLS_BUILD_ORIGIN_H

#include "lab_origin.h"

/* The build's bench count, 0 if it does not know it. */
long long build_bench(void);

/* Bench count, commit and this machine, whose name is put into `machine`; without the defaults. */
lab_origin build_origin(char machine[MACHINE_NAME_MAX]);

#endif
