/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One pass over samples adds their weights up by stack (insight.md 4). */

#include "config.h"

#include "ful-insight-stacks.h"

#include "tree/samples/ful-range-sums.h"

#include <math.h>
#include <string.h>

/* What an unnamed function has in place of a library. */
#define NO_LIBRARY "native code"

/**
 * ful_insight_stacks_new:
 * @weights: must live as long as the result, as must @cache
 * @cache: (nullable): of its profile
 *
 * O(stacks), and their keys once.
 *
 * Returns: (transfer full) (nullable): %NULL if it was cancelled
 */
FulInsightStacks *
ful_insight_stacks_new (const FulInsightWeights  *weights,
                        FulDeriveCache           *cache,
                        GCancellable             *cancellable,
                        GError                  **error)
{
  FulInsightStacks *self;
  FulProfile *profile = weights->profile;
  FulInsightStackKeys *keys = ful_insight_stack_keys_derive (profile, cache, cancellable, error);
  guint n, n_recorded = MAX (profile->stacks->table.n_rows, 1);

  if (keys == NULL)
    return NULL;

  self = g_new0 (FulInsightStacks, 1);
  self->weights = weights;
  self->cache = cache;
  self->keys = keys;
  self->stacks = keys->stacks;
  self->frames = keys->frames;
  self->kinds = keys->kinds;
  self->n_keys = keys->n_keys;
  self->key = keys->key;
  self->own = keys->own;
  self->script = keys->script;
  n = MAX (self->stacks->table.n_rows, 1);
  self->weight = g_new0 (double, n);
  self->is_touched = g_new0 (guint8, n);
  self->touched = g_new (FulStackIndex, n + 1);
  self->recorded = g_new0 (double, n_recorded);
  self->kind = g_new0 (guint8, n_recorded);
  self->found = g_new (FulStackIndex, n_recorded + 1);

  return self;
}

void
ful_insight_stacks_free (FulInsightStacks *self)
{
  ful_insight_stack_keys_unref (self->keys);
  g_free (self->weight);
  g_free (self->is_touched);
  g_free (self->touched);
  g_free (self->recorded);
  g_free (self->kind);
  g_free (self->found);
  g_free (self);
}

/**
 * ful_insight_stacks_clear:
 *
 * Forgets the samples that were added.
 */
void
ful_insight_stacks_clear (FulInsightStacks *self)
{
  for (guint i = 0; i < self->n_touched; i++)
    {
      self->weight[self->touched[i]] = 0;
      self->is_touched[self->touched[i]] = FALSE;
    }
  self->n_touched = 0;
  self->seen = self->without_caller = 0;
  self->n_weighty = self->n_rows = 0;
  self->has_callers = FALSE;
}

/* Weights of recorded stacks are fetched so many samples before they are needed. */
#define AHEAD 16

enum
{
  HAS_SAMPLE = 1,
  HAS_WEIGHT = 2,
};

/* Adds the weights of samples to their recorded stacks. Two random accesses a sample, which no branch waits for; all else is done
 * for each stack.
 * @n_found: of stacks so far. Returns: the same with these */
static guint
add_block (FulInsightStacks    *self,
           const FulStackIndex *stack,
           const double        *weight,
           guint                n,
           guint                n_found)
{
  double *recorded = self->recorded;
  guint8 *kind = self->kind;
  guint n_weighty = 0;

  for (guint i = 0; i < n; i++)
    {
      FulStackIndex at = stack[i];

      __builtin_prefetch (recorded + stack[MIN (i + AHEAD, n - 1)], 1);
      n_weighty += weight[i] > 0;
      if (at == FUL_NONE)
        continue;
      self->found[n_found] = at;
      n_found += kind[at] == 0;
      kind[at] |= (guint8) (HAS_SAMPLE + HAS_WEIGHT * (weight[i] != 0));
      recorded[at] += weight[i];
    }
  self->n_weighty += n_weighty;

  return n_found;
}

/* What was added to a recorded stack is of the shown one. */
static void
move_to_shown (FulInsightStacks *self,
               FulStackIndex     recorded)
{
  FulProfile *profile = self->weights->profile;
  FulStackIndex stack = ful_profile_get_shown_stack (profile, recorded);
  double weight = self->recorded[recorded];
  gboolean has_weight = self->kind[recorded] & HAS_WEIGHT;

  self->recorded[recorded] = 0;
  self->kind[recorded] = 0;
  if (stack == FUL_NONE)
    return;
  if (self->stacks->prefix[stack] != FUL_NONE)
    self->has_callers = TRUE;
  else
    self->without_caller += weight;
  if (!has_weight || (profile->idle_category != FUL_NONE &&
                      ful_stack_table_get_category (profile->stacks, recorded) == profile->idle_category))
    return;
  /* Weights may be negative, so that a sum of 0 says nothing. */
  self->touched[self->n_touched] = stack;
  self->n_touched += !self->is_touched[stack];
  self->is_touched[stack] = TRUE;
  self->weight[stack] += weight;
  self->seen += weight;
}

/* In the order of the table where that is no detour: what comes after reads it so. */
static void
move_found (FulInsightStacks *self,
            guint             n_found)
{
  guint n = self->weights->profile->stacks->table.n_rows;

  if (n_found > n / 16)
    {
      for (guint s = 0; s < n; s++)
        if (self->kind[s])
          move_to_shown (self, (FulStackIndex) s);
    }
  else
    {
      for (guint i = 0; i < n_found; i++)
        move_to_shown (self, self->found[i]);
    }
}

