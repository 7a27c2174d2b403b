/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of a statement as aligned text, CSV or JSON. */

#include "config.h"

#include "ful-sql-output.h"

#include "base/ful-format.h"
#include "export/ful-csv.h"

#include <stdio.h>
#include <string.h>

/* Returns: (transfer full): with as many digits as it has */
static char *
format_real (double real)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (text, sizeof text, "%.15g", real);
  if (g_ascii_strtod (text, NULL) != real)
    g_ascii_dtostr (text, sizeof text, real);

  return g_strdup (text);
}

/* Returns: (transfer full) (nullable): %NULL for NULL */
static char *
format_value (const FulSqlValue *value)
{
  switch (value->kind)
    {
    case FUL_SQL_VALUE_INTEGER:
      return g_strdup_printf ("%" G_GINT64_FORMAT, value->integer);
    case FUL_SQL_VALUE_REAL:
      return format_real (value->real);
    case FUL_SQL_VALUE_TEXT:
      return g_utf8_make_valid (value->text, (gssize) value->n);
    case FUL_SQL_VALUE_NULL:
    default:
      return NULL;
    }
}

static void
write_json_value (FulQueryJson      *json,
                  const FulSqlValue *value)
{
  g_autofree char *text = format_value (value);

  if (text == NULL || (value->kind == FUL_SQL_VALUE_REAL && isinf (value->real)))
    ful_query_json_null (json);
  else if (value->kind == FUL_SQL_VALUE_TEXT)
    ful_query_json_string (json, text);
  else
    ful_query_json_raw (json, text);
}

/* After the first row was asked for, so that types are known. */
static void
begin_json (FulSqlOutput    *self,
            FulSqlStatement *statement,
            gboolean         has_row)
{
  guint n = ful_sql_statement_get_n_columns (statement);

  ful_query_json_init (&self->json, NULL);
  ful_query_json_begin_object (&self->json);
  ful_query_json_begin_array_member (&self->json, "columns");
  if (self->first)
    ful_query_json_string (&self->json, self->first);
  for (guint i = 0; i < n; i++)
    ful_query_json_string (&self->json, ful_sql_statement_get_name (statement, i));
  ful_query_json_end_array (&self->json);
  ful_query_json_begin_array_member (&self->json, "types");
  if (self->first)
    ful_query_json_string (&self->json, "text");
  for (guint i = 0; i < n; i++)
    ful_query_json_string (&self->json, has_row ? ful_sql_statement_get_type (statement, i) : "null");
  ful_query_json_end_array (&self->json);
  ful_query_json_begin_array_member (&self->json, "rows");
}

static void
begin (FulSqlOutput    *self,
       FulSqlStatement *statement,
       gboolean         has_row)
{
  guint n = ful_sql_statement_get_n_columns (statement);

  self->has_begun = TRUE;
  self->n_columns = n + (self->first != NULL);
  if (self->format == FUL_SQL_OUTPUT_JSON)
    {
      begin_json (self, statement, has_row);
      return;
    }
  self->cells = g_ptr_array_new_with_free_func (g_free);
  self->are_numbers = g_array_new (FALSE, TRUE, sizeof (gboolean));
  g_array_set_size (self->are_numbers, self->n_columns);
  for (guint i = 0; i < self->n_columns; i++)
    {
      const char *name = self->first && i == 0 ? self->first : ful_sql_statement_get_name (statement, i - (self->first != NULL));

      g_array_index (self->are_numbers, gboolean, i) = i > 0 || self->first == NULL;
      g_ptr_array_add (self->cells, g_strdup (name));
    }
}

/* Of CSV and text. */
static void
flush_csv (FulSqlOutput *self)
{
  FulBytes text = { NULL };

  for (guint i = 0; i < self->cells->len; i++)
    {
      if (self->cells->pdata[i])
        ful_csv_append (self->cells->pdata[i], &text);
      ful_bytes_append (&text, (i + 1) % self->n_columns == 0 ? "\r\n" : ",", (i + 1) % self->n_columns == 0 ? 2 : 1);
    }
  fwrite (text.data, 1, text.n, stdout);
  ful_bytes_clear (&text);
  g_ptr_array_set_size (self->cells, 0);
}

