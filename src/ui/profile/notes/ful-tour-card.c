/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Visible while there is a tour. The focus is on its buttons, so that a screen reader is there; a step moves it from a
 * button that can no longer be pressed. */

#include "config.h"

#include "ful-tour-card.h"

#include "base/ful-format.h"
#include "document/notes/ful-note-text.h"
#include "widgets/ful-control-name.h"
#include "widgets/ful-em.h"
#include "widgets/ful-layout-end.h"

#include <glib/gi18n.h>

/* em */
#define WIDTH 50
#define MARGIN 2
#define LEAST_LINE 30   /* with less the buttons are below the title */

/* Rows of a step are in place after that time. */
#define SETTLE_MS 300

struct _FulTourCard
{
  GtkWidget  parent_instance;

  GtkWidget *over;       /* (unowned): the parent */
  FulTour   *tour;       /* (nullable) */
  GtkWidget *box;
  GtkWidget *head;       /* title and buttons */
  GtkWidget *title;
  GtkWidget *text;
  GtkWidget *missing;
  GtkWidget *back;
  GtkWidget *next;
  GtkWidget *end;
  guint      settle_id;
  char      *link;       /* (nullable): to be followed */
  guint      follow_id;
  gboolean   is_narrow;
  gboolean   is_moved;   /* by the user, to @x, @y of the parent */
  int        x;
  int        y;
};

G_DEFINE_FINAL_TYPE (FulTourCard, ful_tour_card, GTK_TYPE_WIDGET)

enum
{
  CLOSED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* Returns: (nullable): a row on screen that is selected */
static GtkWidget *
find_selected_row (GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget))
    return NULL;
  if (g_str_equal (gtk_widget_get_css_name (widget), "row") && GTK_IS_LIST_VIEW (gtk_widget_get_parent (widget)))
    return gtk_widget_get_state_flags (widget) & GTK_STATE_FLAG_SELECTED ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *row = find_selected_row (child);

      if (row)
        return row;
    }

  return NULL;
}

static gboolean
covers_selection (FulTourCard         *self,
                  const GdkRectangle  *place)
{
  GtkWidget *row = find_selected_row (gtk_overlay_get_child (GTK_OVERLAY (self->over)));
  graphene_rect_t bounds;

  return row && gtk_widget_compute_bounds (row, self->over, &bounds) &&
         graphene_rect_get_y (&bounds) < (float) (place->y + place->height) &&
         graphene_rect_get_y (&bounds) + graphene_rect_get_height (&bounds) > (float) place->y;
}

/* "get-child-position" of the parent */
static gboolean
place_cb (FulTourCard  *self,
          GtkWidget    *child,
          GdkRectangle *place)
{
  int width = gtk_widget_get_width (self->over), height = gtk_widget_get_height (self->over);
  int margin = ful_em (self->over, MARGIN), least;

  if (child != GTK_WIDGET (self))
    return FALSE;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  place->width = MAX (MIN (ful_em (self->over, WIDTH), width - 2 * margin), least);
  if (self->is_narrow != (place->width < ful_em (self->over, LEAST_LINE)))
    {
      self->is_narrow = !self->is_narrow;
      ful_layout_end_queue (child);
    }
  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, place->width, &place->height, NULL, NULL, NULL);
  place->x = (width - place->width) / 2;
  place->y = height - margin - place->height;
  if (self->is_moved)
    {
      place->x = CLAMP (self->x, 0, MAX (width - place->width, 0));
      place->y = CLAMP (self->y, 0, MAX (height - place->height, 0));
    }
  else if (covers_selection (self, place))
    place->y = margin;
  self->x = place->x;
  self->y = place->y;

  return TRUE;
}

/* When the card has got its place. */
static void
apply_width (GtkWidget *widget)
{
  FulTourCard *self = FUL_TOUR_CARD (widget);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->head), self->is_narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
}

static gboolean
settled_cb (gpointer data)
{
  FulTourCard *self = data;

  self->settle_id = 0;
  gtk_widget_queue_allocate (self->over);

  return G_SOURCE_REMOVE;
}

static void
drag_update_cb (FulTourCard    *self,
                double          x,
                double          y,
                GtkGestureDrag *gesture)
{
  if (!self->is_moved && !gtk_drag_check_threshold (GTK_WIDGET (self), 0, 0, (int) x, (int) y))
    return;

  /* Offsets are from where the card is now. */
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  self->is_moved = TRUE;
  self->x += (int) x;
  self->y += (int) y;
  gtk_widget_queue_allocate (self->over);
}

