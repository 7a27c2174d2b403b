/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-source-split.h"

#include "document/view/ful-view-state.h"
#include "lists/ful-row-column.h"
#include "lists/ful-row-cursor.h"
#include "widgets/ful-em.h"

/* Height of a panel with six rows, which it keeps until the user moves the divider; in a higher window it has half. */
#define PANEL_EM 20

/* ms: more than a frame. */
#define LAYOUT_MS 50

struct _FulSourceSplit
{
  GtkWidget      parent_instance;

  FulAnalysis   *analysis;
  GFile         *file;       /* (nullable) */
  GSettings     *settings;   /* (nullable) */
  GtkPaned      *paned;
  FulSourcePane *pane;       /* (nullable): created on demand */
  FulFuncIndex   selected;   /* function of the selected node when a source was shown last, or FUL_NONE */
};

G_DEFINE_FINAL_TYPE (FulSourceSplit, ful_source_split, GTK_TYPE_WIDGET)

enum
{
  CLOSED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* At the first height that is one. */
static void
extent_changed_cb (GtkPaned *paned)
{
  int extent;

  g_object_get (paned, "max-position", &extent, NULL);
  if (extent < 100)
    return;

  gtk_paned_set_position (paned, MIN (extent, MAX (extent / 2, ful_em (GTK_WIDGET (paned), PANEL_EM))));
  g_signal_handlers_disconnect_by_func (paned, extent_changed_cb, NULL);
}

static FulFuncIndex
get_selected (FulSourceSplit *self)
{
  FulViewState *state = ful_document_get_view_state (ful_analysis_get_document (self->analysis));
  gboolean is_inverted = state->options->invert;

  return state->n_path > 0 ? state->path[is_inverted ? 0 : state->n_path - 1] : FUL_NONE;
}

/* The pane follows the selection, once that is another one than when it was opened. */
static void
state_changed_cb (FulSourceSplit *self)
{
  FulFuncIndex selected = get_selected (self);

  if (ful_source_split_get_pane (self) == NULL || selected == FUL_NONE || selected == self->selected)
    return;

  self->selected = selected;
  ful_source_pane_show (self->pane, selected);
}

static void
closed_cb (FulSourceSplit *self)
{
  gtk_widget_hide (GTK_WIDGET (self->pane));
  g_signal_emit (self, signals[CLOSED], 0);
}

/* A row of a list, that had the focus when the panel got lower. */
typedef struct
{
  GtkColumnView *list;
  guint          row;
} FocusedRow;

/* It stays on screen. GTK may have hidden it, and given the focus to a divider. */
static gboolean
show_focused_row_cb (gpointer user_data)
{
  FocusedRow *focused = user_data;

  if (gtk_widget_get_mapped (GTK_WIDGET (focused->list)))
    ful_row_cursor_show (focused->list, focused->row, TRUE);
  g_object_unref (focused->list);
  g_free (focused);

  return G_SOURCE_REMOVE;
}

static void
keep_focused_row (FulSourceSplit *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));
  GtkWidget *list = focus ? gtk_widget_get_ancestor (focus, GTK_TYPE_COLUMN_VIEW) : NULL;
  gint64 row = list ? ful_row_row_get_position (focus) : -1;
  FocusedRow *focused;

  if (row < 0)
    return;

  focused = g_new0 (FocusedRow, 1);
  focused->list = GTK_COLUMN_VIEW (g_object_ref (list));
  focused->row = (guint) row;
  g_timeout_add (LAYOUT_MS, show_focused_row_cb, focused);
}

static void
ful_source_split_dispose (GObject *object)
{
  FulSourceSplit *self = FUL_SOURCE_SPLIT (object);

  if (self->paned)
    gtk_widget_unparent (GTK_WIDGET (self->paned));
  self->paned = NULL;
  self->pane = NULL;
  g_clear_object (&self->analysis);
  g_clear_object (&self->file);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (ful_source_split_parent_class)->dispose (object);
}

static void
ful_source_split_class_init (FulSourceSplitClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_source_split_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);

  signals[CLOSED] = g_signal_new ("closed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_source_split_init (FulSourceSplit *self)
{
  self->paned = GTK_PANED (gtk_paned_new (GTK_ORIENTATION_VERTICAL));
  gtk_paned_set_shrink_start_child (self->paned, FALSE);
  gtk_paned_set_shrink_end_child (self->paned, FALSE);
  gtk_widget_set_parent (GTK_WIDGET (self->paned), GTK_WIDGET (self));
}

/**
 * ful_source_split_new:
 * @panels: (transfer floating): what is above
 * @analysis: its results are shown
 * @file: (nullable): see ful_source_pane_new()
 * @settings: (nullable): likewise
 *
 * Returns: (transfer floating): the panels, without source
 */
FulSourceSplit *
ful_source_split_new (GtkWidget   *panels,
                      FulAnalysis *analysis,
                      GFile       *file,
                      GSettings   *settings)
{
  FulSourceSplit *self = g_object_new (FUL_TYPE_SOURCE_SPLIT, NULL);

  self->analysis = g_object_ref (analysis);
  g_set_object (&self->file, file);
  g_set_object (&self->settings, settings);
  gtk_paned_set_start_child (self->paned, panels);
  g_signal_connect_object (ful_analysis_get_document (analysis), "notify::view-state", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);

  return self;
}

/**
 * ful_source_split_show:
 * @func: a function of the profile
 * @symbolicator: (nullable): see ful_source_pane_set_symbolicator()
 *
 * Shows its source.
 */
void
ful_source_split_show (FulSourceSplit  *self,
                       FulFuncIndex     func,
                       FulSymbolicator *symbolicator)
{
  g_return_if_fail (FUL_IS_SOURCE_SPLIT (self));

  if (self->pane == NULL)
    {
      self->pane = ful_source_pane_new (self->analysis, self->file, self->settings);
      gtk_widget_hide (GTK_WIDGET (self->pane));
      gtk_paned_set_end_child (self->paned, GTK_WIDGET (self->pane));
      g_signal_connect (self->paned, "notify::max-position", G_CALLBACK (extent_changed_cb), NULL);
      g_signal_connect_object (self->pane, "closed", G_CALLBACK (closed_cb), self, G_CONNECT_SWAPPED);
    }
  if (ful_source_split_get_pane (self) == NULL)
    {
      keep_focused_row (self);
      gtk_widget_show (GTK_WIDGET (self->pane));
    }
  self->selected = get_selected (self);
  ful_source_pane_set_symbolicator (self->pane, symbolicator);
  ful_source_pane_show (self->pane, func);
}

/**
 * ful_source_split_close:
 *
 * Does nothing if no source is shown.
 */
void
ful_source_split_close (FulSourceSplit *self)
{
  g_return_if_fail (FUL_IS_SOURCE_SPLIT (self));

  if (ful_source_split_get_pane (self))
    gtk_widget_activate_action (GTK_WIDGET (self->pane), "source.close", NULL);
}

/* Returns: (transfer none) (nullable): the pane with the source, if it is shown */
FulSourcePane *
ful_source_split_get_pane (FulSourceSplit *self)
{
  return self->pane && gtk_widget_get_visible (GTK_WIDGET (self->pane)) ? self->pane : NULL;
}
