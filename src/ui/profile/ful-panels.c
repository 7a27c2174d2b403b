/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The list of panels, in the order of the switcher. */

#include "config.h"

#include "ful-panels.h"

#include "calltree/ful-call-tree-panel.h"
#include "calltree/ful-functions-panel.h"
#include "charts/ful-chart-panel.h"
#include "markers/ful-marker-chart-panel.h"
#include "markers/ful-marker-table-panel.h"
#include "overview/ful-overview-panel.h"

static const FulPanel * const panels[] = {
  &ful_overview_panel,
  &ful_call_tree_panel,
  &ful_functions_panel,
  &ful_flame_graph_panel,
  &ful_stack_chart_panel,
  &ful_marker_chart_panel,
  &ful_marker_table_panel,
  &ful_network_panel,
};

/**
 * ful_panels_list:
 *
 * Returns: (transfer none) (array length=out_n_panels): all panels
 */
const FulPanel * const *
ful_panels_list (guint *out_n_panels)
{
  *out_n_panels = G_N_ELEMENTS (panels);

  return panels;
}

static const FulPanel *
find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    if (g_strcmp0 (panels[i]->id, id) == 0)
      return panels[i];

  return NULL;
}

/**
 * ful_panel_shows_markers:
 * @id: (nullable): id of a panel
 *
 * Returns: whether its details are those of the selected marker
 */
gboolean
ful_panel_shows_markers (const char *id)
{
  const FulPanel *panel = find (id);

  return panel && panel->shows_markers;
}

/**
 * ful_panel_has_picture:
 * @id: (nullable): id of a panel
 *
 * Returns: whether it can be exported as a picture
 */
gboolean
ful_panel_has_picture (const char *id)
{
  const FulPanel *panel = find (id);

  return panel && panel->has_picture;
}
