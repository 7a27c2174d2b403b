/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The message of the core has what was expected, what was found and where; the page
 * adds a title for the kind of error, and the file. */

#include "config.h"

#include "ful-error-page.h"

#include "ful-recorder-list.h"

#include "base/ful-error.h"
#include "base/ful-format.h"

#include "widgets/ful-control-name.h"

#include <glib/gi18n.h>

struct _FulErrorPage
{
  GtkWidget      parent_instance;

  AdwStatusPage *status_page;
  GtkLabel      *problem_label;
  GtkLabel      *file_label;
  GtkWidget     *open_anyway_button;
  GtkWidget     *open_part_button;
  GtkWidget     *other_button;
  GtkBox        *content;
  GtkWidget     *recorders;   /* (nullable): see show_recorders() */
};

G_DEFINE_FINAL_TYPE (FulErrorPage, ful_error_page, GTK_TYPE_WIDGET)

static void
copy_clicked_cb (FulErrorPage *self)
{
  g_autofree char *text = g_strdup_printf ("%s\n%s: %s\n%s: %s\nFulgens %s\n",
                                           adw_status_page_get_title (self->status_page),
                                           _("Problem"), gtk_label_get_label (self->problem_label),
                                           _("File"), gtk_label_get_label (self->file_label),
                                           PACKAGE_VERSION);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static const char *
title_for_error (const GError *error)
{
  if (error->domain != FUL_ERROR)
    return _("This File Cannot Be Opened");

  switch ((FulError) error->code)
    {
    case FUL_ERROR_NEWER_VERSION:
      return _("This Profile Is Newer Than This Program");
    case FUL_ERROR_VERSION:
      return _("This Profile Has Another Version");
    case FUL_ERROR_UNKNOWN_FORMAT:
      return _("This Is Not a Profile");
    case FUL_ERROR_EMPTY:
      return _("This Profile Is Empty");
    case FUL_ERROR_TOO_LARGE:
      return _("This Profile Is Too Large");
    case FUL_ERROR_TRUNCATED:
      return _("This File Is Cut Off");
    case FUL_ERROR_FORMAT:
    default:
      return _("This File Cannot Be Read");
    }
}

/* What the system says of a file that is not there has its path, which the page shows as well. */
static const char *
describe (const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return _("There is no such file. It may have been moved or deleted.");
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
    return _("You may not read this file.");

  return error->message;
}

static const char *
explain (const GError *error)
{
  if (g_error_matches (error, FUL_ERROR, FUL_ERROR_NEWER_VERSION))
    return _("It can be opened as if it were of the newest known version. New data in it will be missing or wrong.");
  if (g_error_matches (error, FUL_ERROR, FUL_ERROR_EMPTY))
    return _("Nothing was recorded, or no thread matched the filter of the recorder.");

  return NULL;
}

/* Of a file in which nothing was recorded: how to record. The list is not searched for otherwise. */
static void
show_recorders (FulErrorPage *self,
                gboolean      is_empty)
{
  if (is_empty && self->recorders == NULL)
    {
      self->recorders = g_object_new (FUL_TYPE_RECORDER_LIST, NULL);
      gtk_box_append (self->content, self->recorders);
    }
  if (self->recorders)
    gtk_widget_set_visible (self->recorders, is_empty);
}

static void
suggest (GtkWidget *button,
         gboolean   is_suggested)
{
  if (is_suggested)
    gtk_widget_add_css_class (button, "suggested-action");
  else
    gtk_widget_remove_css_class (button, "suggested-action");
}

static void
ful_error_page_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))))
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (ful_error_page_parent_class)->dispose (object);
}

static void
ful_error_page_class_init (FulErrorPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_error_page_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/fulgens/Fulgens/ful-error-page.ui");
  gtk_widget_class_bind_template_child (widget_class, FulErrorPage, status_page);
  gtk_widget_class_bind_template_child (widget_class, FulErrorPage, content);
  gtk_widget_class_bind_template_child (widget_class, FulErrorPage, problem_label);
  gtk_widget_class_bind_template_child (widget_class, FulErrorPage, file_label);
  gtk_widget_class_bind_template_child (widget_class, FulErrorPage, open_anyway_button);
  gtk_widget_class_bind_template_child (widget_class, FulErrorPage, open_part_button);
  gtk_widget_class_bind_template_child (widget_class, FulErrorPage, other_button);
  gtk_widget_class_bind_template_callback (widget_class, copy_clicked_cb);
}

static void
ful_error_page_init (FulErrorPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  /* Its scrolled window is focusable. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_first_child (GTK_WIDGET (self->status_page))),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _("This File Cannot Be Opened"), -1);
  ful_control_name_by_labels (GTK_WIDGET (self));
}

/**
 * ful_error_page_set_error:
 * @self: a page
 * @file: the file that was to be opened
 * @size_bytes: its size, or 0 if it is not known
 * @error: why it could not
 */
void
ful_error_page_set_error (FulErrorPage *self,
                          GFile        *file,
                          guint64       size_bytes,
                          const GError *error)
{
  g_autofree char *path = g_file_get_parse_name (file);
  g_autofree char *name = ful_format_label (path, "");
  g_autofree char *problem = ful_format_label (describe (error), "\n");
  gboolean is_newer = g_error_matches (error, FUL_ERROR, FUL_ERROR_NEWER_VERSION);
  gboolean is_truncated = g_error_matches (error, FUL_ERROR, FUL_ERROR_TRUNCATED);

  g_return_if_fail (FUL_IS_ERROR_PAGE (self));

  adw_status_page_set_title (self->status_page, title_for_error (error));
  adw_status_page_set_description (self->status_page, explain (error));
  show_recorders (self, g_error_matches (error, FUL_ERROR, FUL_ERROR_EMPTY));
  gtk_widget_set_visible (self->open_anyway_button, is_newer);
  gtk_widget_set_visible (self->open_part_button, is_truncated);
  suggest (self->open_part_button, is_truncated);
  suggest (self->other_button, !is_truncated);
  gtk_label_set_label (self->problem_label, problem);

  if (size_bytes > 0)
    {
      g_autofree char *size = ful_format_bytes ((double) size_bytes);
      g_autofree char *text = g_strdup_printf ("%s · %s", name, size);

      gtk_label_set_label (self->file_label, text);
    }
  else
    {
      gtk_label_set_label (self->file_label, name);
    }
}
