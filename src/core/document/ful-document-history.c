/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Steps through the history of a document: back to figures, and back to places. */

#include "config.h"

#include "ful-document-history.h"

#include "ful-document-private.h"

/**
 * ful_document_get_undo:
 *
 * Returns: (transfer none) (nullable): the step that ful_document_undo() takes back
 */
const FulHistoryStep *
ful_document_get_undo (FulDocument *self)
{
  return ful_history_get_undo (self->history);
}

/**
 * ful_document_get_redo:
 *
 * Returns: (transfer none) (nullable): the step that ful_document_redo() does again
 */
const FulHistoryStep *
ful_document_get_redo (FulDocument *self)
{
  return ful_history_get_redo (self->history);
}

static void
go (FulDocument *self,
    void       (*step) (FulHistory *history))
{
  FulTimeRange was;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  was = ful_document_get_visible_range (self);
  self->last_change = FUL_CHANGE_STEP;
  step (self->history);
  ful_document_state_changed (self, was);
}

static void
go_back (FulHistory *history)
{
  ful_history_go (history, -1);
}

static void
go_forward (FulHistory *history)
{
  ful_history_go (history, 1);
}

/**
 * ful_document_undo:
 *
 * Returns to the figures before the last change of them, if there is one. The panel stays, and the threads are those
 * of the change.
 */
void
ful_document_undo (FulDocument *self)
{
  go (self, ful_history_undo);
}

/**
 * ful_document_redo:
 *
 * Redoes the last change that was undone.
 */
void
ful_document_redo (FulDocument *self)
{
  go (self, ful_history_redo);
}

/**
 * ful_document_is_newest:
 *
 * Returns: whether the state is the one after the last step
 */
gboolean
ful_document_is_newest (FulDocument *self)
{
  return ful_history_is_newest (self->history);
}

/**
 * ful_document_drop_step:
 *
 * Returns to the state before the last step, without a trace in the history; see ful_document_is_newest().
 */
void
ful_document_drop_step (FulDocument *self)
{
  go (self, ful_history_drop_step);
}

gboolean
ful_document_can_go_back (FulDocument *self)
{
  return ful_history_can_go (self->history, -1);
}

gboolean
ful_document_can_go_forward (FulDocument *self)
{
  return ful_history_can_go (self->history, 1);
}

/**
 * ful_document_go_back:
 *
 * Returns to the panel and the threads that were shown before, with the figures they have now.
 */
void
ful_document_go_back (FulDocument *self)
{
  go (self, go_back);
}

/**
 * ful_document_go_forward:
 *
 * Returns to where ful_document_go_back() was called.
 */
void
ful_document_go_forward (FulDocument *self)
{
  go (self, go_forward);
}

/**
 * ful_document_begin_tour:
 *
 * From here on there is another history, which begins with the current state.
 */
void
ful_document_begin_tour (FulDocument *self)
{
  g_return_if_fail (FUL_IS_DOCUMENT (self));
  g_return_if_fail (self->before_tour == NULL);

  self->before_tour = self->history;
  self->history = ful_history_new (ful_view_state_ref (ful_history_get_state (self->before_tour)));
  self->last_change = FUL_CHANGE_STEP;
  ful_document_state_changed (self, ful_document_get_visible_range (self));
}

/**
 * ful_document_end_tour:
 *
 * Goes back to the state and the history before ful_document_begin_tour().
 */
void
ful_document_end_tour (FulDocument *self)
{
  FulHistory *tour;
  FulTimeRange was;

  g_return_if_fail (FUL_IS_DOCUMENT (self));
  g_return_if_fail (self->before_tour != NULL);

  was = ful_document_get_visible_range (self);
  tour = self->history;
  self->history = g_steal_pointer (&self->before_tour);
  ful_history_free (tour);
  self->last_change = FUL_CHANGE_STEP;
  ful_document_state_changed (self, was);
}

/**
 * ful_document_get_state_before_tour:
 *
 * Returns: (transfer none): the state that ful_document_end_tour() goes back to; without a tour the current one
 */
FulViewState *
ful_document_get_state_before_tour (FulDocument *self)
{
  return ful_history_get_state (self->before_tour ? self->before_tour : self->history);
}
