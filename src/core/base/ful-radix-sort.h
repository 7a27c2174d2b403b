/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulRadixEntry:
 * @key: what it is sorted by
 * @row: what is sorted
 */
typedef struct
{
  guint64 key;
  gint32  row;
} FulRadixEntry;

guint64  ful_radix_key  (double         value);
gboolean ful_radix_sort (FulRadixEntry *entries,
                         guint          n,
                         GCancellable  *cancellable);

G_END_DECLS
