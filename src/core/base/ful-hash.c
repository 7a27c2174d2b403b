/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Hashes of what files and peers say. They depend on a secret of the process: with those of GLib a megabyte of names can be
 * written that all have the same one, so that to look for each costs the number of all. The order in which a table is walked differs
 * from run to run: what is shown or written is sorted. */

#include "config.h"

#include "ful-hash.h"

#include <string.h>

static guint64 seeds[2];

static void
make_seeds (void)
{
  static gsize done;

  if (!g_once_init_enter (&done))
    return;

  for (guint i = 0; i < G_N_ELEMENTS (seeds); i++)
    seeds[i] = ((guint64) g_random_int () << 32 | g_random_int ()) | 1;
  g_once_init_leave (&done, 1);
}

/**
 * ful_hash_get_secret:
 *
 * Returns: (transfer none): for ful_hash_mix()
 */
const guint64 *
ful_hash_get_secret (void)
{
  make_seeds ();

  return seeds;
}

/**
 * ful_hash_bytes:
 * @n: number of @bytes
 *
 * Returns: their hash in this process
 */
guint32
ful_hash_bytes (const char *bytes,
                gsize       n)
{
  const guint64 *secret = ful_hash_get_secret ();
  guint64 h = n;

  for (; n >= 8; bytes += 8, n -= 8)
    {
      guint64 v;

      memcpy (&v, bytes, 8);
      h = ful_hash_mix (h, v, secret);
    }
  if (n > 0)
    {
      guint64 v = 0;

      memcpy (&v, bytes, n);
      h = ful_hash_mix (h, v, secret);
    }

  return (guint32) (h ^ (h >> 32));
}

guint
ful_hash_text (gconstpointer text)
{
  return ful_hash_bytes (text, strlen (text));
}

guint
ful_hash_int64 (gconstpointer number)
{
  return ful_hash_bytes (number, sizeof (gint64));
}

/* 0 and -0 are equal. */
guint
ful_hash_double (gconstpointer number)
{
  double value = *(const double *) number;

  value = value == 0 ? 0 : value;

  return ful_hash_bytes ((const char *) &value, sizeof value);
}

/* @bytes: a #GBytes */
guint
ful_hash_shared_bytes (gconstpointer bytes)
{
  gsize n;
  const char *data = g_bytes_get_data ((GBytes *) bytes, &n);

  return ful_hash_bytes (data, n);
}
