/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Setters of the document return at once; the panel shows the results when they are
 * computed. Signals of controls that are updated from the document are ignored. */

#include "config.h"

#include "ful-filter-bar.h"

#include "model/ful-sample-type.h"
#include "stacks/ful-implementation.h"
#include "stacks/ful-search.h"
#include "threads/ful-strategy.h"
#include "widgets/ful-control-name.h"
#include "widgets/ful-option-bar.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>
#include <string.h>

struct _FulFilterBar
{
  GtkWidget       parent_instance;

  FulAnalysis    *analysis;     /* (nullable) */
  FulDocument    *document;
  GArray         *strategies;   /* FulStrategy; items of the drop-down */
  gboolean        updating;     /* controls follow the document, not the user */

  FulOptionBar   *options;
  GtkMenuButton  *frames_menu;
  GtkDropDown    *summary_drop;
  GtkCheckButton *invert_check;
  GtkCheckButton *idle_check;
  GtkEditable    *search_entry;
  GtkMenuButton  *search_menu;
  GSimpleAction  *implementation;   /* name in implementations[] */
  GSimpleAction  *search_mode;      /* "filter" or "highlight" */
  GSimpleAction  *search_flags[2];  /* each whether its flag is set */
  GtkSpinner     *spinner;
};

G_DEFINE_FINAL_TYPE (FulFilterBar, ful_filter_bar, GTK_TYPE_WIDGET)

