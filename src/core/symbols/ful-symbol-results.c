/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Results of symbol sources. */

#include "config.h"

#include "ful-symbol-results.h"

#include "base/ful-bisect.h"
#include "base/ful-error.h"
#include "base/ful-hash.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Another number for each change of the form. */
#define MAGIC 0x326d7953u   /* "Sym2" */

/* Frames that results may have beside FREE_FRAMES: many addresses may share a symbol with many inlined functions. */
#define FREE_FRAMES (G_GUINT64_CONSTANT (1) << 20)
#define FRAMES_PER_ADDRESS 8

typedef struct
{
  guint32 magic;
  guint32 n_results;
  guint32 n_symbols;
  guint32 n_frames;
  guint32 n_texts;   /* bytes */
  guint32 n_cut;
} Header;

struct _FulSymbolBuilder
{
  GArray     *results;   /* FulSymbolResult */
  GArray     *symbols;   /* FulSymbol */
  GArray     *frames;    /* FulSymbolFrame */
  GString    *texts;
  GHashTable *places;    /* text → its place in texts */
  GHashTable *numbers;   /* address and name → number of the symbol */
  guint       n_cut;     /* addresses that have had more frames than fit */
  guint       last_cut;  /* results when the last one was counted */
};

/* Returns: (transfer full): with pointers into @bytes, which are consistent */
static FulSymbolResults *
new_from_valid (GBytes *bytes)
{
  const guint8 *data = g_bytes_get_data (bytes, NULL);
  const Header *header = (gconstpointer) data;
  FulSymbolResults *self = g_atomic_rc_box_new0 (FulSymbolResults);

  self->bytes = g_bytes_ref (bytes);
  self->n_results = header->n_results;
  self->n_symbols = header->n_symbols;
  self->n_frames = header->n_frames;
  self->n_cut = header->n_cut;
  data += sizeof *header;
  self->results = (gconstpointer) data;
  data += self->n_results * sizeof (FulSymbolResult);
  self->symbols = (gconstpointer) data;
  data += self->n_symbols * sizeof (FulSymbol);
  self->frames = (gconstpointer) data;
  data += self->n_frames * sizeof (FulSymbolFrame);
  self->texts = (gconstpointer) data;

  return self;
}

/* A place is where a text begins. */
static gboolean
is_valid_text (const FulSymbolResults *self,
               const Header           *header,
               guint32                 text,
               gboolean                nullable)
{
  return text < header->n_texts ? text == 0 || self->texts[text - 1] == '\0' : nullable && text == FUL_SYMBOL_NONE;
}

static gboolean
check_contents (const FulSymbolResults *self,
                const Header           *header)
{
  guint64 n_frames = 0;

  for (guint i = 0; i < self->n_results; i++)
    {
      const FulSymbolResult *result = &self->results[i];

      if ((i > 0 && self->results[i - 1].address >= result->address) ||
          (result->symbol != FUL_SYMBOL_NONE && result->symbol >= self->n_symbols) ||
          (result->symbol == FUL_SYMBOL_NONE) != (result->n_frames == 0) ||
          result->first_frame != n_frames || result->n_frames > 1 + FUL_SYMBOL_MAX_INLINED)
        return FALSE;
      n_frames += result->n_frames;
    }
  if (n_frames != self->n_frames)
    return FALSE;
  for (guint i = 0; i < self->n_symbols; i++)
    if (!is_valid_text (self, header, self->symbols[i].name, FALSE))
      return FALSE;
  for (guint i = 0; i < self->n_frames; i++)
    if (!is_valid_text (self, header, self->frames[i].name, FALSE) || !is_valid_text (self, header, self->frames[i].file, TRUE))
      return FALSE;

  return header->n_texts == 0 || self->texts[header->n_texts - 1] == '\0';
}

/* Whether all texts are UTF-8; O(bytes). */
static gboolean
check_texts (const FulSymbolResults *self,
             guint32                 n)
{
  for (const char *text = self->texts; text < self->texts + n; text += strlen (text) + 1)
    if (!g_utf8_validate (text, -1, NULL))
      return FALSE;

  return TRUE;
}

/**
 * ful_symbol_results_new_from_bytes:
 * @bytes: what a process or a file holds
 * @error: %FUL_ERROR_FORMAT if any number in it is wrong
 *
 * Returns: (transfer full): the results
 */
FulSymbolResults *
ful_symbol_results_new_from_bytes (GBytes  *bytes,
                                   GError **error)
{
  gsize size;
  const Header *header = g_bytes_get_data (bytes, &size);
  g_autoptr(FulSymbolResults) self = NULL;

  if (size >= sizeof *header && header->magic == MAGIC &&
      size == sizeof *header + (guint64) header->n_results * sizeof (FulSymbolResult) +
              (guint64) header->n_symbols * sizeof (FulSymbol) + (guint64) header->n_frames * sizeof (FulSymbolFrame) +
              header->n_texts)
    {
      self = new_from_valid (bytes);
      if (check_contents (self, header) && check_texts (self, header->n_texts))
        return g_steal_pointer (&self);
    }

  g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The symbols are damaged"));

  return NULL;
}

