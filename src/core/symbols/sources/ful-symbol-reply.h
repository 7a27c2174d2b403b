/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"
#include "io/json/ful-json-reader.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulSymbolReplyFunc:
 * @json: before the value of a member of the reply
 * @key: (array length=length): its name
 *
 * Returns: whether the value was read; others are skipped
 */
typedef gboolean (*FulSymbolReplyFunc) (FulJsonReader *json,
                                        const char    *key,
                                        gsize          length,
                                        gpointer       data);

gboolean    ful_symbol_reply_parse       (const char          *text,
                                          gsize                n,
                                          FulSymbolReplyFunc   func,
                                          gpointer             data,
                                          GError             **error);
gboolean    ful_symbol_reply_fetch       (const char          *server,
                                          const char          *path,
                                          const char          *body,
                                          guint64             *max_bytes,
                                          FulSymbolReplyFunc   func,
                                          gpointer             data,
                                          GCancellable        *cancellable,
                                          GError             **error);
void        ful_symbol_body_add       (FulBytes            *body,
                                       const char          *name,
                                       const char          *value);
gboolean    ful_symbol_reply_is_key      (const char          *key,
                                          gsize                length,
                                          const char          *name);
const char *ful_symbol_reply_read_string (FulJsonReader       *json);
gboolean    ful_symbol_reply_read_hex    (FulJsonReader       *json,
                                          guint64             *out);
void        ful_symbol_reply_skip        (FulJsonReader       *json);

G_END_DECLS
