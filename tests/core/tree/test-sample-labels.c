/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Labels of samples: read, searched for, summed up, merged and saved. */

#include "ful-test-files.h"
#include "ful-test-profile.h"

#include "export/ful-processed-writer.h"
#include "model/ful-thread-tables.h"
#include "tree/ful-call-tree.h"
#include "tree/ful-derived-thread.h"
#include "tree/ful-node-breakdown.h"
#include "viewtext/ful-view-options-text.h"

#define FIXTURE "import/go-tree-cpu.pb.gz"

static FulProfile *
load (void)
{
  g_autoptr(GBytes) bytes = ful_test_fixture (FIXTURE);
  g_autoptr(GError) error = NULL;
  FulProfile *profile = ful_test_load (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error);

  g_assert_no_error (error);

  return profile;
}

/* How many samples a view has with a stack. */
static guint
count (FulProfile *profile,
       const char *view)
{
  g_autoptr(FulViewOptions) options = ful_view_options_new_from_text (view, NULL, NULL);
  g_autoptr(FulDerivedThread) derived = ful_derived_thread_new (profile, options, NULL, NULL, NULL);
  g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (derived, NULL);
  guint n = 0;

  for (guint i = 0; i < rows->n_rows; i++)
    n += ful_sample_rows_get_stack (rows, i) != FUL_NONE;

  return n;
}

static void
assert_searches (FulProfile *profile)
{
  static const struct { const char *search; guint n; } rows[] = {
    { "label:kind=sort", 217 }, { "label:kind=tree", 8 }, { "label:worker=3", 4 }, { "label:Kind=SORT", 217 },
    { "label:kind=sor", 0 }, { "label:kin", 0 }, { "label:kind", 268 }, { "label:kind=tree,label:worker=4", 0 },
    { "label:kind=sort,label:worker=4", 109 }, { "label:nothing", 0 }, { "label:kind=tree,no such function", 0 },
    { "label:kind=tree,main.worker", 8 }, { "", 275 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *view = g_strdup_printf ("{\"thread\":0,\"search\":\"%s\"}", rows[i].search);

      g_test_message ("%s", rows[i].search);
      g_assert_cmpuint (count (profile, view), ==, rows[i].n);
    }
}

static void
test_search (void)
{
  g_autoptr(FulProfile) profile = load ();

  assert_searches (profile);
}

/* The processed format has them, too. */
static void
test_saved (void)
{
  g_autoptr(FulProfile) profile = load ();
  g_autoptr(GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr(FulProfile) saved = NULL;
  g_autoptr(GBytes) bytes = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_true (ful_processed_writer_write (profile, FUL_FILE_FORMAT_JSON, FALSE, stream, NULL, NULL, NULL));
  g_output_stream_close (stream, NULL, NULL);
  bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
  saved = ful_test_load (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);
  assert_searches (saved);
}

static void
test_breakdown (void)
{
  g_autoptr(FulProfile) profile = load ();
  g_autoptr(FulViewOptions) options = ful_view_options_new_from_text ("{\"thread\":0}", NULL, NULL);
  g_autoptr(FulDerivedThread) derived = ful_derived_thread_new (profile, options, NULL, NULL, NULL);
  g_autoptr(FulCallNodeTable) nodes = ful_call_node_table_new (derived->stacks, NULL, NULL);
  g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (derived, NULL);
  g_autoptr(FulCallTree) tree = ful_call_tree_new (nodes, NULL, rows, NULL, NULL);
  FulCallNodeIndex worker = 0;
  g_autoptr(FulNodeBreakdown) breakdown = NULL;
  const FulLabelWeight *first;
  double sum = 0;

  while (!g_str_equal (ful_call_tree_get_shown_name (tree, worker), "main.worker"))
    worker++;
  breakdown = ful_node_breakdown_new (tree, rows, worker, FALSE, NULL, NULL);
  g_assert_cmpuint (breakdown->labels->len, ==, 9);
  first = &g_array_index (breakdown->labels, FulLabelWeight, 0);
  g_assert_cmpstr (first->label, ==, "kind=sort");
  g_assert_cmpfloat (first->weight, ==, 2260);
  for (guint i = 0; i < breakdown->labels->len; i++)
    if (g_str_has_prefix (g_array_index (breakdown->labels, FulLabelWeight, i).label, "worker="))
      sum += g_array_index (breakdown->labels, FulLabelWeight, i).weight;
  g_assert_cmpfloat (sum, ==, breakdown->total);
}

/* Threads of other labels: of the merged samples each has its own. */
static void
test_merged (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_fixture ("pprof.ok.pb");

  g_assert_cmpuint (count (profile, "{\"thread\":[0,1],\"search\":\"label:kind=draw\"}"), ==, 1);
  g_assert_cmpuint (count (profile, "{\"thread\":[1,0],\"search\":\"label:kind=draw\"}"), ==, 1);
  g_assert_cmpuint (count (profile, "{\"thread\":[0,1]}"), ==, 4);
}

/* Where no sample has labels, the same words are for functions. */
static void
test_without_labels (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("main  main\n"
                                                              "label:kind=draw  other\n");

  g_assert_cmpuint (count (profile, "{\"thread\":0,\"search\":\"label:kind\"}"), ==, 1);
  g_assert_cmpuint (count (profile, "{\"thread\":0,\"search\":\"label:worker\"}"), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sample-labels/search", test_search);
  g_test_add_func ("/sample-labels/saved", test_saved);
  g_test_add_func ("/sample-labels/breakdown", test_breakdown);
  g_test_add_func ("/sample-labels/merged", test_merged);
  g_test_add_func ("/sample-labels/without-labels", test_without_labels);

  return g_test_run ();
}
