/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Functions, calls and costs of a file of callgrind while it is read. Files have a cost for each few bytes, so costs are
 * kept as numbers of variable length, in the order of the file, and added up by line for one function at a time. */

#include "config.h"

#include "ful-callgrind-graph.h"

/* A record is the distance from the line of the last one, times two, plus one if a number of values follows; then the values,
 * of which there is one otherwise. */
typedef struct
{
  guint64 begin, end;   /* in the records */
  gint32  previous;     /* block of the same function, or FUL_NONE */
} Block;

void
ful_callgrind_graph_init (FulCallgrindGraph *self)
{
  self->functions = g_array_new (FALSE, TRUE, sizeof (FulCallgrindFunction));
  self->calls = g_array_new (FALSE, FALSE, sizeof (FulCallgrindCall));
  self->records = g_byte_array_new ();
  self->blocks = g_array_new (FALSE, FALSE, sizeof (Block));
  self->block_function = FUL_NONE;
  self->function_keys = ful_interner_new (4);
  self->call_keys = ful_interner_new (2);
}

static void
clear_keys (FulCallgrindGraph *self)
{
  g_clear_pointer (&self->function_keys, ful_interner_free);
  g_clear_pointer (&self->call_keys, ful_interner_free);
}

void
ful_callgrind_graph_clear (FulCallgrindGraph *self)
{
  g_array_unref (self->functions);
  g_byte_array_unref (self->records);
  g_array_unref (self->blocks);
  ful_callgrind_graph_drop_calls (self);
  clear_keys (self);
}

/**
 * ful_callgrind_graph_get_function:
 * @self: a graph that is not finished
 *
 * Returns: number of the function with these members
 */
gint32
ful_callgrind_graph_get_function (FulCallgrindGraph *self,
                                  gint32             thread,
                                  gint32             object,
                                  gint32             file,
                                  gint32             name)
{
  gint32 keys[] = { thread, object, file, name };
  guint number = ful_interner_intern (self->function_keys, keys);

  if (number == self->functions->len)
    {
      FulCallgrindFunction function = { thread, object, file, name, .last_block = FUL_NONE };

      g_array_append_val (self->functions, function);
    }

  return (gint32) number;
}

#define MAX_NUMBER_BYTES 10

/* What an array can hold. */
#define MAX_RECORD_BYTES (G_MAXUINT32 - 70 * MAX_NUMBER_BYTES)

/* Small numbers of both signs are short: 7 bits a byte, the lowest first. */
static guint
put_number (guint8 *to,
            gint64  number)
{
  guint64 rest = ((guint64) number << 1) ^ (guint64) (number >> 63);
  guint n = 0;

  for (; rest >= 0x80; rest >>= 7)
    to[n++] = (guint8) (rest | 0x80);
  to[n++] = (guint8) rest;

  return n;
}

static gint64
take_number (const guint8 **from)
{
  guint64 number = 0;
  guint shift = 0;

  for (; **from & 0x80; (*from)++, shift += 7)
    number |= (guint64) (**from & 0x7f) << shift;
  number |= (guint64) *(*from)++ << shift;

  return (gint64) (number >> 1) ^ -(gint64) (number & 1);
}

/**
 * ful_callgrind_graph_add_costs:
 * @self: a graph that is not finished
 * @function: whose costs these are
 * @line: in the file of @function, or %FUL_NONE
 * @values: a cost for each event
 * @n: how many; those of further events are 0
 */
void
ful_callgrind_graph_add_costs (FulCallgrindGraph *self,
                               gint32             function,
                               gint32             line,
                               const gint64      *values,
                               guint              n)
{
  FulCallgrindFunction *of = &g_array_index (self->functions, FulCallgrindFunction, function);
  guint8 bytes[MAX_NUMBER_BYTES];

  while (n > 0 && values[n - 1] == 0)
    n--;
  if (n == 0 || self->records->len >= MAX_RECORD_BYTES)
    return;
  if (function != self->block_function)
    {
      Block block = { self->records->len, self->records->len, of->last_block };

      of->last_block = (gint32) self->blocks->len;
      g_array_append_val (self->blocks, block);
      self->block_function = function;
      self->block_line = 0;
    }

  g_byte_array_append (self->records, bytes, put_number (bytes, ((gint64) line - self->block_line) * 2 + (n > 1)));
  if (n > 1)
    g_byte_array_append (self->records, bytes, put_number (bytes, n));
  for (guint i = 0; i < n; i++)
    g_byte_array_append (self->records, bytes, put_number (bytes, values[i]));
  g_array_index (self->blocks, Block, self->blocks->len - 1).end = self->records->len;
  self->block_line = line;
  of->self += (double) values[0];
  of->n_records++;
}

