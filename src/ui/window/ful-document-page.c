/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A page starts its load when it is created, and frees it with itself (tab or window closed). Of the pages that are
 * not on screen only a few load at a time, and they get a view when they are shown. */

#include "config.h"

#include "ful-document-page.h"
#include "ful-document-title.h"
#include "open/ful-error-page.h"
#include "live/ful-live-bar.h"
#include "open/ful-loading-page.h"
#include "open/ful-members-page.h"
#include "profile/ful-profile-view.h"
#include "open/ful-recent.h"
#include "profile/ful-save-bar.h"

#include "base/ful-error.h"
#include "base/ful-format.h"
#include "base/ful-memory.h"
#include "document/ful-document-history.h"
#include "document/ful-load-queue.h"
#include "document/ful-pending-view.h"
#include "import/ful-loader.h"

#include <glib/gi18n.h>

struct _FulDocumentPage
{
  GtkWidget        parent_instance;

  GFile           *file;        /* (nullable): of a capture there is none */
  char            *member;      /* (nullable): path of the profile in @file, an archive */
  FulLiveSession  *live;        /* (nullable): the capture that the page follows */
  char            *name;
  char            *title;
  char            *subtitle;
  char            *view;        /* (nullable): text of the view to begin with */
  GSettings       *settings;    /* (nullable) */
  FulLoadFlags     flags;
  FulLoad         *load;        /* (nullable): while it runs or waits */
  FulLoadProgress *progress;
  GError          *error;       /* (nullable): error of the load, or of the initial view */
  FulProfile      *profile;     /* (nullable): loaded, not on screen yet */
  FulMembersPage  *members;     /* (nullable): of an archive with several profiles, or a folder */
  FulProfileView  *profile_view;
  FulPendingView  *pending_view;   /* (nullable): of the document */
  FulViewOptions *shown;       /* (nullable): with the threads of the subtitle */
  guint            ways;         /* bits of get_ways() at the last "changed" */
  gboolean         has_found_symbols;   /* of the capture, after its end */
  guint            show_id;     /* idle source while it is created but not shown */

  GtkStack        *stack;
  FulLoadingPage  *loading_page;
  FulErrorPage    *error_page;
  AdwStatusPage   *live_page;   /* before there are data */
  AdwBin          *live_bin;
  AdwBin          *members_bin;
  AdwBin          *profile_bin;
};

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

static void
emit_changed (FulDocumentPage *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADING]);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
show_error (FulDocumentPage *self,
            GError          *error)
{
  FulLoadStage stage;
  guint64 n_read, n_total;

  ful_load_progress_get (self->progress, &stage, &n_read, &n_total);
  self->error = error;

  g_free (self->subtitle);
  self->subtitle = g_strdup (_("Could not be opened"));
  ful_error_page_set_error (self->error_page, self->file, n_total, error);
  gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->error_page));
  emit_changed (self);
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
  emit_changed (self);

  return G_SOURCE_REMOVE;
}

static gboolean
shows_threads (FulDocumentPage      *self,
               const FulViewOptions *options)
{
  return self->shown && ful_view_options_has_threads (self->shown, options->threads, options->n_threads);
}

static void
name_view (FulDocumentPage *self,
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
  name_view (self, document);
  emit_changed (self);
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
  emit_changed (self);
}