FulSymbolResults *
ful_symbol_results_ref (FulSymbolResults *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  g_bytes_unref (((FulSymbolResults *) data)->bytes);
}

void
ful_symbol_results_unref (FulSymbolResults *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/* Whether the line of any frame is known. */
gboolean
ful_symbol_results_has_lines (const FulSymbolResults *self)
{
  for (guint i = 0; i < self->n_frames; i++)
    if (self->frames[i].line > 0)
      return TRUE;

  return FALSE;
}

/**
 * ful_symbol_results_find:
 *
 * Returns: (nullable): the result for @address; %NULL if no source had a result for it
 */
const FulSymbolResult *
ful_symbol_results_find (const FulSymbolResults *self,
                         guint64                 address)
{
  guint i = FUL_BISECT (0, self->n_results, middle, self->results[middle].address >= address);

  return i < self->n_results && self->results[i].address == address ? &self->results[i] : NULL;
}

static guint
hash_symbol (gconstpointer key)
{
  const FulSymbol *symbol = key;

  return ful_hash_int64 (&symbol->address) ^ (guint) symbol->name;
}

static gboolean
equal_symbols (gconstpointer a,
               gconstpointer b)
{
  const FulSymbol *x = a, *y = b;

  return x->address == y->address && x->size == y->size && x->name == y->name;
}

FulSymbolBuilder *
ful_symbol_builder_new (void)
{
  FulSymbolBuilder *self = g_new0 (FulSymbolBuilder, 1);

  self->results = g_array_new (FALSE, TRUE, sizeof (FulSymbolResult));
  self->symbols = g_array_new (FALSE, TRUE, sizeof (FulSymbol));
  self->frames = g_array_new (FALSE, TRUE, sizeof (FulSymbolFrame));
  self->texts = g_string_new (NULL);
  self->places = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);
  self->numbers = g_hash_table_new_full (hash_symbol, equal_symbols, g_free, NULL);

  return self;
}

void
ful_symbol_builder_free (FulSymbolBuilder *self)
{
  g_array_unref (self->results);
  g_array_unref (self->symbols);
  g_array_unref (self->frames);
  g_string_free (self->texts, TRUE);
  g_hash_table_unref (self->places);
  g_hash_table_unref (self->numbers);
  g_free (self);
}

/**
 * ful_symbol_builder_add_text:
 * @text: (nullable): a name; invalid UTF-8 is replaced
 *
 * Returns: its place, or %FUL_SYMBOL_NONE
 */
guint32
ful_symbol_builder_add_text (FulSymbolBuilder *self,
                             const char       *text)
{
  gpointer place;
  char *valid;

  if (text == NULL)
    return FUL_SYMBOL_NONE;
  valid = g_utf8_make_valid (text, -1);
  if (g_hash_table_lookup_extended (self->places, valid, NULL, &place))
    {
      g_free (valid);
      return GPOINTER_TO_UINT (place);
    }

  g_assert (self->texts->len < FUL_SYMBOL_NONE - 1);
  place = GUINT_TO_POINTER ((guint) self->texts->len);
  g_string_append (self->texts, valid);
  g_string_append_c (self->texts, '\0');
  g_hash_table_insert (self->places, valid, place);

  return GPOINTER_TO_UINT (place);
}

/* Begins the result for @address: nothing is known of it until its symbol is set. */
void
ful_symbol_builder_add (FulSymbolBuilder *self,
                        guint64           address)
{
  FulSymbolResult result = { address, FUL_SYMBOL_NONE, self->frames->len, 0, 0 };

  g_array_append_val (self->results, result);
}

/**
 * ful_symbol_builder_set_symbol:
 * @address: start of the symbol
 * @size: bytes, or 0
 * @name: place of its name
 *
 * Sets the symbol of the last address. At least one frame must follow.
 */
void
ful_symbol_builder_set_symbol (FulSymbolBuilder *self,
                               guint64           address,
                               guint64           size,
                               guint32           name)
{
  FulSymbol symbol = { address, size, name, 0 };
  gpointer number;

  if (!g_hash_table_lookup_extended (self->numbers, &symbol, NULL, &number))
    {
      number = GUINT_TO_POINTER (self->symbols->len);
      g_array_append_val (self->symbols, symbol);
      g_hash_table_insert (self->numbers, g_memdup2 (&symbol, sizeof symbol), number);
    }
  g_array_index (self->results, FulSymbolResult, self->results->len - 1).symbol = GPOINTER_TO_UINT (number);
}

/**
 * ful_symbol_builder_add_frame:
 * @name: place of its name
 * @file: place of the file's name, or %FUL_SYMBOL_NONE
 * @line: from 1, or 0 for none
 *
 * Adds a frame to the last address, from the outermost to the innermost.
 *
 * Returns: %FALSE if the address has as many as fit; further ones will not fit either
 */
