/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The document of a window: panels and tracks read its state and call its setters,
 * and never each other. Results are computed by FulAnalysis, which watches the
 * state.
 *
 * A change adds a state to the history; a burst of changes (a drag, typing) replaces
 * the state of the burst, and the selection of a call node amends the state. */

#include "config.h"

#include "ful-document-private.h"

#include "ful-note.h"

#include <math.h>
#include <string.h>

struct _FulDocument
{
  GObject       parent_instance;

  FulProfile   *profile;
  FulTimeRange  root_range;   /* absolute */
  FulHistory   *history;      /* has the state */
  gboolean      has_zoom;
  FulTimeRange  zoom;         /* the range of tracks and charts over time, absolute */
  GPtrArray    *notes;        /* FulNote */
  FulNoteIndex *note_index;   /* of @notes */
  double        hover;        /* time under the pointer, relative; NaN for none */
  gboolean      samples_as_times;
  FulDocumentChange last_change;   /* the change that made the state, if it is the last one */
};

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

static gboolean
is_same_range (FulTimeRange a,
               FulTimeRange b)
{
  return a.start == b.start && a.end == b.end;
}

/* @was: the visible range before the change of the history */
static void
state_changed (FulDocument  *self,
               FulTimeRange  was)
{
  g_object_freeze_notify (G_OBJECT (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW_STATE]);
  if (!is_same_range (was, ful_document_get_visible_range (self)))
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
  state_changed (self, was);
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
      ful_document_amend_state (self, state);
      return;
    }

  self->last_change = change;
  ful_history_push (self->history, map_state (self, state), change == FUL_CHANGE_VIEW);
  state_changed (self, was);
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
 * ful_document_follows_now:
 *
 * Returns: whether the window ends where the profile ends, and moves with it: unless a range is selected
 */
gboolean
ful_document_follows_now (FulDocument *self)
{
  g_return_val_if_fail (FUL_IS_DOCUMENT (self), FALSE);

  return !ful_document_get_options (self)->has_preview &&
         ful_document_get_window (self).end == self->root_range.end - self->root_range.start;
}

/**
 * ful_document_jump_to_now:
 *
 * Lets the window end where the profile ends, without a selection and without committed ranges that end earlier.
 */
void
ful_document_jump_to_now (FulDocument *self)
{
  FulViewState *state;
  FulTimeRange window, visible;
  double end;
  guint n_ranges;
  gboolean is_inner;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  window = ful_document_get_window (self);
  end = self->root_range.end - self->root_range.start;
  state = ful_document_get_view_state (self);
  n_ranges = state->n_ranges;
  while (n_ranges > 0 && state->ranges[n_ranges - 1].end != end)
    n_ranges--;
  is_inner = n_ranges < state->n_ranges;
  if (is_inner || state->options->has_preview)
    ful_document_take_state (self, ful_view_state_pop_ranges (state, n_ranges), FUL_CHANGE_STEP);

  visible = ful_document_get_visible_range (self);
  if (is_inner || window.start <= visible.start)
    ful_document_set_zoom (self, NULL);
  else
    ful_document_show_window (self, end - (window.end - window.start), window.end - window.start);
}

/* Ends of the root range, relative ms. */
typedef struct
{
  double end;
  double new_end;
} Growth;

static FulViewState *
grow_state (FulViewState *state,
            gpointer      user_data)
{
  const Growth *growth = user_data;

  return ful_view_state_with_end (state, growth->end, growth->new_end);
}

/* Zero stays where it was. A window that follows keeps its length, another one its place. */
static void
take_root_range (FulDocument  *self,
                 FulTimeRange  range)
{
  gboolean follows = ful_document_follows_now (self);
  gboolean had_zoom = self->has_zoom;
  FulTimeRange window = ful_document_get_window (self);
  double end = self->root_range.end - self->root_range.start;
  double new_end = range.end - range.start;

  if (is_same_range (self->root_range, range))
    return;

  self->root_range = range;
  ful_history_map (self->history, grow_state, &(Growth) { end, new_end });
  if (follows && had_zoom)
    ful_document_show_window (self, new_end - (window.end - window.start), window.end - window.start);
  else if (!follows && !had_zoom && end > 0)
    ful_document_show_window (self, window.start, window.end - window.start);
}

/* Two profiles, the second one in place of the first. */
typedef struct
{
  FulProfile *before;
  FulProfile *after;
} Replacement;

