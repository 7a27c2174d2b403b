/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A page starts its load when it is created, and frees it with itself (tab or window closed). Of the pages that are
 * not on screen only a few load at a time, and they get a view when they are shown. */

#include "config.h"

#include "ful-document-page-private.h"

#include "ful-document-title.h"
#include "profile/ful-save-bar.h"

#include "base/ful-memory.h"
#include "document/ful-document-history.h"

#include <glib/gi18n.h>

G_DEFINE_FINAL_TYPE (FulDocumentPage, ful_document_page, GTK_TYPE_WIDGET)

enum
{
  PROP_TITLE = 1,
  PROP_LOADING,
  N_PROPS,
};

enum
{
  CHANGED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint       signals[N_SIGNALS];

void
ful_document_page_emit_changed (FulDocumentPage *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADING]);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
show_view_error (FulDocumentPage *self)
{
  g_autofree char *text = g_strdup_printf (_("The view does not fit this profile: %s"), self->error->message);

  gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", text);
}

/* With each snapshot, and once more at the end. */
static void
symbols_changed_cb (FulDocumentPage *self)
{
  g_autoptr(GError) error = NULL;

  if (ful_pending_view_retry (self->pending_view, ful_profile_view_expects_symbols (self->profile_view), &error))
    return;

  g_clear_error (&self->error);
  self->error = g_steal_pointer (&error);
  show_view_error (self);
}

/* Creating the view and showing it take most of a frame each. */
static gboolean
show_view_cb (gpointer user_data)
{
  FulDocumentPage *self = user_data;

  self->show_id = 0;
  gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->profile_bin));
  if (self->error)
    show_view_error (self);
  ful_document_page_emit_changed (self);

  return G_SOURCE_REMOVE;
}

static gboolean
shows_threads (FulDocumentPage      *self,
               const FulViewOptions *options)
{
  return self->shown && ful_view_options_has_threads (self->shown, options->threads, options->n_threads);
}

void
ful_document_page_name_view (FulDocumentPage *self,
                             FulDocument     *document)
{
  g_clear_pointer (&self->shown, ful_view_options_unref);
  self->shown = ful_view_options_ref (ful_document_get_options (document));
  g_free (self->subtitle);
  self->subtitle = ful_document_subtitle_new (document);
}

/* Returns: bits of what can be undone, redone, gone back and forward to */
static guint
get_ways (FulDocument *document)
{
  return (ful_document_get_undo (document) ? 1 : 0) | (ful_document_get_redo (document) ? 2 : 0) |
         (ful_document_can_go_back (document) ? 4 : 0) | (ful_document_can_go_forward (document) ? 8 : 0);
}

/* The view changes with every step of a drag, the title of the window does not. */
static void
view_changed_cb (FulDocumentPage *self)
{
  FulDocument *document = ful_document_page_get_document (self);

  if (document == NULL ||
      (self->ways == get_ways (document) && shows_threads (self, ful_document_get_options (document))))
    return;

  self->ways = get_ways (document);
  ful_document_page_name_view (self, document);
  ful_document_page_emit_changed (self);
}

/* The page is from now on of the file that was written. */
static void
saved_cb (FulDocumentPage *self,
          FulProfile      *profile,
          GFile           *file)
{
  g_autofree char *base = g_file_get_basename (file);

  if (self->live)
    ful_live_session_saved (self->live, profile);
  g_free (self->name);
  self->name = g_filename_display_name (base);
  g_free (self->title);
  self->title = ful_document_title_new (self->name, profile);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
  ful_document_page_emit_changed (self);
}

/* The view that waits is set with the symbols that it names. */
void
ful_document_page_follow_symbols (FulDocumentPage *self)
{
  if (ful_profile_view_get_symbolicator (self->profile_view))
    g_signal_connect_object (ful_profile_view_get_symbolicator (self->profile_view), "changed",
                             G_CALLBACK (symbols_changed_cb), self, G_CONNECT_SWAPPED);
}

