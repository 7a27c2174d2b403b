/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Breakpad symbol files in the folders of the user (symbols.md 7.5). One pass over the file; only the records of
 * requested addresses are kept. */

#include "config.h"

#include "symbols/ful-symbol-readers.h"
#include "symbols/ful-symbol-source.h"

#include "base/ful-bisect.h"
#include "base/ful-demangle.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_FILE_BYTES (G_GUINT64_CONSTANT (768) << 20)

/* A part of the file. */
typedef struct
{
  const char *text;
  gsize       n;
} Slice;

typedef struct
{
  guint64 start;
  guint64 end;       /* of a PUBLIC: 0 */
  Slice   name;
} Symbol;

typedef struct
{
  guint  call_line;
  guint  call_file;
  guint  origin;
  gboolean is_set;
} Inline;

/* What is known of an address. */
typedef struct
{
  gint    symbol;    /* number of its FUNC, or -1 */
  guint   line;      /* of the innermost function; 0 if it is not known */
  guint   file;
  GArray *inlines;   /* (nullable) (element-type Inline): by depth */
} Place;

typedef struct
{
  FulSymbolRequest *request;
  Place             *places;
  GArray            *symbols;       /* Symbol */
  GHashTable        *files;         /* number → Slice */
  GHashTable        *origins;
  guint              first;         /* places in the current function */
  guint              n;
  guint64            n_left;        /* visits of places that the file may still cost */
} Parser;

static gboolean
read_word (Slice *line,
           Slice *word)
{
  const char *space = memchr (line->text, ' ', line->n);

  word->text = line->text;
  word->n = space ? (gsize) (space - line->text) : line->n;
  line->text += word->n + (space != NULL);
  line->n -= word->n + (space != NULL);

  return word->n > 0;
}

static gboolean
read_number (Slice   *line,
             guint    base,
             guint64  max,
             guint64 *out)
{
  Slice word;
  char text[24];

  if (!read_word (line, &word) || word.n >= sizeof text)
    return FALSE;
  memcpy (text, word.text, word.n);
  text[word.n] = '\0';

  return g_ascii_string_to_unsigned (text, base, 0, max, out, NULL);
}

static gboolean
skip_word (Slice      *line,
           const char *word)
{
  gsize n = strlen (word);

  if (line->n < n || memcmp (line->text, word, n) != 0)
    return FALSE;
  line->text += n;
  line->n -= n;

  return TRUE;
}

static guint
find_place (Parser  *self,
            guint64  address)
{
  return FUL_BISECT (0, self->request->n_addresses, i, self->request->addresses[i] >= address);
}

static void
add_name (GHashTable *names,
          Slice      *line)
{
  guint64 number;

  if (read_number (line, 10, G_MAXUINT32 - 1, &number))
    g_hash_table_insert (names, GUINT_TO_POINTER ((guint) number), g_memdup2 (line, sizeof *line));
}

/* The first function of an address wins. */
static void
read_func (Parser *self,
           Slice  *line)
{
  Symbol symbol;
  guint64 size, parameters;

  self->n = 0;
  skip_word (line, "m ");
  if (!read_number (line, 16, G_MAXINT64, &symbol.start) || !read_number (line, 16, G_MAXINT64, &size) ||
      !read_number (line, 16, G_MAXINT64, &parameters))
    return;

  symbol.end = symbol.start + MAX (size, 1);
  symbol.name = *line;
  self->first = find_place (self, symbol.start);
  self->n = find_place (self, symbol.end) - self->first;
  while (self->n > 0 && self->places[self->first].symbol >= 0)
    {
      self->first++;
      self->n--;
    }
  for (guint i = 0; i < self->n; i++)
    if (self->places[self->first + i].symbol < 0)
      self->places[self->first + i].symbol = (gint) self->symbols->len;
  g_array_append_val (self->symbols, symbol);
}

