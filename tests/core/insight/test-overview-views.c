/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Random profiles: each number of the overview is the number of the view that it stands for (insight.md 11). */

#include "ful-test-profile.h"

#include "insight/overview/ful-overview-views.h"
#include "insight/overview/ful-overview.h"
#include "model/ful-thread-tables.h"
#include "tree/ful-derived-thread.h"
#include "tree/ful-function-tree.h"

#include <math.h>

#define N_PROFILES 150
#define EPSILON 1e-6

/* What profiles are like: whether threads have CPU times, and in which unit; whether samples have weights, and whether some
 * are idle. */
typedef struct
{
  FulCpuUnit unit;
  gboolean   has_cpu;
  gboolean   has_weights;
  gboolean   has_idle;
} Kind;

static void
add_samples (FulTestProfile   *test,
             FulThreadBuilder *thread,
             gboolean          has_idle)
{
  static const char *const words[] = {
    "main", "work[Layout]", "fmt.Read", "c.js", "d.js[JavaScript]", "runtime.mcall", "0x5", "fun_1f", "(root)", "wait[Idle]",
  };
  int n_words = G_N_ELEMENTS (words) - (has_idle ? 0 : 1);
  double time = g_test_rand_int_range (0, 20);

  for (int i = 0, n = g_test_rand_int_range (0, 60); i < n; i++)
    {
      g_autoptr(GString) path = g_string_new (NULL);

      /* Most stacks are short, so that some come again. */
      for (int d = 0, depth = g_test_rand_int_range (1, g_test_rand_int_range (2, 8)); d < depth; d++)
        g_string_append_printf (path, "%s%s", d > 0 ? " " : "", words[g_test_rand_int_range (0, n_words)]);
      ful_test_profile_sample (thread, time, g_test_rand_int_range (0, 8) == 0 ? FUL_NONE
                                                                              : ful_test_profile_stack (test, path->str));
      /* Some at the same time. */
      time += g_test_rand_int_range (0, 4) * 0.5;
    }
}

/* CPU times of all kinds: missing, negative, more than can be. */
static void
add_cpu (FulThreadBuilder *thread)
{
  guint n = thread->samples.n_rows;
  FulBuffer *buffer = ful_buffer_new (FUL_TYPE_F64, n);

  for (guint i = 0; i < n; i++)
    {
      const double odd[] = { NAN, -5, 0, 1e300, INFINITY };
      int at = g_test_rand_int_range (0, 15);

      ((double *) buffer->data)[i] = at < (int) G_N_ELEMENTS (odd) ? odd[at] : g_test_rand_double_range (0, 900);
    }
  buffer->n = n;
  thread->samples.buffers[FUL_SAMPLE_CPU_DELTA] = buffer;
}

static void
add_weights (FulThreadBuilder *thread)
{
  g_autofree double *weights = g_new (double, thread->samples.n_rows + 1);

  for (guint i = 0; i < thread->samples.n_rows; i++)
    weights[i] = g_test_rand_int_range (-2, 5);
  ful_test_profile_weigh (thread, weights, thread->samples.n_rows);
}

static FulProfile *
make_profile (const Kind *kind,
              guint       n_threads)
{
  FulTestProfile *test = ful_test_profile_new ();

  for (guint i = 0; i < n_threads; i++)
    {
      FulThreadBuilder *thread = ful_test_profile_add (test, "");

      add_samples (test, thread, kind->has_idle);
      if (kind->has_cpu && g_test_rand_int_range (0, 4) > 0)
        add_cpu (thread);
      if (kind->has_weights)
        {
          add_weights (thread);
          thread->thread->weight_type = FUL_WEIGHT_TYPE_BYTES;
        }
    }
  test->builder->profile->cpu_unit = kind->unit;
  test->has_flaws = TRUE;

  return ful_test_profile_seal (test);
}

/* A view with its numbers. */
typedef struct
{
  FulDerivedThread *thread;
  FulSampleRows    *rows;
  FulCallTree      *tree;
  GArray           *functions;
} View;

