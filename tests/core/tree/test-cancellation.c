/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Each long computation, cancelled from another thread at some moment: it stops
 * soon, with the error that says so and without a result, or it was done before. */

#include "config.h"

#include "ful-test-profile.h"
#include "ful-test-text.h"

#include "charts/ful-box-layout.h"
#include "markers/find/ful-marker-search.h"
#include "markers/layout/ful-marker-lanes.h"
#include "tracks/ful-track-graph.h"
#include "tracks/ful-track-list.h"
#include "tree/ful-call-tree-rows.h"
#include "tree/ful-derived-thread.h"
#include "tree/ful-function-tree.h"
#include "tree/ful-node-breakdown.h"
#include "viewtext/ful-view-options-text.h"

#define N_STACKS 300000
#define N_SAMPLES 400000
#define N_MARKERS 100000

static FulProfile *profile;
static FulTestView *normal, *inverted;
static guint8 *percent;
static FulMarkerList *markers;
static GArray *all_markers;

static void
make_profile (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *first = ful_test_profile_add (test, "");
  FulThreadBuilder *second = ful_test_profile_add (test, "");
  FulTableBuilder *stacks = &test->builder->stacks;

  for (guint i = 0; i < 500; i++)
    {
      g_autofree char *name = g_strdup_printf ("function %u%s", i, i % 2 ? ".js" : "");
      guint frame = ful_table_builder_append (&test->builder->frames, 1);

      FUL_CELLS (&test->builder->frames, FUL_FRAME_FUNC, gint32)[frame] = ful_test_profile_func (test, name);
    }
  ful_table_builder_append (stacks, N_STACKS);
  for (gint32 i = 0; i < N_STACKS; i++)
    {
      FUL_CELLS (stacks, FUL_STACK_FRAME, gint32)[i] = g_test_rand_int_range (0, 500);
      FUL_CELLS (stacks, FUL_STACK_PREFIX, gint32)[i] =
        i % 100 == 0 ? -1 : g_test_rand_int_range (i - i % 100, i);
    }
  ful_table_builder_append (&first->samples, N_SAMPLES);
  ful_table_builder_append (&second->samples, N_SAMPLES);
  for (guint i = 0; i < N_MARKERS; i++)
    ful_test_profile_mark (test, first, "mark", (FulMarkerPhase) (i % 4), N_MARKERS - i, N_MARKERS, "{\"type\":\"T\"}");
  for (guint i = 0; i < N_SAMPLES; i++)
    {
      FUL_CELLS (&first->samples, FUL_SAMPLE_TIME, double)[i] = i;
      FUL_CELLS (&second->samples, FUL_SAMPLE_TIME, double)[i] = i + 0.5;
      FUL_CELLS (&first->samples, FUL_SAMPLE_STACK, gint32)[i] = g_test_rand_int_range (0, N_STACKS);
      FUL_CELLS (&second->samples, FUL_SAMPLE_STACK, gint32)[i] = g_test_rand_int_range (0, N_STACKS);
    }
  profile = ful_test_profile_seal (test);
}

static gpointer
derive (const char    *view,
        GCancellable  *cancellable,
        GError       **error)
{
  g_auto(FulTransformReader) reader = { NULL };
  g_autoptr(FulViewOptions) options = NULL;

  ful_transform_reader_init (&reader, profile, NULL);
  options = ful_view_options_new_from_text (view, &reader, NULL);

  return ful_derived_thread_new (profile, options, NULL, cancellable, error);
}

static gpointer
derive_merged (GCancellable *cancellable, GError **error)
{
  return derive ("{ \"thread\": [0, 1] }", cancellable, error);
}

static gpointer
derive_js (GCancellable *cancellable, GError **error)
{
  return derive ("{ \"thread\": 0, \"implementation\": \"js\" }", cancellable, error);
}

static gpointer
derive_searched (GCancellable *cancellable, GError **error)
{
  return derive ("{ \"thread\": 0, \"search\": \"function 7\" }", cancellable, error);
}

static gpointer
make_call_nodes (GCancellable *cancellable, GError **error)
{
  return ful_call_node_table_new (normal->derived->stacks, cancellable, error);
}

static gpointer
make_tree (GCancellable *cancellable, GError **error)
{
  return ful_call_tree_new (normal->nodes, NULL, normal->rows, cancellable, error);
}

static gpointer
make_inverted_tree (GCancellable *cancellable, GError **error)
{
  return ful_call_tree_new (inverted->nodes, inverted->inverted, inverted->rows, cancellable, error);
}

static gpointer
expand (GCancellable *cancellable, GError **error)
{
  return ful_call_tree_expand_all (normal->tree, FUL_NONE, G_MAXUINT, cancellable, error);
}

static gpointer
expand_inverted (GCancellable *cancellable, GError **error)
{
  return ful_call_tree_expand_all (inverted->tree, FUL_NONE, 20000, cancellable, error);
}

static gpointer
list_functions (GCancellable *cancellable, GError **error)
{
  return ful_function_list_new (normal->tree, cancellable, error);
}

static gpointer
break_down (GCancellable *cancellable, GError **error)
{
  return ful_node_breakdown_new (normal->tree, normal->rows, 0, FALSE, cancellable, error);
}

static gpointer
draw_graph (GCancellable *cancellable, GError **error)
{
  return ful_track_graph_new (profile, ful_profile_get_thread (profile, 0), percent, normal->derived->range, 300,
                              NULL, cancellable, error);
}

static gpointer
lay_out_flames (GCancellable *cancellable, GError **error)
{
  return ful_flame_layout_new (normal->tree, cancellable, error);
}

