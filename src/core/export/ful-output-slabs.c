/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Profile → slab container (formats.md 1.3). The table before the slabs has their lengths,
 * so all are collected before the first is written.
 *
 * In the file, a slab comes before those with a placeholder in it, the root before all, so
 * that whole threads of a truncated file can be read. */

#include "config.h"

#include "ful-output-private.h"

#include "base/ful-error.h"
#include "io/bytes/ful-decoder.h"
#include "io/raw/ful-raw-get.h"

#include <glib/gi18n-lib.h>

#define MAX_CONTAINER_BYTES G_MAXUINT32

static void
append_u32 (FulBytes *to,
            guint32   value)
{
  value = GUINT32_TO_LE (value);
  ful_bytes_append (to, (const char *) &value, sizeof value);
}

static int
compare_places (gconstpointer a,
                gconstpointer b,
                gpointer      slabs)
{
  guint i = *(const guint *) a, k = *(const guint *) b;
  guint first = g_array_index ((GArray *) slabs, FulOutputSlab, i).first;
  guint other = g_array_index ((GArray *) slabs, FulOutputSlab, k).first;

  return first != other ? (first < other ? -1 : 1) : i > k ? -1 : 1;
}

/* Header and table, then the slabs, each at a multiple of eight bytes. */
static void
write_container (FulOutput *self)
{
  static const char padding[8];
  g_autofree guint *order = g_new (guint, self->slabs->len);
  g_autofree guint32 *places = g_new0 (guint32, self->slabs->len);
  FulBytes head = { 0 };
  guint64 place = 20 + 12 * (guint64) self->slabs->len;

  ful_bytes_append (&head, FUL_SLABS_MAGIC, FUL_SLABS_MAGIC_BYTES);
  append_u32 (&head, 1);
  append_u32 (&head, self->slabs->len);
  append_u32 (&head, self->slabs->len - 1);

  for (guint i = 0; i < self->slabs->len; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) self->slabs->len, sizeof *order, compare_places, self->slabs);
  for (guint i = 0; i < self->slabs->len; i++)
    {
      place = (place + 7) & ~(guint64) 7;
      places[order[i]] = (guint32) place;
      place += g_array_index (self->slabs, FulOutputSlab, order[i]).n_bytes;
      if (place > MAX_CONTAINER_BYTES)
        {
          g_set_error_literal (&self->error, FUL_ERROR, FUL_ERROR_TOO_LARGE,
                               _("The profile is larger than the 4 GiB that a slab container can hold; save it as .json.gz"));
          break;
        }
    }
  for (guint i = 0; i < self->slabs->len; i++)
    {
      FulOutputSlab *slab = &g_array_index (self->slabs, FulOutputSlab, i);

      append_u32 (&head, slab->type);
      append_u32 (&head, places[i]);
      append_u32 (&head, (guint32) slab->n_bytes);
    }

  place = head.n;
  if (self->error == NULL)
    g_output_stream_write_all (self->stream, head.data, head.n, NULL, self->cancellable, &self->error);
  for (guint i = 0; i < self->slabs->len && self->error == NULL; i++)
    {
      FulOutputSlab *slab = &g_array_index (self->slabs, FulOutputSlab, order[i]);
      gsize gap = (gsize) (((place + 7) & ~(guint64) 7) - place);

      if (g_output_stream_write_all (self->stream, padding, gap, NULL, self->cancellable, &self->error))
        g_output_stream_write_all (self->stream, slab->data ? slab->data : slab->text.data, slab->n_bytes,
                                   NULL, self->cancellable, &self->error);
      place += gap + slab->n_bytes;
    }
  ful_bytes_clear (&head);
}

/**
 * ful_output_slabs:
 * @self: an output that has just begun
 * @profile: a profile
 *
 * Writes a whole profile as a slab container.
 */
void
ful_output_slabs (FulOutput  *self,
                  FulProfile *profile)
{
  FulOutputOuter outer;

  self->slabs = g_array_new (FALSE, FALSE, sizeof (FulOutputSlab));
  self->owned = g_ptr_array_new_with_free_func (g_free);

  ful_output_begin_slab (self, &outer);
  ful_output_profile (self, profile);
  ful_output_end_slab (self, &outer);
  if (self->error == NULL)
    write_container (self);

  for (guint i = 0; i < self->slabs->len; i++)
    ful_bytes_clear (&g_array_index (self->slabs, FulOutputSlab, i).text);
  g_array_unref (self->slabs);
  g_ptr_array_unref (self->owned);
}
