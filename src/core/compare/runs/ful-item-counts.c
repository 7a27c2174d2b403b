/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sums of the rows of a thread that all weigh 1, on a tree (compare.md 3.1 and 3.3), for items that are nodes, functions by total
 * and functions by self in one walk over the rows. All numbers are whole, so that the order of sums does not matter.
 *
 * Nodes that occur are numbered in depth-first order, the child with most nodes first: a path then consists of few ranges of
 * numbers, and its nodes are next to each other in memory. Where the row changes from a to b, a node has changed if it is on one
 * of the paths only: 1 at a and at b, and 2 less where they meet, is summed over subtrees. A function may be on both paths on
 * different nodes: 2 less for each such change. Its node on the path of a is the one that was entered last, so that only what is
 * entered is visited.
 * O(rows + nodes entered + 32 × nodes that occur). */

#include "config.h"

#include "ful-item-sums-private.h"

/* Of a node that occurs; numbered by what is found first, callers first. */
typedef struct
{
  gint32 prefix;
  gint32 n_nodes;     /* of its subtree */
  gint32 main_child;  /* the one with most nodes, or FUL_NONE */
  gint32 place;
  gint32 next_place;  /* of its next other child */
} Found;

/* Of a place in depth-first order. */
typedef struct
{
  gint32 prefix;
  gint32 first;       /* of its range: each place after that, up to this one, is the main child of the one before */
  gint32 n_nodes;     /* of the subtree */
  guint  n_ends;      /* changes from or to it */
  guint  n_meetings;  /* changes between paths that meet here */
} Place;

/* Counts of an item, or of a place and then of its subtree. */
typedef struct
{
  guint32 pieces[FUL_N_PIECES];
  gint64  changes;
} Counts;

/* What a walk along a path needs of a place. */
typedef struct
{
  gint32  slot;     /* of its function, or FUL_NONE */
  guint32 n_nodes;  /* of the subtree */
} Step;

/* Where a function was entered last: a place, and the number of those of the subtree. */
typedef struct
{
  gint32  place;
  guint32 n_nodes;
} Entry;

/* Items of nodes, each of which is a slot. */
typedef struct
{
  FulItemSums *sums;   /* (nullable) */
  gint32      *slot;   /* of each place, or FUL_NONE */
  GArray      *items;  /* of each slot */
  gint64      *both;   /* of each slot: changes between rows that both have it */
} Slots;

typedef struct
{
  gint32      *places;   /* of each node, plus 1; 0 for one that does not occur */
  guint        n_places;
  gint32      *found;    /* nodes that occur, as they are found */
  gint32      *used;     /* the same, callers first */
  Place       *place;
  Counts      *counts;   /* of each place */
  FulItemSums *nodes;    /* (nullable) */
  Slots        total;
  Slots        own;
  Step        *steps;    /* (nullable): of each place, where there are totals */
  Entry       *entered;  /* of each slot of the total */
} Tree;

/* Finds the nodes of the rows and those above them; their numbers by @used are in @places. */
static void
find_used (Tree               *self,
           const FulItemNodes *nodes,
           const gint32       *node,
           guint               n_rows)
{
  gint32 *places = self->places;
  guint n = 0;

  self->found = g_new (gint32, nodes->n_nodes);
  self->used = g_new (gint32, nodes->n_nodes);
  for (guint i = 0; i < n_rows; i++)
    {
      for (gint32 at = node[i]; at != FUL_NONE && places[at] == 0; at = nodes->prefix[at])
        {
          places[at] = 1;
          self->found[n++] = at;
        }
      for (guint other = n; self->n_places < n; )
        {
          gint32 at = self->found[--other];

          self->used[self->n_places++] = at;
          places[at] = (gint32) self->n_places;
        }
    }
}

/* Numbers what occurs in depth-first order. */
static void
number_places (Tree               *self,
               const FulItemNodes *nodes)
{
  g_autofree Found *found = g_new (Found, self->n_places);

  self->place = g_new (Place, self->n_places);
  for (guint i = 0; i < self->n_places; i++)
    {
      gint32 prefix = nodes->prefix[self->used[i]];

      found[i] = (Found) { prefix == FUL_NONE ? FUL_NONE : self->places[prefix] - 1, 1, FUL_NONE, 0, 0 };
    }
  for (guint i = self->n_places; i-- > 1; )
    found[found[i].prefix].n_nodes += found[i].n_nodes;
  for (guint i = 1; i < self->n_places; i++)
    {
      Found *above = &found[found[i].prefix];

      if (above->main_child == FUL_NONE || found[i].n_nodes > found[above->main_child].n_nodes)
        above->main_child = (gint32) i;
    }

  for (guint i = 0; i < self->n_places; i++)
    {
      Found *at = &found[i], *above = i > 0 ? &found[at->prefix] : NULL;
      gboolean is_main = above && above->main_child == (gint32) i;

      at->place = is_main ? above->place + 1 : above ? above->next_place : 0;
      at->next_place = at->place + 1 + (at->main_child == FUL_NONE ? 0 : found[at->main_child].n_nodes);
      if (above && !is_main)
        above->next_place += at->n_nodes;
      self->place[at->place] = (Place) { above ? above->place : FUL_NONE, is_main ? self->place[above->place].first : at->place, at->n_nodes };
    }
  for (guint i = 0; i < self->n_places; i++)
    self->places[self->used[i]] = found[i].place + 1;
}

