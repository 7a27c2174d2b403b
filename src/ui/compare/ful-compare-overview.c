/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A list for each group of changes. All is built again with each answer: it has few rows. */

#include "config.h"

#include "ful-compare-overview.h"

#include "base/ful-format.h"
#include "compare/change/ful-change-bar.h"
#include "compare/change/ful-change-color.h"
#include "compare/change/ful-compare-columns.h"
#include "compare/ful-change-text.h"
#include "compare/pairing/ful-pairing.h"
#include "overview/ful-overview-columns.h"
#include "overview/ful-overview-list.h"
#include "widgets/ful-data-label.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>
#include <math.h>

#define SPACING 14
#define ROW_SPACING 8

/* Characters that figures have room for. */
#define CHANGE_CHARS 8
#define LEAST_CHARS 4
/* Of a name that are there before what else is said. */
#define NAME_CHARS 12

struct _FulCompareOverview
{
  GtkWidget           parent_instance;

  FulCompareDocument *document;
  FulCompareAnswer   *answer;     /* (nullable): that is shown */
  FulComparedTable    table;      /* that it is shown of */

  GtkWidget          *scroller;
  GtkWidget          *total;
  GtkWidget          *total_bar;
  GtkWidget          *sections[FUL_COMPARE_GONE + 1];
  GtkWidget          *rest;
};

G_DEFINE_FINAL_TYPE (FulCompareOverview, ful_compare_overview, GTK_TYPE_WIDGET)

static GtkWidget *
add_label (GtkWidget  *box,
           const char *text,
           float       xalign,
           const char *css_class)
{
  g_autofree char *shown = ful_format_label (text, "");
  GtkWidget *label = gtk_label_new (NULL);

  ful_data_label_set (label, shown);
  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), LEAST_CHARS);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);

  return label;
}

/* Returns: (transfer full): "163 ms → 198 ms" */
static char *
dup_means (const FulCompareAnswer *answer,
           const FulChange        *change)
{
  g_autofree char *before = ful_change_text_value (change->mean[FUL_BEFORE], answer->unit);
  g_autofree char *after = ful_change_text_value (change->mean[FUL_AFTER], answer->unit);

  return g_strdup_printf ("%s → %s", before, after);
}

static GtkWidget *
create_row (const FulCompareAnswer *answer,
            const FulComparedRow   *row,
            double                  scale)
{
  const FulPairedItem *item = ful_pairing_get_item (answer->runs->pairing, row->item);
  GtkWidget *button = gtk_button_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, ROW_SPACING);
  GtkWidget *bar = ful_change_bar_new (), *label;
  g_autofree char *change = ful_change_text_relative (&row->change, answer->unit);
  g_autofree char *interval = ful_change_text_interval (&row->change, answer->unit);
  g_autofree char *means = dup_means (answer, &row->change);
  g_autofree char *name = g_strconcat (ful_change_color_get_sign (ful_compare_group_of (row)), item->name, NULL);
  g_autofree char *verdict = ful_change_text_verdict (row, answer->unit, answer->rules.margin, FALSE);
  const char *place = ful_compare_columns_get_place (answer, FUL_COMPARED_SELF, row);
  g_autofree char *details = place && *place ? g_strconcat (means, " · ", place, NULL) : g_strdup (means);
  /* Translators: name of a function, values before and after, the change with its interval, and what can be concluded */
  g_autofree char *sentence = g_strdup_printf (_("%s: %s, %s (%s), %s"), item->name, means, change, interval, verdict);
  g_autofree char *shown = ful_format_label (sentence, "");

  ful_change_bar_set (FUL_CHANGE_BAR (bar), row, scale);
  gtk_box_append (GTK_BOX (box), bar);
  label = add_label (box, change, 1, "numeric");
  gtk_label_set_width_chars (GTK_LABEL (label), CHANGE_CHARS);
  label = add_label (box, name, 0, NULL);
  gtk_label_set_width_chars (GTK_LABEL (label), MIN ((int) g_utf8_strlen (name, -1), NAME_CHARS));
  ful_tooltip_set_text (label, gtk_label_get_text (GTK_LABEL (label)));
  label = add_label (box, details, 1, "overview-details");
  gtk_widget_set_hexpand (label, TRUE);
  ful_tooltip_set_text (label, gtk_label_get_text (GTK_LABEL (label)));
  gtk_box_append (GTK_BOX (box), g_object_new (GTK_TYPE_IMAGE, "icon-name", "go-next-symbolic", "accessible-role",
                                               GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL));
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "overview-row");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "i", row->item);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "compare.show-function");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, shown, -1);

  return button;
}

