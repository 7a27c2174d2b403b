/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Combines the widgets of a document, and handles the keys that are the same
 * everywhere in it. */

#include "config.h"

#include "ful-profile-view.h"
#include "ful-problems-chip.h"
#include "document/ful-document-history.h"
#include "symbols/ful-names-chip.h"
#include "ful-notes-button.h"
#include "ful-pane-cycle.h"
#include "ful-panels.h"
#include "ful-range-bar.h"
#include "ful-save-bar.h"
#include "ful-selection-dialog.h"
#include "ful-source-split.h"
#include "symbols/ful-symbols-window.h"

#include "details/ful-details-bar.h"
#include "document/ful-analysis.h"
#include "document/ful-view-text.h"
#include "panels/ful-category-legend.h"
#include "panels/ful-panel-stack.h"
#include "symbols/ful-symbolicator.h"
#include "tracks/ful-timeline.h"
#include "widgets/ful-em.h"
#include "widgets/ful-tooltip-layer.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>

/* Of the height of time line and panel; and px before there are tracks. */
#define TIMELINE_SHARE 0.29
#define FIRST_HEIGHT 280

/* em: of the narrowest window. */
#define LEAST_WIDTH 24

struct _FulProfileView
{
  GtkWidget        parent_instance;

  FulDocument     *document;
  FulAnalysis     *analysis;
  FulSymbolicator *symbolicator;      /* (nullable) */
  gboolean         has_started_symbols;
  GFile           *file;       /* (nullable) */
  GSettings       *settings;   /* (nullable) */
  int              fitted;     /* height of the time line, if it was not the user who set it */
  int              fitted_to;  /* height of both parts then */
  guint            fit_id;

  FulProblemsChip *problems_chip;
  FulSaveBar      *save_bar;
  FulNamesChip    *names_chip;
  FulRangeBar     *range_bar;
  GtkPaned        *paned;
  FulTimeline     *timeline;
  FulCategoryLegend *legend;
  AdwBin          *lower;           /* holds @split from the second frame on */
  FulSourceSplit  *split;           /* holds @panels */
  AdwFlap         *flap;
  gboolean         is_wide;      /* its details are next to the panel */
  gboolean         shows_details;   /* while it is wide */
  guint            fold_id;
  GtkWidget       *panel_end;
  GtkWidget       *details_button;
  FulNotesButton  *notes_button;
  FulPanelStack   *panels;
  FulDetailsBar   *details;
  guint            n_frames;        /* until there is a panel */
  guint            panel_id;        /* idle source before there is a panel */
};

G_DEFINE_FINAL_TYPE (FulProfileView, ful_profile_view, GTK_TYPE_WIDGET)

static gboolean
has_panel (FulProfileView *self,
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
    if (has_panel (self, panels[i]))
      ful_panel_stack_add (self->panels, adw_bin_new (), panels[i]->id, g_dgettext (NULL, panels[i]->title),
                           panels[i]->icon_name);
  ful_panel_stack_set_end (self->panels, self->panel_end);
}

/* The visible panel. Panels are created when they are shown for the first time. */
static GtkWidget *
get_panel (FulProfileView *self)
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

/* The time line has a share of the height in whole tracks; few tracks need less than the user set for
 * many. */
static gboolean
fit_cb (gpointer user_data)
{
  FulProfileView *self = user_data;
  int set = self->settings ? g_settings_get_int (self->settings, "timeline-height") : 0;
  int height = gtk_widget_get_height (GTK_WIDGET (self->paned));

  self->fit_id = 0;
  if (height > 0 && self->fitted != 0)
    {
      self->fitted_to = height;
      self->fitted = ful_timeline_fit (self->timeline, (int) (set ? G_MAXINT / 2 : height * TIMELINE_SHARE));
      if (set)
        self->fitted = MIN (self->fitted, set);
      gtk_paned_set_position (self->paned, self->fitted);
    }

  return G_SOURCE_REMOVE;
}

static void
queue_fit (FulProfileView *self)
{
  if (self->fit_id == 0)
    self->fit_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fit_cb, self, NULL);
}

