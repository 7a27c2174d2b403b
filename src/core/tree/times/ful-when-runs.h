/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulWhenRun:
 * @begin: the first bin
 * @end: one past the last bin
 * @weight: sum of the bins
 *
 * Consecutive bins in which a node ran. A gap of one bin does not end a run.
 */
typedef struct
{
  guint  begin;
  guint  end;
  double weight;
} FulWhenRun;

GArray   *ful_when_runs_new     (const double *bins);
gboolean  ful_when_runs_find    (const GArray *runs,
                                 guint         bin,
                                 FulWhenRun   *out_run);
void      ful_when_runs_sort    (GArray       *runs);
void      ful_when_runs_reduce  (GArray       *runs,
                                 double        share);
double    ful_when_runs_cover   (const GArray *runs,
                                 const double *all);

G_END_DECLS
