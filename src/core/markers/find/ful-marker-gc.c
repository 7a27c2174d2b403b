/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The facts of garbage collections, whose payloads schemas do not describe: the rows of
 * the front-end, in its order. Semantics: markers.md 9. */

#include "config.h"

#include "ful-marker-gc.h"
#include "ful-marker-facts.h"

#include "base/ful-format.h"
#include "base/ful-hash.h"
#include "io/json/ful-json-document.h"
#include "io/raw/ful-raw-get.h"
#include "markers/list/ful-marker-payload.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Phases of a major collection or a slice that are shown: the longest ones. */
#define N_PHASES 6

/* µs: the least duration of a phase of a minor collection that is listed. */
#define LONG_PHASE 250

typedef enum
{
  ROW_VALUE,          /* "a" */
  ROW_RATE,           /* "a/s" */
  ROW_SHARE,          /* "a / b (percent)" */
  ROW_SHARE_OF_SUM,   /* the same of a + b */
  ROW_RATIO,          /* "a / b" */
  ROW_SIZES,          /* "a - b" */
  ROW_STATES,         /* "a – b" */
} RowKind;

/* A row is left out if one of its members is missing. */
typedef struct
{
  const char  *label;
  RowKind      kind;
  char      *(*format) (double number);   /* NULL for texts */
  const char  *keys[2];
  gboolean     skip_zero[2];              /* as if a member that is zero were missing */
  const char  *unless;                    /* a member without which this is the only row; or NULL */
} Row;

static char *
take_unit (char       *number,
           const char *unit)
{
  g_autofree char *taken = number;

  return g_strconcat (taken, unit, NULL);
}

/* A count, to three digits if it is large. */
static char *
format_many (double number)
{
  if (number < 1e4)
    return ful_format_number (number, 2, 3);
  if (number < 1e6)
    return take_unit (ful_format_number (number / 1e3, 3, 2), "K");
  if (number < 1e9)
    return take_unit (ful_format_number (number / 1e6, 3, 2), "M");

  return take_unit (ful_format_number (number / 1e9, 3, 2), "G");
}

static char *
format_plain (double number)
{
  FulBytes text = { 0 };

  ful_raw_write_number (number, &text);
  ful_bytes_append_c (&text, '\0');

  return text.data;
}

static char *
format_us (double us)
{
  return take_unit (ful_format_number (us, 2, 3), "μs");
}

static char *
format_phase (double us)
{
  return take_unit (ful_format_number (us / 1000, 2, 3), "ms");
}

static char *
format_ms (double ms)
{
  return take_unit (ful_format_number (ms, 3, 2), "ms");
}

static const Row minor_rows[] = {
  { N_("Reason"), ROW_VALUE, NULL, { "reason" } },
  { N_("Bytes tenured"), ROW_SHARE, ful_format_bytes, { "bytes_tenured", "bytes_used" } },
  { N_("Cells tenured"), ROW_SHARE, format_many, { "cells_tenured", "cells_allocated_nursery" }, { TRUE, TRUE } },
  { N_("Bytes used"), ROW_SHARE, ful_format_bytes, { "bytes_used", "cur_capacity" }, { FALSE, TRUE } },
  { N_("New nursery size"), ROW_VALUE, ful_format_bytes, { "new_capacity" }, { TRUE } },
  { N_("Lazy-allocated size"), ROW_VALUE, ful_format_bytes, { "lazy_capacity" }, { TRUE } },
  { N_("Nursery allocations since last minor GC"), ROW_SHARE_OF_SUM, format_many,
    { "cells_allocated_nursery", "cells_allocated_tenured" }, { TRUE, TRUE } },
  { N_("Strings deduplicated when tenuring"), ROW_SHARE_OF_SUM, format_many,
    { "strings_deduplicated", "strings_tenured" }, { TRUE, TRUE } },
  { N_("Tenured allocation rate"), ROW_RATE, ful_format_bytes, { "tenured_allocation_rate" }, { TRUE } },
  { N_("Time spent allocating chunks in mutator"), ROW_VALUE, format_us, { "chunk_alloc_us" }, { TRUE } },
};

static const Row major_rows[] = {
  { N_("Reason"), ROW_VALUE, NULL, { "reason" } },
  { N_("Total slice times"), ROW_VALUE, format_ms, { "total_time" } },
  { N_("Max Pause"), ROW_VALUE, format_ms, { "max_pause" } },
  { N_("GC heap size (pre - post)"), ROW_SIZES, ful_format_bytes, { "allocated_bytes", "post_heap_size" } },
  { N_("GC heap size (pre)"), ROW_VALUE, ful_format_bytes, { "allocated_bytes" }, .unless = "post_heap_size" },
  { N_("Malloc heap size (pre - post)"), ROW_SIZES, ful_format_bytes, { "pre_malloc_heap_size", "post_malloc_heap_size" } },
  { N_("MMU 20ms"), ROW_VALUE, ful_format_percent, { "mmu_20ms" } },
  { N_("MMU 50ms"), ROW_VALUE, ful_format_percent, { "mmu_50ms" } },
  { N_("Minor GCs"), ROW_VALUE, format_plain, { "minor_gcs" } },
  { N_("Slices"), ROW_VALUE, format_plain, { "slices" } },
  { N_("Zones"), ROW_SHARE, format_plain, { "zones_collected", "total_zones" } },
  { N_("Compartments"), ROW_VALUE, format_plain, { "total_compartments" } },
};

