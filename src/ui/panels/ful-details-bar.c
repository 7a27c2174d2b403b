/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Made anew for every result: a few dozen labels. Semantics: call-tree.md 10. */

#include "config.h"

#include "ful-details-bar.h"
#include "ful-details-marker.h"
#include "ful-details-rows.h"
#include "ful-panels.h"

#include "base/ful-format.h"
#include "derive/ful-node-transform.h"
#include "derive/ful-origin.h"
#include "derive/transforms/ful-transforms.h"
#include "document/ful-job.h"
#include "model/ful-thread-names.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <stdlib.h>

#define WIDTH 332

struct _FulDetailsBar
{
  GtkWidget    parent_instance;

  FulAnalysis      *analysis;
  GtkWidget        *scroller;
  guint             update_id;

  FulViewState     *state;     /* (nullable): whose selected marker the newest job is about */
  FulMarkerList    *list;      /* (nullable): of the marker that is shown */
  guint             marker;
  FulMarkerContext *context;   /* (nullable): of it */
  GCancellable     *job;       /* (nullable): while it runs */
};

G_DEFINE_FINAL_TYPE (FulDetailsBar, ful_details_bar, GTK_TYPE_WIDGET)

/* Weight of a category or, with @subcategory not 0, of a part of it. */
typedef struct
{
  guint  category;
  guint  subcategory;
  double weight;
} Share;

static int
compare_shares (gconstpointer a,
                gconstpointer b)
{
  const Share *x = a;
  const Share *y = b;

  if (fabs (x->weight) != fabs (y->weight))
    return fabs (x->weight) > fabs (y->weight) ? -1 : 1;
  if (x->category != y->category)
    return x->category < y->category ? -1 : 1;

  return x->subcategory < y->subcategory ? -1 : x->subcategory > y->subcategory;
}

static char *
format_weight (FulCallTree *tree,
               double       weight)
{
  g_autofree char *number = NULL;

  if (weight == 0)
    return g_strdup ("—");

  number = ful_format_number (weight, 3, tree->weight_type == FUL_WEIGHT_TYPE_TRACING_MS ? 1 : 0);
  switch (tree->weight_type)
    {
    case FUL_WEIGHT_TYPE_TRACING_MS:
      return g_strdup_printf (_("%s ms"), number);
    case FUL_WEIGHT_TYPE_BYTES:
      return g_strdup_printf (_("%s bytes"), number);
    case FUL_WEIGHT_TYPE_SAMPLES:
    default:
      return g_steal_pointer (&number);
    }
}

static void
add_cost (GtkWidget   *list,
          FulCallTree *tree,
          const char  *name,
          double       weight,
          double       root)
{
  g_autofree char *percent = ful_format_percent (root != 0 ? weight / root : 0);
  g_autofree char *value = format_weight (tree, weight);

  ful_details_add_row (list, NULL, name, percent, value, FALSE, -1);
}

/* The parts of a category that have a name of their own; one part alone says
 * nothing that the category does not. */
static void
add_parts (GtkWidget              *list,
           FulCallTree            *tree,
           const FulNodeBreakdown *breakdown,
           const double           *weights,
           guint                   category,
           double                  sum)
{
  FulCategory *info = ful_profile_get_category (tree->profile, category);
  guint first = breakdown->first_cell[category];
  guint n_parts = breakdown->first_cell[category + 1] - first;
  g_autoptr(GArray) parts = g_array_new (FALSE, FALSE, sizeof (Share));

  for (guint i = 0; i < n_parts; i++)
    if (weights[first + i] != 0)
      g_array_append_vals (parts, &(Share) { category, i, weights[first + i] }, 1);

  if (parts->len < 2)
    return;

  g_array_sort (parts, compare_shares);
  for (guint i = 0; i < parts->len; i++)
    {
      Share *part = &g_array_index (parts, Share, i);
      g_autofree char *percent = ful_format_percent (part->weight / sum);
      g_autofree char *value = format_weight (tree, part->weight);

      ful_details_add_row (list, NULL, info->subcategories[part->subcategory], percent, value, TRUE, -1);
    }
}