static FulViewState *
renumber_state (FulViewState *state,
                gpointer      user_data)
{
  const Replacement *profiles = user_data;

  return ful_view_state_with_rows (state, profiles->before, profiles->after);
}

static FulViewState *
reset_state (FulViewState *state,
             gpointer      user_data)
{
  return ful_view_state_without_rows (state, ((FulProfile *) user_data)->threads->len);
}

/* Another profile in place of the last one, as the previews of a Firefox are, and what a second connection gives. */
static void
map_rows (FulDocument *self,
          FulProfile  *before)
{
  if (ful_profile_has_numbers_of (self->profile, before))
    ful_history_map (self->history, renumber_state, &(Replacement) { before, self->profile });
  else
    ful_history_map (self->history, reset_state, self->profile);
}

static FulViewState *
name_state (FulViewState *state,
            gpointer      user_data)
{
  return ful_view_state_with_symbols (state, user_data);
}

/**
 * ful_document_take_profile:
 * @profile: (transfer full): a snapshot of the profile with more symbols, see ful_symbolicate(), or with more rows, see
 *   ful_profile_builder_publish(); or another one, whose rows have the numbers of the last one, see
 *   ful_profile_take_numbers(), or not: then only ranges and filters stay
 *
 * Replaces the profile. The functions in all states of the history follow, and committed ranges that end where the
 * profile ended grow with it. O(functions) with notes on functions, and O(threads).
 */
void
ful_document_take_profile (FulDocument *self,
                           FulProfile  *profile)
{
  FulTimeRange window, was;
  g_autoptr(FulProfile) before = NULL;

  g_return_if_fail (FUL_IS_DOCUMENT (self));
  g_return_if_fail (FUL_IS_PROFILE (profile));

  before = self->profile;
  self->profile = profile;
  g_object_freeze_notify (G_OBJECT (self));
  window = ful_document_get_window (self);
  if (!ful_profile_has_rows_of (profile, before))
    map_rows (self, before);
  take_root_range (self, ful_root_range_extend (self->root_range, before, profile));
  was = ful_document_get_visible_range (self);
  ful_history_map (self->history, name_state, profile);
  ful_note_index_unref (self->note_index);
  self->note_index = ful_note_index_new (self->notes, profile);

  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROFILE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NOTES]);
  if (!is_same_range (window, ful_document_get_window (self)))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ZOOM]);
  state_changed (self, was);
  g_object_thaw_notify (G_OBJECT (self));
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

  if (self->has_zoom == (zoom != NULL) && (zoom == NULL || is_same_range (self->zoom, *zoom)))
    return;

  self->has_zoom = zoom != NULL;
  if (zoom)
    self->zoom = *zoom;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ZOOM]);
}

/**
 * ful_document_get_window:
 *
 * Returns: the range of tracks and charts over time, relative ms
 */
FulTimeRange
ful_document_get_window (FulDocument *self)
{
  return self->has_zoom ? ful_time_range_shift (self->zoom, -self->root_range.start)
                        : ful_document_get_visible_range (self);
}

/**
 * ful_document_show_window:
 * @start: relative ms
 * @length: ms
 *
 * Sets the zoom to a window of a length, moved into the visible range.
 */
void
ful_document_show_window (FulDocument *self,
                          double       start,
                          double       length)
{
  FulTimeRange visible = ful_document_get_visible_range (self);
  double full = visible.end - visible.start;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  if (length >= full || !self->profile->has_times)
    {
      ful_document_set_zoom (self, NULL);
      return;
    }

  length = MAX (length, MIN (FUL_SHORTEST_RANGE, full));
  start = CLAMP (start, visible.start, visible.end - length) + self->root_range.start;
  ful_document_set_zoom (self, &(FulTimeRange) { start, MIN (start + length, visible.end + self->root_range.start) });
}

/**
 * ful_document_zoom_about:
 * @at: the time that keeps its place, relative ms
 * @factor: above 1 zooms in
 */