static const Row slice_rows[] = {
  { N_("Reason"), ROW_VALUE, NULL, { "reason" } },
  { N_("Budget"), ROW_VALUE, NULL, { "budget" } },
  { N_("States (pre - post)"), ROW_STATES, NULL, { "initial_state", "final_state" } },
  { N_("Trigger (amt/trig)"), ROW_RATIO, ful_format_bytes, { "trigger_amount", "trigger_threshold" }, { TRUE, TRUE } },
  { N_("Page faults"), ROW_VALUE, format_plain, { "page_faults" } },
};

/* NULL if the member is missing or no such value. */
static char *
dup_value (JsonObject *object,
           const Row  *row,
           guint       i)
{
  double number = ful_json_get_number (object, row->keys[i]);

  if (row->format == NULL)
    return g_strdup (ful_json_get_string (object, row->keys[i]));
  if (isnan (number) || (row->skip_zero[i] && number == 0))
    return NULL;

  if (i == 1 && row->kind == ROW_SHARE_OF_SUM)
    number += ful_json_get_number (object, row->keys[0]);

  return row->format (number);
}

static double
get_share (JsonObject *object,
           const Row  *row)
{
  double part = ful_json_get_number (object, row->keys[0]);
  double whole = ful_json_get_number (object, row->keys[1]);

  if (row->kind == ROW_SHARE_OF_SUM)
    whole += part;

  return whole > 0 ? part / whole : 0;
}

static void
add_row (GArray     *facts,
         JsonObject *object,
         const Row  *row)
{
  g_autofree char *first = dup_value (object, row, 0);
  g_autofree char *second = first && row->keys[1] ? dup_value (object, row, 1) : NULL;
  g_autofree char *percent = NULL;
  g_autofree char *text = NULL;

  if (first == NULL || (row->keys[1] && second == NULL) ||
      (row->unless && !isnan (ful_json_get_number (object, row->unless))))
    return;

  switch (row->kind)
    {
    case ROW_SHARE:
    case ROW_SHARE_OF_SUM:
      percent = ful_format_percent (get_share (object, row));
      text = g_strdup_printf ("%s / %s (%s)", first, second, percent);
      break;
    case ROW_RATIO:
      text = g_strdup_printf ("%s / %s", first, second);
      break;
    case ROW_SIZES:
      text = g_strdup_printf ("%s - %s", first, second);
      break;
    case ROW_STATES:
      text = g_strdup_printf ("%s – %s", first, second);
      break;
    case ROW_RATE:
      text = g_strdup_printf ("%s/s", first);
      break;
    case ROW_VALUE:
    default:
      text = g_steal_pointer (&first);
      break;
    }
  ful_marker_facts_add (facts, _(row->label), text, -1);
}

static void
add_rows (GArray     *facts,
          JsonObject *object,
          const Row  *rows,
          guint       n_rows)
{
  for (guint i = 0; i < n_rows; i++)
    add_row (facts, object, &rows[i]);
}

static void
add_phase (GArray     *facts,
           const char *name,
           gboolean    is_self,
           double      us)
{
  /* Translators: the duration of a phase of a garbage collection without its inner phases */
  g_autofree char *label = g_strdup_printf (is_self ? _("Phase %s (self-time)") : _("Phase %s"), name);
  g_autofree char *text = format_phase (us);

  ful_marker_facts_add (facts, label, text, -1);
}

/* "a.b" is a phase in "a"; durations are without inner phases. */
typedef struct
{
  const char *name;
  double      time;       /* µs; without inner phases */
  guint       place;      /* index among the phases, in the order of execution */
  guint       last;       /* place of the last phase in it */
  gboolean    is_inner;
} Phase;

/* The longest first; of equal ones inner phases come last. */
static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  const Phase *x = a, *y = b;

  if (x->time != y->time)
    return x->time > y->time ? -1 : 1;
  if (x->last != y->last)
    return x->last < y->last ? -1 : 1;

  return x->place > y->place ? -1 : 1;
}

static int
compare_places (gconstpointer a,
                gconstpointer b)
{
  return ((const Phase *) a)->place < ((const Phase *) b)->place ? -1 : 1;
}

