/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-transform-text.h"

G_BEGIN_DECLS

/* A transform by names, before these are resolved. Texts are owned by the node or the spec. */
typedef struct
{
  const FulTransformKind *kind;
  FulTransform            values;
  const char             *function;
  gint64                  number;       /* of the function, or -1 */
  const char             *resource;
  const char             *category;
  GPtrArray              *path;         /* of names; of a sample filter its functions */
  GArray                 *numbers;      /* of the functions on the path; may be empty */
} FulTransformDraft;

void            ful_transform_draft_init       (FulTransformDraft    *self);
void            ful_transform_draft_clear      (FulTransformDraft    *self);
FulViewOptions *ful_transform_draft_push       (FulTransformDraft    *draft,
                                                const FulViewOptions *options,
                                                FulTransformReader   *reader,
                                                GError              **error);
gboolean        ful_transform_refuse           (GError              **error,
                                                const char           *format,
                                                ...) G_GNUC_PRINTF (2, 3);
FulFuncNames   *ful_transform_reader_get_names (FulTransformReader   *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FulTransformDraft, ful_transform_draft_clear)

G_END_DECLS
