/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The cells of one row, as JSON, CSV or text. */

#include "config.h"

#include "ful-query-table.h"

#include "base/ful-format.h"

#include <math.h>

typedef enum
{
  CELL_NULL,
  CELL_NUMBER,
  CELL_BOOLEAN,
  CELL_TEXT,
  CELL_LIST,
  CELL_JSON,
} CellKind;

typedef struct
{
  CellKind    kind;
  double      number;
  const char *text;    /* of a text or JSON */
  char       *owned;   /* (nullable): @text, if it is to be freed */
  GPtrArray  *list;    /* (nullable) (element-type utf8) */
  char       *shown;   /* (nullable): instead of the above in text output */
} Cell;

struct _FulQueryRow
{
  const FulQueryColumn *columns;
  guint                 n_columns;
  FulWeightType         weight_type;
  FulRowFormat          format;
  guint                 n;
  Cell                  cells[];
};

FulQueryRow *
ful_query_row_new (const FulQueryColumn *columns,
                   guint                 n_columns,
                   FulWeightType         weight_type,
                   FulRowFormat          format)
{
  FulQueryRow *self = g_malloc0 (sizeof *self + n_columns * sizeof (Cell));

  self->columns = columns;
  self->n_columns = n_columns;
  self->weight_type = weight_type;
  self->format = format;

  return self;
}

/* Removes the cells, for another row. */
void
ful_query_row_clear (FulQueryRow *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      g_free (self->cells[i].owned);
      g_free (self->cells[i].shown);
      g_clear_pointer (&self->cells[i].list, g_ptr_array_unref);
      self->cells[i] = (Cell) { CELL_NULL };
    }
  self->n = 0;
}

void
ful_query_row_free (FulQueryRow *self)
{
  ful_query_row_clear (self);
  g_free (self);
}

static Cell *
add_cell (FulQueryRow *self,
          CellKind     kind)
{
  Cell *cell;

  g_assert (self->n < self->n_columns);
  cell = &self->cells[self->n++];
  cell->kind = kind;

  return cell;
}

/**
 * ful_query_row_skip:
 *
 * Adds an empty cell if the next column is not in the output.
 *
 * Returns: whether it did
 */
gboolean
ful_query_row_skip (FulQueryRow *self)
{
  const FulQueryColumn *column = &self->columns[self->n];

  if (self->format == FUL_ROW_ALL)
    return FALSE;
  if (self->format == FUL_ROW_TEXT ? column->title || column->unit == FUL_UNIT_DEPTH : column->key != NULL)
    return FALSE;

  add_cell (self, CELL_NULL);

  return TRUE;
}

void
ful_query_row_add_null (FulQueryRow *self)
{
  add_cell (self, CELL_NULL);
}

/* @number: NaN and infinity count as null */
void
ful_query_row_add_number (FulQueryRow *self,
                          double       number)
{
  add_cell (self, isfinite (number) ? CELL_NUMBER : CELL_NULL)->number = number;
}

void
ful_query_row_add_boolean (FulQueryRow *self,
                           gboolean     value)
{
  add_cell (self, CELL_BOOLEAN)->number = value;
}

/* @text: (nullable): valid until the row is cleared */
void
ful_query_row_add_text (FulQueryRow *self,
                        const char  *text)
{
  add_cell (self, text ? CELL_TEXT : CELL_NULL)->text = text;
}

/* @text: (transfer full) (nullable) */
void
ful_query_row_take_text (FulQueryRow *self,
                         char        *text)
{
  Cell *cell = add_cell (self, text ? CELL_TEXT : CELL_NULL);

  cell->text = cell->owned = text;
}

/* @texts: (transfer full) (element-type utf8): an array in JSON, else joined by semicolons */
void
ful_query_row_take_list (FulQueryRow *self,
                         GPtrArray   *texts)
{
  add_cell (self, CELL_LIST)->list = texts;
}

