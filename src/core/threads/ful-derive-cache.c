/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A hash table over a list in order of use. Inputs have serial numbers, so a key is
 * a short text; a result whose input does not exist any more is never found again
 * and gets evicted. */

#include "config.h"

#include "ful-derive-cache.h"

typedef struct
{
  char           *key;
  char           *rows;    /* (nullable): see ful_derive_cache_insert_growing() */
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
  self->entries = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, entry_free);

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

/**
 * ful_derive_cache_lookup_growing:
 * @self: (nullable): %NULL is an empty cache
 * @stage: the kind of result
 * @name: identifies the inputs, whatever rows they have
 * @rows: (nullable): identifies their rows
 * @out_before: (out) (transfer full) (nullable) (optional): the result with other rows, if there is none for @rows
 *
 * Returns: (transfer full) (nullable): the result
 */
gpointer
ful_derive_cache_lookup_growing (FulDeriveCache  *self,
                                 FulStage         stage,
                                 const char      *name,
                                 const char      *rows,
                                 gpointer        *out_before)
{
  g_autofree char *full = NULL;
  g_autoptr(GMutexLocker) locker = NULL;
  Entry *entry;

  if (out_before)
    *out_before = NULL;
  if (self == NULL)
    return NULL;

  full = g_strdup_printf ("%d %s", stage, name);
  locker = g_mutex_locker_new (&self->lock);
  entry = g_hash_table_lookup (self->entries, full);
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
 * ful_derive_cache_lookup:
 * @self: (nullable): %NULL is an empty cache
 * @stage: the kind of result
 * @key: identifies the inputs; other stages may have the same key
 *
 * Returns: (transfer full) (nullable): the result
 */
gpointer
ful_derive_cache_lookup (FulDeriveCache *self,
                         FulStage        stage,
                         const char     *key)
{
  return ful_derive_cache_lookup_growing (self, stage, key, NULL, NULL);
}

static void
drop_entry (FulDeriveCache *self,
            Entry          *entry)
{
  g_queue_unlink (&self->by_use, &entry->link);
  self->size -= entry->size;
  g_hash_table_remove (self->entries, entry->key);
}

/**
 * ful_derive_cache_insert_growing:
 * @self: (nullable)
 * @stage: the kind of result
 * @name: names the inputs, whatever rows they have
 * @rows: (nullable): names their rows
 * @result: allocated by g_atomic_rc_box; the cache acquires a reference
 * @size: bytes that are freed with the result
 * @unref: releases a reference
 *
 * Stores a result, in place of the one of other rows. The newest one is never evicted.
 */
void
ful_derive_cache_insert_growing (FulDeriveCache *self,
                                 FulStage        stage,
                                 const char     *name,
                                 const char     *rows,
                                 gpointer        result,
                                 gsize           size,
                                 GDestroyNotify  unref)
{
  g_autoptr(GMutexLocker) locker = NULL;
  Entry *entry, *old;

  if (self == NULL)
    return;

  entry = g_new0 (Entry, 1);
  entry->key = g_strdup_printf ("%d %s", stage, name);
  entry->rows = g_strdup (rows);
  entry->result = g_atomic_rc_box_acquire (result);
  entry->size = size;
  entry->unref = unref;
  entry->link.data = entry;

  locker = g_mutex_locker_new (&self->lock);
  self->n_made[stage]++;
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
 * ful_derive_cache_insert:
 * @key: names the inputs and their rows
 *
 * Like ful_derive_cache_insert_growing(), of a result that does not grow.
 */
void
ful_derive_cache_insert (FulDeriveCache *self,
                         FulStage        stage,
                         const char     *key,
                         gpointer        result,
                         gsize           size,
                         GDestroyNotify  unref)
{
  ful_derive_cache_insert_growing (self, stage, key, NULL, result, size, unref);
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
