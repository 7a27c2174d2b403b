/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A job for the source; when it says which native symbols the function has, the view of instructions has another for one of
 * them. What is shown stays until there is something else to show: while a range is dragged only numbers change. */

#include "config.h"

#include "ful-source-pane.h"
#include "ful-assembly-view.h"
#include "ful-editor.h"
#include "ful-missing-source.h"
#include "ful-source-head.h"
#include "ful-source-job.h"
#include "ful-source-list.h"

#include "base/ful-format.h"
#include "base/ful-job.h"
#include "model/ful-shared-tables.h"
#include "model/ful-sample-type.h"
#include "threads/ful-view-options.h"
#include "tree/samples/ful-hits.h"
#include "widgets/ful-em.h"
#include "widgets/ful-paned-share.h"

#include <glib/gi18n.h>

/* Of both, until the user moves the divider. */
#define ASSEMBLY_PERCENT 48

struct _FulSourcePane
{
  GtkWidget             parent_instance;

  FulAnalysis          *analysis;
  FulSymbolicator      *symbolicator;   /* (nullable) */
  char                 *profile_path;   /* (nullable) */
  GSettings            *settings;       /* (nullable) */

  GtkWidget            *box;
  FulSourceHead        *head;
  GtkPaned             *paned;
  gboolean              is_wide;        /* source and instructions are side by side */
  guint                 turn_id;
  GtkStack             *source_stack;
  FulMissingSource     *missing;
  FulSourceList        *source;
  FulAssemblyView      *assembly;

  FulFuncIndex          func;           /* or FUL_NONE */
  gboolean              is_new;         /* its line is not shown yet */
  FulNativeSymbolIndex  chosen;         /* symbol that the user chose, or FUL_NONE */
  FulAnnotation        *costs;          /* (nullable): what is shown */
  FulSourceIndex        asked;          /* whose text was looked for last, or FUL_NONE */
  FulSourceIndex        shown;          /* that, if it was found, or FUL_NONE */
  char                 *path;           /* (nullable): its file */
  FulJob               *job;            /* (nullable): while it runs */
};

G_DEFINE_FINAL_TYPE (FulSourcePane, ful_source_pane, GTK_TYPE_WIDGET)

enum
{
  PROP_BUSY = 1,
  N_PROPS,
};

