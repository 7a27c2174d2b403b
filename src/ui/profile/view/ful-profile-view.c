/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Combines the widgets of a document, and handles the keys that are the same
 * everywhere in it. */

#include "config.h"

#include "ful-profile-view-private.h"

#include "document/insight/ful-insight.h"
#include "document/view/ful-view-state.h"
#include "profile/ful-pane-cycle.h"
#include "profile/ful-panels.h"
#include "viewtext/ful-panel-ids.h"
#include "widgets/ful-em.h"
#include "widgets/ful-tooltip-layer.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>

G_DEFINE_FINAL_TYPE (FulProfileView, ful_profile_view, GTK_TYPE_WIDGET)

gboolean
ful_profile_view_has_panel (FulProfileView *self,
                            const FulPanel *panel)
{
  return !panel->needs_times || ful_document_get_profile (self->document)->has_times;
}

static void
add_panels (FulProfileView *self)
{
  guint n_panels;
  const FulPanel * const *panels = ful_panels_list (&n_panels);

  for (guint i = 0; i < n_panels; i++)
    if (ful_profile_view_has_panel (self, panels[i]))
      ful_panel_stack_add (self->panels, adw_bin_new (), panels[i]->id, g_dgettext (NULL, panels[i]->title),
                           panels[i]->icon_name);
  ful_panel_stack_set_end (self->panels, self->panel_end);
}

/**
 * ful_profile_view_get_panel:
 *
 * Panels are created when they are shown for the first time.
 *
 * Returns: (transfer none): the visible panel
 */
GtkWidget *
ful_profile_view_get_panel (FulProfileView *self)
{
  AdwBin *bin = ADW_BIN (ful_panel_stack_get_visible (self->panels));
  const char *id = ful_panel_stack_get_visible_id (self->panels);
  guint n_panels;
  const FulPanel * const *panels = ful_panels_list (&n_panels);

  for (guint i = 0; i < n_panels && !adw_bin_get_child (bin); i++)
    if (g_str_equal (panels[i]->id, id))
      adw_bin_set_child (bin, panels[i]->create (self->analysis, self->settings));

  return adw_bin_get_child (bin);
}

static void
source_closed_cb (FulProfileView *self)
{
  gtk_widget_grab_focus (ful_profile_view_get_panel (self));
}

static void
state_changed_cb (FulProfileView *self)
{
  FulViewState *state = ful_document_get_view_state (self->document);

  ful_profile_view_update_actions (self);
  if (state->panel)
    ful_panel_stack_set_visible_id (self->panels, state->panel);
}

/* What a profile opens with, if its view does not say. Returns: (transfer full): ID of a panel */
static char *
dup_first_panel (FulProfileView *self)
{
  g_autofree char *setting = self->settings ? g_settings_get_string (self->settings, "open-with") : NULL;

  if (g_strcmp0 (setting, "last") == 0)
    return g_settings_get_string (self->settings, "last-panel");

  return g_strdup (g_strcmp0 (setting, "overview") == 0 ? FUL_PANEL_OVERVIEW : FUL_PANEL_CALL_TREE);
}

/* A panel that had the focus passes it to the next one. */
static void
panel_changed_cb (FulProfileView *self)
{
  ful_profile_view_get_panel (self);   /* made now, wherever the focus is */
  ful_profile_view_pass_focus (self);
  ful_document_set_panel (self->document, ful_panel_stack_get_visible_id (self->panels));
  if (self->settings)
    g_settings_set_string (self->settings, "last-panel", ful_panel_stack_get_visible_id (self->panels));
}

static void
profile_changed_cb (FulProfileView *self)
{
  ful_problems_chip_set_log (self->problems_chip, ful_document_get_profile (self->document)->log);
  ful_profile_view_update_profile_actions (self);
}

