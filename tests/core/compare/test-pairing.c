/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which functions pair: each rule as a table of keys, in both directions. */

#include "compare/pairing/ful-pairing.h"
#include "compare/pairing/ful-renames.h"
#include "compare/runs/ful-sampling-interval.h"

#include <glib.h>
#include <time.h>

typedef struct
{
  const char *name;
  const char *library;
  const char *file;
  gboolean    is_js;
  gint32      line;
} KeyText;

static gint32
add (FulPairing    *pairing,
     FulSide        side,
     const KeyText *text)
{
  const FulFuncKey key = { (char *) text->name, (char *) text->library, (char *) (text->file ? text->file : ""), text->is_js,
                           text->is_js ? text->line : FUL_NONE, text->is_js ? 1 : FUL_NONE };

  return ful_pairing_add (pairing, side, &key);
}

/* Adds what is on each side, and returns for each of BEFORE which of AFTER is the same item, as "a=0 b=- …". */
static char *
pair (const KeyText *before,
      guint          n_before,
      const KeyText *after,
      guint          n_after,
      FulSide        first)
{
  g_autoptr(FulPairing) pairing = ful_pairing_new ();
  g_autofree gint32 *key_before = g_new (gint32, n_before);
  g_autofree gint32 *key_after = g_new (gint32, n_after);
  GString *text = g_string_new (NULL);
  static const char hows[] = "xrm";

  for (guint i = 0; i < n_before; i++)
    key_before[i] = add (pairing, first, &before[i]);
  for (guint i = 0; i < n_after; i++)
    key_after[i] = add (pairing, 1 - first, &after[i]);
  ful_pairing_pair (pairing);

  for (guint i = 0; i < n_before; i++)
    {
      gint32 item = ful_pairing_get_item_of (pairing, first, key_before[i]);

      g_string_append (text, i > 0 ? " " : "");
      for (guint k = 0; k < n_after; k++)
        if (ful_pairing_get_item_of (pairing, 1 - first, key_after[k]) == item)
          g_string_append_printf (text, "%u%c", k, hows[ful_pairing_get_item (pairing, item)->how]);
      if (!ful_pairing_get_item (pairing, item)->is_on[1 - first])
        g_string_append_c (text, '-');
      if (ful_pairing_get_item (pairing, item)->is_merged)
        g_string_append_c (text, '!');
    }

  return g_string_free (text, FALSE);
}

#define ASSERT_PAIRS(before, after, there, back) G_STMT_START { \
  g_autofree char *is_there = pair (before, G_N_ELEMENTS (before), after, G_N_ELEMENTS (after), FUL_BEFORE); \
  g_autofree char *is_back = pair (before, G_N_ELEMENTS (before), after, G_N_ELEMENTS (after), FUL_AFTER); \
  g_assert_cmpstr (is_there, ==, there); \
  g_assert_cmpstr (is_back, ==, back); \
} G_STMT_END

static void
test_native (void)
{
  const KeyText before[] = { { "scan.constprop.0", "a.so" }, { "Map<int>::insert(int)", "a.so" }, { "Vec<A>::push", "a.so" },
                             { "Vec<B>::push", "a.so" }, { "main", "old" }, { "gone", "a.so" }, { FUL_UNNAMED_CODE, "old" } };
  const KeyText after[] = { { "scan.isra.0.part.3", "a.so" }, { "Map<long>::insert(long)", "a.so" }, { "Vec<C>::push", "a.so" },
                            { "Vec<B>::push", "a.so" }, { "main", "new" }, { FUL_UNNAMED_CODE, "new" }, { "new", "a.so" } };

  ASSERT_PAIRS (before, after, "0r 1r 2r 3x 4m - -", "0r 1r 2r 3x 4m - -");
}

/* Two instances never merge. */
static void
test_ambiguous (void)
{
  const KeyText before[] = { { "f<A>", "a.so" }, { "f<B>", "a.so" } };
  const KeyText after[] = { { "f<C>", "a.so" } };

  ASSERT_PAIRS (before, after, "- -", "- -");
}

static void
test_positions (void)
{
  const KeyText one[] = { { "a", "", "x.js", TRUE, 5 } }, moved[] = { { "a", "", "x.js", TRUE, 9 } };
  const KeyText two[] = { { "a", "", "x.js", TRUE, 5 }, { "a", "", "x.js", TRUE, 9 } };
  const KeyText two_moved[] = { { "a", "", "x.js", TRUE, 19 }, { "a", "", "x.js", TRUE, 15 } };
  const KeyText three[] = { { "a", "", "x.js", TRUE, 1 }, { "a", "", "x.js", TRUE, 2 }, { "a", "", "x.js", TRUE, 3 } };
  const KeyText native[] = { { "a", "lib", "x.js", FALSE, 0 } };

  ASSERT_PAIRS (one, moved, "0x", "0x");
  ASSERT_PAIRS (two, moved, "- 0x", "- 0x");
  ASSERT_PAIRS (two, two_moved, "1x 0x", "1x 0x");
  ASSERT_PAIRS (two, three, "0x1x2x! 0x1x2x!", "0x1x2x! 0x1x2x!");
  ASSERT_PAIRS (one, native, "-", "-");
}

