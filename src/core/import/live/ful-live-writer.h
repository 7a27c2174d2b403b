/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile-builder.h"
#include "model/ful-profile.h"
#include "wire/ful-wire.h"

G_BEGIN_DECLS

/**
 * FulLiveWriter:
 *
 * Turns frames of a server into rows of a builder. One thread.
 */
typedef struct _FulLiveWriter FulLiveWriter;

FulLiveWriter *ful_live_writer_new    (FulProfileBuilder  *builder);
void           ful_live_writer_free   (FulLiveWriter      *self);
gboolean       ful_live_writer_add    (FulLiveWriter      *self,
                                       FulWireFrame       *frame,
                                       GError            **error);
FulProfile    *ful_live_writer_publish (FulLiveWriter     *self,
                                       GError            **error);
void           ful_live_writer_finish (FulLiveWriter      *self);
const FulWireEnd *ful_live_writer_get_received (FulLiveWriter *self);
gboolean          ful_live_writer_is_whole     (FulLiveWriter *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulLiveWriter, ful_live_writer_free)

G_END_DECLS
