/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean ful_record_process_has_our_files (gint32 pid);
gint32   ful_record_process_get_inner_pid (gint32 pid);
gint32   ful_record_process_get_leader    (gint32   tid);
guint64  ful_record_process_get_all_cpu   (gint32   pid,
                                           guint64 *out_children_ns);
gboolean ful_record_process_get_cpu       (gint32   pid,
                                           gint32   tid,
                                           guint64 *out_ns);
guint64  ful_record_process_get_children_cpu (void);

G_END_DECLS
