/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The two sides of a comparison: what the options ask for, and which files they are (compare.md 1 and 6). Nothing is read
 * here. */

#include "config.h"

#include "ful-compare-sides.h"

#include "ful-query-options.h"

#include "base/ful-error.h"
#include "compare/ful-side-files.h"

#include <math.h>
#include <string.h>

#define MAX_PARTS 10000

static const char *const tables[] = { "function", "node", "category", "subcategory", "marker", "thread", "counter", NULL };
static const char *const measures[] = { "self", "total", "count", "mean", "median", NULL };

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
    return ful_query_options_refuse (option, text, error);
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

static FulMeasure
get_default_measure (FulCompared by)
{
  return by == FUL_COMPARE_FUNCTIONS ? FUL_MEASURE_SELF : by == FUL_COMPARE_COUNTERS ? FUL_MEASURE_MEAN : FUL_MEASURE_TOTAL;
}

static gboolean
parse_table (FulCompareSides  *self,
             GError          **error)
{
  const FulQueryCompare *options = &self->query->compare;
  gboolean is_folded = g_strcmp0 (self->query->format, "folded") == 0;
  int by = options->by ? find_word (tables, options->by) : is_folded ? FUL_COMPARE_NODES : FUL_COMPARE_FUNCTIONS, measure;
  gboolean is_of_markers;

  if (by < 0)
    return ful_query_options_refuse ("--by", options->by, error);
  self->by = (FulCompared) by;
  /* Totals of stacks are in those of their callers: what adds up folded stacks would count them twice. */
  measure = options->measure ? find_word (measures, options->measure) :
            is_folded && by == FUL_COMPARE_NODES ? FUL_MEASURE_SELF : (int) get_default_measure (self->by);
  if (measure < 0)
    return ful_query_options_refuse ("--measure", options->measure, error);
  self->measure = (FulMeasure) measure;
  is_of_markers = self->by == FUL_COMPARE_MARKERS || self->by == FUL_COMPARE_COUNTERS;
  if ((self->measure == FUL_MEASURE_COUNT && self->by != FUL_COMPARE_MARKERS) || (self->measure == FUL_MEASURE_MEAN && !is_of_markers) ||
      (self->measure == FUL_MEASURE_MEDIAN && self->by != FUL_COMPARE_MARKERS) ||
      (self->measure == FUL_MEASURE_SELF && is_of_markers))
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "--measure=%s is not for --by=%s", measures[measure], tables[by]);
      return FALSE;
    }
  if (options->field && self->by != FUL_COMPARE_MARKERS)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "--field needs --by=marker");
      return FALSE;
    }

  return TRUE;
}

static gboolean
parse_per (FulCompareSides  *self,
           GError          **error)
{
  const char *per = self->query->compare.per, *split = self->query->compare.split;
  guint64 n_parts;

  if (per && !ful_per_parse (per, &self->request.per, &self->request.per_name))
    return ful_query_options_refuse ("--per", per, error);

  self->n_parts = 1;
  if (split == NULL)
    return TRUE;
  if (g_str_has_prefix (split, "marker:") && split[strlen ("marker:")] != '\0')
    {
      self->split_marker = g_strdup (split + strlen ("marker:"));
      return TRUE;
    }
  if (!g_ascii_string_to_unsigned (split, 10, 2, MAX_PARTS, &n_parts, NULL))
    return ful_query_options_refuse ("--split", split, error);
  self->n_parts = (guint) n_parts;

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
  self->request.has_self = self->measure == FUL_MEASURE_SELF;
  self->request.is_nominal = g_strcmp0 (options->interval, "nominal") == 0;
  if (options->interval && !self->request.is_nominal && !g_str_equal (options->interval, "measured"))
    return ful_query_options_refuse ("--interval", options->interval, error);
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

  return ful_side_files_find ((const char *const *) query->arguments, options->baseline != NULL, self->files, error);
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
}

static void
append_part (GString    *text,
             const char *name,
             const char *value)
{
  if (value)
    g_string_append_printf (text, "%s--%s=%s", text->len > 0 ? " " : "", name, value);
}

/**
 * ful_compare_sides_describe:
 *
 * Returns: (transfer full): the options that decide what the values of a side are, but for those that have their default
 */
char *
ful_compare_sides_describe (const FulCompareSides *self,
                            FulSide                side)
{
  const FulQueryOptions *options = self->query->options;
  const FulQueryCompare *compare = &self->query->compare;
  const char *range = side == FUL_BEFORE ? compare->before_range : compare->after_range;
  const char *threads = side == FUL_BEFORE ? compare->before_thread : compare->after_thread;
  GString *text = g_string_new (NULL);

  append_part (text, "by", self->by != FUL_COMPARE_FUNCTIONS ? tables[self->by] : NULL);
  append_part (text, "measure", self->measure != get_default_measure (self->by) ? measures[self->measure] : NULL);
  append_part (text, "field", compare->field);
  append_part (text, "per", self->request.per != FUL_PER_RUN ? compare->per : NULL);
  append_part (text, "interval", self->request.is_nominal ? compare->interval : NULL);
  append_part (text, "split", compare->split);
  append_part (text, "range", range ? range : options->range);
  append_part (text, "thread", threads ? threads : options->threads);
  append_part (text, "thread-name", options->thread_name);
  append_part (text, "strategy", g_strcmp0 (options->strategy, "timing") != 0 ? options->strategy : NULL);
  append_part (text, "implementation", g_strcmp0 (options->implementation, "combined") != 0 ? options->implementation : NULL);
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