static void
add_row (FulSqlOutput    *self,
         FulSqlStatement *statement,
         const char      *first)
{
  guint before = self->first != NULL;

  if (self->format == FUL_SQL_OUTPUT_JSON)
    ful_query_json_begin_array (&self->json);
  for (guint i = 0; i < self->n_columns; i++)
    {
      FulSqlValue value = { FUL_SQL_VALUE_NULL };

      if (i < before)
        ful_sql_value_set_text (&value, first);
      else
        value = ful_sql_statement_get (statement, i - before);
      if (self->format == FUL_SQL_OUTPUT_JSON)
        {
          write_json_value (&self->json, &value);
          continue;
        }
      g_ptr_array_add (self->cells, format_value (&value));
      if (value.kind == FUL_SQL_VALUE_TEXT)
        g_array_index (self->are_numbers, gboolean, i) = FALSE;
    }
  if (self->format == FUL_SQL_OUTPUT_JSON)
    ful_query_json_end_array (&self->json);
  else if (self->format == FUL_SQL_OUTPUT_CSV)
    flush_csv (self);
  self->n_rows++;
}

/**
 * ful_sql_output_add:
 * @statement: before its first row
 * @first: (nullable): of each of its rows the cell of the first column
 *
 * Nothing is written before the first row, so that a statement that fails at once leaves nothing.
 */
gboolean
ful_sql_output_add (FulSqlOutput     *self,
                    FulSqlStatement  *statement,
                    const char       *first,
                    GError          **error)
{
  GError *flaw = NULL;
  gboolean has_row = ful_sql_statement_next (statement, &flaw);

  if (flaw == NULL && !self->has_begun)
    begin (self, statement, has_row);
  while (has_row && flaw == NULL)
    {
      if (self->n_rows >= self->limit)
        {
          self->has_more = TRUE;
          break;
        }
      add_row (self, statement, first);
      has_row = ful_sql_statement_next (statement, &flaw);
    }
  if (flaw)
    g_propagate_error (error, flaw);

  return flaw == NULL;
}

static void
write_text (FulSqlOutput *self)
{
  guint n = self->n_columns;
  g_autofree guint *widths = g_new0 (guint, MAX (n, 1));
  g_autoptr(GString) line = g_string_new (NULL);

  for (guint i = 0; i < self->cells->len; i++)
    {
      char *visible = ful_format_visible (self->cells->pdata[i] ? self->cells->pdata[i] : "NULL", "");

      g_free (self->cells->pdata[i]);
      self->cells->pdata[i] = visible;
      widths[i % n] = MAX (widths[i % n], (guint) g_utf8_strlen (visible, -1));
    }
  for (guint i = 0; i < self->cells->len; i++)
    {
      const char *text = self->cells->pdata[i];
      guint gap = widths[i % n] - (guint) g_utf8_strlen (text, -1);
      gboolean is_number = g_array_index (self->are_numbers, gboolean, i % n);

      if (i % n > 0)
        g_string_append (line, "  ");
      g_string_append_printf (line, "%*s%s", is_number ? (int) gap : 0, "", text);
      if (!is_number && i % n < n - 1)
        g_string_append_printf (line, "%*s", (int) gap, "");
      if ((i + 1) % n == 0)
        {
          puts (line->str);
          g_string_truncate (line, 0);
        }
    }
  if (self->has_more)
    puts ("…");
}

/* Writes what is left. After an error the rest of JSON is not written: what there is cannot be taken for an answer. */
void
ful_sql_output_finish (FulSqlOutput *self)
{
  if (!self->has_begun)
    return;
  if (self->format == FUL_SQL_OUTPUT_JSON)
    {
      ful_query_json_end_array (&self->json);
      ful_query_json_number_member (&self->json, "count", self->n_rows);
      ful_query_json_boolean_member (&self->json, "more", self->has_more);
      ful_query_json_end_object (&self->json);
      ful_query_json_finish (&self->json);
      self->json = (FulQueryJson) { NULL };
    }
  else if (self->format == FUL_SQL_OUTPUT_CSV)
    flush_csv (self);
  else
    write_text (self);
}

void
ful_sql_output_clear (FulSqlOutput *self)
{
  if (self->json.buffer)
    g_string_free (self->json.buffer, TRUE);
  g_clear_pointer (&self->cells, g_ptr_array_unref);
  g_clear_pointer (&self->are_numbers, g_array_unref);
}