static void
view_clear (View *self)
{
  g_clear_pointer (&self->thread, ful_derived_thread_unref);
  g_clear_pointer (&self->rows, ful_sample_rows_unref);
  g_clear_pointer (&self->tree, ful_call_tree_unref);
  g_clear_pointer (&self->functions, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (View, view_clear)

static View
derive (FulProfile     *profile,
        FulDeriveCache *cache,
        FulViewOptions *options)
{
  g_autoptr(FulViewOptions) owned = options;
  View self = { ful_derived_thread_new (profile, owned, cache, NULL, NULL) };
  g_autoptr(FulCallNodeTable) nodes = ful_derived_thread_get_nodes (self.thread, cache, NULL, NULL);

  self.rows = ful_derived_thread_get_rows (self.thread, NULL);
  self.tree = ful_call_tree_new (nodes, NULL, self.rows, NULL, NULL);
  self.functions = ful_function_list_new (self.tree, NULL, NULL);

  return self;
}

/* What samples of a view weigh: all, or those with a stack. */
static double
sum_rows (const View *view,
          gboolean    with_stack)
{
  double sum = 0;

  for (guint i = 0; i < view->rows->n_rows; i++)
    if (!with_stack || ful_sample_rows_get_stack (view->rows, i) != FUL_NONE)
      sum += view->rows->weight ? view->rows->weight[i] : 1;

  return sum;
}

/* The list leaves functions out whose weights cancel out, so that nodes are asked.
 * @kind: whose functions, or %FUL_NONE for all */
static double
sum_self (const View *view,
          gint32      kind)
{
  const guint8 *kinds = ful_func_kinds_get (view->thread->profile);
  double sum = 0;

  for (guint i = 0; i < view->tree->nodes->n_nodes; i++)
    if (kind == FUL_NONE || kinds[view->tree->nodes->func[i]] == kind)
      sum += view->tree->self[i];

  return sum;
}

/* Of the unnamed ones of a library those that were not folded count too. */
static gboolean
is_same (FulProfile                *profile,
         const FulOverviewFunction *row,
         FulFuncIndex               func)
{
  FulResourceIndex resource = profile->funcs->resource[func];
  const char *library = resource == FUL_NONE ? NULL : ful_profile_get_string (profile, profile->resources->name[resource]);

  if (row->func != FUL_NONE)
    return row->func == func;

  return ful_func_kinds_get (profile)[func] == FUL_FUNC_KIND_UNNAMED && g_strcmp0 (library, row->library) == 0;
}

/* Those whose weights cancel out are not in the list of a view.
 * @scale: what the view has for 1 of the overview. Returns: how many there are */
static guint
assert_functions (const View   *view,
                  const GArray *functions,
                  double        scale,
                  gboolean      has_totals)
{
  FulProfile *profile = view->thread->profile;

  for (guint i = 0; i < functions->len; i++)
    {
      const FulOverviewFunction *row = &g_array_index (functions, FulOverviewFunction, i);
      double self = 0, total = 0;
      gboolean is_listed = FALSE;

      for (guint f = 0; f < view->functions->len; f++)
        {
          const FulFunctionRow *function = &g_array_index (view->functions, FulFunctionRow, f);

          if (!is_same (profile, row, function->func))
            continue;
          self += function->self;
          total += function->total;
          is_listed = TRUE;
        }
      if (!is_listed)
        continue;
      g_assert_cmpfloat_with_epsilon (row->weight * scale, self, EPSILON * fmax (1, fabs (self)));
      if (has_totals && row->func != FUL_NONE)
        g_assert_cmpfloat_with_epsilon (row->total * scale, total, EPSILON * fmax (1, fabs (total)));
    }

  return functions->len;
}

static FulOverview *
look_at (FulProfile         *profile,
         FulDeriveCache     *cache,
         const FulTimeRange *range)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new ();
  FulOverview *overview;

  for (guint i = 0; i < profile->threads->len; i++)
    g_ptr_array_add (names, ful_profile_get_thread (profile, i)->name);
  g_ptr_array_add (names, NULL);
  overview = ful_overview_new (profile, range, (char **) names->pdata, 0, cache, NULL, NULL);
  g_assert_nonnull (overview);

  return overview;
}

/* By timing each sample is the same in a view, which the overview tells apart only where some are idle. */
static gboolean
find_scale (const FulOverview *overview,
            double            *out_scale)
{
  *out_scale = overview->weights->basis == FUL_INSIGHT_BASIS_TIMING ? 1 / overview->weights->rules->period : 1;

  return !isnan (*out_scale);
}

/* Returns: how many functions were compared */
static guint
assert_views (FulProfile         *profile,
              const FulTimeRange *range)
{
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  g_autoptr(FulOverview) overview = look_at (profile, cache, range);
  g_auto(View) functions = { NULL }, own = { NULL };
  double scale, seen, by_kind = 0;
  guint n;

  if (overview->weights->n_work_set == 0 || !find_scale (overview, &scale))
    return 0;

  for (guint i = 0; i < overview->threads->len; i++)
    {
      const FulOverviewThread *row = &g_array_index (overview->threads, FulOverviewThread, i);
      g_auto(View) view = derive (profile, cache, ful_overview_make_thread_view (overview, row->thread));
      gboolean with_stack = overview->weights->basis == FUL_INSIGHT_BASIS_TIMING || overview->of_scripts;

      if (!overview->of_scripts)
        g_assert_cmpfloat_with_epsilon (row->busy * scale, sum_rows (&view, with_stack), EPSILON);
      if (overview->weights->basis == FUL_INSIGHT_BASIS_CPU && range == NULL)
        g_assert_cmpfloat (row->busy, <=, row->life + EPSILON);
    }

  functions = derive (profile, cache, ful_overview_make_functions_view (overview));
  n = assert_functions (&functions, overview->functions, scale, TRUE);

  own = derive (profile, cache, ful_overview_make_own_view (overview));
  n += assert_functions (&own, overview->own, scale, FALSE);

  /* What own functions have of their own, and what is left at roots, is all. */
  seen = sum_self (&own, FUL_NONE);
  for (FulFuncKind kind = 0; kind <= FUL_FUNC_KIND_META; kind++)
    by_kind += sum_self (&own, (gint32) kind);
  g_assert_cmpfloat_with_epsilon (by_kind, seen, EPSILON);
  g_assert_cmpfloat_with_epsilon (sum_rows (&own, TRUE), seen, EPSILON);
  if (!overview->of_scripts)
    g_assert_cmpfloat_with_epsilon (sum_self (&functions, FUL_NONE), seen, EPSILON);
  if (seen > 0)
    g_assert_cmpfloat_with_epsilon (overview->own_share, sum_self (&own, FUL_FUNC_KIND_OWN) / seen, EPSILON);

  return n;
}

static void
assert_kind (const Kind *kind,
             int         max_threads)
{
  guint n = 0;

  for (guint i = 0; i < N_PROFILES; i++)
    {
      g_autoptr(FulProfile) profile = make_profile (kind, (guint) g_test_rand_int_range (1, max_threads + 1));
      double start = g_test_rand_int_range (0, 40);
      FulTimeRange range = { start, start + g_test_rand_int_range (0, 30) };

      n += assert_views (profile, NULL);
      n += assert_views (profile, &range);
    }
  g_test_message ("%u functions", n);
  g_assert_cmpuint (n, >, N_PROFILES);
}

static void
test_cpu (void)
{
  assert_kind (&(Kind) { FUL_CPU_UNIT_US, TRUE, FALSE, TRUE }, 5);
  assert_kind (&(Kind) { FUL_CPU_UNIT_VARIABLE_CYCLES, TRUE, FALSE, TRUE }, 5);
}

/* A unit that is not known says nothing. */
static void
test_timing (void)
{
  assert_kind (&(Kind) { FUL_CPU_UNIT_NONE, TRUE, FALSE, FALSE }, 5);
}

/* A view of several threads has no weights. */
static void
test_weights (void)
{
  assert_kind (&(Kind) { FUL_CPU_UNIT_NONE, FALSE, TRUE, TRUE }, 1);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/overview-views/cpu", test_cpu);
  g_test_add_func ("/overview-views/timing", test_timing);
  g_test_add_func ("/overview-views/weights", test_weights);

  return g_test_run ();
}
