/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "export/ful-processed-writer.h"
#include "ful-test-files.h"
#include "ful-test-profile.h"
#include "ful-test-text.h"
#include "import/ful-loader.h"
#include "tree/ful-figures.h"

#include <glib/gstdio.h>

/* "NUMBER, FIGURE with its unit" of @weight */
static char *
show (FulProfile *profile,
      gboolean    as_times,
      double      weight)
{
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
  FulFigures figures = ful_figures_of_tree (view->tree, as_times);
  g_autofree char *number = ful_figures_format_number (&figures, weight);
  g_autofree char *whole = ful_figures_format (&figures, weight);

  return g_strdup_printf ("%s, %s", number, whole);
}

static void
test_samples (void)
{
  static const struct { gboolean has_interval; double interval; gboolean as_times; double weight; const char *text; } rows[] = {
    { TRUE, 2, FALSE, 3, "3, 3 samples" },
    { TRUE, 2, TRUE, 3, "6.0, 6.0 ms" },
    { TRUE, 2, TRUE, 6172, "12,344, 12,344 ms" },
    { TRUE, 2, TRUE, 0, "—, 0 ms" },
    { TRUE, 0.25, TRUE, 3, "0.750, 0.750 ms" },
    { TRUE, 0.05, TRUE, 1, "0.050, 0.050 ms" },
    { FALSE, 1, TRUE, 3, "3, 3 samples" },
    { FALSE, 1, FALSE, 1, "1, 1 sample" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A A A\n");
      g_autofree char *text = NULL;

      profile->interval = rows[i].interval;
      profile->has_interval = rows[i].has_interval;
      text = show (profile, rows[i].as_times, rows[i].weight);
      g_assert_cmpstr (text, ==, rows[i].text);
    }
}

/* Only counts of samples are times. */
static void
test_others (void)
{
  g_autoptr(FulProfile) folded = ful_test_load_text ("main;work 3\nmain 2\n");
  g_autoptr(FulProfile) heap = ful_test_load_fixture ("valgrind-dhat-tree.json.gz");
  g_autofree char *counted = show (folded, TRUE, 5), *bytes = show (heap, TRUE, 2000);

  g_assert_cmpstr (counted, ==, "5, 5 samples");
  g_assert_cmpstr (bytes, ==, "2,000B, 2,000 bytes");
}

/* What an importer does not know stays unknown when the profile is saved and opened again. */
static void
test_interval_is_known (void)
{
  static const struct { const char *file; gboolean is_known; } rows[] = {
    { "fx153-symbolicated-native.gecko.json.gz", TRUE },
    { "perf-script-native-fp.txt.gz", FALSE },
    { "node-cpu-prof.cpuprofile", FALSE },
  };
  g_autofree char *directory = g_dir_make_tmp ("ful-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "saved.json", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(FulProfile) profile = ful_test_load_fixture (rows[i].file);
      g_autoptr(FulProfile) again = NULL;
      g_autoptr(GError) error = NULL;

      g_test_message ("%s", rows[i].file);
      g_assert_cmpint (profile->has_interval, ==, rows[i].is_known);
      g_assert_cmpfloat (profile->interval, >, 0);
      g_assert_true (ful_processed_writer_save (profile, file, NULL, NULL, &error));
      again = ful_loader_load_file (file, FUL_LOAD_DEFAULT, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (again->has_interval, ==, rows[i].is_known);
      g_assert_cmpfloat (again->interval, ==, profile->interval);
      g_unlink (path);
    }
  g_rmdir (directory);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/figures/samples", test_samples);
  g_test_add_func ("/figures/others", test_others);
  g_test_add_func ("/figures/interval-is-known", test_interval_is_known);

  return g_test_run ();
}