static void
add_categories (GtkWidget              *box,
                FulCallTree            *tree,
                const FulNodeBreakdown *breakdown,
                const char             *title,
                const double           *weights)
{
  guint n_categories = tree->profile->categories->len;
  g_autoptr(GArray) shares = g_array_new (FALSE, FALSE, sizeof (Share));
  double sum = 0;
  GtkWidget *list;

  for (guint category = 0; category < n_categories; category++)
    {
      Share share = { category, 0, 0 };

      for (guint i = breakdown->first_cell[category]; i < breakdown->first_cell[category + 1]; i++)
        share.weight += weights[i];

      sum += fabs (share.weight);
      if (share.weight != 0)
        g_array_append_val (shares, share);
    }
  if (shares->len == 0)
    return;

  g_array_sort (shares, compare_shares);
  list = ful_details_add_group (box, title);
  for (guint i = 0; i < shares->len; i++)
    {
      Share *share = &g_array_index (shares, Share, i);
      FulCategory *info = ful_profile_get_category (tree->profile, share->category);
      g_autofree char *percent = ful_format_percent (share->weight / sum);
      g_autofree char *value = format_weight (tree, share->weight);

      ful_details_add_row (list, info->color, info->name, percent, value, FALSE, fabs (share->weight) / sum);
      add_parts (list, tree, breakdown, weights, share->category, sum);
    }
}

static void
add_threads (GtkWidget              *box,
             FulCallTree            *tree,
             const FulThreadSet     *threads,
             const FulNodeBreakdown *breakdown)
{
  GtkWidget *list = ful_details_add_group (box, _("Threads, running"));
  g_auto(GStrv) names = ful_thread_names_new (tree->profile->threads);

  for (guint i = 0; i < threads->n_threads; i++)
    {
      double share = breakdown->total != 0 ? breakdown->total_by_thread[i] / breakdown->total : 0;
      g_autofree char *percent = ful_format_percent (share);
      g_autofree char *value = format_weight (tree, breakdown->total_by_thread[i]);

      ful_details_add_row (list, NULL, names[threads->threads[i]], percent, value, FALSE, share);
    }
}

/* What the menu of the node has; the keys are those of the panels. */
static void
add_transforms (GtkWidget         *box,
                FulCallTree       *tree,
                FulCallNodeIndex   node,
                FulImplementation  implementation)
{
  GtkWidget *title = ful_details_add_label (box, _("Transforms"), "group-title");
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  guint n_kinds;
  const FulTransformKind * const *kinds = ful_transform_kinds_list (&n_kinds);

  gtk_accessible_update_relation (GTK_ACCESSIBLE (buttons), GTK_ACCESSIBLE_RELATION_LABELLED_BY, title, NULL, -1);
  gtk_box_append (GTK_BOX (box), buttons);
  for (guint i = 0; i < n_kinds; i++)
    {
      g_autoptr(FulTransform) transform = ful_node_transform_new (kinds[i], tree, node, implementation);
      g_autofree char *name = transform ? ful_node_transform_label (transform, tree) : NULL;
      g_autofree char *tooltip = NULL;
      GtkWidget *label, *button;

      if (!transform)
        continue;

      button = gtk_button_new_with_label (name);
      label = gtk_button_get_child (GTK_BUTTON (button));
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
      gtk_widget_add_css_class (button, "flat");
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "node.transform");
      gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", kinds[i]->name);
      tooltip = kinds[i]->accelerator ? g_strdup_printf ("%s (%c)", name, kinds[i]->accelerator) : g_strdup (name);
      ful_tooltip_set_text (button, tooltip);
      gtk_box_append (GTK_BOX (buttons), button);
    }
}

