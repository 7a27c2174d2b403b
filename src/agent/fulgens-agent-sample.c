/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Each thread has a timer of its own CPU time; its signal interrupts that thread. The handler copies the registers of what was
 * interrupted, and the stack from there on, into the ring. It allocates nothing and waits for nothing. */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "fulgens-agent-sample.h"

#include "fulgens-agent-maps.h"
#include "fulgens-agent-ring.h"
#include "fulgens-agent-signals.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define MAX_THREADS 4096   /* of those whose CPU time is said at exit() */
#define PAGE_BYTES 4096u
#define MAX_PAGES 32

#if defined (__x86_64__)
#define N_REGISTERS 17
#elif defined (__aarch64__)
#define N_REGISTERS 33
#endif

/* The kernel's number for a timer. */
typedef int KernelTimer;

static FulgensRing *ring;
static FulgensSettings settings;
static int32_t tids[MAX_THREADS];
static int32_t pid;   /* another one writes into our memory after vfork() */

static __thread __attribute__ ((tls_model ("initial-exec"))) struct
{
  int         has_timer;
  KernelTimer timer;
  int32_t     tid;
  uintptr_t   stack_begin, stack_end;   /* 0: not known */
  int         slot;                     /* in tids, from 1 on */
} thread;

int
fulgens_agent_is_running (void)
{
  return ring != NULL && !fulgens_agent_ring_has_ended (ring);
}

static void
fill (FulgensRecord *record,
      uint8_t        kind)
{
  struct rusage usage;

  record->kind = kind;
  record->flags = 0;
  record->tid = thread.tid;
  record->parent = 0;
  record->time = fulgens_agent_now ();
  record->cpu_ns = fulgens_agent_clock (CLOCK_THREAD_CPUTIME_ID);
  record->n_waits = getrusage (RUSAGE_THREAD, &usage) == 0 ? (uint32_t) usage.ru_nvcsw : 0;
  record->n_data = 0;
  prctl (PR_GET_NAME, record->name);
}

static void
write_plain (uint8_t kind,
             int     parent)
{
  FulgensRecord *record = ring ? fulgens_agent_ring_take (ring, sizeof *record) : NULL;

  if (record == NULL)
    return;
  fill (record, kind);
  record->parent = parent;
  fulgens_agent_ring_put (record, sizeof *record);
}

#if defined (__x86_64__)

/* In the order of perf events. Returns: the stack pointer */
static uintptr_t
copy_registers (uint64_t         *to,
                const ucontext_t *context)
{
  static const int numbers[N_REGISTERS] = {
    REG_RAX, REG_RBX, REG_RCX, REG_RDX, REG_RSI, REG_RDI, REG_RBP, REG_RSP, REG_RIP,
    REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15,
  };

  for (int i = 0; i < N_REGISTERS; i++)
    to[i] = (uint64_t) context->uc_mcontext.gregs[numbers[i]];

  return (uintptr_t) context->uc_mcontext.gregs[REG_RSP];
}

#elif defined (__aarch64__)

static uintptr_t
copy_registers (uint64_t         *to,
                const ucontext_t *context)
{
  for (int i = 0; i < 31; i++)
    to[i] = context->uc_mcontext.regs[i];
  to[31] = context->uc_mcontext.sp;
  to[32] = context->uc_mcontext.pc;

  return (uintptr_t) context->uc_mcontext.sp;
}

#endif

static uintptr_t
get_sp (const ucontext_t *context)
{
  uint64_t registers[N_REGISTERS];

  return copy_registers (registers, context);
}

/* Not memcpy(): that of a sanitizer ends the program, as it lets nothing be read that is between the variables of a stack. */
static void
copy_own (uint8_t   *to,
          uintptr_t  from,
          uint32_t   n)
{
  typedef uint64_t __attribute__ ((may_alias, aligned (1))) Word;
  uint32_t i;

  for (i = 0; i + sizeof (Word) <= n; i += (uint32_t) sizeof (Word))
    {
      *(Word *) (to + i) = *(const Word *) (from + i);
      __asm__ volatile ("" ::: "memory");   /* else the compiler makes a memcpy() of it */
    }
  for (; i < n; i++)
    to[i] = *(const uint8_t *) (from + i);
}

/* A stack that is not that of the thread: as far as there is memory. Returns: bytes */
static uint32_t
copy_foreign (uint8_t   *to,
              uintptr_t  from,
              uint32_t   n)
{
  struct iovec pages[MAX_PAGES], here = { to, 0 };
  int n_pages = 0;
  uint32_t n_first = PAGE_BYTES - (uint32_t) (from % PAGE_BYTES);
  ssize_t n_read;

  for (uint32_t done = 0; done < n && n_pages < MAX_PAGES; n_pages++)
    {
      uint32_t n_page = done == 0 ? n_first : PAGE_BYTES;

      if (n_page > n - done)
        n_page = n - done;
      pages[n_pages].iov_base = (void *) (from + done);
      pages[n_pages].iov_len = n_page;
      done += n_page;
      here.iov_len = done;
    }
  n_read = process_vm_readv (getpid (), &here, 1, pages, (unsigned long) n_pages, 0);
  if (n_read > 0)
    return (uint32_t) n_read;

  /* It may be refused; the page that is in use is there. */
  n = n < n_first ? n : n_first;
  copy_own (to, from, n);

  return n;
}

static void
stop_timer (void)
{
  thread.has_timer = 0;
  syscall (SYS_timer_delete, thread.timer);
}

