/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tables of a profile → TABLE frames (wire.md 4).
 *
 * Rows have the numbers of the profile. Strings are sent at the beginning, since texts of markers refer to
 * them by number; what only the stream needs as a string comes after them. Of other tables all rows up to the last one that is
 * needed are sent before it is. */

#include "config.h"

#include "ful-live-replay-private.h"

#include "base/ful-buffer.h"
#include "base/ful-string-table.h"
#include "base/ful-table.h"
#include "model/ful-profile.h"
#include "wire/ful-wire-encoder.h"
#include "wire/ful-wire-rows.h"

#include <math.h>
#include <string.h>

/* Of a frame. */
#define CHUNK_ROWS 4096
#define CHUNK_BYTES (256u << 10)
#define MAX_STRING_BYTES (FUL_WIRE_MAX_BYTES - 64)

/* Each table, and what its columns refer to. */
static const struct { gsize table; FulWireTableNumber refers_to[FUL_WIRE_MAX_COLUMNS]; } tables[] = {
  [FUL_WIRE_RESOURCES] = { G_STRUCT_OFFSET (FulProfile, resources), { 0 } },
  [FUL_WIRE_SOURCES] = { G_STRUCT_OFFSET (FulProfile, sources), { 0 } },
  [FUL_WIRE_FUNCS] = { G_STRUCT_OFFSET (FulProfile, funcs),
    { 0, 0, 0, FUL_WIRE_RESOURCES, FUL_WIRE_SOURCES, 0, 0, FUL_WIRE_SOURCE_LOCATIONS } },
  [FUL_WIRE_NATIVE_SYMBOLS] = { G_STRUCT_OFFSET (FulProfile, native_symbols), { 0 } },
  [FUL_WIRE_FRAMES] = { G_STRUCT_OFFSET (FulProfile, frames),
    { 0, 0, 0, 0, 0, FUL_WIRE_FUNCS, FUL_WIRE_NATIVE_SYMBOLS, 0, 0, 0, FUL_WIRE_SOURCE_LOCATIONS } },
  [FUL_WIRE_STACKS] = { G_STRUCT_OFFSET (FulProfile, stacks), { FUL_WIRE_FRAMES } },
  [FUL_WIRE_SOURCE_LOCATIONS] = { G_STRUCT_OFFSET (FulProfile, source_locations), { FUL_WIRE_SOURCES } },
};

static const FulTable *
get_table (FulLiveReplay      *self,
           FulWireTableNumber  table)
{
  return G_STRUCT_MEMBER (FulTable *, self->script->profile, tables[table].table);
}

/* Before the rows of the batch: @row of @table; nothing for FUL_NONE. */
void
ful_live_replay_need (FulLiveReplay      *self,
                      FulWireTableNumber  table,
                      gint64              row)
{
  self->tables.n_needed[table] = MAX (self->tables.n_needed[table], (guint) (row + 1));
}

/**
 * ful_live_replay_add_string:
 * @text: UTF-8, @n bytes
 *
 * Returns: the row of a string that is not one of the profile
 */
guint
ful_live_replay_add_string (FulLiveReplay *self,
                            const char    *text,
                            gsize          n)
{
  guint first = self->script->profile->n_strings;
  g_autofree char *copy = g_strndup (text, n);
  gpointer row;

  if (g_hash_table_lookup_extended (self->tables.added_rows, copy, NULL, &row))
    return GPOINTER_TO_UINT (row);

  row = GUINT_TO_POINTER (first + self->tables.added->len);
  g_ptr_array_add (self->tables.added, copy);
  g_hash_table_insert (self->tables.added_rows, g_steal_pointer (&copy), row);
  ful_live_replay_need (self, FUL_WIRE_STRINGS, GPOINTER_TO_UINT (row));

  return GPOINTER_TO_UINT (row);
}

static FulWireText
get_string (FulLiveReplay *self,
            guint          row)
{
  FulProfile *profile = self->script->profile;
  const char *text = row < profile->n_strings ? ful_profile_get_string (profile, (FulStringIndex) row)
                                              : g_ptr_array_index (self->tables.added, row - profile->n_strings);
  gsize n = strlen (text);

  if (n > MAX_STRING_BYTES)
    {
      ful_live_script_omit (self->script, FUL_LIVE_OMITTED_TEXT);
      for (n = MAX_STRING_BYTES; ((guchar) text[n] & 0xc0) == 0x80; n--)
        ;
    }

  return (FulWireText) { text, n };
}

static void
put_strings (FulLiveReplay *self,
             FulBytes      *to)
{
  guint first = self->tables.n_sent[FUL_WIRE_STRINGS];
  FulWireText texts[CHUNK_ROWS];
  gsize n_bytes = 0;
  guint n = 0;

  for (; n < CHUNK_ROWS && first + n < self->tables.n_needed[FUL_WIRE_STRINGS]; n++)
    {
      texts[n] = get_string (self, first + n);
      n_bytes += texts[n].n;
      if (n > 0 && n_bytes > CHUNK_BYTES)
        break;
    }
  if (!ful_wire_encode_table (to, FUL_WIRE_STRINGS, first, n, NULL, texts))
    g_assert_not_reached ();
  self->tables.n_sent[FUL_WIRE_STRINGS] += n;
}

