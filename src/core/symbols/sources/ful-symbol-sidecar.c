/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Symbols that the recorder computed and put beside the profile (symbols.md 7.6). The file is read once for all libraries:
 * its results for the addresses of the profile are kept, the rest of it is not. */

#include "config.h"

#include "base/ful-hash.h"
#include "symbols/ful-symbol-readers.h"
#include "symbols/ful-symbol-source.h"

#include "base/ful-bisect.h"
#include "io/bytes/ful-byte-stream.h"
#include "io/json/ful-json-reader.h"
#include "io/raw/ful-raw-get.h"
#include "io/raw/ful-raw-tree.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define SUFFIX ".syms.json"

/* The names that a sidecar of @path (nullable) may have: without its last extension, and without the inner one as well. */
static GPtrArray *
list_names (const char *path)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *stem = g_strdup (path);

  for (guint i = 0; stem && i < 2; i++)
    {
      char *dot = strrchr (stem, '.');

      if (dot == NULL || strchr (dot, G_DIR_SEPARATOR))
        break;
      *dot = '\0';
      g_ptr_array_add (names, g_strconcat (stem, SUFFIX, NULL));
    }

  return names;
}

/* Returns: (nullable): the root; errors are sentences in @result */
static FulRawNode *
read_tree (FulRawTree    *tree,
           GInputStream  *input,
           GCancellable  *cancellable,
           char         **result)
{
  guint64 n_read = 0;
  g_autoptr(GError) error = NULL;
  g_autoptr(FulByteStream) stream = ful_byte_stream_new (input, &n_read, FALSE, NULL, cancellable);
  FulJsonReader reader;
  FulRawNode *root;
  FulChunk *first = ful_byte_stream_next (stream, &error);
  const char *head;
  gsize n_head;

  if (first == NULL)
    {
      *result = g_strdup (error ? error->message : _("It is not a JSON text"));
      return NULL;
    }

  /* A stream of slabs waits for the reader of slabs. */
  head = ful_byte_stream_get_head (stream, &n_head);
  if (n_head >= FUL_SLABS_MAGIC_BYTES && memcmp (head, FUL_SLABS_MAGIC, FUL_SLABS_MAGIC_BYTES) == 0)
    {
      ful_byte_stream_release (stream, first);
      *result = g_strdup (_("It is not a JSON text"));
      return NULL;
    }

  ful_json_reader_init_stream (&reader, stream, first);
  root = ful_raw_tree_read (tree, &reader, FALSE);
  if (!ful_json_reader_check (&reader, &error))
    root = NULL;
  ful_json_reader_clear (&reader);
  if (root == NULL)
    *result = g_strdup (error ? error->message : _("It is not a JSON text"));

  return root;
}

/* Without dashes, upper case, with an age. */
static char *
normalize_id (const char *id)
{
  GString *plain = g_string_new (NULL);

  for (; *id; id++)
    if (*id != '-')
      g_string_append_c (plain, g_ascii_toupper (*id));
  if (plain->len == 32)
    g_string_append_c (plain, '0');

  return g_string_free (plain, FALSE);
}

typedef struct
{
  guint64 address;
  guint   symbol;
} Known;

static int
compare_known (gconstpointer a,
               gconstpointer b)
{
  const Known *x = a, *y = b;

  return (x->address > y->address) - (x->address < y->address);
}

/* Returns: (element-type Known): ascending by address */
static GArray *
list_known (FulRawTree *tree,
            FulRawNode *library)
{
  FulRawNode *pairs = ful_raw_get (library, "known_addresses");
  GArray *known = g_array_new (FALSE, FALSE, sizeof (Known));

  for (guint i = 0; i < ful_raw_length (pairs); i++)
    {
      FulRawNode *pair = ful_raw_is (pairs, FUL_RAW_ROWS) ? NULL : ful_raw_element (tree, pairs, i);
      FulRawColumn *cells = ful_raw_is (pair, FUL_RAW_ARRAY) ? pair->column : NULL;
      gboolean has_rows = ful_raw_is (pairs, FUL_RAW_ROWS) && pairs->rows->n_columns > 1;
      double address = has_rows ? ful_raw_column_number (pairs->rows->columns[0], i) : ful_raw_column_number (cells, 0);
      double symbol = has_rows ? ful_raw_column_number (pairs->rows->columns[1], i) : ful_raw_column_number (cells, 1);

      if (address >= 0 && address < 0x1p53 && symbol >= 0 && symbol < G_MAXUINT)
        {
          Known row = { (guint64) address, (guint) symbol };

          g_array_append_val (known, row);
        }
    }
  g_array_sort (known, compare_known);

  return known;
}

static const char *
get_text (const GPtrArray *strings,
          double           number)
{
  return number >= 0 && number < strings->len ? g_ptr_array_index (strings, (guint) number) : NULL;
}

