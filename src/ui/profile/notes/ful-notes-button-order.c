/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The order of notes: by a drag of the number of a row, which moves the row at once and the note at its end; by Alt+Up and
 * Alt+Down, which also cross the end of the tour; and by Delete, which takes a note out of the tour, and then away. */

#include "config.h"

#include "ful-notes-button-private.h"

#define NUMBER "note-number"   /* of a row: the number of its note, + 1 */

static void
move (FulNotesButton *self,
      guint           at,
      guint           to,
      gboolean        left_out)
{
  const FulNote *note = ful_notes_button_get_note (self, at);

  /* The rows are filled before it is known where the note is. */
  if (note->left_out != left_out)
    to = left_out ? MAX (to, ful_notes_count_steps (ful_notes_get_all (self->notes)) - 1)
                  : MIN (to, ful_notes_count_steps (ful_notes_get_all (self->notes)));
  self->focused = to;
  ful_notes_move (self->notes, at, to, left_out);
}

static void
up_action (GtkWidget  *widget,
           const char *action,
           GVariant   *parameter)
{
  FulNotesButton *self = FUL_NOTES_BUTTON (widget);
  guint at = g_variant_get_uint32 (parameter);
  guint n_steps = ful_notes_count_steps (ful_notes_get_all (self->notes));

  if (at == n_steps)
    move (self, at, at, FALSE);
  else if (at > 0)
    move (self, at, at - 1, at > n_steps);
}

static void
down_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  FulNotesButton *self = FUL_NOTES_BUTTON (widget);
  guint at = g_variant_get_uint32 (parameter);
  guint n_steps = ful_notes_count_steps (ful_notes_get_all (self->notes));

  if (at + 1 == n_steps)
    move (self, at, at, TRUE);
  else if (at + 1 < ful_notes_get_all (self->notes)->len)
    move (self, at, at + 1, at >= n_steps);
}

static void
leave_out_action (GtkWidget  *widget,
                  const char *action,
                  GVariant   *parameter)
{
  FulNotesButton *self = FUL_NOTES_BUTTON (widget);

  move (self, g_variant_get_uint32 (parameter), 0, TRUE);
}

static void
take_in_action (GtkWidget  *widget,
                const char *action,
                GVariant   *parameter)
{
  FulNotesButton *self = FUL_NOTES_BUTTON (widget);

  move (self, g_variant_get_uint32 (parameter), ful_notes_count_steps (ful_notes_get_all (self->notes)), FALSE);
}

static void
undo_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  FulNotesButton *self = FUL_NOTES_BUTTON (widget);

  self->focused = 0;
  ful_notes_undo (self->notes);
}

void
ful_notes_button_class_add_order_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "notes.up", "u", up_action);
  gtk_widget_class_install_action (widget_class, "notes.down", "u", down_action);
  gtk_widget_class_install_action (widget_class, "notes.leave-out", "u", leave_out_action);
  gtk_widget_class_install_action (widget_class, "notes.take-in", "u", take_in_action);
  gtk_widget_class_install_action (widget_class, "notes.undo", NULL, undo_action);
}

/* Without a number a key is for the list as a whole. */
static void
add_key (GtkEventController *keys,
         guint               keyval,
         GdkModifierType     modifiers,
         const char         *action,
         GVariant           *number)
{
  GtkShortcut *shortcut = gtk_shortcut_new (gtk_keyval_trigger_new (keyval, modifiers), gtk_named_action_new (action));

  gtk_shortcut_set_arguments (shortcut, number);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys), shortcut);
}

void
ful_notes_button_add_row_keys (FulNotesButton *self,
                               GtkWidget      *row,
                               guint           at)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();
  g_autoptr(GVariant) number = g_variant_ref_sink (g_variant_new_uint32 (at));

  add_key (keys, GDK_KEY_Up, GDK_ALT_MASK, "notes.up", number);
  add_key (keys, GDK_KEY_Down, GDK_ALT_MASK, "notes.down", number);
  add_key (keys, GDK_KEY_Delete, 0, ful_notes_button_get_note (self, at)->left_out ? "notes.remove" : "notes.leave-out", number);
  add_key (keys, GDK_KEY_z, GDK_CONTROL_MASK, "notes.undo", NULL);
  gtk_widget_add_controller (row, keys);
}

/* The child of the list that is last above a height, without @row; the title if none is. */
static GtkWidget *
find_above (FulNotesButton *self,
            GtkWidget      *row,
            double          y)
{
  GtkWidget *above = gtk_widget_get_first_child (self->list);

  for (GtkWidget *child = above; child; child = gtk_widget_get_next_sibling (child))
    {
      graphene_rect_t bounds;

      if (child != row && gtk_widget_compute_bounds (child, self->list, &bounds) &&
          graphene_rect_get_y (&bounds) + graphene_rect_get_height (&bounds) / 2 < y)
        above = child;
    }

  return above;
}

static void
drag_update_cb (GtkGestureDrag *gesture,
                double          x,
                double          y,
                FulNotesButton *self)
{
  GtkWidget *handle = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  GtkWidget *row = gtk_widget_get_parent (handle), *above;
  double start_x, start_y, list_x, list_y;

  gtk_gesture_drag_get_start_point (gesture, &start_x, &start_y);
  if (!gtk_widget_translate_coordinates (handle, self->list, start_x + x, start_y + y, &list_x, &list_y))
    return;

  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  above = find_above (self, row, list_y);
  if (gtk_widget_get_prev_sibling (row) != above)
    gtk_box_reorder_child_after (GTK_BOX (self->list), row, above);
}

static void
drag_end_cb (GtkGestureDrag *gesture,
             double          x,
             double          y,
             FulNotesButton *self)
{
  GtkWidget *row = gtk_widget_get_parent (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture)));
  guint at = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), NUMBER)) - 1, to = 0;
  gboolean left_out = FALSE;

  for (GtkWidget *child = gtk_widget_get_first_child (self->list); child != row; child = gtk_widget_get_next_sibling (child))
    {
      to += g_object_get_data (G_OBJECT (child), NUMBER) != NULL;
      left_out |= child == self->rest;
    }
  if (to != at || left_out != ful_notes_button_get_note (self, at)->left_out)
    move (self, at, to, left_out);
}

/* Returns: (transfer floating): the number of a step, by which it is dragged */
GtkWidget *
ful_notes_button_create_handle (FulNotesButton *self,
                                GtkWidget      *row,
                                guint           at)
{
  g_autofree char *number = ful_notes_button_get_note (self, at)->left_out ? g_strdup ("–") : g_strdup_printf ("%u", at + 1);
  GtkWidget *handle = gtk_label_new (number);
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_object_set_data (G_OBJECT (row), NUMBER, GUINT_TO_POINTER (at + 1));
  gtk_widget_add_css_class (handle, "note-handle");
  gtk_widget_add_css_class (handle, "numeric");
  gtk_widget_add_css_class (handle, "dim-label");
  gtk_widget_set_cursor_from_name (handle, "grab");
  g_signal_connect_object (drag, "drag-update", G_CALLBACK (drag_update_cb), self, 0);
  g_signal_connect_object (drag, "drag-end", G_CALLBACK (drag_end_cb), self, 0);
  gtk_widget_add_controller (handle, GTK_EVENT_CONTROLLER (drag));

  return handle;
}
