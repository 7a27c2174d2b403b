/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Fixtures, and what must hold of any profile, whatever bytes it came from. */

#include "config.h"

#include "ful-test-files.h"

#include "export/ful-processed-writer.h"
#include "import/ful-loader.h"
#include "tree/nodes/ful-call-node-table.h"

#include <glib/gstdio.h>
#include <math.h>

GBytes *
ful_test_fixture (const char *name)
{
  g_autofree char *path = g_build_filename (FUL_FIXTURES, name, NULL);
  g_autoptr(GError) error = NULL;
  char *data;
  gsize n;

  g_file_get_contents (path, &data, &n, &error);
  g_assert_no_error (error);

  return g_bytes_new_take (data, n);
}

FulProfile *
ful_test_load (gconstpointer   data,
               gsize           n,
               GError        **error)
{
  g_autoptr(GBytes) bytes = g_bytes_new (data, n);
  GError *local = NULL;
  FulProfile *profile = ful_loader_load_bytes (bytes, FUL_LOAD_DEFAULT, NULL, NULL, &local);

  /* Either a profile or an error with a message, never both or neither. */
  g_assert_true ((profile == NULL) == (local != NULL));
  if (local)
    g_assert_cmpuint (strlen (local->message), >, 0);
  if (local)
    g_propagate_error (error, local);

  return profile;
}

/* A fixture that opens. */
FulProfile *
ful_test_load_fixture (const char *name)
{
  g_autoptr(GBytes) bytes = ful_test_fixture (name);
  g_autoptr(GError) error = NULL;
  FulProfile *profile = ful_test_load (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error);

  g_assert_no_error (error);

  return profile;
}

/* A file that does not open, for that reason. @code: of #FulError */
void
ful_test_assert_refused (const char *text,
                         gint        code)
{
  g_autoptr(GError) error = NULL;

  g_assert_null (ful_test_load (text, strlen (text), &error));
  g_assert_error (error, FUL_ERROR, code);
}

/* A file that opens. */
FulProfile *
ful_test_load_text (const char *text)
{
  g_autoptr(GError) error = NULL;
  FulProfile *profile = ful_test_load (text, strlen (text), &error);

  g_assert_no_error (error);

  return profile;
}

/**
 * ful_test_stack_text:
 *
 * Returns: (transfer full): "root;caller;leaf" of a sample
 */
char *
ful_test_stack_text (FulProfile *profile,
                     guint       thread,
                     guint       sample)
{
  const FulSampleTable *samples = ful_profile_get_thread (profile, thread)->samples;
  GString *text = g_string_new (NULL);

  g_assert_cmpuint (sample, <, samples->table.n_rows);
  for (FulStackIndex s = samples->stack[sample]; s != FUL_NONE; s = profile->stacks->prefix[s])
    {
      if (s != samples->stack[sample])
        g_string_prepend_c (text, ';');
      g_string_prepend (text, ful_profile_get_func_name (profile, profile->frames->func[profile->stacks->frame[s]]));
    }

  return g_string_free (text, FALSE);
}

/**
 * ful_test_assert_samples:
 * @expected: "TIME STACK WEIGHT" of each sample of the first thread, with an end of line; "-" for no stack
 */