static gpointer
lay_out_stacks (GCancellable *cancellable, GError **error)
{
  return ful_stack_chart_layout_new (normal->tree, normal->rows, FALSE, cancellable, error);
}

static gpointer
list_tracks (GCancellable *cancellable, GError **error)
{
  return ful_track_list_new (profile, FUL_TRACK_EXTRAS_NONE, NULL, cancellable, error);
}

static gpointer
list_markers (GCancellable *cancellable, GError **error)
{
  return ful_marker_list_derive (normal->derived->threads, NULL, cancellable, error);
}

static gpointer
search_markers (GCancellable *cancellable, GError **error)
{
  g_autoptr(FulMarkerSearch) search = ful_marker_search_new ("nowhere");

  return ful_marker_search_filter (search, markers, NULL, cancellable, error);
}

static gpointer
lay_out_markers (GCancellable *cancellable, GError **error)
{
  return ful_marker_lanes_new (markers, all_markers, TRUE, G_MAXUINT, cancellable, error);
}

static gpointer
derive_within_markers (GCancellable *cancellable, GError **error)
{
  return derive ("{ \"thread\": 0, \"transforms\": [{ \"type\": \"filter-samples\", \"filterType\": \"marker-search\", "
                 "\"filter\": \"mark\" }] }", cancellable, error);
}

static gpointer
sum_ranges (GCancellable *cancellable, GError **error)
{
  return ful_range_sums_derive (normal->derived->threads, NULL, NULL, NULL, cancellable, error);
}

typedef struct
{
  const char     *name;
  gpointer      (*compute) (GCancellable *cancellable, GError **error);
  GDestroyNotify  unref;
} Computation;

static const Computation computations[] = {
  { "merged threads", derive_merged, (GDestroyNotify) ful_derived_thread_unref },
  { "implementation", derive_js, (GDestroyNotify) ful_derived_thread_unref },
  { "search", derive_searched, (GDestroyNotify) ful_derived_thread_unref },
  { "call nodes", make_call_nodes, (GDestroyNotify) ful_call_node_table_unref },
  { "call tree", make_tree, (GDestroyNotify) ful_call_tree_unref },
  { "inverted call tree", make_inverted_tree, (GDestroyNotify) ful_call_tree_unref },
  { "expand all", expand, (GDestroyNotify) g_array_unref },
  { "expand all, inverted", expand_inverted, (GDestroyNotify) g_array_unref },
  { "function list", list_functions, (GDestroyNotify) g_array_unref },
  { "breakdown", break_down, (GDestroyNotify) ful_node_breakdown_unref },
  { "sums of ranges", sum_ranges, (GDestroyNotify) ful_range_sums_unref },
  { "activity graph", draw_graph, (GDestroyNotify) ful_track_graph_unref },
  { "flame graph", lay_out_flames, (GDestroyNotify) ful_box_layout_unref },
  { "stack chart", lay_out_stacks, (GDestroyNotify) ful_box_layout_unref },
  { "track list", list_tracks, (GDestroyNotify) ful_track_list_unref },
  { "marker list", list_markers, (GDestroyNotify) ful_marker_list_unref },
  { "marker search", search_markers, (GDestroyNotify) g_array_unref },
  { "marker lanes", lay_out_markers, (GDestroyNotify) ful_marker_lanes_unref },
  { "samples within markers", derive_within_markers, (GDestroyNotify) ful_derived_thread_unref },
};

typedef struct
{
  GCancellable *cancellable;
  gulong        delay_us;
} Canceller;

static gpointer
cancel_later (gpointer data)
{
  Canceller *canceller = data;

  g_usleep (canceller->delay_us);
  g_cancellable_cancel (canceller->cancellable);

  return NULL;
}

static void
test_at_any_moment (gconstpointer data)
{
  const Computation *computation = data;
  gint64 begin = g_get_monotonic_time ();
  gulong full_us;
  gpointer result = computation->compute (NULL, NULL);

  g_assert_nonnull (result);
  computation->unref (result);
  full_us = (gulong) (g_get_monotonic_time () - begin);

  for (gulong step = 0; step < 8; step++)
    {
      g_autoptr(GCancellable) cancellable = g_cancellable_new ();
      g_autoptr(GError) error = NULL;
      Canceller canceller = { cancellable, full_us * step / 8 };
      GThread *thread;

      if (step == 0)
        g_cancellable_cancel (cancellable);
      thread = g_thread_new ("canceller", cancel_later, &canceller);
      result = computation->compute (cancellable, &error);
      g_thread_join (thread);

      if (result)
        {
          g_assert_no_error (error);
          g_assert_cmpuint (step, >, 0);
          computation->unref (result);
        }
      else
        g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);

  make_profile ();
  normal = ful_test_view_new (profile, "{ \"thread\": 0 }");
  inverted = ful_test_view_new (profile, "{ \"thread\": 0, \"invert\": true }");
  percent = g_malloc0 (N_SAMPLES + 1);
  markers = ful_marker_list_derive (normal->derived->threads, NULL, NULL, NULL);
  all_markers = ful_marker_search_filter (NULL, markers, NULL, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (computations); i++)
    {
      g_autofree char *path = g_strconcat ("/cancellation/", computations[i].name, NULL);

      g_strdelimit (path + 1, " ,", '-');
      g_test_add_data_func (path, &computations[i], test_at_any_moment);
    }
  status = g_test_run ();

  ful_test_view_free (normal);
  ful_test_view_free (inverted);
  g_free (percent);
  g_array_unref (all_markers);
  ful_marker_list_unref (markers);
  g_object_unref (profile);

  return status;
}
