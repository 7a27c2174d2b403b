/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Strips in words. */

#include "config.h"

#include "ful-when-text.h"

#include "base/ful-format.h"
#include "plots/ful-time-ruler.h"

#include <glib/gi18n.h>

/* Where a row mostly ran: the part of its weight, and so many runs at most. */
#define MOST 0.8
#define MAX_RUNS 3

/* The part of the time that counts as all of it. */
#define ALL 0.9

static char *
format_edge (const FulProfile   *profile,
             const FulWhenStrip *strip,
             guint               bin)
{
  double step = (strip->range.end - strip->range.start) / FUL_WHEN_N_BINS / 10;

  return ful_time_ruler_format (profile->time_is_bytes, ful_when_bins_get_edge (strip->range, bin), step);
}

static char *
format_run (const FulProfile   *profile,
            const FulWhenStrip *strip,
            guint               begin,
            guint               end)
{
  g_autofree char *from = format_edge (profile, strip, begin);
  g_autofree char *to = format_edge (profile, strip, end);

  /* Translators: two times */
  return g_strdup_printf (_("%s to %s"), from, to);
}

/**
 * ful_when_describe:
 * @strip: of a row
 *
 * Returns: (transfer full) (nullable): when the row ran, for assistive tools, as in "mostly from 3.38 s to 4.30 s"
 */
char *
ful_when_describe (const FulProfile   *profile,
                   const FulWhenStrip *strip)
{
  g_autoptr(GArray) runs = ful_when_runs_new (strip->bins);
  g_autoptr(GString) times = g_string_new (NULL);

  if (runs->len == 0)
    return NULL;

  ful_when_runs_reduce (runs, MOST);
  if (ful_when_runs_cover (runs, strip->all) >= ALL)
    return g_strdup (_("all the time"));

  if (runs->len > MAX_RUNS)
    {
      g_autofree char *whole = format_run (profile, strip, g_array_index (runs, FulWhenRun, 0).begin,
                                           g_array_index (runs, FulWhenRun, runs->len - 1).end);

      /* Translators: a number, and two times with "to" between them */
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "mostly in %u part of %s", "mostly in %u parts of %s", runs->len),
                              runs->len, whole);
    }

  for (guint i = 0; i < runs->len; i++)
    {
      FulWhenRun run = g_array_index (runs, FulWhenRun, i);
      g_autofree char *text = format_run (profile, strip, run.begin, run.end);

      g_string_append_printf (times, "%s%s", i == 0 ? "" : _(" and from "), text);
    }

  /* Translators: a list of times, each with "to" between them */
  return g_strdup_printf (_("mostly from %s"), times->str);
}

/**
 * ful_when_describe_run:
 * @run: a run of the strip, or bins that were selected
 * @figures: of the tree
 *
 * Returns: (transfer full): as in "3.38 s to 4.30 s · 352 samples, 85% of the thread there"
 */
char *
ful_when_describe_run (const FulProfile   *profile,
                       const FulWhenStrip *strip,
                       const FulWhenRun   *run,
                       const FulFigures   *figures)
{
  g_autofree char *times = format_run (profile, strip, run->begin, run->end);
  g_autofree char *weight = NULL, *share = NULL;
  double own = 0, all = 0;

  for (guint bin = run->begin; bin < run->end; bin++)
    {
      own += strip->bins[bin];
      all += strip->all[bin];
    }
  weight = ful_figures_format (figures, own);
  share = ful_format_percent (all > 0 ? own / all : 0);

  /* Translators: two times with "to" between them, a weight as in "352 samples", a share of the samples in that time */
  return g_strdup_printf (_("%s · %s, %s of the thread there"), times, weight, share);
}
