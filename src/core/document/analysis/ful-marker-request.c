/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-marker-request.h"

/**
 * ful_marker_request_get_search:
 *
 * Returns: (transfer none): the search of panels of that kind
 */
const char *
ful_marker_request_get_search (FulMarkerViewKind   kind,
                               const FulViewState *state)
{
  return kind == FUL_MARKER_VIEW_NETWORK ? state->network_search : state->marker_search;
}

static gboolean
is_same_range (gboolean     has_a,
               FulTimeRange a,
               gboolean     has_b,
               FulTimeRange b)
{
  return has_a == has_b && (!has_a || (a.start == b.start && a.end == b.end));
}

static gboolean
has_same_markers (const FulMarkerRequest *self,
                  FulProfile             *profile,
                  const FulViewState     *state)
{
  const FulViewOptions *a = self->state->options;
  const FulViewOptions *b = state->options;

  return self->profile->thread_serial == profile->thread_serial &&
         g_str_equal (ful_marker_request_get_search (self->kind, self->state),
                      ful_marker_request_get_search (self->kind, state)) &&
         ful_view_options_has_threads (a, b->threads, b->n_threads) &&
         is_same_range (a->has_range, a->range, b->has_range, b->range) &&
         (self->kind != FUL_MARKER_VIEW_TABLE || is_same_range (a->has_preview, a->preview, b->has_preview, b->preview));
}

static gboolean
has_same_order (const FulMarkerRequest *self,
                const FulViewState     *state)
{
  return self->kind != FUL_MARKER_VIEW_TABLE || g_str_equal (self->state->marker_sort, state->marker_sort);
}

/**
 * ful_marker_request_new:
 * @document: the document, in its current state
 * @cache: of its profile
 * @shown: (nullable): an earlier request for the same document and @kind
 * @view: (nullable): its result: may save the search
 *
 * Main thread only.
 *
 * Returns: (transfer full): the request
 */
FulMarkerRequest *
ful_marker_request_new (FulDocument            *document,
                        FulDeriveCache         *cache,
                        FulMarkerViewKind       kind,
                        const FulMarkerRequest *shown,
                        FulMarkerView          *view)
{
  FulMarkerRequest *self = g_atomic_rc_box_new0 (FulMarkerRequest);

  self->kind = kind;
  self->state = ful_view_state_ref (ful_document_get_view_state (document));
  self->profile = g_object_ref (ful_document_get_profile (document));
  self->cache = ful_derive_cache_ref (cache);
  if (shown && view && has_same_markers (shown, self->profile, self->state) && !has_same_order (shown, self->state))
    self->unsorted = ful_marker_view_ref (view);

  return self;
}

static void
clear (gpointer data)
{
  FulMarkerRequest *self = data;

  ful_view_state_unref (self->state);
  g_object_unref (self->profile);
  ful_derive_cache_unref (self->cache);
  g_clear_pointer (&self->unsorted, ful_marker_view_unref);
}

FulMarkerRequest *
ful_marker_request_ref (FulMarkerRequest *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_marker_request_unref (FulMarkerRequest *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/**
 * ful_marker_request_is_about:
 * @document: the document
 *
 * Returns: whether its state shows the same markers in the same order
 */
gboolean
ful_marker_request_is_about (const FulMarkerRequest *self,
                             FulDocument            *document)
{
  const FulViewState *state = ful_document_get_view_state (document);

  return has_same_markers (self, ful_document_get_profile (document), state) && has_same_order (self, state);
}

/**
 * ful_marker_request_run:
 * @cancellable: (nullable): as in ful_marker_view_new()
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full): the markers
 */
FulMarkerView *
ful_marker_request_run (FulMarkerRequest  *self,
                        GCancellable      *cancellable,
                        GError           **error)
{
  g_autoptr(GArray) array = ful_marker_sort_parse (self->state->marker_sort);
  const FulMarkerSortKey *keys = (FulMarkerSortKey *) (gpointer) array->data;
  g_autoptr(FulMarkerView) unsorted = g_steal_pointer (&self->unsorted);

  return unsorted ? ful_marker_view_new_sorted (unsorted, keys, array->len, cancellable, error)
                  : ful_marker_view_new (self->profile, self->state->options, self->kind,
                                         ful_marker_request_get_search (self->kind, self->state), keys, array->len,
                                         self->cache, cancellable, error);
}