static void
read_public (Parser *self,
             Slice  *line)
{
  Symbol symbol = { 0 };
  guint64 parameters;

  self->n = 0;
  skip_word (line, "m ");
  if (!read_number (line, 16, G_MAXINT64, &symbol.start) || !read_number (line, 16, G_MAXINT64, &parameters))
    return;
  symbol.name = *line;
  g_array_append_val (self->symbols, symbol);
}

static gboolean
is_of_current (Parser *self,
               guint   place)
{
  return self->places[place].symbol == (gint) self->symbols->len - 1;
}

/* Whether a record may look at one more place: what records cost is in proportion to the file. */
static gboolean
visit (Parser *self)
{
  if (self->n_left == 0)
    return FALSE;
  self->n_left--;

  return TRUE;
}

static void
read_line_record (Parser *self,
                  Slice  *line)
{
  guint64 address, size, number, file;

  if (!read_number (line, 16, G_MAXINT64, &address) || !read_number (line, 16, G_MAXINT64, &size) ||
      !read_number (line, 10, G_MAXINT32, &number) || !read_number (line, 10, G_MAXUINT32 - 1, &file))
    return;

  for (guint i = find_place (self, address); i < self->first + self->n && self->request->addresses[i] - address < size &&
       visit (self); i++)
    if (i >= self->first && is_of_current (self, i) && self->places[i].line == 0)
      {
        self->places[i].line = (guint) number;
        self->places[i].file = (guint) file;
      }
}

static void
read_inline (Parser *self,
             Slice  *line)
{
  guint64 depth, call_line, call_file, origin, address, size;

  if (!read_number (line, 10, FUL_SYMBOL_MAX_INLINED - 1, &depth) || !read_number (line, 10, G_MAXINT32, &call_line) ||
      !read_number (line, 10, G_MAXUINT32 - 1, &call_file) || !read_number (line, 10, G_MAXUINT32 - 1, &origin))
    return;

  while (read_number (line, 16, G_MAXINT64, &address) && read_number (line, 16, G_MAXINT64, &size))
    for (guint i = find_place (self, address); i < self->first + self->n && self->request->addresses[i] - address < size &&
         visit (self); i++)
      {
        Place *place = &self->places[i];
        Inline *item;

        if (i < self->first || !is_of_current (self, i))
          continue;
        if (place->inlines == NULL)
          place->inlines = g_array_new (FALSE, TRUE, sizeof (Inline));
        /* Without the function around it an inlined one is not shown, as records go from the outermost to the innermost. */
        if (depth > place->inlines->len)
          continue;
        if (depth == place->inlines->len)
          g_array_set_size (place->inlines, (guint) depth + 1);
        item = &g_array_index (place->inlines, Inline, depth);
        if (!item->is_set)
          *item = (Inline) { (guint) call_line, (guint) call_file, (guint) origin, TRUE };
      }
}

static void
read_line (Parser *self,
           Slice   line)
{
  if (skip_word (&line, "FUNC "))
    read_func (self, &line);
  else if (skip_word (&line, "PUBLIC "))
    read_public (self, &line);
  else if (skip_word (&line, "FILE "))
    add_name (self->files, &line);
  else if (skip_word (&line, "INLINE_ORIGIN "))
    add_name (self->origins, &line);
  else if (self->n > 0 && skip_word (&line, "INLINE "))
    read_inline (self, &line);
  else if (self->n > 0 && line.n > 0 && g_ascii_isxdigit (*line.text))
    read_line_record (self, &line);
}

static Slice
next_line (const char **p,
           const char  *end)
{
  const char *newline = memchr (*p, '\n', (gsize) (end - *p));
  Slice line = { *p, (gsize) ((newline ? newline : end) - *p) };

  *p = newline ? newline + 1 : end;
  if (line.n > 0 && line.text[line.n - 1] == '\r')
    line.n--;

  return line;
}

