/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The runs of both sides (compare.md 1 and 6): each file is opened, its view made, its values summed, and dropped before
 * the next one. */

#include "config.h"

#include "ful-compare-sides.h"

#include "ful-compare-names.h"
#include "ful-query-open.h"
#include "ful-query-options.h"

#include "base/ful-error.h"
#include "compare/ful-baseline.h"
#include "compare/ful-per.h"
#include "compare/runs/ful-item-sums.h"
#include "compare/runs/ful-side-range.h"
#include "model/ful-import-log.h"
#include "threads/ful-thread-set.h"
#include "threads/ful-view-options.h"

#include <string.h>

static void
add_thread (GArray *threads,
            guint   thread)
{
  for (guint i = 0; i < threads->len; i++)
    if (g_array_index (threads, guint, i) == thread)
      return;
  g_array_append_val (threads, thread);
}

/* @text: numbers or globs of names, with commas; what several of them are of is there once */
static gboolean
resolve_threads (FulProfile      *profile,
                 const char      *text,
                 FulViewOptions  *view,
                 GError         **error)
{
  g_auto(GStrv) parts = g_strsplit (text, ",", -1);
  g_autoptr(GArray) threads = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; parts[i]; i++)
    {
      g_autoptr(GPatternSpec) pattern = g_pattern_spec_new (parts[i]);
      gboolean is_number, any = FALSE;
      guint64 number;

      is_number = g_ascii_string_to_unsigned (parts[i], 10, 0, G_MAXINT32, &number, NULL);
      for (guint thread = 0; thread < profile->threads->len; thread++)
        if (is_number ? thread == number : g_pattern_spec_match_string (pattern, ful_profile_get_thread (profile, thread)->name))
          {
            add_thread (threads, thread);
            any = TRUE;
          }
      if (!any)
        {
          g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "There is no thread “%s”", parts[i]);
          return FALSE;
        }
    }
  ful_view_options_set_threads (view, (guint *) (gpointer) threads->data, threads->len);

  return ful_thread_set_check (profile, view->threads, view->n_threads, error);
}

/* Returns: (transfer full): the view of a run; @missing_specs gets the transforms that name nothing in it */
static FulViewOptions *
make_view (FulCompareSides  *self,
           FulSide           side,
           FulQuery         *run,
           GStrvBuilder     *missing_specs,
           GError          **error)
{
  const FulQueryCompare *options = &self->query->compare;
  const char *range = side == FUL_BEFORE ? options->before_range : options->after_range;
  const char *threads = side == FUL_BEFORE ? options->before_thread : options->after_thread;
  g_autoptr(FulViewOptions) view = ful_view_options_copy (g_ptr_array_index (run->views, 0));
  char **transforms = self->query->options->transforms;
  FulTimeRange resolved;

  range = range ? range : self->query->options->range;
  threads = threads ? threads : self->query->options->threads;
  if (range)
    {
      if (!ful_side_range_resolve (range, run->profile, run->reader.cache, &resolved, NULL, error))
        return NULL;
      ful_view_options_set_range (view, &resolved);
    }
  if (threads && !resolve_threads (run->profile, threads, view, error))
    return NULL;

  for (guint i = 0; transforms && transforms[i]; i++)
    {
      g_autoptr(GError) missing = NULL;
      FulViewOptions *next = ful_compare_push_spec (view, transforms[i], &run->reader, side == FUL_BEFORE ? self->renames : NULL,
                                                    &missing);

      if (next)
        {
          ful_view_options_unref (view);
          view = next;
        }
      else if (g_error_matches (missing, FUL_ERROR, FUL_ERROR_UNKNOWN_NAME))
        g_strv_builder_add (missing_specs, transforms[i]);
      else
        {
          g_propagate_error (error, g_steal_pointer (&missing));
          return NULL;
        }
    }

  return g_steal_pointer (&view);
}

/* Says of the runs of a file, from @begin on, what was not found or not there. */
static void
mark_runs (GPtrArray    *runs,
           guint         begin,
           GStrvBuilder *missing,
           gboolean      is_partial)
{
  g_auto(GStrv) specs = g_strv_builder_end (missing);

  for (guint i = begin; i < runs->len; i++)
    {
      FulRun *run = g_ptr_array_index (runs, i);

      run->missing = g_strdupv (specs);
      run->is_partial = is_partial;
    }
}