/* A divider that moves in a window of the same height is moved by the user. */
static void
divider_moved_cb (FulProfileView *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->paned));

  if (height != self->fitted_to)
    queue_fit (self);
  else if (self->fit_id == 0 && gtk_paned_get_position (self->paned) != self->fitted)
    self->fitted = 0;
}

static void
commit_preview_action (GtkWidget  *widget,
                       const char *action,
                       GVariant   *parameter)
{
  ful_document_commit_preview (FUL_PROFILE_VIEW (widget)->document);
}

static void
pop_range_action (GtkWidget  *widget,
                  const char *action,
                  GVariant   *parameter)
{
  FulProfileView *self = FUL_PROFILE_VIEW (widget);
  FulViewState *state = ful_document_get_view_state (self->document);

  if (state->options->has_preview)
    ful_document_set_preview (self->document, NULL);
  else if (ful_document_get_zoom (self->document))
    ful_document_set_zoom (self->document, NULL);
  else if (state->n_ranges > 0)
    ful_document_pop_ranges (self->document, state->n_ranges - 1);
}

static void
clear_preview_action (GtkWidget  *widget,
                      const char *action,
                      GVariant   *parameter)
{
  FulProfileView *self = FUL_PROFILE_VIEW (widget);

  if (!ful_document_get_options (self->document)->has_preview)
    ful_source_split_close (self->split);
  ful_document_set_preview (self->document, NULL);
}

static void
undo_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  ful_document_undo (FUL_PROFILE_VIEW (widget)->document);
}

static void
redo_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  ful_document_redo (FUL_PROFILE_VIEW (widget)->document);
}

static void
back_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  ful_document_go_back (FUL_PROFILE_VIEW (widget)->document);
}

static void
forward_action (GtkWidget  *widget,
                const char *action,
                GVariant   *parameter)
{
  ful_document_go_forward (FUL_PROFILE_VIEW (widget)->document);
}

static void
copy_view_action (GtkWidget  *widget,
                  const char *action,
                  GVariant   *parameter)
{
  FulProfileView *self = FUL_PROFILE_VIEW (widget);
  g_auto(FulTransformReader) reader = { NULL };
  g_autofree char *text = NULL;

  ful_transform_reader_init (&reader, ful_document_get_profile (self->document),
                             ful_analysis_get_cache (self->analysis));
  text = ful_view_state_to_text (ful_document_get_view_state (self->document), &reader);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
save_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  FulProfileView *self = FUL_PROFILE_VIEW (widget);
  FulDerivedThread *thread = ful_analysis_get_thread (self->analysis);

  ful_save_bar_ask (self->save_bar, ful_document_get_profile (self->document),
                    thread ? ful_strategy_get_sample_type (thread->strategy) : NULL, self->file);
}

static void
save_selection_action (GtkWidget  *widget,
                       const char *action,
                       GVariant   *parameter)
{
  FulProfileView *self = FUL_PROFILE_VIEW (widget);
  FulDerivedThread *thread = ful_analysis_get_thread (self->analysis);
  FulSelection shown = { FALSE };

  shown.threads = ful_timeline_list_shown (self->timeline, &shown.counters);
  ful_selection_dialog_present (self->save_bar, self->document, &shown,
                                thread ? ful_strategy_get_sample_type (thread->strategy) : NULL, self->file);
  ful_selection_clear (&shown);
}

static void
export_picture_action (GtkWidget  *widget,
                       const char *action,
                       GVariant   *parameter)
{
  gtk_widget_activate_action (get_panel (FUL_PROFILE_VIEW (widget)), "chart.export-picture", NULL);
}

static void
source_closed_cb (FulProfileView *self)
{
  gtk_widget_grab_focus (get_panel (self));
}

static void
show_source_action (GtkWidget  *widget,
                    const char *action,
                    GVariant   *parameter)
{
  FulProfileView *self = FUL_PROFILE_VIEW (widget);

  ful_source_split_show (self->split, g_variant_get_int32 (parameter), self->symbolicator);
}

static void
copy_markers_action (GtkWidget  *widget,
                     const char *action,
                     GVariant   *parameter)
{
  gtk_widget_activate_action_variant (get_panel (FUL_PROFILE_VIEW (widget)), "marker.copy-all", parameter);
}

