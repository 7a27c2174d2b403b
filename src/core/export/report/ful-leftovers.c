/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a file that was written still tells (sanitize.md 5). The file itself is read again, and not the profile that it was made of. */

#include "config.h"

#include "ful-leftovers.h"

#include "base/ful-hash.h"
#include "export/ful-processed-writer.h"
#include "export/sanitize/ful-removals.h"
#include "import/ful-loader.h"
#include "io/bytes/ful-byte-stream.h"
#include "io/json/ful-json-reader.h"

#include <string.h>

/* Different ones that are told. */
#define MAX_CLUES 1000

/* Names of members on the way to a text; deeper ones are left out. */
#define MAX_PLACE_BYTES 200

typedef struct
{
  gboolean is_object;
  gboolean is_first;
  gsize    n_place;   /* bytes of the place before it */
} Level;

typedef struct
{
  FulLeftovers          *found;
  FulRemovals            removals;
  const FulRemovedNames *names;
  GHashTable            *known;    /* kind and text → its number + 1 */
  GString               *place;
  gboolean               is_public;   /* the text is the revision of a browser that anybody can have */
} Search;

static void
clear_leftover (gpointer data)
{
  FulLeftover *self = data;

  g_free (self->text);
  g_free (self->place);
}

static void
found_cb (FulClueKind  kind,
          const char   *begin,
          gsize         n,
          gpointer      user_data)
{
  Search *self = user_data;
  g_autofree char *text = g_utf8_make_valid (begin, (gssize) n);
  g_autofree char *key = g_strdup_printf ("%d%s", kind, text);
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->known, key));

  if (self->is_public && kind == FUL_CLUE_ADDRESS)
    return;
  self->found->n_all++;
  if (known > 0)
    g_array_index (self->found->clues, FulLeftover, known - 1).n++;
  else if (self->found->clues->len < MAX_CLUES)
    {
      FulLeftover leftover = { kind, g_steal_pointer (&text), g_strdup (self->place->str), 1 };

      g_array_append_val (self->found->clues, leftover);
      g_hash_table_insert (self->known, g_steal_pointer (&key), GUINT_TO_POINTER (self->found->clues->len));
    }
}

static void
search_text (Search     *self,
             const char *text,
             gsize       n)
{
  ful_clue_search (text, n, self->removals, found_cb, self);
  ful_removed_names_search (self->names, text, n, found_cb, self);
}

static void
append_place (Search     *self,
              const char *name,
              gsize       n)
{
  if (self->place->len + n > MAX_PLACE_BYTES)
    return;
  if (self->place->len > 0)
    g_string_append_c (self->place, '.');
  g_string_append_len (self->place, name, (gssize) n);
}

/* Steps to the next value of the innermost array or object. Returns: whether there is one */
static gboolean
step (Search        *self,
      FulJsonReader *reader,
      Level         *level)
{
  const char *key;
  gsize length;

  g_string_truncate (self->place, level->n_place);
  if (!level->is_object)
    {
      gboolean has_next = ful_json_reader_next_element (reader, &level->is_first);

      if (has_next && self->place->len + 2 <= MAX_PLACE_BYTES)
        g_string_append (self->place, "[]");
      return has_next;
    }
  key = ful_json_reader_next_key (reader, &level->is_first, &length);
  if (key == NULL)
    return FALSE;
  search_text (self, key, length);
  append_place (self, key, length);

  return TRUE;
}

static void
read_value (Search        *self,
            FulJsonReader *reader,
            GArray        *levels)
{
  char c = ful_json_reader_skip_space (reader);
  const char *text;
  gsize length;

  if (c == '{' || c == '[')
    {
      Level level = { c == '{', TRUE, self->place->len };

      if (ful_json_reader_begin (reader, c))
        g_array_append_val (levels, level);
    }
  else if (c == '"')
    {
      text = ful_json_reader_view_string (reader, &length);
      if (text == NULL)
        return;
      self->is_public = g_str_equal (self->place->str, "meta.sourceURL") && length > 8 &&
                        (strncmp (text, "https://hg.mozilla.org/", MIN (length, 23)) == 0 ||
                         strncmp (text, "https://github.com/mozilla", MIN (length, 26)) == 0);
      search_text (self, text, length);
      self->is_public = FALSE;
    }
  else
    ful_json_reader_read_number_or_skip (reader);
}

