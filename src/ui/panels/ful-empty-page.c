/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Of several causes the one that was most likely set last is named: search,
 * frames, range, idle. */

#include "config.h"

#include "ful-empty-page.h"

#include "document/ful-document-markers.h"
#include "stacks/ful-implementation.h"
#include "viewtext/ful-panel-ids.h"

#include <glib/gi18n.h>

typedef enum
{
  CAUSE_THREAD,
  CAUSE_SEARCH,
  CAUSE_FRAMES,
  CAUSE_RANGE,
  CAUSE_IDLE,
  CAUSE_TRANSFORM,
  CAUSE_STACKS,
  CAUSE_NO_MARKERS,
  CAUSE_MARKER_RANGE,
  CAUSE_MARKER_SEARCH,
  CAUSE_NO_REQUESTS,
  CAUSE_REQUEST_RANGE,
  CAUSE_REQUEST_SEARCH,
} Cause;

struct _FulEmptyPage
{
  GtkWidget      parent_instance;

  FulDocument   *document;   /* (nullable): before the first explanation */
  Cause          cause;

  AdwStatusPage *page;
  GtkWidget     *button;
};

G_DEFINE_FINAL_TYPE (FulEmptyPage, ful_empty_page, GTK_TYPE_WIDGET)

static const struct
{
  const char *icon_name;
  const char *title;      /* NULL: depends on the filter */
  const char *text;
  const char *button;     /* NULL: nothing to be done */
} causes[] = {
  [CAUSE_THREAD] = { "content-loading-symbolic", N_("No Samples Recorded"),
                     N_("This thread has markers only."), N_("Open Marker Table") },
  [CAUSE_SEARCH] = { "edit-find-symbolic", NULL,
                     N_("Nothing in this thread matches the search."), N_("Clear Search") },
  [CAUSE_FRAMES] = { "edit-find-symbolic", NULL,
                     N_("The samples of this thread have other frames."), N_("Show All Frames") },
  [CAUSE_RANGE] = { "content-loading-symbolic", N_("No Samples in This Range"),
                    N_("The thread may have samples elsewhere in the recording."), N_("Show Full Range") },
  [CAUSE_IDLE] = { "content-loading-symbolic", N_("Only Idle Samples"),
                   N_("The thread waited all the time."), N_("Show Idle Samples") },
  [CAUSE_TRANSFORM] = { "edit-cut-symbolic", N_("No Samples After Transforms"),
                        N_("No sample is left after the transforms."), N_("Undo Last Transform") },
  [CAUSE_STACKS] = { "content-loading-symbolic", N_("No Stacks Recorded"),
                     N_("The samples of this thread have no stacks."), NULL },
  [CAUSE_NO_MARKERS] = { "mark-location-symbolic", N_("No Markers Recorded"),
                         N_("Nothing of this kind was recorded in this thread."), NULL },
  [CAUSE_MARKER_RANGE] = { "mark-location-symbolic", N_("No Markers in This Range"),
                           N_("The thread has markers elsewhere in the recording."), N_("Show Full Range") },
  [CAUSE_MARKER_SEARCH] = { "edit-find-symbolic", NULL,
                            N_("No marker in this range matches the search."), N_("Clear Search") },
  [CAUSE_NO_REQUESTS] = { "network-wired-symbolic", N_("No Requests Recorded"),
                          N_("No network request was recorded in this thread."), NULL },
  [CAUSE_REQUEST_RANGE] = { "network-wired-symbolic", N_("No Requests in This Range"),
                            N_("The thread has requests elsewhere in the recording."), N_("Show Full Range") },
  [CAUSE_REQUEST_SEARCH] = { "edit-find-symbolic", NULL,
                             N_("No request in this range matches the search."), N_("Clear Search") },
};

static Cause
find_cause (FulViewOptions   *options,
            FulDerivedThread *thread)
{
  FulThreadSet *threads = thread->threads;

  if (threads->n_samples == 0 && !threads->js_allocations && !threads->native_allocations)
    return CAUSE_THREAD;
  if (*options->search && !options->search_highlights)
    return CAUSE_SEARCH;
  if (options->implementation != FUL_IMPLEMENTATION_COMBINED && options->n_transforms == 0)
    return CAUSE_FRAMES;
  if (options->n_transforms > 0)
    return CAUSE_TRANSFORM;
  if (options->has_preview || options->has_range)
    return CAUSE_RANGE;
  if (!options->include_idle)
    return CAUSE_IDLE;

  return CAUSE_STACKS;
}

static char *
create_title (Cause         cause,
              FulViewState *state)
{
  switch (cause)
    {
    case CAUSE_SEARCH:
      return g_strdup_printf (_("No Match for “%s”"), state->options->search);
    case CAUSE_MARKER_SEARCH:
      return g_strdup_printf (_("No Match for “%s”"), state->marker_search);
    case CAUSE_REQUEST_SEARCH:
      return g_strdup_printf (_("No Match for “%s”"), state->network_search);
    case CAUSE_FRAMES:
      return g_strdup (state->options->implementation == FUL_IMPLEMENTATION_JS    ? _("No JavaScript Frames Here")
                       : state->options->implementation == FUL_IMPLEMENTATION_CPP ? _("No Native Frames Here")
                                                                                  : _("No Own Code Here"));
    default:
      return g_strdup (_(causes[cause].title));
    }
}

