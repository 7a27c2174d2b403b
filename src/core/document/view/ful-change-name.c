/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Names of the steps of the history, for Undo and Redo. A step is found by comparing
 * the two states; where several parts differ the one that entails the others counts. */

#include "config.h"

#include "ful-change-name.h"

#include "base/ful-format.h"
#include "stacks/ful-search.h"
#include "stacks/transforms/ful-transform.h"
#include "threads/ful-view-options.h"

#include <glib/gi18n-lib.h>

static gboolean
has_transform (const FulViewOptions *options,
               const FulTransform   *transform)
{
  for (guint i = 0; i < options->n_transforms; i++)
    if (options->transforms[i] == transform)
      return TRUE;

  return FALSE;
}

/* The transform at which the lists differ is the one that was added, removed, moved or switched. */
static char *
name_transforms (FulProfile           *profile,
                 const FulViewOptions *before,
                 const FulViewOptions *after)
{
  g_autofree char *label = NULL;
  guint at = 0;

  while (at < MIN (before->n_transforms, after->n_transforms) && before->transforms[at] == after->transforms[at])
    at++;

  if (after->n_transforms > before->n_transforms)
    return ful_transform_get_label (after->transforms[at], profile);
  if (before->n_transforms > after->n_transforms + 1)
    return g_strdup (_("Remove Transforms"));

  label = ful_transform_get_label (before->transforms[at], profile);
  if (before->n_transforms > after->n_transforms)
    return g_strdup_printf (_("Remove %s"), label);
  if (has_transform (after, before->transforms[at]))
    return g_strdup_printf (_("Move %s"), label);

  return g_strdup_printf (after->transforms[at]->enabled ? _("Enable %s") : _("Disable %s"), label);
}

static char *
name_options (const FulViewOptions *before,
              const FulViewOptions *after)
{
  g_autofree char *length = ful_format_duration (after->preview.end - after->preview.start);

  if (before->implementation != after->implementation)
    return g_strdup (_("Frames"));
  if (before->strategy != after->strategy)
    return g_strdup (_("Summarise by"));
  if (before->invert != after->invert)
    return g_strdup (_("Invert"));
  if (before->fold_unnamed != after->fold_unnamed)
    return g_strdup (_("Fold Unnamed Frames"));
  if (before->include_idle != after->include_idle)
    return g_strdup (_("Include Idle"));
  if ((before->search_flags ^ after->search_flags) & FUL_SEARCH_REGEX)
    return g_strdup (_("Regular Expression"));
  if (before->search_flags != after->search_flags)
    return g_strdup (_("Match Case"));
  if (!g_str_equal (before->search, after->search))
    return g_strdup (*after->search ? _("Search") : _("Clear Search"));
  if (before->search_highlights != after->search_highlights)
    return g_strdup (after->search_highlights ? _("Highlight") : _("Filter"));
  if (after->has_preview)
    return g_strdup_printf (_("Mark %s"), length);
  if (before->has_preview)
    return g_strdup (_("Clear the Marked Range"));

  return NULL;
}

/**
 * ful_change_name_new:
 * @profile: the profile of both states
 * @step: a step
 *
 * Returns: (transfer full): the name of the step for the user
 */
char *
ful_change_name_new (FulProfile           *profile,
                     const FulHistoryStep *step)
{
  FulViewState *before = step->before;
  FulViewState *after = step->after;
  g_autofree char *length = ful_format_duration (after->options->range.end - after->options->range.start);
  char *name;

  if (step->name)
    return g_strdup (step->name);
  if (!ful_view_options_has_threads (before->options, after->options->threads, after->options->n_threads))
    return g_strdup (_("Change of View"));
  if (!ful_view_options_has_same_transforms (before->options, after->options))
    return name_transforms (profile, before->options, after->options);
  if (after->n_ranges > before->n_ranges)
    return g_strdup_printf (_("Zoom to %s"), length);
  if (after->n_ranges < before->n_ranges)
    return g_strdup (_("Zoom Out"));

  name = name_options (before->options, after->options);
  if (name)
    return name;
  if (!g_str_equal (before->marker_sort, after->marker_sort))
    return g_strdup (_("Sort Markers"));
  if (!g_strv_equal ((const char * const *) before->marker_columns, (const char * const *) after->marker_columns))
    return g_strdup (_("Columns"));
  if (!g_str_equal (before->marker_search, after->marker_search) ||
      !g_str_equal (before->network_search, after->network_search))
    return g_strdup (_("Search"));

  return g_strdup (_("Change of View"));
}