static void
export_notes_action (GtkWidget  *widget,
                     const char *action,
                     GVariant   *parameter)
{
  gtk_widget_activate_action (GTK_WIDGET (FUL_PROFILE_VIEW (widget)->notes_button), "notes.export", NULL);
}

static void
state_changed_cb (FulProfileView *self)
{
  FulViewState *state = ful_document_get_view_state (self->document);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "view.undo", ful_document_get_undo (self->document) != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "view.redo", ful_document_get_redo (self->document) != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "view.back", ful_document_can_go_back (self->document));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "view.forward", ful_document_can_go_forward (self->document));
  if (state->panel)
    ful_panel_stack_set_visible_id (self->panels, state->panel);
}

/* A panel that had the focus passes it to the next one. */
static void
panel_changed_cb (FulProfileView *self)
{
  GtkWidget *panel = get_panel (self);
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));

  if (!focus || !gtk_widget_get_mapped (focus) || gtk_widget_is_ancestor (GTK_WIDGET (self->panels), focus))
    gtk_widget_grab_focus (panel);
  ful_document_set_panel (self->document, ful_panel_stack_get_visible_id (self->panels));
}

/* After the first picture of a panel. */
static void
start_symbols (FulProfileView *self)
{
  FulDerivedThread *thread = ful_analysis_get_thread (self->analysis);

  if (!self->symbolicator || self->has_started_symbols || self->n_frames < 2 || self->panel_id != 0 ||
      (!thread && !ful_analysis_get_error (self->analysis)))
    return;

  self->has_started_symbols = TRUE;
  ful_symbols_window_set_servers (self->symbolicator, self->settings);
  ful_symbolicator_start (self->symbolicator, thread ? thread->threads->threads : NULL,
                          thread ? thread->threads->n_threads : 0, FALSE);
}

/* The user looks on: a snapshot replaces the profile. */
static void
snapshot_cb (FulProfileView *self,
             FulProfile     *snapshot)
{
  ful_document_take_profile (self->document, g_object_ref (snapshot));
}

static void
profile_changed_cb (FulProfileView *self)
{
  ful_problems_chip_set_log (self->problems_chip, ful_document_get_profile (self->document)->log);
}

/* Of a capture that runs the busiest thread is shown, until the user does something with it. */
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

