/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The two sides of a comparison: which files they are, and the runs in them (compare.md 1 and 6). Files are read one after
 * the other, and dropped. */

#include "config.h"

#include "ful-compare-sides.h"

#include "ful-query-open.h"
#include "ful-query-options.h"

#include "base/ful-error.h"
#include "compare/ful-baseline.h"
#include "compare/ful-marker-spans.h"
#include "threads/ful-thread-set.h"
#include "threads/ful-view-options.h"

#include <math.h>
#include <string.h>

#define MAX_PARTS 10000
#define MAX_FILES 100000

static gboolean
refuse (const char  *option,
        const char  *text,
        GError     **error)
{
  g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "%s: “%s” is not understood", option, text);
  return FALSE;
}

/**
 * ful_compare_parse_share:
 * @text: (nullable): "5%", or the same without the sign
 * @value: (inout): the share of 1; not touched without @text
 */
gboolean
ful_compare_parse_share (const char  *option,
                         const char  *text,
                         double      *value,
                         GError     **error)
{
  char *end;
  double percent;

  if (text == NULL)
    return TRUE;
  percent = g_ascii_strtod (text, &end);
  if (end == text || !(*end == '\0' || g_str_equal (end, "%")) || !isfinite (percent) || percent < 0)
    return refuse (option, text, error);
  *value = percent / 100;

  return TRUE;
}

static int
find_word (const char *const *words,
           const char        *text)
{
  for (int i = 0; words[i]; i++)
    if (g_str_equal (words[i], text))
      return i;

  return -1;
}

static gboolean
parse_table (FulCompareSides  *self,
             GError          **error)
{
  static const char *const tables[] = { "function", "node", "category", "marker", "thread", "counter", NULL };
  static const char *const measures[] = { "self", "total", "count", "mean", NULL };
  const FulQueryCompare *options = &self->query->compare;
  int by = options->by ? find_word (tables, options->by) : FUL_COMPARE_FUNCTIONS, measure;
  gboolean is_of_markers;

  if (by < 0)
    return refuse ("--by", options->by, error);
  self->by = (FulCompared) by;
  measure = options->measure ? find_word (measures, options->measure) : by == FUL_COMPARE_FUNCTIONS ? FUL_MEASURE_SELF :
            by == FUL_COMPARE_COUNTERS ? FUL_MEASURE_MEAN : FUL_MEASURE_TOTAL;
  if (measure < 0)
    return refuse ("--measure", options->measure, error);
  self->measure = (FulMeasure) measure;
  is_of_markers = self->by == FUL_COMPARE_MARKERS || self->by == FUL_COMPARE_COUNTERS;
  if ((self->measure == FUL_MEASURE_COUNT && self->by != FUL_COMPARE_MARKERS) || (self->measure == FUL_MEASURE_MEAN && !is_of_markers) ||
      (self->measure == FUL_MEASURE_SELF && is_of_markers))
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "--measure=%s is not for --by=%s", measures[measure], tables[by]);
      return FALSE;
    }

  return TRUE;
}

static gboolean
parse_per (FulCompareSides  *self,
           GError          **error)
{
  static const char *const words[] = { "run", "wall", "cpu", "total", NULL };
  const char *per = self->query->compare.per, *split = self->query->compare.split;
  guint64 n_parts;

  if (per && g_str_has_prefix (per, "marker:") && per[strlen ("marker:")] != '\0')
    {
      self->request.per = FUL_PER_MARKER;
      self->request.per_name = self->counted_marker = g_strdup (per + strlen ("marker:"));
    }
  else if (per)
    {
      if (find_word (words, per) < 0)
        return refuse ("--per", per, error);
      self->request.per = (FulPer) find_word (words, per);
    }

  self->n_parts = 1;
  if (split == NULL)
    return TRUE;
  if (g_str_has_prefix (split, "marker:") && split[strlen ("marker:")] != '\0')
    {
      self->split_marker = g_strdup (split + strlen ("marker:"));
      return TRUE;
    }
  if (!g_ascii_string_to_unsigned (split, 10, 2, MAX_PARTS, &n_parts, NULL))
    return refuse ("--split", split, error);
  self->n_parts = (guint) n_parts;

  return TRUE;
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Adds a file, or the files in a folder. */
static gboolean
add_files (GPtrArray   *files,
           const char  *name,
           GError     **error)
{
  g_autoptr(GDir) folder = g_file_test (name, G_FILE_TEST_IS_DIR) ? g_dir_open (name, 0, error) : NULL;
  guint begin = files->len;
  const char *entry;

  if (!g_file_test (name, G_FILE_TEST_IS_DIR))
    {
      g_ptr_array_add (files, g_strdup (name));
      return TRUE;
    }
  if (folder == NULL)
    return FALSE;

  while ((entry = g_dir_read_name (folder)))
    {
      g_autofree char *path = g_build_filename (name, entry, NULL);

      if (*entry != '.' && g_file_test (path, G_FILE_TEST_IS_REGULAR))
        g_ptr_array_add (files, g_steal_pointer (&path));
    }
  if (files->len == begin)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_EMPTY, "%s: the folder has no files", name);
      return FALSE;
    }
  qsort (files->pdata + begin, files->len - begin, sizeof *files->pdata, compare_names);

  return TRUE;
}

