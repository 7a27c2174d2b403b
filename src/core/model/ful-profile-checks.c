/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What all later code relies on, checked and repaired: row references in range,
 * callers before callees, numbers that are numbers, times ascending. Rows that were
 * published are not looked at again. */

#include "config.h"

#include "ful-profile-builder-private.h"

#include "ful-import-log.h"
#include "ful-shared-tables.h"
#include "ful-thread-tables.h"

#include "base/ful-buffer.h"
#include "base/ful-radix-sort.h"
#include "base/ful-string-table.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static guint
rows_of (FulProfileBuilder *self,
         FulRef             ref)
{
  switch (ref)
    {
    case FUL_REF_STRING:
      return ful_string_table_get_n (self->strings);
    case FUL_REF_TEXT:
      return ful_string_table_get_n (self->texts);
    case FUL_REF_STACK:
    case FUL_REF_EARLIER_STACK:
      return self->stacks.n_rows;
    case FUL_REF_FRAME:
      return self->frames.n_rows;
    case FUL_REF_FUNC:
      return self->funcs.n_rows;
    case FUL_REF_RESOURCE:
      return self->resources.n_rows;
    case FUL_REF_NATIVE_SYMBOL:
      return self->native_symbols.n_rows;
    case FUL_REF_SOURCE:
      return self->sources.n_rows;
    case FUL_REF_SOURCE_LOCATION:
      return self->source_locations.n_rows;
    case FUL_REF_LIB:
      return self->profile->libs->len;
    case FUL_REF_CATEGORY:
      return self->profile->categories->len;
    case FUL_REF_NOTHING:
    default:
      g_assert_not_reached ();
    }
}

static gint32
intern_unknown (FulProfileBuilder *self)
{
  return ful_string_table_intern (self->strings, "<unknown>", -1);
}

/* @cell: column of @table with what makes the row unknown */
static gint32
get_unknown_row (gint32          *row,
                 FulTableBuilder *table,
                 guint            cell,
                 gint32           value)
{
  if (*row == FUL_NONE)
    {
      *row = (gint32) ful_table_builder_append (table, 1);
      FUL_CELLS (table, cell, gint32)[*row] = value;
    }

  return *row;
}

/**
 * ful_profile_builder_get_unknown:
 * @refers_to: a table
 *
 * What belongs to no row of a file is not given to one of them: its time would be that of another function.
 *
 * Returns: the row that stands for a missing one, named "<unknown>", the same each time; %FUL_NONE for tables without
 */
gint32
ful_profile_builder_get_unknown (FulProfileBuilder *self,
                                 FulRef             refers_to)
{
  switch ((int) refers_to)
    {
    case FUL_REF_STRING:
      return intern_unknown (self);
    case FUL_REF_FUNC:
      return get_unknown_row (&self->unknown_func, &self->funcs, FUL_FUNC_NAME, intern_unknown (self));
    case FUL_REF_FRAME:
      return get_unknown_row (&self->unknown_frame, &self->frames, FUL_FRAME_FUNC,
                              ful_profile_builder_get_unknown (self, FUL_REF_FUNC));
    case FUL_REF_SOURCE:
      return get_unknown_row (&self->unknown_source, &self->sources, FUL_SOURCE_FILENAME, intern_unknown (self));
    case FUL_REF_LIB:
      if (self->unknown_lib == FUL_NONE)
        {
          self->unknown_lib = (gint32) self->profile->libs->len;
          g_ptr_array_add (self->profile->libs, ful_lib_new_unknown ());
        }
      return self->unknown_lib;
    default:
      return FUL_NONE;
    }
}

/* The substitute for a reference that is out of range. */
static gint32
repaired_reference (FulProfileBuilder *self,
                    const FulColumn   *column)
{
  if (column->flags & FUL_COLUMN_NULLABLE)
    return FUL_NONE;

  return column->refers_to == FUL_REF_CATEGORY ? self->profile->default_category
                                               : ful_profile_builder_get_unknown (self, column->refers_to);
}

static gint32
lowest_reference (const FulColumn *column)
{
  return (column->flags & FUL_COLUMN_NULLABLE) ? FUL_NONE : 0;
}

static gint32
end_of_references (FulProfileBuilder *self,
                   const FulColumn   *column)
{
  return (gint32) MIN (rows_of (self, column->refers_to), FUL_MAX_ROWS);
}

