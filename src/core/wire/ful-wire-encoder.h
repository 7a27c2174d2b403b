/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-wire-reader.h"
#include "ful-wire.h"

#include "base/ful-bytes.h"

G_BEGIN_DECLS

gboolean ful_wire_encode             (FulBytes                *to,
                                      const FulWireFrame      *frame);
gboolean ful_wire_encode_table       (FulBytes                *to,
                                      FulWireTableNumber       table,
                                      guint64                  first_row,
                                      guint                    n,
                                      const gint64            *cells,
                                      const FulWireText       *texts);
gboolean ful_wire_encode_samples     (FulBytes                *to,
                                      guint64                  thread,
                                      gint64                   base_time,
                                      const FulWireSample     *samples,
                                      guint                    n);
gboolean ful_wire_encode_markers     (FulBytes                *to,
                                      guint64                  thread,
                                      gint64                   base_time,
                                      const FulWireMarker     *markers,
                                      guint                    n);
gboolean ful_wire_encode_counts      (FulBytes                *to,
                                      guint64                  counter,
                                      gint64                   base_time,
                                      const FulWireCount      *counts,
                                      guint                    n);
gboolean ful_wire_encode_allocations (FulBytes                *to,
                                      guint64                  thread,
                                      guint8                   kind,
                                      gint64                   base_time,
                                      const FulWireAllocation *allocations,
                                      guint                    n);
void     ful_wire_put_field          (FulBytes                *to,
                                      const FulWireField      *field);

G_END_DECLS
