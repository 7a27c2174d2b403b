/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Filled again for every result: a few dozen labels. ful-details-bar-marker.c finds the selected marker;
 * ful-details-bar-actions.c has what buttons and links do. */

#include "config.h"

#include "ful-details-bar-private.h"

#include "ful-details-marker.h"
#include "ful-details-node.h"
#include "ful-details-overview.h"
#include "ful-details-profile.h"
#include "ful-details-rows.h"
#include "ful-details-story.h"

#include "document/insight/ful-insight.h"
#include "viewtext/ful-panel-ids.h"
#include "widgets/ful-em.h"

#include <glib/gi18n.h>

#define WIDTH 22.6   /* em */

G_DEFINE_FINAL_TYPE (FulDetailsBar, ful_details_bar, GTK_TYPE_WIDGET)

static void update (FulDetailsBar *self);

static gboolean
update_cb (gpointer user_data)
{
  FulDetailsBar *self = user_data;

  self->update_id = 0;
  update (self);

  return G_SOURCE_REMOVE;
}

static void
stop_waiting (FulDetailsBar *self)
{
  if (self->frame_clock)
    g_signal_handler_disconnect (self->frame_clock, self->painted_id);
  g_clear_object (&self->frame_clock);
}

static void
painted_cb (FulDetailsBar *self)
{
  stop_waiting (self);
  self->update_id = g_idle_add_full (G_PRIORITY_LOW, update_cb, self, NULL);
}

/* After the tree has been painted: laying out both would take more than a frame. */
void
ful_details_bar_queue_update (FulDetailsBar *self)
{
  if (self->update_id != 0 || self->frame_clock || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  self->frame_clock = g_object_ref (gtk_widget_get_frame_clock (GTK_WIDGET (self)));
  self->painted_id = g_signal_connect_swapped (self->frame_clock, "after-paint", G_CALLBACK (painted_cb), self);
  gdk_frame_clock_request_phase (self->frame_clock, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT);
}

/* Rebuilding the rows removes the focused button; the same one gets the focus again. */
static char *
get_focused (FulDetailsBar *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));

  return focus && GTK_IS_BUTTON (focus) && gtk_widget_is_ancestor (focus, GTK_WIDGET (self))
           ? g_strdup (gtk_widget_get_tooltip_text (focus))
           : NULL;
}

static gboolean
focus_button (GtkWidget  *widget,
              const char *tooltip)
{
  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_widget_get_tooltip_text (widget), tooltip) == 0 &&
      gtk_widget_grab_focus (widget))
    return TRUE;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    if (focus_button (child, tooltip))
      return TRUE;

  return FALSE;
}

/* Of a row that went GTK gives the focus to what it finds, and warns if that is a text. */
static void
keep_focus (FulDetailsBar *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = gtk_root_get_focus (root);

  if (focus == NULL || !gtk_widget_is_ancestor (focus, GTK_WIDGET (root)))
    gtk_root_set_focus (root, self->scroller);
}

/* Whether the panel shows the selected call node, which a search or a range may exclude. */
static gboolean
has_node (FulDetailsBar *self)
{
  FulCallTree *tree = ful_analysis_get_tree (self->analysis);
  FulCallNodeIndex node = ful_analysis_get_node (self->analysis);

  return tree && node != FUL_NONE && ful_call_tree_get_total (tree, node) != 0 &&
         ful_view_state_has_node (ful_document_get_view_state (ful_analysis_get_document (self->analysis)));
}

static gboolean
shows_overview (FulDetailsBar *self)
{
  return g_strcmp0 (ful_document_get_view_state (ful_analysis_get_document (self->analysis))->panel, FUL_PANEL_OVERVIEW) == 0;
}

static FulDetailsSubject
find_subject (FulDetailsBar *self)
{
  if (shows_overview (self))
    return FUL_DETAILS_OVERVIEW;
  if (self->context)
    return FUL_DETAILS_MARKER;
  if (!self->shows_markers (ful_document_get_view_state (ful_analysis_get_document (self->analysis))->panel) &&
      has_node (self))
    return FUL_DETAILS_NODE;

  return FUL_DETAILS_PROFILE;
}

