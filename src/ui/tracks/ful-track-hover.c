/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A motion starts at most one job: during a hit test only the newest position is
 * stored. The main thread creates a dozen labels for each result. */

#include "config.h"

#include "ful-track-hover.h"

#include "base/ful-format.h"
#include "draw/ful-texture.h"
#include "plots/ful-graph-pixels.h"
#include "viewtext/ful-panel-ids.h"
#include "widgets/ful-tooltip-layer.h"
#include "widgets/marks/ful-swatch.h"


struct _FulTrackHover
{
  GObject         parent_instance;

  FulDocument    *document;
  FulPlotView    *view;         /* (nullable): under the pointer */
  double          x, y;         /* of the pointer, in the coordinates of @view */
  gboolean        is_hit_testing;   /* while a job runs */
  gboolean        moved;        /* since it began */
};

G_DEFINE_FINAL_TYPE (FulTrackHover, ful_track_hover, G_TYPE_OBJECT)

static GtkWidget *
append_label (GtkWidget  *box,
              const char *text,
              const char *css_class)
{
  g_autofree char *shown = ful_format_label (text, "");
  GtkWidget *label = gtk_label_new (shown);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 60);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);

  return label;
}

/* A line with its label in a separate column. */
static GtkWidget *
append_row (GtkWidget  *box,
            const char *name)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  if (*name)
    append_label (label, name, "dim-label");
  gtk_box_append (GTK_BOX (row), label);
  gtk_widget_set_size_request (label, 76, -1);
  gtk_widget_set_valign (label, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (box), row);

  return row;
}

/* The picture in px of the design. */
static void
append_picture (GtkWidget            *box,
                const FulGraphPixels *pixels)
{
  g_autoptr(GdkTexture) texture = ful_texture_new (pixels->bytes, pixels->width, pixels->height);
  GtkWidget *picture = gtk_picture_new_for_paintable (GDK_PAINTABLE (texture));

  gtk_picture_set_can_shrink (GTK_PICTURE (picture), FALSE);
  gtk_box_append (GTK_BOX (box), picture);
}

static GtkWidget *
describe (const FulPlotTip *tip)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *title = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 18);

  gtk_box_append (GTK_BOX (box), title);
  gtk_widget_set_hexpand (append_label (title, tip->title, "heading"), TRUE);
  if (tip->value)
    append_label (title, tip->value, "heading");
  if (tip->subtitle && *tip->subtitle)
    append_label (box, tip->subtitle, "caption");
  if (tip->picture)
    append_picture (box, tip->picture);
  if (tip->rows->len > 0)
    gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));

  for (guint i = 0; i < tip->rows->len; i++)
    {
      const FulPlotTipRow *at = &g_array_index (tip->rows, FulPlotTipRow, i);
      GtkWidget *row;

      if (!at->label)
        {
          gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
          continue;
        }

      row = append_row (box, at->label);
      if (at->color)
        {
          GtkWidget *swatch = ful_swatch_new ();

          ful_swatch_set_color (FUL_SWATCH (swatch), at->color);
          gtk_box_append (GTK_BOX (row), swatch);
        }
      append_label (row, at->text, NULL);
    }

  return box;
}

static void
start_hit_test (FulTrackHover *self);

static void
hit_test_ready_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr(FulTrackHover) self = user_data;
  g_autoptr(FulPlotTip) tip = ful_plot_view_probe_finish (result);

  self->is_hit_testing = FALSE;
  if (!self->view)
    return;

  if (self->moved)
    {
      start_hit_test (self);
      return;
    }

  ful_plot_view_set_dot (self->view, tip);
  ful_tooltip_layer_fill (GTK_WIDGET (self->view), tip ? describe (tip) : NULL);
}

static void
start_hit_test (FulTrackHover *self)
{
  self->moved = FALSE;
  self->is_hit_testing = TRUE;
  ful_plot_view_probe_async (self->view, self->x, self->y, hit_test_ready_cb, g_object_ref (self));
}

