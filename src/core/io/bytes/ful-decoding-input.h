/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulDecodingInput:
 *
 * The uncompressed bytes of a file. One thread at a time.
 */
typedef struct _FulDecodingInput FulDecodingInput;

FulDecodingInput *ful_decoding_input_new                  (GInputStream      *input,
                                                           guint64           *bytes_read,
                                                           gboolean           partial,
                                                           GCancellable      *cancellable);
void              ful_decoding_input_free                 (FulDecodingInput  *self);
gssize            ful_decoding_input_read                 (FulDecodingInput  *self,
                                                           char              *to,
                                                           gsize              room,
                                                           GError           **error);
GBytes           *ful_decoding_input_read_at              (FulDecodingInput  *self,
                                                           guint64            offset,
                                                           gsize              max);
gboolean          ful_decoding_input_get_trailing_garbage (FulDecodingInput  *self);
gboolean          ful_decoding_input_get_truncated        (FulDecodingInput  *self);
void              ful_decoding_input_set_truncated_error  (FulDecodingInput  *self,
                                                           GError           **error);

G_END_DECLS