/* @item: of each node */
static void
slots_init (Slots        *self,
            const Tree   *tree,
            FulItemSums  *sums,
            const gint32 *item)
{
  self->sums = sums;
  self->slot = g_new (gint32, tree->n_places + 1);
  self->items = g_array_new (FALSE, FALSE, sizeof (gint32));
  for (guint i = 0; i < tree->n_places; i++)
    {
      gint32 node = tree->found[i], of = item[node];

      if (of != FUL_NONE && sums->slots[of] == 0)
        {
          g_array_append_val (self->items, of);
          sums->slots[of] = (gint32) self->items->len;
        }
      self->slot[tree->places[node] - 1] = of == FUL_NONE ? FUL_NONE : sums->slots[of] - 1;
    }
  for (guint i = 0; i < self->items->len; i++)
    sums->slots[g_array_index (self->items, gint32, i)] = 0;
  self->both = g_new0 (gint64, self->items->len + 1);
}

static void
slots_clear (Slots *self)
{
  g_free (self->slot);
  g_clear_pointer (&self->items, g_array_unref);
  g_free (self->both);
}

static void
prepare_steps (Tree *self)
{
  self->entered = g_new0 (Entry, self->total.items->len + 1);
  self->steps = g_new (Step, self->n_places);
  for (guint i = 0; i < self->n_places; i++)
    self->steps[i] = (Step) { self->total.slot[i], (guint32) self->place[i].n_nodes };
}

/* The functions of places @begin to @end, both included, come onto the path. @from: the place of the row before, or FUL_NONE */
static inline void
enter (Tree   *self,
       gint32  begin,
       gint32  end,
       gint32  from)
{
  for (gint32 i = begin; i <= end; i++)
    {
      Step step = self->steps[i];
      Entry *entry;

      if (step.slot == FUL_NONE)
        continue;
      entry = &self->entered[step.slot];
      if (G_UNLIKELY ((guint32) (from - entry->place) < entry->n_nodes))
        self->total.both[step.slot]++;
      *entry = (Entry) { i, step.n_nodes };
    }
}

/* The next row is at @to, the one before was at @from; either may have no node. Returns: the place where they meet, or FUL_NONE */
static inline gint32
move (Tree   *self,
      gint32  from,
      gint32  to)
{
  const Place *place = self->place;
  gboolean has_functions = self->steps != NULL;
  gint32 a = from, b = to;

  if (to == FUL_NONE)
    return FUL_NONE;
  /* Ranges of numbers that only one path has; that with the greater number is never above the other one. */
  while (b != FUL_NONE && (a == FUL_NONE || place[a].first != place[b].first))
    {
      if (a != FUL_NONE && place[a].first > place[b].first)
        {
          a = place[place[a].first].prefix;
          continue;
        }
      if (has_functions)
        enter (self, place[b].first, b, from);
      b = place[place[b].first].prefix;
    }
  if (b == FUL_NONE)
    return FUL_NONE;
  if (has_functions && b > a)
    enter (self, a + 1, b, from);

  return MIN (a, b);
}

/* The row changes from one place to another; either may be %FUL_NONE. */
static void
change (Tree   *self,
        gint32  from,
        gint32  to)
{
  const gint32 *own = self->own.slot;
  gint32 meeting = move (self, from, to);

  if (from != FUL_NONE)
    self->place[from].n_ends++;
  if (to != FUL_NONE)
    self->place[to].n_ends++;
  if (meeting == FUL_NONE)
    return;
  self->place[meeting].n_meetings++;
  if (own && own[from] == own[to] && own[to] != FUL_NONE)
    self->own.both[own[to]]++;
}

/* Each piece is walked over twice: what is counted of each row needs no branch that depends on it. */
static void
count_rows (Tree         *self,
            const gint32 *node,
            guint         n_rows)
{
  guint n_pieces = ful_count_pieces (n_rows), row = 0;
  g_autofree gint32 *changes = g_new (gint32, n_rows / n_pieces + 2);
  gint32 from = FUL_NONE;

  for (guint piece = 0; piece < n_pieces; piece++)
    {
      guint end = ful_end_of_piece (piece, n_pieces, n_rows), n_changes = 0;
      gint32 last = from;

      for (; row < end; row++)
        {
          gint32 to = node[row] == FUL_NONE ? FUL_NONE : self->places[node[row]] - 1;

          if (to != FUL_NONE)
            self->counts[to].pieces[piece]++;
          changes[n_changes] = to;
          n_changes += to != last;
          last = to;
        }
      for (guint i = 0; i < n_changes; i++)
        {
          change (self, from, changes[i]);
          from = changes[i];
        }
    }
  /* Nothing changes before the first row. */
  if (node[0] != FUL_NONE)
    self->place[self->places[node[0]] - 1].n_ends--;
}

