/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What can be left out of a profile: words, defaults, and how much of each there is (sanitize.md 1). */

#define _GNU_SOURCE   /* memmem() */
#include "config.h"

#include "ful-private-windows.h"
#include "ful-removals.h"
#include "ful-text-removal.h"

#include "base/ful-error.h"
#include "base/ful-memmem.h"
#include "base/ful-table.h"
#include "io/json/ful-json-document.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const char *const words[FUL_N_REMOVALS] = {
  "scripts", "urls", "screenshots", "extensions", "preferences", "private", "arguments", "paths",
};

/**
 * ful_removal_get_word:
 *
 * Returns: the word for it on the command line
 */
const char *
ful_removal_get_word (FulRemoval removal)
{
  return words[removal];
}

/**
 * ful_removal_is_preference:
 * @type: of a marker
 *
 * Returns: whether it has the value of a preference; the second type is that of Firefox 153
 */
gboolean
ful_removal_is_preference (const char *type)
{
  return g_str_equal (type, "PreferenceRead") || g_str_equal (type, "Preference");
}

static gboolean
parse_word (const char   *word,
            FulRemovals  *out,
            GError      **error)
{
  if (g_str_equal (word, "all") || g_str_equal (word, "nothing"))
    {
      *out |= *word == 'a' ? FUL_REMOVE_ALL : FUL_REMOVE_NOTHING;
      return TRUE;
    }
  for (guint i = 0; i < FUL_N_REMOVALS; i++)
    if (g_str_equal (word, words[i]))
      {
        *out |= 1u << i;
        return TRUE;
      }
  g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT,
               _("“%s” cannot be removed; what can is scripts, urls, screenshots, extensions, preferences, private, arguments, paths, all"), word);

  return FALSE;
}

/**
 * ful_removals_parse:
 * @text: words with commas between them; `all` and `nothing` are words too
 * @out: (inout): gets theirs
 * @error: %FUL_ERROR_ARGUMENT
 */
gboolean
ful_removals_parse (const char   *text,
                    FulRemovals  *out,
                    GError      **error)
{
  g_auto(GStrv) parts = g_strsplit (text, ",", -1);

  for (guint i = 0; parts[i]; i++)
    if (!parse_word (parts[i], out, error))
      return FALSE;

  return TRUE;
}

/**
 * ful_removals_get_default:
 *
 * Returns: what is better not given to others unasked: of a Firefox that people use every day all, else what is never
 *   meant to be seen, as the reference has it
 */
FulRemovals
ful_removals_get_default (FulProfile *profile)
{
  g_autoptr(JsonObject) meta = ful_json_parse_object (profile->meta_json ? profile->meta_json : "{}");
  const char *channel = ful_json_get_string (meta, "updateChannel");

  if (g_strcmp0 (channel, "release") == 0 || g_strcmp0 (channel, "beta") == 0 || g_strcmp0 (channel, "esr") == 0)
    return FUL_REMOVE_ALL;

  return FUL_REMOVE_SCRIPTS | FUL_REMOVE_PRIVATE | FUL_REMOVE_ARGUMENTS;
}

/* How many of @texts @func changes. */
static guint64
count_texts (const FulStringTable *texts,
             guint                 n,
             FulTextFunc           func)
{
  guint64 n_changed = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *changed = func (ful_string_table_get (texts, (FulStringIndex) i));

      n_changed += changed != NULL;
    }

  return n_changed;
}

static const char *const urls[] = { "://", ":\\/\\/", "%3A%2F%2F", NULL };
static const char *const homes[] = { "/home/", "\\/home\\/", "/Users/", "\\/Users\\/", "\\Users\\", NULL };

/* How often one of @texts is in the JSON text @begin. */
static guint64
count_in_json (const char         *begin,
               gsize               n_bytes,
               const char * const *texts)
{
  guint64 n_found = 0;

  for (guint k = 0; begin && texts[k]; k++)
    for (const char *p = begin; (p = memmem (p, n_bytes - (gsize) (p - begin), texts[k], strlen (texts[k]))) != NULL; p++)
      n_found++;

  return n_found;
}

/* What is in payloads, which lie one behind the other. */
static void
count_payloads (FulThread *thread,
                guint64    counts[FUL_N_REMOVALS])
{
  const char *begin = thread->payloads ? thread->payloads->data : NULL;
  gsize length, n_bytes = 0;

  for (guint i = thread->markers->table.n_rows; begin && n_bytes == 0 && i-- > 0; )
    {
      const char *payload = ful_thread_get_payload (thread, i, &length);

      n_bytes = payload ? (gsize) (payload - begin) + length : 0;
    }
  counts[FUL_REMOVAL_URLS] += count_in_json (begin, n_bytes, urls);
  counts[FUL_REMOVAL_PATHS] += count_in_json (begin, n_bytes, homes);
}

