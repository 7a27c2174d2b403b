/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A document of which numbers are read ahead is the one that is read in one pass: the same columns, errors, offsets and
 * memory, for chunks of any size, and texts that are damaged or cut anywhere. */

#include "ful-test-chunks.h"
#include "io/json/ful-json-reader.h"
#include "io/raw/ful-raw-run.h"

static guint
assert_same (const char *text,
             gsize       n,
             gsize       n_chunk,
             guint64     n_allocated)
{
  guint n_runs;
  g_autofree char *expected = ful_test_read_chunks (text, n, n_chunk, FALSE, n_allocated, NULL);
  g_autofree char *found = ful_test_read_chunks (text, n, n_chunk, TRUE, n_allocated, &n_runs);

  g_assert_cmpstr (found, ==, expected);

  return n_runs;
}

static void
append_numbers (GRand   *rand,
                GString *text)
{
  static const char *const odd[] = { "-0", "-0.0", "5.0", "1e3", "-12e-1", "2147483647", "2147483648", "-2147483648",
                                     "123456789012345678", "0.1234567890123456", "1234567890123456789012345678901234567890", "null" };
  int n = g_rand_int_range (rand, 0, 700), fractions = g_rand_int_range (rand, 0, 4), rare = g_rand_int_range (rand, 0, 5);

  g_string_append_c (text, '[');
  for (int i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append (text, rare == 4 && g_rand_int_range (rand, 0, 99) == 0 ? " ,\n " : ",");
      if (rare > 1 && g_rand_int_range (rand, 0, 199) == 0)
        g_string_append (text, odd[g_rand_int_range (rand, 0, G_N_ELEMENTS (odd))]);
      else if (fractions == 3 || (fractions == 2 && i > n / 2))
        g_string_append_printf (text, "%d.%d", g_rand_int_range (rand, 0, 30), g_rand_int_range (rand, 0, 9999));
      else
        g_string_append_printf (text, "%d", g_rand_int_range (rand, fractions == 1 ? -99 : 0, 1 << g_rand_int_range (rand, 1, 27)));
    }
  g_string_append_c (text, ']');
}

/* Numbers in arrays, in arrays of arrays, and in strings and other values that only seem to be such. */
static GString *
make_text (GRand *rand)
{
  static const char *const keys[] = { "data", "samples", "events", "stack", "time" };
  GString *text = g_string_new ("{");
  int n = g_rand_int_range (rand, 1, 7);

  for (int i = 0; i < n; i++)
    {
      g_string_append_printf (text, "%s\"%s\":", i > 0 ? "," : "", keys[g_rand_int_range (rand, 0, G_N_ELEMENTS (keys))]);
      switch (g_rand_int_range (rand, 0, 6))
        {
        case 0:
          g_string_append_c (text, '[');
          append_numbers (rand, text);
          g_string_append_c (text, ',');
          append_numbers (rand, text);
          g_string_append (text, ",true]");
          break;
        case 1:
          g_string_append (text, "[\"\\\",");
          append_numbers (rand, text);
          g_string_append (text, "\",\"x\"]");
          break;
        case 2:
          g_string_append (text, "[{\"a\":");
          append_numbers (rand, text);
          g_string_append (text, "},{\"a\":1,\"b\":2}]");
          break;
        default:
          append_numbers (rand, text);
          break;
        }
    }
  g_string_append_c (text, '}');

  return text;
}

#define N_TEXTS 500

static void
test_same_as_in_one_pass (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (8);
  guint n_runs = 0;

  for (guint i = 0; i < N_TEXTS; i++)
    {
      g_autoptr(GString) text = make_text (rand);
      gsize n_chunk = (gsize) g_rand_int_range (rand, 120, FUL_TEST_CHUNK_MAX);

      n_runs += assert_same (text->str, text->len, n_chunk, 0);
      /* cut, and damaged */
      assert_same (text->str, (gsize) g_rand_int_range (rand, 0, (int) text->len), n_chunk, 0);
      for (int k = g_rand_int_range (rand, 1, 4); k > 0; k--)
        text->str[g_rand_int_range (rand, 0, (int) text->len)] = "[]{},\" \\-.e0n\x01"[g_rand_int_range (rand, 0, 14)];
      assert_same (text->str, text->len, n_chunk, 0);
    }
  g_assert_cmpuint (n_runs, >, 2 * N_TEXTS);
}

static void
test_cut_at_every_byte (void)
{
  g_autoptr(GString) text = g_string_new ("{\"a\":[");

  for (int i = 0; i < 150; i++)
    g_string_append_printf (text, "%d%s,", i * 7, i == 60 ? ".5" : "");
  g_string_append (text, "null,8],\"b\":[1,2]}");
  for (gsize n = 0; n <= text->len; n++)
    assert_same (text->str, n, 150, 0);
}

/* The limit of memory grows with what was read. A column grows while numbers of it are appended that are far from where
 * they begin. */
static void
test_memory_limit (void)
{
  g_autoptr(GString) text = g_string_new ("[0");
  guint n_failed = 0;

  for (int i = 1; i < 900; i++)
    g_string_append_printf (text, ",%d", i % 10);
  g_string_append_c (text, ']');
  for (guint i = 0; i < 60; i++)
    {
      guint64 n_allocated = (G_GUINT64_CONSTANT (512) << 20) - i * 100;
      g_autofree char *result = ful_test_read_chunks (text->str, text->len, 1000, TRUE, n_allocated, NULL);

      assert_same (text->str, text->len, 1000, n_allocated);
      n_failed += strstr (result, "in memory") != NULL;
    }
  g_assert_cmpuint (n_failed, >, 1);
  g_assert_cmpuint (n_failed, <, 10);
}

/* The numbers are not read twice, and nothing is in a chunk that has a few bytes. */
static void
test_numbers_are_taken (void)
{
  g_autofree char *memory = g_malloc0 (FUL_CHUNK_HEADROOM + 4000 + FUL_BYTES_PADDING);
  FulChunk chunk = { memory + FUL_CHUNK_HEADROOM, 0 };
  FulRawRun *run = ful_raw_run_new ();
  FulRawColumn column = { .type = FUL_RAW_I32 };
  FulJsonReader reader;

  for (; chunk.n < 3900; chunk.n += 2)
    memcpy (chunk.data + chunk.n, "5,", 2);
  chunk.run = run;
  ful_raw_run_read (run, &chunk);
  g_assert_true (chunk.run_begin == chunk.data + 2);
  g_assert_true (run->end > chunk.data + chunk.n - 80);
  g_assert_cmpuint (run->column.n, ==, (gsize) (run->end - chunk.run_begin) / 2);

  ful_json_reader_init_memory (&reader, chunk.run_begin, chunk.n - 2);
  reader.chunk = &chunk;
  g_assert_true (ful_raw_run_can_append (&reader, &column));
  g_assert_true (ful_raw_run_append (&reader, &column));
  g_assert_true (reader.p == run->end);
  g_assert_cmpuint (column.n, ==, run->column.n);
  g_assert_cmpint (column.i32[column.n - 1], ==, 5);
  g_free (column.i32);

  chunk.n = 100;
  ful_raw_run_read (run, &chunk);
  g_assert_null (chunk.run_begin);
  ful_raw_run_free (run);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/raw-run/same-as-in-one-pass", test_same_as_in_one_pass);
  g_test_add_func ("/raw-run/cut-at-every-byte", test_cut_at_every_byte);
  g_test_add_func ("/raw-run/memory-limit", test_memory_limit);
  g_test_add_func ("/raw-run/numbers-are-taken", test_numbers_are_taken);

  return g_test_run ();
}
