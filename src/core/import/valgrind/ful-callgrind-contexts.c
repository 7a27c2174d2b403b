/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Call trees of a graph of calls (formats.md 18.2).
 *
 * The graph says what all calls of g by f cost, not what called f then. It is assumed that the costs of a function are
 * divided among its contexts as the costs of the calls are that lead there. Functions that call each other, in the end,
 * are a part of the graph: all its members are in a context where one of them is called from outside.
 *
 * Contexts are found with the greatest shares first, up to a limit, in a time proportional to it and to the graph. No
 * recursion: the graph may be one chain of calls. */

#include "config.h"

#include "ful-callgrind-contexts.h"

#include <math.h>

/* Contexts with less are not found. */
#define MIN_SHARE 1e-7

/* Lists of contexts to enter, by the binary exponent of their share. */
#define N_LISTS 25

/* Calls that are visited at most, for each context that may be found. */
#define MAX_CALLS 32

/* Functions between two checks for cancellation. */
#define CANCEL_CHECK_CONTEXTS 4096

/* A part, and where it is called. */
typedef struct
{
  gint32 parent;
  gint32 function;
  gint32 line;
  double share;
} Entry;

typedef struct
{
  FulCallgrindGraph *graph;
  guint              n;             /* functions */
  guint             *first_call;    /* of each function in @calls; n + 1 */
  guint             *calls;         /* numbers, by caller */
  gint32            *part;          /* of each function */
  guint              n_parts;
  double            *cost;          /* of a part: own costs of its members and of the calls that leave it */
  double            *entering;      /* of a part: costs of the calls that enter it */
  gint32            *root;          /* of a part: function where it begins if nothing calls it */
  gint32            *entry;         /* of a part: number of the costliest call that enters it, or FUL_NONE */
  guint             *entered_in;    /* of a function: number of the last entry that reached it */
  guint              n_entries;
  GArray            *lists[N_LISTS];   /* Entry; NULL when nothing more is found */
  GArray            *contexts;
  guint64            n_looked_at;
} Estimate;

static const FulCallgrindCall *
get_call (Estimate *self,
          guint     i)
{
  return &g_array_index (self->graph->calls, FulCallgrindCall, self->calls[i]);
}

static void
sort_calls (Estimate *self)
{
  GArray *calls = self->graph->calls;
  g_autofree guint *next = NULL;

  self->first_call = g_new0 (guint, self->n + 1);
  self->calls = g_new (guint, calls->len + 1);
  for (guint i = 0; i < calls->len; i++)
    self->first_call[g_array_index (calls, FulCallgrindCall, i).caller + 1]++;
  for (guint i = 0; i < self->n; i++)
    self->first_call[i + 1] += self->first_call[i];
  next = g_memdup2 (self->first_call, (self->n + 1) * sizeof *next);
  for (guint i = 0; i < calls->len; i++)
    self->calls[next[g_array_index (calls, FulCallgrindCall, i).caller]++] = i;
}

