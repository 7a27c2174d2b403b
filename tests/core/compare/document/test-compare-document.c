/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "base/ful-error.h"
#include "compare/document/text/ful-compare-command.h"
#include "compare/document/ful-compare-document.h"
#include "compare/document/ful-compare-transform.h"
#include "compare/document/text/ful-compare-view-text.h"
#include "compare/document/ful-compare-wings.h"
#include "compare/document/ful-compared-part.h"
#include "compare/ful-comparison-notes.h"
#include "compare/pairing/ful-renames.h"
#include "model/ful-profile.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-view-options.h"
#include "viewtext/ful-transform-names.h"
#include "viewtext/ful-transform-text.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define N_RUNS 6

static FulComparedPart *
new_part (const char *set,
          const char *side,
          guint       run)
{
  g_autofree char *path = g_strdup_printf ("%s/compare/inputs/%s-%s-%02u.json.gz", FUL_FIXTURES, set, side, run);
  g_autoptr(GFile) file = g_file_new_for_path (path);

  return ful_compared_part_new_file (file);
}

/* Runs of a set of the fixtures. */
static FulCompareDocument *
new_document_of (const char *set,
                 guint       n_before,
                 guint       n_after)
{
  g_autoptr(GPtrArray) before = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
  g_autoptr(GPtrArray) after = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
  GPtrArray *parts[] = { before, after };

  for (guint i = 0; i < n_before; i++)
    g_ptr_array_add (before, new_part (set, "before", i));
  for (guint i = 0; i < n_after; i++)
    g_ptr_array_add (after, new_part (set, "after", i));

  return ful_compare_document_new (parts);
}

static FulCompareDocument *
new_document (guint n_before,
              guint n_after)
{
  return new_document_of ("o1", n_before, n_after);
}

static void
settle (FulCompareDocument *document)
{
  while (ful_compare_document_is_busy (document))
    g_main_context_iteration (NULL, TRUE);
}

static const FulComparedRow *
find_row (FulCompareAnswer *answer,
          FulComparedTable  table,
          const char       *name)
{
  for (guint i = 0; i < answer->lists[table]->rows->len; i++)
    {
      const FulComparedRow *row = &g_array_index (answer->lists[table]->rows, FulComparedRow, i);

      if (g_str_equal (ful_pairing_get_item (ful_compared_runs_get_pairing (answer->runs, table), row->item)->name, name))
        return row;
    }
  g_assert_not_reached ();
}

/* The worked example of compare.md 5, and its values in each run. */
static void
test_answer (void)
{
  static const double before[] = { 160.2309, 165.2077, 171.2704, 152.8763, 168.6437, 160.5417 };
  g_autoptr(FulCompareDocument) document = new_document (N_RUNS, N_RUNS);
  g_autoptr(GArray) values = NULL;
  FulCompareAnswer *answer;
  const FulComparedRow *row;
  guint n;

  g_assert_null (ful_compare_document_get_answer (document));
  ful_compare_document_read (document);
  settle (document);
  g_assert_no_error (ful_compare_document_get_error (document));
  g_assert_cmpuint (ful_compare_document_get_n_read (document, &n), ==, 2 * N_RUNS);
  g_assert_cmpuint (n, ==, 2 * N_RUNS);
  g_assert_null (ful_compare_document_get_reading (document));

  answer = ful_compare_document_get_answer (document);
  row = find_row (answer, FUL_COMPARED_SELF, "idct");
  g_assert_cmpfloat_with_epsilon (row->change.difference, 34.8556, 1e-4);
  g_assert_cmpint (row->change.verdict, ==, FUL_VERDICT_SLOWER);
  g_assert_cmpint (ful_compare_group_of (row), ==, FUL_COMPARE_MORE);
  values = ful_compare_answer_get_values (answer, FUL_COMPARED_SELF, FUL_BEFORE, row->item);
  g_assert_cmpuint (values->len, ==, N_RUNS);
  for (guint i = 0; i < N_RUNS; i++)
    g_assert_cmpfloat_with_epsilon (g_array_index (values, double, i), before[i], 1e-4);
}

/* The values of a call node in each run have its mean on either side. */
static void
test_values_of_nodes (void)
{
  g_autoptr(FulCompareDocument) document = new_document (N_RUNS, 2);
  FulCompareAnswer *answer;
  guint n_calls = 0;

  ful_compare_document_read (document);
  settle (document);
  answer = ful_compare_document_get_answer (document);
  for (guint i = 0; i < answer->tree->tree->nodes->n_nodes; i++)
    {
      const FulComparedRow *row = ful_comparison_tree_get_row (answer->tree, (FulCallNodeIndex) i);

      n_calls += g_str_equal (ful_call_tree_get_name (answer->tree->tree, (FulCallNodeIndex) i), "memcpy");
      for (FulSide side = 0; side < FUL_N_SIDES; side++)
        {
          g_autoptr(GArray) values = ful_compare_answer_get_values (answer, FUL_COMPARED_NODES, side, row->node);
          double sum = 0;

          g_assert_cmpuint (values->len, ==, answer->runs->runs[FUL_COMPARED_NODES][side]->len);
          for (guint r = 0; r < values->len; r++)
            sum += g_array_index (values, double, r);
          g_assert_cmpfloat_with_epsilon (sum / values->len, row->change.mean[side], 1e-9);
        }
    }
  g_assert_cmpuint (n_calls, ==, 2);
}

/* 40 samples of a stack, after 40 of another function. */
static FulProfile *
new_calls (const char *stack)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");

  for (guint i = 0; i < 80; i++)
    ful_test_profile_sample (thread, i, ful_test_profile_stack (test, i % 2 ? "M O" : stack));

  return ful_test_profile_seal (test);
}

/* A function that others call now takes no longer: its nodes are new and gone, and it is not. */
static void
test_called_elsewhere (void)
{
  g_autoptr(FulProfile) first = new_calls ("M A X");
  g_autoptr(FulProfile) second = new_calls ("M B X");
  g_autoptr(FulViewOptions) options = ful_view_options_new ();
  g_autoptr(GPtrArray) before = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
  g_autoptr(GPtrArray) after = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
  g_autoptr(FulCompareDocument) document = NULL;
  g_autoptr(GString) text = g_string_new (NULL);
  FulCompareAnswer *answer;

  g_ptr_array_add (before, ful_compared_part_new_view (NULL, "b", first, options));
  g_ptr_array_add (after, ful_compared_part_new_view (NULL, "a", second, options));
  document = ful_compare_document_new ((GPtrArray *[]) { before, after });
  ful_compare_document_read (document);
  settle (document);
  answer = ful_compare_document_get_answer (document);
  for (guint i = 0; i < answer->tree->tree->nodes->n_nodes; i++)
    {
      const FulComparedRow *row = ful_comparison_tree_get_row (answer->tree, (FulCallNodeIndex) i);

      g_string_append_printf (text, "%s%u ", ful_pairing_get_item (answer->runs->pairing, row->item)->name,
                              row->is_called_elsewhere);
    }
  g_assert_nonnull (strstr (text->str, "M0 "));
  g_assert_nonnull (strstr (text->str, "A0 X1 "));
  g_assert_nonnull (strstr (text->str, "B0 X1 "));
  g_assert_nonnull (strstr (text->str, "O0 "));
}

/* As long as runs are missing there are values, but nothing is judged, callers and callees neither. */
static void
test_partial (void)
{
  g_autoptr(FulCompareDocument) document = new_document (N_RUNS, N_RUNS);
  g_autoptr(FulCompareAnswer) partial = NULL;
  g_autoptr(FulCompareWings) wings = NULL;
  FulCompareAnswer *answer;
  const FulComparedRow *row, *whole, *node;

  ful_compare_document_read (document);
  settle (document);
  answer = ful_compare_document_get_answer (document);
  g_assert_false (answer->is_partial);
  partial = ful_compare_answer_new (answer->runs, TRUE, FUL_PER_RUN, NULL, NULL);
  g_assert_true (partial->is_partial);
  whole = find_row (answer, FUL_COMPARED_SELF, "idct");
  row = find_row (partial, FUL_COMPARED_SELF, "idct");
  g_assert_cmpfloat (row->change.difference, ==, whole->change.difference);
  g_assert_cmpfloat (row->change.ratio, ==, whole->change.ratio);
  g_assert_true (isnan (row->change.interval[0]) && isnan (row->change.interval[1]) && isnan (row->change.q));
  g_assert_cmpint (ful_compare_group_of (row), ==, FUL_COMPARE_UNCLEAR);
  g_assert_true (isnan (partial->lists[FUL_COMPARED_TOTAL]->total.interval[0]));
  wings = ful_compare_wings_new (partial, row->item, NULL, NULL);
  node = ful_comparison_tree_get_row (wings->trees[FUL_WING_CALLERS], 0);
  g_assert_cmpfloat (node->change.difference, >, 0);
  g_assert_true (isnan (node->change.interval[0]));
}

