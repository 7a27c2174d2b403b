/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The kernel's table of symbols. */

#include "symbols/ful-symbol-readers.h"

#include <string.h>

static FulSymbolResults *
read_table (const char    *text,
            const guint64 *addresses,
            guint          n,
            char         **result)
{
  FulLib lib = { .name = (char *) "[kernel.kallsyms]" };
  FulSymbolRequest request = { &lib, addresses, n };

  return ful_symbol_kallsyms_read (&request, text, strlen (text), NULL, result);
}

/* The name of a result, where it begins and its size. */
static void
assert_result (FulSymbolResults *results,
               guint64           address,
               const char       *name,
               guint64           start,
               guint64           size)
{
  const FulSymbolResult *result = ful_symbol_results_find (results, address);

  g_assert_nonnull (result);
  g_assert_cmpuint (result->n_frames, ==, name ? 1 : 0);
  if (name == NULL)
    {
      g_assert_cmpuint (result->symbol, ==, FUL_SYMBOL_NONE);
      return;
    }
  g_assert_cmpstr (results->texts + results->frames[result->first_frame].name, ==, name);
  g_assert_cmpuint (results->symbols[result->symbol].address, ==, start);
  g_assert_cmpuint (results->symbols[result->symbol].size, ==, size);
}

/* Functions alone count; of several at one place a global one with few underscores; lines in any order. */
static void
test_names (void)
{
  static const char table[] = "ffffffff80fff000 T before_text\n"
                              "ffffffff81000000 T _stext\n"
                              "ffffffff81000000 T _text\n"
                              "ffffffff81000100 t __local\n"
                              "ffffffff81000100 T __x64_sys_read\n"
                              "ffffffff81000100 W ksys_read\n"
                              "ffffffff81000100 t read\n"
                              "ffffffff81000300 t last.isra.0\n"
                              "ffffffff81000180 D some_data\n"
                              "ffffffff81000200 t helper\n"
                              "damaged\n"
                              "ffffffff81000240 T\n"
                              "ffffffff81000250 T two words\n"
                              "ffffffffc0000000 t module_code\t[module]\n";
  static const guint64 addresses[] = { 0, 0xff, 0x100, 0x1ff, 0x200, 0x2ff, 0x300, 0x123456, G_MAXUINT64 - 0xfff, };
  g_autofree char *result = NULL;
  g_autoptr(FulSymbolResults) results = read_table (table, addresses, G_N_ELEMENTS (addresses), &result);

  g_assert_nonnull (results);
  g_assert_cmpuint (results->n_results, ==, G_N_ELEMENTS (addresses));
  assert_result (results, 0, "_stext", 0, 0x100);
  assert_result (results, 0xff, "_stext", 0, 0x100);
  assert_result (results, 0x100, "ksys_read", 0x100, 0x100);
  assert_result (results, 0x1ff, "ksys_read", 0x100, 0x100);
  assert_result (results, 0x200, "helper", 0x200, 0x100);
  assert_result (results, 0x2ff, "helper", 0x200, 0x100);
  assert_result (results, 0x123456, "last.isra.0", 0x300, 0);
  assert_result (results, G_MAXUINT64 - 0xfff, NULL, 0, 0);   /* before the first address of the kernel */
}

/* What a kernel shows to those who may not see where it is. */
static void
test_hidden (void)
{
  static const guint64 addresses[] = { 0x100 };
  g_autofree char *result = NULL, *other = NULL;

  g_assert_null (read_table ("0000000000000000 T _text\n0000000000000000 T read\n", addresses, 1, &result));
  g_assert_nonnull (strstr (result, "addresses"));
  g_assert_null (read_table ("", addresses, 1, &other));
}

/* Names that come too late are not made up of a part of the table. */
static void
test_cancelled (void)
{
  FulLib lib = { .name = (char *) "[kernel.kallsyms]" };
  const guint64 address = 0x10;
  FulSymbolRequest request = { &lib, &address, 1 };
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *result = NULL;
  static const char table[] = "ffffffff81000000 T _text\n";
  g_autoptr(FulSymbolResults) results = NULL;

  g_cancellable_cancel (cancellable);
  results = ful_symbol_kallsyms_read (&request, table, strlen (table), cancellable, &result);
  assert_result (results, address, NULL, 0, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/symbol-kallsyms/names", test_names);
  g_test_add_func ("/symbol-kallsyms/hidden", test_hidden);
  g_test_add_func ("/symbol-kallsyms/cancelled", test_cancelled);

  return g_test_run ();
}
