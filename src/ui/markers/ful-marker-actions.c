/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Actions on the selected marker, on several selected ones, and on all markers of a
 * page (markers.md 7). The menu has the applicable ones. */

#include "config.h"

#include "ful-marker-actions.h"

#include "ful-marker-copy-actions.h"

#include "base/ful-job.h"
#include "document/ful-document-markers.h"
#include "document/view/ful-view-state.h"
#include "markers/find/ful-marker-context.h"
#include "markers/list/ful-ipc-table.h"
#include "stacks/transforms/ful-transforms.h"
#include "threads/ful-time-range.h"
#include "threads/ful-view-options.h"

#include <glib/gi18n.h>
#include <math.h>

/* The selected marker; FALSE if there is none. */
static gboolean
get_selected (FulMarkerPage  *page,
              FulMarkerList **out_list,
              guint          *out_marker)
{
  gint64 selected = ful_marker_page_get_selected (page);

  if (selected < 0)
    return FALSE;

  *out_list = ful_marker_page_get_view (page)->list;
  *out_marker = (guint) selected;

  return TRUE;
}

/* A new preview range; one that runs backwards ends where it begins to. */
static void
set_range (FulMarkerPage *page,
           double         start,
           double         end)
{
  FulTimeRange range = { start, end };

  if (end > start)
    ful_document_set_preview (ful_marker_page_get_document (page), &range);
  else
    gtk_widget_error_bell (GTK_WIDGET (page));
}

static void
range_action (GtkWidget  *widget,
              const char *action,
              GVariant   *parameter)
{
  FulMarkerPage *page = FUL_MARKER_PAGE (widget);
  FulDocument *document = ful_marker_page_get_document (page);
  FulViewOptions *options = ful_document_get_options (document);
  FulTimeRange now = options->has_preview ? options->preview : ful_document_get_visible_range (document);
  double zero = ful_document_get_root_range (document).start;
  FulMarkerList *list;
  guint marker;
  double start, end;

  if (!get_selected (page, &list, &marker))
    return;

  start = list->start[marker] - zero;
  end = fmax (list->start[marker], list->end[marker]) - zero;
  if (g_str_equal (action, "marker.range"))
    ful_marker_page_zoom_to (page, marker);
  else if (g_str_equal (action, "marker.from-start"))
    set_range (page, start, now.end);
  else if (g_str_equal (action, "marker.from-end"))
    set_range (page, end, now.end);
  else if (g_str_equal (action, "marker.to-start"))
    set_range (page, now.start, start);
  else
    set_range (page, now.start, end);
}

/* The thread at the other end of a message, or FUL_NONE. */
static gint32
find_peer (FulMarkerList *list,
           guint          marker)
{
  const FulIpcRow *row;
  const FulIpcMessage *message;

  if (list->kind[marker] != FUL_MARKER_KIND_IPC)
    return FUL_NONE;

  row = ful_ipc_table_lookup (list->ipc, (guint) list->thread[marker], (guint) list->begin_row[marker]);
  message = &list->ipc->messages[row->message];

  return row->step <= FUL_IPC_SEND_END ? message->recv_thread : message->send_thread;
}

static void
peer_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  FulMarkerPage *page = FUL_MARKER_PAGE (widget);
  FulMarkerList *list;
  guint marker, thread;
  gint32 peer;

  if (!get_selected (page, &list, &marker))
    return;

  peer = find_peer (list, marker);
  thread = (guint) peer;
  if (peer != FUL_NONE)
    ful_document_set_threads (ful_marker_page_get_document (page), &thread, 1);
}

typedef struct
{
  FulMarkerList  *list;
  FulDeriveCache *cache;
  guint           marker;

  /* result of the job */
  gboolean        found;
  FulMarkerPlace  place;   /* its number among the markers of its thread only */
} PlaceJob;

static void
place_job_free (gpointer data)
{
  PlaceJob *job = data;

  ful_marker_list_unref (job->list);
  ful_derive_cache_unref (job->cache);
  g_free (job);
}

static gboolean
find_place (gpointer       data,
            GCancellable  *cancellable,
            GError       **error)
{
  PlaceJob *job = data;

  job->found = ful_marker_find_place (job->list, job->marker, &job->place, job->cache, cancellable);

  return TRUE;
}

static void
place_found_cb (gpointer      owner,
                gpointer      data,
                const GError *error)
{
  FulMarkerPage *page = owner;
  FulDocument *document = ful_marker_page_get_document (page);
  const PlaceJob *job = data;

  if (!job->found)
    return;

  ful_document_set_threads (document, &job->place.thread, 1);
  ful_document_select_marker (document, (gint32) job->place.marker, NULL);
}

