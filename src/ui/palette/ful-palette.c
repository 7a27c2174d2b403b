/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The search is that of the document (FulFind), with the names of what the window has: commands, settings, notes. Results come
 * when they are ready, at most 60 rows; those before stay until then. */

#include "config.h"

#include "ful-palette-private.h"

#include "ful-palette-used.h"

#include "base/ful-format.h"
#include "base/ful-types.h"
#include "document/find/ful-find-link.h"
#include "document/find/ful-find.h"
#include "document/ful-document.h"
#include "find/ful-find-time.h"
#include "widgets/ful-control-name.h"

#include <glib/gi18n.h>

/* px */
#define CARD_WIDTH 740
#define CARD_HEIGHT 604
#define TOP 88
/* Narrower windows have it in full width. */
#define FULL_WIDTH 800

/* The number of results is announced when nothing was written for so long. */
#define REST_MS 300

G_DEFINE_FINAL_TYPE (FulPalette, ful_palette, GTK_TYPE_WIDGET)

static gboolean
is_wide (FulPalette *self)
{
  return gtk_widget_get_width (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self)))) >= FULL_WIDTH;
}

/* Returns: (nullable): the document on screen */
static FulDocument *
get_document (FulPalette *self)
{
  return self->analysis ? ful_analysis_get_document (self->analysis) : NULL;
}

/* @n: results. Returns: (transfer full): for the user */
static char *
describe_count (FulPalette *self,
                guint       n)
{
  FulDocument *document = get_document (self);
  guint n_threads = document ? ful_document_get_profile (document)->threads->len : 0;
  g_autofree char *count = ful_format_number (n, 0, 0);

  if (n == 0)
    return g_strdup (_("Nothing found"));
  if (n_threads < 2)
    return g_strdup_printf (ngettext ("%s found", "%s found", n), count);

  /* Translators: number of results, of threads */
  return g_strdup_printf (ngettext ("%s found in %u thread", "%s found in %u threads", n_threads), count, n_threads);
}

static gboolean
rest_cb (gpointer user_data)
{
  FulPalette *self = user_data;
  const GArray *groups = ful_find_get_groups (self->find);
  guint n = 0;
  g_autofree char *text = NULL;

  if (ful_find_get_busy (self->find))
    return G_SOURCE_CONTINUE;

  self->rest_id = 0;
  for (guint i = 0; groups && i < groups->len; i++)
    n += g_array_index (groups, FulFindGroup, i).match->n_found;
  text = describe_count (self, n);
  gtk_label_set_text (GTK_LABEL (self->count), *gtk_editable_get_text (GTK_EDITABLE (self->entry)) ? text : "");

  return G_SOURCE_REMOVE;
}

/* A time that was written is a name, too, if the recording has it. */
static void
read_time (FulPalette *self,
           const char *text)
{
  FulDocument *document = get_document (self);
  FulTimeRange all = document ? ful_document_get_root_range (document) : (FulTimeRange) { 0, 0 };

  g_clear_pointer (&self->names[FUL_FIND_VALUES], ful_find_names_unref);
  self->has_time = document && ful_document_get_profile (document)->has_times && ful_find_time_parse (text, &self->time) &&
                   self->time.start <= all.end - all.start;
  if (!self->has_time)
    return;

  self->names[FUL_FIND_VALUES] = ful_find_names_new ();
  ful_find_names_add (self->names[FUL_FIND_VALUES], text, 0, 0);
}

static void
name_items (FulPalette *self)
{
  for (FulFindKind kind = FUL_FIND_NOTES; kind < FUL_FIND_VALUES; kind++)
    {
      g_clear_pointer (&self->names[kind], ful_find_names_unref);
      self->names[kind] = ful_find_names_new ();
    }
  for (guint i = 0; i < self->items->len; i++)
    {
      const FulPaletteItem *item = g_ptr_array_index (self->items, i);
      FulFindNames *names = self->names[item->kind];

      ful_find_names_add (names, item->name, i, ful_palette_used_get_rank (item));
      if (item->texts)
        ful_find_names_add (names, item->texts, i, ful_palette_used_get_rank (item));
    }
}

