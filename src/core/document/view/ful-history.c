/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A change is a step, a place, or both, by comparison with the state before. The
 * newest step and the current place follow later changes, so that one returns to
 * what was selected when one left. */

#include "config.h"

#include "ful-history.h"

/* Limit on steps, and on places. */
#define HISTORY_MAX 200

struct _FulHistory
{
  FulViewState *state;
  GArray       *steps;     /* FulHistoryStep, the oldest first */
  guint         n_done;    /* steps before the state; the others are undone */
  GArray       *dropped;   /* FulHistoryStep: those that were undone before the newest step, to which they belong no more */
  GArray       *places;    /* FulViewState *, the oldest first */
  guint         place;     /* the current one of them */
};

static void
step_clear (gpointer data)
{
  FulHistoryStep *step = data;

  ful_view_state_unref (step->before);
  ful_view_state_unref (step->after);
  g_free (step->name);
}

static GArray *
steps_new (void)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (FulHistoryStep));

  g_array_set_clear_func (steps, step_clear);

  return steps;
}

/* Copies the steps of @from, beginning with @first, to the end of @to. */
static void
copy_steps (GArray *to,
            GArray *from,
            guint   first)
{
  for (guint i = first; i < from->len; i++)
    {
      const FulHistoryStep *step = &g_array_index (from, FulHistoryStep, i);
      FulHistoryStep copy = { ful_view_state_ref (step->before), ful_view_state_ref (step->after), g_strdup (step->name) };

      g_array_append_val (to, copy);
    }
}

static void
place_clear (gpointer data)
{
  ful_view_state_unref (*(FulViewState **) data);
}

static void
replace (FulViewState **at,
         FulViewState  *state)
{
  FulViewState *before = *at;

  *at = ful_view_state_ref (state);
  ful_view_state_unref (before);
}

static gboolean
has_same_threads (const FulViewState *a,
                  const FulViewState *b)
{
  return ful_view_options_has_threads (a->options, b->options->threads, b->options->n_threads);
}

static gboolean
has_same_place (const FulViewState *a,
                const FulViewState *b)
{
  return has_same_threads (a, b) && g_strcmp0 (a->panel, b->panel) == 0 && a->marker == b->marker;
}

/* Transforms come and go with the threads. */
static gboolean
has_same_figures (const FulViewState *a,
                  const FulViewState *b)
{
  g_autoptr(FulViewOptions) options = ful_view_options_copy (a->options);

  if (!has_same_threads (a, b))
    {
      ful_view_options_set_threads (options, b->options->threads, b->options->n_threads);
      ful_view_options_set_transforms (options, b->options->transforms, b->options->n_transforms);
    }

  return ful_view_options_equal (options, b->options) && a->n_ranges == b->n_ranges &&
         g_str_equal (a->marker_search, b->marker_search) && g_str_equal (a->network_search, b->network_search) &&
         g_str_equal (a->marker_sort, b->marker_sort) &&
         g_strv_equal ((const char * const *) a->marker_columns, (const char * const *) b->marker_columns);
}

static void
push_place (FulHistory   *self,
            FulViewState *state)
{
  g_assert (self->places->len == 0 || self->place < self->places->len);

  ful_view_state_ref (state);
  if (self->places->len > 0)
    g_array_set_size (self->places, self->place + 1);
  g_array_append_val (self->places, state);
  if (self->places->len > HISTORY_MAX)
    g_array_remove_index (self->places, 0);
  self->place = self->places->len - 1;
}

/**
 * ful_history_new:
 * @state: (transfer full): the first state
 *
 * Returns: (transfer full): a history without steps, and with one place
 */
FulHistory *
ful_history_new (FulViewState *state)
{
  FulHistory *self = g_new0 (FulHistory, 1);

  self->state = state;
  self->steps = steps_new ();
  self->dropped = steps_new ();
  self->places = g_array_new (FALSE, FALSE, sizeof (FulViewState *));
  g_array_set_clear_func (self->places, place_clear);
  push_place (self, state);

  return self;
}

void
ful_history_free (FulHistory *self)
{
  ful_view_state_unref (self->state);
  g_array_unref (self->steps);
  g_array_unref (self->dropped);
  g_array_unref (self->places);
  g_free (self);
}

/**
 * ful_history_get_state:
 *
 * Returns: (transfer none): the current state, until the next change
 */
FulViewState *
ful_history_get_state (FulHistory *self)
{
  return self->state;
}