/* Lists begin with what takes longer, end with what takes less, and have what groups ask for. */
static void
test_lists (void)
{
  g_autoptr(FulCompareDocument) document = new_document (N_RUNS, N_RUNS);
  g_autoptr(GPtrArray) all = NULL;
  g_autoptr(GPtrArray) slower = NULL;
  g_autoptr(GPtrArray) strong = NULL;
  FulCompareAnswer *answer;
  guint n, n_slower = 0;

  ful_compare_document_read (document);
  settle (document);
  answer = ful_compare_document_get_answer (document);

  all = ful_compare_answer_list (answer, FUL_COMPARED_SELF, ~0u, FUL_COMPARE_ORDER_DIFFERENCE, TRUE);
  g_assert_cmpuint (all->len, ==, answer->lists[FUL_COMPARED_SELF]->rows->len);
  for (guint i = 0; i < all->len; i++)
    {
      const FulComparedRow *row = all->pdata[i];

      n_slower += ful_compare_group_of (row) == FUL_COMPARE_MORE;
      g_assert_true (i == 0 || ((const FulComparedRow *) all->pdata[i - 1])->change.difference >= row->change.difference);
    }
  slower = ful_compare_answer_list (answer, FUL_COMPARED_SELF, 1u << FUL_COMPARE_MORE, FUL_COMPARE_ORDER_DIFFERENCE, TRUE);
  g_assert_cmpuint (n_slower, >, 0);
  g_assert_cmpuint (slower->len, ==, n_slower);
  strong = ful_compare_answer_get_strong (answer, FUL_COMPARED_SELF, FUL_COMPARE_MORE, &n);
  g_assert_cmpuint (n, ==, n_slower);
  g_assert_true (strong->pdata[0] == slower->pdata[0]);
}

/* Every order ascends and descends. */
static void
test_orders (void)
{
  g_autoptr(FulCompareDocument) document = new_document (2, 2);
  FulCompareAnswer *answer;

  ful_compare_document_read (document);
  settle (document);
  answer = ful_compare_document_get_answer (document);
  for (guint order = 0; order <= FUL_COMPARE_ORDER_VERDICT; order++)
    for (guint descending = 0; descending < 2; descending++)
      {
        g_autoptr(GPtrArray) list = ful_compare_answer_list (answer, FUL_COMPARED_SELF, ~0u, order, descending);

        g_assert_cmpuint (list->len, ==, answer->lists[FUL_COMPARED_SELF]->rows->len);
        for (guint i = 1; i < list->len; i++)
          {
            const FulComparedRow *x = list->pdata[descending ? i : i - 1], *y = list->pdata[descending ? i - 1 : i];

            if (order == FUL_COMPARE_ORDER_NAME)
              g_assert_cmpstr (ful_pairing_get_item (answer->runs->pairing, x->item)->name, <=,
                               ful_pairing_get_item (answer->runs->pairing, y->item)->name);
            else if (order == FUL_COMPARE_ORDER_VERDICT)
              g_assert_cmpint (ful_compare_group_of (x), <=, ful_compare_group_of (y));
            else
              g_assert_cmpfloat (order == FUL_COMPARE_ORDER_BEFORE ? x->change.mean[FUL_BEFORE] :
                                 order == FUL_COMPARE_ORDER_AFTER ? x->change.mean[FUL_AFTER] :
                                 order == FUL_COMPARE_ORDER_RATIO ? x->change.ratio : x->change.difference, <=,
                                 order == FUL_COMPARE_ORDER_BEFORE ? y->change.mean[FUL_BEFORE] :
                                 order == FUL_COMPARE_ORDER_AFTER ? y->change.mean[FUL_AFTER] :
                                 order == FUL_COMPARE_ORDER_RATIO ? y->change.ratio : y->change.difference);
          }
      }
}

/* Returns: (transfer full): a comparison of two builds, which was read */
static FulCompareDocument *
read_builds (void)
{
  static const char *const names[] = { "before", "after" };
  g_autoptr(GPtrArray) before = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
  g_autoptr(GPtrArray) after = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
  GPtrArray *parts[] = { before, after };
  FulCompareDocument *document;

  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      g_autofree char *path = g_strdup_printf ("%s/compare/inputs/o2-%s.json.gz", FUL_FIXTURES, names[side]);
      g_autoptr(GFile) file = g_file_new_for_path (path);

      g_ptr_array_add (parts[side], ful_compared_part_new_file (file));
    }
  document = ful_compare_document_new (parts);
  ful_compare_document_read (document);
  settle (document);

  return document;
}

/* What only one side has is new or gone. */
static void
test_groups (void)
{
  g_autoptr(FulCompareDocument) document = read_builds ();
  FulCompareAnswer *answer = ful_compare_document_get_answer (document);

  g_assert_false (ful_compare_answer_is_speed (answer, FUL_COMPARED_SELF));
  g_assert_cmpint (ful_compare_group_of (find_row (answer, FUL_COMPARED_SELF, "brand_new")), ==, FUL_COMPARE_NEW);
  g_assert_cmpint (ful_compare_group_of (find_row (answer, FUL_COMPARED_SELF, "old_path")), ==, FUL_COMPARE_GONE);
  g_assert_cmpint (ful_compare_group_of (find_row (answer, FUL_COMPARED_SELF, "helper")), ==, FUL_COMPARE_UNCLEAR);
}

/* Exchanged sides have the other sign, and the same p. */
static void
test_exchange (void)
{
  g_autoptr(FulCompareDocument) document = new_document (N_RUNS, N_RUNS);
  double difference, p;
  const FulComparedRow *row;

  ful_compare_document_read (document);
  settle (document);
  row = find_row (ful_compare_document_get_answer (document), FUL_COMPARED_TOTAL, "idct");
  difference = row->change.difference;
  p = row->change.p;
  ful_compare_document_exchange (document);
  settle (document);
  row = find_row (ful_compare_document_get_answer (document), FUL_COMPARED_TOTAL, "idct");
  g_assert_cmpfloat_with_epsilon (row->change.difference, -difference, 1e-9);
  g_assert_cmpfloat_with_epsilon (row->change.p, p, 1e-12);
}

/* Another divisor needs no file, and one that runs have not is an error until another is chosen. */
static void
test_per (void)
{
  g_autoptr(FulCompareDocument) document = new_document (2, 1);
  g_autoptr(GArray) values = NULL;
  const FulComparedRow *row;
  guint n;

  ful_compare_document_read (document);
  settle (document);
  ful_compare_document_set_per (document, FUL_PER_TOTAL, NULL);
  settle (document);
  g_assert_cmpstr (ful_compare_document_get_answer (document)->unit, ==, "%");
  g_assert_cmpfloat_with_epsilon (ful_compare_document_get_answer (document)->lists[FUL_COMPARED_SELF]->total.mean[FUL_AFTER], 100, 1e-9);
  row = find_row (ful_compare_document_get_answer (document), FUL_COMPARED_SELF, "idct");
  values = ful_compare_answer_get_values (ful_compare_document_get_answer (document), FUL_COMPARED_SELF, FUL_AFTER, row->item);
  g_assert_cmpfloat_with_epsilon (g_array_index (values, double, 0), row->change.mean[FUL_AFTER], 1e-9);
  g_assert_cmpuint (ful_compare_document_get_n_read (document, &n), ==, 3);

  ful_compare_document_set_per (document, FUL_PER_CPU, NULL);
  settle (document);
  g_assert_error (ful_compare_document_get_error (document), FUL_ERROR, FUL_ERROR_ARGUMENT);
  g_assert_null (ful_compare_document_get_answer (document));
  ful_compare_document_set_per (document, FUL_PER_RUN, NULL);
  settle (document);
  g_assert_no_error (ful_compare_document_get_error (document));
  g_assert_nonnull (ful_compare_document_get_answer (document));
}

