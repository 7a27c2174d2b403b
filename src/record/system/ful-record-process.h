/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean ful_record_process_has_our_files (gint32 pid);
gint32   ful_record_process_get_inner_pid (gint32 pid);

G_END_DECLS
