/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-view-options.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulComparedPart:
 * @name: for the user
 * @file: (nullable): what to read; before ful_compared_part_list() it may be a folder
 * @profile: (nullable): what is open already, as it is in @file or without one
 * @options: its view; without threads all that have rows
 *
 * What one run of a comparison is read from. Immutable but for what is kept of it, counted; any thread may use it.
 */
typedef struct
{
  char           *name;
  GFile          *file;
  FulProfile     *profile;
  FulViewOptions *options;

  /*< private >*/
  GMutex          lock;         /* of all below */
  FulProfile     *kept;         /* (nullable) */
  FulDeriveCache *kept_cache;   /* (nullable): of @kept */
  gboolean        is_named;     /* names of native code were looked up on this machine */
} FulComparedPart;

FulComparedPart *ful_compared_part_new_file    (GFile           *file);
FulComparedPart *ful_compared_part_new_view    (GFile           *file,
                                                const char      *name,
                                                FulProfile      *profile,
                                                FulViewOptions  *options);
FulComparedPart *ful_compared_part_ref         (FulComparedPart *self);
void             ful_compared_part_unref       (FulComparedPart *self);
gboolean         ful_compared_part_list        (FulComparedPart  *self,
                                                GPtrArray        *parts,
                                                GError          **error);
FulProfile      *ful_compared_part_open        (FulComparedPart  *self,
                                                FulDeriveCache  **out_cache,
                                                GCancellable     *cancellable,
                                                GError          **error);
void             ful_compared_part_keep        (FulComparedPart  *self,
                                                FulProfile       *profile,
                                                FulDeriveCache   *cache);
gboolean         ful_compared_part_is_named    (FulComparedPart  *self);
void             ful_compared_part_forget      (FulComparedPart  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulComparedPart, ful_compared_part_unref)

G_END_DECLS
