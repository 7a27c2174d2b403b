/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What programs end with when there is no memory, or no thread to be had. */
#define FUL_MEMORY_EXIT_STATUS 3

void     ful_memory_init          (void);
gboolean ful_memory_is_available  (gsize    n_bytes);
void     ful_memory_begin_reading (void);
void     ful_memory_end_reading   (void);
gpointer ful_memory_new           (gsize    n,
                                   gsize    element_size);
gpointer ful_memory_grow          (gpointer data,
                                   gsize    used,
                                   gsize    n,
                                   gsize    element_size);
gsize    ful_memory_next_size     (gsize    allocated,
                                   gsize    wanted,
                                   gsize    least);
void     ful_memory_populate      (gpointer data,
                                   gsize    n);
void     ful_memory_stock_up      (void);
void     ful_memory_give_back     (void);
gsize    ful_memory_open          (gpointer data,
                                   gsize    element_size,
                                   gsize    opened,
                                   gsize    wanted,
                                   gsize    allocated);

G_END_DECLS
