/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-time-range.h"

#include "model/ful-profile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* The kinds of results, by the function that computes them. */
typedef enum
{
  FUL_STAGE_THREADS,
  FUL_STAGE_CPU_TIME,
  FUL_STAGE_PROFILE,
  FUL_STAGE_TRANSFORM,
  FUL_STAGE_ROWS,
  FUL_STAGE_RANGE_SUMS,
  FUL_STAGE_IMPLEMENTATION,
  FUL_STAGE_SEARCH,
  FUL_STAGE_NODES,
  FUL_STAGE_INVERTED,
  FUL_STAGE_IPC,
  FUL_STAGE_INTERVAL,
  FUL_STAGE_MARKERS,
  FUL_STAGE_SCHEMAS,
  FUL_STAGE_FLOWS,
  FUL_STAGE_INSIGHT_RULES,
  FUL_STAGE_INSIGHT_KEYS,
  FUL_STAGE_INSIGHT_BLOCKS,
  FUL_N_STAGES,
} FulStage;

#define FUL_DERIVE_CACHE_BUDGET ((gsize) 256 << 20)

/**
 * FulDeriveCache:
 *
 * Derived results of the snapshots of one profile by the identity of their inputs; the least
 * recently used are evicted above the budget. Counted; any thread may use it.
 */
typedef struct _FulDeriveCache FulDeriveCache;

/**
 * FulDeriveSlot:
 *
 * The place of a result that is being made. It has to be cleared.
 */
typedef struct
{
  /*< private >*/
  FulDeriveCache *cache;   /* (nullable): there is nothing to make */
  FulStage        stage;
  char           *key;
  char           *rows;
  char           *made;
} FulDeriveSlot;

FulDeriveCache *ful_derive_cache_new            (FulProfile      *profile,
                                                 gsize            budget);
FulDeriveCache *ful_derive_cache_ref            (FulDeriveCache  *self);
void            ful_derive_cache_unref          (FulDeriveCache  *self);
FulTimeRange    ful_derive_cache_get_root_range (FulDeriveCache  *self);
void            ful_derive_cache_set_root_range (FulDeriveCache  *self,
                                                 FulTimeRange     root_range);
gpointer        ful_derive_cache_lookup         (FulDeriveCache  *self,
                                                 FulStage         stage,
                                                 const char      *key,
                                                 GCancellable    *cancellable,
                                                 FulDeriveSlot   *slot);
gpointer        ful_derive_cache_lookup_growing (FulDeriveCache  *self,
                                                 FulStage         stage,
                                                 const char      *name,
                                                 const char      *rows,
                                                 gpointer        *out_before,
                                                 GCancellable    *cancellable,
                                                 FulDeriveSlot   *slot);
gpointer        ful_derive_cache_peek           (FulDeriveCache  *self,
                                                 FulStage         stage,
                                                 const char      *name,
                                                 const char      *rows);
void            ful_derive_slot_fill            (FulDeriveSlot   *self,
                                                 gpointer         result,
                                                 gsize            size,
                                                 GDestroyNotify   unref);
void            ful_derive_slot_clear           (FulDeriveSlot   *self);
guint           ful_derive_cache_get_n_made     (FulDeriveCache  *self,
                                                 FulStage         stage);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulDeriveCache, ful_derive_cache_unref)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FulDeriveSlot, ful_derive_slot_clear)

G_END_DECLS