enum
{
  CLOSED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint       signals[N_SIGNALS];

static void
notify_busy (FulSourcePane *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

static FulTimeRange *
dup_preview (FulSourcePane *self)
{
  FulViewOptions *options = ful_document_get_options (ful_analysis_get_document (self->analysis));

  return options->has_preview ? g_memdup2 (&options->preview, sizeof options->preview) : NULL;
}

static char **
dup_setting (FulSourcePane *self,
             const char    *key)
{
  return self->settings ? g_settings_get_strv (self->settings, key) : g_new0 (char *, 1);
}

static char **
dup_places (FulSourcePane *self)
{
  return self->symbolicator ? ful_symbolicator_dup_places (self->symbolicator) : dup_setting (self, "symbol-servers");
}

static FulProfile *
get_profile (FulSourcePane *self)
{
  return ful_document_get_profile (ful_analysis_get_document (self->analysis));
}

static FulWeightType
get_weight_type (FulSourcePane *self)
{
  FulCallTree *tree = ful_analysis_get_tree (self->analysis);

  return tree ? tree->weight_type : FUL_WEIGHT_TYPE_SAMPLES;
}

static const char *
get_filename (FulSourcePane *self)
{
  FulProfile *profile = get_profile (self);

  return self->costs && self->costs->source != FUL_NONE
         ? ful_profile_get_string (profile, profile->sources->filename[self->costs->source]) : NULL;
}

/* "worker · line 18 is hottest: 53 samples self, 57 total" */
static char *
describe (FulSourcePane *self)
{
  FulProfile *profile = get_profile (self);
  FulCallTree *tree = ful_analysis_get_tree (self->analysis);
  const char *name = ful_profile_get_shown_name (profile, self->func);
  const FulHit *hottest = NULL;
  g_autofree char *own = NULL, *total = NULL, *shown_name = ful_format_excerpt (name, "", 200);

  for (guint i = 0; i < self->costs->lines->len && hottest == NULL; i++)
    if (g_array_index (self->costs->lines, FulHit, i).value == self->costs->line)
      hottest = &g_array_index (self->costs->lines, FulHit, i);
  if (hottest == NULL || tree == NULL)
    return g_steal_pointer (&shown_name);

  own = ful_weight_format (hottest->self, tree->weight_type, tree->weight_word);
  total = ful_format_number (hottest->total, 3, tree->weight_type == FUL_WEIGHT_TYPE_TRACING_MS ? 1 : 0);
  /* Translators: a function, the number of a line, its weight with a unit, and a number */
  return g_strdup_printf (_("%s · line %u is hottest: %s self, %s total"), shown_name, (guint) hottest->value, own, total);
}

static void
show_head (FulSourcePane *self)
{
  g_autofree char *details = describe (self);

  ful_source_head_describe (self->head, get_filename (self), details, self->shown != FUL_NONE, self->path != NULL);
}

/* The instructions of the selected line, else those of none. */
static void
mark_instructions (FulSourcePane *self)
{
  FulAssemblyList *list = ful_assembly_view_get_list (self->assembly);
  gint64 selected = ful_code_list_get_selected (ful_source_list_get_list (self->source));

  if (list)
    ful_assembly_list_mark_line (list, selected < 0 ? NULL : get_filename (self), (guint) (selected + 1));
}

/* What is inlined from another file has no line here. */
static void
instruction_selected_cb (FulSourcePane *self)
{
  const char *filename = get_filename (self);

  if (self->shown != FUL_NONE)
    ful_source_list_mark_line (self->source, ful_assembly_list_get_line (ful_assembly_view_get_list (self->assembly), filename));
}

/* Of the symbol that is chosen in the list. */
static void
start_assembly (FulSourcePane *self)
{
  FulDerivedThread *thread = ful_analysis_get_thread (self->analysis);
  guint selected = ful_source_head_get_symbol (self->head);
  g_auto(GStrv) places = dup_places (self);
  gboolean is_supported = ful_assembly_is_supported ((const char *const *) places);
  gboolean has_symbol = self->costs && selected < self->costs->symbols->len;
  FulAssemblyJob *job;

  /* The source has all the room of a function without native code. */
  gtk_widget_set_visible (GTK_WIDGET (self->assembly),
                          has_symbol && gtk_toggle_button_get_active (ful_source_head_get_assembly_button (self->head)));
  if (thread == NULL || !gtk_widget_get_visible (GTK_WIDGET (self->assembly)))
    {
      ful_assembly_view_stop (self->assembly);
      return;
    }
  if (!is_supported)
    {
      ful_assembly_view_show_none (self->assembly, _("This build has no disassembler"));
      return;
    }

  job = g_new0 (FulAssemblyJob, 1);
  job->thread = ful_derived_thread_ref (thread);
  job->preview = dup_preview (self);
  job->symbol = (FulNativeSymbolIndex) g_array_index (self->costs->symbols, FulHit, selected).value;
  job->profile_path = g_strdup (self->profile_path);
  job->places = g_steal_pointer (&places);
  ful_assembly_view_take_job (self->assembly, job, get_weight_type (self));
}

static char *
describe_symbol (FulProfile   *profile,
                 const FulHit *hit)
{
  const FulNativeSymbolTable *symbols = profile->native_symbols;
  g_autofree char *name = ful_format_excerpt (ful_profile_get_string (profile, symbols->name[hit->value]), "", 60);
  g_autofree char *size = symbols->function_size[hit->value] > 0 ? ful_format_bytes ((double) symbols->function_size[hit->value]) : NULL;

  return size ? g_strdup_printf ("%s · %s", name, size) : g_steal_pointer (&name);
}

/* The one that the user chose stays chosen. */
static void
list_symbols (FulSourcePane *self)
{
  FulProfile *profile = get_profile (self);
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  guint selected = ful_annotation_find_hottest_symbol (self->costs);

  for (guint i = 0; i < self->costs->symbols->len; i++)
    {
      const FulHit *hit = &g_array_index (self->costs->symbols, FulHit, i);

      g_ptr_array_add (names, describe_symbol (profile, hit));
      if (hit->value == self->chosen)
        selected = i;
    }
  g_ptr_array_add (names, NULL);
  ful_source_head_list_symbols (self->head, (const char *const *) names->pdata, selected);
}

static void
symbol_chosen_cb (FulSourcePane *self)
{
  guint selected = ful_source_head_get_symbol (self->head);

  if (self->costs == NULL || selected >= self->costs->symbols->len)
    return;

  self->chosen = (FulNativeSymbolIndex) g_array_index (self->costs->symbols, FulHit, selected).value;
  start_assembly (self);
}

static void
source_ready_cb (gpointer      owner,
                 gpointer      data,
                 const GError *error)
{
  FulSourcePane *self = owner;
  FulSourceJob *job = data;
  FulCodeList *list = ful_source_list_get_list (self->source);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (error == NULL)
    {
      gboolean is_other = job->lines != NULL;
      GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;
      /* GTK passes that of a button which goes to a divider. */
      gboolean had_focus = focus && (gtk_widget_is_ancestor (focus, GTK_WIDGET (self->missing)) || GTK_IS_PANED (focus));

      g_clear_pointer (&self->costs, ful_annotation_free);
      self->costs = g_steal_pointer (&job->costs);
      if (is_other)
        {
          self->shown = self->costs->source;
          g_free (self->path);
          self->path = g_steal_pointer (&job->path);
          ful_source_list_set_text (self->source, get_filename (self), job->lines);
        }
      else if (self->costs->source == FUL_NONE || job->missing)
        {
          self->shown = FUL_NONE;
          g_clear_pointer (&self->path, g_free);
          ful_missing_source_explain (self->missing, get_filename (self), job->path, job->missing);
        }
      self->asked = self->costs->source;
      if (self->shown != FUL_NONE)
        ful_source_list_set_costs (self->source, self->costs, get_weight_type (self));
      gtk_stack_set_visible_child (self->source_stack, self->shown != FUL_NONE ? GTK_WIDGET (self->source)
                                                                               : GTK_WIDGET (self->missing));
      if (is_other || self->is_new)
        ful_code_list_show (list, ful_code_list_get_hottest (list), had_focus);
      self->is_new = FALSE;
      show_head (self);
      list_symbols (self);
      start_assembly (self);
    }
  notify_busy (self);
}

static void
update (FulSourcePane *self)
{
  FulDerivedThread *thread = ful_analysis_get_thread (self->analysis);
  FulSourceJob *job;

  if (thread == NULL || self->func == FUL_NONE || !gtk_widget_get_visible (GTK_WIDGET (self)))
    return;

  self->func = ful_profile_map_func (thread->profile, self->func);
  /* Of a capture the selection may be of later rows than what was computed last: what comes next has it. */
  if ((guint) self->func >= thread->profile->funcs->table.n_rows)
    return;

  job = g_new0 (FulSourceJob, 1);
  job->thread = ful_derived_thread_ref (thread);
  job->preview = dup_preview (self);
  job->func = self->func;
  job->maps = dup_setting (self, "source-maps");
  job->folders = dup_setting (self, "source-folders");
  job->places = dup_places (self);
  job->known = self->asked;
  ful_job_start_blocking (&self->job, ful_source_job_compute, job, ful_source_job_free, source_ready_cb, self);
  notify_busy (self);
}

static void
places_changed_cb (FulSourcePane *self)
{
  self->asked = FUL_NONE;
  update (self);
}

static void
step_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  FulSourcePane *self = FUL_SOURCE_PANE (widget);
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (widget));
  FulAssemblyList *assembly = ful_assembly_view_get_list (self->assembly);
  gboolean in_assembly = focus && assembly && gtk_widget_is_ancestor (focus, GTK_WIDGET (assembly));

