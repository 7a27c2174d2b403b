/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

char *ful_pprof_to_text (GBytes *packed,
                         gint64 *out_sum);

G_END_DECLS