/* The marker stays selected; its number changes to that among the markers of its thread only. */
static void
own_thread_action (GtkWidget  *widget,
                   const char *action,
                   GVariant   *parameter)
{
  FulMarkerPage *page = FUL_MARKER_PAGE (widget);
  FulMarkerList *list;
  PlaceJob *job;
  guint marker;

  if (!get_selected (page, &list, &marker))
    return;

  job = g_new0 (PlaceJob, 1);
  job->list = ful_marker_list_ref (list);
  job->cache = ful_derive_cache_ref (ful_analysis_get_cache (ful_marker_page_get_analysis (page)));
  job->marker = marker;
  ful_job_start (NULL, find_place, job, place_job_free, place_found_cb, widget);
}

/* Drops samples outside of the matching markers. */
static void
filter_samples_action (GtkWidget  *widget,
                       const char *action,
                       GVariant   *parameter)
{
  FulMarkerPage *page = FUL_MARKER_PAGE (widget);
  FulDocument *document = ful_marker_page_get_document (page);
  FulViewState *state = ful_document_get_view_state (document);
  FulTransform values = {
    .kind = &ful_transform_filter_samples, .enabled = TRUE, .func = FUL_NONE,
    .filter_type = FUL_SAMPLE_FILTER_MARKER_SEARCH, .filter = ful_marker_page_get_search (page),
  };
  g_autoptr(FulTransform) transform = NULL;

  if (*values.filter == '\0')
    return;

  transform = ful_transform_new (&values);
  ful_document_push_transform (document, transform, state->path, state->n_path);
  gtk_widget_activate_action (widget, "view.offer-undo", "(sss)", _("Samples were dropped; see the panels of samples"),
                              _("Undo Drop"), "view.undo");
}

/**
 * ful_marker_actions_install:
 * @page_class: class of #FulMarkerPage
 */
void
ful_marker_actions_install (GtkWidgetClass *page_class)
{
  static const char *const ranges[] = {
    "marker.range", "marker.from-start", "marker.from-end", "marker.to-start", "marker.to-end",
  };

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    gtk_widget_class_install_action (page_class, ranges[i], NULL, range_action);
  gtk_widget_class_install_action (page_class, "marker.select-thread", NULL, own_thread_action);
  gtk_widget_class_install_action (page_class, "marker.select-peer", NULL, peer_action);
  gtk_widget_class_install_action (page_class, "marker.filter-samples", NULL, filter_samples_action);
  ful_marker_copy_actions_install (page_class);
}

static void
append_section (GMenu      *menu,
                GMenu      *section,
                const char *label)
{
  if (g_menu_model_get_n_items (G_MENU_MODEL (section)) > 0)
    g_menu_append_section (menu, label, G_MENU_MODEL (section));
}

static void
append_selected (FulMarkerPage *page,
                 GMenu         *menu)
{
  FulViewOptions *options = ful_document_get_options (ful_marker_page_get_document (page));
  g_autoptr(GMenu) ranges = g_menu_new ();
  g_autoptr(GMenu) threads = g_menu_new ();
  g_autoptr(GMenu) texts = g_menu_new ();
  FulMarkerList *list;
  guint marker;

  if (ful_marker_page_get_selection (page) || !get_selected (page, &list, &marker))
    return;

  if (list->end[marker] > list->start[marker])
    {
      g_menu_append (ranges, _("Set _Range to This Marker"), "marker.range");
      g_menu_append (ranges, _("Start Range at Marker’s _Start"), "marker.from-start");
      g_menu_append (ranges, _("Start Range at Marker’s _End"), "marker.from-end");
      g_menu_append (ranges, _("End Range at Marker’s S_tart"), "marker.to-start");
      g_menu_append (ranges, _("End Range at Marker’s En_d"), "marker.to-end");
    }
  else
    {
      g_menu_append (ranges, _("_Start Range Here"), "marker.from-start");
      g_menu_append (ranges, _("_End Range Here"), "marker.to-end");
    }
  append_section (menu, ranges, NULL);

  if (options->n_threads > 1)
    g_menu_append (threads, _("Select Its T_hread"), "marker.select-thread");
  if (find_peer (list, marker) != FUL_NONE)
    g_menu_append (threads, _("Select Thread at the _Other End"), "marker.select-peer");
  append_section (menu, threads, NULL);

  ful_marker_copy_actions_append_one (page, texts);
  append_section (menu, texts, NULL);
}

static void
append_all (FulMarkerPage *page,
            GMenu         *menu)
{
  g_autoptr(GMenu) all = g_menu_new ();

  if (*ful_marker_page_get_search (page))
    g_menu_append (all, _("Drop Sa_mples Outside of Matching Markers"), "marker.filter-samples");
  ful_marker_copy_actions_append_rows (page, all);
  append_section (menu, all, NULL);
}

/**
 * ful_marker_actions_create_menu:
 * @page: a page
 *
 * Returns: (transfer full): what can be done there now
 */
GMenuModel *
ful_marker_actions_create_menu (FulMarkerPage *page)
{
  GMenu *menu = g_menu_new ();

  append_selected (page, menu);
  append_all (page, menu);

  return G_MENU_MODEL (menu);
}
