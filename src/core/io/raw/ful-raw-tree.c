/* SPDX-License-Identifier: GPL-3.0-or-later */

/* JSON as an arena tree: nodes, their making and looking at them. Reading is in
 * ful-raw-read.c, writing in ful-raw-write.c.
 *
 * Nodes and texts are carved from arena blocks and freed all at once. The elements
 * of each column are allocated separately, so that the builder can take ownership. */

#include "config.h"

#include "ful-raw-tree-private.h"

#include "ful-raw-get.h"

#include "base/ful-memory.h"

#include <math.h>

#define BLOCK_BYTES (64 * 1024)

FulRawTree *
ful_raw_tree_new (void)
{
  FulRawTree *self = g_new0 (FulRawTree, 1);

  self->blocks = g_ptr_array_new_with_free_func (g_free);
  self->columns = g_ptr_array_new ();

  return self;
}

static void
free_columns (FulRawTree *self)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      FulRawColumn *column = g_ptr_array_index (self->columns, i);

      g_free (column->i32);
      g_free (column->text_length);
      ful_bytes_clear (&column->bytes);
    }
  g_ptr_array_set_size (self->columns, 0);
}

void
ful_raw_tree_free (FulRawTree *self)
{
  free_columns (self);
  g_ptr_array_unref (self->columns);
  g_ptr_array_unref (self->blocks);
  g_free (self);
}

static void
release_column (FulRawColumn *column)
{
  if (column->type == FUL_RAW_NODES)
    for (guint i = 0; i < column->n; i++)
      ful_raw_release (column->nodes[i]);

  g_clear_pointer (&column->i32, g_free);
  g_clear_pointer (&column->text_length, g_free);
  ful_bytes_clear (&column->bytes);
  column->n = column->capacity = 0;
}

/**
 * ful_raw_release:
 * @node: a value that is not used again
 *
 * Frees the elements of all columns in it before the tree itself is freed, to
 * keep the peak of memory low.
 */
void
ful_raw_release (FulRawNode *node)
{
  switch (node->kind)
    {
    case FUL_RAW_OBJECT:
      for (FulRawMember *member = node->members; member; member = member->next)
        ful_raw_release (member->value);
      break;
    case FUL_RAW_ARRAY:
      release_column (node->column);
      break;
    case FUL_RAW_ROWS:
      for (guint i = 0; i < node->rows->n_columns; i++)
        release_column (node->rows->columns[i]);
      break;
    case FUL_RAW_LISTS:
      release_column (node->lists->values);
      release_column (node->lists->ends);
      break;
    case FUL_RAW_NULL:
    case FUL_RAW_BOOL:
    case FUL_RAW_NUMBER:
    case FUL_RAW_STRING:
    default:
      break;
    }
}

/**
 * ful_raw_tree_reset:
 * @self: a tree
 *
 * Forgets all nodes but keeps a block of memory; for many small documents in a row.
 */
void
ful_raw_tree_reset (FulRawTree *self)
{
  free_columns (self);
  if (self->blocks->len > 1)
    {
      g_ptr_array_set_size (self->blocks, 0);
      self->next = NULL;
      self->left = 0;
    }
  else if (self->blocks->len == 1)
    {
      self->next = g_ptr_array_index (self->blocks, 0);
      self->left = BLOCK_BYTES;
    }
}

void
ful_raw_tree_set_resolver (FulRawTree        *self,
                           FulRawResolveFunc  resolve,
                           gpointer           user_data)
{
  self->resolve = resolve;
  self->resolve_data = user_data;
}

/**
 * ful_raw_tree_watch:
 * @self: a tree
 * @key: name of a member of the root object; static
 * @func: called for its elements while the document is read
 * @user_data: for @func
 *
 * For readers that use a part of a document before its end.
 */
void
ful_raw_tree_watch (FulRawTree        *self,
                    const char        *key,
                    FulRawElementFunc  func,
                    gpointer           user_data)
{
  self->watched_key = key;
  self->watch = func;
  self->watch_data = user_data;
}

gpointer
ful_raw_tree_alloc (FulRawTree *self,
                    gsize       size)
{
  gpointer result;

  size = (size + 7) & ~(gsize) 7;
  if (self->left < size)
    {
      gsize block = MAX (BLOCK_BYTES, size);

      self->next = g_malloc (block);
      self->left = block;
      /* A separate block for a large text must not become the one that reset () reuses. */
      if (block > BLOCK_BYTES && self->blocks->len == 0)
        g_ptr_array_add (self->blocks, g_malloc (1));
      g_ptr_array_add (self->blocks, self->next);
    }
  result = self->next;
  self->next += size;
  self->left -= size;

  return result;
}

/**
 * ful_raw_tree_copy_text:
 *
 * Returns: (transfer none): a NUL-terminated copy that lives as long as the tree
 */
