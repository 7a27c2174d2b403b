/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A hash table over a list in order of use. Inputs have serial numbers, so a key is
 * a short text; a result whose input does not exist any more is never found again
 * and gets evicted. */

#include "config.h"

#include "ful-derive-cache.h"

#include "base/ful-hash.h"

/* Between looks whether who waits was cancelled. */
#define LOOK_US 20000

typedef struct
{
  char           *key;
  char           *rows;    /* (nullable): see ful_derive_cache_lookup_growing() */
  gpointer        result;
  gsize           size;
  GDestroyNotify  unref;
  GList           link;    /* in the list by use */
} Entry;

struct _FulDeriveCache
{
  FulProfile   *profile;
  gsize         budget;

  GMutex        lock;      /* of all below */
  FulTimeRange  root_range;
  GHashTable   *entries;   /* key → Entry */
  GHashTable   *making;    /* keys and rows of results that are being made */
  GCond         changed;   /* one of them is not any more */
  GQueue        by_use;    /* the latest first */
  gsize         size;
  guint         n_made[FUL_N_STAGES];
};

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  entry->unref (entry->result);
  g_free (entry->key);
  g_free (entry->rows);
  g_free (entry);
}

/**
 * ful_derive_cache_new:
 * @profile: the profile that everything is derived from
 * @budget: in bytes
 *
 * Returns: (transfer full): an empty cache
 */
FulDeriveCache *
ful_derive_cache_new (FulProfile *profile,
                      gsize       budget)
{
  FulDeriveCache *self = g_atomic_rc_box_new0 (FulDeriveCache);

  self->profile = g_object_ref (profile);
  self->root_range = ful_root_range_compute (profile);
  self->budget = budget;
  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
  self->entries = g_hash_table_new_full (ful_hash_text, g_str_equal, NULL, entry_free);
  self->making = g_hash_table_new (ful_hash_text, g_str_equal);

  return self;
}

FulDeriveCache *
ful_derive_cache_ref (FulDeriveCache *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  FulDeriveCache *self = data;

  g_hash_table_unref (self->entries);
  g_hash_table_unref (self->making);
  g_cond_clear (&self->changed);
  g_mutex_clear (&self->lock);
  g_object_unref (self->profile);
}

