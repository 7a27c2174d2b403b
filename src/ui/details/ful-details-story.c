/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The story of a time in the side bar. Rows have the action "details.follow-story", the menu "details.copy-story". */

#include "config.h"

#include "ful-details-story.h"

#include "ful-category-strip.h"
#include "ful-details-rows.h"

#include "document/insight/ful-story-link.h"
#include "insight/markers/ful-insight-requests.h"
#include "insight/overview/ful-overview-types.h"
#include "insight/samples/ful-insight-text.h"
#include "insight/samples/ful-insight-weights.h"
#include "insight/story/ful-story.h"
#include "model/ful-profile.h"
#include "widgets/ful-control-name.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

static char *
dup_time (const FulStory *story,
          double          time)
{
  return ful_insight_text_of_ms (time - story->root_range.start);
}

static GtkWidget *
add_link (GtkWidget    *list,
          const char   *name,
          const char   *value,
          FulStoryPart  part,
          guint         row)
{
  return ful_details_add_link (list, NULL, name, NULL, value, "details.follow-story", g_variant_new ("(uu)", (guint) part, row));
}

static GtkWidget *
make_copy_button (void)
{
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr(GMenu) menu = g_menu_new ();

  g_menu_append (menu, _("_Text"), "details.copy-story::text");
  g_menu_append (menu, _("_Markdown"), "details.copy-story::markdown");
  g_menu_append (menu, _("_Query Command"), "details.copy-story::query");
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _("Copy"));
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_widget_set_valign (button, GTK_ALIGN_START);
  ful_control_set_name (button, _("Copy the story of this time"));

  return button;
}

/* The time, threads, and the menu beside them. */
static void
add_head (GtkWidget      *box,
          const FulStory *story)
{
  g_autofree char *start = dup_time (story, story->weights->range.start);
  g_autofree char *end = dup_time (story, story->weights->range.end);
  g_autofree char *length = ful_insight_text_of_ms (story->weights->range.end - story->weights->range.start);
  g_autofree char *title = g_strdup_printf (_("%s – %s"), start, end);
  g_autofree char *threads = story->n_threads == 1 ? g_strdup (story->thread_names[story->threads[0]])
                               : g_strdup_printf (ngettext ("%u thread", "%u threads", story->n_threads), story->n_threads);
  /* Translators: threads, and a duration */
  g_autofree char *subject = g_strdup_printf (story->marker == FUL_NONE ? _("%s · %s selected") : _("%s · while the marker lasted, %s"),
                                              threads, length);
  GtkWidget *head = ful_details_take (box, "story head");
  GtkWidget *column;

  if (head == NULL)
    {
      head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
      column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
      gtk_widget_set_hexpand (column, TRUE);
      gtk_box_append (GTK_BOX (head), column);
      gtk_box_append (GTK_BOX (head), make_copy_button ());
      ful_details_add (box, head, "story head");
    }
  column = gtk_widget_get_first_child (head);
  ful_details_begin (column);
  ful_details_add_label (column, title, "title-4");
  ful_details_add_label (column, subject, "dim-label");
  ful_details_end (column);
}

/* @what: what the time was spent with
 * Returns: (transfer full): with its sum and share, and what it is a share of if that is less than the range */
static char *
dup_title (const FulStory *story,
           const char     *what,
           double          sum)
{
  g_autofree char *amount = ful_insight_text_of_amount (sum, story->unit);
  g_autofree char *share = ful_insight_text_of_share (story->length > 0 ? sum / story->length : 0);

  g_autofree char *length = ful_insight_text_of_amount (story->length, story->unit);

  if (ful_story_has_gaps_of_life (story))
    /* Translators: "What Ran", a duration, a percentage, and the time for which the threads were there */
    return g_strdup_printf (_("%s: %s, %s of %s"), what, amount, share, length);

  /* Translators: "What Ran", a duration and a percentage */
  return g_strdup_printf (_("%s: %s, %s"), what, amount, share);
}

