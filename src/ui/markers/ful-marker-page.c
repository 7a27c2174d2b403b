/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One job at a time derives the markers for the state of the document; the last
 * ones are shown until they are ready. A job starts when the page is on screen, at
 * most one in an iteration of the main loop. */

#include "config.h"

#include "ful-marker-actions.h"
#include "ful-marker-page.h"

#include "base/ful-format.h"
#include "base/ful-job.h"
#include "document/analysis/ful-marker-request.h"
#include "document/ful-document-markers.h"
#include "markers/list/ful-marker-key.h"
#include "panels/ful-empty-page.h"
#include "panels/ful-status-label.h"
#include "widgets/ful-context-menu.h"
#include "widgets/ful-option-bar.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>
#include <math.h>

struct _FulMarkerPage
{
  GtkWidget          parent_instance;

  FulAnalysis       *analysis;
  FulDocument       *document;
  FulMarkerViewKind  kind;

  FulMarkerView     *view;        /* (nullable): before the first one */
  FulMarkerRequest  *shown;       /* (nullable): the request of the view */
  FulMarkerView     *selection;   /* (nullable): the selected markers, where they are several */
  FulMarkerRequest  *request;     /* (nullable): the newest one */
  FulJob            *job;         /* (nullable): while it runs */
  guint              start_id;
  gboolean           body_busy;
  gint64             selected;    /* at the last "selected" */
  gboolean           updating;    /* the search follows the document, not the user */

  GtkWidget         *body;
  FulOptionBar      *options;
  GtkWidget         *search;
  GtkLabel          *count;
  GtkSpinner        *spinner;
  GtkWidget         *menu_button;
  GtkStack          *stack;
  FulEmptyPage      *empty_page;
  GtkLabel          *hovered;
};

G_DEFINE_FINAL_TYPE (FulMarkerPage, ful_marker_page, GTK_TYPE_WIDGET)

enum
{
  PROP_BUSY = 1,
  N_PROPS,
};

enum
{
  CHANGED,
  SELECTED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint       signals[N_SIGNALS];

typedef struct
{
  FulMarkerRequest *request;
  FulMarkerView    *view;      /* (nullable): the result of the job */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  ful_marker_request_unref (job->request);
  g_clear_pointer (&job->view, ful_marker_view_unref);
  g_free (job);
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  Job *job = data;

  job->view = ful_marker_request_run (job->request, cancellable, error);

  return job->view != NULL;
}

static gboolean
is_busy (FulMarkerPage *self)
{
  return self->body_busy || self->job || self->start_id != 0;
}

static void
busy_changed (FulMarkerPage *self)
{
  gtk_spinner_set_spinning (self->spinner, is_busy (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

static void
update_count (FulMarkerPage *self)
{
  g_autofree char *found = ful_format_number (self->view->markers->len, 3, 0);
  g_autofree char *all = ful_format_number (self->view->n_in_range, 3, 0);
  g_autofree char *text = NULL;

  if (self->view->markers->len == self->view->n_in_range)
    text = g_strdup_printf (self->kind == FUL_MARKER_VIEW_NETWORK
                              ? ngettext ("%s request", "%s requests", self->view->n_in_range)
                              : ngettext ("%s marker", "%s markers", self->view->n_in_range), all);
  else
    /* Translators: how many are found, of how many */
    text = g_strdup_printf (_("%s of %s"), found, all);
  gtk_label_set_label (self->count, text);
}

static void
notify_selected (FulMarkerPage *self)
{
  gint64 selected = ful_marker_page_get_selected (self);

  if (selected == self->selected)
    return;

  self->selected = selected;
  g_signal_emit (self, signals[SELECTED], 0);
}

/* In the markers of a later snapshot the selected one may have another number. */
static void
follow_selected (FulMarkerPage *self)
{
  const FulViewState *state = ful_document_get_view_state (self->document);
  FulMarkerKey key = state->marker_key;

  if (ful_marker_page_get_selected (self) >= 0 && key.is_set)
    ful_document_select_marker (self->document, ful_marker_key_find (&key, self->view->list, state->marker), &key);
}

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulMarkerPage *self = owner;
  Job *job = data;

  if (!error)
    {
      g_clear_pointer (&self->view, ful_marker_view_unref);
      self->view = g_steal_pointer (&job->view);
      g_clear_pointer (&self->shown, ful_marker_request_unref);
      self->shown = ful_marker_request_ref (self->request);
      update_count (self);
      if (self->view->markers->len == 0)
        {
          ful_empty_page_explain_markers (self->empty_page, self->document, self->view);
          gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->empty_page));
        }
      else
        {
          gtk_stack_set_visible_child (self->stack, self->body);
        }
      follow_selected (self);
      g_signal_emit (self, signals[CHANGED], 0);
      self->selected = -2;
      notify_selected (self);
    }
  busy_changed (self);
}

static gboolean
start_cb (gpointer user_data)
{
  FulMarkerPage *self = user_data;
  FulMarkerRequest *request = ful_marker_request_new (self->document, ful_analysis_get_cache (self->analysis), self->kind,
                                                      self->shown, self->view);
  Job *job = g_new0 (Job, 1);

  self->start_id = 0;
  g_clear_pointer (&self->request, ful_marker_request_unref);
  self->request = request;
  job->request = ful_marker_request_ref (request);
  ful_job_start (&self->job, compute, job, job_free, ready_cb, self);

  return G_SOURCE_REMOVE;
}

static void
update (FulMarkerPage *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)) || self->start_id != 0)
    return;

  if (self->request && ful_marker_request_is_about (self->request, self->document))
    {
      notify_selected (self);
      return;
    }

  self->start_id = g_idle_add_full (G_PRIORITY_DEFAULT, start_cb, self, NULL);
  busy_changed (self);
}

