/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gsize ful_utf8_repair (char     *data,
                       gsize     n,
                       gboolean  at_end,
                       gsize    *n_bad,
                       gsize    *first_bad);

G_END_DECLS
