/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gint64 ful_thread_time_get (void);

G_END_DECLS
