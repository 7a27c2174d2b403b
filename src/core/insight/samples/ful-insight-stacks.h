/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-insight-rules.h"
#include "ful-insight-stack-keys.h"
#include "ful-insight-weights.h"

#include "model/ful-shared-tables.h"
#include "stacks/ful-func-kind.h"
#include "threads/ful-derive-cache.h"

G_BEGIN_DECLS

/**
 * FulInsightStacks:
 * @weights: what samples weigh
 * @cache: (nullable): may have sums of ranges
 * @keys: of its stacks; what follows is in there, but for the weights
 * @weight: (array): of each stack the weight of the added samples
 * @is_touched: (array): of each stack whether it is in @touched
 * @recorded: (array): of each recorded stack the weight of samples that are being added; 0 but meanwhile
 * @kind: (array): of each recorded stack which samples are being added: 1: any, 2: one that weighs anything
 * @found: (array): recorded stacks that samples are being added to, each once
 * @touched: (array length=n_touched): stacks that samples were added to, each once
 * @seen: sum of @weight
 * @n_weighty: number of the added samples that weigh anything
 * @n_rows: number of added samples
 * @has_callers: whether any had a caller
 * @without_caller: weight of those that had a stack but no caller
 *
 * What is known of stacks, and the weights of samples in them: those of one thread at a time.
 */
typedef struct
{
  const FulInsightWeights *weights;
  FulDeriveCache          *cache;
  FulInsightStackKeys     *keys;
  const FulStackTable     *stacks;
  const FulFrameTable     *frames;
  const guint8            *kinds;
  guint                    n_keys;
  const FulInsightKey     *key;
  const FulInsightKey     *own;
  const FulInsightKey     *script;
  double                  *weight;
  guint8                  *is_touched;
  FulStackIndex           *touched;
  guint                    n_touched;
  double                  *recorded;
  guint8                  *kind;
  FulStackIndex           *found;
  double                   seen;
  guint64                  n_weighty;
  guint64                  n_rows;
  gboolean                 has_callers;
  double                   without_caller;
} FulInsightStacks;

FulInsightStacks *ful_insight_stacks_new      (const FulInsightWeights  *weights,
                                               FulDeriveCache           *cache,
                                               GCancellable             *cancellable,
                                               GError                  **error);
void              ful_insight_stacks_free     (FulInsightStacks         *self);
gboolean          ful_insight_stacks_add      (FulInsightStacks         *self,
                                               const FulInsightThread   *thread,
                                               guint                     begin,
                                               guint                     end,
                                               GCancellable             *cancellable,
                                               GError                  **error);
void              ful_insight_stacks_clear    (FulInsightStacks         *self);
const char       *ful_insight_stacks_get_library (const FulInsightStacks *self,
                                               FulInsightKey             key);
char             *ful_insight_stacks_dup_name (const FulInsightStacks   *self,
                                               FulInsightKey             key);
char             *ful_insight_stacks_dup_label (const FulInsightStacks  *self,
                                               FulInsightKey             key);
char             *ful_insight_stacks_dup_file (const FulInsightStacks   *self,
                                               FulInsightKey             key,
                                               gint32                   *out_line);

static inline FulFuncIndex
ful_insight_stacks_get_func (const FulInsightStacks *self,
                             FulStackIndex           stack)
{
  return self->frames->func[self->stacks->frame[stack]];
}

/* Whether the key is a single function. */
static inline gboolean
ful_insight_stacks_is_func (const FulInsightStacks *self,
                            FulInsightKey           key)
{
  return (guint) key < self->weights->profile->funcs->table.n_rows;
}

static inline FulFuncKind
ful_insight_stacks_get_kind (const FulInsightStacks *self,
                             FulInsightKey           key)
{
  return ful_insight_stacks_is_func (self, key) ? (FulFuncKind) self->kinds[key] : FUL_FUNC_KIND_UNNAMED;
}

/* Native frames tell nothing if so much ends without a name. */
#define FUL_INSIGHT_SCRIPTS_SHARE 0.5

/* @seen: weight of samples; of that @unnamed ends without a name, and @no_script has no script and no label.
 * Returns: whether functions are those of scripts and labels (insight.md 4) */
static inline gboolean
ful_insight_stacks_prefer_scripts (double seen,
                                   double unnamed,
                                   double no_script)
{
  return seen > 0 && unnamed >= FUL_INSIGHT_SCRIPTS_SHARE * seen && no_script < FUL_INSIGHT_SCRIPTS_SHARE * seen;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulInsightStacks, ful_insight_stacks_free)

G_END_DECLS
