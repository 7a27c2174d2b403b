/* SPDX-License-Identifier: GPL-3.0-or-later */

/* An element of a JSON array → a column.
 *
 * A column begins with the narrowest type and is widened when an element does not fit: whole
 * numbers → numbers → nodes. Texts of objects and strings are kept one after the other. */

#include "config.h"

#include "ful-raw-tree-private.h"

#include "io/json/ful-json-number.h"
#include "io/json/ful-json-reader.h"

#include "base/ful-bytes.h"
#include "base/ful-error.h"
#include "base/ful-memory.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Longer texts need a check whether there is memory for them. */
#define TEXT_BYTES 65536
#define LARGE_BYTES (1 << 20)

/* Memory of an element in a column of nodes, without the text of strings. */
#define CONVERTED_BYTES 32

static gboolean
has_memory (FulJsonReader *reader,
            gsize          n_bytes)
{
  if (ful_memory_is_available (n_bytes))
    return TRUE;

  ful_json_reader_fail_with (reader, FUL_ERROR_TOO_LARGE, _("There is not enough memory for the profile"));

  return FALSE;
}

/* Whether there is memory for a text of usual length at the end of @bytes. */
static gboolean
has_memory_for_text (FulJsonReader *reader,
                     FulBytes      *bytes)
{
  if (bytes->capacity < LARGE_BYTES || bytes->capacity - bytes->n >= TEXT_BYTES)
    return TRUE;
  if (!has_memory (reader, ful_memory_next_size (bytes->capacity, bytes->n + TEXT_BYTES, 0)))
    return FALSE;
  ful_bytes_reserve (bytes, TEXT_BYTES);

  return TRUE;
}

gboolean
ful_raw_grow (FulJsonReader *reader,
              FulRawColumn  *column)
{
  /* Every long read passes here. */
  if (reader->error == NULL && g_cancellable_set_error_if_cancelled (reader->cancellable, &reader->error))
    return FALSE;
  if (column->n >= FUL_MAX_ROWS)
    {
      ful_json_reader_fail_with (reader, FUL_ERROR_TOO_LARGE, _("An array has more than %u elements"), FUL_MAX_ROWS);
      return FALSE;
    }
  if (!has_memory (reader, ful_raw_column_next_size (column)))
    return FALSE;
  ful_raw_column_reserve (column, 1);
  ful_json_reader_account (reader, 8 * (gsize) (column->capacity - column->n));

  return reader->error == NULL;
}

/* Of a column of whole numbers. */
void
ful_raw_widen (FulRawColumn *column)
{
  gint32 *from = column->i32;
  double *to = g_new (double, MAX (column->capacity, 1));

  for (guint i = 0; i < column->n; i++)
    to[i] = from[i] == G_MININT32 ? (double) NAN : from[i];
  g_free (from);
  column->f64 = to;
  column->type = FUL_RAW_F64;
}

static gboolean
to_nodes (FulRawTree    *self,
          FulJsonReader *reader,
          FulRawColumn  *column)
{
  if (column->type == FUL_RAW_NODES)
    return TRUE;

  ful_json_reader_account (reader, CONVERTED_BYTES * (gsize) column->n);
  if (reader->error)
    return FALSE;
  ful_raw_column_to_nodes (self, column);

  return TRUE;
}

/* Changes the type of a column without values; one with values can only become nodes. */
static gboolean
become (FulRawTree    *self,
        FulJsonReader *reader,
        FulRawColumn  *column,
        FulRawElement  type)
{
  if (column->type == type)
    return TRUE;

  if (column->n_nulls < column->n
      || (column->n > 0 && type == FUL_RAW_STRINGS))
    {
      to_nodes (self, reader, column);
      return FALSE;
    }

  g_clear_pointer (&column->i32, g_free);
  g_clear_pointer (&column->text_length, g_free);
  column->type = type;
  column->capacity = 0;
  if (column->n > 0)
    {
      guint n = column->n;

      column->n = 0;
      ful_raw_column_reserve (column, n);
      column->n = n;
    }

  for (guint i = 0; i < column->n; i++)
    {
      if (type == FUL_RAW_BOOLS)
        column->bools[i] = 2;
      else if (type == FUL_RAW_TEXTS)
        column->text_start[i] = column->text_length[i] = 0;
    }

  return TRUE;
}

void
ful_raw_append_null (FulRawTree    *self,
                     FulJsonReader *reader,
                     FulRawColumn  *column)
{
  if (column->type == FUL_RAW_STRINGS && !to_nodes (self, reader, column))
    return;
  if (!ful_raw_make_room (reader, column))
    return;

  switch (column->type)
    {
    case FUL_RAW_I32:
      column->i32[column->n] = G_MININT32;
      break;
    case FUL_RAW_F64:
      column->f64[column->n] = NAN;
      break;
    case FUL_RAW_BOOLS:
      column->bools[column->n] = 2;
      break;
    case FUL_RAW_TEXTS:
      column->text_start[column->n] = 0;
      column->text_length[column->n] = 0;
      break;
    case FUL_RAW_NODES:
      column->nodes[column->n] = ful_raw_tree_new_node (self, FUL_RAW_NULL);
      break;
    case FUL_RAW_STRINGS:
    default:
      g_assert_not_reached ();
    }
  column->n++;
  column->n_nulls++;
}