/* Fills the box of a group. */
static void
fill_section (FulCompareOverview *self,
              FulCompareGroup     group)
{
  GtkWidget *box = self->sections[group], *head, *frame, *list, *child;
  const GArray *all = self->answer->lists[self->table]->rows;
  const char *title = ful_change_color_get_title (group, ful_compare_answer_is_speed (self->answer, self->table));
  double scale = all->len > 0 ? fabs (g_array_index (all, FulComparedRow, 0).change.difference) : 0;
  g_autoptr(GPtrArray) rows = NULL;
  g_autofree char *count = NULL;
  guint n;

  while ((child = gtk_widget_get_first_child (box)))
    gtk_box_remove (GTK_BOX (box), child);
  rows = ful_compare_answer_get_strong (self->answer, self->table, group, &n);
  gtk_widget_set_visible (box, n > 0);
  if (n == 0)
    return;

  head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, ROW_SPACING);
  gtk_widget_set_hexpand (add_label (head, title, 0, "overview-title"), TRUE);
  count = n > rows->len ? g_strdup_printf (_("%u of %u"), rows->len, n) : g_strdup_printf ("%u", n);
  add_label (head, count, 1, "overview-details");
  gtk_box_append (GTK_BOX (box), head);

  list = ful_overview_list_new (FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  for (guint i = 0; i < rows->len; i++)
    gtk_widget_set_parent (create_row (self->answer, rows->pdata[i], scale), list);
  frame = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (frame, "overview-frame");
  gtk_widget_set_overflow (frame, GTK_OVERFLOW_HIDDEN);
  gtk_box_append (GTK_BOX (frame), list);
  gtk_box_append (GTK_BOX (box), frame);
}

static void
fill_total (FulCompareOverview *self)
{
  const FulComparison *functions = self->answer->lists[self->table];
  const FulComparedRow total = { .is_on = { TRUE, TRUE }, .change = functions->total };
  double scale = fmax (fabs (total.change.difference), fmax (fabs (total.change.interval[0]), fabs (total.change.interval[1])));
  g_autofree char *means = dup_means (self->answer, &total.change);
  g_autofree char *change = ful_change_text_relative (&total.change, self->answer->unit);
  g_autofree char *interval = ful_change_text_interval (&total.change, self->answer->unit);
  g_autofree char *verdict = ful_change_text_verdict (&total, self->answer->unit, self->answer->rules.margin, FALSE);
  /* Translators: values of both sides, the change with its 95 % interval, and what can be concluded */
  g_autofree char *text = g_strdup_printf (_("%sTotal: %s, %s (%s), %s"), ful_change_color_get_sign (ful_compare_group_of (&total)), means, change, interval,
                                           verdict);

  ful_change_bar_set (FUL_CHANGE_BAR (self->total_bar), &total, scale);
  ful_data_label_set (self->total, text);
}

