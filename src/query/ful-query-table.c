/* SPDX-License-Identifier: GPL-3.0-or-later */

/* --csv and --sort of all commands: the rows in the JSON answer of a command as a table, which is sorted and
 * written. So a command writes each value once, and is the same table in each format. */

#include "config.h"

#include "ful-query-table.h"

#include "ful-query-json.h"

#include "base/ful-bytes.h"
#include "base/ful-error.h"
#include "export/ful-csv.h"

#include <json-glib/json-glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct
{
  GPtrArray *cells;   /* (element-type utf8); may be fewer than there are columns */
  JsonNode  *node;    /* (transfer none): the element that they are from */
} Row;

typedef struct
{
  const char  *container;
  GPtrArray   *columns;     /* (element-type utf8): names, with '^' for a member of the object around, '@' for a key */
  GArray      *rows;        /* Row */
  const char  *sort;        /* (nullable): a column, with '-' for descending order */
  guint        sort_column;
  FulQueryJson scratch;
} Table;

static void
clear_row (gpointer row)
{
  g_ptr_array_unref (((Row *) row)->cells);
}

static gboolean
is_outside (const Table *self,
            guint        column)
{
  const char *name = g_ptr_array_index (self->columns, column);

  return *name == '^' || *name == '@';
}

static const char *
column_name (const Table *self,
             guint        column)
{
  const char *name = g_ptr_array_index (self->columns, column);

  return is_outside (self, column) ? name + 1 : name;
}

static gboolean
is_text (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING;
}

static void
write_node (JsonNode     *node,
            FulQueryJson *json)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObject *object = json_node_get_object (node);
      g_autoptr(GList) names = json_object_get_members (object);

      ful_query_json_begin_object (json);
      for (GList *name = names; name; name = name->next)
        {
          ful_query_json_key (json, name->data);
          write_node (json_object_get_member (object, name->data), json);
        }
      ful_query_json_end_object (json);
    }
  else if (JSON_NODE_HOLDS_ARRAY (node))
    {
      ful_query_json_begin_array (json);
      for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
        write_node (json_array_get_element (json_node_get_array (node), i), json);
      ful_query_json_end_array (json);
    }
  else if (JSON_NODE_HOLDS_NULL (node))
    ful_query_json_null (json);
  else if (is_text (node))
    ful_query_json_string (json, json_node_get_string (node));
  else if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    ful_query_json_boolean (json, json_node_get_boolean (node));
  else
    ful_query_json_number (json, json_node_get_double (node));
}

/* Returns: (transfer full): texts as they are, nothing for null, and all else as JSON */
static char *
node_to_cell (Table    *self,
              JsonNode *node)
{
  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return g_strdup ("");
  if (is_text (node))
    return json_node_dup_string (node);
  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);
      GString *joined = g_string_new (NULL);
      guint i;

      for (i = 0; i < json_array_get_length (array) && is_text (json_array_get_element (array, i)); i++)
        g_string_append_printf (joined, "%s%s", i > 0 ? ";" : "", json_array_get_string_element (array, i));
      if (i == json_array_get_length (array))
        return g_string_free (joined, FALSE);
      g_string_free (joined, TRUE);
    }

  g_string_truncate (self->scratch.buffer, 0);
  self->scratch.comma = FALSE;
  write_node (node, &self->scratch);

  return g_strdup (self->scratch.buffer->str);
}

static guint
find_column (const Table *self,
             const char  *name)
{
  guint i;

  for (i = 0; i < self->columns->len && !g_str_equal (column_name (self, i), name); i++)
    ;

  return i;
}

static void
set_cell (Row   *row,
          guint  column,
          char  *cell)
{
  while (row->cells->len <= column)
    g_ptr_array_add (row->cells, NULL);
  g_free (row->cells->pdata[column]);
  row->cells->pdata[column] = cell;
}

static void
add_row (Table      *self,
         JsonNode   *node,
         const char *key,
         JsonObject *around)
{
  Row row = { g_ptr_array_new_with_free_func (g_free), node };
  guint first = 0;

  for (; first < self->columns->len && is_outside (self, first); first++)
    set_cell (&row, first, *(char *) self->columns->pdata[first] == '@' ? g_strdup (key)
              : node_to_cell (self, json_object_get_member (around, column_name (self, first))));
  if (JSON_NODE_HOLDS_ARRAY (node))
    for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
      set_cell (&row, first + i, node_to_cell (self, json_array_get_element (json_node_get_array (node), i)));
  else if (JSON_NODE_HOLDS_OBJECT (node))
    {
      g_autoptr(GList) names = json_object_get_members (json_node_get_object (node));

      for (GList *name = names; name; name = name->next)
        {
          guint column = find_column (self, name->data);

          if (column == self->columns->len)
            g_ptr_array_add (self->columns, g_strdup (name->data));
          set_cell (&row, column, node_to_cell (self, json_object_get_member (json_node_get_object (node), name->data)));
        }
    }
  else
    set_cell (&row, first, node_to_cell (self, node));
  g_array_append_val (self->rows, row);
}