/* Values are divided by the number of markers, which needs the runs again; the command has the figures. */
static void
test_per_marker (void)
{
  g_autoptr(FulCompareDocument) document = new_document_of ("o3", 1, 1);
  g_autoptr(FulCompareDocument) again = NULL;
  g_autoptr(FulCompareDocument) without = new_document (1, 1);
  g_autoptr(FulCompareWings) wings = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *command = NULL;
  g_autofree char *text = NULL;
  const FulComparisonNote *longer;
  const GPtrArray *names;
  FulComparedRuns *runs;
  double total, of_run;

  ful_compare_document_read (document);
  settle (document);
  of_run = ful_compare_document_get_answer (document)->lists[FUL_COMPARED_SELF]->total.mean[FUL_BEFORE];
  names = ful_compare_document_get_answer (document)->shared_markers;
  g_assert_cmpuint (names->len, ==, 3);
  g_assert_cmpstr (names->pdata[0], ==, "GC");
  g_assert_cmpstr (names->pdata[2], ==, "tick");

  ful_compare_document_set_per (document, FUL_PER_MARKER, "GC");
  settle (document);
  g_assert_no_error (ful_compare_document_get_error (document));
  runs = ful_compare_document_get_answer (document)->runs;
  total = ful_compare_document_get_answer (document)->lists[FUL_COMPARED_SELF]->total.mean[FUL_BEFORE];
  g_assert_cmpstr (ful_compare_document_get_answer (document)->unit, ==, "ms/GC");
  g_assert_cmpfloat_with_epsilon (total, of_run / 29, 1e-9);
  g_assert_cmpfloat_with_epsilon (find_row (ful_compare_document_get_answer (document), FUL_COMPARED_MARKER_COUNT, "tick")->change.mean[FUL_BEFORE],
                                  19 / 29.0, 1e-9);
  wings = ful_compare_wings_new (ful_compare_document_get_answer (document),
                                 find_row (ful_compare_document_get_answer (document), FUL_COMPARED_TOTAL, "huffman")->item, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (wings->trees[FUL_WING_CALLERS]);
  command = ful_compare_command_new (document, FUL_COMPARED_SELF);
  g_assert_true (g_str_has_prefix (command, "fulgens-query compare --per='marker:GC' '"));
  text = ful_compare_view_to_text (document, ful_compare_document_get_options (document), NULL);

  /* What was counted stays until other markers are. */
  ful_compare_document_set_per (document, FUL_PER_RUN, NULL);
  settle (document);
  g_assert_cmpfloat (ful_compare_document_get_answer (document)->lists[FUL_COMPARED_SELF]->total.mean[FUL_BEFORE], ==, of_run);
  ful_compare_document_set_per (document, FUL_PER_MARKER, "GC");
  settle (document);
  g_assert_true (ful_compare_document_get_answer (document)->runs == runs);
  ful_compare_document_set_per (document, FUL_PER_MARKER, "tick");
  settle (document);
  g_assert_cmpfloat_with_epsilon (ful_compare_document_get_answer (document)->lists[FUL_COMPARED_SELF]->total.mean[FUL_BEFORE],
                                  of_run / 19, 1e-9);
  ful_compare_document_exchange (document);
  settle (document);
  g_assert_cmpstr (ful_compare_document_get_answer (document)->unit, ==, "ms/tick");

  again = ful_compare_view_open_text (text, NULL, NULL);
  ful_compare_document_read (again);
  settle (again);
  g_assert_cmpfloat (ful_compare_document_get_answer (again)->lists[FUL_COMPARED_SELF]->total.mean[FUL_BEFORE], ==, total);

  ful_compare_document_set_per (document, FUL_PER_RUN, NULL);
  ful_compare_document_set_range (document, FUL_AFTER, "0,400");
  settle (document);
  longer = ful_compare_document_get_answer (document)->notes->pdata[1];
  g_assert_cmpstr (longer->code, ==, "longer");
  g_assert_nonnull (strstr (longer->text, "“Per Marker…”"));

  /* The sentence of the command; without the markers there is an answer again. */
  ful_compare_document_set_per (without, FUL_PER_MARKER, "GC");
  ful_compare_document_read (without);
  settle (without);
  g_assert_cmpstr (ful_compare_document_get_error (without)->message, ==, "o1-before-00.json.gz: There is no marker “GC”");
  ful_compare_document_set_per (without, FUL_PER_RUN, NULL);
  settle (without);
  g_assert_no_error (ful_compare_document_get_error (without));
  g_assert_cmpuint (ful_compare_document_get_answer (without)->shared_markers->len, ==, 0);
}

/* A file that cannot be read is named. */
static void
test_unreadable (void)
{
  g_autoptr(GPtrArray) before = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
  g_autoptr(GFile) file = g_file_new_for_path (FUL_FIXTURES "/none.json");
  GPtrArray *parts[] = { before, before };
  g_autoptr(FulCompareDocument) document = NULL;

  g_ptr_array_add (before, new_part ("o1", "before", 0));
  g_ptr_array_add (before, ful_compared_part_new_file (file));
  document = ful_compare_document_new (parts);
  ful_compare_document_read (document);
  settle (document);
  g_assert_null (ful_compare_document_get_answer (document));
  g_assert_true (g_str_has_prefix (ful_compare_document_get_error (document)->message, "none.json: "));
}

/* A comparison that ends while it reads leaves nothing behind. */
static void
test_end (void)
{
  FulCompareDocument *document = new_document (N_RUNS, N_RUNS);

  g_object_add_weak_pointer (G_OBJECT (document), (gpointer *) &document);
  ful_compare_document_read (document);
  g_object_unref (document);
  g_assert_null (document);
}

static void
freed_cb (gpointer data,
          GObject *where_object_was)
{
  g_atomic_pointer_set ((gpointer *) data, g_thread_self ());
}

/* Returns: the thread that freed a recording that only a closed comparison had */
static gpointer
find_freeing_thread (void)
{
  FulProfile *profile = ful_test_profile_from_text ("A\nB\n");
  g_autoptr(FulViewOptions) options = ful_view_options_new ();
  GPtrArray *parts[FUL_N_SIDES];
  FulCompareDocument *document;
  gpointer thread = NULL;

  g_object_weak_ref (G_OBJECT (profile), freed_cb, &thread);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      parts[side] = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
      g_ptr_array_add (parts[side], ful_compared_part_new_view (NULL, "open", profile, options));
    }
  document = ful_compare_document_new (parts);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    g_ptr_array_unref (parts[side]);
  g_object_unref (profile);
  ful_compare_document_read (document);
  settle (document);
  g_assert_null (thread);
  g_object_unref (document);
  while (g_atomic_pointer_get (&thread) == NULL)
    g_usleep (100);

  return thread;
}

/* The job that read it may be the last that has it. */
static void
test_closed (void)
{
  for (guint i = 0; i < 20; i++)
    g_assert_true (find_freeing_thread () != g_thread_self ());
}

/* While it reads it says which run that is; one that ends meanwhile frees what it has read. */
static void
test_reading (void)
{
  FulProfile *profile = ful_test_profile_from_text ("A\nB\n");
  g_autoptr(FulViewOptions) options = ful_view_options_new ();
  g_autoptr(GPtrArray) before = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
  g_autoptr(GPtrArray) after = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
  GPtrArray *parts[] = { before, after };
  FulCompareDocument *document;
  GWeakRef weak;
  gpointer left;
  guint n;

  g_ptr_array_add (before, ful_compared_part_new_view (NULL, "open", profile, options));
  for (guint i = 0; i < N_RUNS; i++)
    g_ptr_array_add (before, new_part ("o1", "before", i));
  for (guint i = 0; i < 10 * N_RUNS; i++)
    g_ptr_array_add (after, new_part ("o1", "after", i % N_RUNS));
  document = ful_compare_document_new (parts);
  g_assert_null (ful_compare_document_get_reading (document));

  ful_compare_document_read (document);
  while (ful_compare_document_get_n_read (document, &n) == 0)
    g_usleep (100);
  g_assert_true (g_str_has_prefix (ful_compare_document_get_reading (document), "o1-"));
  while (ful_compare_document_get_n_read (document, &n) < 2 * N_RUNS + 2)
    g_usleep (100);
  g_assert_true (g_str_has_prefix (ful_compare_document_get_reading (document), "o1-after-0"));
  g_assert_cmpuint (ful_compare_document_get_n_read (document, &n), <, n);

  g_object_unref (document);
  g_clear_pointer (&before, g_ptr_array_unref);
  g_clear_pointer (&after, g_ptr_array_unref);
  g_weak_ref_init (&weak, profile);
  g_object_unref (profile);
  while ((left = g_weak_ref_get (&weak)))
    {
      g_object_unref (left);
      g_main_context_iteration (NULL, FALSE);
      g_usleep (100);
    }
  g_weak_ref_clear (&weak);
}