/**
 * ful_callgrind_graph_add_call:
 * @self: a graph that is not finished
 * @line: where the call is, in the file of @caller, or %FUL_NONE
 * @cost: inclusive, of the first event
 */
void
ful_callgrind_graph_add_call (FulCallgrindGraph *self,
                              gint32             caller,
                              gint32             callee,
                              gint32             line,
                              double             cost)
{
  gint32 keys[] = { caller, callee };
  guint number = ful_interner_intern (self->call_keys, keys);

  if (number == self->calls->len)
    {
      FulCallgrindCall call = { caller, callee, line, 0 };

      g_array_append_val (self->calls, call);
    }
  g_array_index (self->calls, FulCallgrindCall, number).cost += MAX (cost, 0);
}

/**
 * ful_callgrind_graph_finish:
 * @self: a graph of which all was read
 *
 * Some writers do not say the object of a called function: a function that is not listed is one of that name and file that
 * is, where there is one.
 */
void
ful_callgrind_graph_finish (FulCallgrindGraph *self)
{
  g_autoptr(FulInterner) keys = ful_interner_new (3);
  g_autoptr(GArray) listed = g_array_new (FALSE, FALSE, sizeof (gint32));

  clear_keys (self);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < (pass == 0 ? self->functions->len : self->calls->len); i++)
      {
        FulCallgrindCall *call = pass == 0 ? NULL : &g_array_index (self->calls, FulCallgrindCall, i);
        gint32 number = call ? call->callee : (gint32) i;
        const FulCallgrindFunction *function = &g_array_index (self->functions, FulCallgrindFunction, number);
        gint32 key[] = { function->thread, function->file, function->name };
        guint row;

        if (function->is_listed != (pass == 0))
          continue;
        row = ful_interner_intern (keys, key);
        if (row == listed->len)
          g_array_append_val (listed, number);
        if (call)
          call->callee = g_array_index (listed, gint32, row);
      }
}

/**
 * ful_callgrind_graph_drop_calls:
 *
 * Frees the calls: costs are all that is needed when the contexts are known.
 */
void
ful_callgrind_graph_drop_calls (FulCallgrindGraph *self)
{
  g_clear_pointer (&self->calls, g_array_unref);
}

/* Of the lines of a function: their number is one of an array. */
#define MAX_VALUES (1u << 28)

/**
 * ful_callgrind_graph_get_lines:
 * @self: a graph
 * @function: a function
 * @n_events: how many values each line gets
 * @lines: (inout): arrays, the values a cleared one, which are replaced by the costs of @function by line
 */
void
ful_callgrind_graph_get_lines (FulCallgrindGraph *self,
                               gint32             function,
                               guint              n_events,
                               FulCallgrindLines *lines)
{
  g_autoptr(FulInterner) numbers = ful_interner_new (1);
  gint32 b = g_array_index (self->functions, FulCallgrindFunction, function).last_block;

  g_array_set_size (lines->lines, 0);
  g_array_set_size (lines->values, 0);
  for (; b != FUL_NONE; b = g_array_index (self->blocks, Block, b).previous)
    {
      const guint8 *next = self->records->data + g_array_index (self->blocks, Block, b).begin;
      const guint8 *end = self->records->data + g_array_index (self->blocks, Block, b).end;
      gint32 line = 0;

      while (next < end)
        {
          gint64 head = take_number (&next);
          guint n = head & 1 ? (guint) take_number (&next) : 1;
          guint row;

          line += (gint32) ((head - (head & 1)) / 2);
          /* A line too many has its costs in the last one. */
          row = ful_interner_intern (numbers, &line);
          row = MIN (row, MAX_VALUES / MAX (n_events, 1) - 1);
          if (row == lines->lines->len)
            {
              g_array_append_val (lines->lines, line);
              g_array_set_size (lines->values, (row + 1) * n_events);
            }
          for (guint i = 0; i < n; i++)
            g_array_index (lines->values, double, row * n_events + i) += (double) take_number (&next);
        }
    }
}