static void
add_rows (Table      *self,
          JsonNode   *container,
          JsonObject *around)
{
  if (JSON_NODE_HOLDS_ARRAY (container))
    for (guint i = 0; i < json_array_get_length (json_node_get_array (container)); i++)
      add_row (self, json_array_get_element (json_node_get_array (container), i), NULL, around);
  else if (JSON_NODE_HOLDS_OBJECT (container))
    {
      g_autoptr(GList) names = json_object_get_members (json_node_get_object (container));

      for (GList *name = names; name; name = name->next)
        add_row (self, json_object_get_member (json_node_get_object (container), name->data), name->data, around);
    }
}

static const char *
get_cell (const Row *row,
          guint      column)
{
  const char *cell = column < row->cells->len ? g_ptr_array_index (row->cells, column) : NULL;

  return cell ? cell : "";
}

static gboolean
cell_to_number (const char *cell,
                double     *out_number)
{
  char *end;

  *out_number = g_ascii_strtod (cell, &end);

  return *cell != '\0' && *end == '\0';
}

/* Numbers by size, texts by bytes; what is not known is last in either direction. */
static int
compare_rows (gconstpointer a,
              gconstpointer b,
              gpointer      data)
{
  const Table *self = data;
  const char *x = get_cell (a, self->sort_column), *y = get_cell (b, self->sort_column);
  double left, right;
  gboolean numbers = cell_to_number (x, &left) && cell_to_number (y, &right);
  int order = numbers ? (left > right) - (left < right) : strcmp (x, y);

  if (*x == '\0' || *y == '\0')
    return (*x == '\0') - (*y == '\0');

  return *self->sort == '-' ? -order : order;
}

static gboolean
sort (Table   *self,
      GError **error)
{
  g_autoptr(GString) names = g_string_new (NULL);

  if (self->sort == NULL || self->rows->len == 0)
    return TRUE;

  self->sort_column = find_column (self, self->sort + (*self->sort == '-'));
  if (self->sort_column < self->columns->len)
    {
      g_array_sort_with_data (self->rows, compare_rows, self);
      return TRUE;
    }
  for (guint i = 0; i < self->columns->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", column_name (self, i));
  g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "--sort: there is no column “%s”; there are %s",
               self->sort + (*self->sort == '-'), names->str);

  return FALSE;
}

/* Finds the containers of rows in an answer. With @limit_of_each, each is replaced by its first rows in order. */
static gboolean
walk (Table       *self,
      JsonNode    *node,
      const char  *name,
      JsonObject  *around,
      guint        limit_of_each,
      GError     **error)
{
  if (g_strcmp0 (name, self->container) == 0)
    {
      JsonArray *sorted;

      add_rows (self, node, around);
      if (limit_of_each == 0 || !JSON_NODE_HOLDS_ARRAY (node))
        return TRUE;
      if (!sort (self, error))
        return FALSE;
      sorted = json_array_new ();
      for (guint i = 0; i < MIN (self->rows->len, limit_of_each); i++)
        json_array_add_element (sorted, json_node_copy (g_array_index (self->rows, Row, i).node));
      g_array_set_size (self->rows, 0);
      json_node_take_array (node, sorted);
      return TRUE;
    }

  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
        if (!walk (self, json_array_get_element (json_node_get_array (node), i), NULL, around, limit_of_each, error))
          return FALSE;
    }
  else if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObject *object = json_node_get_object (node);
      g_autoptr(GList) names = json_object_get_members (object);

      for (GList *member = names; member; member = member->next)
        if (!walk (self, json_object_get_member (object, member->data), member->data, object, limit_of_each, error))
          return FALSE;
    }

  return TRUE;
}

