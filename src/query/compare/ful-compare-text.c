/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A comparison for reading: as text, and as Markdown that fits into a comment (compare.md 6.3). */

#include "config.h"

#include "ful-compare-output.h"

#include "ful-query.h"

#include "base/ful-format.h"
#include "compare/change/ful-change.h"
#include "compare/ful-change-text.h"
#include "compare/ful-comparison.h"
#include "compare/pairing/ful-pairing.h"
#include "compare/runs/ful-run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Characters, each of which is at most six when it is escaped. */
#define MAX_MARKDOWN 60000
#define MAX_NAME 200
#define MAX_UNIT 30
#define MAX_LINE 600
#define MAX_ROWS_MARKDOWN (MAX_MARKDOWN - 6 * (2 * MAX_NAME + 6 * MAX_UNIT + MAX_LINE) - 1000)

static const char *
get_place (const FulCompareOutput *self,
           const FulComparedRow   *row)
{
  const FulPairedItem *item = ful_pairing_get_item (self->sides->request.pairing, row->item);

  return *item->file != '\0' ? item->file : item->library;
}

static void
print_line (const char *before,
            const char *after,
            const char *change,
            const char *interval,
            const char *name,
            const char *verdict)
{
  const struct { const char *text; int width; } cells[] = { { before, 12 }, { after, 12 }, { change, 10 }, { interval, 22 } };

  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    g_print ("%*s%s  ", MAX (cells[i].width - (int) g_utf8_strlen (cells[i].text, -1), 0), "", cells[i].text);
  g_print ("%s%s%s\n", name, *verdict != '\0' ? "  — " : "", verdict);
}

static void
print_change (const FulCompareOutput *self,
              const FulChange        *change,
              const char             *name,
              const char             *verdict)
{
  g_autofree char *before = ful_change_text_value (change->mean[FUL_BEFORE], self->comparison->unit);
  g_autofree char *after = ful_change_text_value (change->mean[FUL_AFTER], self->comparison->unit);
  g_autofree char *relative = ful_change_text_relative (change, self->comparison->unit);
  g_autofree char *interval = ful_change_text_interval (change, self->comparison->unit);

  print_line (before, after, relative, interval, name, verdict);
}

/* Returns: of how many recordings the parts of a side are; a baseline has those of its parts */
static guint
count_recordings (const GPtrArray *runs)
{
  guint n = 0;

  for (guint i = 0; i < runs->len; i++)
    n += i == 0 || !g_str_equal (((const FulRun *) runs->pdata[i])->name, ((const FulRun *) runs->pdata[i - 1])->name);

  return n;
}

/* Returns: (transfer full): "6 runs before, 6 after", or "20 of “frame” in one recording before, 40 in 2 after" */
static char *
dup_runs (const FulCompareOutput *self)
{
  const FulCompareSides *sides = self->sides;
  const guint *n_runs = self->comparison->n_runs;
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      guint n = count_recordings (sides->request.runs[side]);

      g_string_append_printf (text, "%s%u", side == FUL_BEFORE ? "" : ", ", n_runs[side]);
      if (side == FUL_BEFORE && sides->split_marker)
        g_string_append_printf (text, " of “%s”", sides->split_marker);
      else if (side == FUL_BEFORE)
        g_string_append_printf (text, " %s%s", sides->n_parts > 1 ? "part" : "run", n_runs[side] == 1 ? "" : "s");
      if ((sides->split_marker || sides->n_parts > 1) && n == 1)
        g_string_append (text, " in one recording");
      else if (sides->split_marker || sides->n_parts > 1)
        g_string_append_printf (text, " in %u recordings", n);
      g_string_append (text, side == FUL_BEFORE ? " before" : " after");
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Of one recording against one, differences are those of the two, and not of what was recorded (compare.md 4.1). */
static gboolean
is_pair (const FulCompareOutput *self)
{
  return self->comparison->n_runs[FUL_BEFORE] == 1 && self->comparison->n_runs[FUL_AFTER] == 1;
}

void
ful_compare_write_text (const FulCompareOutput *self)
{
  const FulComparedRow total = { .is_on = { TRUE, TRUE }, .change = self->comparison->total };
  g_autofree char *runs = dup_runs (self);
  gboolean of_markers = self->sides->by == FUL_COMPARE_MARKERS;
  g_autofree char *of_total = ful_change_text_verdict (&total, self->comparison->unit, self->sides->request.rules.margin, of_markers);

  for (guint i = 0; i < self->notes->len; i++)
    {
      g_autofree char *note = ful_format_visible (((const FulComparisonNote *) self->notes->pdata[i])->text, "");

      g_print ("Note: %s\n", note);
    }
  g_print ("%s%s\n", runs, is_pair (self) ? "; more and less in these two recordings" : "");
  print_line ("before", "after", "change", "95 %", "name — verdict", "");
  print_change (self, &total.change, "total", of_total);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const FulComparedRow *row = self->rows->pdata[i];
      g_autofree char *name = ful_compare_dup_name (self, row, " → ");
      g_autofree char *visible = ful_format_visible (name, "");
      g_autofree char *place = ful_format_visible (get_place (self, row), "");
      g_autofree char *shown = *place != '\0' && row->node == FUL_NONE ? g_strdup_printf ("%s  %s", visible, place) : g_strdup (visible);
      g_autofree char *verdict = ful_change_text_verdict (row, self->comparison->unit, self->sides->request.rules.margin, of_markers);

      print_change (self, &row->change, shown, verdict);
    }
  if (self->n_left > 0)
    g_print ("… and %u more; --limit=0 prints all\n", self->n_left);
}

