/* SPDX-License-Identifier: GPL-3.0-or-later */

/* JSON text → raw tree.
 *
 * Arrays are read straight into columns. A column begins with the narrowest type
 * and is widened when an element does not fit: whole numbers → numbers → nodes. Some
 * rules depend on the names of members that the formats use for bulk data only: objects
 * of `data` and `traceEvents` are kept as text (marker payloads, events), rows of cells
 * of the same are stored by column (Gecko tables), and so are objects of `events`; arrays
 * of `samples` become one column.
 *
 * A reader that accepts a truncated text (#FulJsonReader.cut) gets the complete
 * part: arrays and objects end where the text does. A number before the cut is left
 * out, as more of its digits may have followed. */

#include "config.h"

#include "ful-raw-tree-private.h"

#include "io/json/ful-json-number.h"
#include "io/json/ful-json-reader.h"
#include "ful-raw-get.h"

#include "base/ful-bytes.h"
#include "base/ful-error.h"
#include "base/ful-memory.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Memory of a small value, with its member or column element. */
#define NODE_BYTES 100

/* Longer texts need a check whether there is memory for them. */
#define TEXT_BYTES 65536
#define LARGE_BYTES (1 << 20)

/* Lists of events may end with a comma: their writers do not know which event is the last one. */
#define LIST_DEPTH 2

/* Memory of an element in a column of nodes, without the text of strings. */
#define CONVERTED_BYTES 32

static FulRawNode *read_value (FulRawTree    *self,
                               FulJsonReader *reader,
                               FulRawReadAs   as);

static FulRawReadAs
get_read_as (const char *key)
{
  if (g_str_equal (key, "data"))
    return FUL_RAW_AS_DATA;
  if (g_str_equal (key, "traceEvents"))
    return FUL_RAW_AS_EVENTS;
  if (g_str_equal (key, "events"))
    return FUL_RAW_AS_RECORDS;

  return g_str_equal (key, "samples") ? FUL_RAW_AS_LISTS : FUL_RAW_AS_VALUE;
}

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

static void
widen_to_f64 (FulRawColumn *column)
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
  node = read_value (self, reader, FUL_RAW_AS_VALUE);
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
      widen_to_f64 (column);
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

/* Leaves a number out that the cut may have shortened. */
static void
drop_last_number (FulRawColumn *column)
{
  if (column->n > 0 && (column->type == FUL_RAW_I32 || column->type == FUL_RAW_F64 ||
                        (column->type == FUL_RAW_NODES && column->nodes[column->n - 1]->kind == FUL_RAW_NUMBER)))
    column->n--;
}

/* Whether the next element is a row of a table, whose rows before are no arrays. */
static gboolean
is_row (FulJsonReader      *reader,
        const FulRawColumn *column,
        FulRawReadAs        as)
{
  return as == FUL_RAW_AS_DATA && column->n > 0 && ful_json_reader_skip_space (reader) == '[';
}

/* After the bracket of a non-empty array. Stops before a row. Returns: whether an error is in a value, not between two */
gboolean
ful_raw_read_elements (FulRawTree    *self,
                       FulJsonReader *reader,
                       FulRawColumn  *column,
                       FulRawReadAs   as)
{
  gboolean more = TRUE;

  while (more && reader->error == NULL)
    {
      if (column->type == FUL_RAW_I32)
        more = ful_raw_read_i32_run (reader, column);
      else if (column->type == FUL_RAW_F64)
        more = ful_raw_read_f64_run (reader, column);
      if (!more || reader->error || is_row (reader, column, as))
        break;

      ful_raw_append_value (self, reader, column, as);
      if (reader->error)
        return TRUE;
      more = ful_raw_another_element (reader);
      if (more && ful_json_reader_skip_space (reader) == ']' && column->type == FUL_RAW_TEXTS &&
          reader->depth <= LIST_DEPTH)
        more = ful_raw_another_element (reader);
    }

  return FALSE;
}

static FulRawNode *
read_array (FulRawTree    *self,
            FulJsonReader *reader,
            FulRawReadAs   as)
{
  FulRawNode *node;
  gboolean in_value;
  guint depth;
  char c;

  if (!ful_json_reader_begin (reader, '['))
    return NULL;

  c = ful_json_reader_skip_space (reader);
  if (c == '[' && as == FUL_RAW_AS_DATA)
    return ful_raw_read_rows (self, reader, 0);
  if (c == '{' && as == FUL_RAW_AS_RECORDS)
    return ful_raw_read_records (self, reader);
  if (c == '[' && as == FUL_RAW_AS_LISTS)
    return ful_raw_read_lists (self, reader);

  node = ful_raw_tree_new_array (self, FUL_RAW_I32, 0);
  if (c == ']')
    {
      reader->p++;
      reader->depth--;
      return node;
    }
  depth = reader->depth;
  in_value = ful_raw_read_elements (self, reader, node->column, as);
  if (reader->error == NULL && reader->depth == depth)
    return ful_raw_read_rows (self, reader, node->column->n);
  node->column->is_cut = reader->cut;
  if (reader->cut && !in_value)
    drop_last_number (node->column);
  ful_raw_shrink (node->column);

  return ful_raw_has_failed (reader) ? NULL : node;
}

