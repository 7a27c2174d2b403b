/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tables of answers: one writer each for JSON, CSV and text. Rows are made when they are written, so that
 * tables of a million rows take no memory; only sorting makes all of them first. */

#include "config.h"

#include "ful-query-table.h"

#include "base/ful-error.h"
#include "export/ful-csv.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Rows whose cells decide how wide columns are. */
#define N_MEASURED 1000

#define BOLD "\033[1m"
#define DIM "\033[2m"
#define RESET "\033[0m"

typedef struct
{
  gpointer       object;
  GDestroyNotify destroy;
} Owned;

static void
clear_owned (gpointer data)
{
  Owned *owned = data;

  if (owned->object)
    owned->destroy (owned->object);
}

/* @data_size: size of the data to allocate, zeroed; or 0 */
FulQueryTable *
ful_query_table_new (const FulQueryColumn *columns,
                     guint                 n_columns,
                     gsize                 data_size)
{
  FulQueryTable *self = g_new0 (FulQueryTable, 1);

  self->columns = columns;
  self->n_columns = n_columns;
  self->limit = G_MAXUINT;
  self->found = TRUE;
  self->owned = g_array_new (FALSE, FALSE, sizeof (Owned));
  g_array_set_clear_func (self->owned, clear_owned);
  self->data = ful_query_table_attach (self, g_malloc0 (data_size), g_free);

  return self;
}

/**
 * ful_query_table_new_report:
 * @data: (transfer full): what the answer is about
 * @destroy: frees it
 * @write_json: writes the whole answer
 *
 * Returns: (transfer full): an answer without rows; its text is still to be set
 */
FulQueryTable *
ful_query_table_new_report (gpointer         data,
                            GDestroyNotify   destroy,
                            void           (*write_json) (FulQueryTable *self,
                                                          FulQueryJson  *json))
{
  FulQueryTable *self = ful_query_table_new (NULL, 0, 0);

  self->data = ful_query_table_attach (self, data, destroy);
  self->is_nested = TRUE;
  self->write_json = write_json;

  return self;
}

/**
 * ful_query_table_attach:
 * @object: (nullable) (transfer full): anything
 * @destroy: frees it
 *
 * Returns: (transfer none): @object, which lives as long as the table
 */
gpointer
ful_query_table_attach (FulQueryTable  *self,
                        gpointer        object,
                        GDestroyNotify  destroy)
{
  Owned owned = { object, destroy };

  g_array_append_val (self->owned, owned);

  return object;
}

void
ful_query_table_free (FulQueryTable *self)
{
  g_array_unref (self->owned);
  g_free (self->before);
  g_free (self->after);
  g_free (self);
}

static FulQueryRow *
new_row (FulQueryTable *self,
         FulRowFormat   format)
{
  return ful_query_row_new (self->columns, self->n_columns, self->weight_type, format);
}

static void
fill (FulQueryTable *self,
      guint          i,
      FulQueryRow   *row)
{
  ful_query_row_clear (row);
  self->fill (self, i, row);
}

/* By its key, or by its title if it has no key. */
static guint
find_column (FulQueryTable *self,
             const char    *name)
{
  guint i;

  for (i = 0; i < self->n_columns && g_strcmp0 (self->columns[i].key, name) != 0; i++)
    ;
  if (i < self->n_columns)
    return i;
  for (i = 0; i < self->n_columns && (self->columns[i].key || g_strcmp0 (self->columns[i].title, name) != 0); i++)
    ;

  return i;
}

static gboolean
is_descending (FulQueryTable *self)
{
  return *self->sort == '-';
}

/**
 * ful_query_table_check_sort:
 * @error: %FUL_ERROR_ARGUMENT if there is no column to sort by
 */
gboolean
ful_query_table_check_sort (FulQueryTable  *self,
                            GError        **error)
{
  g_autoptr(GString) names = NULL;

  if (self->sort == NULL || find_column (self, self->sort + is_descending (self)) < self->n_columns)
    return TRUE;

  names = g_string_new (NULL);
  for (guint i = 0; i < self->n_columns; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", self->columns[i].key ? self->columns[i].key : self->columns[i].title);
  g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "--sort: there is no column “%s”; there are %s",
               self->sort + is_descending (self), names->str);

  return FALSE;
}

typedef struct
{
  double number;
  char  *text;     /* (nullable): if it is no number; empty if it is not known */
  guint  row;
} SortKey;

/* Numbers before texts, by size; texts by bytes; what is not known is last in either direction. */
static int
compare_keys (gconstpointer a,
              gconstpointer b,
              gpointer      data)
{
  const SortKey *x = a, *y = b;
  gboolean x_unknown = x->text && *x->text == '\0', y_unknown = y->text && *y->text == '\0';
  int order;

  if (x_unknown || y_unknown)
    order = x_unknown - y_unknown;
  else if (x->text && y->text)
    order = strcmp (x->text, y->text) * (is_descending (data) ? -1 : 1);
  else if (x->text || y->text)
    order = (x->text != NULL) - (y->text != NULL);
  else
    order = ((x->number > y->number) - (x->number < y->number)) * (is_descending (data) ? -1 : 1);

  return order ? order : (x->row > y->row) - (x->row < y->row);
}

