/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-label-cache.h"

#include "base/ful-category-color.h"
#include "document/ful-document.h"
#include "plots/ful-time-axis.h"
#include "threads/ful-time-range.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulChart:
 *
 * The base class of charts: a visible part of a wide extent, zoomed and panned by
 * keys, wheel and drag, a cursor, and an item under the pointer. Places are in the
 * unit of the chart: absolute ms in charts over time. The vertical place is that of
 * the scrolled window around it.
 *
 * Emits "cursor-moved" when the user moved the cursor; "menu" (x, y) when its menu is
 * requested; "hovered" when the pointer moved.
 */
#define FUL_TYPE_CHART (ful_chart_get_type ())
G_DECLARE_DERIVABLE_TYPE (FulChart, ful_chart, FUL, CHART, GtkWidget)

/* Narrowest box with a text, px. */
#define FUL_CHART_TEXT_MIN_WIDTH 24

/* Shortest view of a chart over time, ms; the limit of the front-end. */
#define FUL_CHART_NARROWEST_MS 1e-6

/**
 * FulChartPlace:
 * @start: of the box of the cursor
 * @end: end of the box; not before @start
 * @y: its top, px
 * @height: of its row, px
 */
typedef struct
{
  double start;
  double end;
  int    y;
  int    height;
} FulChartPlace;

/**
 * FulChartStrip:
 * @texture: the texture of a row in a view
 * @wide: (element-type guint): the boxes that have a text
 * @texts: (nullable) (element-type utf8): these texts, if they are expensive
 * @view: its view
 *
 * The drawing of a row.
 */
typedef struct
{
  GdkTexture   *texture;
  GArray       *wide;
  GPtrArray    *texts;
  FulTimeRange  view;

  /*< private >*/
  guint         frame;    /* when it was on screen */
} FulChartStrip;

/**
 * FulChartClass:
 * @is_aligned: (nullable): whether the chart is aligned with the tracks, with a column before it as wide as
 *   their heads; %FALSE without it
 * @get_cursor: position of the cursor; %FALSE if there is none
 * @point: the pointer moved to a point, or left (NaN); returns whether the hovered item changed
 * @press: a button was pressed; returns whether it hit an item
 * @press_key: a key that the base does not handle, without Control or Alt; returns whether it was handled
 * @fill_strip: renders the texture of a row for the view, in device px, and lists the texts
 */
struct _FulChartClass
{
  GtkWidgetClass parent_class;

  gboolean (*is_aligned)     (FulChart      *self);
  gboolean (*get_cursor)     (FulChart      *self,
                              FulChartPlace *out_place);
  gboolean (*point)          (FulChart      *self,
                              double         x,
                              double         y);
  gboolean (*press)          (FulChart      *self,
                              double         x,
                              double         y,
                              int            n_press,
                              guint          button);
  gboolean (*press_key)      (FulChart      *self,
                              guint          keyval);
  void     (*fill_strip)     (FulChart      *self,
                              guint          row,
                              guint          width,
                              FulChartStrip *strip);
};

GtkWidget          *ful_chart_create_scrolled (FulChart          *self);
void                ful_chart_set_span       (FulChart           *self,
                                              double              start,
                                              double              end,
                                              double              narrowest);
void                ful_chart_share_view     (FulChart           *self,
                                              FulDocument        *document);
FulDocument        *ful_chart_get_document   (FulChart           *self);
void                ful_chart_describe       (FulChart           *self,
                                              const char         *name,
                                              const char         *description);
const FulTimeRange *ful_chart_get_view       (FulChart           *self);
void                ful_chart_show_view      (FulChart           *self,
                                              const FulTimeRange *view);
void                ful_chart_set_view       (FulChart           *self,
                                              double              start,
                                              double              end);
void                ful_chart_push_view      (FulChart           *self,
                                              double              start,
                                              double              end);
gboolean            ful_chart_pop_view       (FulChart           *self);
void                ful_chart_zoom           (FulChart           *self,
                                              double              factor);
GtkWidget          *ful_chart_create_zoom_button (FulChart       *self,
                                              gboolean            zoom_in);

int                 ful_chart_get_head_width (FulChart           *self);
int                 ful_chart_get_body_width (FulChart           *self);
double              ful_chart_to_px          (FulChart           *self,
                                              double              x);
double              ful_chart_from_px        (FulChart           *self,
                                              double              px);
void                ful_chart_get_axis       (FulChart           *self,
                                              FulTimeAxis        *out_axis);
gboolean            ful_chart_sees_cursor    (FulChart           *self);
void                ful_chart_get_visible_y  (FulChart           *self,
                                              double             *out_top,
                                              double             *out_bottom);
void                ful_chart_get_pointer    (FulChart           *self,
                                              double             *out_x,
                                              double             *out_y);
void                ful_chart_reveal_cursor  (FulChart           *self);
void                ful_chart_move_cursor    (FulChart           *self,
                                              gboolean            by_key);
void                ful_chart_open_menu      (FulChart           *self,
                                              double              x,
                                              double              y);
int                 ful_chart_get_line       (FulChart           *self,
                                              int                *out_ascent);
FulLabelCache      *ful_chart_get_labels     (FulChart           *self);

void                 ful_chart_begin_frame   (FulChart           *self);
const FulChartStrip *ful_chart_draw_strip    (FulChart           *self,
                                              GtkSnapshot        *snapshot,
                                              guint               row,
                                              double              y,
                                              int                 height);
void                 ful_chart_draw_dot      (FulChart           *self,
                                              GtkSnapshot        *snapshot,
                                              double              left,
                                              double              y);
void                 ful_chart_draw_time     (FulChart           *self,
                                              GtkSnapshot        *snapshot);
void                 ful_chart_drop_strips   (FulChart           *self);
void                 ful_chart_draw_text     (FulChart           *self,
                                              GtkSnapshot        *snapshot,
                                              const char         *text,
                                              const GdkRGBA      *color,
                                              double              left,
                                              double              right,
                                              double              baseline);
void                 ful_chart_draw_box      (FulChart          *self,
                                              GtkSnapshot       *snapshot,
                                              const GdkRGBA     *color,
                                              double             left,
                                              double             right,
                                              double             y,
                                              int                height);
void                 ful_chart_draw_hatch    (FulChart          *self,
                                              GtkSnapshot       *snapshot,
                                              const GdkRGBA     *color,
                                              double             left,
                                              double             right,
                                              double             y,
                                              int                height);
void                 ful_chart_draw_strong   (FulChart           *self,
                                              GtkSnapshot        *snapshot,
                                              const FulCategoryColor *color,
                                              double              left,
                                              double              right,
                                              double              y,
                                              int                 height,
                                              gboolean            is_cursor);

G_END_DECLS