static FulRawNode *
read_object (FulRawTree    *self,
             FulJsonReader *reader,
             FulRawReadAs   as)
{
  FulRawNode *node = ful_raw_tree_new_node (self, FUL_RAW_OBJECT);
  FulRawMember **end = &node->members, **last = NULL;
  gboolean first = TRUE;
  const char *key;
  gsize length;

  if (!ful_json_reader_begin (reader, '{'))
    return NULL;

  while ((key = ful_json_reader_next_key (reader, &first, &length)))
    {
      FulRawMember *member = ful_raw_tree_alloc (self, sizeof *member);

      *member = (FulRawMember) { ful_raw_tree_copy_text (self, key, (gssize) length), NULL, NULL };
      member->value = read_value (self, reader, get_read_as (member->key));
      if (member->value == NULL)
        break;
      *end = member;
      last = end;
      end = &member->next;
      node->n++;
    }
  if (ful_raw_has_failed (reader))
    return NULL;
  if (reader->cut)
    {
      if (last && (*last)->value->kind == FUL_RAW_NUMBER)
        {
          *last = NULL;
          node->n--;
        }
      return node;
    }

  if (self->resolve && node->n == 1 && g_str_equal (node->members->key, "$s")
      && node->members->value->kind == FUL_RAW_NUMBER)
    return self->resolve (self, reader, ful_raw_number (node->members->value), as == FUL_RAW_AS_DATA || as == FUL_RAW_AS_EVENTS,
                          self->resolve_data);

  return node;
}

static FulRawNode *
read_value (FulRawTree    *self,
            FulJsonReader *reader,
            FulRawReadAs   as)
{
  char number_text[FUL_JSON_NUMBER_MAX + 1];
  const char *text;
  FulRawNode *node;
  double number;
  gsize length;

  ful_json_reader_account (reader, NODE_BYTES);
  switch (ful_json_reader_skip_space (reader))
    {
    case '{':
      return read_object (self, reader, as);
    case '[':
      return read_array (self, reader, as);
    case '"':
      text = ful_json_reader_view_string (reader, &length);
      if (reader->error)
        return NULL;
      node = ful_raw_tree_new_node (self, FUL_RAW_STRING);
      node->string = ful_raw_tree_copy_text (self, text, (gssize) length);
      return node;
    case 't':
      return ful_json_reader_read_word (reader, "true") ? ful_raw_tree_new_bool (self, TRUE) : NULL;
    case 'f':
      return ful_json_reader_read_word (reader, "false") ? ful_raw_tree_new_bool (self, FALSE) : NULL;
    case 'n':
      return ful_json_reader_read_word (reader, "null") ? ful_raw_tree_new_node (self, FUL_RAW_NULL) : NULL;
    default:
      break;
    }

  if (*reader->p != '-' && !g_ascii_isdigit (*reader->p))
    {
      ful_json_reader_fail (reader, _("a value"));
      return NULL;
    }
  length = ful_json_reader_read_number (reader, number_text, &number);
  if (length == 0)
    return NULL;
  node = ful_raw_tree_new_node (self, FUL_RAW_NUMBER);
  node->text = ful_raw_tree_copy_text (self, number_text, (gssize) length);

  return node;
}

/**
 * ful_raw_tree_read:
 * @self: a tree, which gets the nodes
 * @reader: a reader before a value
 * @is_data: whether the value is bulk data, as that of a member `traceEvents`: what is in an array is kept as text
 *
 * Reads one value with all that is in it.
 *
 * Returns: (nullable) (transfer none): the value; %NULL if @reader has an error
 */
FulRawNode *
ful_raw_tree_read (FulRawTree    *self,
                   FulJsonReader *reader,
                   gboolean       is_data)
{
  return read_value (self, reader, is_data ? FUL_RAW_AS_EVENTS : FUL_RAW_AS_VALUE);
}

/**
 * ful_raw_tree_parse:
 * @self: a tree, which gets the nodes
 * @text: JSON text, valid UTF-8; %FUL_BYTES_PADDING more bytes can be loaded
 * @length: its length in bytes
 * @error: %FUL_ERROR_FORMAT
 *
 * Returns: (nullable) (transfer none): the value
 */
FulRawNode *
ful_raw_tree_parse (FulRawTree  *self,
                    const char  *text,
                    gsize        length,
                    GError     **error)
{
  FulJsonReader reader;
  FulRawNode *node;

  ful_json_reader_init_memory (&reader, text, length);
  node = read_value (self, &reader, FUL_RAW_AS_VALUE);
  if (!ful_json_reader_check (&reader, error))
    node = NULL;
  ful_json_reader_clear (&reader);

  return node;
}

/**
 * ful_raw_tree_parse_string:
 * @self: a tree, which gets the nodes
 * @text: JSON text, valid UTF-8, of which nothing more can be loaded
 *
 * Returns: (nullable) (transfer none): the value
 */
FulRawNode *
ful_raw_tree_parse_string (FulRawTree *self,
                           const char *text)
{
  gsize n = strlen (text);
  g_autofree char *padded = g_malloc0 (n + FUL_BYTES_PADDING);

  memcpy (padded, text, n);

  return ful_raw_tree_parse (self, padded, n, NULL);
}
