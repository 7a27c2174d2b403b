/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-table.h"
#include "import/ful-importer.h"
#include "io/raw/ful-raw-tree.h"
#include "model/ful-profile-builder.h"
#include "model/ful-profile.h"
#include "model/ful-thread-tables.h"

G_BEGIN_DECLS

#define FUL_PROCESSED_VERSION 70

gboolean ful_processed_read_meta (FulRawTree         *tree,
                                  FulRawNode         *meta,
                                  FulProfileBuilder  *builder,
                                  GCancellable       *cancellable);
void     ful_processed_read_counter (FulRawTree        *tree,
                                     FulRawNode        *counter,
                                     guint              i,
                                     FulProfileBuilder *builder);
FulCounter *ful_processed_read_counter_members (FulRawNode        *counter,
                                               guint              i,
                                               FulProfileBuilder *builder);
FulWeightType ful_processed_read_weight_type (const FulRawNode *table);
void     ful_processed_read_thread_members (FulRawNode *node,
                                            FulThread  *thread);
FulLib  *ful_processed_read_lib  (const FulRawNode   *lib);
gboolean ful_processed_read_head (FulRawTree         *tree,
                                  FulRawNode         *root,
                                  FulProfileBuilder  *builder,
                                  GCancellable       *cancellable,
                                  GError            **error);
gboolean ful_processed_read_threads
                                 (FulRawTree         *tree,
                                  FulRawNode         *threads,
                                  guint               begin,
                                  guint               end,
                                  FulProfileBuilder  *builder,
                                  GCancellable       *cancellable,
                                  GError            **error);
gboolean ful_processed_read      (FulRawTree         *tree,
                                  FulRawNode         *root,
                                  guint               n_threads_read,
                                  FulProfileBuilder  *builder,
                                  GCancellable       *cancellable,
                                  GError            **error);

G_END_DECLS
