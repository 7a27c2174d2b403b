/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The signal of the timers stays ours: a program that blocks all signals, or gives all of them their default back, would not be
 * sampled, or ended by it. Other functions for masks are left alone. */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "fulgens-agent-signals.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXPORTED __attribute__ ((visibility ("default")))

#define KERNEL_SET_BYTES 8

typedef int (*Sigaction) (int number, const struct sigaction *action, struct sigaction *old);
typedef sighandler_t (*Signal) (int number, sighandler_t handler);

static Sigaction real_sigaction;
static Signal real_signal;

/* Far from those that programs use. */
int
fulgens_agent_signal (void)
{
  return SIGRTMAX - 2;
}

static uint64_t
get_bit (int number)
{
  return (uint64_t) 1 << (number - 1);
}

static int
set_mask (int             how,
          const sigset_t *set,
          sigset_t       *old)
{
  uint64_t kernel_set = 0, kernel_old = 0;
  long answer;

  if (set)
    memcpy (&kernel_set, set, sizeof kernel_set);
  /* Those of the C library, as it does, and ours. */
  if (how != SIG_UNBLOCK)
    kernel_set &= ~(get_bit (32) | get_bit (33) | get_bit (fulgens_agent_signal ()));
  answer = syscall (SYS_rt_sigprocmask, how, set ? &kernel_set : NULL, old ? &kernel_old : NULL, KERNEL_SET_BYTES);
  if (answer != 0)
    return errno;
  if (old)
    {
      memset (old, 0, sizeof *old);
      memcpy (old, &kernel_old, sizeof kernel_old);
    }

  return 0;
}

/* Returns: whether @action handles the signal from now on, which is not blocked */
int
fulgens_agent_take_signal (const struct sigaction *action)
{
  uint64_t set = get_bit (fulgens_agent_signal ());

  *(void **) &real_sigaction = dlsym (RTLD_NEXT, "sigaction");
  *(void **) &real_signal = dlsym (RTLD_NEXT, "signal");

  return real_sigaction && real_signal && real_sigaction (fulgens_agent_signal (), action, NULL) == 0 &&
         syscall (SYS_rt_sigprocmask, SIG_UNBLOCK, &set, NULL, KERNEL_SET_BYTES) == 0;
}

EXPORTED int
pthread_sigmask (int             how,
                 const sigset_t *set,
                 sigset_t       *old)
{
  int saved = errno, answer = set_mask (how, set, old);

  errno = saved;

  return answer;
}

EXPORTED int
sigprocmask (int             how,
             const sigset_t *set,
             sigset_t       *old)
{
  int answer = set_mask (how, set, old);

  if (answer == 0)
    return 0;
  errno = answer;

  return -1;
}

EXPORTED int
sigaction (int                     number,
           const struct sigaction *action,
           struct sigaction       *old)
{
  if (real_sigaction == NULL)
    *(void **) &real_sigaction = dlsym (RTLD_NEXT, "sigaction");
  if (number != fulgens_agent_signal ())
    return real_sigaction (number, action, old);

  if (old)
    memset (old, 0, sizeof *old);

  return 0;
}

EXPORTED sighandler_t
signal (int          number,
        sighandler_t handler)
{
  if (real_signal == NULL)
    *(void **) &real_signal = dlsym (RTLD_NEXT, "signal");

  return number != fulgens_agent_signal () ? real_signal (number, handler) : SIG_DFL;
}
