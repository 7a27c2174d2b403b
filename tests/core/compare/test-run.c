/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "base/ful-error.h"
#include "compare/runs/ful-item-sums.h"
#include "compare/runs/ful-run.h"
#include "model/ful-profile.h"

/* Rows are counted in 64 bits; what 32 bits cannot number is refused, also where the sum would begin anew. */
static void
test_rows (void)
{
  static const struct { guint64 rows[3]; guint n_fine; } examples[] = {
    { { 0, 1, 2 }, 3 },
    { { FUL_MAX_ROWS, 0, 0 }, 3 },
    { { FUL_MAX_ROWS, 1, 0 }, 1 },
    { { 1u << 30, (1u << 30) - 1, 1 }, 2 },
    { { 1u << 30, 1u << 30, 0 }, 1 },
    { { 1, 1, G_MAXUINT64 }, 2 },
    { { G_GUINT64_CONSTANT (1) << 32, 0, 0 }, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autoptr(GPtrArray) runs = g_ptr_array_new ();
      FulRun all[G_N_ELEMENTS (examples[i].rows)] = { 0 };
      guint64 n_rows = 0, expected = 0;
      guint n_fine = 0;
      g_autoptr(GError) error = NULL;

      for (guint r = 0; r < G_N_ELEMENTS (all); r++)
        {
          ful_item_sum_add_rows (&all[r].total, examples[i].rows[r]);
          g_ptr_array_add (runs, &all[r]);
          if (error == NULL && ful_runs_add_rows (runs, r, &n_rows, &error))
            {
              expected += examples[i].rows[r];
              n_fine++;
            }
        }
      g_assert_cmpuint (n_fine, ==, examples[i].n_fine);
      g_assert_cmpuint (n_rows, ==, expected);
      if (n_fine < G_N_ELEMENTS (all))
        g_assert_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/run/rows", test_rows);

  return g_test_run ();
}