static inline void
add_counts (Counts       *self,
            const Counts *other)
{
  for (guint i = 0; i < FUL_N_PIECES; i++)
    self->pieces[i] += other->pieces[i];
  self->changes += other->changes;
}

/* Sums subtrees up. */
static void
sum_subtrees (Tree *self)
{
  for (guint i = self->n_places; i-- > 0; )
    {
      self->counts[i].changes -= 2 * (gint64) self->place[i].n_meetings;
      if (i > 0)
        add_counts (&self->counts[self->place[i].prefix], &self->counts[i]);
    }
}

static void
add_item (FulItemSums  *sums,
          gint32        item,
          const Counts *counts,
          guint         n_rows,
          double        factor)
{
  guint64 n = counts->pieces[0], squares = 0;
  FulThreadSum thread = { .changes = (double) counts->changes };

  for (guint i = 1; i < FUL_N_PIECES; i++)
    {
      gint64 difference = (gint64) counts->pieces[i] - counts->pieces[i - 1];

      squares += (guint64) (difference * difference);
      n += counts->pieces[i];
    }
  thread.x = (double) n;
  thread.rows = n;
  thread.pieces = (double) squares;
  ful_item_sums_add_item (sums, item, &thread, n_rows, factor);
}

/* Adds what the places of each item have. */
static void
add_slots (const Tree *self,
           Slots      *slots,
           guint       n_rows,
           double      factor)
{
  g_autofree Counts *counts = g_new0 (Counts, slots->items->len + 1);

  for (guint i = 0; i < self->n_places; i++)
    if (slots->slot[i] != FUL_NONE)
      add_counts (&counts[slots->slot[i]], &self->counts[i]);
  for (guint i = 0; i < slots->items->len; i++)
    {
      counts[i].changes -= 2 * slots->both[i];
      add_item (slots->sums, g_array_index (slots->items, gint32, i), &counts[i], n_rows, factor);
    }
}

static void
tree_clear (Tree *self)
{
  for (guint i = 0; i < self->n_places; i++)
    self->places[self->used[i]] = 0;
  slots_clear (&self->own);
  slots_clear (&self->total);
  g_free (self->found);
  g_free (self->used);
  g_free (self->steps);
  g_free (self->entered);
  g_free (self->counts);
  g_free (self->place);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Tree, tree_clear)

static void
add_sums (Tree   *self,
          guint   n_rows,
          double  factor)
{
  for (guint i = 0; i < self->n_places; i++)
    self->counts[i].changes = self->place[i].n_ends;
  if (self->own.sums)
    add_slots (self, &self->own, n_rows, factor);
  sum_subtrees (self);
  if (self->own.sums)
    add_item (self->own.sums, FUL_PATH_ROOT, &self->counts[0], n_rows, factor);
  if (self->total.sums)
    add_slots (self, &self->total, n_rows, factor);
  for (guint i = 0; self->nodes && i < self->n_places; i++)
    add_item (self->nodes, self->found[i], &self->counts[self->places[self->found[i]] - 1], n_rows, factor);
}

/* See ful_item_sums_add(); one of @sums has a tree. */
void
ful_item_sums_count (FulItemSums *const *sums,
                     guint               n_sums,
                     const gint32       *node,
                     guint               n_rows,
                     double              factor)
{
  g_auto(Tree) self = { NULL };
  const FulItemNodes *nodes = NULL;

  for (guint i = 0; i < n_sums; i++)
    if (sums[i]->nodes.prefix)
      {
        nodes = &sums[i]->nodes;
        self.places = sums[i]->places;
      }
  find_used (&self, nodes, node, n_rows);
  if (self.n_places == 0)
    return;

  number_places (&self, nodes);
  self.counts = g_new0 (Counts, self.n_places);
  for (guint i = 0; i < n_sums; i++)
    {
      if (sums[i]->nodes.prefix == NULL)
        slots_init (&self.own, &self, sums[i], sums[i]->nodes.row_node);
      else if (sums[i]->nodes.item)
        slots_init (&self.total, &self, sums[i], sums[i]->nodes.item);
      else
        self.nodes = sums[i];
    }
  if (self.total.sums)
    prepare_steps (&self);
  count_rows (&self, node, n_rows);
  add_sums (&self, n_rows, factor);
}