static void
append_node (FulRawTree    *self,
             FulJsonReader *reader,
             FulRawColumn  *column)
{
  FulRawNode *node;

  if (!to_nodes (self, reader, column) || !ful_raw_make_room (reader, column))
    return;
  node = ful_raw_read_value (self, reader, FUL_RAW_AS_VALUE);
  if (node)
    column->nodes[column->n++] = node;
}

/* A whole number of few digits, with another token right after it. Returns: whether it is one, and is appended */
static inline gboolean
append_short_number (FulJsonReader *reader,
                     FulRawColumn  *column)
{
  const char *p;
  guint64 word, whole;
  guint n;

  ful_json_reader_need (reader);
  p = reader->p;
  word = ful_json_load (p);
  n = ful_json_count_digits (word);
  if (n == 0 || (n > 1 && *p == '0') || column->n == column->capacity)
    return FALSE;

  whole = ful_json_digits_value (word, n);
  p += n;
  if (n == 8)
    for (; g_ascii_isdigit (*p) && whole <= G_MAXINT32; p++)
      whole = whole * 10 + (guint64) (*p - '0');
  if (p >= reader->end || whole > G_MAXINT32 || (*p != ',' && *p != '}' && *p != ']'))
    return FALSE;
  column->i32[column->n++] = (gint32) whole;
  reader->p = p;

  return TRUE;
}

static void
append_number (FulRawTree    *self,
               FulJsonReader *reader,
               FulRawColumn  *column)
{
  double number;

  if (column->type == FUL_RAW_I32 && append_short_number (reader, column))
    return;
  if (column->type != FUL_RAW_I32 && column->type != FUL_RAW_F64 && !become (self, reader, column, FUL_RAW_I32))
    {
      append_node (self, reader, column);
      return;
    }
  if (ful_json_reader_read_number (reader, NULL, &number) == 0 || !ful_raw_make_room (reader, column))
    return;

  if (column->type == FUL_RAW_I32)
    {
      if (number == floor (number) && fabs (number) < 2147483648.0)
        {
          column->i32[column->n++] = (gint32) number;
          return;
        }
      ful_raw_widen (column);
    }
  column->f64[column->n++] = number;
}

static void
append_text (FulRawTree    *self,
             FulJsonReader *reader,
             FulRawColumn  *column)
{
  gsize start;

  if (!become (self, reader, column, FUL_RAW_TEXTS))
    {
      append_node (self, reader, column);
      return;
    }

  start = column->bytes.n;
  if (!has_memory_for_text (reader, &column->bytes))
    return;
  ful_json_reader_copy_value (reader, &column->bytes);
  if (reader->error || !ful_raw_make_room (reader, column))
    {
      column->bytes.n = start;
      return;
    }
  if (column->bytes.n - start > G_MAXINT32)
    {
      ful_json_reader_fail_with (reader, FUL_ERROR_TOO_LARGE, _("An object is larger than 2 GiB"));
      return;
    }
  column->text_start[column->n] = (gint64) start;
  column->text_length[column->n] = (gint32) (column->bytes.n - start);
  column->n++;
}

static void
append_string (FulRawTree    *self,
               FulJsonReader *reader,
               FulRawColumn  *column)
{
  gsize start;

  if (!become (self, reader, column, FUL_RAW_STRINGS))
    {
      append_node (self, reader, column);
      return;
    }
  if (!has_memory_for_text (reader, &column->bytes))
    return;
  start = column->bytes.n;
  ful_json_reader_read_string (reader, &column->bytes);
  if (reader->error || !ful_raw_make_room (reader, column))
    {
      column->bytes.n = start;
      return;
    }
  column->bytes.n++;   /* the NUL */
  column->n++;
}

/* Reads one element, whatever it is. */
void
ful_raw_append_value (FulRawTree    *self,
                      FulJsonReader *reader,
                      FulRawColumn  *column,
                      FulRawReadAs   as)
{
  char c = ful_json_reader_skip_space (reader);

  switch (c)
    {
    case 'n':
      if (ful_json_reader_read_word (reader, "null"))
        ful_raw_append_null (self, reader, column);
      return;
    case 't':
    case 'f':
      if (!become (self, reader, column, FUL_RAW_BOOLS))
        append_node (self, reader, column);
      else if (ful_json_reader_read_word (reader, c == 't' ? "true" : "false") && ful_raw_make_room (reader, column))
        column->bools[column->n++] = c == 't';
      return;
    case '"':
      append_string (self, reader, column);
      return;
    case '{':
      if (as == FUL_RAW_AS_DATA || as == FUL_RAW_AS_EVENTS)
        append_text (self, reader, column);
      else
        append_node (self, reader, column);
      return;
    case '[':
      if (as == FUL_RAW_AS_EVENTS)
        append_text (self, reader, column);
      else
        append_node (self, reader, column);
      return;
    default:
      append_number (self, reader, column);
      return;
    }
}

void
ful_raw_shrink (FulRawColumn *column)
{
  gsize size = column->type == FUL_RAW_I32 ? 4 : column->type == FUL_RAW_BOOLS ? 1 : 8;

  if (column->type == FUL_RAW_STRINGS || column->type == FUL_RAW_TEXTS)
    ful_bytes_shrink_to_fit (&column->bytes);
  if (column->type == FUL_RAW_STRINGS || column->capacity - column->n <= column->n / 64)
    return;

  column->i32 = g_realloc_n (column->i32, MAX (column->n, 1), size);
  if (column->type == FUL_RAW_TEXTS)
    column->text_length = g_realloc_n (column->text_length, MAX (column->n, 1), sizeof *column->text_length);
  column->capacity = MAX (column->n, 1);
}