void
ful_derive_cache_unref (FulDeriveCache *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/**
 * ful_derive_cache_get_root_range:
 *
 * Returns: the root range of the newest snapshot, absolute
 */
FulTimeRange
ful_derive_cache_get_root_range (FulDeriveCache *self)
{
  g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return self->root_range;
}

/**
 * ful_derive_cache_set_root_range:
 * @root_range: absolute: that of a profile that grows begins where the first snapshot began
 *
 * Results that are being derived may have either range.
 */
void
ful_derive_cache_set_root_range (FulDeriveCache *self,
                                 FulTimeRange    root_range)
{
  g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  self->root_range = root_range;
}

/* Returns: (nullable): the result of @key, with those rows; what has other ones is in @out_before */
static gpointer
find (FulDeriveCache *self,
      const char     *key,
      const char     *rows,
      gpointer       *out_before)
{
  Entry *entry = g_hash_table_lookup (self->entries, key);

  if (entry == NULL)
    return NULL;

  g_queue_unlink (&self->by_use, &entry->link);
  g_queue_push_head_link (&self->by_use, &entry->link);
  if (g_strcmp0 (entry->rows, rows) == 0)
    return g_atomic_rc_box_acquire (entry->result);
  if (out_before)
    *out_before = g_atomic_rc_box_acquire (entry->result);

  return NULL;
}

/**
 * ful_derive_cache_lookup_growing:
 * @self: (nullable): %NULL is an empty cache
 * @stage: the kind of result
 * @name: identifies the inputs, whatever rows they have
 * @rows: (nullable): identifies their rows
 * @out_before: (out) (transfer full) (nullable) (optional): the result with other rows, if there is none for @rows
 * @cancellable: (nullable): ends waiting for another thread that makes it
 * @slot: (out caller-allocates): to be filled, or cleared, where there is no result: others wait until then
 *
 * One makes a result, the others get it: who looks for one that is being made waits, and makes it if its maker gives up. Stages
 * that a maker looks up are those that it is made of, so that nobody waits for itself.
 *
 * Returns: (transfer full) (nullable): the result
 */
gpointer
ful_derive_cache_lookup_growing (FulDeriveCache  *self,
                                 FulStage         stage,
                                 const char      *name,
                                 const char      *rows,
                                 gpointer        *out_before,
                                 GCancellable    *cancellable,
                                 FulDeriveSlot   *slot)
{
  g_autofree char *key = NULL;
  g_autofree char *made = NULL;
  g_autoptr(GMutexLocker) locker = NULL;
  gboolean is_made;
  gpointer result;

  *slot = (FulDeriveSlot) { NULL };
  if (out_before)
    *out_before = NULL;
  if (self == NULL)
    return NULL;

  key = g_strdup_printf ("%d %s", stage, name);
  made = g_strconcat (key, "\n", rows, NULL);
  locker = g_mutex_locker_new (&self->lock);
  while ((is_made = g_hash_table_contains (self->making, made)) && !g_cancellable_is_cancelled (cancellable))
    g_cond_wait_until (&self->changed, &self->lock, g_get_monotonic_time () + LOOK_US);
  result = find (self, key, rows, out_before);
  if (result || is_made)
    return result;

  *slot = (FulDeriveSlot) { self, stage, g_steal_pointer (&key), g_strdup (rows), g_steal_pointer (&made) };
  g_hash_table_add (self->making, slot->made);

  return NULL;
}

/**
 * ful_derive_cache_lookup:
 * @key: identifies the inputs and their rows; other stages may have the same key
 *
 * Like ful_derive_cache_lookup_growing(), for a result that does not grow.
 */
gpointer
ful_derive_cache_lookup (FulDeriveCache *self,
                         FulStage        stage,
                         const char     *key,
                         GCancellable   *cancellable,
                         FulDeriveSlot  *slot)
{
  return ful_derive_cache_lookup_growing (self, stage, key, NULL, NULL, cancellable, slot);
}

/**
 * ful_derive_cache_peek:
 * @self: (nullable): %NULL is an empty cache
 *
 * Like ful_derive_cache_lookup_growing(), but never waits, and there is nothing to fill.
 *
 * Returns: (transfer full) (nullable): the result, if there is one
 */
gpointer
ful_derive_cache_peek (FulDeriveCache *self,
                       FulStage        stage,
                       const char     *name,
                       const char     *rows)
{
  g_autofree char *key = g_strdup_printf ("%d %s", stage, name);
  g_autoptr(GMutexLocker) locker = NULL;

  if (self == NULL)
    return NULL;

  locker = g_mutex_locker_new (&self->lock);

  return find (self, key, rows, NULL);
}

static void
drop_entry (FulDeriveCache *self,
            Entry          *entry)
{
  g_queue_unlink (&self->by_use, &entry->link);
  self->size -= entry->size;
  g_hash_table_remove (self->entries, entry->key);
}

/* With the lock. */
static void
insert (FulDeriveCache *self,
        FulDeriveSlot  *slot,
        gpointer        result,
        gsize           size,
        GDestroyNotify  unref)
{
  Entry *entry = g_new0 (Entry, 1);
  Entry *old;

  entry->key = g_steal_pointer (&slot->key);
  entry->rows = g_steal_pointer (&slot->rows);
  entry->result = g_atomic_rc_box_acquire (result);
  entry->size = size;
  entry->unref = unref;
  entry->link.data = entry;

  self->n_made[slot->stage]++;
  old = g_hash_table_lookup (self->entries, entry->key);
  if (old)
    drop_entry (self, old);
  g_hash_table_insert (self->entries, entry->key, entry);
  g_queue_push_head_link (&self->by_use, &entry->link);
  self->size += size;
  while (self->size > self->budget && self->by_use.length > 1)
    drop_entry (self, self->by_use.tail->data);
}

/**
 * ful_derive_slot_fill:
 * @self: of a lookup; nothing happens if that had none
 * @result: allocated by g_atomic_rc_box; the cache acquires a reference
 * @size: bytes that are freed with the result
 * @unref: releases a reference
 *
 * Stores a result, in place of the one of other rows. The newest one is never evicted.
 */
void
ful_derive_slot_fill (FulDeriveSlot  *self,
                      gpointer        result,
                      gsize           size,
                      GDestroyNotify  unref)
{
  if (self->cache == NULL)
    return;

  g_mutex_lock (&self->cache->lock);
  insert (self->cache, self, result, size, unref);
  g_mutex_unlock (&self->cache->lock);
  ful_derive_slot_clear (self);
}

/**
 * ful_derive_slot_clear:
 *
 * The next one who looks for the result, or waits for it, makes it, if it was not filled.
 */
void
ful_derive_slot_clear (FulDeriveSlot *self)
{
  if (self->cache == NULL)
    return;

  g_mutex_lock (&self->cache->lock);
  g_hash_table_remove (self->cache->making, self->made);
  g_cond_broadcast (&self->cache->changed);
  g_mutex_unlock (&self->cache->lock);
  g_free (self->key);
  g_free (self->rows);
  g_free (self->made);
  *self = (FulDeriveSlot) { NULL };
}

/**
 * ful_derive_cache_get_n_made:
 *
 * Returns: how many results of @stage were ever inserted
 */
guint
ful_derive_cache_get_n_made (FulDeriveCache *self,
                             FulStage        stage)
{
  g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return self->n_made[stage];
}
