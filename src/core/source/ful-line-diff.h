/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

GArray *ful_line_diff_new (const GPtrArray *lines,
                           const GPtrArray *others);

G_END_DECLS