/* Reads the runs of a file. */
static gboolean
read_file (FulCompareSides  *self,
           FulSide           side,
           const char       *file,
           GPtrArray        *runs,
           FulExitStatus    *out_status,
           GError          **error)
{
  FulQueryOptions options = *self->query->options;
  FulQuery run = { .command = self->query->command, .member = self->query->member, .symbols = self->query->symbols,
                   .profile_path = (char *) file };
  g_autoptr(FulViewOptions) view = NULL;
  g_autoptr(GStrvBuilder) missing = g_strv_builder_new ();
  guint begin = runs->len;
  gboolean ok = FALSE;

  /* Ranges, threads and transforms need the profile. */
  options.range = options.threads = NULL;
  options.transforms = NULL;
  if (ful_query_open (&run, &options, file, out_status, error))
    {
      *out_status = FUL_EXIT_USAGE;
      view = make_view (self, side, &run, missing, error);
      ok = view != NULL;
    }
  if (ok)
    {
      FulRunRequest request = {
        side, file, run.profile, view, run.reader.cache, self->by, self->measure,
        self->request.is_nominal, self->split_marker, self->n_parts, self->request.per_name,
        side == FUL_BEFORE ? self->renames : NULL, self->request.pairing, self->request.tree,
        .field = self->query->compare.field, .has_field = &self->has_field,
        .with_cpu_time = self->request.per == FUL_PER_CPU,
      };

      ok = ful_run_read (&request, runs, NULL, error);
      mark_runs (runs, begin, missing, options.partial && ful_import_log_get_worst (run.profile->log) == FUL_SEVERITY_DATA_LOSS);
    }
  else if (*out_status == FUL_EXIT_NOTHING)
    {
      /* No thread of the name: for others nothing is found then, here the runs cannot be compared. */
      *out_status = FUL_EXIT_USAGE;
    }
  ful_query_close (&run);
  if (!ok)
    g_prefix_error (error, "%s: ", file);

  return ok;
}

static gboolean
read_baseline (FulCompareSides  *self,
               FulSide           side,
               GFile            *location,
               GPtrArray        *runs,
               FulExitStatus    *out_status,
               GError          **error)
{
  g_autofree char *view = ful_compare_sides_describe (self, side);
  g_autoptr(GError) flaw = NULL;

  if (ful_baseline_load (location, view, runs, side, side == FUL_BEFORE ? self->renames : NULL, self->request.pairing,
                         self->request.tree, &flaw))
    return TRUE;
  *out_status = g_error_matches (flaw, FUL_ERROR, FUL_ERROR_ARGUMENT) ? FUL_EXIT_USAGE : FUL_EXIT_UNREADABLE;
  g_propagate_prefixed_error (error, g_steal_pointer (&flaw), "%s: ", g_file_peek_path (location));

  return FALSE;
}

/**
 * ful_compare_sides_save:
 * @self: sides of which one was read
 * @error: %G_IO_ERROR
 *
 * Writes the baseline.
 */
gboolean
ful_compare_sides_save (FulCompareSides  *self,
                        GError          **error)
{
  g_autoptr(GFile) file = g_file_new_for_commandline_arg (self->query->compare.baseline);
  g_autofree char *view = ful_compare_sides_describe (self, FUL_BEFORE);

  return ful_baseline_save (file, view, self->request.runs[FUL_BEFORE], FUL_BEFORE, self->request.pairing, self->n_keys,
                            self->request.tree, error);
}

static gboolean
read_side (FulCompareSides  *self,
           FulSide           side,
           FulExitStatus    *out_status,
           GError          **error)
{
  for (guint i = 0; i < self->files[side]->len; i++)
    {
      char *file = g_ptr_array_index (self->files[side], i);
      GPtrArray *runs = self->request.runs[side];
      g_autoptr(GError) unreadable = NULL;
      guint begin = runs->len;
      g_autoptr(GFile) location = g_file_new_for_commandline_arg (file);
      gboolean is_baseline = ful_baseline_is_one (location);

      gboolean ok = is_baseline ? read_baseline (self, side, location, runs, out_status, &unreadable)
                                : read_file (self, side, file, runs, out_status, &unreadable);

      if (ok && !ful_runs_add_rows (runs, begin, &self->n_rows, &unreadable))
        {
          *out_status = FUL_EXIT_UNREADABLE;
          g_prefix_error (&unreadable, "%s: ", file);
          ok = FALSE;
        }
      if (!ok)
        {
          if (*out_status != FUL_EXIT_UNREADABLE || !self->query->compare.skip_unreadable)
            {
              g_propagate_error (error, g_steal_pointer (&unreadable));
              return FALSE;
            }
          g_printerr ("fulgens-query: left out: %s\n", unreadable->message);
          g_ptr_array_set_size (runs, (int) begin);
          continue;
        }
      for (guint r = begin; r < runs->len; r++)
        g_ptr_array_add (self->file_of_run[side], is_baseline ? NULL : file);
    }
  if (self->request.runs[side]->len == 0 && self->files[side]->len > 0)
    {
      *out_status = FUL_EXIT_UNREADABLE;
      g_set_error (error, FUL_ERROR, FUL_ERROR_EMPTY, "No file of %s can be read", side == FUL_BEFORE ? "BEFORE" : "AFTER");
      return FALSE;
    }

  return TRUE;
}

