/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The overview as tables of texts, in the order in which they are read. Those without rows are left out. */

#include "config.h"

#include "ful-overview-sections.h"

#include "base/ful-hash.h"
#include "insight/markers/ful-insight-memory.h"
#include "insight/markers/ful-insight-pages.h"
#include "insight/markers/ful-insight-requests.h"
#include "insight/samples/ful-insight-text.h"
#include "insight/samples/ful-insight-weights.h"
#include "stacks/ful-func-kind.h"

#include <math.h>
#include <string.h>

#define MAX_FUNCTIONS 5
#define MAX_REQUESTS 3
#define WAITED_SHARE 0.3
#define MARKER_SHARE 0.3

#define NUMBER FUL_OVERVIEW_CELL_NUMBER
#define TEXT FUL_OVERVIEW_CELL_TEXT
#define NAME FUL_OVERVIEW_CELL_NAME

static const FulOverviewColumn thread_columns[] = {
  { "busy", NUMBER }, { "share", NUMBER }, { "thread", NAME }, { "pid", TEXT }, { "peak", TEXT }, { "mostly", NAME },
};
static const FulOverviewColumn own_columns[] = {
  { "charged", NUMBER }, { "share", NUMBER }, { "function", NAME }, { "place", NAME },
};
static const FulOverviewColumn function_columns[] = {
  { "self", NUMBER }, { "share", NUMBER }, { "function", NAME }, { "place", NAME },
};
static const FulOverviewColumn stretch_columns[] = {
  { "duration", NUMBER }, { "at", NUMBER }, { "busy", NUMBER }, { "thread", NAME }, { "mostly", NAME },
};
static const FulOverviewColumn wait_columns[] = { { "duration", NUMBER }, { "at", NUMBER }, { "thread", NAME }, { "in", NAME } };
static const FulOverviewColumn share_columns[] = { { "weight", NUMBER }, { "share", NUMBER }, { "name", NAME } };
static const FulOverviewColumn marker_columns[] = {
  { "time", NUMBER }, { "count", NUMBER }, { "longest", NUMBER }, { "at", NUMBER }, { "marker", NAME },
};
static const FulOverviewColumn request_columns[] = {
  { "duration", NUMBER }, { "status", TEXT }, { "longest phase", TEXT }, { "address", NAME },
};
static const FulOverviewColumn page_columns[] = {
  { "load", NUMBER }, { "content", NUMBER }, { "first paint", NUMBER }, { "address", NAME },
};
static const FulOverviewColumn memory_columns[] = { { "growth", NUMBER }, { "peak", NUMBER }, { "at", NUMBER }, { "process", NAME } };

void
ful_overview_section_free (FulOverviewSection *self)
{
  g_free (self->title);
  g_ptr_array_unref (self->cells);
  g_free (self);
}

/**
 * ful_overview_section_begin:
 * @sections: (element-type FulOverviewSection): gets a section
 * @title: (transfer full)
 *
 * Returns: (transfer none): its cells, none yet
 */
GPtrArray *
ful_overview_section_begin (GPtrArray               *sections,
                            char                    *title,
                            const FulOverviewColumn *columns,
                            guint                    n_columns)
{
  FulOverviewSection *section = g_new (FulOverviewSection, 1);

  *section = (FulOverviewSection) { title, columns, n_columns, g_ptr_array_new_with_free_func (g_free) };
  g_ptr_array_add (sections, section);

  return section->cells;
}

guint
ful_overview_section_n_rows (const FulOverviewSection *self)
{
  return self->cells->len / self->n_columns;
}

static char *
dup_ms (double ms)
{
  return isnan (ms) ? g_strdup ("") : ful_insight_text_of_ms (ms);
}

static char *
dup_share (double share)
{
  return isnan (share) ? g_strdup ("") : ful_insight_text_of_share (share);
}

/**
 * ful_overview_function_dup_place:
 *
 * Returns: (transfer full): its source and line, or its library, or ""
 */
char *
ful_overview_function_dup_place (const FulOverviewFunction *function)
{
  if (function->file && function->line != FUL_NONE)
    return g_strdup_printf ("%s:%d", function->file, function->line);

  return g_strdup (function->file ? function->file
                     : function->kind != FUL_FUNC_KIND_UNNAMED && function->library ? function->library : "");
}