static void
add_filter (FulPalette *self,
            const char *name,
            const char *place,
            const char *action,
            const char *text)
{
  g_ptr_array_add (self->items, ful_palette_item_new (FUL_FIND_COMMANDS, name, place, "", action, g_variant_new_string (text)));
}

/* What the text would filter is offered, too, unless it is a time. */
static void
add_filters (FulPalette *self,
             const char *text)
{
  g_autofree char *markers = g_strdup_printf (_("Filter Markers by “%s”"), text);
  g_autofree char *functions = g_strdup_printf (_("Filter Functions by “%s”"), text);

  g_ptr_array_set_size (self->items, (int) self->n_fixed);
  if (get_document (self) && *text && !self->has_time)
    {
      add_filter (self, markers, _("Marker Table"), "view.filter-markers", text);
      add_filter (self, functions, _("Call Tree"), "view.filter-functions", text);
    }
  name_items (self);
}

static void
search (FulPalette *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  g_autoptr(FulFindQuery) query = NULL;

  if (self->find == NULL)
    return;

  g_clear_handle_id (&self->rest_id, g_source_remove);
  query = ful_find_query_new (text);
  read_time (self, query->rest);
  add_filters (self, query->rest);
  gtk_widget_set_visible (self->chips, *text != '\0' && query->kind == FUL_NONE && self->only == FUL_NONE && is_wide (self));
  if (*text == '\0')
    {
      ful_palette_fill_start (self);
      return;
    }

  ful_find_search_for (self->find, text, self->only, self->names, query->kind != FUL_NONE || self->only != FUL_NONE ? FUL_PALETTE_MANY : FUL_PALETTE_FEW);
  self->rest_id = g_timeout_add (REST_MS, rest_cb, self);
}

static void
text_changed_cb (FulPalette *self)
{
  self->only = FUL_NONE;
  search (self);
}

static void
ask_action (GtkWidget  *widget,
            const char *action,
            GVariant   *parameter)
{
  FulPalette *self = FUL_PALETTE (widget);

  gtk_editable_set_text (GTK_EDITABLE (self->entry), g_variant_get_string (parameter, NULL));
  gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
  gtk_widget_grab_focus (self->entry);
}

/* The text with the character of a kind before it. */
static void
only_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  FulPalette *self = FUL_PALETTE (widget);
  g_autofree char *text = g_strconcat (g_variant_get_string (parameter, NULL), gtk_editable_get_text (GTK_EDITABLE (self->entry)), NULL);

  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
}

/* The list of a kind. */
static void
show_all (FulPalette  *self,
          FulFindKind  kind)
{
  self->only = (gint32) kind;
  search (self);
}

static void
do_item (FulPalette           *self,
         const FulPaletteItem *item)
{
  g_autoptr(GtkWidget) window = g_object_ref (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self))));
  FulPaletteItem *copy = ful_palette_item_copy (item);

  ful_palette_used_add (copy);
  ful_palette_close (self);
  if (!gtk_widget_activate_action_variant (window, copy->action, copy->target))
    gtk_widget_error_bell (window);
  ful_palette_item_free (copy);
}

static void
go (FulPalette *self,
    FulPalettePlace       place,
    gboolean    with_time)
{
  g_autoptr(GtkWidget) window = g_object_ref (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self))));
  g_autoptr(FulFind) find = g_object_ref (self->find);
  g_autoptr(FulFindCatalog) catalog = ful_find_catalog_ref (ful_find_get_catalog (find));
  gboolean ok;

  ful_palette_close (self);
  if (place.kind == FUL_FIND_TRACKS)
    ok = gtk_widget_activate_action (window, "view.show-track", "u", place.row);
  else
    ok = ful_find_go (find, catalog, place.kind, place.row, with_time);
  if (!ok)
    gtk_widget_error_bell (window);
}