static void
clear_key (gpointer key)
{
  g_free (((SortKey *) key)->text);
}

/* Returns: (transfer full) (nullable): numbers of rows in the order asked for; %NULL for that of the table */
static guint *
sort (FulQueryTable *self,
      guint          first,
      guint          n)
{
  g_autoptr(FulQueryRow) row = NULL;
  g_autoptr(GArray) keys = NULL;
  guint column, *rows;

  if (self->sort == NULL)
    return NULL;

  column = find_column (self, self->sort + is_descending (self));
  row = new_row (self, FUL_ROW_ALL);
  keys = g_array_new (FALSE, FALSE, sizeof (SortKey));
  g_array_set_clear_func (keys, clear_key);
  for (guint i = 0; i < n; i++)
    {
      SortKey key = { .row = first + i };

      fill (self, first + i, row);
      key.number = ful_query_row_get_number (row, column);
      if (isnan (key.number))
        key.text = ful_query_row_dup_cell (row, column);
      g_array_append_val (keys, key);
    }
  g_array_sort_with_data (keys, compare_keys, self);

  rows = g_new (guint, n);
  for (guint i = 0; i < n; i++)
    rows[i] = g_array_index (keys, SortKey, i).row;

  return rows;
}

/**
 * ful_query_table_write_rows:
 * @first: number of the first row
 * @n_rows: number of rows
 * @json: gets an array of these rows, sorted
 */
void
ful_query_table_write_rows (FulQueryTable *self,
                            guint          first,
                            guint          n_rows,
                            FulQueryJson  *json)
{
  g_autoptr(FulQueryRow) row = new_row (self, FUL_ROW_JSON);
  g_autofree guint *rows = sort (self, first, n_rows);

  ful_query_json_begin_array (json);
  for (guint i = 0; i < MIN (n_rows, self->limit); i++)
    {
      fill (self, rows ? rows[i] : first + i, row);
      if (self->rows_are_objects)
        ful_query_json_begin_object (json);
      else
        ful_query_json_begin_array (json);
      for (guint c = self->n_outer; c < self->n_columns; c++)
        {
          if (self->columns[c].key == NULL)
            continue;
          if (self->rows_are_objects)
            ful_query_json_key (json, self->columns[c].key);
          ful_query_row_write_cell (row, c, json);
        }
      if (self->rows_are_objects)
        ful_query_json_end_object (json);
      else
        ful_query_json_end_array (json);
    }
  ful_query_json_end_array (json);
}

void
ful_query_table_write_json (FulQueryTable *self,
                            FulQueryJson  *json)
{
  if (self->rows_key == NULL && self->write_json == NULL)
    {
      ful_query_table_write_rows (self, 0, self->n_rows, json);
      return;
    }

  if (self->rows_key)
    ful_query_json_begin_object (json);
  if (self->count_key)
    ful_query_json_number_member (json, self->count_key, self->n_rows);
  if (self->write_json)
    self->write_json (self, json);
  if (self->rows_key)
    {
      ful_query_json_key (json, self->rows_key);
      ful_query_table_write_rows (self, 0, self->n_rows, json);
      ful_query_json_end_object (json);
    }
}

static void
append_csv (const char *cell,
            gboolean    is_first,
            FulBytes   *text)
{
  if (!is_first)
    ful_bytes_append_c (text, ',');
  ful_csv_append (cell, text);
}

static void
end_line (FulBytes *text)
{
  ful_bytes_append_s (text, "\r\n");
  fwrite (text->data, 1, text->n, stdout);
  text->n = 0;
}

static void
write_columns (FulQueryTable *self,
               const guint   *rows,
               guint          n_rows)
{
  g_autoptr(FulQueryRow) row = new_row (self, FUL_ROW_CSV);
  FulBytes text = { NULL };
  gboolean is_first = TRUE;

  for (guint c = 0; c < self->n_columns; c++)
    if (self->columns[c].key)
      {
        append_csv (self->columns[c].key, is_first, &text);
        is_first = FALSE;
      }
  end_line (&text);
  for (guint i = 0; i < n_rows; i++)
    {
      fill (self, rows ? rows[i] : i, row);
      is_first = TRUE;
      for (guint c = 0; c < self->n_columns; c++)
        if (self->columns[c].key)
          {
            g_autofree char *cell = ful_query_row_dup_cell (row, c);

            append_csv (cell, is_first, &text);
            is_first = FALSE;
          }
      end_line (&text);
    }
  ful_bytes_clear (&text);
}

/**
 * ful_query_table_write_csv:
 * @error: error of the table's own function
 *
 * Writes a heading and the rows to standard output.
 */
