/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-call-tree.h"

G_BEGIN_DECLS

/**
 * FulBoxRow:
 * @n_boxes: number of boxes, and the length of the columns
 * @start: left edges, ascending
 * @end: right edges, each not after the next left one
 * @node: the call nodes, or numbers of the inverted tree
 *
 * A row of boxes.
 */
typedef struct
{
  guint             n_boxes;
  double           *start;
  double           *end;
  FulCallNodeIndex *node;

  /*< private >*/
  guint             capacity;
} FulBoxRow;

/**
 * FulBoxLayout:
 * @tree: where the boxes are nodes of
 * @n_rows: number of rows
 * @rows: (array length=n_rows): the rows; depth 0 first
 * @start: where the first box may begin
 * @end: where the last box may end
 * @tick_time: (nullable) (array): of a layout with boxes of the same width the time, absolute ms, at each
 *   whole number
 * @n_ticks: length of @tick_time
 *
 * Boxes that stand for call nodes in rows by depth: a flame graph, whose unit is
 * the share of the whole, or a stack chart, whose unit is absolute ms. Without
 * pixels. Immutable, counted.
 */
typedef struct
{
  FulCallTree  *tree;
  guint         n_rows;
  FulBoxRow    *rows;
  double        start;
  double        end;
  double       *tick_time;
  guint         n_ticks;
} FulBoxLayout;

FulBoxLayout *ful_box_layout_new          (FulCallTree        *tree,
                                           guint               n_rows);
FulBoxLayout *ful_box_layout_ref          (FulBoxLayout       *self);
void          ful_box_layout_unref        (FulBoxLayout       *self);
gint64        ful_box_row_find            (const FulBoxRow    *self,
                                           double              x);
guint         ful_box_row_find_first      (const FulBoxRow    *self,
                                           double              x);
gint64        ful_box_row_find_node       (const FulBoxRow    *self,
                                           FulCallNodeIndex    node);

FulBoxLayout *ful_flame_layout_new        (FulCallTree        *tree,
                                           GCancellable       *cancellable,
                                           GError            **error);
FulBoxLayout *ful_stack_chart_layout_new  (FulCallTree        *tree,
                                           FulSampleRows      *rows,
                                           gboolean            same_widths,
                                           GCancellable       *cancellable,
                                           GError            **error);

void          ful_box_row_grow            (FulBoxRow          *self);

static inline void
ful_box_row_append (FulBoxRow        *self,
                    double            start,
                    double            end,
                    FulCallNodeIndex  node)
{
  if (self->n_boxes == self->capacity)
    ful_box_row_grow (self);

  self->start[self->n_boxes] = start;
  self->end[self->n_boxes] = end;
  self->node[self->n_boxes++] = node;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulBoxLayout, ful_box_layout_unref)

G_END_DECLS