enum
{
  LEFT,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* By #FulImplementation. */
static const struct { const char *action; const char *name; } implementations[] = {
  { "all", N_("All frames") },
  { "js", N_("JavaScript") },
  { "native", N_("Native") },
  { "own", N_("Own code") },
};

/* The flags of the search. Signs are for the button, which is narrow. */
static const struct { const char *action; FulSearchFlags flag; const char *sign; const char *name; } search_flags[] = {
  { "regex", FUL_SEARCH_REGEX, ".*", N_("Regular Expression") },
  { "match-case", FUL_SEARCH_MATCH_CASE, "Aa", N_("Match Case") },
};

/* Returns: (transfer full): name and unit of a sample type; the unit only if it says more */
static char *
describe_sample_type (const FulThreadSet *threads,
                      const char         *name)
{
  const FulSampleType *type = ful_sample_types_find (threads->sample_types, name);

  /* Translators: name and unit of what was measured, such as “alloc_space (bytes)” */
  return *type->unit && !g_str_equal (type->unit, name) ? g_strdup_printf (_("%s (%s)"), name, type->unit) : g_strdup (name);
}

static const char *
describe_strategy (FulStrategy strategy)
{
  switch (strategy)
    {
    case FUL_STRATEGY_TIMING:
      return _("Time");
    case FUL_STRATEGY_JS_ALLOCATIONS:
      return _("JavaScript allocations");
    case FUL_STRATEGY_NATIVE_RETAINED_ALLOCATIONS:
      return _("Retained memory");
    case FUL_STRATEGY_NATIVE_ALLOCATIONS:
      return _("Allocated memory");
    case FUL_STRATEGY_NATIVE_DEALLOCATIONS_SITES:
      return _("Deallocation sites");
    case FUL_STRATEGY_NATIVE_DEALLOCATIONS_MEMORY:
      return _("Deallocated memory");
    case FUL_STRATEGY_CPU:
      return _("CPU time");
    case FUL_N_STRATEGIES:
    default:
      g_assert_not_reached ();
    }
}

static gboolean
is_same_list (GArray *a,
              GArray *b)
{
  return a && a->len == b->len && (a->len == 0 || memcmp (a->data, b->data, a->len * sizeof (FulStrategy)) == 0);
}

/**
 * ful_filter_bar_set_strategies:
 * @threads: what the summaries on offer are of; a single one is hidden
 * @strategy: the one that is shown
 */
void
ful_filter_bar_set_strategies (FulFilterBar *self,
                               FulThreadSet *threads,
                               FulStrategy   strategy)
{
  g_autoptr(GArray) strategies = ful_strategy_list_useful (threads);

  self->updating = TRUE;

  /* A new model rebuilds the list in the popover, which is expensive for every step of a brush. */
  if (!is_same_list (self->strategies, strategies))
    {
      g_autoptr(GtkStringList) names = gtk_string_list_new (NULL);

      for (guint i = 0; i < strategies->len; i++)
        {
          FulStrategy offered = g_array_index (strategies, FulStrategy, i);
          const char *sample_type = ful_strategy_get_sample_type (offered);

          if (sample_type)
            gtk_string_list_take (names, describe_sample_type (threads, sample_type));
          else
            gtk_string_list_append (names, describe_strategy (offered));
        }
      gtk_drop_down_set_model (self->summary_drop, G_LIST_MODEL (names));
      g_clear_pointer (&self->strategies, g_array_unref);
      self->strategies = g_steal_pointer (&strategies);
    }

  for (guint i = 0; i < self->strategies->len; i++)
    if (g_array_index (self->strategies, FulStrategy, i) == strategy)
      gtk_drop_down_set_selected (self->summary_drop, i);
  gtk_widget_set_visible (GTK_WIDGET (self->summary_drop), self->strategies->len > 1);

  self->updating = FALSE;
}

/* The button shows the flags of the search. */
static void
name_search_menu (FulFilterBar         *self,
                  const FulViewOptions *options)
{
  const char *mode = options->search_highlights ? _("Highlight") : _("Filter");
  g_autoptr(GString) label = g_string_new (mode);
  g_autoptr(GString) name = g_string_new (mode);

  for (guint i = 0; i < G_N_ELEMENTS (search_flags); i++)
    if (options->search_flags & search_flags[i].flag)
      {
        g_string_append_printf (label, " %s", search_flags[i].sign);
        g_string_append_printf (name, ", %s", _(search_flags[i].name));
      }
  if (g_strcmp0 (gtk_menu_button_get_label (self->search_menu), label->str) == 0)
    return;

  gtk_menu_button_set_label (self->search_menu, label->str);
  ful_control_set_name (GTK_WIDGET (self->search_menu), name->str);
}

static void
name_frames_menu (FulFilterBar      *self,
                  FulImplementation  implementation)
{
  const char *shown = _(implementations[implementation].name);
  g_autofree char *name = g_strdup_printf ("%s: %s", _("Frames"), shown);

  if (g_strcmp0 (gtk_menu_button_get_label (self->frames_menu), shown) == 0)
    return;

  gtk_menu_button_set_label (self->frames_menu, shown);
  ful_control_set_name (GTK_WIDGET (self->frames_menu), name);
}

static void
state_changed_cb (FulFilterBar *self)
{
  FulViewOptions *options = ful_document_get_options (self->document);

  self->updating = TRUE;
  g_simple_action_set_state (self->implementation, g_variant_new_string (implementations[options->implementation].action));
  name_frames_menu (self, options->implementation);
  gtk_check_button_set_active (self->invert_check, options->invert);
  gtk_check_button_set_active (self->idle_check, options->include_idle);
  gtk_widget_set_visible (GTK_WIDGET (self->idle_check),
                          ful_document_get_profile (self->document)->idle_category != FUL_NONE || !options->include_idle);
  if (g_strcmp0 (gtk_editable_get_text (self->search_entry), options->search) != 0)
    gtk_editable_set_text (self->search_entry, options->search);
  g_simple_action_set_state (self->search_mode, g_variant_new_string (options->search_highlights ? "highlight" : "filter"));
  for (guint i = 0; i < G_N_ELEMENTS (search_flags); i++)
    g_simple_action_set_state (self->search_flags[i],
                               g_variant_new_boolean ((options->search_flags & search_flags[i].flag) != 0));
  name_search_menu (self, options);
  self->updating = FALSE;
}

static void
implementation_cb (GSimpleAction *action,
                   GVariant      *value,
                   FulFilterBar  *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (implementations); i++)
    if (g_str_equal (g_variant_get_string (value, NULL), implementations[i].action))
      ful_document_set_option (self->document, FUL_OPTION_IMPLEMENTATION, (FulImplementation) i);
}

static void
summary_selected_cb (FulFilterBar *self)
{
  guint selected = gtk_drop_down_get_selected (self->summary_drop);

  if (!self->updating && selected < self->strategies->len)
    ful_document_set_option (self->document, FUL_OPTION_STRATEGY, g_array_index (self->strategies, FulStrategy, selected));
}

static void
invert_toggled_cb (FulFilterBar *self)
{
  if (!self->updating)
    ful_document_set_option (self->document, FUL_OPTION_INVERT, gtk_check_button_get_active (self->invert_check));
}