static void
fill_node (FulDetailsBar    *self,
           GtkWidget        *box,
           FulCallTree      *tree,
           FulCallNodeIndex  node,
           FulNodeBreakdown *breakdown)
{
  g_autofree char *origin = ful_func_get_origin (tree->profile, ful_call_tree_get_func (tree, node));
  FulDerivedThread *derived = ful_analysis_get_thread (self->analysis);
  FulThread *thread = ful_profile_get_thread (tree->profile, derived->threads->threads[0]);
  GtkWidget *list, *place;

  ful_details_add_label (box, ful_call_tree_get_name (tree, node), "title-4");
  place = ful_details_add_label (box, *origin ? origin : thread->name, "dim-label");
  gtk_label_set_selectable (GTK_LABEL (place), TRUE);

  list = ful_details_add_group (box, _("Cost of this function here"));
  add_cost (list, tree, _("Running"), breakdown->total, breakdown->root_time);
  add_cost (list, tree, _("Self"), breakdown->self, breakdown->root_time);

  if (breakdown->has_total)
    add_categories (box, tree, breakdown, _("Categories, running"), breakdown->total_by_category);
  if (breakdown->has_self && breakdown->self != breakdown->total)
    add_categories (box, tree, breakdown, _("Categories, self"), breakdown->self_by_category);
  if (breakdown->n_threads > 1)
    add_threads (box, tree, derived->threads, breakdown);
  add_transforms (box, tree, node, derived->options->implementation);
}

static char *
format_date (double unix_ms)
{
  g_autoptr(GDateTime) date = g_date_time_new_from_unix_local ((gint64) (unix_ms / 1000));

  return date ? g_date_time_format (date, "%c") : NULL;
}

/* Rows for the members of `meta` that a person wants to know; files have all,
 * some or none of them. */
static void
add_meta (GtkWidget  *list,
          FulProfile *profile)
{
  static const struct
  {
    const char *member;
    const char *name;
  } facts[] = {
    { "oscpu", N_("Platform") },
    { "CPUName", N_("CPU") },
    { "logicalCPUs", N_("Logical CPUs") },
    { "abi", N_("ABI") },
    { "misc", N_("Version") },
    { "appBuildID", N_("Build") },
  };
  g_autoptr(JsonNode) root = profile->meta_json ? json_from_string (profile->meta_json, NULL) : NULL;
  JsonObject *meta;

  if (!root || !JSON_NODE_HOLDS_OBJECT (root))
    return;

  meta = json_node_get_object (root);
  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    {
      JsonNode *value = json_object_get_member (meta, facts[i].member);

      if (value && json_node_get_value_type (value) == G_TYPE_STRING)
        ful_details_take_fact (list, _(facts[i].name), g_strdup (json_node_get_string (value)));
      else if (value && json_node_get_value_type (value) == G_TYPE_INT64)
        ful_details_take_fact (list, _(facts[i].name), ful_format_number (json_node_get_int (value), 3, 0));
    }
}

static void
fill_profile (FulDetailsBar *self,
              GtkWidget     *box,
              const char    *hint)
{
  FulDocument *document = ful_analysis_get_document (self->analysis);
  FulProfile *profile = ful_document_get_profile (document);
  FulTimeRange range = ful_document_get_root_range (document);
  GtkWidget *list;
  double n_samples = 0, n_markers = 0;

  for (guint i = 0; i < profile->threads->len; i++)
    {
      n_samples += ful_profile_get_thread (profile, i)->samples->table.n_rows;
      n_markers += ful_profile_get_thread (profile, i)->markers->table.n_rows;
    }

  ful_details_add_label (box, profile->product && *profile->product ? profile->product : _("Profile"), "title-4");
  ful_details_add_label (box, hint, "dim-label");

  list = ful_details_add_group (box, _("Recording"));
  if (profile->start_time > 0)
    ful_details_take_fact (list, _("Started"), format_date (profile->start_time));
  ful_details_take_fact (list, _("Length"), ful_format_duration (range.end - range.start));
  ful_details_take_fact (list, _("Interval"), ful_format_duration (profile->interval));
  add_meta (list, profile);

  list = ful_details_add_group (box, _("Content"));
  ful_details_take_fact (list, _("Threads"), ful_format_number (profile->threads->len, 3, 0));
  ful_details_take_fact (list, _("Samples"), ful_format_number (n_samples, 3, 0));
  ful_details_take_fact (list, _("Markers"), ful_format_number (n_markers, 3, 0));
  ful_details_take_fact (list, _("Counters"), ful_format_number (profile->counters->len, 3, 0));
  ful_details_take_fact (list, _("Functions"), ful_format_number (profile->n_recorded_funcs, 3, 0));
  ful_details_take_fact (list, _("Libraries"), ful_format_number (profile->libs->len, 3, 0));
}

