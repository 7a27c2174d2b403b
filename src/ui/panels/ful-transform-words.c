/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a transform would do, in sentences. Numbers are those of the tree before and of the tree after it. */

#include "config.h"

#include "ful-transform-words.h"

#include "base/ful-format.h"
#include "tree/ful-figures.h"

#include <glib/gi18n.h>

#define MAX_NAME 40

static void
append_part (GString *words,
             char    *part)
{
  if (words->len > 0)
    g_string_append (words, ", ");
  g_string_append (words, part);
  g_free (part);
}

/* “3 rows go, 1 row joins another.” */
static void
say_rows (const FulTransformEffect *effect,
          GString                  *words)
{
  g_autofree char *gone = ful_format_number (effect->n_gone, 3, 0);
  g_autofree char *joined = ful_format_number (effect->n_joined, 3, 0);
  g_autofree char *new = ful_format_number (effect->n_new, 3, 0);

  if (effect->n_gone > 0 || (effect->n_joined == 0 && effect->n_new == 0))
    append_part (words, g_strdup_printf (ngettext ("%s row goes", "%s rows go", effect->n_gone), gone));
  if (effect->n_joined > 0)
    append_part (words, g_strdup_printf (ngettext ("%s row joins another", "%s rows join others", effect->n_joined), joined));
  if (effect->n_new > 0)
    append_part (words, g_strdup_printf (ngettext ("%s row is new", "%s rows are new", effect->n_new), new));
  g_string_append (words, ". ");
}

static void
say_moved (const FulTransformEffect *effect,
           const FulFigures         *figures,
           GString                  *words)
{
  g_autofree char *weight = ful_figures_format (figures, effect->moved);
  g_autofree char *whole = NULL, *name = NULL;

  if (effect->n_takers == 0)
    return;

  if (effect->taker == FUL_NONE)
    {
      /* Translators: self weight, as in “2 rows get 30 samples themselves” */
      g_string_append_printf (words, ngettext ("%u row gets %s itself. ", "%u rows get %s themselves. ", effect->n_takers),
                              effect->n_takers, weight);
      return;
    }

  whole = ful_format_short_name (ful_profile_get_shown_name (effect->before->profile, effect->taker));
  name = ful_format_excerpt (whole, "", MAX_NAME);
  /* Translators: self weight, as in “malloc gets 30 samples itself” */
  g_string_append_printf (words, _("%s gets %s itself. "), name, weight);
}

static void
say_total (const FulTransformEffect *effect,
           const FulFigures         *figures,
           GString                  *words)
{
  g_autofree char *before = ful_figures_format (figures, effect->before->root_total);
  g_autofree char *after = ful_figures_format (figures, effect->after->root_total);

  if (g_str_equal (before, after))
    g_string_append_printf (words, _("The total stays %s."), before);
  else
    g_string_append_printf (words, _("The total goes from %s to %s."), before, after);
}

/**
 * ful_transform_words_new:
 * @as_times: whether samples are shown as times
 *
 * Returns: (transfer full): what @transform would do
 */
char *
ful_transform_words_new (const FulTransform       *transform,
                         const FulTransformEffect *effect,
                         gboolean                  as_times)
{
  FulFigures figures = ful_figures_of_tree (effect->before, as_times);
  GString *words;

  if (!effect->changes)
    return ful_transform_say (transform, effect->before->profile, transform->kind->nothing);

  words = g_string_new (NULL);
  say_rows (effect, words);
  say_moved (effect, &figures, words);
  say_total (effect, &figures, words);

  return g_string_free (words, FALSE);
}