static gboolean
read_json (Search        *self,
           GFile         *file,
           GCancellable  *cancellable,
           GError       **error)
{
  guint64 n_read = 0;
  g_autoptr(GFileInputStream) input = g_file_read (file, cancellable, error);
  g_autoptr(FulByteStream) stream = input ? ful_byte_stream_new (G_INPUT_STREAM (input), &n_read, FALSE, NULL, cancellable) : NULL;
  g_autoptr(GArray) levels = g_array_new (FALSE, FALSE, sizeof (Level));
  FulJsonReader reader;
  gboolean ok;

  if (stream == NULL)
    return FALSE;
  ful_json_reader_init_stream (&reader, stream, NULL);
  read_value (self, &reader, levels);
  while (levels->len > 0)
    {
      if (step (self, &reader, &g_array_index (levels, Level, levels->len - 1)))
        read_value (self, &reader, levels);
      else
        g_array_set_size (levels, levels->len - 1);
    }
  ok = ful_json_reader_check (&reader, error);
  ful_json_reader_clear (&reader);

  return ok;
}

/* Returns: (transfer full) (nullable): a file of JSON text with what is in the slabs of @file */
static GFile *
write_plain (GFile         *file,
             GCancellable  *cancellable,
             GError       **error)
{
  g_autoptr(FulProfile) profile = ful_loader_load_file (file, FUL_LOAD_DEFAULT, NULL, cancellable, error);
  g_autoptr(GFileIOStream) stream = NULL;
  g_autoptr(GFile) plain = profile ? g_file_new_tmp ("fulgens-report-XXXXXX", &stream, error) : NULL;

  if (plain == NULL)
    return NULL;
  if (!ful_processed_writer_write (profile, FUL_FILE_FORMAT_JSON, FALSE, g_io_stream_get_output_stream (G_IO_STREAM (stream)), NULL,
                                   cancellable, error) ||
      !g_io_stream_close (G_IO_STREAM (stream), cancellable, error))
    {
      g_file_delete (plain, NULL, NULL);
      return NULL;
    }

  return g_steal_pointer (&plain);
}

static gboolean
read_file (Search        *self,
           GFile         *file,
           GCancellable  *cancellable,
           GError       **error)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autoptr(GFile) plain = NULL;
  FulFileFormat format;
  gboolean gzip, ok;

  if (!ful_processed_writer_format_of (name, &format, &gzip) || format == FUL_FILE_FORMAT_JSON)
    return read_json (self, file, cancellable, error);
  plain = write_plain (file, cancellable, error);
  ok = plain && read_json (self, plain, cancellable, error);
  if (plain)
    g_file_delete (plain, NULL, NULL);

  return ok;
}

/**
 * ful_leftovers_new:
 * @file: a file that was written by ful_processed_writer_save()
 * @removals: what was removed
 * @names: names of what was removed
 * @cancellable: (nullable): stops reading
 * @error: errors of reading
 *
 * Blocks; O(bytes). Slabs take the memory of the profile.
 *
 * Returns: (transfer full): what the file still tells
 */
FulLeftovers *
ful_leftovers_new (GFile                  *file,
                   FulRemovals             removals,
                   const FulRemovedNames  *names,
                   GCancellable           *cancellable,
                   GError                **error)
{
  g_autoptr(FulLeftovers) self = g_new0 (FulLeftovers, 1);
  g_autoptr(GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE, G_FILE_QUERY_INFO_NONE, cancellable, error);
  Search search = { self, removals, names };
  gboolean ok;

  self->clues = g_array_new (FALSE, FALSE, sizeof (FulLeftover));
  g_array_set_clear_func (self->clues, clear_leftover);
  if (info == NULL)
    return NULL;
  self->n_bytes = (guint64) g_file_info_get_size (info);
  search.known = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);
  search.place = g_string_new (NULL);
  ok = read_file (&search, file, cancellable, error);
  g_string_free (search.place, TRUE);
  g_hash_table_unref (search.known);

  return ok ? g_steal_pointer (&self) : NULL;
}

void
ful_leftovers_free (FulLeftovers *self)
{
  g_array_unref (self->clues);
  g_free (self);
}