/* How many functions are in none of the lists, and what would have shown. */
static void
fill_rest (FulCompareOverview *self)
{
  const FulChange *total = &self->answer->lists[self->table]->total;
  guint n_unclear, n_same, n_few;
  g_autoptr(GPtrArray) unclear = ful_compare_answer_get_strong (self->answer, self->table, FUL_COMPARE_UNCLEAR, &n_unclear);
  g_autoptr(GPtrArray) same = ful_compare_answer_get_strong (self->answer, self->table, FUL_COMPARE_SAME, &n_same);
  g_autoptr(GPtrArray) few = ful_compare_answer_get_strong (self->answer, self->table, FUL_COMPARE_FEW, &n_few);
  g_autofree char *detectable = ful_change_text_value (total->detectable, self->answer->unit);
  g_autofree char *text = g_strdup_printf (
    _("Unclear: %u. The same within %g %%: %u. Seen in fewer than 10 samples: %u. "
      "The smallest difference of the total that would show: %s."),
    n_unclear, 100 * self->answer->rules.margin, n_same, n_few, detectable);

  gtk_label_set_text (GTK_LABEL (self->rest), text);
}

static void
update (FulCompareOverview *self)
{
  FulCompareAnswer *answer = ful_compare_document_get_answer (self->document);
  FulComparedTable table = ful_compare_document_get_table (self->document);

  if (answer == NULL || (answer == self->answer && table == self->table))
    return;

  ful_compare_answer_ref (answer);
  g_clear_pointer (&self->answer, ful_compare_answer_unref);
  self->answer = answer;
  self->table = table;
  fill_total (self);
  for (guint i = 0; i < G_N_ELEMENTS (self->sections); i++)
    fill_section (self, i);
  gtk_widget_set_visible (self->rest, !answer->is_partial);
  fill_rest (self);
}

static gboolean
ful_compare_overview_grab_focus (GtkWidget *widget)
{
  return gtk_widget_child_focus (FUL_COMPARE_OVERVIEW (widget)->scroller, GTK_DIR_TAB_FORWARD);
}

static void
ful_compare_overview_dispose (GObject *object)
{
  FulCompareOverview *self = FUL_COMPARE_OVERVIEW (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_pointer (&self->answer, ful_compare_answer_unref);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (ful_compare_overview_parent_class)->dispose (object);
}

static void
ful_compare_overview_class_init (FulCompareOverviewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_compare_overview_dispose;
  widget_class->grab_focus = ful_compare_overview_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "overviewpanel");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static GtkWidget *
create_columns (FulCompareOverview *self)
{
  GtkWidget *left = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING), *right = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING);

  for (guint i = 0; i < G_N_ELEMENTS (self->sections); i++)
    {
      self->sections[i] = gtk_box_new (GTK_ORIENTATION_VERTICAL, ROW_SPACING / 2);
      gtk_widget_set_visible (self->sections[i], FALSE);
      gtk_box_append (GTK_BOX (i == FUL_COMPARE_MORE || i == FUL_COMPARE_NEW ? left : right), self->sections[i]);
    }

  return ful_overview_columns_new (left, right);
}

static GtkWidget *
create_text (GtkWidget *box)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);

  return label;
}

static void
ful_compare_overview_init (FulCompareOverview *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING), *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, ROW_SPACING);

  self->total_bar = ful_change_bar_new ();
  gtk_box_append (GTK_BOX (head), self->total_bar);
  self->total = create_text (head);
  gtk_widget_add_css_class (self->total, "heading");
  gtk_box_append (GTK_BOX (box), head);
  gtk_box_append (GTK_BOX (box), create_columns (self));
  self->rest = create_text (box);
  gtk_widget_add_css_class (self->rest, "dim-label");
  gtk_widget_add_css_class (box, "overview");

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Overview"), -1);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_focusable (self->scroller, FALSE);
  gtk_widget_set_vexpand (self->scroller, TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), box);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

/**
 * ful_compare_overview_new:
 * @document: what is compared
 *
 * Returns: (transfer floating): the panel
 */
GtkWidget *
ful_compare_overview_new (FulCompareDocument *document)
{
  FulCompareOverview *self = g_object_new (FUL_TYPE_COMPARE_OVERVIEW, NULL);

  self->document = g_object_ref (document);
  g_signal_connect_object (document, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);

  return GTK_WIDGET (self);
}
