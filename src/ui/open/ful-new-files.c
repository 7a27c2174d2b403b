/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Folders are watched from map to unmap. A file that was written is read in a job: only one whose first bytes are those of a
 * profile becomes a row. Hidden without rows. */

#include "config.h"

#include "ful-new-files.h"

#include "base/ful-format.h"
#include "base/ful-job.h"
#include "import/ful-archive.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define MAX_ROWS 5
#define MAX_LOOKS 8   /* at a time; a folder may be one that a build writes into */

struct _FulNewFiles
{
  GtkWidget     parent_instance;

  GFileMonitor *downloads;   /* (nullable): while it is mapped */
  GFileMonitor *folder;      /* (nullable): likewise */
  guint         n_looks;     /* jobs that run */
  GtkWidget    *box;
  GtkListBox   *list;
};

G_DEFINE_FINAL_TYPE (FulNewFiles, ful_new_files, GTK_TYPE_WIDGET)

typedef struct
{
  GFile      *file;
  const char *format;   /* (nullable): if it is a profile */
  gint64      written;  /* us: when it was */
} Look;

static void
look_free (gpointer data)
{
  Look *look = data;

  g_object_unref (look->file);
  g_free (look);
}

static gboolean
find_format (gpointer       data,
             GCancellable  *cancellable,
             GError       **error)
{
  Look *look = data;
  g_autoptr(GFileInfo) info = NULL;
  g_autoptr(GDateTime) time = NULL;

  look->format = ful_archive_find_profile (look->file, cancellable);
  info = g_file_query_info (look->file, G_FILE_ATTRIBUTE_TIME_MODIFIED "," G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC, G_FILE_QUERY_INFO_NONE,
                            cancellable, NULL);
  time = info ? g_file_info_get_modification_date_time (info) : NULL;
  if (time)
    look->written = g_date_time_to_unix (time) * G_USEC_PER_SEC + g_date_time_get_microsecond (time);

  return TRUE;
}

static void
remove_row (FulNewFiles *self,
            const char  *uri)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)); i++)
    if (g_strcmp0 (g_object_get_data (G_OBJECT (row), "uri"), uri) == 0)
      {
        gtk_list_box_remove (self->list, GTK_WIDGET (row));
        return;
      }
}

/* What was written last is first; a file may be looked at once more later. */
static void
insert_row (FulNewFiles *self,
            GtkWidget   *row,
            gint64       written)
{
  GtkListBoxRow *other;
  int at;

  for (at = 0; (other = gtk_list_box_get_row_at_index (self->list, at)); at++)
    if (*(const gint64 *) g_object_get_data (G_OBJECT (other), "written") < written)
      break;
  g_object_set_data_full (G_OBJECT (row), "written", g_memdup2 (&written, sizeof written), g_free);
  gtk_list_box_insert (self->list, row, at);
}

static void
looked_cb (gpointer      owner,
           gpointer      data,
           const GError *error)
{
  FulNewFiles *self = owner;
  Look *look = data;
  g_autofree char *uri = g_file_get_uri (look->file), *base = g_file_get_basename (look->file), *name = g_filename_display_name (base);
  g_autofree char *shown = ful_format_label (name, ""), *title = g_markup_escape_text (shown, -1);
  g_autoptr(GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *when = g_date_time_format (now, _("New, %H:%M"));
  GtkWidget *row, *label;
  GtkListBoxRow *last;

  self->n_looks--;
  if (look->format == NULL || self->box == NULL)
    return;

  remove_row (self, uri);
  row = adw_action_row_new ();
  label = gtk_label_new (when);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "caption");
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), _(look->format));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data_full (G_OBJECT (row), "uri", g_steal_pointer (&uri), g_free);
  insert_row (self, row, look->written);
  if ((last = gtk_list_box_get_row_at_index (self->list, MAX_ROWS)))
    gtk_list_box_remove (self->list, GTK_WIDGET (last));
  gtk_widget_show (self->box);
}

static void
file_changed_cb (FulNewFiles       *self,
                 GFile             *file,
                 GFile             *other,
                 GFileMonitorEvent  event)
{
  GFile *written = event == G_FILE_MONITOR_EVENT_RENAMED ? other : file;
  g_autofree char *base = g_file_get_basename (written);
  Look *look;

  if (event != G_FILE_MONITOR_EVENT_CHANGES_DONE_HINT && event != G_FILE_MONITOR_EVENT_MOVED_IN && event != G_FILE_MONITOR_EVENT_RENAMED)
    return;
  if (*base == '.' || self->n_looks == MAX_LOOKS)
    return;

  self->n_looks++;
  look = g_new0 (Look, 1);
  look->file = g_object_ref (written);
  ful_job_start_blocking (NULL, find_format, look, look_free, looked_cb, self);
}

/* Returns: (transfer full) (nullable): what watches a folder */
static GFileMonitor *
watch (FulNewFiles *self,
       const char  *path)
{
  g_autoptr(GFile) folder = g_file_new_for_path (path);
  GFileMonitor *monitor = g_file_monitor_directory (folder, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);

  if (monitor)
    g_signal_connect_object (monitor, "changed", G_CALLBACK (file_changed_cb), self, G_CONNECT_SWAPPED);

  return monitor;
}

static void
ful_new_files_map (GtkWidget *widget)
{
  FulNewFiles *self = FUL_NEW_FILES (widget);
  const char *downloads = g_get_user_special_dir (G_USER_DIRECTORY_DOWNLOAD);
  g_autofree char *current = g_get_current_dir ();

  GTK_WIDGET_CLASS (ful_new_files_parent_class)->map (widget);

  if (downloads && !g_str_equal (downloads, current))
    self->downloads = watch (self, downloads);
  self->folder = watch (self, current);
}

static void
unwatch (FulNewFiles *self)
{
  g_clear_object (&self->downloads);
  g_clear_object (&self->folder);
}

static void
ful_new_files_unmap (GtkWidget *widget)
{
  unwatch (FUL_NEW_FILES (widget));

  GTK_WIDGET_CLASS (ful_new_files_parent_class)->unmap (widget);
}

static void
row_activated_cb (FulNewFiles   *self,
                  GtkListBoxRow *row)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "app.open-uri", "s", g_object_get_data (G_OBJECT (row), "uri"));
}

static void
ful_new_files_dispose (GObject *object)
{
  FulNewFiles *self = FUL_NEW_FILES (object);

  unwatch (self);
  g_clear_pointer (&self->box, gtk_widget_unparent);

  G_OBJECT_CLASS (ful_new_files_parent_class)->dispose (object);
}

static void
ful_new_files_class_init (FulNewFilesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_new_files_dispose;
  widget_class->map = ful_new_files_map;
  widget_class->unmap = ful_new_files_unmap;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
ful_new_files_init (FulNewFiles *self)
{
  GtkWidget *title = gtk_label_new (_("New on This Computer"));

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_set_margin_top (self->box, 30);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "heading");
  gtk_box_append (GTK_BOX (self->box), title);
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("New on this computer"), -1);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (row_activated_cb), self);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->list));
  gtk_widget_hide (self->box);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}
