/* SPDX-License-Identifier: GPL-3.0-or-later */

/* JSON text, pulled.
 *
 * No function needs more than 64 bytes at once: longer tokens (strings, skipped
 * values) are handled piece by piece, so chunks never have to be joined. The
 * bytes after the text are NULs, which no token contains; that ends every scan.
 * Text is valid UTF-8 already (see ful-byte-stream.c). */

#include "config.h"

#include "ful-json-reader.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdint.h>

/* Limit on memory for a text: tables of real profiles take about their size. */
#define FREE_MEMORY_BYTES (G_GUINT64_CONSTANT (512) << 20)
#define MEMORY_PER_BYTE 10u

static const char no_text[FUL_BYTES_PADDING];

/**
 * ful_json_reader_init_chunks:
 * @self: a reader
 * @chunks: where text comes from
 */
void
ful_json_reader_init_chunks (FulJsonReader *self,
                             FulChunks      chunks)
{
  ful_json_reader_init_memory (self, no_text, 0);
  self->chunks = chunks;
  self->at_end = FALSE;
}

static FulChunk *
next_of_stream (gpointer   stream,
                GError   **error)
{
  return ful_byte_stream_next (stream, error);
}

static void
release_to_stream (gpointer  stream,
                   FulChunk *chunk)
{
  ful_byte_stream_release (stream, chunk);
}

/**
 * ful_json_reader_init_stream:
 * @self: a reader
 * @stream: (transfer none): where chunks come from; outlives the reader
 * @first: (transfer full) (nullable): the first chunk, if it was taken from @stream
 */
void
ful_json_reader_init_stream (FulJsonReader *self,
                             FulByteStream *stream,
                             FulChunk      *first)
{
  ful_json_reader_init_chunks (self, (FulChunks) { stream, next_of_stream, release_to_stream });
  if (first)
    {
      self->start = self->p = first->data;
      self->end = first->data + first->n;
      self->chunk = first;
      self->base = ful_byte_stream_get_n_mark (stream);
    }
}

/**
 * ful_json_reader_init_memory:
 * @self: a reader
 * @text: valid UTF-8; %FUL_BYTES_PADDING more bytes can be loaded, with any value
 * @length: its length in bytes
 *
 * Reads one value out of a larger text: the value has to end within @length.
 */
void
ful_json_reader_init_memory (FulJsonReader *self,
                             const char    *text,
                             gsize          length)
{
  /* Done for each payload; an assignment of the whole takes three times as long. */
  self->p = self->start = text;
  self->end = text + length;
  self->base = 0;
  self->chunks = (FulChunks) { NULL };
  self->chunk = NULL;
  self->run_begin = NULL;
  self->at_end = TRUE;
  self->cancellable = NULL;
  self->depth = self->deepest = 0;
  self->max_depth = FUL_JSON_MAX_DEPTH;
  self->scratch = (FulBytes) { NULL };
  self->n_repaired = self->first_repaired = self->n_allocated = 0;
  self->partial = self->ended = self->cut = FALSE;
  self->error = NULL;
}

void
ful_json_reader_clear (FulJsonReader *self)
{
  if (self->chunk)
    self->chunks.release (self->chunks.source, self->chunk);
  self->chunk = NULL;
  ful_bytes_clear (&self->scratch);
  g_clear_error (&self->error);
}

/**
 * ful_json_reader_check:
 * @self: a reader
 * @error: the first error of the reader
 *
 * Returns: %TRUE if there was no error so far
 */
gboolean
ful_json_reader_check (FulJsonReader  *self,
                       GError        **error)
{
  if (self->error == NULL)
    return TRUE;

  g_propagate_error (error, g_error_copy (self->error));

  return FALSE;
}

static void
stop (FulJsonReader *self)
{
  self->base = ful_json_reader_get_offset (self);
  self->p = self->end = self->start = no_text;
  self->run_begin = NULL;
  self->at_end = TRUE;
}

void
ful_json_reader_fail_with (FulJsonReader *self,
                           FulError       code,
                           const char    *format,
                           ...)
{
  g_autofree char *message = NULL;
  va_list args;

  if (self->error)
    return;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  self->error = g_error_new (FUL_ERROR, code, _("%s at byte %ju"), message,
                             (uintmax_t) ful_json_reader_get_offset (self));
  stop (self);
}

