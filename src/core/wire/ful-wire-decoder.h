/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-wire.h"

#include "base/ful-error.h"

G_BEGIN_DECLS

/**
 * FulWireDecoder:
 *
 * The frames of one direction of a connection. One thread.
 */
typedef struct _FulWireDecoder FulWireDecoder;

FulWireDecoder  *ful_wire_decoder_new        (gboolean         from_client);
void             ful_wire_decoder_free       (FulWireDecoder  *self);
void             ful_wire_decoder_feed       (FulWireDecoder  *self,
                                              const void      *data,
                                              gsize            n);
gboolean         ful_wire_decoder_next       (FulWireDecoder  *self,
                                              FulWireFrame    *frame,
                                              GError         **error);
guint64          ful_wire_decoder_get_offset (FulWireDecoder  *self);
FulWireErrorCode ful_wire_error_get_code     (const GError    *error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulWireDecoder, ful_wire_decoder_free)

G_END_DECLS
