/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "document/view/ful-change-name.h"
#include "document/ful-document-history.h"
#include "document/ful-document-markers.h"
#include "document/ful-document.h"
#include "stacks/transforms/ful-transforms.h"

#include <locale.h>

static FulDocument *
create_document (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  g_autoptr(FulProfile) profile = NULL;

  ful_test_profile_add (test, "A  A  A  A\n"
                              "B  B  C   \n");
  ful_test_profile_add (test, "A\n");
  profile = ful_test_profile_seal (test);

  return ful_document_new (profile);
}

static char *
name (FulDocument          *document,
      const FulHistoryStep *step)
{
  return ful_change_name_new (ful_document_get_profile (document), step);
}

/* The name must be the expected one for undo and for redo. */
static void
assert_last_step (FulDocument *document,
                  const char  *expected)
{
  g_autofree char *undo = name (document, ful_document_get_undo (document));
  g_autofree char *redo = NULL;

  g_assert_cmpstr (undo, ==, expected);
  g_assert_null (ful_document_get_redo (document));

  ful_document_undo (document);
  redo = name (document, ful_document_get_redo (document));
  g_assert_cmpstr (redo, ==, expected);
  ful_document_redo (document);
}

static void
test_transforms (void)
{
  g_autoptr(FulDocument) document = create_document ();
  g_autoptr(FulTransform) merge = ful_transform_new (&(FulTransform) { .kind = &ful_transform_merge_function,
                                                                       .enabled = TRUE, .func = 1 });
  g_autoptr(FulTransform) drop = ful_transform_new (&(FulTransform) { .kind = &ful_transform_drop_function,
                                                                      .enabled = TRUE, .func = 2 });
  g_autoptr(FulTransform) off = ful_transform_with_enabled (merge, FALSE);

  g_assert_null (ful_document_get_undo (document));

  ful_document_push_transform (document, merge, NULL, 0);
  assert_last_step (document, "Merge: B");
  ful_document_push_transform (document, drop, NULL, 0);
  assert_last_step (document, "Drop: C");
  ful_document_set_transforms (document, (FulTransform *[]) { off, drop }, 2);
  assert_last_step (document, "Disable Merge: B");
  ful_document_set_transforms (document, (FulTransform *[]) { drop, off }, 2);
  assert_last_step (document, "Move Merge: B");
  ful_document_set_transforms (document, (FulTransform *[]) { drop, merge }, 2);
  assert_last_step (document, "Enable Merge: B");
  ful_document_set_transforms (document, (FulTransform *[]) { merge }, 1);
  assert_last_step (document, "Remove Drop: C");
  ful_document_push_transform (document, drop, NULL, 0);
  ful_document_set_transforms (document, NULL, 0);
  assert_last_step (document, "Remove Transforms");
}

static void
test_ranges (void)
{
  g_autoptr(FulDocument) document = create_document ();

  ful_document_set_preview (document, &(FulTimeRange) { 1, 3 });
  assert_last_step (document, "Mark 2.00 ms");
  ful_document_commit_preview (document);
  assert_last_step (document, "Zoom to 2.00 ms");
  ful_document_set_preview (document, &(FulTimeRange) { 1, 2 });
  ful_document_set_option (document, FUL_OPTION_INVERT, TRUE);
  ful_document_set_preview (document, NULL);
  assert_last_step (document, "Clear the Marked Range");
  ful_document_pop_ranges (document, 0);
  assert_last_step (document, "Zoom Out");
}

/* What is marked and cleared, or written and erased, leaves nothing to undo, and what was undone before it can be redone. */
static void
test_taken_back (void)
{
  g_autoptr(FulDocument) document = create_document ();

  ful_document_set_option (document, FUL_OPTION_INVERT, TRUE);
  ful_document_undo (document);
  ful_document_set_preview (document, &(FulTimeRange) { 1, 3 });
  g_assert_null (ful_document_get_redo (document));
  ful_document_set_preview (document, &(FulTimeRange) { 1, 2 });
  ful_document_set_preview (document, NULL);
  g_assert_null (ful_document_get_undo (document));
  g_assert_nonnull (ful_document_get_redo (document));

  /* The next one is a step again. */
  ful_document_set_preview (document, &(FulTimeRange) { 1, 3 });
  assert_last_step (document, "Mark 2.00 ms");
  ful_document_set_search (document, "a", FUL_SEARCH_DEFAULT);
  ful_document_set_search (document, "", FUL_SEARCH_DEFAULT);
  assert_last_step (document, "Mark 2.00 ms");
}

static void
test_options (void)
{
  g_autoptr(FulDocument) document = create_document ();

  ful_document_set_panel (document, "call-tree");
  ful_document_set_threads (document, (guint[]) { 0, 1 }, 2);
  g_assert_null (ful_document_get_undo (document));
  ful_document_set_option (document, FUL_OPTION_IMPLEMENTATION, FUL_IMPLEMENTATION_JS);
  assert_last_step (document, "Frames");
  ful_document_set_option (document, FUL_OPTION_INVERT, TRUE);
  assert_last_step (document, "Invert");
  ful_document_set_option (document, FUL_OPTION_STRATEGY, FUL_STRATEGY_NATIVE_ALLOCATIONS);
  assert_last_step (document, "Summarise by");
  ful_document_set_option (document, FUL_OPTION_INCLUDE_IDLE, !ful_document_get_options (document)->include_idle);
  assert_last_step (document, "Include Idle");
  ful_document_set_option (document, FUL_OPTION_FOLD_UNNAMED, TRUE);
  assert_last_step (document, "Fold Unnamed Frames");
  ful_document_set_search (document, "B", FUL_SEARCH_DEFAULT);
  assert_last_step (document, "Search");
  /* What the search means is a step of its own, though it follows at once. */
  ful_document_set_search (document, "C", FUL_SEARCH_DEFAULT);
  ful_document_set_search (document, "C", FUL_SEARCH_REGEX);
  g_assert_cmpstr (ful_document_get_undo (document)->before->options->search, ==, "C");
  assert_last_step (document, "Regular Expression");
  ful_document_set_search (document, "C", FUL_SEARCH_REGEX | FUL_SEARCH_MATCH_CASE);
  assert_last_step (document, "Match Case");
  ful_document_set_option (document, FUL_OPTION_SEARCH_HIGHLIGHTS, TRUE);
  assert_last_step (document, "Highlight");
  ful_document_set_panel (document, "functions");
  assert_last_step (document, "Highlight");
  ful_document_set_marker_text (document, FUL_MARKER_TEXT_SORT, "name-desc");
  assert_last_step (document, "Sort Markers");
}

int
main (int    argc,
      char **argv)
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/change-name/transforms", test_transforms);
  g_test_add_func ("/change-name/ranges", test_ranges);
  g_test_add_func ("/change-name/options", test_options);
  g_test_add_func ("/change-name/taken-back", test_taken_back);

  return g_test_run ();
}
