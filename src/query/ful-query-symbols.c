/* SPDX-License-Identifier: GPL-3.0-or-later */

/* --symbols: puts names on the native frames of the profile. */

#include "config.h"

#include "ful-query-symbols.h"

#include "base/ful-error.h"
#include "symbols/sources/ful-symbol-place.h"
#include "symbols/ful-symbolicate.h"

#include <unistd.h>

/**
 * ful_query_check_symbols:
 * @error: %FUL_ERROR_ARGUMENT if a place cannot have symbols
 */
gboolean
ful_query_check_symbols (FulQuery  *query,
                         GError   **error)
{
  for (guint i = 0; query->symbols && query->symbols[i]; i++)
    {
      const char *where = query->symbols[i];

      if (ful_symbol_place_get_kind (where) != FUL_SYMBOL_PLACE_FOLDER)
        {
          if (ful_symbol_place_check_server (where, error))
            continue;
          g_prefix_error_literal (error, "--symbols: ");
          return FALSE;
        }
      if (g_str_equal (where, "auto") || g_file_test (where, G_FILE_TEST_IS_DIR))
        continue;
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "--symbols: “%s” is not a folder; auto looks in the usual places", where);
      return FALSE;
    }

  return TRUE;
}

static void
tell_cb (const FulLib        *lib,
         const FulLibSymbols *found)
{
  if (found->n_addresses > 0 && isatty (STDERR_FILENO))
    g_printerr ("fulgens-query: %s: %u of %u addresses have names%s%s\n", lib->debug_name, found->n_found, found->n_addresses,
                found->file ? ", by " : "", found->file ? found->file : "");
}

/**
 * ful_query_symbolicate:
 * @query: its profile is replaced by one with symbols
 * @error: error of the derivation
 *
 * Returns: (transfer full) (element-type FulLibSymbols): what was found for each library
 */
GPtrArray *
ful_query_symbolicate (FulQuery  *query,
                       GError   **error)
{
  g_autoptr(FulProfile) recorded = g_object_ref (query->profile);
  g_autoptr(GPtrArray) symbols = NULL;
  g_autoptr(FulSymbolSearch) search = ful_symbol_search_new (recorded, query->profile_path, (const char *const *) query->symbols,
                                                             query->again);
  g_autoptr(FulProfile) snapshot = ful_symbolicate_all (recorded, search, tell_cb, &symbols, NULL, error);

  if (snapshot == NULL)
    return NULL;

  for (guint i = ful_import_log_get_n (recorded->log); i < ful_import_log_get_n (snapshot->log); i++)
    g_printerr ("fulgens-query: %s: %s\n", ful_import_log_get (snapshot->log, i)->where, ful_import_log_get (snapshot->log, i)->message);
  g_clear_object (&query->profile);
  ful_transform_reader_clear (&query->reader);
  ful_query_set_profile (query, snapshot);

  return g_steal_pointer (&symbols);
}
