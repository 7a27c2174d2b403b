/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is shown stays until the next runs are read. */

#include "config.h"

#include "ful-compare-timed.h"

#include "base/ful-format.h"
#include "compare/document/ful-compared-part.h"
#include "compare/document/ful-shared-moments.h"
#include "widgets/ful-control-name.h"
#include "widgets/ful-tooltip.h"

#include <adwaita.h>
#include <glib/gi18n.h>

/* Characters of a name that there is always room for. */
#define LEAST_CHARS 8

struct _FulCompareTimed
{
  GtkWidget            parent_instance;

  FulCompareDocument  *document;
  FulCompareTimes     *times;
  FulCompareTimedBody  create_body;
  gboolean             needs_times;
  FulComparedTimes    *shown;               /* (nullable): that @body is of */

  GtkWidget           *box;
  GtkWidget           *bar;
  GtkWidget           *runs[FUL_N_SIDES];   /* drop-downs */
  GPtrArray           *parts[FUL_N_SIDES];  /* (nullable elements): that they list */
  GtkWidget           *align;               /* label and drop-down */
  GtkWidget           *moments;             /* drop-down: the starts, then moments of @shown */
  GtkStack            *stack;
  GtkWidget           *status;
  GtkWidget           *body;                /* (nullable) */
  gboolean             is_updating;
  gboolean             waits;               /* the focus is for @body, once there is one, unless it went elsewhere since */
  GtkWidget           *waited_at;           /* where it was then; only compared */
};

G_DEFINE_FINAL_TYPE (FulCompareTimed, ful_compare_timed, GTK_TYPE_WIDGET)

static void
list_runs (FulCompareTimed *self,
           FulSide          side)
{
  GPtrArray *parts = ful_compare_document_get_parts (self->document, side);
  g_autoptr(GtkStringList) list = NULL;

  gtk_widget_set_visible (self->runs[side], parts->len > 1);
  if (self->parts[side] != parts)
    {
      list = gtk_string_list_new (NULL);
      for (guint i = 0; i < parts->len; i++)
        {
          g_autofree char *name = ful_format_label (((const FulComparedPart *) parts->pdata[i])->name, "");
          g_autofree char *text = g_strdup_printf ("%s %s", side == FUL_BEFORE ? "◂" : "▸", name);

          gtk_string_list_append (list, text);
        }
      gtk_drop_down_set_model (GTK_DROP_DOWN (self->runs[side]), G_LIST_MODEL (list));
      g_ptr_array_ref (parts);
      g_clear_pointer (&self->parts[side], g_ptr_array_unref);
      self->parts[side] = parts;
    }
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->runs[side]), ful_compare_times_get_run (self->times, side));
}

static void
list_moments (FulCompareTimed  *self,
              FulComparedTimes *times)
{
  g_autoptr(GtkStringList) list = gtk_string_list_new (NULL);
  guint chosen = 0;

  /* Translators: of a recording, where two recordings are aligned */
  gtk_string_list_append (list, C_("recording", "Start"));
  for (guint i = 0; i < times->moments->len; i++)
    {
      const FulSharedMoment *moment = times->moments->pdata[i];
      g_autofree char *name = ful_format_label (moment->name, "");

      gtk_string_list_append (list, name);
      if (g_strcmp0 (moment->name, times->aligned) == 0)
        chosen = i + 1;
    }
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->moments), G_LIST_MODEL (list));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->moments), chosen);
  gtk_widget_set_visible (self->align, times->moments->len > 0);
}

static void
show_status (FulCompareTimed *self,
             const char      *error)
{
  g_autofree char *shown = error ? ful_format_label (error, "\n") : NULL;
  g_autofree char *markup = shown ? g_markup_escape_text (shown, -1) : NULL;

  adw_status_page_set_title (ADW_STATUS_PAGE (self->status), error ? _("Nothing to Show") : _("Reading"));
  adw_status_page_set_icon_name (ADW_STATUS_PAGE (self->status), error ? "preferences-system-time-symbolic" : "content-loading-symbolic");
  adw_status_page_set_description (ADW_STATUS_PAGE (self->status), markup);
  gtk_stack_set_visible_child (self->stack, self->status);
}

static void
replace_body (FulCompareTimed  *self,
              FulComparedTimes *times)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL, *last = self->body;
  gboolean had_focus = last ? focus && gtk_widget_is_ancestor (focus, last) : self->waits && focus == self->waited_at;

  g_clear_pointer (&self->shown, ful_compared_times_unref);
  self->shown = ful_compared_times_ref (times);
  self->body = self->create_body (self->times);
  gtk_stack_add_child (self->stack, self->body);
  gtk_stack_set_visible_child (self->stack, self->body);
  if (had_focus)
    gtk_widget_grab_focus (self->body);
  if (last)
    gtk_stack_remove (self->stack, last);
}

static void
update (FulCompareTimed *self)
{
  FulComparedTimes *times = ful_compare_times_get_times (self->times);
  const GError *error = ful_compare_times_get_error (self->times);
  g_autofree char *timeless = NULL;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  self->is_updating = TRUE;
  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    list_runs (self, side);
  if (times && times != self->shown)
    list_moments (self, times);
  self->is_updating = FALSE;
  gtk_widget_set_visible (self->bar, gtk_widget_get_visible (self->runs[FUL_BEFORE]) || gtk_widget_get_visible (self->runs[FUL_AFTER]) ||
                                     gtk_widget_get_visible (self->align));
  if (times && times->timeless && self->needs_times)
    /* Translators: the name of a file */
    timeless = g_strdup_printf (_("%s has no times"), times->timeless);
  if (times == NULL || timeless)
    show_status (self, error ? error->message : timeless);
  else if (times != self->shown)
    replace_body (self, times);
  else
    gtk_stack_set_visible_child (self->stack, self->body);
}

