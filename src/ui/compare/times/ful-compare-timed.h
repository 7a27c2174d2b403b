/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-compare-times.h"

#include "compare/document/ful-compare-document.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulCompareTimed:
 *
 * A panel that shows a run of each side over time, and which runs these are. Nothing is read before it is on screen.
 */
#define FUL_TYPE_COMPARE_TIMED (ful_compare_timed_get_type ())
G_DECLARE_FINAL_TYPE (FulCompareTimed, ful_compare_timed, FUL, COMPARE_TIMED, GtkWidget)

/**
 * FulCompareTimedBody:
 * @times: with times
 *
 * Returns: (transfer floating): what the panel shows of them; it is made again when there are others
 */
typedef GtkWidget *(*FulCompareTimedBody) (FulCompareTimes *times);

GtkWidget *ful_compare_timed_new (FulCompareDocument  *document,
                                  FulCompareTimes     *times,
                                  FulCompareTimedBody  create_body,
                                  gboolean             needs_times);

G_END_DECLS
