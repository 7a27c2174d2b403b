/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Preloaded into programs where the kernel refuses perf events (record.md 8): samples their threads by timers, and says what
 * threads there are. Does nothing without a recorder. */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "fulgens-agent-sample.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef void *(*Start) (void *data);
typedef int (*Create) (pthread_t *thread, const pthread_attr_t *attributes, Start start, void *data);

typedef struct
{
  Start  start;
  void  *data;
  int    parent;
} Begin;

static Create real_create;
static pthread_key_t key;      /* its destructor is called at the end of each thread, however it ends */
static int has_key;

static void
end_thread (void *data)
{
  (void) data;
  fulgens_agent_end ();
}

static void *
run_thread (void *data)
{
  Begin *begin = data;
  Start start = begin->start;
  void *of_start = begin->data;

  pthread_setspecific (key, begin);   /* any value but NULL */
  fulgens_agent_begin (begin->parent);
  free (begin);

  return start (of_start);   /* the last call: no frame of ours is below that of the program */
}

__attribute__ ((visibility ("default"))) int
pthread_create (pthread_t            *thread,
                const pthread_attr_t *attributes,
                Start                 start,
                void                 *data)
{
  Begin *begin;
  int answer;

  if (real_create == NULL)
    *(void **) &real_create = dlsym (RTLD_NEXT, "pthread_create");
  begin = has_key && fulgens_agent_is_running () ? malloc (sizeof *begin) : NULL;
  if (begin == NULL)
    return real_create (thread, attributes, start, data);

  begin->start = start;
  begin->data = data;
  begin->parent = (int) syscall (SYS_gettid);
  answer = real_create (thread, attributes, run_thread, begin);
  if (answer != 0)
    free (begin);

  return answer;
}

__attribute__ ((constructor)) static void
start (void)
{
  int saved = errno;

  has_key = pthread_key_create (&key, end_thread) == 0;
  fulgens_agent_start ();
  if (fulgens_agent_is_running ())
    {
      pthread_atfork (NULL, NULL, fulgens_agent_restart);
      pthread_setspecific (key, &key);   /* the first thread may end before its process */
    }
  errno = saved;
}

__attribute__ ((destructor)) static void
finish (void)
{
  fulgens_agent_finish ();
}

/* As children do that do not execute a program: no destructor is called. */
__attribute__ ((visibility ("default"), noreturn)) void
_exit (int status)
{
  fulgens_agent_finish ();
  for (;;)
    syscall (SYS_exit_group, status);
}

__attribute__ ((visibility ("default"), noreturn)) void
_Exit (int status)
{
  _exit (status);
}
