/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean ful_perf_is_incomplete (const char *head,
                                 gsize       n);

G_END_DECLS
