/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How to get from a frame to its caller, asked once for each stretch of code (formats.md 12).
 *
 * A file can end the process that reads it: it is made to, or needs more memory or time than the process may have. It is
 * asked once more of a new process, as what ended may have been the sum of all before, and then no more. */

#include "config.h"

#include "ful-unwind-rows.h"

#include <string.h>
#include <unistd.h>

/* What is kept, of rows of some hundred bytes; beyond it all are asked for once more. */
#define MAX_ROWS 100000

#define RECENT_BITS 13
#define N_RECENT (1u << RECENT_BITS)

/* Processes that end while they read one file. */
#define MAX_DEATHS 2

/* Processes in a row that answer nothing. */
#define MAX_UNANSWERED 8

static int
compare (gconstpointer a,
         gconstpointer b,
         gpointer      user_data)
{
  const FulUnwindFileRow *first = a, *second = b;

  if (first->file != second->file)
    return first->file < second->file ? -1 : 1;

  return (first->row.start > second->row.start) - (first->row.start < second->row.start);
}

static void
free_row (gpointer data)
{
  FulUnwindFileRow *row = data;

  g_free (row->fast);
  g_free (row);
}

/**
 * ful_unwind_rows_init:
 * @open: called once for each file and process
 * @user_data: for @open
 * @cancellable: (nullable): ends what blocks
 */
void
ful_unwind_rows_init (FulUnwindRows     *self,
                      FulUnwindOpenFunc  open,
                      gpointer           user_data,
                      GCancellable      *cancellable)
{
  *self = (FulUnwindRows) {
    .open = open,
    .user_data = user_data,
    .cancellable = cancellable,
    .numbers = g_hash_table_new (NULL, NULL),
    .deaths = g_hash_table_new (NULL, NULL),
    .rows = g_tree_new_full (compare, NULL, free_row, NULL),
    .recent = g_new0 (FulUnwindRecent, N_RECENT),
  };
}

static void
end_process (FulUnwindRows *self)
{
  if (self->process)
    ful_symbolizer_end (self->process, NULL);
  self->process = NULL;
  g_hash_table_remove_all (self->numbers);
}

void
ful_unwind_rows_clear (FulUnwindRows *self)
{
  end_process (self);
  g_hash_table_unref (self->numbers);
  g_hash_table_unref (self->deaths);
  g_tree_unref (self->rows);
  g_free (self->recent);
}

/**
 * ful_unwind_rows_can_find:
 *
 * Returns: whether the process runs; it is started if it is not there
 */
gboolean
ful_unwind_rows_can_find (FulUnwindRows *self)
{
  if (self->process == NULL && !self->has_failed)
    {
      self->process = ful_symbolizer_start (self->cancellable, NULL);
      self->has_failed = self->process == NULL;
    }

  return !self->has_failed;
}

static guint
get_deaths (FulUnwindRows *self,
            gint32         file)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->deaths, GINT_TO_POINTER (file)));
}

static void
set_deaths (FulUnwindRows *self,
            gint32         file,
            guint          n)
{
  g_hash_table_insert (self->deaths, GINT_TO_POINTER (file), GUINT_TO_POINTER (n));
}

/* Sends the question, the first time with the file. Returns: whether the process is there. @out_sent: (out): not if the
 * file cannot be opened */