/* Keys of functions that became one item are one key the next time. */
static void
test_merged (void)
{
  g_autoptr(FulPairing) pairing = ful_pairing_new ();
  const KeyText keys[] = { { "a", "", "x.js", TRUE, 1 }, { "a", "", "x.js", TRUE, 2 }, { "a", "", "x.js", TRUE, 3 } };
  gint32 first = add (pairing, FUL_BEFORE, &keys[0]), second = add (pairing, FUL_BEFORE, &keys[1]);

  add (pairing, FUL_AFTER, &keys[0]);
  add (pairing, FUL_AFTER, &keys[2]);
  add (pairing, FUL_AFTER, &(KeyText) { "a", "", "x.js", TRUE, 4 });
  g_assert_cmpint (first, !=, second);
  ful_pairing_pair (pairing);
  g_assert_true (ful_pairing_merges (pairing, first));
  g_assert_cmpint (add (pairing, FUL_BEFORE, &keys[0]), ==, add (pairing, FUL_BEFORE, &keys[1]));
}

static void
test_short_names (void)
{
  static const struct { const char *name, *short_name; } names[] = {
    { "f.constprop.0", "f" }, { "f.isra.0.part.3", "f" }, { "f.cold", "f" }, { "f.lto_priv.12", "f" }, { "f.7", "f" },
    { "f.part", "f" }, { ".7", ".7" }, { "f.partial", "f.partial" }, { "a::b<c>::d(e)", "a::b::d" },
    { "(root)", "(root)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *short_name = ful_func_key_get_short (names[i].name);

      g_assert_cmpstr (short_name, ==, names[i].short_name);
    }
}

static void
assert_renamed (FulRenames *renames,
                const char *from,
                const char *to)
{
  g_autofree char *name = g_strdup (from);

  ful_renames_apply (renames, &name);
  g_assert_cmpstr (name, ==, to);
}

static void
test_renames (void)
{
  const char *const pairs[] = { "old=new", "f(int)=g(int)", "ns1::(.*)=ns2::\\1", "operator*=times", NULL };
  const char *const wrong[] = { "x", NULL };
  g_autoptr(GError) error = NULL;
  g_autoptr(FulRenames) renames = ful_renames_new (pairs, &error);

  g_assert_no_error (error);
  assert_renamed (renames, "old", "new");
  assert_renamed (renames, "old2", "old2");
  assert_renamed (renames, "f(int)", "g(int)");
  assert_renamed (renames, "ns1::a::b", "ns2::a::b");
  assert_renamed (renames, "operator*", "times");
  g_assert_null (ful_renames_new (wrong, &error));
  g_assert_nonnull (error);
}

/* A hundred thousand of each side, in under a second of one processor. */
static void
test_large (void)
{
  g_autoptr(FulPairing) pairing = ful_pairing_new ();
  clock_t start = clock ();
  double seconds;

  for (guint i = 0; i < 100000; i++)
    {
      g_autofree char *before = g_strdup_printf ("function_%u.constprop.%u", i, i % 7);
      g_autofree char *after = g_strdup_printf ("function_%u", i);

      add (pairing, FUL_BEFORE, &(KeyText) { before, "lib.so" });
      add (pairing, FUL_AFTER, &(KeyText) { after, "lib.so" });
    }
  ful_pairing_pair (pairing);
  seconds = (double) (clock () - start) / CLOCKS_PER_SEC;
  g_test_message ("%.0f ms", 1000 * seconds);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  g_assert_cmpfloat (seconds, <, 1);
#endif
  for (gint32 key = 1; key <= 200000; key += 2)
    g_assert_cmpint (ful_pairing_get_item_of (pairing, FUL_BEFORE, key), ==, ful_pairing_get_item_of (pairing, FUL_AFTER, key + 1));
}

static void
test_interval (void)
{
  double time[1001];

  for (guint i = 0; i < G_N_ELEMENTS (time); i++)
    time[i] = i * 1.25 + (i % 2 ? 0.1 : 0) + (i > 500 ? 10000 : 0);
  g_assert_cmpfloat_with_epsilon (ful_sampling_interval_measure (time, 1001, 1), 1.25, 1e-3);
  g_assert_cmpfloat (ful_sampling_interval_measure (time, 100, 1), ==, 1);
  /* Half of the gaps are long: the median is between the two in the middle. */
  for (guint i = 0; i < G_N_ELEMENTS (time); i++)
    time[i] = (i / 2) * 4 + i % 2;
  g_assert_cmpfloat_with_epsilon (ful_sampling_interval_measure (time, 1001, 9), 2, 1e-12);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pairing/native", test_native);
  g_test_add_func ("/pairing/ambiguous", test_ambiguous);
  g_test_add_func ("/pairing/positions", test_positions);
  g_test_add_func ("/pairing/merged", test_merged);
  g_test_add_func ("/pairing/short-names", test_short_names);
  g_test_add_func ("/pairing/renames", test_renames);
  g_test_add_func ("/pairing/large", test_large);
  g_test_add_func ("/pairing/interval", test_interval);

  return g_test_run ();
}
