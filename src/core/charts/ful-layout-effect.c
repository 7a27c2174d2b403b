/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which boxes of an inverted flame graph a transform would remove: what each is of has to be asked, for which drawing has no time. */

#include "config.h"

#include "ful-layout-effect.h"

/**
 * ful_layout_effect_list_gone:
 * @layout: of the inverted tree that @effect is on
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * O(boxes + call nodes of the boxes that go × depth).
 *
 * Returns: (transfer full) (nullable) (array): for each node with a box whether it goes; %NULL if it was cancelled
 */
guint8 *
ful_layout_effect_list_gone (const FulBoxLayout  *layout,
                             FulTransformEffect  *effect,
                             GCancellable        *cancellable,
                             GError             **error)
{
  FulCallNodeIndex last = 0;
  g_autofree guint8 *gone = NULL;

  for (guint r = 0; r < layout->n_rows; r++)
    for (guint i = 0; i < layout->rows[r].n_boxes; i++)
      last = MAX (last, layout->rows[r].boxes[i].node);

  gone = g_new0 (guint8, (gsize) last + 1);
  for (guint r = 0; r < layout->n_rows; r++)
    for (guint i = 0; i < layout->rows[r].n_boxes; i++)
      {
        FulCallNodeIndex node = layout->rows[r].boxes[i].node;

        if (g_cancellable_set_error_if_cancelled (cancellable, error))
          return NULL;
        gone[node] = ful_transform_effect_removes (effect, node);
      }

  return g_steal_pointer (&gone);
}
