/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Writes all of a file to @stream, without closing it. */
typedef gboolean (*FulFileWriteFunc) (GOutputStream  *stream,
                                      gpointer        user_data,
                                      GCancellable   *cancellable,
                                      GError        **error);

gboolean ful_file_replace (GFile             *file,
                           FulFileWriteFunc   write,
                           gpointer           user_data,
                           GCancellable      *cancellable,
                           GError           **error);
gboolean ful_file_replace_check (GFile   *file,
                                 GError **error);

G_END_DECLS