static gboolean
find_files (FulCompareSides  *self,
            GError          **error)
{
  char **arguments = self->query->arguments;
  gboolean has_colon = g_strv_contains ((const char *const *) arguments, ":");
  guint side = FUL_BEFORE;

  if (!has_colon && g_strv_length (arguments) != FUL_N_SIDES && !self->query->compare.baseline)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "BEFORE and AFTER are needed; several files of each are divided by a lone colon");
      return FALSE;
    }
  for (guint i = 0; arguments[i]; i++)
    {
      if (g_str_equal (arguments[i], ":"))
        {
          if (++side < FUL_N_SIDES)
            continue;
          g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "There is more than one colon");
          return FALSE;
        }
      if (!add_files (self->files[side], arguments[i], error))
        return FALSE;
      if (!has_colon && !self->query->compare.baseline)
        side++;
    }
  if (self->files[FUL_BEFORE]->len == 0 || (self->files[FUL_AFTER]->len == 0 && !self->query->compare.baseline))
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "%s has no files", self->files[FUL_BEFORE]->len == 0 ? "BEFORE" : "AFTER");
      return FALSE;
    }
  if (self->files[FUL_BEFORE]->len + self->files[FUL_AFTER]->len > MAX_FILES)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE, "There are more than %u files", MAX_FILES);
      return FALSE;
    }

  return TRUE;
}

/**
 * ful_compare_sides_init:
 * @self: (out caller-allocates): the sides; free them with ful_compare_sides_clear(), also after an error
 * @query: options and arguments; lives as long as @self
 * @error: %FUL_ERROR_ARGUMENT
 *
 * Checks all that needs no file.
 */
gboolean
ful_compare_sides_init (FulCompareSides  *self,
                        FulQuery         *query,
                        GError          **error)
{
  const FulQueryCompare *options = &query->compare;

  *self = (FulCompareSides) { .query = query };
  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      self->files[side] = g_ptr_array_new_with_free_func (g_free);
      self->file_of_run[side] = g_ptr_array_new ();
      self->request.runs[side] = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_run_free);
    }
  self->request.pairing = ful_pairing_new ();
  self->request.rules = (FulChangeRules) { .margin = 0.05, .min_effect = 0.01 };
  self->request.only = options->only;
  if (!parse_table (self, error) || !parse_per (self, error) ||
      !ful_compare_parse_share ("--margin", options->margin, &self->request.rules.margin, error) ||
      !ful_compare_parse_share ("--min-effect", options->min_effect, &self->request.rules.min_effect, error) ||
      !ful_compare_parse_share ("--assume-noise", options->assume_noise, &self->request.rules.assumed_noise, error))
    return FALSE;
  if (options->interval && !g_str_equal (options->interval, "measured") && !g_str_equal (options->interval, "nominal"))
    return refuse ("--interval", options->interval, error);
  if (options->renames)
    {
      self->renames = ful_renames_new ((const char *const *) options->renames, error);
      if (self->renames == NULL)
        {
          g_prefix_error_literal (error, "--rename: ");
          return FALSE;
        }
    }
  if (query->options->invert || query->options->view)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "%s is not for compare", query->options->view ? "--view" : "--invert");
      return FALSE;
    }
  if (self->by == FUL_COMPARE_NODES)
    self->request.tree = ful_path_tree_new ();
  self->n_missing = g_new0 (guint, query->options->transforms ? g_strv_length (query->options->transforms) : 1);

  return find_files (self, error);
}

void
ful_compare_sides_clear (FulCompareSides *self)
{
  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      g_clear_pointer (&self->files[side], g_ptr_array_unref);
      g_clear_pointer (&self->file_of_run[side], g_ptr_array_unref);
      g_clear_pointer (&self->request.runs[side], g_ptr_array_unref);
    }
  g_clear_pointer (&self->request.pairing, ful_pairing_free);
  g_clear_pointer (&self->request.tree, ful_path_tree_free);
  g_clear_pointer (&self->renames, ful_renames_free);
  g_free (self->split_marker);
  g_free (self->counted_marker);
  g_free (self->n_missing);
}

