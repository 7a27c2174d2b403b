/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What limits the answers so much that it has to be read with them; the side bar has the others. */

#include "config.h"

#include "ful-overview-warnings.h"

#include "base/ful-format.h"
#include "insight/markers/ful-insight-limits.h"
#include "symbols/ful-symbolicator.h"

#include <glib/gi18n.h>

#define SPACING 8   /* px */

static gboolean
is_warning (FulInsightLimitKind kind)
{
  return kind == FUL_INSIGHT_LIMIT_NO_NAMES || kind == FUL_INSIGHT_LIMIT_NO_STACKS || kind == FUL_INSIGHT_LIMIT_NO_SAMPLES ||
         kind == FUL_INSIGHT_LIMIT_SHORT_STACKS;
}

static GtkWidget *
make_row (const FulOverview     *overview,
          const FulInsightLimit *limit)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, SPACING);
  g_autofree char *text = ful_insight_limit_to_text (limit);
  g_autofree char *shown = ful_format_label (text, "");
  GtkWidget *label = gtk_label_new (shown);

  gtk_box_append (GTK_BOX (row), g_object_new (GTK_TYPE_IMAGE, "icon-name", "dialog-warning-symbolic", "accessible-role",
                                               GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (row), label);
  if (limit->kind == FUL_INSIGHT_LIMIT_NO_NAMES && ful_symbolicator_is_supported (overview->weights->profile))
    {
      GtkWidget *button = gtk_button_new_with_label (_("Find Symbols…"));

      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "view.symbols");
      gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
      gtk_box_append (GTK_BOX (row), button);
    }
  gtk_widget_add_css_class (row, "overview-warning");

  return row;
}

/**
 * ful_overview_warnings_fill:
 * @box: shows the warnings of @overview from now on, and is hidden if there are none
 */
void
ful_overview_warnings_fill (GtkWidget         *box,
                            const FulOverview *overview)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (box)))
    gtk_box_remove (GTK_BOX (box), child);
  for (guint i = 0; i < overview->limits->len; i++)
    {
      const FulInsightLimit *limit = &g_array_index (overview->limits, FulInsightLimit, i);

      if (is_warning (limit->kind))
        gtk_box_append (GTK_BOX (box), make_row (overview, limit));
    }
  gtk_widget_set_visible (box, gtk_widget_get_first_child (box) != NULL);
}
