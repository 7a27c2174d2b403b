/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-thread.h"

G_BEGIN_DECLS

void          ful_record_thread_add_row     (FulRecordThreads *threads,
                                             FulRecordRows    *rows,
                                             guint64           time,
                                             FulStackIndex     stack,
                                             guint64           n,
                                             guint64           cpu_ns,
                                             gboolean          is_idle);
FulStackIndex ful_record_thread_push_label  (FulRecordThreads *threads,
                                             FulStackIndex     stack,
                                             const char       *label,
                                             gint32            category);
FulStackIndex ful_record_thread_find_common (FulRecordThreads *threads,
                                             FulStackIndex     a,
                                             FulStackIndex     b);

G_END_DECLS
