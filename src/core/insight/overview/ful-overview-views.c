/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The views whose numbers those of the overview are (insight.md 11). */

#include "config.h"

#include "ful-overview-views.h"

#include "insight/samples/ful-insight-rules.h"

/* The range of the overview, and the weights that it sums up. */
static FulViewOptions *
make_view (const FulOverview *self)
{
  FulViewOptions *options = ful_view_options_new ();
  FulTimeRange range = ful_time_range_shift (self->weights->range, -self->root_range.start);

  if (!self->weights->is_whole)
    ful_view_options_set_range (options, &range);
  if (self->weights->basis == FUL_INSIGHT_BASIS_CPU)
    options->strategy = FUL_STRATEGY_CPU;

  return options;
}

/* Functions are those of the work set, without what was idle. */
static FulViewOptions *
make_work_view (const FulOverview *self)
{
  FulViewOptions *options = make_view (self);

  ful_view_options_set_threads (options, self->weights->work_set, self->weights->n_work_set);
  options->include_idle = FALSE;

  return options;
}

/**
 * ful_overview_make_thread_view:
 * @thread: number of a thread
 *
 * Returns: (transfer full): the view in which the samples of a thread sum up to what it was busy; by timing, each stands for
 *   the same there
 */
FulViewOptions *
ful_overview_make_thread_view (const FulOverview *self,
                               guint              thread)
{
  FulViewOptions *options = make_view (self);

  ful_view_options_set_threads (options, &thread, 1);
  options->implementation = self->of_scripts ? FUL_IMPLEMENTATION_JS : FUL_IMPLEMENTATION_COMBINED;

  return options;
}

/**
 * ful_overview_make_functions_view:
 *
 * Returns: (transfer full): the view that has the functions with their own weight; those without names are functions of their
 *   libraries there
 */
FulViewOptions *
ful_overview_make_functions_view (const FulOverview *self)
{
  FulViewOptions *options = make_work_view (self);

  options->implementation = self->of_scripts ? FUL_IMPLEMENTATION_JS : FUL_IMPLEMENTATION_COMBINED;
  for (guint i = 0; i < self->functions->len; i++)
    options->fold_unnamed |= g_array_index (self->functions, FulOverviewFunction, i).func == FUL_NONE;

  return options;
}

/**
 * ful_overview_make_own_view:
 *
 * Returns: (transfer full): the view in which the own weight of a function of one's own is what is charged to it
 */
FulViewOptions *
ful_overview_make_own_view (const FulOverview *self)
{
  FulViewOptions *options = make_work_view (self);

  options->implementation = FUL_IMPLEMENTATION_OWN;

  return options;
}

/**
 * ful_overview_make_stretch_view:
 *
 * Returns: (transfer full): the view of what the thread did while it did not respond
 */
FulViewOptions *
ful_overview_make_stretch_view (const FulOverview        *self,
                                const FulOverviewStretch *stretch)
{
  FulViewOptions *options = ful_overview_make_thread_view (self, stretch->thread);
  FulTimeRange range = { stretch->start - self->root_range.start, stretch->start + stretch->duration - self->root_range.start };

  ful_view_options_set_range (options, &range);

  return options;
}
