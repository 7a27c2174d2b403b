/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/ful-string-table.h"
#include "base/ful-table.h"

typedef struct
{
  FulTable      table;
  const gint32 *value;
  const double *square;
} Pairs;

static const FulColumn columns[] = {
  { "value", FUL_TYPE_I32, FUL_REF_NOTHING, FUL_COLUMN_NONE, G_STRUCT_OFFSET (Pairs, value) },
  { "square", FUL_TYPE_F64, FUL_REF_NOTHING, FUL_COLUMN_NONE, G_STRUCT_OFFSET (Pairs, square) },
};

static const FulTableClass pairs_class = { "pairs", columns, G_N_ELEMENTS (columns), sizeof (Pairs) };

static void
test_grow_keeps_old (void)
{
  FulBuffer *buffer = ful_buffer_new (FUL_TYPE_I32, 2);
  g_autoptr(FulBuffer) old = NULL;

  for (int i = 0; i < 16; i++)
    {
      buffer = ful_buffer_reserve (buffer, 1);
      ((gint32 *) buffer->data)[buffer->n++] = i;
    }
  old = ful_buffer_ref (buffer);
  buffer = ful_buffer_reserve (buffer, buffer->capacity);
  g_assert_true (buffer != old);
  ((gint32 *) buffer->data)[0] = 99;
  g_assert_cmpint (((gint32 *) old->data)[0], ==, 0);
  g_assert_cmpint (((gint32 *) buffer->data)[15], ==, 15);
  ful_buffer_unref (buffer);
}

/* Without readers the elements move, and the buffer stays. */
static void
test_grow_in_place (void)
{
  FulBuffer *buffer = ful_buffer_new (FUL_TYPE_I32, 2);

  for (int i = 0; i < 100000; i++)
    {
      FulBuffer *grown = ful_buffer_reserve (buffer, 1);

      g_assert_true (grown == buffer);
      ((gint32 *) buffer->data)[buffer->n++] = i;
    }
  for (int i = 0; i < 100000; i++)
    g_assert_cmpint (((gint32 *) buffer->data)[i], ==, i);
  ful_buffer_unref (buffer);
}

/* One writer appends and publishes growing snapshots; readers check that what
 * they were given is complete and never changes. Run under TSan by the full suite. */
#define N_ROWS 200000
#define N_READERS 3

typedef struct
{
  GAsyncQueue    *snapshots;
  FulStringTable *strings;
  guint           n_checked;
} Reader;

typedef struct
{
  Pairs *pairs;
  guint  n_strings;
} Snapshot;

static gpointer
read_thread (gpointer data)
{
  Reader *self = data;
  g_autoptr(GPtrArray) kept = g_ptr_array_new_with_free_func (ful_table_unref);

  for (;;)
    {
      g_autofree Snapshot *snapshot = g_async_queue_pop (self->snapshots);

      if (snapshot->pairs == NULL)
        break;
      for (guint i = 0; i < snapshot->pairs->table.n_rows; i += 7)
        {
          g_assert_cmpint (snapshot->pairs->value[i], ==, (gint32) i);
          g_assert_cmpfloat (snapshot->pairs->square[i], ==, (double) i * i);
        }
      for (guint i = 0; i < snapshot->n_strings; i += 13)
        g_assert_cmpuint (g_ascii_strtoull (ful_string_table_get (self->strings, (gint32) i), NULL, 10), ==, i);
      g_ptr_array_add (kept, snapshot->pairs);
      self->n_checked++;
    }

  /* Old snapshots are still what they were. */
  for (guint s = 0; s < kept->len; s++)
    {
      Pairs *pairs = g_ptr_array_index (kept, s);

      for (guint i = 0; i < pairs->table.n_rows; i += 101)
        g_assert_cmpint (pairs->value[i], ==, (gint32) i);
    }

  return NULL;
}

static void
test_writer_and_readers (void)
{
  FulTableBuilder builder;
  g_autoptr(FulStringTable) strings = ful_string_table_new ();
  Reader readers[N_READERS];
  GThread *threads[N_READERS];
  g_autoptr(GRand) rand = g_rand_new_with_seed (5);
  guint n_published = 0;

  ful_table_builder_init (&builder, &pairs_class);
  for (guint r = 0; r < N_READERS; r++)
    {
      readers[r] = (Reader) { g_async_queue_new (), strings, 0 };
      threads[r] = g_thread_new ("reader", read_thread, &readers[r]);
    }

  while (builder.n_rows < N_ROWS)
    {
      guint n = (guint) g_rand_int_range (rand, 1, 5000);
      guint row = ful_table_builder_append (&builder, n);

      for (guint i = row; i < row + n; i++)
        {
          char text[16];

          FUL_CELLS (&builder, 0, gint32)[i] = (gint32) i;
          FUL_CELLS (&builder, 1, double)[i] = (double) i * i;
          g_snprintf (text, sizeof text, "%u", i);
          ful_string_table_append (strings, text, -1);
        }
      for (guint r = 0; r < N_READERS; r++)
        {
          Snapshot snapshot = { ful_table_builder_publish (&builder), ful_string_table_get_n (strings) };

          g_async_queue_push (readers[r].snapshots, g_memdup2 (&snapshot, sizeof snapshot));
        }
      n_published++;
    }

  for (guint r = 0; r < N_READERS; r++)
    {
      g_async_queue_push (readers[r].snapshots, g_new0 (Snapshot, 1));
      g_thread_join (threads[r]);
      g_assert_cmpuint (readers[r].n_checked, ==, n_published);
      g_async_queue_unref (readers[r].snapshots);
    }
  ful_table_builder_clear (&builder);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/buffer/grow-keeps-old", test_grow_keeps_old);
  g_test_add_func ("/buffer/grow-in-place", test_grow_in_place);
  g_test_add_func ("/buffer/writer-and-readers", test_writer_and_readers);

  return g_test_run ();
}
