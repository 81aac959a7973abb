/* The origin of rows that this program makes (lab_origin.h). */
#ifndef TOOLS_BUILD_ORIGIN_H
#define TOOLS_BUILD_ORIGIN_H

#include "lab_origin.h"

/* The bench count of this build; 0: not known. */
long long build_bench(void);

/* The bench count and commit of this build, and this machine, without the defaults. The name of the
 * machine is written into `machine`, which must outlive the result. */
lab_origin build_origin(char machine[MACHINE_NAME_MAX]);

#endif
