/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Distinct tuples by open addressing: the tuples are in one array, the hash table
 * has their numbers, and in the bits that a number does not need some of the hash, so
 * that tuples are hardly ever compared in vain. */

#include "config.h"

#include "ful-interner.h"

#include "ful-hash.h"

#include <string.h>

#define FIRST_BITS 8

struct _FulInterner
{
  guint          n_keys;
  guint          n;
  gsize          capacity;
  gint32        *tuples;
  guint32       *slots;     /* hash | number + 1; 0 is free */
  guint32        mask;      /* bits of a number; the table has one slot more */
  const guint64 *secret;    /* of ful_hash_mix() */
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
  self->secret = ful_hash_get_secret ();
  self->mask = (1 << FIRST_BITS) - 1;
  self->slots = g_new0 (guint32, (gsize) self->mask + 1);

  return self;
}

void
ful_interner_free (FulInterner *self)
{
  g_free (self->tuples);
  g_free (self->slots);
  g_free (self);
}

static inline guint64
hash (const FulInterner *self,
      const gint32      *keys,
      guint              n_keys)
{
  guint64 h = 0;

  for (guint i = 0; i < n_keys; i++)
    h = ful_hash_mix (h, (guint32) keys[i], self->secret);

  return h;
}

/* The part of a hash that a slot has besides the number. */
static inline guint32
get_tag (const FulInterner *self,
         guint64            h)
{
  return (guint32) (h >> 32) & ~self->mask;
}

static void
grow (FulInterner *self)
{
  self->mask = self->mask * 2 + 1;
  g_free (self->slots);
  self->slots = g_new0 (guint32, (gsize) self->mask + 1);

  for (guint i = 0; i < self->n; i++)
    {
      guint64 h = hash (self, self->tuples + (gsize) i * self->n_keys, self->n_keys);
      guint32 slot = (guint32) h & self->mask;


      while (self->slots[slot] != 0)
        slot = (slot + 1) & self->mask;
      self->slots[slot] = get_tag (self, h) | (i + 1);
    }
}

static inline guint
intern (FulInterner  *self,
        const gint32 *keys,
        guint         n_keys)
{
  gsize bytes = n_keys * sizeof *keys;
  guint64 h = hash (self, keys, n_keys);
  guint32 tag = get_tag (self, h);
  guint32 slot;

  for (slot = (guint32) h & self->mask; self->slots[slot] != 0; slot = (slot + 1) & self->mask)
    {
      guint32 found = self->slots[slot];
      guint candidate = (found & self->mask) - 1;

      if ((found & ~self->mask) == tag && memcmp (self->tuples + (gsize) candidate * n_keys, keys, bytes) == 0)
        return candidate;
    }

  if (self->n == self->capacity)
    {
      self->capacity = MAX (64, self->capacity * 2);
      self->tuples = g_realloc_n (self->tuples, self->capacity, bytes);
    }
  memcpy (self->tuples + (gsize) self->n * n_keys, keys, bytes);
  self->slots[slot] = tag | ++self->n;
  if (self->n > self->mask / 4 * 3)
    grow (self);

  return self->n - 1;
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
  /* Calls: the compiler knows the length. */
  return self->n_keys == 2 ? intern (self, keys, 2) : intern (self, keys, self->n_keys);
}

guint
ful_interner_get_n (FulInterner *self)
{
  return self->n;
}
