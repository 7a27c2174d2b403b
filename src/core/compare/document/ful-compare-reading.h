/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-compare-answer.h"
#include "ful-compared-runs.h"
#include "ful-compared-view.h"

#include "base/ful-job.h"
#include "compare/change/ful-change.h"
#include "compare/ful-per.h"

G_BEGIN_DECLS

/**
 * FulCompareProgress:
 *
 * What a job has read so far. Reference counted; any thread.
 */
typedef struct _FulCompareProgress FulCompareProgress;

FulCompareProgress *ful_compare_progress_new         (void);
void                ful_compare_progress_unref       (FulCompareProgress *self);
guint               ful_compare_progress_get_n_read  (FulCompareProgress *self);
FulCompareAnswer   *ful_compare_progress_take_answer (FulCompareProgress *self);
gboolean            ful_compare_progress_take_parts  (FulCompareProgress *self,
                                                      GPtrArray         **parts);

/**
 * FulCompareReading:
 * @parts: (element-type FulComparedPart): of each side
 * @is_listed: whether there are no folders among them
 * @view: what of the runs is compared
 * @progress: of the job
 * @per: what values are divided by
 * @runs: (nullable): what was read of the same view before; %NULL: to be read
 * @answer: (nullable): the result
 *
 * A job that reads runs, if need be, and compares them.
 */
typedef struct
{
  GPtrArray          *parts[FUL_N_SIDES];
  gboolean            is_listed;
  FulComparedView    *view;
  FulCompareProgress *progress;
  FulPer              per;
  FulComparedRuns    *runs;
  FulCompareAnswer   *answer;
} FulCompareReading;

void ful_compare_reading_start (const FulCompareReading  *reading,
                                FulJob                  **job,
                                FulJobDeliver             deliver,
                                gpointer                  owner);

G_END_DECLS
