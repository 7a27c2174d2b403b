/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The load of a page, from its start to the document, a list of profiles to choose from, or an error. */

#include "config.h"

#include "ful-document-page-private.h"

#include "open/ful-recent.h"

#include "base/ful-error.h"

#include <glib/gi18n.h>

/* Whether somebody looks on, rather than waits for a picture of the finished window. */
static gboolean
is_persons (void)
{
  return !(g_application_get_flags (g_application_get_default ()) & G_APPLICATION_NON_UNIQUE);
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
  ful_document_page_emit_changed (self);
}

void
ful_document_page_show_profile (FulDocumentPage *self,
                                FulProfile      *profile)
{
  g_autoptr(FulDocument) document = ful_document_new (profile);

  ful_document_page_show_document (self, document);
  if (is_persons ())
    ful_recent_add (self->file, NULL);
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
  ful_document_page_emit_changed (self);
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
  ful_document_page_emit_changed (self);
}

static void
loaded_cb (gpointer    owner,
           FulProfile *loaded,
           GError     *error)
{
  g_autoptr(FulDocumentPage) self = g_object_ref (FUL_DOCUMENT_PAGE (owner));
  g_autoptr(FulProfile) profile = loaded;

  self->load = NULL;
  ful_document_page_end_part (self);
  if (self->profile_view)
    {
      ful_document_page_complete (self, profile, error);
      g_clear_error (&error);
    }
  else if (g_error_matches (error, FUL_ERROR, FUL_ERROR_SEVERAL) || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY))
    {
      g_clear_error (&error);
      show_members (self);
    }
  else if (error)
    show_error (self, error);
  else if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    ful_document_page_show_profile (self, profile);
  else
    {
      self->profile = g_steal_pointer (&profile);
      ful_document_page_emit_changed (self);
    }
}

/* The view to begin with is one of the whole profile, so that nothing is shown before. */
void
ful_document_page_begin_load (FulDocumentPage *self)
{
  self->load = ful_load_new (self->file, self->member, self->flags, gtk_widget_get_mapped (GTK_WIDGET (self)),
                             is_persons () && !self->view ? ful_document_page_show_snapshot : NULL, loaded_cb, self);
  self->progress = ful_load_progress_ref (ful_load_get_progress (self->load));
  ful_loading_page_set_load (self->loading_page, self->name, self->progress);
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

/* After an error, with the flags that its page or bar offers added to those of the last load. */
static void
load_again_action (GtkWidget  *widget,
                   const char *action,
                   GVariant   *parameter)
{
  FulDocumentPage *self = FUL_DOCUMENT_PAGE (widget);

  ful_document_page_drop_part (self);
  g_clear_error (&self->error);
  g_clear_pointer (&self->progress, ful_load_progress_unref);
  g_free (self->subtitle);
  self->subtitle = g_strdup (_("Opening…"));
  gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->loading_page));
  self->flags |= g_str_equal (action, "page.open-part") ? FUL_LOAD_PARTIAL : FUL_LOAD_ACCEPT_NEWER;
  ful_document_page_begin_load (self);
  ful_document_page_emit_changed (self);
}

/* What was found in the file, once somebody has seen it. */
static void
describe_action (GtkWidget  *widget,
                 const char *action,
                 GVariant   *parameter)
{
  FulDocumentPage *self = FUL_DOCUMENT_PAGE (widget);

  if (self->file && is_persons ())
    ful_recent_add (self->file, g_variant_get_string (parameter, NULL));
}

void
ful_document_page_class_add_load_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "page.cancel", NULL, cancel_action);
  gtk_widget_class_install_action (widget_class, "page.open-anyway", NULL, load_again_action);
  gtk_widget_class_install_action (widget_class, "page.describe", "s", describe_action);
  gtk_widget_class_install_action (widget_class, "page.open-part", NULL, load_again_action);
}
