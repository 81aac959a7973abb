/* The machine that measurements are made on. */
#ifndef TOOLS_MACHINE_H
#define TOOLS_MACHINE_H

enum { MACHINE_NAME_MAX = 80 };

/* Its processor, as the system calls it, fit for a field of a record; or "unknown". */
void machine_name(char name[MACHINE_NAME_MAX]);

#endif