static void
idle_toggled_cb (FulFilterBar *self)
{
  if (!self->updating)
    ful_document_set_option (self->document, FUL_OPTION_INCLUDE_IDLE, gtk_check_button_get_active (self->idle_check));
}

static void
search_changed_cb (FulFilterBar *self)
{
  if (!self->updating)
    ful_document_set_search (self->document, gtk_editable_get_text (self->search_entry),
                             ful_document_get_options (self->document)->search_flags);
}

static void
search_mode_cb (GSimpleAction *action,
                GVariant      *value,
                FulFilterBar  *self)
{
  ful_document_set_option (self->document, FUL_OPTION_SEARCH_HIGHLIGHTS, g_str_equal (g_variant_get_string (value, NULL), "highlight"));
}

static void
search_flag_cb (GSimpleAction *action,
                GVariant      *value,
                FulFilterBar  *self)
{
  FulSearchFlags flags = ful_document_get_options (self->document)->search_flags;

  for (guint i = 0; i < G_N_ELEMENTS (search_flags); i++)
    if (action == self->search_flags[i])
      flags = g_variant_get_boolean (value) ? flags | search_flags[i].flag : flags & ~search_flags[i].flag;
  ful_document_set_search (self->document, gtk_editable_get_text (self->search_entry), flags);
}

static void
add_frames_actions (FulFilterBar *self)
{
  g_autoptr(GSimpleActionGroup) group = g_simple_action_group_new ();

  self->implementation = g_simple_action_new_stateful ("implementation", G_VARIANT_TYPE_STRING, g_variant_new_string ("all"));
  g_signal_connect_object (self->implementation, "change-state", G_CALLBACK (implementation_cb), self, 0);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (self->implementation));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "frames", G_ACTION_GROUP (group));
}

static void
add_search_actions (FulFilterBar *self)
{
  g_autoptr(GSimpleActionGroup) group = g_simple_action_group_new ();

  self->search_mode = g_simple_action_new_stateful ("mode", G_VARIANT_TYPE_STRING, g_variant_new_string ("filter"));
  g_signal_connect_object (self->search_mode, "change-state", G_CALLBACK (search_mode_cb), self, 0);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (self->search_mode));
  for (guint i = 0; i < G_N_ELEMENTS (search_flags); i++)
    {
      self->search_flags[i] = g_simple_action_new_stateful (search_flags[i].action, NULL, g_variant_new_boolean (FALSE));
      g_signal_connect_object (self->search_flags[i], "change-state", G_CALLBACK (search_flag_cb), self, 0);
      g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (self->search_flags[i]));
    }
  gtk_widget_insert_action_group (GTK_WIDGET (self), "search", G_ACTION_GROUP (group));
}

static void
search_done_cb (FulFilterBar *self)
{
  g_signal_emit (self, signals[LEFT], 0);
}

/* The first Escape clears the search, the second one leaves it. */
static void
search_stopped_cb (FulFilterBar *self)
{
  if (*gtk_editable_get_text (self->search_entry))
    gtk_editable_set_text (self->search_entry, "");
  else
    search_done_cb (self);
}

static void
analysis_changed_cb (FulFilterBar *self)
{
  FulDerivedThread *thread = ful_analysis_get_thread (self->analysis);

  if (thread)
    ful_filter_bar_set_strategies (self, thread->threads, thread->strategy);
}

static void
ful_filter_bar_dispose (GObject *object)
{
  FulFilterBar *self = FUL_FILTER_BAR (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);

  g_clear_object (&self->implementation);
  g_clear_object (&self->search_mode);
  for (guint i = 0; i < G_N_ELEMENTS (self->search_flags); i++)
    g_clear_object (&self->search_flags[i]);
  g_clear_object (&self->analysis);
  g_clear_object (&self->document);
  g_clear_pointer (&self->strategies, g_array_unref);

  G_OBJECT_CLASS (ful_filter_bar_parent_class)->dispose (object);
}

static void
ful_filter_bar_class_init (FulFilterBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_filter_bar_dispose;

  signals[LEFT] = g_signal_new ("left", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "filterbar");
  g_type_ensure (FUL_TYPE_OPTION_BAR);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/fulgens/Fulgens/ful-filter-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, FulFilterBar, options);
  gtk_widget_class_bind_template_child (widget_class, FulFilterBar, frames_menu);
  gtk_widget_class_bind_template_child (widget_class, FulFilterBar, summary_drop);
  gtk_widget_class_bind_template_child (widget_class, FulFilterBar, invert_check);
  gtk_widget_class_bind_template_child (widget_class, FulFilterBar, idle_check);
  gtk_widget_class_bind_template_child (widget_class, FulFilterBar, search_entry);
  gtk_widget_class_bind_template_child (widget_class, FulFilterBar, search_menu);
  gtk_widget_class_bind_template_child (widget_class, FulFilterBar, spinner);
}

