/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "model/ful-import-log.h"

static void
test_equal_flaws_are_counted (void)
{
  g_autoptr(FulImportLog) log = ful_import_log_new ();
  const FulImportLogEntry *entry;

  for (guint i = 0; i < 5; i++)
    ful_import_log_add (log, FUL_SEVERITY_ERROR, "threads[0].samples", 10 + i, -1, "bad %s", "cell");
  ful_import_log_add (log, FUL_SEVERITY_INFO, "threads[1].samples", 3, 99, "bad cell");
  g_assert_cmpuint (ful_import_log_get_n (log), ==, 2);
  entry = ful_import_log_get (log, 0);
  g_assert_cmpuint (entry->count, ==, 5);
  g_assert_cmpint (entry->first_row, ==, 10);
  g_assert_cmpint (ful_import_log_get_worst (log), ==, FUL_SEVERITY_ERROR);
}

static void
test_kinds_are_bounded (void)
{
  g_autoptr(FulImportLog) log = ful_import_log_new ();
  guint64 total = 0;

  for (guint i = 0; i < 5000; i++)
    ful_import_log_add (log, i == 4999 ? FUL_SEVERITY_DATA_LOSS : FUL_SEVERITY_ERROR, "x", -1, -1, "flaw %u", i);
  g_assert_cmpuint (ful_import_log_get_n (log), ==, 1000);
  for (guint i = 0; i < 1000; i++)
    total += ful_import_log_get (log, i)->count;
  g_assert_cmpuint (total, ==, 5000);
  g_assert_cmpint (ful_import_log_get_worst (log), ==, FUL_SEVERITY_DATA_LOSS);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/import-log/equal-flaws-are-counted", test_equal_flaws_are_counted);
  g_test_add_func ("/import-log/kinds-are-bounded", test_kinds_are_bounded);

  return g_test_run ();
}
