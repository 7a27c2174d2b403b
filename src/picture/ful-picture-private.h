/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-chart-picture.h"

#include "base/ful-category-color.h"
#include "charts/ful-box-layout.h"
#include "markers/list/ful-marker-label.h"

G_BEGIN_DECLS

/* Measures in px. */
#define FUL_PICTURE_ROW 20
#define FUL_PICTURE_BOX 19
#define FUL_PICTURE_FONT 12
#define FUL_PICTURE_PADDING 5
#define FUL_PICTURE_TEXT_FROM 24   /* only wider boxes have text */
#define FUL_PICTURE_HEAD 180       /* names of lanes, in a chart of markers */

/* The rows: the first @n_timings of @n_rows are those of markers, the others of the
 * layout, from depth 0. */
typedef struct
{
  FulBoxLayout                 *layout;       /* (nullable): of a chart of markers */
  const FulChartPictureOptions *options;
  guint                         n_rows;
  guint                         n_timings;
  FulMarkerLabeler             *labeler;      /* (nullable): of the markers */
  guint32                       background;
} FulPicture;

/**
 * FulPictureBox:
 * @x: left edge, px
 * @width: px, gap to the next box not counted
 * @box: the box of the row that it shows; the widest of several in one pixel
 * @n_boxes: number of boxes in it; 0 for the name of a lane
 */
typedef struct
{
  guint x;
  guint width;
  guint box;
  guint n_boxes;
} FulPictureBox;

GArray                 *ful_picture_place_row (const FulPicture     *self,
                                               guint                 row);
guint                   ful_picture_get_y     (const FulPicture     *self,
                                               guint                 row);
guint                   ful_picture_get_height (const FulPicture    *self);
char                   *ful_picture_get_text  (const FulPicture     *self,
                                               guint                 row,
                                               const FulPictureBox  *box);
char                   *ful_picture_get_title (const FulPicture     *self,
                                               guint                 row,
                                               const FulPictureBox  *box);
const FulCategoryColor *ful_picture_get_color (const FulPicture     *self,
                                               guint                 row,
                                               const FulPictureBox  *box);

gboolean                ful_picture_write_png (const FulPicture     *self,
                                               GOutputStream        *stream,
                                               GCancellable         *cancellable,
                                               GError              **error);
gboolean                ful_picture_write_svg (const FulPicture     *self,
                                               GOutputStream        *stream,
                                               GCancellable         *cancellable,
                                               GError              **error);

/* Corners are round, less in small boxes. */
static inline guint
ful_picture_get_radius (const FulPictureBox *box)
{
  return box->width < 3 ? 0 : box->width < 8 ? 1 : 3;
}

G_END_DECLS
