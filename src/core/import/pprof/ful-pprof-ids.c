/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Ids of messages of pprof: any 64-bit numbers. */

#include "config.h"

#include "ful-pprof-ids.h"

typedef struct
{
  guint64 id;
  gint32  row;    /* or FUL_NONE */
} Entry;

void
ful_pprof_ids_init (FulPprofIds *self)
{
  self->numbers = ful_interner_new (2);
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
}

void
ful_pprof_ids_clear (FulPprofIds *self)
{
  ful_interner_free (self->numbers);
  g_array_unref (self->entries);
}

gint32
ful_pprof_ids_get_number (FulPprofIds *self,
                          guint64      id)
{
  guint number = ful_interner_intern (self->numbers, (gint32[]) { (gint32) (guint32) id, (gint32) (id >> 32) });

  if (number == self->entries->len)
    {
      Entry entry = { id, FUL_NONE };

      g_array_append_val (self->entries, entry);
    }

  return (gint32) number;
}

/* Of several messages with one id the last one counts. */
void
ful_pprof_ids_define (FulPprofIds *self,
                      guint64      id,
                      guint        row)
{
  gint32 number = ful_pprof_ids_get_number (self, id);

  g_array_index (self->entries, Entry, number).row = (gint32) row;
}

guint
ful_pprof_ids_get_n (FulPprofIds *self)
{
  return self->entries->len;
}

guint64
ful_pprof_ids_get_id (FulPprofIds *self,
                      gint32       number)
{
  return g_array_index (self->entries, Entry, number).id;
}

/* Returns: FUL_NONE if no message has the id */
gint32
ful_pprof_ids_get_row (FulPprofIds *self,
                       gint32       number)
{
  return number == FUL_NONE ? FUL_NONE : g_array_index (self->entries, Entry, number).row;
}