/**
 * ful_history_amend:
 * @state: (transfer full): the state in place of the current one, without a step
 */
void
ful_history_amend (FulHistory   *self,
                   FulViewState *state)
{
  g_autoptr(FulViewState) before = self->state;

  g_assert (self->n_done <= self->steps->len);

  self->state = state;
  if (self->n_done > 0 && g_array_index (self->steps, FulHistoryStep, self->n_done - 1).after == before)
    replace (&g_array_index (self->steps, FulHistoryStep, self->n_done - 1).after, state);
  replace (&g_array_index (self->places, FulViewState *, self->place), state);
}

/* @name: (nullable) */
static void
push_step (FulHistory   *self,
           FulViewState *before,
           const char   *name)
{
  FulHistoryStep step = { ful_view_state_ref (before), ful_view_state_ref (self->state), g_strdup (name) };

  g_array_set_size (self->dropped, 0);
  copy_steps (self->dropped, self->steps, self->n_done);
  g_array_set_size (self->steps, self->n_done);
  g_array_append_val (self->steps, step);
  if (self->steps->len > HISTORY_MAX)
    g_array_remove_index (self->steps, 0);
  self->n_done = self->steps->len;
}

/**
 * ful_history_push:
 * @state: (transfer full): the state after a change
 * @is_whole: whether that is a step in any case, as a state from outside is
 *
 * Drops steps that are undone, if it is a step, and places after the current one, if it is another place.
 */
void
ful_history_push (FulHistory   *self,
                  FulViewState *state,
                  gboolean      is_whole)
{
  g_autoptr(FulViewState) before = self->state;

  self->state = state;
  if (is_whole || !has_same_figures (before, state))
    push_step (self, before, NULL);
  if (has_same_place (before, state))
    replace (&g_array_index (self->places, FulViewState *, self->place), state);
  else
    push_place (self, state);
}

/**
 * ful_history_push_named:
 * @state: (transfer full): the state that a link leads to
 * @name: of the step, for the user
 *
 * The same as one step in any case, which undo and redo take with its panel.
 */
void
ful_history_push_named (FulHistory   *self,
                        FulViewState *state,
                        const char   *name)
{
  g_autoptr(FulViewState) before = self->state;

  self->state = state;
  push_step (self, before, name);
  push_place (self, state);
}

/* The newest step was never made: what could be done again before it still can. */
static void
forget_newest (FulHistory *self)
{
  g_array_set_size (self->steps, --self->n_done);
  copy_steps (self->steps, self->dropped, 0);
  g_array_set_size (self->dropped, 0);
}

/**
 * ful_history_drop_empty_step:
 *
 * Drops the newest step if it was amended until it changes nothing, as a range that is marked and cleared. The state stays.
 *
 * Returns: whether there was such a step
 */
gboolean
ful_history_drop_empty_step (FulHistory *self)
{
  const FulHistoryStep *step = ful_history_is_newest (self) ? ful_history_get_undo (self) : NULL;

  if (step == NULL || step->name || !has_same_threads (step->before, step->after) || !has_same_figures (step->before, step->after))
    return FALSE;

  forget_newest (self);

  return TRUE;
}

/**
 * ful_history_drop_step:
 *
 * Returns to the state before the newest step, which is the state now, as if it had not been made: what could be done
 * again before it still can.
 */
void
ful_history_drop_step (FulHistory *self)
{
  FulHistoryStep *step;

  g_assert (ful_history_is_newest (self));

  step = &g_array_index (self->steps, FulHistoryStep, self->n_done - 1);
  replace (&self->state, step->before);
  replace (&g_array_index (self->places, FulViewState *, self->place), step->before);
  forget_newest (self);
}

/**
 * ful_history_get_undo:
 *
 * Returns: (transfer none) (nullable): the step that ful_history_undo() takes back
 */
const FulHistoryStep *
ful_history_get_undo (FulHistory *self)
{
  return self->n_done > 0 ? &g_array_index (self->steps, FulHistoryStep, self->n_done - 1) : NULL;
}

/**
 * ful_history_get_redo:
 *
 * Returns: (transfer none) (nullable): the step that ful_history_redo() does again
 */
const FulHistoryStep *
ful_history_get_redo (FulHistory *self)
{
  return self->n_done < self->steps->len ? &g_array_index (self->steps, FulHistoryStep, self->n_done) : NULL;
}

/**
 * ful_history_is_newest:
 *
 * Returns: whether the current state is the one after the last step
 */