/* Both sides are read in turn, then the rest of the larger one. */
static void
test_turns (void)
{
  static const struct { guint n_before, n_after; const char *turns; } cases[] = {
    { 1, 1, "b0 a0 " }, { 2, 4, "b0 a0 b1 a1 a2 a3 " }, { 3, 1, "b0 a0 b1 b2 " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(FulCompareDocument) document = new_document (cases[i].n_before, cases[i].n_after);
      GPtrArray *parts[] = { ful_compare_document_get_parts (document, FUL_BEFORE), ful_compare_document_get_parts (document, FUL_AFTER) };
      g_autoptr(GString) turns = g_string_new (NULL);

      for (guint n = 0; n < cases[i].n_before + cases[i].n_after; n++)
        {
          guint run;
          FulSide side = ful_compared_runs_get_nth (parts, n, &run);

          g_string_append_printf (turns, "%c%u ", side == FUL_BEFORE ? 'b' : 'a', run);
        }
      g_assert_cmpstr (turns->str, ==, cases[i].turns);
    }
}

/* Two views of a profile that is open. */
static void
test_open (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  A\n"
                                                              "B  C  B\n");
  g_autoptr(FulViewOptions) all = ful_view_options_new ();
  g_autoptr(FulViewOptions) first = ful_view_options_new ();
  g_autoptr(GPtrArray) before = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
  g_autoptr(GPtrArray) after = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
  GPtrArray *parts[] = { before, after };
  g_autoptr(FulCompareDocument) document = NULL;
  const FulComparedRow *row;

  ful_view_options_set_range (first, &(FulTimeRange) { 0, 1 });
  g_ptr_array_add (before, ful_compared_part_new_view (NULL, "first", profile, first));
  g_ptr_array_add (after, ful_compared_part_new_view (NULL, "all", profile, all));
  document = ful_compare_document_new (parts);
  ful_compare_document_read (document);
  settle (document);
  row = find_row (ful_compare_document_get_answer (document), FUL_COMPARED_SELF, "B");
  g_assert_cmpfloat (row->change.mean[FUL_BEFORE], ==, 1);
  g_assert_cmpfloat (row->change.mean[FUL_AFTER], ==, 2);
  g_assert_null (ful_compare_command_new (document, ful_compare_document_get_table (document)));
}

/* Names of markers by four measures; those without a duration are only counted. Figures were computed from the files. */
static void
test_markers (void)
{
  static const struct { FulComparedTable table; const char *name; double before, after; } expected[] = {
    { FUL_COMPARED_MARKER_TOTAL, "iteration", 818.7551, 857.7727 },
    { FUL_COMPARED_MARKER_TOTAL, "GC", 29.9381, 44.3431 },
    { FUL_COMPARED_MARKER_COUNT, "tick", 19, 19 },
    { FUL_COMPARED_MARKER_COUNT, "GC", 29, 29 },
    { FUL_COMPARED_MARKER_MEAN, "GC", 29.9381 / 29, 44.3431 / 29 },
    { FUL_COMPARED_MARKER_MEDIAN, "GC", 1.0722, 1.4855 },
    { FUL_COMPARED_MARKER_MEDIAN, "iteration", 41.00415, 42.94545 },
  };
  g_autoptr(FulCompareDocument) document = new_document_of ("o3", 1, 1);
  FulCompareAnswer *answer;

  ful_compare_document_read (document);
  settle (document);
  answer = ful_compare_document_get_answer (document);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const FulComparedRow *row = find_row (answer, expected[i].table, expected[i].name);

      g_assert_cmpfloat_with_epsilon (row->change.mean[FUL_BEFORE], expected[i].before, 1e-6);
      g_assert_cmpfloat_with_epsilon (row->change.mean[FUL_AFTER], expected[i].after, 1e-6);
      g_assert_cmpint (ful_compare_answer_find_marker (answer, expected[i].name), ==, row->item);
    }
  g_assert_cmpint (ful_compare_answer_find_marker (answer, "none"), ==, FUL_NONE);
  g_assert_cmpuint (answer->lists[FUL_COMPARED_MARKER_TOTAL]->rows->len, ==, 2);
  g_assert_cmpuint (answer->lists[FUL_COMPARED_MARKER_COUNT]->rows->len, ==, 3);
  g_assert_cmpstr (ful_compare_answer_get_unit (answer, FUL_COMPARED_MARKER_COUNT), ==, "markers");
  g_assert_cmpstr (ful_compare_answer_get_unit (answer, FUL_COMPARED_MARKER_MEDIAN), ==, "ms");
  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    {
      g_autoptr(GArray) durations = ful_compare_answer_get_durations (answer, side, ful_compare_answer_find_marker (answer, "GC"));
      double sum = 0;

      for (guint i = 0; i < durations->len; i++)
        sum += g_array_index (durations, double, i);
      g_assert_cmpfloat (sum, ==, 29);
    }

  /* A mean is that of a marker, whatever the rest is divided by. */
  ful_compare_document_set_per (document, FUL_PER_TOTAL, NULL);
  settle (document);
  answer = ful_compare_document_get_answer (document);
  g_assert_cmpfloat_with_epsilon (find_row (answer, FUL_COMPARED_MARKER_COUNT, "tick")->change.mean[FUL_BEFORE], 100 * 19 / 68.0, 1e-6);
  g_assert_cmpfloat_with_epsilon (find_row (answer, FUL_COMPARED_MARKER_MEDIAN, "GC")->change.mean[FUL_BEFORE], 1.0722, 1e-6);
}

/* Functions are compared where there is no marker. */
static void
test_no_markers (void)
{
  g_autoptr(FulCompareDocument) document = new_document (2, 2);
  FulCompareAnswer *answer;

  ful_compare_document_read (document);
  settle (document);
  answer = ful_compare_document_get_answer (document);
  g_assert_nonnull (answer);
  for (FulComparedTable table = FUL_COMPARED_MARKER_TOTAL; table <= FUL_COMPARED_MARKER_MEDIAN; table++)
    g_assert_null (answer->lists[table]);
}

static void
test_command (void)
{
  g_autoptr(FulCompareDocument) document = new_document (1, 2);
  g_autofree char *command = NULL;
  g_autofree char *of_markers = NULL;

  ful_compare_document_set_table (document, FUL_COMPARED_TOTAL);
  ful_compare_document_set_per (document, FUL_PER_WALL, NULL);
  command = ful_compare_command_new (document, ful_compare_document_get_table (document));
  g_assert_true (g_str_has_prefix (command, "fulgens-query compare --measure=total --per='wall' '"));
  g_assert_nonnull (strstr (command, "before-00.json.gz' : '"));
  of_markers = ful_compare_command_new (document, FUL_COMPARED_MARKER_MEDIAN);
  g_assert_true (g_str_has_prefix (of_markers, "fulgens-query compare --by=marker --measure=median '"));
}

/* Sets the frames, search and transforms that count in all runs. */
static void
set_view (FulCompareDocument *document,
          const char         *search,
          FulTransform       *transform)
{
  g_autoptr(FulViewOptions) options = ful_view_options_copy (ful_compare_document_get_options (document));

  ful_view_options_set_search (options, search, FUL_SEARCH_DEFAULT);
  ful_view_options_set_transforms (options, &transform, transform ? 1 : 0);
  ful_compare_document_set_options (document, options);
  settle (document);
}

