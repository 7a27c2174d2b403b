/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "markers/ful-marker-table-model.h"

#include <math.h>

#define N_MARKERS 10

static FulMarkerTableModel *
create_model (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  g_autoptr(FulViewOptions) options = ful_view_options_new ();
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulDeriveCache) cache = NULL;
  g_autoptr(FulMarkerView) view = NULL;
  FulMarkerTableModel *model = ful_marker_table_model_new ();

  for (guint i = 0; i < N_MARKERS; i++)
    ful_test_profile_mark (test, thread, "M", FUL_MARKER_PHASE_INSTANT, i / 100.0, NAN, NULL);
  profile = ful_test_profile_seal (test);
  cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  view = ful_marker_view_new (profile, options, FUL_MARKER_VIEW_TABLE, "", NULL, 0, cache, NULL, NULL);
  g_assert_cmpuint (view->markers->len, ==, N_MARKERS);
  ful_marker_table_model_set_view (model, view, 0);

  return model;
}

static char *
get_rows (FulMarkerTableModel *model,
          guint                position,
          guint                n_items)
{
  g_autoptr(GtkBitset) set = gtk_selection_model_get_selection_in_range (GTK_SELECTION_MODEL (model), position, n_items);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < gtk_bitset_get_size (set); i++)
    g_string_append_printf (text, "%u ", gtk_bitset_get_nth (set, i));

  return g_string_free (text, FALSE);
}

/* Ranges that go past the rows, to the end of all numbers. */
static void
test_selection_in_range (void)
{
  static const struct { guint position, n_items; const char *rows; } ranges[] = {
    { 0, N_MARKERS, "2 3 4 7 " },
    { 3, 2, "3 4 " },
    { 3, 0, "" },
    { 5, G_MAXUINT, "7 " },
    { 3, G_MAXUINT - 3, "3 4 7 " },
    { N_MARKERS, 1, "" },
    { G_MAXUINT, G_MAXUINT, "" },
    { 0, G_MAXUINT, "2 3 4 7 " },
  };
  g_autoptr(FulMarkerTableModel) model = create_model ();

  gtk_selection_model_select_item (GTK_SELECTION_MODEL (model), 2, TRUE);
  gtk_selection_model_select_range (GTK_SELECTION_MODEL (model), 3, 2, FALSE);
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (model), 7, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    {
      g_autofree char *rows = get_rows (model, ranges[i].position, ranges[i].n_items);

      g_assert_cmpstr (rows, ==, ranges[i].rows);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/marker-table-model/selection-in-range", test_selection_in_range);

  return g_test_run ();
}
