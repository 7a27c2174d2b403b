/* SPDX-License-Identifier: GPL-3.0-or-later */

/* File → profile: bytes are read and decompressed on one thread and parsed on
 * another into a raw tree; the importer for it moves the tree into a builder, which
 * is sealed. Of a long document that can be read in parts there are snapshots before
 * (ful-load-parts.c). Loading can be cancelled at any point, within the time of a chunk or a
 * table. */

#include "config.h"

#include "ful-loader.h"

#include "ful-archive.h"
#include "ful-foreign.h"
#include "ful-importer.h"
#include "ful-load-parts.h"

#include "base/ful-error.h"
#include "base/ful-trace.h"
#include "io/bytes/ful-byte-reader.h"
#include "io/bytes/ful-decoder.h"
#include "io/json/ful-json-reader.h"
#include "io/raw/ful-raw-ahead.h"
#include "io/raw/ful-slabs.h"

#include <glib/gi18n-lib.h>
#include <stdint.h>

/* A text of so many chunks is read by several threads. Its columns are filled by one of them, which takes half of the time. */
#define CHUNKS_BEFORE 32
#define MAX_AHEAD_THREADS 2

/* Flaws of a JSON text: characters that strings of this program cannot have, and what follows its end. Offsets. */
typedef struct
{
  guint64 n;
  gint64  first;
  gint64  trailing; /* or 0 */
} Repaired;

static FulRawNode *
read_json (FulRawTree     *tree,
           FulByteStream  *stream,
           FulChunk       *first,
           FulImportLog   *log,
           gint64         *out_end,
           Repaired       *out_repaired,
           GError        **error)
{
  FulJsonReader reader;
  FulRawAhead *ahead;
  FulRawNode *root;
  gboolean trailing = FALSE;

  ful_json_reader_init_stream (&reader, stream, first);
  ahead = ful_raw_ahead_new (stream, &reader, MIN (g_get_num_processors () - 1, MAX_AHEAD_THREADS), CHUNKS_BEFORE);
  reader.partial = TRUE;

  root = ful_raw_tree_read (tree, &reader, TRUE);
  if (root)
    {
      guint64 end = ful_json_reader_get_offset (&reader);

      ful_json_reader_finish (&reader, &trailing);
      if (trailing)
        ful_import_log_add (log, FUL_SEVERITY_ERROR, "file", -1, (gint64) end,
                            _("ignored trailing data after the JSON text"));
      *out_repaired = (Repaired) { reader.n_repaired, (gint64) reader.first_repaired, trailing ? (gint64) end : 0 };
    }
  if (reader.cut && root)
    *out_end = (gint64) ful_json_reader_get_offset (&reader);
  else if (reader.ended)
    ful_byte_stream_set_truncated_error (stream, error);
  else if (!ful_json_reader_check (&reader, error))
    root = NULL;
  ful_json_reader_clear (&reader);
  ful_raw_ahead_free (ahead);

  return root;
}

/* @out_end: where the text is cut off, or -1 */
static FulRawNode *
read_raw (FulRawTree     *tree,
          FulByteStream  *stream,
          FulChunk       *first,
          FulLoadFlags    flags,
          FulImportLog   *log,
          gint64         *out_end,
          Repaired       *out_repaired,
          GError        **error)
{
  guint64 n_repaired = 0;
  FulRawNode *root;

  *out_end = -1;
  if (first->n < FUL_SLABS_MAGIC_BYTES || memcmp (first->data, FUL_SLABS_MAGIC, FUL_SLABS_MAGIC_BYTES) != 0)
    return read_json (tree, stream, first, log, out_end, out_repaired, error);

  root = ful_slabs_read (tree, stream, first, (flags & FUL_LOAD_PARTIAL) != 0, &n_repaired, out_end, error);
  if (n_repaired > 0)
    ful_import_log_add (log, FUL_SEVERITY_ERROR, "file", -1, -1,
                        _("replaced %ju bytes or strings that are not UTF-8"), (uintmax_t) n_repaired);

  return root;
}

