/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "base/ful-error.h"
#include "document/ful-pending-view.h"
#include "ful-test-symbols.h"
#include "stacks/transforms/ful-transform.h"

#define VIEW "{\"transforms\":[{\"type\":\"focus-function\",\"function\":\"main\"}]}"
#define NONSENSE "{\"transforms\":[{\"type\":\"nonsense\"}]}"

typedef struct
{
  FulProfile     *recorded;
  FulDocument    *document;
  FulPendingView *view;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->recorded = ful_test_symbols_profile (FUL_TEST_E4);
  fixture->document = ful_document_new (fixture->recorded);
  fixture->view = ful_pending_view_new (fixture->document);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  ful_pending_view_free (fixture->view);
  g_object_unref (fixture->document);
  g_object_unref (fixture->recorded);
}

static void
take_symbols (Fixture *fixture)
{
  ful_document_take_profile (fixture->document, ful_test_symbolicate (fixture->recorded, NULL, FUL_TEST_E4_NAMES, NULL));
}

static guint
count_transforms (Fixture *fixture)
{
  return ful_document_get_options (fixture->document)->n_transforms;
}

/* A view without unknown names is set at once; it is none that waits. */
static void
test_at_once (Fixture       *fixture,
              gconstpointer  data)
{
  take_symbols (fixture);
  g_assert_true (ful_pending_view_set (fixture->view, VIEW, TRUE, NULL));
  g_assert_false (ful_pending_view_is_waiting (fixture->view));
  g_assert_cmpuint (count_transforms (fixture), ==, 1);
}

static void
test_waits (Fixture       *fixture,
            gconstpointer  data)
{
  g_assert_true (ful_pending_view_set (fixture->view, VIEW, TRUE, NULL));
  g_assert_true (ful_pending_view_is_waiting (fixture->view));
  g_assert_true (ful_pending_view_retry (fixture->view, TRUE, NULL));
  g_assert_true (ful_pending_view_is_waiting (fixture->view));

  take_symbols (fixture);
  g_assert_cmpuint (count_transforms (fixture), ==, 0);
  g_assert_true (ful_pending_view_retry (fixture->view, TRUE, NULL));
  g_assert_false (ful_pending_view_is_waiting (fixture->view));
  g_assert_cmpuint (count_transforms (fixture), ==, 1);
}

/* Errors: at once if nothing will change them, else when no more symbols are expected. */
static void
test_errors (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GError) error = NULL;

  g_assert_false (ful_pending_view_set (fixture->view, VIEW, FALSE, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_UNKNOWN_NAME);
  g_clear_error (&error);
  g_assert_false (ful_pending_view_set (fixture->view, NONSENSE, TRUE, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT);
  g_clear_error (&error);

  g_assert_true (ful_pending_view_set (fixture->view, VIEW, TRUE, NULL));
  g_assert_false (ful_pending_view_retry (fixture->view, FALSE, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_UNKNOWN_NAME);
  g_assert_false (ful_pending_view_is_waiting (fixture->view));
  g_assert_true (ful_pending_view_retry (fixture->view, FALSE, NULL));
}

/* The first panel is no change of the user; what the user does ends the waiting. */
static void
test_user (Fixture       *fixture,
           gconstpointer  data)
{
  g_assert_true (ful_pending_view_set (fixture->view, VIEW, TRUE, NULL));
  ful_document_set_panel (fixture->document, "a");
  g_assert_true (ful_pending_view_is_waiting (fixture->view));
  ful_document_set_panel (fixture->document, "b");
  g_assert_false (ful_pending_view_is_waiting (fixture->view));

  g_assert_true (ful_pending_view_set (fixture->view, VIEW, TRUE, NULL));
  ful_document_set_option (fixture->document, FUL_OPTION_INVERT, TRUE);
  g_assert_false (ful_pending_view_is_waiting (fixture->view));
  take_symbols (fixture);
  g_assert_true (ful_pending_view_retry (fixture->view, TRUE, NULL));
  g_assert_cmpuint (count_transforms (fixture), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/pending-view/at-once", Fixture, NULL, set_up, test_at_once, tear_down);
  g_test_add ("/pending-view/waits", Fixture, NULL, set_up, test_waits, tear_down);
  g_test_add ("/pending-view/errors", Fixture, NULL, set_up, test_errors, tear_down);
  g_test_add ("/pending-view/user", Fixture, NULL, set_up, test_user, tear_down);

  return g_test_run ();
}
