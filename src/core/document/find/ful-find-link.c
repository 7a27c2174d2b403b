/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where what was found leads (insight.md 12): one step of the history. */

#include "config.h"

#include "ful-find-link.h"

#include "document/ful-document-link.h"
#include "insight/markers/ful-insight-requests.h"
#include "insight/samples/ful-insight-rules.h"
#include "insight/samples/ful-insight-text.h"
#include "threads/ful-view-options.h"
#include "viewtext/ful-panel-ids.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A time without length is shown with so much of what is shown around it. */
#define AROUND 0.005

/* A link whose parts it owns. */
typedef struct
{
  FulDocumentLink  link;
  char            *name;
  char            *search;
  FulTimeRange     preview;
  GArray          *threads;   /* guint */
} Target;

static void
clear_target (Target *target)
{
  g_free (target->name);
  g_free (target->search);
  g_clear_pointer (&target->threads, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Target, clear_target)

static void
add_thread (Target *target,
            guint   thread)
{
  g_array_append_val (target->threads, thread);
}

/* @name: what was found */
static void
set_target (Target     *target,
            const char *panel,
            const char *name)
{
  target->link.panel = panel;
  target->name = g_strdup_printf (_("Show %s"), name);
}

/* @start: absolute ms; no time is marked if @length is 0 */
static void
set_preview (Target               *target,
             const FulFindCatalog *catalog,
             double                start,
             double                length)
{
  if (!(length > 0))
    return;

  target->preview = ful_time_range_shift ((FulTimeRange) { start, start + length }, -catalog->root_range.start);
  target->link.preview = &target->preview;
}

/* Searches have commas between terms: of a text with commas the longest part is searched.
 * Returns: (transfer full): that */
static char *
dup_term (const char *text)
{
  g_auto(GStrv) parts = g_strsplit (text, ",", -1);
  guint longest = 0;

  for (guint i = 1; parts[i]; i++)
    if (strlen (parts[i]) > strlen (parts[longest]))
      longest = i;

  return g_strstrip (g_strdup (parts[0] ? parts[longest] : ""));
}

static void
aim_at_function (Target               *target,
                 const FulFindCatalog *catalog,
                 guint                 row)
{
  const FulFindFunction *function = &g_array_index (catalog->functions, FulFindFunction, row);

  set_target (target, FUL_PANEL_FUNCTIONS, ful_profile_get_shown_name (catalog->profile, function->func));
  add_thread (target, function->thread);
  target->link.func = function->func;
  if (function->is_script)
    target->link.implementation = FUL_IMPLEMENTATION_JS;
}

static void
aim_at_markers (Target               *target,
                const FulFindCatalog *catalog,
                const FulFindMarker  *marker,
                gboolean              with_time)
{
  g_autofree char *term = dup_term (marker->text ? marker->text : marker->name);

  set_target (target, FUL_PANEL_MARKER_TABLE, marker->text ? marker->text : marker->name);
  target->search = g_strconcat (marker->field ? marker->field : "name", ":", term, NULL);
  target->link.marker_search = target->search;
  g_array_append_vals (target->threads, marker->threads->data, marker->threads->len);
  if (with_time)
    set_preview (target, catalog, marker->start, marker->longest);
}

static void
aim_at_request (Target               *target,
                const FulFindCatalog *catalog,
                guint                 row,
                gboolean              with_time)
{
  const FulInsightRequest *request = &g_array_index (catalog->requests->all, FulInsightRequest, row);

  set_target (target, FUL_PANEL_NETWORK, request->url);
  add_thread (target, request->thread);
  target->link.marker = (gint32) request->marker;
  if (with_time)
    set_preview (target, catalog, request->start, request->duration);
}

/* @adds: whether those that are selected stay */
static void
aim_at_thread (Target               *target,
               const FulFindCatalog *catalog,
               guint                 row,
               gboolean              adds,
               const FulViewState   *now)
{
  const GArray *first = catalog->list->selected_threads;

  set_target (target, now->panel, catalog->thread_names[row]);
  if (adds && now->options->n_threads > 0)
    g_array_append_vals (target->threads, now->options->threads, now->options->n_threads);
  else if (adds)
    g_array_append_vals (target->threads, first->data, first->len);
  for (guint i = 0; i < target->threads->len; i++)
    if (g_array_index (target->threads, guint, i) == row)
      return;
  add_thread (target, row);
}

/* Functions of the busiest threads; the file may be of others. */
static void
aim_at_file (Target               *target,
             const FulFindCatalog *catalog,
             guint                 row)
{
  const FulFindFile *file = &g_array_index (catalog->files, FulFindFile, row);

  set_target (target, FUL_PANEL_FUNCTIONS, file->path);
  target->search = dup_term (file->path);
  target->link.search = target->search;
  g_array_append_vals (target->threads, catalog->weights->work_set, catalog->weights->n_work_set);
}

static void
init_target (Target      *target,
             FulDocument *document)
{
  const FulViewOptions *options = ful_document_get_options (document);

  target->link.implementation = FUL_IMPLEMENTATION_COMBINED;
  target->link.strategy = options->strategy;
  target->link.func = FUL_NONE;
  target->link.marker = FUL_NONE;
  target->threads = g_array_new (FALSE, FALSE, sizeof (guint));
}

static gboolean
follow (Target      *target,
        FulDocument *document)
{
  if (target->link.panel == NULL)
    return FALSE;

  target->link.name = target->name;
  target->link.threads = (const guint *) (gpointer) target->threads->data;
  target->link.n_threads = target->threads->len;
  ful_document_follow (document, &target->link);

  return TRUE;
}

/**
 * ful_find_follow:
 * @catalog: of the profile of @document, or of one with fewer symbols or rows
 * @kind: one whose rows lead to views: functions to threads, and files
 * @row: of that kind
 * @with_time: whether its time is marked, too; of a thread, whether those that are selected stay
 * @densest: (nullable): the time of a function, absolute ms
 *
 * Shows what was found in one step of the history.
 *
 * Returns: %FALSE if it leads nowhere
 */
gboolean
ful_find_follow (const FulFindCatalog *catalog,
                 FulFindKind           kind,
                 guint                 row,
                 gboolean              with_time,
                 const FulTimeRange   *densest,
                 FulDocument          *document)
{
  const FulViewState *now = ful_document_get_view_state (document);
  g_auto(Target) target = { { NULL } };

  init_target (&target, document);
  if (catalog->weights->basis == FUL_INSIGHT_BASIS_CPU && (kind == FUL_FIND_FUNCTIONS || kind == FUL_FIND_FILES))
    target.link.strategy = FUL_STRATEGY_CPU;
  switch (kind)
    {
    case FUL_FIND_FUNCTIONS:
      aim_at_function (&target, catalog, row);
      if (densest)
        set_preview (&target, catalog, densest->start, densest->end - densest->start);
      break;
    case FUL_FIND_MARKERS:
      aim_at_markers (&target, catalog, &g_array_index (catalog->markers, FulFindMarker, row), with_time);
      break;
    case FUL_FIND_FIELDS:
      aim_at_markers (&target, catalog, &g_array_index (catalog->fields, FulFindMarker, row), with_time);
      break;
    case FUL_FIND_REQUESTS:
      aim_at_request (&target, catalog, row, with_time);
      break;
    case FUL_FIND_THREADS:
      aim_at_thread (&target, catalog, row, with_time, now);
      target.link.implementation = now->options->implementation;
      break;
    case FUL_FIND_FILES:
      aim_at_file (&target, catalog, row);
      break;
    default:
      return FALSE;
    }

  return follow (&target, document);
}

/**
 * ful_find_follow_time:
 * @range: relative ms; of a time without length a little around it is shown
 *
 * Marks a time in one step of the history.
 */
void
ful_find_follow_time (FulDocument  *document,
                      FulTimeRange  range)
{
  const FulViewState *now = ful_document_get_view_state (document);
  FulTimeRange shown = ful_document_get_visible_range (document);
  g_autofree char *text = ful_insight_text_of_ms (range.start);
  g_auto(Target) target = { { NULL } };

  init_target (&target, document);
  target.link.implementation = now->options->implementation;
  set_target (&target, now->panel, text);
  if (!(range.end > range.start))
    {
      range.start -= AROUND * (shown.end - shown.start);
      range.end += AROUND * (shown.end - shown.start);
    }
  target.preview = range;
  target.link.preview = &target.preview;
  follow (&target, document);
}

/**
 * ful_find_follow_text:
 * @text: any text
 * @of_markers: whether markers are searched for it, not functions
 *
 * Filters the markers in their table, or the functions in this panel if it has any, in one step of the history.
 */
void
ful_find_follow_text (FulDocument *document,
                      const char  *text,
                      gboolean     of_markers)
{
  static const char *const with_functions[] = {
    FUL_PANEL_CALL_TREE, FUL_PANEL_FUNCTIONS, FUL_PANEL_FLAME_GRAPH, FUL_PANEL_STACK_CHART, NULL,
  };
  const FulViewState *now = ful_document_get_view_state (document);
  gboolean stays = g_strv_contains (with_functions, now->panel);
  g_auto(Target) target = { { NULL } };

  init_target (&target, document);
  target.link.implementation = now->options->implementation;
  target.link.panel = of_markers ? FUL_PANEL_MARKER_TABLE : stays ? now->panel : FUL_PANEL_CALL_TREE;
  target.name = g_strdup_printf (of_markers ? _("Filter Markers by “%s”") : _("Filter Functions by “%s”"), text);
  target.search = dup_term (text);
  if (of_markers)
    target.link.marker_search = target.search;
  else
    target.link.search = target.search;
  follow (&target, document);
}
