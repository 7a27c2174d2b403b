/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "document/analysis/ful-when-range.h"

static void
assert_preview (FulDocument *document,
                double       start,
                double       end)
{
  FulViewOptions *options = ful_document_get_options (document);

  g_assert_true (options->has_preview);
  g_assert_cmpfloat (options->preview.start, ==, start);
  g_assert_cmpfloat (options->preview.end, ==, end);
}

/* 72 ms: two a bin. */
static FulDocument *
create (void)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(FulProfile) profile = NULL;

  for (guint i = 0; i < 72; i++)
    g_string_append (text, "A ");
  g_string_append_c (text, '\n');
  profile = ful_test_profile_from_text (text->str);

  return ful_document_new (profile);
}

/* The densest run, then the next ones, then the first one again. */
static void
test_steps (void)
{
  g_autoptr(FulDocument) document = create ();
  double bins[FUL_WHEN_N_BINS] = { [2] = 1, [3] = 1, [10] = 2, [20] = 1, [21] = 2, [35] = 1 };
  double all[FUL_WHEN_N_BINS] = { 0 };
  FulWhenStrip strip = { { 0, 72 }, bins, all };
  static const double expected[][2] = { { 20, 22 }, { 40, 44 }, { 4, 8 }, { 70, 72 }, { 20, 22 } };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      ful_when_range_step (document, &strip, FALSE);
      assert_preview (document, expected[i][0], expected[i][1]);
    }

  ful_when_range_step (document, &strip, TRUE);
  assert_preview (document, 4, 72);
  /* That is no run. */
  ful_when_range_step (document, &strip, FALSE);
  assert_preview (document, 20, 22);
}

/* What never ran changes nothing. */
static void
test_nothing (void)
{
  g_autoptr(FulDocument) document = create ();
  double bins[FUL_WHEN_N_BINS] = { 0 };
  FulWhenStrip strip = { { 0, 72 }, bins, bins };

  ful_when_range_select (document, strip.range, 1, 3);
  assert_preview (document, 2, 6);
  ful_when_range_step (document, &strip, FALSE);
  ful_when_range_step (document, &strip, TRUE);
  assert_preview (document, 2, 6);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/when-range/steps", test_steps);
  g_test_add_func ("/when-range/nothing", test_nothing);

  return g_test_run ();
}
