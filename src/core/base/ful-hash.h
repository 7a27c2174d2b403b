/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Both halves of a product of two secrets: which inputs collide cannot be known without them. */
static inline guint64
ful_hash_mix (guint64        h,
              guint64        v,
              const guint64 *secret)
{
  guint64 a = h ^ secret[0];
  guint64 b = v ^ secret[1];
#ifdef __SIZEOF_INT128__
  unsigned __int128 product = (unsigned __int128) a * b;

  return (guint64) product ^ (guint64) (product >> 64);
#else
  guint64 low = (a & G_MAXUINT32) * (b & G_MAXUINT32);
  guint64 high = (a >> 32) * (b >> 32);
  guint64 cross = (a >> 32) * (b & G_MAXUINT32) ^ (a & G_MAXUINT32) * (b >> 32);

  return low ^ high ^ (cross << 32 | cross >> 32);
#endif
}

const guint64 *ful_hash_get_secret   (void);
guint32        ful_hash_bytes        (const char    *bytes,
                                      gsize          n);

/* For tables of GLib. */
guint          ful_hash_text         (gconstpointer  text);
guint          ful_hash_int64        (gconstpointer  number);
guint          ful_hash_double       (gconstpointer  number);
guint          ful_hash_shared_bytes (gconstpointer  bytes);

G_END_DECLS
