/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Colours, signs and words of changes (compare.md 7.1). A difference that noise explains has none. */

#include "config.h"

#include "ful-change-color.h"

#include "draw/ful-color-scheme.h"

#include <glib/gi18n.h>
#include <math.h>

#define N_STEPS 3
#define SMALL 0.05
#define LARGE 0.20

static const guint32 light[] = { 0x6a9fe0, 0x9cc0ec, 0xcddff5, 0xe4e4e7, 0xf9dcb8, 0xf3b773, 0xe8892b };
static const guint32 dark[] = { 0x2f6cb8, 0x2b5488, 0x2c4059, 0x3a3a3f, 0x574228, 0x7d5014, 0xa85c00 };

/**
 * ful_change_color_get_step:
 *
 * Returns: -3 to 3; 0 for a difference that noise explains
 */
int
ful_change_color_get_step (const FulComparedRow *row)
{
  double amount = isnan (row->change.ratio) ? 1 : fabs (row->change.ratio - 1);
  int step = amount > LARGE ? 3 : amount >= SMALL ? 2 : 1;

  switch (ful_compare_group_of (row))
    {
    case FUL_COMPARE_MORE:
      return step;
    case FUL_COMPARE_LESS:
      return -step;
    case FUL_COMPARE_NEW:
      return N_STEPS;
    case FUL_COMPARE_GONE:
      return -N_STEPS;
    case FUL_COMPARE_SAME:
    case FUL_COMPARE_UNCLEAR:
    case FUL_COMPARE_FEW:
    case FUL_N_COMPARE_GROUPS:
    default:
      return 0;
    }
}

/**
 * ful_change_color_get:
 * @step: of ful_change_color_get_step()
 *
 * Returns: its colour on the present background
 */
GdkRGBA
ful_change_color_get (int step)
{
  FulColorScheme scheme = ful_color_scheme_current ();
  gboolean is_dark = scheme == FUL_COLOR_SCHEME_DARK || scheme == FUL_COLOR_SCHEME_HIGH_CONTRAST_DARK;

  return ful_color_scheme_to_rgba ((is_dark ? dark : light)[CLAMP (step, -N_STEPS, N_STEPS) + N_STEPS]);
}

/**
 * ful_change_color_get_box:
 * @step: of ful_change_color_get_step()
 *
 * Returns: colours of a box with a text
 */
const FulCategoryColor *
ful_change_color_get_box (int step)
{
  static FulCategoryColor boxes[2][G_N_ELEMENTS (light)];
  FulColorScheme scheme = ful_color_scheme_current ();
  gboolean is_dark = scheme == FUL_COLOR_SCHEME_DARK || scheme == FUL_COLOR_SCHEME_HIGH_CONTRAST_DARK;
  guint i = (guint) (CLAMP (step, -N_STEPS, N_STEPS) + N_STEPS);
  guint32 text = is_dark ? 0xffffff : 0x1d1d20;

  boxes[is_dark][i] = (FulCategoryColor) { (is_dark ? dark : light)[i], text, (is_dark ? dark : light)[i], text, text };

  return &boxes[is_dark][i];
}

/**
 * ful_change_color_get_title:
 * @is_speed: as ful_compare_answer_is_speed() has it
 *
 * Returns: what the rows of a group are, for lists of them
 */
const char *
ful_change_color_get_title (FulCompareGroup group,
                            gboolean        is_speed)
{
  switch (group)
    {
    case FUL_COMPARE_MORE:
      return is_speed ? _("Slower") : _("More");
    case FUL_COMPARE_LESS:
      return is_speed ? _("Faster") : _("Less");
    case FUL_COMPARE_NEW:
      return C_("change", "New");
    case FUL_COMPARE_GONE:
      return _("Gone");
    case FUL_COMPARE_SAME:
      return C_("change", "Same");
    case FUL_COMPARE_FEW:
      return _("Few Samples");
    case FUL_COMPARE_UNCLEAR:
    case FUL_N_COMPARE_GROUPS:
    default:
      return _("Unclear");
    }
}

/**
 * ful_change_color_get_sign:
 *
 * Returns: what is written before a name, so that no colour is needed; or ""
 */
const char *
ful_change_color_get_sign (FulCompareGroup group)
{
  static const char *const signs[FUL_N_COMPARE_GROUPS] = {
    [FUL_COMPARE_MORE] = "▲ ", [FUL_COMPARE_LESS] = "▼ ", [FUL_COMPARE_NEW] = "+ ", [FUL_COMPARE_GONE] = "− ",
  };

  return signs[group] ? signs[group] : "";
}
