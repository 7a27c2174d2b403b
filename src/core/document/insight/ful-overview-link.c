/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the rows of the overview lead (insight.md 10). */

#include "config.h"

#include "ful-overview-link.h"

#include "document/ful-document-link.h"
#include "insight/markers/ful-insight-memory.h"
#include "insight/markers/ful-insight-pages.h"
#include "insight/markers/ful-insight-requests.h"
#include "insight/overview/ful-findings.h"
#include "insight/overview/ful-overview-sections.h"
#include "insight/samples/ful-insight-rules.h"
#include "insight/samples/ful-insight-text.h"
#include "stacks/transforms/ful-transforms.h"
#include "viewtext/ful-panel-ids.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* A link whose parts it owns. */
typedef struct
{
  FulDocumentLink  link;
  char            *name;
  FulTimeRange     range;
  GArray          *threads;   /* (element-type guint) (nullable) */
} Target;

static void
clear_target (Target *target)
{
  g_free (target->name);
  g_clear_pointer (&target->threads, g_array_unref);
  g_clear_pointer (&target->link.transform, ful_transform_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Target, clear_target)

/* @name: (transfer full) */
static void
set_target (Target     *target,
            const char *panel,
            char       *name)
{
  target->name = name;
  target->link.name = name;
  target->link.panel = panel;
}

static void
add_thread (Target *target,
            guint   thread)
{
  if (target->threads == NULL)
    target->threads = g_array_new (FALSE, FALSE, sizeof (guint));
  g_array_append_val (target->threads, thread);
  target->link.threads = (const guint *) (gpointer) target->threads->data;
  target->link.n_threads = target->threads->len;
}

/* The view whose weights are those of the overview. */
static void
set_work_set (Target            *target,
              const FulOverview *overview)
{
  target->link.threads = overview->weights->work_set;
  target->link.n_threads = overview->weights->n_work_set;
}

/* @start: absolute ms, as @end; NaN if it is not known */
static void
set_range (Target            *target,
           const FulOverview *overview,
           double             start,
           double             end)
{
  if (!(end > start))
    return;

  target->range = ful_time_range_shift ((FulTimeRange) { start, end }, -overview->root_range.start);
  target->link.range = &target->range;
}

static void
aim_at_thread (Target            *target,
               const FulOverview *overview,
               guint              row)
{
  const FulOverviewThread *thread = &g_array_index (overview->threads, FulOverviewThread, row);

  set_target (target, FUL_PANEL_CALL_TREE, g_strdup_printf (_("Show %s"), thread->name));
  add_thread (target, thread->thread);
  if (thread->own)
    target->link.func = thread->own->func;
}

static void
aim_at_function (Target                    *target,
                 const FulOverview         *overview,
                 const FulOverviewFunction *function)
{
  set_target (target, FUL_PANEL_FUNCTIONS, g_strdup_printf (_("Show %s"), function->label));
  set_work_set (target, overview);
  target->link.func = function->func;
}

static void
aim_at_stretch (Target            *target,
                const FulOverview *overview,
                guint              row)
{
  const FulOverviewStretch *stretch = &g_array_index (overview->stretches, FulOverviewStretch, row);
  g_autofree char *duration = ful_insight_text_of_ms (stretch->duration);

  /* Translators: a duration, and the name of a thread */
  set_target (target, FUL_PANEL_CALL_TREE, g_strdup_printf (_("Show %s of %s"), duration, overview->thread_names[stretch->thread]));
  add_thread (target, stretch->thread);
  set_range (target, overview, stretch->start, stretch->start + stretch->duration);
  if (stretch->own)
    target->link.func = stretch->own->func;
}

static void
aim_at_wait (Target            *target,
             const FulOverview *overview,
             guint              row)
{
  const FulOverviewWait *wait = &g_array_index (overview->waits, FulOverviewWait, row);
  g_autofree char *duration = ful_insight_text_of_ms (wait->duration);

  /* Translators: a duration, and the name of a thread */
  set_target (target, FUL_PANEL_CALL_TREE, g_strdup_printf (_("Show %s of %s"), duration, overview->thread_names[wait->thread]));
  add_thread (target, wait->thread);
  set_range (target, overview, wait->start, wait->start + wait->duration);
  target->link.strategy = FUL_STRATEGY_TIMING;   /* it uses no CPU */
  if (wait->place)
    target->link.func = wait->place->func;
}

static void
aim_at_category (Target            *target,
                 const FulOverview *overview,
                 guint              row)
{
  FulProfile *profile = overview->weights->profile;
  const char *name = g_array_index (overview->categories, FulOverviewShare, row).name;
  FulTransform values = { .kind = &ful_transform_focus_category, .enabled = TRUE, .func = FUL_NONE, .resource = FUL_NONE };

  set_target (target, FUL_PANEL_CALL_TREE, g_strdup_printf (_("Show %s"), name));
  set_work_set (target, overview);
  for (guint i = 0; i < profile->categories->len; i++)
    if (g_str_equal (ful_profile_get_category (profile, (FulCategoryIndex) i)->name, name))
      {
        values.category = (FulCategoryIndex) i;
        target->link.transform = ful_transform_new (&values);
        return;
      }
}

/* What has no resource, as labels, is only counted. */
static void
aim_at_library (Target            *target,
                const FulOverview *overview,
                guint              row)
{
  FulProfile *profile = overview->weights->profile;
  const char *name = g_array_index (overview->libraries, FulOverviewShare, row).name;
  FulTransform values = { .kind = &ful_transform_collapse_resource, .enabled = TRUE, .func = FUL_NONE, .category = FUL_NONE };

  set_target (target, FUL_PANEL_CALL_TREE, g_strdup_printf (_("Show %s"), name));
  set_work_set (target, overview);
  for (guint i = 0; i < profile->resources->table.n_rows; i++)
    if (g_str_equal (ful_profile_get_string (profile, profile->resources->name[i]), name))
      {
        values.resource = (FulResourceIndex) i;
        target->link.transform = ful_transform_new (&values);
        target->link.func = ful_profile_get_resource_func (profile, values.resource);
        return;
      }
}

static void
aim_at_marker (Target            *target,
               const FulOverview *overview,
               guint              row)
{
  const FulOverviewMarker *marker = &g_array_index (overview->markers, FulOverviewMarker, row);

  set_target (target, FUL_PANEL_MARKER_TABLE, g_strdup_printf (_("Show %s"), marker->name));
  add_thread (target, marker->thread);
  set_range (target, overview, marker->start, marker->start + marker->longest);
  target->link.marker = (gint32) marker->marker;
}

static void
aim_at_request (Target            *target,
                const FulOverview *overview,
                guint              row)
{
  g_autoptr(GArray) shown = ful_overview_list_requests (overview);
  const FulInsightRequest *request = &g_array_index (overview->requests->all, FulInsightRequest,
                                                     g_array_index (shown, guint, row));

  set_target (target, FUL_PANEL_NETWORK, g_strdup_printf (_("Show %s"), request->url));
  add_thread (target, request->thread);
  target->link.marker = (gint32) request->marker;
}

static void
aim_at_page (Target            *target,
             const FulOverview *overview,
             guint              row)
{
  const FulInsightPage *page = &g_array_index (overview->pages, FulInsightPage, row);

  set_target (target, FUL_PANEL_CALL_TREE, g_strdup_printf (_("Show %s"), page->url));
  add_thread (target, page->thread);
  set_range (target, overview, page->start, page->start + ful_insight_page_get_time (page));
}

static gboolean
aim_at_memory (Target            *target,
               const FulOverview *overview,
               guint              row)
{
  FulProfile *profile = overview->weights->profile;
  const FulInsightMemory *memory = &g_array_index (overview->memory, FulInsightMemory, row);
  FulCounter *counter = g_ptr_array_index (profile->counters, memory->counter);

  if (counter->main_thread >= profile->threads->len)
    return FALSE;

  set_target (target, FUL_PANEL_CALL_TREE, g_strdup_printf (_("Show Memory of %s"), overview->thread_names[counter->main_thread]));
  add_thread (target, counter->main_thread);
  set_range (target, overview, overview->weights->range.start, memory->peak_time);

  return TRUE;
}

/* Of a finding about several threads: all of them, as its numbers are theirs. */
static void
add_same_threads (Target            *target,
                  const FulOverview *overview)
{
  g_autoptr(GArray) rows = ful_findings_list_busiest (overview);

  for (guint i = 1; i < rows->len; i++)
    add_thread (target, g_array_index (overview->threads, FulOverviewThread, g_array_index (rows, guint, i)).thread);
}

/* The part and row that a finding comes from. */
static gboolean
resolve (const FulOverview *overview,
         FulOverviewPart   *part,
         guint             *row)
{
  static const FulOverviewPart parts[] = {
    [FUL_FINDING_STRETCH] = FUL_OVERVIEW_PART_STRETCHES,
    [FUL_FINDING_THREAD] = FUL_OVERVIEW_PART_THREADS,
    [FUL_FINDING_MEMORY] = FUL_OVERVIEW_PART_MEMORY,
    [FUL_FINDING_REQUESTS] = FUL_OVERVIEW_PART_REQUESTS,
    [FUL_FINDING_PAGE] = FUL_OVERVIEW_PART_PAGES,
  };
  FulFindingSubject subject;

  if (*part != FUL_OVERVIEW_PART_FINDINGS)
    return TRUE;
  if (*row >= overview->findings->len)
    return FALSE;

  subject = g_array_index (overview->findings, FulFinding, *row).subject;
  *part = parts[subject];
  *row = 0;

  return subject != FUL_FINDING_NOTHING;
}

/**
 * ful_overview_count_rows:
 *
 * Returns: number of rows of a part
 */
guint
ful_overview_count_rows (const FulOverview *overview,
                         FulOverviewPart    part)
{
  const GArray *rows[] = {
    [FUL_OVERVIEW_PART_FINDINGS] = overview->findings,
    [FUL_OVERVIEW_PART_THREADS] = overview->threads,
    [FUL_OVERVIEW_PART_OWN] = overview->own,
    [FUL_OVERVIEW_PART_FUNCTIONS] = overview->functions,
    [FUL_OVERVIEW_PART_STRETCHES] = overview->stretches,
    [FUL_OVERVIEW_PART_WAITS] = overview->waits,
    [FUL_OVERVIEW_PART_CATEGORIES] = overview->categories,
    [FUL_OVERVIEW_PART_LIBRARIES] = overview->libraries,
    [FUL_OVERVIEW_PART_MARKERS] = overview->markers,
    [FUL_OVERVIEW_PART_PAGES] = overview->pages,
    [FUL_OVERVIEW_PART_MEMORY] = overview->memory,
  };
  g_autoptr(GArray) requests = NULL;

  if (part >= FUL_N_OVERVIEW_PARTS)
    return 0;
  if (part == FUL_OVERVIEW_PART_REQUESTS)
    {
      requests = ful_overview_list_requests (overview);
      return requests->len;
    }

  return rows[part]->len;
}

static gboolean
aim (Target            *target,
     const FulOverview *overview,
     FulOverviewPart    part,
     guint              row)
{
  switch (part)
    {
    case FUL_OVERVIEW_PART_THREADS:
      aim_at_thread (target, overview, row);
      return TRUE;
    case FUL_OVERVIEW_PART_OWN:
      aim_at_function (target, overview, &g_array_index (overview->own, FulOverviewFunction, row));
      target->link.implementation = FUL_IMPLEMENTATION_OWN;
      return TRUE;
    case FUL_OVERVIEW_PART_FUNCTIONS:
      aim_at_function (target, overview, &g_array_index (overview->functions, FulOverviewFunction, row));
      if (overview->of_scripts)
        target->link.implementation = FUL_IMPLEMENTATION_JS;
      return TRUE;
    case FUL_OVERVIEW_PART_STRETCHES:
      aim_at_stretch (target, overview, row);
      return TRUE;
    case FUL_OVERVIEW_PART_WAITS:
      aim_at_wait (target, overview, row);
      return TRUE;
    case FUL_OVERVIEW_PART_CATEGORIES:
      aim_at_category (target, overview, row);
      return TRUE;
    case FUL_OVERVIEW_PART_LIBRARIES:
      aim_at_library (target, overview, row);
      return TRUE;
    case FUL_OVERVIEW_PART_MARKERS:
      aim_at_marker (target, overview, row);
      return TRUE;
    case FUL_OVERVIEW_PART_REQUESTS:
      aim_at_request (target, overview, row);
      return TRUE;
    case FUL_OVERVIEW_PART_PAGES:
      aim_at_page (target, overview, row);
      return TRUE;
    case FUL_OVERVIEW_PART_MEMORY:
      return aim_at_memory (target, overview, row);
    case FUL_OVERVIEW_PART_FINDINGS:
    case FUL_N_OVERVIEW_PARTS:
    default:
      return FALSE;
    }
}

/**
 * ful_overview_get_counter:
 * @row: of that part
 *
 * Returns: the counter that a row is about; %FUL_NONE if it is about something else
 */
gint32
ful_overview_get_counter (const FulOverview *overview,
                          FulOverviewPart    part,
                          guint              row)
{
  if (!resolve (overview, &part, &row) || part != FUL_OVERVIEW_PART_MEMORY || row >= overview->memory->len)
    return FUL_NONE;

  return (gint32) g_array_index (overview->memory, FulInsightMemory, row).counter;
}

/* Returns: %FALSE if there is no such row, or if it leads nowhere */
static gboolean
aim_from (Target            *target,
          const FulOverview *overview,
          FulOverviewPart    part,
          guint              row,
          FulDocument       *document)
{
  FulViewOptions *options = ful_document_get_options (document);
  gboolean is_finding = part == FUL_OVERVIEW_PART_FINDINGS;

  target->link.implementation = FUL_IMPLEMENTATION_COMBINED;
  target->link.strategy = overview->weights->basis == FUL_INSIGHT_BASIS_CPU ? FUL_STRATEGY_CPU : options->strategy;
  target->link.func = FUL_NONE;
  target->link.marker = FUL_NONE;

  if (!resolve (overview, &part, &row) || row >= ful_overview_count_rows (overview, part) || !aim (target, overview, part, row))
    return FALSE;

  if (is_finding && part == FUL_OVERVIEW_PART_THREADS)
    add_same_threads (target, overview);

  return target->link.n_threads > 0;
}

/**
 * ful_overview_make_state:
 * @overview: of the profile of @document, or of one with fewer symbols or rows
 * @row: of that part
 *
 * Returns: (transfer full) (nullable): the view of what a row is about, where only the list of functions has one selected: a
 *   tree shows its hot one; %NULL if there is no such row, or if it leads nowhere
 */
FulViewState *
ful_overview_make_state (const FulOverview *overview,
                         FulOverviewPart    part,
                         guint              row,
                         FulDocument       *document)
{
  g_auto(Target) target = { { NULL } };
  FulViewState *state;

  if (!aim_from (&target, overview, part, row, document))
    return NULL;

  state = ful_document_make_linked_state (document, &target.link);
  if (g_strcmp0 (target.link.panel, FUL_PANEL_FUNCTIONS) != 0)
    ful_view_state_set_path (state, NULL, 0);

  return state;
}

/**
 * ful_overview_follow:
 * @overview: of the profile of @document, or of one with fewer symbols or rows
 * @row: of that part
 *
 * Shows in one step of the history what a row is about.
 *
 * Returns: %FALSE if there is no such row, or if it leads nowhere
 */
gboolean
ful_overview_follow (const FulOverview *overview,
                     FulOverviewPart    part,
                     guint              row,
                     FulDocument       *document)
{
  g_auto(Target) target = { { NULL } };

  if (!aim_from (&target, overview, part, row, document))
    return FALSE;

  ful_document_follow (document, &target.link);

  return TRUE;
}