static void
state_changed_cb (FulMarkerPage *self)
{
  const char *search = ful_marker_page_get_search (self);

  self->updating = TRUE;
  if (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (self->search)), search))
    gtk_editable_set_text (GTK_EDITABLE (self->search), search);
  self->updating = FALSE;
  update (self);
}

static void
search_changed_cb (FulMarkerPage *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));

  if (self->updating)
    return;
  if (self->kind == FUL_MARKER_VIEW_NETWORK)
    ful_document_set_marker_text (self->document, FUL_MARKER_TEXT_NETWORK_SEARCH, text);
  else
    ful_document_set_marker_text (self->document, FUL_MARKER_TEXT_SEARCH, text);
}

/* The first Escape clears the search, the second one leaves it. */
static void
search_stopped_cb (FulMarkerPage *self)
{
  if (*gtk_editable_get_text (GTK_EDITABLE (self->search)))
    gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  else
    gtk_widget_grab_focus (GTK_WIDGET (self));
}

/* The focus of the page is that of its body. */
static gboolean
ful_marker_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_child_focus (gtk_stack_get_visible_child (FUL_MARKER_PAGE (widget)->stack), GTK_DIR_TAB_FORWARD);
}

static void
find_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  gtk_widget_grab_focus (FUL_MARKER_PAGE (widget)->search);
}

static void
menu_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  FulMarkerPage *self = FUL_MARKER_PAGE (widget);

  ful_marker_page_popup (self, self->menu_button, 0, gtk_widget_get_height (self->menu_button));
}

static void
ful_marker_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ful_marker_page_parent_class)->map (widget);
  update (FUL_MARKER_PAGE (widget));
}

