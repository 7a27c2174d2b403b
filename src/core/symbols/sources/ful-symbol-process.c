/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One request to fulgens-symbolizer, and its result. */

#include "config.h"

#include "ful-symbol-process.h"

#include "base/ful-error.h"
#include "symbolizer/ful-symbolizer.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

#define MAX_WANTED 8

static gboolean
ask (FulSymbolizer  *self,
     int             file,
     FulSymbolWhat   what,
     const char     *breakpad_id,
     const guint64  *addresses,
     guint           n_addresses,
     GError        **error)
{
  g_autofree char *data = g_malloc0 (sizeof (FulSymbolAsk) + n_addresses * sizeof *addresses);
  FulSymbolAsk *head = (gpointer) data;

  g_strlcpy (head->breakpad_id, breakpad_id, sizeof head->breakpad_id);
  head->n_addresses = n_addresses;
  head->what = what;
  memcpy (data + sizeof *head, addresses, n_addresses * sizeof *addresses);

  return ful_symbolizer_send (self, FUL_SYMBOL_ASK, data, sizeof *head + n_addresses * sizeof *addresses, file, error);
}

static void
set_refused (guint32   refusal,
             GError  **error)
{
  static const char *const sentences[] = {
    [FUL_SYMBOL_REFUSAL_NOT_ELF] = N_("It is not an ELF file"),
    [FUL_SYMBOL_REFUSAL_OTHER_BUILD] = N_("It has another build id"),
    [FUL_SYMBOL_REFUSAL_NO_SYMBOLS] = N_("It has no symbols"),
    [FUL_SYMBOL_REFUSAL_NO_CODE] = N_("It does not have the code of the function"),
    [FUL_SYMBOL_REFUSAL_TOO_MUCH_CODE] = N_("The function is too large to disassemble"),
    [FUL_SYMBOL_REFUSAL_MACHINE] = N_("It is for a machine whose code cannot be disassembled"),
  };

  if (refusal < G_N_ELEMENTS (sentences))
    g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _(sentences[refusal]));
  else
    ful_symbolizer_fail (error);
}

static FulSymbolResults *
read_results (FulSymbolizer  *self,
              guint32         length,
              GError        **error)
{
  g_autofree char *data = length <= FUL_SYMBOL_MAX_ANSWER ? g_try_malloc (MAX (length, 1)) : NULL;
  g_autoptr(GBytes) bytes = NULL;

  if (data == NULL)
    {
      ful_symbolizer_fail (error);
      return NULL;
    }
  if (!ful_symbolizer_receive (self, data, length, error))
    return NULL;
  bytes = g_bytes_new_take (g_steal_pointer (&data), length);

  return ful_symbol_results_new_from_bytes (bytes, error);
}

/* Serves the process until its result. */
static FulSymbolResults *
serve (FulSymbolizer      *self,
       FulSymbolOpenFunc   open_func,
       gpointer            data,
       GError            **error)
{
  g_autofree FulSymbolWanted *wanted = g_new0 (FulSymbolWanted, 1);

  for (guint n = 0; n < MAX_WANTED; n++)
    {
      FulSymbolHeader header;
      guint32 refusal;
      int file;
      gboolean ok;

      if (!ful_symbolizer_receive (self, &header, sizeof header, error))
        return NULL;
      switch (header.message)
        {
        case FUL_SYMBOL_ANSWER:
          return read_results (self, header.length, error);
        case FUL_SYMBOL_REFUSED:
          if (header.length == sizeof refusal && ful_symbolizer_receive (self, &refusal, sizeof refusal, error))
            set_refused (refusal, error);
          else if (*error == NULL)
            ful_symbolizer_fail (error);
          return NULL;
        case FUL_SYMBOL_WANT_LINK:
        case FUL_SYMBOL_WANT_ALT:
          if (header.length != sizeof *wanted)
            break;
          if (!ful_symbolizer_receive (self, wanted, sizeof *wanted, error))
            return NULL;
          wanted->name[sizeof wanted->name - 1] = wanted->build_id[sizeof wanted->build_id - 1] = '\0';
          file = open_func ((FulSymbolMessage) header.message, wanted, data);
          ok = ful_symbolizer_send (self, FUL_SYMBOL_FILE, NULL, 0, file, error);
          if (file >= 0)
            close (file);
          if (!ok)
            return NULL;
          continue;
        default:
          break;
        }
      break;
    }
  ful_symbolizer_fail (error);

  return NULL;
}

/**
 * ful_symbol_process_run:
 * @file: descriptor of a regular file
 * @what: what to look up
 * @breakpad_id: what it must be
 * @addresses: (array length=n_addresses): different ones, ascending, relative to the image base
 * @open_func: opens what @file refers to
 * @data: for @open_func
 * @error: a sentence about the file; or %G_IO_ERROR_CANCELLED
 *
 * Blocks. A process that ends, or says nothing for half a minute, has failed; the sentence says which.
 *
 * Returns: (transfer full) (nullable): the results
 */
FulSymbolResults *
ful_symbol_process_run (int                 file,
                        FulSymbolWhat       what,
                        const char         *breakpad_id,
                        const guint64      *addresses,
                        guint               n_addresses,
                        FulSymbolOpenFunc   open_func,
                        gpointer            data,
                        GCancellable       *cancellable,
                        GError            **error)
{
  FulSymbolizer *process = ful_symbolizer_start (cancellable, error);
  FulSymbolResults *results = NULL;

  if (process == NULL)
    return NULL;

  if (ask (process, file, what, breakpad_id, addresses, n_addresses, error))
    results = serve (process, open_func, data, error);
  ful_symbolizer_end (process, error);

  return results;
}
