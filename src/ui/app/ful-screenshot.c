/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws a window into a PNG once its document is complete: loaded, every
 * result of its view there, and a few frames painted with nothing pending. */

#include "config.h"

#include "ful-screenshot.h"

#include "document/live/ful-live-session.h"

#include <glib/gi18n.h>

/* Frames without pending work before the picture is taken: one for sizes, one for
 * content that depends on them (rows of lists, pictures of tracks), one to paint. */
#define SETTLED_FRAMES 4

typedef struct
{
  GdkPaintable *paintable;   /* follows the window, so that it always has the last frame */
  char         *path;
  int           scale;
  gint64        delay_us;    /* after the first data of a capture */
  gint64        first_us;    /* when they came; 0 before */
  guint         n_settled;
} Shot;

static void
shot_free (gpointer data)
{
  Shot *shot = data;

  g_object_unref (shot->paintable);
  g_free (shot->path);
  g_free (shot);
}

static gboolean
save_picture (GtkWidget   *window,
              Shot        *shot,
              GError     **error)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  int width = gtk_widget_get_width (window);
  int height = gtk_widget_get_height (window);
  g_autoptr(GskRenderNode) node = NULL;
  g_autoptr(GdkTexture) texture = NULL;

  gtk_snapshot_scale (snapshot, shot->scale, shot->scale);
  gdk_paintable_snapshot (shot->paintable, GDK_SNAPSHOT (snapshot), width, height);
  node = gtk_snapshot_free_to_node (snapshot);
  if (!node)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, _("The window drew nothing"));
      return FALSE;
    }

  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (window)), node,
                                         &GRAPHENE_RECT_INIT (0, 0, width * shot->scale, height * shot->scale));

  if (!gdk_texture_save_to_png (texture, shot->path))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _("“%s” cannot be written"), shot->path);
      return FALSE;
    }

  return TRUE;
}

/* Whether enough of a capture is there. */
static gboolean
is_time (Shot      *shot,
         FulWindow *window)
{
  FulLiveSession *live = ful_window_get_live (window);
  gint64 now = g_get_monotonic_time ();

  if (live == NULL)
    return TRUE;
  if (shot->first_us == 0 && ful_live_session_get (live)->document)
    shot->first_us = now;
  if (shot->first_us == 0)
    return ful_live_session_get (live)->end != NULL;

  return now - shot->first_us >= shot->delay_us;
}

static gboolean
tick_cb (GtkWidget     *widget,
         GdkFrameClock *frame_clock,
         gpointer       user_data)
{
  GTask *task = user_data;
  Shot *shot = g_task_get_task_data (task);
  g_autoptr(GError) error = NULL;
  gboolean settled;

  settled = is_time (shot, FUL_WINDOW (widget)) && ful_window_is_settled (FUL_WINDOW (widget), &error);
  if (error)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return G_SOURCE_REMOVE;
    }

  gtk_widget_queue_draw (widget);
  shot->n_settled = settled ? shot->n_settled + 1 : 0;
  if (shot->n_settled < SETTLED_FRAMES)
    return G_SOURCE_CONTINUE;

  if (save_picture (widget, shot, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, g_steal_pointer (&error));

  return G_SOURCE_REMOVE;
}

/**
 * ful_screenshot_take_async:
 * @window: a window that opens a document
 * @path: path of the PNG
 * @scale: pixels per logical pixel
 * @delay_s: of a capture, time after its first data
 *
 * Waits for the document and draws the window. @window must not be closed until
 * then.
 */
void
ful_screenshot_take_async (FulWindow           *window,
                           const char          *path,
                           int                  scale,
                           double               delay_s,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  GTask *task = g_task_new (window, NULL, callback, user_data);
  Shot *shot = g_new0 (Shot, 1);

  shot->paintable = gtk_widget_paintable_new (GTK_WIDGET (window));
  shot->path = g_strdup (path);
  shot->scale = scale;
  shot->delay_us = (gint64) (delay_s * G_USEC_PER_SEC);
  g_task_set_task_data (task, shot, shot_free);

  /* The same picture each time: no scrollbar half faded. */
  g_object_set (gtk_widget_get_settings (GTK_WIDGET (window)), "gtk-enable-animations", FALSE, NULL);

  /* The frame that replaces a shadow that cannot be drawn. */
  gtk_widget_remove_css_class (GTK_WIDGET (window), "solid-csd");
  gtk_widget_add_tick_callback (GTK_WIDGET (window), tick_cb, task, g_object_unref);
}

/**
 * ful_screenshot_finish:
 *
 * Returns: %TRUE, or %FALSE with the error of the load or of the writing
 */
gboolean
ful_screenshot_finish (GAsyncResult  *result,
                       GError       **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
