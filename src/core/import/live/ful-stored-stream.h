/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "io/ful-byte-stream.h"
#include "model/ful-profile-builder.h"

G_BEGIN_DECLS

gboolean ful_stored_stream_read (FulByteStream      *stream,
                                 FulChunk           *first,
                                 FulProfileBuilder  *builder,
                                 GError            **error);

G_END_DECLS