gboolean
ful_symbol_builder_add_frame (FulSymbolBuilder *self,
                              guint32           name,
                              guint32           file,
                              guint             line)
{
  FulSymbolFrame frame = { name, file, line };
  FulSymbolResult *result = &g_array_index (self->results, FulSymbolResult, self->results->len - 1);
  gboolean is_free = self->frames->len < FREE_FRAMES + (guint64) FRAMES_PER_ADDRESS * self->results->len;

  if (result->n_frames >= (is_free ? 1 + FUL_SYMBOL_MAX_INLINED : FRAMES_PER_ADDRESS))
    {
      self->n_cut += self->last_cut != self->results->len;
      self->last_cut = self->results->len;
      return FALSE;
    }
  g_array_append_val (self->frames, frame);
  result->n_frames++;

  return TRUE;
}

static int
compare_results (gconstpointer a,
                 gconstpointer b)
{
  const FulSymbolResult *x = a, *y = b;

  return (x->address > y->address) - (x->address < y->address);
}

/* Returns: where the copied bytes end */
static guint8 *
put (guint8        *to,
     gconstpointer  from,
     gsize          n)
{
  if (n > 0)
    memcpy (to, from, n);

  return to + n;
}

/**
 * ful_symbol_builder_finish:
 * @self: (transfer full): with different addresses
 *
 * Returns: (transfer full): its results
 */
FulSymbolResults *
ful_symbol_builder_finish (FulSymbolBuilder *self)
{
  Header header = { MAGIC, self->results->len, self->symbols->len, self->frames->len, (guint32) self->texts->len,
                    self->n_cut };
  gsize n_results = self->results->len * sizeof (FulSymbolResult), n_symbols = self->symbols->len * sizeof (FulSymbol);
  gsize n = sizeof header + n_results + n_symbols + self->frames->len * sizeof (FulSymbolFrame) + self->texts->len;
  guint8 *data = g_malloc (n), *end = data + sizeof header + n_results + n_symbols;
  g_autoptr(GBytes) bytes = NULL;
  guint32 n_frames = 0;

  g_array_sort (self->results, compare_results);
  for (guint i = 0; i < self->results->len; i++)
    {
      FulSymbolResult *result = &g_array_index (self->results, FulSymbolResult, i);

      if (result->n_frames > 0)
        end = put (end, &g_array_index (self->frames, FulSymbolFrame, result->first_frame), result->n_frames * sizeof (FulSymbolFrame));
      result->first_frame = n_frames;
      n_frames += result->n_frames;
    }
  put (end, self->texts->str, self->texts->len);
  put (put (put (data, &header, sizeof header), self->results->data, n_results), self->symbols->data, n_symbols);
  bytes = g_bytes_new_take (data, n);
  ful_symbol_builder_free (self);

  return new_from_valid (bytes);
}

/* @places: (element-type utf8 guint32): text of any results → its place in @builder: many frames share a long one */
static guint32
copy_text (FulSymbolBuilder *builder,
           GHashTable       *places,
           const char       *text)
{
  gpointer place;

  if (text == NULL)
    return FUL_SYMBOL_NONE;
  if (!g_hash_table_lookup_extended (places, text, NULL, &place))
    {
      place = GUINT_TO_POINTER (ful_symbol_builder_add_text (builder, text));
      g_hash_table_insert (places, (gpointer) text, place);
    }

  return GPOINTER_TO_UINT (place);
}

static void
copy_result (FulSymbolBuilder       *builder,
             GHashTable             *places,
             const FulSymbolResults *from,
             const FulSymbolResult  *result)
{
  ful_symbol_builder_add (builder, result->address);
  if (result->symbol == FUL_SYMBOL_NONE)
    return;

  ful_symbol_builder_set_symbol (builder, from->symbols[result->symbol].address, from->symbols[result->symbol].size,
                                 copy_text (builder, places, from->texts + from->symbols[result->symbol].name));
  for (guint i = 0; i < result->n_frames; i++)
    {
      const FulSymbolFrame *frame = &from->frames[result->first_frame + i];

      ful_symbol_builder_add_frame (builder, copy_text (builder, places, from->texts + frame->name),
                                    copy_text (builder, places, ful_symbol_results_get_text (from, frame->file)), frame->line);
    }
}

/**
 * ful_symbol_results_new_merged:
 * @older: results
 * @newer: results that count where both have one
 *
 * Returns: (transfer full): the results of both
 */
FulSymbolResults *
ful_symbol_results_new_merged (const FulSymbolResults *older,
                               const FulSymbolResults *newer)
{
  FulSymbolBuilder *builder = ful_symbol_builder_new ();
  g_autoptr(GHashTable) places = g_hash_table_new (NULL, NULL);

  builder->n_cut = MAX (older->n_cut, newer->n_cut);
  for (guint i = 0; i < older->n_results; i++)
    if (ful_symbol_results_find (newer, older->results[i].address) == NULL)
      copy_result (builder, places, older, &older->results[i]);
  for (guint i = 0; i < newer->n_results; i++)
    copy_result (builder, places, newer, &newer->results[i]);

  return ful_symbol_builder_finish (builder);
}