/* The results for a library. */
typedef struct
{
  FulSymbolBuilder *builder;
  const GPtrArray  *strings;
  GHashTable       *places;   /* text of @strings → its place in the results: many addresses share a long one */
} Results;

/* Returns: the place of a text, or %FUL_SYMBOL_NONE */
static guint32
add_text (Results    *self,
          const char *text)
{
  gpointer place;

  if (text == NULL)
    return FUL_SYMBOL_NONE;
  if (!g_hash_table_lookup_extended (self->places, text, NULL, &place))
    {
      place = GUINT_TO_POINTER (ful_symbol_builder_add_text (self->builder, text));
      g_hash_table_insert (self->places, (gpointer) text, place);
    }

  return GPOINTER_TO_UINT (place);
}

/* Adds to the last result; nothing if a number in the file is wrong. */
static void
add_result (Results    *self,
            FulRawTree *tree,
            FulRawNode *symbol)
{
  FulSymbolBuilder *builder = self->builder;
  const GPtrArray *strings = self->strings;
  double start = ful_raw_get_number (symbol, "rva"), size = ful_raw_get_number_or (symbol, "size", 0);
  const char *name = get_text (strings, ful_raw_get_number (symbol, "symbol"));
  FulRawNode *frames = ful_raw_get (symbol, "frames");
  gboolean fits = TRUE;

  if (name == NULL || !(start >= 0 && start < 0x1p53) || !(size >= 0 && size < 0x1p53))
    return;

  ful_symbol_builder_set_symbol (builder, (guint64) start, (guint64) size, add_text (self, name));
  if (ful_raw_length (frames) == 0)
    ful_symbol_builder_add_frame (builder, add_text (self, name), FUL_SYMBOL_NONE, 0);
  for (guint i = ful_raw_length (frames); i > 0 && fits; i--)   /* the innermost is the first */
    {
      FulRawNode *frame = ful_raw_element (tree, frames, i - 1);
      const char *function = get_text (strings, ful_raw_get_number (frame, "function"));
      double line = ful_raw_get_number_or (frame, "line", 0);

      fits = ful_symbol_builder_add_frame (builder, add_text (self, function ? function : name),
                                           add_text (self, get_text (strings, ful_raw_get_number (frame, "file"))),
                                           line > 0 && line < G_MAXINT32 ? (guint) line : 0);
    }
}

/* What the file has of a library. */
typedef struct
{
  GArray     *known;
  FulRawNode *symbols;   /* (nullable) */
} Library;

static void
library_free (gpointer data)
{
  Library *self = data;

  g_array_unref (self->known);
  g_free (self);
}

static char *
dup_key (const char *debug_name,
         const char *id)
{
  g_autofree char *plain = normalize_id (id);

  return g_strconcat (debug_name, "/", plain, NULL);
}

/* Returns: (transfer full) (element-type utf8 Library): by name and id; of equal ones the first counts */
static GHashTable *
list_libraries (FulRawTree *tree,
                FulRawNode *root)
{
  FulRawNode *data = ful_raw_get (root, "data");
  GHashTable *libraries = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, library_free);

  for (guint i = 0; i < ful_raw_length (data); i++)
    {
      FulRawNode *item = ful_raw_element (tree, data, i);
      const char *name = ful_raw_get_string (item, "debug_name"), *id = ful_raw_get_string (item, "debug_id");
      g_autofree char *key = name && id ? dup_key (name, id) : NULL;
      Library *library;

      if (key == NULL || g_hash_table_contains (libraries, key))
        continue;
      library = g_new0 (Library, 1);
      library->known = list_known (tree, item);
      library->symbols = ful_raw_get (item, "symbol_table");
      g_hash_table_insert (libraries, g_steal_pointer (&key), library);
    }

  return libraries;
}

/* Returns: (transfer full) (element-type utf8): NULL for what is no text */
static GPtrArray *
list_strings (FulRawTree *tree,
              FulRawNode *root)
{
  FulRawNode *table = ful_raw_get (root, "string_table");
  GPtrArray *strings = g_ptr_array_new ();

  for (guint i = 0; i < ful_raw_length (table); i++)
    {
      FulRawNode *text = ful_raw_element (tree, table, i);

      g_ptr_array_add (strings, (gpointer) (ful_raw_is (text, FUL_RAW_STRING) ? text->string : NULL));
    }

  return strings;
}

static FulSymbolResults *
make_results (FulRawTree              *tree,
              const Library           *library,
              const GPtrArray         *strings,
              const FulSymbolRequest  *request)
{
  g_autoptr(GHashTable) places = g_hash_table_new (NULL, NULL);
  Results results = { ful_symbol_builder_new (), strings, places };
  const Known *known = (gconstpointer) library->known->data;
  guint n = library->known->len;

  for (guint i = 0; i < request->n_addresses; i++)
    {
      guint64 address = request->addresses[i];
      guint at = FUL_BISECT (0, n, m, known[m].address >= address);

      ful_symbol_builder_add (results.builder, address);
      if (at < n && known[at].address == address)
        add_result (&results, tree, ful_raw_element (tree, library->symbols, known[at].symbol));
    }

  return ful_symbol_builder_finish (results.builder);
}

