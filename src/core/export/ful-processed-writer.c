/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Profile → processed format, version 70: JSON, streamed, or slabs (formats.md 1.3,
 * 2 and 7). */

#include "config.h"

#include "ful-processed-writer.h"
#include "ful-output-private.h"
#include "ful-plain-profile.h"
#include "ful-processed-objects.h"

#include "base/ful-error.h"
#include "io/bytes/ful-file-replace.h"
#include "io/raw/ful-raw-get.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static void
write_libs (FulOutput  *self,
            FulProfile *profile)
{
  ful_bytes_append_c (&self->text, '[');
  for (guint i = 0; i < profile->libs->len; i++)
    {
      if (i > 0)
        ful_bytes_append_c (&self->text, ',');
      ful_processed_put_lib (&self->text, g_ptr_array_index (profile->libs, i));
    }
  ful_bytes_append_c (&self->text, ']');
}

static void
write_strings (FulOutput  *self,
               FulProfile *profile)
{
  ful_bytes_append_c (&self->text, '[');
  for (guint i = 0; i < profile->n_strings; i++)
    {
      if (i > 0)
        ful_bytes_append_c (&self->text, ',');
      ful_raw_write_string (ful_profile_get_string (profile, (FulStringIndex) i), &self->text);
      ful_output_flush_sometimes (self);
    }
  ful_bytes_append_c (&self->text, ']');
}

static void
write_shared (FulOutput  *self,
              FulProfile *profile)
{
  /* Without the functions of resources, which every reader creates. */
  FulFuncTable *funcs = ful_table_new (&ful_func_table_class, profile->n_recorded_funcs,
                                       profile->funcs->table.buffers);
  struct { const FulTable *table; gboolean own_slab; } tables[] = {
    { &profile->stacks->table, FALSE },
    { &profile->frames->table, TRUE },
    { &funcs->table, TRUE },
    { &profile->resources->table, FALSE },
    { &profile->native_symbols->table, FALSE },
    { &profile->sources->table, FALSE },
    { &profile->source_locations->table, FALSE },
  };
  FulOutputOuter outer;

  ful_bytes_append_c (&self->text, '{');
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      ful_output_key (self, tables[i].table->klass->name);
      if (tables[i].own_slab)
        ful_output_begin_slab (self, &outer);
      ful_bytes_append_c (&self->text, '{');
      ful_output_table (self, profile, tables[i].table, 0);
      ful_bytes_append_c (&self->text, '}');
      if (tables[i].own_slab)
        ful_output_end_slab (self, &outer);
    }
  ful_output_key (self, "stringArray");
  ful_output_begin_slab (self, &outer);
  write_strings (self, profile);
  ful_output_end_slab (self, &outer);
  ful_bytes_append_c (&self->text, '}');
  ful_table_unref (funcs);
}

static void
write_times (FulOutput    *self,
             const double *times,
             guint         n)
{
  ful_output_key (self, "time");
  if (self->slabs && n > 0)
    ful_output_slab (self, FUL_SLAB_F64, times, n * sizeof *times);
  else
    ful_output_numbers (self, times, n);
}

static void
write_samples (FulOutput  *self,
               FulProfile *profile,
               FulThread  *thread)
{
  ful_bytes_append_c (&self->text, '{');
  write_times (self, thread->samples->time, thread->samples->table.n_rows);
  ful_output_table (self, profile, &thread->samples->table, FUL_SAMPLE_STACK);
  if (thread->samples->weight == NULL)
    {
      ful_output_key (self, "weight");
      ful_bytes_append_s (&self->text, "null");
    }
  ful_processed_put_string (&self->text, "weightType", ful_weight_type_to_string (thread->weight_type));
  ful_bytes_append_c (&self->text, '}');
}

static void
write_i32_array (FulOutput    *self,
                 const char   *key,
                 const gint32 *cells,
                 const guint8 *bytes,
                 guint         n)
{
  ful_output_key (self, key);
  if (self->slabs && n > 0)
    {
      if (cells)
        ful_output_slab (self, FUL_SLAB_I32, cells, n * sizeof *cells);
      else
        ful_output_slab (self, FUL_SLAB_U8, bytes, n);
      return;
    }
  ful_bytes_append_c (&self->text, '[');
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        ful_bytes_append_c (&self->text, ',');
      ful_raw_write_number (cells ? cells[i] : bytes[i], &self->text);
    }
  ful_bytes_append_c (&self->text, ']');
}

static gint32 *
dup_integers (const FulPackedInt *integers,
              guint               n)
{
  gint32 *copy = g_new (gint32, n);

  for (guint i = 0; i < n; i++)
    copy[i] = (gint32) ful_packed_int_get (integers, i);

  return copy;
}