/* Returns: what each sample with a stack weighs; 0 if they differ */
static double
get_weight_of_each (const FulInsightWeights *weights,
                    const FulInsightThread  *thread)
{
  double weight = thread->rule == FUL_INSIGHT_RULE_PERIOD ? weights->rules->period : thread->rule == FUL_INSIGHT_RULE_WEIGHT ? 1 : 0;

  return thread->weight == NULL && isfinite (weight) ? weight : 0;
}

/* Multiplies numbers of samples, if there are sums of ranges. Returns: whether there are */
static gboolean
add_counts (FulInsightStacks       *self,
            const FulInsightThread *thread,
            guint                   begin,
            guint                   end)
{
  double each = get_weight_of_each (self->weights, thread);
  guint n_stacks = self->weights->profile->stacks->table.n_rows, n_with_stack = 0;
  g_autoptr(FulRangeSums) sums = each > 0 && end - begin > n_stacks / 8
                                   ? ful_range_sums_peek (self->cache, thread->stack, NULL, thread->n_rows) : NULL;

  if (sums == NULL || !ful_range_sums_can_read (sums, begin, end))
    return FALSE;

  ful_range_sums_read (sums, begin, end, self->recorded);
  for (guint s = 0; s < n_stacks; s++)
    if (self->recorded[s] > 0)
      {
        n_with_stack += (guint) self->recorded[s];
        self->recorded[s] *= each;
        self->kind[s] = HAS_SAMPLE | HAS_WEIGHT;
        move_to_shown (self, (FulStackIndex) s);
      }
  self->n_rows += end - begin;
  self->n_weighty += thread->rule == FUL_INSIGHT_RULE_WEIGHT ? end - begin : n_with_stack;

  return TRUE;
}

/**
 * ful_insight_stacks_add:
 * @thread: of the same weights
 * @begin: first row; @end is one past the last one
 *
 * Adds the weights of samples to their stacks, but for those of the category Idle.
 *
 * Returns: %FALSE if it was cancelled
 */
gboolean
ful_insight_stacks_add (FulInsightStacks        *self,
                        const FulInsightThread  *thread,
                        guint                    begin,
                        guint                    end,
                        GCancellable            *cancellable,
                        GError                 **error)
{
  double weights[FUL_INSIGHT_BLOCK_ROWS];
  guint n_found = 0;
  gboolean ok = TRUE;

  if (add_counts (self, thread, begin, end))
    return !g_cancellable_set_error_if_cancelled (cancellable, error);

  for (guint i = begin; ok && i < end; )
    {
      guint n = MIN (end - i, FUL_INSIGHT_BLOCK_ROWS);

      ful_insight_weights_read (self->weights, thread, i, i + n, weights);
      n_found = add_block (self, thread->stack + i, weights, n, n_found);
      self->n_rows += n;
      i += n;
      ok = !g_cancellable_set_error_if_cancelled (cancellable, error);
    }
  move_found (self, n_found);

  return ok;
}

/**
 * ful_insight_stacks_get_library:
 *
 * Returns: (nullable): name of the resource of a function
 */
const char *
ful_insight_stacks_get_library (const FulInsightStacks *self,
                                FulInsightKey           key)
{
  FulProfile *profile = self->weights->profile;
  FulResourceIndex resource = ful_insight_stacks_is_func (self, key) ? profile->funcs->resource[key]
                                                  : key - 1 - (FulInsightKey) profile->funcs->table.n_rows;

  return resource == FUL_NONE ? NULL : ful_profile_get_string (profile, profile->resources->name[resource]);
}

static char *
dup_unnamed (const FulInsightStacks *self,
             FulInsightKey           key)
{
  const char *library = ful_insight_stacks_get_library (self, key);

  return g_strconcat (library ? library : NO_LIBRARY, " (no names)", NULL);
}

/**
 * ful_insight_stacks_dup_name:
 *
 * Returns: (transfer full): the name as in the file, that of the library if there is none
 */
char *
ful_insight_stacks_dup_name (const FulInsightStacks *self,
                             FulInsightKey           key)
{
  return ful_insight_stacks_is_func (self, key) ? g_strdup (ful_profile_get_func_name (self->weights->profile, key)) : dup_unnamed (self, key);
}

/**
 * ful_insight_stacks_dup_label:
 *
 * Returns: (transfer full): the same for the user, demangled
 */
char *
ful_insight_stacks_dup_label (const FulInsightStacks *self,
                              FulInsightKey           key)
{
  return ful_insight_stacks_is_func (self, key) ? g_strdup (ful_profile_get_shown_name (self->weights->profile, key)) : dup_unnamed (self, key);
}

/**
 * ful_insight_stacks_dup_file:
 * @out_line: (out): its first line, or %FUL_NONE
 *
 * Returns: (transfer full) (nullable): last part of the path of its source
 */
char *
ful_insight_stacks_dup_file (const FulInsightStacks *self,
                             FulInsightKey           key,
                             gint32                 *out_line)
{
  FulProfile *profile = self->weights->profile;
  FulSourceIndex source = ful_insight_stacks_is_func (self, key) ? profile->funcs->source[key] : FUL_NONE;
  const char *path, *begin, *end;

  *out_line = FUL_NONE;
  if (source == FUL_NONE || profile->sources->filename[source] == FUL_NONE)
    return NULL;

  path = ful_profile_get_string (profile, profile->sources->filename[source]);
  *out_line = profile->funcs->line[key];
  end = path + strcspn (path, "?");
  while (end > path && end[-1] == '/')
    end--;
  for (begin = end; begin > path && begin[-1] != '/'; )
    begin--;

  return begin == end ? g_strdup (path) : g_strndup (begin, (gsize) (end - begin));
}
