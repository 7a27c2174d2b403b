/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bulk data of JSON text, whose rows are held by column: arrays of arrays, of objects, and of lists of any length. They
 * are read as other arrays are (ful-raw-read.c), and what a cut text has of a row is left out. */

#include "config.h"

#include "ful-raw-tree-private.h"

#include "io/json/ful-json-reader.h"
#include "ful-raw-get.h"

#include <math.h>

/* @capacity: of its lists of columns; @name: of the column, where rows are objects */
static void
add_cell_column (FulRawTree    *self,
                 FulJsonReader *reader,
                 FulRawRows    *rows,
                 guint         *capacity,
                 const char    *name)
{
  FulRawColumn *column;

  ful_json_reader_account (reader, 4 * (gsize) rows->n_rows);
  if (reader->error)
    return;

  column = ful_raw_tree_new_column (self, FUL_RAW_I32, MAX (rows->n_rows, 1));
  if (rows->n_columns == *capacity)
    {
      FulRawColumn **columns = ful_raw_tree_alloc_columns (self, *capacity * 2);
      const char **names = ful_raw_tree_alloc (self, *capacity * 2 * sizeof *names);

      memcpy (columns, rows->columns, *capacity * sizeof *columns);
      rows->columns = columns;
      if (rows->names)
        rows->names = memcpy (names, rows->names, *capacity * sizeof *names);
      *capacity *= 2;
    }
  for (guint i = 0; i < rows->n_rows; i++)
    ful_raw_append_null (self, reader, column);
  if (rows->names)
    rows->names[rows->n_columns] = name;
  rows->columns[rows->n_columns++] = column;
}

#define MAX_CELLS 64
#define FEW_CELLS 8

static FulRawNode *
new_rows (FulRawTree *self,
          gboolean    has_names)
{
  FulRawNode *node = ful_raw_tree_new_node (self, FUL_RAW_ROWS);

  node->rows = ful_raw_tree_alloc (self, sizeof *node->rows);
  *node->rows = (FulRawRows) { .columns = ful_raw_tree_alloc_columns (self, FEW_CELLS) };
  if (has_names)
    node->rows->names = ful_raw_tree_alloc (self, FEW_CELLS * sizeof *node->rows->names);

  return node;
}

/* Gives a null to the columns that have no cell of the row yet. */
static void
complete_row (FulRawTree    *self,
              FulJsonReader *reader,
              FulRawRows    *rows)
{
  for (guint c = 0; c < rows->n_columns && reader->error == NULL; c++)
    if (rows->columns[c]->n == rows->n_rows)
      ful_raw_append_null (self, reader, rows->columns[c]);
  if (reader->error == NULL)
    rows->n_rows++;
}

/* Without the row that was cut. */
static void
finish_rows (FulRawRows *rows)
{
  for (guint c = 0; c < rows->n_columns; c++)
    {
      rows->columns[c]->n = MIN (rows->columns[c]->n, rows->n_rows);
      ful_raw_shrink (rows->columns[c]);
    }
}

/* Digits of a whole number and of a fraction that fit together into a double without loss. */
#define SHORT_DIGITS 7

static inline gboolean
append_short_null (FulJsonReader *reader,
                   FulRawColumn  *column)
{
  if (memcmp (reader->p, "null", 4) != 0 || (reader->p[4] != ',' && reader->p[4] != ']'))
    return FALSE;

  if (column->type == FUL_RAW_I32)
    column->i32[column->n] = G_MININT32;
  else
    column->f64[column->n] = NAN;
  column->n++;
  column->n_nulls++;
  reader->p += 4;

  return TRUE;
}

/* A short number or null, of the type of its column, with the next token right after it: nearly all cells. 64 bytes are
 * available. Returns: whether the cell is one, and is appended */
static inline gboolean
append_short_cell (FulJsonReader *reader,
                   FulRawColumn  *column)
{
  static const guint powers_of_ten[] = { 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000 };
  const char *p = reader->p;
  guint64 word = ful_json_load (p);
  guint n = ful_json_count_digits (word), n_fraction = 0;
  guint64 whole;

  if (column->type > FUL_RAW_F64 || column->n == column->capacity)
    return FALSE;
  if (n == 0)
    return append_short_null (reader, column);
  if (n > SHORT_DIGITS || (n > 1 && *p == '0'))
    return FALSE;

  whole = ful_json_digits_value (word, n);
  p += n;
  if (column->type == FUL_RAW_F64)
    {
      if (*p == '.')
        {
          word = ful_json_load (p + 1);
          n_fraction = ful_json_count_digits (word);
          if (n_fraction == 0 || n_fraction > SHORT_DIGITS)
            return FALSE;
          whole = whole * powers_of_ten[n_fraction] + ful_json_digits_value (word, n_fraction);
          p += 1 + n_fraction;
        }
      column->f64[column->n] = (double) whole / powers_of_ten[n_fraction];
    }
  else
    column->i32[column->n] = (gint32) whole;
  if (*p != ',' && *p != ']')
    return FALSE;

  column->n++;
  reader->p = p;

  return TRUE;
}

