/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-compare-head.h"

#include "ful-marker-dialog.h"

#include "base/ful-format.h"
#include "compare/ful-comparison-notes.h"
#include "compare/ful-per.h"
#include "widgets/ful-control-name.h"
#include "widgets/ful-data-label.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>

#define SPACING 8

/* Characters of a line of the explanation of ranges. */
#define HINT_CHARS 40

/* Characters of a name that there is always room for. */
#define LEAST_CHARS 8

/* Characters of the name of markers. */
#define MARKER_CHARS 24

struct _FulCompareHead
{
  GtkWidget           parent_instance;

  FulCompareDocument *document;
  GtkWidget          *box;
  GtkWidget          *sides[FUL_N_SIDES];    /* labels in buttons */
  GtkWidget          *ranges[FUL_N_SIDES];   /* entries in their popovers */
  GtkWidget          *note;
  GtkWidget          *cancel;                /* what is read, where a part of it is shown */
  GtkWidget          *measure;
  GtkWidget          *per;
  gboolean            is_updating;
};

G_DEFINE_FINAL_TYPE (FulCompareHead, ful_compare_head, GTK_TYPE_WIDGET)

/* Returns: (nullable): the markers that are counted now */
static const char *
get_marker (FulCompareHead *self)
{
  return ful_compare_document_get_per (self->document) == FUL_PER_MARKER
         ? ful_compare_document_get_view (self->document)->counted_marker : NULL;
}

static void
set_text (GtkWidget  *label,
          const char *text)
{
  g_autofree char *shown = ful_format_label (text, "");

  ful_data_label_set (label, shown);
  ful_tooltip_set_text (label, shown);
}

static void
show_side (FulCompareHead *self,
           FulSide         side)
{
  g_autofree char *name = ful_compare_document_dup_name (self->document, side);
  guint n = ful_compare_document_get_parts (self->document, side)->len;
  g_autofree char *runs = g_strdup_printf (ngettext ("%u run", "%u runs", n), n);
  const char *range = ful_compare_document_get_range (self->document, side);
  /* Translators: a side of a comparison: file names, and the number of runs */
  g_autofree char *text = g_strdup_printf (side == FUL_BEFORE ? _("BEFORE ◂ %s (%s)") : _("AFTER ▸ %s (%s)"), name, runs);
  g_autofree char *ranged = range ? g_strdup_printf ("%s · %s", text, range) : g_strdup (text);

  set_text (self->sides[side], ranged);
  if (!gtk_widget_get_mapped (self->ranges[side]))
    gtk_editable_set_text (GTK_EDITABLE (self->ranges[side]), range ? range : "");
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

/* What there is always, then the marker of now, then that another one can be chosen. */
static void
list_pers (FulCompareHead *self)
{
  GListModel *list = gtk_drop_down_get_model (GTK_DROP_DOWN (self->per));
  const FulCompareAnswer *answer = ful_compare_document_get_answer (self->document);
  const char *marker = get_marker (self);
  g_autofree char *name = marker ? ful_format_excerpt (marker, "", MARKER_CHARS) : NULL;
  /* Translators: the name of markers whose number values are divided by */
  g_autofree char *text = name ? g_strdup_printf (_("Per “%s”"), name) : NULL;
  const char *more[] = { NULL, NULL, NULL };
  guint n = 0;

  if (text)
    more[n++] = text;
  if (answer && answer->shared_markers->len > 0)
    more[n++] = _("Per Marker…");
  gtk_string_list_splice (GTK_STRING_LIST (list), FUL_PER_MARKER, g_list_model_get_n_items (list) - FUL_PER_MARKER, more);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->per), ful_compare_document_get_per (self->document));
}

static void
update (FulCompareHead *self)
{
  const FulCompareAnswer *answer = ful_compare_document_get_answer (self->document);

  self->is_updating = TRUE;
  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    show_side (self, side);
  show_note (self);
  gtk_widget_set_visible (self->cancel, answer && answer->is_partial && ful_compare_document_is_busy (self->document));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->measure), ful_compare_document_get_table (self->document));
  list_pers (self);
  self->is_updating = FALSE;
}

static void
chosen_cb (FulCompareHead *self)
{
  guint table = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->measure));
  guint per = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->per));

  if (self->document == NULL || self->is_updating)
    return;

  ful_compare_document_set_table (self->document, (FulComparedTable) table);
  if (per < FUL_PER_MARKER)
    {
      ful_compare_document_set_per (self->document, (FulPer) per, NULL);
    }
  else if (per > FUL_PER_MARKER || get_marker (self) == NULL)
    {
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->per), ful_compare_document_get_per (self->document));
      ful_marker_dialog_present (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), self->document);
    }
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