/* Of a profile that grows the busiest thread is shown, until the user does something with it. */
static gboolean
keep_threads_cb (FulProfileView *self,
                 GdkEvent       *event)
{
  FulDerivedThread *thread = ful_analysis_get_thread (self->analysis);
  GdkEventType type = gdk_event_get_event_type (event);

  if (thread && thread->threads->n_samples > 0 && (type == GDK_BUTTON_PRESS || type == GDK_KEY_PRESS))
    ful_document_keep_threads (self->document, thread->threads->threads, thread->threads->n_threads);

  return GDK_EVENT_PROPAGATE;
}

/* Keys of a tour are for it wherever the focus is, but in a text. */
static gboolean
tour_key_cb (FulProfileView *self,
             guint           keyval,
             guint           keycode,
             GdkModifierType modifiers)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));

  return !GTK_IS_TEXT (focus) && (modifiers & gtk_accelerator_get_default_mod_mask ()) == 0 &&
         ful_tour_card_handle_key (self->card, keyval);
}

static void
show_notes (FulProfileView *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  ful_notes_button_set_profile (self->notes_button, self->analysis, self->file, self->tour_bar);
  self->card = FUL_TOUR_CARD (ful_tour_card_new (self->over));
  ful_tour_card_set_tour (self->card, ful_notes_button_get_tour (self->notes_button));
  g_signal_connect_object (self->card, "closed", G_CALLBACK (ful_profile_view_take_focus), self, G_CONNECT_SWAPPED);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (tour_key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

static void
follow_person (FulProfileView *self)
{
  self->follower = gtk_event_controller_legacy_new ();
  gtk_event_controller_set_propagation_phase (self->follower, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (self->follower, "event", G_CALLBACK (keep_threads_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), self->follower);
  gtk_widget_set_visible (GTK_WIDGET (self->notes_button), self->file != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->notes_button), FALSE);
}

static gboolean
first_panel_cb (gpointer user_data)
{
  FulProfileView *self = user_data;

  self->panel_id = 0;
  ful_profile_view_get_panel (self);
  ful_profile_view_start_symbols (self);

  return G_SOURCE_REMOVE;
}

/* The first frame is for the time line, the second one for the frame of a panel. */
static gboolean
first_frames_cb (GtkWidget     *widget,
                 GdkFrameClock *frame_clock,
                 gpointer       user_data)
{
  FulProfileView *self = FUL_PROFILE_VIEW (widget);

  if (++self->n_frames < 2)
    return G_SOURCE_CONTINUE;

  adw_bin_set_child (self->lower, GTK_WIDGET (self->split));
  /* After the rows of tracks, in a separate iteration of the main loop. */
  self->panel_id = g_idle_add_full (G_PRIORITY_DEFAULT_IDLE + 1, first_panel_cb, self, NULL);

  return G_SOURCE_REMOVE;
}

static gboolean
cycle_panes_cb (GtkWidget *widget,
                GVariant  *step,
                gpointer   user_data)
{
  FulProfileView *self = FUL_PROFILE_VIEW (widget);
  GtkWidget *panes[4] = { GTK_WIDGET (self->timeline), ful_profile_view_get_panel (self) };
  guint n_panes = 2;

  if (ful_source_split_get_pane (self->split))
    panes[n_panes++] = GTK_WIDGET (ful_source_split_get_pane (self->split));
  if (adw_flap_get_reveal_flap (self->flap))
    panes[n_panes++] = GTK_WIDGET (self->details);
  ful_pane_cycle (panes, n_panes, g_variant_get_int32 (step));

  return GDK_EVENT_STOP;
}

/* GTK passes the focus of a widget that goes to a divider, which takes Esc for itself. */
static gboolean
escape_cb (GtkWidget *widget,
           GVariant  *arguments,
           gpointer   user_data)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (widget));

  return GTK_IS_PANED (focus) && gtk_widget_activate_action (widget, "view.clear-preview", NULL);
}

