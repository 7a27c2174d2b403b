/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Shows notes one after the other. Steps of a tour are in a history of their own, so that the view, its history and the zoom are
 * at the end what they were before. A view whose call node is not there shows the nearest one, and is not whole. */

#include "config.h"

#include "ful-tour.h"

#include "document/ful-document-history.h"
#include "document/notes/ful-note-view.h"
#include "document/view/ful-view-text.h"

struct _FulTour
{
  GObject       parent_instance;

  FulAnalysis  *analysis;
  FulDocument  *document;    /* of @analysis */
  GPtrArray    *steps;       /* (nullable): FulNote, while there is a tour */
  guint         step;
  gboolean      had_zoom;
  FulTimeRange  zoom;        /* before the tour */
  gboolean      is_whole;
  gboolean      expects_tree;
};

G_DEFINE_FINAL_TYPE (FulTour, ful_tour, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* Returns: whether the call node of the view is there; else selects what is nearest */
static gboolean
select_nearest (FulTour     *self,
                FulCallTree *tree)
{
  FulViewState *state = ful_document_get_view_state (self->document);
  FulCallNodeIndex node;
  g_autoptr(GArray) path = NULL;

  if (state->n_path == 0 || ful_call_tree_find_path (tree, state->path, state->n_path) != FUL_NONE)
    return TRUE;
  if (state->n_path == 1)
    return ful_analysis_select_func (self->analysis, state->path[0]);

  node = ful_call_tree_find_longest (tree, state->path, state->n_path);
  path = node != FUL_NONE ? ful_call_tree_get_path (tree, node) : NULL;
  ful_document_select_path (self->document, path ? (FulFuncIndex *) (gpointer) path->data : NULL, path ? path->len : 0);

  return FALSE;
}

static void
analysis_changed_cb (FulTour *self)
{
  FulCallTree *tree = ful_analysis_get_tree (self->analysis);

  if (!self->expects_tree || !tree || ful_analysis_get_busy (self->analysis))
    return;

  self->expects_tree = FALSE;
  if (select_nearest (self, tree))
    return;

  self->is_whole = FALSE;
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
ful_tour_finalize (GObject *object)
{
  FulTour *self = FUL_TOUR (object);

  g_object_unref (self->analysis);
  g_object_unref (self->document);
  g_clear_pointer (&self->steps, g_ptr_array_unref);

  G_OBJECT_CLASS (ful_tour_parent_class)->finalize (object);
}

static void
ful_tour_class_init (FulTourClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ful_tour_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_tour_init (FulTour *self)
{
  self->is_whole = TRUE;
}

/**
 * ful_tour_new:
 * @analysis: the results for the document of the notes
 *
 * Returns: (transfer full): what shows notes
 */
FulTour *
ful_tour_new (FulAnalysis *analysis)
{
  FulTour *self = g_object_new (FUL_TYPE_TOUR, NULL);

  self->analysis = g_object_ref (analysis);
  self->document = g_object_ref (ful_analysis_get_document (analysis));
  g_signal_connect_object (analysis, "changed", G_CALLBACK (analysis_changed_cb), self, G_CONNECT_SWAPPED);

  return self;
}

/**
 * ful_tour_show:
 *
 * Shows the view of a note, in one step.
 */
void
ful_tour_show (FulTour       *self,
               const FulNote *note)
{
  FulTimeRange root, all;

  g_return_if_fail (FUL_IS_TOUR (self));

  root = ful_document_get_root_range (self->document);
  all = ful_time_range_shift (root, -root.start);
  ful_document_set_view_state (self->document,
                               ful_note_make_view (note, ful_document_get_profile (self->document), &all,
                                                   ful_document_get_state_before_tour (self->document), &self->is_whole));
  self->expects_tree = TRUE;
  g_signal_emit (self, signals[CHANGED], 0);
  analysis_changed_cb (self);
}

/**
 * ful_tour_begin:
 * @notes: (element-type FulNote): at least one is a step of the tour
 *
 * Shows the first step, until ful_tour_end().
 */
void
ful_tour_begin (FulTour         *self,
                const GPtrArray *notes)
{
  const FulTimeRange *zoom;

  g_return_if_fail (FUL_IS_TOUR (self));
  g_return_if_fail (self->steps == NULL && ful_notes_count_steps (notes) > 0);

  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_note_unref);
  for (guint i = 0; i < ful_notes_count_steps (notes); i++)
    g_ptr_array_add (self->steps, ful_note_ref (g_ptr_array_index (notes, i)));
  zoom = ful_document_get_zoom (self->document);
  self->had_zoom = zoom != NULL;
  if (zoom)
    self->zoom = *zoom;
  ful_document_begin_tour (self->document);
  ful_tour_go (self, 0);
}

/**
 * ful_tour_go:
 * @step: number of a step, from 0 on; the last one if there are fewer
 */
void
ful_tour_go (FulTour *self,
             guint    step)
{
  g_return_if_fail (FUL_IS_TOUR (self));
  g_return_if_fail (self->steps != NULL);

  self->step = MIN (step, self->steps->len - 1);
  ful_document_set_zoom (self->document, NULL);
  ful_tour_show (self, g_ptr_array_index (self->steps, self->step));
}

/**
 * ful_tour_follow:
 * @link: of the text of a note (see ful-note-text.c)
 * @error: as of ful_view_state_new_from_text()
 *
 * Goes to the step of a link, or sets its view, which goes with the tour.
 *
 * Returns: whether it did
 */
gboolean
ful_tour_follow (FulTour     *self,
                 const char  *link,
                 GError     **error)
{
  FulViewState *state;

  g_return_val_if_fail (FUL_IS_TOUR (self), FALSE);
  g_return_val_if_fail (self->steps != NULL, FALSE);

  if (*link == '#')
    {
      guint64 step = g_ascii_strtoull (link + 1, NULL, 10);

      ful_tour_go (self, (guint) CLAMP (step, 1, self->steps->len) - 1);
      return TRUE;
    }

  state = ful_view_state_new_from_text (link, ful_document_get_profile (self->document), error);
  if (state)
    ful_document_set_view_state (self->document, state);

  return state != NULL;
}

/**
 * ful_tour_end:
 *
 * Shows what was shown before the tour.
 */
void
ful_tour_end (FulTour *self)
{
  g_return_if_fail (FUL_IS_TOUR (self));
  g_return_if_fail (self->steps != NULL);

  g_clear_pointer (&self->steps, g_ptr_array_unref);
  self->expects_tree = FALSE;
  self->is_whole = TRUE;
  /* First, so that the focus is in the panel before another one is shown. */
  g_signal_emit (self, signals[CHANGED], 0);
  ful_document_end_tour (self->document);
  ful_document_set_zoom (self->document, self->had_zoom ? &self->zoom : NULL);
}

/**
 * ful_tour_get_note:
 *
 * Returns: (nullable): the note that is shown; %NULL if there is no tour
 */
const FulNote *
ful_tour_get_note (FulTour *self)
{
  g_return_val_if_fail (FUL_IS_TOUR (self), NULL);

  return self->steps ? g_ptr_array_index (self->steps, self->step) : NULL;
}

guint
ful_tour_get_step (FulTour *self)
{
  g_return_val_if_fail (FUL_IS_TOUR (self), 0);

  return self->step;
}

guint
ful_tour_get_n_steps (FulTour *self)
{
  g_return_val_if_fail (FUL_IS_TOUR (self), 0);

  return self->steps ? self->steps->len : 0;
}

/**
 * ful_tour_is_whole:
 *
 * Returns: whether the profile has all that the last note is about, as far as is known
 */
gboolean
ful_tour_is_whole (FulTour *self)
{
  g_return_val_if_fail (FUL_IS_TOUR (self), TRUE);

  return self->is_whole;
}