void
ful_document_page_show_document (FulDocumentPage *self,
                                 FulDocument     *document)
{
  g_clear_pointer (&self->pending_view, ful_pending_view_free);
  self->pending_view = ful_pending_view_new (document);
  if (self->view)
    ful_pending_view_set (self->pending_view, self->view, TRUE, &self->error);

  g_free (self->title);
  self->title = ful_document_title_new (self->name, ful_document_get_profile (document));
  ful_document_page_name_view (self, document);
  self->profile_view = ful_profile_view_new (document, self->file, self->member, self->settings);
  g_signal_connect_object (ful_profile_view_get_save_bar (self->profile_view), "saved", G_CALLBACK (saved_cb), self,
                           G_CONNECT_SWAPPED);
  if (!ful_profile_view_expects_symbols (self->profile_view))
    ful_pending_view_retry (self->pending_view, FALSE, &self->error);
  ful_document_page_follow_symbols (self);
  g_signal_connect_object (document, "notify::view-state", G_CALLBACK (view_changed_cb), self, G_CONNECT_SWAPPED);
  adw_bin_set_child (self->profile_bin, GTK_WIDGET (self->profile_view));
  g_clear_handle_id (&self->show_id, g_source_remove);
  self->show_id = g_idle_add_full (G_PRIORITY_DEFAULT, show_view_cb, self, NULL);
}

static void
ful_document_page_map (GtkWidget *widget)
{
  FulDocumentPage *self = FUL_DOCUMENT_PAGE (widget);

  GTK_WIDGET_CLASS (ful_document_page_parent_class)->map (widget);

  if (self->live)
    ful_live_session_set_visible (self->live, TRUE);
  if (self->load)
    ful_load_hurry (self->load);
  if (self->profile)
    {
      g_autoptr(FulProfile) profile = g_steal_pointer (&self->profile);

      ful_document_page_show_profile (self, profile);
    }
}

static void
ful_document_page_unmap (GtkWidget *widget)
{
  FulDocumentPage *self = FUL_DOCUMENT_PAGE (widget);

  if (self->live)
    ful_live_session_set_visible (self->live, FALSE);

  GTK_WIDGET_CLASS (ful_document_page_parent_class)->unmap (widget);
}

