/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Each step also has its picture, as step-1.png and step-1.svg, and its view, step-1.json, for the command below it; links are
 * relative. Pictures are those of ful-chart-picture.c, so a step with a tree or a list of functions has a flame graph, below its
 * tracks. A step needs as much as the view in the window; one is made after the other. */

#include "config.h"

#include "ful-tour-export.h"

#include "ful-chart-picture.h"
#include "ful-tour-files.h"
#include "ful-tour-text.h"

#include "base/ful-format.h"
#include "document/notes/ful-note-view.h"
#include "document/view/ful-view-text.h"
#include "markers/layout/ful-marker-view.h"
#include "model/ful-sample-type.h"
#include "tracks/ful-track-list.h"
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
  FulTourFiles   *files;     /* (nullable) */
  FulTourText     text;
  FulTrackList   *tracks;    /* (nullable): of the profile, once a picture has needed them */
  FulTimeRange    all;       /* relative ms */
  FulViewState   *base;
} Export;

/* The results of a step. */
typedef struct
{
  FulViewState     *state;     /* without a marked range: that is committed */
  FulTimeRange      around;    /* what was committed before that, absolute */
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

/* Begins a step with the view of its note, in which a marked range is committed. */
static void
make_view (Step          *step,
           Export        *self,
           const FulNote *note,
           gboolean      *out_is_whole)
{
  g_autoptr(FulViewState) state = ful_note_make_view (note, self->profile, &self->all, self->base, out_is_whole);
  const FulViewOptions *options = state->options;

  step->around = ful_time_range_shift (options->has_range ? options->range : self->all,
                                       ful_derive_cache_get_root_range (self->cache).start);
  step->state = options->has_preview ? ful_view_state_push_range (state, options->preview) : g_steal_pointer (&state);
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

static FulPictureTracks *
make_tracks (const Step    *step,
             Export        *self,
             GCancellable  *cancellable,
             GError       **error)
{
  if (self->tracks == NULL)
    self->tracks = ful_track_list_new (self->profile, FUL_TRACK_EXTRAS_ALL, NULL, cancellable, error);

  return self->tracks ? ful_picture_tracks_new (self->tracks, step->state->tracks, step->derived, step->around, WIDTH,
                                                FUL_COLOR_SCHEME_LIGHT, self->cache, cancellable, error) : NULL;
}

/* Makes the files of a step, and links to them. */
static gboolean
draw (const Step     *step,
      Export         *self,
      guint           number,
      const FulNote  *note,
      GCancellable   *cancellable,
      GError        **error)
{
  static const struct { const char *ending; FulPictureFormat format; } formats[] = { { "svg", FUL_PICTURE_SVG }, { "png", FUL_PICTURE_PNG } };
  g_autoptr(FulPictureTracks) tracks = make_tracks (step, self, cancellable, error);
  g_autoptr(FulBoxLayout) layout = step->markers || !tracks ? NULL : make_layout (step, self, cancellable, error);
  g_autoptr(GBytes) picture = NULL;
  FulChartPictureOptions options = {
    .kind = step->markers ? FUL_CHART_MARKERS : is_over_time (step) ? FUL_CHART_STACK_CHART : FUL_CHART_FLAME_GRAPH,
    .scheme = FUL_COLOR_SCHEME_LIGHT, .width = WIDTH, .timings = step->markers ? step->markers->lanes : NULL, .range = step->derived->range,
    .tracks = tracks,
  };

  if (!tracks || (!step->markers && !layout))
    return FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *name = g_strdup_printf ("step-%u.%s", number, formats[i].ending);
      g_autoptr(GOutputStream) stream = g_memory_output_stream_new_resizable ();

      options.format = formats[i].format;
      if (!ful_chart_picture_write (layout, &options, stream, cancellable, error) || !g_output_stream_close (stream, cancellable, error))
        return FALSE;
      g_clear_pointer (&picture, g_bytes_unref);
      picture = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
      if (!ful_tour_files_add (self->files, name, picture, cancellable, error))
        return FALSE;
    }
  ful_tour_text_add_picture (&self->text, number, note->name, picture);

  return TRUE;
}

static int
compare_by_self (gconstpointer a,
                 gconstpointer b)
{
  double x = fabs (((const FulFunctionRow *) a)->self), y = fabs (((const FulFunctionRow *) b)->self);

  return x > y ? -1 : x < y;
}

/* Returns: (transfer full) */
static char *
format_weight (const Step *step,
               double      weight)
{
  g_autofree char *figure = ful_weight_format (weight, step->tree->weight_type, step->tree->weight_word);
  g_autofree char *share = ful_format_percent (weight / step->tree->root_total);

  return g_strdup_printf ("%s (%s)", figure, share);
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
  ful_tour_text_begin_table (&self->text, (const char *[]) { _("Function"), _("Self"), _("Total"), NULL });
  for (guint i = 0; i < MIN (rows->len, N_FUNCTIONS); i++)
    {
      const FulFunctionRow *row = &g_array_index (rows, FulFunctionRow, i);
      g_autofree char *own = format_weight (step, row->self), *total = format_weight (step, row->total);

      ful_tour_text_add_row (&self->text, ful_profile_get_shown_name (self->profile, row->func), (const char *[]) { own, total, NULL });
    }
  ful_tour_text_end_table (&self->text);

  return TRUE;
}

/* What else can be asked of the view. */
static gboolean
append_command (const Step    *step,
                Export        *self,
                guint          number,
                GCancellable  *cancellable,
                GError       **error)
{
  g_auto(FulTransformReader) reader = { NULL };
  g_autofree char *name = g_strdup_printf ("step-%u.json", number);
  g_autofree char *quoted = g_shell_quote (self->title), *line = NULL;
  g_autoptr(GBytes) content = NULL;
  char *view;

  line = g_strdup_printf ("fulgens-query %s --view %s %s", step->markers ? "markers" : "call-tree", name, quoted);
  ful_tour_text_add_command (&self->text, line);
  ful_transform_reader_init (&reader, self->profile, self->cache);
  view = ful_view_state_to_text (step->state, &reader);
  content = g_bytes_new_take (view, strlen (view));

  return ful_tour_files_add (self->files, name, content, cancellable, error);
}

static void
append_words (Export        *self,
              guint          number,
              const FulNote *note,
              gboolean       is_whole)
{
  g_autofree char *subject = ful_note_describe (note);

  ful_tour_text_begin_step (&self->text, number, note->name);
  ful_tour_text_add_sentence (&self->text, subject);
  ful_tour_text_add_note (&self->text, note->text);
  if (!is_whole)
    ful_tour_text_add_notice (&self->text, _("Not all of this is in the file; what is nearest is shown."));
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

  make_view (&step, self, note, &is_whole);
  append_words (self, number, note, is_whole);
  if (!derive (&step, self, cancellable, error))
    return FALSE;

  is_empty = step.markers ? step.markers->found->len == 0 : step.tree->root_total == 0;
  if (is_empty)
    ful_tour_text_add_sentence (&self->text, step.markers ? _("No markers") : _("No samples"));
  if (self->files && !is_empty && !draw (&step, self, number, note, cancellable, error))
    return FALSE;
  if (step.markers && !is_empty)
    {
      guint n = step.markers->found->len;
      g_autofree char *count = g_strdup_printf (ngettext ("%u marker", "%u markers", n), n);

      ful_tour_text_add_sentence (&self->text, count);
    }
  if (!step.markers && !is_empty && !append_functions (&step, self, cancellable, error))
    return FALSE;

  return self->files == NULL || append_command (&step, self, number, cancellable, error);
}

static gboolean
add_text (Export        *self,
          const char    *name,
          const GString *text,
          GCancellable  *cancellable,
          GError       **error)
{
  g_autoptr(GBytes) content = g_bytes_new_static (text->str, text->len);

  return ful_tour_files_add (self->files, name, content, cancellable, error);
}

/* Returns: whether all of the tour is written */
static gboolean
write_tour (Export           *self,
            const GPtrArray  *notes,
            gint             *progress,
            GCancellable     *cancellable,
            GError          **error)
{
  guint n_steps = ful_notes_count_steps (notes);

  for (guint i = 0; i < n_steps; i++)
    {
      if (!append_step (self, i + 1, g_ptr_array_index (notes, i), cancellable, error))
        return FALSE;
      if (progress)
        g_atomic_int_set (progress, (gint) (1000.0 * (i + 1) / n_steps));
    }
  ful_tour_text_finish (&self->text);
  if (self->files == NULL)
    return TRUE;

  return add_text (self, "tour.md", self->text.markdown, cancellable, error) &&
         add_text (self, "tour.html", self->text.html, cancellable, error) &&
         ful_tour_files_finish (self->files, cancellable, error);
}

/**
 * ful_tour_export:
 * @notes: (element-type FulNote): notes; those that are steps of the tour are written
 * @title: name of the file of the profile
 * @to: (nullable): where to write the text, as Markdown and as a page, and the files of the steps: a folder, which is made if it
 *   does not exist, or a zip archive, if the name ends in ".zip"
 * @progress: (nullable): set atomically, in thousandths of the steps
 * @error: errors of files and of the views of the notes
 *
 * Returns: (transfer full): the tour as Markdown, without files if @to is %NULL
 */
char *
ful_tour_export (FulProfile       *profile,
                 const GPtrArray  *notes,
                 const char       *title,
                 GFile            *to,
                 gint             *progress,
                 GCancellable     *cancellable,
                 GError          **error)
{
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  g_autoptr(FulViewOptions) options = ful_view_options_new ();
  g_autoptr(FulViewState) base = ful_view_state_new (options);
  g_autoptr(FulTourFiles) files = NULL;
  FulTimeRange root = ful_derive_cache_get_root_range (cache);
  Export self = { profile, cache, title, NULL, { NULL }, NULL, ful_time_range_shift (root, -root.start), base };
  char *markdown = NULL;

  if (to)
    {
      self.files = files = ful_tour_files_new (to, cancellable, error);
      if (files == NULL)
        return NULL;
    }

  ful_tour_text_init (&self.text, title, ful_notes_count_steps (notes));
  if (write_tour (&self, notes, progress, cancellable, error))
    markdown = g_string_free (g_steal_pointer (&self.text.markdown), FALSE);
  ful_tour_text_clear (&self.text);
  g_clear_pointer (&self.tracks, ful_track_list_unref);

  return markdown;
}
