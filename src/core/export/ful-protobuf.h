/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"

G_BEGIN_DECLS

void ful_protobuf_write_varint (FulBytes       *to,
                                guint64         value);
void ful_protobuf_write_number (FulBytes       *to,
                                guint           field,
                                guint64         value);
void ful_protobuf_write_bytes  (FulBytes       *to,
                                guint           field,
                                const char     *data,
                                gsize           n);

G_END_DECLS
