/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What there is to say of garbage collections, whose payloads are objects that schemas
 * do not describe. Semantics: markers.md 9. */

#include "config.h"

#include "ful-marker-gc.h"

#include "base/ful-format.h"
#include "derive/ful-json-member.h"
#include "ful-marker-details.h"
#include "ful-marker-format.h"
#include "ful-marker-payload.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Phases of a major collection or a slice that are shown: the longest ones. */
#define N_PHASES 6

/* µs: a phase of a minor collection that is worth a row. */
#define LONG_PHASE 250

typedef enum
{
  ROW_VALUE,          /* "a" */
  ROW_SHARE,          /* "a / b (percent)" */
  ROW_SHARE_OF_SUM,   /* the same of a + b */
  ROW_RATIO,          /* "a / b" */
  ROW_CHANGE,         /* "a → b" */
} RowKind;

/* A row is left out if one of its members is missing. */
typedef struct
{
  const char      *label;
  RowKind          kind;
  FulMarkerFormat  format;
  const char      *keys[2];
  gboolean         skip_zero;   /* as if members that are zero were missing */
} Row;

static const Row minor_rows[] = {
  { N_("Reason"), ROW_VALUE, FUL_MARKER_FORMAT_STRING, { "reason" }, FALSE },
  { N_("Bytes tenured"), ROW_SHARE, FUL_MARKER_FORMAT_BYTES, { "bytes_tenured", "bytes_used" }, FALSE },
  { N_("Cells tenured"), ROW_SHARE, FUL_MARKER_FORMAT_INTEGER, { "cells_tenured", "cells_allocated_nursery" }, TRUE },
  { N_("Bytes used"), ROW_SHARE, FUL_MARKER_FORMAT_BYTES, { "bytes_used", "cur_capacity" }, TRUE },
  { N_("New nursery size"), ROW_VALUE, FUL_MARKER_FORMAT_BYTES, { "new_capacity" }, TRUE },
  { N_("Lazily allocated size"), ROW_VALUE, FUL_MARKER_FORMAT_BYTES, { "lazy_capacity" }, TRUE },
  { N_("Nursery allocations"), ROW_SHARE_OF_SUM, FUL_MARKER_FORMAT_INTEGER,
    { "cells_allocated_nursery", "cells_allocated_tenured" }, TRUE },
  { N_("Strings deduplicated when tenuring"), ROW_SHARE_OF_SUM, FUL_MARKER_FORMAT_INTEGER,
    { "strings_deduplicated", "strings_tenured" }, TRUE },
  { N_("Time allocating chunks in the mutator"), ROW_VALUE, FUL_MARKER_FORMAT_MICROSECONDS, { "chunk_alloc_us" }, TRUE },
  { N_("Groups to pretenure"), ROW_VALUE, FUL_MARKER_FORMAT_INTEGER, { "groups_pretenured" }, TRUE },
};

static const Row major_rows[] = {
  { N_("Reason"), ROW_VALUE, FUL_MARKER_FORMAT_STRING, { "reason" }, FALSE },
  { N_("Total of slices"), ROW_VALUE, FUL_MARKER_FORMAT_DURATION, { "total_time" }, FALSE },
  { N_("Longest pause"), ROW_VALUE, FUL_MARKER_FORMAT_DURATION, { "max_pause" }, FALSE },
  { N_("GC heap"), ROW_CHANGE, FUL_MARKER_FORMAT_BYTES, { "allocated_bytes", "post_heap_size" }, FALSE },
  { N_("Malloc heap"), ROW_CHANGE, FUL_MARKER_FORMAT_BYTES,
    { "pre_malloc_heap_size", "post_malloc_heap_size" }, FALSE },
  { N_("MMU 20 ms"), ROW_VALUE, FUL_MARKER_FORMAT_PERCENTAGE, { "mmu_20ms" }, FALSE },
  { N_("MMU 50 ms"), ROW_VALUE, FUL_MARKER_FORMAT_PERCENTAGE, { "mmu_50ms" }, FALSE },
  { N_("Minor GCs"), ROW_VALUE, FUL_MARKER_FORMAT_INTEGER, { "minor_gcs" }, FALSE },
  { N_("Slices"), ROW_VALUE, FUL_MARKER_FORMAT_INTEGER, { "slices" }, FALSE },
  { N_("Zones"), ROW_SHARE, FUL_MARKER_FORMAT_INTEGER, { "zones_collected", "total_zones" }, FALSE },
  { N_("Compartments"), ROW_VALUE, FUL_MARKER_FORMAT_INTEGER, { "total_compartments" }, FALSE },
};

/* Where the size afterwards was not recorded. */
static const Row heap_before = {
  N_("GC heap before"), ROW_VALUE, FUL_MARKER_FORMAT_BYTES, { "allocated_bytes" }, FALSE,
};

static const Row slice_rows[] = {
  { N_("Reason"), ROW_VALUE, FUL_MARKER_FORMAT_STRING, { "reason" }, FALSE },
  { N_("Budget"), ROW_VALUE, FUL_MARKER_FORMAT_STRING, { "budget" }, FALSE },
  { N_("States"), ROW_CHANGE, FUL_MARKER_FORMAT_STRING, { "initial_state", "final_state" }, FALSE },
  { N_("Trigger"), ROW_RATIO, FUL_MARKER_FORMAT_BYTES, { "trigger_amount", "trigger_threshold" }, TRUE },
  { N_("Page faults"), ROW_VALUE, FUL_MARKER_FORMAT_INTEGER, { "page_faults" }, FALSE },
};

