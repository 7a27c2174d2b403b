/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-compare-head.h"

#include "base/ful-format.h"
#include "compare/ful-comparison-notes.h"
#include "widgets/ful-control-name.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>

#define SPACING 8

/* Characters of a name that there is always room for. */
#define LEAST_CHARS 8

struct _FulCompareHead
{
  GtkWidget           parent_instance;

  FulCompareDocument *document;
  GtkWidget          *box;
  GtkWidget          *sides[FUL_N_SIDES];
  GtkWidget          *note;
  GtkWidget          *measure;
  GtkWidget          *per;
};

G_DEFINE_FINAL_TYPE (FulCompareHead, ful_compare_head, GTK_TYPE_WIDGET)

static void
set_text (GtkWidget  *label,
          const char *text)
{
  g_autofree char *shown = ful_format_label (text, "");

  gtk_label_set_text (GTK_LABEL (label), shown);
  ful_tooltip_set_text (label, shown);
}

static void
show_side (FulCompareHead *self,
           FulSide         side)
{
  g_autofree char *name = ful_compare_document_dup_name (self->document, side);
  guint n = ful_compare_document_get_parts (self->document, side)->len;
  g_autofree char *runs = g_strdup_printf (ngettext ("%u run", "%u runs", n), n);
  /* Translators: a side of a comparison: file names, and the number of runs */
  g_autofree char *text = g_strdup_printf (side == FUL_BEFORE ? _("BEFORE ◂ %s (%s)") : _("AFTER ▸ %s (%s)"), name, runs);

  set_text (self->sides[side], text);
}

/* The first note says what can be known at all; the others are among the details of the overview. */
static void
show_note (FulCompareHead *self)
{
  FulCompareAnswer *answer = ful_compare_document_get_answer (self->document);
  g_autoptr(GString) text = g_string_new (NULL);
  guint n = answer ? answer->notes->len : 0;

  if (n > 0)
    g_string_append (text, ((const FulComparisonNote *) answer->notes->pdata[0])->text);
  else if (answer)
    g_string_append (text, _("Intervals contain the variation between runs."));
  if (n > 1)
    g_string_append_printf (text, ngettext ("  %u more note.", "  %u more notes.", n - 1), n - 1);
  set_text (self->note, text->str);
}

static void
update (FulCompareHead *self)
{
  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    show_side (self, side);
  show_note (self);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->measure), ful_compare_document_get_table (self->document));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->per), ful_compare_document_get_per (self->document));
}

static void
chosen_cb (FulCompareHead *self)
{
  guint table = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->measure));
  guint per = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->per));

  if (self->document == NULL)
    return;

  ful_compare_document_set_table (self->document, (FulComparedTable) table);
  ful_compare_document_set_per (self->document, (FulPer) per);
}

static void
ful_compare_head_dispose (GObject *object)
{
  FulCompareHead *self = FUL_COMPARE_HEAD (object);

  g_clear_object (&self->document);
  g_clear_pointer (&self->box, gtk_widget_unparent);

  G_OBJECT_CLASS (ful_compare_head_parent_class)->dispose (object);
}

static void
ful_compare_head_class_init (FulCompareHeadClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_compare_head_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "comparehead");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static GtkWidget *
add_side (GtkWidget  *line,
          const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (label), LEAST_CHARS);
  gtk_widget_add_css_class (label, "side");
  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (line), label);

  return label;
}

/* Translated @words in a drop-down. */
static GtkWidget *
add_choice (FulCompareHead    *self,
            GtkWidget         *line,
            const char *const *words,
            const char        *name)
{
  GtkStringList *list = gtk_string_list_new (NULL);
  GtkWidget *choice;

  for (guint i = 0; words[i]; i++)
    gtk_string_list_append (list, _(words[i]));
  choice = gtk_drop_down_new (G_LIST_MODEL (list), NULL);
  ful_control_set_name (choice, name);
  ful_tooltip_set_text (choice, name);
  g_signal_connect_object (choice, "notify::selected", G_CALLBACK (chosen_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_set_valign (choice, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (line), choice);

  return choice;
}

static void
ful_compare_head_init (FulCompareHead *self)
{
  /* In the order of FulComparedTable and FulPer. */
  static const char *const measures[] = { N_("Self"), N_("Total"), NULL };
  static const char *const pers[] = { N_("Per Run"), N_("Per Second"), N_("Per CPU Second"), N_("Share of the Total"), NULL };
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, SPACING), *second = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, SPACING), *exchange;

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING / 2);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_box_append (GTK_BOX (self->box), line);
  self->sides[FUL_BEFORE] = add_side (line, "before");
  exchange = gtk_button_new_from_icon_name ("object-flip-horizontal-symbolic");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (exchange), "compare.exchange");
  ful_control_set_name (exchange, _("Exchange the sides"));
  ful_tooltip_set_text (exchange, _("Exchange the sides"));
  gtk_widget_add_css_class (exchange, "flat");
  gtk_box_append (GTK_BOX (line), exchange);
  self->sides[FUL_AFTER] = add_side (line, "after");
  self->note = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->note), 0);
  gtk_label_set_wrap (GTK_LABEL (self->note), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->note), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (self->note, "note");
  gtk_widget_set_hexpand (self->note, TRUE);
  gtk_box_append (GTK_BOX (second), self->note);
  self->measure = add_choice (self, second, measures, _("Measure"));
  self->per = add_choice (self, second, pers, _("Per"));
  gtk_box_append (GTK_BOX (self->box), second);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Comparison"), -1);
}

/**
 * ful_compare_head_new:
 * @document: what is compared
 *
 * Returns: (transfer floating): the line
 */
GtkWidget *
ful_compare_head_new (FulCompareDocument *document)
{
  FulCompareHead *self = g_object_new (FUL_TYPE_COMPARE_HEAD, NULL);

  self->document = g_object_ref (document);
  g_signal_connect_object (document, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);

  return GTK_WIDGET (self);
}