static void
write_csv (const Table *self,
           guint        limit)
{
  FulBytes text = { 0 };

  for (guint i = 0; i < self->columns->len; i++)
    {
      if (i > 0)
        ful_bytes_append_c (&text, ',');
      ful_csv_append (column_name (self, i), &text);
    }
  ful_bytes_append_s (&text, "\r\n");
  for (guint r = 0; r < MIN (self->rows->len, limit); r++)
    {
      for (guint i = 0; i < self->columns->len; i++)
        {
          if (i > 0)
            ful_bytes_append_c (&text, ',');
          ful_csv_append (get_cell (&g_array_index (self->rows, Row, r), i), &text);
        }
      ful_bytes_append_s (&text, "\r\n");
    }
  fwrite (text.data, 1, text.n, stdout);
  ful_bytes_clear (&text);
}

/* Whether a column "depth" is printed as the indentation of the one after it. */
static gboolean
is_tree (const Table *self)
{
  return self->sort == NULL && find_column (self, "depth") == 0;
}

static char *
get_printed_cell (const Table *self,
                  const Row   *row,
                  guint        column)
{
  const char *cell = row ? get_cell (row, column) : column_name (self, column);

  if (is_tree (self) && column == 0)
    return g_strdup ("");

  return g_strdup_printf ("%*s%s", row && is_tree (self) && column == 1 ? 2 * atoi (get_cell (row, 0)) : 0, "", cell);
}

/* Columns as wide as what is in them; numbers end at the same place. */
static void
print_text (const Table *self,
            guint        limit)
{
  guint n_rows = MIN (self->rows->len, limit), n = self->columns->len;
  g_autofree int *width = g_new0 (int, n);

  for (guint pass = 0; pass < 2; pass++)
    for (guint r = 0; r <= n_rows; r++)
      for (guint i = 0; i < n; i++)
        {
          /* What is indented comes last, as it may be wide. */
          guint column = is_tree (self) ? (i + 2) % n : i;
          g_autofree char *cell = get_printed_cell (self, r == 0 ? NULL : &g_array_index (self->rows, Row, r - 1), column);
          int length = (int) g_utf8_strlen (cell, -1);
          double number;
          gboolean is_number = cell_to_number (cell, &number);

          if (pass == 0)
            width[i] = MAX (width[i], length);
          else
            g_print ("%*s%s%*s", is_number ? width[i] - length : 0, "", cell,
                     is_number || i == n - 1 ? 0 : width[i] - length, "");
          if (pass == 1)
            g_print ("%s", i == n - 1 ? "\n" : width[i] > 0 ? "  " : "");
        }
  if (self->rows->len > limit)
    g_print ("…\n");
}

/**
 * ful_query_table_write:
 * @answer: the JSON answer of a command
 * @container: (nullable): name of the members that contain rows; %NULL for all of the answer
 * @columns: their names, separated by commas, in the order of rows that are arrays; members of rows that are objects
 *   need none. First those that are not in the rows: "^NAME" is a member beside the container, "@NAME" the key of the row
 * @format: what to write
 * @sort: (nullable): a column; with '-' before it the greatest comes first
 * @limit: rows to write; of each container in JSON
 * @error: %FUL_ERROR_ARGUMENT if there is no such column
 *
 * Writes the rows of an answer to standard output.
 */
gboolean
ful_query_table_write (const char      *answer,
                       const char      *container,
                       const char      *columns,
                       FulTableFormat   format,
                       const char      *sort_column,
                       guint            limit,
                       GError         **error)
{
  g_autoptr(JsonParser) parser = json_parser_new ();
  g_auto(GStrv) names = g_strsplit (columns, ",", -1);
  Table self = { container, g_ptr_array_new_with_free_func (g_free), g_array_new (FALSE, FALSE, sizeof (Row)), sort_column, 0 };
  char *unused = NULL;
  gboolean ok;

  ful_query_json_init (&self.scratch, &unused);   /* no output */
  g_array_set_clear_func (self.rows, clear_row);
  for (guint i = 0; names[i]; i++)
    g_ptr_array_add (self.columns, g_strdup (names[i]));

  ok = json_parser_load_from_data (parser, answer, -1, error)
       && walk (&self, json_parser_get_root (parser), NULL, NULL, format == FUL_TABLE_JSON ? limit : 0, error);
  if (ok && format == FUL_TABLE_JSON)
    {
      FulQueryJson json;

      ful_query_json_init (&json, NULL);
      write_node (json_parser_get_root (parser), &json);
      ful_query_json_finish (&json);
    }
  else if (ok && (ok = sort (&self, error)))
    {
      if (format == FUL_TABLE_CSV)
        write_csv (&self, limit);
      else
        print_text (&self, limit);
    }
  g_string_free (self.scratch.buffer, TRUE);
  g_array_unref (self.rows);
  g_ptr_array_unref (self.columns);

  return ok;
}