/* Before GtkPaned, which handles F6 and Esc itself. */
static void
add_pane_keys (FulProfileView *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new_with_arguments (gtk_keyval_trigger_new (GDK_KEY_F6, 0),
                                                                         gtk_callback_action_new (cycle_panes_cb, NULL, NULL),
                                                                         "i", 1));
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new_with_arguments (gtk_keyval_trigger_new (GDK_KEY_F6, GDK_SHIFT_MASK),
                                                                         gtk_callback_action_new (cycle_panes_cb, NULL, NULL),
                                                                         "i", -1));
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                                                          gtk_callback_action_new (escape_cb, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

/* The first frame has the layout of the window's width, without an animation to it. */
static void
ful_profile_view_root (GtkWidget *widget)
{
  FulProfileView *self = FUL_PROFILE_VIEW (widget);
  int width;

  GTK_WIDGET_CLASS (ful_profile_view_parent_class)->root (widget);
  width = gtk_widget_get_width (GTK_WIDGET (gtk_widget_get_root (widget)));
  if (width > 0 && !ful_em_is_wide (widget, width))
    ful_profile_view_set_wide (self, FALSE, TRUE);
}

static GtkSizeRequestMode
ful_profile_view_get_request_mode (GtkWidget *widget)
{
  return gtk_widget_get_request_mode (gtk_widget_get_first_child (widget));
}

static void
ful_profile_view_measure (GtkWidget      *widget,
                          GtkOrientation  orientation,
                          int             for_size,
                          int            *minimum,
                          int            *natural,
                          int            *minimum_baseline,
                          int            *natural_baseline)
{
  gtk_widget_measure (gtk_widget_get_first_child (widget), orientation, for_size, minimum, natural, NULL, NULL);
  /* It follows once it is allocated so. */
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = MIN (*minimum, ful_em (widget, FUL_EM_LEAST_WIDTH));
}

/* In a narrow window the details are an overlay. */
static void
ful_profile_view_size_allocate (GtkWidget *widget,
                                int        width,
                                int        height,
                                int        baseline)
{
  FulProfileView *self = FUL_PROFILE_VIEW (widget);
  GtkWidget *child = gtk_widget_get_first_child (widget);
  int least;

  ful_profile_view_set_wide (self, ful_em_is_wide (widget, width), FALSE);
  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_size_allocate (child, &(GtkAllocation) { 0, 0, MAX (width, least), height }, baseline);
}

static void
ful_profile_view_dispose (GObject *object)
{
  FulProfileView *self = FUL_PROFILE_VIEW (object);
  GtkWidget *child;

  ful_profile_view_end_layout (self);
  g_clear_handle_id (&self->panel_id, g_source_remove);

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);

  g_clear_object (&self->split);
  ful_profile_view_remove_actions (self);
  g_clear_object (&self->symbolicator);
  g_clear_pointer (&self->undo_toast, ful_undo_toast_free);
  g_clear_object (&self->analysis);
  g_clear_object (&self->document);
  g_clear_object (&self->file);
  g_clear_pointer (&self->member, g_free);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (ful_profile_view_parent_class)->dispose (object);
}

static void
ful_profile_view_class_init (FulProfileViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_profile_view_dispose;
  widget_class->get_request_mode = ful_profile_view_get_request_mode;
  widget_class->root = ful_profile_view_root;
  widget_class->measure = ful_profile_view_measure;
  widget_class->size_allocate = ful_profile_view_size_allocate;

  g_type_ensure (FUL_TYPE_CATEGORY_LEGEND);
  g_type_ensure (FUL_TYPE_PROBLEMS_CHIP);
  g_type_ensure (FUL_TYPE_NAMES_CHIP);
  g_type_ensure (FUL_TYPE_NOTES_BUTTON);
  g_type_ensure (FUL_TYPE_RANGE_BAR);
  g_type_ensure (FUL_TYPE_SAVE_BAR);
  g_type_ensure (FUL_TYPE_JOB_BAR);
  g_type_ensure (FUL_TYPE_TIMELINE);
  g_type_ensure (FUL_TYPE_TOOLTIP_LAYER);
  g_type_ensure (FUL_TYPE_DETAILS_BAR);
  g_type_ensure (FUL_TYPE_PANEL_STACK);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/fulgens/Fulgens/ful-profile-view.ui");
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, problems_chip);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, save_bar);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, tour_bar);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, names_chip);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, range_bar);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, paned);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, timeline);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, lower);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, legend);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, over);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, flap);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, panel_end);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, details_button);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, notes_button);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, panels);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, details);



  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, 0, "view.commit-preview", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_BackSpace, 0, "view.pop-range", NULL);
}