static void
choose (FulPalette    *self,
        GtkListBoxRow *row,
        gboolean       with_time)
{
  const FulPalettePlace *place = ful_palette_get_place (row);
  FulDocument *document = get_document (self);
  FulTimeRange time = self->time;

  if (place == NULL)
    gtk_widget_error_bell (GTK_WIDGET (self));
  else if (place->row == G_MAXUINT)
    show_all (self, place->kind);
  else if (place->kind == FUL_FIND_VALUES)
    {
      ful_palette_close (self);
      ful_find_follow_time (document, time);
    }
  else if (place->kind >= FUL_FIND_NOTES && place->row < self->items->len)
    do_item (self, g_ptr_array_index (self->items, place->row));
  else if (place->kind >= FUL_FIND_NOTES)
    gtk_widget_error_bell (GTK_WIDGET (self));   /* of the text before */
  else
    go (self, *place, with_time);
}

static void
move_by (FulPalette *self,
         int         n)
{
  GtkListBoxRow *selected = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list)), *last = ful_palette_get_row (self, 0), *row;
  int at = selected ? gtk_list_box_row_get_index (selected) + n : 0;

  row = ful_palette_get_row (self, MAX (at, 0));
  for (int i = 0; row == NULL && ful_palette_get_row (self, i); i++)
    last = ful_palette_get_row (self, i);
  ful_palette_select_row (self, row ? row : last);
}

/* To the first row of the kind after or before. */
static void
move_to_kind (FulPalette *self,
              int         step)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));
  int at = row ? gtk_list_box_row_get_index (row) : 0, n = 0;

  while (ful_palette_get_row (self, n))
    n++;
  for (int i = 1; i <= n; i++)
    {
      row = ful_palette_get_row (self, ((at + step * i) % n + n) % n);
      if (g_object_get_data (G_OBJECT (row), "title"))
        {
          ful_palette_select_row (self, row);
          return;
        }
    }
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  key,
                guint                  code,
                GdkModifierType        state,
                gpointer               user_data)
{
  FulPalette *self = user_data;

  switch (key)
    {
    case GDK_KEY_Escape:
      ful_palette_close (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      move_by (self, 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      move_by (self, -1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Page_Down:
      move_by (self, 10);
      return GDK_EVENT_STOP;
    case GDK_KEY_Page_Up:
      move_by (self, -10);
      return GDK_EVENT_STOP;
    case GDK_KEY_Tab:
    case GDK_KEY_KP_Tab:
      move_to_kind (self, 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_ISO_Left_Tab:
      move_to_kind (self, -1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_ISO_Enter:
      choose (self, gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list)), (state & GDK_CONTROL_MASK) != 0);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
row_activated_cb (GtkListBox    *list,
                  GtkListBoxRow *row,
                  gpointer       user_data)
{
  choose (user_data, row, FALSE);
}

/* A press beside the card closes. */
static void
pressed_cb (GtkGestureClick *gesture,
            int              n_press,
            double           x,
            double           y,
            gpointer         user_data)
{
  FulPalette *self = user_data;
  GtkWidget *picked = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);

  if (picked == GTK_WIDGET (self))
    ful_palette_close (self);
}

static gboolean
has_focus (FulPalette *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));

  return focus && gtk_widget_is_ancestor (focus, GTK_WIDGET (self));
}

/* Who goes elsewhere does not come back. */
static void
focus_changed_cb (FulPalette *self)
{
  if (!gtk_widget_get_visible (GTK_WIDGET (self)) || has_focus (self) || gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self))) == NULL)
    return;

  g_clear_weak_pointer (&self->last_focus);
  ful_palette_close (self);
}

static void
ful_palette_root (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ful_palette_parent_class)->root (widget);
  g_signal_connect_object (gtk_widget_get_root (widget), "notify::focus-widget", G_CALLBACK (focus_changed_cb), widget, G_CONNECT_SWAPPED);
}

static void
ful_palette_measure (GtkWidget      *widget,
                     GtkOrientation  orientation,
                     int             for_size,
                     int            *minimum,
                     int            *natural,
                     int            *minimum_baseline,
                     int            *natural_baseline)
{
  *minimum = *natural = 0;
}

