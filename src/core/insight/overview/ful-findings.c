/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sentences that say what is slow, by rules, without an opinion (insight.md 9). */

#include "config.h"

#include "ful-findings.h"

#include "insight/markers/ful-insight-memory.h"
#include "insight/markers/ful-insight-pages.h"
#include "insight/samples/ful-insight-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define MAX_FINDINGS 3
#define LEAST_STRETCH_MS 100
/* The stretch comes first if it is so much of the range; if the thread mostly waited in it, so much. */
#define FIRST_STRETCH_SHARE 0.05
#define FIRST_WAIT_SHARE 0.2
#define WAITED_SHARE 0.3
#define MARKER_SHARE 0.3
#define LEAST_HOT_SHARE 0.5
#define MOST_HOT_SHARE 0.95
#define MOST_HOT_OWN_SHARE 0.5
#define FUNCTION_SHARE 0.2
#define CATEGORY_SHARE 0.3
#define GROWTH_BYTES 50e6
#define LOAD_MS 1000
/* Names of findings have to be read at a glance. */
#define MAX_NAME_CHARS 80

/* Returns: (transfer full): a name, cut in its middle if it is long */
static char *
dup_name (const char *name)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  glong n = g_utf8_strlen (valid, -1);
  g_autofree char *begin = NULL;
  g_autofree char *end = NULL;

  if (n <= MAX_NAME_CHARS)
    return g_steal_pointer (&valid);
  begin = g_utf8_substring (valid, 0, MAX_NAME_CHARS / 2);
  end = g_utf8_substring (valid, n - MAX_NAME_CHARS / 2 + 1, n);

  return g_strconcat (begin, "…", end, NULL);
}

/* Returns: (transfer full): as in "78 % of it in thrash" */
static char *
dup_share_of_it (double      share,
                 const char *name)
{
  g_autofree char *percent = ful_insight_text_of_share (share);
  g_autofree char *shown = dup_name (name);

  /* Translators: a share of a time, and a function: “78 % of it in thrash” */
  return g_strdup_printf (_("%s of it in %s"), percent, shown);
}

static gboolean
tells_nothing (const char *category)
{
  return category == NULL || g_str_equal (category, "Other") || g_str_equal (category, "User") || g_str_equal (category, "Native");
}

static gboolean
mostly_waited (const FulOverviewStretch *stretch)
{
  return stretch->busy < WAITED_SHARE && stretch->own == NULL;
}

/* Returns: (transfer full): why a thread did not respond, with "; " before it */
static char *
dup_reason (const FulOverviewStretch *stretch)
{
  g_autofree char *text = NULL;

  if (mostly_waited (stretch))
    return g_strdup (_("; it mostly waited"));
  if (stretch->own)
    {
      text = dup_share_of_it (stretch->own_share, stretch->own->label);
      return g_strconcat ("; ", text, NULL);
    }
  if (stretch->marker && stretch->marker_ms >= MARKER_SHARE * stretch->duration)
    {
      g_autofree char *name = dup_name (stretch->marker);

      text = ful_insight_text_of_ms (stretch->marker_ms);
      /* Translators: a time, and a kind of markers: “; 83 ms of it Reflow” */
      return g_strdup_printf (_("; %s of it %s"), text, name);
    }
  if (stretch->category && !g_str_equal (stretch->category, "Other"))
    return g_strdup_printf (_("; mostly %s"), stretch->category);

  return g_strdup ("");
}

