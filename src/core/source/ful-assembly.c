/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The instructions of a native symbol, from its ELF file, else from a symbol server on this machine. */

#include "config.h"

#include "ful-assembly.h"

#include "symbols/sources/ful-symbol-place.h"
#include "symbols/ful-symbol-readers.h"

#include "base/ful-bisect.h"
#include "base/ful-error.h"

#include <glib/gi18n-lib.h>

/**
 * ful_assembly_is_supported:
 * @places: (nullable) (array zero-terminated): where to look for libraries
 *
 * Returns: whether this build can disassemble, or a symbol server on this machine may
 */
gboolean
ful_assembly_is_supported (const char *const *places)
{
#ifdef HAVE_CAPSTONE
  return TRUE;
#else
  for (guint i = 0; places && places[i]; i++)
    if (ful_symbol_place_get_kind (places[i]) == FUL_SYMBOL_PLACE_SERVER && ful_symbol_place_is_local (places[i]))
      return TRUE;

  return FALSE;
#endif
}

/* Where the symbol ends; if its size is not known, past its last frame. */
static guint64
get_end (FulProfile           *profile,
         FulNativeSymbolIndex  symbol,
         const FulFrameTable  *frames)
{
  const FulNativeSymbolTable *symbols = profile->native_symbols;
  gint64 end = symbols->address[symbol];

  if (symbols->function_size[symbol] > 0)
    return (guint64) end + (guint64) symbols->function_size[symbol];

  for (guint i = 0; i < frames->table.n_rows; i++)
    if (frames->native_symbol[i] == symbol && frames->address[i] >= end)
      end = frames->address[i] + 1;

  return (guint64) end;
}

/* Adds the instructions, if each is what the process may say: with one frame, and after the last one. */
static gboolean
add_instructions (FulAssembly *self)
{
  const FulSymbolResults *results = self->results;
  guint64 end = 0;

  for (guint i = 0; i < results->n_results; i++)
    {
      const FulSymbolResult *result = &results->results[i];
      const FulSymbol *symbol = result->n_frames == 1 ? &results->symbols[result->symbol] : NULL;
      const FulSymbolFrame *frame = symbol ? &results->frames[result->first_frame] : NULL;
      FulInstruction instruction;

      if (symbol == NULL || symbol->address != result->address || symbol->address < end || symbol->size == 0 ||
          symbol->address > G_MAXINT64 || symbol->size > G_MAXUINT16)
        return FALSE;
      end = symbol->address + symbol->size;
      instruction = (FulInstruction) { symbol->address, symbol->size, results->texts + symbol->name,
                                       ful_symbol_results_get_text (results, frame->file), frame->line };
      g_array_append_val (self->instructions, instruction);
      self->arch = results->texts + frame->name;
    }

  return self->arch != NULL;
}

/* What came of each file. */
static void
set_error (const FulSymbolRequest   *request,
           GError                  **error)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < request->attempts->len; i++)
    {
      const FulSymbolAttempt *try = g_ptr_array_index (request->attempts, i);

      g_string_append_printf (text, "%s%s: %s", i > 0 ? "; " : "", try->file, try->result);
    }
  g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, text->len > 0 ? text->str : _("No file of the library was found"));
}

/**
 * ful_assembly_read:
 * @symbol: a native symbol of @profile
 * @frames: all its frames
 * @profile_path: (nullable): file of the profile
 * @places: (nullable) (array zero-terminated): where else to look for the library; servers on this machine are asked too
 * @error: why there is none; or %G_IO_ERROR_CANCELLED
 *
 * Blocks.
 *
 * Returns: (transfer full) (nullable): its instructions
 */
FulAssembly *
ful_assembly_read (FulProfile           *profile,
                   FulNativeSymbolIndex  symbol,
                   const FulFrameTable  *frames,
                   const char           *profile_path,
                   const char *const    *places,
                   GCancellable         *cancellable,
                   GError              **error)
{
  const FulNativeSymbolTable *symbols = profile->native_symbols;
  guint64 range[] = { (guint64) symbols->address[symbol], get_end (profile, symbol, frames) };
  g_autofree const char **folders = ful_symbol_places_select (places, FALSE);
  g_autofree const char **servers = ful_symbol_places_select (places, TRUE);
  FulSymbolWhat what = symbols->function_size[symbol] > 0 ? FUL_SYMBOL_CODE : FUL_SYMBOL_FUNCTION;
  FulSymbolRequest request = { NULL, range, G_N_ELEMENTS (range), profile_path, folders, servers };
  g_autoptr(FulAssembly) self = g_atomic_rc_box_new0 (FulAssembly);

  self->instructions = g_array_new (FALSE, FALSE, sizeof (FulInstruction));
  request.lib = symbols->lib[symbol] == FUL_NONE ? NULL : g_ptr_array_index (profile->libs, (guint) symbols->lib[symbol]);
  if (request.lib == NULL || symbols->address[symbol] < 0 || *request.lib->breakpad_id == '\0')
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The profile does not say which version of the library it is"));
      return NULL;
    }

  request.attempts = ful_symbol_tries_new ();
  self->results = ful_symbol_elf_read_code (&request, what, cancellable);
  if (self->results == NULL)
    self->results = ful_assembly_server_ask (&request, what, cancellable);
  if (self->results && add_instructions (self))
    {
      g_ptr_array_unref (request.attempts);
      return g_steal_pointer (&self);
    }

  if (self->results)
    g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The instructions are damaged"));
  else if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    set_error (&request, error);
  g_ptr_array_unref (request.attempts);

  return NULL;
}

/* Returns: number of the instruction that holds @address, or the number of instructions */
guint
ful_assembly_find (const FulAssembly *self,
                   guint64            address)
{
  guint n = self->instructions->len;
  guint i = FUL_BISECT (0, n, m, g_array_index (self->instructions, FulInstruction, m).address > address);
  const FulInstruction *before = i > 0 ? &g_array_index (self->instructions, FulInstruction, i - 1) : NULL;

  return before && address - before->address < before->size ? i - 1 : n;
}

/**
 * ful_assembly_find_all:
 * @values: (array length=n) (inout): addresses, or %FUL_NONE
 *
 * Replaces each by the number of the instruction that holds it, or %FUL_NONE.
 */
void
ful_assembly_find_all (const FulAssembly *self,
                       gint64            *values,
                       guint              n)
{
  for (guint i = 0; i < n; i++)
    if (values[i] != FUL_NONE)
      {
        guint found = ful_assembly_find (self, (guint64) values[i]);

        values[i] = found < self->instructions->len ? (gint64) found : FUL_NONE;
      }
}

FulAssembly *
ful_assembly_ref (FulAssembly *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  FulAssembly *self = data;

  g_clear_pointer (&self->results, ful_symbol_results_unref);
  g_array_unref (self->instructions);
}

void
ful_assembly_unref (FulAssembly *self)
{
  g_atomic_rc_box_release_full (self, clear);
}