static void
add_strip (GtkWidget      *box,
           const FulStory *story)
{
  GtkWidget *strip = ful_details_take (box, "story strip");

  if (strip == NULL)
    strip = ful_details_add (box, ful_category_strip_new (), "story strip");
  ful_category_strip_clear (FUL_CATEGORY_STRIP (strip), FUL_STORY_BINS);
  for (guint i = 0; i < FUL_STORY_BINS; i++)
    {
      const FulStoryBin *bin = &story->bins[i];
      FulCategory *category = bin->category == FUL_NONE ? NULL : ful_profile_get_category (story->weights->profile, bin->category);

      if (bin->use > 0)
        ful_category_strip_add (FUL_CATEGORY_STRIP (strip), i, category ? category->color : "grey", bin->use);
    }
}

static void
add_functions (GtkWidget      *box,
               const FulStory *story)
{
  g_autofree char *title = dup_title (story, _("What Ran"), story->ran);
  GtkWidget *list;

  if (story->functions->len == 0)
    {
      ful_details_add_label (box, story->life == FUL_STORY_LIFE_NOT_YET ? _("This thread did not exist yet")
                                    : story->life == FUL_STORY_LIFE_ENDED ? _("This thread had ended")
                                    : story->n_samples == 0 ? _("No samples in this time")
                                    : story->ran > 0 ? _("What ran has no stacks") : _("Nothing ran in this time"), NULL);
      return;
    }

  list = ful_details_add_titled_group (box, "ran", title);
  for (guint i = 0; i < story->functions->len; i++)
    {
      const FulOverviewFunction *row = &g_array_index (story->functions, FulOverviewFunction, i);
      g_autofree char *name = row->file && row->line != FUL_NONE ? g_strdup_printf ("%s  %s:%d", row->label, row->file, row->line)
                                                                  : g_strdup (row->label);
      g_autofree char *value = ful_insight_text_of_amount (row->self, story->unit);

      add_link (list, name, value, FUL_STORY_PART_FUNCTIONS, i);
    }
  add_strip (box, story);
}

static void
add_waits (GtkWidget      *box,
           const FulStory *story)
{
  g_autofree char *title = dup_title (story, _("What Waited"), story->waited);
  GtkWidget *list;

  if (!ful_story_has_waited (story))
    return;

  list = ful_details_add_titled_group (box, "waited", title);
  for (guint i = 0; i < story->waits->len; i++)
    {
      const FulOverviewWait *row = &g_array_index (story->waits, FulOverviewWait, i);
      g_autofree char *value = ful_insight_text_of_ms (row->duration);

      add_link (list, row->place ? row->place->label : _("Off CPU"), value, FUL_STORY_PART_WAITS, i);
    }
  if (story->waits->len == 0)
    ful_details_add_row (list, NULL, _("Why"), NULL, C_("reason", "not recorded"), FALSE, -1);
  if (story->waits->len == 0 && story->gap.duration > 0)
    {
      g_autofree char *length = ful_insight_text_of_ms (story->gap.duration);
      g_autofree char *start = dup_time (story, story->gap.start);
      /* Translators: a duration, and when it began */
      g_autofree char *value = g_strdup_printf (_("%s at %s"), length, start);

      add_link (list, _("Longest Gap"), value, FUL_STORY_PART_GAP, 0);
    }
}

/* Returns: (transfer full): a marker with what it has to do with the selected one */
static char *
dup_marker_name (const FulStoryMarker *row)
{
  g_autofree char *distance = ful_insight_text_of_ms (row->distance);

  switch (row->relation)
    {
    case FUL_STORY_MARKER_HOLDS:
      /* Translators: the name of a marker that holds the selected one */
      return g_strdup_printf (_("in %s"), row->name);
    case FUL_STORY_MARKER_PREVIOUS:
      /* Translators: a duration */
      return g_strdup_printf (_("Previous, %s before"), distance);
    case FUL_STORY_MARKER_NEXT:
      return g_strdup_printf (_("Next, %s after"), distance);
    case FUL_STORY_MARKER_OVERLAPS:
    case FUL_STORY_MARKER_HELD:
    case FUL_N_STORY_MARKERS:
    default:
      return g_strdup (row->name);
    }
}

