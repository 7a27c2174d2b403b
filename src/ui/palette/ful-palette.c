/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The search is that of the document (FulFind), with the names of what the window has: commands, settings, notes. Results come
 * when they are ready, at most 60 rows; those before stay until then. */

#include "config.h"

#include "ful-palette.h"

#include "ful-palette-item.h"
#include "ful-palette-row.h"
#include "ful-palette-used.h"

#include "base/ful-format.h"
#include "base/ful-types.h"
#include "document/ful-document.h"
#include "document/ful-find-link.h"
#include "document/ful-find.h"
#include "find/ful-find-match.h"
#include "find/ful-find-time.h"
#include "widgets/ful-control-name.h"

#include <glib/gi18n.h>

/* px */
#define CARD_WIDTH 740
#define CARD_HEIGHT 604
#define TOP 88
/* Narrower windows have it in full width. */
#define FULL_WIDTH 800

/* Rows of each kind, and of one alone. */
#define FEW 3
#define MANY 60
/* The number of results is announced when nothing was written for so long. */
#define REST_MS 300

/* What a row of the list is about; its row is %G_MAXUINT for all of the kind. */
typedef struct
{
  FulFindKind kind;
  guint       row;
} Place;

struct _FulPalette
{
  GtkWidget     parent_instance;

  GtkWidget    *card;
  GtkWidget    *entry;
  GtkWidget    *count;
  GtkWidget    *scroller;
  GtkWidget    *list;
  GtkWidget    *foot;
  GtkWidget    *probe;        /* a button that says whether actions are enabled */
  GtkWidget    *last_focus;   /* (nullable): weak */
  FulAnalysis  *analysis;     /* (nullable): while it is open */
  FulFind      *find;         /* (nullable): while it is open */
  GPtrArray    *items;        /* (nullable) (element-type FulPaletteItem): likewise */
  FulFindNames *names[FUL_N_FIND_KINDS];   /* (nullable elements): of @items; their rows are places there */
  gint32        only;         /* the kind that all was asked for of, or FUL_NONE */
  gboolean      has_time;
  FulTimeRange  time;         /* that was written, relative ms */
  guint         rest_id;
};

G_DEFINE_FINAL_TYPE (FulPalette, ful_palette, GTK_TYPE_WIDGET)

static void
append_row (FulPalette *self,
            GtkWidget  *row,
            Place       place)
{
  g_object_set_data_full (G_OBJECT (row), "place", g_memdup2 (&place, sizeof place), g_free);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

static void
set_title (GtkListBoxRow *row,
           const char    *title,
           guint          n)
{
  g_autofree char *count = n > 0 ? ful_format_number (n, 0, 0) : g_strdup ("");

  gtk_list_box_row_set_header (row, ful_palette_row_new_title (title, count));
}

/* Headers are those that rows get when they are made. */
static void
keep_header_cb (GtkListBoxRow *row,
                GtkListBoxRow *before,
                gpointer       user_data)
{
  const char *title = g_object_get_data (G_OBJECT (row), "title");

  if (title && gtk_list_box_row_get_header (row) == NULL)
    set_title (row, title, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "n")));
}

/* @n: number of rows of the kind, 0 if that says nothing */
static void
begin_group (GtkWidget  *row,
             const char *title,
             guint       n)
{
  g_object_set_data_full (G_OBJECT (row), "title", g_strdup (title), g_free);
  g_object_set_data (G_OBJECT (row), "n", GUINT_TO_POINTER (n));
}

static const Place *
get_place (GtkListBoxRow *row)
{
  return row ? g_object_get_data (G_OBJECT (row), "place") : NULL;
}

static GtkListBoxRow *
get_row (FulPalette *self,
         int         at)
{
  return gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), at);
}

static void
scroll_to (FulPalette *self,
           GtkWidget  *row)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  GtkWidget *header = gtk_list_box_row_get_header (GTK_LIST_BOX_ROW (row));
  graphene_rect_t bounds;
  double top;

  if (!gtk_widget_compute_bounds (row, self->list, &bounds) || bounds.size.height <= 0)
    return;

  top = bounds.origin.y - (header ? gtk_widget_get_height (header) : 0);
  gtk_adjustment_clamp_page (adjustment, top, bounds.origin.y + bounds.size.height);
}

/* The row is what the field is about. */
static void
select_row (FulPalette    *self,
            GtkListBoxRow *row)
{
  if (row == NULL)
    {
      gtk_accessible_reset_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
      return;
    }

  gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  g_object_get_data (G_OBJECT (row), "spoken"), -1);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT, row, -1);
  scroll_to (self, GTK_WIDGET (row));
}