/* A name from a profile must not become markup, or a mention of somebody. */
static char *
escape (const char *text,
        guint       max_characters)
{
  g_autofree char *excerpt = ful_format_excerpt (text, "", max_characters);
  GString *escaped = g_string_new (NULL);

  for (const char *p = excerpt; *p != '\0'; p++)
    switch (*p)
      {
      case '|':
        g_string_append (escaped, "&#124;");
        break;
      case '`':
        g_string_append (escaped, "&#96;");
        break;
      case '<':
        g_string_append (escaped, "&lt;");
        break;
      case '>':
        g_string_append (escaped, "&gt;");
        break;
      case '&':
        g_string_append (escaped, "&amp;");
        break;
      case '@':
        g_string_append (escaped, "&#64;");
        break;
      case '*':
      case '_':
      case '[':
      case ']':
      case '\\':
      case '#':
      case '~':
        g_string_append_c (escaped, '\\');
        /* fall through */
      default:
        g_string_append_c (escaped, *p);
      }

  return g_string_free (escaped, FALSE);
}

/* Returns: (transfer full): the interval, with one sign for both ends if they are shares */
static char *
dup_interval (const FulChange *change,
              const char      *unit,
              const char      *separator)
{
  g_autofree char *low = NULL;
  g_autofree char *high = NULL;

  if (isnan (change->ratio_interval[0]))
    return ful_change_text_interval (change, unit);

  low = ful_change_text_ratio (change->ratio_interval[0]);
  high = ful_change_text_ratio (change->ratio_interval[1]);
  *strchr (low, ' ') = '\0';

  return g_strconcat (low, separator, high, NULL);
}

static void
append_row (const FulCompareOutput *self,
            const FulComparedRow   *row,
            GString                *text)
{
  g_autofree char *name = ful_compare_dup_name (self, row, " → ");
  g_autofree char *escaped = escape (name, MAX_NAME);
  g_autofree char *place = escape (row->node == FUL_NONE ? get_place (self, row) : "", MAX_NAME);
  g_autofree char *unit = escape (self->comparison->unit, MAX_UNIT);
  g_autofree char *before = ful_change_text_value (row->change.mean[FUL_BEFORE], unit);
  g_autofree char *after = ful_change_text_value (row->change.mean[FUL_AFTER], unit);
  g_autofree char *change = ful_change_text_relative (&row->change, unit);
  g_autofree char *interval = dup_interval (&row->change, unit, " … ");

  g_string_append_printf (text, "| <code>%s</code>%s%s | %s | %s | %s | %s | **%s**%s%s |\n", escaped, *place != '\0' ? " " : "", place,
                          before, after, change, interval, ful_verdict_to_string (row->change.verdict),
                          !row->is_on[FUL_BEFORE] ? ", new" : !row->is_on[FUL_AFTER] ? ", gone" : "",
                          row->is_called_elsewhere ? ", called from elsewhere" : "");
}

static guint
count_verdict (const FulComparison *comparison,
               FulVerdict           verdict)
{
  guint n = 0;

  for (guint i = 0; i < comparison->rows->len; i++)
    n += g_array_index (comparison->rows, FulComparedRow, i).change.verdict == verdict;

  return n;
}