static FulTransform *
new_transform (FulCompareAnswer *answer,
               const char       *kind,
               const char       *name)
{
  FulCallTree *tree = answer->tree->tree;

  for (guint i = 0; i < tree->nodes->n_nodes; i++)
    if (g_str_equal (ful_profile_get_func_name (tree->profile, tree->nodes->func[i]), name))
      return ful_compare_transform_new (answer, ful_transform_kind_find (kind), tree, (FulCallNodeIndex) i, FUL_IMPLEMENTATION_COMBINED);
  g_assert_not_reached ();
}

static gboolean
has_row (FulCompareAnswer *answer,
         const char       *name)
{
  for (guint i = 0; i < answer->lists[FUL_COMPARED_TOTAL]->rows->len; i++)
    if (g_str_equal (ful_pairing_get_item (answer->runs->pairing,
                                           g_array_index (answer->lists[FUL_COMPARED_TOTAL]->rows, FulComparedRow, i).item)->name, name))
      return TRUE;

  return FALSE;
}

/* The view of an open comparison acts on both sides, by names, also after other answers with other numbers. */
static void
test_view (void)
{
  g_autoptr(FulCompareDocument) document = new_document (2, 2);
  g_autoptr(FulTransform) merge = NULL;
  g_autoptr(FulTransform) focus = NULL;
  FulCompareAnswer *answer;
  double total[FUL_N_SIDES], idct[FUL_N_SIDES];

  ful_compare_document_read (document);
  settle (document);
  answer = ful_compare_document_get_answer (document);
  merge = new_transform (answer, "merge-function", "idct");
  focus = new_transform (answer, "focus-function", "transform");
  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      total[side] = answer->lists[FUL_COMPARED_SELF]->total.mean[side];
      idct[side] = find_row (answer, FUL_COMPARED_TOTAL, "idct")->change.mean[side];
    }
  g_assert_true (has_row (answer, "memcpy"));

  set_view (document, "idct", NULL);
  answer = ful_compare_document_get_answer (document);
  g_assert_false (has_row (answer, "memcpy"));
  for (guint side = 0; side < FUL_N_SIDES; side++)
    g_assert_cmpfloat_with_epsilon (answer->lists[FUL_COMPARED_SELF]->total.mean[side], idct[side], 1e-9);

  set_view (document, "", focus);
  answer = ful_compare_document_get_answer (document);
  g_assert_false (has_row (answer, "main"));
  g_assert_true (has_row (answer, "idct"));

  set_view (document, "", merge);
  answer = ful_compare_document_get_answer (document);
  g_assert_false (has_row (answer, "idct"));
  g_assert_true (has_row (answer, "transform"));
  for (guint side = 0; side < FUL_N_SIDES; side++)
    g_assert_cmpfloat_with_epsilon (answer->lists[FUL_COMPARED_SELF]->total.mean[side], total[side], 1e-9);

  ful_compare_document_exchange (document);
  settle (document);
  answer = ful_compare_document_get_answer (document);
  g_assert_false (has_row (answer, "idct"));
  g_assert_cmpfloat_with_epsilon (answer->lists[FUL_COMPARED_SELF]->total.mean[FUL_AFTER], total[FUL_BEFORE], 1e-9);
}

static void
add_text (GPtrArray  *parts,
          const char *text)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text (text);
  g_autoptr(FulViewOptions) all = ful_view_options_new ();

  g_ptr_array_add (parts, ful_compared_part_new_view (NULL, "text", profile, all));
}

/* Returns: the child of a node with this function, or of the root if @node is FUL_NONE */
static FulCallNodeIndex
find_node (FulCompareAnswer  *answer,
           FulComparisonTree *tree,
           FulCallNodeIndex   above,
           const char        *name)
{
  const FulCallNodeTable *nodes = tree->tree->nodes;

  for (guint i = 0; i < nodes->n_nodes; i++)
    if (nodes->prefix[i] == above && g_str_equal (ful_pairing_get_item (answer->runs->pairing, nodes->func[i])->name, name))
      return (FulCallNodeIndex) i;
  g_assert_not_reached ();
}

static void
assert_means (FulComparisonTree *tree,
              FulCallNodeIndex   node,
              double             before,
              double             after)
{
  const FulComparedRow *row = ful_comparison_tree_get_row (tree, node);

  g_assert_cmpfloat (row->change.mean[FUL_BEFORE], ==, before);
  g_assert_cmpfloat (row->change.mean[FUL_AFTER], ==, after);
}

/* Calls from several places are one; what a recursive call does counts once. */
static void
test_wings (void)
{
  g_autoptr(GPtrArray) before = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
  g_autoptr(GPtrArray) after = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
  GPtrArray *parts[] = { before, after };
  g_autoptr(FulCompareDocument) document = NULL;
  g_autoptr(FulCompareWings) wings = NULL;
  g_autoptr(FulCompareWings) none = NULL;
  g_autoptr(GError) error = NULL;
  FulCompareAnswer *answer;
  FulComparisonTree *callers, *callees;
  FulCallNodeIndex root;

  add_text (before, "A  A  B  D\n"
                    "F  F  F  C\n"
                    "G  H  G  C\n");
  add_text (after, "A  B  B  B\n"
                   "F  F  F  C\n"
                   "F  F  G  C\n"
                   "G  C  C  C\n");
  document = ful_compare_document_new (parts);
  ful_compare_document_read (document);
  settle (document);
  answer = ful_compare_document_get_answer (document);
  wings = ful_compare_wings_new (answer, find_row (answer, FUL_COMPARED_TOTAL, "F")->item, NULL, &error);
  g_assert_no_error (error);

  callees = wings->trees[FUL_WING_CALLEES];
  root = find_node (answer, callees, FUL_NONE, "F");
  assert_means (callees, root, 3, 3);
  assert_means (callees, find_node (answer, callees, root, "G"), 2, 1);
  assert_means (callees, find_node (answer, callees, root, "H"), 1, 0);
  assert_means (callees, find_node (answer, callees, root, "F"), 0, 2);
  assert_means (callees, find_node (answer, callees, find_node (answer, callees, root, "F"), "C"), 0, 1);
  g_assert_cmpuint (callees->tree->nodes->n_nodes, ==, 7);

  callers = wings->trees[FUL_WING_CALLERS];
  root = find_node (answer, callers, FUL_NONE, "F");
  assert_means (callers, root, 3, 3);
  assert_means (callers, find_node (answer, callers, root, "A"), 2, 1);
  assert_means (callers, find_node (answer, callers, root, "B"), 1, 2);
  g_assert_cmpuint (callers->tree->nodes->n_nodes, ==, 3);

  none = ful_compare_wings_new (answer, find_row (answer, FUL_COMPARED_TOTAL, "D")->item, NULL, &error);
  g_assert_no_error (error);
  callers = none->trees[FUL_WING_CALLERS];
  assert_means (callers, find_node (answer, callers, FUL_NONE, "D"), 1, 0);
  g_assert_cmpuint (callers->tree->nodes->n_nodes, ==, 1);
}

/* Callees are the tree that is focused on the function, whose runs are read again. */
static void
test_wings_as_focus (void)
{
  g_autoptr(FulCompareDocument) document = new_document (2, 3);
  g_autoptr(FulTransform) focus = NULL;
  g_autoptr(FulCompareWings) wings = NULL;
  FulCompareAnswer *answer;
  FulCallTree *tree;
  guint n = 0;

  ful_compare_document_read (document);
  settle (document);
  answer = ful_compare_document_get_answer (document);
  wings = ful_compare_wings_new (answer, find_row (answer, FUL_COMPARED_TOTAL, "run")->item, NULL, NULL);
  focus = new_transform (answer, "focus-function", "run");
  set_view (document, "", focus);
  answer = ful_compare_document_get_answer (document);
  tree = answer->tree->tree;
  g_assert_cmpuint (tree->nodes->n_nodes, ==, wings->trees[FUL_WING_CALLEES]->tree->nodes->n_nodes);
  for (guint i = 0; i < tree->nodes->n_nodes; i++)
    {
      const FulComparedRow *focused = ful_comparison_tree_get_row (answer->tree, (FulCallNodeIndex) i), *row;
      g_autoptr(GArray) path = ful_call_tree_get_path (tree, (FulCallNodeIndex) i);
      FulCallNodeIndex node = FUL_NONE;

      for (guint level = 0; level < path->len; level++)
        node = find_node (wings->answer, wings->trees[FUL_WING_CALLEES], node,
                          ful_pairing_get_item (answer->runs->pairing, g_array_index (path, FulFuncIndex, level))->name);
      row = ful_comparison_tree_get_row (wings->trees[FUL_WING_CALLEES], node);
      for (FulSide side = 0; side < FUL_N_SIDES; side++)
        g_assert_cmpfloat_with_epsilon (row->change.mean[side], focused->change.mean[side], 1e-9);
      g_assert_cmpuint (row->change.rows, ==, focused->change.rows);
      n += row->change.verdict == focused->change.verdict;
    }
  g_assert_cmpuint (n, >=, tree->nodes->n_nodes - 1);
}