static void
ful_profile_view_init (FulProfileView *self)
{
  GtkEventController *shortcuts = gtk_shortcut_controller_new ();

  self->is_wide = TRUE;

  ful_profile_view_add_actions (self);
  gtk_widget_init_template (GTK_WIDGET (self));
  ful_tooltip_describe (self->details_button, _("Details (F9)"));

  /* Wherever the focus is in the window, unless something there uses the key. */
  gtk_shortcut_controller_set_scope (GTK_SHORTCUT_CONTROLLER (shortcuts), GTK_SHORTCUT_SCOPE_GLOBAL);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (shortcuts),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                                                          gtk_named_action_new ("view.clear-preview")));
  gtk_widget_add_controller (GTK_WIDGET (self), shortcuts);
  add_pane_keys (self);
}

/* A profile keeps what was said of its functions; another snapshot gets what is said now. */
static void
own_code_changed_cb (FulProfileView *self)
{
  ful_document_take_profile (self->document, ful_profile_new_copy (ful_document_get_profile (self->document)));
}

static gboolean
is_whole_file (FulProfileView *self)
{
  return self->file && !ful_document_get_profile (self->document)->grows;
}

/**
 * ful_profile_view_begin_file:
 * @self: a view of a file of which only a part was there
 *
 * Notes and symbols begin, now that the profile does not grow any more.
 */
void
ful_profile_view_begin_file (FulProfileView *self)
{
  if (self->follower == NULL)
    return;

  gtk_widget_remove_controller (GTK_WIDGET (self), g_steal_pointer (&self->follower));
  gtk_widget_set_sensitive (GTK_WIDGET (self->notes_button), TRUE);
  show_notes (self);
  ful_profile_view_find_symbols (self);
}

/**
 * ful_profile_view_new:
 * @document: the document
 * @file: (nullable): file of the profile; without it, or while that is being read, there are no notes, and symbols are not
 *   looked up at once
 * @member: (nullable): path of the profile in @file, an archive
 * @settings: (nullable): stores the layout; without it the call tree is the first panel
 *
 * Returns: (transfer floating): the view
 */