static gboolean
references_are_valid (FulProfileBuilder     *self,
                      const FulTableBuilder *table,
                      guint                  c)
{
  const FulColumn *column = &table->klass->columns[c];
  gint32 lowest = lowest_reference (column);
  const gint32 *cells;
  gint32 end;
  guint bad = 0;

  if (table->buffers[c] == NULL || column->refers_to == FUL_REF_NOTHING)
    return TRUE;

  cells = table->buffers[c]->data;
  if (column->refers_to == FUL_REF_EARLIER_STACK)
    {
      for (guint i = table->n_published; i < table->n_rows; i++)
        bad |= (cells[i] < lowest) | (cells[i] >= (gint32) i);
      return !bad;
    }

  end = end_of_references (self, column);
  for (guint i = table->n_published; i < table->n_rows; i++)
    bad |= (cells[i] < lowest) | (cells[i] >= end);

  return !bad;
}

static void
repair_references (FulProfileBuilder *self,
                   FulTableBuilder   *table,
                   guint              c,
                   const char        *where)
{
  const FulColumn *column = &table->klass->columns[c];
  gint32 *cells = table->buffers[c]->data;
  gint32 end = column->refers_to == FUL_REF_EARLIER_STACK ? 0 : end_of_references (self, column);

  for (guint i = table->n_published; i < table->n_rows; i++)
    {
      g_autofree char *place = NULL;

      if (column->refers_to == FUL_REF_EARLIER_STACK)
        end = (gint32) i;
      if (cells[i] >= lowest_reference (column) && cells[i] < end)
        continue;

      place = g_strdup_printf ("%s.%s", where, column->name);
      ful_import_log_add (self->log, FUL_SEVERITY_ERROR, place, i, -1,
                          _("row reference out of range; replaced it"));
      cells[i] = repaired_reference (self, column);
    }
}

/* What JSON cannot hold cannot be saved either: infinite numbers, and NaN where a
 * cell cannot be missing. Times of samples are left to ful_profile_builder_check_times (). */
static gboolean
numbers_are_valid (const FulTableBuilder *table,
                   guint                  c)
{
  const FulColumn *column = &table->klass->columns[c];
  const FulBuffer *buffer = table->buffers[c];
  gboolean nullable = (column->flags & FUL_COLUMN_NULLABLE) != 0;
  gboolean bad = FALSE;
  const double *cells;

  if (buffer == NULL || buffer->type != FUL_TYPE_F64 || (c == 0 && g_str_equal (column->name, "time")))
    return TRUE;

  cells = buffer->data;
  for (guint i = table->n_published; i < table->n_rows; i++)
    bad |= !(fabs (cells[i]) <= G_MAXDOUBLE) && !(nullable && isnan (cells[i]));

  return !bad;
}

static void
repair_numbers (FulProfileBuilder *self,
                FulTableBuilder   *table,
                guint              c,
                const char        *where)
{
  const FulColumn *column = &table->klass->columns[c];
  gboolean nullable = (column->flags & FUL_COLUMN_NULLABLE) != 0;
  double *cells = table->buffers[c]->data;

  for (guint i = table->n_published; i < table->n_rows; i++)
    {
      g_autofree char *place = NULL;

      if (isfinite (cells[i]) || (nullable && isnan (cells[i])))
        continue;
      place = g_strdup_printf ("%s.%s", where, column->name);
      ful_import_log_add (self->log, FUL_SEVERITY_ERROR, place, i, -1, _("cell is not a finite number; cleared it"));
      cells[i] = nullable ? NAN : 0;
    }
}

void
ful_profile_builder_check_table (FulProfileBuilder *self,
             FulTableBuilder   *table,
             const char        *where)
{
  for (guint c = 0; c < table->klass->n_columns; c++)
    {
      if (!references_are_valid (self, table, c))
        repair_references (self, table, c, where);
      if (!numbers_are_valid (table, c))
        repair_numbers (self, table, c, where);
    }
}

static gboolean
times_are_valid (const FulTableBuilder *table)
{
  const double *time = FUL_CELLS (table, 0, double);
  guint first = table->n_published;
  guint n = table->n_rows;
  gboolean sorted = TRUE;

  for (guint i = MAX (first, 1); i < n; i++)
    sorted &= time[i] >= time[i - 1];

  return n == first || (sorted && time[first] >= -G_MAXDOUBLE && time[n - 1] <= G_MAXDOUBLE);
}

/**
 * ful_profile_builder_is_valid:
 * @self: a builder whose shared tables were checked
 * @table: a table of a thread
 * @timed: whether it has to be in order of time
 *
 * Read-only, so that several tables can be checked in parallel. A valid table stays
 * valid when rows are appended to the tables it refers to.
 *
 * Returns: whether the checks below would find nothing to repair
 */