static void
show_document (FulDocumentPage *self,
               FulDocument     *document)
{
  self->pending_view = ful_pending_view_new (document);
  if (self->view)
    ful_pending_view_set (self->pending_view, self->view, TRUE, &self->error);

  g_free (self->title);
  self->title = ful_document_title_new (self->name, ful_document_get_profile (document));
  name_view (self, document);
  self->profile_view = ful_profile_view_new (document, self->file, self->settings);
  g_signal_connect_object (ful_profile_view_get_save_bar (self->profile_view), "saved", G_CALLBACK (saved_cb), self,
                           G_CONNECT_SWAPPED);
  if (!ful_profile_view_expects_symbols (self->profile_view))
    ful_pending_view_retry (self->pending_view, FALSE, &self->error);
  if (ful_profile_view_get_symbolicator (self->profile_view))
    g_signal_connect_object (ful_profile_view_get_symbolicator (self->profile_view), "changed",
                             G_CALLBACK (symbols_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "notify::view-state", G_CALLBACK (view_changed_cb), self, G_CONNECT_SWAPPED);
  adw_bin_set_child (self->profile_bin, GTK_WIDGET (self->profile_view));
  self->show_id = g_idle_add_full (G_PRIORITY_DEFAULT, show_view_cb, self, NULL);
}

static void
show_profile (FulDocumentPage *self,
              FulProfile      *profile)
{
  g_autoptr(FulDocument) document = ful_document_new (profile);

  show_document (self, document);
  if (!(g_application_get_flags (g_application_get_default ()) & G_APPLICATION_NON_UNIQUE))
    ful_recent_add (self->file);
}

static void
members_ready_cb (FulDocumentPage *self)
{
  const GError *error = ful_members_page_get_error (self->members);

  if (error)
    {
      g_autoptr(GError) copy = g_error_copy (error);

      self->members = NULL;
      adw_bin_set_child (self->members_bin, NULL);
      show_error (self, g_steal_pointer (&copy));
      return;
    }
  g_free (self->subtitle);
  self->subtitle = g_strdup (ful_members_page_get_subtitle (self->members));
  emit_changed (self);
}

/* Of several profiles in an archive or a folder the user chooses. */
static void
show_members (FulDocumentPage *self)
{
  self->members = ful_members_page_new (self->file, self->member);
  g_signal_connect_object (self->members, "ready", G_CALLBACK (members_ready_cb), self, G_CONNECT_SWAPPED);
  adw_bin_set_child (self->members_bin, GTK_WIDGET (self->members));
  gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->members_bin));
  g_free (self->subtitle);
  self->subtitle = g_strdup (ful_members_page_get_subtitle (self->members));
  emit_changed (self);
}

static void
loaded_cb (gpointer    owner,
           FulProfile *loaded,
           GError     *error)
{
  g_autoptr(FulDocumentPage) self = g_object_ref (FUL_DOCUMENT_PAGE (owner));
  g_autoptr(FulProfile) profile = loaded;

  self->load = NULL;
  if (g_error_matches (error, FUL_ERROR, FUL_ERROR_SEVERAL) || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY))
    {
      g_clear_error (&error);
      show_members (self);
    }
  else if (error)
    show_error (self, error);
  else if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    show_profile (self, profile);
  else
    {
      self->profile = g_steal_pointer (&profile);
      emit_changed (self);
    }
}