/* What the stream has noticed. */
static void
log_stream (FulByteStream *stream,
            FulImportLog  *log)
{
  guint64 offset = 0;
  gsize n_bad = ful_byte_stream_get_n_bad_utf8 (stream, &offset);

  if (n_bad > 0)
    ful_import_log_add (log, FUL_SEVERITY_ERROR, "file", -1, (gint64) offset,
                        _("replaced %zu bytes that are not UTF-8 with “?”"), n_bad);
  if (ful_byte_stream_get_truncated (stream))
    ful_import_log_add (log, FUL_SEVERITY_ERROR, "file", -1, -1, _("the compressed data is truncated"));
  if (ful_byte_stream_get_trailing_garbage (stream))
    ful_import_log_add (log, FUL_SEVERITY_ERROR, "file", -1, -1,
                        _("ignored trailing data after the compressed data"));
}

static gboolean
read_bytes (const FulImporter  *importer,
            FulImport          *import,
            FulByteStream      *stream,
            FulChunk           *first,
            GError            **error)
{
  g_autoptr(FulByteReader) bytes = ful_byte_reader_new (stream, first);
  g_autoptr(GError) format_error = NULL;
  gboolean success = importer->read_bytes (import, bytes, &format_error);

  /* Without the whole file its reader cannot know better. */
  if (!ful_byte_reader_check (bytes, error))
    return FALSE;
  if (!success)
    {
      if (!g_cancellable_set_error_if_cancelled (import->cancellable, error))
        g_propagate_error (error, g_steal_pointer (&format_error));
      return FALSE;
    }
  if (ful_byte_reader_get_n_cut (bytes) > 0)
    ful_import_log_add (import->builder->log, FUL_SEVERITY_DATA_LOSS, "file", -1, -1,
                        _("truncated %ju lines that are longer than %d MiB"),
                        (uintmax_t) ful_byte_reader_get_n_cut (bytes), FUL_BYTE_READER_MAX / 1024 / 1024);
  log_stream (stream, import->builder->log);
  import->builder->profile->format = importer->name;

  return TRUE;
}

/* @end: where the text is cut off, or -1; @known: (nullable): what a part was read by */
static const FulImporter *
find_importer (FulImport          *import,
               const FulImporter  *known,
               FulByteStream      *stream,
               FulRawTree         *tree,
               FulRawNode         *root,
               gint64              end,
               const Repaired     *repaired,
               GError            **error)
{
  const FulImporter *importer = known ? known : ful_importers_find_by_tree (tree, root);

  if (repaired->n > 0 && !(importer && importer->has_nuls))
    ful_import_log_add (import->builder->log, FUL_SEVERITY_ERROR, "file", -1, repaired->first,
                        _("replaced %ju lone surrogates or NULs in strings with U+FFFD"), (uintmax_t) repaired->n);
  if (end >= 0 && !(import->flags & FUL_LOAD_PARTIAL) && !(importer && importer->may_be_cut))
    {
      ful_byte_stream_set_truncated_error (stream, error);
      return NULL;
    }
  if (end >= 0)
    ful_import_log_add (import->builder->log, FUL_SEVERITY_DATA_LOSS, "file", -1, end,
                        _("the file is truncated here"));
  if (importer == NULL)
    {
      g_autofree char *foreign = ful_foreign_describe_tree (tree, root, repaired->trailing == 0);

      if (foreign)
        g_set_error_literal (error, FUL_ERROR, FUL_ERROR_UNKNOWN_FORMAT, foreign);
      else
        g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT, _("This is not JSON: there is more behind its end at byte %jd"),
                     (intmax_t) repaired->trailing);
    }

  return importer;
}

static gboolean
read_document (FulImport        *import,
               FulByteStream    *stream,
               FulChunk         *first,
               FulLoadProgress  *progress,
               GError          **error)
{
  g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
  const FulImporter *importer = NULL;
  Repaired repaired = { 0 };
  FulLoadParts parts;
  FulRawNode *root;
  gint64 end;

  ful_load_parts_init (&parts, import, progress, tree);
  root = read_raw (tree, stream, first, import->flags, import->builder->log, &end, &repaired, error);
  log_stream (stream, import->builder->log);
  if (root)
    importer = find_importer (import, parts.importer, stream, tree, root, end, &repaired, error);
  if (importer == NULL)
    ful_load_parts_flush (&parts, tree);
  ful_load_parts_finish (&parts);
  if (importer == NULL)
    return FALSE;

  g_atomic_int_set (&progress->stage, FUL_LOAD_STAGE_UPGRADING);
  import->builder->profile->format = importer->name;

  return importer->read_tree (import, tree, root, error);
}