static void
handle (int        number,
        siginfo_t *info,
        void      *data)
{
  const ucontext_t *context = data;
  int saved = errno;
  uintptr_t sp = get_sp (context);
  int is_own = sp >= thread.stack_begin && sp < thread.stack_end;
  uint32_t n_stack = settings.n_stack, n;
  FulgensRecord *record;

  (void) number;
  (void) info;
  if (ring == NULL || !thread.has_timer)
    return;
  if (fulgens_agent_ring_has_ended (ring))
    {
      stop_timer ();
      errno = saved;
    }
  if (fulgens_agent_ring_is_off (ring))
    return;

  if (is_own && thread.stack_end - sp < n_stack)
    n_stack = (uint32_t) (thread.stack_end - sp);
  n = ((uint32_t) sizeof *record + N_REGISTERS * 8 + n_stack + 7) & ~7u;
  record = fulgens_agent_ring_take (ring, n);
  if (record)
    {
      uint64_t *registers = (uint64_t *) (record + 1);
      uint8_t *stack = (uint8_t *) (registers + N_REGISTERS);

      fill (record, FULGENS_RECORD_SAMPLE);
      copy_registers (registers, context);
      if (is_own)
        copy_own (stack, sp, n_stack);
      record->n_data = is_own ? n_stack : copy_foreign (stack, sp, n_stack);
      fulgens_agent_ring_put (record, n);
    }
  else if (fulgens_agent_ring_is_left (ring))
    stop_timer ();
  errno = saved;
}

static void
start_timer (void)
{
  struct sigevent event;
  struct itimerspec time;

  memset (&event, 0, sizeof event);
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = fulgens_agent_signal ();
  event._sigev_un._tid = thread.tid;
  if (syscall (SYS_timer_create, CLOCK_THREAD_CPUTIME_ID, &event, &thread.timer) != 0)
    return;

  thread.has_timer = 1;
  time.it_interval.tv_sec = (time_t) (settings.interval_ns / 1000000000u);
  time.it_interval.tv_nsec = (long) (settings.interval_ns % 1000000000u);
  time.it_value = time.it_interval;
  syscall (SYS_timer_settime, thread.timer, 0, &time, NULL);
}

static void
find_stack (void)
{
  pthread_attr_t attributes;
  void *begin;
  size_t n;

  if (pthread_getattr_np (pthread_self (), &attributes) != 0)
    return;
  if (pthread_attr_getstack (&attributes, &begin, &n) == 0)
    {
      thread.stack_begin = (uintptr_t) begin;
      thread.stack_end = (uintptr_t) begin + n;
    }
  pthread_attr_destroy (&attributes);
}

static void
take_slot (void)
{
  for (int i = 0; i < MAX_THREADS && thread.slot == 0; i++)
    {
      int32_t none = 0;

      if (__atomic_compare_exchange_n (&tids[i], &none, thread.tid, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        thread.slot = i + 1;
    }
}

/* The calling thread is sampled from now on. */
static void
begin_thread (int parent)
{
  thread.tid = (int32_t) syscall (SYS_gettid);
  thread.slot = 0;
  take_slot ();
  write_plain (FULGENS_RECORD_BEGIN, parent);
  start_timer ();
}

void
fulgens_agent_begin (int parent)
{
  find_stack ();
  begin_thread (parent);
}

void
fulgens_agent_end (void)
{
  if (!thread.has_timer)
    return;
  stop_timer ();
  write_plain (FULGENS_RECORD_END, 0);
  if (thread.slot > 0)
    __atomic_store_n (&tids[thread.slot - 1], 0, __ATOMIC_RELAXED);
}

/* In a process that has begun, or was executed. */
void
fulgens_agent_start (void)
{
  struct sigaction action;

  ring = fulgens_agent_ring_new (&settings);
  if (ring == NULL)
    return;

  memset (&action, 0, sizeof action);
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigfillset (&action.sa_mask);
  if (!fulgens_agent_take_signal (&action))
    {
      ring = NULL;
      return;
    }
  pid = (int32_t) getpid ();
  fulgens_agent_write_maps (ring);
  find_stack ();
  begin_thread ((int) getppid ());
}

/* In a child after fork(): it has one thread, whose stack is that of the parent's, and no timers. */
void
fulgens_agent_restart (void)
{
  thread.has_timer = 0;
  memset (tids, 0, sizeof tids);
  if (ring)
    ring = fulgens_agent_ring_new (&settings);
  if (ring == NULL)
    return;
  pid = (int32_t) getpid ();
  fulgens_agent_write_maps (ring);
  begin_thread ((int) getppid ());
}

/* The process ends: what its threads have used so far. */
void
fulgens_agent_finish (void)
{
  if (ring == NULL || pid != (int32_t) getpid ())
    return;
  for (int i = 0; i < MAX_THREADS; i++)
    {
      int32_t tid = __atomic_load_n (&tids[i], __ATOMIC_RELAXED);
      FulgensRecord *record = tid != 0 ? fulgens_agent_ring_take (ring, sizeof *record) : NULL;

      if (record == NULL)
        continue;
      fill (record, FULGENS_RECORD_CPU);
      record->tid = tid;
      record->name[0] = '\0';
      record->cpu_ns = fulgens_agent_clock ((clockid_t) (~(unsigned) tid << 3 | 6));   /* of that thread, by the scheduler */
      fulgens_agent_ring_put (record, sizeof *record);
    }
}