static void
ful_palette_size_allocate (GtkWidget *widget,
                           int        width,
                           int        height,
                           int        baseline)
{
  FulPalette *self = FUL_PALETTE (widget);
  gboolean is_narrow = width < FULL_WIDTH;
  int card_width = is_narrow ? width : CARD_WIDTH, top = is_narrow ? 0 : MIN (TOP, height / 8), minimum, natural;

  gtk_widget_measure (self->card, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  card_width = MAX (card_width, minimum);
  gtk_widget_measure (self->card, GTK_ORIENTATION_VERTICAL, card_width, &minimum, &natural, NULL, NULL);
  natural = MAX (MIN (natural, MIN (CARD_HEIGHT, height - top)), minimum);
  gtk_widget_size_allocate (self->card, &(GtkAllocation) { (width - card_width) / 2, top, card_width, natural }, -1);
}

static void
ful_palette_dispose (GObject *object)
{
  FulPalette *self = FUL_PALETTE (object);

  g_clear_handle_id (&self->rest_id, g_source_remove);
  g_clear_weak_pointer (&self->last_focus);
  g_clear_object (&self->find);
  g_clear_object (&self->analysis);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  for (FulFindKind kind = 0; kind < FUL_N_FIND_KINDS; kind++)
    g_clear_pointer (&self->names[kind], ful_find_names_unref);
  g_clear_pointer (&self->card, gtk_widget_unparent);
  g_clear_pointer (&self->probe, gtk_widget_unparent);

  G_OBJECT_CLASS (ful_palette_parent_class)->dispose (object);
}

static void
ful_palette_class_init (FulPaletteClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_palette_dispose;
  widget_class->root = ful_palette_root;
  widget_class->measure = ful_palette_measure;
  widget_class->size_allocate = ful_palette_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "palette");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SEARCH);
  gtk_widget_class_install_action (widget_class, "palette.ask", "s", ask_action);
  gtk_widget_class_install_action (widget_class, "palette.only", "s", only_action);
}

static GtkWidget *
create_field (FulPalette *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);

  gtk_box_append (GTK_BOX (box), g_object_new (GTK_TYPE_IMAGE, "icon-name", "edit-find-symbolic",
                                               "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL));
  self->entry = g_object_new (GTK_TYPE_ENTRY, "hexpand", TRUE, "placeholder-text", _("Search all, or @ functions, # markers, % threads, > commands, , settings"),
                              "max-length", 500, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Search all"), -1);
  gtk_box_append (GTK_BOX (box), self->entry);
  self->count = g_object_new (GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_STATUS, NULL);
  gtk_widget_add_css_class (self->count, "palette-place");
  gtk_box_append (GTK_BOX (box), self->count);
  gtk_widget_add_css_class (box, "palette-field");

  return box;
}

static GtkWidget *
create_list (FulPalette *self)
{
  GtkWidget *nothing = gtk_label_new (_("Nothing found"));

  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_BROWSE);
  gtk_list_box_set_header_func (GTK_LIST_BOX (self->list), ful_palette_keep_header_cb, NULL, NULL);
  gtk_list_box_set_placeholder (GTK_LIST_BOX (self->list), nothing);
  gtk_widget_add_css_class (nothing, "palette-title");
  gtk_widget_set_focusable (self->list, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Results"), -1);
  g_signal_connect (self->list, "row-activated", G_CALLBACK (row_activated_cb), self);

  self->scroller = gtk_scrolled_window_new ();
  gtk_widget_set_focusable (self->scroller, FALSE);
  gtk_widget_set_vexpand (self->scroller, TRUE);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scroller), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->list);

  return self->scroller;
}

/* @keys: as a keyboard has them */
static void
add_hint (GtkWidget  *foot,
          const char *keys,
          const char *text)
{
  GtkWidget *key = gtk_label_new (keys), *label = gtk_label_new (text);

  gtk_widget_add_css_class (key, "palette-key");
  gtk_widget_set_valign (key, GTK_ALIGN_CENTER);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (foot), key);
  gtk_box_append (GTK_BOX (foot), label);
}

