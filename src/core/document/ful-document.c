/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The document of a window: panels and tracks read its state and call its setters,
 * and never each other. Results are computed by FulAnalysis, which watches the
 * state.
 *
 * What does not change the state in the history is here, and the properties; changes of the
 * view are in ful-document-options.c and ful-document-markers.c, another profile in
 * ful-document-profile.c.
 *
 * A change adds a state to the history; a burst of changes (a drag, typing) replaces
 * the state of the burst, and the selection of a call node amends the state. */

#include "config.h"

#include "ful-document-private.h"

#include "document/notes/ful-note.h"

#include <math.h>
#include <string.h>

G_DEFINE_FINAL_TYPE (FulDocument, ful_document, G_TYPE_OBJECT)

enum
{
  PROP_VIEW_STATE = 1,
  PROP_PROFILE,
  PROP_ZOOM,
  PROP_HOVER,
  PROP_NOTES,
  PROP_SAMPLES_AS_TIMES,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* @was: the visible range before the change of the history */
void
ful_document_state_changed (FulDocument  *self,
                            FulTimeRange  was)
{
  g_object_freeze_notify (G_OBJECT (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW_STATE]);
  if (!ful_time_range_equal (was, ful_document_get_visible_range (self)))
    ful_document_set_zoom (self, NULL);
  g_object_thaw_notify (G_OBJECT (self));
}

/* A change may be made in a picture with fewer symbols than the profile. Takes ownership of @state. */
static FulViewState *
map_state (FulDocument  *self,
           FulViewState *state)
{
  g_autoptr(FulViewState) before = state;

  return ful_view_state_with_symbols (before, self->profile);
}

/* Replaces the state without a step in the history. */
void
ful_document_amend_state (FulDocument  *self,
                          FulViewState *state)
{
  FulTimeRange was = ful_document_get_visible_range (self);

  ful_history_amend (self->history, map_state (self, state));
  ful_document_state_changed (self, was);
}

void
ful_document_take_state (FulDocument       *self,
                         FulViewState      *state,
                         FulDocumentChange  change)
{
  FulTimeRange was = ful_document_get_visible_range (self);
  gboolean is_burst = change != FUL_CHANGE_STEP && change != FUL_CHANGE_VIEW;

  if (is_burst && change == self->last_change && ful_history_is_newest (self->history))
    {
      ful_history_amend (self->history, map_state (self, state));
      if (ful_history_drop_empty_step (self->history))
        self->last_change = FUL_CHANGE_STEP;
    }
  else
    {
      self->last_change = change;
      ful_history_push (self->history, map_state (self, state), change == FUL_CHANGE_VIEW);
    }
  ful_document_state_changed (self, was);
}

/* As one step that is called @name, whatever it changes. */
void
ful_document_take_named_state (FulDocument  *self,
                               FulViewState *state,
                               const char   *name)
{
  FulTimeRange was = ful_document_get_visible_range (self);

  self->last_change = FUL_CHANGE_STEP;
  ful_history_push_named (self->history, map_state (self, state), name);
  ful_document_state_changed (self, was);
}

static void
ful_document_get_property (GObject    *object,
                           guint       prop_id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  FulDocument *self = FUL_DOCUMENT (object);

  switch (prop_id)
    {
    case PROP_VIEW_STATE:
      g_value_set_boxed (value, ful_document_get_view_state (self));
      break;
    case PROP_PROFILE:
      g_value_set_object (value, self->profile);
      break;
    case PROP_ZOOM:
      g_value_set_pointer (value, (gpointer) ful_document_get_zoom (self));
      break;
    case PROP_HOVER:
      g_value_set_double (value, self->hover);
      break;
    case PROP_NOTES:
      g_value_set_boxed (value, self->notes);
      break;
    case PROP_SAMPLES_AS_TIMES:
      g_value_set_boolean (value, self->samples_as_times);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ful_document_set_property (GObject      *object,
                           guint         prop_id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_SAMPLES_AS_TIMES:
      ful_document_set_samples_as_times (FUL_DOCUMENT (object), g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ful_document_finalize (GObject *object)
{
  FulDocument *self = FUL_DOCUMENT (object);

  g_clear_object (&self->profile);
  g_clear_pointer (&self->history, ful_history_free);
  g_clear_pointer (&self->before_tour, ful_history_free);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  g_clear_pointer (&self->note_index, ful_note_index_unref);

  G_OBJECT_CLASS (ful_document_parent_class)->finalize (object);
}

static void
ful_document_class_init (FulDocumentClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = ful_document_get_property;
  object_class->set_property = ful_document_set_property;
  object_class->finalize = ful_document_finalize;

  properties[PROP_VIEW_STATE] = g_param_spec_boxed ("view-state", NULL, NULL, FUL_TYPE_VIEW_STATE,
                                                    G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_PROFILE] = g_param_spec_object ("profile", NULL, NULL, FUL_TYPE_PROFILE,
                                                  G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_ZOOM] = g_param_spec_pointer ("zoom", NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_NOTES] = g_param_spec_boxed ("notes", NULL, NULL, G_TYPE_PTR_ARRAY,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_HOVER] = g_param_spec_double ("hover", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 0,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_SAMPLES_AS_TIMES] = g_param_spec_boolean ("samples-as-times", NULL, NULL, FALSE,
                                                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
ful_document_init (FulDocument *self)
{
  self->hover = NAN;
  self->notes = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_note_unref);
}

/**
 * ful_document_new:
 * @profile: a profile
 *
 * Returns: (transfer full): a document that shows all of @profile
 */
FulDocument *
ful_document_new (FulProfile *profile)
{
  FulDocument *self = g_object_new (FUL_TYPE_DOCUMENT, NULL);
  g_autoptr(FulViewOptions) options = ful_view_options_new ();

  self->profile = g_object_ref (profile);
  self->root_range = ful_root_range_compute (profile);
  self->history = ful_history_new (ful_view_state_new (options));
  self->note_index = ful_note_index_new (self->notes, profile);

  return self;
}

FulProfile *
ful_document_get_profile (FulDocument *self)
{
  g_return_val_if_fail (FUL_IS_DOCUMENT (self), NULL);

  return self->profile;
}

/**
 * ful_document_get_root_range:
 *
 * Returns: the range of the whole profile, absolute ms; its start is the zero of relative times
 */
FulTimeRange
ful_document_get_root_range (FulDocument *self)
{
  return self->root_range;
}

/**
 * ful_document_get_view_state:
 *
 * Returns: (transfer none): the state, until the next change
 */
FulViewState *
ful_document_get_view_state (FulDocument *self)
{
  g_return_val_if_fail (FUL_IS_DOCUMENT (self), NULL);

  return ful_history_get_state (self->history);
}

/**
 * ful_document_get_options:
 *
 * Returns: (transfer none): the options of the state, until the next change
 */
FulViewOptions *
ful_document_get_options (FulDocument *self)
{
  g_return_val_if_fail (FUL_IS_DOCUMENT (self), NULL);

  return ful_document_get_view_state (self)->options;
}

/**
 * ful_document_get_visible_range:
 *
 * Returns: the range of the time line, relative ms: the committed range, or all
 */
FulTimeRange
ful_document_get_visible_range (FulDocument *self)
{
  FulViewOptions *options = ful_document_get_options (self);

  if (options->has_range)
    return options->range;

  return ful_time_range_shift (self->root_range, -self->root_range.start);
}

/**
 * ful_document_get_zoom:
 *
 * Returns: (transfer none) (nullable): the part of the committed range that tracks and charts over time show,
 *   absolute ms; %NULL if it is all of it
 */
const FulTimeRange *
ful_document_get_zoom (FulDocument *self)
{
  return self->has_zoom ? &self->zoom : NULL;
}

/**
 * ful_document_set_zoom:
 * @zoom: (nullable): what ful_document_get_zoom() is to return
 *
 * No step in the history. Another committed range ends it.
 */
void
ful_document_set_zoom (FulDocument        *self,
                       const FulTimeRange *zoom)
{
  g_return_if_fail (FUL_IS_DOCUMENT (self));

  if (self->has_zoom == (zoom != NULL) && (zoom == NULL || ful_time_range_equal (self->zoom, *zoom)))
    return;

  self->has_zoom = zoom != NULL;
  if (zoom)
    self->zoom = *zoom;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ZOOM]);
}

/**
 * ful_document_get_hover:
 *
 * Returns: the time under the pointer, in tracks or charts, relative ms; NaN for none
 */
double
ful_document_get_hover (FulDocument *self)
{
  return self->hover;
}

void
ful_document_set_hover (FulDocument *self,
                        double       time)
{
  g_return_if_fail (FUL_IS_DOCUMENT (self));

  if (!self->profile->has_times)
    time = NAN;
  if (self->hover == time || (isnan (self->hover) && isnan (time)))
    return;

  self->hover = time;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_HOVER]);
}

/**
 * ful_document_get_notes:
 *
 * Returns: (transfer none) (element-type FulNote): the notes that are marked in tracks and charts
 */
const GPtrArray *
ful_document_get_notes (FulDocument *self)
{
  return self->notes;
}

/**
 * ful_document_get_note_index:
 *
 * Returns: (transfer none): an index of the notes, until "notify::notes"
 */
FulNoteIndex *
ful_document_get_note_index (FulDocument *self)
{
  return self->note_index;
}

/**
 * ful_document_set_notes:
 * @notes: (element-type FulNote): the notes on the profile
 */
void
ful_document_set_notes (FulDocument     *self,
                        const GPtrArray *notes)
{
  g_return_if_fail (FUL_IS_DOCUMENT (self));

  g_ptr_array_set_size (self->notes, 0);
  for (guint i = 0; i < notes->len; i++)
    g_ptr_array_add (self->notes, ful_note_ref (g_ptr_array_index (notes, i)));
  ful_note_index_unref (self->note_index);
  self->note_index = ful_note_index_new (self->notes, self->profile);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NOTES]);
}

