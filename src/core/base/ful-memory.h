/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Exit status of programs without memory or threads. */
#define FUL_MEMORY_EXIT_STATUS 3

void     ful_memory_init           (void);
gboolean ful_memory_is_available   (gsize n_bytes);
gsize    ful_memory_next_size      (gsize allocated,
                                    gsize wanted,
                                    gsize least);
void     ful_memory_give_back      (void);
void     ful_memory_give_back_soon (void);

G_END_DECLS