GHashTable *
ful_symbol_sidecar_read (const FulSymbolRequest   *requests,
                         guint                     n_requests,
                         GInputStream             *input,
                         GCancellable             *cancellable,
                         char                    **result)
{
  FulRawTree *tree = ful_raw_tree_new ();
  FulRawNode *root = read_tree (tree, input, cancellable, result);
  GHashTable *results = NULL;

  if (root)
    {
      g_autoptr(GHashTable) libraries = list_libraries (tree, root);
      g_autoptr(GPtrArray) strings = list_strings (tree, root);

      results = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) ful_symbol_results_unref);
      for (guint i = 0; i < n_requests; i++)
        {
          const FulLib *lib = requests[i].lib;
          g_autofree char *key = dup_key (lib->debug_name, lib->breakpad_id);
          const Library *library = g_hash_table_lookup (libraries, key);

          if (library && requests[i].n_addresses > 0)
            g_hash_table_insert (results, (gpointer) lib, make_results (tree, library, strings, &requests[i]));
        }
    }
  ful_raw_tree_free (tree);

  return results;
}

/* A sidecar of the profile, for which there are two names. */
typedef struct
{
  char       *path;
  char       *result;    /* (nullable): why it could not be read */
  GHashTable *results;   /* (nullable): library → results */
} File;

static void
file_free (gpointer data)
{
  File *self = data;

  g_free (self->path);
  g_free (self->result);
  g_clear_pointer (&self->results, g_hash_table_unref);
  g_free (self);
}

struct _FulSymbolSidecar
{
  char                    *profile_path;   /* (nullable) */
  const FulSymbolRequest *requests;
  guint                    n_requests;
  GMutex                   mutex;
  GPtrArray               *files;          /* (element-type File) (nullable): existing files; NULL before they are read */
};

FulSymbolSidecar *
ful_symbol_sidecar_new (const char              *profile_path,
                        const FulSymbolRequest  *requests,
                        guint                    n_requests)
{
  FulSymbolSidecar *self = g_new0 (FulSymbolSidecar, 1);

  self->profile_path = g_strdup (profile_path);
  self->requests = requests;
  self->n_requests = n_requests;
  g_mutex_init (&self->mutex);

  return self;
}

void
ful_symbol_sidecar_free (FulSymbolSidecar *self)
{
  g_free (self->profile_path);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

static File *
read_file (FulSymbolSidecar *self,
           const char       *path,
           GCancellable     *cancellable)
{
  g_autoptr(GFile) location = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  g_autoptr(GFileInputStream) input = g_file_read (location, cancellable, &error);
  File *file = g_new0 (File, 1);

  file->path = g_strdup (path);
  if (input)
    file->results = ful_symbol_sidecar_read (self->requests, self->n_requests, G_INPUT_STREAM (input), cancellable, &file->result);
  else
    file->result = g_strdup (error->message);

  return file;
}

/* The files are read for the first library, then those of all others are known as well. */
static GPtrArray *
get_files (FulSymbolSidecar *self,
           GCancellable     *cancellable)
{
  g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&self->mutex);
  g_autoptr(GPtrArray) files = NULL;
  g_autoptr(GPtrArray) names = NULL;

  if (self->files == NULL)
    {
      files = g_ptr_array_new_with_free_func (file_free);
      names = list_names (self->profile_path);
      for (guint i = 0; i < names->len; i++)
        if (g_file_test (names->pdata[i], G_FILE_TEST_IS_REGULAR))
          g_ptr_array_add (files, read_file (self, names->pdata[i], cancellable));
      if (!g_cancellable_is_cancelled (cancellable))
        self->files = g_steal_pointer (&files);
    }

  return self->files;
}

static FulSymbolResults *
look_up (FulSymbolRequest  *request,
         GCancellable      *cancellable)
{
  GPtrArray *files = get_files (request->sidecar, cancellable);

  for (guint i = 0; files && i < files->len; i++)
    {
      File *file = files->pdata[i];
      FulSymbolResults *results = file->results ? g_hash_table_lookup (file->results, request->lib) : NULL;

      ful_symbol_request_add_attempt (request, &ful_symbol_source_sidecar, file->path,
                                      file->result ? file->result
                                      : results    ? _("Symbols found")
                                                : _("No library of this name and build id"));
      if (results)
        return ful_symbol_results_ref (results);
    }

  return NULL;
}

const FulSymbolSource ful_symbol_source_sidecar = { "sidecar", look_up };
