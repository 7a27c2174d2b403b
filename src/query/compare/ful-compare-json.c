/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A comparison as JSON, CSV and folded stacks (compare.md 6): all digits, one order of columns. */

#include "config.h"

#include "ful-compare-output.h"

#include "ful-query-json.h"

#include "compare/change/ful-change.h"
#include "compare/ful-comparison.h"
#include "compare/pairing/ful-pairing.h"
#include "compare/pairing/ful-path-tree.h"
#include "compare/runs/ful-run.h"
#include "export/ful-csv.h"

#include <math.h>
#include <stdio.h>

static const char *const tables[] = { "function", "node", "category", "subcategory", "marker", "thread", "counter" };
static const char *const measures[] = { "self", "total", "count", "mean", "median" };
static const char *const hows[] = { "exact", "relaxed", "moved" };

typedef struct
{
  const char *name;
  double      value;
} Scalar;

enum { N_SCALARS = 11 };

/* Scalars of a change, before verdict and the number of runs. */
static void
list_scalars (const FulChange *change,
              Scalar           scalars[N_SCALARS])
{
  const Scalar all[N_SCALARS] = {
    { "before", change->mean[FUL_BEFORE] }, { "after", change->mean[FUL_AFTER] }, { "difference", change->difference },
    { "intervalLow", change->interval[0] }, { "intervalHigh", change->interval[1] }, { "ratio", change->ratio },
    { "ratioIntervalLow", change->ratio_interval[0] }, { "ratioIntervalHigh", change->ratio_interval[1] },
    { "p", change->p }, { "q", change->q }, { "detectable", change->detectable },
  };

  for (guint i = 0; i < N_SCALARS; i++)
    scalars[i] = all[i];
}

static char *
dup_number (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (!isfinite (value) ? "null" : g_ascii_dtostr (text, sizeof text, value == 0 ? 0 : value));
}

static void
write_number (FulQueryJson *json,
              double        value)
{
  g_autofree char *text = dup_number (value);

  ful_query_json_raw (json, text);
}

static void
write_interval (FulQueryJson *json,
                const char   *name,
                const double  interval[2])
{
  ful_query_json_key (json, name);
  if (isnan (interval[0]))
    {
      ful_query_json_null (json);
      return;
    }
  ful_query_json_begin_array (json);
  write_number (json, interval[0]);
  write_number (json, interval[1]);
  ful_query_json_end_array (json);
}

static void
write_change (FulQueryJson    *json,
              const FulChange *change)
{
  Scalar scalars[N_SCALARS];

  list_scalars (change, scalars);
  for (guint i = 0; i < N_SCALARS; i++)
    {
      if (i == 3)
        write_interval (json, "interval", change->interval);
      else if (i == 6)
        write_interval (json, "ratioInterval", change->ratio_interval);
      if (i == 3 || i == 4 || i == 6 || i == 7)
        continue;
      ful_query_json_key (json, scalars[i].name);
      write_number (json, scalars[i].value);
    }
  ful_query_json_key (json, "rows");
  write_number (json, (double) change->rows);
  ful_query_json_string_member (json, "verdict", ful_verdict_to_string (change->verdict));
  ful_query_json_key (json, "runsNeeded");
  write_number (json, change->runs_needed);
}

static const char *
get_state (const FulComparedRow *row)
{
  return !row->is_on[FUL_BEFORE] ? "new" : !row->is_on[FUL_AFTER] ? "gone" : "both";
}

/* Returns: (transfer full): names of a node, from the root on */
static GPtrArray *
list_path (const FulCompareOutput *self,
           gint32                  node)
{
  GPtrArray *path = g_ptr_array_new ();
  const FulPathTree *tree = self->comparison->tree;

  for (; node != FUL_PATH_ROOT; node = ful_path_tree_get_prefix (tree, node))
    g_ptr_array_insert (path, 0, (gpointer) ful_pairing_get_item (self->sides->request.pairing, ful_path_tree_get_key (tree, node))->name);

  return path;
}