static void
ful_marker_page_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_BUSY:
      g_value_set_boolean (value, is_busy (FUL_MARKER_PAGE (object)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ful_marker_page_dispose (GObject *object)
{
  FulMarkerPage *self = FUL_MARKER_PAGE (object);
  GtkWidget *child;

  g_clear_handle_id (&self->start_id, g_source_remove);
  ful_job_stop (&self->job);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  g_clear_pointer (&self->view, ful_marker_view_unref);
  g_clear_pointer (&self->shown, ful_marker_request_unref);
  g_clear_pointer (&self->selection, ful_marker_view_unref);
  g_clear_pointer (&self->request, ful_marker_request_unref);
  g_clear_object (&self->analysis);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (ful_marker_page_parent_class)->dispose (object);
}

static void
ful_marker_page_class_init (FulMarkerPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ful_marker_page_get_property;
  object_class->dispose = ful_marker_page_dispose;
  widget_class->map = ful_marker_page_map;

  properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SELECTED] = g_signal_new ("selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 0);

  widget_class->grab_focus = ful_marker_page_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "panel.find", NULL, find_action);
  gtk_widget_class_install_action (widget_class, "panel.menu", NULL, menu_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_slash, 0, "panel.find", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, 0, "panel.find", NULL);
  ful_marker_actions_install (widget_class);
}

static GtkWidget *
create_bar (FulMarkerPage *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  gboolean is_network = self->kind == FUL_MARKER_VIEW_NETWORK;

  gtk_widget_add_css_class (bar, "filter-bar");
  self->options = g_object_new (FUL_TYPE_OPTION_BAR, "hexpand", TRUE, NULL);
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->options));
  self->search = gtk_search_entry_new ();
  gtk_widget_set_hexpand (self->search, TRUE);
  g_object_set (self->search,
                "placeholder-text", is_network ? _("Filter requests — try status:404 or -type:image")
                                               : _("Filter markers — try name:DOMEvent or dur:>5ms"),
                NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  is_network ? _("Filter requests") : _("Filter markers"), -1);
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (search_changed_cb), self);
  g_signal_connect_swapped (self->search, "stop-search", G_CALLBACK (search_stopped_cb), self);
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (gtk_widget_grab_focus), self);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->search), 8);
  ful_option_bar_keep (self->options, self->search);

  self->count = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->count), "numeric");
  gtk_widget_add_css_class (GTK_WIDGET (self->count), "dim-label");
  ful_option_bar_append (self->options, GTK_WIDGET (self->count));
  self->spinner = GTK_SPINNER (gtk_spinner_new ());
  ful_option_bar_keep (self->options, GTK_WIDGET (self->spinner));

  self->menu_button = gtk_button_new_from_icon_name ("view-more-symbolic");
  gtk_widget_add_css_class (self->menu_button, "flat");
  ful_tooltip_describe (self->menu_button, _("Actions for markers"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->menu_button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Actions"), -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->menu_button), "panel.menu");
  gtk_box_append (GTK_BOX (bar), self->menu_button);

  return bar;
}

static void
ful_marker_page_init (FulMarkerPage *self)
{
  self->selected = -1;
}

/**
 * ful_marker_page_new:
 * @analysis: whose document the panel shows
 * @kind: which markers
 * @body: (transfer floating): the panel itself
 *
 * Returns: (transfer floating): the page
 */
FulMarkerPage *
ful_marker_page_new (FulAnalysis       *analysis,
                     FulMarkerViewKind  kind,
                     GtkWidget         *body)
{
  FulMarkerPage *self = g_object_new (FUL_TYPE_MARKER_PAGE, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *described;

  self->analysis = g_object_ref (analysis);
  self->document = g_object_ref (ful_analysis_get_document (analysis));
  self->kind = kind;
  self->body = body;

  gtk_box_append (GTK_BOX (box), create_bar (self));
  self->empty_page = g_object_new (FUL_TYPE_EMPTY_PAGE, NULL);
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_add_child (self->stack, body);
  gtk_stack_add_child (self->stack, GTK_WIDGET (self->empty_page));
  described = ful_status_label_new (GTK_WIDGET (self->stack), &self->hovered);
  gtk_widget_set_vexpand (described, TRUE);
  gtk_box_append (GTK_BOX (box), described);
  gtk_widget_set_parent (box, GTK_WIDGET (self));

  g_signal_connect_object (self->document, "notify::view-state", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);
  state_changed_cb (self);

  return self;
}

/**
 * ful_marker_page_add_control:
 * @control: (transfer floating): an option of the panel
 */
void
ful_marker_page_add_control (FulMarkerPage *self,
                             GtkWidget     *control)
{
  ful_option_bar_append (self->options, control);
}

FulAnalysis *
ful_marker_page_get_analysis (FulMarkerPage *self)
{
  return self->analysis;
}

FulDocument *
ful_marker_page_get_document (FulMarkerPage *self)
{
  return self->document;
}

/**
 * ful_marker_page_get_view:
 *
 * Returns: (transfer none) (nullable): the markers that are shown
 */
FulMarkerView *
ful_marker_page_get_view (FulMarkerPage *self)
{
  return self->view;
}

/**
 * ful_marker_page_get_selected:
 *
 * Returns: the selected marker, one of the list of the view, or -1; also while that is still of other threads
 */
gint64
ful_marker_page_get_selected (FulMarkerPage *self)
{
  const FulViewState *state = ful_document_get_view_state (self->document);
  gint32 marker = state->marker;

  if (!self->view || !ful_view_options_has_threads (self->shown->state->options, state->options->threads,
                                                    state->options->n_threads))
    return -1;

  return marker != FUL_NONE && (guint) marker < self->view->list->n_markers ? marker : -1;
}

void
ful_marker_page_select (FulMarkerPage *self,
                        guint          marker)
{
  FulMarkerKey key = ful_marker_key_of (self->view->list, marker);

  ful_document_select_marker (self->document, (gint32) marker, &key);
}

/**
 * ful_marker_page_set_selection:
 * @selection: (nullable): the selected markers of the view, if several are
 *
 * Sets the rows to copy, and their number.
 */
void
ful_marker_page_set_selection (FulMarkerPage *self,
                               FulMarkerView *selection)
{
  g_autofree char *count = selection ? ful_format_number (selection->markers->len, 3, 0) : NULL;
  g_autofree char *text = NULL;

  g_clear_pointer (&self->selection, ful_marker_view_unref);
  self->selection = selection ? ful_marker_view_ref (selection) : NULL;
  if (selection)
    text = g_strdup_printf (ngettext ("%s marker selected", "%s markers selected", selection->markers->len), count);
  ful_marker_page_set_hovered (self, text);
}

/**
 * ful_marker_page_get_selection:
 *
 * Returns: (transfer none) (nullable): the selected markers, where they are several
 */
FulMarkerView *
ful_marker_page_get_selection (FulMarkerPage *self)
{
  return self->selection;
}

/**
 * ful_marker_page_zoom_to:
 * @marker: a marker of the list
 *
 * Sets the times of an interval as preview range; does nothing for an instant.
 */
void
ful_marker_page_zoom_to (FulMarkerPage *self,
                         guint          marker)
{
  FulTimeRange range = { self->view->list->start[marker], self->view->list->end[marker] };

  range = ful_time_range_shift (range, -self->view->zero);
  if (range.end > range.start)
    ful_document_set_preview (self->document, &range);
}

const char *
ful_marker_page_get_search (FulMarkerPage *self)
{
  return ful_marker_request_get_search (self->kind, ful_document_get_view_state (self->document));
}

/**
 * ful_marker_page_set_busy:
 * @busy: whether the body is not up to date with the view
 */
void
ful_marker_page_set_busy (FulMarkerPage *self,
                          gboolean       busy)
{
  self->body_busy = busy;
  busy_changed (self);
}

/**
 * ful_marker_page_set_hovered:
 * @text: (nullable): description of the item under the pointer
 */
void
ful_marker_page_set_hovered (FulMarkerPage *self,
                             const char    *text)
{
  ful_status_label_set_text (self->hovered, text);
}

/**
 * ful_marker_page_popup:
 * @over: a widget of the page
 * @x: position in @over
 * @y: position in @over
 *
 * Shows the menu of the selected marker.
 */
void
ful_marker_page_popup (FulMarkerPage *self,
                       GtkWidget     *over,
                       double         x,
                       double         y)
{
  g_autoptr(GMenuModel) menu = ful_marker_actions_create_menu (self);

  ful_context_menu_popup (GTK_WIDGET (self), menu, over, x, y);
}
