/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The start page. Sizes of recent files are queried asynchronously: a file on a
 * sleeping disk or a dead server must not block the window. Missing files are
 * removed from the page, but not from the desktop's list. */

#include "config.h"

#include "ful-start-page.h"
#include "ful-new-files.h"
#include "ful-recent.h"
#include "ful-recorder-list.h"

#include "base/ful-format.h"
#include "base/ful-installation.h"

#include "widgets/ful-control-name.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>

#define MAX_ROWS 5
#define EXAMPLE "demo.json.gz"

struct _FulStartPage
{
  GtkWidget     parent_instance;

  GCancellable *queries;   /* of the rows that are shown */

  GtkWidget    *example;
  GtkWidget    *recent_box;
  GtkListBox   *recent_list;
};

G_DEFINE_FINAL_TYPE (FulStartPage, ful_start_page, GTK_TYPE_WIDGET)

static char *
format_date (GDateTime *when)
{
  g_autoptr(GDateTime) now = g_date_time_new_now_local ();
  g_autoptr(GDateTime) local = g_date_time_to_local (when);
  g_autoptr(GDateTime) yesterday = g_date_time_add_days (now, -1);

  if (g_date_time_get_year (local) == g_date_time_get_year (now) &&
      g_date_time_get_day_of_year (local) == g_date_time_get_day_of_year (now))
    return g_date_time_format (local, _("Today, %H:%M"));

  if (g_date_time_get_year (local) == g_date_time_get_year (yesterday) &&
      g_date_time_get_day_of_year (local) == g_date_time_get_day_of_year (yesterday))
    return g_strdup (_("Yesterday"));

  return g_date_time_format (local, _("%-d %B %Y"));
}

static void
size_ready_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr(GtkLabel) label = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GFileInfo) info = g_file_query_info_finish (G_FILE (source), result, &error);
  g_autofree char *text = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    {
      GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (label), GTK_TYPE_LIST_BOX_ROW);

      if (row)
        gtk_widget_hide (row);
    }
  if (!info)
    return;

  text = ful_format_bytes ((double) g_file_info_get_size (info));
  gtk_label_set_label (label, text);
}

static void
remove_clicked_cb (GtkButton *button)
{
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (button), GTK_TYPE_LIST_BOX_ROW);

  gtk_recent_manager_remove_item (gtk_recent_manager_get_default (), g_object_get_data (G_OBJECT (row), "uri"), NULL);
}

static GtkWidget *
create_row (FulStartPage  *self,
            GtkRecentInfo *info)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *date, *size, *remove;
  g_autofree char *display_name = ful_format_label (gtk_recent_info_get_display_name (info), "");
  g_autofree char *title = g_markup_escape_text (display_name, -1);
  g_autofree char *when = format_date (gtk_recent_info_get_modified (info));
  g_autofree char *remove_name = g_strdup_printf (_("Remove %s from the list"), display_name);
  g_autoptr(GFile) file = g_file_new_for_uri (gtk_recent_info_get_uri (info));
  g_autoptr(GFile) folder = g_file_get_parent (file);
  const char *finding = gtk_recent_info_get_description (info);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row),
                             g_object_new (GTK_TYPE_IMAGE, "icon-name", "text-x-generic-symbolic",
                                           "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  if (folder || finding)
    {
      g_autofree char *path = folder ? g_file_get_parse_name (folder) : NULL;
      g_autofree char *shown = ful_format_label (finding ? finding : path, "");
      g_autofree char *subtitle = g_markup_escape_text (shown, -1);

      adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
      adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
      if (path)
        ful_tooltip_set_text (row, path);
    }

  date = gtk_label_new (when);
  size = gtk_label_new (NULL);
  gtk_widget_add_css_class (date, "dim-label");
  gtk_widget_add_css_class (date, "caption");
  gtk_widget_add_css_class (size, "dim-label");
  gtk_widget_add_css_class (size, "caption");
  gtk_widget_add_css_class (size, "numeric");
  gtk_label_set_xalign (GTK_LABEL (size), 1);
  gtk_label_set_width_chars (GTK_LABEL (size), 9);

  remove = gtk_button_new_from_icon_name ("window-close-symbolic");
  gtk_widget_add_css_class (remove, "flat");
  gtk_widget_add_css_class (remove, "circular");
  gtk_widget_set_valign (remove, GTK_ALIGN_CENTER);
  ful_tooltip_set_text (remove, _("Remove from this list"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (remove), GTK_ACCESSIBLE_PROPERTY_LABEL, remove_name, -1);
  g_signal_connect (remove, "clicked", G_CALLBACK (remove_clicked_cb), NULL);

  adw_action_row_add_suffix (ADW_ACTION_ROW (row), date);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), size);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), remove);

  g_object_set_data_full (G_OBJECT (row), "uri", g_strdup (gtk_recent_info_get_uri (info)), g_free);
  g_file_query_info_async (file, G_FILE_ATTRIBUTE_STANDARD_SIZE, G_FILE_QUERY_INFO_NONE, G_PRIORITY_LOW,
                           self->queries, size_ready_cb, g_object_ref (size));

  return row;
}

static void
fill_list (FulStartPage *self)
{
  GList *items = ful_recent_get_items (MAX_ROWS);
  GtkWidget *child;

  g_cancellable_cancel (self->queries);
  g_clear_object (&self->queries);
  self->queries = g_cancellable_new ();

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->recent_list))))
    gtk_list_box_remove (self->recent_list, child);
  for (GList *l = items; l; l = l->next)
    gtk_list_box_append (self->recent_list, create_row (self, l->data));

  gtk_widget_set_visible (self->recent_box, items != NULL);
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
}

static void
find_example (FulStartPage *self)
{
  g_autofree char *path = ful_installation_find (PKGDATADIR "/" EXAMPLE, "../../data/" EXAMPLE);
  g_autofree char *uri = path ? g_filename_to_uri (path, NULL, NULL) : NULL;

  gtk_widget_set_visible (self->example, uri != NULL);
  if (uri)
    {
      gtk_actionable_set_action_target (GTK_ACTIONABLE (self->example), "s", uri);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (self->example), "app.open-uri");
    }
}

static void
row_activated_cb (FulStartPage  *self,
                  GtkListBoxRow *row)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "app.open-uri", "s", g_object_get_data (G_OBJECT (row), "uri"));
}

static void
clear_clicked_cb (FulStartPage *self)
{
  ful_recent_clear ();
}

static void
ful_start_page_dispose (GObject *object)
{
  FulStartPage *self = FUL_START_PAGE (object);
  GtkWidget *child;

  g_cancellable_cancel (self->queries);
  g_clear_object (&self->queries);

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (ful_start_page_parent_class)->dispose (object);
}

static void
ful_start_page_class_init (FulStartPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_start_page_dispose;

  g_type_ensure (FUL_TYPE_NEW_FILES);
  g_type_ensure (FUL_TYPE_RECORDER_LIST);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/fulgens/Fulgens/ful-start-page.ui");
  gtk_widget_class_bind_template_child (widget_class, FulStartPage, example);
  gtk_widget_class_bind_template_child (widget_class, FulStartPage, recent_box);
  gtk_widget_class_bind_template_child (widget_class, FulStartPage, recent_list);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, clear_clicked_cb);
}

static void
ful_start_page_init (FulStartPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ful_control_name_by_labels (GTK_WIDGET (self));

  g_signal_connect_object (gtk_recent_manager_get_default (), "changed", G_CALLBACK (fill_list), self,
                           G_CONNECT_SWAPPED);
  fill_list (self);
  find_example (self);
}
