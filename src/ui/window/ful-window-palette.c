/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The search over all of the window: what it finds besides the profile. */

#include "config.h"

#include "ful-window-private.h"

#include "ful-main-menu.h"

#include "document/notes/ful-note.h"
#include "document/view/ful-view-state.h"
#include "palette/ful-palette-commands.h"
#include "palette/ful-palette-item.h"
#include "palette/ful-palette.h"
#include "panels/ful-sample-menu.h"
#include "profile/ful-panels.h"
#include "stacks/transforms/ful-transforms.h"
#include "tree/ful-call-tree.h"
#include "tree/ful-node-transform.h"
#include "viewtext/ful-panel-ids.h"
#include "widgets/ful-setting-info.h"

#include <glib/gi18n.h>

/* Commands that no menu has. */
static const struct
{
  const char *label;
  const char *accel;   /* (nullable): that of the application */
  const char *action;
} commands[] = {
  { N_("Find in the Panel"), NULL, "view.find" },
  { N_("Zoom to the Selected Range"), "z", "view.commit-preview" },
  { N_("Zoom Out"), "BackSpace", "view.pop-range" },
  { N_("Pin a Note"), "<Control>d", "view.pin-note" },
  { N_("Open…"), NULL, "win.open" },
  { N_("Close Tab"), NULL, "win.close-tab" },
  { N_("Quit"), NULL, "app.quit" },
};

/* Those of panels of samples: actions that are known inside of them. The last ones are for a selected node. */
static const struct
{
  const char *label;
  const char *accel;   /* (nullable) */
  const char *action;
  gboolean    is_of_node;
} in_panel[] = {
  { N_("_Expand All"), "asterisk", "tree.expand-all", FALSE },
  { N_("Select _Heaviest Stack"), "e", "panel.heaviest-stack", FALSE },
  { N_("Invert"), "i", "panel.toggle-invert", FALSE },
  { N_("_Fold Unnamed Frames"), NULL, "options.fold-unnamed", FALSE },
  { N_("Samples as _Times"), NULL, "options.samples-as-times", FALSE },
  { N_("Show S_ource"), "Return", "panel.show-source", TRUE },
  { N_("Copy Function _Name"), "<Control>c", "panel.copy-name", TRUE },
  { N_("Copy _Stack"), "<Control><Shift>c", "panel.copy-stack", TRUE },
};

/* Of these there are some at once, where nothing is asked for. */
static const char *const of_panel[] = {
  "view.find", "view.commit-preview", "view.pop-range", "view.pin-note", "view.export-picture", "view.copy-markers", "view.in-panel", NULL,
};

/* What can be done with the call node that the panel shows as selected. */
static void
add_transforms (FulWindow *self,
                GPtrArray *items,
                GtkWidget *probe)
{
  FulAnalysis *analysis = self->current ? ful_document_page_get_analysis (self->current) : NULL;
  FulViewState *state = analysis ? ful_document_get_view_state (ful_analysis_get_document (analysis)) : NULL;
  FulCallTree *tree = analysis ? ful_analysis_get_tree (analysis) : NULL;
  FulCallNodeIndex node;
  guint n_kinds;
  const FulTransformKind * const *kinds = ful_transform_kinds_list (&n_kinds);

  if (tree == NULL || !ful_view_state_has_node (state) || ful_panel_shows_markers (state->panel) ||
      g_strcmp0 (state->panel, FUL_PANEL_OVERVIEW) == 0)
    return;

  node = ful_call_tree_find_path (tree, state->path, state->n_path);
  for (guint i = 0; node != FUL_NONE && i < n_kinds; i++)
    {
      g_autoptr(FulTransform) transform = ful_node_transform_new (kinds[i], tree, node, state->options->implementation);
      g_autofree char *label = transform ? ful_node_transform_label (transform, tree) : NULL;
      g_autofree char *accel = ful_sample_menu_dup_accel (kinds[i]);

      if (transform)
        ful_palette_commands_add (items, probe, label, ful_call_tree_get_shown_name (tree, node), accel, "view.transform",
                                  g_variant_new_string (kinds[i]->name));
    }
}