static void
ful_document_page_get_property (GObject    *object,
                                guint       prop_id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  FulDocumentPage *self = FUL_DOCUMENT_PAGE (object);

  switch (prop_id)
    {
    case PROP_TITLE:
      g_value_set_string (value, self->name);
      break;
    case PROP_LOADING:
      g_value_set_boolean (value, self->load != NULL || (self->comparison && ful_compare_document_is_busy (self->comparison)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ful_document_page_dispose (GObject *object)
{
  FulDocumentPage *self = FUL_DOCUMENT_PAGE (object);
  GtkWidget *child;

  if (self->profile_view || self->load || self->comparison)
    ful_memory_give_back_soon ();
  ful_document_page_end_part (self);
  g_clear_pointer (&self->load, ful_load_free);
  g_clear_handle_id (&self->show_id, g_source_remove);
  self->profile_view = NULL;
  self->load_bar = NULL;
  self->members = NULL;
  self->compare_page = NULL;
  g_clear_object (&self->comparison);
  if (self->live)
    {
      ful_live_session_set_settled (self->live, NULL, NULL);
      g_signal_handlers_disconnect_by_data (self->live, self);
    }
  g_clear_object (&self->live);

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (ful_document_page_parent_class)->dispose (object);
}

static void
ful_document_page_finalize (GObject *object)
{
  FulDocumentPage *self = FUL_DOCUMENT_PAGE (object);

  g_clear_object (&self->file);
  g_free (self->member);
  g_clear_object (&self->settings);
  g_clear_object (&self->profile);
  g_clear_pointer (&self->progress, ful_load_progress_unref);
  g_clear_error (&self->error);
  g_free (self->name);
  g_free (self->title);
  g_free (self->subtitle);
  g_clear_pointer (&self->shown, ful_view_options_unref);
  g_free (self->view);
  g_clear_pointer (&self->pending_view, ful_pending_view_free);

  G_OBJECT_CLASS (ful_document_page_parent_class)->finalize (object);
}

static void
ful_document_page_class_init (FulDocumentPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ful_document_page_get_property;
  object_class->dispose = ful_document_page_dispose;
  widget_class->map = ful_document_page_map;
  widget_class->unmap = ful_document_page_unmap;
  object_class->finalize = ful_document_page_finalize;

  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_LOADING] = g_param_spec_boolean ("loading", NULL, NULL, FALSE,
                                                   G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (FUL_TYPE_LOADING_PAGE);
  g_type_ensure (FUL_TYPE_ERROR_PAGE);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/fulgens/Fulgens/ful-document-page.ui");
  gtk_widget_class_bind_template_child (widget_class, FulDocumentPage, stack);
  gtk_widget_class_bind_template_child (widget_class, FulDocumentPage, loading_page);
  gtk_widget_class_bind_template_child (widget_class, FulDocumentPage, error_page);
  gtk_widget_class_bind_template_child (widget_class, FulDocumentPage, live_page);
  gtk_widget_class_bind_template_child (widget_class, FulDocumentPage, top_bin);
  gtk_widget_class_bind_template_child (widget_class, FulDocumentPage, members_bin);
  gtk_widget_class_bind_template_child (widget_class, FulDocumentPage, profile_bin);
  ful_document_page_class_add_load_actions (widget_class);
  ful_document_page_class_add_part_actions (widget_class);
}

static void
ful_document_page_init (FulDocumentPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ful_document_page_new:
 * @file: what to open
 * @member: (nullable): path of the profile in @file, an archive
 * @view: (nullable): text of the view to begin with
 * @settings: (nullable): settings of the window
 *
 * Begins to load @file.
 *
 * Returns: (transfer floating): the page
 */
FulDocumentPage *
ful_document_page_new (GFile      *file,
                       const char *member,
                       const char *view,
                       GSettings  *settings)
{
  FulDocumentPage *self = g_object_new (FUL_TYPE_DOCUMENT_PAGE, NULL);
  g_autofree char *base = member ? g_path_get_basename (member) : g_file_get_basename (file);

  self->file = g_object_ref (file);
  self->member = g_strdup (member);
  self->name = g_filename_display_name (base ? base : "");
  self->subtitle = g_strdup (_("Opening…"));
  self->view = g_strdup (view);
  g_set_object (&self->settings, settings);
  ful_document_page_begin_load (self);

  return self;
}

/**
 * ful_document_page_get_live:
 *
 * Returns: (transfer none) (nullable): the capture that the page follows
 */
FulLiveSession *
ful_document_page_get_live (FulDocumentPage *self)
{
  return self->live;
}

/**
 * ful_document_page_get_title:
 *
 * Returns: (transfer none): name of the file, with product and platform when they are known; until the next "changed"
 */
const char *
ful_document_page_get_title (FulDocumentPage *self)
{
  g_return_val_if_fail (FUL_IS_DOCUMENT_PAGE (self), NULL);

  return self->title ? self->title : self->name;
}

/**
 * ful_document_page_get_subtitle:
 *
 * Returns: (transfer none): threads, date and length, or the progress of the load; until the next
 *   "changed"
 */
const char *
ful_document_page_get_subtitle (FulDocumentPage *self)
{
  g_return_val_if_fail (FUL_IS_DOCUMENT_PAGE (self), NULL);

  return self->subtitle;
}

/**
 * ful_document_page_get_document:
 *
 * Returns: (transfer none) (nullable): the document, of a long file while it is being read; %NULL before there is
 *   something to show
 */
FulDocument *
ful_document_page_get_document (FulDocumentPage *self)
{
  g_return_val_if_fail (FUL_IS_DOCUMENT_PAGE (self), NULL);

  return self->profile_view ? ful_profile_view_get_document (self->profile_view) : NULL;
}

/**
 * ful_document_page_expects_document:
 *
 * Returns: whether the file is being loaded, or will be shown when the page is
 */
gboolean
ful_document_page_expects_document (FulDocumentPage *self)
{
  g_return_val_if_fail (FUL_IS_DOCUMENT_PAGE (self), FALSE);

  return self->load || self->profile;
}

/**
 * ful_document_page_is_settled:
 * @error: why the load failed
 *
 * Returns: whether the profile is there and nothing is being computed for its view, or the list of several
 */
gboolean
ful_document_page_is_settled (FulDocumentPage  *self,
                              GError          **error)
{
  g_return_val_if_fail (FUL_IS_DOCUMENT_PAGE (self), FALSE);

  if (self->error)
    {
      g_propagate_error (error, g_error_copy (self->error));
      return FALSE;
    }

  if (self->members)
    return ful_members_page_is_ready (self->members);
  if (self->comparison)
    return ful_document_page_is_compared (self, error);

  return self->profile_view && self->load == NULL && self->show_id == 0 && ful_profile_view_is_settled (self->profile_view);
}

/**
 * ful_document_page_set_view:
 * @text: a view, or a link of profiler.firefox.com
 * @error: %FUL_ERROR_ARGUMENT, with the name that is invalid or not in the profile
 *
 * Sets the view of the profile. One with names that symbols may bring is set when they are there, unless another view
 * was chosen before.
 */
gboolean
ful_document_page_set_view (FulDocumentPage  *self,
                            const char       *text,
                            GError          **error)
{
  if (self->compare_page)
    return ful_compare_page_set_view (self->compare_page, text, error);

  g_return_val_if_fail (self->profile_view != NULL, FALSE);

  if (!ful_pending_view_set (self->pending_view, text, ful_profile_view_expects_symbols (self->profile_view), error))
    return FALSE;
  if (ful_pending_view_is_waiting (self->pending_view))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", _("The view will be set when its symbols are found"));

  return TRUE;
}

/**
 * ful_document_page_get_analysis:
 *
 * Returns: (transfer none) (nullable): the analysis of the document, if that is there
 */
FulAnalysis *
ful_document_page_get_analysis (FulDocumentPage *self)
{
  g_return_val_if_fail (FUL_IS_DOCUMENT_PAGE (self), NULL);

  return self->profile_view ? ful_profile_view_get_analysis (self->profile_view) : NULL;
}

/**
 * ful_document_page_get_actions:
 *
 * Returns: (transfer none) (nullable): the actions "view" of the document, for keys and menus of the window, wherever
 *   the focus is
 */
GActionGroup *
ful_document_page_get_actions (FulDocumentPage *self)
{
  g_return_val_if_fail (FUL_IS_DOCUMENT_PAGE (self), NULL);

  if (self->compare_page)
    return ful_compare_page_get_actions (self->compare_page);

  return self->profile_view ? ful_profile_view_get_actions (self->profile_view) : NULL;
}

/**
 * ful_document_page_get_panel:
 *
 * Returns: (transfer none) (nullable): the panel of the profile that is shown
 */
GtkWidget *
ful_document_page_get_panel (FulDocumentPage *self)
{
  g_return_val_if_fail (FUL_IS_DOCUMENT_PAGE (self), NULL);

  return self->profile_view ? ful_profile_view_get_panel (self->profile_view) : NULL;
}

/**
 * ful_document_page_drop_panel:
 *
 * Destroys one of the panels that are not on screen; it is created again when it is
 * shown.
 *
 * Returns: whether there was one
 */
gboolean
ful_document_page_drop_panel (FulDocumentPage *self)
{
  g_return_val_if_fail (FUL_IS_DOCUMENT_PAGE (self), FALSE);

  return self->profile_view && ful_profile_view_drop_panel (self->profile_view);
}
