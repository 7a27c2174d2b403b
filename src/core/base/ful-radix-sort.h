/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulRadixEntry:
 * @key: sort key
 * @row: the row
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
guint   *ful_radix_order (const double *values,
                          guint         n);

G_END_DECLS
