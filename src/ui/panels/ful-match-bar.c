/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The matches of the search: the number of samples, the position of the selected match
 * in the call tree, and buttons for the next one. Visible while there is a search.
 *
 * Matches are counted in a job for each result of the analysis; until then the last
 * count is shown. */

#include "config.h"

#include "ful-match-bar.h"

#include "base/ful-format.h"
#include "base/ful-job.h"
#include "document/view/ful-view-state.h"
#include "model/ful-thread-tables.h"
#include "stacks/ful-search.h"
#include "threads/ful-view-options.h"
#include "tree/ful-call-tree-matches.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>
#include <math.h>

/* Limit on rows of an inverted tree that a step creates, about a second; there can be billions. */
#define MAX_SEARCHED 300000

/* Limit on rows that are created to count the matches. */
#define MAX_COUNTED 30000

struct _FulMatchBar
{
  GtkWidget      parent_instance;

  FulAnalysis   *analysis;
  FulDocument   *document;
  FulJob        *count;       /* (nullable): the job that counts matches */
  guint          n_matches;   /* 0 if there are none, or they are not counted */
  guint          place;       /* of the selected one, from 1, or 0 */

  GtkLabel      *found;
};

G_DEFINE_FINAL_TYPE (FulMatchBar, ful_match_bar, GTK_TYPE_WIDGET)

typedef struct
{
  FulCallTree     *tree;
  FulViewOptions  *options;
  FulCallNodeIndex node;      /* the selected one, or FUL_NONE */
  gboolean         forward;
  gboolean         gave_up;   /* by the worker, as the others */
  guint            n_matches;
  guint            place;
} Matching;

static Matching *
matching_new (FulMatchBar *self)
{
  FulCallTree *tree = ful_analysis_get_tree (self->analysis);
  FulViewState *state = ful_document_get_view_state (self->document);
  Matching *matching = g_new0 (Matching, 1);

  matching->tree = ful_call_tree_ref (tree);
  matching->options = ful_view_options_ref (ful_document_get_options (self->document));
  matching->node = state->n_path > 0 ? ful_call_tree_find_path (tree, state->path, state->n_path) : FUL_NONE;

  return matching;
}

static void
matching_free (gpointer data)
{
  Matching *matching = data;

  ful_call_tree_unref (matching->tree);
  ful_view_options_unref (matching->options);
  g_free (matching);
}

/* Returns: (transfer full) (nullable): for each function whether it has any of the terms */
static guint8 *
match_funcs (Matching     *in,
             GCancellable *cancellable)
{
  g_autoptr(FulSearch) search = ful_search_new (in->tree->profile, in->options->search, in->options->search_flags, NULL);

  if (!search || search->n_terms == 0)
    return NULL;

  return ful_search_match_any (search, in->tree->profile, cancellable, NULL);
}

static gboolean
count (gpointer       data,
       GCancellable  *cancellable,
       GError       **error)
{
  Matching *in = data;
  g_autofree guint8 *matches = match_funcs (in, cancellable);

  if (matches)
    in->n_matches = ful_call_tree_count_matches (in->tree, in->node, matches, MAX_COUNTED, &in->place, cancellable, NULL);

  return TRUE;
}

/* Returns: (transfer full): the share of samples that match */
static char *
describe_samples (FulMatchBar *self)
{
  FulCallTree *tree = ful_analysis_get_tree (self->analysis);
  double share = ful_analysis_get_match_share (self->analysis);
  g_autofree char *found = NULL;
  g_autofree char *all = NULL;

  if (tree->weight_type == FUL_WEIGHT_TYPE_SAMPLES && tree->weight_word == NULL && share > 0)
    {
      gboolean highlights = ful_document_get_options (self->document)->search_highlights;

      double n_all = round (highlights ? tree->root_total : tree->root_total / share);

      found = ful_format_number (round (highlights ? tree->root_total * share : tree->root_total), 3, 0);
      all = ful_format_number (n_all, 3, 0);
      /* Translators: numbers of samples */
      return g_strdup_printf (ngettext ("%s of %s sample matches", "%s of %s samples match", (gulong) n_all), found, all);
    }

  found = ful_format_percent (share);

  /* Translators: a share of all samples, as in "12 %" */
  return g_strdup_printf (_("%s of the samples match"), found);
}

static void
update_label (FulMatchBar *self)
{
  g_autofree char *samples = describe_samples (self);
  g_autofree char *n = ful_format_number (self->n_matches, 3, 0);
  g_autofree char *place = ful_format_number (self->place, 3, 0);
  g_autoptr(GString) text = g_string_new (samples);

  if (self->place > 0)
    /* Translators: which of the matches is selected, after a text on samples */
    g_string_append_printf (text, _(" · %s of %s"), place, n);
  else if (self->n_matches > 0)
    /* Translators: after a text on samples */
    g_string_append_printf (text, ngettext (" · %s match", " · %s matches", self->n_matches), n);
  gtk_label_set_label (self->found, text->str);
}