static void
fill (FulDetailsBar     *self,
      FulDetailsSubject  subject)
{
  FulDocument *document = ful_analysis_get_document (self->analysis);
  GtkWidget *box = self->boxes[subject];
  FulFigures figures;

  g_clear_pointer (&self->filled_tree, ful_call_tree_unref);
  switch (subject)
    {
    case FUL_DETAILS_MARKER:
      ful_details_fill_marker (box, self->list, self->marker, self->context, ful_document_get_root_range (document).start);
      break;
    case FUL_DETAILS_NODE:
      self->filled_tree = ful_call_tree_ref (ful_analysis_get_tree (self->analysis));
      figures = ful_figures_of_tree (self->filled_tree, ful_document_get_samples_as_times (document));
      ful_details_fill_node (box, ful_analysis_get_thread (self->analysis), ful_analysis_get_tree (self->analysis),
                             ful_analysis_get_node (self->analysis), ful_analysis_get_breakdown (self->analysis),
                             ful_node_when_get_times (self->when), ful_node_when_get_busy (self->when), &figures);
      break;
    case FUL_DETAILS_OVERVIEW:
      ful_details_fill_overview (box, document, ful_insight_get_overview (ful_insight_of (self->analysis)));
      break;
    case FUL_DETAILS_PROFILE:
    case FUL_N_DETAILS_SUBJECTS:
    default:
      ful_details_fill_profile (box, document, self->shows_markers (ful_document_get_view_state (document)->panel)
                                                 ? _("Select a marker to see its fields.")
                                                 : _("Select a function to see its cost."));
    }
}

static gboolean
has_preview (FulDetailsBar *self)
{
  return ful_document_get_options (ful_analysis_get_document (self->analysis))->has_preview;
}

/* What nobody sees is not computed. The overview is of the committed range itself. */
static void
activate_jobs (FulDetailsBar *self)
{
  gboolean is_mapped = gtk_widget_get_mapped (GTK_WIDGET (self));

  ful_story_teller_set_active (self->teller, is_mapped && (has_preview (self) || !shows_overview (self)));
  ful_node_when_set_active (self->when, is_mapped && find_subject (self) == FUL_DETAILS_NODE);
}

static void
fill_story (FulDetailsBar     *self,
            FulDetailsSubject  subject)
{
  const FulStory *story;

  ful_story_teller_set_marker (self->teller, subject == FUL_DETAILS_MARKER ? (gint32) self->marker : FUL_NONE);
  story = ful_story_teller_get_story (self->teller);
  gtk_widget_set_visible (self->story_box, story != NULL);
  if (story == NULL)
    return;

  ful_details_begin (self->story_box);
  ful_details_fill_story (self->story_box, story);
  ful_details_end (self->story_box);
  /* Moving it would lay out the side bar again. */
  if (has_preview (self) != (gtk_widget_get_first_child (self->column) == self->story_box))
    gtk_box_reorder_child_after (GTK_BOX (self->column), self->story_box, has_preview (self) ? NULL : GTK_WIDGET (self->stack));
}

static void
update (FulDetailsBar *self)
{
  g_autofree char *focused = NULL;
  gboolean had_focus;
  FulDetailsSubject subject;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  ful_details_bar_follow_marker (self);
  if (self->job)
    return;

  had_focus = gtk_widget_get_focus_child (GTK_WIDGET (self)) != NULL;
  focused = get_focused (self);
  subject = find_subject (self);
  activate_jobs (self);
  ful_details_begin (self->boxes[subject]);
  fill (self, subject);
  ful_details_end (self->boxes[subject]);
  fill_story (self, subject);
  if (gtk_stack_get_visible_child (self->stack) != self->boxes[subject])
    {
      gtk_stack_set_visible_child (self->stack, self->boxes[subject]);
      gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller)), 0);
    }
  if (focused)
    focus_button (self->boxes[subject], focused);
  if (had_focus)
    keep_focus (self);
}

/* For call nodes, the analysis emits "changed". */
static void
state_changed_cb (FulDetailsBar *self)
{
  FulViewState *state = ful_document_get_view_state (ful_analysis_get_document (self->analysis));

  activate_jobs (self);
  if (self->shows_markers (state->panel) || self->state)
    ful_details_bar_queue_update (self);
}

/* As wide for every text: what is beside it has the axis of time. */
static void
ful_details_bar_root (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ful_details_bar_parent_class)->root (widget);
  gtk_widget_set_size_request (FUL_DETAILS_BAR (widget)->scroller, ful_em (widget, WIDTH), -1);
}

