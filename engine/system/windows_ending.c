#include "system/clock.h"
#include "system/ending.h"

void system_ending_begin(void) {}

bool system_ending_wait(int ms)
{
    system_pause_ms(ms);
    return false;
}
