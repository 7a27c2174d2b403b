/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A tour as Markdown. In a folder each step also has its picture, as step-1.png and step-1.svg, and its view, step-1.json, for
 * the command below it; links are relative. Pictures are those of ful-chart-picture.c, so a step with a tree or a list of
 * functions has a flame graph. A step needs as much as the view in the window; one is made after the other. */

#include "config.h"

#include "ful-tour-export.h"

#include "ful-chart-picture.h"

#include "base/ful-format.h"
#include "document/notes/ful-note-text.h"
#include "document/notes/ful-note-view.h"
#include "document/view/ful-view-text.h"
#include "insight/ful-section-markdown.h"
#include "io/bytes/ful-file-replace.h"
#include "markers/layout/ful-marker-view.h"
#include "model/ful-sample-type.h"
#include "tree/ful-derived-thread.h"
#include "tree/ful-function-tree.h"
#include "viewtext/ful-panel-ids.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define WIDTH 1280      /* px */
#define N_FUNCTIONS 5

typedef struct
{
  FulProfile     *profile;
  FulDeriveCache *cache;
  const char     *title;
  GFile          *folder;    /* (nullable) */
  GString        *text;
  FulTimeRange    all;       /* relative ms */
  FulViewState   *base;
} Export;

/* The results of a step. */
typedef struct
{
  FulViewState     *state;     /* without a marked range: that is committed */
  FulDerivedThread *derived;
  FulCallTree      *tree;      /* not inverted */
  FulMarkerView    *markers;   /* (nullable): of a panel of markers */
} Step;

static void
step_clear (Step *self)
{
  g_clear_pointer (&self->state, ful_view_state_unref);
  g_clear_pointer (&self->derived, ful_derived_thread_unref);
  g_clear_pointer (&self->tree, ful_call_tree_unref);
  g_clear_pointer (&self->markers, ful_marker_view_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Step, step_clear)

/* Returns: (transfer full): the view of a note, in which a marked range is committed */
static FulViewState *
make_view (Export        *self,
           const FulNote *note,
           gboolean      *out_is_whole)
{
  FulViewState *state = ful_note_make_view (note, self->profile, &self->all, self->base, out_is_whole);
  FulViewState *committed;

  if (!state->options->has_preview)
    return state;

  committed = ful_view_state_push_range (state, state->options->preview);
  ful_view_state_unref (state);

  return committed;
}

static gboolean
shows_markers (const Step *step)
{
  static const char *const panels[] = { FUL_PANEL_MARKER_CHART, FUL_PANEL_MARKER_TABLE, FUL_PANEL_NETWORK, NULL };

  return step->state->panel && g_strv_contains (panels, step->state->panel);
}

static gboolean
derive (Step          *step,
        Export        *self,
        GCancellable  *cancellable,
        GError       **error)
{
  gboolean is_network = g_strcmp0 (step->state->panel, FUL_PANEL_NETWORK) == 0;
  g_autoptr(FulCallNodeTable) nodes = NULL;
  g_autoptr(FulSampleRows) rows = NULL;

  step->derived = ful_derived_thread_new (self->profile, step->state->options, self->cache, cancellable, error);
  if (step->derived)
    nodes = ful_derived_thread_get_nodes (step->derived, self->cache, cancellable, error);
  if (nodes == NULL)
    return FALSE;

  rows = ful_derived_thread_get_rows (step->derived, NULL);
  step->tree = ful_call_tree_new (nodes, NULL, rows, cancellable, error);
  if (step->tree == NULL || !shows_markers (step))
    return step->tree != NULL;

  step->markers = ful_marker_view_new (self->profile, step->state->options,
                                       is_network ? FUL_MARKER_VIEW_NETWORK : FUL_MARKER_VIEW_CHART,
                                       is_network ? step->state->network_search : step->state->marker_search, NULL, 0, self->cache,
                                       cancellable, error);

  return step->markers != NULL;
}

static gboolean
is_over_time (const Step *step)
{
  return g_strcmp0 (step->state->panel, FUL_PANEL_STACK_CHART) == 0 && step->derived->profile->has_times;
}

/* Returns: (transfer full) (nullable): what is drawn, of a step that is not about markers */
static FulBoxLayout *
make_layout (const Step    *step,
             Export        *self,
             GCancellable  *cancellable,
             GError       **error)
{
  FulViewOptions *options = step->state->options;
  g_autoptr(FulInvertedTree) inverted = NULL;
  g_autoptr(FulCallTree) tree = NULL;

  if (is_over_time (step))
    {
      g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (step->derived, NULL);

      return ful_stack_chart_layout_new (step->tree, rows, FALSE, cancellable, error);
    }
  if (options->invert)
    inverted = ful_derived_thread_get_inverted (step->derived, step->tree->nodes, self->cache);
  tree = inverted ? ful_call_tree_with_direction (step->tree, inverted) : ful_call_tree_ref (step->tree);

  return ful_flame_layout_new (tree, cancellable, error);
}

static gboolean
save_text (Export        *self,
           const char    *name,
           const char    *text,
           GCancellable  *cancellable,
           GError       **error)
{
  g_autoptr(GFile) file = g_file_get_child (self->folder, name);
  g_autoptr(FulFileReplace) to = ful_file_replace_begin (file, cancellable, error);

  return to && g_output_stream_write_all (to->stream, text, strlen (text), NULL, cancellable, error) &&
         ful_file_replace_finish (to, cancellable, error);
}

/* Writes the files of a step, and links to them. */
static gboolean
draw (const Step     *step,
      Export         *self,
      guint           number,
      const FulNote  *note,
      GCancellable   *cancellable,
      GError        **error)
{
  static const struct { const char *ending; FulPictureFormat format; } formats[] = { { "png", FUL_PICTURE_PNG }, { "svg", FUL_PICTURE_SVG } };
  g_autoptr(FulBoxLayout) layout = step->markers ? NULL : make_layout (step, self, cancellable, error);
  FulChartPictureOptions options = {
    .kind = step->markers ? FUL_CHART_MARKERS : is_over_time (step) ? FUL_CHART_STACK_CHART : FUL_CHART_FLAME_GRAPH,
    .scheme = FUL_COLOR_SCHEME_LIGHT, .width = WIDTH, .timings = step->markers ? step->markers->lanes : NULL, .range = step->derived->range,
  };

  if (!step->markers && !layout)
    return FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *name = g_strdup_printf ("step-%u.%s", number, formats[i].ending);
      g_autoptr(GFile) file = g_file_get_child (self->folder, name);

      options.format = formats[i].format;
      if (!ful_chart_picture_save (layout, &options, file, cancellable, error))
        return FALSE;
    }
  g_string_append_printf (self->text, "[![%u. ", number);
  ful_markdown_append_text (self->text, note->name);
  g_string_append_printf (self->text, "](step-%u.png)](step-%u.svg)\n\n", number, number);

  return TRUE;
}

