#include <windows.h>

#include "system/clock.h"

#ifndef CREATE_WAITABLE_TIMER_HIGH_RESOLUTION /* Windows 10, version 1803 */
#define CREATE_WAITABLE_TIMER_HIGH_RESOLUTION 2
#endif

enum { SECOND_NS = 1000000000, TICK_NS = 100, MS_TICKS = 10000, SECOND_TICKS = 10000000 };

/* Of times, whose unit is 100 ns. */
static int64_t ticks_of(FILETIME time)
{
    return (int64_t)((uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime);
}

int64_t system_clock_ns(void)
{
    LARGE_INTEGER count, rate;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&rate);
    /* In two parts, because their product has more than 64 bits after some minutes. */
    const int64_t seconds = count.QuadPart / rate.QuadPart, rest = count.QuadPart % rate.QuadPart;
    return seconds * SECOND_NS + rest * SECOND_NS / rate.QuadPart;
}

int64_t system_cpu_ns(void)
{
    FILETIME begin, end, kernel, user;
    GetProcessTimes(GetCurrentProcess(), &begin, &end, &kernel, &user);
    return (ticks_of(kernel) + ticks_of(user)) * TICK_NS;
}

int64_t system_date_ns(void)
{
    const int64_t from_1601_to_1970 = INT64_C(11644473600) * SECOND_TICKS;
    FILETIME now;
    GetSystemTimePreciseAsFileTime(&now);
    return (ticks_of(now) - from_1601_to_1970) * TICK_NS;
}

void system_pause_ms(int ms)
{
    const LARGE_INTEGER span = {.QuadPart = -(int64_t)ms * MS_TICKS};
    /* Sleep() ends at a tick of the system, and there may be only 64 in a second. */
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

void system_yield(void)
{
    SwitchToThread();
}