static void update (FulDetailsBar *self);

static gboolean
update_cb (gpointer user_data)
{
  FulDetailsBar *self = user_data;

  self->update_id = 0;
  update (self);

  return G_SOURCE_REMOVE;
}

/* After the tree has been painted, in a turn of its own. */
static void
queue_update (FulDetailsBar *self)
{
  if (self->update_id == 0)
    self->update_id = g_idle_add_full (G_PRIORITY_LOW, update_cb, self, NULL);
}

typedef struct
{
  FulProfile       *profile;
  FulDeriveCache   *cache;
  FulViewState     *state;

  /* what the job makes */
  FulMarkerList    *list;      /* (nullable) */
  FulMarkerContext *context;   /* (nullable): none of a marker that does not exist */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->profile);
  ful_derive_cache_unref (job->cache);
  ful_view_state_unref (job->state);
  g_clear_pointer (&job->list, ful_marker_list_unref);
  g_clear_pointer (&job->context, ful_marker_context_free);
  g_free (job);
}

static void
worker (GTask        *task,
        gpointer      source,
        gpointer      task_data,
        GCancellable *cancellable)
{
  Job *job = task_data;
  FulDeriveOptions *options = job->state->options;
  gint32 marker = job->state->marker;
  g_autoptr(FulThreadSet) threads = ful_thread_set_derive (job->profile, options, job->cache, cancellable, NULL);

  if (threads)
    job->list = ful_marker_list_derive (threads, job->cache, cancellable, NULL);
  if (job->list && (guint) marker < job->list->n_markers)
    job->context = ful_marker_context_new (job->list, (guint) marker, options->implementation, job->cache, cancellable,
                                           NULL);
  g_task_return_boolean (task, TRUE);
}

static void
ready_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(FulDetailsBar) self = user_data;
  Job *job = g_task_get_task_data (G_TASK (result));

  if (g_task_get_cancellable (G_TASK (result)) != self->job)
    return;

  g_clear_object (&self->job);
  g_clear_pointer (&self->list, ful_marker_list_unref);
  g_clear_pointer (&self->context, ful_marker_context_free);
  self->list = g_steal_pointer (&job->list);
  self->context = g_steal_pointer (&job->context);
  self->marker = (guint) job->state->marker;
  queue_update (self);
}

static void
forget_marker (FulDetailsBar *self)
{
  ful_job_stop (&self->job);
  g_clear_pointer (&self->state, ful_view_state_unref);
  g_clear_pointer (&self->list, ful_marker_list_unref);
  g_clear_pointer (&self->context, ful_marker_context_free);
}

static gboolean
is_same_marker (FulViewState *a,
                FulViewState *b)
{
  return a->marker == b->marker && a->options->implementation == b->options->implementation &&
         ful_derive_options_has_threads (a->options, b->options->threads, b->options->n_threads);
}

/* Starts a job for the selected marker where it is what the panel is about. */
static void
follow_marker (FulDetailsBar *self)
{
  FulDocument *document = ful_analysis_get_document (self->analysis);
  FulViewState *state = ful_document_get_view_state (document);
  Job *job;

  if (!ful_panel_shows_markers (state->panel) || state->marker == FUL_NONE)
    {
      forget_marker (self);
      return;
    }
  if (self->state && is_same_marker (self->state, state))
    return;

  g_clear_pointer (&self->state, ful_view_state_unref);
  self->state = ful_view_state_ref (state);
  job = g_new0 (Job, 1);
  job->profile = g_object_ref (ful_document_get_profile (document));
  job->cache = ful_derive_cache_ref (ful_analysis_get_cache (self->analysis));
  job->state = ful_view_state_ref (state);
  ful_job_start (&self->job, worker, job, job_free, ready_cb, g_object_ref (self));
}