static int
compare_symbols (gconstpointer a,
                 gconstpointer b)
{
  const Symbol *x = *(const Symbol *const *) a, *y = *(const Symbol *const *) b;

  return (x->start > y->start) - (x->start < y->start);
}

/* The results, once the file was read. */
typedef struct
{
  const Parser     *parser;
  FulSymbolBuilder *builder;
  GHashTable       *places;   /* Slice of the parser → its place in the results: many addresses share a long one */
} Results;

/* @name: (nullable): of a symbol, or of a table of @parser. Returns: its place, or %FUL_SYMBOL_NONE */
static guint32
add_slice (Results     *self,
           const Slice *name,
           gboolean     is_symbol)
{
  gpointer place;

  if (name == NULL)
    return FUL_SYMBOL_NONE;
  if (!g_hash_table_lookup_extended (self->places, name, NULL, &place))
    {
      g_autofree char *text = g_strndup (name->text, name->n);
      g_autofree char *demangled = is_symbol ? ful_demangle (text) : NULL;

      place = GUINT_TO_POINTER (ful_symbol_builder_add_text (self->builder, demangled ? demangled : text));
      g_hash_table_insert (self->places, (gpointer) name, place);
    }

  return GPOINTER_TO_UINT (place);
}

static const Slice *
lookup_name (GHashTable *names,
             guint       number)
{
  return g_hash_table_lookup (names, GUINT_TO_POINTER (number));
}

/* Inlined functions are called from the line of the one around them; the innermost has the line of the address. */
static void
add_frames (Results     *self,
            const Place *place,
            guint32      name)
{
  const Parser *parser = self->parser;
  guint n = 0;

  while (place->inlines && n < place->inlines->len && g_array_index (place->inlines, Inline, n).is_set)
    n++;
  for (guint i = 0; i <= n; i++)
    {
      const Inline *callee = i < n ? &g_array_index (place->inlines, Inline, i) : NULL;
      guint line = callee ? callee->call_line : place->line;
      const Slice *file = callee || place->line > 0 ? lookup_name (parser->files, callee ? callee->call_file : place->file) : NULL;
      const Slice *origin = i > 0 ? lookup_name (parser->origins, g_array_index (place->inlines, Inline, i - 1).origin) : NULL;

      ful_symbol_builder_add_frame (self->builder,
                                    i == 0 ? name
                                    : origin ? add_slice (self, origin, FALSE)
                                             : ful_symbol_builder_add_text (self->builder, "(unknown)"),
                                    add_slice (self, file, FALSE), line);
    }
}

static FulSymbolResults *
make_results (Parser *self)
{
  g_autoptr(GPtrArray) sorted = g_ptr_array_new ();
  g_autoptr(GHashTable) places = g_hash_table_new (NULL, NULL);
  FulSymbolBuilder *builder = ful_symbol_builder_new ();
  Results results = { self, builder, places };

  for (guint i = 0; i < self->symbols->len; i++)
    g_ptr_array_add (sorted, &g_array_index (self->symbols, Symbol, i));
  g_ptr_array_sort (sorted, compare_symbols);

  for (guint i = 0; i < self->request->n_addresses; i++)
    {
      guint64 address = self->request->addresses[i];
      const Place *place = &self->places[i];
      guint after = FUL_BISECT (0, sorted->len, m, ((Symbol *) sorted->pdata[m])->start > address);
      const Symbol *symbol = place->symbol >= 0 ? &g_array_index (self->symbols, Symbol, place->symbol)
                             : after > 0 ? sorted->pdata[after - 1] : NULL;
      guint64 size = 0;
      guint32 name;

      ful_symbol_builder_add (builder, address);
      if (symbol == NULL || (place->symbol < 0 && symbol->end > 0))
        continue;

      name = add_slice (&results, &symbol->name, TRUE);
      if (symbol->end > 0)
        size = symbol->end - symbol->start;
      else if (after < sorted->len)
        size = ((Symbol *) sorted->pdata[after])->start - symbol->start;
      ful_symbol_builder_set_symbol (builder, symbol->start, size, name);
      add_frames (&results, place, name);
    }

  return ful_symbol_builder_finish (builder);
}