static void
set_range (FulCompareHead *self,
           FulSide         side)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->ranges[side]));

  gtk_popover_popdown (GTK_POPOVER (gtk_widget_get_ancestor (self->ranges[side], GTK_TYPE_POPOVER)));
  ful_compare_document_set_range (self->document, side, *text != '\0' ? text : NULL);
}

static void
range_entered_cb (GtkWidget      *entry,
                  FulCompareHead *self)
{
  set_range (self, entry == self->ranges[FUL_BEFORE] ? FUL_BEFORE : FUL_AFTER);
}

static void
whole_clicked_cb (GtkWidget *button,
                  GtkWidget *entry)
{
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  g_signal_emit_by_name (entry, "activate");
}

static GtkWidget *
create_range_popover (FulCompareHead *self,
                      FulSide         side)
{
  GtkWidget *popover = gtk_popover_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING), *whole;
  GtkWidget *hint = gtk_label_new (_("Two times in ms, as in 250,1000. Or markers: marker:NAME, marker:NAME#2, markers:FIRST,SECOND."));
  const char *name = side == FUL_BEFORE ? _("Range before") : _("Range after");

  self->ranges[side] = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->ranges[side]), _("Whole recording"));
  ful_control_set_name (self->ranges[side], name);
  g_signal_connect_object (self->ranges[side], "activate", G_CALLBACK (range_entered_cb), self, 0);
  gtk_label_set_wrap (GTK_LABEL (hint), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (hint), HINT_CHARS);
  gtk_label_set_xalign (GTK_LABEL (hint), 0);
  gtk_widget_add_css_class (hint, "dim-label");
  whole = gtk_button_new_with_label (_("Whole Recording"));
  g_signal_connect_object (whole, "clicked", G_CALLBACK (whole_clicked_cb), self->ranges[side], 0);
  gtk_box_append (GTK_BOX (box), self->ranges[side]);
  gtk_box_append (GTK_BOX (box), hint);
  gtk_box_append (GTK_BOX (box), whole);
  gtk_popover_set_child (GTK_POPOVER (popover), box);

  return popover;
}

static void
add_side (FulCompareHead *self,
          GtkWidget      *line,
          FulSide         side)
{
  GtkWidget *label = gtk_label_new (NULL), *button = gtk_menu_button_new ();

  self->sides[side] = label;
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (label), LEAST_CHARS);
  gtk_menu_button_set_child (GTK_MENU_BUTTON (button), label);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), create_range_popover (self, side));
  ful_control_set_name (button, side == FUL_BEFORE ? _("Choose the range before") : _("Choose the range after"));
  gtk_widget_add_css_class (button, "side");
  gtk_box_append (GTK_BOX (line), button);
}

static void
add_button (GtkWidget  *line,
            const char *icon_name,
            const char *name,
            const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon_name);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  ful_control_set_name (button, name);
  ful_tooltip_set_text (button, name);
  gtk_widget_add_css_class (button, "flat");
  gtk_box_append (GTK_BOX (line), button);
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
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, SPACING), *second = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, SPACING);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING / 2);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_box_append (GTK_BOX (self->box), line);
  add_side (self, line, FUL_BEFORE);
  add_button (line, "object-flip-horizontal-symbolic", _("Exchange the sides"), "compare.exchange");
  add_side (self, line, FUL_AFTER);
  add_button (line, "view-refresh-symbolic", _("Read files and folders again (F5)"), "view.read-again");
  self->note = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->note), 0);
  gtk_label_set_wrap (GTK_LABEL (self->note), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->note), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (self->note, "note");
  gtk_widget_set_hexpand (self->note, TRUE);
  gtk_box_append (GTK_BOX (second), self->note);
  self->cancel = gtk_button_new_with_mnemonic (_("_Cancel"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->cancel), "win.close-page");
  gtk_widget_set_valign (self->cancel, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (self->cancel, FALSE);
  gtk_box_append (GTK_BOX (second), self->cancel);
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

/**
 * ful_compare_head_set_note:
 * @text: what is being done
 *
 * Says it in place of the notes, until the document changes.
 */
void
ful_compare_head_set_note (FulCompareHead *self,
                           const char     *text)
{
  set_text (self->note, text);
}

/**
 * ful_compare_head_choose_range:
 * @self: on screen
 *
 * Asks for the range of @side.
 */
void
ful_compare_head_choose_range (FulCompareHead *self,
                               FulSide         side)
{
  gtk_menu_button_popup (GTK_MENU_BUTTON (gtk_widget_get_ancestor (self->sides[side], GTK_TYPE_MENU_BUTTON)));
}
