/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The events of perf as sample types: samples, and for each event the periods of its samples (formats.md 12). Types are
 * made with the first sample of a thread, and named when all is read: a file has the names at its end. */

#include "config.h"

#include "ful-perf-events.h"

#include "import/common/ful-import-samples.h"
#include "model/ful-profile.h"
#include "model/ful-sample-type.h"

#include <stdint.h>
#include <string.h>

enum { TYPE_HARDWARE, TYPE_SOFTWARE, TYPE_TRACEPOINT, TYPE_CACHE, TYPE_RAW };

/* Perf's own names, by the numbers of the kernel. */
static const char *const hardware[] = {
  "cycles", "instructions", "cache-references", "cache-misses", "branches", "branch-misses", "bus-cycles",
  "stalled-cycles-frontend", "stalled-cycles-backend", "ref-cycles",
};
static const char *const software[] = {
  "cpu-clock", "task-clock", "page-faults", "context-switches", "cpu-migrations", "minor-faults", "major-faults",
  "alignment-faults", "emulation-faults", "dummy", "bpf-output", "cgroup-switches",
};

/**
 * ful_perf_event_get_unit:
 * @name: of an event, with its modifiers
 *
 * Returns: the unit of its periods
 */
const char *
ful_perf_event_get_unit (const char *name)
{
  static const char *const clocks[] = { "cpu-clock", "task-clock" };

  for (guint i = 0; i < G_N_ELEMENTS (clocks); i++)
    {
      gsize n = strlen (clocks[i]);

      if (strncmp (name, clocks[i], n) == 0 && (name[n] == '\0' || name[n] == ':' || name[n] == '/'))
        return "ns";
    }

  return "count";
}

static char *
dup_name (const FulPerfAttr *attr)
{
  if (attr->name)
    return g_strdup (attr->name);
  if (attr->type == TYPE_HARDWARE && attr->config < G_N_ELEMENTS (hardware))
    return g_strdup (hardware[attr->config]);
  if (attr->type == TYPE_SOFTWARE && attr->config < G_N_ELEMENTS (software))
    return g_strdup (software[attr->config]);
  if (attr->type == TYPE_RAW)
    return g_strdup_printf ("raw 0x%jx", (uintmax_t) attr->config);

  return g_strdup_printf ("event %u:0x%jx", attr->type, (uintmax_t) attr->config);
}

/* Whether it counts ns, which its name need not say. */
static gboolean
is_clock (const FulPerfAttr *attr)
{
  return attr->type == TYPE_SOFTWARE && attr->config < 2;
}

/* Types up to that of event @n - 1. */
static void
add_types (const FulPerfAttrs *attrs,
           FulThreadBuilder   *thread,
           guint               n)
{
  if (thread->thread->sample_types == NULL)
    ful_import_samples_count (thread);
  for (guint i = thread->thread->sample_types->len - 1; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("#%u", i);   /* until all is read */

      if (!ful_import_samples_add_type (thread, name, is_clock (&g_array_index (attrs->attrs, FulPerfAttr, i)) ? "ns" : "count",
                                        FALSE))
        return;
    }
}

/**
 * ful_perf_events_set_period:
 * @attrs: the events
 * @thread: of the sample
 * @sample: its row
 * @attr: number of its event
 * @period: how much of the event it stands for
 */
void
ful_perf_events_set_period (const FulPerfAttrs *attrs,
                            FulThreadBuilder   *thread,
                            guint               sample,
                            guint               attr,
                            guint64             period)
{
  add_types (attrs, thread, attr + 1);
  ful_import_samples_set_value (thread, sample, attr + 1, (double) period);
}

/**
 * ful_perf_events_name:
 * @attrs: all events
 * @thread: a thread with samples
 *
 * Gives a thread the types of all events, even of those it has no samples of, and their names.
 */
void
ful_perf_events_name (const FulPerfAttrs *attrs,
                      FulThreadBuilder   *thread)
{
  GPtrArray *types;

  add_types (attrs, thread, attrs->attrs->len);
  types = thread->thread->sample_types;
  for (guint i = 1; i < types->len; i++)
    {
      g_autofree char *name = dup_name (&g_array_index (attrs->attrs, FulPerfAttr, i - 1));

      ful_sample_types_rename (types, i, name);
    }
}