/* NULL if the member is missing or no such value. */
static char *
dup_value (JsonObject *object,
           const Row  *row,
           guint       i)
{
  double number = ful_json_get_number (object, row->keys[i]);
  FulBytes text = { 0 };

  if (row->format == FUL_MARKER_FORMAT_STRING)
    return g_strdup (ful_json_get_string (object, row->keys[i]));
  if (isnan (number) || (row->skip_zero && number == 0))
    return NULL;

  if (i == 1 && row->kind == ROW_SHARE_OF_SUM)
    number += ful_json_get_number (object, row->keys[0]);
  ful_marker_number_append (row->format, number, &text);
  ful_bytes_append_c (&text, '\0');

  return text.data;
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

  if (first == NULL || (row->keys[1] && second == NULL))
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
    case ROW_CHANGE:
      text = g_strdup_printf ("%s → %s", first, second);
      break;
    case ROW_VALUE:
    default:
      text = g_steal_pointer (&first);
      break;
    }
  ful_marker_facts_add (facts, _(row->label), text);
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
  /* Translators: what a phase of a garbage collection took without the phases in it */
  g_autofree char *label = g_strdup_printf (is_self ? _("Phase %s (self-time)") : _("Phase %s"), name);
  FulBytes text = { 0 };

  ful_marker_number_append (FUL_MARKER_FORMAT_MILLISECONDS, us / 1000, &text);
  ful_bytes_append_c (&text, '\0');
  ful_marker_facts_add (facts, label, text.data);
  ful_bytes_clear (&text);
}

/* "a.b" is a phase in "a"; an inner one counts with what it took by itself. */
typedef struct
{
  const char *name;
  double      time;       /* µs; less what phases in it took */
  gboolean    is_inner;
} Phase;

static int
compare_phases (gconstpointer a,
                gconstpointer b)
{
  double x = ((const Phase *) a)->time, y = ((const Phase *) b)->time;

  return (x < y) - (x > y);
}

/* The phases with their time, without the sum of them all. */
static GArray *
list_phases (JsonObject *times)
{
  GArray *phases = g_array_new (FALSE, FALSE, sizeof (Phase));
  g_autoptr(GList) names = times ? json_object_get_members (times) : NULL;

  for (GList *l = names; l; l = l->next)
    {
      Phase phase = { l->data, ful_json_get_number (times, l->data), FALSE };

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
  g_autoptr(GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);

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
          if (is_parent)
            around->time -= ful_json_get_number (times, phase->name);
        }
    }

  g_array_sort (phases, compare_phases);
  for (guint i = 0; i < MIN (phases->len, N_PHASES); i++)
    {
      const Phase *phase = &g_array_index (phases, Phase, i);

      if (phase->time > 0)
        add_phase (facts, phase->name, phase->is_inner, phase->time);
    }
}

/* Bytes that were moved in the time that moving them took. */
static void
add_tenuring_rate (GArray     *facts,
                   JsonObject *nursery,
                   JsonObject *times)
{
  static const char *const moving[] = {
    "TraceValues", "TraceCells", "TraceSlots", "TraceWholeCells", "TraceGenericEntries", "MarkRuntime", "MarkDebugger",
    "CollectToObjFP", "CollectToStrFP",
  };
  double bytes = ful_json_get_number (nursery, "bytes_tenured");
  g_autofree char *rate = NULL;
  g_autofree char *text = NULL;
  double us = 0;

  /* Without the main one of the phases the others say nothing. */
  if (!(ful_json_get_number (times, "CollectToObjFP") > 0) || isnan (bytes))
    return;

  for (guint i = 0; i < G_N_ELEMENTS (moving); i++)
    {
      double time = ful_json_get_number (times, moving[i]);

      us += isnan (time) ? 0 : time;
    }
  rate = ful_format_bytes (bytes / us * 1e6);
  text = g_strdup_printf ("%s/s", rate);
  ful_marker_facts_add (facts, _("Tenuring rate"), text);
}

static void
add_minor (GArray     *facts,
           JsonObject *nursery)
{
  const char *status = ful_json_get_string (nursery, "status");
  JsonObject *times = ful_json_get_object (nursery, "phase_times");
  g_autoptr(GArray) phases = NULL;

  if (g_strcmp0 (status, "nursery disabled") == 0)
    ful_marker_facts_add (facts, _("Status"), _("Nursery disabled"));
  else if (g_strcmp0 (status, "nursery empty") == 0)
    ful_marker_facts_add (facts, _("Status"), _("Nursery empty"));
  if (g_strcmp0 (status, "complete") != 0)
    return;

  add_rows (facts, nursery, minor_rows, G_N_ELEMENTS (minor_rows));
  if (times)
    add_tenuring_rate (facts, nursery, times);
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
    ful_marker_facts_add (facts, _("Status"), _("Aborted, out of memory"));
  if (g_strcmp0 (status, "completed") != 0)
    return;

  if (reason && !g_str_equal (reason, "None"))
    ful_marker_facts_add (facts, _("Reason not to be incremental"), reason);
  add_rows (facts, timings, major_rows, G_N_ELEMENTS (major_rows));
  if (isnan (ful_json_get_number (timings, "post_heap_size")))
    add_row (facts, timings, &heap_before);
  add_longest_phases (facts, ful_json_get_object (timings, "phase_times"));
}

/**
 * ful_marker_gc_add_facts:
 * @facts: (element-type FulMarkerFact): gets what a marker of a garbage collection says; nothing of others
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
