/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"
#include "model/ful-profile.h"

G_BEGIN_DECLS

/* Appends what the payload of the marker @row becomes to @to. Returns: FALSE, with nothing appended, if it stays */
typedef gboolean (*FulPayloadFunc) (guint       row,
                                    const char *payload,
                                    gsize       length,
                                    FulBytes   *to,
                                    gpointer    data);

void ful_thread_map_payloads (FulThread      *self,
                              FulPayloadFunc  func,
                              gpointer        data);
void ful_thread_keep_markers (FulThread      *self,
                              const gint32   *map,
                              guint           n_kept);
void ful_payload_set_cause   (const char     *payload,
                              gsize           length,
                              FulStackIndex   stack,
                              FulBytes       *to);

G_END_DECLS
