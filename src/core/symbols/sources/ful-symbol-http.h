/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean ful_symbol_http_fetch (const char     *place,
                                const char     *path,
                                const char     *body,
                                guint64         max_bytes,
                                GOutputStream  *output,
                                GCancellable   *cancellable,
                                GError        **error);

G_END_DECLS
