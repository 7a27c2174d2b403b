/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-import-log.h"
#include "ful-profile.h"

#include "base/ful-buffer.h"
#include "base/ful-bytes.h"
#include "base/ful-string-table.h"
#include "base/ful-table.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulThreadBuilder:
 * @thread: name, pid and so on are set on it directly; may be replaced by another one
 * @samples: appended to, or set column by column, like the other tables
 * @payloads: JSON texts of marker payloads, one after the other, that were not published
 * @losses: (nullable) (element-type FulLoss): see ful_thread_builder_add_loss()
 * @published_payloads: (nullable): those before them
 * @published: (nullable): the thread of the last snapshot
 * @published_as: (nullable): what @thread was then
 *
 * A thread under construction.
 */
typedef struct
{
  FulThread       *thread;
  FulTableBuilder  samples;
  FulTableBuilder  markers;
  FulTableBuilder  js_allocations;
  FulTableBuilder  native_allocations;
  gboolean         has_js_allocations;
  gboolean         has_native_allocations;
  FulBytes         payloads;
  GArray          *losses;
  gboolean         has_new_losses;
  FulBuffer       *published_payloads;
  FulThread       *published;
  FulThread       *published_as;
} FulThreadBuilder;

/**
 * FulCounterBuilder:
 * @counter: (nullable): without samples; may be replaced by another one
 * @samples: its rows
 * @published: (nullable): the counter of the last snapshot
 * @published_as: (nullable): what @counter was then
 *
 * A counter under construction.
 */
typedef struct
{
  FulCounter      *counter;
  FulTableBuilder  samples;
  FulCounter      *published;
  FulCounter      *published_as;
} FulCounterBuilder;

/* Kinds of tables, in the order in which they are checked. */
typedef enum
{
  FUL_CHECK_SHARED,
  FUL_CHECK_COUNTERS,
  FUL_CHECK_THREADS,
  FUL_N_CHECKS,
} FulCheck;

/**
 * FulProfileBuilder:
 * @profile: meta, categories and libs are set on it directly
 * @strings: the shared strings; @texts: the inline ones
 * @log: what readers dropped or guessed
 * @checks: (nullable): what checks repaired in parts of the profile that were published by
 *   ful_profile_builder_publish_whole(): entries that are to follow those of @log, in order of the kinds
 *
 * The only writer of profiles. One thread at a time.
 */
typedef struct
{
  FulProfile      *profile;
  FulStringTable  *strings;
  FulStringTable  *texts;
  FulTableBuilder  stacks;
  FulTableBuilder  frames;
  FulTableBuilder  funcs;
  FulTableBuilder  resources;
  FulTableBuilder  native_symbols;
  FulTableBuilder  sources;
  FulTableBuilder  source_locations;
  GPtrArray       *threads;      /* FulThreadBuilder */
  GPtrArray       *counters;     /* FulCounterBuilder */
  FulImportLog    *log;
  FulImportLog    *checks[FUL_N_CHECKS];
  FulProfile      *published;    /* (nullable): the last snapshot */
  guint            n_resource_funcs; /* resources that have their function */
  gint32           unknown_func;   /* row of the one named "<unknown>", or FUL_NONE; the others likewise */
  gint32           unknown_frame;
  gint32           unknown_source;
  gint32           unknown_lib;
} FulProfileBuilder;

FulProfileBuilder *ful_profile_builder_new        (void);
void               ful_profile_builder_free       (FulProfileBuilder  *self);
gboolean           ful_profile_builder_check_n_threads
                                                  (FulProfileBuilder  *self,
                                                   guint               n_more,
                                                   GError            **error);
gboolean           ful_profile_builder_is_full    (const FulProfileBuilder *self);
FulThreadBuilder  *ful_profile_builder_add_thread (FulProfileBuilder  *self);
FulCounterBuilder *ful_profile_builder_add_counter (FulProfileBuilder *self,
                                                   FulCounter         *counter);
void               ful_thread_builder_take_tid    (FulThreadBuilder   *self,
                                                   char               *tid);
void               ful_thread_builder_add_loss    (FulThreadBuilder   *self,
                                                   double              start,
                                                   double              end);
guint64            ful_thread_builder_get_payload_end (const FulThreadBuilder *self);
gint32             ful_profile_builder_get_unknown (FulProfileBuilder *self,
                                                   FulRef              refers_to);
void               ful_profile_builder_complete_categories (FulProfileBuilder *self);
void               ful_profile_builder_append_resource_funcs (FulProfileBuilder *self);
FulProfile        *ful_profile_builder_publish    (FulProfileBuilder  *self,
                                                   GError            **error);
FulProfile        *ful_profile_builder_publish_whole
                                                  (FulProfileBuilder  *self,
                                                   GCancellable       *cancellable,
                                                   GError            **error);
FulProfile        *ful_profile_builder_seal       (FulProfileBuilder  *self,
                                                   GCancellable       *cancellable,
                                                   GError            **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulProfileBuilder, ful_profile_builder_free)

G_END_DECLS