static void
add_markers (GtkWidget      *box,
             const FulStory *story)
{
  g_autofree char *n = ful_insight_text_of_count (story->n_markers);
  g_autofree char *title = g_strdup_printf (_("Markers That Overlap: %s"), n);
  GtkWidget *list;

  if (story->markers->len == 0)
    return;

  list = ful_details_add_titled_group (box, "markers", title);
  for (guint i = 0; i < story->markers->len; i++)
    {
      const FulStoryMarker *row = &g_array_index (story->markers, FulStoryMarker, i);
      g_autofree char *name = dup_marker_name (row);
      g_autofree char *time = ful_insight_text_of_ms (row->total);
      g_autofree char *count = ful_insight_text_of_count (row->n);
      g_autofree char *value = row->n == 1 ? g_strdup (time) : g_strdup_printf ("%s × %s", count, time);

      add_link (list, name, value, FUL_STORY_PART_MARKERS, i);
    }
}

static void
add_requests (GtkWidget      *box,
              const FulStory *story)
{
  g_autofree char *n = ful_insight_text_of_count (story->n_requests);
  g_autofree char *title = g_strdup_printf (_("Requests in Flight: %s"), n);
  GtkWidget *list;

  if (story->requests->all->len == 0)
    return;

  list = ful_details_add_titled_group (box, "requests", title);
  for (guint i = 0; i < story->requests->all->len; i++)
    {
      const FulInsightRequest *row = &g_array_index (story->requests->all, FulInsightRequest, i);
      const char *slash = strrchr (row->url, '/');
      const char *last = slash && slash[1] ? slash + 1 : row->url;
      g_autofree char *name = !ful_insight_request_is_failed (row) ? g_strdup (last)
                                : isnan (row->status) || row->status < 400 ? g_strdup_printf (_("%s, cancelled"), last)
                                : g_strdup_printf ("%s  %.0f", last, row->status);
      g_autofree char *value = ful_insight_text_of_ms (ful_story_clip (story, row->start, row->start + row->duration));
      GtkWidget *link = add_link (list, name, value, FUL_STORY_PART_REQUESTS, i);

      if (ful_insight_request_is_failed (row))
        gtk_widget_add_css_class (link, "error");
    }
}

static void
add_others (GtkWidget      *box,
            const FulStory *story)
{
  GtkWidget *list;

  if (story->others->len == 0)
    return;

  list = ful_details_add_titled_group (box, "others", _("Meanwhile, Other Threads"));
  for (guint i = 0; i < story->others->len; i++)
    {
      guint thread = g_array_index (story->others, guint, i);
      g_autofree char *value = ful_insight_text_of_amount (story->weights->threads[thread].busy, story->unit);

      g_autofree char *name = g_strconcat (story->is_linked[thread] ? "→ " : "", story->thread_names[thread], NULL);

      add_link (list, name, value, FUL_STORY_PART_OTHERS, i);
    }
}

/**
 * ful_details_fill_story:
 * @box: gets the rows
 *
 * Shows what happened in a time; each row is a link. While a range is dragged that is what ran.
 */
void
ful_details_fill_story (GtkWidget      *box,
                        const FulStory *story)
{
  add_head (box, story);
  add_functions (box, story);
  if (story->is_of_samples)
    return;

  if (story->life == FUL_STORY_LIFE_ALIVE)
    add_waits (box, story);
  add_markers (box, story);
  add_requests (box, story);
  add_others (box, story);
}

/**
 * ful_details_dup_story_query:
 *
 * Returns: (transfer full): the command that says the same of the file
 */
char *
ful_details_dup_story_query (const FulStory *story)
{
  GString *text = g_string_new ("fulgens-query story");
  char start[G_ASCII_DTOSTR_BUF_SIZE], end[G_ASCII_DTOSTR_BUF_SIZE];

  if (story->marker != FUL_NONE)
    g_string_append_printf (text, " --marker %d", story->marker);
  else
    g_string_append_printf (text, " --range %s,%s",
                            g_ascii_dtostr (start, sizeof start, ful_time_to_ns (story->weights->range.start - story->root_range.start)),
                            g_ascii_dtostr (end, sizeof end, ful_time_to_ns (story->weights->range.end - story->root_range.start)));
  g_string_append (text, " -t ");
  for (guint i = 0; i < story->n_threads; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? "," : "", story->threads[i]);
  g_string_append (text, " PROFILE");

  return g_string_free (text, FALSE);
}