static int
compare_by_self (gconstpointer a,
                 gconstpointer b)
{
  double x = fabs (((const FulFunctionRow *) a)->self), y = fabs (((const FulFunctionRow *) b)->self);

  return x > y ? -1 : x < y;
}

static void
append_weight (Export     *self,
               const Step *step,
               double      weight)
{
  g_autofree char *figure = ful_weight_format (weight, step->tree->weight_type, step->tree->weight_word);
  g_autofree char *share = ful_format_percent (weight / step->tree->root_total);

  g_string_append_printf (self->text, " %s (%s) |", figure, share);
}

/* The functions that a step has most of, by self. */
static gboolean
append_functions (const Step    *step,
                  Export        *self,
                  GCancellable  *cancellable,
                  GError       **error)
{
  g_autoptr(GArray) rows = ful_function_list_new (step->tree, cancellable, error);

  if (rows == NULL)
    return FALSE;

  g_array_sort (rows, compare_by_self);
  g_string_append_printf (self->text, "| %s | %s | %s |\n| --- | ---: | ---: |\n", _("Function"), _("Self"), _("Total"));
  for (guint i = 0; i < MIN (rows->len, N_FUNCTIONS); i++)
    {
      const FulFunctionRow *row = &g_array_index (rows, FulFunctionRow, i);

      g_string_append (self->text, "| ");
      ful_markdown_append_name (self->text, ful_profile_get_shown_name (self->profile, row->func));
      g_string_append (self->text, " |");
      append_weight (self, step, row->self);
      append_weight (self, step, row->total);
      g_string_append_c (self->text, '\n');
    }
  g_string_append_c (self->text, '\n');

  return TRUE;
}