/* Takes script functions that may become one item from the same run that was read with them as one. */
static void
keep_merged (FulRun           *run,
             const FulRun     *again,
             const FulPairing *pairing)
{
  run->merged = g_array_new (FALSE, FALSE, sizeof (FulItemSum));
  for (guint i = 0; i < again->items->len; i++)
    {
      FulItemSum item = g_array_index (again->items, FulItemSum, i);

      item.key = ful_pairing_get_first_merged (pairing, item.key);
      if (item.key != FUL_NONE)
        g_array_append_val (run->merged, item);
    }
}

/* Files that have several of the functions that became one item are read again, now as one item. A baseline that is saved has both:
 * what becomes one item depends on the other side. */
static gboolean
read_merged (FulCompareSides  *self,
             FulExitStatus    *out_status,
             GError          **error)
{
  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      GPtrArray *runs = self->request.runs[side];

      for (guint i = 0, end; i < runs->len; i = end)
        {
          char *file = g_ptr_array_index (self->file_of_run[side], i);
          g_autoptr(GPtrArray) again = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_run_free);
          gboolean must = FALSE;

          for (end = i; end < runs->len && self->file_of_run[side]->pdata[end] == file; end++)
            must |= ful_comparison_must_reread (self->request.pairing, self->request.tree, side, runs->pdata[end]);
          if (!must || file == NULL || g_str_equal (file, "-"))
            continue;
          if (!read_file (self, side, file, again, out_status, error))
            return FALSE;
          for (guint r = i; r < end && r - i < again->len; r++)
            {
              gpointer old = runs->pdata[r];

              if (self->query->compare.baseline)
                {
                  keep_merged (old, again->pdata[r - i], self->request.pairing);
                  continue;
                }
              runs->pdata[r] = again->pdata[r - i];
              again->pdata[r - i] = old;
            }
        }
    }

  return TRUE;
}

/**
 * ful_compare_sides_count_missing:
 * @transform: as given
 *
 * Returns: in how many runs it names nothing
 */
guint
ful_compare_sides_count_missing (const FulCompareSides *self,
                                 const char            *transform)
{
  guint n = 0;

  for (guint side = 0; side < FUL_N_SIDES; side++)
    for (guint i = 0; i < self->request.runs[side]->len; i++)
      {
        const FulRun *run = g_ptr_array_index (self->request.runs[side], i);

        n += run->missing && g_strv_contains ((const char *const *) run->missing, transform);
      }

  return n;
}

/**
 * ful_compare_sides_read:
 * @self: sides
 * @out_status: (out): what the program ends with after an error
 * @error: what is wrong with a file, with its name
 *
 * Reads all files and pairs what they have.
 */
gboolean
ful_compare_sides_read (FulCompareSides  *self,
                        FulExitStatus    *out_status,
                        GError          **error)
{
  char **transforms = self->query->options->transforms;

  if (self->query->compare.baseline && self->files[FUL_AFTER]->len > 0)
    {
      *out_status = FUL_EXIT_USAGE;
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "--save-baseline needs one side only");
      return FALSE;
    }
  for (guint side = 0; side < FUL_N_SIDES; side++)
    if (!read_side (self, side, out_status, error))
      return FALSE;

  *out_status = FUL_EXIT_USAGE;
  for (guint i = 0; transforms && transforms[i]; i++)
    if (ful_compare_sides_count_missing (self, transforms[i]) == self->request.runs[FUL_BEFORE]->len + self->request.runs[FUL_AFTER]->len)
      {
        g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "--transform: no recording has what “%s” names", transforms[i]);
        return FALSE;
      }
  if (self->query->compare.field && !self->has_field)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "--field: no marker has a field “%s”", self->query->compare.field);
      return FALSE;
    }
  self->n_keys = ful_pairing_get_n_keys (self->request.pairing);
  if (self->query->compare.baseline)
    return self->by != FUL_COMPARE_FUNCTIONS || !ful_pairing_merge_positions (self->request.pairing) ||
           read_merged (self, out_status, error);

  ful_pairing_pair (self->request.pairing);
  if (!read_merged (self, out_status, error))
    return FALSE;
  for (guint side = 0; side < FUL_N_SIDES; side++)
    ful_baseline_merge (self->request.runs[side], self->request.pairing);
  ful_pairing_pair (self->request.pairing);

  return TRUE;
}