gboolean
ful_query_table_write_csv (FulQueryTable  *self,
                           GError        **error)
{
  g_autofree guint *rows = sort (self, 0, self->n_rows);
  guint n = MIN (self->n_rows, self->limit);

  if (self->write_csv)
    {
      if (rows == NULL)
        {
          rows = g_new (guint, n);
          for (guint i = 0; i < n; i++)
            rows[i] = i;
        }
      return self->write_csv (self, rows, n, error);
    }

  write_columns (self, rows, n);

  return TRUE;
}

typedef struct
{
  guint column;
  int   width;
} PrintedColumn;

/* Returns: (element-type PrintedColumn): the name comes last, as it may be wide */
static GArray *
get_printed_columns (FulQueryTable *self)
{
  GArray *printed = g_array_new (FALSE, FALSE, sizeof (PrintedColumn));

  for (guint pass = 0; pass < 2; pass++)
    for (guint c = 0; c < self->n_columns; c++)
      if (self->columns[c].title && (self->columns[c].unit == FUL_UNIT_NAME) == (pass == 1))
        {
          PrintedColumn column = { c, (int) g_utf8_strlen (self->columns[c].title, -1) };

          g_array_append_val (printed, column);
        }

  return printed;
}

static char *
dup_printed (FulQueryTable *self,
             FulQueryRow   *row,
             guint          column)
{
  g_autofree char *shown = ful_query_row_dup_shown (row, column);
  guint depth = 0;

  while (depth < self->n_columns && self->columns[depth].unit != FUL_UNIT_DEPTH)
    depth++;
  if (depth == self->n_columns || self->columns[column].unit != FUL_UNIT_NAME || self->sort)
    return g_steal_pointer (&shown);

  return g_strdup_printf ("%*s%s", (int) (2 * ful_query_row_get_number (row, depth)), "", shown);
}

static void
print_cell (FulQueryTable       *self,
            const PrintedColumn *column,
            gboolean             is_last,
            const char          *cell)
{
  int padding = MAX (column->width - (int) g_utf8_strlen (cell, -1), 0);
  gboolean is_text = self->columns[column->column].unit <= FUL_UNIT_NAME;

  g_print ("%*s%s%*s%s", is_text ? 0 : padding, "", cell, is_text && !is_last ? padding : 0, "", is_last ? "\n" : "  ");
}

static void
print_row (FulQueryTable *self,
           GArray        *printed,
           FulQueryRow   *row)
{
  for (guint i = 0; i < printed->len; i++)
    {
      const PrintedColumn *column = &g_array_index (printed, PrintedColumn, i);
      g_autofree char *cell = dup_printed (self, row, column->column);

      print_cell (self, column, i == printed->len - 1, cell);
    }
}

static void
print_heading (FulQueryTable *self,
               GArray        *printed,
               FulQueryRow   *row,
               gboolean       color)
{
  g_print ("%s", color ? BOLD : "");
  for (guint i = 0; i < printed->len; i++)
    {
      const PrintedColumn *column = &g_array_index (printed, PrintedColumn, i);

      print_cell (self, column, i == printed->len - 1, self->columns[column->column].title);
    }
  g_print ("%s", color ? RESET : "");
  if (!self->has_totals)
    return;

  g_print ("%s", color ? DIM : "");
  fill (self, FUL_QUERY_TOTALS, row);
  print_row (self, printed, row);
  g_print ("%s", color ? RESET : "");
}

/* Columns as wide as what is in them; numbers end at the same place. */
void
ful_query_table_print (FulQueryTable *self,
                       gboolean       color)
{
  g_autoptr(FulQueryRow) row = new_row (self, FUL_ROW_TEXT);
  g_autoptr(GArray) printed = get_printed_columns (self);
  g_autofree guint *rows = sort (self, 0, self->n_rows);
  guint n = MIN (self->n_rows, self->limit);

  if (self->before)
    g_print ("%s", self->before);
  for (guint i = 0; i < MIN (n, N_MEASURED); i++)
    {
      fill (self, rows ? rows[i] : i, row);
      for (guint c = 0; c < printed->len; c++)
        {
          PrintedColumn *column = &g_array_index (printed, PrintedColumn, c);
          g_autofree char *cell = dup_printed (self, row, column->column);

          column->width = MAX (column->width, (int) g_utf8_strlen (cell, -1));
        }
    }

  if (printed->len > 0 && (n > 0 || self->before == NULL))
    print_heading (self, printed, row, color);
  for (guint i = 0; i < n && printed->len > 0; i++)
    {
      fill (self, rows ? rows[i] : i, row);
      print_row (self, printed, row);
    }
  if (self->n_rows > n && printed->len > 0)
    g_print ("…\n");
  if (self->after)
    g_print ("%s", self->after);
  if (self->next)
    ful_query_table_print (self->next, color);
}
