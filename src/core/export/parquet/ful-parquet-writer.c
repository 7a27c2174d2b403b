/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Parquet files, version 2 (sql.md 5.1): of each column a page of different values, where these are few, and a page of cells;
 * compressed by zstd, or gzip where that is not there. The footer says where they are.
 * https://parquet.apache.org/docs/file-format/ */

#include "config.h"

#include "ful-parquet-writer.h"

#include "ful-parquet-levels.h"
#include "ful-thrift-writer.h"

#include "base/ful-error.h"
#include "base/ful-interner.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#ifdef HAVE_ZSTD
#include <zstd.h>
#endif
#include <zlib.h>

#define MAGIC "PAR1"

/* Different values of a page, at most. */
#define MAX_DICTIONARY 65536

/* Of a text in statistics: a part of one is not allowed there. */
#define MAX_STATISTIC 64

/* Of a page. */
#define MAX_PAGE G_MAXINT32

#define ZSTD_LEVEL 3
#define GZIP_LEVEL 6

enum { TYPE_INT64 = 2, TYPE_DOUBLE = 5, TYPE_BYTE_ARRAY = 6 };
enum { ENCODING_PLAIN = 0, ENCODING_RLE = 3, ENCODING_RLE_DICTIONARY = 8 };
enum { CODEC_GZIP = 2, CODEC_ZSTD = 6 };
enum { PAGE_DATA = 0, PAGE_DICTIONARY = 2 };

/* A column of a group. */
typedef struct
{
  gint64   n_rows;
  gint64   n_missing;
  gint64   dictionary_at;   /* 0: none */
  gint64   data_at;
  gint64   n_plain;         /* bytes, with headers of pages */
  gint64   n_compressed;
  GString *least;           /* (nullable): as it is stored in statistics */
  GString *greatest;
} Chunk;

struct _FulParquetWriter
{
  GOutputStream          *stream;
  const FulParquetColumn *columns;
  guint                   n_columns;
  gint64                  at;        /* bytes so far */
  GArray                 *chunks;    /* Chunk: group by group */
  FulBytes                page;
  FulBytes                compressed;
#ifdef HAVE_ZSTD
  ZSTD_CCtx              *context;   /* (nullable) */
#endif
};

static void
clear_chunk (gpointer data)
{
  Chunk *chunk = data;

  if (chunk->least)
    g_string_free (chunk->least, TRUE);
  if (chunk->greatest)
    g_string_free (chunk->greatest, TRUE);
}

#ifdef HAVE_ZSTD
static int
get_codec (void)
{
  return CODEC_ZSTD;
}

static void
free_compressor (FulParquetWriter *self)
{
  g_clear_pointer (&self->context, ZSTD_freeCCtx);
}

/* Returns: whether there was memory for it */
static gboolean
compress_page (FulParquetWriter *self)
{
  const FulBytes *page = &self->page;
  FulBytes *to = &self->compressed;
  size_t n;

  to->n = 0;
  ful_bytes_reserve (to, ZSTD_compressBound (page->n));
  if (self->context == NULL)
    self->context = ZSTD_createCCtx ();
  n = ZSTD_compressCCtx (self->context, to->data, ZSTD_compressBound (page->n), page->data ? page->data : "", page->n, ZSTD_LEVEL);
  to->n = ZSTD_isError (n) ? 0 : n;

  return !ZSTD_isError (n);
}

#else
static int
get_codec (void)
{
  return CODEC_GZIP;
}

static void
free_compressor (FulParquetWriter *self G_GNUC_UNUSED)
{
}