static gboolean
ask (FulUnwindRows *self,
     gint32         file,
     guint64        address,
     gboolean      *out_sent)
{
  FulUnwindAsk question = { .address = address };
  gpointer number = g_hash_table_lookup (self->numbers, GINT_TO_POINTER (file));
  int descriptor = number ? -1 : self->open (file, self->user_data);

  *out_sent = FALSE;
  if (number == NULL && descriptor < 0)
    {
      set_deaths (self, file, MAX_DEATHS);
      return TRUE;
    }
  if (number == NULL)
    {
      number = GUINT_TO_POINTER (g_hash_table_size (self->numbers) + 1);
      g_hash_table_insert (self->numbers, GINT_TO_POINTER (file), number);
    }
  question.file = GPOINTER_TO_UINT (number) - 1;
  *out_sent = ful_symbolizer_send (self->process, FUL_SYMBOL_UNWIND, &question, sizeof question, descriptor, NULL);
  if (descriptor >= 0)
    close (descriptor);

  return *out_sent;
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

/**
 * ful_unwind_rows_add:
 * @file: a file
 * @row: begins where no other row of it does
 * @ops: its operations
 *
 * Returns: (transfer none): the copy that is kept
 */
const FulUnwindFileRow *
ful_unwind_rows_add (FulUnwindRows      *self,
                     gint32              file,
                     const FulUnwindRow *row,
                     const FulUnwindOp  *ops)
{
  FulUnwindFileRow *copy = g_malloc (sizeof *copy + row->n_ops * sizeof *ops);

  copy->file = file;
  copy->fast = ful_unwind_fast_row_new (row, ops);
  copy->row = *row;
  memcpy (copy->ops, ops, row->n_ops * sizeof *ops);
  if (g_tree_nnodes (self->rows) >= MAX_ROWS)
    g_tree_remove_all (self->rows);
  memset (self->recent, 0, N_RECENT * sizeof *self->recent);
  g_tree_replace (self->rows, copy, copy);

  return copy;
}

/* Returns: (transfer none) (nullable): the answer */
static const FulUnwindFileRow *
receive (FulUnwindRows *self,
         gint32         file,
         guint64        address)
{
  FulUnwindOp ops[FUL_UNWIND_MAX_OPS];
  FulSymbolHeader header;
  FulUnwindRow row;

  if (!ful_symbolizer_receive (self->process, &header, sizeof header, NULL) ||
      header.message != FUL_SYMBOL_UNWIND_ROW || header.length < sizeof row ||
      !ful_symbolizer_receive (self->process, &row, sizeof row, NULL) ||
      row.n_ops > FUL_UNWIND_MAX_OPS || header.length != sizeof row + row.n_ops * sizeof *ops ||
      !validate_row (&row, address) || !ful_symbolizer_receive (self->process, ops, row.n_ops * sizeof *ops, NULL))
    return NULL;

  return ful_unwind_rows_add (self, file, &row, ops);
}

/* The process has ended, or answers nonsense, while it read @file. */
static void
lose_process (FulUnwindRows *self,
              gint32         file)
{
  end_process (self);
  self->n_deaths++;
  set_deaths (self, file, get_deaths (self, file) + 1);
  self->has_failed = ++self->n_unanswered >= MAX_UNANSWERED || g_cancellable_is_cancelled (self->cancellable);
}

static const FulUnwindFileRow *
fetch (FulUnwindRows *self,
       gint32         file,
       guint64        address)
{
  while (get_deaths (self, file) < MAX_DEATHS && ful_unwind_rows_can_find (self))
    {
      const FulUnwindFileRow *row = NULL;
      gboolean is_sent;

      if (ask (self, file, address, &is_sent) && !is_sent)
        return NULL;
      if (is_sent)
        row = receive (self, file, address);
      if (row)
        {
          self->n_unanswered = 0;
          return row;
        }
      lose_process (self, file);
    }

  return NULL;
}

static const FulUnwindFileRow *
find_known (FulUnwindRows *self,
            gint32         file,
            guint64        address)
{
  FulUnwindFileRow key = { .file = file, .row = { .start = address } };
  GTreeNode *after = g_tree_upper_bound (self->rows, &key);
  GTreeNode *node = after ? g_tree_node_previous (after) : g_tree_node_last (self->rows);
  const FulUnwindFileRow *row = node ? g_tree_node_key (node) : NULL;

  return row && row->file == file && address < row->row.end ? row : NULL;
}

/**
 * ful_unwind_rows_find:
 * @file: a file
 * @address: in it, relative to the image
 *
 * Blocks where the process has to be asked: some µs, the first time for a file some ms.
 *
 * Returns: (transfer none) (nullable): the row, valid until the next one is asked for; one without a machine says that
 *   the file has none for @address. %NULL: the file cannot be read
 */
const FulUnwindFileRow *
ful_unwind_rows_find (FulUnwindRows *self,
                      gint32         file,
                      guint64        address)
{
  guint place = (guint) ((address ^ (guint64) (guint32) file << 40) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> (64 - RECENT_BITS));
  FulUnwindRecent *recent = &self->recent[place];
  const FulUnwindFileRow *row;

  if (recent->row && recent->address == address && recent->row->file == file)
    return recent->row;

  row = find_known (self, file, address);
  if (row == NULL)
    row = fetch (self, file, address);
  *recent = (FulUnwindRecent) { address, row };

  return row;
}
