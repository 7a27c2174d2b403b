/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *ful_json_skip_compact (const char *p,
                                   const char *end,
                                   guint       max_depth);

G_END_DECLS
