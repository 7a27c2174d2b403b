/* SPDX-License-Identifier: GPL-3.0-or-later */

/* F6 and Shift+F6 move the focus from one part of the window to the next, however
 * many controls Tab would meet on the way. */

#include "config.h"

#include "ful-pane-cycle.h"

/* Returns: (nullable): the first widget of @root, in order, that is selected and takes the focus */
static GtkWidget *
find_selected (GtkWidget *root)
{
  GtkWidget *found = NULL;

  if (!gtk_widget_get_mapped (root))
    return NULL;
  if (gtk_widget_get_focusable (root) && (gtk_widget_get_state_flags (root) & GTK_STATE_FLAG_SELECTED))
    return root;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child && !found; child = gtk_widget_get_next_sibling (child))
    found = find_selected (child);

  return found;
}

static gboolean
focus_pane (GtkWidget *pane)
{
  GtkWidget *selected;

  if (!gtk_widget_get_mapped (pane))
    return FALSE;
  if (gtk_widget_grab_focus (pane))
    return TRUE;

  selected = find_selected (pane);

  return selected ? gtk_widget_grab_focus (selected) : gtk_widget_child_focus (pane, GTK_DIR_TAB_FORWARD);
}

/**
 * ful_pane_cycle:
 * @panes: (array length=n_panes): parts of one window, in order; hidden ones are skipped
 * @step: 1 for the next pane, -1 for the one before
 *
 * Moves the focus to another pane: by gtk_widget_grab_focus(), else to the selected widget,
 * else to its first control.
 */
void
ful_pane_cycle (GtkWidget * const *panes,
                guint              n_panes,
                int                step)
{
  GtkRoot *root = gtk_widget_get_root (panes[0]);
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;
  guint current = step > 0 ? n_panes - 1 : 0;

  for (guint i = 0; focus && i < n_panes; i++)
    if (focus == panes[i] || gtk_widget_is_ancestor (focus, panes[i]))
      current = i;

  for (guint i = 1; i <= n_panes; i++)
    if (focus_pane (panes[(current + (guint) ((int) n_panes + step) * i) % n_panes]))
      return;
}
