/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef void (*FulParallelFunc) (guint    i,
                                 gpointer user_data);

void ful_parallel_for (guint            n,
                       guint64          n_rows,
                       FulParallelFunc  func,
                       gpointer         user_data,
                       GCancellable    *cancellable);

G_END_DECLS
