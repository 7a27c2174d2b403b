/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-source-head.h"

#include "base/ful-format.h"
#include "widgets/ful-control-name.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>

/* Limit on characters of a name. */
#define MAX_CHARS 200

struct _FulSourceHead
{
  GtkWidget        parent_instance;

  GtkWidget       *box;
  GtkLabel        *file;
  GtkLabel        *details;
  GtkWidget       *text_buttons;
  GtkWidget       *editor_button;
  GtkDropDown     *symbols;
  GtkToggleButton *assembly_button;
  gboolean         is_filling;       /* the list of symbols */
};

G_DEFINE_FINAL_TYPE (FulSourceHead, ful_source_head, GTK_TYPE_WIDGET)

enum
{
  SYMBOL_CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
selected_cb (FulSourceHead *self)
{
  if (!self->is_filling)
    g_signal_emit (self, signals[SYMBOL_CHOSEN], 0);
}

static void
ful_source_head_dispose (GObject *object)
{
  g_clear_pointer (&FUL_SOURCE_HEAD (object)->box, gtk_widget_unparent);

  G_OBJECT_CLASS (ful_source_head_parent_class)->dispose (object);
}

static void
ful_source_head_class_init (FulSourceHeadClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_source_head_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);

  signals[SYMBOL_CHOSEN] = g_signal_new ("symbol-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static GtkWidget *
set_up_button (GtkWidget  *button,
               const char *label)
{
  gtk_widget_add_css_class (button, "flat");
  ful_tooltip_set_text (button, label);
  ful_control_set_name (button, label);

  return button;
}

/* @step: for "source.step", else 0 */
static GtkWidget *
append_button (GtkWidget  *box,
               const char *icon_name,
               const char *label,
               const char *action,
               int         step)
{
  GtkWidget *button = set_up_button (gtk_button_new_from_icon_name (icon_name), label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  if (step != 0)
    gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "i", step);
  gtk_box_append (GTK_BOX (box), button);

  return button;
}

static GtkLabel *
append_label (GtkWidget          *box,
              const char         *css_class,
              PangoEllipsizeMode  ellipsize)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), ellipsize);
  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);

  return GTK_LABEL (label);
}

static void
ful_source_head_init (FulSourceHead *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_add_css_class (self->box, "source-head");
  gtk_box_append (GTK_BOX (self->box), g_object_new (GTK_TYPE_IMAGE, "icon-name", "text-x-generic-symbolic", "accessible-role",
                                                         GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL));
  self->file = append_label (self->box, "heading", PANGO_ELLIPSIZE_MIDDLE);
  self->details = append_label (self->box, "dim-label", PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (GTK_WIDGET (self->details), TRUE);

  self->text_buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  append_button (self->text_buttons, "go-up-symbolic", _("Previous Line with Samples (Shift+N)"), "source.step", -1);
  append_button (self->text_buttons, "go-down-symbolic", _("Next Line with Samples (N)"), "source.step", 1);
  append_button (self->text_buttons, "edit-copy-symbolic", _("Copy Source"), "source.copy", 0);
  gtk_box_append (GTK_BOX (self->box), self->text_buttons);
  self->editor_button = append_button (self->box, "document-edit-symbolic", _("Open in Editor"), "source.edit", 0);

  self->symbols = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  ful_tooltip_set_text (GTK_WIDGET (self->symbols), _("Whose instructions are shown"));
  ful_control_set_name (GTK_WIDGET (self->symbols), _("Native symbol"));
  g_signal_connect_swapped (self->symbols, "notify::selected", G_CALLBACK (selected_cb), self);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->symbols));
  self->assembly_button = GTK_TOGGLE_BUTTON (set_up_button (gtk_toggle_button_new (), _("Instructions")));
  gtk_button_set_icon_name (GTK_BUTTON (self->assembly_button), "view-dual-symbolic");
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->assembly_button));
  append_button (self->box, "window-close-symbolic", _("Close (Esc)"), "source.close", 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

/**
 * ful_source_head_describe:
 * @filename: (nullable): the source as the profile has it
 * @details: about its function
 * @has_text: whether its lines are shown
 * @has_file: whether there is a file to edit
 */
void
ful_source_head_describe (FulSourceHead *self,
                          const char    *filename,
                          const char    *details,
                          gboolean       has_text,
                          gboolean       has_file)
{
  g_autofree char *base = filename ? g_path_get_basename (filename) : g_strdup (_("Source"));
  g_autofree char *shown = ful_format_excerpt (base, "", MAX_CHARS);
  g_autofree char *path = filename ? ful_format_excerpt (filename, "", MAX_CHARS) : NULL;

  gtk_label_set_label (self->file, shown);
  ful_tooltip_set_text (GTK_WIDGET (self->file), path);
  gtk_label_set_label (self->details, details);
  ful_tooltip_set_text (GTK_WIDGET (self->details), details);
  gtk_widget_set_sensitive (self->text_buttons, has_text);
  gtk_widget_set_sensitive (self->editor_button, has_file);
}

/**
 * ful_source_head_list_symbols:
 * @symbols: (array zero-terminated): texts
 * @selected: number of the one whose instructions are shown
 */
void
ful_source_head_list_symbols (FulSourceHead     *self,
                              const char *const *symbols,
                              guint              selected)
{
  g_autoptr(GtkStringList) list = gtk_string_list_new (symbols);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (list));

  self->is_filling = TRUE;
  gtk_drop_down_set_model (self->symbols, G_LIST_MODEL (list));
  gtk_drop_down_set_selected (self->symbols, selected);
  self->is_filling = FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self->symbols), n > 0);
  gtk_widget_set_sensitive (GTK_WIDGET (self->symbols), n > 1);
}

/* Returns: number of the symbol whose instructions are shown; %GTK_INVALID_LIST_POSITION if there is none */
guint
ful_source_head_get_symbol (FulSourceHead *self)
{
  return gtk_drop_down_get_selected (self->symbols);
}

/* Returns: (transfer none): whether there are instructions */
GtkToggleButton *
ful_source_head_get_assembly_button (FulSourceHead *self)
{
  return self->assembly_button;
}