/* What has the focus goes when the rows are made anew: the same button gets it again. */
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

static void
update (FulDetailsBar *self)
{
  FulDocument *document = ful_analysis_get_document (self->analysis);
  FulCallTree *tree = ful_analysis_get_tree (self->analysis);
  FulCallNodeIndex node = ful_analysis_get_node (self->analysis);
  g_autofree char *focused = NULL;
  GtkWidget *box;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  follow_marker (self);
  if (self->job)
    return;

  focused = get_focused (self);
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_add_css_class (box, "details");
  if (self->context)
    ful_details_fill_marker (box, self->list, self->marker, self->context,
                             ful_document_get_root_range (document).start);
  else if (ful_panel_shows_markers (ful_document_get_view_state (document)->panel))
    fill_profile (self, box, _("Select a marker to see its fields."));
  else if (tree && node != FUL_NONE)
    fill_node (self, box, tree, node, ful_analysis_get_breakdown (self->analysis));
  else
    fill_profile (self, box, _("Select a function to see its cost."));

  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), box);
  if (focused)
    focus_button (box, focused);
}

/* Of call nodes the analysis tells when it has them. */
static void
state_changed_cb (FulDetailsBar *self)
{
  FulViewState *state = ful_document_get_view_state (ful_analysis_get_document (self->analysis));

  if (ful_panel_shows_markers (state->panel) || self->state)
    queue_update (self);
}

static void
copy_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), g_variant_get_string (parameter, NULL));
}

static void
go_to_marker_action (GtkWidget  *widget,
                     const char *action,
                     GVariant   *parameter)
{
  FulDetailsBar *self = FUL_DETAILS_BAR (widget);
  guint thread, marker;
  double start;

  g_variant_get (parameter, "(uud)", &thread, &marker, &start);
  ful_document_go_to_marker (ful_analysis_get_document (self->analysis), thread, (gint32) marker, start);
}

static void
transform_action (GtkWidget  *widget,
                  const char *action,
                  GVariant   *parameter)
{
  const FulTransformKind *kind = ful_transform_kind_find (g_variant_get_string (parameter, NULL));

  if (!kind || !ful_analysis_push_transform (FUL_DETAILS_BAR (widget)->analysis, kind))
    gtk_widget_error_bell (widget);
}

static void
ful_details_bar_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ful_details_bar_parent_class)->map (widget);
  queue_update (FUL_DETAILS_BAR (widget));
}

static void
ful_details_bar_dispose (GObject *object)
{
  FulDetailsBar *self = FUL_DETAILS_BAR (object);

  g_clear_handle_id (&self->update_id, g_source_remove);
  forget_marker (self);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->analysis);

  G_OBJECT_CLASS (ful_details_bar_parent_class)->dispose (object);
}

static void
ful_details_bar_class_init (FulDetailsBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_details_bar_dispose;
  widget_class->map = ful_details_bar_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "detailsbar");
  gtk_widget_class_install_action (widget_class, "node.transform", "s", transform_action);
  gtk_widget_class_install_action (widget_class, "details.copy", "s", copy_action);
  gtk_widget_class_install_action (widget_class, "details.go-to-marker", "(uud)", go_to_marker_action);
}

static void
ful_details_bar_init (FulDetailsBar *self)
{
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_size_request (self->scroller, WIDTH, -1);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Details"), -1);
}

/**
 * ful_details_bar_set_analysis:
 * @analysis: whose results to show; once
 */
void
ful_details_bar_set_analysis (FulDetailsBar *self,
                              FulAnalysis   *analysis)
{
  g_return_if_fail (FUL_IS_DETAILS_BAR (self));

  self->analysis = g_object_ref (analysis);
  g_signal_connect_object (analysis, "changed", G_CALLBACK (queue_update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ful_analysis_get_document (analysis), "notify::view-state", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

/**
 * ful_details_bar_get_busy:
 *
 * Returns: whether newer results are about to be shown
 */
gboolean
ful_details_bar_get_busy (FulDetailsBar *self)
{
  return self->update_id != 0 || self->job != NULL;
}
