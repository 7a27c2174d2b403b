/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tree/ful-call-tree.h"
#include "tree/samples/ful-sample-rows.h"

G_BEGIN_DECLS

/**
 * FulBox:
 * @start: number of the left edge
 * @end: number of the right edge, not after the left one of the next box
 * @node: call node, or number of the inverted tree
 *
 * The box of a node. There may be many millions, so edges, which boxes share, are
 * numbers.
 */
typedef struct
{
  guint32          start;
  guint32          end;
  FulCallNodeIndex node;
} FulBox;

/**
 * FulBoxRow:
 * @n_boxes: number of boxes
 * @boxes: (array length=n_boxes): the boxes from left to right
 * @edge: (nullable) (array): where the edges are; without it they are at their numbers
 *
 * A row of boxes.
 */
typedef struct
{
  guint         n_boxes;
  FulBox       *boxes;
  const double *edge;

  /*< private >*/
  guint         capacity;
} FulBoxRow;

/**
 * FulBoxLayout:
 * @tree: where the boxes are nodes of
 * @n_rows: number of rows
 * @rows: (array length=n_rows): the rows; depth 0 first
 * @start: where the first box may begin
 * @end: where the last box may end
 * @n_edges: number of edges
 * @edge: (array length=n_edges): where edges are; if @same_widths, the time of each whole number, absolute ms
 * @same_widths: whether edges are integers instead of @edge
 *
 * The boxes of call nodes, in rows by depth: a flame graph, whose unit is the share of the whole, or a stack
 * chart, whose unit is absolute ms. Without pixels. Immutable, counted.
 */
typedef struct
{
  FulCallTree  *tree;
  guint         n_rows;
  FulBoxRow    *rows;
  double        start;
  double        end;
  guint         n_edges;
  double       *edge;
  gboolean      same_widths;
} FulBoxLayout;

FulBoxLayout *ful_box_layout_new          (FulCallTree        *tree,
                                           guint               n_rows);
FulBoxLayout *ful_box_layout_ref          (FulBoxLayout       *self);
void          ful_box_layout_unref        (FulBoxLayout       *self);
void          ful_box_layout_get_times    (const FulBoxLayout *self,
                                           double              from,
                                           double              to,
                                           double             *out_start,
                                           double             *out_end);
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

void          ful_box_layout_finish       (FulBoxLayout       *self,
                                           guint               n_rows);
void          ful_box_row_grow            (FulBoxRow          *self);

static inline void
ful_box_row_append (FulBoxRow        *self,
                    guint32           start,
                    guint32           end,
                    FulCallNodeIndex  node)
{
  if (self->n_boxes == self->capacity)
    ful_box_row_grow (self);

  self->boxes[self->n_boxes++] = (FulBox) { start, end, node };
}

static inline double
ful_box_row_get_start (const FulBoxRow *self,
                       guint            box)
{
  guint32 edge = self->boxes[box].start;

  return self->edge ? self->edge[edge] : edge;
}

static inline double
ful_box_row_get_end (const FulBoxRow *self,
                     guint            box)
{
  guint32 edge = self->boxes[box].end;

  return self->edge ? self->edge[edge] : edge;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulBoxLayout, ful_box_layout_unref)

G_END_DECLS
