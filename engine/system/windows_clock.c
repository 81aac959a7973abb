#include <windows.h>

#include "system/clock.h"

#ifndef CREATE_WAITABLE_TIMER_HIGH_RESOLUTION /* Windows 10, version 1803 */
#define CREATE_WAITABLE_TIMER_HIGH_RESOLUTION 2
#endif

enum { MS_TICKS = 10000 }; /* of 100 ns */

void system_pause_ms(int ms)
{
    const LARGE_INTEGER span = {.QuadPart = -(int64_t)ms * MS_TICKS};
    /* Sleep() and nanosleep() end at a tick of the system, and there may be only 64 in a second. */
    HANDLE timer =
        CreateWaitableTimerExW(NULL, NULL, CREATE_WAITABLE_TIMER_HIGH_RESOLUTION, TIMER_ALL_ACCESS);
    if (!timer || !SetWaitableTimer(timer, &span, 0, NULL, NULL, FALSE) ||
        WaitForSingleObject(timer, INFINITE) != WAIT_OBJECT_0) {
        Sleep((DWORD)ms);
    }
    if (timer) {
        CloseHandle(timer);
    }
}
