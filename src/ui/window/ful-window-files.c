/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How files get into a window: by chooser, drop and clipboard, and many of them one by one. */

#include "config.h"

#include "ful-window-private.h"

#include "compare/document/text/ful-compare-view-text.h"
#include "open/ful-dropped-files.h"
#include "open/ful-open-dialog.h"
#include "viewtext/ful-profiler-link.h"

#include <glib/gi18n.h>

static gboolean
open_next_cb (gpointer user_data)
{
  FulWindow *self = user_data;
  g_autoptr(GFile) file = g_queue_pop_head (&self->waiting);

  if (file)
    {
      ful_window_add_tab (self, ful_document_page_new (file, g_object_get_data (G_OBJECT (file), "member"),
                                            g_object_get_data (G_OBJECT (file), "view"), self->settings));
      return G_SOURCE_CONTINUE;
    }

  self->open_id = 0;

  return G_SOURCE_REMOVE;
}

/* Of many files the first one opens at once, the others one by one, and the last one is shown. */
static void
open_file (FulWindow  *self,
           GFile      *file,
           const char *member,
           const char *view)
{
  if (self->open_id == 0)
    {
      ful_window_add_tab (self, ful_document_page_new (file, member, view, self->settings));
      self->open_id = g_idle_add (open_next_cb, self);
      return;
    }

  file = g_file_dup (file);
  g_object_set_data_full (G_OBJECT (file), "member", g_strdup (member), g_free);
  g_object_set_data_full (G_OBJECT (file), "view", g_strdup (view), g_free);
  g_queue_push_tail (&self->waiting, file);
}

static void
chooser_response_cb (FulWindow *self,
                     int        response)
{
  g_autoptr(GtkFileChooserNative) chooser = g_steal_pointer (&self->chooser);
  g_autoptr(GListModel) files = NULL;
  g_autoptr(GPtrArray) opened = g_ptr_array_new_with_free_func (g_object_unref);

  if (response != GTK_RESPONSE_ACCEPT)
    return;

  files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (chooser));
  for (guint i = 0; i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr(GFile) file = g_list_model_get_item (files, i);

      ful_window_open (self, file, NULL);
      g_ptr_array_add (opened, g_steal_pointer (&file));
    }
  ful_window_offer_compare (self, opened);
}

static void
open_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  FulWindow *self = FUL_WINDOW (widget);

  if (self->chooser)
    return;

  self->chooser = ful_open_dialog_new (GTK_WINDOW (self));
  g_signal_connect_swapped (self->chooser, "response", G_CALLBACK (chooser_response_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

/* Returns: how many files @value named */
static guint
open_value (FulWindow    *self,
            const GValue *value)
{
  g_autoptr(GPtrArray) files = ful_dropped_files_list (value);

  for (guint i = 0; i < files->len; i++)
    ful_window_open (self, g_ptr_array_index (files, i), NULL);
  ful_window_offer_compare (self, files);

  return files->len;
}

/* Whether a drop is on the second half of a document, where files are compared with it. */
static gboolean
is_beside (FulWindow *self,
           double     x)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  gboolean is_rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;

  return (is_rtl ? width - x : x) > width / 2.0 && ful_window_can_compare (self);
}

/* Describes the drop, once its source has sent the file. */
static void
drag_changed_cb (FulWindow     *self,
                 GParamSpec    *pspec,
                 GtkDropTarget *target)
{
  g_autoptr(GPtrArray) files = ful_dropped_files_list (gtk_drop_target_get_value (target));
  g_autofree char *text = NULL;
  int half = files->len > 0 && ful_window_can_compare (self) ? gtk_widget_get_width (GTK_WIDGET (self)) / 2 : 0;
  gboolean compares = half > 0 && is_beside (self, self->drop_x);

  if (compares)
    text = g_strdup (_("Compare"));
  else if (files->len > 1)
    text = g_strdup_printf (ngettext ("Open %u Profile", "Open %u Profiles", files->len), files->len);
  gtk_label_set_label (self->drop_label, text ? text : _("Open"));
  gtk_widget_set_margin_start (self->drop_frame, compares ? half : 0);
  gtk_widget_set_margin_end (self->drop_frame, compares ? 0 : half);
  gtk_widget_set_visible (self->drop_frame, gtk_drop_target_get_current_drop (target) != NULL);
}

static GdkDragAction
drag_moved_cb (GtkDropTarget *target,
               double         x,
               double         y,
               gpointer       user_data)
{
  FulWindow *self = user_data;
  gboolean was_beside = is_beside (self, self->drop_x);

  self->drop_x = x;
  if (is_beside (self, x) != was_beside)
    drag_changed_cb (self, NULL, target);

  return GDK_ACTION_COPY;
}

static gboolean
drop_cb (GtkDropTarget *target,
         const GValue  *value,
         double         x,
         double         y,
         gpointer       user_data)
{
  FulWindow *self = user_data;
  g_autoptr(GPtrArray) files = ful_dropped_files_list (value);

  if (files->len > 0 && is_beside (self, x))
    {
      ful_window_compare_with (self, files);
      return TRUE;
    }
  if (open_value (self, value) == 0)
    {
      ful_window_show_toast (self, _("The dropped item is not a file"));
      return FALSE;
    }

  return TRUE;
}

/* Returns: whether @text is a view or a link, good or bad */
static gboolean
paste_view (FulWindow  *self,
            const char *text)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text ? text : ""));
  g_autoptr(GError) error = NULL;

  if (*stripped != '{' && !ful_profiler_link_is_link (stripped))
    return FALSE;

  if (*stripped == '{' && ful_compare_view_text_is_one (stripped))
    ful_window_compare_view (self, stripped, NULL);
  else if (!self->current || !(ful_document_page_get_document (self->current) || ful_document_page_is_comparison (self->current)))
    ful_window_show_toast (self, _("Open the matching profile first"));
  else if (!ful_document_page_set_view (self->current, stripped, &error))
    ful_window_show_toast (self, error->message);

  return TRUE;
}