static gboolean
read_file (FulImport        *import,
           FulByteStream    *stream,
           FulLoadProgress  *progress,
           GError          **error)
{
  g_autofree char *foreign = NULL;
  const FulImporter *importer;
  GError *read_error = NULL;
  FulChunk *first = ful_byte_stream_next (stream, &read_error);
  const char *head;
  gsize n_head, n_blank = 0;

  if (first == NULL)
    {
      if (read_error)
        g_propagate_error (error, read_error);
      else
        g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The file is empty; a profile was expected"));
      return FALSE;
    }

  head = ful_byte_stream_get_head (stream, &n_head);
  /* Blank lines may be longer than the head. */
  while (n_blank < first->n && g_ascii_isspace (first->data[n_blank]))
    n_blank++;
  if (n_blank >= FUL_HEAD_BYTES && n_blank < first->n)
    {
      head = first->data + n_blank;
      n_head = MIN (first->n - n_blank, FUL_HEAD_BYTES);
    }
  importer = ful_importers_find_by_head (head, n_head, import->file_name);
  if (importer)
    return read_bytes (importer, import, stream, first, error);

  foreign = ful_foreign_describe_head (head, n_head, import->file_name);
  if (foreign)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_UNKNOWN_FORMAT, foreign);
      ful_byte_stream_release (stream, first);
      return FALSE;
    }

  return read_document (import, stream, first, progress, error);
}

static FulProfile *
load (GInputStream     *stream,
      const char       *file_name,
      FulLoadFlags      flags,
      FulLoadProgress  *own,
      GCancellable     *cancellable,
      GError          **error)
{
  gboolean partial = (flags & FUL_LOAD_PARTIAL) != 0;
  g_autoptr(FulByteStream) bytes = ful_byte_stream_new (stream, &own->bytes_read, partial, ful_importers_head_is_text,
                                                        cancellable);
  g_autoptr(FulProfileBuilder) builder = ful_profile_builder_new ();
  FulImport import = { builder, flags, file_name, cancellable };

  if (!read_file (&import, bytes, own, error))
    return NULL;

  g_atomic_int_set (&own->stage, FUL_LOAD_STAGE_INDEXING);

  return ful_profile_builder_seal (builder, cancellable, error);
}

static FulProfile *
load_named_stream (GInputStream     *stream,
                   const char       *file_name,
                   const char       *member,
                   FulLoadFlags      flags,
                   FulLoadProgress  *progress,
                   GCancellable     *cancellable,
                   GError          **error)
{
  g_autoptr(FulLoadProgress) own = progress ? ful_load_progress_ref (progress) : ful_load_progress_new ();
  FulProfile *profile = NULL;
  GError *local_error = NULL;
  gint64 begin = ful_trace_begin ();
  FulArchiveInput input;

  if (ful_archive_open (stream, member, &input, cancellable, &local_error))
    {
      if (input.stream != stream)
        __atomic_store_n (&own->bytes_total, input.size, __ATOMIC_RELAXED);
      profile = load (input.stream, input.name ? input.name : file_name, flags, own, cancellable, &local_error);
    }
  ful_archive_input_clear (&input);
  ful_trace_end (begin, "load", NULL);

  /* Only the end of the file is missing, so reading the part again is no use. */
  if (local_error && (flags & FUL_LOAD_PARTIAL) &&
      (g_error_matches (local_error, FUL_ERROR, FUL_ERROR_FORMAT) ||
       g_error_matches (local_error, FUL_ERROR, FUL_ERROR_TRUNCATED)))
    {
      g_prefix_error (&local_error, _("The part before the end cannot be shown: "));
      local_error->code = FUL_ERROR_EMPTY;
    }
  if (local_error)
    g_propagate_error (error, local_error);

  return profile;
}

/**
 * ful_loader_load_stream:
 * @stream: a stream at the start of a file
 * @member: (nullable): path of the profile in it, if it is an archive; without it the only profile there
 * @flags: how to read
 * @progress: (nullable): updated during the load
 * @cancellable: (nullable): cancels the load
 * @error: any error of @stream, and #FulError
 *
 * Reads a profile. Format and compression are detected by content.
 *
 * Returns: (transfer full): the profile, or %NULL
 */
