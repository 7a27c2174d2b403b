/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-error.h"
#include "io/bytes/ful-byte-stream.h"
#include "base/ful-bytes.h"
#include "ful-json-number.h"

#include <string.h>

G_BEGIN_DECLS

/* Deepest nesting of arrays and objects that is read. */
#define FUL_JSON_MAX_DEPTH 1000

/**
 * FulChunks:
 * @next: gets the next chunk; %NULL at the end, or with an error
 * @release: gives a chunk back, after the next one was asked for
 *
 * Where text comes from. At most two chunks are held at a time.
 */
typedef struct
{
  gpointer   source;
  FulChunk *(*next)    (gpointer   source,
                        GError   **error);
  void      (*release) (gpointer   source,
                        FulChunk  *chunk);
} FulChunks;

/**
 * FulJsonReader:
 * @p: next byte; at least 64 bytes may be loaded from it after ful_json_reader_need()
 * @end: after the last available byte
 * @n_repaired: strings in which a lone surrogate or a NUL was replaced
 * @first_repaired: byte offset of the first of them
 * @ended: whether the error is that the text ends too early
 * @cut: @ended, and the values read so far count: set @partial for that
 *
 * A pull reader of JSON text, over chunks or over text in memory. Its first
 * error sticks: after it every call does nothing and every loop ends, so that
 * one check of ful_json_reader_check() at the end of a function is enough.
 *
 * The fields are for the inline functions below and for #FulRawTree, which
 * reads columns of numbers without a call for each.
 */
typedef struct
{
  const char    *p;
  const char    *end;
  const char    *start;        /* of the available bytes; its offset is @base */
  guint64        base;
  FulChunks      chunks;
  FulChunk      *chunk;        /* (nullable): where the available bytes are */
  const char    *run_begin;    /* (nullable): of @chunk */
  gboolean       at_end;       /* no bytes after @end */
  GCancellable  *cancellable;  /* (nullable): of a reader over memory; streams have their own */
  guint          depth;
  guint          max_depth;    /* %FUL_JSON_MAX_DEPTH, or less for small documents */
  guint          deepest;      /* the largest @depth so far */
  FulBytes       scratch;      /* the string read last, unless it was found in the text */
  guint64        n_repaired;
  guint64        first_repaired;
  guint64        n_allocated;  /* bytes of memory that were made of the file so far, about */
  gboolean       partial;
  gboolean       ended;
  gboolean       cut;
  GError        *error;
} FulJsonReader;

void        ful_json_reader_init_stream  (FulJsonReader  *self,
                                          FulByteStream  *stream,
                                          FulChunk       *first);
void        ful_json_reader_init_chunks  (FulJsonReader  *self,
                                          FulChunks       chunks);
void        ful_json_reader_init_memory  (FulJsonReader  *self,
                                          const char     *text,
                                          gsize           length);
void        ful_json_reader_clear        (FulJsonReader  *self);
gboolean    ful_json_reader_check        (FulJsonReader  *self,
                                          GError        **error);

void        ful_json_reader_fail         (FulJsonReader  *self,
                                          const char     *expected);
void        ful_json_reader_fail_with    (FulJsonReader  *self,
                                          FulError        code,
                                          const char     *format,
                                          ...) G_GNUC_PRINTF (3, 4);
void        ful_json_reader_refill       (FulJsonReader  *self);
char        ful_json_reader_skip_spaces  (FulJsonReader  *self);

void        ful_json_reader_account      (FulJsonReader  *self,
                                          gsize           n_bytes);
gboolean    ful_json_reader_has_budget   (const FulJsonReader *self,
                                          gsize           n_bytes);
gboolean    ful_json_reader_begin        (FulJsonReader  *self,
                                          char            open);
gboolean    ful_json_reader_next_element (FulJsonReader  *self,
                                          gboolean       *first);
const char *ful_json_reader_next_key     (FulJsonReader  *self,
                                          gboolean       *first,
                                          gsize          *length);
const char *ful_json_reader_view_string  (FulJsonReader  *self,
                                          gsize          *length);
void        ful_json_reader_read_string  (FulJsonReader  *self,
                                          FulBytes       *to);
gboolean    ful_json_reader_read_word    (FulJsonReader  *self,
                                          const char     *word);
gsize       ful_json_reader_read_number  (FulJsonReader  *self,
                                          char           *text,
                                          double         *out);
double      ful_json_reader_read_number_or_skip (FulJsonReader *self);
void        ful_json_reader_copy_value   (FulJsonReader  *self,
                                          FulBytes       *to);
void        ful_json_reader_finish       (FulJsonReader  *self,
                                          gboolean       *trailing);

/* Whether a member is called @name; its name has @length bytes. */
static inline gboolean
ful_json_key_is (const char *key,
                 gsize       length,
                 const char *name)
{
  return length == strlen (name) && memcmp (key, name, length) == 0;
}

static inline guint64
ful_json_reader_get_offset (const FulJsonReader *self)
{
  return self->base + (guint64) (self->p - self->start);
}

/* Makes sure that 64 bytes can be loaded from @p; at the end of the text the missing ones are NULs. */
static inline void
ful_json_reader_need (FulJsonReader *self)
{
  if (G_UNLIKELY (self->end - self->p < 64) && !self->at_end)
    ful_json_reader_refill (self);
}

/**
 * ful_json_reader_skip_space:
 *
 * Returns: the next byte that is not white space, which is not consumed; NUL at the end
 */
static inline char
ful_json_reader_skip_space (FulJsonReader *self)
{
  return G_LIKELY (self->p < self->end && (guchar) *self->p > ' ') ? *self->p : ful_json_reader_skip_spaces (self);
}

G_END_DECLS
