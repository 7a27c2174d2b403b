/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-note-dot.h"
#include "draw/ful-color-scheme.h"

/**
 * ful_note_dot_draw:
 *
 * Draws the dot of a note, with a rim for contrast with any colour.
 */
void
ful_note_dot_draw (GtkSnapshot *snapshot,
                   double       left,
                   double       top)
{
  const GdkRGBA colors[] = { { 1, 1, 1, 1 }, ful_color_scheme_get_accent () };

  for (guint i = 0; i < G_N_ELEMENTS (colors); i++)
    {
      float size = FUL_NOTE_DOT_SIZE - 2 * (float) i;
      GskRoundedRect dot;

      gsk_rounded_rect_init_from_rect (&dot, &GRAPHENE_RECT_INIT ((float) left + (float) i, (float) top + (float) i, size, size),
                                       size / 2);
      gtk_snapshot_push_rounded_clip (snapshot, &dot);
      gtk_snapshot_append_color (snapshot, &colors[i], &dot.bounds);
      gtk_snapshot_pop (snapshot);
    }
}
