/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of what was found as texts, for the window and for the query tool. */

#include "config.h"

#include "ful-find-line.h"

#include "insight/samples/ful-insight-text.h"
#include "model/ful-func-origin.h"
#include "tracks/ful-track.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Returns: (transfer full): as in "Web Content, 3 more threads" */
static char *
dup_threads (const FulFindCatalog *catalog,
             const FulFindMarker  *row)
{
  const char *name = catalog->thread_names[row->thread];
  guint n_more = row->threads->len - 1;
  g_autofree char *more = NULL;

  if (n_more == 0)
    return g_strdup (name);
  more = g_strdup_printf (ngettext ("%u more thread", "%u more threads", n_more), n_more);

  return g_strconcat (name, ", ", more, NULL);
}

/* Returns: (transfer full): as in "1,826 ×" */
static char *
dup_count (guint n)
{
  g_autofree char *count = ful_insight_text_of_count (n);

  return g_strconcat (count, " ×", NULL);
}

static char *
join (const char *first,
      const char *second)
{
  return g_strconcat (first, *first && *second ? " · " : "", second, NULL);
}

static void
describe_function (FulFindLine          *self,
                   const FulFindCatalog *catalog,
                   guint                 row)
{
  const FulFindFunction *function = &g_array_index (catalog->functions, FulFindFunction, row);
  double busy = catalog->weights->threads[function->thread].busy;
  g_autofree char *origin = ful_func_get_origin (catalog->profile, function->func);

  self->name = g_strdup (ful_profile_get_shown_name (catalog->profile, function->func));
  self->place = join (origin, catalog->thread_names[function->thread]);
  if (function->self > 0)
    {
      g_autofree char *amount = ful_insight_text_of_amount (function->self, catalog->unit);
      g_autofree char *share = ful_insight_text_of_share (function->self / busy);

      /* Translators: weight of a function itself, and its share */
      self->figure = g_strdup_printf (_("%s self · %s"), amount, share);
    }
  else
    self->figure = g_strdup ("");
}

static void
describe_marker (FulFindLine          *self,
                 const FulFindCatalog *catalog,
                 guint                 row)
{
  const FulFindMarker *marker = &g_array_index (catalog->markers, FulFindMarker, row);
  g_autofree char *count = dup_count (marker->n);
  g_autofree char *sum = marker->sum > 0 ? ful_insight_text_of_ms (marker->sum) : g_strdup ("");

  self->name = g_strdup (marker->name);
  self->place = dup_threads (catalog, marker);
  self->figure = join (count, sum);
}

static void
describe_field (FulFindLine          *self,
                const FulFindCatalog *catalog,
                guint                 row)
{
  const FulFindMarker *marker = &g_array_index (catalog->fields, FulFindMarker, row);
  g_autofree char *threads = dup_threads (catalog, marker);

  self->name = g_strconcat (marker->field, ": ", marker->text, NULL);
  self->place = join (marker->name, threads);
  self->figure = dup_count (marker->n);
}

static void
describe_request (FulFindLine          *self,
                  const FulFindCatalog *catalog,
                  guint                 row)
{
  const FulInsightRequest *request = &g_array_index (catalog->requests->all, FulInsightRequest, row);
  g_autofree char *duration = ful_insight_text_of_ms (request->duration);
  g_autofree char *status = isnan (request->status) ? g_strdup ("") : g_strdup_printf ("%.0f", request->status);

  self->name = g_strdup (request->url);
  self->place = g_strdup (catalog->thread_names[request->thread]);
  self->figure = join (status, duration);
}

static void
describe_thread (FulFindLine          *self,
                 const FulFindCatalog *catalog,
                 guint                 row)
{
  FulThread *thread = ful_profile_get_thread (catalog->profile, row);
  double busy = catalog->weights->threads[row].busy;

  self->name = g_strdup (catalog->thread_names[row]);
  self->place = g_strdup_printf ("PID %s, TID %s", thread->pid, thread->tid);
  if (busy > 0)
    {
      g_autofree char *amount = ful_insight_text_of_amount (busy, catalog->unit);
      g_autofree char *share = ful_insight_text_of_share (busy / catalog->weights->busy);

      self->figure = join (amount, share);
    }
  else
    self->figure = g_strdup ("");
}

static void
describe_track (FulFindLine          *self,
                const FulFindCatalog *catalog,
                guint                 row)
{
  guint process = g_array_index (catalog->track_processes, guint, row);

  self->name = g_strdup (((const FulTrack *) g_ptr_array_index (catalog->tracks, row))->name);
  self->place = g_strdup (process == row ? "" : ((const FulTrack *) g_ptr_array_index (catalog->tracks, process))->name);
  self->figure = g_strdup ("");
}

static void
describe_file (FulFindLine          *self,
               const FulFindCatalog *catalog,
               guint                 row)
{
  const FulFindFile *file = &g_array_index (catalog->files, FulFindFile, row);

  self->name = g_strdup (file->path);
  self->place = g_strdup ("");
  self->figure = file->weight > 0 ? ful_insight_text_of_amount (file->weight, catalog->unit) : g_strdup ("");
}

/**
 * ful_find_line_init:
 * @kind: one of the catalog, up to %FUL_FIND_FILES
 * @row: of that kind
 *
 * Sets the texts of a row.
 */
void
ful_find_line_init (FulFindLine          *self,
                    const FulFindCatalog *catalog,
                    FulFindKind           kind,
                    guint                 row)
{
  static void (*const describe[]) (FulFindLine *, const FulFindCatalog *, guint) = {
    [FUL_FIND_FUNCTIONS] = describe_function,
    [FUL_FIND_MARKERS] = describe_marker,
    [FUL_FIND_FIELDS] = describe_field,
    [FUL_FIND_REQUESTS] = describe_request,
    [FUL_FIND_THREADS] = describe_thread,
    [FUL_FIND_TRACKS] = describe_track,
    [FUL_FIND_FILES] = describe_file,
  };

  g_assert (kind < G_N_ELEMENTS (describe));
  describe[kind] (self, catalog, row);
}

void
ful_find_line_clear (FulFindLine *self)
{
  g_free (self->name);
  g_free (self->place);
  g_free (self->figure);
}
