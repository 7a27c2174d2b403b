/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Symbols: a Breakpad file, a sidecar, the bytes of results, replies of a server, or the table of a kernel. What comes of it can be applied and written. */

#include "ful-fuzz.h"

#include "symbols/ful-symbol-readers.h"

static const guint64 addresses[] = { 0, 1, 0x100, 0x108, 0x110, 0x200, 0x300, G_GUINT64_CONSTANT (0x7fffffffffffffff) };

static void
check (FulSymbolResults *results)
{
  for (guint i = 0; i < results->n_results; i++)
    {
      const FulSymbolResult *result = &results->results[i];

      g_assert (ful_symbol_results_find (results, result->address) == result);
      for (guint k = 0; k < result->n_frames; k++)
        g_assert (g_utf8_validate (results->texts + results->frames[result->first_frame + k].name, -1, NULL));
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  FulLib lib = { .debug_name = (char *) "libone.so", .breakpad_id = (char *) "ABC0" };
  FulSymbolRequest request = { &lib, addresses, G_N_ELEMENTS (addresses) };
  g_autoptr(FulSymbolResults) results = NULL;
  g_autoptr(GBytes) bytes = g_bytes_new (data, size);
  g_autofree char *result = NULL;

#if FUL_FUZZ_KIND == 0
  results = ful_symbol_breakpad_read (&request, (const char *) data, size, NULL, &result);
#elif FUL_FUZZ_KIND == 1
  g_autoptr(GInputStream) input = g_memory_input_stream_new_from_bytes (bytes);

  g_autoptr(GHashTable) of_libs = ful_symbol_sidecar_read (&request, 1, input, NULL, &result);

  if (of_libs && g_hash_table_contains (of_libs, &lib))
    results = ful_symbol_results_ref (g_hash_table_lookup (of_libs, &lib));
#elif FUL_FUZZ_KIND == 2
  results = ful_symbol_results_new_from_bytes (bytes, NULL);
  (void) request;
#elif FUL_FUZZ_KIND == 3
  g_autoptr(FulSymbolBuilder) builder = ful_symbol_builder_new ();

  if (ful_symbol_server_read (&request, (const char *) data, size, builder, NULL))
    results = ful_symbol_builder_finish (g_steal_pointer (&builder));
#elif FUL_FUZZ_KIND == 5
  results = ful_symbol_kallsyms_read (&request, (const char *) data, size, NULL, &result);
#else
  results = ful_assembly_server_read ((const char *) data, size, 0x100, NULL);
  (void) request;
#endif
  if (results)
    {
      g_autoptr(FulSymbolResults) again = ful_symbol_results_new_merged (results, results);

      check (results);
      check (again);
      g_assert (FUL_FUZZ_KIND == 2 || FUL_FUZZ_KIND == 4 || results->n_results == G_N_ELEMENTS (addresses));
      g_assert (again->n_results == results->n_results);
    }

  return 0;
}
