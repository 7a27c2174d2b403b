/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "import/common/ful-import-tables.h"
#include "io/raw/ful-raw-tree.h"
#include "model/ful-import-log.h"
#include "model/ful-profile-builder.h"

G_BEGIN_DECLS

/* Samples that follow each other closer are left out, as in the reference; in ms. */
#define FUL_V8_INTERVAL 0.5

/* The categories of V8's functions, which a profile with them begins with. */
typedef enum
{
  FUL_V8_CATEGORY_OTHER,
  FUL_V8_CATEGORY_IDLE,
  FUL_V8_CATEGORY_JAVASCRIPT,
  FUL_V8_CATEGORY_GC,
  FUL_V8_CATEGORY_GRAPHICS,
  FUL_V8_CATEGORY_NATIVE,
} FulV8Category;

/**
 * FulV8Profile:
 * @tables: gets functions, frames and stacks
 * @thread: gets the samples
 * @time: ms; of the sample that was read last
 * @last_kept: ms; of the last one that was not left out; at most @start of ful_v8_profile_init() before
 * @n_close: how many were left out, as they follow another one closely
 * @cancellable: (nullable): checked every few thousand nodes and samples, of which it leaves a part
 *
 * A CPU profile of V8 on its way into a thread: a tree of nodes, and samples that name them. Node numbers are its own.
 */
typedef struct
{
  FulImportTables  *tables;
  FulThreadBuilder *thread;
  FulImportLog     *log;
  GHashTable       *stacks;      /* number of a node + 1 → stack + 1 */
  GHashTable       *parents;     /* number of a node + 1 → that of its parent + 1 */
  double            time;
  double            last_kept;
  guint             n_close;
  GCancellable     *cancellable;
} FulV8Profile;

void ful_v8_profile_init        (FulV8Profile     *self,
                                 FulImportTables  *tables,
                                 FulThreadBuilder *thread,
                                 double            start,
                                 GCancellable     *cancellable);
void ful_v8_profile_clear       (FulV8Profile     *self);
void ful_v8_profile_add_nodes   (FulV8Profile     *self,
                                 FulRawTree       *tree,
                                 const FulRawNode *nodes);
void ful_v8_profile_add_samples (FulV8Profile     *self,
                                 const FulRawNode *samples,
                                 const FulRawNode *time_deltas);
void ful_v8_profile_add_tree    (FulV8Profile     *self,
                                 FulRawTree       *tree,
                                 FulRawNode       *head);
void ful_v8_profile_add_timed_samples (FulV8Profile     *self,
                                       const FulRawNode *samples,
                                       const FulRawNode *timestamps,
                                       double            end);
FulFrameIndex ful_v8_add_frame  (FulImportTables  *tables,
                                 const char       *name,
                                 const char       *url,
                                 gint32            line,
                                 gint32            column);

G_END_DECLS