/* Returns: (transfer full): for each text the removal of markers of this type, or %FUL_N_REMOVALS */
static guint8 *
find_types (FulProfile *profile)
{
  guint8 *kinds = g_new0 (guint8, profile->n_texts + 1);

  for (guint i = 0; i < profile->n_texts; i++)
    {
      const char *text = ful_string_table_get (profile->texts, (FulStringIndex) i);

      kinds[i] = g_str_equal (text, "CompositorScreenshot") ? FUL_REMOVAL_SCREENSHOTS
                 : ful_removal_is_preference (text)         ? FUL_REMOVAL_PREFERENCES
                                                            : FUL_N_REMOVALS;
    }

  return kinds;
}

static void
count_markers (FulThread    *thread,
               const guint8 *kinds,
               guint64       counts[FUL_N_REMOVALS])
{
  for (guint i = 0; i < thread->markers->table.n_rows; i++)
    {
      gint64 type = ful_packed_int_get (&thread->markers->payload_type, i);

      if (type != FUL_NONE && kinds[type] < FUL_N_REMOVALS)
        counts[kinds[type]]++;
    }
  count_payloads (thread, counts);
}

/* What is in texts of the profile itself. */
static void
count_meta (FulProfile *profile,
            JsonObject *meta,
            guint64     counts[FUL_N_REMOVALS])
{
  double n_extensions = ful_json_get_number (ful_json_get_object (meta, "extensions"), "length");
  const char *texts[] = { profile->meta_json, profile->rest_json };

  counts[FUL_REMOVAL_EXTENSIONS] = n_extensions > 0 ? (guint64) n_extensions : 0;
  counts[FUL_REMOVAL_PATHS] += (ful_json_get_string (meta, "arguments") != NULL) + (ful_json_get_string (meta, "device") != NULL);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      counts[FUL_REMOVAL_URLS] += texts[i] ? count_in_json (texts[i], strlen (texts[i]), urls) : 0;
      counts[FUL_REMOVAL_PATHS] += texts[i] ? count_in_json (texts[i], strlen (texts[i]), homes) : 0;
    }
}

static gboolean
has_arguments (const FulThread *thread)
{
  for (guint i = 0; thread->samples->argument_values && i < thread->samples->table.n_rows; i++)
    if (thread->samples->argument_values[i] != FUL_NONE)
      return TRUE;

  return FALSE;
}

/**
 * ful_removals_count:
 * @counts: (out): texts, markers, pages or threads of each kind
 * @cancellable: (nullable): checked before each thread
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * O(bytes of strings and payloads).
 */
gboolean
ful_removals_count (FulProfile    *profile,
                    guint64        counts[FUL_N_REMOVALS],
                    GCancellable  *cancellable,
                    GError       **error)
{
  g_autoptr(JsonObject) meta = ful_json_parse_object (profile->meta_json ? profile->meta_json : "{}");
  g_autofree guint8 *kinds = find_types (profile);
  FulPrivateWindows windows;

  memset (counts, 0, FUL_N_REMOVALS * sizeof *counts);
  for (guint i = 0; i < profile->sources->table.n_rows; i++)
    counts[FUL_REMOVAL_SCRIPTS] += profile->sources->content[i] != FUL_NONE;
  counts[FUL_REMOVAL_URLS] = count_texts (profile->strings, profile->n_strings, ful_text_remove_urls);
  ful_private_windows_init (&windows, profile);
  counts[FUL_REMOVAL_PRIVATE] = windows.ids ? g_hash_table_size (windows.ids) : 0;
  ful_private_windows_clear (&windows);
  counts[FUL_REMOVAL_PATHS] = count_texts (profile->strings, profile->n_strings, ful_text_remove_homes);
  count_meta (profile, meta, counts);
  for (guint i = 0; i < profile->libs->len; i++)
    {
      g_autofree char *path = ful_text_remove_homes (((FulLib *) g_ptr_array_index (profile->libs, i))->path);

      counts[FUL_REMOVAL_PATHS] += path != NULL;
    }
  for (guint i = 0; i < profile->threads->len; i++)
    {
      FulThread *thread = ful_profile_get_thread (profile, i);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      count_markers (thread, kinds, counts);
      counts[FUL_REMOVAL_PRIVATE] += ful_thread_is_private (thread);
      counts[FUL_REMOVAL_ARGUMENTS] += has_arguments (thread);
    }

  return TRUE;
}
