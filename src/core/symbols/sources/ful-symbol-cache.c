/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Results kept between runs: a file for each library, by its id. Its contents are validated as those of the process that
 * reads ELF files, see ful_symbol_results_new_from_bytes(); a damaged file is ignored. */

#include "config.h"

#include "ful-symbol-cache.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <utime.h>

/* Changes with each change of the format. */
#define MAGIC "fulgens symbols 2\n"
#define N_MAGIC (sizeof MAGIC - 1)
#define SUFFIX ".fulgens-symbols"

/* Returns: (transfer full): the folder of the user */
char *
ful_symbol_cache_dup_folder (void)
{
  return g_build_filename (g_get_user_cache_dir (), "fulgens", "symbols", NULL);
}

/* Names and ids come from profiles: only their digest is part of a path. */
static char *
dup_path (const char *folder,
          const char *debug_name,
          const char *breakpad_id)
{
  g_autofree char *key = g_strdup_printf ("%s/%s", debug_name, breakpad_id);
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, key, -1);
  g_autofree char *name = g_strconcat (digest, SUFFIX, NULL);

  return g_build_filename (folder, name, NULL);
}

/**
 * ful_symbol_cache_read:
 *
 * Returns: (transfer full) (nullable): what is kept for a library
 */
FulSymbolResults *
ful_symbol_cache_read (const char *folder,
                       const char *debug_name,
                       const char *breakpad_id)
{
  g_autofree char *path = dup_path (folder, debug_name, breakpad_id);
  g_autofree char *data = NULL;
  g_autoptr(GBytes) bytes = NULL;
  gsize n;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR) || !g_file_get_contents (path, &data, &n, NULL) || n < N_MAGIC ||
      memcmp (data, MAGIC, N_MAGIC) != 0)
    return NULL;

  utime (path, NULL);   /* for what is used least to go first */
  bytes = g_bytes_new (data + N_MAGIC, n - N_MAGIC);

  return ful_symbol_results_new_from_bytes (bytes, NULL);
}

/* Replaces what is kept for a library. A cache that cannot be written is no error. */
void
ful_symbol_cache_write (const char             *folder,
                        const char             *debug_name,
                        const char             *breakpad_id,
                        const FulSymbolResults *results)
{
  g_autofree char *path = dup_path (folder, debug_name, breakpad_id);
  g_autoptr(GByteArray) data = g_byte_array_new ();
  const char *bytes;
  gsize n;

  bytes = g_bytes_get_data (results->bytes, &n);
  if (n > FUL_SYMBOL_CACHE_BYTES / 2 || g_mkdir_with_parents (folder, 0700) != 0)
    return;

  g_byte_array_append (data, (const guint8 *) MAGIC, N_MAGIC);
  g_byte_array_append (data, (const guint8 *) bytes, (guint) n);
  g_file_set_contents_full (path, (const char *) data->data, data->len, G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL);
}

typedef struct
{
  char   *path;
  guint64 size;
  gint64  used;
} Kept;

static void
clear_kept (gpointer data)
{
  g_free (((Kept *) data)->path);
}

static int
compare_kept (gconstpointer a,
              gconstpointer b)
{
  const Kept *x = a, *y = b;

  return (x->used < y->used) - (x->used > y->used);
}

/**
 * ful_symbol_cache_trim:
 * @max_bytes: what all files may take
 * @max_days: how long an unused one is kept
 *
 * Deletes files that were not used for long, and then those that were not used for longest.
 */
void
ful_symbol_cache_trim (const char *folder,
                       guint64     max_bytes,
                       guint       max_days)
{
  g_autoptr(GDir) files = g_dir_open (folder, 0, NULL);
  g_autoptr(GArray) kept = g_array_new (FALSE, FALSE, sizeof (Kept));
  gint64 oldest = g_get_real_time () / G_USEC_PER_SEC - (gint64) max_days * 24 * 60 * 60;
  guint64 sum = 0;
  const char *name;

  g_array_set_clear_func (kept, clear_kept);
  while (files && (name = g_dir_read_name (files)))
    {
      Kept item = { g_build_filename (folder, name, NULL) };
      GStatBuf status;

      if (!(g_str_has_suffix (name, SUFFIX) || g_str_has_suffix (name, FUL_SYMBOL_CACHE_DEBUG_SUFFIX)) || g_stat (item.path, &status) != 0)
        {
          g_free (item.path);
          continue;
        }
      item.size = (guint64) status.st_size;
      item.used = status.st_mtime;
      g_array_append_val (kept, item);
    }

  g_array_sort (kept, compare_kept);
  for (guint i = 0; i < kept->len; i++)
    {
      const Kept *item = &g_array_index (kept, Kept, i);

      if (sum + item->size > max_bytes || item->used < oldest)
        g_unlink (item->path);
      else
        sum += item->size;
    }
}

/**
 * ful_symbol_cache_trim_once:
 * @has_trimmed: (inout): set by the first call
 *
 * Trims at the first call with @has_trimmed: a search that keeps results for many libraries reads the folder once.
 */
void
ful_symbol_cache_trim_once (const char *folder,
                            int        *has_trimmed)
{
  if (g_atomic_int_compare_and_exchange (has_trimmed, FALSE, TRUE))
    ful_symbol_cache_trim (folder, FUL_SYMBOL_CACHE_BYTES, FUL_SYMBOL_CACHE_DAYS);
}