/* "8 others unclear; ", or "8 others: 7 unclear, 1 same; ": those that are not in the table. */
static void
append_others (const FulCompareOutput *self,
               guint                   n_written,
               GString                *text)
{
  guint n_others = self->comparison->rows->len - n_written;
  const char *separator = ":";

  if (n_others == 0)
    return;
  g_string_append_printf (text, "%u %s", n_others, n_others == 1 ? "other" : "others");
  for (FulVerdict verdict = 0; verdict < FUL_N_VERDICTS; verdict++)
    {
      guint n = count_verdict (self->comparison, verdict);

      for (guint i = 0; i < n_written; i++)
        n -= ((const FulComparedRow *) self->rows->pdata[i])->change.verdict == verdict;
      if (n == 0)
        continue;
      if (n == n_others)
        g_string_append_printf (text, " %s", ful_verdict_to_string (verdict));
      else
        g_string_append_printf (text, "%s %u %s", separator, n, ful_verdict_to_string (verdict));
      separator = ",";
    }
  g_string_append (text, "; ");
}

static void
append_heading (const FulCompareOutput *self,
                GString                *text)
{
  static const char *const names[] = { "functions", "call nodes", "categories", "subcategories", "markers", "threads", "counters" };
  const FulComparison *comparison = self->comparison;
  g_autofree char *unit = escape (comparison->unit, MAX_UNIT);
  g_autofree char *change = ful_change_text_relative (&comparison->total, unit);
  g_autofree char *interval = dup_interval (&comparison->total, unit, " to ");
  g_autofree char *runs = dup_runs (self);
  g_autofree char *escaped = escape (runs, MAX_LINE);
  gboolean any = FALSE;

  for (FulVerdict verdict = FUL_VERDICT_SLOWER; verdict < FUL_N_VERDICTS; verdict++)
    {
      guint n = count_verdict (comparison, verdict);
      g_autofree char *word = g_strdup (ful_verdict_to_string (verdict));

      word[0] = g_ascii_toupper (word[0]);
      if (n > 0)
        g_string_append_printf (text, "**%s%s: %u of %u %s** · ", word, is_pair (self) ? " in these two recordings" : "", n, comparison->rows->len, names[self->sides->by]);
      any |= n > 0;
    }
  if (!any)
    g_string_append_printf (text, "**No difference that noise does not explain in %u %s** · ", comparison->rows->len, names[self->sides->by]);
  g_string_append_printf (text, "%s · total %s (%s)\n", escaped, change, interval);
}

/* Returns: (transfer full): the command as a shell has it; words that are safe there stay as they are */
static char *
dup_command (const FulCompareOutput *self)
{
  char **given = self->sides->query->given;
  GString *command = g_string_new ("fulgens-query compare");

  for (guint i = 0; given[i] && command->len < MAX_LINE; i++)
    {
      g_autofree char *quoted = g_shell_quote (given[i]);
      gboolean is_safe = given[i][0] != '\0' && given[i][strspn (given[i], G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-_./:,=%+@")] == '\0';

      g_string_append_printf (command, " %s", is_safe ? given[i] : quoted);
    }

  return g_string_free (command, FALSE);
}

void
ful_compare_write_markdown (const FulCompareOutput *self)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autofree char *unit = escape (self->comparison->unit, MAX_UNIT);
  g_autofree char *detectable = NULL;
  g_autofree char *command = dup_command (self);
  g_autofree char *escaped = escape (command, MAX_LINE);
  static const char *const names[] = { "function", "call node", "category", "subcategory", "marker", "thread", "counter" };
  guint n_written = 0;

  append_heading (self, text);
  for (guint i = 0; i < self->notes->len; i++)
    {
      g_autofree char *note = escape (((const FulComparisonNote *) self->notes->pdata[i])->text, MAX_LINE);

      g_string_append_printf (text, "\n> %s\n", note);
    }
  for (guint i = 0; i < self->rows->len && text->len < MAX_ROWS_MARKDOWN; i++)
    {
      if (i == 0)
        g_string_append_printf (text, "\n| %s | before | after | change | 95 %% | verdict |\n|:--|--:|--:|--:|:-:|:--|\n", names[self->sides->by]);
      append_row (self, self->rows->pdata[i], text);
      n_written++;
    }
  detectable = self->comparison->total.mean[FUL_BEFORE] > 0
               ? g_strdup_printf ("%.2g %%", 100 * self->comparison->total.detectable / self->comparison->total.mean[FUL_BEFORE])
               : ful_change_text_value (self->comparison->total.detectable, unit);
  g_string_append_c (text, '\n');
  append_others (self, n_written, text);
  g_string_append_printf (text, "%s smallest difference visible in the total: %s. Command: <code>%s</code>\n",
                          n_written < self->comparison->rows->len ? "the" : "The", detectable, escaped);
  fwrite (text->str, 1, text->len, stdout);
}