  ful_code_list_step (in_assembly ? ful_assembly_list_get_list (assembly) : ful_source_list_get_list (self->source),
                      g_variant_get_int32 (parameter));
}

static void
copy_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  ful_code_list_copy (ful_source_list_get_list (FUL_SOURCE_PANE (widget)->source));
}

static void
edit_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  FulSourcePane *self = FUL_SOURCE_PANE (widget);
  g_autofree char *command = self->settings ? g_settings_get_string (self->settings, "editor") : g_strdup ("");
  g_autoptr(GError) error = NULL;

  if (self->path && !ful_editor_open (widget, command, self->path, ful_source_list_get_line (self->source), &error))
    gtk_widget_activate_action (widget, "win.toast", "s", error->message);
}

static void
close_action (GtkWidget  *widget,
              const char *action,
              GVariant   *parameter)
{
  FulSourcePane *self = FUL_SOURCE_PANE (widget);

  ful_job_stop (&self->job);
  ful_assembly_view_stop (self->assembly);
  self->func = FUL_NONE;
  g_signal_emit (self, signals[CLOSED], 0);
  notify_busy (self);
}

/* A paned cannot turn in the middle of an allocation. */
static gboolean
turn_cb (gpointer user_data)
{
  FulSourcePane *self = user_data;

  self->turn_id = 0;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->paned),
                                  self->is_wide ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
  ful_paned_set_share (self->paned, ASSEMBLY_PERCENT);

  return G_SOURCE_REMOVE;
}

