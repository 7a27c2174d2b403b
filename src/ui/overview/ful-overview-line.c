/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of the overview as texts. Numbers are written as in the findings above them. */

#include "config.h"

#include "ful-overview-line.h"

#include "insight/markers/ful-insight-requests.h"
#include "insight/overview/ful-overview-sections.h"
#include "insight/samples/ful-insight-rules.h"
#include "insight/samples/ful-insight-text.h"
#include "model/ful-profile.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MAX_FUNCTIONS 5
/* A stretch in which the thread was busy for less mostly waited. */
#define WAITED_SHARE 0.3
#define MARKER_SHARE 0.3
/* A phase that is named has so much of the request. */
#define PHASE_SHARE 0.5
#define LEAST_FAILURE 400

void
ful_overview_line_clear (FulOverviewLine *self)
{
  g_free (self->figure);
  g_free (self->share);
  g_free (self->name);
  g_free (self->place);
  g_free (self->details);
  g_free (self->sentence);
}

static char *
dup_with_share (const char *name,
                double      share)
{
  g_autofree char *percent = ful_insight_text_of_share (share);

  /* Translators: a name, and its share of the time */
  return g_strdup_printf (_("%s %s"), name, percent);
}

static void
set_finding (FulOverviewLine   *self,
             const FulOverview *overview,
             guint              row)
{
  const FulFinding *finding = &g_array_index (overview->findings, FulFinding, row);
  const char *subject = NULL;

  if (finding->subject == FUL_FINDING_STRETCH)
    subject = overview->thread_names[g_array_index (overview->stretches, FulOverviewStretch, 0).thread];
  else if (finding->subject == FUL_FINDING_THREAD)
    subject = g_array_index (overview->threads, FulOverviewThread, 0).name;
  self->name = g_strdup (finding->text);
  self->n_strong = subject && g_str_has_prefix (finding->text, subject) ? (guint) strlen (subject) : 0;
  self->is_failure = finding->subject == FUL_FINDING_STRETCH;
  self->leads_nowhere = finding->subject == FUL_FINDING_NOTHING;
  self->sentence = g_strdup (finding->text);
}

/* Whether another of the threads that are shown is called the same. */
static gboolean
has_namesake (const FulOverview *overview,
              guint              row)
{
  const char *name = g_array_index (overview->threads, FulOverviewThread, row).name;

  for (guint i = 0; i < overview->threads->len; i++)
    if (i != row && g_str_equal (g_array_index (overview->threads, FulOverviewThread, i).name, name))
      return TRUE;

  return FALSE;
}

/* What a thread mostly did, and when it was busiest. */
static char *
dup_thread_details (const FulOverview       *overview,
                    const FulOverviewThread *thread)
{
  g_autofree char *mostly = NULL;
  g_autofree char *peak = NULL;
  g_autofree char *at = NULL;

  if (thread->own)
    mostly = dup_with_share (thread->own->label, thread->own_share);
  else if (thread->path_label)
    mostly = dup_with_share (thread->path_label, thread->path_share);
  else if (thread->category)
    mostly = dup_with_share (thread->category, thread->category_share);
  if (!(thread->peak > 0))
    return g_steal_pointer (&mostly);

  peak = ful_insight_text_of_share (thread->peak);
  at = ful_insight_text_of_ms (thread->peak_start - overview->root_range.start);
  if (mostly == NULL)
    /* Translators: the greatest share of a CPU, and when it was */
    return g_strdup_printf (_("peak %s at %s"), peak, at);

  /* Translators: what a thread mostly did, the greatest share of a CPU, and when it was */
  return g_strdup_printf (_("%s · peak %s at %s"), mostly, peak, at);
}