/* A function that the user paired is one, also for transforms, exchanged sides, as text, and for the command. */
static void
test_pair (void)
{
  g_autoptr(GPtrArray) before = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
  g_autoptr(GPtrArray) after = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
  GPtrArray *parts[] = { before, after };
  g_autoptr(FulCompareDocument) document = NULL;
  g_autoptr(FulTransform) drop = NULL;
  const FulComparedRow *row;

  add_text (before, "A  A  A\n"
                    "old=  old=  C\n");
  add_text (after, "A  A  A\n"
                   "new  C  C\n");
  document = ful_compare_document_new (parts);
  ful_compare_document_read (document);
  settle (document);
  row = find_row (ful_compare_document_get_answer (document), FUL_COMPARED_SELF, "new");
  g_assert_false (row->is_on[FUL_BEFORE]);

  ful_compare_document_pair (document, "old=", "new");
  settle (document);
  row = find_row (ful_compare_document_get_answer (document), FUL_COMPARED_SELF, "new");
  g_assert_true (row->is_on[FUL_BEFORE]);
  g_assert_cmpfloat (row->change.mean[FUL_BEFORE], ==, 2);
  g_assert_cmpfloat (row->change.mean[FUL_AFTER], ==, 1);
  g_assert_false (has_row (ful_compare_document_get_answer (document), "old="));
  g_assert_cmpstr (ful_compare_document_find_old_name (document, "new"), ==, "old=");
  g_assert_null (ful_compare_document_find_old_name (document, "A"));

  drop = new_transform (ful_compare_document_get_answer (document), "drop-function", "new");
  set_view (document, "", drop);
  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    g_assert_cmpfloat (ful_compare_document_get_answer (document)->lists[FUL_COMPARED_SELF]->total.mean[side], ==, side == FUL_BEFORE ? 1 : 2);
  set_view (document, "", NULL);

  ful_compare_document_exchange (document);
  settle (document);
  row = find_row (ful_compare_document_get_answer (document), FUL_COMPARED_SELF, "old=");
  g_assert_cmpfloat (row->change.mean[FUL_BEFORE], ==, 1);
  g_assert_cmpfloat (row->change.mean[FUL_AFTER], ==, 2);
  ful_compare_document_pair (document, "new", NULL);
  settle (document);
  g_assert_true (has_row (ful_compare_document_get_answer (document), "new"));
}

static void
test_pair_as_text (void)
{
  g_autoptr(FulCompareDocument) document = new_document (1, 1);
  g_autoptr(FulCompareDocument) again = NULL;
  g_autofree char *text = NULL;
  g_autofree char *command = NULL;
  g_autoptr(GError) error = NULL;

  ful_compare_document_pair (document, "a (int) =", "b\\c");
  ful_compare_document_pair (document, "plain", "name");
  command = ful_compare_command_new (document, FUL_COMPARED_SELF);
  g_assert_nonnull (strstr (command, " --rename='plain=name'"));
  g_assert_nonnull (strstr (command, " --rename='a \\(int\\) \\x3d=b\\\\c'"));
  text = ful_compare_view_to_text (document, ful_compare_document_get_options (document), NULL);
  again = ful_compare_view_open_text (text, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (ful_compare_document_find_old_name (again, "b\\c"), ==, "a (int) =");
  g_assert_cmpstr (ful_compare_document_find_old_name (again, "name"), ==, "plain");
}

/* What is written for the command is that name alone. */
static void
test_pair_of_command (void)
{
  static const char *const names[] = { "operator==", "f(int*)", "a.b", "x\\y", "Vec<A>::push", "plain" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *pair = ful_renames_to_pair (names[i], "n\\1");
      g_autoptr(FulRenames) renames = ful_renames_new ((const char *[]) { pair, NULL }, NULL);
      g_autofree char *name = g_strdup (names[i]);
      g_autofree char *other = g_strconcat (names[i], "x", NULL);

      ful_renames_apply (renames, &name);
      g_assert_cmpstr (name, ==, "n\\1");
      ful_renames_apply (renames, &other);
      g_assert_true (g_str_has_prefix (other, names[i]));
    }
}

/* What only some runs have is a note, what none has any more an error. */
static void
test_missing (void)
{
  g_autoptr(GPtrArray) before = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
  g_autoptr(GPtrArray) after = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
  GPtrArray *parts[] = { before, after };
  g_autoptr(FulCompareDocument) document = NULL;
  g_autoptr(FulTransform) drop = NULL;
  FulCompareAnswer *answer;
  const FulComparisonNote *last;

  add_text (before, "A  A  A\n"
                    "B  B  C\n");
  add_text (after, "A  A  A\n"
                   "C  C  C\n");
  document = ful_compare_document_new (parts);
  ful_compare_document_read (document);
  settle (document);
  drop = new_transform (ful_compare_document_get_answer (document), "drop-function", "B");

  set_view (document, "", drop);
  answer = ful_compare_document_get_answer (document);
  last = answer->notes->pdata[answer->notes->len - 1];
  g_assert_cmpstr (last->code, ==, "transform-missing");
  g_assert_cmpfloat (answer->lists[FUL_COMPARED_SELF]->total.mean[FUL_BEFORE], ==, 1);
  g_assert_cmpfloat (answer->lists[FUL_COMPARED_SELF]->total.mean[FUL_AFTER], ==, 3);

  g_ptr_array_set_size (before, 0);
  add_text (before, "A  A\n"
                    "C  A\n");
  ful_compare_document_read (document);
  settle (document);
  g_assert_error (ful_compare_document_get_error (document), FUL_ERROR, FUL_ERROR_ARGUMENT);
  g_assert_nonnull (strstr (ful_compare_document_get_error (document)->message, "B"));
}

/* Each side has its range; it is what the same range of a part is. */
static void
test_ranges (void)
{
  g_autoptr(FulCompareDocument) document = new_document (1, 1);
  double whole;

  ful_compare_document_read (document);
  settle (document);
  whole = ful_compare_document_get_answer (document)->lists[FUL_COMPARED_SELF]->total.mean[FUL_AFTER];
  ful_compare_document_set_range (document, FUL_BEFORE, "0,100");
  settle (document);
  g_assert_cmpstr (ful_compare_document_get_range (document, FUL_BEFORE), ==, "0,100");
  g_assert_null (ful_compare_document_get_range (document, FUL_AFTER));
  g_assert_cmpfloat_with_epsilon (ful_compare_document_get_answer (document)->lists[FUL_COMPARED_SELF]->total.mean[FUL_BEFORE], 100, 2);
  g_assert_cmpfloat (ful_compare_document_get_answer (document)->lists[FUL_COMPARED_SELF]->total.mean[FUL_AFTER], ==, whole);

  ful_compare_document_set_range (document, FUL_AFTER, "marker:none");
  settle (document);
  g_assert_null (ful_compare_document_get_answer (document));
  g_assert_nonnull (strstr (ful_compare_document_get_error (document)->message, "“none”"));
  ful_compare_document_set_range (document, FUL_AFTER, "5;2");
  settle (document);
  g_assert_error (ful_compare_document_get_error (document), FUL_ERROR, FUL_ERROR_ARGUMENT);
  ful_compare_document_set_range (document, FUL_AFTER, NULL);
  settle (document);
  g_assert_no_error (ful_compare_document_get_error (document));
}

/* The command has the view of all runs, and finds what it names. */
static void
test_command_view (void)
{
  g_autoptr(FulCompareDocument) document = new_document (1, 1);
  g_autoptr(FulTransform) merge = NULL;
  g_autofree char *command = NULL;

  ful_compare_document_read (document);
  settle (document);
  merge = new_transform (ful_compare_document_get_answer (document), "merge-function", "idct");
  set_view (document, "it's", merge);
  ful_compare_document_set_range (document, FUL_AFTER, "marker:Frame#2");
  command = ful_compare_command_new (document, ful_compare_document_get_table (document));
  g_assert_nonnull (strstr (command, " --search='it'\\''s' --transform='merge-function:idct' --after-range='marker:Frame#2' "));
}

/* A path of functions whose names have the character that stands between them. */
static void
test_command_path (void)
{
  static const char file_text[] =
    "{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"a\",\"scriptId\":\"0\",\"url\":\"\",\"lineNumber\":-1,\"columnNumber\":-1},"
    "\"children\":[2]},{\"id\":2,\"callFrame\":{\"functionName\":\"b;c\",\"scriptId\":\"0\",\"url\":\"\",\"lineNumber\":-1,"
    "\"columnNumber\":-1}}],\"startTime\":0,\"endTime\":4000,\"samples\":[2,2,1,2],\"timeDeltas\":[1000,1000,1000,1000]}";
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "fulgens-path.cpuprofile", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GPtrArray) before = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
  g_autoptr(GPtrArray) after = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
  g_autoptr(FulCompareDocument) document = NULL;
  g_autoptr(FulTransform) merge = NULL;
  g_autofree char *command = NULL;

  g_assert_true (g_file_set_contents (path, file_text, -1, NULL));
  g_ptr_array_add (before, ful_compared_part_new_file (file));
  g_ptr_array_add (after, ful_compared_part_new_file (file));
  document = ful_compare_document_new ((GPtrArray *const []) { before, after });
  ful_compare_document_read (document);
  settle (document);
  g_assert_no_error (ful_compare_document_get_error (document));
  merge = new_transform (ful_compare_document_get_answer (document), "merge-call-node", "b;c");
  set_view (document, "", merge);
  command = ful_compare_command_new (document, FUL_COMPARED_SELF);
  g_assert_nonnull (strstr (command, "b;c\"]' "));
  g_assert_nonnull (strstr (command, " --transform='merge-call-node:[\""));
  g_assert_cmpint (g_unlink (path), ==, 0);
}