/**
 * ful_compare_dup_name:
 * @separator: what is between the names of a path
 *
 * Returns: (transfer full): name of a row; of a node the names of its path
 */
char *
ful_compare_dup_name (const FulCompareOutput *self,
                      const FulComparedRow   *row,
                      const char             *separator)
{
  g_autoptr(GPtrArray) path = NULL;

  if (row->node == FUL_NONE)
    return g_strdup (ful_pairing_get_item (self->sides->request.pairing, row->item)->name);

  path = list_path (self, row->node);
  g_ptr_array_add (path, NULL);

  return g_strjoinv (separator, (char **) path->pdata);
}

static void
write_row (const FulCompareOutput *self,
           FulQueryJson           *json,
           const FulComparedRow   *row)
{
  const FulPairedItem *item = ful_pairing_get_item (self->sides->request.pairing, row->item);

  ful_query_json_begin_object (json);
  if (row->node != FUL_NONE)
    {
      g_autoptr(GPtrArray) path = list_path (self, row->node);

      ful_query_json_begin_array_member (json, "path");
      for (guint i = 0; i < path->len; i++)
        ful_query_json_string (json, path->pdata[i]);
      ful_query_json_end_array (json);
    }
  else
    ful_query_json_string_member (json, "name", item->name);
  if (self->sides->by == FUL_COMPARE_FUNCTIONS)
    {
      ful_query_json_string_member (json, "library", item->library);
      ful_query_json_string_member (json, "file", item->file);
    }
  if (self->sides->by == FUL_COMPARE_FUNCTIONS || self->sides->by == FUL_COMPARE_NODES)
    {
      ful_query_json_string_member (json, "how", hows[item->how]);
      if (item->how != FUL_PAIRED_EXACT)
        ful_query_json_string_member (json, "beforeName", item->other_name);
      if (item->is_merged)
        ful_query_json_boolean_member (json, "merged", TRUE);
    }
  ful_query_json_string_member (json, "state", get_state (row));
  if (row->is_called_elsewhere)
    ful_query_json_boolean_member (json, "calledFromElsewhere", TRUE);
  ful_query_json_begin_array_member (json, "effective");
  for (guint side = 0; side < FUL_N_SIDES; side++)
    write_number (json, row->change.effective[side]);
  ful_query_json_end_array (json);
  write_change (json, &row->change);
  ful_query_json_end_object (json);
}

void
ful_compare_write_json (const FulCompareOutput *self)
{
  const FulCompareSides *sides = self->sides;
  g_autofree char *per = ful_per_dup_text (sides->request.per, sides->request.per_name);
  FulQueryJson json;

  ful_query_json_init (&json, NULL);
  ful_query_json_begin_object (&json);
  ful_query_json_string_member (&json, "by", tables[sides->by]);
  ful_query_json_string_member (&json, "measure", measures[sides->measure]);
  ful_query_json_string_member (&json, "unit", self->comparison->unit);
  ful_query_json_string_member (&json, "per", per);
  ful_query_json_begin_array_member (&json, "runs");
  for (guint side = 0; side < FUL_N_SIDES; side++)
    write_number (&json, self->comparison->n_runs[side]);
  ful_query_json_end_array (&json);
  ful_query_json_key (&json, "margin");
  write_number (&json, sides->request.rules.margin);
  ful_query_json_key (&json, "minEffect");
  write_number (&json, sides->request.rules.min_effect);
  ful_query_json_begin_object_member (&json, "total");
  write_change (&json, &self->comparison->total);
  ful_query_json_end_object (&json);
  ful_query_json_begin_array_member (&json, "notes");
  for (guint i = 0; i < self->notes->len; i++)
    {
      const FulComparisonNote *note = self->notes->pdata[i];

      ful_query_json_begin_object (&json);
      ful_query_json_string_member (&json, "code", note->code);
      ful_query_json_string_member (&json, "text", note->text);
      ful_query_json_end_object (&json);
    }
  ful_query_json_end_array (&json);
  ful_query_json_begin_array_member (&json, "items");
  for (guint i = 0; i < self->rows->len; i++)
    write_row (self, &json, self->rows->pdata[i]);
  ful_query_json_end_array (&json);
  ful_query_json_end_object (&json);
  ful_query_json_finish (&json);
}