FulProfile *
ful_loader_load_stream (GInputStream     *stream,
                        const char       *member,
                        FulLoadFlags      flags,
                        FulLoadProgress  *progress,
                        GCancellable     *cancellable,
                        GError          **error)
{
  return load_named_stream (stream, NULL, member, flags, progress, cancellable, error);
}

/**
 * ful_loader_load_member:
 * @file: a file
 * @member: (nullable): path of the profile in it, if it is an archive; without it the only profile there
 * @flags: how to read
 * @progress: (nullable): updated during the load
 * @cancellable: (nullable): cancels the load
 * @error: errors of reading @file, and #FulError
 *
 * Returns: (transfer full): the profile, or %NULL
 */
FulProfile *
ful_loader_load_member (GFile            *file,
                        const char       *member,
                        FulLoadFlags      flags,
                        FulLoadProgress  *progress,
                        GCancellable     *cancellable,
                        GError          **error)
{
  g_autoptr(GFileInputStream) stream = g_file_read (file, cancellable, error);
  g_autoptr(GFileInfo) info = NULL;
  g_autofree char *name = g_file_get_basename (file);

  if (stream == NULL)
    return NULL;

  info = g_file_input_stream_query_info (stream, G_FILE_ATTRIBUTE_STANDARD_SIZE, cancellable, NULL);
  if (info && progress)
    __atomic_store_n (&progress->bytes_total, (guint64) g_file_info_get_size (info), __ATOMIC_RELAXED);

  return load_named_stream (G_INPUT_STREAM (stream), name, member, flags, progress, cancellable, error);
}

FulProfile *
ful_loader_load_file (GFile            *file,
                      FulLoadFlags      flags,
                      FulLoadProgress  *progress,
                      GCancellable     *cancellable,
                      GError          **error)
{
  return ful_loader_load_member (file, NULL, flags, progress, cancellable, error);
}

FulProfile *
ful_loader_load_bytes (GBytes           *bytes,
                       FulLoadFlags      flags,
                       FulLoadProgress  *progress,
                       GCancellable     *cancellable,
                       GError          **error)
{
  g_autoptr(GInputStream) stream = g_memory_input_stream_new_from_bytes (bytes);

  if (progress)
    __atomic_store_n (&progress->bytes_total, (guint64) g_bytes_get_size (bytes), __ATOMIC_RELAXED);

  return ful_loader_load_stream (stream, NULL, flags, progress, cancellable, error);
}

typedef struct
{
  GTask           *task;
  GFile           *file;
  char            *member;
  FulLoadFlags     flags;
  FulLoadProgress *progress;
} LoadJob;

static gpointer
load_thread (gpointer data)
{
  LoadJob *job = data;
  GError *error = NULL;
  FulProfile *profile;

  profile = ful_loader_load_member (job->file, job->member, job->flags, job->progress, g_task_get_cancellable (job->task), &error);
  if (profile)
    g_task_return_pointer (job->task, profile, g_object_unref);
  else
    g_task_return_error (job->task, error);

  g_object_unref (job->task);
  g_object_unref (job->file);
  g_free (job->member);
  g_clear_pointer (&job->progress, ful_load_progress_unref);
  g_free (job);

  return NULL;
}

/**
 * ful_loader_load_file_async:
 * @file: a file
 * @member: (nullable): see ful_loader_load_member()
 * @flags: how to read
 * @progress: (nullable): updated during the load
 * @cancellable: (nullable): cancels the load
 * @callback: called in the caller's main context
 * @user_data: for @callback
 *
 * Loads on a separate thread: a load is too long for the shared pool.
 */
void
ful_loader_load_file_async (GFile               *file,
                            const char          *member,
                            FulLoadFlags         flags,
                            FulLoadProgress     *progress,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  LoadJob *job = g_new (LoadJob, 1);

  job->task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (job->task, ful_loader_load_file_async);
  job->file = g_object_ref (file);
  job->member = g_strdup (member);
  job->flags = flags;
  job->progress = progress ? ful_load_progress_ref (progress) : NULL;
  g_thread_unref (g_thread_new ("load-profile", load_thread, job));
}

FulProfile *
ful_loader_load_file_finish (GAsyncResult  *result,
                             GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