const char *
ful_raw_tree_copy_text (FulRawTree *self,
                        const char *text,
                        gssize      length)
{
  gsize n = length < 0 ? strlen (text) : (gsize) length;
  char *copy = ful_raw_tree_alloc (self, n + 1);

  memcpy (copy, text, n);
  copy[n] = '\0';

  return copy;
}

FulRawNode *
ful_raw_tree_new_node (FulRawTree *self,
                       FulRawKind  kind)
{
  FulRawNode *node = ful_raw_tree_alloc (self, sizeof *node);

  *node = (FulRawNode) { .kind = kind };

  return node;
}

FulRawNode *
ful_raw_tree_new_string (FulRawTree *self,
                         const char *string)
{
  FulRawNode *node = ful_raw_tree_new_node (self, FUL_RAW_STRING);

  node->string = ful_raw_tree_copy_text (self, string, -1);

  return node;
}

FulRawNode *
ful_raw_tree_new_number (FulRawTree *self,
                         double      number)
{
  FulRawNode *node;
  FulBytes text = { 0 };

  if (isnan (number))
    return ful_raw_tree_new_node (self, FUL_RAW_NULL);

  node = ful_raw_tree_new_node (self, FUL_RAW_NUMBER);
  ful_raw_write_number (number, &text);
  node->text = ful_raw_tree_copy_text (self, text.data, (gssize) text.n);
  ful_bytes_clear (&text);

  return node;
}

FulRawNode *
ful_raw_tree_new_bool (FulRawTree *self,
                       gboolean    value)
{
  FulRawNode *node = ful_raw_tree_new_node (self, FUL_RAW_BOOL);

  node->boolean = value;

  return node;
}

static gsize
element_size (FulRawElement type)
{
  switch (type)
    {
    case FUL_RAW_I32:
      return 4;
    case FUL_RAW_BOOLS:
      return 1;
    case FUL_RAW_STRINGS:
      return 0;
    case FUL_RAW_F64:
    case FUL_RAW_TEXTS:
    case FUL_RAW_NODES:
    default:
      return 8;
    }
}

/**
 * ful_raw_tree_new_column:
 * @self: a tree
 * @type: type of the elements
 * @capacity: number of elements to reserve memory for
 *
 * Returns: (transfer none): a column without elements
 */
FulRawColumn *
ful_raw_tree_new_column (FulRawTree    *self,
                         FulRawElement  type,
                         guint          capacity)
{
  FulRawColumn *column = ful_raw_tree_alloc (self, sizeof *column);

  *column = (FulRawColumn) { .type = type };
  g_ptr_array_add (self->columns, column);
  if (capacity > 0)
    ful_raw_column_reserve (column, capacity);

  return column;
}

FulRawNode *
ful_raw_tree_new_array (FulRawTree    *self,
                        FulRawElement  type,
                        guint          capacity)
{
  FulRawNode *node = ful_raw_tree_new_node (self, FUL_RAW_ARRAY);

  node->column = ful_raw_tree_new_column (self, type, capacity);

  return node;
}

/* Room for the columns of a table of rows. */
FulRawColumn **
ful_raw_tree_alloc_columns (FulRawTree *self,
                            guint       n)
{
  return ful_raw_tree_alloc (self, n * sizeof (FulRawColumn *));
}

/* Bytes that the column allocates for one more element, or 0. */
gsize
ful_raw_column_next_size (const FulRawColumn *column)
{
  gsize size = MAX (element_size (column->type), 1);

  return column->n < column->capacity ? 0 : ful_memory_next_size (column->capacity * size, (column->n + 1) * size, 128);
}

/**
 * ful_raw_column_reserve:
 * @column: a column
 * @n_more: number of elements that will be appended
 *
 * Reserves memory. The caller ensures that a column does not exceed %FUL_MAX_ROWS.
 */
void
ful_raw_column_reserve (FulRawColumn *column,
                        guint         n_more)
{
  gsize size = element_size (column->type);
  gsize unit = MAX (size, 1);

  if (column->capacity - column->n >= n_more)
    return;

  g_assert (n_more <= FUL_MAX_ROWS - column->n);
  column->capacity = (guint) MIN (ful_memory_next_size (column->capacity * unit, (column->n + n_more) * unit, 128) / unit,
                                  FUL_MAX_ROWS);
  if (size > 0)
    column->i32 = g_realloc_n (column->i32, column->capacity, size);
  if (column->type == FUL_RAW_TEXTS)
    column->text_length = g_realloc_n (column->text_length, column->capacity, sizeof *column->text_length);
}

/**
 * ful_raw_set:
 * @self: the tree of both nodes
 * @object: an object
 * @key: a member name; copied
 * @value: the value
 *
 * Sets a member, replacing one that exists.
 */
