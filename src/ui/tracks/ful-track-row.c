/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The row is focusable, so that threads can be selected from the keyboard like by a
 * click: Space or Enter, with Ctrl to add and Shift to extend. Left and Right fold
 * and unfold a process; time runs from left to right in every language, and so do
 * they. Alt with Up or Down moves the track. */

#include "config.h"

#include "ful-track-row.h"
#include "ful-plot-screenshots.h"

#include "base/ful-format.h"
#include "plots/ful-track-plots.h"
#include "tracks/ful-track-details.h"
#include "widgets/ful-data-label.h"
#include "widgets/ful-em.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>
#include <math.h>

#define MAIN_HEIGHT 50
#define BLANK_HEIGHT 24

/* Between plots, and above and below all of them, px. */
#define GAP 1
#define PADDING 2

/* The header becomes movable when the pointer moved so far, px. */
#define DRAG_THRESHOLD 8

/* Place of the menu when a key opens it, and size of the arrow, px. */
#define MENU_X 24
#define ARROW_SIZE 22

struct _FulTrackRow
{
  GtkWidget       parent_instance;

  FulTrackList   *tracks;
  const FulTrack *track;        /* of @tracks */
  int             header_width;
  int             height;
  gboolean        can_fold;
  gboolean        folded;
  gboolean        is_dragged;
  char           *subtitle;     /* (nullable) */
  GtkWidget      *header;
  GtkWidget      *share;        /* of a CPU */
  GtkWidget      *arrow;        /* (nullable): of a process */
  GPtrArray      *views;        /* FulPlotView, from top to bottom; children */
};

G_DEFINE_FINAL_TYPE (FulTrackRow, ful_track_row, GTK_TYPE_WIDGET)