static inline gboolean
next_cell (FulJsonReader *reader,
           gboolean      *first)
{
  if (*first || reader->p == reader->end || *reader->p != ',')
    return ful_json_reader_next_element (reader, first);
  reader->p++;

  return TRUE;
}

/* A row that is no array has only nulls: rows after it keep their number. */
static void
read_row (FulRawTree    *self,
          FulJsonReader *reader,
          FulRawRows    *rows,
          guint         *capacity)
{
  gboolean first = TRUE;
  guint cell = 0;

  if (ful_json_reader_skip_space (reader) != '[')
    {
      ful_json_reader_copy_value (reader, NULL);
      complete_row (self, reader, rows);
      return;
    }
  ful_json_reader_begin (reader, '[');
  for (; next_cell (reader, &first) && reader->error == NULL; cell++)
    if (cell >= MAX_CELLS)
      ful_json_reader_copy_value (reader, NULL);
    else
      {
        if (cell == rows->n_columns)
          add_cell_column (self, reader, rows, capacity, NULL);
        if (reader->error == NULL && (reader->end - reader->p < 64 || !append_short_cell (reader, rows->columns[cell])))
          ful_raw_append_value (self, reader, rows->columns[cell], FUL_RAW_AS_DATA);
      }

  if (cell == rows->n_columns && reader->error == NULL)
    rows->n_rows++;
  else
    complete_row (self, reader, rows);
}

/* Before the first array in an array, which has @n_missing elements before it. Of a row the first %MAX_CELLS cells are kept. */
FulRawNode *
ful_raw_read_rows (FulRawTree    *self,
                   FulJsonReader *reader,
                   guint          n_missing)
{
  FulRawNode *node = new_rows (self, FALSE);
  FulRawRows *rows = node->rows;
  guint capacity = FEW_CELLS;
  gboolean more = TRUE;

  rows->n_rows = n_missing;
  while (more && reader->error == NULL)
    {
      read_row (self, reader, rows, &capacity);
      if (reader->error == NULL)
        more = ful_raw_another_element (reader);
    }
  finish_rows (rows);

  return ful_raw_has_failed (reader) ? NULL : node;
}

#define RECORD_KEY_MAX 16

/* The member of an object as most writers write it, with quotes and colon, to be compared in two words. */
typedef struct
{
  guint64 text[2];
  guint64 mask[2];
  guint   n;         /* 0 for a longer name, and for one with escapes */
} RecordKey;

typedef struct
{
  FulRawRows *rows;
  guint       capacity;
  RecordKey   keys[MAX_CELLS];
} RecordReader;

static void
record_key_init (RecordKey  *self,
                 const char *name,
                 gsize       n)
{
  char text[RECORD_KEY_MAX] = { 0 }, mask[RECORD_KEY_MAX] = { 0 };

  *self = (RecordKey) { .n = 0 };
  if (n + 3 > sizeof text || memchr (name, '"', n) || memchr (name, '\\', n))
    return;

  text[0] = text[n + 1] = '"';
  text[n + 2] = ':';
  memcpy (text + 1, name, n);
  memset (mask, 0xff, n + 3);
  for (guint i = 0; i < G_N_ELEMENTS (self->text); i++)
    {
      self->text[i] = ful_json_load (text + 8 * i);
      self->mask[i] = ful_json_load (mask + 8 * i);
    }
  self->n = (guint) n + 3;
}

static inline gboolean
record_key_is_at (const RecordKey *self,
                  const char      *p)
{
  return self->n > 0 && (((ful_json_load (p) ^ self->text[0]) & self->mask[0]) |
                         ((ful_json_load (p + 8) ^ self->text[1]) & self->mask[1])) == 0;
}

/* Returns: MAX_CELLS for one that is not kept */
static guint
find_record_column (FulRawTree    *self,
                    FulJsonReader *reader,
                    RecordReader  *records,
                    const char    *key,
                    gsize          n)
{
  FulRawRows *rows = records->rows;

  for (guint c = 0; c < rows->n_columns; c++)
    if (ful_json_key_is (key, n, rows->names[c]))
      return c;
  if (rows->n_columns == MAX_CELLS)
    return MAX_CELLS;

  record_key_init (&records->keys[rows->n_columns], key, n);
  add_cell_column (self, reader, rows, &records->capacity, ful_raw_tree_copy_text (self, key, (gssize) n));

  return reader->error ? MAX_CELLS : rows->n_columns - 1;
}

