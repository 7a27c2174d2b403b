/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-range-overlay.h"

G_BEGIN_DECLS

/* px, at the top of the time line. */
#define RULER_HEIGHT 24

typedef enum
{
  DRAG_NONE,
  DRAG_NEW,       /* a range from where it was pressed */
  DRAG_START,     /* the start of the range */
  DRAG_END,
} Drag;

struct _FulRangeOverlay
{
  GtkWidget    parent_instance;

  FulDocument *document;
  GtkWidget   *pill;
  GtkWidget   *pill_label;
  Drag         drag;
  gboolean     moved;         /* the press became a drag */
  double       anchor;        /* ms: the other end of the range that is dragged */
  double       hover;         /* px, or NaN */
  double       hover_y;       /* px */
  double       velocity;      /* of a pan that goes on by itself: lengths of the range in a second */
  gint64       last_frame;    /* µs */
  guint        tick_id;
};

double ful_range_overlay_x_to_time (FulRangeOverlay *self,
                                    double           x);
double ful_range_overlay_time_to_x (FulRangeOverlay *self,
                                    double           time);

/* Drawing, of the class. */
void   ful_range_overlay_snapshot  (GtkWidget       *widget,
                                    GtkSnapshot     *snapshot);

G_END_DECLS