gboolean
ful_document_get_samples_as_times (FulDocument *self)
{
  g_return_val_if_fail (FUL_IS_DOCUMENT (self), FALSE);

  return self->samples_as_times;
}

/**
 * ful_document_set_samples_as_times:
 * @samples_as_times: whether the user wants times instead of counts of samples, see ful_figures_of_tree()
 *
 * No part of the view: nothing is computed again.
 */
void
ful_document_set_samples_as_times (FulDocument *self,
                                   gboolean     samples_as_times)
{
  g_return_if_fail (FUL_IS_DOCUMENT (self));

  if (self->samples_as_times == samples_as_times)
    return;

  self->samples_as_times = samples_as_times;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SAMPLES_AS_TIMES]);
}

/**
 * ful_document_set_view_state:
 * @state: (transfer full): a state from outside, for example from a view file
 *
 * Replaces the state as one step. If @state has no panel, the current one is kept.
 */
void
ful_document_set_view_state (FulDocument  *self,
                             FulViewState *state)
{
  g_return_if_fail (FUL_IS_DOCUMENT (self));

  if (state->panel == NULL && ful_document_get_view_state (self)->panel)
    {
      g_autoptr(FulViewState) unset = state;

      state = ful_view_state_copy (unset);
      state->panel = ful_document_get_view_state (self)->panel;
    }
  ful_document_take_state (self, state, FUL_CHANGE_VIEW);
}