static char *
dup_peak (const FulOverview       *self,
          const FulOverviewThread *thread)
{
  g_autofree char *share = NULL;
  g_autofree char *start = NULL;

  if (isnan (thread->peak))
    return g_strdup ("");

  share = ful_insight_text_of_share (thread->peak);
  start = ful_insight_text_of_ms (thread->peak_start - self->root_range.start);

  return g_strdup_printf ("%s at %s", share, start);
}

static char *
dup_with_share (const char *name,
                double      share)
{
  g_autofree char *percent = ful_insight_text_of_share (share);

  return g_strdup_printf ("%s %s", name, percent);
}

static char *
dup_mostly (const FulOverviewThread *thread)
{
  return thread->own ? dup_with_share (thread->own->label, thread->own_share)
         : thread->path_label ? dup_with_share (thread->path_label, thread->path_share)
         : thread->category ? dup_with_share (thread->category, thread->category_share) : g_strdup ("");
}

static void
add_threads (const FulOverview *self,
             GPtrArray         *sections)
{
  const FulInsightWeights *weights = self->weights;
  g_autofree char *share = NULL;
  g_autofree char *all = NULL;
  GPtrArray *cells;

  if (weights->n_threads < 2 || self->threads->len == 0)
    return;

  share = ful_insight_text_of_share (weights->work_busy / weights->busy);
  all = ful_insight_text_of_amount (weights->busy, self->unit);
  cells = ful_overview_section_begin (sections, g_strdup_printf ("Busiest Threads: %u of %u have %s of %s", weights->n_work_set,
                                                                 weights->n_threads, share, all),
                                      thread_columns, G_N_ELEMENTS (thread_columns));
  for (guint i = 0; i < self->threads->len; i++)
    {
      const FulOverviewThread *row = &g_array_index (self->threads, FulOverviewThread, i);

      g_ptr_array_add (cells, ful_insight_text_of_amount (row->busy, self->unit));
      g_ptr_array_add (cells, dup_share (row->share));
      g_ptr_array_add (cells, g_strdup (row->name));
      g_ptr_array_add (cells, g_strdup (ful_profile_get_thread (weights->profile, row->thread)->pid));
      g_ptr_array_add (cells, dup_peak (self, row));
      g_ptr_array_add (cells, dup_mostly (row));
    }
}

/* @title: (transfer full) */
static void
add_functions (const FulOverview       *self,
               GPtrArray               *sections,
               const GArray            *functions,
               char                    *title,
               const FulOverviewColumn *columns,
               guint                    n_columns)
{
  GPtrArray *cells = ful_overview_section_begin (sections, title, columns, n_columns);

  for (guint i = 0; i < MIN (functions->len, MAX_FUNCTIONS); i++)
    {
      const FulOverviewFunction *row = &g_array_index (functions, FulOverviewFunction, i);

      g_ptr_array_add (cells, ful_insight_text_of_amount (row->weight, self->unit));
      g_ptr_array_add (cells, dup_share (row->share));
      g_ptr_array_add (cells, g_strdup (row->label));
      g_ptr_array_add (cells, ful_overview_function_dup_place (row));
    }
}

static char *
dup_reason (const FulOverviewStretch *row)
{
  if (row->own)
    return dup_with_share (row->own->label, row->own_share);
  if (row->busy < WAITED_SHARE)
    return g_strdup ("waited");
  if (row->marker && row->marker_ms >= MARKER_SHARE * row->duration)
    return g_strdup (row->marker);

  return row->category ? dup_with_share (row->category, row->category_share) : g_strdup ("");
}

static void
add_stretches (const FulOverview *self,
               GPtrArray         *sections)
{
  g_autofree char *all = ful_insight_text_of_ms (self->stretch_ms);
  GPtrArray *cells = ful_overview_section_begin (sections, g_strdup_printf ("Did Not Respond: %u %s, %s", self->n_stretches,
                                                                            self->n_stretches == 1 ? "time" : "times", all),
                                                 stretch_columns, G_N_ELEMENTS (stretch_columns));

  for (guint i = 0; i < self->stretches->len; i++)
    {
      const FulOverviewStretch *row = &g_array_index (self->stretches, FulOverviewStretch, i);

      g_ptr_array_add (cells, dup_ms (row->duration));
      g_ptr_array_add (cells, dup_ms (row->start - self->root_range.start));
      g_ptr_array_add (cells, dup_share (row->busy));
      g_ptr_array_add (cells, g_strdup (self->thread_names[row->thread]));
      g_ptr_array_add (cells, dup_reason (row));
    }
}