static gboolean
has_id (Slice       line,
        const char *id)
{
  Slice word;

  return skip_word (&line, "MODULE ") && read_word (&line, &word) && read_word (&line, &word) && read_word (&line, &word) &&
         word.n == strlen (id) && g_ascii_strncasecmp (word.text, id, word.n) == 0;
}

FulSymbolResults *
ful_symbol_breakpad_read (FulSymbolRequest   *request,
                          const char         *text,
                          gsize               n,
                          GCancellable       *cancellable,
                          char              **result)
{
  Parser self = { request };
  FulSymbolResults *results;
  const char *end = text + n;
  guint n_lines = 0;

  if (!has_id (next_line (&text, end), request->lib->breakpad_id))
    {
      *result = g_strdup (_("It is for another build id"));
      return NULL;
    }

  self.n_left = n + 100 * (guint64) request->n_addresses;
  self.places = g_new0 (Place, MAX (request->n_addresses, 1));
  for (guint i = 0; i < request->n_addresses; i++)
    self.places[i].symbol = -1;
  self.symbols = g_array_new (FALSE, FALSE, sizeof (Symbol));
  self.files = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self.origins = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  while (text < end && (++n_lines % 1024 > 0 || !g_cancellable_is_cancelled (cancellable)))
    read_line (&self, next_line (&text, end));
  results = make_results (&self);
  *result = g_strdup (_("Symbols found"));

  for (guint i = 0; i < request->n_addresses; i++)
    g_clear_pointer (&self.places[i].inlines, g_array_unref);
  g_free (self.places);
  g_array_unref (self.symbols);
  g_hash_table_unref (self.files);
  g_hash_table_unref (self.origins);

  return results;
}

/* Not mapped: a file that is cut meanwhile would end the program. */
static FulSymbolResults *
read_file (FulSymbolRequest   *request,
           const char         *path,
           GCancellable       *cancellable,
           char              **result)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE, G_FILE_QUERY_INFO_NONE, cancellable, &error);
  g_autofree char *text = NULL;
  gsize n;

  if (info && (guint64) g_file_info_get_size (info) > MAX_FILE_BYTES)
    *result = g_strdup (_("The file is too large"));
  else if (info && g_file_load_contents (file, cancellable, &text, &n, NULL, &error))
    return ful_symbol_breakpad_read (request, text, n, cancellable, result);
  else
    *result = g_strdup (error->message);

  return NULL;
}

static FulSymbolResults *
look_up (FulSymbolRequest  *request,
         GCancellable      *cancellable)
{
  const FulLib *lib = request->lib;
  g_autofree char *stem = g_strdup (lib->debug_name), *name = NULL;

  if (strchr (lib->debug_name, G_DIR_SEPARATOR) || *lib->debug_name == '.' || strchr (lib->breakpad_id, G_DIR_SEPARATOR))
    return NULL;
  if (strlen (stem) > 4 && g_ascii_strcasecmp (stem + strlen (stem) - 4, ".pdb") == 0)
    stem[strlen (stem) - 4] = '\0';
  name = g_strconcat (stem, ".sym", NULL);

  for (guint i = 0; request->folders && request->folders[i]; i++)
    {
      g_autofree char *path = g_build_filename (request->folders[i], lib->debug_name, lib->breakpad_id, name, NULL);
      g_autofree char *result = NULL;
      FulSymbolResults *results;

      if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
        continue;
      results = read_file (request, path, cancellable, &result);
      ful_symbol_request_add_attempt (request, &ful_symbol_source_breakpad, path, result);
      if (results)
        return results;
    }

  return NULL;
}

const FulSymbolSource ful_symbol_source_breakpad = { "breakpad", look_up };
