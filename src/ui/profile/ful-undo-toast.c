/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The button takes back the last step, or what a panel did last, so the toast goes when there is another step. */

#include "config.h"

#include "ful-undo-toast.h"

#include "document/ful-document.h"
#include "widgets/toast/ful-toast-slot.h"

#include <glib/gi18n.h>

#define SHOWN_S 6

struct _FulUndoToast
{
  FulAnalysis    *analysis;
  FulToastSlot   *slot;
  FulViewOptions *options;   /* (nullable): after the step that the button takes back */
};

static void
state_changed_cb (FulUndoToast *self)
{
  FulViewOptions *now = ful_document_get_options (ful_analysis_get_document (self->analysis));

  if (!self->options || ful_view_options_equal (self->options, now))
    return;

  g_clear_pointer (&self->options, ful_view_options_unref);
  ful_toast_slot_dismiss (self->slot);
}

static void
transformed_cb (FulUndoToast       *self,
                FulTransform       *transform,
                FulTransformEffect *effect)
{
  FulProfile *profile = effect->before->profile;
  const FulTransformKind *kind = transform->kind;
  g_autofree char *done = ful_transform_say (transform, profile, effect->changes ? kind->done : kind->nothing);
  int n_fewer = (int) (effect->n_gone + effect->n_joined) - (int) effect->n_new;
  g_autofree char *text = NULL;

  if (!effect->changes)
    {
      ful_undo_toast_say (self, done);
      return;
    }

  /* Translators: what a transform did to the call tree, as in “Merged malloc: 3 rows fewer” */
  text = n_fewer > 0 ? g_strdup_printf (ngettext ("%s: %d row fewer", "%s: %d rows fewer", (gulong) n_fewer), done, n_fewer)
                     : g_strdup (done);
  ful_undo_toast_show (self, text, g_dgettext (NULL, kind->undo), "view.undo");
}

/**
 * ful_undo_toast_new:
 * @widget: of the view of the document
 * @analysis: whose transforms are said
 *
 * Returns: (transfer full): what says them
 */
FulUndoToast *
ful_undo_toast_new (GtkWidget   *widget,
                    FulAnalysis *analysis)
{
  FulUndoToast *self = g_new0 (FulUndoToast, 1);

  self->slot = ful_toast_slot_new (widget);
  self->analysis = g_object_ref (analysis);
  g_signal_connect_swapped (analysis, "transformed", G_CALLBACK (transformed_cb), self);
  g_signal_connect_swapped (ful_analysis_get_document (analysis), "notify::view-state", G_CALLBACK (state_changed_cb), self);

  return self;
}

void
ful_undo_toast_free (FulUndoToast *self)
{
  g_signal_handlers_disconnect_by_data (ful_analysis_get_document (self->analysis), self);
  g_signal_handlers_disconnect_by_data (self->analysis, self);
  g_clear_pointer (&self->options, ful_view_options_unref);
  ful_toast_slot_free (self->slot);
  g_object_unref (self->analysis);
  g_free (self);
}

/**
 * ful_undo_toast_show:
 * @text: what the last step of the document did, or something else that can be taken back
 * @button: what takes it back
 * @action: name of the action that does
 */
void
ful_undo_toast_show (FulUndoToast *self,
                     const char   *text,
                     const char   *button,
                     const char   *action)
{
  g_clear_pointer (&self->options, ful_view_options_unref);
  self->options = ful_view_options_ref (ful_document_get_options (ful_analysis_get_document (self->analysis)));
  ful_toast_slot_show (self->slot, text, button, action, SHOWN_S);
}

/**
 * ful_undo_toast_say:
 * @text: what was done that is no step of the document
 */
void
ful_undo_toast_say (FulUndoToast *self,
                    const char   *text)
{
  g_clear_pointer (&self->options, ful_view_options_unref);
  ful_toast_slot_show (self->slot, text, NULL, NULL, SHOWN_S);
}
