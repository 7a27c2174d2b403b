/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void ful_memory_init          (void);
void ful_memory_begin_reading (void);
void ful_memory_end_reading   (void);
void ful_memory_populate      (gpointer data,
                               gsize    n);

G_END_DECLS