/* Returns: (transfer full): the markers of a name; the K-th of "NAME#K" only if @number is given */
static gboolean
find_span (FulQuery      *run,
           const char    *name,
           gboolean       has_number,
           FulTimeRange  *span,
           GError       **error)
{
  const char *hash = has_number ? strrchr (name, '#') : NULL;
  g_autofree char *base = NULL;
  g_autoptr(GArray) spans = NULL;
  guint64 number = 1;

  if (hash && !g_ascii_string_to_unsigned (hash + 1, 10, 1, G_MAXUINT32, &number, NULL))
    hash = NULL;
  base = hash ? g_strndup (name, (gsize) (hash - name)) : g_strdup (name);
  spans = ful_marker_spans_new (run->profile, run->reader.cache, base, NULL, error);
  if (spans == NULL)
    return FALSE;
  if (number > spans->len)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "There are only %u markers “%s”", spans->len, base);
      return FALSE;
    }
  *span = g_array_index (spans, FulTimeRange, number - 1);

  return TRUE;
}

/* @text: START,END or marker:NAME, marker:NAME#K, markers:A,B. @range: relative to the root range */
static gboolean
resolve_range (FulQuery      *run,
               const char    *text,
               FulTimeRange  *range,
               GError       **error)
{
  FulTimeRange root = ful_derive_cache_get_root_range (run->reader.cache), other;
  char *end;

  if (g_str_has_prefix (text, "marker:"))
    {
      if (!find_span (run, text + strlen ("marker:"), TRUE, range, error))
        return FALSE;
      if (!(range->end > range->start))
        {
          g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "%s has no duration", text);
          return FALSE;
        }
      *range = ful_time_range_shift (*range, -root.start);
      return TRUE;
    }
  if (g_str_has_prefix (text, "markers:"))
    {
      g_auto(GStrv) names = g_strsplit (text + strlen ("markers:"), ",", 2);

      if (g_strv_length (names) != 2)
        return refuse ("--range", text, error);
      if (!find_span (run, names[0], FALSE, range, error) || !find_span (run, names[1], FALSE, &other, error))
        return FALSE;
      if (!(other.start > range->start))
        {
          g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "“%s” does not start after “%s”", names[1], names[0]);
          return FALSE;
        }
      *range = (FulTimeRange) { range->start - root.start, other.start - root.start };
      return TRUE;
    }

  range->start = g_ascii_strtod (text, &end);
  if (end == text || *end != ',')
    return refuse ("--range", text, error);
  text = end + 1;
  range->end = g_ascii_strtod (text, &end);
  if (end == text || *end != '\0' || !(range->end > range->start))
    return refuse ("--range", text, error);

  return TRUE;
}

/* @text: numbers or globs of names, with commas */
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
      guint64 number;
      guint begin = threads->len;

      if (g_ascii_string_to_unsigned (parts[i], 10, 0, G_MAXINT32, &number, NULL))
        {
          guint thread = (guint) number;

          if (thread < profile->threads->len)
            g_array_append_val (threads, thread);
        }
      else
        for (guint thread = 0; thread < profile->threads->len; thread++)
          if (g_pattern_spec_match_string (pattern, ful_profile_get_thread (profile, thread)->name))
            g_array_append_val (threads, thread);
      if (threads->len == begin)
        {
          g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "There is no thread “%s”", parts[i]);
          return FALSE;
        }
    }
  ful_view_options_set_threads (view, (guint *) (gpointer) threads->data, threads->len);

  return ful_thread_set_check (profile, view->threads, view->n_threads, error);
}

/* Returns: (transfer full): the view of a run */
static FulViewOptions *
make_view (FulCompareSides  *self,
           FulSide           side,
           FulQuery         *run,
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
      if (!resolve_range (run, range, &resolved, error))
        return NULL;
      ful_view_options_set_range (view, &resolved);
    }
  if (threads && !resolve_threads (run->profile, threads, view, error))
    return NULL;

  for (guint i = 0; transforms && transforms[i]; i++)
    {
      g_autoptr(GError) missing = NULL;
      FulViewOptions *next = ful_transform_push_spec (view, transforms[i], &run->reader, &missing);

      if (next)
        {
          ful_view_options_unref (view);
          view = next;
        }
      else if (g_error_matches (missing, FUL_ERROR, FUL_ERROR_UNKNOWN_NAME))
        self->n_missing[i]++;
      else
        {
          g_propagate_error (error, g_steal_pointer (&missing));
          return NULL;
        }
    }

  return g_steal_pointer (&view);
}