static void
add_waits (const FulOverview *self,
           GPtrArray         *sections)
{
  g_autofree char *all = ful_insight_text_of_ms (self->wait_ms);
  GPtrArray *cells;

  if (self->waits->len == 0)
    return;

  cells = ful_overview_section_begin (sections, g_strdup_printf ("Waited: %u %s, %s", self->n_waits, self->n_waits == 1 ? "time" : "times", all),
                                      wait_columns, G_N_ELEMENTS (wait_columns));
  for (guint i = 0; i < self->waits->len; i++)
    {
      const FulOverviewWait *row = &g_array_index (self->waits, FulOverviewWait, i);

      g_ptr_array_add (cells, dup_ms (row->duration));
      g_ptr_array_add (cells, dup_ms (row->start - self->root_range.start));
      g_ptr_array_add (cells, g_strdup (self->thread_names[row->thread]));
      g_ptr_array_add (cells, g_strdup (row->place ? row->place->label : ""));
    }
}

static void
add_shares (const FulOverview *self,
            GPtrArray         *sections,
            const GArray      *shares,
            const char        *title)
{
  GPtrArray *cells = ful_overview_section_begin (sections, g_strdup (title), share_columns, G_N_ELEMENTS (share_columns));

  for (guint i = 0; i < shares->len; i++)
    {
      const FulOverviewShare *row = &g_array_index (shares, FulOverviewShare, i);

      g_ptr_array_add (cells, ful_insight_text_of_amount (row->weight, self->unit));
      g_ptr_array_add (cells, dup_share (row->share));
      g_ptr_array_add (cells, g_strdup (row->name));
    }
}

static void
add_markers (const FulOverview *self,
             GPtrArray         *sections)
{
  GPtrArray *cells = ful_overview_section_begin (sections, g_strdup ("Markers by Time of Their Own"), marker_columns,
                                                 G_N_ELEMENTS (marker_columns));

  for (guint i = 0; i < self->markers->len; i++)
    {
      const FulOverviewMarker *row = &g_array_index (self->markers, FulOverviewMarker, i);

      g_ptr_array_add (cells, dup_ms (row->self));
      g_ptr_array_add (cells, ful_insight_text_of_count (row->n));
      g_ptr_array_add (cells, dup_ms (row->longest));
      g_ptr_array_add (cells, dup_ms (row->start - self->root_range.start));
      g_ptr_array_add (cells, g_strdup (row->name));
    }
}

static void
add_request (const FulInsightRequest *row,
             GPtrArray               *cells)
{
  g_ptr_array_add (cells, dup_ms (row->duration));
  g_ptr_array_add (cells, g_strcmp0 (row->state, "STATUS_CANCEL") == 0 ? g_strdup ("cancelled")
                            : isnan (row->status) ? g_strdup ("") : g_strdup_printf ("%.0f", row->status));
  g_ptr_array_add (cells, g_strdup (row->phase && row->phase_ms >= row->duration / 2 ? row->phase : ""));
  g_ptr_array_add (cells, g_strdup (row->url));
}

/**
 * ful_overview_list_requests:
 *
 * Returns: (transfer full) (element-type guint): numbers of the requests that have a row: of those that failed each address
 *   once, then the slowest
 */
GArray *
ful_overview_list_requests (const FulOverview *overview)
{
  const FulInsightRequests *requests = overview->requests;
  g_autoptr(GArray) failed = ful_insight_requests_list_failed (requests, G_MAXUINT);
  g_autoptr(GArray) slow = ful_insight_requests_list_slow (requests, MAX_REQUESTS);
  g_autoptr(GHashTable) seen = g_hash_table_new (ful_hash_text, g_str_equal);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < failed->len && rows->len < MAX_REQUESTS; i++)
    {
      guint request = g_array_index (failed, guint, i);

      if (g_hash_table_add (seen, g_array_index (requests->all, FulInsightRequest, request).url))
        g_array_append_val (rows, request);
    }
  g_array_append_vals (rows, slow->data, slow->len);

  return rows;
}

static void
add_requests (const FulOverview *self,
              GPtrArray         *sections)
{
  const FulInsightRequests *requests = self->requests;
  g_autoptr(GArray) rows = ful_overview_list_requests (self);
  GPtrArray *cells = ful_overview_section_begin (sections, g_strdup_printf ("Requests: %u, of which %u failed", requests->all->len,
                                                                            requests->n_failed),
                                                 request_columns, G_N_ELEMENTS (request_columns));

  for (guint i = 0; i < rows->len; i++)
    add_request (&g_array_index (requests->all, FulInsightRequest, g_array_index (rows, guint, i)), cells);
}