enum
{
  CLICKED,
  FOLDED,
  MENU,
  DRAGGED,
  DROPPED,
  SHIFTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
released_cb (GtkGestureClick *gesture,
             int              n_press,
             double           x,
             double           y,
             FulTrackRow     *self)
{
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  gtk_widget_grab_focus (GTK_WIDGET (self));
  g_signal_emit (self, signals[CLICKED], 0, modifiers);
}

static void
arrow_clicked_cb (FulTrackRow *self)
{
  g_signal_emit (self, signals[FOLDED], 0, !self->folded);
}

static void
right_pressed_cb (GtkGestureClick *gesture,
                  int              n_press,
                  double           x,
                  double           y,
                  FulTrackRow     *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  g_signal_emit (self, signals[MENU], 0, x, y);
}

/* The click that the drag began as is none any more. */
static void
drag_update_cb (GtkGestureDrag *gesture,
                double          offset_x,
                double          offset_y,
                FulTrackRow    *self)
{
  double start_x, start_y;

  gtk_gesture_drag_get_start_point (gesture, &start_x, &start_y);
  if (start_x > self->header_width || (ABS (offset_y) < DRAG_THRESHOLD && !self->is_dragged))
    return;

  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  self->is_dragged = TRUE;
  gtk_widget_add_css_class (GTK_WIDGET (self), "dragged");
  g_signal_emit (self, signals[DRAGGED], 0, start_y + offset_y);
}

static void
stop_drag (FulTrackRow *self)
{
  self->is_dragged = FALSE;
  gtk_widget_remove_css_class (GTK_WIDGET (self), "dragged");
}

static void
drag_end_cb (GtkGestureDrag *gesture,
             double          offset_x,
             double          offset_y,
             FulTrackRow    *self)
{
  double start_x, start_y;

  if (!self->is_dragged || !gtk_gesture_drag_get_start_point (gesture, &start_x, &start_y))
    return;

  stop_drag (self);
  g_signal_emit (self, signals[DROPPED], 0, start_y + offset_y);
}

static void
drag_cancel_cb (GtkGesture       *gesture,
                GdkEventSequence *sequence,
                FulTrackRow      *self)
{
  if (!self->is_dragged)
    return;

  stop_drag (self);
  g_signal_emit (self, signals[DROPPED], 0, NAN);
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        modifiers,
                FulTrackRow           *self)
{
  switch (keyval)
    {
    case GDK_KEY_Up:
    case GDK_KEY_Down:
      if (!(modifiers & GDK_ALT_MASK))
        return GDK_EVENT_PROPAGATE;
      g_signal_emit (self, signals[SHIFTED], 0, keyval == GDK_KEY_Up ? -1 : 1);
      return GDK_EVENT_STOP;

    case GDK_KEY_space:
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      g_signal_emit (self, signals[CLICKED], 0, modifiers);
      return GDK_EVENT_STOP;

    case GDK_KEY_Left:
    case GDK_KEY_Right:
      if (!self->can_fold || self->folded == (keyval == GDK_KEY_Left))
        return GDK_EVENT_PROPAGATE;
      g_signal_emit (self, signals[FOLDED], 0, !self->folded);
      return GDK_EVENT_STOP;

    case GDK_KEY_F10:
      if (!(modifiers & GDK_SHIFT_MASK))
        return GDK_EVENT_PROPAGATE;
      G_GNUC_FALLTHROUGH;
    case GDK_KEY_Menu:
      g_signal_emit (self, signals[MENU], 0, (double) MENU_X, (double) self->height / 2);
      return GDK_EVENT_STOP;

    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
ful_track_row_measure (GtkWidget      *widget,
                        GtkOrientation  orientation,
                        int             for_size,
                        int            *minimum,
                        int            *natural,
                        int            *minimum_baseline,
                        int            *natural_baseline)
{
  FulTrackRow *self = FUL_TRACK_ROW (widget);
  int header_minimum, header_natural;

  gtk_widget_measure (self->header, orientation, -1, &header_minimum, &header_natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = *natural = self->header_width + ful_em_tail_width (widget);
  else
    *minimum = *natural = MAX (self->height, header_minimum);
}

static void
ful_track_row_size_allocate (GtkWidget *widget,
                              int        width,
                              int        height,
                              int        baseline)
{
  FulTrackRow *self = FUL_TRACK_ROW (widget);
  int bottom = height - PADDING;
  int minimum;

  gtk_widget_measure (self->header, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  gtk_widget_size_allocate (self->header, &(GtkAllocation) { 0, 0, MAX (minimum, self->header_width), height }, -1);
  if (self->arrow)
    {
      gtk_widget_measure (self->arrow, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
      gtk_widget_size_allocate (self->arrow, &(GtkAllocation) { 4, 4, ARROW_SIZE, ARROW_SIZE }, -1);
    }
  for (guint i = self->views->len; i > 0; i--)
    {
      GtkWidget *view = g_ptr_array_index (self->views, i - 1);
      int view_height = (int) ful_plot_view_get_kind (FUL_PLOT_VIEW (view))->height;

      gtk_widget_measure (view, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
      bottom -= view_height;
      gtk_widget_size_allocate (view, &(GtkAllocation) { self->header_width, bottom,
                                                         MAX (1, width - self->header_width - ful_em_tail_width (widget)),
                                                         view_height }, -1);
      bottom -= GAP;
    }
}

static void
ful_track_row_dispose (GObject *object)
{
  FulTrackRow *self = FUL_TRACK_ROW (object);

  g_clear_pointer (&self->header, gtk_widget_unparent);
  g_clear_pointer (&self->arrow, gtk_widget_unparent);
  for (guint i = 0; i < self->views->len; i++)
    gtk_widget_unparent (g_ptr_array_index (self->views, i));
  g_ptr_array_set_size (self->views, 0);

  G_OBJECT_CLASS (ful_track_row_parent_class)->dispose (object);
}

static void
ful_track_row_finalize (GObject *object)
{
  FulTrackRow *self = FUL_TRACK_ROW (object);

  g_ptr_array_unref (self->views);
  g_free (self->subtitle);
  ful_track_list_unref (self->tracks);

  G_OBJECT_CLASS (ful_track_row_parent_class)->finalize (object);
}

static void
ful_track_row_class_init (FulTrackRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_track_row_dispose;
  G_OBJECT_CLASS (klass)->finalize = ful_track_row_finalize;
  widget_class->measure = ful_track_row_measure;
  widget_class->size_allocate = ful_track_row_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "trackrow");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LIST_ITEM);

  signals[CLICKED] = g_signal_new ("clicked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 1, GDK_TYPE_MODIFIER_TYPE);
  signals[FOLDED] = g_signal_new ("folded", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                  NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
  signals[MENU] = g_signal_new ("menu", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  signals[DRAGGED] = g_signal_new ("dragged", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_DOUBLE);
  signals[DROPPED] = g_signal_new ("dropped", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_DOUBLE);
  signals[SHIFTED] = g_signal_new ("shifted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
}

static void
ful_track_row_init (FulTrackRow *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *right_click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->views = g_ptr_array_new ();
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  g_signal_connect (click, "released", G_CALLBACK (released_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (right_click), GDK_BUTTON_SECONDARY);
  g_signal_connect (right_click, "pressed", G_CALLBACK (right_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (right_click));
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  g_signal_connect (drag, "cancel", G_CALLBACK (drag_cancel_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

static GtkWidget *
create_label (GtkWidget  *box,
              const char *text,
              const char *css_class)
{
  g_autofree char *shown = ful_format_label (text ? text : "", "");
  GtkWidget *label = gtk_label_new (NULL);

  ful_data_label_set (label, shown);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_visible (label, text != NULL);
  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);

  return label;
}

/* Name and share of a CPU in one line; below the name, or, without a graph, after it, what tells it from others. */
static GtkWidget *
create_header (FulTrackRow *self,
               gboolean     is_local,
               gboolean     is_blank)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *names = gtk_box_new (is_blank ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL, is_blank ? 6 : 0);
  const char *kind = is_local ? "local" : "process";
  GtkWidget *title, *subtitle;

  gtk_widget_set_hexpand (names, TRUE);
  gtk_box_append (GTK_BOX (box), names);
  title = create_label (names, self->track->name, kind);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  subtitle = create_label (names, self->subtitle, "subtitle");
  gtk_label_set_ellipsize (GTK_LABEL (subtitle), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (subtitle, "dim-label");
  gtk_widget_set_valign (names, is_local || is_blank ? GTK_ALIGN_CENTER : GTK_ALIGN_START);
  if (!is_local && !is_blank)
    gtk_widget_set_margin_top (title, 7);
  self->share = create_label (box, NULL, "subtitle");
  gtk_widget_add_css_class (self->share, "dim-label");
  gtk_widget_add_css_class (self->share, "numeric");
  gtk_widget_add_css_class (box, "header");
  gtk_widget_add_css_class (box, kind);

  return box;
}

/* Tooltip and share of a CPU, which change while a profile grows. */
static void
update_header (FulTrackRow *self,
               FulDocument *document,
               double       cpu_reference)
{
  FulProfile *profile = ful_document_get_profile (document);
  g_autofree char *share = ful_track_make_cpu_share (profile, self->tracks, self->track, cpu_reference);
  g_autofree char *details = ful_track_describe (profile, self->tracks, self->track,
                                                 ful_document_get_root_range (document).start, cpu_reference);

  gtk_label_set_label (GTK_LABEL (self->share), share ? share : "");
  gtk_widget_set_visible (self->share, share != NULL);
  ful_tooltip_set_text (self->header, details);
}

static guint
list_plots (FulProfile         *profile,
            FulTrackList       *tracks,
            const FulTrack     *track,
            const FulPlotKind **plots)
{
  if (track->type != FUL_TRACK_SCREENSHOTS)
    return ful_track_list_plots (profile, tracks, track, plots);

  plots[0] = &ful_plot_screenshots;

  return 1;
}

static void
add_views (FulTrackRow *self,
           FulAnalysis *analysis,
           double       cpu_reference)
{
  FulProfile *profile = ful_document_get_profile (ful_analysis_get_document (analysis));
  const FulPlotKind *plots[FUL_MAX_TRACK_PLOTS];
  guint n_plots = list_plots (profile, self->tracks, self->track, plots);
  /* Translators: the name of a thread */
  g_autofree char *name = ful_format_label (self->track->name, "");
  g_autofree char *activity = g_strdup_printf (_("Activity of %s"), name);

  self->height = n_plots == 0 ? BLANK_HEIGHT : 2 * PADDING + (int) (n_plots - 1) * GAP;
  for (guint i = 0; i < n_plots; i++)
    {
      GtkWidget *view = ful_plot_view_new (analysis, plots[i], self->tracks, self->track, cpu_reference);
      gboolean is_graph = i + 1 == n_plots;

      self->height += (int) plots[i]->height;
      if (!is_graph)
        gtk_widget_add_css_class (view, "strip");
      gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      !is_graph ? _("Markers") : ful_track_get_thread (self->track) == FUL_NONE
                                                                   ? name : activity, -1);
      gtk_widget_set_parent (view, GTK_WIDGET (self));
      g_ptr_array_add (self->views, view);
    }
}

/**
 * ful_track_row_new:
 * @analysis: the analysis
 * @tracks: a list of tracks
 * @track: one of them
 * @cpu_reference: from ful_cpu_use_get_reference()
 * @is_local: whether the track is below the row of its process
 *
 * Returns: (transfer floating): the row
 */
GtkWidget *
ful_track_row_new (FulAnalysis    *analysis,
                   FulTrackList   *tracks,
                   const FulTrack *track,
                   double          cpu_reference,
                   gboolean        is_local)
{
  FulTrackRow *self = g_object_new (FUL_TYPE_TRACK_ROW, NULL);
  FulDocument *document = ful_analysis_get_document (analysis);
  g_autofree char *name = ful_format_label (track->name, "");
  FulProfile *profile = ful_document_get_profile (document);
  const FulPlotKind *plots[FUL_MAX_TRACK_PLOTS];
  gboolean is_blank = list_plots (profile, tracks, track, plots) == 0;

  self->tracks = ful_track_list_ref (tracks);
  self->track = track;
  self->subtitle = ful_track_make_second_line (profile, tracks, track);
  self->header = create_header (self, is_local, is_blank);
  update_header (self, document, cpu_reference);
  gtk_widget_set_parent (self->header, GTK_WIDGET (self));
  add_views (self, analysis, cpu_reference);
  if (track->type == FUL_TRACK_PROCESS && !is_blank)
    self->height = MAX (self->height, MAIN_HEIGHT);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);

  return GTK_WIDGET (self);
}

/**
 * ful_track_row_take_track:
 * @tracks: a list of the newest snapshot
 * @track: the same track in it
 * @cpu_reference: from ful_cpu_use_get_reference()
 *
 * Returns: %FALSE if it has another name or other plots, so that it needs another row
 */
gboolean
ful_track_row_take_track (FulTrackRow    *self,
                          FulAnalysis    *analysis,
                          FulTrackList   *tracks,
                          const FulTrack *track,
                          double          cpu_reference)
{
  FulDocument *document = ful_analysis_get_document (analysis);
  const FulPlotKind *plots[FUL_MAX_TRACK_PLOTS];
  guint n_plots = list_plots (ful_document_get_profile (document), tracks, track, plots);
  g_autofree char *subtitle = ful_track_make_second_line (ful_document_get_profile (document), tracks, track);

  if (n_plots != self->views->len || !g_str_equal (track->name, self->track->name) || g_strcmp0 (subtitle, self->subtitle) != 0)
    return FALSE;
  for (guint i = 0; i < n_plots; i++)
    if (ful_plot_view_get_kind (g_ptr_array_index (self->views, i)) != plots[i])
      return FALSE;

  for (guint i = 0; i < n_plots; i++)
    ful_plot_view_set_track (g_ptr_array_index (self->views, i), tracks, track, cpu_reference);
  ful_track_list_ref (tracks);
  ful_track_list_unref (self->tracks);
  self->tracks = tracks;
  self->track = track;
  update_header (self, document, cpu_reference);

  return TRUE;
}

/**
 * ful_track_row_get_track:
 *
 * Returns: (transfer none): the track of the row
 */
const FulTrack *
ful_track_row_get_track (FulTrackRow *self)
{
  return self->track;
}

/**
 * ful_track_row_set_in_viewport:
 * @is_in_viewport: whether the row is scrolled to where it can be seen
 */
void
ful_track_row_set_in_viewport (FulTrackRow *self,
                               gboolean     is_in_viewport)
{
  for (guint i = 0; i < self->views->len; i++)
    ful_plot_view_set_in_viewport (g_ptr_array_index (self->views, i), is_in_viewport);
}

gboolean
ful_track_row_get_busy (FulTrackRow *self)
{
  for (guint i = 0; i < self->views->len; i++)
    if (ful_plot_view_get_busy (g_ptr_array_index (self->views, i)))
      return TRUE;

  return FALSE;
}

/**
 * ful_track_row_set_selected:
 * @selected: whether the thread is one of the selected ones
 */
void
ful_track_row_set_selected (FulTrackRow *self,
                             gboolean      selected)
{
  if (selected)
    gtk_widget_set_state_flags (GTK_WIDGET (self), GTK_STATE_FLAG_SELECTED, FALSE);
  else
    gtk_widget_unset_state_flags (GTK_WIDGET (self), GTK_STATE_FLAG_SELECTED);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_SELECTED, selected, -1);
}

/* The row itself has the keys; the arrow is for the pointer. */
static void
create_arrow (FulTrackRow *self)
{
  self->arrow = gtk_button_new ();
  gtk_widget_add_css_class (self->arrow, "flat");
  gtk_widget_set_focusable (self->arrow, FALSE);
  g_signal_connect_swapped (self->arrow, "clicked", G_CALLBACK (arrow_clicked_cb), self);
  gtk_widget_insert_after (self->arrow, GTK_WIDGET (self), self->header);
}

/**
 * ful_track_row_set_foldable:
 * @can_fold: whether other rows belong to this one
 * @folded: whether they are folded away
 */
void
ful_track_row_set_foldable (FulTrackRow *self,
                             gboolean      can_fold,
                             gboolean      folded)
{
  const char *label = folded ? _("Unfold") : _("Fold");

  self->can_fold = can_fold;
  self->folded = folded;
  if (!self->arrow && can_fold)
    create_arrow (self);
  if (!self->arrow)
    return;

  gtk_widget_set_visible (self->arrow, can_fold);
  gtk_button_set_icon_name (GTK_BUTTON (self->arrow), folded ? "pan-end-symbolic" : "pan-down-symbolic");
  ful_tooltip_set_text (self->arrow, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->arrow), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  if (can_fold)
    gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_EXPANDED, !folded, -1);
  else
    gtk_accessible_reset_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_EXPANDED);
}

/**
 * ful_track_row_set_header_width:
 * @width: px left of the graph
 */
void
ful_track_row_set_header_width (FulTrackRow *self,
                                 int           width)
{
  if (self->header_width == width)
    return;

  self->header_width = width;
  /* Requesting another size during an allocation would leave the parents without one. */
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}
