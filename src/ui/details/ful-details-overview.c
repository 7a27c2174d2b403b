/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-details-overview.h"

#include "ful-details-profile.h"
#include "ful-details-rows.h"

#include "document/insight/ful-overview-link.h"
#include "insight/markers/ful-insight-limits.h"
#include "insight/markers/ful-insight-memory.h"
#include "insight/markers/ful-insight-pages.h"
#include "insight/samples/ful-insight-text.h"
#include "model/ful-profile.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* @out_value: (transfer full). Returns: what is limited */
static const char *
name_limit (const FulInsightLimit  *limit,
            char                  **out_value)
{
  switch (limit->kind)
    {
    case FUL_INSIGHT_LIMIT_NO_NAMES:
      *out_value = ful_insight_text_of_share (limit->share);
      return _("Without names");
    case FUL_INSIGHT_LIMIT_NO_STACKS:
      *out_value = g_strdup (C_("value", "not recorded"));
      return _("Stacks");
    case FUL_INSIGHT_LIMIT_NO_SAMPLES:
      *out_value = g_strdup (_("none"));
      return _("Samples");
    case FUL_INSIGHT_LIMIT_ALL_IDLE:
      *out_value = g_strdup (_("all idle"));
      return _("Samples");
    case FUL_INSIGHT_LIMIT_FEW_SAMPLES:
      *out_value = ful_insight_text_of_share (limit->share);
      return _("Shares are exact to");
    case FUL_INSIGHT_LIMIT_MISSED_INTERVALS:
      *out_value = ful_insight_text_of_share (limit->share);
      return _("Time without samples");
    case FUL_INSIGHT_LIMIT_PROFILER_OVERHEAD:
      *out_value = ful_insight_text_of_share (limit->share);
      return _("Profiler itself");
    case FUL_INSIGHT_LIMIT_START_LOST:
      *out_value = ful_insight_text_of_ms (limit->ms);
      return _("Start overwritten");
    case FUL_INSIGHT_LIMIT_PAUSED:
      *out_value = ful_insight_text_of_ms (limit->ms);
      return _("Paused");
    case FUL_INSIGHT_LIMIT_SHORT_STACKS:
      *out_value = ful_insight_text_of_share (limit->share);
      return _("Stacks that end at once");
    case FUL_INSIGHT_LIMIT_LOST:
      *out_value = ful_insight_text_of_ms (limit->ms);
      return _("Time with lost rows");
    case FUL_INSIGHT_LIMIT_FLAWS:
    default:
      *out_value = ful_insight_text_of_count ((double) limit->count);
      return _("Problems in the file");
    }
}

static void
add_limits (GtkWidget         *box,
            const FulOverview *overview)
{
  GtkWidget *list;

  if (overview->limits->len == 0)
    return;

  list = ful_details_add_group (box, _("Limits"));
  for (guint i = 0; i < overview->limits->len; i++)
    {
      char *value;
      const char *name = name_limit (&g_array_index (overview->limits, FulInsightLimit, i), &value);

      ful_details_take_fact (list, name, value);
    }
}

static void
add_memory (GtkWidget         *box,
            const FulOverview *overview)
{
  FulProfile *profile = overview->weights->profile;
  GtkWidget *list;

  if (overview->memory->len == 0)
    return;

  list = ful_details_add_group (box, _("Memory Grew"));
  for (guint i = 0; i < overview->memory->len; i++)
    {
      const FulInsightMemory *row = &g_array_index (overview->memory, FulInsightMemory, i);
      FulCounter *counter = g_ptr_array_index (profile->counters, row->counter);
      g_autofree char *growth = ful_insight_text_of_bytes (row->growth);
      g_autofree char *value = g_strconcat (row->growth > 0 ? "+" : "", growth, NULL);

      ful_details_add_link (list, NULL, counter->main_thread < profile->threads->len ? overview->thread_names[counter->main_thread]
                                                                                     : counter->pid,
                            NULL, value, "details.follow", g_variant_new ("(uu)", FUL_OVERVIEW_PART_MEMORY, i));
    }
}

/* The event that says most about how long the page took. */
static char *
dup_page_time (const FulInsightPage *page)
{
  double time = ful_insight_page_get_time (page);
  g_autofree char *text = isnan (time) ? g_strdup ("") : ful_insight_text_of_ms (time);

  if (!isnan (page->load))
    return g_strdup_printf (_("load %s"), text);

  return isnan (page->largest_paint) ? g_strdup_printf (_("first paint %s"), text) : g_strdup_printf (_("paint %s"), text);
}

static void
add_pages (GtkWidget         *box,
           const FulOverview *overview)
{
  GtkWidget *list;

  if (overview->pages->len == 0)
    return;

  list = ful_details_add_group (box, _("Pages"));
  for (guint i = 0; i < overview->pages->len; i++)
    {
      const FulInsightPage *page = &g_array_index (overview->pages, FulInsightPage, i);
      const char *slash = strrchr (page->url, '/');
      g_autofree char *value = dup_page_time (page);

      ful_details_add_link (list, NULL, slash && slash[1] ? slash + 1 : page->url, NULL, value, "details.follow",
                            g_variant_new ("(uu)", FUL_OVERVIEW_PART_PAGES, i));
    }
}

static void
add_copy_button (GtkWidget *box)
{
  GtkWidget *button;

  if (ful_details_take (box, "copy overview"))
    return;

  button = gtk_button_new_with_label (_("Copy as Markdown"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "details.copy-overview");
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  ful_details_add (box, button, "copy overview");
}

/**
 * ful_details_fill_overview:
 * @box: gets the rows
 * @overview: (nullable): once it is known
 *
 * Shows what limits the recording, and how it was made.
 */
void
ful_details_fill_overview (GtkWidget         *box,
                           FulDocument       *document,
                           const FulOverview *overview)
{
  ful_details_add_label (box, _("This Recording"), "title-4");
  ful_details_add_label (box, _("How it was made, and what limits it"), "dim-label");
  if (overview)
    {
      add_limits (box, overview);
      add_memory (box, overview);
      add_pages (box, overview);
    }
  ful_details_fill_recording (box, document, overview && overview->weights->is_whole ? (gint64) overview->n_markers : -1);
  if (overview)
    add_copy_button (box);
}