FulProfileView *
ful_profile_view_new (FulDocument *document,
                      GFile       *file,
                      const char  *member,
                      GSettings   *settings)
{
  FulProfileView *self = g_object_new (FUL_TYPE_PROFILE_VIEW, NULL);
  g_autofree char *first_panel = NULL;

  self->document = g_object_ref (document);
  self->analysis = ful_analysis_new (document);
  self->undo_toast = ful_undo_toast_new (GTK_WIDGET (self), self->analysis);
  g_set_object (&self->settings, settings);
  g_set_object (&self->file, file);
  self->member = g_strdup (member);

  self->split = g_object_ref_sink (ful_source_split_new (GTK_WIDGET (self->panels), self->analysis, file, settings));
  g_signal_connect_object (self->split, "closed", G_CALLBACK (source_closed_cb), self, G_CONNECT_SWAPPED);
  if (is_whole_file (self))
    ful_profile_view_find_symbols (self);
  g_signal_connect_object (document, "notify::profile", G_CALLBACK (profile_changed_cb), self, G_CONNECT_SWAPPED);
  profile_changed_cb (self);
  ful_range_bar_set_document (self->range_bar, document);
  ful_timeline_set_analysis (self->timeline, self->analysis);
  g_signal_connect_object (ful_insight_of (self->analysis), "show-counter", G_CALLBACK (ful_timeline_show_counter), self->timeline,
                           G_CONNECT_SWAPPED);
  ful_details_bar_set_analysis (self->details, self->analysis, ful_panel_shows_markers);
  ful_category_legend_set_analysis (self->legend, self->analysis);
  if (is_whole_file (self))
    show_notes (self);
  else
    follow_person (self);
  add_panels (self);
  first_panel = dup_first_panel (self);
  ful_panel_stack_set_visible_id (self->panels, ful_document_get_view_state (document)->panel
                                                  ? ful_document_get_view_state (document)->panel : first_panel);
  ful_document_set_panel (document, ful_panel_stack_get_visible_id (self->panels));
  gtk_widget_add_tick_callback (GTK_WIDGET (self), first_frames_cb, NULL, NULL);
  g_signal_connect_object (self->panels, "notify::visible-id", G_CALLBACK (panel_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "notify::view-state", G_CALLBACK (state_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "notify::notes", G_CALLBACK (ful_profile_view_update_actions), self, G_CONNECT_SWAPPED);
  state_changed_cb (self);
  ful_profile_view_begin_layout (self);
  if (settings)
    {
      g_settings_bind (settings, "samples-as-times", document, "samples-as-times", G_SETTINGS_BIND_DEFAULT);
      g_signal_connect_object (settings, "changed::own-code", G_CALLBACK (own_code_changed_cb), self, G_CONNECT_SWAPPED);
    }

  return self;
}

/**
 * ful_profile_view_get_save_bar:
 *
 * Returns: (transfer none): what saves the profile
 */
FulSaveBar *
ful_profile_view_get_save_bar (FulProfileView *self)
{
  return self->save_bar;
}

/**
 * ful_profile_view_get_actions:
 *
 * Returns: (transfer none): the actions "view", for a window that shows the view
 */
GActionGroup *
ful_profile_view_get_actions (FulProfileView *self)
{
  return G_ACTION_GROUP (self->actions);
}

/**
 * ful_profile_view_get_document:
 *
 * Returns: (transfer none): the document
 */
FulDocument *
ful_profile_view_get_document (FulProfileView *self)
{
  g_return_val_if_fail (FUL_IS_PROFILE_VIEW (self), NULL);

  return self->document;
}

/**
 * ful_profile_view_get_analysis:
 *
 * Returns: (transfer none): the results for the document
 */
FulAnalysis *
ful_profile_view_get_analysis (FulProfileView *self)
{
  g_return_val_if_fail (FUL_IS_PROFILE_VIEW (self), NULL);

  return self->analysis;
}

/**
 * ful_profile_view_is_settled:
 *
 * Returns: whether all that is on screen belongs to the document's state
 */
gboolean
ful_profile_view_is_settled (FulProfileView *self)
{
  FulSourcePane *source;
  gboolean busy;

  g_return_val_if_fail (FUL_IS_PROFILE_VIEW (self), FALSE);

  if (self->n_frames < 2 || self->panel_id != 0 || ful_profile_view_expects_symbols (self))
    return FALSE;

  g_object_get (ful_profile_view_get_panel (self), "busy", &busy, NULL);
  source = ful_source_split_get_pane (self->split);

  return !busy && !ful_analysis_get_busy (self->analysis) && !ful_timeline_get_busy (self->timeline) &&
         !ful_details_bar_get_busy (self->details) && !(source && ful_source_pane_get_busy (source));
}

/**
 * ful_profile_view_drop_panel:
 *
 * Destroys one of the panels that are not on screen; it is created again when it is
 * shown.
 *
 * Returns: whether there was one
 */
gboolean
ful_profile_view_drop_panel (FulProfileView *self)
{
  GtkWidget *visible;

  g_return_val_if_fail (FUL_IS_PROFILE_VIEW (self), FALSE);

  visible = ful_panel_stack_get_visible (self->panels);
  for (GtkWidget *bin = gtk_widget_get_first_child (gtk_widget_get_parent (visible)); bin;
       bin = gtk_widget_get_next_sibling (bin))
    if (bin != visible && adw_bin_get_child (ADW_BIN (bin)))
      {
        adw_bin_set_child (ADW_BIN (bin), NULL);
        return TRUE;
      }

  return FALSE;
}
