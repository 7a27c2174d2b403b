/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-pairing.h"

#include "base/ful-interner.h"
#include "base/ful-string-table.h"

G_BEGIN_DECLS

typedef struct
{
  gint32   group;
  gint32   line;
  gint32   column;
  gboolean is_on[FUL_N_SIDES];
} FulPairingKey;

/* Keys that differ in their position at most. */
typedef struct
{
  gint32   name;
  gint32   library;
  gint32   file;
  FulKeyKind kind;
  gboolean is_merged;
  gint32   first_key;
} FulPairingGroup;

struct _FulPairing
{
  FulStringTable *strings;
  FulInterner    *group_numbers;
  GArray         *groups;
  FulInterner    *key_numbers;
  GArray         *keys;                     /* from 1 */
  GArray         *items;                    /* from 1 */
  GArray         *item_group;
  GArray         *item_of[FUL_N_SIDES];     /* by key */
};

/* Whether a group is the code without names of a library. */
gboolean ful_pairing_is_unnamed_group (const FulPairing *self,
                                       gint32            group);

G_END_DECLS
