/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bytes → gzip by ISA-L, where it was found at build time, else by zlib. Of profiles as JSON, ISA-L needs a seventh of the time
 * of zlib at its usual level, for files that are 7 % longer. */

#include "config.h"

#include "ful-gzip-compressor.h"

#ifdef HAVE_ISAL

#include <isa-l/igzip_lib.h>

/* Levels 1 and 2 are no faster, and give longer files. */
#define LEVEL 3

#define FUL_TYPE_GZIP_COMPRESSOR (ful_gzip_compressor_get_type ())
G_DECLARE_FINAL_TYPE (FulGzipCompressor, ful_gzip_compressor, FUL, GZIP_COMPRESSOR, GObject)

struct _FulGzipCompressor
{
  GObject              parent_instance;

  struct isal_zstream *stream;   /* 80 kB, too many for an instance */
  guint8              *memory;
};

static void
reset (GConverter *converter)
{
  FulGzipCompressor *self = FUL_GZIP_COMPRESSOR (converter);

  isal_deflate_init (self->stream);
  self->stream->level = LEVEL;
  self->stream->level_buf = self->memory;
  self->stream->level_buf_size = ISAL_DEF_LVL3_DEFAULT;
  self->stream->gzip_flag = IGZIP_GZIP;
}

static GConverterResult
convert (GConverter       *converter,
         const void       *in,
         gsize             n_in,
         void             *out,
         gsize             n_out,
         GConverterFlags   flags,
         gsize            *n_read,
         gsize            *n_written,
         GError          **error)
{
  FulGzipCompressor *self = FUL_GZIP_COMPRESSOR (converter);
  guint32 n_given = (guint32) MIN (n_in, G_MAXINT32), n_room = (guint32) MIN (n_out, G_MAXINT32);

  self->stream->next_in = (guint8 *) in;
  self->stream->avail_in = n_given;
  self->stream->next_out = out;
  self->stream->avail_out = n_room;
  self->stream->end_of_stream = (flags & G_CONVERTER_INPUT_AT_END) && n_given == n_in;
  self->stream->flush = flags & G_CONVERTER_FLUSH ? SYNC_FLUSH : NO_FLUSH;
  if (isal_deflate (self->stream) != COMP_OK)
    g_assert_not_reached ();   /* the level and the flush are among those there are */

  *n_read = n_given - self->stream->avail_in;
  *n_written = n_room - self->stream->avail_out;
  if (self->stream->internal_state.state == ZSTATE_END)
    return G_CONVERTER_FINISHED;
  if ((flags & G_CONVERTER_FLUSH) && self->stream->avail_in == 0 && self->stream->avail_out > 0)
    return G_CONVERTER_FLUSHED;
  if (*n_read == 0 && *n_written == 0)
    {
      g_set_error_literal (error, G_IO_ERROR, n_in > 0 ? G_IO_ERROR_NO_SPACE : G_IO_ERROR_PARTIAL_INPUT, "");   /* not for users */
      return G_CONVERTER_ERROR;
    }

  return G_CONVERTER_CONVERTED;
}

static void
converter_init (GConverterIface *iface)
{
  iface->convert = convert;
  iface->reset = reset;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (FulGzipCompressor, ful_gzip_compressor, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_CONVERTER, converter_init))

static void
ful_gzip_compressor_finalize (GObject *object)
{
  FulGzipCompressor *self = FUL_GZIP_COMPRESSOR (object);

  g_free (self->stream);
  g_free (self->memory);

  G_OBJECT_CLASS (ful_gzip_compressor_parent_class)->finalize (object);
}

static void
ful_gzip_compressor_class_init (FulGzipCompressorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ful_gzip_compressor_finalize;
}

static void
ful_gzip_compressor_init (FulGzipCompressor *self)
{
  self->stream = g_new (struct isal_zstream, 1);
  self->memory = g_malloc (ISAL_DEF_LVL3_DEFAULT);
  reset (G_CONVERTER (self));
}

#endif

/**
 * ful_gzip_compressor_new:
 *
 * Returns: (transfer full): a converter to one member of gzip
 */
GConverter *
ful_gzip_compressor_new (void)
{
#ifdef HAVE_ISAL
  return g_object_new (FUL_TYPE_GZIP_COMPRESSOR, NULL);
#else
  return G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 6));
#endif
}
