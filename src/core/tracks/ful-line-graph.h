/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulLineGraph:
 * @width: number of pixel columns
 * @low: (array length=width): the lowest share of the height that the line has in each column; NaN where it has none
 * @high: (array length=width): the highest
 *
 * A line over time as the columns of a picture see it: however many points it
 * has, drawing it costs columns.
 */
typedef struct
{
  guint  width;
  float *low;
  float *high;

  /*< private >*/
  double x, y;      /* the end of the line; x is NaN before its begin */
} FulLineGraph;

FulLineGraph *ful_line_graph_new     (guint         width);
void          ful_line_graph_free    (FulLineGraph *self);
void          ful_line_graph_move_to (FulLineGraph *self,
                                      double        x,
                                      double        y);
void          ful_line_graph_line_to (FulLineGraph *self,
                                      double        x,
                                      double        y);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulLineGraph, ful_line_graph_free)

G_END_DECLS
