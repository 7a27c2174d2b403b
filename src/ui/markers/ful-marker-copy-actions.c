/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Copies facts of the selected marker, and tables of several or of all (markers.md 7). A job
 * makes the text. */

#include "config.h"

#include "ful-marker-copy-actions.h"

#include "base/ful-job.h"
#include "export/markers/ful-marker-copy.h"
#include "markers/find/ful-marker-context.h"
#include "markers/list/ful-marker-label.h"
#include "markers/list/ful-payload-reader.h"
#include "panels/ful-sample-menu.h"
#include "threads/ful-view-options.h"

#include <glib/gi18n.h>
#include <math.h>

typedef struct
{
  FulProfile        *profile;          /* with the newest symbols */
  FulMarkerView     *view;
  FulImplementation  implementation;
  FulMarkerCopy      format;
  gint64             marker;           /* -1: all of @view, in @format */
  guint              copy;             /* of copies */
  char              *text;             /* (nullable): the result of the job */
} CopyJob;

/* The address that a request was about; NULL for other markers. */
static char *
find_url (FulMarkerList *list,
          guint          marker)
{
  static const char *const keys[] = { "URI", "url" };
  g_autoptr(FulPayloadReader) reader = ful_payload_reader_new (keys, G_N_ELEMENTS (keys));

  ful_marker_list_read_payload (list, marker, reader);

  return reader->n_values > 0 ? ful_payload_value_dup_text (&reader->values[0]) : NULL;
}

static char *
copy_description (const CopyJob *job)
{
  g_autoptr(FulMarkerLabeler) labeler = ful_marker_labeler_new (job->view->list);

  return ful_marker_labeler_get (labeler, (guint) job->marker, FUL_MARKER_LABEL_TOOLTIP);
}

static char *
copy_name (const CopyJob *job)
{
  return g_strdup (ful_marker_list_get_name (job->view->list, (guint) job->marker));
}

static char *
copy_url (const CopyJob *job)
{
  return find_url (job->view->list, (guint) job->marker);
}

static char *
copy_page (const CopyJob *job)
{
  gboolean is_private;

  return ful_marker_find_page (job->view->list->profile, ful_marker_get_window (job->view->list, (guint) job->marker), &is_private);
}

/* As far as its functions are shown. */
static char *
copy_stack (const CopyJob *job)
{
  g_autoptr(GArray) frames = ful_marker_get_frames (job->profile, job->view->list, (guint) job->marker, job->implementation);

  return ful_marker_frames_to_text (job->profile, frames);
}

static char *
copy_json (const CopyJob *job)
{
  return ful_marker_to_json (job->view->list, (guint) job->marker, job->view->zero);
}

/* What can be copied of the selected marker; several are a table. */
static const struct
{
  const char *action;
  char     *(*make) (const CopyJob *job);
} copies[] = {
  { "marker.copy-description", copy_description },
  { "marker.copy-name", copy_name },
  { "marker.copy-url", copy_url },
  { "marker.copy-page", copy_page },
  { "marker.copy-stack", copy_stack },
  { "marker.copy-json", copy_json },
};

static void
copy_job_free (gpointer data)
{
  CopyJob *job = data;

  ful_marker_view_unref (job->view);
  g_object_unref (job->profile);
  g_free (job->text);
  g_free (job);
}

static gboolean
make_text (gpointer       data,
           GCancellable  *cancellable,
           GError       **error)
{
  CopyJob *job = data;

  job->text = job->marker >= 0 ? copies[job->copy].make (job)
                               : ful_marker_view_copy (job->view, job->format, cancellable, NULL);

  return TRUE;
}

static void
copied_cb (gpointer      owner,
           gpointer      data,
           const GError *error)
{
  CopyJob *job = data;

  if (job->text)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (owner)), job->text);
}

/* Of all markers of the page, or of the selected ones where they are several. */
static CopyJob *
copy_job_new (FulMarkerPage *page)
{
  CopyJob *job = g_new0 (CopyJob, 1);
  FulDocument *document = ful_marker_page_get_document (page);
  FulMarkerView *selection = ful_marker_page_get_selection (page);

  job->view = ful_marker_view_ref (selection ? selection : ful_marker_page_get_view (page));
  job->profile = g_object_ref (ful_document_get_profile (document));
  job->implementation = ful_document_get_options (document)->implementation;
  job->marker = -1;

  return job;
}