static void
write_markers (FulOutput *self,
               FulThread *thread)
{
  const FulMarkerTable *markers = thread->markers;
  guint n = markers->table.n_rows;
  g_autofree gint32 *category = dup_integers (&markers->category, n);

  ful_bytes_append_c (&self->text, '{');
  write_i32_array (self, "name", markers->name, NULL, n);
  ful_output_key (self, "startTime");
  ful_output_numbers (self, markers->start_time, n);
  ful_output_key (self, "endTime");
  ful_output_numbers (self, markers->end_time, n);
  write_i32_array (self, "phase", NULL, markers->phase, n);
  write_i32_array (self, "category", category, NULL, n);
  if (self->owned)
    g_ptr_array_add (self->owned, g_steal_pointer (&category));

  ful_output_key (self, "data");
  ful_bytes_append_c (&self->text, '[');
  for (guint i = 0; i < n; i++)
    {
      gsize length;
      const char *payload = ful_thread_get_payload (thread, i, &length);

      if (i > 0)
        ful_bytes_append_c (&self->text, ',');
      if (payload)
        ful_bytes_append (&self->text, payload, length);
      else
        ful_bytes_append_s (&self->text, "null");
      self->n_cells++;
      ful_output_flush_sometimes (self);
    }
  ful_bytes_append_c (&self->text, ']');
  ful_processed_put_rest (&self->text, thread->markers_rest_json);
  ful_output_key (self, "length");
  ful_raw_write_number (n, &self->text);
  ful_bytes_append_c (&self->text, '}');
}

static void
write_allocations (FulOutput                *self,
                   FulProfile               *profile,
                   const char               *key,
                   const FulAllocationTable *table)
{
  if (table == NULL)
    return;
  ful_output_key (self, key);
  ful_bytes_append_c (&self->text, '{');
  write_times (self, table->time, table->table.n_rows);
  ful_output_table (self, profile, &table->table, FUL_ALLOCATION_STACK);
  ful_processed_put_string (&self->text, "weightType", "bytes");
  ful_bytes_append_c (&self->text, '}');
}

static void
write_thread (FulOutput  *self,
              FulProfile *profile,
              FulThread  *thread)
{
  ful_processed_put_thread (&self->text, thread);
  ful_output_key (self, "samples");
  write_samples (self, profile, thread);
  ful_output_key (self, "markers");
  write_markers (self, thread);
  write_allocations (self, profile, "jsAllocations", thread->js_allocations);
  write_allocations (self, profile, "nativeAllocations", thread->native_allocations);
  ful_bytes_append_c (&self->text, '}');
}

static void
write_counter (FulOutput  *self,
               FulProfile *profile,
               FulCounter *counter)
{
  ful_processed_put_counter (&self->text, counter);
  ful_processed_put_number (&self->text, "mainThreadIndex", counter->main_thread);
  ful_output_key (self, "samples");
  ful_bytes_append_c (&self->text, '{');
  write_times (self, counter->samples->time, counter->samples->table.n_rows);
  ful_output_table (self, profile, &counter->samples->table, FUL_COUNTER_SAMPLE_COUNT);
  ful_bytes_append_s (&self->text, "}}");
}

static guint64
count_cells (const FulTable *table)
{
  guint64 n_columns = 0;

  for (guint i = 0; i < table->klass->n_columns; i++)
    n_columns += table->buffers[i] != NULL;

  return n_columns * table->n_rows;
}

/* Of the tables that may be large. */
static guint64
count_all_cells (FulProfile *profile)
{
  guint64 n_cells = count_cells (&profile->stacks->table) + count_cells (&profile->frames->table);

  for (guint i = 0; i < profile->threads->len; i++)
    {
      FulThread *thread = ful_profile_get_thread (profile, i);

      n_cells += count_cells (&thread->samples->table) + count_cells (&thread->markers->table);
    }

  return n_cells;
}

/**
 * ful_output_profile:
 *
 * Writes a whole profile as one value.
 */
void
ful_output_profile (FulOutput  *self,
                    FulProfile *profile)
{
  FulOutputOuter outer, around_thread;

  self->n_total_cells = count_all_cells (profile);
  ful_bytes_append_c (&self->text, '{');
  ful_output_key (self, "meta");
  ful_processed_put_meta (&self->text, profile);
  ful_output_key (self, "libs");
  write_libs (self, profile);
  ful_processed_put_rest (&self->text, profile->rest_json);
  ful_output_key (self, "shared");
  write_shared (self, profile);

  ful_output_key (self, "threads");
  ful_output_begin_slab (self, &outer);
  ful_bytes_append_c (&self->text, '[');
  for (guint i = 0; i < profile->threads->len && self->error == NULL; i++)
    {
      if (i > 0)
        ful_bytes_append_c (&self->text, ',');
      ful_output_begin_slab (self, &around_thread);
      write_thread (self, profile, g_ptr_array_index (profile->threads, i));
      ful_output_end_slab (self, &around_thread);
      ful_output_flush (self);
      if (self->error == NULL)
        g_cancellable_set_error_if_cancelled (self->cancellable, &self->error);
    }
  ful_bytes_append_c (&self->text, ']');
  ful_output_end_slab (self, &outer);

  if (profile->counters->len > 0)
    {
      ful_output_key (self, "counters");
      ful_bytes_append_c (&self->text, '[');
      for (guint i = 0; i < profile->counters->len; i++)
        {
          if (i > 0)
            ful_bytes_append_c (&self->text, ',');
          write_counter (self, profile, g_ptr_array_index (profile->counters, i));
        }
      ful_bytes_append_c (&self->text, ']');
    }
  ful_bytes_append_c (&self->text, '}');
  ful_output_flush (self);
}

