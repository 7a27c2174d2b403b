/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A view with names that are not in the profile yet waits for a snapshot with more symbols; what a user does meanwhile
 * counts more, and ends that. */

#include "config.h"

#include "ful-pending-view.h"

#include "document/view/ful-view-state.h"
#include "document/view/ful-view-text.h"

#include "base/ful-error.h"

struct _FulPendingView
{
  FulDocument  *document;
  char         *text;      /* (nullable): of the view that waits */
  FulProfile   *profile;   /* (nullable): which does not have its names */
  FulViewState *state;     /* (nullable): of the document; another one is what a user did since */
};

static void
forget (FulPendingView *self)
{
  g_clear_pointer (&self->text, g_free);
  g_clear_object (&self->profile);
  g_clear_pointer (&self->state, ful_view_state_unref);
}

static void
wait_for (FulPendingView *self,
          const char     *text)
{
  g_autofree char *copy = g_strdup (text);

  forget (self);
  self->text = g_steal_pointer (&copy);
  self->profile = g_object_ref (ful_document_get_profile (self->document));
  self->state = ful_view_state_ref (ful_document_get_view_state (self->document));
}

/* The first panel and what is hot are nothing that a user did. */
static gboolean
is_initial_change (const FulViewState *before,
                   const FulViewState *now)
{
  return before->options == now->options && (before->panel == NULL || (now->path_is_hot && before->panel == now->panel));
}

static void
state_changed_cb (FulPendingView *self)
{
  if (self->text == NULL || ful_document_get_profile (self->document) != self->profile)
    return;

  if (is_initial_change (self->state, ful_document_get_view_state (self->document)))
    wait_for (self, self->text);
  else
    forget (self);
}

/**
 * ful_pending_view_new:
 *
 * Returns: (transfer full): without a view that waits
 */
FulPendingView *
ful_pending_view_new (FulDocument *document)
{
  FulPendingView *self = g_new0 (FulPendingView, 1);

  self->document = g_object_ref (document);
  g_signal_connect_swapped (document, "notify::view-state", G_CALLBACK (state_changed_cb), self);

  return self;
}

void
ful_pending_view_free (FulPendingView *self)
{
  g_signal_handlers_disconnect_by_data (self->document, self);
  forget (self);
  g_object_unref (self->document);
  g_free (self);
}

/**
 * ful_pending_view_set:
 * @text: a view, or a link of profiler.firefox.com
 * @expects_symbols: whether functions may still get names
 * @error: %FUL_ERROR_ARGUMENT, or %FUL_ERROR_UNKNOWN_NAME if there will be no more names; with the name
 *
 * Sets the view of the document, or lets it wait; in place of one that waits.
 */
gboolean
ful_pending_view_set (FulPendingView  *self,
                      const char      *text,
                      gboolean         expects_symbols,
                      GError         **error)
{
  g_autoptr(GError) own_error = NULL;
  FulViewState *state;

  forget (self);
  state = ful_view_state_new_from_text (text, ful_document_get_profile (self->document), &own_error);
  if (state)
    {
      ful_document_set_view_state (self->document, state);
      return TRUE;
    }
  if (expects_symbols && g_error_matches (own_error, FUL_ERROR, FUL_ERROR_UNKNOWN_NAME))
    {
      wait_for (self, text);
      return TRUE;
    }
  g_propagate_error (error, g_steal_pointer (&own_error));

  return FALSE;
}

/**
 * ful_pending_view_retry:
 * @expects_symbols: whether functions may still get names after this
 * @error: as of ful_pending_view_set()
 *
 * To be called with each snapshot of the profile, and once when no more is expected: sets the view that waits, if there
 * is one and the names are there.
 *
 * Returns: %FALSE if there was one that cannot be set
 */
gboolean
ful_pending_view_retry (FulPendingView  *self,
                        gboolean         expects_symbols,
                        GError         **error)
{
  g_autofree char *text = NULL;

  if (self->text == NULL || (expects_symbols && ful_document_get_profile (self->document) == self->profile))
    return TRUE;

  text = g_steal_pointer (&self->text);

  return ful_pending_view_set (self, text, expects_symbols, error);
}

/**
 * ful_pending_view_is_waiting:
 *
 * Returns: whether a view waits for symbols
 */
gboolean
ful_pending_view_is_waiting (FulPendingView *self)
{
  return self->text != NULL;
}