void
ful_document_zoom_about (FulDocument *self,
                         double       at,
                         double       factor)
{
  FulTimeRange window = ful_document_get_window (self);
  double length = MAX ((window.end - window.start) / factor, FUL_SHORTEST_RANGE);

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  at = CLAMP (at, window.start, window.end);
  ful_document_show_window (self, at - (at - window.start) * length / (window.end - window.start), length);
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

/**
 * ful_document_set_threads:
 * @threads: (array length=n_threads): at least one thread
 *
 * Selects threads, with the transforms and the selected call node they had.
 */
void
ful_document_set_threads (FulDocument *self,
                          const guint *threads,
                          guint        n_threads)
{
  g_return_if_fail (FUL_IS_DOCUMENT (self));
  g_return_if_fail (n_threads > 0);

  if (!ful_view_options_has_threads (ful_document_get_view_state (self)->options, threads, n_threads))
    ful_document_take_state (self, ful_view_state_with_threads (ful_document_get_view_state (self), threads, n_threads), FUL_CHANGE_STEP);
}

/**
 * ful_document_keep_threads:
 * @threads: (array length=n_threads): those that are selected by default
 *
 * They stay selected when a profile grows and others would be the default. No step in the history.
 */
void
ful_document_keep_threads (FulDocument *self,
                           const guint *threads,
                           guint        n_threads)
{
  g_autoptr(FulViewOptions) options = NULL;
  FulViewState *state;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  if (ful_document_get_view_state (self)->options->n_threads > 0)
    return;

  options = ful_view_options_copy (ful_document_get_view_state (self)->options);
  ful_view_options_set_threads (options, threads, n_threads);
  state = ful_view_state_copy (ful_document_get_view_state (self));
  ful_view_state_set_options (state, options);
  ful_document_amend_state (self, state);
}

static void
select_path (FulDocument        *self,
             const FulFuncIndex *path,
             guint               n_path,
             gboolean            is_hot)
{
  FulViewState *state;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  if (ful_view_state_has_path (ful_document_get_view_state (self), path, n_path) && ful_document_get_view_state (self)->path_is_hot == is_hot)
    return;

  state = ful_view_state_copy (ful_document_get_view_state (self));
  ful_view_state_set_path (state, path, n_path);
  state->path_is_hot = is_hot;
  ful_document_amend_state (self, state);
}

/**
 * ful_document_select_path:
 * @path: (array length=n_path) (nullable): functions from the root of the tree
 *
 * Selects a call node by its path. No step in the history.
 */
void
ful_document_select_path (FulDocument        *self,
                          const FulFuncIndex *path,
                          guint               n_path)
{
  select_path (self, path, n_path, FALSE);
}

/**
 * ful_document_select_hot_path:
 * @path: (array length=n_path): of the hot node of the tree
 *
 * The same as long as nobody has selected one.
 */
void
ful_document_select_hot_path (FulDocument        *self,
                              const FulFuncIndex *path,
                              guint               n_path)
{
  select_path (self, path, n_path, TRUE);
}

/**
 * ful_document_set_panel:
 * @panel: id of a panel
 *
 * The first one that is shown is no step in the history.
 */
void
ful_document_set_panel (FulDocument *self,
                        const char  *panel)
{
  FulViewState *state;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  if (ful_document_get_view_state (self)->panel && g_str_equal (ful_document_get_view_state (self)->panel, panel))
    return;

  state = ful_view_state_copy (ful_document_get_view_state (self));
  state->panel = g_intern_string (panel);
  if (ful_document_get_view_state (self)->panel)
    ful_document_take_state (self, state, FUL_CHANGE_STEP);
  else
    ful_document_amend_state (self, state);
}

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

/**
 * ful_document_undo:
 *
 * Returns to the figures before the last change of them, if there is one. The panel stays, and the threads are those
 * of the change.
 */
void
ful_document_undo (FulDocument *self)
{
  FulTimeRange was = ful_document_get_visible_range (self);

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  self->last_change = FUL_CHANGE_STEP;
  ful_history_undo (self->history);
  state_changed (self, was);
}

/**
 * ful_document_redo:
 *
 * Redoes the last change that was undone.
 */
void
ful_document_redo (FulDocument *self)
{
  FulTimeRange was = ful_document_get_visible_range (self);

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  self->last_change = FUL_CHANGE_STEP;
  ful_history_redo (self->history);
  state_changed (self, was);
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
  FulTimeRange was = ful_document_get_visible_range (self);

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  self->last_change = FUL_CHANGE_STEP;
  ful_history_go (self->history, -1);
  state_changed (self, was);
}

/**
 * ful_document_go_forward:
 *
 * Returns to where ful_document_go_back() was called.
 */
void
ful_document_go_forward (FulDocument *self)
{
  FulTimeRange was = ful_document_get_visible_range (self);

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  self->last_change = FUL_CHANGE_STEP;
  ful_history_go (self->history, 1);
  state_changed (self, was);
}
