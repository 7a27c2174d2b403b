/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The functions of a view as comma-separated values (RFC 4180), UTF-8 with a line of
 * headings. Functions that are not in the list of the window, since weights of both
 * signs cancel out, follow at the end if they have self weight. */

#include "config.h"

#include "ful-csv.h"

#include "ful-exporters.h"
#include "ful-output-private.h"

#include "io/raw/ful-raw-get.h"
#include "model/ful-func-origin.h"
#include "model/ful-thread-tables.h"
#include "tree/nodes/ful-call-node-table.h"
#include "tree/ful-function-tree.h"

static void
write_row (FulOutput            *output,
           FulProfile           *profile,
           const FulFunctionRow *row,
           const char           *unit)
{
  g_autofree char *origin = ful_func_get_origin (profile, row->func);
  FulBytes *to = &output->text;

  ful_csv_append (ful_profile_get_func_name (profile, row->func), to);
  ful_bytes_append_c (to, ',');
  ful_raw_write_number (row->self, to);
  ful_bytes_append_c (to, ',');
  ful_raw_write_number (row->total, to);
  ful_bytes_append_c (to, ',');
  ful_csv_append (unit, to);
  ful_bytes_append_c (to, ',');
  ful_csv_append (origin, to);
  ful_bytes_append_s (to, "\r\n");
  ful_output_flush_sometimes (output);
}

/* Appends the functions with weight of their own that @rows lack. */
static void
add_unlisted (const FulCallTree *tree,
              GArray            *rows)
{
  const FulCallNodeTable *nodes = tree->nodes;
  g_autofree double *self = g_new0 (double, MAX (nodes->n_funcs, 1));

  for (guint i = 0; i < nodes->n_nodes; i++)
    self[nodes->func[i]] += tree->self[i];
  for (guint i = 0; i < rows->len; i++)
    self[g_array_index (rows, FulFunctionRow, i).func] = 0;
  for (guint f = 0; f < nodes->n_funcs; f++)
    {
      FulFunctionRow row = { (FulFuncIndex) f, 0, self[f] };

      if (self[f] != 0)
        g_array_append_val (rows, row);
    }
}

static gboolean
write_csv (const FulExportView  *view,
           GOutputStream        *stream,
           GCancellable         *cancellable,
           GError              **error)
{
  FulOutput output = { .stream = stream, .cancellable = cancellable };
  g_autoptr(GArray) rows = ful_function_list_new (view->tree, cancellable, error);
  const char *word = view->tree->weight_word;
  const char *unit = word ? word : ful_weight_type_to_string (view->tree->weight_type);

  if (rows == NULL)
    return FALSE;

  add_unlisted (view->tree, rows);
  ful_bytes_append_s (&output.text, "name,self,total,unit,origin\r\n");
  for (guint i = 0; i < rows->len && output.error == NULL; i++)
    write_row (&output, view->derived->profile, &g_array_index (rows, FulFunctionRow, i), unit);

  return ful_output_finish (&output, error);
}

const FulExporter ful_export_csv = { "csv", write_csv };
