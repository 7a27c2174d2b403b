/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-string-table.h"
#include "import/ful-legacy-data.h"
#include "import/ful-table-upgrade.h"
#include "io/raw/ful-raw-tree.h"
#include "model/ful-import-log.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulUpgrade:
 * @meta: `meta`; never NULL
 * @threads: elements of `threads` that are objects
 * @strings: their strings, until step 56 merges them into one array; NULL from there on
 *
 * @cancellable: (nullable): once it is cancelled no thread seems to have payloads, so that the
 *   step that is running ends soon
 *
 * A profile on its way to the newest version.
 */
typedef struct
{
  FulRawTree      *tree;
  FulRawNode      *root;
  FulRawNode      *meta;
  guint            n_threads;
  FulRawNode     **threads;
  FulStringTable **strings;
  FulImportLog    *log;
  GCancellable    *cancellable;
} FulUpgrade;

/* A step to version @to, like the others of its file. */
typedef struct
{
  guint  to;
  void (*run) (FulUpgrade *upgrade);
} FulUpgradeStep;

extern const FulUpgradeStep ful_upgrade_steps_1_23[];
extern const FulUpgradeStep ful_upgrade_steps_24_40[];
extern const FulUpgradeStep ful_upgrade_steps_41_59[];
extern const FulUpgradeStep ful_upgrade_steps_60_70[];

/* Changes one payload; returns whether it did. */
typedef gboolean (*FulPayloadFunc) (FulRawTree *tree,
                                    FulRawNode *payload,
                                    gpointer    user_data);

FulRawNode     *ful_upgrade_markers       (FulUpgrade       *upgrade,
                                           guint             thread);
FulRawNode    **ful_upgrade_payloads      (FulUpgrade       *upgrade,
                                           guint             thread,
                                           guint            *out_n);
void            ful_upgrade_each_payload  (FulUpgrade       *upgrade,
                                           guint             thread,
                                           FulPayloadFunc    func,
                                           gpointer          user_data);
const char     *ful_upgrade_string        (FulUpgrade       *upgrade,
                                           guint             thread,
                                           gint32            string);
gint32          ful_upgrade_map_row       (FulUpgrade       *upgrade,
                                           const char       *where,
                                           gint64            row,
                                           gint32            reference,
                                           const gint32     *map,
                                           guint             n);
void            ful_upgrade_map_stacks    (FulUpgrade       *upgrade,
                                           guint             thread,
                                           const gint32     *sample_map,
                                           const gint32     *backtrace_map,
                                           guint             n_stacks);
void            ful_upgrade_add_number    (FulUpgrade       *upgrade,
                                           FulRawNode       *object,
                                           const char       *key,
                                           double            more);

G_END_DECLS
