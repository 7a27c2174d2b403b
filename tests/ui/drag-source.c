/* SPDX-License-Identifier: GPL-3.0-or-later */

/* drag-source URI…: a window to drag these files from, as a file manager has.
 * With --text they are dragged as a text/uri-list alone.
 *
 * drag-source --paste: prints the text in the clipboard.
 * drag-source --copy TEXT: puts it there, until it is ended. */

#include "config.h"

#include <gtk/gtk.h>

static GdkContentProvider *
prepare_cb (GtkDragSource *source,
            double         x,
            double         y,
            char         **uris)
{
  g_autoptr(GString) list = g_string_new (NULL);
  gboolean only_text = g_strcmp0 (uris[0], "--text") == 0;
  GSList *files = NULL;
  GdkContentProvider *provider;

  for (char **uri = only_text ? uris + 1 : uris; *uri; uri++)
    {
      g_string_append_printf (list, "%s\r\n", *uri);
      files = g_slist_append (files, g_file_new_for_uri (*uri));
    }

  if (only_text)
    {
      g_autoptr(GBytes) bytes = g_string_free_to_bytes (g_steal_pointer (&list));

      provider = gdk_content_provider_new_for_bytes ("text/plain;charset=utf-8", bytes);
    }
  else
    {
      provider = gdk_content_provider_new_typed (GDK_TYPE_FILE_LIST, gdk_file_list_new_from_list (files));
    }

  g_slist_free_full (files, g_object_unref);

  return provider;
}

static void
pasted_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      application)
{
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);

  fputs (text ? text : "", stdout);
  g_application_release (application);
}

static void
activate_cb (GtkApplication *application,
             char          **uris)
{
  GtkDragSource *source;
  GtkWidget *window;

  if (g_strcmp0 (uris[0], "--paste") == 0)
    {
      g_application_hold (G_APPLICATION (application));
      gdk_clipboard_read_text_async (gdk_display_get_clipboard (gdk_display_get_default ()), NULL, pasted_cb, application);
      return;
    }

  if (g_strcmp0 (uris[0], "--copy") == 0)
    {
      g_application_hold (G_APPLICATION (application));
      gdk_clipboard_set_text (gdk_display_get_clipboard (gdk_display_get_default ()), uris[1]);
      return;
    }

  window = gtk_application_window_new (application);
  source = gtk_drag_source_new ();
  g_signal_connect (source, "prepare", G_CALLBACK (prepare_cb), uris);
  gtk_widget_add_controller (window, GTK_EVENT_CONTROLLER (source));
  gtk_window_set_title (GTK_WINDOW (window), "drag source");
  gtk_window_set_default_size (GTK_WINDOW (window), 200, 200);
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_present (GTK_WINDOW (window));
}

int
main (int    argc,
      char **argv)
{
  g_autoptr(GtkApplication) application = gtk_application_new (NULL, G_APPLICATION_NON_UNIQUE);

  g_signal_connect (application, "activate", G_CALLBACK (activate_cb), argv + 1);

  return g_application_run (G_APPLICATION (application), 0, NULL);
}
