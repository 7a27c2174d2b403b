/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean ful_foreign_is_perfetto (const char *head,
                                  gsize       n);
gboolean ful_foreign_is_otlp     (const char *head,
                                  gsize       n);

G_END_DECLS
