/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef void (*FulPairFunc) (guint    i,
                             gpointer user_data);

void ful_pair_run (guint         n,
                   guint64       n_rows,
                   FulPairFunc   func,
                   gpointer      user_data,
                   GCancellable *cancellable);

G_END_DECLS
