/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Closing of tabs and of their window: captures that are not saved are asked about, panels go one by one. */

#include "config.h"

#include "ful-tab-closing.h"

#include "ful-document-page.h"
#include "live/ful-live-dialog.h"

/* Destroying all panels at once would take several frames. */
static gboolean
close_step_cb (gpointer user_data)
{
  AdwTabPage *tab = user_data;
  GtkWidget *page = adw_tab_page_get_child (tab);
  GtkWidget *tabs = gtk_widget_get_ancestor (page, ADW_TYPE_TAB_VIEW);

  if (tabs && ful_document_page_drop_panel (FUL_DOCUMENT_PAGE (page)))
    return G_SOURCE_CONTINUE;
  if (tabs)
    adw_tab_view_close_page_finish (ADW_TAB_VIEW (tabs), tab, TRUE);

  return G_SOURCE_REMOVE;
}

static gboolean
is_unsaved (AdwTabPage *tab)
{
  FulLiveSession *live = ful_document_page_get_live (FUL_DOCUMENT_PAGE (adw_tab_page_get_child (tab)));

  return live && ful_live_session_is_unsaved (live);
}

static void
discard (AdwTabPage *tab)
{
  FulLiveSession *live = ful_document_page_get_live (FUL_DOCUMENT_PAGE (adw_tab_page_get_child (tab)));

  if (live)
    ful_live_session_discard (live);
}

static void
close_tab_response_cb (AdwMessageDialog *dialog,
                       const char       *response,
                       AdwTabPage       *tab)
{
  GtkWidget *page = adw_tab_page_get_child (tab);
  GtkWidget *tabs = page ? gtk_widget_get_ancestor (page, ADW_TYPE_TAB_VIEW) : NULL;

  if (tabs == NULL)
    return;
  if (g_str_equal (response, "save"))
    gtk_widget_activate_action (page, "view.save", NULL);
  if (!g_str_equal (response, "discard"))
    return;

  discard (tab);
  adw_tab_view_close_page (ADW_TAB_VIEW (tabs), tab);
}

/**
 * ful_tab_closing_close_page:
 * @tabs: tabs of documents
 * @tab: one of them
 *
 * Handles AdwTabView::close-page. Asks first if a capture in it is not saved. Selects another tab at once, so that keys do
 * not go to the closing one.
 *
 * Returns: %GDK_EVENT_STOP
 */
gboolean
ful_tab_closing_close_page (AdwTabView *tabs,
                            AdwTabPage *tab)
{
  if (is_unsaved (tab))
    {
      adw_tab_view_set_selected_page (tabs, tab);
      adw_tab_view_close_page_finish (tabs, tab, FALSE);
      ful_live_dialog_ask_save (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (tabs))), 1, G_CALLBACK (close_tab_response_cb), tab);
      return GDK_EVENT_STOP;
    }
  if (adw_tab_page_get_selected (tab) && !adw_tab_view_select_next_page (tabs))
    adw_tab_view_select_previous_page (tabs);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, close_step_cb, g_object_ref (tab), g_object_unref);

  return GDK_EVENT_STOP;
}

static gboolean
close_cb (gpointer window)
{
  gtk_window_close (GTK_WINDOW (window));

  return G_SOURCE_REMOVE;
}

static void
close_window_response_cb (AdwMessageDialog *dialog,
                          const char       *response,
                          AdwTabView       *tabs)
{
  GtkRoot *window = gtk_widget_get_root (GTK_WIDGET (tabs));

  if (g_str_equal (response, "save"))
    gtk_widget_activate_action (GTK_WIDGET (tabs), "view.save", NULL);
  if (!g_str_equal (response, "discard"))
    return;

  for (int i = 0; i < adw_tab_view_get_n_pages (tabs); i++)
    discard (adw_tab_view_get_nth_page (tabs, i));
  /* libadwaita uses the parent of a dialog after its answer. */
  g_idle_add_full (G_PRIORITY_DEFAULT, close_cb, g_object_ref (window), g_object_unref);
}

/**
 * ful_tab_closing_asks:
 * @tabs: all tabs of a window that is to be closed
 *
 * Asks the user, and shows one of the captures, if any is not saved. After that the window closes by itself.
 *
 * Returns: whether the user is asked
 */
gboolean
ful_tab_closing_asks (AdwTabView *tabs)
{
  guint n = 0;

  for (int i = 0; i < adw_tab_view_get_n_pages (tabs); i++)
    if (is_unsaved (adw_tab_view_get_nth_page (tabs, i)) && n++ == 0)
      adw_tab_view_set_selected_page (tabs, adw_tab_view_get_nth_page (tabs, i));
  if (n > 0)
    ful_live_dialog_ask_save (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (tabs))), n, G_CALLBACK (close_window_response_cb), tabs);

  return n > 0;
}
