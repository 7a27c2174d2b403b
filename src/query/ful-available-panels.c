/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which panels have something to show for a thread. */

#include "config.h"

#include "ful-available-panels.h"

#include "base/ful-table.h"

#include <string.h>

/* formats.md 6.4: not only the one stack "(root)" */
static gboolean
has_useful_stacks (FulProfile          *profile,
                   const FulStackIndex *stack,
                   guint                n)
{
  FulStackIndex first;
  guint i = 0;

  while (i < n && stack[i] == FUL_NONE)
    i++;
  if (i == n)
    return FALSE;

  first = stack[i];
  if (profile->stacks->prefix[first] != FUL_NONE ||
      !g_str_equal (ful_profile_get_func_name (profile, profile->frames->func[profile->stacks->frame[first]]),
                    "(root)"))
    return TRUE;

  for (; i < n; i++)
    if (stack[i] != FUL_NONE && stack[i] != first)
      return TRUE;

  return FALSE;
}

static gboolean
has_requests (FulProfile *profile,
              FulThread  *thread)
{
  const FulMarkerTable *markers = thread->markers;
  FulStringIndex last = FUL_NONE;

  for (guint i = 0; i < markers->table.n_rows; i++)
    {
      gint32 type = (gint32) ful_packed_int_get (&markers->payload_type, i);

      /* Types are interned; each run of one type is looked up once. */
      if (type == last || type == FUL_NONE)
        continue;

      last = type;
      if (g_str_equal (ful_string_table_get (profile->texts, last), "Network"))
        return TRUE;
    }

  return FALSE;
}

/**
 * ful_thread_list_available_panels:
 * @profile: a profile
 * @thread: a thread of it
 *
 * Returns: (transfer full): names of the panels that have content, as in the reference; without times there are no
 *   stack chart and no markers
 */
GStrv
ful_thread_list_available_panels (FulProfile *profile,
                                  FulThread  *thread)
{
  g_autoptr(GStrvBuilder) panels = g_strv_builder_new ();
  gboolean has_samples;

  if (g_strcmp0 (thread->process_type, "comparison") == 0)
    {
      g_strv_builder_add (panels, "calltree");
      return g_strv_builder_end (panels);
    }

  has_samples = has_useful_stacks (profile, thread->samples->stack, thread->samples->table.n_rows);
  if (!has_samples && thread->js_allocations)
    has_samples = has_useful_stacks (profile, thread->js_allocations->stack, thread->js_allocations->table.n_rows);
  if (!has_samples && thread->native_allocations)
    has_samples = has_useful_stacks (profile, thread->native_allocations->stack,
                                     thread->native_allocations->table.n_rows);

  if (has_samples)
    g_strv_builder_add_many (panels, "calltree", "flame-graph", NULL);
  if (has_samples && profile->has_times)
    g_strv_builder_add (panels, "stack-chart");
  if (profile->has_times)
    g_strv_builder_add_many (panels, "marker-chart", "marker-table", NULL);
  if (has_requests (profile, thread))
    g_strv_builder_add (panels, "network-chart");
  if (thread->is_js_tracer)
    g_strv_builder_add (panels, "js-tracer");

  return g_strv_builder_end (panels);
}
