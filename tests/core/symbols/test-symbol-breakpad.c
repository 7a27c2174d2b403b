/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Breakpad symbol files (symbols.md 7.5). */

#include "symbols/ful-symbol-readers.h"

#include <string.h>

#define MODULE "MODULE Linux x86_64 ABC0 libone.so\n"

static FulSymbolResults *
read_text (const char    *text,
           const guint64 *addresses,
           guint          n)
{
  FulLib lib = { .debug_name = (char *) "libone.so", .breakpad_id = (char *) "ABC0" };
  FulSymbolRequest request = { &lib, addresses, n };
  g_autofree char *result = NULL;
  FulSymbolResults *results = ful_symbol_breakpad_read (&request, text, strlen (text), NULL, &result);

  g_assert_nonnull (results);

  return results;
}

/* Returns: (transfer full): for each result its symbol and its frames, as "START+SIZE NAME:LINE NAME:LINE\n" */
static char *
answers_to_text (const FulSymbolResults *results)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < results->n_results; i++)
    {
      const FulSymbolResult *result = &results->results[i];

      if (result->symbol == FUL_SYMBOL_NONE)
        g_string_append_c (text, '-');
      else
        g_string_append_printf (text, "%x+%x", (guint) results->symbols[result->symbol].address,
                                (guint) results->symbols[result->symbol].size);
      for (guint k = 0; k < result->n_frames; k++)
        {
          const FulSymbolFrame *frame = &results->frames[result->first_frame + k];

          g_string_append_printf (text, " %s:%u", results->texts + frame->name, frame->line);
        }
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

static void
test_rules (void)
{
  static const guint64 addresses[] = { 0x100, 0x108, 0x200, 0x201 };
  static const struct { const char *name, *text, *expected; } cases[] = {
    { "lines and calls", "INLINE_ORIGIN 1 a\nINLINE_ORIGIN 2 b\nFUNC 100 20 0 f\nINLINE 0 10 0 1 108 8\nINLINE 1 20 0 2 108 8\n"
                         "100 8 1 0\n108 8 30 0\n",
      "100+20 f:1\n100+20 f:10 a:20 b:30\n-\n-\n" },
    { "of two inlined functions at a depth the first", "INLINE_ORIGIN 1 a\nINLINE_ORIGIN 2 b\nFUNC 100 20 0 f\n"
                                                       "INLINE 0 10 0 1 108 8\nINLINE 0 20 0 2 100 20\n108 8 30 0\n",
      "100+20 f:20 b:0\n100+20 f:10 a:30\n-\n-\n" },
    { "one without the function around it", "INLINE_ORIGIN 1 a\nINLINE_ORIGIN 2 b\nFUNC 100 20 0 f\nINLINE 1 20 0 2 108 8\n"
                                            "INLINE 0 10 0 1 108 8\n108 8 30 0\n",
      "100+20 f:0\n100+20 f:10 a:30\n-\n-\n" },
    { "a depth above all", "INLINE_ORIGIN 1 a\nFUNC 100 20 0 f\nINLINE 100 10 0 1 108 8\nINLINE 4294967295 10 0 1 108 8\n108 8 30 0\n",
      "100+20 f:0\n100+20 f:30\n-\n-\n" },
    { "a function of size 0", "FUNC 200 0 0 f\n200 1 7 0\n", "-\n-\n200+1 f:7\n-\n" },
    { "of two functions the first", "FUNC 100 20 0 f\nFUNC 108 8 0 g\n", "100+20 f:0\n100+20 f:0\n-\n-\n" },
    { "public symbols up to the next function", "PUBLIC 100 0 p\nFUNC 180 8 0 f\nPUBLIC 200 0 q\n",
      "100+80 p:0\n100+80 p:0\n200+0 q:0\n200+0 q:0\n" },
    { "malformed records", "FUNC x 20 0 f\nFUNC 100 20\nINLINE 0\n100 8\nPUBLIC\nPUBLIC 100 0 p\n",
      "100+0 p:0\n100+0 p:0\n100+0 p:0\n100+0 p:0\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strconcat (MODULE, cases[i].text, NULL);
      g_autoptr(FulSymbolResults) results = read_text (text, addresses, G_N_ELEMENTS (addresses));
      g_autofree char *result = answers_to_text (results);

      g_test_message ("%s", cases[i].name);
      g_assert_cmpstr (result, ==, cases[i].expected);
    }
}

/* As many inlined functions as an address may have, and what is deeper. */
static void
test_depth (void)
{
  static const guint64 addresses[] = { 0x100 };
  g_autoptr(GString) text = g_string_new (MODULE "INLINE_ORIGIN 1 a\nFUNC 100 20 0 f\n");
  g_autoptr(FulSymbolResults) results = NULL;

  for (guint i = 0; i < 150; i++)
    g_string_append_printf (text, "INLINE %u %u 0 1 100 20\n", i, i + 1);
  results = read_text (text->str, addresses, 1);
  g_assert_cmpuint (results->n_frames, ==, 101);
  g_assert_cmpuint (results->frames[99].line, ==, 100);
  g_assert_cmpuint (results->n_cut, ==, 0);   /* records that are skipped are no frames */
}

/* Records that each cover all addresses: what they cost has a bound, and those before it count. */
static void
test_budget (void)
{
  guint n = 1000;
  g_autofree guint64 *addresses = g_new (guint64, n);
  g_autoptr(GString) text = g_string_new (MODULE "FUNC 1000 1000 0 f\n");
  g_autoptr(FulSymbolResults) results = NULL;
  guint n_with_line = 0;

  for (guint i = 0; i < n; i++)
    addresses[i] = 0x1000 + i;
  /* Each of these visits all places: those that begin at the function cost n visits, and there are 100 for each address. */
  for (guint i = 0; i < 200; i++)
    g_string_append (text, "INLINE 99 1 0 1 1000 1000\n");
  g_string_append (text, "1000 1000 5 0\n");
  results = read_text (text->str, addresses, n);
  for (guint i = 0; i < results->n_frames; i++)
    n_with_line += results->frames[i].line == 5;
  g_assert_cmpuint (results->n_frames, ==, n);
  g_assert_cmpuint (n_with_line, <, n);

  /* Half as many leave enough for the line. */
  g_string_truncate (text, strlen (MODULE "FUNC 1000 1000 0 f\n") + 90 * strlen ("INLINE 99 1 0 1 1000 1000\n"));
  g_string_append (text, "1000 1000 5 0\n");
  g_clear_pointer (&results, ful_symbol_results_unref);
  results = read_text (text->str, addresses, n);
  n_with_line = 0;
  for (guint i = 0; i < results->n_frames; i++)
    n_with_line += results->frames[i].line == 5;
  g_assert_cmpuint (n_with_line, ==, n);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/symbol-breakpad/rules", test_rules);
  g_test_add_func ("/symbol-breakpad/depth", test_depth);
  g_test_add_func ("/symbol-breakpad/budget", test_budget);

  return g_test_run ();
}