void
ful_test_assert_samples (FulProfile *profile,
                         const char *expected)
{
  g_autoptr(GString) text = g_string_new (NULL);
  const FulSampleTable *samples = ful_profile_get_thread (profile, 0)->samples;

  for (guint i = 0; i < samples->table.n_rows; i++)
    {
      g_autofree char *stack = samples->stack[i] == FUL_NONE ? g_strdup ("-") : ful_test_stack_text (profile, 0, i);

      g_string_append_printf (text, "%g %s %g\n", samples->time[i], stack, samples->weight[i]);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
assert_column (const FulTable     *table,
               const char         *name,
               const FulPackedInt *cells,
               guint               limit,
               gboolean            nullable)
{
  for (guint i = 0; i < table->n_rows; i++)
    {
      gint64 cell = ful_packed_int_get (cells, i);

      if (cell < (nullable ? -1 : 0) || cell >= limit)
        g_error ("%s.%s[%u] = %" G_GINT64_FORMAT ", limit %u", table->klass->name, name, i, cell, limit);
    }
}

static guint
limit_of (FulProfile *profile,
          FulRef      ref)
{
  switch (ref)
    {
    case FUL_REF_STRING:
      return profile->n_strings;
    case FUL_REF_TEXT:
      return profile->n_texts;
    case FUL_REF_STACK:
    case FUL_REF_EARLIER_STACK:
      return profile->stacks->table.n_rows;
    case FUL_REF_FRAME:
      return profile->frames->table.n_rows;
    case FUL_REF_FUNC:
      return profile->funcs->table.n_rows;
    case FUL_REF_RESOURCE:
      return profile->resources->table.n_rows;
    case FUL_REF_NATIVE_SYMBOL:
      return profile->native_symbols->table.n_rows;
    case FUL_REF_SOURCE:
      return profile->sources->table.n_rows;
    case FUL_REF_SOURCE_LOCATION:
      return profile->source_locations->table.n_rows;
    case FUL_REF_LIB:
      return profile->libs->len;
    case FUL_REF_CATEGORY:
      return profile->categories->len;
    case FUL_REF_NOTHING:
    default:
      return 0;
    }
}

static void
assert_table (FulProfile     *profile,
              const FulTable *table)
{
  for (guint c = 0; c < table->klass->n_columns; c++)
    {
      const FulColumn *column = &table->klass->columns[c];

      if (table->buffers[c] && column->refers_to != FUL_REF_NOTHING)
        {
          FulPackedInt cells = { table->buffers[c]->data, table->buffers[c]->type };

          assert_column (table, column->name, &cells, limit_of (profile, column->refers_to),
                         (column->flags & FUL_COLUMN_NULLABLE) != 0);
        }
    }
}

static void
assert_ascending (const double *times,
                  guint         n)
{
  for (guint i = 0; i < n; i++)
    {
      g_assert_true (isfinite (times[i]));
      if (i > 0)
        g_assert_cmpfloat (times[i - 1], <=, times[i]);
    }
}

/**
 * ful_test_assert_sound:
 *
 * What all later code relies on: references in range, callers before callees,
 * times ascending, payloads inside their bytes; and the profile can be derived from.
 */
void
ful_test_assert_sound (FulProfile *profile)
{
  const FulTable *shared[] = {
    &profile->stacks->table, &profile->frames->table, &profile->funcs->table, &profile->resources->table,
    &profile->native_symbols->table, &profile->sources->table, &profile->source_locations->table,
  };

  for (guint i = 0; i < G_N_ELEMENTS (shared); i++)
    assert_table (profile, shared[i]);
  for (guint i = 0; i < profile->stacks->table.n_rows; i++)
    g_assert_cmpint (profile->stacks->prefix[i], <, (gint32) i);
  g_assert_cmpuint (profile->categories->len, >, 0);
  g_assert_cmpuint (profile->threads->len, >, 0);

  for (guint t = 0; t < profile->threads->len; t++)
    {
      FulThread *thread = ful_profile_get_thread (profile, t);
      const FulAllocationTable *allocations[] = { thread->js_allocations, thread->native_allocations };

      assert_table (profile, &thread->samples->table);
      assert_ascending (thread->samples->time, thread->samples->table.n_rows);
      assert_table (profile, &thread->markers->table);
      for (guint i = 0; i < thread->markers->table.n_rows; i++)
        {
          gsize length;
          const char *payload = ful_thread_get_payload (thread, i, &length);

          if (payload)
            g_assert_cmpuint ((gsize) (payload - (const char *) thread->payloads->data) + length, <=, thread->payloads->n);
        }
      for (guint a = 0; a < G_N_ELEMENTS (allocations); a++)
        if (allocations[a])
          {
            assert_table (profile, &allocations[a]->table);
            assert_ascending (allocations[a]->time, allocations[a]->table.n_rows);
          }
    }
  for (guint i = 0; i < profile->counters->len; i++)
    {
      FulCounter *counter = g_ptr_array_index (profile->counters, i);

      assert_ascending (counter->samples->time, counter->samples->table.n_rows);
    }
}

/**
 * ful_test_profile_text:
 *
 * Returns: (transfer full): the profile as processed JSON
 */
char *
ful_test_profile_text (FulProfile *profile)
{
  g_autoptr(GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr(GError) error = NULL;

  ful_processed_writer_write (profile, FUL_FILE_FORMAT_JSON, FALSE, stream, NULL, NULL, &error);
  g_assert_no_error (error);
  g_output_stream_write_all (stream, "", 1, NULL, NULL, NULL);
  g_output_stream_close (stream, NULL, NULL);

  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (stream));
}

/**
 * ful_test_remove_folder:
 * @path: a folder or a file
 *
 * Removes it with what is in it; of links only themselves.
 */
void
ful_test_remove_folder (const char *path)
{
  g_autoptr(GDir) dir = g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open (path, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *inner = g_build_filename (path, name, NULL);

      ful_test_remove_folder (inner);
    }
  g_remove (path);
}
