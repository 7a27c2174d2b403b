/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query check: reads everything and lists the flaws. */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-table.h"

#include "model/ful-import-log.h"

static const FulQueryColumn columns[] = {
  { "severity", "severity", FUL_UNIT_TEXT },
  { "where", "where", FUL_UNIT_TEXT },
  { "message", "message", FUL_UNIT_NAME },
  { "count", "times", FUL_UNIT_NUMBER },
  { "firstRow", "row", FUL_UNIT_NUMBER },
  { "firstOffset", "byte", FUL_UNIT_NUMBER },
};

/* @position: negative if it is not known, as JSON has it */
static void
add_position (FulQueryRow *cells,
              gint64       position)
{
  ful_query_row_add_number (cells, (double) position);
  ful_query_row_take_shown (cells, position < 0 ? g_strdup ("") : g_strdup_printf ("%" G_GINT64_FORMAT, position));
}

static void
fill (FulQueryTable *table,
      guint          i,
      FulQueryRow   *cells)
{
  const FulImportLogEntry *entry = ful_import_log_get (table->data, i);

  ful_query_row_add_text (cells, ful_severity_to_string (entry->severity));
  ful_query_row_add_text (cells, entry->where);
  ful_query_row_add_text (cells, entry->message);
  ful_query_row_add_number (cells, (double) entry->count);
  add_position (cells, entry->first_row);
  add_position (cells, entry->first_offset);
}

static FulQueryTable *
make_table (FulQuery  *query,
            guint      index,
            GError   **error)
{
  FulQueryTable *table = ful_query_table_new (columns, G_N_ELEMENTS (columns), 0);

  table->data = query->profile->log;
  table->n_rows = ful_import_log_get_n (query->profile->log);
  table->rows_are_objects = TRUE;
  table->before = table->n_rows == 0 ? g_strdup ("No flaws found\n") : NULL;
  table->fill = fill;

  return table;
}

const FulCommand ful_command_check = {
  "check", "read everything and list the flaws", 0, make_table, NULL,
};
