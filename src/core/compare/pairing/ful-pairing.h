/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-func-key.h"
#include "ful-path-tree.h"

#include "compare/change/ful-change.h"

G_BEGIN_DECLS

typedef enum
{
  FUL_PAIRED_EXACT,
  FUL_PAIRED_RELAXED,
  FUL_PAIRED_MOVED,
} FulPairedHow;

/* What only pairs with its like. */
typedef enum
{
  FUL_KEY_NATIVE,
  FUL_KEY_JS,
  FUL_KEY_NAME,
  FUL_N_KEY_KINDS,
} FulKeyKind;

/**
 * FulPairedKey:
 *
 * What was added, as ful_pairing_add() and ful_pairing_add_name() have it, and which sides have it.
 */
typedef struct
{
  const char *name;
  const char *library;
  const char *file;
  FulKeyKind  kind;
  gint32      line;
  gint32      column;
  gboolean    is_on[FUL_N_SIDES];
} FulPairedKey;

/**
 * FulPairedItem:
 * @name: name in AFTER, or that in BEFORE of what is gone
 * @other_name: name in BEFORE
 * @library: library, host or add-on, or ""
 * @file: source file, or ""
 * @how: how the sides were paired
 * @is_on: for each side, whether it has the item
 * @is_merged: whether it is several script functions, whose positions tell nothing
 * @is_unnamed: whether it is the code without names of a library
 *
 * A function, or what else has a name, that is recognised on both sides.
 */
typedef struct
{
  const char  *name;
  const char  *other_name;
  const char  *library;
  const char  *file;
  FulPairedHow how;
  gboolean     is_on[FUL_N_SIDES];
  gboolean     is_merged;
  gboolean     is_unnamed;
} FulPairedItem;

typedef struct _FulPairing FulPairing;

FulPairing          *ful_pairing_new         (void);
FulPairing          *ful_pairing_copy        (const FulPairing *self);
void                 ful_pairing_free        (FulPairing       *self);
gint32               ful_pairing_add         (FulPairing       *self,
                                              FulSide           side,
                                              const FulFuncKey *key);
gint32               ful_pairing_add_name    (FulPairing       *self,
                                              FulSide           side,
                                              const char       *name);
void                 ful_pairing_pair        (FulPairing       *self);
gint32               ful_pairing_add_key     (FulPairing         *self,
                                              FulSide             side,
                                              const FulPairedKey *key);
void                 ful_pairing_get_key     (const FulPairing   *self,
                                              gint32              key,
                                              FulPairedKey       *out_key);
guint                ful_pairing_get_n_keys  (const FulPairing *self);
gboolean             ful_pairing_is_unnamed  (const FulPairing *self,
                                              gint32            key);
guint                ful_pairing_get_n_items (const FulPairing *self);
const FulPairedItem *ful_pairing_get_item    (const FulPairing *self,
                                              gint32            item);
gint32               ful_pairing_get_item_of (const FulPairing *self,
                                              FulSide           side,
                                              gint32            key);
gboolean             ful_pairing_merge_positions  (FulPairing       *self);
gint32               ful_pairing_get_first_merged (const FulPairing *self,
                                                   gint32            key);
gboolean             ful_pairing_merges      (const FulPairing *self,
                                              gint32            key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulPairing, ful_pairing_free)

G_END_DECLS