static void
set_thread (FulOverviewLine   *self,
            const FulOverview *overview,
            guint              row)
{
  const FulOverviewThread *thread = &g_array_index (overview->threads, FulOverviewThread, row);
  double greatest = g_array_index (overview->threads, FulOverviewThread, 0).busy;
  const FulThread *from = ful_profile_get_thread (overview->weights->profile, thread->thread);

  self->length = greatest > 0 ? thread->busy / greatest : 0;
  self->parts = thread->categories;
  self->figure = ful_insight_text_of_amount (thread->busy, overview->unit);
  self->share = ful_insight_text_of_share (thread->share);
  self->name = g_strdup (thread->name);
  self->n_strong = (guint) strlen (thread->name);
  if (has_namesake (overview, row) && *from->tid)
    self->place = g_strdup_printf (_("TID %s"), from->tid);
  self->details = dup_thread_details (overview, thread);
  /* Translators: the name of a thread, a time, a share, what the thread mostly did */
  self->sentence = g_strdup_printf (_("Thread %s was busy for %s, %s of all: %s"), self->name, self->figure, self->share,
                                    self->details ? self->details : "");
}

static void
set_function (FulOverviewLine           *self,
              const FulOverview         *overview,
              const FulOverviewFunction *function,
              gboolean                   is_own)
{
  self->length = function->share;
  self->figure = ful_insight_text_of_amount (function->weight, overview->unit);
  self->share = ful_insight_text_of_share (function->share);
  self->color = function->category == FUL_NONE ? NULL : ful_profile_get_category (overview->weights->profile, function->category)->color;
  self->name = g_strdup (function->label);
  self->n_strong = is_own ? (guint) strlen (function->label) : 0;
  if (function->file && function->line != FUL_NONE)
    self->place = g_strdup_printf ("%s:%d", function->file, function->line);
  else if (function->file || function->kind != FUL_FUNC_KIND_UNNAMED)
    self->place = g_strdup (function->file ? function->file : function->library);
  self->sentence = is_own
    /* Translators: the name of a function, a time, a share of all, a file or library */
    ? g_strdup_printf (_("Own function %s with the libraries it calls: %s, %s of all. %s"), self->name, self->figure, self->share,
                       self->place ? self->place : "")
    : g_strdup_printf (_("Function %s itself: %s, %s of all. %s"), self->name, self->figure, self->share,
                       self->place ? self->place : "");
}

/* What a thread did instead of an answer. */
static char *
dup_reason (const FulOverviewStretch *stretch)
{
  if (stretch->own)
    return dup_with_share (stretch->own->label, stretch->own_share);
  if (stretch->busy < WAITED_SHARE)
    return g_strdup (_("waited"));
  if (stretch->marker && stretch->marker_ms >= MARKER_SHARE * stretch->duration)
    return g_strdup (stretch->marker);

  return stretch->category ? dup_with_share (stretch->category, stretch->category_share) : NULL;
}

static void
set_stretch (FulOverviewLine   *self,
             const FulOverview *overview,
             guint              row)
{
  const FulOverviewStretch *stretch = &g_array_index (overview->stretches, FulOverviewStretch, row);
  g_autofree char *reason = dup_reason (stretch);
  g_autofree char *busy = isnan (stretch->busy) ? NULL : ful_insight_text_of_share (stretch->busy);

  self->figure = ful_insight_text_of_ms (stretch->duration);
  self->is_figure_strong = TRUE;
  self->share = ful_insight_text_of_ms (stretch->start - overview->root_range.start);
  self->name = g_strdup (overview->thread_names[stretch->thread]);
  if (busy && reason)
    /* Translators: a share of the time, and what the thread mostly did */
    self->details = g_strdup_printf (_("busy %s · %s"), busy, reason);
  else
    self->details = busy ? g_strdup_printf (_("busy %s"), busy) : g_strdup (reason);
  /* Translators: the name of a thread, a duration, a time, what the thread did meanwhile */
  self->sentence = g_strdup_printf (_("%s did not respond for %s at %s: %s"), self->name, self->figure, self->share,
                                    self->details ? self->details : "");
}

static void
set_wait (FulOverviewLine   *self,
          const FulOverview *overview,
          guint              row)
{
  const FulOverviewWait *wait = &g_array_index (overview->waits, FulOverviewWait, row);

  self->figure = ful_insight_text_of_ms (wait->duration);
  self->is_figure_strong = TRUE;
  self->share = ful_insight_text_of_ms (wait->start - overview->root_range.start);
  self->name = g_strdup (overview->thread_names[wait->thread]);
  self->details = wait->place ? g_strdup (wait->place->label) : NULL;
  /* Translators: the name of a thread, a duration, a time, the function that it waited in */
  self->sentence = g_strdup_printf (_("%s waited for %s at %s: %s"), self->name, self->figure, self->share,
                                    self->details ? self->details : "");
}

