/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A story as text or Markdown: a title, then tables in the order in which they are read; the same in every locale. */

#include "config.h"

#include "ful-story-sections.h"

#include "ful-story.h"

#include "base/ful-format.h"
#include "insight/markers/ful-insight-requests.h"
#include "insight/overview/ful-overview-sections.h"
#include "insight/overview/ful-section-markdown.h"
#include "insight/overview/ful-section-text.h"
#include "insight/samples/ful-insight-text.h"
#include "markers/list/ful-marker-list.h"

#include <math.h>

#define NUMBER FUL_OVERVIEW_CELL_NUMBER
#define TEXT FUL_OVERVIEW_CELL_TEXT
#define NAME FUL_OVERVIEW_CELL_NAME

static const FulOverviewColumn function_columns[] = {
  { "self", NUMBER }, { "share", NUMBER }, { "function", NAME }, { "place", NAME },
};
static const FulOverviewColumn wait_columns[] = { { "duration", NUMBER }, { "at", NUMBER }, { "thread", NAME }, { "in", NAME } };
static const FulOverviewColumn marker_columns[] = {
  { "time", NUMBER }, { "count", NUMBER }, { "at", NUMBER }, { "is", TEXT }, { "marker", NAME },
};
static const FulOverviewColumn request_columns[] = { { "time", NUMBER }, { "status", TEXT }, { "address", NAME } };
static const FulOverviewColumn thread_columns[] = { { "busy", NUMBER }, { "thread", NAME } };

static char *
dup_time (const FulStory *self,
          double          time)
{
  return ful_insight_text_of_ms (time - self->root_range.start);
}

/* @what: what the time was spent with
 * Returns: (transfer full): a title with its sum and share, and what it is a share of if that is less than the range */
static char *
dup_title (const FulStory *self,
           const char     *what,
           double          sum)
{
  g_autofree char *amount = ful_insight_text_of_amount (sum, self->unit);
  g_autofree char *share = self->length > 0 ? ful_insight_text_of_share (sum / self->length) : NULL;

  g_autofree char *length = ful_insight_text_of_amount (self->length, self->unit);

  if (share == NULL || !self->weights->is_timed)
    return g_strdup_printf ("%s: %s", what, amount);

  return ful_story_has_gaps_of_life (self) ? g_strdup_printf ("%s: %s, %s of %s", what, amount, share, length)
                                           : g_strdup_printf ("%s: %s, %s", what, amount, share);
}

static void
add_functions (const FulStory *self,
               GPtrArray      *sections)
{
  GPtrArray *cells;

  if (self->functions->len == 0)
    return;

  cells = ful_overview_section_begin (sections, dup_title (self, "What Ran", self->ran), function_columns,
                                      G_N_ELEMENTS (function_columns));
  for (guint i = 0; i < self->functions->len; i++)
    {
      const FulOverviewFunction *row = &g_array_index (self->functions, FulOverviewFunction, i);

      g_ptr_array_add (cells, ful_insight_text_of_amount (row->self, self->unit));
      g_ptr_array_add (cells, ful_insight_text_of_share (row->share));
      g_ptr_array_add (cells, g_strdup (row->label));
      g_ptr_array_add (cells, ful_overview_function_dup_place (row));
    }
}

static void
add_wait (const FulStory *self,
          double          duration,
          double          start,
          guint           thread,
          const char     *place,
          GPtrArray      *cells)
{
  g_ptr_array_add (cells, ful_insight_text_of_ms (duration));
  g_ptr_array_add (cells, dup_time (self, start));
  g_ptr_array_add (cells, g_strdup (self->thread_names[thread]));
  g_ptr_array_add (cells, g_strdup (place));
}

static void
add_waits (const FulStory *self,
           GPtrArray      *sections)
{
  GPtrArray *cells;

  if (!ful_story_has_waited (self))
    return;

  cells = ful_overview_section_begin (sections, dup_title (self, "What Waited", self->waited), wait_columns,
                                      G_N_ELEMENTS (wait_columns));
  for (guint i = 0; i < self->waits->len; i++)
    {
      const FulOverviewWait *row = &g_array_index (self->waits, FulOverviewWait, i);

      add_wait (self, row->duration, row->start, row->thread, row->place ? row->place->label : "", cells);
    }
  if (self->waits->len == 0 && self->gap.duration > 0)
    add_wait (self, self->gap.duration, self->gap.start, self->gap.thread, "not recorded why", cells);
}

static void
add_markers (const FulStory *self,
             GPtrArray      *sections)
{
  static const char *const relations[] = { "overlaps", "holds it", "in it", "before", "after" };
  g_autofree char *n = ful_insight_text_of_count (self->n_markers);
  GPtrArray *cells;

  if (self->markers->len == 0)
    return;

  cells = ful_overview_section_begin (sections, g_strdup_printf ("Markers That Overlap: %s", n), marker_columns,
                                      G_N_ELEMENTS (marker_columns));
  for (guint i = 0; i < self->markers->len; i++)
    {
      const FulStoryMarker *row = &g_array_index (self->markers, FulStoryMarker, i);
      g_autofree char *distance = row->distance > 0 ? ful_insight_text_of_ms (row->distance) : NULL;

      g_ptr_array_add (cells, ful_insight_text_of_ms (row->total));
      g_ptr_array_add (cells, ful_insight_text_of_count (row->n));
      g_ptr_array_add (cells, dup_time (self, row->start));
      g_ptr_array_add (cells, distance ? g_strdup_printf ("%s %s", distance, relations[row->relation])
                                       : g_strdup (relations[row->relation]));
      g_ptr_array_add (cells, g_strdup (row->name));
    }
}