/* @json: (transfer full): the text of a value */
void
ful_query_row_take_json (FulQueryRow *self,
                         char        *json)
{
  Cell *cell = add_cell (self, CELL_JSON);

  cell->text = cell->owned = json;
}

/**
 * ful_query_row_take_shown:
 * @shown: (transfer full): what text output has instead of the last cell; may have escape sequences
 */
void
ful_query_row_take_shown (FulQueryRow *self,
                          char        *shown)
{
  self->cells[self->n - 1].shown = shown;
}

/* Returns: the number of a cell, NaN if it has none */
double
ful_query_row_get_number (FulQueryRow *self,
                          guint        column)
{
  const Cell *cell = &self->cells[column];

  return cell->kind == CELL_NUMBER || cell->kind == CELL_BOOLEAN ? cell->number : NAN;
}

void
ful_query_row_write_cell (FulQueryRow  *self,
                          guint         column,
                          FulQueryJson *json)
{
  const Cell *cell = &self->cells[column];

  switch (cell->kind)
    {
    case CELL_NUMBER:
      ful_query_json_number (json, cell->number);
      break;
    case CELL_BOOLEAN:
      ful_query_json_boolean (json, cell->number != 0);
      break;
    case CELL_TEXT:
      ful_query_json_string (json, cell->text);
      break;
    case CELL_LIST:
      ful_query_json_begin_array (json);
      for (guint i = 0; i < cell->list->len; i++)
        ful_query_json_string (json, g_ptr_array_index (cell->list, i));
      ful_query_json_end_array (json);
      break;
    case CELL_JSON:
      ful_query_json_raw (json, cell->text);
      break;
    case CELL_NULL:
    default:
      ful_query_json_null (json);
      break;
    }
}

/* Returns: (transfer full): a cell in CSV */
char *
ful_query_row_dup_cell (FulQueryRow *self,
                        guint        column)
{
  const Cell *cell = &self->cells[column];
  GString *joined;
  FulQueryJson json;
  char *text = NULL;

  if (cell->kind == CELL_NULL)
    return g_strdup ("");
  if (cell->text)
    return g_strdup (cell->text);
  if (cell->kind == CELL_LIST)
    {
      joined = g_string_new (NULL);
      for (guint i = 0; i < cell->list->len; i++)
        g_string_append_printf (joined, "%s%s", i > 0 ? ";" : "", (const char *) cell->list->pdata[i]);
      return g_string_free (joined, FALSE);
    }

  ful_query_json_init (&json, &text);
  ful_query_row_write_cell (self, column, &json);
  ful_query_json_finish (&json);

  return text;
}

/* Returns: (transfer full): a cell in text output */
char *
ful_query_row_dup_shown (FulQueryRow *self,
                         guint        column)
{
  const Cell *cell = &self->cells[column];
  g_autofree char *text = NULL;

  if (cell->shown)
    return g_strdup (cell->shown);

  if (cell->kind == CELL_BOOLEAN)
    return g_strdup (cell->number != 0 ? "yes" : "");
  if (cell->kind == CELL_NUMBER)
    switch (self->columns[column].unit)
      {
      case FUL_UNIT_MS:
        return g_strdup_printf ("%.3f", cell->number);
      case FUL_UNIT_WEIGHT:
        if (cell->number == 0)
          return g_strdup ("—");
        return ful_format_number (cell->number, 3, self->weight_type == FUL_WEIGHT_TYPE_TRACING_MS ? 1 : 0);
      case FUL_UNIT_SHARE:
        return ful_format_percent (cell->number);
      case FUL_UNIT_BYTES:
        return ful_format_bytes (cell->number);
      case FUL_UNIT_TEXT:
      case FUL_UNIT_NAME:
      case FUL_UNIT_NUMBER:
      case FUL_UNIT_DEPTH:
      default:
        return ful_format_number (cell->number, 3, cell->number == floor (cell->number) ? 0 : 3);
      }

  text = ful_query_row_dup_cell (self, column);

  return ful_format_visible (text, "");
}
