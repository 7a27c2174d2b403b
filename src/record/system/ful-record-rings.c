/* SPDX-License-Identifier: GPL-3.0-or-later */

/* perf_event_open() → records (record.md 1, 2). Each CPU has a ring, with samples by its clock and what else happens:
 * switches, maps, names, threads that begin and end. Samples of switches have a small one of their own, which may be full:
 * some programs switch 100,000 times a second, so it limits what that costs, and displaces nothing else. */

#include "config.h"

#include "ful-record-rings.h"

#include "ful-record-perf-ring.h"

#include "base/ful-error.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Of all rings together, and of one; halved until the kernel permits it. */
#define MAX_BYTES (32u << 20)
#define MAX_RING_BYTES (8u << 20)
#define MIN_RING_BYTES (64u << 10)

#if defined (__x86_64__)
#define REGISTERS 0xff01ffu
#define SP 7   /* among them */
#elif defined (__aarch64__)
#define REGISTERS 0x1ffffffffu
#define SP 31
#endif

/* Of the rings of switches: of all, and of one. 63 samples between two drains. */
#define MAX_SWITCHES_BYTES (16u << 20)
#define MAX_SWITCH_RING_BYTES (2u << 20)

/* Of the stack in samples of switches. */
#define MAX_SWITCH_STACK_BYTES 32768u

/* Descriptors that are left for everything else, if that is not more than a quarter of all. */
#define OTHER_DESCRIPTORS 128

typedef struct
{
  int      file;
  gboolean is_sampler;   /* records what threads do, and not only that they are there */
} Event;

typedef struct
{
  int            cpu;
  gboolean       has_switches;   /* samples of switches alone */
  int            file;           /* of the event that has the ring; -1: none yet */
  FulRecordPerfRing  memory;
  GArray        *events;         /* Event */
} Ring;

/* It is as before its first event. */
static void
close_ring (Ring *ring)
{
  if (ring->memory.page)
    munmap (ring->memory.page, ring->memory.n + (gsize) sysconf (_SC_PAGESIZE));
  ring->memory.page = NULL;
  ring->file = -1;
  for (guint i = 0; i < ring->events->len; i++)
    close (g_array_index (ring->events, Event, i).file);
  g_array_set_size (ring->events, 0);
}

static void
free_ring (gpointer data)
{
  Ring *ring = data;

  close_ring (ring);
  g_array_unref (ring->events);
  g_free (ring);
}

static int
open_event (struct perf_event_attr *attr,
            gint32                  tid,
            int                     cpu)
{
  return (int) syscall (SYS_perf_event_open, attr, tid, cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

static struct perf_event_attr
make_attr (guint64 config)
{
  return (struct perf_event_attr) {
    .type = PERF_TYPE_SOFTWARE,
    .size = sizeof (struct perf_event_attr),
    .config = config,
    .sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME,
    .disabled = 1,
    .inherit = 1,
    .sample_id_all = 1,
    .use_clockid = 1,
    .clockid = CLOCK_MONOTONIC,
    .exclude_hv = 1,
    .exclude_guest = 1,
  };
}

static struct perf_event_attr
make_clock (const FulRecordRings *self)
{
  struct perf_event_attr attr = make_attr (PERF_COUNT_SW_CPU_CLOCK);

  attr.sample_period = self->events.interval_ns;
  attr.exclude_kernel = !self->sees_kernel;
  if (self->sees_kernel || self->events.frame_pointers)
    {
      attr.sample_type |= PERF_SAMPLE_CALLCHAIN;
      attr.exclude_callchain_kernel = !self->sees_kernel;
      attr.exclude_callchain_user = !self->events.frame_pointers;
    }
  if (self->events.n_stack > 0)
    {
      attr.sample_type |= PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
      attr.sample_regs_user = REGISTERS;
      attr.sample_stack_user = self->events.n_stack;
    }
  attr.watermark = 1;

  return attr;
}

static gboolean
samples_switches (const FulRecordRings *self)
{
  return self->sees_kernel && self->events.off_cpu && (self->events.n_stack > 0 || self->events.frame_pointers);
}

/* Each switch away from a thread, with where the program is. It is in the kernel, so only who may see that gets any. */
static struct perf_event_attr
make_switch (const FulRecordRings *self)
{
  struct perf_event_attr attr = make_clock (self);

  attr.config = PERF_COUNT_SW_CONTEXT_SWITCHES;
  attr.sample_period = 1;
  attr.exclude_callchain_kernel = 1;
  attr.exclude_callchain_user = !self->events.frame_pointers;
  attr.sample_stack_user = MIN (attr.sample_stack_user, MAX_SWITCH_STACK_BYTES);

  return attr;
}

static struct perf_event_attr
make_side (void)
{
  struct perf_event_attr attr = make_attr (PERF_COUNT_SW_DUMMY);

  attr.exclude_kernel = 1;
  attr.context_switch = 1;
  attr.mmap = 1;
  attr.mmap2 = 1;
  attr.build_id = 1;
  attr.comm = 1;
  attr.comm_exec = 1;
  attr.task = 1;

  return attr;
}

/* Each thread that is added takes two or three descriptors a CPU. Returns: how many all of them may take */
static guint64
allow_descriptors (void)
{
  struct rlimit limit;

  if (getrlimit (RLIMIT_NOFILE, &limit) != 0)
    return G_MAXUINT64;

  limit.rlim_cur = limit.rlim_max;
  setrlimit (RLIMIT_NOFILE, &limit);

  return limit.rlim_max - MIN (limit.rlim_max / 4, OTHER_DESCRIPTORS);
}

/**
 * ful_record_rings_init:
 * @error: %FUL_ERROR_NOT_ALLOWED if the kernel permits no perf events
 */
gboolean
ful_record_rings_init (FulRecordRings         *self,
                       const FulRecordEvents  *events,
                       GError                **error)
{
  long n_cpus = sysconf (_SC_NPROCESSORS_CONF);
  struct perf_event_attr attr;
  int file;

  *self = (FulRecordRings) { .events = *events, .sees_kernel = TRUE, .max_ring_bytes = MAX_RING_BYTES };
  ful_perf_attrs_init (&self->attrs);
  self->rings = g_ptr_array_new_with_free_func (free_ring);
  self->polled = g_array_new (FALSE, FALSE, sizeof (struct pollfd));

  self->max_events = allow_descriptors ();
  attr = make_clock (self);
  file = open_event (&attr, 0, -1);
  if (file < 0)
    {
      self->sees_kernel = FALSE;
      attr = make_clock (self);
      file = open_event (&attr, 0, -1);
    }
  if (file < 0)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_NOT_ALLOWED, _("the kernel refuses perf events: %s"), g_strerror (errno));
      return FALSE;
    }
  close (file);

  for (int i = 0; i < 2 * n_cpus; i++)
    {
      Ring *ring = g_new0 (Ring, 1);

      ring->cpu = i / 2;
      ring->has_switches = i % 2 == 0;   /* before the records of those switches */
      ring->file = -1;
      ring->events = g_array_new (FALSE, FALSE, sizeof (Event));
      g_ptr_array_add (self->rings, ring);
    }

  return TRUE;
}