static void
ful_filter_bar_init (FulFilterBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  add_frames_actions (self);
  add_search_actions (self);

  ful_control_set_name (GTK_WIDGET (self->summary_drop), _("Summarise by"));
  ful_tooltip_describe (GTK_WIDGET (self->frames_menu), _("Which frames are shown"));
  ful_tooltip_describe (GTK_WIDGET (self->summary_drop), _("Summarise by"));
  ful_tooltip_describe (GTK_WIDGET (self->invert_check), _("Invert call stack (I)"));
  ful_tooltip_describe (GTK_WIDGET (self->idle_check), _("Include samples in which the thread was idle"));
  ful_tooltip_describe (GTK_WIDGET (self->search_menu), _("How the search works"));

  g_signal_connect_swapped (self->summary_drop, "notify::selected", G_CALLBACK (summary_selected_cb), self);
  g_signal_connect_swapped (self->invert_check, "toggled", G_CALLBACK (invert_toggled_cb), self);
  g_signal_connect_swapped (self->idle_check, "toggled", G_CALLBACK (idle_toggled_cb), self);
  g_signal_connect_swapped (self->search_entry, "search-changed", G_CALLBACK (search_changed_cb), self);
  g_signal_connect_swapped (self->search_entry, "stop-search", G_CALLBACK (search_stopped_cb), self);
  g_signal_connect_swapped (self->search_entry, "activate", G_CALLBACK (search_done_cb), self);
}

/**
 * ful_filter_bar_set_document:
 * @document: what to filter; once
 */
void
ful_filter_bar_set_document (FulFilterBar *self,
                             FulDocument  *document)
{
  g_return_if_fail (FUL_IS_FILTER_BAR (self));

  self->document = g_object_ref (document);
  g_signal_connect_object (self->document, "notify::view-state", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);
  state_changed_cb (self);
}

/**
 * ful_filter_bar_set_analysis:
 * @analysis: whose document to filter, and whose thread has the summaries; once
 */
void
ful_filter_bar_set_analysis (FulFilterBar *self,
                             FulAnalysis  *analysis)
{
  g_return_if_fail (FUL_IS_FILTER_BAR (self));

  self->analysis = g_object_ref (analysis);
  g_signal_connect_object (analysis, "changed", G_CALLBACK (analysis_changed_cb), self, G_CONNECT_SWAPPED);
  ful_filter_bar_set_document (self, ful_analysis_get_document (analysis));
  analysis_changed_cb (self);
}

/**
 * ful_filter_bar_set_busy:
 * @busy: whether the panel is not up to date with the filters
 */
void
ful_filter_bar_set_busy (FulFilterBar *self,
                         gboolean      busy)
{
  g_return_if_fail (FUL_IS_FILTER_BAR (self));

  gtk_spinner_set_spinning (self->spinner, busy);
}

/**
 * ful_filter_bar_set_error:
 * @error: (nullable): why the search cannot be done
 */
void
ful_filter_bar_set_error (FulFilterBar *self,
                          const char   *error)
{
  g_return_if_fail (FUL_IS_FILTER_BAR (self));

  if (error)
    gtk_widget_add_css_class (GTK_WIDGET (self->search_entry), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->search_entry), "error");
  ful_tooltip_describe (GTK_WIDGET (self->search_entry), error);
}

/**
 * ful_filter_bar_find:
 *
 * Moves the focus to the search.
 */
void
ful_filter_bar_find (FulFilterBar *self)
{
  g_return_if_fail (FUL_IS_FILTER_BAR (self));

  gtk_widget_grab_focus (GTK_WIDGET (self->search_entry));
}

/**
 * ful_filter_bar_add_option:
 * @option: (transfer floating): an option of the panel
 */
void
ful_filter_bar_add_option (FulFilterBar *self,
                           GtkWidget    *option)
{
  g_return_if_fail (FUL_IS_FILTER_BAR (self));

  ful_option_bar_append (self->options, option);
}
