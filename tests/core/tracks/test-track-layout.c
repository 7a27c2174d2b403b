/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "tracks/ful-track-layout.h"

#include <stdarg.h>

/* Two processes, the first with a thread, a counter and an extra track, the second with a thread and network. */
static FulTrack all[] = {
  { .type = FUL_TRACK_PROCESS, .index = 0, .pid = (char *) "7" },
  { .type = FUL_TRACK_THREAD, .index = 0 },
  { .type = FUL_TRACK_COUNTER, .index = 1, .hidden = TRUE },
  { .type = FUL_TRACK_THREAD, .index = 2, .is_extra = TRUE, .hidden = TRUE },
  { .type = FUL_TRACK_PROCESS, .index = 1, .pid = (char *) "8", .hidden = TRUE },
  { .type = FUL_TRACK_THREAD, .index = 0 },
  { .type = FUL_TRACK_NETWORK, .index = 1 },
};
static const guint process_of[] = { 0, 0, 0, 0, 4, 4, 4 };

/* Returns: (transfer full): as many numbers as @n */
static GArray *
numbers (int n,
         ...)
{
  GArray *array = g_array_new (FALSE, FALSE, sizeof (gint32));
  va_list arguments;

  va_start (arguments, n);
  for (int i = 0; i < n; i++)
    {
      gint32 value = va_arg (arguments, int);

      g_array_append_val (array, value);
    }
  va_end (arguments);

  return array;
}

/* Returns: (transfer full): the numbers of one process */
static GHashTable *
numbers_of (const char *pid,
            GArray     *array)
{
  GHashTable *table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);

  g_hash_table_insert (table, g_strdup (pid), array);

  return table;
}

/* The tracks from top to bottom, those that are hidden in brackets; takes @layout. */
static void
assert_applied (FulTrackLayout *layout,
                const char     *expected)
{
  g_autoptr(GPtrArray) tracks = g_ptr_array_new ();
  g_autoptr(GString) text = g_string_new (NULL);
  guint order[G_N_ELEMENTS (all)];
  guint8 hidden[G_N_ELEMENTS (all)];

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    g_ptr_array_add (tracks, &all[i]);
  ful_track_layout_apply (layout, tracks, process_of, order, hidden);
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    g_string_append_printf (text, hidden[order[i]] ? "(%u)" : "%u", order[i]);
  ful_track_layout_unref (layout);

  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_first_look (void)
{
  FulTrackLayout *layout = ful_track_layout_new ();

  assert_applied (layout, "01(2)(3)(4)56");

  /* A link that says what is hidden shows all the rest, but what the reference does not have. */
  layout = ful_track_layout_new ();
  layout->has_hidden = TRUE;
  assert_applied (layout, "012(3)456");
}

static void
test_orders (void)
{
  FulTrackLayout *layout = ful_track_layout_new ();

  layout->global_order = numbers (2, 1, 0);
  layout->local_orders = numbers_of ("7", numbers (2, 1, 0));
  assert_applied (layout, "(4)560(2)1(3)");

  /* Tracks that are not in an order come after it. */
  layout = ful_track_layout_new ();
  layout->global_order = numbers (1, 1);
  assert_applied (layout, "(4)5601(2)(3)");

  /* One that names a track twice, or another, counts nothing; nor does an extra track's number. */
  layout = ful_track_layout_new ();
  layout->global_order = numbers (2, 1, 1);
  layout->local_orders = numbers_of ("7", numbers (2, 1, 2));
  assert_applied (layout, "01(2)(3)(4)56");
  layout = ful_track_layout_new ();
  layout->local_orders = numbers_of ("8", numbers (2, 1, 9));
  assert_applied (layout, "01(2)(3)(4)56");
}

static void
test_hidden (void)
{
  FulTrackLayout *layout = ful_track_layout_new ();

  layout->has_hidden = TRUE;
  layout->hidden_globals = numbers (3, 1, 5, -1);
  layout->hidden_locals = numbers_of ("7", numbers (2, 0, 2));
  assert_applied (layout, "0(1)2(3)(4)56");
}

/* Numbers of counters were others in old links: they are passed over, the rest counts. */
static void
test_old (void)
{
  FulTrackLayout *layout = ful_track_layout_new ();

  layout->is_old = TRUE;
  layout->has_hidden = TRUE;
  layout->local_orders = numbers_of ("7", numbers (2, 1, 0));
  layout->hidden_locals = numbers_of ("7", numbers (2, 0, 1));
  assert_applied (layout, "0(1)2(3)456");

  layout = ful_track_layout_new ();
  layout->is_old = TRUE;
  layout->has_hidden = TRUE;
  layout->local_orders = numbers_of ("8", numbers (2, 1, 0));
  layout->hidden_locals = numbers_of ("8", numbers (1, 1));
  assert_applied (layout, "012(3)4(6)5");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/track-layout/first-look", test_first_look);
  g_test_add_func ("/track-layout/orders", test_orders);
  g_test_add_func ("/track-layout/hidden", test_hidden);
  g_test_add_func ("/track-layout/old", test_old);

  return g_test_run ();
}