static void
begin_load (FulDocumentPage *self)
{
  self->load = ful_load_new (self->file, self->member, self->flags, gtk_widget_get_mapped (GTK_WIDGET (self)), loaded_cb,
                             self);
  self->progress = ful_load_progress_ref (ful_load_get_progress (self->load));
  ful_loading_page_set_load (self->loading_page, self->name, self->progress);
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

      show_profile (self, profile);
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

static gboolean
is_settled_cb (gpointer owner)
{
  FulDocumentPage *self = owner;

  return self->show_id == 0 && ful_profile_view_is_settled (self->profile_view);
}


static void
save_to_cb (FulDocumentPage *self,
            GFile           *file)
{
  if (self->profile_view)
    ful_save_bar_save (ful_profile_view_get_save_bar (self->profile_view), ful_live_session_get (self->live)->profile, file);
}

/* The first snapshot is there. */
static void
live_document_cb (FulDocumentPage *self)
{
  g_free (self->name);
  self->name = g_strdup (ful_live_session_get (self->live)->server);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
  show_document (self, ful_live_session_get (self->live)->document);
  ful_live_session_set_settled (self->live, is_settled_cb, self);
}

/* Names are looked up for the last snapshot only; it is not the last one if the capture goes on. */
static void
live_changed_cb (FulDocumentPage *self)
{
  FulDocument *document = ful_live_session_get (self->live)->document;
  const GError *failure = ful_live_session_get (self->live)->failure;

  if (ful_live_session_get (self->live)->end && document && !self->has_found_symbols &&
      ful_document_get_profile (document) == ful_live_session_get (self->live)->profile)
    {
      self->has_found_symbols = TRUE;
      ful_profile_view_find_symbols (self->profile_view);
    }
  if (!ful_live_session_get (self->live)->end && self->has_found_symbols)
    {
      self->has_found_symbols = FALSE;
      ful_profile_view_drop_symbols (self->profile_view);
    }
  if (document)
    {
      name_view (self, document);
    }
  else if (ful_live_session_get (self->live)->end)
    {
      g_autofree char *shown = failure ? ful_format_label (failure->message, "\n") : NULL;
      g_autofree char *markup = failure ? g_markup_escape_text (shown, -1) : NULL;

      adw_status_page_set_title (self->live_page, _("No Capture"));
      adw_status_page_set_description (self->live_page, markup);
      g_clear_error (&self->error);
      self->error = failure ? g_error_copy (failure) : NULL;
      g_free (self->subtitle);
      self->subtitle = g_strdup (_("Not connected"));
    }
  emit_changed (self);
}

static void
cancel_action (GtkWidget  *widget,
               const char *action,
               GVariant   *parameter)
{
  FulDocumentPage *self = FUL_DOCUMENT_PAGE (widget);

  if (self->load)
    ful_load_cancel (self->load);
  gtk_widget_activate_action (widget, "win.close-page", NULL);
}

/* After an error, with the flags that its page offers added to those of the last load. */
static void
load_again_action (GtkWidget  *widget,
                   const char *action,
                   GVariant   *parameter)
{
  FulDocumentPage *self = FUL_DOCUMENT_PAGE (widget);

  g_clear_error (&self->error);
  g_clear_pointer (&self->progress, ful_load_progress_unref);
  g_free (self->subtitle);
  self->subtitle = g_strdup (_("Opening…"));
  gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->loading_page));
  self->flags |= g_str_equal (action, "page.open-part") ? FUL_LOAD_PARTIAL : FUL_LOAD_ACCEPT_NEWER;
  begin_load (self);
  emit_changed (self);
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
      g_value_set_boolean (value, self->load != NULL);
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

  if (self->profile_view || self->load)
    ful_memory_give_back_soon ();
  g_clear_pointer (&self->load, ful_load_free);
  g_clear_handle_id (&self->show_id, g_source_remove);
  self->profile_view = NULL;
  self->members = NULL;
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
  gtk_widget_class_bind_template_child (widget_class, FulDocumentPage, live_bin);
  gtk_widget_class_bind_template_child (widget_class, FulDocumentPage, members_bin);
  gtk_widget_class_bind_template_child (widget_class, FulDocumentPage, profile_bin);
  gtk_widget_class_install_action (widget_class, "page.cancel", NULL, cancel_action);
  gtk_widget_class_install_action (widget_class, "page.open-anyway", NULL, load_again_action);
  gtk_widget_class_install_action (widget_class, "page.open-part", NULL, load_again_action);
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
  begin_load (self);

  return self;
}

/**
 * ful_document_page_new_live:
 * @session: a capture, not started yet
 * @settings: (nullable): settings of the window
 *
 * Begins to follow the capture.
 *
 * Returns: (transfer floating): the page
 */
FulDocumentPage *
ful_document_page_new_live (FulLiveSession *session,
                            GSettings      *settings)
{
  FulDocumentPage *self = g_object_new (FUL_TYPE_DOCUMENT_PAGE, NULL);
  GtkWidget *bar = ful_live_bar_new (session);
  g_autofree char *shown = ful_format_label (ful_live_session_get (session)->address, "");
  g_autofree char *markup = g_markup_escape_text (shown, -1);

  self->live = g_object_ref (session);
  self->name = g_strdup (ful_live_session_get (session)->address);
  self->subtitle = g_strdup (_("Connecting…"));
  g_set_object (&self->settings, settings);
  adw_status_page_set_title (self->live_page, _("Waiting for Data"));
  adw_status_page_set_description (self->live_page, markup);
  adw_bin_set_child (self->live_bin, bar);
  gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->live_page));
  g_signal_connect_object (session, "document", G_CALLBACK (live_document_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "changed", G_CALLBACK (live_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "save-to", G_CALLBACK (save_to_cb), self, G_CONNECT_SWAPPED);
  ful_live_session_start (session);

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
 * Returns: (transfer none) (nullable): the document; %NULL before the load is over, and if it failed
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

  return self->profile_view && self->show_id == 0 && ful_profile_view_is_settled (self->profile_view);
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
  g_return_val_if_fail (self->profile_view != NULL, FALSE);

  if (!ful_pending_view_set (self->pending_view, text, ful_profile_view_expects_symbols (self->profile_view), error))
    return FALSE;
  if (ful_pending_view_is_waiting (self->pending_view))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", _("The view will be set when its symbols are found"));

  return TRUE;
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

  return self->profile_view ? ful_profile_view_get_actions (self->profile_view) : NULL;
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
