/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Other payloads, and fewer markers, for a copy of a thread. */

#include "config.h"

#include "ful-marker-edit.h"

#include "base/ful-table.h"
#include "io/raw/ful-raw-get.h"

/**
 * ful_thread_map_payloads:
 * @self: a copy that nobody else has
 * @func: called for each payload, in order
 *
 * Replaces texts of payloads.
 */
void
ful_thread_map_payloads (FulThread      *self,
                         FulPayloadFunc  func,
                         gpointer        data)
{
  FulTable *markers = &self->markers->table;
  guint n = markers->n_rows;
  FulBuffer *buffers[FUL_TABLE_MAX_COLUMNS];
  g_autoptr(FulBuffer) places = ful_buffer_new (FUL_TYPE_I64, n), lengths = ful_buffer_new (FUL_TYPE_I64, n);
  FulBytes bytes = { NULL };

  for (guint i = 0; i < n; i++)
    {
      gsize length;
      const char *payload = ful_thread_get_payload (self, i, &length);

      ((gint64 *) places->data)[i] = (gint64) bytes.n;
      if (payload && !func (i, payload, length, &bytes, data))
        ful_bytes_append (&bytes, payload, length);
      ((gint64 *) lengths->data)[i] = (gint64) bytes.n - ((gint64 *) places->data)[i];
    }
  places->n = lengths->n = n;
  memcpy (buffers, markers->buffers, sizeof buffers);
  buffers[FUL_MARKER_PAYLOAD] = places;
  buffers[FUL_MARKER_PAYLOAD_LENGTH] = lengths;
  self->markers = ful_table_new (markers->klass, n, buffers);
  ful_table_unref (markers);
  g_clear_pointer (&self->payloads, ful_buffer_unref);
  self->payloads = ful_buffer_new_take (FUL_TYPE_U8, bytes.data, bytes.n);
}

/* Returns: (transfer full) (nullable): further columns with the kept rows */
static char *
keep_cells (const char   *rest_json,
            const gint32 *map,
            guint         n_rows)
{
  g_autofree char *json = g_strdup_printf ("{%s}", rest_json);
  FulRawTree *tree = ful_raw_tree_new ();
  FulRawNode *from = ful_raw_tree_parse_string (tree, json);
  FulRawNode *to = ful_raw_tree_new_node (tree, FUL_RAW_OBJECT);
  char *members;

  for (FulRawMember *member = from ? from->members : NULL; member; member = member->next)
    if (ful_raw_is (member->value, FUL_RAW_ARRAY) && ful_raw_length (member->value) == n_rows)
      {
        FulRawNode *cells = ful_raw_tree_new_array (tree, FUL_RAW_NODES, n_rows);

        for (guint i = 0; i < n_rows; i++)
          if (map[i] != FUL_NONE)
            ful_raw_append_node (tree, cells, ful_raw_element (tree, member->value, i));
        ful_raw_set (tree, to, member->key, cells);
      }
  members = ful_raw_dup_members (to);
  ful_raw_tree_free (tree);

  return members;
}

/**
 * ful_thread_keep_markers:
 * @self: a copy that nobody else has
 * @map: for each raw marker its new number, or %FUL_NONE if it is left out
 * @n_kept: number of raw markers after that
 */
void
ful_thread_keep_markers (FulThread    *self,
                         const gint32 *map,
                         guint         n_kept)
{
  guint n_rows = self->markers->table.n_rows;

  if (self->markers_rest_json)
    {
      char *kept = keep_cells (self->markers_rest_json, map, n_rows);

      g_free (self->markers_rest_json);
      self->markers_rest_json = kept;
    }
  ful_table_move_rows (&self->markers, map, n_kept);
}

/**
 * ful_payload_set_cause:
 * @payload: with a cause
 * @stack: the stack that it gets; %FUL_NONE: the cause is left out
 */
void
ful_payload_set_cause (const char     *payload,
                       gsize           length,
                       FulStackIndex   stack,
                       FulBytes       *to)
{
  FulRawTree *tree = ful_raw_tree_new ();
  FulRawNode *node = ful_raw_tree_parse (tree, payload, length, NULL);
  FulRawNode *cause = node ? ful_raw_get (node, "cause") : NULL;

  if (cause == NULL)
    ful_bytes_append (to, payload, length);
  else if (stack == FUL_NONE)
    ful_raw_release (ful_raw_remove (node, "cause"));
  else
    ful_raw_set_number (tree, cause, "stack", stack);
  if (cause)
    ful_raw_write (node, to);
  ful_raw_tree_free (tree);
}
