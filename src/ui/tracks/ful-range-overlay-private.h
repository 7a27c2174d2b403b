/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-range-overlay.h"

#include "document/ful-range-drag.h"
#include "plots/ful-time-axis.h"

G_BEGIN_DECLS

struct _FulRangeOverlay
{
  GtkWidget    parent_instance;

  FulDocument *document;
  GtkWidget   *pill;
  GtkWidget   *pill_label;
  FulRangeDrag drag;
  double       hover;         /* px, or NaN */
  double       hover_y;       /* px */
  double       velocity;      /* of kinetic panning: lengths of the range per second */
  gint64       last_frame;    /* µs */
  guint        tick_id;
};

void   ful_range_overlay_get_axis  (FulRangeOverlay *self,
                                    FulTimeAxis     *out_axis);

/* Drawing, of the class. */
void   ful_range_overlay_snapshot  (GtkWidget       *widget,
                                    GtkSnapshot     *snapshot);

G_END_DECLS