/* Returns: (transfer full) (nullable): that a thread did not respond for long */
static char *
dup_stretch (const FulOverview *self,
             gboolean          *out_is_first)
{
  const FulOverviewStretch *stretch = self->stretches->len > 0 ? &g_array_index (self->stretches, FulOverviewStretch, 0) : NULL;
  double length = self->weights->range.end - self->weights->range.start;
  g_autofree char *name = NULL;
  g_autofree char *duration = NULL;
  g_autofree char *start = NULL;
  g_autofree char *reason = NULL;

  *out_is_first = FALSE;
  if (stretch == NULL || stretch->duration < LEAST_STRETCH_MS)
    return NULL;

  *out_is_first = stretch->duration >= (mostly_waited (stretch) ? FIRST_WAIT_SHARE : FIRST_STRETCH_SHARE) * length;
  name = dup_name (self->thread_names[stretch->thread]);
  duration = ful_insight_text_of_ms (stretch->duration);
  start = ful_insight_text_of_ms (stretch->start - self->root_range.start);
  reason = dup_reason (stretch);

  /* Translators: a thread, how long, when, and perhaps why, after “; ” */
  return g_strdup_printf (_("%s did not respond for %s at %s%s."), name, duration, start, reason);
}

/* Returns: (transfer full): in what the busiest thread was, with "; " before it */
static char *
dup_what (const FulOverview       *self,
          const FulOverviewThread *thread,
          gboolean                 has_own)
{
  const FulOverviewFunction *first = self->functions->len > 0 ? &g_array_index (self->functions, FulOverviewFunction, 0) : NULL;
  g_autofree char *text = NULL;

  if (has_own && thread->path_label && thread->path_share >= LEAST_HOT_SHARE && thread->path_share <= MOST_HOT_SHARE &&
      thread->path_share > thread->own_share && thread->path_own_share < MOST_HOT_OWN_SHARE)
    text = dup_share_of_it (thread->path_share, thread->path_label);
  else if (thread->own)
    text = dup_share_of_it (thread->own_share, thread->own->label);
  else if (first && first->share >= FUNCTION_SHARE && first->kind != FUL_FUNC_KIND_UNNAMED)
    text = dup_share_of_it (first->share, first->label);
  else if (!tells_nothing (thread->category) && thread->category_share >= CATEGORY_SHARE)
    {
      g_autofree char *percent = ful_insight_text_of_share (thread->category_share);

      /* Translators: a share of a time, and a category: “40 % of it Layout” */
      text = g_strdup_printf (_("%s of it %s"), percent, thread->category);
    }
  else if (first && first->share >= FUNCTION_SHARE)
    {
      g_autofree char *in = dup_share_of_it (first->share, first->library ? first->library : _("native code"));

      /* Translators: “60 % of it in libxul.so” */
      text = g_strdup_printf (_("%s, without names"), in);
    }

  return text ? g_strconcat ("; ", text, NULL) : g_strdup ("");
}

static gboolean
is_same_subject (const FulOverview       *self,
                 const FulOverviewThread *x,
                 const FulOverviewThread *y)
{
  FulProfile *profile = self->weights->profile;

  return x->own && y->own && strcmp (x->own->name, y->own->name) == 0 && strcmp (x->name, y->name) == 0 &&
         strcmp (ful_profile_get_thread (profile, x->thread)->pid, ful_profile_get_thread (profile, y->thread)->pid) == 0;
}

/**
 * ful_findings_list_busiest:
 * @overview: one with rows of threads
 *
 * Threads of one process and name that do the same are one subject.
 *
 * Returns: (transfer full) (element-type guint): rows of threads that the sentence about the busiest one is about
 */
GArray *
ful_findings_list_busiest (const FulOverview *overview)
{
  const FulOverviewThread *first = &g_array_index (overview->threads, FulOverviewThread, 0);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < overview->threads->len; i++)
    if (i == 0 || (overview->weights->is_timed &&
                   is_same_subject (overview, first, &g_array_index (overview->threads, FulOverviewThread, i))))
      g_array_append_val (rows, i);

  return rows;
}

