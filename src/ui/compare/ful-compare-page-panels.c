/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The panels of a comparison, and what its page shows while there is no answer. */

#include "config.h"

#include "ful-compare-page-private.h"

#include "ful-compare-overview.h"

#include "compare/times/ful-compare-charts.h"
#include "compare/times/ful-compare-source.h"
#include "compare/times/ful-compare-timed.h"
#include "compare/times/ful-compare-tracks.h"
#include "widgets/ful-control-name.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>

#define SPACING 18

/* In their order, by which keys and the palette show them. */
static const struct { const char *id, *title, *icon_name; } panels[] = {
  { FUL_COMPARE_PANEL_OVERVIEW, N_("Overview"), "view-grid-symbolic" },
  { FUL_COMPARE_PANEL_FUNCTIONS, N_("Functions"), "view-list-symbolic" },
  { FUL_COMPARE_PANEL_TREE, N_("Call Tree"), "format-indent-more-symbolic" },
  { FUL_COMPARE_PANEL_FLAME, N_("Flame Graph"), "view-sort-descending-symbolic" },
  { FUL_COMPARE_PANEL_MARKERS, N_("Markers"), "mark-location-symbolic" },
  { FUL_COMPARE_PANEL_TRACKS, N_("Tracks"), "preferences-system-time-symbolic" },
  { FUL_COMPARE_PANEL_STACKS, N_("Stack Chart"), "view-continuous-symbolic" },
  { FUL_COMPARE_PANEL_NETWORK, N_("Network"), "network-wired-symbolic" },
  { FUL_COMPARE_PANEL_SOURCE, N_("Source"), "text-x-generic-symbolic" },
};

static void
add_button (GtkWidget  *box,
            GtkWidget  *button,
            const char *icon_name,
            const char *name,
            const char *action)
{
  gtk_button_set_icon_name (GTK_BUTTON (button), icon_name);
  ful_control_set_name (button, name);
  ful_tooltip_set_text (button, name);
  gtk_widget_add_css_class (button, "flat");
  if (action)
    gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_box_append (GTK_BOX (box), button);
}

static GtkWidget *
create_end (FulComparePage *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4), *details = gtk_toggle_button_new ();

  add_button (box, gtk_button_new (), "edit-copy-symbolic", _("Copy Rows"), "compare.copy-rows");
  add_button (box, gtk_button_new (), "system-run-symbolic", _("Copy as Command"), "compare.copy-command");
  add_button (box, details, "sidebar-show-right-symbolic", _("Details"), NULL);
  g_object_bind_property (self->flap, "reveal-flap", details, "active", G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);

  return box;
}

static GtkWidget *
create_timed (FulComparePage      *self,
              FulCompareTimedBody  create_body)
{
  return ful_compare_timed_new (self->document, self->times, create_body, create_body != ful_compare_source_new);
}

/* Creates the panels, and the details beside them. */
void
ful_compare_page_create_panels (FulComparePage *self)
{
  GtkWidget *functions = ful_compare_list_new (self->document, FALSE), *markers = ful_compare_list_new (self->document, TRUE);
  GtkWidget *tree = ful_compare_tree_new (self->document, self->view), *flame = ful_compare_flame_new (self->document);
  GtkWidget *details = ful_compare_details_new (self->document);
  /* In the order of their table. */
  GtkWidget *widgets[] = {
    ful_compare_overview_new (self->document), functions, tree, flame, markers, create_timed (self, ful_compare_tracks_new),
    create_timed (self, ful_compare_charts_new_stacks), create_timed (self, ful_compare_charts_new_network),
    create_timed (self, ful_compare_source_new),
  };

  self->functions = FUL_COMPARE_LIST (functions);
  self->tree = FUL_COMPARE_TREE (tree);
  self->flame = FUL_COMPARE_FLAME (flame);
  self->markers = FUL_COMPARE_LIST (markers);
  self->details = FUL_COMPARE_DETAILS (details);
  g_signal_connect_object (functions, "selected", G_CALLBACK (ful_compare_page_show_details), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tree, "selected", G_CALLBACK (ful_compare_page_show_details), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (flame, "selected", G_CALLBACK (ful_compare_page_show_details), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (markers, "selected", G_CALLBACK (ful_compare_page_show_details), self, G_CONNECT_SWAPPED);

  self->panels = g_object_new (FUL_TYPE_PANEL_STACK, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    ful_panel_stack_add (self->panels, widgets[i], panels[i].id, _(panels[i].title), panels[i].icon_name);
  g_signal_connect_object (self->panels, "notify::visible-id", G_CALLBACK (ful_compare_page_show_details), self, G_CONNECT_SWAPPED);

  self->flap = ADW_FLAP (adw_flap_new ());
  adw_flap_set_flap_position (self->flap, GTK_PACK_END);
  adw_flap_set_locked (self->flap, TRUE);
  adw_flap_set_swipe_to_open (self->flap, FALSE);
  adw_flap_set_fold_policy (self->flap, ADW_FLAP_FOLD_POLICY_NEVER);
  self->is_wide = TRUE;
  adw_flap_set_content (self->flap, GTK_WIDGET (self->panels));
  adw_flap_set_flap (self->flap, details);
  adw_flap_set_separator (self->flap, gtk_separator_new (GTK_ORIENTATION_VERTICAL));
  ful_panel_stack_set_end (self->panels, create_end (self));
}

/* Creates what is shown while there is no answer. */
void
ful_compare_page_create_states (FulComparePage *self)
{
  GtkWidget *box, *cancel;

  self->loading = adw_status_page_new ();
  adw_status_page_set_title (ADW_STATUS_PAGE (self->loading), _("Reading"));
  adw_status_page_set_icon_name (ADW_STATUS_PAGE (self->loading), "content-loading-symbolic");
  self->progress = gtk_progress_bar_new ();
  ful_control_set_name (self->progress, _("Reading"));
  cancel = gtk_button_new_with_mnemonic (_("_Cancel"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (cancel), "win.close-page");
  gtk_widget_set_halign (cancel, GTK_ALIGN_CENTER);
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING);
  gtk_widget_set_halign (box, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), self->progress);
  gtk_box_append (GTK_BOX (box), cancel);
  ful_control_name_by_labels (box);
  adw_status_page_set_child (ADW_STATUS_PAGE (self->loading), box);

  self->failure = adw_status_page_new ();
  adw_status_page_set_title (ADW_STATUS_PAGE (self->failure), _("Cannot Be Compared"));
  adw_status_page_set_icon_name (ADW_STATUS_PAGE (self->failure), "dialog-error-symbolic");
  /* What they scroll takes no focus, which it would have no name for. */
  gtk_widget_set_focusable (gtk_widget_get_first_child (self->loading), FALSE);
  gtk_widget_set_focusable (gtk_widget_get_first_child (self->failure), FALSE);
}

/* Shows the panel of a number, if there is one. */
void
ful_compare_page_show_panel (FulComparePage *self,
                             guint           i)
{
  if (i >= G_N_ELEMENTS (panels))
    return;
  ful_panel_stack_set_visible_id (self->panels, panels[i].id);
  gtk_widget_grab_focus (ful_panel_stack_get_visible (self->panels));
}

/**
 * ful_compare_page_get_panel_title:
 * @i: number of a panel, by which the action "view.show-panel" shows it
 *
 * Returns: (nullable): its title, translated; %NULL if there is none
 */
const char *
ful_compare_page_get_panel_title (guint i)
{
  return i < G_N_ELEMENTS (panels) ? _(panels[i].title) : NULL;
}
