/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How long the story of a range takes that has half of 10 million samples: the first one of a profile, a later one of another range,
 * and one that only says what ran, as while a range is dragged; these two also with the sums that the first step of a drag makes. An argument is a number of samples, or a file whose first thread is
 * taken instead. Prints a JSON line for each figure: ms of CPU time, of the later ones
 * the best of several rounds. */

#include "config.h"

#include "bench-profile.h"
#include "bench-report.h"

#include "base/ful-memory.h"
#include "import/ful-loader.h"
#include "insight/samples/ful-insight-blocks.h"
#include "insight/story/ful-story.h"
#include "tree/ful-derived-thread.h"

#include <math.h>
#include <stdlib.h>

#define N_ROUNDS 7
/* What a story may cost when a range rests. */
#define REST_MS 30

static char input[64];

/* @is_of_samples: whether it only says what ran. Returns: ms that it took */
static double
tell (FulProfile     *profile,
      FulDeriveCache *cache,
      FulTimeRange    range,
      gboolean        is_of_samples)
{
  char *names[] = { (char *) "thread", NULL };
  guint thread = 0;
  double begin = bench_cpu_ms (), took;
  FulStory *story = is_of_samples ? ful_story_new_of_samples (profile, &thread, 1, range, names, cache, NULL, NULL)
                                  : ful_story_new (profile, &thread, 1, range, FUL_NONE, names, cache, NULL, NULL);

  took = bench_cpu_ms () - begin;
  g_assert_nonnull (story);
  g_assert_cmpfloat (story->ran, >, 0);
  ful_story_free (story);

  return took;
}

static FulProfile *
load (const char *path)
{
  g_autoptr(GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr(GError) error = NULL;
  FulProfile *profile = ful_loader_load_file (file, FUL_LOAD_DEFAULT, NULL, NULL, &error);

  g_assert_no_error (error);

  return profile;
}

/* The best of several rounds, against @limit ms. */
static void
repeat (FulProfile     *profile,
        FulDeriveCache *cache,
        FulTimeRange    range,
        const char     *how,
        double          limit)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *name = g_strdup_printf ("story: %s%s", i > 0 ? "only what ran" : "a later one", how);
      double best = INFINITY;

      for (guint round = 0; round < N_ROUNDS; round++)
        best = fmin (best, tell (profile, cache, (FulTimeRange) { range.start + round, range.end - round }, i > 0));
      bench_report (name, best, "ms", input, limit);
    }
}

static void
make_sums (FulProfile     *profile,
           FulDeriveCache *cache)
{
  g_autoptr(FulViewOptions) options = ful_view_options_new ();
  g_autoptr(FulDerivedThread) thread = NULL;
  double begin;
  guint first = 0;

  ful_view_options_set_threads (options, &first, 1);
  thread = ful_derived_thread_new (profile, options, cache, NULL, NULL);
  ful_derived_thread_make_range_sums (thread, cache, NULL, NULL);
  begin = bench_cpu_ms ();
  ful_insight_blocks_derive (profile, ful_derive_cache_get_root_range (cache), cache, NULL, NULL);
  bench_report ("story: sums of blocks, made once", bench_cpu_ms () - begin, "ms", input, NAN);
}

int
main (int   argc,
      char *argv[])
{
  gboolean is_file = argc > 1 && g_file_test (argv[1], G_FILE_TEST_EXISTS);
  guint n_samples = argc > 1 && !is_file ? (guint) atoi (argv[1]) : 10000000;
  guint n_stacks = argc > 2 ? (guint) atoi (argv[2]) : BENCH_N_STACKS;
  FulTimeRange range;
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulDeriveCache) cache = NULL;

  ful_memory_init ();
  profile = is_file ? load (argv[1]) : bench_profile_new (n_samples, n_stacks);
  g_snprintf (input, sizeof input, "%u samples, %u stacks", ful_profile_get_thread (profile, 0)->samples->table.n_rows,
              profile->stacks->table.n_rows);
  cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  range = ful_derive_cache_get_root_range (cache);
  range = (FulTimeRange) { range.start + (range.end - range.start) / 4, range.start + (range.end - range.start) / 4 * 3 };
  bench_report ("story: the first", tell (profile, cache, range, FALSE), "ms", input, NAN);
  repeat (profile, cache, range, "", NAN);
  make_sums (profile, cache);
  repeat (profile, cache, range, ", with sums", REST_MS);

  return EXIT_SUCCESS;
}