/* The phases with their time, without the sum of them all. */
static GArray *
list_phases (JsonObject *times)
{
  GArray *phases = g_array_new (FALSE, FALSE, sizeof (Phase));
  g_autoptr(GList) names = times ? json_object_get_members (times) : NULL;

  for (GList *l = names; l; l = l->next)
    {
      Phase phase = { l->data, ful_json_get_number (times, l->data), phases->len, phases->len, FALSE };

      if (!isnan (phase.time) && !g_str_equal (phase.name, "Total"))
        g_array_append_val (phases, phase);
    }

  return phases;
}

static void
add_longest_phases (GArray     *facts,
                    JsonObject *times)
{
  g_autoptr(GArray) phases = list_phases (times);
  g_autoptr(GHashTable) by_name = g_hash_table_new (ful_hash_text, g_str_equal);

  for (guint i = 0; i < phases->len; i++)
    {
      Phase *phase = &g_array_index (phases, Phase, i);

      g_hash_table_insert (by_name, (gpointer) phase->name, phase);
    }

  for (guint i = 0; i < phases->len; i++)
    {
      const Phase *phase = &g_array_index (phases, Phase, i);
      g_autofree char *outer = g_strdup (phase->name);
      gboolean is_parent = TRUE;

      for (char *dot = strrchr (outer, '.'); dot; dot = strrchr (outer, '.'), is_parent = FALSE)
        {
          Phase *around;

          *dot = '\0';
          around = g_hash_table_lookup (by_name, outer);
          if (around == NULL)
            continue;
          around->is_inner = TRUE;
          around->last = MAX (around->last, i);
          if (is_parent)
            around->time -= ful_json_get_number (times, phase->name);
        }
    }

  g_array_sort (phases, compare_times);
  g_array_set_size (phases, MIN (phases->len, N_PHASES));
  g_array_sort (phases, compare_places);
  for (guint i = 0; i < phases->len; i++)
    {
      const Phase *phase = &g_array_index (phases, Phase, i);

      if (phase->time > 0)
        add_phase (facts, phase->name, phase->is_inner, phase->time);
    }
}

static void
add_minor (GArray     *facts,
           JsonObject *nursery)
{
  const char *status = ful_json_get_string (nursery, "status");
  JsonObject *times = ful_json_get_object (nursery, "phase_times");
  g_autoptr(GArray) phases = NULL;

  if (g_strcmp0 (status, "nursery disabled") == 0)
    ful_marker_facts_add (facts, _("Status"), _("Nursery disabled"), -1);
  else if (g_strcmp0 (status, "nursery empty") == 0)
    ful_marker_facts_add (facts, _("Status"), _("Nursery empty"), -1);
  if (g_strcmp0 (status, "complete") != 0)
    return;

  add_rows (facts, nursery, minor_rows, G_N_ELEMENTS (minor_rows));
  phases = list_phases (times);
  for (guint i = 0; i < phases->len; i++)
    {
      const Phase *phase = &g_array_index (phases, Phase, i);

      if (phase->time > LONG_PHASE)
        add_phase (facts, phase->name, FALSE, phase->time);
    }
}

static void
add_major (GArray     *facts,
           JsonObject *timings)
{
  const char *status = ful_json_get_string (timings, "status");
  const char *reason = ful_json_get_string (timings, "nonincremental_reason");

  if (g_strcmp0 (status, "aborted") == 0)
    ful_marker_facts_add (facts, _("Status"), _("Aborted (OOM)"), -1);
  if (g_strcmp0 (status, "completed") != 0)
    return;

  if (reason && !g_str_equal (reason, "None"))
    ful_marker_facts_add (facts, _("Non-incremental reason"), reason, -1);
  add_rows (facts, timings, major_rows, G_N_ELEMENTS (major_rows));
  add_longest_phases (facts, ful_json_get_object (timings, "phase_times"));
}

/**
 * ful_marker_gc_add_facts:
 * @facts: (element-type FulMarkerFact): gets the facts of a garbage collection; unchanged for other
 *   markers
 */
void
ful_marker_gc_add_facts (const FulMarkerList *list,
                         guint                marker,
                         GArray              *facts)
{
  const char *type = ful_marker_list_get_type (list, marker);
  g_autoptr(JsonObject) payload = NULL;
  JsonObject *part;

  if (type == NULL || !g_str_has_prefix (type, "GC"))
    return;

  payload = ful_marker_payload_parse (list, marker);
  part = payload ? ful_json_get_object (payload, g_str_equal (type, "GCMinor") ? "nursery" : "timings") : NULL;
  if (part == NULL)
    return;

  if (g_str_equal (type, "GCMinor"))
    {
      add_minor (facts, part);
    }
  else if (g_str_equal (type, "GCMajor"))
    {
      add_major (facts, part);
    }
  else if (g_str_equal (type, "GCSlice"))
    {
      add_rows (facts, part, slice_rows, G_N_ELEMENTS (slice_rows));
      add_longest_phases (facts, ful_json_get_object (part, "phase_times"));
    }
}