/* Whether the text ends here, or within the token that begins here. */
static gboolean
ends_here (const FulJsonReader *self)
{
  static const char *const words[] = { "true", "false", "null" };
  gsize n = (gsize) (self->end - self->p);
  gsize n_token = 0;
  const char *set = *self->p == '\\' ? "\\u0123456789abcdefABCDEF" : "0123456789+-.eE";

  if (n == 0)
    return TRUE;
  if (!self->at_end)
    return FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (n < strlen (words[i]) && memcmp (self->p, words[i], n) == 0)
      return TRUE;

  if (*self->p == '\\' || *self->p == '-' || g_ascii_isdigit (*self->p))
    while (n_token < n && self->p[n_token] != '\0' && strchr (set, self->p[n_token]))
      n_token++;

  return n_token == n;
}

/**
 * ful_json_reader_fail:
 * @self: a reader
 * @expected: what is expected here: "a number", "“,” or “]”"
 *
 * Sets the error, unless there is one: what was expected, what was found, where.
 */
void
ful_json_reader_fail (FulJsonReader *self,
                      const char    *expected)
{
  g_autofree char *found = NULL;

  if (self->error)
    return;

  ful_json_reader_need (self);
  if (self->error)
    return;

  if (ends_here (self))
    {
      self->ended = TRUE;
      self->cut = self->partial;
      ful_json_reader_fail_with (self, FUL_ERROR_FORMAT, _("Unexpected end of the JSON text: expected %s"), expected);
      return;
    }

  if (g_ascii_isgraph (*self->p))
    found = g_strdup_printf ("“%c”", *self->p);
  else
    found = g_strdup_printf (_("byte 0x%02x"), (guchar) *self->p);
  ful_json_reader_fail_with (self, FUL_ERROR_FORMAT, _("This is not JSON: expected %s, found %s"), expected, found);
}

/**
 * ful_json_reader_refill:
 *
 * Gets the next chunk and prepends the remaining bytes of this one. The slow path
 * of ful_json_reader_need(). Errors of the stream become the reader's.
 */
void
ful_json_reader_refill (FulJsonReader *self)
{
  while (!self->at_end && self->end - self->p < 64)
    {
      gsize rest = (gsize) (self->end - self->p);
      FulChunk *chunk;
      GError *error = NULL;

      chunk = self->chunks.next (self->chunks.source, &error);
      if (chunk == NULL)
        {
          self->at_end = TRUE;
          if (error)
            {
              if (self->error == NULL)
                self->error = error;
              else
                g_error_free (error);
              stop (self);
              return;
            }
          if (self->chunk)
            memset ((char *) self->end, 0, FUL_BYTES_PADDING);
          return;
        }

      self->base = ful_json_reader_get_offset (self);
      memcpy (chunk->data - rest, self->p, rest);
      self->start = self->p = chunk->data - rest;
      self->end = chunk->data + chunk->n;
      if (self->chunk)
        self->chunks.release (self->chunks.source, self->chunk);
      self->chunk = chunk;
      self->run_begin = chunk->run_begin;
    }
}

/* The slow path of ful_json_reader_skip_space(). */
char
ful_json_reader_skip_spaces (FulJsonReader *self)
{
  for (;;)
    {
      ful_json_reader_need (self);
      while (self->p < self->end && (*self->p == ' ' || *self->p == '\n' || *self->p == '\r' || *self->p == '\t'))
        self->p++;
      if (self->p < self->end)
        return *self->p;
      if (self->at_end)
        return '\0';
    }
}

/**
 * ful_json_reader_has_budget:
 * @self: a reader
 * @n_bytes: memory that is going to be allocated
 *
 * Returns: whether ful_json_reader_account() would not fail
 */
gboolean
ful_json_reader_has_budget (const FulJsonReader *self,
                            gsize                n_bytes)
{
  guint64 n_allocated = self->n_allocated + n_bytes;

  return n_allocated <= FREE_MEMORY_BYTES ||
         n_allocated - FREE_MEMORY_BYTES <= MEMORY_PER_BYTE * ful_json_reader_get_offset (self);
}

/**
 * ful_json_reader_account:
 * @self: a reader
 * @n_bytes: memory that was allocated for the text
 *
 * Fails if that is out of proportion to the text: a table of empty rows, for
 * example, needs a hundred bytes for each three.
 */
void
ful_json_reader_account (FulJsonReader *self,
                         gsize          n_bytes)
{
  self->n_allocated += n_bytes;
  if (!ful_json_reader_has_budget (self, 0))
    ful_json_reader_fail_with (self, FUL_ERROR_TOO_LARGE, _("The JSON text needs more than %u times its size in memory"),
                               MEMORY_PER_BYTE);
}