/* A function that has another name before is found there by the command, too. */
static void
test_command_of_builds (void)
{
  g_autoptr(FulCompareDocument) document = read_builds ();
  g_autoptr(FulTransform) merge = new_transform (ful_compare_document_get_answer (document), "merge-function", "scan.isra.0.part.3");
  g_autofree char *command = NULL;

  set_view (document, "", merge);
  command = ful_compare_command_new (document, ful_compare_document_get_table (document));
  g_assert_nonnull (strstr (command, " --transform='merge-function:scan.isra.0.part.3' --rename='scan\\.constprop\\.0=scan.isra.0.part.3' "));
}

/* Reads a comparison that is a text, with its view. */
static FulCompareDocument *
open_text (const char *text,
           GFile      *folder)
{
  g_autoptr(FulViewOptions) options = NULL;
  g_autoptr(FulProfile) names = NULL;
  g_autoptr(GError) error = NULL;
  FulCompareDocument *document = ful_compare_view_open_text (text, folder, &error);

  g_assert_no_error (error);
  ful_compare_document_read (document);
  settle (document);
  names = ful_compare_document_get_names (document);
  options = ful_compare_view_read_options (text, names, &error);
  g_assert_no_error (error);
  ful_compare_document_set_options (document, options);
  settle (document);

  return document;
}

/* A comparison as text is the same comparison: files, ranges, divisor, view with transforms. */
static void
test_text (void)
{
  g_autoptr(FulCompareDocument) document = new_document (2, 1);
  g_autoptr(FulCompareDocument) again = NULL;
  g_autoptr(FulTransform) merge = NULL;
  g_autoptr(GFile) folder = g_file_new_for_path (FUL_FIXTURES "/compare");
  g_autofree char *text = NULL;
  g_autofree char *elsewhere = NULL;
  g_autofree char *text_again = NULL;

  ful_compare_document_read (document);
  settle (document);
  merge = new_transform (ful_compare_document_get_answer (document), "merge-call-node", "transform");
  ful_compare_document_set_table (document, FUL_COMPARED_TOTAL);
  ful_compare_document_set_per (document, FUL_PER_WALL, NULL);
  ful_compare_document_set_range (document, FUL_AFTER, "0,250");
  set_view (document, "idct", merge);
  text = ful_compare_view_to_text (document, ful_compare_document_get_options (document), folder);
  elsewhere = ful_compare_view_to_text (document, ful_compare_document_get_options (document), NULL);
  g_assert_true (ful_compare_view_text_is_one (text));
  g_assert_nonnull (strstr (text, "\"inputs/o1-before-01.json.gz\""));
  g_assert_nonnull (strstr (elsewhere, "\"file:///"));

  again = open_text (text, folder);
  text_again = ful_compare_view_to_text (again, ful_compare_document_get_options (again), folder);
  g_assert_cmpstr (text, ==, text_again);
  g_assert_cmpfloat (ful_compare_document_get_answer (again)->lists[FUL_COMPARED_SELF]->total.mean[FUL_AFTER], ==,
                     ful_compare_document_get_answer (document)->lists[FUL_COMPARED_SELF]->total.mean[FUL_AFTER]);
}

/* Ranges and threads of files are in the text and the command; several ranges of a side have no command. */
static void
test_text_of_views (void)
{
  g_autoptr(GPtrArray) before = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
  g_autoptr(GPtrArray) after = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
  g_autofree char *path = g_build_filename (FUL_FIXTURES, "compare", "inputs", "o1-before-00.json.gz", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GFile) folder = g_file_get_parent (file);
  g_autoptr(FulViewOptions) first = ful_view_options_new ();
  g_autoptr(FulViewOptions) second = ful_view_options_new ();
  g_autoptr(FulCompareDocument) document = NULL;
  g_autoptr(FulCompareDocument) again = NULL;
  g_autofree char *command = NULL;
  g_autofree char *text = NULL;
  g_autofree char *name = NULL;
  double total;

  ful_view_options_set_range (first, &(FulTimeRange) { 0, 100.5 });
  ful_view_options_set_range (second, &(FulTimeRange) { 100.5, 300 });
  ful_view_options_set_threads (second, &(guint) { 0 }, 1);
  g_ptr_array_add (before, ful_compared_part_new_view (file, "first", NULL, first));
  g_ptr_array_add (after, ful_compared_part_new_view (file, "second", NULL, second));
  document = ful_compare_document_new ((GPtrArray *[]) { before, after });
  ful_compare_document_read (document);
  settle (document);
  g_assert_no_error (ful_compare_document_get_error (document));
  total = ful_compare_document_get_answer (document)->lists[FUL_COMPARED_SELF]->total.difference;
  command = ful_compare_command_new (document, FUL_COMPARED_SELF);
  g_assert_nonnull (strstr (command, " --before-range='0,100.5' --after-range='100.5,300' --after-thread='0' "));

  text = ful_compare_view_to_text (document, ful_compare_document_get_options (document), folder);
  again = ful_compare_view_open_text (text, folder, NULL);
  ful_compare_document_read (again);
  settle (again);
  g_assert_no_error (ful_compare_document_get_error (again));
  g_assert_cmpfloat (ful_compare_document_get_answer (again)->lists[FUL_COMPARED_SELF]->total.difference, ==, total);
  name = ful_compare_document_dup_name (again, FUL_AFTER);
  g_assert_cmpstr (name, ==, "second");

  g_ptr_array_add (before, ful_compared_part_new_view (file, "third", NULL, second));
  g_assert_null (ful_compare_command_new (document, FUL_COMPARED_SELF));
}

/* The view of what is compared with is that of all runs: transforms of an open recording are found by name in the others, and are in the
 * text and the command. */