static void
set_share (FulOverviewLine   *self,
           const FulOverview *overview,
           const GArray      *shares,
           guint              row)
{
  const FulOverviewShare *share = &g_array_index (shares, FulOverviewShare, row);
  g_autofree char *amount = ful_insight_text_of_amount (share->weight, overview->unit);

  self->share = ful_insight_text_of_share (share->share);
  self->color = share->color;
  self->name = g_strdup (share->name);
  /* Translators: the name of a category or a library, a time, a share */
  self->sentence = g_strdup_printf (_("%s: %s, %s"), self->name, amount, self->share);
}

static void
set_marker (FulOverviewLine   *self,
            const FulOverview *overview,
            guint              row)
{
  const FulOverviewMarker *marker = &g_array_index (overview->markers, FulOverviewMarker, row);
  g_autofree char *n = ful_insight_text_of_count (marker->n);
  g_autofree char *longest = ful_insight_text_of_ms (marker->longest);

  self->figure = ful_insight_text_of_ms (marker->self);
  /* Translators: how often */
  self->share = g_strdup_printf (_("%s ×"), n);
  self->name = g_strdup (marker->name);
  self->details = g_strdup_printf (_("longest %s"), longest);
  /* Translators: how many markers, their name, their own time, the length of the longest one */
  self->sentence = g_strdup_printf (ngettext ("%s marker %s with %s of its own, the longest of %s",
                                              "%s markers %s with %s of their own, the longest of %s", marker->n),
                                    n, self->name, self->figure, longest);
}

static const char *
get_last_part (const char *url)
{
  const char *slash = strrchr (url, '/');

  return slash && slash[1] ? slash + 1 : url;
}

static void
set_request (FulOverviewLine   *self,
             const FulOverview *overview,
             guint              row)
{
  g_autoptr(GArray) shown = ful_overview_list_requests (overview);
  const FulInsightRequest *request = &g_array_index (overview->requests->all, FulInsightRequest, g_array_index (shown, guint, row));
  gboolean is_cancelled = g_strcmp0 (request->state, "STATUS_CANCEL") == 0;
  g_autofree char *phase = NULL;

  self->figure = isnan (request->duration) ? NULL : ful_insight_text_of_ms (request->duration);
  if (is_cancelled)
    self->share = g_strdup (_("cancelled"));
  else if (!isnan (request->status))
    self->share = g_strdup_printf ("%.0f", request->status);
  self->is_failure = is_cancelled || request->status >= LEAST_FAILURE;
  self->name = g_strdup (get_last_part (request->url));
  if (request->phase && request->phase_ms >= PHASE_SHARE * request->duration)
    {
      phase = ful_insight_text_of_ms (request->phase_ms);
      self->details = g_strdup_printf ("%s %s", request->phase, phase);
    }
  /* Translators: an address, a duration, a status, the longest phase */
  self->sentence = g_strdup_printf (_("Request of %s: %s, %s. %s"), request->url, self->figure ? self->figure : "",
                                    self->share ? self->share : "", self->details ? self->details : "");
}

/**
 * ful_overview_line_init:
 * @row: of that part; not of pages and memory, which the side bar has
 */