/* What else can be asked of the view. The lines are indented, as a name may have any sign. */
static gboolean
append_command (const Step    *step,
                Export        *self,
                guint          number,
                GCancellable  *cancellable,
                GError       **error)
{
  g_auto(FulTransformReader) reader = { NULL };
  g_autofree char *name = g_strdup_printf ("step-%u.json", number);
  g_autofree char *view = NULL, *quoted = g_shell_quote (self->title), *shown = NULL;

  ful_transform_reader_init (&reader, self->profile, self->cache);
  view = ful_view_state_to_text (step->state, &reader);
  shown = ful_format_label (quoted, "");
  g_string_append_printf (self->text, "    fulgens-query %s --view %s %s\n\n", step->markers ? "markers" : "call-tree", name, shown);

  return save_text (self, name, view, cancellable, error);
}

static void
append_words (Export        *self,
              guint          number,
              const FulNote *note,
              gboolean       is_whole)
{
  g_autofree char *subject = ful_note_describe (note);
  g_autofree char *visible = ful_format_label (note->text, "\n");
  g_autofree char *words = ful_note_text_to_markdown (visible);
  g_auto(GStrv) lines = g_strsplit (words, "\n", -1);

  g_string_append_printf (self->text, "## %u. ", number);
  ful_markdown_append_text (self->text, note->name);
  g_string_append (self->text, "\n\n");
  ful_markdown_append_text (self->text, subject);
  g_string_append (self->text, "\n\n");
  for (guint i = 0; lines[i]; i++)
    g_string_append_printf (self->text, "%s\n", g_strstrip (lines[i]));
  if (*words)
    g_string_append_c (self->text, '\n');
  if (!is_whole)
    g_string_append_printf (self->text, "*%s*\n\n", _("Not all of this is in the file; what is nearest is shown."));
}

static gboolean
append_step (Export         *self,
             guint           number,
             const FulNote  *note,
             GCancellable   *cancellable,
             GError        **error)
{
  g_auto(Step) step = { NULL };
  gboolean is_whole, is_empty;

  step.state = make_view (self, note, &is_whole);
  append_words (self, number, note, is_whole);
  if (!derive (&step, self, cancellable, error))
    return FALSE;

  is_empty = step.markers ? step.markers->found->len == 0 : step.tree->root_total == 0;
  if (is_empty)
    g_string_append_printf (self->text, "%s\n\n", step.markers ? _("No markers") : _("No samples"));
  if (self->folder && !is_empty && !draw (&step, self, number, note, cancellable, error))
    return FALSE;
  if (step.markers && !is_empty)
    g_string_append_printf (self->text, ngettext ("%u marker", "%u markers", step.markers->found->len), step.markers->found->len);
  if (step.markers && !is_empty)
    g_string_append (self->text, "\n\n");
  if (!step.markers && !is_empty && !append_functions (&step, self, cancellable, error))
    return FALSE;

  return self->folder == NULL || append_command (&step, self, number, cancellable, error);
}

/**
 * ful_tour_export:
 * @notes: (element-type FulNote): notes; those that are steps of the tour are written
 * @title: name of the file of the profile
 * @folder: (nullable): where to write the text and the files of the steps; made if it does not exist
 * @error: errors of files and of the views of the notes
 *
 * Returns: (transfer full): the tour as Markdown, without files if @folder is %NULL
 */
char *
ful_tour_export (FulProfile       *profile,
                 const GPtrArray  *notes,
                 const char       *title,
                 GFile            *folder,
                 GCancellable     *cancellable,
                 GError          **error)
{
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  g_autoptr(FulViewOptions) options = ful_view_options_new ();
  g_autoptr(FulViewState) base = ful_view_state_new (options);
  g_autoptr(GString) text = g_string_new ("# ");
  g_autoptr(GError) made = NULL;
  FulTimeRange root = ful_derive_cache_get_root_range (cache);
  Export self = { profile, cache, title, folder, text, ful_time_range_shift (root, -root.start), base };

  if (folder && !g_file_make_directory_with_parents (folder, cancellable, &made) &&
      !g_error_matches (made, G_IO_ERROR, G_IO_ERROR_EXISTS))
    {
      g_propagate_error (error, g_steal_pointer (&made));
      return NULL;
    }

  ful_markdown_append_text (text, title);
  g_string_append (text, "\n\n");
  for (guint i = 0; i < ful_notes_count_steps (notes); i++)
    if (!append_step (&self, i + 1, g_ptr_array_index (notes, i), cancellable, error))
      return NULL;
  if (folder && !save_text (&self, "tour.md", text->str, cancellable, error))
    return NULL;

  return g_string_free (g_steal_pointer (&text), FALSE);
}
