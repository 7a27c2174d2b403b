/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Symbols: a Breakpad file, a sidecar, the bytes of answers, replies of a server, or the table of a kernel. What comes of it can be applied and written. */

#include "ful-fuzz.h"

#include "symbols/ful-symbol-readers.h"

static const guint64 addresses[] = { 0, 1, 0x100, 0x108, 0x110, 0x200, 0x300, G_GUINT64_CONSTANT (0x7fffffffffffffff) };

static void
check (FulSymbolAnswers *answers)
{
  for (guint i = 0; i < answers->n_answers; i++)
    {
      const FulSymbolAnswer *answer = &answers->answers[i];

      g_assert (ful_symbol_answers_find (answers, answer->address) == answer);
      for (guint k = 0; k < answer->n_frames; k++)
        g_assert (g_utf8_validate (answers->texts + answers->frames[answer->first_frame + k].name, -1, NULL));
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  FulLib lib = { .debug_name = (char *) "libone.so", .breakpad_id = (char *) "ABC0" };
  FulSymbolQuestion question = { &lib, addresses, G_N_ELEMENTS (addresses) };
  g_autoptr(FulSymbolAnswers) answers = NULL;
  g_autoptr(GBytes) bytes = g_bytes_new (data, size);
  g_autofree char *result = NULL;

#if FUL_FUZZ_KIND == 0
  answers = ful_symbol_breakpad_read (&question, (const char *) data, size, NULL, &result);
#elif FUL_FUZZ_KIND == 1
  g_autoptr(GInputStream) input = g_memory_input_stream_new_from_bytes (bytes);

  g_autoptr(GHashTable) of_libs = ful_symbol_sidecar_read (&question, 1, input, NULL, &result);

  if (of_libs && g_hash_table_contains (of_libs, &lib))
    answers = ful_symbol_answers_ref (g_hash_table_lookup (of_libs, &lib));
#elif FUL_FUZZ_KIND == 2
  answers = ful_symbol_answers_new_from_bytes (bytes, NULL);
  (void) question;
#elif FUL_FUZZ_KIND == 3
  g_autoptr(FulSymbolBuilder) builder = ful_symbol_builder_new ();

  if (ful_symbol_server_read (&question, (const char *) data, size, builder, NULL))
    answers = ful_symbol_builder_finish (g_steal_pointer (&builder));
#elif FUL_FUZZ_KIND == 5
  answers = ful_symbol_kallsyms_read (&question, (const char *) data, size, NULL, &result);
#else
  answers = ful_assembly_server_read ((const char *) data, size, 0x100, NULL);
  (void) question;
#endif
  if (answers)
    {
      g_autoptr(FulSymbolAnswers) again = ful_symbol_answers_new_merged (answers, answers);

      check (answers);
      check (again);
      g_assert (FUL_FUZZ_KIND == 2 || FUL_FUZZ_KIND == 4 || answers->n_answers == G_N_ELEMENTS (addresses));
      g_assert (again->n_answers == answers->n_answers);
    }

  return 0;
}