gboolean
ful_history_is_newest (FulHistory *self)
{
  return self->n_done > 0 && self->n_done == self->steps->len &&
         g_array_index (self->steps, FulHistoryStep, self->n_done - 1).after == self->state;
}

/* Shows the figures of @target where one is, unless the step is one to another panel; in other threads if those are the
 * figures of others. */
static void
take_figures (FulHistory           *self,
              const FulHistoryStep *step,
              FulViewState         *target)
{
  g_autoptr(FulViewState) before = self->state;

  self->state = ful_view_state_copy (target);
  if (step->name == NULL)
    self->state->panel = before->panel;
  if (has_same_threads (before, target) && self->state->panel == before->panel)
    replace (&g_array_index (self->places, FulViewState *, self->place), self->state);
  else
    push_place (self, self->state);
}

/**
 * ful_history_undo:
 *
 * Returns to the figures before the last step, if there is one, in the panel that is shown, or in that before a link.
 */
void
ful_history_undo (FulHistory *self)
{
  FulHistoryStep *step;

  if (self->n_done == 0)
    return;

  step = &g_array_index (self->steps, FulHistoryStep, --self->n_done);
  if (has_same_threads (step->after, self->state))
    replace (&step->after, self->state);
  take_figures (self, step, step->before);
}

/**
 * ful_history_redo:
 *
 * Does the last step again that was undone, if there is one.
 */
void
ful_history_redo (FulHistory *self)
{
  FulHistoryStep *step;

  if (self->n_done == self->steps->len)
    return;

  step = &g_array_index (self->steps, FulHistoryStep, self->n_done++);
  if (has_same_threads (step->before, self->state))
    replace (&step->before, self->state);
  take_figures (self, step, step->after);
}

/**
 * ful_history_can_go:
 * @n_places: how many places on; below 0 back
 */
gboolean
ful_history_can_go (FulHistory *self,
                    int         n_places)
{
  gint64 place = (gint64) self->place + n_places;

  return place >= 0 && place < self->places->len;
}

/**
 * ful_history_go:
 * @n_places: how many places on; below 0 back
 *
 * Goes to a place, if it exists. The figures stay as they are: each thread set has the transforms it has now.
 */
void
ful_history_go (FulHistory *self,
                int         n_places)
{
  g_autoptr(FulViewState) before = NULL;
  FulViewState *target, *state;

  if (!ful_history_can_go (self, n_places))
    return;

  before = self->state;
  self->place += (guint) n_places;
  target = g_array_index (self->places, FulViewState *, self->place);
  if (has_same_threads (before, target))
    state = ful_view_state_copy (before);
  else
    state = ful_view_state_with_threads (before, target->options->threads, target->options->n_threads);
  state->panel = target->panel;
  state->marker = target->marker;
  state->marker_key = target->marker_key;
  /* A path is of the tree it was selected in. */
  if (ful_view_options_equal (state->options, target->options))
    ful_view_state_set_path (state, target->path, target->n_path);
  self->state = state;
  replace (&g_array_index (self->places, FulViewState *, self->place), state);
}

/* States are shared between steps and places. */
static void
map_state (FulViewState  **state,
           FulHistoryMap   map,
           gpointer        user_data,
           GHashTable     *mapped)
{
  FulViewState *now = g_hash_table_lookup (mapped, *state);

  if (!now)
    {
      now = map (*state, user_data);
      g_hash_table_insert (mapped, *state, now);
      *state = ful_view_state_ref (now);
      return;
    }

  ful_view_state_unref (*state);
  *state = ful_view_state_ref (now);
}

/**
 * ful_history_map:
 * @map: (scope call): returns (transfer full) the state in place of one of all states
 */
void
ful_history_map (FulHistory    *self,
                 FulHistoryMap  map,
                 gpointer       user_data)
{
  g_autoptr(GHashTable) mapped = g_hash_table_new_full (NULL, NULL, (GDestroyNotify) ful_view_state_unref,
                                                        (GDestroyNotify) ful_view_state_unref);

  g_array_set_size (self->dropped, 0);   /* of another profile from now on */
  map_state (&self->state, map, user_data, mapped);
  for (guint i = 0; i < self->steps->len; i++)
    {
      FulHistoryStep *step = &g_array_index (self->steps, FulHistoryStep, i);

      map_state (&step->before, map, user_data, mapped);
      map_state (&step->after, map, user_data, mapped);
    }
  for (guint i = 0; i < self->places->len; i++)
    map_state (&g_array_index (self->places, FulViewState *, i), map, user_data, mapped);
}
