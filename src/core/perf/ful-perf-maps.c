/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Memory maps of a process: stretches that do not overlap, in a balanced tree by their start. */

#include "config.h"

#include "ful-perf-maps.h"

struct _FulPerfMaps
{
  GTree            *maps;      /* FulPerfMap, its own key */
  const FulPerfMap *last;      /* (nullable): the one that was found last, as callers are often in one library */
  guint             n_refs;
};

static int
compare (gconstpointer a,
         gconstpointer b,
         gpointer      user_data)
{
  guint64 first = ((const FulPerfMap *) a)->start;
  guint64 second = ((const FulPerfMap *) b)->start;

  return (first > second) - (first < second);
}

FulPerfMaps *
ful_perf_maps_new (void)
{
  FulPerfMaps *self = g_new0 (FulPerfMaps, 1);

  self->maps = g_tree_new_full (compare, NULL, g_free, NULL);
  self->n_refs = 1;

  return self;
}

static gboolean
copy_map (gpointer key,
          gpointer value,
          gpointer to)
{
  FulPerfMap *map = g_memdup2 (key, sizeof *map);

  g_tree_insert (to, map, map);

  return FALSE;
}

FulPerfMaps *
ful_perf_maps_copy (FulPerfMaps *self)
{
  FulPerfMaps *copy = ful_perf_maps_new ();

  g_tree_foreach (self->maps, copy_map, copy->maps);

  return copy;
}

FulPerfMaps *
ful_perf_maps_ref (FulPerfMaps *self)
{
  self->n_refs++;

  return self;
}

void
ful_perf_maps_unref (FulPerfMaps *self)
{
  if (--self->n_refs > 0)
    return;

  g_tree_unref (self->maps);
  g_free (self);
}

gboolean
ful_perf_maps_is_shared (FulPerfMaps *self)
{
  return self->n_refs > 1;
}

guint
ful_perf_maps_get_n (FulPerfMaps *self)
{
  return (guint) g_tree_nnodes (self->maps);
}

static void
insert (FulPerfMaps *self,
        guint64      start,
        guint64      end,
        guint64      offset,
        FulLibIndex  lib)
{
  FulPerfMap *map = g_new (FulPerfMap, 1);

  *map = (FulPerfMap) { start, end, offset, lib };
  g_tree_replace (self->maps, map, map);
}

/* Returns: (nullable): the last map that begins at or before @address */
static GTreeNode *
find_before (FulPerfMaps *self,
             guint64      address)
{
  FulPerfMap key = { .start = address };
  GTreeNode *after = g_tree_upper_bound (self->maps, &key);

  return after ? g_tree_node_previous (after) : g_tree_node_last (self->maps);
}

/**
 * ful_perf_maps_add:
 * @self: maps that are not shared
 * @map: a new one; of those it covers, the parts beside it stay
 */
void
ful_perf_maps_add (FulPerfMaps      *self,
                   const FulPerfMap *map)
{
  GTreeNode *node;

  if (map->start >= map->end)
    return;

  self->last = NULL;
  while ((node = find_before (self, map->end - 1)))
    {
      FulPerfMap old = *(FulPerfMap *) g_tree_node_key (node);

      if (old.end <= map->start)
        break;
      g_tree_remove (self->maps, &old);
      if (old.end > map->end)
        insert (self, map->end, old.end, old.offset + (map->end - old.start), old.lib);
      if (old.start < map->start)
        {
          insert (self, old.start, map->start, old.offset, old.lib);
          break;
        }
    }
  insert (self, map->start, map->end, map->offset, map->lib);
}

/**
 * ful_perf_maps_find:
 *
 * Returns: (nullable) (transfer none): the map that holds @address, valid until the next one is added
 */
const FulPerfMap *
ful_perf_maps_find (FulPerfMaps *self,
                    guint64      address)
{
  const FulPerfMap *last = self->last;
  GTreeNode *node;

  if (last && address >= last->start && address < last->end)
    return last;

  node = find_before (self, address);
  last = node ? g_tree_node_key (node) : NULL;
  if (last == NULL || address >= last->end)
    return NULL;
  self->last = last;

  return last;
}