static void
add_pages (const FulOverview *self,
           GPtrArray         *sections)
{
  GPtrArray *cells = ful_overview_section_begin (sections, g_strdup ("Pages"), page_columns, G_N_ELEMENTS (page_columns));

  for (guint i = 0; i < self->pages->len; i++)
    {
      const FulInsightPage *row = &g_array_index (self->pages, FulInsightPage, i);

      g_ptr_array_add (cells, dup_ms (row->load));
      g_ptr_array_add (cells, dup_ms (row->content));
      g_ptr_array_add (cells, dup_ms (row->first_paint));
      g_ptr_array_add (cells, g_strdup (row->url));
    }
}

static void
add_memory (const FulOverview *self,
            GPtrArray         *sections)
{
  FulProfile *profile = self->weights->profile;
  GPtrArray *cells = ful_overview_section_begin (sections, g_strdup ("Memory Grew"), memory_columns, G_N_ELEMENTS (memory_columns));

  for (guint i = 0; i < self->memory->len; i++)
    {
      const FulInsightMemory *row = &g_array_index (self->memory, FulInsightMemory, i);
      FulCounter *counter = g_ptr_array_index (profile->counters, row->counter);

      g_ptr_array_add (cells, ful_insight_text_of_bytes (row->growth));
      g_ptr_array_add (cells, ful_insight_text_of_bytes (row->peak));
      g_ptr_array_add (cells, dup_ms (row->peak_time - self->root_range.start));
      g_ptr_array_add (cells, g_strdup (counter->main_thread < profile->threads->len
                                          ? self->thread_names[counter->main_thread] : counter->pid));
    }
}

/**
 * ful_overview_sections_new:
 *
 * Returns: (transfer full) (element-type FulOverviewSection): the tables that have rows
 */
GPtrArray *
ful_overview_sections_new (const FulOverview *overview)
{
  GPtrArray *sections = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_overview_section_free);
  g_autofree char *own_share = ful_insight_text_of_share (overview->own_share);

  add_threads (overview, sections);
  add_functions (overview, sections, overview->own, g_strdup_printf ("Own Code, with the Libraries It Calls: %s", own_share),
                 own_columns, G_N_ELEMENTS (own_columns));
  add_functions (overview, sections, overview->functions,
                 g_strdup (overview->of_scripts ? "JavaScript and Labels by Self" : "Functions by Self"),
                 function_columns, G_N_ELEMENTS (function_columns));
  add_stretches (overview, sections);
  add_waits (overview, sections);
  add_shares (overview, sections, overview->categories, "Categories");
  add_shares (overview, sections, overview->libraries, "Libraries");
  add_markers (overview, sections);
  add_requests (overview, sections);
  add_pages (overview, sections);
  add_memory (overview, sections);
  for (guint i = sections->len; i-- > 0; )
    if (ful_overview_section_n_rows (g_ptr_array_index (sections, i)) == 0)
      g_ptr_array_remove_index (sections, i);

  return sections;
}

/**
 * ful_overview_dup_summary:
 *
 * Returns: (transfer full): what was recorded, in a line
 */
char *
ful_overview_dup_summary (const FulOverview *overview)
{
  const FulInsightWeights *weights = overview->weights;
  FulProfile *profile = weights->profile;
  GString *text = g_string_new (profile->format ? profile->format : "Profile");
  g_autofree char *n_samples = ful_insight_text_of_count ((double) overview->n_samples);
  g_autofree char *n_markers = ful_insight_text_of_count ((double) overview->n_markers);

  if (weights->is_timed)
    {
      g_autofree char *length = ful_insight_text_of_ms (weights->range.end - weights->range.start);
      g_autofree char *interval = ful_insight_text_of_ms (profile->interval);

      g_string_append_printf (text, ", %s, a sample every %s", length, interval);
    }
  g_string_append_printf (text, ", %u %s in %u %s, %s %s, %s %s", weights->n_threads,
                          weights->n_threads == 1 ? "thread" : "threads", overview->n_processes,
                          overview->n_processes == 1 ? "process" : "processes",
                          n_samples, overview->n_samples == 1 ? "sample" : "samples",
                          n_markers, overview->n_markers == 1 ? "marker" : "markers");

  return g_string_free (text, FALSE);
}