/* The column of the next member. Nearly all objects have the same members in the same order: @expected is that column.
 * Returns: FUL_NONE after the object, or after an error */
static inline gint32
next_record_column (FulRawTree    *self,
                    FulJsonReader *reader,
                    RecordReader  *records,
                    guint          expected,
                    gboolean      *first)
{
  const char *key;
  gsize n;

  ful_json_reader_need (reader);
  if (expected < records->rows->n_columns && (*first || *reader->p == ',') && reader->end - reader->p > 1 + RECORD_KEY_MAX &&
      record_key_is_at (&records->keys[expected], reader->p + !*first))
    {
      reader->p += !*first + records->keys[expected].n;
      *first = FALSE;
      return (gint32) expected;
    }
  key = ful_json_reader_next_key (reader, first, &n);

  return key ? (gint32) find_record_column (self, reader, records, key, n) : FUL_NONE;
}

/* Of members of the same name the first one counts, and of many those of the first names. What is no object has no
 * members. */
static void
read_record (FulRawTree    *self,
             FulJsonReader *reader,
             RecordReader  *records)
{
  FulRawRows *rows = records->rows;
  gboolean first = TRUE;
  guint n_cells = 0;
  gint32 c = -1;

  if (ful_json_reader_skip_space (reader) != '{')
    {
      ful_json_reader_copy_value (reader, NULL);
      complete_row (self, reader, rows);
      return;
    }
  ful_json_reader_begin (reader, '{');
  while ((c = next_record_column (self, reader, records, (guint) (c + 1), &first)) != FUL_NONE)
    if (c < MAX_CELLS && rows->columns[c]->n == rows->n_rows)
      {
        ful_raw_append_value (self, reader, rows->columns[c], FUL_RAW_AS_VALUE);
        n_cells++;
      }
    else
      ful_json_reader_copy_value (reader, NULL);

  if (n_cells == rows->n_columns && reader->error == NULL)
    rows->n_rows++;
  else
    complete_row (self, reader, rows);
}

/* After the bracket of an array that begins with an object. */
FulRawNode *
ful_raw_read_records (FulRawTree    *self,
                      FulJsonReader *reader)
{
  FulRawNode *node = new_rows (self, TRUE);
  RecordReader records;
  gboolean more = TRUE;

  records.rows = node->rows;
  records.capacity = FEW_CELLS;
  while (more && reader->error == NULL)
    {
      read_record (self, reader, &records);
      if (reader->error == NULL)
        more = ful_raw_another_element (reader);
    }
  finish_rows (node->rows);

  return ful_raw_has_failed (reader) ? NULL : node;
}

static void
read_list (FulRawTree    *self,
           FulJsonReader *reader,
           FulRawColumn  *values)
{
  if (ful_json_reader_skip_space (reader) != '[')
    {
      ful_json_reader_copy_value (reader, NULL);
      return;
    }
  ful_json_reader_begin (reader, '[');
  if (ful_json_reader_skip_space (reader) == ']')
    ful_raw_another_element (reader);
  else
    ful_raw_read_elements (self, reader, values, FUL_RAW_AS_VALUE);
}

/* After the bracket of an array that begins with an array. */
FulRawNode *
ful_raw_read_lists (FulRawTree    *self,
                    FulJsonReader *reader)
{
  FulRawNode *node = ful_raw_tree_new_node (self, FUL_RAW_LISTS);
  FulRawColumn *values = ful_raw_tree_new_column (self, FUL_RAW_I32, 0);
  FulRawColumn *ends = ful_raw_tree_new_column (self, FUL_RAW_I32, 0);
  gboolean more = TRUE;

  while (more && reader->error == NULL)
    {
      read_list (self, reader, values);
      if (reader->error || !ful_raw_make_room (reader, ends))
        break;
      ends->i32[ends->n++] = (gint32) values->n;
      more = ful_raw_another_element (reader);
    }
  values->n = ends->n > 0 ? (guint) ends->i32[ends->n - 1] : 0;    /* without the list that was cut */
  ful_raw_shrink (values);
  ful_raw_shrink (ends);
  node->lists = ful_raw_tree_alloc (self, sizeof *node->lists);
  *node->lists = (FulRawLists) { ends->n, values, ends };

  return ful_raw_has_failed (reader) ? NULL : node;
}