static GtkWidget *
create_foot (void)
{
  GtkWidget *foot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  add_hint (foot, "↑ ↓", _("choose"));
  /* Translators: keys of a keyboard, as the next four */
  add_hint (foot, _("Enter"), _("go there"));
  add_hint (foot, _("Ctrl+Enter"), _("with its time"));
  add_hint (foot, _("Tab"), _("next kind"));
  add_hint (foot, _("Esc"), _("back"));
  gtk_widget_add_css_class (foot, "palette-foot");

  return foot;
}

static void
ful_palette_init (FulPalette *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->only = FUL_NONE;
  self->probe = gtk_button_new ();
  gtk_widget_hide (self->probe);
  gtk_widget_set_parent (self->probe, GTK_WIDGET (self));
  self->card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->card, "palette-card");
  gtk_widget_set_overflow (self->card, GTK_OVERFLOW_HIDDEN);
  gtk_box_append (GTK_BOX (self->card), create_field (self));
  gtk_box_append (GTK_BOX (self->card), create_list (self));
  self->chips = ful_palette_chips_new ();
  gtk_box_append (GTK_BOX (self->card), self->chips);
  self->foot = create_foot ();
  gtk_box_append (GTK_BOX (self->card), self->foot);
  gtk_widget_set_parent (self->card, GTK_WIDGET (self));
  gtk_widget_hide (GTK_WIDGET (self));
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (text_changed_cb), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Search all"), -1);
}

GtkWidget *
ful_palette_new (void)
{
  return g_object_new (FUL_TYPE_PALETTE, NULL);
}

/**
 * ful_palette_get_probe:
 *
 * Returns: (transfer none): a button to find out whether actions are enabled; never shown
 */
GtkWidget *
ful_palette_get_probe (FulPalette *self)
{
  g_return_val_if_fail (FUL_IS_PALETTE (self), NULL);

  return self->probe;
}

/**
 * ful_palette_open:
 * @analysis: (nullable): that of the document on screen
 * @items: (transfer full) (element-type FulPaletteItem): what else can be found
 *
 * Shows it, empty, with the focus.
 */
void
ful_palette_open (FulPalette  *self,
                  FulAnalysis *analysis,
                  GPtrArray   *items)
{
  g_return_if_fail (FUL_IS_PALETTE (self));

  ful_palette_close (self);
  g_set_weak_pointer (&self->last_focus, gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self))));
  self->analysis = analysis ? g_object_ref (analysis) : NULL;
  self->find = analysis ? g_object_ref (ful_find_of (analysis)) : ful_find_new ();
  g_signal_connect_object (self->find, "changed", G_CALLBACK (ful_palette_fill), self, G_CONNECT_SWAPPED);
  self->items = items;
  self->n_fixed = items->len;
  gtk_widget_set_visible (self->foot, is_wide (self));
  gtk_widget_show (GTK_WIDGET (self));
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  text_changed_cb (self);
  gtk_widget_grab_focus (self->entry);
}

/**
 * ful_palette_close:
 *
 * Hides it; the focus returns to where it was.
 */
void
ful_palette_close (FulPalette *self)
{
  GtkWidget *focus;

  g_return_if_fail (FUL_IS_PALETTE (self));

  if (self->find == NULL)
    return;

  g_clear_handle_id (&self->rest_id, g_source_remove);
  g_signal_handlers_disconnect_by_func (self->find, ful_palette_fill, self);
  g_clear_object (&self->find);
  g_clear_object (&self->analysis);
  ful_palette_clear_rows (self);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  focus = self->last_focus;
  gtk_widget_hide (GTK_WIDGET (self));
  if (focus && gtk_widget_get_mapped (focus))
    gtk_widget_grab_focus (focus);
  g_clear_weak_pointer (&self->last_focus);
}