/* A cell as the wire has it: FUL_NONE for a missing one, and for a number that the wire cannot hold. */
static gint64
get_cell (FulLiveReplay      *self,
          FulWireTableNumber  table,
          guint               column,
          guint               row)
{
  const FulTable *from = get_table (self, table);
  const FulBuffer *buffer = from->buffers[column];
  double number;
  gint64 cell;

  if (buffer == NULL)
    return FUL_NONE;
  if (buffer->type == FUL_TYPE_U8)
    return ((const guint8 *) buffer->data)[row];
  if (buffer->type == FUL_TYPE_I32)
    {
      cell = ((const gint32 *) buffer->data)[row];
      if (cell >= 0 && from->klass->columns[column].refers_to == FUL_REF_TEXT)
        {
          const char *text = ful_string_table_get (self->script->profile->texts, (FulStringIndex) cell);

          return ful_live_replay_add_string (self, text, strlen (text));
        }
    }
  else if (buffer->type == FUL_TYPE_I64)
    cell = ((const gint64 *) buffer->data)[row];
  else
    {
      number = ((const double *) buffer->data)[row];
      if (isnan (number))
        return FUL_NONE;
      cell = number >= 0 && number < 0x1p63 && number == floor (number) ? (gint64) number : FUL_NONE - 1;
    }
  if (cell < FUL_NONE)
    {
      ful_live_script_omit (self->script, FUL_LIVE_OMITTED_TABLE_NUMBER);
      return FUL_NONE;
    }

  return cell;
}

/* Appends a frame with the next rows of @table, or of one that they need. */
static void
put_rows (FulLiveReplay      *self,
          FulWireTableNumber  table,
          FulBytes           *to)
{
  const char *columns = ful_wire_table_columns (table);
  guint n_columns = strlen (columns);
  guint first = self->tables.n_sent[table];
  guint n = MIN (self->tables.n_needed[table] - first, CHUNK_ROWS);
  g_autofree gint64 *cells = g_new (gint64, (gsize) n_columns * n);

  for (guint c = 0; c < n_columns; c++)
    {
      FulWireTableNumber refers_to = tables[table].refers_to[c];
      gint64 greatest = FUL_NONE;

      for (guint i = 0; i < n; i++)
        {
          gint64 cell = get_cell (self, table, c, first + i);

          greatest = MAX (greatest, cell);
          cells[(gsize) c * n + i] = columns[c] != 'p' ? cell : cell == FUL_NONE ? 0 : (gint64) (first + i) - cell;
        }
      if (refers_to != 0)
        ful_live_replay_need (self, refers_to, greatest);
      if (refers_to != 0 && self->tables.n_sent[refers_to] < self->tables.n_needed[refers_to])
        {
          put_rows (self, refers_to, to);
          return;
        }
    }
  if (self->tables.n_sent[FUL_WIRE_STRINGS] < self->tables.n_needed[FUL_WIRE_STRINGS])
    {
      put_strings (self, to);
      return;
    }

  if (!ful_wire_encode_table (to, table, first, n, cells, NULL))
    g_assert_not_reached ();
  self->tables.n_sent[table] += n;
}

/**
 * ful_live_replay_put_table:
 * @to: gets a frame with rows that are needed
 *
 * Returns: %FALSE if all are sent
 */
gboolean
ful_live_replay_put_table (FulLiveReplay *self,
                           FulBytes      *to)
{
  if (self->tables.n_sent[FUL_WIRE_STRINGS] < self->tables.n_needed[FUL_WIRE_STRINGS])
    {
      put_strings (self, to);
      return TRUE;
    }
  for (guint t = FUL_WIRE_STRINGS + 1; t < FUL_WIRE_N_TABLES; t++)
    if (self->tables.n_sent[t] < self->tables.n_needed[t])
      {
        put_rows (self, t, to);
        return TRUE;
      }

  return FALSE;
}

/* Also the rows that no row of a thread refers to. */
void
ful_live_replay_need_all (FulLiveReplay *self)
{
  FulProfile *profile = self->script->profile;

  for (guint t = FUL_WIRE_STRINGS + 1; t < FUL_WIRE_N_TABLES; t++)
    self->tables.n_needed[t] = t == FUL_WIRE_FUNCS ? profile->n_recorded_funcs : get_table (self, t)->n_rows;
}

void
ful_live_replay_init_tables (FulLiveReplay *self)
{
  self->tables.added = g_ptr_array_new ();
  self->tables.added_rows = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->tables.n_needed[FUL_WIRE_STRINGS] = self->script->profile->n_strings;
}

void
ful_live_replay_clear_tables (FulLiveReplay *self)
{
  g_ptr_array_unref (self->tables.added);
  g_hash_table_unref (self->tables.added_rows);
}
