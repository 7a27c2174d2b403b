/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Names of the kernel that ran: from the copy that perf made of its symbol table, or the table of the kernel that runs now,
 * if it is the same build (symbols.md 7.2). */

#include "config.h"

#include "symbols/ful-symbol-readers.h"
#include "symbols/ful-symbol-source.h"

#include "base/ful-bisect.h"
#include "base/ful-format.h"
#include "base/ful-perf-cache.h"
#include "base/ful-plain-file.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

#define KERNEL "[kernel.kallsyms]"
#define RUNNING "/proc/kallsyms"
#define NOTES "/sys/kernel/notes"
#define MAX_FILE_BYTES (256 << 20)
#define CANCEL_CHECK_LINES 4096

typedef struct
{
  guint64     start;
  const char *name;
  guint       n;
  guint       rank;     /* of several at one address the least is shown */
} Symbol;

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const Symbol *first = a, *second = b;

  if (first->start != second->start)
    return first->start < second->start ? -1 : 1;
  if (first->rank != second->rank)
    return first->rank < second->rank ? -1 : 1;

  return (first->name > second->name) - (first->name < second->name);
}

/* Reads "ADDRESS TYPE NAME"; what follows says that it is of a module, which is another library. */
static gboolean
read_line (const char *line,
           const char *end,
           char       *out_type,
           Symbol     *out)
{
  const char *at = line;

  for (out->start = 0; at < end && g_ascii_isxdigit (*at) && at - line < 16; at++)
    out->start = out->start << 4 | (guint64) g_ascii_xdigit_value (*at);
  if (at == line || end - at < 4 || at[0] != ' ' || at[2] != ' ')
    return FALSE;

  *out_type = at[1];
  out->name = at += 3;
  while (at < end && (guchar) *at > ' ')
    at++;
  out->n = (guint) (at - out->name);

  return at == end && out->n > 0;
}

/* Global names before others, then those with fewer underscores in front. */
static guint
get_rank (const Symbol *symbol,
          char          type)
{
  guint n = 0;

  while (n < symbol->n && symbol->name[n] == '_')
    n++;

  return (g_ascii_isupper (type) ? 0 : symbol->n + 1) + n;
}

static FulSymbolResults *
make_results (const FulSymbolRequest  *request,
              const GArray            *symbols,
              guint64                  base)
{
  FulSymbolBuilder *builder = ful_symbol_builder_new ();
  const Symbol *named = NULL;
  guint32 name = FUL_SYMBOL_NONE;   /* of @named */
  const Symbol *all = (const Symbol *) (gpointer) symbols->data;

  for (guint i = 0; i < request->n_addresses; i++)
    {
      guint64 address = request->addresses[i] + base;
      guint after = FUL_BISECT (0, symbols->len, middle, all[middle].start > address);
      guint first = after > 0 ? FUL_BISECT (0, after, middle, all[middle].start >= all[after - 1].start) : 0;

      ful_symbol_builder_add (builder, request->addresses[i]);
      if (after == 0 || all[first].start < base || address < base)
        continue;

      if (named != &all[first])   /* addresses ascend: those of a symbol, whose name may be long, follow one another */
        {
          g_autofree char *text = g_strndup (all[first].name, all[first].n);

          name = ful_symbol_builder_add_text (builder, text);
          named = &all[first];
        }
      ful_symbol_builder_set_symbol (builder, all[first].start - base,
                                     after < symbols->len ? all[after].start - all[first].start : 0, name);
      ful_symbol_builder_add_frame (builder, name, FUL_SYMBOL_NONE, 0);
    }

  return ful_symbol_builder_finish (builder);
}

FulSymbolResults *
ful_symbol_kallsyms_read (const FulSymbolRequest   *request,
                          const char               *text,
                          gsize                     n,
                          GCancellable             *cancellable,
                          char                    **result)
{
  g_autoptr(GArray) symbols = g_array_new (FALSE, FALSE, sizeof (Symbol));
  const char *end = text + n;
  guint64 base = 0;
  guint n_lines = 0;

  while (text < end && (++n_lines % CANCEL_CHECK_LINES > 0 || !g_cancellable_is_cancelled (cancellable)))
    {
      const char *line_end = memchr (text, '\n', (gsize) (end - text));
      Symbol symbol;
      char type;

      line_end = line_end ? line_end : end;
      if (read_line (text, line_end, &type, &symbol) && strchr ("tTwW", type))
        {
          if (base == 0 && symbol.n == strlen ("_text") && memcmp (symbol.name, "_text", symbol.n) == 0)
            base = symbol.start;
          symbol.rank = get_rank (&symbol, type);
          g_array_append_val (symbols, symbol);
        }
      text = line_end + (line_end < end);
    }
  if (base == 0)
    {
      *result = g_strdup (_("It does not show addresses to this user"));
      return NULL;
    }

  /* A part of the table would give addresses the names of others. */
  if (g_cancellable_is_cancelled (cancellable))
    g_array_set_size (symbols, 0);
  g_array_sort (symbols, compare);
  *result = g_strdup (_("Symbols found"));

  return make_results (request, symbols, base);
}

/* Whether the kernel that runs is of this build: its notes have the id. */
static gboolean
is_running (const char *build_id)
{
  g_autofree char *notes = NULL;
  g_autofree char *hex = NULL;
  gsize n;

  if (!g_file_get_contents (NOTES, &notes, &n, NULL))
    return FALSE;
  hex = ful_format_hex (notes, n);

  return strstr (hex, build_id) != NULL;
}

static FulSymbolResults *
look_up (FulSymbolRequest  *request,
         GCancellable      *cancellable)
{
  g_autofree char *build_id = ful_symbol_elf_dup_build_id (request->lib);
  g_autofree char *kept = build_id ? ful_perf_cache_dup_path (build_id, "kallsyms") : NULL;
  const char *paths[] = { kept, RUNNING };

  if (!g_str_has_prefix (request->lib->name, KERNEL) || build_id == NULL)
    return NULL;

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      FulPlainFileStatus status;
      int file = paths[i] == NULL || (i > 0 && !is_running (build_id)) ? -1 : ful_plain_file_open (paths[i], TRUE, &status);
      g_autofree char *text = NULL, *result = NULL;
      FulSymbolResults *results = NULL;
      gsize n;

      if (file < 0)
        continue;
      text = ful_plain_file_read (file, MAX_FILE_BYTES, &n);
      close (file);
      if (text)
        results = ful_symbol_kallsyms_read (request, text, n, cancellable, &result);
      else
        result = g_strdup (_("The file is too large"));
      ful_symbol_request_add_attempt (request, &ful_symbol_source_kallsyms, paths[i], result);
      if (results)
        return results;
    }

  return NULL;
}

const FulSymbolSource ful_symbol_source_kallsyms = { "kallsyms", look_up };