/* Strongly connected components by Tarjan's algorithm, with the list of open functions in place of recursion. */
static void
find_parts (Estimate     *self,
            GCancellable *cancellable)
{
  g_autofree guint *order = g_new0 (guint, self->n + 1);      /* 0: not seen */
  g_autofree guint *lowest = g_new (guint, self->n + 1);
  g_autofree guint *next = g_memdup2 (self->first_call, (self->n + 1) * sizeof *next);
  g_autoptr(GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr(GArray) members = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n_seen = 0;

  self->part = g_new (gint32, self->n + 1);
  for (guint i = 0; i < self->n; i++)
    self->part[i] = FUL_NONE;

  for (guint root = 0; root < self->n; root++)
    {
      if (root % CANCEL_CHECK_CONTEXTS == 0 && g_cancellable_is_cancelled (cancellable))
        return;
      if (order[root] == 0)
        g_array_append_val (open, root);
      while (open->len > 0)
        {
          guint function = g_array_index (open, guint, open->len - 1);

          if (order[function] == 0)
            {
              order[function] = lowest[function] = ++n_seen;
              g_array_append_val (members, function);
            }
          if (next[function] < self->first_call[function + 1])
            {
              guint callee = (guint) get_call (self, next[function]++)->callee;

              if (order[callee] == 0)
                g_array_append_val (open, callee);
              else if (self->part[callee] == FUL_NONE)
                lowest[function] = MIN (lowest[function], order[callee]);
              continue;
            }

          g_array_set_size (open, open->len - 1);
          if (open->len > 0)
            {
              guint caller = g_array_index (open, guint, open->len - 1);

              lowest[caller] = MIN (lowest[caller], lowest[function]);
            }
          if (lowest[function] == order[function])
            {
              guint member;

              do
                {
                  member = g_array_index (members, guint, members->len - 1);
                  g_array_set_size (members, members->len - 1);
                  self->part[member] = (gint32) self->n_parts;
                }
              while (member != function);
              self->n_parts++;
            }
        }
    }
}

static double
get_self (Estimate *self,
          guint     function)
{
  return MAX (g_array_index (self->graph->functions, FulCallgrindFunction, function).self, 0);
}

static void
push (Estimate *self,
      gint32    parent,
      gint32    function,
      gint32    line,
      double    share)
{
  Entry entry = { parent, function, line, share };
  int exponent;

  if (!(share >= MIN_SHARE) || self->lists[0] == NULL)
    return;
  frexp (share, &exponent);
  g_array_append_val (self->lists[CLAMP (1 - exponent, 0, N_LISTS - 1)], entry);
}

/* What is called by nothing that the file has: entered where most of its cost is not that of calls from within. */
static void
push_roots (Estimate *self)
{
  GArray *calls = self->graph->calls;
  g_autofree double *excess = g_new (double, self->n + 1);

  self->root = g_new (gint32, self->n_parts + 1);
  self->entry = g_new (gint32, self->n_parts + 1);
  for (guint i = 0; i < self->n_parts; i++)
    self->root[i] = self->entry[i] = FUL_NONE;
  self->cost = g_new0 (double, self->n_parts + 1);
  self->entering = g_new0 (double, self->n_parts + 1);
  for (guint i = 0; i < self->n; i++)
    {
      excess[i] = get_self (self, i);
      self->cost[self->part[i]] += excess[i];
    }
  for (guint i = 0; i < calls->len; i++)
    {
      const FulCallgrindCall *call = &g_array_index (calls, FulCallgrindCall, i);

      excess[call->caller] += call->cost;
      excess[call->callee] -= call->cost;
      if (self->part[call->caller] != self->part[call->callee])
        {
          gint32 to = self->part[call->callee];

          self->cost[self->part[call->caller]] += call->cost;
          self->entering[to] += call->cost;
          if (self->entry[to] == FUL_NONE || call->cost > g_array_index (calls, FulCallgrindCall, self->entry[to]).cost)
            self->entry[to] = (gint32) i;
        }
    }

  for (guint i = 0; i < self->n; i++)
    if (self->root[self->part[i]] == FUL_NONE || excess[i] > excess[self->root[self->part[i]]])
      self->root[self->part[i]] = (gint32) i;
  for (guint i = 0; i < self->n_parts; i++)
    if (self->cost[i] > self->entering[i])
      push (self, FUL_NONE, self->root[i], FUL_NONE, (self->cost[i] - self->entering[i]) / self->cost[i]);
}

static void
add_context (Estimate *self,
             gint32    parent,
             gint32    function,
             gint32    line,
             double    share)
{
  FulCallgrindContext context = { parent, function, line, share };

  g_array_append_val (self->contexts, context);
}

/* Adds a context for each function of a part, below the one that first reaches it, and enters the parts that they call. */
static void
enter (Estimate *self,
       Entry     entry)
{
  guint first = self->contexts->len;
  gint32 part = self->part[entry.function];

  self->n_entries++;
  self->entered_in[entry.function] = self->n_entries;
  add_context (self, entry.parent, entry.function, entry.line, entry.share);
  for (guint i = first; i < self->contexts->len; i++)
    {
      gint32 function = g_array_index (self->contexts, FulCallgrindContext, i).function;

      for (guint c = self->first_call[function]; c < self->first_call[function + 1]; c++)
        {
          const FulCallgrindCall *call = get_call (self, c);
          gint32 to = self->part[call->callee];

          self->n_looked_at++;
          if (to != part)
            push (self, (gint32) i, call->callee, call->line, entry.share * call->cost / MAX (self->entering[to], self->cost[to]));
          else if (self->entered_in[call->callee] != self->n_entries)
            {
              self->entered_in[call->callee] = self->n_entries;
              add_context (self, (gint32) i, call->callee, call->line, entry.share);
            }
        }
    }
}

/* Returns: whether all were found */
static gboolean
find_contexts (Estimate     *self,
               guint         max,
               GCancellable *cancellable)
{
  for (guint i = 0; i < N_LISTS; )
    {
      Entry entry;

      if (self->lists[i]->len == 0)
        {
          i++;
          continue;
        }
      if (self->contexts->len >= max || self->n_looked_at >= (guint64) max * MAX_CALLS)
        return FALSE;
      if (self->n_entries % CANCEL_CHECK_CONTEXTS == 0 && g_cancellable_is_cancelled (cancellable))
        return TRUE;
      entry = g_array_index (self->lists[i], Entry, self->lists[i]->len - 1);
      g_array_set_size (self->lists[i], self->lists[i]->len - 1);
      enter (self, entry);
    }

  return TRUE;
}

/* Each function has a context: those that were not reached are where their costliest call is. Parts are numbered from the
 * innermost, so that callers come first here. */
static void
complete_contexts (Estimate *self)
{
  g_autofree gint32 *context_of = g_new (gint32, self->n + 1);

  for (guint i = 0; i < self->n; i++)
    context_of[i] = FUL_NONE;
  for (guint i = self->contexts->len; i-- > 0; )
    context_of[g_array_index (self->contexts, FulCallgrindContext, i).function] = (gint32) i;
  for (guint part = self->n_parts; part-- > 0; )
    {
      guint first = self->contexts->len;
      Entry entry = { FUL_NONE, self->root[part], FUL_NONE, 1 };

      if (context_of[entry.function] != FUL_NONE)
        continue;
      if (self->entry[part] != FUL_NONE)
        {
          const FulCallgrindCall *call = &g_array_index (self->graph->calls, FulCallgrindCall, self->entry[part]);

          entry = (Entry) { context_of[call->caller], call->callee, call->line, 1 };
        }
      enter (self, entry);
      for (guint i = first; i < self->contexts->len; i++)
        context_of[g_array_index (self->contexts, FulCallgrindContext, i).function] = (gint32) i;
    }
}

/* Each function has all of its costs, in whatever contexts were found. */
static void
scale_shares (Estimate *self)
{
  g_autofree double *sums = g_new0 (double, self->n + 1);

  for (guint i = 0; i < self->contexts->len; i++)
    sums[g_array_index (self->contexts, FulCallgrindContext, i).function] +=
      g_array_index (self->contexts, FulCallgrindContext, i).share;
  for (guint i = 0; i < self->contexts->len; i++)
    g_array_index (self->contexts, FulCallgrindContext, i).share /=
      sums[g_array_index (self->contexts, FulCallgrindContext, i).function];
}

/**
 * ful_callgrind_contexts_estimate:
 * @graph: a finished graph
 * @max: about how many contexts to find, besides one for each function
 * @cancellable: (nullable): ends the search, with any of the contexts
 * @out_is_limited: (out): whether there are more than @max
 *
 * Returns: (transfer full) (element-type FulCallgrindContext): the contexts; parents come before those they call
 */
GArray *
ful_callgrind_contexts_estimate (FulCallgrindGraph *graph,
                                 guint              max,
                                 GCancellable      *cancellable,
                                 gboolean          *out_is_limited)
{
  Estimate self = { .graph = graph, .n = graph->functions->len };

  self.contexts = g_array_new (FALSE, FALSE, sizeof (FulCallgrindContext));
  for (guint i = 0; i < N_LISTS; i++)
    self.lists[i] = g_array_new (FALSE, FALSE, sizeof (Entry));
  self.entered_in = g_new0 (guint, self.n + 1);
  *out_is_limited = FALSE;
  sort_calls (&self);
  if (!g_cancellable_is_cancelled (cancellable))
    find_parts (&self, cancellable);
  if (!g_cancellable_is_cancelled (cancellable))
    {
      push_roots (&self);
      *out_is_limited = !find_contexts (&self, max, cancellable);
    }
  for (guint i = 0; i < N_LISTS; i++)
    g_clear_pointer (&self.lists[i], g_array_unref);
  if (!g_cancellable_is_cancelled (cancellable))
    {
      complete_contexts (&self);
      scale_shares (&self);
    }

  g_free (self.first_call);
  g_free (self.calls);
  g_free (self.part);
  g_free (self.cost);
  g_free (self.entering);
  g_free (self.root);
  g_free (self.entry);
  g_free (self.entered_in);

  return self.contexts;
}
