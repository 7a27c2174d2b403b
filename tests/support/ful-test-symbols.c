/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Profiles with addresses, and symbols for them, from text. */

#include "config.h"

#include "ful-test-symbols.h"

#include "ful-test-profile.h"

#include "symbols/ful-symbolicate.h"

/**
 * ful_test_symbols_profile:
 * @text: threads, each as in ful_test_profile_add(), with an empty line between them
 *
 * Returns: (transfer full): a profile; functions named 0x… have that address in its library, those from 0x1000 on in a
 *   second one
 */
FulProfile *
ful_test_symbols_profile (const char *text)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulProfileBuilder *builder = test->builder;

  g_auto(GStrv) threads = g_strsplit (text, "\n\n", -1);

  for (guint i = 0; threads[i]; i++)
    ful_test_profile_add (test, threads[i]);
  for (guint i = builder->profile->libs->len; i < 2; i++)
    g_ptr_array_add (builder->profile->libs, ful_lib_new_unknown ());
  for (guint i = 0; i < builder->frames.n_rows; i++)
    {
      FulFuncIndex func = FUL_CELLS (&builder->frames, FUL_FRAME_FUNC, gint32)[i];
      const char *name = ful_string_table_get (builder->strings, FUL_CELLS (&builder->funcs, FUL_FUNC_NAME, gint32)[func]);
      gint64 address = g_ascii_strtoll (name, NULL, 16);

      if (!g_str_has_prefix (name, "0x"))
        continue;
      FUL_CELLS (&builder->frames, FUL_FRAME_ADDRESS, gint64)[i] = address;
      FUL_CELLS (&builder->frames, FUL_FRAME_LIB, gint32)[i] = address >= 0x1000;
      FUL_CELLS (&builder->funcs, FUL_FUNC_RESOURCE, gint32)[func] = 0;
    }

  return ful_test_profile_seal (test);
}

/**
 * ful_test_symbols_results:
 * @text: lines "ADDRESS START NAME [NAME…]", outermost first; NAME may be NAME@FILE:LINE; "-" for nothing found
 *
 * Returns: (transfer full): the results
 */
FulSymbolResults *
ful_test_symbols_results (const char *text)
{
  FulSymbolBuilder *builder = ful_symbol_builder_new ();
  g_auto(GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] && *lines[i]; i++)
    {
      g_auto(GStrv) words = g_strsplit (lines[i], " ", -1);

      ful_symbol_builder_add (builder, g_ascii_strtoull (words[0], NULL, 16));
      for (guint k = 2; g_strv_length (words) > 2 && words[k]; k++)
        {
          g_auto(GStrv) parts = g_strsplit_set (words[k], "@:", -1);

          guint32 name = ful_symbol_builder_add_text (builder, parts[0]);

          if (k == 2)
            ful_symbol_builder_set_symbol (builder, g_ascii_strtoull (words[1], NULL, 16), 0x10, name);
          ful_symbol_builder_add_frame (builder, name, ful_symbol_builder_add_text (builder, parts[1]),
                                        parts[1] ? (guint) atoi (parts[2]) : 0);
        }
    }

  return ful_symbol_builder_finish (builder);
}

/**
 * ful_test_symbolicate:
 * @last: (nullable): the snapshot before
 * @first: (nullable): results for the first library, as text
 * @second: (nullable): for the second one
 *
 * Returns: (transfer full): the snapshot
 */
FulProfile *
ful_test_symbolicate (FulProfile *recorded,
                      FulProfile *last,
                      const char *first,
                      const char *second)
{
  g_autoptr(FulSymbolResults) one = first ? ful_test_symbols_results (first) : NULL;
  g_autoptr(FulSymbolResults) two = second ? ful_test_symbols_results (second) : NULL;
  FulSymbolResults *results[] = { one, two };
  g_autoptr(GError) error = NULL;
  FulProfile *snapshot = ful_symbolicate (recorded, results, last, NULL, NULL, &error);

  g_assert_no_error (error);

  return snapshot;
}