void
ful_raw_set (FulRawTree *self,
             FulRawNode *object,
             const char *key,
             FulRawNode *value)
{
  FulRawMember **end = &object->members;

  for (; *end; end = &(*end)->next)
    {
      if (g_str_equal ((*end)->key, key))
        {
          (*end)->value = value;
          return;
        }
    }

  *end = ful_raw_tree_alloc (self, sizeof **end);
  **end = (FulRawMember) { ful_raw_tree_copy_text (self, key, -1), value, NULL };
  object->n++;
}

/**
 * ful_raw_remove:
 *
 * Returns: (nullable): the value that the member had; it lives as long as the tree
 */
FulRawNode *
ful_raw_remove (FulRawNode *object,
                const char *key)
{
  FulRawNode *value = NULL;

  if (!ful_raw_is (object, FUL_RAW_OBJECT))
    return NULL;

  for (FulRawMember **member = &object->members; *member; )
    {
      if (!g_str_equal ((*member)->key, key))
        {
          member = &(*member)->next;
          continue;
        }
      value = (*member)->value;
      *member = (*member)->next;
      object->n--;
    }

  return value;
}

void
ful_raw_set_string (FulRawTree *self,
                    FulRawNode *object,
                    const char *key,
                    const char *string)
{
  ful_raw_set (self, object, key, ful_raw_tree_new_string (self, string));
}

/* NaN sets a null. */
void
ful_raw_set_number (FulRawTree *self,
                    FulRawNode *object,
                    const char *key,
                    double      number)
{
  ful_raw_set (self, object, key, ful_raw_tree_new_number (self, number));
}

/**
 * ful_raw_rename:
 *
 * Renames a member, if it exists.
 */
void
ful_raw_rename (FulRawTree *self,
                FulRawNode *object,
                const char *from,
                const char *to)
{
  FulRawNode *value = ful_raw_remove (object, from);

  if (value)
    ful_raw_set (self, object, to, value);
}

/**
 * ful_raw_append_node:
 * @array: an array of nodes
 * @value: its new last element
 */
void
ful_raw_append_node (FulRawTree *self,
                     FulRawNode *array,
                     FulRawNode *value)
{
  FulRawColumn *column = array->column;

  g_assert (array->kind == FUL_RAW_ARRAY);
  ful_raw_column_to_nodes (self, column);
  ful_raw_column_reserve (column, 1);
  column->nodes[column->n++] = value;
}

/**
 * ful_raw_column_to_nodes:
 *
 * Converts a column of any type to one of nodes, which can hold any value.
 */
void
ful_raw_column_to_nodes (FulRawTree   *self,
                         FulRawColumn *column)
{
  FulRawColumn old = *column;
  const char *string = old.bytes.data;

  if (column->type == FUL_RAW_NODES)
    return;

  column->type = FUL_RAW_NODES;
  column->capacity = MAX (old.capacity, 16);
  column->nodes = g_new (FulRawNode *, column->capacity);
  column->text_length = NULL;
  column->bytes = (FulBytes) { 0 };

  for (guint i = 0; i < old.n; i++)
    {
      if (old.type == FUL_RAW_STRINGS)
        {
          column->nodes[i] = ful_raw_tree_new_string (self, string);
          string += strlen (string) + 1;
        }
      else if (old.type == FUL_RAW_TEXTS)
        column->nodes[i] = ful_raw_column_element (self, &old, i);
      else if (old.type == FUL_RAW_BOOLS && old.bools[i] != 2)
        column->nodes[i] = ful_raw_tree_new_bool (self, old.bools[i]);
      else
        column->nodes[i] = ful_raw_tree_new_number (self, ful_raw_column_number (&old, i));
    }

  g_free (old.i32);
  g_free (old.text_length);
  ful_bytes_clear (&old.bytes);
}

/**
 * ful_raw_column_to_texts:
 *
 * Converts a column of any type to one of texts, which a reader of objects goes through: %FUL_BYTES_PADDING more bytes
 * can be loaded after each. What is no object is in it as well.
 */
void
ful_raw_column_to_texts (FulRawTree   *self,
                         FulRawColumn *column)
{
  FulRawColumn texts = { .type = FUL_RAW_TEXTS, .n = column->n, .capacity = MAX (column->n, 1), .is_cut = column->is_cut };

  if (column->type == FUL_RAW_TEXTS)
    return;

  texts.text_start = g_new (gint64, texts.capacity);
  texts.text_length = g_new (gint32, texts.capacity);
  for (guint i = 0; i < column->n; i++)
    {
      texts.text_start[i] = (gint64) texts.bytes.n;
      ful_raw_write (ful_raw_column_element (self, column, i), &texts.bytes);
      texts.text_length[i] = (gint32) (texts.bytes.n - (gsize) texts.text_start[i]);
    }
  ful_bytes_reserve (&texts.bytes, 1);

  g_free (column->i32);
  g_free (column->text_length);
  ful_bytes_clear (&column->bytes);
  *column = texts;
}