static void
keep_focus (FulTourCard *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));

  if (focus && gtk_widget_is_ancestor (focus, GTK_WIDGET (self)) && gtk_widget_is_sensitive (focus))
    return;

  gtk_widget_grab_focus (gtk_widget_is_sensitive (self->next) ? self->next : self->end);
}

static void
show_step (FulTourCard   *self,
           const FulNote *note)
{
  guint step = ful_tour_get_step (self->tour), n_steps = ful_tour_get_n_steps (self->tour);
  g_autofree char *name = ful_format_label (note->name, "");
  g_autofree char *visible = ful_format_label (note->text, "\n");
  g_autofree char *markup = ful_note_text_to_markup (visible, FUL_NOTE_MARKUP_PANGO, n_steps);
  g_autofree char *title = g_strdup_printf (_("%u of %u · %s"), step + 1, n_steps, name);

  gtk_label_set_text (GTK_LABEL (self->title), title);
  gtk_label_set_markup (GTK_LABEL (self->text), markup);
  gtk_widget_set_visible (self->text, *visible != '\0');
  gtk_widget_set_visible (self->missing, !ful_tour_is_whole (self->tour));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, gtk_label_get_text (GTK_LABEL (self->text)), -1);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tour.back", step > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tour.next", step + 1 < n_steps);
}

static gboolean
follow_cb (gpointer data)
{
  FulTourCard *self = data;
  g_autofree char *link = g_steal_pointer (&self->link);
  g_autoptr(GError) error = NULL;

  self->follow_id = 0;
  if (ful_tour_get_note (self->tour) && !ful_tour_follow (self->tour, link, &error))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", error->message);

  return G_SOURCE_REMOVE;
}

/* Later: another text would take the label the gesture that is at it. */
static gboolean
activate_link_cb (FulTourCard *self,
                  const char  *link)
{
  g_free (self->link);
  self->link = g_strdup (link);
  if (self->follow_id == 0)
    self->follow_id = g_idle_add (follow_cb, self);

  return TRUE;
}

static void
tour_changed_cb (FulTourCard *self)
{
  const FulNote *note = ful_tour_get_note (self->tour);
  gboolean was_visible = gtk_widget_get_visible (GTK_WIDGET (self));

  g_clear_handle_id (&self->settle_id, g_source_remove);
  gtk_widget_set_visible (GTK_WIDGET (self), note != NULL);
  if (note == NULL)
    {
      if (was_visible)
        g_signal_emit (self, signals[CLOSED], 0);
      return;
    }

  if (!was_visible)
    self->is_moved = FALSE;
  show_step (self, note);
  keep_focus (self);
  self->settle_id = g_timeout_add (SETTLE_MS, settled_cb, self);
}

static void
back_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  FulTour *tour = FUL_TOUR_CARD (widget)->tour;

  ful_tour_go (tour, MAX (ful_tour_get_step (tour), 1) - 1);
}

static void
next_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  FulTour *tour = FUL_TOUR_CARD (widget)->tour;

  ful_tour_go (tour, ful_tour_get_step (tour) + 1);
}

static void
end_action (GtkWidget  *widget,
            const char *action,
            GVariant   *parameter)
{
  ful_tour_end (FUL_TOUR_CARD (widget)->tour);
}

static void
ful_tour_card_measure (GtkWidget      *widget,
                       GtkOrientation  orientation,
                       int             for_size,
                       int            *minimum,
                       int            *natural,
                       int            *minimum_baseline,
                       int            *natural_baseline)
{
  gtk_widget_measure (FUL_TOUR_CARD (widget)->box, orientation, for_size, minimum, natural, NULL, NULL);
}

static void
ful_tour_card_size_allocate (GtkWidget *widget,
                             int        width,
                             int        height,
                             int        baseline)
{
  gtk_widget_size_allocate (FUL_TOUR_CARD (widget)->box, &(GtkAllocation) { 0, 0, width, height }, baseline);
}

static GtkSizeRequestMode
ful_tour_card_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ful_tour_card_dispose (GObject *object)
{
  FulTourCard *self = FUL_TOUR_CARD (object);

  g_clear_handle_id (&self->settle_id, g_source_remove);
  g_clear_handle_id (&self->follow_id, g_source_remove);
  g_clear_pointer (&self->link, g_free);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->tour);

  G_OBJECT_CLASS (ful_tour_card_parent_class)->dispose (object);
}