gboolean
ful_profile_builder_is_valid (FulProfileBuilder     *self,
                              const FulTableBuilder *table,
                              gboolean               timed)
{
  for (guint c = 0; c < table->klass->n_columns; c++)
    if (!references_are_valid (self, table, c) || !numbers_are_valid (table, c))
      return FALSE;

  return !timed || times_are_valid (table);
}

/* What a marker needs to be shown: the times of its phase. */
static gboolean
lacks_time (guint8 phase,
            double start,
            double end)
{
  return (phase != FUL_MARKER_PHASE_INTERVAL_END && isnan (start)) ||
         ((phase == FUL_MARKER_PHASE_INTERVAL || phase == FUL_MARKER_PHASE_INTERVAL_END) && isnan (end));
}

/**
 * ful_profile_builder_marker_times_are_valid:
 * @markers: markers of a thread
 *
 * Returns: whether all have the times of their phase, and none ends before it starts
 */
gboolean
ful_profile_builder_marker_times_are_valid (const FulTableBuilder *markers)
{
  const guint8 *phase = FUL_CELLS (markers, FUL_MARKER_PHASE, guint8);
  const double *start = FUL_CELLS (markers, FUL_MARKER_START_TIME, double);
  const double *end = FUL_CELLS (markers, FUL_MARKER_END_TIME, double);
  gboolean bad = FALSE;

  for (guint i = markers->n_published; i < markers->n_rows; i++)
    bad |= lacks_time (phase[i], start[i], end[i]) || (phase[i] == FUL_MARKER_PHASE_INTERVAL && end[i] < start[i]);

  return !bad;
}

void
ful_profile_builder_check_marker_times (FulProfileBuilder *self,
                                        FulTableBuilder   *markers,
                                        const char        *where)
{
  const guint8 *phase = FUL_CELLS (markers, FUL_MARKER_PHASE, guint8);
  const double *start = FUL_CELLS (markers, FUL_MARKER_START_TIME, double);
  double *end = FUL_CELLS (markers, FUL_MARKER_END_TIME, double);

  for (guint i = markers->n_published; i < markers->n_rows; i++)
    if (lacks_time (phase[i], start[i], end[i]))
      ful_import_log_add (self->log, FUL_SEVERITY_DATA_LOSS, where, i, -1, _("a marker has no time; it is not shown"));
    else if (phase[i] == FUL_MARKER_PHASE_INTERVAL && end[i] < start[i])
      {
        /* Firefox writes some in every few captures: that is no problem of the file that the user should be told of. */
        ful_import_log_add (self->log, FUL_SEVERITY_INFO, where, i, -1, _("a marker ends before it starts; its length is 0"));
        end[i] = start[i];
      }
}

/* Sorts the rows of a table by its first column, the time. NaN and infinite
 * times are replaced by the time before. Those before published rows are moved there.
 *
 * Returns: (transfer full) (nullable): for each row that is not published its number before; %NULL if all have the
 *   same */
guint *
ful_profile_builder_check_times (FulProfileBuilder *self,
                                 FulTableBuilder   *table,
                                 const char        *where)
{
  double *time = FUL_CELLS (table, 0, double);
  guint first = table->n_published;
  double last;
  gboolean sorted;
  g_autofree guint *order = NULL;
  g_autofree char *place = NULL;

  if (times_are_valid (table))
    return NULL;

  place = g_strconcat (where, ".time", NULL);
  last = first > 0 ? time[first - 1] : NAN;
  for (guint i = first; i < table->n_rows && isnan (last); i++)
    if (isfinite (time[i]))
      last = time[i];
  if (isnan (last))
    last = 0;

  sorted = TRUE;
  for (guint i = first; i < table->n_rows; i++)
    {
      if (!isfinite (time[i]))
        {
          ful_import_log_add (self->log, FUL_SEVERITY_ERROR, place, i, -1,
                              _("time is not a number; used the previous one"));
          time[i] = last;
        }
      else if (first > 0 && time[i] < time[first - 1])
        {
          ful_import_log_add (self->log, FUL_SEVERITY_ERROR, place, i, -1,
                              _("time is before that of a row that was shown; moved it there"));
          time[i] = time[first - 1];
        }
      sorted = sorted && time[i] >= last;
      last = time[i];
    }
  if (sorted)
    return NULL;

  ful_import_log_add (self->log, FUL_SEVERITY_ERROR, place, -1, -1, _("times are not ascending; sorted the rows"));
  order = ful_radix_order (time + first, table->n_rows - first);
  ful_table_builder_reorder (table, first, order);

  return g_steal_pointer (&order);
}