void
ful_overview_line_init (FulOverviewLine   *self,
                        const FulOverview *overview,
                        FulOverviewPart    part,
                        guint              row)
{
  *self = (FulOverviewLine) { .length = -1 };
  switch (part)
    {
    case FUL_OVERVIEW_PART_FINDINGS:
      set_finding (self, overview, row);
      break;
    case FUL_OVERVIEW_PART_THREADS:
      set_thread (self, overview, row);
      break;
    case FUL_OVERVIEW_PART_OWN:
      set_function (self, overview, &g_array_index (overview->own, FulOverviewFunction, row), TRUE);
      break;
    case FUL_OVERVIEW_PART_FUNCTIONS:
      set_function (self, overview, &g_array_index (overview->functions, FulOverviewFunction, row), FALSE);
      break;
    case FUL_OVERVIEW_PART_STRETCHES:
      set_stretch (self, overview, row);
      break;
    case FUL_OVERVIEW_PART_WAITS:
      set_wait (self, overview, row);
      break;
    case FUL_OVERVIEW_PART_CATEGORIES:
      set_share (self, overview, overview->categories, row);
      break;
    case FUL_OVERVIEW_PART_LIBRARIES:
      set_share (self, overview, overview->libraries, row);
      break;
    case FUL_OVERVIEW_PART_MARKERS:
      set_marker (self, overview, row);
      break;
    case FUL_OVERVIEW_PART_REQUESTS:
      set_request (self, overview, row);
      break;
    case FUL_OVERVIEW_PART_PAGES:
    case FUL_OVERVIEW_PART_MEMORY:
    case FUL_N_OVERVIEW_PARTS:
    default:
      g_assert_not_reached ();
    }
}

/* Returns: how many rows the panel shows of a part */
guint
ful_overview_line_count (const FulOverview *overview,
                          FulOverviewPart    part)
{
  guint n = ful_overview_count_rows (overview, part);

  /* All that is said of a single thread is in the others. */
  if (part == FUL_OVERVIEW_PART_THREADS && overview->weights->n_threads < 2)
    return 0;

  return part == FUL_OVERVIEW_PART_FUNCTIONS ? MIN (n, MAX_FUNCTIONS) : n;
}

/**
 * ful_overview_line_dup_sum:
 *
 * Returns: (transfer full) (nullable): what stands beside the title of a part: the sum of it
 */
char *
ful_overview_line_dup_sum (const FulOverview *overview,
                             FulOverviewPart    part)
{
  const FulInsightWeights *weights = overview->weights;
  g_autofree char *all = ful_insight_text_of_amount (weights->busy, overview->unit);
  g_autofree char *share = NULL;
  g_autofree char *ms = NULL;

  switch (part)
    {
    case FUL_OVERVIEW_PART_THREADS:
      share = ful_insight_text_of_share (weights->busy > 0 ? weights->work_busy / weights->busy : 0);
      /* Translators: as in "8 of 19 threads have 95 % of 6.32 s" */
      return g_strdup_printf (ngettext ("%u of %u threads has %s of %s", "%u of %u threads have %s of %s", weights->n_work_set),
                              weights->n_work_set, weights->n_threads, share, all);
    case FUL_OVERVIEW_PART_OWN:
      return ful_insight_text_of_share (overview->own_share);
    case FUL_OVERVIEW_PART_FUNCTIONS:
      return overview->of_scripts ? g_strdup (_("JavaScript and labels")) : NULL;
    case FUL_OVERVIEW_PART_STRETCHES:
      ms = ful_insight_text_of_ms (overview->stretch_ms);
      return g_strdup_printf (ngettext ("%u time, %s", "%u times, %s", overview->n_stretches), overview->n_stretches, ms);
    case FUL_OVERVIEW_PART_WAITS:
      ms = ful_insight_text_of_ms (overview->wait_ms);
      return g_strdup_printf (ngettext ("%u time, %s", "%u times, %s", overview->n_waits), overview->n_waits, ms);
    case FUL_OVERVIEW_PART_CATEGORIES:
      return weights->basis == FUL_INSIGHT_BASIS_CPU ? g_strdup (_("CPU")) : NULL;
    case FUL_OVERVIEW_PART_REQUESTS:
      return overview->requests->n_failed > 0
               ? g_strdup_printf (_("%u, of which %u failed"), overview->requests->all->len, overview->requests->n_failed)
               : g_strdup_printf ("%u", overview->requests->all->len);
    case FUL_OVERVIEW_PART_FINDINGS:
    case FUL_OVERVIEW_PART_LIBRARIES:
    case FUL_OVERVIEW_PART_MARKERS:
    case FUL_OVERVIEW_PART_PAGES:
    case FUL_OVERVIEW_PART_MEMORY:
    case FUL_N_OVERVIEW_PARTS:
    default:
      return NULL;
    }
}