static void
follow_person (FulProfileView *self)
{
  GtkEventController *controller = gtk_event_controller_legacy_new ();

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (controller, "event", G_CALLBACK (keep_threads_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
  gtk_widget_hide (GTK_WIDGET (self->notes_button));
}

static void
create_symbolicator (FulProfileView *self)
{
  g_autofree char *path = self->file ? g_file_get_path (self->file) : NULL;

  self->symbolicator = ful_symbolicator_new (ful_document_get_profile (self->document), path);
  g_signal_connect_object (self->symbolicator, "snapshot", G_CALLBACK (snapshot_cb), self, G_CONNECT_SWAPPED);
}

/* Only if the profile says that it has no symbols (symbols.md 3). */
static void
prepare_symbols (FulProfileView *self)
{
  FulProfile *profile = ful_document_get_profile (self->document);

  if (profile->symbolicated != 0 || !ful_symbolicator_is_supported (profile))
    return;

  create_symbolicator (self);
  g_signal_connect_object (self->analysis, "changed", G_CALLBACK (start_symbols), self, G_CONNECT_SWAPPED);
}

/* Of a profile that has symbols nothing is looked up before the user says so. */
static void
symbols_action (GtkWidget  *widget,
                const char *action,
                GVariant   *parameter)
{
  FulProfileView *self = FUL_PROFILE_VIEW (widget);

  if (!ful_symbolicator_is_supported (ful_document_get_profile (self->document)))
    return;

  if (self->symbolicator == NULL)
    {
      create_symbolicator (self);
      self->has_started_symbols = TRUE;
      ful_names_chip_set_document (self->names_chip, self->document, self->symbolicator);
      ful_symbolicator_list (self->symbolicator);
    }
  ful_symbols_window_present (GTK_WINDOW (gtk_widget_get_root (widget)), self->symbolicator, self->settings);
}

static gboolean
first_panel_cb (gpointer user_data)
{
  FulProfileView *self = user_data;

  self->panel_id = 0;
  get_panel (self);
  start_symbols (self);

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

static void
pin_note_action (GtkWidget  *widget,
                 const char *action,
                 GVariant   *parameter)
{
  GtkWidget *notes = GTK_WIDGET (FUL_PROFILE_VIEW (widget)->notes_button);

  /* It is in the window from the second frame on. */
  if (gtk_widget_get_mapped (notes))
    gtk_widget_activate_action (notes, "notes.pin", NULL);
  else
    gtk_widget_error_bell (widget);
}

static void
show_panel_action (GtkWidget  *widget,
                   const char *action,
                   GVariant   *parameter)
{
  FulProfileView *self = FUL_PROFILE_VIEW (widget);
  guint n_panels;
  const FulPanel * const *panels = ful_panels_list (&n_panels);
  guint at = g_variant_get_uint32 (parameter);

  if (at < n_panels && has_panel (self, panels[at]))
    ful_document_set_panel (self->document, panels[at]->id);
}

static gboolean
cycle_panes_cb (GtkWidget *widget,
                GVariant  *step,
                gpointer   user_data)
{
  FulProfileView *self = FUL_PROFILE_VIEW (widget);
  GtkWidget *panes[4] = { GTK_WIDGET (self->timeline), get_panel (self) };
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

/* The overlay of a narrow window begins closed, and the setting is not about it. AdwFlap cannot change in the middle
 * of an allocation. */
static gboolean
fold_cb (gpointer user_data)
{
  FulProfileView *self = user_data;

  self->fold_id = 0;
  adw_flap_set_fold_policy (self->flap, self->is_wide ? ADW_FLAP_FOLD_POLICY_NEVER : ADW_FLAP_FOLD_POLICY_ALWAYS);
  adw_flap_set_reveal_flap (self->flap, self->is_wide && self->shows_details);

  return G_SOURCE_REMOVE;
}

static void
details_revealed_cb (FulProfileView *self)
{
  if (adw_flap_get_fold_policy (self->flap) != ADW_FLAP_FOLD_POLICY_NEVER)
    return;

  self->shows_details = adw_flap_get_reveal_flap (self->flap);
  if (self->settings && g_settings_get_boolean (self->settings, "show-details") != self->shows_details)
    g_settings_set_boolean (self->settings, "show-details", self->shows_details);
}

static void
details_setting_cb (FulProfileView *self)
{
  self->shows_details = g_settings_get_boolean (self->settings, "show-details");
  if (adw_flap_get_fold_policy (self->flap) == ADW_FLAP_FOLD_POLICY_NEVER)
    adw_flap_set_reveal_flap (self->flap, self->shows_details);
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
    {
      self->is_wide = FALSE;
      fold_cb (self);
    }
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
    *minimum = MIN (*minimum, ful_em (widget, LEAST_WIDTH));
}

/* In a narrow window the details are an overlay. */
static void
ful_profile_view_size_allocate (GtkWidget *widget,
                                int        width,
                                int        height,
                                int        baseline)
{
  FulProfileView *self = FUL_PROFILE_VIEW (widget);
  gboolean is_wide = ful_em_is_wide (widget, width);
  GtkWidget *child = gtk_widget_get_first_child (widget);
  int least;

  if (is_wide != self->is_wide)
    {
      self->is_wide = is_wide;
      if (self->fold_id == 0)
        self->fold_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fold_cb, self, NULL);
    }

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_size_allocate (child, &(GtkAllocation) { 0, 0, MAX (width, least), height }, baseline);
}

static void
ful_profile_view_dispose (GObject *object)
{
  FulProfileView *self = FUL_PROFILE_VIEW (object);
  GtkWidget *child;

  g_clear_handle_id (&self->fold_id, g_source_remove);

  if (self->settings && self->paned && self->fitted == 0)
    g_settings_set_int (self->settings, "timeline-height",
                        CLAMP (gtk_paned_get_position (self->paned), 100, 4000));
  if (self->paned)
    g_signal_handlers_disconnect_by_data (self->paned, self);
  self->paned = NULL;
  g_clear_handle_id (&self->panel_id, g_source_remove);
  g_clear_handle_id (&self->fit_id, g_source_remove);

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);

  g_clear_object (&self->split);
  g_clear_object (&self->symbolicator);
  g_clear_object (&self->analysis);
  g_clear_object (&self->document);
  g_clear_object (&self->file);
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
  g_type_ensure (FUL_TYPE_TIMELINE);
  g_type_ensure (FUL_TYPE_TOOLTIP_LAYER);
  g_type_ensure (FUL_TYPE_DETAILS_BAR);
  g_type_ensure (FUL_TYPE_PANEL_STACK);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/fulgens/Fulgens/ful-profile-view.ui");
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, problems_chip);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, save_bar);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, names_chip);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, range_bar);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, paned);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, timeline);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, lower);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, legend);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, flap);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, panel_end);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, details_button);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, notes_button);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, panels);
  gtk_widget_class_bind_template_child (widget_class, FulProfileView, details);

  gtk_widget_class_install_action (widget_class, "view.commit-preview", NULL, commit_preview_action);
  gtk_widget_class_install_action (widget_class, "view.pop-range", NULL, pop_range_action);
  gtk_widget_class_install_action (widget_class, "view.clear-preview", NULL, clear_preview_action);

  gtk_widget_class_install_action (widget_class, "view.undo", NULL, undo_action);
  gtk_widget_class_install_action (widget_class, "view.redo", NULL, redo_action);
  gtk_widget_class_install_action (widget_class, "view.back", NULL, back_action);
  gtk_widget_class_install_action (widget_class, "view.forward", NULL, forward_action);
  gtk_widget_class_install_action (widget_class, "view.save", NULL, save_action);
  gtk_widget_class_install_action (widget_class, "view.save-selection", NULL, save_selection_action);
  gtk_widget_class_install_action (widget_class, "view.export-picture", NULL, export_picture_action);
  gtk_widget_class_install_action (widget_class, "view.copy-markers", "s", copy_markers_action);
  gtk_widget_class_install_action (widget_class, "view.export-notes", NULL, export_notes_action);
  gtk_widget_class_install_action (widget_class, "view.symbols", NULL, symbols_action);
  gtk_widget_class_install_action (widget_class, "view.copy", NULL, copy_view_action);
  gtk_widget_class_install_action (widget_class, "view.pin-note", NULL, pin_note_action);
  gtk_widget_class_install_action (widget_class, "view.show-panel", "u", show_panel_action);
  gtk_widget_class_install_action (widget_class, "view.show-source", "i", show_source_action);

  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, 0, "view.commit-preview", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_BackSpace, 0, "view.pop-range", NULL);
}