static void
clicked_cb (FulEmptyPage *self)
{
  FulViewOptions *options;

  switch (self->cause)
    {
    case CAUSE_SEARCH:
      ful_document_set_search (self->document, "", FUL_SEARCH_DEFAULT);
      break;
    case CAUSE_FRAMES:
      ful_document_set_option (self->document, FUL_OPTION_IMPLEMENTATION, FUL_IMPLEMENTATION_COMBINED);
      break;
    case CAUSE_RANGE:
    case CAUSE_MARKER_RANGE:
    case CAUSE_REQUEST_RANGE:
      ful_document_pop_ranges (self->document, 0);
      break;
    case CAUSE_TRANSFORM:
      options = ful_document_get_options (self->document);
      ful_document_set_transforms (self->document, options->transforms, options->n_transforms - 1);
      break;
    case CAUSE_IDLE:
      ful_document_set_option (self->document, FUL_OPTION_INCLUDE_IDLE, TRUE);
      break;
    case CAUSE_THREAD:
      ful_document_set_panel (self->document, FUL_PANEL_MARKER_TABLE);
      break;
    case CAUSE_MARKER_SEARCH:
      ful_document_set_marker_text (self->document, FUL_MARKER_TEXT_SEARCH, "");
      break;
    case CAUSE_REQUEST_SEARCH:
      ful_document_set_marker_text (self->document, FUL_MARKER_TEXT_NETWORK_SEARCH, "");
      break;
    case CAUSE_STACKS:
    case CAUSE_NO_MARKERS:
    case CAUSE_NO_REQUESTS:
    default:
      g_assert_not_reached ();
    }
}

static void
ful_empty_page_dispose (GObject *object)
{
  FulEmptyPage *self = FUL_EMPTY_PAGE (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (ful_empty_page_parent_class)->dispose (object);
}

static void
ful_empty_page_class_init (FulEmptyPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_empty_page_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
ful_empty_page_init (FulEmptyPage *self)
{
  GtkWidget *page = adw_status_page_new ();

  self->button = gtk_button_new ();
  gtk_widget_set_halign (self->button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (self->button, "pill");
  g_signal_connect_swapped (self->button, "clicked", G_CALLBACK (clicked_cb), self);

  self->page = ADW_STATUS_PAGE (page);
  gtk_widget_add_css_class (page, "compact");
  adw_status_page_set_child (self->page, self->button);
  gtk_widget_set_parent (page, GTK_WIDGET (self));
}

static void
explain (FulEmptyPage *self,
         FulDocument  *document,
         Cause         cause)
{
  g_autofree char *title = create_title (cause, ful_document_get_view_state (document));

  g_set_object (&self->document, document);
  self->cause = cause;
  adw_status_page_set_icon_name (self->page, causes[cause].icon_name);
  adw_status_page_set_title (self->page, title);
  /* Its scrolled window is focusable if there is no button. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_first_child (GTK_WIDGET (self->page))),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  adw_status_page_set_description (self->page, _(causes[cause].text));
  gtk_widget_set_visible (self->button, causes[cause].button != NULL);
  if (causes[cause].button)
    gtk_button_set_label (GTK_BUTTON (self->button), _(causes[cause].button));
}

/**
 * ful_empty_page_explain:
 * @document: the document that the button changes
 * @thread: the derived thread without samples
 *
 * Explains why there are no samples.
 */
void
ful_empty_page_explain (FulEmptyPage     *self,
                        FulDocument      *document,
                        FulDerivedThread *thread)
{
  g_return_if_fail (FUL_IS_EMPTY_PAGE (self));

  explain (self, document, find_cause (ful_document_get_options (document), thread));
}

/**
 * ful_empty_page_explain_markers:
 * @document: the document that the button changes
 * @view: has no markers
 *
 * Explains why there are none.
 */
void
ful_empty_page_explain_markers (FulEmptyPage        *self,
                                FulDocument         *document,
                                const FulMarkerView *view)
{
  gboolean is_network = view->kind == FUL_MARKER_VIEW_NETWORK;

  g_return_if_fail (FUL_IS_EMPTY_PAGE (self));

  if (view->n_in_range > 0)
    explain (self, document, is_network ? CAUSE_REQUEST_SEARCH : CAUSE_MARKER_SEARCH);
  else if (view->n_any > 0)
    explain (self, document, is_network ? CAUSE_REQUEST_RANGE : CAUSE_MARKER_RANGE);
  else
    explain (self, document, is_network ? CAUSE_NO_REQUESTS : CAUSE_NO_MARKERS);
}