static void
clear_rows (FulPalette *self)
{
  GtkListBoxRow *row;

  gtk_accessible_reset_relation (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT);
  while ((row = get_row (self, 0)))
    gtk_list_box_remove (GTK_LIST_BOX (self->list), GTK_WIDGET (row));
}

/* Sets the texts of a row of the window. */
static void
describe_item (FulPalette  *self,
               guint        row,
               FulFindLine *line)
{
  const FulPaletteItem *item = g_ptr_array_index (self->items, row);

  line->name = g_strdup (item->name);
  line->place = g_strdup (item->place);
  line->figure = g_strdup (item->figure);
}

static void
describe_time (FulPalette  *self,
               FulFindLine *line)
{
  g_autofree char *start = ful_format_duration (self->time.start);
  g_autofree char *end = ful_format_duration (self->time.end);

  /* Translators: a time, from the start of the recording */
  line->name = self->time.end > self->time.start ? g_strdup_printf (_("Go to %s to %s"), start, end)
                                                 : g_strdup_printf (_("Go to %s"), start);
  line->place = g_strdup ("");
  line->figure = g_strdup ("");
}

static void
add_row (FulPalette         *self,
         const FulFindGroup *group,
         guint               i)
{
  g_auto(FulFindLine) line = { NULL };
  Place place = { group->kind, g_array_index (group->match->hits, FulFindHit, i).row };
  /* Translators: number of a row, of all of its kind, the kind */
  g_autofree char *position = g_strdup_printf (_("%u of %u in %s"), i + 1, group->match->n_found,
                                               ful_find_kind_get_title (group->kind));
  GtkWidget *row;

  if (group->kind == FUL_FIND_VALUES)
    describe_time (self, &line);
  else if (group->kind >= FUL_FIND_NOTES)
    describe_item (self, place.row, &line);
  else
    ful_find_line_init (&line, ful_find_get_catalog (self->find), group->kind, place.row);
  row = ful_palette_row_new (group->kind, &line, ful_find_get_query (self->find), position);
  if (i == 0)
    begin_group (row, ful_find_kind_get_title (group->kind), group->match->n_found);
  append_row (self, row, place);
}

static void
add_rest (FulPalette         *self,
          const FulFindGroup *group)
{
  g_autofree char *count = ful_format_number (group->match->n_found, 0, 0);
  g_autofree char *text = g_strdup_printf (_("Show all %s"), count);
  FulFindLine line = { text, (char *) "", (char *) "" };

  append_row (self, ful_palette_row_new (group->kind, &line, NULL, ful_find_kind_get_title (group->kind)),
              (Place) { group->kind, G_MAXUINT });
}

static GtkListBoxRow *
find_row (FulPalette  *self,
          const Place *place)
{
  GtkListBoxRow *row;

  for (int i = 0; place && (row = get_row (self, i)); i++)
    if (get_place (row)->kind == place->kind && get_place (row)->row == place->row)
      return row;

  return get_row (self, 0);
}

static gboolean
rest_cb (gpointer user_data)
{
  FulPalette *self = user_data;
  const GArray *groups = ful_find_get_groups (self->find);
  guint n = 0;
  g_autofree char *count = NULL, *text = NULL;

  if (ful_find_get_busy (self->find))
    return G_SOURCE_CONTINUE;

  self->rest_id = 0;
  for (guint i = 0; groups && i < groups->len; i++)
    n += g_array_index (groups, FulFindGroup, i).match->n_found;
  count = ful_format_number (n, 0, 0);
  text = n > 0 ? g_strdup_printf (ngettext ("%s found", "%s found", n), count) : g_strdup (_("Nothing found"));
  gtk_label_set_text (GTK_LABEL (self->count), *gtk_editable_get_text (GTK_EDITABLE (self->entry)) ? text : "");

  return G_SOURCE_REMOVE;
}

static void
fill (FulPalette *self)
{
  const GArray *groups = ful_find_get_groups (self->find);
  const Place *selected = get_place (gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list)));
  g_autofree Place *kept = selected ? g_memdup2 (selected, sizeof *selected) : NULL;

  if (groups == NULL || *gtk_editable_get_text (GTK_EDITABLE (self->entry)) == '\0')
    return;

  clear_rows (self);
  for (guint i = 0; i < groups->len; i++)
    {
      const FulFindGroup *group = &g_array_index (groups, FulFindGroup, i);

      for (guint k = 0; k < group->match->hits->len; k++)
        add_row (self, group, k);
      if (group->match->hits->len < group->match->n_found && group->match->hits->len <= FEW)
        add_rest (self, group);
    }
  select_row (self, find_row (self, self->only == FUL_NONE ? NULL : kept));
}

