/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Preloaded: the date steps an hour ahead, or back, each time that it is asked for. Other clocks are as they are. */

#define _GNU_SOURCE

#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define HOUR 3600

static int n_asked;

int
clock_gettime (clockid_t        clock,
               struct timespec *out)
{
  int result = (int) syscall (SYS_clock_gettime, clock, out);

  if (result == 0 && clock == CLOCK_REALTIME)
    out->tv_sec += __atomic_fetch_add (&n_asked, 1, __ATOMIC_RELAXED) % 2 ? -HOUR : HOUR;

  return result;
}

int
gettimeofday (struct timeval *out,
              void           *zone)
{
  struct timespec time;

  (void) zone;
  clock_gettime (CLOCK_REALTIME, &time);
  *out = (struct timeval) { time.tv_sec, time.tv_nsec / 1000 };

  return 0;
}

time_t
time (time_t *out)
{
  struct timespec now;

  clock_gettime (CLOCK_REALTIME, &now);
  if (out)
    *out = now.tv_sec;

  return now.tv_sec;
}
