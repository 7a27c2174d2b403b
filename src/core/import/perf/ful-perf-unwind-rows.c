/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How to get from a frame to its caller, asked once for each stretch of code (formats.md 12). */

#include "config.h"

#include "ful-perf-unwind-rows.h"

#include "base/ful-plain-file.h"

#include <unistd.h>

/* What is kept, of rows of some hundred bytes; beyond it all are asked for once more. */
#define MAX_ROWS 100000

static int
compare (gconstpointer a,
         gconstpointer b,
         gpointer      user_data)
{
  const FulPerfUnwindRow *first = a, *second = b;

  if (first->lib != second->lib)
    return first->lib < second->lib ? -1 : 1;

  return (first->row.start > second->row.start) - (first->row.start < second->row.start);
}

void
ful_perf_unwind_rows_init (FulPerfUnwindRows *self,
                           GCancellable      *cancellable)
{
  *self = (FulPerfUnwindRows) {
    .cancellable = cancellable,
    .files = g_hash_table_new (NULL, NULL),
    .rows = g_tree_new_full (compare, NULL, g_free, NULL),
  };
}

void
ful_perf_unwind_rows_clear (FulPerfUnwindRows *self)
{
  if (self->process)
    ful_symbolizer_end (self->process, NULL);
  g_hash_table_unref (self->files);
  g_tree_unref (self->rows);
}

/**
 * ful_perf_unwind_rows_can_find:
 *
 * Returns: whether the process runs; it is started by the first call
 */
gboolean
ful_perf_unwind_rows_can_find (FulPerfUnwindRows *self)
{
  if (self->process == NULL && !self->has_failed)
    {
      self->process = ful_symbolizer_start (self->cancellable, NULL);
      self->has_failed = self->process == NULL;
    }

  return !self->has_failed;
}

/* Sends the question, the first time with the file. Returns: whether it was sent; not if the file cannot be opened */
static gboolean
ask (FulPerfUnwindRows *self,
     FulLibIndex        lib,
     const char        *path,
     guint64            address)
{
  FulUnwindAsk question = { .address = address };
  gpointer key = GINT_TO_POINTER (lib + 1);
  gpointer number = g_hash_table_lookup (self->files, key);
  struct stat status;
  int file = number ? -1 : ful_plain_file_open (path, 0, &status);
  gboolean is_sent;

  if (number == NULL && file < 0)
    return FALSE;
  if (number == NULL)
    {
      number = GUINT_TO_POINTER (g_hash_table_size (self->files) + 1);
      g_hash_table_insert (self->files, key, number);
    }
  question.file = GPOINTER_TO_UINT (number) - 1;
  is_sent = ful_symbolizer_send (self->process, FUL_SYMBOL_UNWIND, &question, sizeof question, file, NULL);
  self->has_failed = !is_sent;
  if (file >= 0)
    close (file);

  return is_sent;
}

static gboolean
is_rule_sound (const FulUnwindRow  *row,
               const FulUnwindRule *rule)
{
  return rule->kind <= FUL_UNWIND_VALUE && rule->first_op + rule->n_ops <= row->n_ops;
}

/* What the process says is checked: it has read a file that may be made to mislead it. */
static gboolean
validate_row (const FulUnwindRow *row,
              guint64             address)
{
  for (guint i = 0; i < FUL_UNWIND_N_REGISTERS; i++)
    if (!is_rule_sound (row, &row->rules[i]))
      return FALSE;

  return is_rule_sound (row, &row->cfa) && row->start == address && (address < row->end || row->machine == 0) &&
         row->return_register < FUL_UNWIND_N_REGISTERS;
}

/* Returns: (transfer full) (nullable): the answer */
static FulPerfUnwindRow *
receive (FulPerfUnwindRows *self,
         FulLibIndex        lib,
         guint64            address)
{
  g_autofree FulPerfUnwindRow *row = NULL;
  FulSymbolHeader header;
  FulUnwindRow fixed;

  if (!ful_symbolizer_receive (self->process, &header, sizeof header, NULL) ||
      header.message != FUL_SYMBOL_UNWIND_ROW || header.length < sizeof fixed ||
      !ful_symbolizer_receive (self->process, &fixed, sizeof fixed, NULL) ||
      fixed.n_ops > FUL_UNWIND_MAX_OPS || header.length != sizeof fixed + fixed.n_ops * sizeof *row->ops ||
      !validate_row (&fixed, address))
    return NULL;

  row = g_malloc (sizeof *row + fixed.n_ops * sizeof *row->ops);
  row->lib = lib;
  row->row = fixed;

  return ful_symbolizer_receive (self->process, row->ops, fixed.n_ops * sizeof *row->ops, NULL) ? g_steal_pointer (&row)
                                                                                                : NULL;
}

static FulPerfUnwindRow *
fetch (FulPerfUnwindRows *self,
       FulLibIndex        lib,
       const char        *path,
       guint64            address)
{
  FulPerfUnwindRow *row;

  if (!ful_perf_unwind_rows_can_find (self) || !ask (self, lib, path, address))
    return NULL;

  row = receive (self, lib, address);
  self->has_failed = row == NULL;
  if (row == NULL)
    return NULL;
  if (g_tree_nnodes (self->rows) >= MAX_ROWS)
    g_tree_remove_all (self->rows);
  g_tree_replace (self->rows, row, row);

  return row;
}

/**
 * ful_perf_unwind_rows_find:
 * @lib: a library
 * @path: its file
 * @address: in it, relative to the image
 *
 * Returns: (transfer none) (nullable): the row, valid until the next one is asked for; one without a machine says that
 *   the file has none for @address
 */
const FulPerfUnwindRow *
ful_perf_unwind_rows_find (FulPerfUnwindRows *self,
                           FulLibIndex        lib,
                           const char        *path,
                           guint64            address)
{
  FulPerfUnwindRow key = { .lib = lib, .row = { .start = address } };
  GTreeNode *after = g_tree_upper_bound (self->rows, &key);
  GTreeNode *node = after ? g_tree_node_previous (after) : g_tree_node_last (self->rows);
  const FulPerfUnwindRow *row = node ? g_tree_node_key (node) : NULL;

  if (row && row->lib == lib && address < row->row.end)
    return row;

  return fetch (self, lib, path, address);
}