void
ful_record_rings_clear (FulRecordRings *self)
{
  ful_perf_attrs_clear (&self->attrs);
  g_clear_pointer (&self->rings, g_ptr_array_unref);
  g_clear_pointer (&self->polled, g_array_unref);
}

static gboolean
map_ring (FulRecordRings *self,
          Ring           *ring)
{
  gsize n_page = (gsize) sysconf (_SC_PAGESIZE);
  guint64 n = ring->has_switches ? MAX_SWITCH_RING_BYTES : MAX_RING_BYTES;
  guint64 max = ring->has_switches ? MAX_SWITCHES_BYTES : MAX_BYTES;

  while ((n * (self->rings->len / 2) > max || n > self->max_ring_bytes) && n > MIN_RING_BYTES)
    n /= 2;
  for (; n >= MIN_RING_BYTES; n /= 2)
    {
      void *memory = mmap (NULL, n + n_page, PROT_READ | PROT_WRITE, MAP_SHARED, ring->file, 0);

      if (memory != MAP_FAILED)
        {
          ring->memory.page = memory;
          ring->memory.data = (guint8 *) memory + n_page;
          ring->memory.n = n;
          return TRUE;
        }
    }

  return FALSE;
}

/* Opens an event of @tid, whose records go to @ring. Returns: the errno, or 0 */
static int
add_event (FulRecordRings         *self,
           Ring                   *ring,
           struct perf_event_attr *attr,
           gint32                  tid)
{
  int file = open_event (attr, tid, ring->cpu);
  Event event = { file, attr->config != PERF_COUNT_SW_DUMMY };
  guint64 id;

  if (file < 0)
    return errno;

  g_array_append_val (ring->events, event);
  if (ring->memory.page && ioctl (file, PERF_EVENT_IOC_SET_OUTPUT, ring->file) < 0)
    return errno;
  if (ioctl (file, PERF_EVENT_IOC_ID, &id) < 0)
    return errno;
  ful_perf_attrs_add (&self->attrs, (FulCursor) { (const guint8 *) attr, sizeof *attr });
  ful_perf_attrs_add_ids (&self->attrs, (FulCursor) { (const guint8 *) &id, sizeof id });
  if (ring->memory.page == NULL)
    {
      struct pollfd polled = { file, POLLIN, 0 };

      ring->file = file;
      if (!map_ring (self, ring))
        return errno;
      if (!ring->has_switches)
        g_array_append_val (self->polled, polled);
    }

  return 0;
}

/* Of a user the kernel permits so much memory for all rings: what the first ones took is missing then.
 * Returns: whether the rings, which are closed, can be smaller */
static gboolean
shrink_rings (FulRecordRings *self)
{
  guint64 most = 0;

  for (guint i = 0; i < self->rings->len; i++)
    {
      Ring *ring = g_ptr_array_index (self->rings, i);

      most = ring->memory.page ? MAX (most, ring->memory.n) : most;
      close_ring (ring);
    }
  g_array_set_size (self->polled, 0);
  self->max_ring_bytes = most / 2;

  return self->max_ring_bytes >= MIN_RING_BYTES;
}

