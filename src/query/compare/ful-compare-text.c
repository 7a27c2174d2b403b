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

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAX_MARKDOWN 60000
#define MAX_NAME 200

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

void
ful_compare_write_text (const FulCompareOutput *self)
{
  const FulComparedRow total = { .is_on = { TRUE, TRUE }, .change = self->comparison->total };
  g_autofree char *of_total = ful_change_text_verdict (&total, self->comparison->unit, self->sides->request.rules.margin);

  for (guint i = 0; i < self->notes->len; i++)
    g_print ("Note: %s\n", ((const FulComparisonNote *) self->notes->pdata[i])->text);
  g_print ("%u %s before, %u after\n", self->comparison->n_runs[FUL_BEFORE],
           self->comparison->n_runs[FUL_BEFORE] == 1 ? "run" : "runs", self->comparison->n_runs[FUL_AFTER]);
  print_line ("before", "after", "change", "95 %", "name — verdict", "");
  print_change (self, &total.change, "total", of_total);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const FulComparedRow *row = self->rows->pdata[i];
      g_autofree char *name = ful_compare_dup_name (self, row, " → ");
      g_autofree char *visible = ful_format_visible (name, "");
      g_autofree char *place = ful_format_visible (get_place (self, row), "");
      g_autofree char *shown = *place != '\0' && row->node == FUL_NONE ? g_strdup_printf ("%s  %s", visible, place) : g_strdup (visible);
      g_autofree char *verdict = ful_change_text_verdict (row, self->comparison->unit, self->sides->request.rules.margin);

      print_change (self, &row->change, shown, verdict);
    }
  if (self->n_left > 0)
    g_print ("… and %u more; --limit=0 prints all\n", self->n_left);
}

/* A name from a profile must not become markup, or a mention of somebody. */
static char *
escape (const char *text)
{
  g_autofree char *excerpt = ful_format_excerpt (text, "", MAX_NAME);
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

static void
append_row (const FulCompareOutput *self,
            const FulComparedRow   *row,
            GString                *text)
{
  g_autofree char *name = ful_compare_dup_name (self, row, " → ");
  g_autofree char *escaped = escape (name);
  g_autofree char *place = escape (row->node == FUL_NONE ? get_place (self, row) : "");
  g_autofree char *before = ful_change_text_value (row->change.mean[FUL_BEFORE], self->comparison->unit);
  g_autofree char *after = ful_change_text_value (row->change.mean[FUL_AFTER], self->comparison->unit);
  g_autofree char *change = ful_change_text_relative (&row->change, self->comparison->unit);
  g_autofree char *interval = ful_change_text_interval (&row->change, self->comparison->unit);

  g_string_append_printf (text, "| <code>%s</code>%s%s | %s | %s | %s | %s | **%s**%s |\n", escaped, *place != '\0' ? " " : "", place,
                          before, after, change, interval, ful_verdict_to_string (row->change.verdict),
                          !row->is_on[FUL_BEFORE] ? ", new" : !row->is_on[FUL_AFTER] ? ", gone" : "");
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

static void
append_heading (const FulCompareOutput *self,
                GString                *text)
{
  static const char *const names[] = { "functions", "call nodes", "categories", "subcategories", "markers", "threads", "counters" };
  const FulComparison *comparison = self->comparison;
  g_autofree char *change = ful_change_text_relative (&comparison->total, comparison->unit);
  g_autofree char *interval = ful_change_text_interval (&comparison->total, comparison->unit);
  gboolean any = FALSE;

  for (FulVerdict verdict = FUL_VERDICT_SLOWER; verdict < FUL_N_VERDICTS; verdict++)
    {
      guint n = count_verdict (comparison, verdict);
      g_autofree char *word = g_strdup (ful_verdict_to_string (verdict));

      word[0] = g_ascii_toupper (word[0]);
      if (n > 0)
        g_string_append_printf (text, "**%s: %u of %u %s** · ", word, n, comparison->rows->len, names[self->sides->by]);
      any |= n > 0;
    }
  if (!any)
    g_string_append_printf (text, "**No difference that noise does not explain in %u %s** · ", comparison->rows->len, names[self->sides->by]);
  g_string_append_printf (text, "%u %s before, %u after · total %s (%s)\n", comparison->n_runs[FUL_BEFORE],
                          comparison->n_runs[FUL_BEFORE] == 1 ? "run" : "runs", comparison->n_runs[FUL_AFTER],
                          change, interval);
}

static char *
dup_command (const FulCompareOutput *self)
{
  const FulQuery *query = self->sides->query;
  GString *command = g_string_new ("fulgens-query compare");

  for (guint i = 0; query->arguments[i] && command->len < MAX_NAME; i++)
    {
      g_autofree char *quoted = g_shell_quote (query->arguments[i]);

      g_string_append_printf (command, " %s", quoted);
    }

  return g_string_free (command, FALSE);
}

void
ful_compare_write_markdown (const FulCompareOutput *self)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autofree char *detectable = NULL;
  g_autofree char *command = dup_command (self);
  g_autofree char *escaped = escape (command);
  guint n_written = 0, n_others;

  append_heading (self, text);
  for (guint i = 0; i < self->notes->len; i++)
    {
      g_autofree char *note = escape (((const FulComparisonNote *) self->notes->pdata[i])->text);

      g_string_append_printf (text, "\n> %s\n", note);
    }
  for (guint i = 0; i < self->rows->len && text->len < MAX_MARKDOWN - 4096; i++)
    {
      if (i == 0)
        g_string_append (text, "\n| name | before | after | change | 95 % | verdict |\n|:--|--:|--:|--:|:-:|:--|\n");
      append_row (self, self->rows->pdata[i], text);
      n_written++;
    }
  n_others = self->comparison->rows->len - n_written;
  detectable = self->comparison->total.mean[FUL_BEFORE] > 0
               ? g_strdup_printf ("%.2g %%", 100 * self->comparison->total.detectable / self->comparison->total.mean[FUL_BEFORE])
               : ful_change_text_value (self->comparison->total.detectable, self->comparison->unit);
  g_string_append_printf (text, "\n%u others: %u unclear, %u the same; the smallest difference visible in the total: %s. Command: <code>%s</code>\n",
                          n_others, count_verdict (self->comparison, FUL_VERDICT_UNCLEAR), count_verdict (self->comparison, FUL_VERDICT_SAME),
                          detectable, escaped);
  fwrite (text->str, 1, text->len, stdout);
}
