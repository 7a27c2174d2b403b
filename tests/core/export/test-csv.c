/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "export/ful-csv.h"

static void
test_cells (void)
{
  static const struct { const char *text, *cell; } cases[] = {
    { "", "" }, { "plain text", "plain text" }, { "a,b", "\"a,b\"" }, { "\"", "\"\"\"\"" },
    { "say \"hi\"", "\"say \"\"hi\"\"\"" }, { "two\nlines", "\"two\nlines\"" }, { "a\r\nb", "\"a\r\nb\"" },
    { "a\tb", "a\tb" }, { "ü 中", "ü 中" }, { ";'", ";'" },
    /* Control characters and those that turn the direction are shown, not written. */
    { "a\x1b[1m", "a\\u001b[1m" }, { "a\xe2\x80\xae" "b", "a\\u202eb" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FulBytes bytes = { 0 };

      ful_bytes_append_s (&bytes, "1,");
      ful_csv_append (cases[i].text, &bytes);
      ful_bytes_append_c (&bytes, '\0');
      g_assert_cmpstr (bytes.data + 2, ==, cases[i].cell);
      ful_bytes_clear (&bytes);
    }
}

/* Random cells are what a reader of the format gets. */
static void
test_read_back (void)
{
  static const char alphabet[] = "ab,\"\n\r ";

  for (guint round = 0; round < 500; round++)
    {
      g_autoptr(GString) text = g_string_new (NULL);
      g_autoptr(GString) read = g_string_new (NULL);
      FulBytes bytes = { 0 };
      gboolean in_quotes = FALSE;

      for (int n = g_test_rand_int_range (0, 12); n > 0; n--)
        g_string_append_c (text, alphabet[g_test_rand_int_range (0, sizeof alphabet - 1)]);
      ful_csv_append (text->str, &bytes);
      for (gsize i = 0; i < bytes.n; i++)
        {
          if (bytes.data[i] != '"')
            {
              g_assert_true (in_quotes || strchr (",\r\n", bytes.data[i]) == NULL);
              g_string_append_c (read, bytes.data[i]);
            }
          else if (in_quotes && i + 1 < bytes.n && bytes.data[i + 1] == '"')
            {
              g_string_append_c (read, bytes.data[++i]);
            }
          else
            {
              in_quotes = !in_quotes;
            }
        }
      g_assert_false (in_quotes);
      g_assert_cmpstr (read->str, ==, text->str);
      ful_bytes_clear (&bytes);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/csv/cells", test_cells);
  g_test_add_func ("/csv/read-back", test_read_back);

  return g_test_run ();
}
