/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-chart-picture.h"
#include "ful-picture-measures.h"

#include "base/ful-category-color.h"
#include "charts/ful-box-layout.h"
#include "markers/list/ful-marker-label.h"

G_BEGIN_DECLS

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

GBytes                 *ful_picture_encode_png (const guint32       *pixels,
                                                guint                width,
                                                guint                height,
                                                GError             **error);
gboolean                ful_picture_write_png (const FulPicture     *self,
                                               GOutputStream        *stream,
                                               GCancellable         *cancellable,
                                               GError              **error);
gboolean                ful_picture_write_svg (const FulPicture     *self,
                                               GOutputStream        *stream,
                                               GCancellable         *cancellable,
                                               GError              **error);

/* Colour of texts on the background. */
static inline guint32
ful_picture_get_text_color (const FulPicture *self)
{
  return self->background == 0xffffff ? 0x2e3436 : 0xeeeeec;
}

/* Where the graphs of tracks begin. */
static inline guint
ful_picture_get_tracks_x (const FulPicture *self)
{
  return self->options->width - self->options->tracks->width;
}

/* Corners are round, less in small boxes. */
static inline guint
ful_picture_get_radius (const FulPictureBox *box)
{
  return box->width < 3 ? 0 : box->width < 8 ? 1 : 3;
}

G_END_DECLS