static void
paste_ready_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr(FulWindow) self = user_data;
  const GValue *value = gdk_clipboard_read_value_finish (GDK_CLIPBOARD (source), result, NULL);

  if (value && G_VALUE_HOLDS (value, G_TYPE_STRING) && paste_view (self, g_value_get_string (value)))
    return;
  if (!value || open_value (self, value) == 0)
    ful_window_show_toast (self, _("The clipboard has no file or view"));
}

static void
paste_action (GtkWidget  *widget,
              const char *action,
              GVariant   *parameter)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (widget);
  GdkContentFormats *formats = gdk_clipboard_get_formats (clipboard);
  gboolean has_files = gdk_content_formats_contain_gtype (formats, GDK_TYPE_FILE_LIST) ||
                       gdk_content_formats_contain_mime_type (formats, "text/uri-list");

  gdk_clipboard_read_value_async (clipboard, has_files ? GDK_TYPE_FILE_LIST : G_TYPE_STRING, G_PRIORITY_DEFAULT,
                                  NULL, paste_ready_cb, g_object_ref (widget));
}

static void
open_member_action (GtkWidget  *widget,
                    const char *action,
                    GVariant   *parameter)
{
  const char *uri, *member;
  g_autoptr(GFile) file = NULL;

  g_variant_get (parameter, "(&s&s)", &uri, &member);
  file = g_file_new_for_uri (uri);
  open_file (FUL_WINDOW (widget), file, *member ? member : NULL, NULL);
}

/* A file with a view to begin with. */
static void
open_view_action (GtkWidget  *widget,
                  const char *action,
                  GVariant   *parameter)
{
  const char *uri, *view;
  g_autoptr(GFile) file = NULL;

  g_variant_get (parameter, "(&s&s)", &uri, &view);
  file = g_file_new_for_uri (uri);
  open_file (FUL_WINDOW (widget), file, NULL, view);
}

/* With the drop target of the window. */
void
ful_window_accept_drops (FulWindow *self)
{
  GType types[] = { GDK_TYPE_FILE_LIST, G_TYPE_STRING };
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_INVALID, GDK_ACTION_COPY);

  gtk_drop_target_set_gtypes (target, types, G_N_ELEMENTS (types));
  gtk_drop_target_set_preload (target, TRUE);
  g_signal_connect (target, "drop", G_CALLBACK (drop_cb), self);
  g_signal_connect (target, "enter", G_CALLBACK (drag_moved_cb), self);
  g_signal_connect (target, "motion", G_CALLBACK (drag_moved_cb), self);
  g_signal_connect_swapped (target, "notify::value", G_CALLBACK (drag_changed_cb), self);
  g_signal_connect_swapped (target, "notify::current-drop", G_CALLBACK (drag_changed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}

void
ful_window_class_add_file_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.open", NULL, open_action);
  gtk_widget_class_install_action (widget_class, "win.paste", NULL, paste_action);
  gtk_widget_class_install_action (widget_class, "win.open-member", "(ss)", open_member_action);
  gtk_widget_class_install_action (widget_class, "win.open-view", "(ss)", open_view_action);
}

/**
 * ful_window_open:
 * @self: a window
 * @file: any file or folder
 * @view: (nullable): text of the initial view
 *
 * Opens @file in a new tab and shows it. Errors show there. Of many files the first
 * one opens at once, the others one by one, and the last one is shown.
 */
void
ful_window_open (FulWindow  *self,
                 GFile      *file,
                 const char *view)
{
  g_return_if_fail (FUL_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  if (!ful_window_open_comparison (self, file))
    open_file (self, file, NULL, view);
}