static void
add_requests (const FulStory *self,
              GPtrArray      *sections)
{
  g_autofree char *n = ful_insight_text_of_count (self->n_requests);
  GPtrArray *cells;

  if (self->requests->all->len == 0)
    return;

  cells = ful_overview_section_begin (sections, g_strdup_printf ("Requests in Flight: %s", n), request_columns,
                                      G_N_ELEMENTS (request_columns));
  for (guint i = 0; i < self->requests->all->len; i++)
    {
      const FulInsightRequest *row = &g_array_index (self->requests->all, FulInsightRequest, i);

      g_ptr_array_add (cells, ful_insight_text_of_ms (ful_story_clip (self, row->start, row->start + row->duration)));
      g_ptr_array_add (cells, g_strcmp0 (row->state, "STATUS_CANCEL") == 0 ? g_strdup ("cancelled")
                                : isnan (row->status) ? g_strdup ("") : g_strdup_printf ("%.0f", row->status));
      g_ptr_array_add (cells, g_strdup (row->url));
    }
}

static void
add_others (const FulStory *self,
            GPtrArray      *sections)
{
  GPtrArray *cells;

  if (self->others->len == 0)
    return;

  cells = ful_overview_section_begin (sections, g_strdup ("Meanwhile"), thread_columns, G_N_ELEMENTS (thread_columns));
  for (guint i = 0; i < self->others->len; i++)
    {
      guint thread = g_array_index (self->others, guint, i);

      g_ptr_array_add (cells, ful_insight_text_of_amount (self->weights->threads[thread].busy, self->unit));
      g_ptr_array_add (cells, g_strconcat (self->is_linked[thread] ? "→ " : "", self->thread_names[thread], NULL));
    }
}

/* Returns: (transfer full) (element-type FulOverviewSection) */
static GPtrArray *
list_sections (const FulStory *self)
{
  GPtrArray *sections = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_overview_section_free);

  if (self->life == FUL_STORY_LIFE_ALIVE)
    {
      add_functions (self, sections);
      add_waits (self, sections);
    }
  add_markers (self, sections);
  add_requests (self, sections);
  add_others (self, sections);

  return sections;
}

/* Returns: (transfer full): the time */
static char *
dup_span (const FulStory *self)
{
  g_autofree char *start = dup_time (self, self->weights->range.start);
  g_autofree char *end = dup_time (self, self->weights->range.end);
  g_autofree char *length = ful_insight_text_of_ms (self->weights->range.end - self->weights->range.start);

  return self->weights->is_timed ? g_strdup_printf ("%s – %s (%s)", start, end, length) : g_strdup ("All");
}

/* Returns: (transfer full): names of the threads, and the marker */
static char *
dup_subject (const FulStory *self)
{
  g_autoptr(GString) text = g_string_new (NULL);

  if (self->marker != FUL_NONE)
    g_string_append_printf (text, "%s, ", ful_marker_list_get_name (self->list, (guint) self->marker));
  for (guint i = 0; i < self->n_threads; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", self->thread_names[self->threads[i]]);

  return ful_format_visible (text->str, "");
}

/* Returns: (nullable): why nothing ran */
static const char *
get_note (const FulStory *self)
{
  if (self->life != FUL_STORY_LIFE_ALIVE)
    return self->life == FUL_STORY_LIFE_NOT_YET ? "This thread did not exist yet." : "This thread had ended.";

  if (self->n_samples == 0 || self->functions->len > 0)
    return self->n_samples == 0 ? "No samples in this time." : NULL;

  return self->ran > 0 ? "What ran has no stacks." : "Nothing ran in this time.";
}

/**
 * ful_story_to_text:
 * @color: whether it goes to a terminal that shows colours
 *
 * Returns: (transfer full): a title, and a table for each section
 */
char *
ful_story_to_text (const FulStory *story,
                   gboolean        color)
{
  g_autoptr(GPtrArray) sections = list_sections (story);
  g_autofree char *span = dup_span (story);
  g_autofree char *subject = dup_subject (story);
  const char *note = get_note (story);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s, %s\n", span, subject);
  if (note)
    g_string_append_printf (text, "%s\n", note);
  for (guint i = 0; i < sections->len; i++)
    ful_section_append_text (text, g_ptr_array_index (sections, i), color);

  return g_string_free (text, FALSE);
}

/**
 * ful_story_to_markdown:
 *
 * Returns: (transfer full): a title, then a table for each section; names are code
 */
char *
ful_story_to_markdown (const FulStory *story)
{
  g_autoptr(GPtrArray) sections = list_sections (story);
  g_autofree char *span = dup_span (story);
  g_autofree char *subject = dup_subject (story);
  const char *note = get_note (story);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "# %s\n\n", span);
  ful_markdown_append_name (text, subject);
  g_string_append_printf (text, "\n\n%s%s", note ? note : "", note ? "\n\n" : "");
  for (guint i = 0; i < sections->len; i++)
    {
      const FulOverviewSection *section = g_ptr_array_index (sections, i);
      g_autofree char *heading = ful_section_dup_markdown_heading (section);
      g_autoptr(GPtrArray) lines = ful_section_list_markdown (section);

      g_string_append (text, heading);
      for (guint k = 0; k < lines->len; k++)
        g_string_append (text, g_ptr_array_index (lines, k));
    }

  return g_string_free (text, FALSE);
}
