/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A page whose file is still being read: it shows what has come, as that of a capture does. The next snapshot is shown
 * when all results on screen belong to the last one, after a pause in proportion to the time that this took. */

#include "config.h"

#include "ful-document-page-private.h"

#include "threads/ful-time-range.h"

#include <glib/gi18n.h>

#define POLL_MS 50

/* Results of snapshots may take one of so many parts of the time. */
#define PARTS 5

static void
show_first (FulDocumentPage *self)
{
  self->load_bar = FUL_LOAD_BAR (ful_load_bar_new (self->progress));
  adw_bin_set_child (self->top_bin, GTK_WIDGET (self->load_bar));
  ful_document_page_show_profile (self, self->next);
}

static void
show_next (FulDocumentPage *self)
{
  g_autoptr(FulProfile) next = NULL;

  self->shown_at = g_get_monotonic_time ();
  self->is_settling = TRUE;
  if (self->profile_view == NULL)
    show_first (self);
  else
    ful_document_take_profile (ful_document_page_get_document (self), g_object_ref (self->next));
  next = g_steal_pointer (&self->next);
}

static gboolean
part_cb (gpointer user_data)
{
  FulDocumentPage *self = user_data;
  gint64 now = g_get_monotonic_time ();

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return G_SOURCE_CONTINUE;
  if (self->is_settling)
    {
      if (self->show_id != 0 || !ful_profile_view_is_settled (self->profile_view))
        return G_SOURCE_CONTINUE;
      self->is_settling = FALSE;
      self->due = now + (now - self->shown_at) * (PARTS - 1);
    }
  if (self->next && now >= self->due)
    show_next (self);

  return G_SOURCE_CONTINUE;
}

void
ful_document_page_show_snapshot (gpointer    owner,
                                 FulProfile *snapshot)
{
  FulDocumentPage *self = owner;

  g_set_object (&self->next, snapshot);
  if (self->profile_view == NULL && gtk_widget_get_mapped (GTK_WIDGET (self)))
    show_next (self);
  if (self->part_id == 0)
    self->part_id = g_timeout_add (POLL_MS, part_cb, self);
}

/**
 * ful_document_page_end_part:
 *
 * No more snapshots are shown.
 */
void
ful_document_page_end_part (FulDocumentPage *self)
{
  g_clear_handle_id (&self->part_id, g_source_remove);
  g_clear_object (&self->next);
}

/**
 * ful_document_page_complete:
 * @profile: what the file has, or the part of it that was read
 * @error: (nullable): why it is a part
 *
 * The load of a page that shows a part has ended. Ranges are kept unless a thread that came late began earlier than all
 * before, so that their zero is another one.
 */
void
ful_document_page_complete (FulDocumentPage *self,
                            FulProfile      *profile,
                            const GError    *error)
{
  FulDocument *document = ful_document_page_get_document (self);

  ful_load_bar_end (self->load_bar, error);
  ful_document_take_profile (document, g_object_ref (profile));
  if (!ful_time_range_equal (ful_root_range_compute (profile), ful_document_get_root_range (document)))
    {
      ful_document_page_show_profile (self, profile);
      return;
    }
  ful_profile_view_begin_file (self->profile_view);
  ful_document_page_follow_symbols (self);
  ful_document_page_name_view (self, document);
  ful_document_page_emit_changed (self);
}

/**
 * ful_document_page_drop_part:
 *
 * Nothing is shown of the file that is read again.
 */
void
ful_document_page_drop_part (FulDocumentPage *self)
{
  g_clear_handle_id (&self->show_id, g_source_remove);
  g_clear_pointer (&self->pending_view, ful_pending_view_free);
  self->profile_view = NULL;
  self->load_bar = NULL;
  adw_bin_set_child (self->profile_bin, NULL);
  adw_bin_set_child (self->top_bin, NULL);
}

static void
stop_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  FulDocumentPage *self = FUL_DOCUMENT_PAGE (widget);

  if (self->load && self->profile_view)
    ful_load_stop (self->load);
}

void
ful_document_page_class_add_part_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "page.stop", NULL, stop_action);
}