static void
ful_details_bar_css_changed (GtkWidget         *widget,
                             GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (ful_details_bar_parent_class)->css_changed (widget, change);
  if (gtk_widget_get_root (widget))
    gtk_widget_set_size_request (FUL_DETAILS_BAR (widget)->scroller, ful_em (widget, WIDTH), -1);
}

static void
ful_details_bar_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ful_details_bar_parent_class)->map (widget);
  ful_details_bar_queue_update (FUL_DETAILS_BAR (widget));
}

static void
ful_details_bar_unmap (GtkWidget *widget)
{
  FulDetailsBar *self = FUL_DETAILS_BAR (widget);

  stop_waiting (self);
  g_clear_handle_id (&self->update_id, g_source_remove);
  g_clear_pointer (&self->filled_tree, ful_call_tree_unref);
  GTK_WIDGET_CLASS (ful_details_bar_parent_class)->unmap (widget);
  activate_jobs (self);
}

static void
ful_details_bar_dispose (GObject *object)
{
  FulDetailsBar *self = FUL_DETAILS_BAR (object);

  stop_waiting (self);
  g_clear_handle_id (&self->update_id, g_source_remove);
  ful_details_bar_forget_marker (self);
  g_clear_pointer (&self->filled_tree, ful_call_tree_unref);
  g_clear_pointer (&self->wanted, g_array_unref);
  g_clear_object (&self->teller);
  g_clear_object (&self->when);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->analysis);

  G_OBJECT_CLASS (ful_details_bar_parent_class)->dispose (object);
}

static void
ful_details_bar_class_init (FulDetailsBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_details_bar_dispose;
  widget_class->root = ful_details_bar_root;
  widget_class->css_changed = ful_details_bar_css_changed;
  widget_class->map = ful_details_bar_map;
  widget_class->unmap = ful_details_bar_unmap;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "detailsbar");
  ful_details_bar_install_actions (widget_class);
}

static void
ful_details_bar_init (FulDetailsBar *self)
{
  self->scroller = gtk_scrolled_window_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scroller), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Details"), -1);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_set_vhomogeneous (self->stack, FALSE);
  for (guint i = 0; i < FUL_N_DETAILS_SUBJECTS; i++)
    {
      self->boxes[i] = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
      gtk_widget_add_css_class (self->boxes[i], "details");
      gtk_stack_add_child (self->stack, self->boxes[i]);
    }
  self->story_box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_add_css_class (self->story_box, "details");
  gtk_widget_set_visible (self->story_box, FALSE);
  self->column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->column), GTK_WIDGET (self->stack));
  gtk_box_append (GTK_BOX (self->column), self->story_box);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->column);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Details"), -1);
}

/**
 * ful_details_bar_set_analysis:
 * @analysis: the analysis to show; once
 * @shows_markers: whether a panel, by its ID, shows markers and not call nodes
 */
void
ful_details_bar_set_analysis (FulDetailsBar *self,
                              FulAnalysis   *analysis,
                              gboolean     (*shows_markers) (const char *panel))
{
  g_return_if_fail (FUL_IS_DETAILS_BAR (self));

  self->analysis = g_object_ref (analysis);
  self->shows_markers = shows_markers;
  self->teller = ful_story_teller_new (analysis);
  self->when = ful_node_when_new (analysis);
  g_signal_connect_object (self->when, "changed", G_CALLBACK (ful_details_bar_queue_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->teller, "changed", G_CALLBACK (ful_details_bar_queue_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (analysis, "changed", G_CALLBACK (ful_details_bar_queue_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (analysis, "changed", G_CALLBACK (ful_details_bar_select_wanted), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (ful_insight_of (analysis), "changed", G_CALLBACK (ful_details_bar_queue_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (ful_analysis_get_document (analysis), "notify::view-state", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (ful_analysis_get_document (analysis), "notify::samples-as-times",
                           G_CALLBACK (ful_details_bar_queue_update), self, G_CONNECT_SWAPPED);
}

/**
 * ful_details_bar_get_busy:
 *
 * Returns: whether newer results are about to be shown
 */
gboolean
ful_details_bar_get_busy (FulDetailsBar *self)
{
  return self->frame_clock || self->update_id != 0 || self->job != NULL || ful_story_teller_get_busy (self->teller) ||
         ful_node_when_get_busy (self->when);
}
