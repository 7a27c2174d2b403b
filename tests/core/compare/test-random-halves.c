/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Halves of the runs of an unchanged program, chosen at random: what hardly ever may be said of them, and what is found once a
 * function is made to take longer in one half. The runs are 20 iterations of a recording, and the recordings of a set. */

#include "config.h"

#include "compare/ful-comparison.h"

#include "import/ful-loader.h"
#include "model/ful-profile.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-view-options.h"

#define N_HALVES 200
#define MAX_FALSE (0.06 * N_HALVES)

/* All runs of a program on both sides; with nothing of its own on either. */
typedef struct
{
  FulPairing *pairing;
  GPtrArray  *runs[FUL_N_SIDES];   /* (element-type FulRun) */
} Program;

static void
add_runs (Program    *self,
          const char *name,
          const char *split_marker)
{
  g_autofree char *path = g_strconcat (FUL_FIXTURES "/compare/inputs/", name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  g_autoptr(FulProfile) profile = ful_loader_load_file (file, 0, NULL, NULL, &error);
  g_autoptr(FulViewOptions) options = ful_view_options_new ();
  g_autoptr(FulDeriveCache) cache = NULL;

  g_assert_no_error (error);
  cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    {
      FulRunRequest request = {
        .side = side, .name = name, .profile = profile, .options = options, .cache = cache, .by = FUL_COMPARE_FUNCTIONS,
        .measure = FUL_MEASURE_SELF, .split_marker = split_marker, .n_parts = 1, .pairing = self->pairing,
      };

      g_assert_true (ful_run_read (&request, self->runs[side], NULL, &error));
    }
}

static void
program_init (Program    *self,
              const char *names,
              guint       n_files,
              const char *split_marker)
{
  self->pairing = ful_pairing_new ();
  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    self->runs[side] = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_run_free);
  for (guint i = 0; i < n_files; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s-%02u.json.gz", names, i);

      add_runs (self, name, split_marker);
    }
  ful_pairing_pair (self->pairing);
}

static void
program_clear (Program *self)
{
  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    g_ptr_array_unref (self->runs[side]);
  ful_pairing_free (self->pairing);
}

/* Makes a function take longer in all runs after. */
static void
slow_down (Program    *self,
           const char *name,
           double      factor)
{
  for (guint i = 0; i < self->runs[FUL_AFTER]->len; i++)
    {
      FulRun *run = self->runs[FUL_AFTER]->pdata[i];

      for (guint j = 0; j < run->items->len; j++)
        {
          FulItemSum *item = &g_array_index (run->items, FulItemSum, j);
          gint32 row = ful_pairing_get_item_of (self->pairing, FUL_AFTER, item->key);

          if (!g_str_equal (ful_pairing_get_item (self->pairing, row)->name, name))
            continue;
          run->total.x += (factor - 1) * item->x;
          item->x *= factor;
          item->u_rows *= factor * factor;
          item->u_pieces *= factor * factor;
        }
    }
}

/* Compares a half of the runs, chosen at random, with the rest. Returns: how many functions became slower or faster;
 * @out_found: whether that of @name is slower */
static guint
compare_halves (Program    *self,
                GRand      *rand,
                const char *name,
                gboolean   *out_found)
{
  guint n = self->runs[FUL_BEFORE]->len, n_called = 0;
  g_autoptr(GPtrArray) before = g_ptr_array_new ();
  g_autoptr(GPtrArray) after = g_ptr_array_new ();
  FulComparisonRequest request = { .runs = { before, after }, .pairing = self->pairing, .rules = { .margin = 0.05, .min_effect = 0.01 } };
  g_autoptr(FulComparison) comparison = NULL;

  for (guint i = 0; i < n; i++)
    {
      guint n_wanted = n / 2 - before->len;
      gboolean is_before = g_rand_double (rand) * (n - i) < n_wanted;

      g_ptr_array_add (is_before ? before : after, self->runs[is_before ? FUL_BEFORE : FUL_AFTER]->pdata[i]);
    }
  comparison = ful_comparison_new (&request, NULL);
  g_assert_nonnull (comparison);
  *out_found = FALSE;
  for (guint i = 0; i < comparison->rows->len; i++)
    {
      const FulComparedRow *row = &g_array_index (comparison->rows, FulComparedRow, i);

      n_called += row->change.verdict == FUL_VERDICT_SLOWER || row->change.verdict == FUL_VERDICT_FASTER;
      *out_found |= row->change.verdict == FUL_VERDICT_SLOWER && g_str_equal (ful_pairing_get_item (self->pairing, row->item)->name, name);
    }

  return n_called;
}

static void
count (const char *names,
       guint       n_files,
       const char *split_marker,
       double      factor,
       guint      *out_n_false,
       guint      *out_n_found)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (7);
  Program program;

  program_init (&program, names, n_files, split_marker);
  slow_down (&program, "idct", factor);
  *out_n_false = *out_n_found = 0;
  for (guint i = 0; i < N_HALVES; i++)
    {
      gboolean is_found;
      guint n_called = compare_halves (&program, rand, "idct", &is_found);

      *out_n_false += n_called > is_found;
      *out_n_found += is_found;
    }
  program_clear (&program);
}

/* Of an unchanged program hardly any function is called slower or faster. */
static void
test_same (void)
{
  guint n_false, n_found;

  count ("o3-before", 1, "iteration", 1, &n_false, &n_found);
  g_test_message ("iterations: %u of %u", n_false + n_found, N_HALVES);
  g_assert_cmpfloat (n_false + n_found, <=, MAX_FALSE);
  count ("o1-before", 6, NULL, 1, &n_false, &n_found);
  g_test_message ("recordings: %u of %u", n_false + n_found, N_HALVES);
  g_assert_cmpfloat (n_false + n_found, <=, MAX_FALSE);
}

/* One that takes half as long again is found in iterations of 41 samples; a tenth needs longer runs (test-compare.py). */
static void
test_slower (void)
{
  guint n_false, n_found;

  count ("o3-before", 1, "iteration", 1.5, &n_false, &n_found);
  g_test_message ("found: %u of %u; others: %u", n_found, N_HALVES, n_false);
  g_assert_cmpuint (n_found, >=, N_HALVES * 9 / 10);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/random-halves/same", test_same);
  g_test_add_func ("/random-halves/slower", test_slower);

  return g_test_run ();
}