static void
copy_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  FulMarkerPage *page = FUL_MARKER_PAGE (widget);
  gint64 selected = ful_marker_page_get_selected (page);
  CopyJob *job;

  if (selected < 0)
    return;

  job = copy_job_new (page);
  if (ful_marker_page_get_selection (page) == NULL)
    job->marker = selected;
  for (guint i = 0; i < G_N_ELEMENTS (copies); i++)
    if (g_str_equal (copies[i].action, action))
      job->copy = i;
  ful_job_start (NULL, make_text, job, copy_job_free, copied_cb, widget);
}

static void
copy_all_action (GtkWidget  *widget,
                 const char *action,
                 GVariant   *parameter)
{
  static const struct { const char *name; FulMarkerCopy format; } formats[] = {
    { "text", FUL_MARKER_COPY_TEXT }, { "markdown", FUL_MARKER_COPY_MARKDOWN }, { "csv", FUL_MARKER_COPY_CSV },
    { "json", FUL_MARKER_COPY_JSON },
  };
  CopyJob *job;

  if (ful_marker_page_get_view (FUL_MARKER_PAGE (widget)) == NULL)
    return;

  job = copy_job_new (FUL_MARKER_PAGE (widget));
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_equal (formats[i].name, g_variant_get_string (parameter, NULL)))
      job->format = formats[i].format;
  ful_job_start (NULL, make_text, job, copy_job_free, copied_cb, widget);
}

/**
 * ful_marker_copy_actions_install:
 * @page_class: class of #FulMarkerPage
 */
void
ful_marker_copy_actions_install (GtkWidgetClass *page_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (copies); i++)
    gtk_widget_class_install_action (page_class, copies[i].action, NULL, copy_action);
  gtk_widget_class_install_action (page_class, "marker.copy-all", "s", copy_all_action);

  gtk_widget_class_add_binding_action (page_class, GDK_KEY_c, GDK_CONTROL_MASK, "marker.copy-description", NULL);
}

/**
 * ful_marker_copy_actions_append_one:
 * @page: a page with a selected marker
 * @menu: gets its entries
 */
void
ful_marker_copy_actions_append_one (FulMarkerPage *page,
                                    GMenu         *menu)
{
  FulDocument *document = ful_marker_page_get_document (page);
  FulMarkerList *list = ful_marker_page_get_view (page)->list;
  guint marker = (guint) ful_marker_page_get_selected (page);
  g_autoptr(GArray) frames = NULL;
  g_autofree char *url = NULL;

  g_menu_append (menu, _("_Copy Description"), "marker.copy-description");
  g_menu_append (menu, _("Copy _Name"), "marker.copy-name");
  url = find_url (list, marker);
  if (url)
    g_menu_append (menu, _("Copy _URL"), "marker.copy-url");
  if (!isnan (ful_marker_get_window (list, marker)))
    g_menu_append (menu, _("Copy _Page URL"), "marker.copy-page");
  frames = ful_marker_get_frames (ful_document_get_profile (document), list, marker,
                                  ful_document_get_options (document)->implementation);
  if (frames->len > 0)
    g_menu_append (menu, _("Copy Stac_k"), "marker.copy-stack");
  g_menu_append (menu, _("Copy as _JSON"), "marker.copy-json");
}

/**
 * ful_marker_copy_actions_append_rows:
 * @page: a page
 * @menu: gets the formats for copying its table, or its selected rows if several are
 */
void
ful_marker_copy_actions_append_rows (FulMarkerPage *page,
                                     GMenu         *menu)
{
  static const struct { const char *label; const char *format; } formats[] = {
    { N_("_Plain Text"), "text" }, { N_("_Markdown"), "markdown" }, { N_("_CSV"), "csv" }, { N_("_JSON"), "json" },
  };
  g_autoptr(GMenu) texts = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autoptr(GMenuItem) item = g_menu_item_new (_(formats[i].label), NULL);

      g_menu_item_set_action_and_target (item, "marker.copy-all", "s", formats[i].format);
      g_menu_append_item (texts, item);
    }
  g_menu_append_submenu (menu, ful_marker_page_get_selection (page) ? _("Copy _Selected Rows as") : _("Copy _All Rows as"),
                         G_MENU_MODEL (texts));
  ful_sample_menu_append_query (menu);
}
