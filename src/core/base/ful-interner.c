/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Distinct tuples by open addressing: the tuples are in one array, the hash table
 * has their numbers only. */

#include "config.h"

#include "ful-interner.h"

#include <string.h>

struct _FulInterner
{
  guint    n_keys;
  guint    n;
  gsize    capacity;
  gint32  *tuples;
  guint32 *slots;     /* number + 1 */
  gsize    mask;
};

/**
 * ful_interner_new:
 * @n_keys: integers in a tuple
 *
 * Returns: (transfer full): an interner without tuples
 */
FulInterner *
ful_interner_new (guint n_keys)
{
  FulInterner *self = g_new0 (FulInterner, 1);

  self->n_keys = n_keys;
  self->mask = 255;
  self->slots = g_new0 (guint32, self->mask + 1);

  return self;
}

void
ful_interner_free (FulInterner *self)
{
  g_free (self->tuples);
  g_free (self->slots);
  g_free (self);
}

static gsize
hash (const FulInterner *self,
      const gint32      *keys)
{
  guint64 h = 0;

  for (guint i = 0; i < self->n_keys; i++)
    {
      h = (h ^ (guint32) keys[i]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      h ^= h >> 29;
    }

  return (gsize) h;
}

static void
grow (FulInterner *self)
{
  self->mask = self->mask * 2 + 1;
  g_free (self->slots);
  self->slots = g_new0 (guint32, self->mask + 1);

  for (guint i = 0; i < self->n; i++)
    {
      gsize slot = hash (self, self->tuples + (gsize) i * self->n_keys) & self->mask;

      while (self->slots[slot] != 0)
        slot = (slot + 1) & self->mask;
      self->slots[slot] = i + 1;
    }
}

/**
 * ful_interner_intern:
 * @self: an interner
 * @keys: the tuple
 *
 * Returns: its number; equal to the count before the call if the tuple is new
 */
guint
ful_interner_intern (FulInterner  *self,
                     const gint32 *keys)
{
  gsize bytes = self->n_keys * sizeof *keys;
  gsize slot;

  for (slot = hash (self, keys) & self->mask; self->slots[slot] != 0; slot = (slot + 1) & self->mask)
    {
      guint candidate = self->slots[slot] - 1;

      if (memcmp (self->tuples + (gsize) candidate * self->n_keys, keys, bytes) == 0)
        return candidate;
    }

  if (self->n == self->capacity)
    {
      self->capacity = MAX (64, self->capacity * 2);
      self->tuples = g_realloc_n (self->tuples, self->capacity, bytes);
    }
  memcpy (self->tuples + (gsize) self->n * self->n_keys, keys, bytes);
  self->slots[slot] = ++self->n;
  if ((gsize) self->n * 2 > self->mask)
    grow (self);

  return self->n - 1;
}

guint
ful_interner_get_n (FulInterner *self)
{
  return self->n;
}
