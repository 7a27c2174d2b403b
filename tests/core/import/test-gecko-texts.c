/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "import/gecko/ful-gecko-texts.h"

#include <string.h>

#define N_ROWS 40

/* Rows in an order that is more or less that of the column; results that are shorter, as long or longer, or none. */
static void
run (GRand *rand,
     guint  distance,
     guint  longest)
{
  g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
  FulGeckoTexts texts = { ful_raw_tree_new_column (tree, FUL_RAW_TEXTS, N_ROWS) };
  FulRawColumn *column = texts.column;
  char *expected[N_ROWS];
  gint64 places[N_ROWS];
  guint order[N_ROWS], n = 0;
  FulBytes result;

  for (guint i = 0; i < N_ROWS; i++)
    {
      guint length = (guint) g_rand_int_range (rand, 0, 9);

      order[i] = i;
      column->text_start[i] = (gint64) column->bytes.n;
      column->text_length[i] = (gint32) length;
      for (guint k = 0; k < length; k++)
        ful_bytes_append_c (&column->bytes, (char) ('0' + (i + k) % 70));
    }
  column->n = N_ROWS;
  for (guint i = 0; distance > 0 && i < N_ROWS; i++)
    {
      guint other = i + (guint) g_rand_int_range (rand, 0, (gint) distance);
      guint row = order[i];

      other = MIN (other, N_ROWS - 1);
      order[i] = order[other];
      order[other] = row;
    }

  for (guint i = 0; i < N_ROWS; i++)
    {
      gsize length;
      const char *text = ful_gecko_texts_take (&texts, order[i], &length);

      if (text == NULL)
        continue;
      for (gsize k = 0; k < length; k++)
        g_assert_cmpint (text[k], ==, '0' + (order[i] + k) % 70);
      switch (g_rand_int_range (rand, 0, 3))
        {
        case 0:
          expected[n] = g_strndup (text, length);
          places[n++] = ful_gecko_texts_put (&texts, text, length);
          break;
        case 1:
          expected[n] = g_strnfill ((gsize) g_rand_int_range (rand, 1, (gint) longest), (char) ('a' + i % 26));
          places[n] = ful_gecko_texts_put (&texts, expected[n], strlen (expected[n]));
          n++;
          break;
        case 2:
        default:
          break;
        }
    }

  result = ful_gecko_texts_finish (&texts, places, n);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpmem (result.data + places[i], strlen (expected[i]), expected[i], strlen (expected[i]));
      g_free (expected[i]);
    }
  ful_bytes_clear (&result);
}

static void
test_random (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (11);

  for (guint i = 0; i < 5000; i++)
    run (rand, i % N_ROWS, 2 + i % 20);
}

/* In order, and not longer: all in the memory that is there. */
static void
test_no_more_memory (void)
{
  g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
  FulGeckoTexts texts = { ful_raw_tree_new_column (tree, FUL_RAW_TEXTS, 2) };
  gsize length;

  ful_bytes_append_s (&texts.column->bytes, "firstsecond");
  texts.column->text_start[0] = 0;
  texts.column->text_start[1] = 5;
  texts.column->text_length[0] = 5;
  texts.column->text_length[1] = 6;
  texts.column->n = 2;
  ful_gecko_texts_take (&texts, 0, &length);
  g_assert_cmpint (ful_gecko_texts_put (&texts, "one", 3), ==, 0);
  ful_gecko_texts_take (&texts, 1, &length);
  g_assert_cmpint (ful_gecko_texts_put (&texts, "secondly", 8), ==, 3);
  g_assert_cmpint (texts.more.n, ==, 0);
  g_assert_null (ful_gecko_texts_take (&texts, 1, &length));
  g_assert_null (ful_gecko_texts_take (&texts, 2, &length));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gecko-texts/random", test_random);
  g_test_add_func ("/gecko-texts/no-more-memory", test_no_more_memory);

  return g_test_run ();
}