/* Returns: (transfer full) (nullable): a sentence about the busiest threads, if they are several */
static char *
dup_threads (const FulOverview       *self,
             const FulOverviewThread *first)
{
  g_autoptr(GArray) rows = ful_findings_list_busiest (self);
  double busy = 0, own = 0;
  g_autofree char *amount = NULL;
  g_autofree char *share = NULL;
  g_autofree char *name = NULL;

  if (rows->len < 2)
    return NULL;

  for (guint i = 0; i < rows->len; i++)
    {
      const FulOverviewThread *thread = &g_array_index (self->threads, FulOverviewThread, g_array_index (rows, guint, i));

      busy += thread->busy;
      own += thread->busy * thread->own_share;
    }

  amount = ful_insight_text_of_ms (busy);
  share = dup_share_of_it (own / busy, first->own->label);
  name = dup_name (first->name);

  /* Translators: two or more threads, the name that all have, how long, and “78 % of it in primes” */
  return g_strdup_printf (ngettext ("%u thread %s was busy for %s in all; %s.", "%u threads %s were busy for %s in all; %s.", rows->len),
                          rows->len, name, amount, share);
}

/* Whether the stretch is one of the busiest thread, in the function that it was busy with. */
static gboolean
is_about_same (const FulOverview       *self,
               const FulOverviewThread *thread)
{
  const FulOverviewStretch *stretch = &g_array_index (self->stretches, FulOverviewStretch, 0);

  return stretch->thread == thread->thread && stretch->own && thread->own && strcmp (stretch->own->name, thread->own->name) == 0;
}

/* @after_stretch: whether the sentence comes after that of the longest stretch
 * Returns: (transfer full) (nullable): how busy the busiest thread was */
static char *
dup_busy (const FulOverview *self,
          gboolean           has_own,
          gboolean           after_stretch)
{
  const FulOverviewThread *thread = self->threads->len > 0 ? &g_array_index (self->threads, FulOverviewThread, 0) : NULL;
  g_autofree char *what = NULL;
  g_autofree char *busy = NULL;
  g_autofree char *life = NULL;
  g_autofree char *name = NULL;
  char *joined;

  if (thread == NULL)
    return NULL;

  what = dup_what (self, thread, has_own);
  if (!self->weights->is_timed)
    {
      busy = ful_insight_text_of_amount (self->weights->busy, self->unit);
      /* Translators: an amount, and perhaps in what, after “; ” */
      return g_strdup_printf (_("%s in all%s."), busy, what);
    }
  joined = dup_threads (self, thread);
  if (joined)
    return joined;

  /* Weights that count something else may be more than the time. */
  busy = ful_insight_text_of_ms (fmin (thread->busy, thread->life));
  life = ful_insight_text_of_ms (thread->life);
  if (after_stretch && is_about_same (self, thread))
    {
      guint n = self->n_first_stretches - 1;

      return n == 0 ? g_strdup_printf (_("It was busy for %s of %s."), busy, life)
                    : g_strdup_printf (ngettext ("It was busy for %s of %s, and did not respond %u more time.",
                                                 "It was busy for %s of %s, and did not respond %u more times.", n),
                                       busy, life, n);
    }
  name = dup_name (self->weights->n_threads > 1 ? thread->name : _("The program"));

  /* Translators: a thread, how long, how long it lived, and perhaps in what, after “; ” */
  return g_strdup_printf (_("%s was busy for %s of %s%s."), name, busy, life, what);
}

static char *
dup_memory (const FulOverview *self)
{
  FulProfile *profile = self->weights->profile;
  const FulInsightMemory *memory = self->memory->len > 0 ? &g_array_index (self->memory, FulInsightMemory, 0) : NULL;
  FulCounter *counter;
  g_autofree char *name = NULL;
  g_autofree char *growth = NULL;

  if (memory == NULL || memory->growth < GROWTH_BYTES)
    return NULL;

  counter = g_ptr_array_index (profile->counters, memory->counter);
  name = dup_name (counter->main_thread < profile->threads->len ? self->thread_names[counter->main_thread] : counter->pid);
  growth = ful_insight_text_of_bytes (memory->growth);

  return g_strdup_printf (_("Memory of %s grew by %s."), name, growth);
}

static char *
dup_requests (const FulOverview *self)
{
  const FulInsightRequests *requests = self->requests;

  return requests->n_failed_pages == 0 ? NULL
           : g_strdup_printf (ngettext ("%u of %u requests failed or were cancelled.", "%u of %u requests failed or were cancelled.",
                                      requests->n_failed_pages), requests->n_failed_pages, requests->all->len);
}

