/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "document/ful-document-window.h"
#include "document/ful-range-drag.h"
#include "ful-test-profile.h"

/* Times 0 to 4 over 400 px, from 100 on. */
static FulDocument *
create_document (FulTimeAxis *out_axis)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  A  A\n");
  FulDocument *document = ful_document_new (profile);

  *out_axis = (FulTimeAxis) { 100, 400, ful_document_get_window (document) };

  return document;
}

static FulRangeDragKind
drag (FulDocument       *document,
      const FulTimeAxis *axis,
      double             from,
      double             to,
      gboolean           on_grip)
{
  FulRangeDrag drag;

  ful_range_drag_begin (&drag, document, axis, ful_range_drag_find (document, axis, from, on_grip), from);
  g_assert_false (ful_range_drag_update (&drag, document, axis, from + 2, 2));
  g_assert_true (ful_range_drag_update (&drag, document, axis, to, to - from));
  /* Once it has moved it follows back to where it began, and away again. */
  g_assert_true (ful_range_drag_update (&drag, document, axis, from + 2, 2));
  g_assert_true (ful_range_drag_update (&drag, document, axis, to, to - from));

  return drag.kind;
}

static void
assert_preview (FulDocument *document,
                double       start,
                double       end)
{
  FulViewOptions *options = ful_document_get_options (document);

  g_assert_true (options->has_preview);
  g_assert_cmpfloat_with_epsilon (options->preview.start, start, 1e-9);
  g_assert_cmpfloat_with_epsilon (options->preview.end, end, 1e-9);
}

static void
test_range (void)
{
  FulTimeAxis axis;
  g_autoptr(FulDocument) document = create_document (&axis);

  g_assert_cmpint (drag (document, &axis, 200, 300, TRUE), ==, FUL_RANGE_DRAG_NEW);
  assert_preview (document, 1, 2);
  g_assert_cmpint (drag (document, &axis, 203, 150, FALSE), ==, FUL_RANGE_DRAG_START);
  assert_preview (document, 0.5, 2);
  /* Past the other end. */
  g_assert_cmpint (drag (document, &axis, 299, 140, FALSE), ==, FUL_RANGE_DRAG_END);
  assert_preview (document, 0.4, 0.5);
  g_assert_cmpint (drag (document, &axis, 400, 200, FALSE), ==, FUL_RANGE_DRAG_NEW);
  assert_preview (document, 1, 3);

  /* The grip keeps the length, and does not leave the profile. */
  g_assert_cmpint (drag (document, &axis, 300, 320, TRUE), ==, FUL_RANGE_DRAG_MOVE);
  assert_preview (document, 1.2, 3.2);
  g_assert_cmpint (drag (document, &axis, 300, 900, TRUE), ==, FUL_RANGE_DRAG_MOVE);
  assert_preview (document, 2, 4);
}

static void
test_window (void)
{
  FulTimeAxis axis;
  g_autoptr(FulDocument) document = create_document (&axis);
  FulRangeDrag pan;
  double at;

  /* What is zoomed about stays where it is. */
  at = ful_time_axis_to_time (&axis, 200);
  ful_document_zoom_about (document, at, 2);
  axis.window = ful_document_get_window (document);
  g_assert_cmpfloat (axis.window.end - axis.window.start, ==, 2);
  g_assert_cmpfloat_with_epsilon (ful_time_axis_to_px (&axis, at), 200, 1e-9);

  ful_range_drag_begin (&pan, document, &axis, FUL_RANGE_DRAG_PAN, 300);
  g_assert_true (ful_range_drag_update (&pan, document, &axis, 200, -100));
  g_assert_cmpfloat_with_epsilon (ful_document_get_window (document).start, axis.window.start + 0.5, 1e-9);
  g_assert_true (ful_range_drag_update (&pan, document, &axis, -900, -1200));
  g_assert_cmpfloat (ful_document_get_window (document).end, ==, 4);
  g_assert_false (ful_document_get_options (document)->has_preview);

  ful_document_zoom_about (document, 3, 1e12);
  g_assert_cmpfloat (ful_document_get_window (document).end, >, ful_document_get_window (document).start);
  ful_document_zoom_about (document, 3, 1e-12);
  g_assert_null (ful_document_get_zoom (document));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/range-drag/range", test_range);
  g_test_add_func ("/range-drag/window", test_window);

  return g_test_run ();
}