static void
ful_tour_card_class_init (FulTourCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_tour_card_dispose;
  widget_class->measure = ful_tour_card_measure;
  widget_class->size_allocate = ful_tour_card_size_allocate;
  widget_class->get_request_mode = ful_tour_card_get_request_mode;

  signals[CLOSED] = g_signal_new ("closed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_css_name (widget_class, "tourcard");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_install_action (widget_class, "tour.back", NULL, back_action);
  gtk_widget_class_install_action (widget_class, "tour.next", NULL, next_action);
  gtk_widget_class_install_action (widget_class, "tour.end", NULL, end_action);
}

static GtkWidget *
add_label (GtkWidget  *box,
           const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);

  return label;
}

static GtkWidget *
add_button (GtkWidget  *box,
            const char *label,
            const char *action)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  ful_control_name_by_labels (button);
  gtk_box_append (GTK_BOX (box), button);

  return button;
}

static void
ful_tour_card_init (FulTourCard *self)
{
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkGesture *drag = gtk_gesture_drag_new ();

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  self->title = add_label (self->head, "tour-title");
  gtk_widget_set_hexpand (self->title, TRUE);
  self->back = add_button (buttons, _("_Back"), "tour.back");
  self->next = add_button (buttons, _("_Next"), "tour.next");
  gtk_widget_add_css_class (self->next, "suggested-action");
  self->end = add_button (buttons, _("_End"), "tour.end");
  gtk_widget_set_halign (buttons, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (self->head), buttons);
  gtk_box_append (GTK_BOX (self->box), self->head);
  self->text = add_label (self->box, NULL);
  g_signal_connect_swapped (self->text, "activate-link", G_CALLBACK (activate_link_cb), self);
  self->missing = add_label (self->box, "warning");
  gtk_label_set_text (GTK_LABEL (self->missing), _("Not all of this is in the file; what is nearest is shown."));
  gtk_label_set_text (GTK_LABEL (add_label (self->box, "tour-keys")), _("← → step · Esc ends, and the view before the tour comes back"));
  gtk_widget_hide (GTK_WIDGET (self));
  ful_layout_end_install (GTK_WIDGET (self), apply_width);

  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

/**
 * ful_tour_card_new:
 * @over: gets the card as a child over it
 *
 * Returns: (transfer none): the card
 */
GtkWidget *
ful_tour_card_new (GtkOverlay *over)
{
  FulTourCard *self = g_object_new (FUL_TYPE_TOUR_CARD, NULL);

  self->over = GTK_WIDGET (over);
  g_signal_connect_object (over, "get-child-position", G_CALLBACK (place_cb), self, G_CONNECT_SWAPPED);
  gtk_overlay_add_overlay (over, GTK_WIDGET (self));

  return GTK_WIDGET (self);
}

/**
 * ful_tour_card_set_tour:
 * @tour: a tour; once
 */
void
ful_tour_card_set_tour (FulTourCard *self,
                        FulTour     *tour)
{
  g_return_if_fail (FUL_IS_TOUR_CARD (self));

  self->tour = g_object_ref (tour);
  g_signal_connect_object (tour, "changed", G_CALLBACK (tour_changed_cb), self, G_CONNECT_SWAPPED);
}

/**
 * ful_tour_card_handle_key:
 * @keyval: a key without modifiers
 *
 * Returns: whether there is a tour, and it is one of its keys; then it is done
 */
gboolean
ful_tour_card_handle_key (FulTourCard *self,
                          guint        keyval)
{
  gboolean is_rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;

  g_return_val_if_fail (FUL_IS_TOUR_CARD (self), FALSE);

  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    return FALSE;

  switch (keyval)
    {
    case GDK_KEY_Left:
    case GDK_KEY_Right:
      gtk_widget_activate_action (GTK_WIDGET (self), (keyval == GDK_KEY_Left) != is_rtl ? "tour.back" : "tour.next", NULL);
      return TRUE;
    case GDK_KEY_Page_Up:
      gtk_widget_activate_action (GTK_WIDGET (self), "tour.back", NULL);
      return TRUE;
    case GDK_KEY_Page_Down:
      gtk_widget_activate_action (GTK_WIDGET (self), "tour.next", NULL);
      return TRUE;
    case GDK_KEY_Home:
      ful_tour_go (self->tour, 0);
      return TRUE;
    case GDK_KEY_End:
      ful_tour_go (self->tour, G_MAXUINT);
      return TRUE;
    case GDK_KEY_Escape:
      ful_tour_end (self->tour);
      return TRUE;
    default:
      return FALSE;
    }
}
