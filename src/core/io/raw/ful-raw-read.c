/* SPDX-License-Identifier: GPL-3.0-or-later */

/* JSON text → raw tree.
 *
 * Arrays are read straight into columns (ful-raw-append.c). Some rules depend on the
 * names of members that the formats use for bulk data only: objects of `data` and
 * `traceEvents` are kept as text (marker payloads, events), rows of cells of the same
 * are stored by column (Gecko tables), and so are objects of `events`; arrays of
 * `samples` become one column.
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

#include <glib/gi18n-lib.h>

/* Memory of a small value, with its member or column element. */
#define NODE_BYTES 100

/* Lists of events may end with a comma: their writers do not know which event is the last one. */
#define LIST_DEPTH 2

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
      if (as == FUL_RAW_AS_WATCHED)
        self->watch (self, self->root, self->watched, self->watch_data);
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
  if (as == FUL_RAW_AS_WATCHED)
    self->watched = node;
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

static FulRawReadAs
get_member_as (const FulRawTree *self,
               const FulRawNode *object,
               const char       *key)
{
  if (self->watched_key && object == self->root && g_str_equal (key, self->watched_key))
    return FUL_RAW_AS_WATCHED;

  return get_read_as (key);
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

  /* Texts are documents of their own, read while the root is. */
  if (self->root == NULL)
    self->root = node;
  while ((key = ful_json_reader_next_key (reader, &first, &length)))
    {
      FulRawMember *member = ful_raw_tree_alloc (self, sizeof *member);

      *member = (FulRawMember) { ful_raw_tree_copy_text (self, key, (gssize) length), NULL, NULL };
      member->value = ful_raw_read_value (self, reader, get_member_as (self, node, member->key));
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

FulRawNode *
ful_raw_read_value (FulRawTree    *self,
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
  return ful_raw_read_value (self, reader, is_data ? FUL_RAW_AS_EVENTS : FUL_RAW_AS_VALUE);
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
  node = ful_raw_read_value (self, &reader, FUL_RAW_AS_VALUE);
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