/* Returns: whether there was memory for it */
static gboolean
compress_page (FulParquetWriter *self)
{
  const FulBytes *page = &self->page;
  FulBytes *to = &self->compressed;
  z_stream stream = { .next_in = (Bytef *) (page->data ? page->data : ""), .avail_in = (uInt) page->n };
  gboolean is_right;

  if (deflateInit2 (&stream, GZIP_LEVEL, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    return FALSE;
  to->n = 0;
  ful_bytes_reserve (to, deflateBound (&stream, page->n));
  stream.next_out = (Bytef *) to->data;
  stream.avail_out = (uInt) deflateBound (&stream, page->n);
  is_right = deflate (&stream, Z_FINISH) == Z_STREAM_END;
  to->n = stream.total_out;
  deflateEnd (&stream);

  return is_right;
}
#endif

/* @columns: live as long as it */
FulParquetWriter *
ful_parquet_writer_new (GOutputStream          *stream,
                        const FulParquetColumn *columns,
                        guint                   n_columns)
{
  FulParquetWriter *self = g_new0 (FulParquetWriter, 1);

  self->stream = g_object_ref (stream);
  self->columns = columns;
  self->n_columns = n_columns;
  self->chunks = g_array_new (FALSE, TRUE, sizeof (Chunk));
  g_array_set_clear_func (self->chunks, clear_chunk);

  return self;
}

/* What one column leaves to the next one. */
static void
free_memory (FulParquetWriter *self)
{
  ful_bytes_clear (&self->page);
  ful_bytes_clear (&self->compressed);
  free_compressor (self);
}

void
ful_parquet_writer_free (FulParquetWriter *self)
{
  free_memory (self);
  g_object_unref (self->stream);
  g_array_unref (self->chunks);
  g_free (self);
}

static gboolean
write_bytes (FulParquetWriter  *self,
             const char        *data,
             gsize              n,
             GError           **error)
{
  self->at += (gint64) n;

  return g_output_stream_write_all (self->stream, data, n, NULL, NULL, error);
}

static gboolean
write_page (FulParquetWriter  *self,
            Chunk             *chunk,
            int                type,
            guint              n_values,
            int                encoding,
            GError           **error)
{
  const FulBytes *page = &self->page, *compressed = &self->compressed;
  FulBytes header = { NULL };
  FulThriftWriter thrift;
  gboolean is_right = page->n <= MAX_PAGE && compress_page (self) && compressed->n <= MAX_PAGE;

  if (!is_right)
    g_set_error_literal (error, FUL_ERROR, FUL_ERROR_TOO_LARGE, _("A column is too large for a page"));
  ful_thrift_begin (&thrift, &header);
  ful_thrift_i32 (&thrift, 1, type);
  ful_thrift_i32 (&thrift, 2, (gint32) page->n);
  ful_thrift_i32 (&thrift, 3, (gint32) compressed->n);
  ful_thrift_begin_struct (&thrift, type == PAGE_DATA ? 5 : 7);
  ful_thrift_i32 (&thrift, 1, (gint32) n_values);
  ful_thrift_i32 (&thrift, 2, encoding);
  if (type == PAGE_DATA)
    {
      ful_thrift_i32 (&thrift, 3, ENCODING_RLE);
      ful_thrift_i32 (&thrift, 4, ENCODING_RLE);
    }
  ful_thrift_end (&thrift);
  ful_thrift_end (&thrift);
  chunk->n_plain += (gint64) (header.n + page->n);
  chunk->n_compressed += (gint64) (header.n + compressed->n);
  is_right = is_right && write_bytes (self, header.data, header.n, error) && write_bytes (self, compressed->data, compressed->n, error);
  ful_bytes_clear (&header);

  return is_right;
}

static void
append_u32 (FulBytes *to,
            guint32   number)
{
  guint32 little = GUINT32_TO_LE (number);

  ful_bytes_append (to, (const char *) &little, sizeof little);
}

static void
append_u64 (FulBytes *to,
            guint64   number)
{
  guint64 little = GUINT64_TO_LE (number);

  ful_bytes_append (to, (const char *) &little, sizeof little);
}

/* A value as PLAIN has it. */
static void
append_plain (const FulParquetCells *cells,
              guint64                number,
              FulBytes              *to)
{
  const char *text;
  gsize n;

  if (cells->type != FUL_PARQUET_TEXT)
    {
      append_u64 (to, number);
      return;
    }
  text = ful_string_table_get (cells->texts, (FulStringIndex) number);
  n = strlen (text);
  append_u32 (to, (guint32) n);
  ful_bytes_append (to, text, n);
}

/* Returns: (transfer full) (nullable): of each cell which of @values it has, if these are few */
static guint32 *
find_values (const FulParquetCells *cells,
             GArray                *values)
{
  g_autoptr(FulInterner) places = ful_interner_new (sizeof *cells->numbers / sizeof (gint32));
  guint n = cells->n_numbers, most = MIN (MAX_DICTIONARY, n / 2);
  g_autofree guint32 *indices = g_new (guint32, MAX (n, 1));
  const guint64 *numbers = cells->numbers;

  if (n == 0 || (cells->type == FUL_PARQUET_TEXT && ful_string_table_get_n (cells->texts) > most))
    return NULL;

  for (guint i = 0; i < n; i++)
    {
      gint32 keys[] = { (gint32) numbers[i], (gint32) (numbers[i] >> 32) };

      if (cells->type == FUL_PARQUET_TEXT)
        indices[i] = (guint32) numbers[i];   /* in the order in which they come */
      else
        indices[i] = i > 0 && numbers[i] == numbers[i - 1] ? indices[i - 1] : ful_interner_intern (places, keys);
      if (indices[i] < values->len)
        continue;
      if (values->len >= most)
        return NULL;
      g_array_append_val (values, numbers[i]);
    }

  return g_steal_pointer (&indices);
}

static double
to_double (guint64 bits)
{
  double real;

  memcpy (&real, &bits, sizeof real);

  return real;
}

static int
compare_values (const FulParquetCells *cells,
                guint64                a,
                guint64                b)
{
  if (cells->type == FUL_PARQUET_INTEGER)
    return ((gint64) a > (gint64) b) - ((gint64) a < (gint64) b);
  if (cells->type == FUL_PARQUET_REAL)
    return (to_double (a) > to_double (b)) - (to_double (a) < to_double (b));

  return strcmp (ful_string_table_get (cells->texts, (FulStringIndex) a), ful_string_table_get (cells->texts, (FulStringIndex) b));
}

/* Returns: (transfer full) (nullable): as statistics have it */
static GString *
make_statistic (const FulParquetCells *cells,
                guint64                number)
{
  const char *text = cells->type == FUL_PARQUET_TEXT ? ful_string_table_get (cells->texts, (FulStringIndex) number) : NULL;
  guint64 little;

  if (text)
    return strlen (text) <= MAX_STATISTIC ? g_string_new (text) : NULL;
  if (cells->type == FUL_PARQUET_REAL && to_double (number) == 0)
    number = 0;   /* not -0 */
  little = GUINT64_TO_LE (number);

  return g_string_new_len ((const char *) &little, sizeof little);
}

static void
find_extremes (Chunk                 *chunk,
               const FulParquetCells *cells,
               const guint64         *numbers,
               guint                  n)
{
  guint least = 0, greatest = 0;

  if (n == 0)
    return;
  for (guint i = 0; i < n; i++)
    {
      if (cells->type == FUL_PARQUET_REAL && isnan (to_double (numbers[i])))
        return;
      if (compare_values (cells, numbers[i], numbers[least]) < 0)
        least = i;
      if (compare_values (cells, numbers[i], numbers[greatest]) > 0)
        greatest = i;
    }
  chunk->least = make_statistic (cells, numbers[least]);
  chunk->greatest = make_statistic (cells, numbers[greatest]);
  if (chunk->least == NULL || chunk->greatest == NULL)
    {
      clear_chunk (chunk);
      chunk->least = chunk->greatest = NULL;
    }
}

static guint
get_width (guint n)
{
  guint width = 0;

  while (n > 1u << width)
    width++;

  return MAX (width, 1);
}

static void
make_page (const FulParquetCells *cells,
           const guint32         *indices,
           guint                  n_values,
           FulBytes              *page)
{
  const guint64 *numbers = cells->numbers;
  FulBytes levels = { NULL };

  ful_parquet_append_hybrid (cells->is_there, cells->n_rows, 1, &levels);
  append_u32 (page, (guint32) levels.n);
  ful_bytes_append (page, levels.data, levels.n);
  ful_bytes_clear (&levels);
  if (indices)
    {
      ful_bytes_append_c (page, (char) get_width (n_values));
      ful_parquet_append_hybrid (indices, cells->n_numbers, get_width (n_values), page);
      return;
    }
  for (guint i = 0; i < cells->n_numbers; i++)
    append_plain (cells, numbers[i], page);
}

/**
 * ful_parquet_writer_add_column:
 * @cells: of the next column of a group; of all columns of a group there are as many, %FUL_PARQUET_MAX_ROWS at most
 * @error: %FUL_ERROR_TOO_LARGE, or that of the stream
 *
 * Groups follow one another when all columns were added.
 */
gboolean
ful_parquet_writer_add_column (FulParquetWriter       *self,
                               const FulParquetCells  *cells,
                               GError                **error)
{
  g_autoptr(GArray) values = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autofree guint32 *indices = find_values (cells, values);
  Chunk chunk = { .n_rows = cells->n_rows, .n_missing = (gint64) cells->n_rows - cells->n_numbers };
  FulBytes *page = &self->page;
  gboolean is_right = self->at > 0 || write_bytes (self, MAGIC, 4, error);

  if (indices)
    find_extremes (&chunk, cells, (const guint64 *) (gpointer) values->data, values->len);
  else
    find_extremes (&chunk, cells, cells->numbers, cells->n_numbers);
  if (is_right && indices)
    {
      chunk.dictionary_at = self->at;
      page->n = 0;
      for (guint i = 0; i < values->len; i++)
        append_plain (cells, g_array_index (values, guint64, i), page);
      is_right = write_page (self, &chunk, PAGE_DICTIONARY, values->len, ENCODING_PLAIN, error);
    }
  page->n = 0;
  chunk.data_at = self->at;
  make_page (cells, indices, values->len, page);
  is_right = is_right && write_page (self, &chunk, PAGE_DATA, cells->n_rows, indices ? ENCODING_RLE_DICTIONARY : ENCODING_PLAIN, error);
  g_array_append_val (self->chunks, chunk);
  if (self->chunks->len % self->n_columns == 0)
    free_memory (self);

  return is_right;
}

static void
append_schema (const FulParquetWriter *self,
               FulThriftWriter        *thrift)
{
  static const gint32 types[] = { TYPE_INT64, TYPE_DOUBLE, TYPE_BYTE_ARRAY };

  ful_thrift_begin_structs (thrift, 2, self->n_columns + 1);
  ful_thrift_begin_element (thrift);
  ful_thrift_binary (thrift, 4, "schema", 6);
  ful_thrift_i32 (thrift, 5, (gint32) self->n_columns);
  ful_thrift_end (thrift);
  for (guint i = 0; i < self->n_columns; i++)
    {
      const FulParquetColumn *column = &self->columns[i];

      ful_thrift_begin_element (thrift);
      ful_thrift_i32 (thrift, 1, types[column->type]);
      ful_thrift_i32 (thrift, 3, 1);   /* OPTIONAL */
      ful_thrift_binary (thrift, 4, column->name, strlen (column->name));
      if (column->type == FUL_PARQUET_TEXT)
        {
          ful_thrift_i32 (thrift, 6, 0);   /* UTF8 */
          ful_thrift_begin_struct (thrift, 10);
          ful_thrift_begin_struct (thrift, 1);   /* STRING */
          ful_thrift_end (thrift);
          ful_thrift_end (thrift);
        }
      ful_thrift_end (thrift);
    }
}

static void
append_chunk (const FulParquetColumn *column,
              const Chunk            *chunk,
              FulThriftWriter        *thrift)
{
  static const gint32 types[] = { TYPE_INT64, TYPE_DOUBLE, TYPE_BYTE_ARRAY };
  gint32 encodings[] = { ENCODING_RLE, ENCODING_PLAIN, ENCODING_RLE_DICTIONARY };

  ful_thrift_begin_element (thrift);
  ful_thrift_i64 (thrift, 2, chunk->dictionary_at ? chunk->dictionary_at : chunk->data_at);
  ful_thrift_begin_struct (thrift, 3);
  ful_thrift_i32 (thrift, 1, types[column->type]);
  ful_thrift_i32_list (thrift, 2, encodings, chunk->dictionary_at ? 3 : 2);
  ful_thrift_binary_list (thrift, 3, column->name);
  ful_thrift_i32 (thrift, 4, get_codec ());
  ful_thrift_i64 (thrift, 5, chunk->n_rows);
  ful_thrift_i64 (thrift, 6, chunk->n_plain);
  ful_thrift_i64 (thrift, 7, chunk->n_compressed);
  ful_thrift_i64 (thrift, 9, chunk->data_at);
  if (chunk->dictionary_at)
    ful_thrift_i64 (thrift, 11, chunk->dictionary_at);
  ful_thrift_begin_struct (thrift, 12);
  ful_thrift_i64 (thrift, 3, chunk->n_missing);
  if (chunk->least)
    {
      ful_thrift_binary (thrift, 5, chunk->greatest->str, chunk->greatest->len);
      ful_thrift_binary (thrift, 6, chunk->least->str, chunk->least->len);
    }
  ful_thrift_end (thrift);
  ful_thrift_end (thrift);
  ful_thrift_end (thrift);
}

/**
 * ful_parquet_writer_finish:
 *
 * Writes the footer; also of a table without a group.
 */
gboolean
ful_parquet_writer_finish (FulParquetWriter  *self,
                           GError           **error)
{
  guint n_groups = self->n_columns ? self->chunks->len / self->n_columns : 0;
  FulBytes footer = { NULL };
  FulThriftWriter thrift;
  gint64 n_rows = 0;
  gboolean is_right = self->at > 0 || write_bytes (self, MAGIC, 4, error);

  for (guint i = 0; i < n_groups; i++)
    n_rows += g_array_index (self->chunks, Chunk, i * self->n_columns).n_rows;
  ful_thrift_begin (&thrift, &footer);
  ful_thrift_i32 (&thrift, 1, 2);
  append_schema (self, &thrift);
  ful_thrift_i64 (&thrift, 3, n_rows);
  ful_thrift_begin_structs (&thrift, 4, n_groups);
  for (guint g = 0; g < n_groups; g++)
    {
      const Chunk *chunks = &g_array_index (self->chunks, Chunk, g * self->n_columns);
      gint64 n_bytes = 0;

      ful_thrift_begin_element (&thrift);
      ful_thrift_begin_structs (&thrift, 1, self->n_columns);
      for (guint i = 0; i < self->n_columns; i++)
        {
          append_chunk (&self->columns[i], &chunks[i], &thrift);
          n_bytes += chunks[i].n_plain;
        }
      ful_thrift_i64 (&thrift, 2, n_bytes);
      ful_thrift_i64 (&thrift, 3, chunks->n_rows);
      ful_thrift_end (&thrift);
    }
  ful_thrift_binary (&thrift, 6, "Fulgens", 7);
  ful_thrift_end (&thrift);
  append_u32 (&footer, (guint32) footer.n);
  ful_bytes_append (&footer, MAGIC, 4);
  is_right = is_right && write_bytes (self, footer.data, footer.n, error);
  ful_bytes_clear (&footer);

  return is_right;
}