static void
ful_source_pane_measure (GtkWidget      *widget,
                         GtkOrientation  orientation,
                         int             for_size,
                         int            *minimum,
                         int            *natural,
                         int            *minimum_baseline,
                         int            *natural_baseline)
{
  gtk_widget_measure (FUL_SOURCE_PANE (widget)->box, orientation, for_size, minimum, natural, NULL, NULL);
}

/* In a narrow window instructions are below the source. */
static void
ful_source_pane_size_allocate (GtkWidget *widget,
                               int        width,
                               int        height,
                               int        baseline)
{
  FulSourcePane *self = FUL_SOURCE_PANE (widget);
  gboolean is_wide = ful_em_is_wide (widget, width);

  if (is_wide != self->is_wide)
    {
      self->is_wide = is_wide;
      if (self->turn_id == 0)
        self->turn_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, turn_cb, self, NULL);
    }
  gtk_widget_size_allocate (self->box, &(GtkAllocation) { 0, 0, width, height }, baseline);
}

static void
ful_source_pane_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_BUSY:
      g_value_set_boolean (value, ful_source_pane_get_busy (FUL_SOURCE_PANE (object)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ful_source_pane_dispose (GObject *object)
{
  FulSourcePane *self = FUL_SOURCE_PANE (object);
  GtkWidget *child;

  ful_job_stop (&self->job);
  g_clear_handle_id (&self->turn_id, g_source_remove);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  g_clear_object (&self->analysis);
  g_clear_object (&self->symbolicator);
  g_clear_object (&self->settings);
  g_clear_pointer (&self->profile_path, g_free);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->costs, ful_annotation_free);

  G_OBJECT_CLASS (ful_source_pane_parent_class)->dispose (object);
}

static void
ful_source_pane_class_init (FulSourcePaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ful_source_pane_get_property;
  object_class->dispose = ful_source_pane_dispose;
  widget_class->measure = ful_source_pane_measure;
  widget_class->size_allocate = ful_source_pane_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "sourcepane");

  g_type_ensure (FUL_TYPE_SOURCE_HEAD);
  g_type_ensure (FUL_TYPE_SOURCE_LIST);
  g_type_ensure (FUL_TYPE_ASSEMBLY_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/fulgens/Fulgens/ful-source-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, FulSourcePane, box);
  gtk_widget_class_bind_template_child (widget_class, FulSourcePane, head);
  gtk_widget_class_bind_template_child (widget_class, FulSourcePane, paned);
  gtk_widget_class_bind_template_child (widget_class, FulSourcePane, source_stack);
  gtk_widget_class_bind_template_child (widget_class, FulSourcePane, source);
  gtk_widget_class_bind_template_child (widget_class, FulSourcePane, assembly);
  gtk_widget_class_bind_template_callback (widget_class, symbol_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, mark_instructions);
  gtk_widget_class_bind_template_callback (widget_class, instruction_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, notify_busy);

  properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[CLOSED] = g_signal_new ("closed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_install_action (widget_class, "source.step", "i", step_action);
  gtk_widget_class_install_action (widget_class, "source.copy", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "source.edit", NULL, edit_action);
  gtk_widget_class_install_action (widget_class, "source.close", NULL, close_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "source.close", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_n, 0, "source.step", "i", 1);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_n, GDK_SHIFT_MASK, "source.step", "i", -1);
}