/**
 * ful_json_reader_begin:
 * @self: a reader
 * @open: '[' or '{'
 *
 * Enters an array or object; it is an error if the next value is something else.
 */
gboolean
ful_json_reader_begin (FulJsonReader *self,
                       char           open)
{
  if (ful_json_reader_skip_space (self) != open)
    {
      ful_json_reader_fail (self, open == '[' ? _("an array") : _("an object"));
      return FALSE;
    }
  if (self->depth >= self->max_depth)
    {
      ful_json_reader_fail_with (self, FUL_ERROR_FORMAT, _("Arrays and objects are nested more than %u deep"),
                                 self->max_depth);
      return FALSE;
    }
  self->depth++;
  self->deepest = MAX (self->deepest, self->depth);
  self->p++;

  return TRUE;
}

/**
 * ful_json_reader_next_element:
 * @self: a reader inside an array
 * @first: (inout): %TRUE before the first call
 *
 * Returns: %TRUE if another element follows; %FALSE after the array, or after an error
 */
gboolean
ful_json_reader_next_element (FulJsonReader *self,
                              gboolean      *first)
{
  char c = ful_json_reader_skip_space (self);

  if (c == ']')
    {
      self->p++;
      self->depth--;
      return FALSE;
    }
  if (*first)
    {
      *first = FALSE;
      return self->error == NULL;
    }
  if (c != ',')
    {
      ful_json_reader_fail (self, _("“,” or “]”"));
      return FALSE;
    }
  self->p++;

  return TRUE;
}

/**
 * ful_json_reader_read_word:
 * @self: a reader before the first letter of @word
 * @word: "true", "false" or "null"
 */
gboolean
ful_json_reader_read_word (FulJsonReader *self,
                           const char    *word)
{
  gsize n = strlen (word);

  ful_json_reader_need (self);
  if ((gsize) (self->end - self->p) < n || memcmp (self->p, word, n) != 0)
    {
      ful_json_reader_fail (self, _("a value"));
      return FALSE;
    }
  self->p += n;

  return TRUE;
}

/**
 * ful_json_reader_read_number:
 * @self: a reader before a number
 * @text: (nullable): %FUL_JSON_NUMBER_MAX + 1 bytes that get the number as written
 * @out: (out): the number
 *
 * Returns: length of the text, or 0 after an error
 */
gsize
ful_json_reader_read_number (FulJsonReader *self,
                             char          *text,
                             double        *out)
{
  gsize available, length;

  ful_json_reader_need (self);
  available = (gsize) (self->end - self->p);
  length = available < 8 ? 0 : ful_json_number_parse (self->p, out);
  if (length == 0 || length > available)
    {
      /* Bytes after the available text may have been read as digits. */
      char copy[FUL_JSON_NUMBER_MAX + 9] = { 0 };

      memcpy (copy, self->p, MIN (available, FUL_JSON_NUMBER_MAX));
      length = ful_json_number_parse (copy, out);
    }
  if (length == 0 || length >= FUL_JSON_NUMBER_MAX)
    {
      ful_json_reader_fail (self, _("a number"));
      return 0;
    }
  if (text)
    {
      memcpy (text, self->p, length);
      text[length] = '\0';
    }
  self->p += length;

  return length;
}

/**
 * ful_json_reader_read_number_or_skip:
 * @self: a reader before a value
 *
 * Returns: the number; NaN for a value that is none, or after an error
 */
double
ful_json_reader_read_number_or_skip (FulJsonReader *self)
{
  char c = ful_json_reader_skip_space (self);
  double number;

  if (c == '-' || g_ascii_isdigit (c))
    return ful_json_reader_read_number (self, NULL, &number) ? number : NAN;
  ful_json_reader_copy_value (self, NULL);

  return NAN;
}

/**
 * ful_json_reader_finish:
 * @self: a reader after the value
 * @trailing: (out): whether something else than white space follows
 */
void
ful_json_reader_finish (FulJsonReader *self,
                        gboolean      *trailing)
{
  *trailing = ful_json_reader_skip_space (self) != '\0' || self->p < self->end;

  /* Read on to the end, so that a damaged checksum is noticed. */
  while (!self->at_end && self->error == NULL)
    {
      self->p = self->end;
      ful_json_reader_refill (self);
    }
}