/* Of what was used last, then what the panel offers. */
static void
fill_start (FulPalette *self)
{
  gboolean has_any = FALSE;

  clear_rows (self);
  gtk_label_set_text (GTK_LABEL (self->count), "");
  for (guint rank = 5; rank > 0; rank--)
    for (guint i = 0; i < self->items->len; i++)
      {
        const FulPaletteItem *item = g_ptr_array_index (self->items, i);
        g_auto(FulFindLine) line = { NULL };
        GtkWidget *row;

        if (ful_palette_used_get_rank (item) != rank)
          continue;
        describe_item (self, i, &line);
        row = ful_palette_row_new (item->kind, &line, NULL, _("Last Used"));
        if (!has_any)
          begin_group (row, _("Last Used"), 0);
        has_any = TRUE;
        append_row (self, row, (Place) { item->kind, i });
      }
  has_any = FALSE;
  for (guint i = 0; i < self->items->len; i++)
    {
      const FulPaletteItem *item = g_ptr_array_index (self->items, i);
      g_auto(FulFindLine) line = { NULL };
      GtkWidget *row;

      if (!item->is_of_panel || ful_palette_used_get_rank (item) > 0)
        continue;
      describe_item (self, i, &line);
      row = ful_palette_row_new (item->kind, &line, NULL, ful_find_kind_get_title (item->kind));
      if (!has_any)
        begin_group (row, ful_find_kind_get_title (FUL_FIND_COMMANDS), 0);
      has_any = TRUE;
      append_row (self, row, (Place) { item->kind, i });
    }
  select_row (self, get_row (self, 0));
}

/* A time that was written is a name, too. */
static void
read_time (FulPalette *self,
           const char *text)
{
  FulDocument *document = self->analysis ? ful_analysis_get_document (self->analysis) : NULL;

  g_clear_pointer (&self->names[FUL_FIND_VALUES], ful_find_names_unref);
  self->has_time = document && ful_document_get_profile (document)->has_times && ful_find_time_parse (text, &self->time);
  if (!self->has_time)
    return;

  self->names[FUL_FIND_VALUES] = ful_find_names_new ();
  ful_find_names_add (self->names[FUL_FIND_VALUES], text, 0, 0);
}

static void
search (FulPalette *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  g_autoptr(FulFindQuery) query = NULL;

  if (self->find == NULL)
    return;

  g_clear_handle_id (&self->rest_id, g_source_remove);
  if (*text == '\0')
    {
      fill_start (self);
      return;
    }

  query = ful_find_query_new (text);
  read_time (self, query->rest);
  ful_find_search_for (self->find, text, self->only, self->names, query->kind != FUL_NONE || self->only != FUL_NONE ? MANY : FEW);
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
    Place       place,
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
  const Place *place = get_place (row);
  FulDocument *document = self->analysis ? ful_analysis_get_document (self->analysis) : NULL;
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
  else if (place->kind >= FUL_FIND_NOTES)
    do_item (self, g_ptr_array_index (self->items, place->row));
  else
    go (self, *place, with_time);
}

static void
move_by (FulPalette *self,
         int         n)
{
  GtkListBoxRow *selected = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list)), *last = get_row (self, 0), *row;
  int at = selected ? gtk_list_box_row_get_index (selected) + n : 0;

  row = get_row (self, MAX (at, 0));
  for (int i = 0; row == NULL && get_row (self, i); i++)
    last = get_row (self, i);
  select_row (self, row ? row : last);
}

/* To the first row of the kind after or before. */
static void
move_to_kind (FulPalette *self,
              int         step)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));
  int at = row ? gtk_list_box_row_get_index (row) : 0, n = 0;

  while (get_row (self, n))
    n++;
  for (int i = 1; i <= n; i++)
    {
      row = get_row (self, ((at + step * i) % n + n) % n);
      if (g_object_get_data (G_OBJECT (row), "title"))
        {
          select_row (self, row);
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
  gtk_list_box_set_header_func (GTK_LIST_BOX (self->list), keep_header_cb, NULL, NULL);
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
  g_signal_connect_object (self->find, "changed", G_CALLBACK (fill), self, G_CONNECT_SWAPPED);
  self->items = items;
  name_items (self);
  gtk_widget_set_visible (self->foot, gtk_widget_get_width (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self)))) >= FULL_WIDTH);
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
  g_signal_handlers_disconnect_by_func (self->find, fill, self);
  g_clear_object (&self->find);
  g_clear_object (&self->analysis);
  clear_rows (self);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  focus = self->last_focus;
  gtk_widget_hide (GTK_WIDGET (self));
  if (focus && gtk_widget_get_mapped (focus))
    gtk_widget_grab_focus (focus);
  g_clear_weak_pointer (&self->last_focus);
}