static void
add_in_panel (FulWindow *self,
              GPtrArray *items,
              GtkWidget *probe)
{
  FulDocument *document = self->current ? ful_document_page_get_document (self->current) : NULL;
  FulViewState *state = document ? ful_document_get_view_state (document) : NULL;
  GtkWidget *panel = state && !ful_panel_shows_markers (state->panel) ? ful_document_page_get_panel (self->current) : NULL;
  GtkWidget *inside;

  if (panel == NULL)
    return;

  inside = gtk_button_new ();
  gtk_widget_set_visible (inside, FALSE);   /* the panel is not laid out again */
  gtk_widget_set_parent (inside, panel);
  for (guint i = 0; i < G_N_ELEMENTS (in_panel); i++)
    if ((!in_panel[i].is_of_node || ful_view_state_has_node (state)) &&
        ful_palette_commands_is_enabled (inside, in_panel[i].action, NULL))
      ful_palette_commands_add (items, probe, _(in_panel[i].label), "", in_panel[i].accel, "view.in-panel",
                                g_variant_new_string (in_panel[i].action));
  gtk_widget_unparent (inside);
}

static void
add_commands (FulWindow *self,
              GPtrArray *items)
{
  GtkWidget *probe = ful_palette_get_probe (FUL_PALETTE (self->palette));
  const char *title;

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    ful_palette_commands_add (items, probe, _(commands[i].label), "", commands[i].accel, commands[i].action, NULL);
  add_transforms (self, items, probe);
  add_in_panel (self, items, probe);
  ful_main_menu_set_history (self->history_section, self->current ? ful_document_page_get_document (self->current) : NULL);
  ful_palette_commands_add_menu (items, probe, gtk_menu_button_get_menu_model (self->menu_button), _("Main menu"));
  for (guint i = 0; i < 10 && self->current && (title = ful_document_page_get_panel_title (self->current, i)); i++)
    {
      g_autofree char *label = g_strdup_printf (_("Show %s"), title);
      g_autofree char *accel = g_strdup_printf ("<Alt>%u", i);

      ful_palette_commands_add (items, probe, label, "", accel, "view.show-panel", g_variant_new_uint32 (i));
    }
  for (guint i = 0; i < items->len; i++)
    {
      FulPaletteItem *item = g_ptr_array_index (items, i);

      item->is_of_panel = g_strv_contains (of_panel, item->action);
    }
}

/* A switch is switched, others are chosen in their window. */
static void
add_settings (FulWindow *self,
              GPtrArray *items)
{
  guint n;
  const FulSettingInfo *infos = ful_setting_infos_list (&n);

  for (guint i = 0; i < n && self->settings; i++)
    {
      gboolean is_switch = ful_setting_info_is_switch (&infos[i], self->settings);
      g_autofree char *value = ful_setting_info_dup_value (&infos[i], self->settings);
      FulPaletteItem *item = ful_palette_item_new (FUL_FIND_SETTINGS, _(infos[i].title), _("Preferences"), value,
                                                   is_switch ? "win.toggle-setting" : "app.show-preference",
                                                   g_variant_new_string (infos[i].key));

      item->texts = g_strdup (infos[i].description ? _(infos[i].description) : NULL);
      g_ptr_array_add (items, item);
    }
}

static void
add_notes (FulWindow *self,
           GPtrArray *items)
{
  FulDocument *document = self->current ? ful_document_page_get_document (self->current) : NULL;
  const GPtrArray *notes = document ? ful_document_get_notes (document) : NULL;

  for (guint i = 0; notes && i < notes->len; i++)
    {
      const FulNote *note = g_ptr_array_index (notes, i);
      g_autofree char *subject = ful_note_describe (note);
      FulPaletteItem *item = ful_palette_item_new (FUL_FIND_NOTES, note->name, subject, "", "view.go-to-note", g_variant_new_uint32 (i));

      item->texts = g_strdup (*note->text ? note->text : NULL);
      g_ptr_array_add (items, item);
    }
}

static void
search_all_action (GtkWidget  *widget,
                   const char *action,
                   GVariant   *parameter)
{
  FulWindow *self = FUL_WINDOW (widget);
  GPtrArray *items = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_palette_item_free);

  if (gtk_widget_get_visible (self->palette))
    {
      g_ptr_array_unref (items);
      ful_palette_close (FUL_PALETTE (self->palette));
      return;
    }

  add_commands (self, items);
  add_settings (self, items);
  add_notes (self, items);
  ful_palette_open (FUL_PALETTE (self->palette), self->current ? ful_document_page_get_analysis (self->current) : NULL, items);
}

static void
toggle_setting_action (GtkWidget  *widget,
                       const char *action,
                       GVariant   *parameter)
{
  GSettings *settings = FUL_WINDOW (widget)->settings;
  const char *key = g_variant_get_string (parameter, NULL);

  if (settings)
    g_settings_set_boolean (settings, key, !g_settings_get_boolean (settings, key));
}

void
ful_window_class_add_palette_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.search-all", NULL, search_all_action);
  gtk_widget_class_install_action (widget_class, "win.toggle-setting", "s", toggle_setting_action);
}