static void
counted_cb (gpointer      owner,
            gpointer      data,
            const GError *error)
{
  FulMatchBar *self = owner;
  Matching *matching = data;

  self->n_matches = matching->n_matches;
  self->place = matching->place;
  update_label (self);
}

static void
start_count (FulMatchBar *self)
{
  ful_job_start (&self->count, count, matching_new (self), matching_free, counted_cb, self);
}

static void
analysis_changed_cb (FulMatchBar *self)
{
  gboolean is_search = !isnan (ful_analysis_get_match_share (self->analysis)) && ful_analysis_get_tree (self->analysis);
  gboolean was_mapped = gtk_widget_get_mapped (GTK_WIDGET (self));

  if (is_search)
    update_label (self);
  gtk_widget_set_visible (GTK_WIDGET (self), is_search);
  if (is_search && was_mapped)
    start_count (self);
}

static gboolean
find_next (gpointer       data,
           GCancellable  *cancellable,
           GError       **error)
{
  Matching *in = data;
  g_autofree guint8 *matches = match_funcs (in, cancellable);

  in->node = matches ? ful_call_tree_find_match (in->tree, in->node, in->forward, matches, MAX_SEARCHED, &in->gave_up,
                                                 cancellable, NULL)
                     : FUL_NONE;

  return TRUE;
}

static void
stepped_cb (gpointer      owner,
            gpointer      data,
            const GError *error)
{
  FulMatchBar *self = owner;
  Matching *matching = data;
  g_autoptr(GArray) path = NULL;

  if (!self->document)
    return;

  if (matching->node == FUL_NONE)
    {
      if (matching->gave_up)
        gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s",
                                    _("Nothing was found in the first 300,000 rows of the inverted tree"));
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }

  path = ful_call_tree_get_path (matching->tree, matching->node);
  ful_document_select_path (self->document, (FulFuncIndex *) (gpointer) path->data, path->len);
}

/**
 * ful_match_bar_step:
 * @forward: whether to the next match, or to the previous one
 *
 * Selects the next call node whose function the search finds, wherever it is in the tree.
 */
void
ful_match_bar_step (FulMatchBar *self,
                    gboolean     forward)
{
  Matching *matching;

  if (!ful_analysis_get_tree (self->analysis))
    return;

  matching = matching_new (self);
  matching->forward = forward;
  ful_job_start (NULL, find_next, matching, matching_free, stepped_cb, self);
}

static void
ful_match_bar_map (GtkWidget *widget)
{
  FulMatchBar *self = FUL_MATCH_BAR (widget);

  GTK_WIDGET_CLASS (ful_match_bar_parent_class)->map (widget);
  start_count (self);
}

static void
ful_match_bar_dispose (GObject *object)
{
  FulMatchBar *self = FUL_MATCH_BAR (object);
  GtkWidget *child;

  ful_job_stop (&self->count);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  g_clear_object (&self->analysis);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (ful_match_bar_parent_class)->dispose (object);
}

static void
ful_match_bar_class_init (FulMatchBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_match_bar_dispose;
  widget_class->map = ful_match_bar_map;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

static void
append_step_button (FulMatchBar *self,
                    const char  *icon_name,
                    const char  *tooltip,
                    const char  *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon_name);

  gtk_widget_add_css_class (button, "flat");
  ful_tooltip_set_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_parent (button, GTK_WIDGET (self));
}

static void
ful_match_bar_init (FulMatchBar *self)
{
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self))), 4);
  self->found = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_ellipsize (self->found, PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (self->found, 1);
  gtk_widget_set_hexpand (GTK_WIDGET (self->found), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->found), "numeric");
  gtk_widget_add_css_class (GTK_WIDGET (self->found), "dim-label");
  gtk_widget_set_parent (GTK_WIDGET (self->found), GTK_WIDGET (self));
  append_step_button (self, "go-up-symbolic", _("Previous match (Shift+N)"), "panel.previous-match");
  append_step_button (self, "go-down-symbolic", _("Next match (N)"), "panel.next-match");
}

/**
 * ful_match_bar_new:
 * @analysis: whose search it is about
 *
 * Its buttons activate `panel.previous-match` and `panel.next-match`.
 *
 * Returns: (transfer floating): the bar
 */
FulMatchBar *
ful_match_bar_new (FulAnalysis *analysis)
{
  FulMatchBar *self = g_object_new (FUL_TYPE_MATCH_BAR, "visible", FALSE, NULL);

  self->analysis = g_object_ref (analysis);
  self->document = g_object_ref (ful_analysis_get_document (analysis));
  g_signal_connect_object (analysis, "changed", G_CALLBACK (analysis_changed_cb), self, G_CONNECT_SWAPPED);
  analysis_changed_cb (self);

  return self;
}
