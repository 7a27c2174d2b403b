/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Symbols that the recorder computed and put beside the profile (symbols.md 7.6). */

#include "config.h"

#include "ful-symbol-readers.h"
#include "ful-symbol-source.h"

#include "io/ful-byte-stream.h"
#include "io/ful-json-reader.h"
#include "io/ful-raw-get.h"
#include "io/ful-raw-tree.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define SUFFIX ".syms.json"

/* The names that a sidecar of @path may have: without its last extension, and without the inner one as well. */
static GPtrArray *
list_names (const char *path)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *stem = g_strdup (path);

  for (guint i = 0; i < 2; i++)
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
  g_autoptr(FulByteStream) stream = ful_byte_stream_new (input, &n_read, FALSE, cancellable);
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

/* Returns: (transfer none) (nullable): the object of the library */
static FulRawNode *
find_library (FulRawTree   *tree,
              FulRawNode   *root,
              const FulLib *lib)
{
  FulRawNode *data = ful_raw_get (root, "data");

  for (guint i = 0; i < ful_raw_length (data); i++)
    {
      FulRawNode *item = ful_raw_element (tree, data, i);
      const char *name = ful_raw_get_string (item, "debug_name"), *id = ful_raw_get_string (item, "debug_id");
      g_autofree char *plain = normalize_id (id ? id : "");

      if (g_strcmp0 (name, lib->debug_name) == 0 && g_ascii_strcasecmp (plain, lib->breakpad_id) == 0)
        return item;
    }

  return NULL;
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

/* Adds the answer for @address; nothing if a number in the file is wrong. */
static void
add_answer (FulSymbolBuilder *builder,
            guint64           address,
            FulRawTree       *tree,
            FulRawNode       *symbol,
            const GPtrArray  *strings)
{
  double start = ful_raw_get_number (symbol, "rva"), size = ful_raw_get_number_or (symbol, "size", 0);
  const char *name = get_text (strings, ful_raw_get_number (symbol, "symbol"));
  FulRawNode *frames = ful_raw_get (symbol, "frames");

  if (name == NULL || !(start >= 0 && start < 0x1p53) || !(size >= 0 && size < 0x1p53))
    return;

  ful_symbol_builder_set_symbol (builder, (guint64) start, (guint64) size, ful_symbol_builder_add_text (builder, name));
  if (ful_raw_length (frames) == 0)
    ful_symbol_builder_add_frame (builder, ful_symbol_builder_add_text (builder, name), FUL_SYMBOL_NONE, 0);
  for (guint i = ful_raw_length (frames); i > 0; i--)   /* the innermost is the first */
    {
      FulRawNode *frame = ful_raw_element (tree, frames, i - 1);
      const char *function = get_text (strings, ful_raw_get_number (frame, "function"));
      double line = ful_raw_get_number_or (frame, "line", 0);

      ful_symbol_builder_add_frame (builder, ful_symbol_builder_add_text (builder, function ? function : name),
                                    ful_symbol_builder_add_text (builder, get_text (strings, ful_raw_get_number (frame, "file"))),
                                    line > 0 && line < G_MAXINT32 ? (guint) line : 0);
    }
}

static FulSymbolAnswers *
read_answers (FulRawTree        *tree,
              FulRawNode        *root,
              FulRawNode        *library,
              FulSymbolQuestion *question)
{
  g_autoptr(GPtrArray) strings = g_ptr_array_new ();
  g_autoptr(GArray) known = list_known (tree, library);
  FulRawNode *table = ful_raw_get (root, "string_table"), *symbols = ful_raw_get (library, "symbol_table");
  FulSymbolBuilder *builder = ful_symbol_builder_new ();
  guint k = 0;

  for (guint i = 0; i < ful_raw_length (table); i++)
    {
      FulRawNode *text = ful_raw_element (tree, table, i);

      g_ptr_array_add (strings, (gpointer) (ful_raw_is (text, FUL_RAW_STRING) ? text->string : NULL));
    }
  for (guint i = 0; i < question->n_addresses; i++)
    {
      ful_symbol_builder_add (builder, question->addresses[i]);
      while (k < known->len && g_array_index (known, Known, k).address < question->addresses[i])
        k++;
      if (k < known->len && g_array_index (known, Known, k).address == question->addresses[i])
        add_answer (builder, question->addresses[i], tree, ful_raw_element (tree, symbols, g_array_index (known, Known, k).symbol),
                    strings);
    }

  return ful_symbol_builder_finish (builder);
}

FulSymbolAnswers *
ful_symbol_sidecar_read (FulSymbolQuestion  *question,
                         GInputStream       *input,
                         GCancellable       *cancellable,
                         char              **result)
{
  FulRawTree *tree = ful_raw_tree_new ();
  FulRawNode *root = read_tree (tree, input, cancellable, result);
  FulRawNode *library = root ? find_library (tree, root, question->lib) : NULL;
  FulSymbolAnswers *answers = library ? read_answers (tree, root, library, question) : NULL;

  if (root)
    *result = g_strdup (library ? _("Symbols found") : _("No library of this name and build id"));
  ful_raw_tree_free (tree);

  return answers;
}

static FulSymbolAnswers *
look_up (FulSymbolQuestion *question,
         GCancellable      *cancellable)
{
  g_autoptr(GPtrArray) names = question->profile_path ? list_names (question->profile_path) : g_ptr_array_new ();

  for (guint i = 0; i < names->len; i++)
    {
      const char *path = g_ptr_array_index (names, i);
      g_autoptr(GFile) file = g_file_new_for_path (path);
      g_autoptr(GError) error = NULL;
      g_autoptr(GFileInputStream) input = NULL;
      g_autofree char *result = NULL;
      FulSymbolAnswers *answers;

      if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
        continue;
      input = g_file_read (file, cancellable, &error);
      answers = input ? ful_symbol_sidecar_read (question, G_INPUT_STREAM (input), cancellable, &result) : NULL;
      ful_symbol_question_add_try (question, &ful_symbol_source_sidecar, path, input ? result : error->message);
      if (answers)
        return answers;
    }

  return NULL;
}

const FulSymbolSource ful_symbol_source_sidecar = { "sidecar", look_up };
