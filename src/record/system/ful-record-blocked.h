/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"
#include "unwind/ful-unwind-registers.h"

G_BEGIN_DECLS

gboolean ful_record_blocked_is_running (gint32              pid,
                                        gint32              tid);
gboolean ful_record_blocked_read       (gint32              pid,
                                        gint32              tid,
                                        gsize               n_stack,
                                        FulUnwindRegisters *out_registers,
                                        FulBytes           *out_memory);
void     ful_record_blocked_touch      (gint32              pid,
                                       guint64             address,
                                       gsize               n);

G_END_DECLS