static void
clear_run (FulQuery *run)
{
  g_clear_object (&run->profile);
  g_clear_pointer (&run->views, g_ptr_array_unref);
  ful_transform_reader_clear (&run->reader);
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
  gboolean ok = FALSE;

  /* Ranges, threads and transforms need the profile. */
  options.range = options.threads = NULL;
  options.transforms = NULL;
  if (ful_query_open (&run, &options, file, out_status, error))
    {
      *out_status = FUL_EXIT_USAGE;
      view = make_view (self, side, &run, error);
      ok = view != NULL;
    }
  if (ok)
    {
      FulRunRequest request = {
        side, file, run.profile, view, run.reader.cache, self->by, self->measure,
        g_strcmp0 (self->query->compare.interval, "nominal") == 0, self->split_marker, self->n_parts, self->counted_marker,
        side == FUL_BEFORE ? self->renames : NULL, self->request.pairing, self->request.tree,
      };

      ok = ful_run_read (&request, runs, NULL, error);
    }
  clear_run (&run);
  if (!ok)
    g_prefix_error (error, "%s: ", file);

  return ok;
}

static void
append_part (GString    *text,
             const char *name,
             const char *value)
{
  if (value)
    g_string_append_printf (text, "%s--%s=%s", text->len > 0 ? " " : "", name, value);
}

/* Returns: (transfer full): the options that decide what the values of a side are */
static char *
describe_view (const FulCompareSides *self,
               FulSide                side)
{
  const FulQueryOptions *options = self->query->options;
  const FulQueryCompare *compare = &self->query->compare;
  const char *range = side == FUL_BEFORE ? compare->before_range : compare->after_range;
  const char *threads = side == FUL_BEFORE ? compare->before_thread : compare->after_thread;
  GString *text = g_string_new (NULL);

  append_part (text, "by", compare->by && self->by != FUL_COMPARE_FUNCTIONS ? compare->by : NULL);
  append_part (text, "measure", compare->measure);
  append_part (text, "per", compare->per);
  append_part (text, "interval", compare->interval);
  append_part (text, "split", compare->split);
  append_part (text, "range", range ? range : options->range);
  append_part (text, "thread", threads ? threads : options->threads);
  append_part (text, "thread-name", options->thread_name);
  append_part (text, "strategy", options->strategy);
  append_part (text, "implementation", options->implementation);
  append_part (text, "search", options->search);
  append_part (text, "regex", options->regex ? "yes" : NULL);
  append_part (text, "match-case", options->match_case ? "yes" : NULL);
  append_part (text, "no-idle", options->no_idle ? "yes" : NULL);
  append_part (text, "fold-unnamed", options->fold_unnamed ? "yes" : NULL);
  for (guint i = 0; options->own && options->own[i]; i++)
    append_part (text, "own", options->own[i]);
  for (guint i = 0; options->not_own && options->not_own[i]; i++)
    append_part (text, "not-own", options->not_own[i]);
  for (guint i = 0; options->transforms && options->transforms[i]; i++)
    append_part (text, "transform", options->transforms[i]);

  return g_string_free (text, FALSE);
}

static gboolean
read_baseline (FulCompareSides  *self,
               FulSide           side,
               GFile            *location,
               GPtrArray        *runs,
               FulExitStatus    *out_status,
               GError          **error)
{
  g_autofree char *view = describe_view (self, side);
  g_autoptr(GError) flaw = NULL;

  if (ful_baseline_load (location, view, runs, side, self->request.pairing, self->request.tree, &flaw))
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
  g_autofree char *view = describe_view (self, FUL_BEFORE);

  return ful_baseline_save (file, view, self->request.runs[FUL_BEFORE], FUL_BEFORE, self->request.pairing, self->request.tree, error);
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

      if (!(is_baseline ? read_baseline (self, side, location, runs, out_status, &unreadable)
                        : read_file (self, side, file, runs, out_status, &unreadable)))
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
      self->n_read++;
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

/* Files that have several of the functions that became one item are read again, now as one item. */
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

              runs->pdata[r] = again->pdata[r - i];
              again->pdata[r - i] = old;
            }
        }
    }

  return TRUE;
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
    if (self->n_missing[i] >= self->n_read)
      {
        g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "--transform: no recording has what “%s” names", transforms[i]);
        return FALSE;
      }
  ful_pairing_pair (self->request.pairing);
  if (!read_merged (self, out_status, error))
    return FALSE;
  ful_pairing_pair (self->request.pairing);

  return TRUE;
}