/**
 * ful_processed_writer_write:
 * @profile: a profile
 * @format: JSON or slabs
 * @gzip: whether to compress it
 * @stream: target; not closed
 * @progress: (nullable): gets the thousandths that are written, atomically
 * @cancellable: (nullable): stops writing
 * @error: errors of @stream; %FUL_ERROR_TOO_LARGE if @format cannot hold the profile
 *
 * Writes version 70. JSON is streamed; slabs need memory for the parts that are JSON text.
 */
gboolean
ful_processed_writer_write (FulProfile     *profile,
                            FulFileFormat   format,
                            gboolean        gzip,
                            GOutputStream  *stream,
                            gint           *progress,
                            GCancellable   *cancellable,
                            GError        **error)
{
  FulOutput output = { .stream = stream, .progress = progress, .cancellable = cancellable };
  g_autoptr(GOutputStream) packed = NULL;
  g_autoptr(FulProfile) plain = ful_plain_profile_new (profile, cancellable, error);

  if (plain == NULL)
    return FALSE;

  if (gzip)
    output.stream = packed = ful_output_pack (stream);

  if (format == FUL_FILE_FORMAT_SLABS)
    ful_output_slabs (&output, plain);
  else
    ful_output_profile (&output, plain);
  if (packed && output.error == NULL)
    g_output_stream_close (packed, cancellable, &output.error);
  if (progress && output.error == NULL)
    g_atomic_int_set (progress, 1000);

  ful_bytes_clear (&output.text);
  if (output.error == NULL)
    return TRUE;

  g_propagate_error (error, output.error);

  return FALSE;
}

/**
 * ful_processed_writer_format_of:
 * @name: a file name
 * @out_format: (out): format by its ending
 * @out_gzip: (out): whether it is to be compressed
 *
 * Returns: whether the ending is one of .json, .json.gz, .jslb, .jslb.gz
 */
gboolean
ful_processed_writer_format_of (const char    *name,
                                FulFileFormat *out_format,
                                gboolean      *out_gzip)
{
  g_autofree char *plain = g_ascii_strdown (name, -1);

  *out_gzip = g_str_has_suffix (plain, ".gz");
  if (*out_gzip)
    plain[strlen (plain) - 3] = '\0';
  *out_format = g_str_has_suffix (plain, ".jslb") ? FUL_FILE_FORMAT_SLABS : FUL_FILE_FORMAT_JSON;

  return *out_format == FUL_FILE_FORMAT_SLABS || g_str_has_suffix (plain, ".json");
}

static gboolean
get_format (GFile          *file,
            FulFileFormat  *out_format,
            gboolean       *out_gzip,
            GError        **error)
{
  g_autofree char *name = g_file_get_basename (file);

  if (name && ful_processed_writer_format_of (name, out_format, out_gzip))
    return TRUE;

  g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT,
               _("“%s” does not end with .json, .json.gz, .jslb or .jslb.gz"), name ? name : "");

  return FALSE;
}

/**
 * ful_processed_writer_save:
 * @profile: a profile
 * @file: where to; its ending decides the format
 * @progress: (nullable): as for ful_processed_writer_write()
 * @cancellable: (nullable): stops writing, and leaves an existing file as it was
 * @error: %FUL_ERROR_ARGUMENT for an unknown ending, else as ful_processed_writer_write()
 *
 * Replaces @file in one step, see #FulFileReplace.
 */
gboolean
ful_processed_writer_save (FulProfile    *profile,
                           GFile         *file,
                           gint          *progress,
                           GCancellable  *cancellable,
                           GError       **error)
{
  g_autoptr(FulFileReplace) to = NULL;
  FulFileFormat format;
  gboolean gzip;

  return get_format (file, &format, &gzip, error) && (to = ful_file_replace_begin (file, cancellable, error)) &&
         ful_processed_writer_write (profile, format, gzip, to->stream, progress, cancellable, error) &&
         ful_file_replace_finish (to, cancellable, error);
}

/**
 * ful_processed_writer_check:
 * @file: where to write later
 * @error: as of ful_processed_writer_save()
 *
 * Returns: whether the ending of @file is known, and its folder can be written
 */
gboolean
ful_processed_writer_check (GFile   *file,
                            GError **error)
{
  FulFileFormat format;
  gboolean gzip;

  return get_format (file, &format, &gzip, error) && ful_file_replace_check (file, error);
}