static void
test_adopted_transforms (void)
{
  static const char *const specs[] = {
    "merge-function:idct", "focus-category:Other", "filter-samples:function-include:/transform|render/", "filter-samples:stack-prefix:main",
  };
  g_autoptr(GPtrArray) before = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
  g_autoptr(GPtrArray) after = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
  g_autoptr(FulComparedPart) part = new_part ("o1", "after", 0);
  g_autoptr(FulDeriveCache) cache = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(FulProfile) profile = ful_compared_part_open (part, &cache, NULL, &error);
  g_auto(FulTransformReader) reader = { NULL };
  g_autoptr(FulViewOptions) view = ful_view_options_new ();
  g_autoptr(FulViewOptions) plain = ful_view_options_new ();
  g_autoptr(FulCompareDocument) document = NULL;
  g_autoptr(FulCompareDocument) again = NULL;
  g_autofree char *command = NULL;
  g_autofree char *text = NULL;
  const FulChange *total;

  g_assert_no_error (error);
  ful_transform_reader_init (&reader, profile, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (specs); i++)
    {
      g_autoptr(FulViewOptions) last = view;

      view = ful_transform_push_spec (last, specs[i], &reader, &error);
      g_assert_no_error (error);
    }
  g_ptr_array_add (before, ful_compared_part_new_view (part->file, "before", NULL, plain));
  g_ptr_array_add (after, ful_compared_part_new_view (part->file, "after", profile, view));
  document = ful_compare_document_new ((GPtrArray *[]) { before, after });
  ful_compare_document_read (document);
  settle (document);
  g_assert_no_error (ful_compare_document_get_error (document));
  total = &ful_compare_document_get_answer (document)->lists[FUL_COMPARED_SELF]->total;
  g_assert_cmpfloat (total->mean[FUL_BEFORE], ==, total->mean[FUL_AFTER]);
  g_assert_cmpfloat (total->mean[FUL_AFTER], >, 0);
  g_assert_cmpfloat (total->mean[FUL_AFTER], <, 400);

  command = ful_compare_command_new (document, FUL_COMPARED_SELF);
  for (guint i = 0; i < G_N_ELEMENTS (specs); i++)
    {
      g_autofree char *option = g_strdup_printf (" --transform='%s' ", specs[i]);

      g_assert_nonnull (strstr (command, option));
    }

  text = ful_compare_view_to_text (document, ful_compare_document_get_options (document), NULL);
  again = open_text (text, NULL);
  g_assert_cmpfloat (ful_compare_document_get_answer (again)->lists[FUL_COMPARED_SELF]->total.mean[FUL_AFTER], ==, total->mean[FUL_AFTER]);
}

/* Another file of that name has fewer threads. */
static void
test_missing_thread (void)
{
  g_autoptr(GFile) folder = g_file_new_for_path (FUL_FIXTURES "/compare/inputs");
  g_autoptr(FulCompareDocument) document = ful_compare_view_open_text (
    "{\"compare\":{\"before\":[\"o1-before-00.json.gz\"],\"after\":[{\"file\":\"o1-after-00.json.gz\",\"name\":\"b\",\"threads\":[7]}]}}",
    folder, NULL);

  ful_compare_document_read (document);
  settle (document);
  g_assert_cmpstr (ful_compare_document_get_error (document)->message, ==, "b: There is no thread 7");
}

/* Texts that are no comparison say what is wrong. */
static void
test_wrong_text (void)
{
  static const struct { const char *text; const char *says; } wrong[] = {
    { "{", "" }, { "[]", "what to compare" }, { "{\"compare\": 3}", "what to compare" }, { "{\"compare\": {}}", "before" },
    { "{\"compare\": {\"before\": [\"a\"], \"after\": []}}", "after" },
    { "{\"compare\": {\"before\": [\"a\", 3], \"after\": [\"b\"]}}", "before" },
    { "{\"compare\": {\"before\": [\"a\"], \"after\": [\"b\"], \"per\": \"week\"}}", "per" },
    { "{\"compare\": {\"before\": [\"a\"], \"after\": [\"b\"], \"measure\": 7}}", "measure" },
    { "{\"compare\": {\"before\": [\"a\"], \"after\": [\"b\"], \"per\": \"marker:\"}}", "per" },
    { "{\"compare\": {\"before\": [\"a\"], \"after\": [\"b\"], \"per\": 5}}", "per" },
    { "{\"compare\": {\"before\": [\"a\"], \"after\": [\"b\"], \"per\": []}}", "per" },
    { "{\"compare\": {\"before\": [\"a\"], \"after\": [\"b\"], \"measure\": {}}}", "measure" },
    { "{\"compare\": {\"before\": [\"a\"], \"after\": [\"b\"], \"afterRange\": [1]}}", "afterRange" },
    { "{\"compare\": {\"before\": [\"https://example.org/a\"], \"after\": [\"b\"]}}", "before" },
    { "{\"compare\": {\"before\": [{\"file\": \"https://example.org/a\", \"name\": \"a\"}], \"after\": [\"b\"]}}", "before" },
    { "{\"compare\": {\"before\": [{\"file\": \"a\"}], \"after\": [\"b\"]}}", "before" },
    { "{\"compare\": {\"before\": [\"a\"], \"after\": [{\"file\": \"b\", \"name\": \"b\", \"range\": [5, 2]}]}}", "after" },
    { "{\"compare\": {\"before\": [\"a\"], \"after\": [{\"file\": \"b\", \"name\": \"b\", \"range\": [1, \"2\"]}]}}", "after" },
    { "{\"compare\": {\"before\": [\"a\"], \"after\": [{\"file\": \"b\", \"name\": \"b\", \"threads\": [-1]}]}}", "after" },
    { "{\"compare\": {\"before\": [\"a\"], \"after\": [{\"file\": \"b\", \"name\": \"b\", \"threads\": 0}]}}", "after" },
  };
  g_autoptr(GFile) folder = g_file_new_for_path (FUL_FIXTURES);

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (ful_compare_view_open_text (wrong[i].text, folder, &error));
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, wrong[i].says));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/compare-document/answer", test_answer);
  g_test_add_func ("/compare-document/values-of-nodes", test_values_of_nodes);
  g_test_add_func ("/compare-document/called-elsewhere", test_called_elsewhere);
  g_test_add_func ("/compare-document/partial", test_partial);
  g_test_add_func ("/compare-document/lists", test_lists);
  g_test_add_func ("/compare-document/orders", test_orders);
  g_test_add_func ("/compare-document/groups", test_groups);
  g_test_add_func ("/compare-document/exchange", test_exchange);
  g_test_add_func ("/compare-document/per", test_per);
  g_test_add_func ("/compare-document/per-marker", test_per_marker);
  g_test_add_func ("/compare-document/unreadable", test_unreadable);
  g_test_add_func ("/compare-document/end", test_end);
  g_test_add_func ("/compare-document/closed", test_closed);
  g_test_add_func ("/compare-document/reading", test_reading);
  g_test_add_func ("/compare-document/turns", test_turns);
  g_test_add_func ("/compare-document/open", test_open);
  g_test_add_func ("/compare-document/markers", test_markers);
  g_test_add_func ("/compare-document/no-markers", test_no_markers);
  g_test_add_func ("/compare-document/command", test_command);
  g_test_add_func ("/compare-document/command-view", test_command_view);
  g_test_add_func ("/compare-document/command-path", test_command_path);
  g_test_add_func ("/compare-document/command-of-builds", test_command_of_builds);
  g_test_add_func ("/compare-document/text", test_text);
  g_test_add_func ("/compare-document/text-of-views", test_text_of_views);
  g_test_add_func ("/compare-document/adopted-transforms", test_adopted_transforms);
  g_test_add_func ("/compare-document/missing-thread", test_missing_thread);
  g_test_add_func ("/compare-document/wrong-text", test_wrong_text);
  g_test_add_func ("/compare-document/view", test_view);
  g_test_add_func ("/compare-document/pair", test_pair);
  g_test_add_func ("/compare-document/pair-as-text", test_pair_as_text);
  g_test_add_func ("/compare-document/pair-of-command", test_pair_of_command);
  g_test_add_func ("/compare-document/wings", test_wings);
  g_test_add_func ("/compare-document/wings-as-focus", test_wings_as_focus);
  g_test_add_func ("/compare-document/missing", test_missing);
  g_test_add_func ("/compare-document/ranges", test_ranges);

  return g_test_run ();
}
