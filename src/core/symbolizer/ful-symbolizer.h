/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-symbol-messages.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulSymbolizer:
 *
 * A running fulgens-symbolizer, and the socket to it.
 */
typedef struct _FulSymbolizer FulSymbolizer;

gboolean       ful_symbolizer_can_run (void);
FulSymbolizer *ful_symbolizer_start   (GCancellable      *cancellable,
                                       GError           **error);
gboolean       ful_symbolizer_send    (FulSymbolizer     *self,
                                       FulSymbolMessage   message,
                                       const void        *data,
                                       gsize              n,
                                       int                file,
                                       GError           **error);
gboolean       ful_symbolizer_receive (FulSymbolizer     *self,
                                       void              *data,
                                       gsize              n,
                                       GError           **error);
gboolean       ful_symbolizer_fail    (GError           **error);
void           ful_symbolizer_end     (FulSymbolizer     *self,
                                       GError           **error);

G_END_DECLS