static void
append_cell (FulBytes   *text,
             const char *cell,
             gboolean    is_number)
{
  if (text->n > 0)
    ful_bytes_append (text, ",", 1);
  if (!is_number || !g_str_equal (cell, "null"))
    ful_csv_append (cell, text);
}

static void
end_line (FulBytes *text)
{
  ful_bytes_append (text, "\n", 1);
  fwrite (text->data, 1, text->n, stdout);
  text->n = 0;
}

void
ful_compare_write_csv (const FulCompareOutput *self)
{
  FulBytes text = { NULL };
  Scalar scalars[N_SCALARS];
  static const char *const first[] = { "name", "library", "file", "how", "state" };
  static const char *const last[] = { "rows", "verdict", "runsNeeded" };

  list_scalars (&self->comparison->total, scalars);
  for (guint i = 0; i < G_N_ELEMENTS (first); i++)
    append_cell (&text, first[i], FALSE);
  for (guint i = 0; i < N_SCALARS; i++)
    append_cell (&text, scalars[i].name, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (last); i++)
    append_cell (&text, last[i], FALSE);
  end_line (&text);

  for (guint r = 0; r < self->rows->len; r++)
    {
      const FulComparedRow *row = self->rows->pdata[r];
      const FulPairedItem *item = ful_pairing_get_item (self->sides->request.pairing, row->item);
      g_autofree char *name = ful_compare_dup_name (self, row, ";");
      g_autofree char *n_rows = dup_number ((double) row->change.rows);
      g_autofree char *runs = dup_number (row->change.runs_needed);

      append_cell (&text, name, FALSE);
      append_cell (&text, item->library, FALSE);
      append_cell (&text, item->file, FALSE);
      append_cell (&text, hows[item->how], FALSE);
      append_cell (&text, get_state (row), FALSE);
      list_scalars (&row->change, scalars);
      for (guint i = 0; i < N_SCALARS; i++)
        {
          g_autofree char *cell = dup_number (scalars[i].value);

          append_cell (&text, cell, TRUE);
        }
      append_cell (&text, n_rows, TRUE);
      append_cell (&text, ful_verdict_to_string (row->change.verdict), FALSE);
      append_cell (&text, runs, TRUE);
      end_line (&text);
    }
  ful_bytes_clear (&text);
}

/* As difffolded.pl writes: stack, mean before, mean after. */
void
ful_compare_write_folded (const FulCompareOutput *self)
{
  for (guint r = 0; r < self->rows->len; r++)
    {
      const FulComparedRow *row = self->rows->pdata[r];
      g_autoptr(GPtrArray) path = row->node != FUL_NONE ? list_path (self, row->node) : NULL;
      g_autofree char *before = dup_number (row->change.mean[FUL_BEFORE]);
      g_autofree char *after = dup_number (row->change.mean[FUL_AFTER]);
      g_autoptr(GString) stack = g_string_new (NULL);

      if (path == NULL)
        g_string_append (stack, ful_pairing_get_item (self->sides->request.pairing, row->item)->name);
      for (guint i = 0; path && i < path->len; i++)
        {
          g_autofree char *name = g_strdup (path->pdata[i]);

          g_string_append_printf (stack, "%s%s", i > 0 ? ";" : "", g_strdelimit (name, ";\n\r", ':'));
        }
      printf ("%s %s %s\n", stack->str, before, after);
    }
}