static char *
dup_page (const FulOverview *self)
{
  const FulInsightPage *page = self->pages->len > 0 ? &g_array_index (self->pages, FulInsightPage, 0) : NULL;
  const char *scheme;
  g_autofree char *name = NULL;
  g_autofree char *load = NULL;

  if (page == NULL || !(page->load >= LOAD_MS))
    return NULL;

  scheme = strstr (page->url, "://");
  name = dup_name (scheme ? scheme + strlen ("://") : page->url);
  load = ful_insight_text_of_ms (page->load);

  return g_strdup_printf (_("The page %s took %s to load."), name, load);
}

static gboolean
has_stacks (const FulOverview *self)
{
  for (guint t = 0; t < self->weights->n_threads; t++)
    if (ful_insight_weights_has_stacks (&self->weights->threads[t]))
      return TRUE;

  return FALSE;
}

static char *
dup_nothing (const FulOverview *self)
{
  guint n = self->weights->n_threads;
  g_autofree char *number = ful_insight_text_of_count ((double) self->n_samples);
  g_autofree char *threads = g_strdup_printf (ngettext ("%u thread", "%u threads", n), n);
  g_autofree char *samples = g_strdup_printf (ngettext ("%s sample", "%s samples", (gulong) self->n_samples), number);

  /* Rows of threads have a share of at least that. */
  if (self->weights->busy > 0)
    {
      g_autofree char *busy = ful_insight_text_of_amount (self->weights->busy, self->unit);

      /* Translators: an amount */
      return g_strdup_printf (_("No thread had more than 1 %% of %s in all."), busy);
    }
  if (self->n_samples > 0 && !has_stacks (self))
    return g_strdup_printf (_("Nothing was busy: %s, %s, none with a stack."), threads, samples);
  if (self->n_samples > 0 && !self->weights->is_timed)
    {
      g_autofree char *sum = ful_insight_text_of_amount (self->weights->busy, self->unit);

      /* Translators: a number of samples, and an amount that is not greater than 0 */
      return g_strdup_printf (_("Nothing has a share: the weights of %s add up to %s."), samples, sum);
    }

  /* Translators: numbers of threads and of samples */
  return g_strdup_printf (self->n_samples > 0 ? _("Nothing was busy: %s, %s, all idle.") : _("Nothing was busy: %s, %s."),
                          threads, samples);
}

static void
clear_finding (gpointer data)
{
  g_free (((FulFinding *) data)->text);
}

/* @text: (transfer full) (nullable) */
static void
add (GArray            *findings,
     FulFindingSubject  subject,
     char              *text)
{
  FulFinding finding = { text, subject };

  if (text && findings->len < MAX_FINDINGS)
    g_array_append_val (findings, finding);
  else
    g_free (text);
}

/**
 * ful_findings_list:
 * @overview: an overview with all of its rows
 * @has_own: whether names and paths say whose code it is
 *
 * Returns: (transfer full) (element-type FulFinding): at most three sentences; one says if nothing was done
 */
GArray *
ful_findings_list (const FulOverview *overview,
                   gboolean           has_own)
{
  GArray *findings = g_array_new (FALSE, FALSE, sizeof (FulFinding));
  gboolean is_first;
  char *stretch = dup_stretch (overview, &is_first);
  char *busy = dup_busy (overview, has_own, stretch && is_first);

  g_array_set_clear_func (findings, clear_finding);
  if (is_first)
    add (findings, FUL_FINDING_STRETCH, stretch);
  add (findings, FUL_FINDING_THREAD, busy);
  if (!is_first)
    add (findings, FUL_FINDING_STRETCH, stretch);
  add (findings, FUL_FINDING_MEMORY, dup_memory (overview));
  add (findings, FUL_FINDING_REQUESTS, dup_requests (overview));
  add (findings, FUL_FINDING_PAGE, dup_page (overview));
  if (findings->len == 0)
    add (findings, FUL_FINDING_NOTHING, dup_nothing (overview));

  return findings;
}