static void
ful_profile_view_init (FulProfileView *self)
{
  GtkEventController *shortcuts = gtk_shortcut_controller_new ();

  self->is_wide = TRUE;

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

/**
 * ful_profile_view_new:
 * @document: the document
 * @file: (nullable): file of the profile; without it there are no notes, and symbols are not looked up at once
 * @settings: (nullable): stores the layout
 *
 * Returns: (transfer floating): the view
 */
FulProfileView *
ful_profile_view_new (FulDocument *document,
                      GFile       *file,
                      GSettings   *settings)
{
  FulProfileView *self = g_object_new (FUL_TYPE_PROFILE_VIEW, NULL);

  self->document = g_object_ref (document);
  self->analysis = ful_analysis_new (document);
  g_set_object (&self->settings, settings);
  g_set_object (&self->file, file);

  self->split = g_object_ref_sink (ful_source_split_new (GTK_WIDGET (self->panels), self->analysis, file, settings));
  g_signal_connect_object (self->split, "closed", G_CALLBACK (source_closed_cb), self, G_CONNECT_SWAPPED);
  if (file)
    ful_profile_view_find_symbols (self);
  g_signal_connect_object (document, "notify::profile", G_CALLBACK (profile_changed_cb), self, G_CONNECT_SWAPPED);
  profile_changed_cb (self);
  ful_range_bar_set_document (self->range_bar, document);
  ful_timeline_set_analysis (self->timeline, self->analysis);
  ful_details_bar_set_analysis (self->details, self->analysis, ful_panel_shows_markers);
  ful_category_legend_set_analysis (self->legend, self->analysis);
  if (file)
    ful_notes_button_set_profile (self->notes_button, self->analysis, file);
  else
    follow_person (self);
  add_panels (self);
  if (ful_document_get_view_state (document)->panel)
    ful_panel_stack_set_visible_id (self->panels, ful_document_get_view_state (document)->panel);
  ful_document_set_panel (document, ful_panel_stack_get_visible_id (self->panels));
  gtk_widget_add_tick_callback (GTK_WIDGET (self), first_frames_cb, NULL, NULL);
  g_signal_connect_object (self->panels, "notify::visible-id", G_CALLBACK (panel_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "notify::view-state", G_CALLBACK (state_changed_cb), self, G_CONNECT_SWAPPED);
  state_changed_cb (self);
  g_signal_connect_object (self->timeline, "resized", G_CALLBACK (queue_fit), self, G_CONNECT_SWAPPED);

  self->shows_details = TRUE;
  if (settings)
    {
      g_settings_bind (settings, "samples-as-times", document, "samples-as-times", G_SETTINGS_BIND_DEFAULT);
      g_signal_connect_object (settings, "changed::show-details", G_CALLBACK (details_setting_cb), self, G_CONNECT_SWAPPED);
      details_setting_cb (self);
    }
  g_signal_connect_object (self->flap, "notify::reveal-flap", G_CALLBACK (details_revealed_cb), self, G_CONNECT_SWAPPED);
  self->fitted = FIRST_HEIGHT;
  gtk_paned_set_position (self->paned, FIRST_HEIGHT);
  g_signal_connect_object (self->paned, "notify::position", G_CALLBACK (divider_moved_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->paned, "notify::max-position", G_CALLBACK (divider_moved_cb), self, G_CONNECT_SWAPPED);

  return self;
}

/**
 * ful_profile_view_find_symbols:
 *
 * Looks up the names of the functions, if the profile has none. Once, when the profile does not grow any more.
 */
void
ful_profile_view_find_symbols (FulProfileView *self)
{
  prepare_symbols (self);
  ful_names_chip_set_document (self->names_chip, self->document, self->symbolicator);
  start_symbols (self);
}

/**
 * ful_profile_view_drop_symbols:
 *
 * Looks up no more names: the profile grows again.
 */
void
ful_profile_view_drop_symbols (FulProfileView *self)
{
  if (self->symbolicator)
    g_signal_handlers_disconnect_by_func (self->symbolicator, snapshot_cb, self);
  g_clear_object (&self->symbolicator);
  self->has_started_symbols = FALSE;
  ful_names_chip_set_document (self->names_chip, self->document, NULL);
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
 * ful_profile_view_get_symbolicator:
 *
 * Returns: (transfer none) (nullable): what looks up the symbols of the profile
 */
FulSymbolicator *
ful_profile_view_get_symbolicator (FulProfileView *self)
{
  g_return_val_if_fail (FUL_IS_PROFILE_VIEW (self), NULL);

  return self->symbolicator;
}

/**
 * ful_profile_view_expects_symbols:
 *
 * Returns: whether functions may still get names
 */
gboolean
ful_profile_view_expects_symbols (FulProfileView *self)
{
  g_return_val_if_fail (FUL_IS_PROFILE_VIEW (self), FALSE);

  return self->symbolicator && (!self->has_started_symbols || ful_symbolicator_get_busy (self->symbolicator));
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

  g_object_get (get_panel (self), "busy", &busy, NULL);
  source = ful_source_split_get_pane (self->split);

  return !busy && !ful_analysis_get_busy (self->analysis) && !ful_timeline_get_busy (self->timeline) &&
         !ful_details_bar_get_busy (self->details) && !(source && ful_source_pane_get_busy (source));
}

/**
 * ful_profile_view_find:
 *
 * Moves the focus to the search of the panel.
 */
void
ful_profile_view_find (FulProfileView *self)
{
  g_return_if_fail (FUL_IS_PROFILE_VIEW (self));

  gtk_widget_activate_action (get_panel (self), "panel.find", NULL);
}

/**
 * ful_profile_view_toggle_details:
 *
 * Shows or hides the details.
 */
void
ful_profile_view_toggle_details (FulProfileView *self)
{
  g_return_if_fail (FUL_IS_PROFILE_VIEW (self));

  adw_flap_set_reveal_flap (self->flap, !adw_flap_get_reveal_flap (self->flap));
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