/* The subject of a click. */
typedef struct
{
  FulTrackHover *self;
  gint32         thread;   /* whose call node to select, or FUL_NONE */
} Click;

static void
selected_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autofree Click *click = user_data;
  g_autoptr(FulTrackHover) self = click->self;
  g_autoptr(FulPlotTip) tip = ful_plot_view_probe_finish (result);
  FulViewOptions *options = ful_document_get_options (self->document);
  gint32 alone = options->n_threads == 1 ? (gint32) options->threads[0] : FUL_NONE;

  if (tip && tip->has_range)
    {
      FulTimeRange range = ful_time_range_shift (tip->range, -ful_document_get_root_range (self->document).start);

      ful_document_set_preview (self->document, &range);
      return;
    }
  if (click->thread == FUL_NONE || click->thread != alone)
    return;

  if (!tip || tip->n_path == 0)
    {
      ful_document_select_path (self->document, NULL, 0);
      return;
    }

  /* The root of an inverted tree is the function that the sample was in. */
  if (options->invert)
    ful_document_select_path (self->document, &tip->path[tip->n_path - 1], 1);
  else
    ful_document_select_path (self->document, tip->path, tip->n_path);
  ful_document_set_panel (self->document, FUL_PANEL_CALL_TREE);
}

static void
ful_track_hover_dispose (GObject *object)
{
  FulTrackHover *self = FUL_TRACK_HOVER (object);

  g_clear_weak_pointer (&self->view);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (ful_track_hover_parent_class)->dispose (object);
}

static void
ful_track_hover_class_init (FulTrackHoverClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_track_hover_dispose;
}

static void
ful_track_hover_init (FulTrackHover *self)
{
}

/**
 * ful_track_hover_new:
 * @document: in which to select
 *
 * Returns: (transfer full): the hover
 */
FulTrackHover *
ful_track_hover_new (FulDocument *document)
{
  FulTrackHover *self = g_object_new (FUL_TYPE_TRACK_HOVER, NULL);

  self->document = g_object_ref (document);

  return self;
}

/**
 * ful_track_hover_move:
 * @view: the plot under the pointer
 * @x: position in @view
 * @y: position in @view
 */
void
ful_track_hover_move (FulTrackHover  *self,
                      FulPlotView    *view,
                      double          x,
                      double          y)
{
  if (self->view && self->view != view)
    ful_plot_view_set_dot (self->view, NULL);
  g_set_weak_pointer (&self->view, view);
  self->x = x;
  self->y = y;
  self->moved = TRUE;
  ful_tooltip_layer_point (GTK_WIDGET (view), x, y);
  if (!self->is_hit_testing)
    start_hit_test (self);
}

/**
 * ful_track_hover_leave:
 *
 * The pointer is over no graph, or is used for something else than looking.
 */
void
ful_track_hover_leave (FulTrackHover *self)
{
  if (self->view)
    {
      ful_plot_view_set_dot (self->view, NULL);
      ful_tooltip_layer_leave (GTK_WIDGET (self->view));
    }
  g_clear_weak_pointer (&self->view);
}

/**
 * ful_track_hover_select:
 * @view: the plot that was clicked
 * @thread: the thread whose samples it shows, or %FUL_NONE
 * @x: position in @view
 * @y: position in @view
 *
 * After a hit test, sets the times of a marker as preview range, or selects the
 * call node of a sample if @thread is the selected one by then.
 */
void
ful_track_hover_select (FulTrackHover  *self,
                        FulPlotView    *view,
                        gint32          thread,
                        double          x,
                        double          y)
{
  Click *click = g_new0 (Click, 1);

  click->self = g_object_ref (self);
  click->thread = ful_plot_view_get_kind (view)->filters == FUL_PLOT_FILTERS_NONE ? FUL_NONE : thread;
  ful_plot_view_probe_async (view, x, y, selected_cb, click);
}