static void
ful_source_pane_init (FulSourcePane *self)
{
  self->is_wide = TRUE;
  self->func = self->chosen = self->asked = self->shown = FUL_NONE;
  gtk_widget_init_template (GTK_WIDGET (self));
  ful_paned_set_share (self->paned, ASSEMBLY_PERCENT);
  g_signal_connect_swapped (ful_source_head_get_assembly_button (self->head), "toggled", G_CALLBACK (start_assembly), self);
}

/**
 * ful_source_pane_new:
 * @analysis: its results are shown
 * @file: (nullable): the file of the profile
 * @settings: (nullable): where source may be read, and the layout
 *
 * Returns: (transfer floating): a pane without a function
 */
FulSourcePane *
ful_source_pane_new (FulAnalysis *analysis,
                     GFile       *file,
                     GSettings   *settings)
{
  FulSourcePane *self = g_object_new (FUL_TYPE_SOURCE_PANE, NULL);

  self->analysis = g_object_ref (analysis);
  self->profile_path = file ? g_file_get_path (file) : NULL;
  g_set_object (&self->settings, settings);
  self->missing = FUL_MISSING_SOURCE (ful_missing_source_new (settings));
  gtk_stack_add_child (self->source_stack, GTK_WIDGET (self->missing));
  if (settings)
    {
      g_settings_bind (settings, "show-assembly", ful_source_head_get_assembly_button (self->head), "active", G_SETTINGS_BIND_DEFAULT);
      g_signal_connect_object (settings, "changed::source-folders", G_CALLBACK (places_changed_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (settings, "changed::source-maps", G_CALLBACK (places_changed_cb), self, G_CONNECT_SWAPPED);
    }
  else
    {
      gtk_toggle_button_set_active (ful_source_head_get_assembly_button (self->head), TRUE);
    }
  g_signal_connect_object (analysis, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);

  return self;
}

/**
 * ful_source_pane_set_symbolicator:
 * @symbolicator: (nullable): knows where to look; without it the servers of the settings do
 */
void
ful_source_pane_set_symbolicator (FulSourcePane   *self,
                                  FulSymbolicator *symbolicator)
{
  g_return_if_fail (FUL_IS_SOURCE_PANE (self));

  g_set_object (&self->symbolicator, symbolicator);
}

/**
 * ful_source_pane_show:
 * @func: a function of the profile
 *
 * Shows its source, and the instructions of its symbol with the most samples.
 */
void
ful_source_pane_show (FulSourcePane *self,
                      FulFuncIndex   func)
{
  g_return_if_fail (FUL_IS_SOURCE_PANE (self));

  if (func != self->func)
    self->chosen = FUL_NONE;
  self->is_new = TRUE;
  self->func = func;
  /* What was missing may be there now. */
  if (self->shown == FUL_NONE)
    self->asked = FUL_NONE;
  ful_assembly_view_forget (self->assembly);
  update (self);
}

/**
 * ful_source_pane_get_source:
 *
 * Returns: (transfer none) (nullable): the list of lines, if there is a text
 */
FulSourceList *
ful_source_pane_get_source (FulSourcePane *self)
{
  return self->shown == FUL_NONE ? NULL : self->source;
}

/**
 * ful_source_pane_get_costs:
 *
 * Returns: (transfer none) (nullable) (element-type FulHit): lines from 1, ascending, and what they cost
 */
GArray *
ful_source_pane_get_costs (FulSourcePane *self)
{
  return self->costs ? self->costs->lines : NULL;
}

/**
 * ful_source_pane_get_busy:
 *
 * Returns: whether something else is about to be shown
 */
gboolean
ful_source_pane_get_busy (FulSourcePane *self)
{
  return self->job || ful_code_list_get_busy (ful_source_list_get_list (self->source)) ||
         ful_assembly_view_get_busy (self->assembly);
}
