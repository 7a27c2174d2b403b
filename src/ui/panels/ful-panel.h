/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/analysis/ful-analysis.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulPanel:
 * @id: names the panel in settings and tests
 * @title: for the switcher; marked for translation
 * @icon_name: its icon
 * @create: creates the widget, which stores its options in the settings, if there are any. It has a boolean property
 *   "busy": whether it is not up to date with the document, and an action "panel.find": focus the search
 * @shows_markers: whether it selects the marker of the document, not the call node
 * @has_picture: whether it has an action "chart.export-picture"
 * @needs_times: whether it is left out where the profile has no times
 *
 * The description of a panel.
 */
typedef struct
{
  const char  *id;
  const char  *title;
  const char  *icon_name;
  GtkWidget *(*create) (FulAnalysis *analysis,
                        GSettings   *settings);
  gboolean     shows_markers;
  gboolean     has_picture;
  gboolean     needs_times;
} FulPanel;

G_END_DECLS
