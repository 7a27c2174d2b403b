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

G_END_DECLS
