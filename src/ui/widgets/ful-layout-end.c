/* SPDX-License-Identifier: GPL-3.0-or-later */

/* For widgets whose children depend on the width that they get. Children cannot be added or removed during an allocation,
 * and in the next frame it is too late: one would have been painted with controls that are cut. The frame clock lays out
 * again before it paints if it is asked to, but only a few times: a second change in one frame waits for the next. */

#include "config.h"

#include "ful-layout-end.h"

#define KEY "ful-layout-end"

typedef struct
{
  GtkWidget        *widget;
  FulLayoutEndFunc  func;
  GdkFrameClock    *frame_clock;   /* (nullable): while the widget is realized */
  gulong            layout_id;
  gboolean          is_queued;
  gint64            frame;         /* in which @func ran last */
  guint             idle_id;
} LayoutEnd;

static gboolean
idle_cb (gpointer user_data)
{
  LayoutEnd *self = user_data;

  self->idle_id = 0;
  self->is_queued = FALSE;
  self->func (self->widget);

  return G_SOURCE_REMOVE;
}

static void
laid_out_cb (LayoutEnd *self)
{
  gint64 frame = gdk_frame_clock_get_frame_counter (self->frame_clock);

  if (!self->is_queued || self->idle_id != 0)
    return;

  if (frame == self->frame)
    {
      self->idle_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, idle_cb, self, NULL);
      return;
    }

  self->frame = frame;
  self->is_queued = FALSE;
  self->func (self->widget);
}

static void
realized_cb (LayoutEnd *self)
{
  self->frame = -1;
  self->frame_clock = g_object_ref (gtk_widget_get_frame_clock (self->widget));
  self->layout_id = g_signal_connect_data (self->frame_clock, "layout", G_CALLBACK (laid_out_cb), self, NULL,
                                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

static void
unrealized_cb (LayoutEnd *self)
{
  g_signal_handler_disconnect (self->frame_clock, self->layout_id);
  g_clear_object (&self->frame_clock);
  g_clear_handle_id (&self->idle_id, g_source_remove);
  self->is_queued = FALSE;
}

/**
 * ful_layout_end_install:
 * @widget: a widget that is not realized yet
 * @func: changes its children, so that they fit
 */
void
ful_layout_end_install (GtkWidget        *widget,
                        FulLayoutEndFunc  func)
{
  LayoutEnd *self = g_new0 (LayoutEnd, 1);

  self->widget = widget;
  self->func = func;
  g_object_set_data_full (G_OBJECT (widget), KEY, self, g_free);
  g_signal_connect_swapped (widget, "realize", G_CALLBACK (realized_cb), self);
  g_signal_connect_swapped (widget, "unrealize", G_CALLBACK (unrealized_cb), self);
}

/**
 * ful_layout_end_queue:
 * @widget: a widget that is being allocated
 *
 * Calls the function of @widget when the window is laid out, before it is painted.
 */
void
ful_layout_end_queue (GtkWidget *widget)
{
  LayoutEnd *self = g_object_get_data (G_OBJECT (widget), KEY);

  self->is_queued = self->frame_clock != NULL;
  if (self->is_queued)
    gdk_frame_clock_request_phase (self->frame_clock, GDK_FRAME_CLOCK_PHASE_LAYOUT);
}