static void
chosen_cb (FulCompareTimed *self,
           GParamSpec      *pspec,
           GtkWidget       *drop_down)
{
  if (!self->is_updating)
    ful_compare_times_set_run (self->times, drop_down == self->runs[FUL_BEFORE] ? FUL_BEFORE : FUL_AFTER,
                               gtk_drop_down_get_selected (GTK_DROP_DOWN (drop_down)));
}

static void
aligned_cb (FulCompareTimed *self)
{
  guint chosen = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->moments));

  if (!self->is_updating && self->shown && chosen <= self->shown->moments->len)
    ful_compare_times_align (self->times,
                             chosen > 0 ? ((const FulSharedMoment *) self->shown->moments->pdata[chosen - 1])->name : NULL);
}

static void
ful_compare_timed_map (GtkWidget *widget)
{
  FulCompareTimed *self = FUL_COMPARE_TIMED (widget);

  GTK_WIDGET_CLASS (ful_compare_timed_parent_class)->map (widget);
  ful_compare_times_want (self->times);
  update (self);
}

static gboolean
ful_compare_timed_grab_focus (GtkWidget *widget)
{
  FulCompareTimed *self = FUL_COMPARE_TIMED (widget);

  if (self->body)
    return gtk_widget_grab_focus (self->body);
  self->waits = TRUE;
  self->waited_at = gtk_root_get_focus (gtk_widget_get_root (widget));

  return FALSE;
}

static void
ful_compare_timed_dispose (GObject *object)
{
  FulCompareTimed *self = FUL_COMPARE_TIMED (object);

  self->body = NULL;
  g_clear_pointer (&self->box, gtk_widget_unparent);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    g_clear_pointer (&self->parts[side], g_ptr_array_unref);
  g_clear_pointer (&self->shown, ful_compared_times_unref);
  g_clear_object (&self->times);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (ful_compare_timed_parent_class)->dispose (object);
}

static void
ful_compare_timed_class_init (FulCompareTimedClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_compare_timed_dispose;
  widget_class->map = ful_compare_timed_map;
  widget_class->grab_focus = ful_compare_timed_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (label), LEAST_CHARS);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_list_item_set_child (item, label);
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkListItem              *item)
{
  const char *name = gtk_string_object_get_string (gtk_list_item_get_item (item));

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), name);
  ful_tooltip_set_text (gtk_list_item_get_child (item), name);
}

/* File names may be long: the button gives way, its list does not. */
static GtkWidget *
create_drop_down (const char *name)
{
  GtkWidget *drop_down = gtk_drop_down_new (NULL, NULL);
  g_autoptr(GtkListItemFactory) list = g_object_ref (gtk_drop_down_get_factory (GTK_DROP_DOWN (drop_down)));
  g_autoptr(GtkListItemFactory) button = gtk_signal_list_item_factory_new ();

  g_signal_connect (button, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (button, "bind", G_CALLBACK (bind_cb), NULL);
  gtk_drop_down_set_factory (GTK_DROP_DOWN (drop_down), button);
  gtk_drop_down_set_list_factory (GTK_DROP_DOWN (drop_down), list);
  ful_control_set_name (drop_down, name);
  ful_tooltip_set_text (drop_down, name);

  return drop_down;
}

static void
ful_compare_timed_init (FulCompareTimed *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_add_css_class (self->bar, "filter-bar");
  gtk_box_append (GTK_BOX (self->box), self->bar);
  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    {
      self->runs[side] = create_drop_down (side == FUL_BEFORE ? _("Run before") : _("Run after"));
      g_signal_connect_object (self->runs[side], "notify::selected", G_CALLBACK (chosen_cb), self, G_CONNECT_SWAPPED);
      gtk_box_append (GTK_BOX (self->bar), self->runs[side]);
    }
  self->align = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_set_visible (self->align, FALSE);
  gtk_box_append (GTK_BOX (self->align), gtk_label_new (_("Align at")));
  self->moments = create_drop_down (_("Align at…"));
  gtk_drop_down_set_expression (GTK_DROP_DOWN (self->moments), gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string"));
  gtk_drop_down_set_enable_search (GTK_DROP_DOWN (self->moments), TRUE);
  g_signal_connect_object (self->moments, "notify::selected", G_CALLBACK (aligned_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->align), self->moments);
  gtk_box_append (GTK_BOX (self->bar), self->align);
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->stack));
  self->status = adw_status_page_new ();
  /* What it scrolls takes no focus, which it would have no name for. */
  gtk_widget_set_focusable (gtk_widget_get_first_child (self->status), FALSE);
  gtk_stack_add_child (self->stack, self->status);
}

/**
 * ful_compare_timed_new:
 * @document: what is compared
 * @times: its runs
 * @create_body: what to show of them
 * @needs_times: whether there is nothing of runs without times
 *
 * Returns: (transfer floating): the panel
 */
GtkWidget *
ful_compare_timed_new (FulCompareDocument  *document,
                       FulCompareTimes     *times,
                       FulCompareTimedBody  create_body,
                       gboolean             needs_times)
{
  FulCompareTimed *self = g_object_new (FUL_TYPE_COMPARE_TIMED, NULL);

  self->document = g_object_ref (document);
  self->times = g_object_ref (times);
  self->create_body = create_body;
  self->needs_times = needs_times;
  g_signal_connect_object (times, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);

  return GTK_WIDGET (self);
}
