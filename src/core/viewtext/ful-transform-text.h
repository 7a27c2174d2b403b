/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-transform-names.h"

#include "model/ful-profile.h"
#include "stacks/transforms/ful-transform.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-view-options.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/**
 * FulTransformReader:
 * @profile: the profile
 * @cache: its derived results
 *
 * The context for resolving names of transforms. One thread.
 */
typedef struct
{
  FulProfile     *profile;
  FulDeriveCache *cache;

  /*< private >*/
  FulFuncNames   *names;   /* (nullable): until they are needed */
  GHashTable     *aliases; /* (nullable) (unowned) */
} FulTransformReader;

void            ful_transform_reader_init  (FulTransformReader   *self,
                                            FulProfile           *profile,
                                            FulDeriveCache       *cache);
void            ful_transform_reader_clear (FulTransformReader   *self);
void            ful_transform_reader_set_aliases
                                           (FulTransformReader   *self,
                                            GHashTable           *aliases);
FulViewOptions *ful_transform_push_json    (const FulViewOptions *options,
                                            JsonNode             *node,
                                            FulTransformReader   *reader,
                                            GError              **error);
FulViewOptions *ful_transform_push_spec    (const FulViewOptions *options,
                                            const char           *spec,
                                            FulTransformReader   *reader,
                                            GError              **error);
void            ful_transform_write        (const FulTransform   *self,
                                            FulTransformReader   *reader,
                                            JsonBuilder          *builder);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FulTransformReader, ful_transform_reader_clear)

G_END_DECLS