/* Whether there are descriptors for all events of another thread. */
static gboolean
has_room (const FulRecordRings *self)
{
  guint64 n = (samples_switches (self) ? 3 : 2) * (self->rings->len / 2);

  for (guint i = 0; i < self->rings->len; i++)
    n += ((const Ring *) g_ptr_array_index (self->rings, i))->events->len;

  return n <= self->max_events;
}

/* Returns: 0, or the errno of what failed */
static int
add_thread (FulRecordRings *self,
            gint32          tid,
            gboolean        begins_at_exec)
{
  struct perf_event_attr attrs[] = { make_clock (self), make_side () }, switches = make_switch (self);
  guint n_added = 0;
  int reason = 0;

  if (!has_room (self))
    return EMFILE;

  for (guint i = 0; i < self->rings->len; i++)
    {
      Ring *ring = g_ptr_array_index (self->rings, i);

      switches.enable_on_exec = begins_at_exec;
      if (ring->has_switches && samples_switches (self))
        add_event (self, ring, &switches, tid);   /* waits are read from /proc without it */
      for (guint j = 0; j < G_N_ELEMENTS (attrs) && !ring->has_switches; j++)
        {
          int failed;

          attrs[j].enable_on_exec = begins_at_exec;
          failed = add_event (self, ring, &attrs[j], tid);
          if (failed == 0)
            n_added++;
          else if (failed != ENODEV)   /* the CPU is off */
            reason = failed;
          if (failed != 0)
            break;
        }
    }

  return reason == 0 && n_added == 0 ? ENODEV : reason;
}

/**
 * ful_record_rings_add:
 * @tid: a thread, with all that it starts from now on
 * @begins_at_exec: whether nothing is recorded before its next exec()
 * @error: %FUL_ERROR_NOT_ALLOWED; %FUL_ERROR_TOO_LARGE if there are too few descriptors
 */
gboolean
ful_record_rings_add (FulRecordRings  *self,
                      gint32           tid,
                      gboolean         begins_at_exec,
                      GError         **error)
{
  int reason = add_thread (self, tid, begins_at_exec);

  /* All rings are mapped for the first thread. */
  while (reason == EPERM && self->n_threads == 0 && shrink_rings (self))
    reason = add_thread (self, tid, begins_at_exec);
  if (reason == 0)
    {
      self->n_threads++;
      return TRUE;
    }

  g_set_error (error, FUL_ERROR, reason == EMFILE ? FUL_ERROR_TOO_LARGE : FUL_ERROR_NOT_ALLOWED,
               _("the kernel refuses perf events of thread %d: %s"), tid, g_strerror (reason));

  return FALSE;
}

/* Whether a sample is of a switch away from its thread: the record of that follows it. */
gboolean
ful_record_rings_is_switch (const FulRecordRings *self,
                            const FulPerfSample  *sample)
{
  return g_array_index (self->attrs.attrs, FulPerfAttr, sample->attr).config == PERF_COUNT_SW_CONTEXT_SWITCHES;
}

/* Returns when there is something to drain, at the latest after @ms. */
void
ful_record_rings_wait (FulRecordRings *self,
                       guint           ms)
{
  poll ((struct pollfd *) self->polled->data, self->polled->len, (int) ms);
}

static void
control (FulRecordRings *self,
         gboolean        only_samplers,
         unsigned long   request)
{
  for (guint i = 0; i < self->rings->len; i++)
    {
      const Ring *ring = g_ptr_array_index (self->rings, i);

      for (guint j = 0; j < ring->events->len; j++)
        {
          const Event *event = &g_array_index (ring->events, Event, j);

          if (event->is_sampler || !only_samplers)
            ioctl (event->file, request, 0);
        }
    }
}

/* Threads that were added without waiting for an exec() are recorded from now on. */
void
ful_record_rings_start (FulRecordRings *self)
{
  control (self, FALSE, PERF_EVENT_IOC_ENABLE);
}

/**
 * ful_record_rings_set_sampling:
 * @is_sampling: whether samples are taken from now on; other records are in any case
 */
void
ful_record_rings_set_sampling (FulRecordRings *self,
                               gboolean        is_sampling)
{
  control (self, TRUE, is_sampling ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE);
}

/**
 * ful_record_rings_drain:
 * @queue: gets the records that are there, and the end of a round
 */
void
ful_record_rings_drain (FulRecordRings *self,
                        FulPerfQueue   *queue)
{
  const FulRecordPerfSamples samples = {
    .has_chain = self->sees_kernel || self->events.frame_pointers,
    .has_stack = self->events.n_stack > 0,
    .registers = REGISTERS,
    .sp = SP,
    .stack_ends = &self->stack_ends,
  };

  for (guint i = 0; i < self->rings->len; i++)
    {
      Ring *ring = g_ptr_array_index (self->rings, i);

      if (ring->memory.page)
        ful_record_perf_ring_drain (&ring->memory, &samples, ring->has_switches, queue);
    }
  ful_perf_queue_end_round (queue, FALSE);
}
