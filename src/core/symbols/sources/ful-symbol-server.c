/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Symbols of a server of the symbolication API, version 5 (symbols.md 7.7). A reply with an error is discarded as a
 * whole. */

#include "config.h"

#include "ful-symbol-place.h"
#include "symbols/ful-symbol-readers.h"
#include "ful-symbol-reply.h"
#include "symbols/ful-symbol-source.h"

#include "base/ful-bytes.h"
#include "base/ful-error.h"
#include "io/raw/ful-raw-get.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_ADDRESSES 10000   /* of a request */

#define BASE_BYTES (G_GUINT64_CONSTANT (64) << 20)
#define ADDRESS_BYTES 4096
#define MAX_BYTES (G_GUINT64_CONSTANT (1) << 30)

typedef struct
{
  FulJsonReader           *json;
  const FulSymbolRequest *request;
  char                    *module;    /* its key in the reply */
  FulSymbolBuilder        *builder;
  GArray                  *inlines;   /* FulSymbolFrame: of the current frame, innermost first; without a name %FUL_SYMBOL_NONE */
  gboolean                 is_found;
  gboolean                 has_frames;
} Reply;

/* Returns: place of the text, or %FUL_SYMBOL_NONE */
static guint32
read_text (Reply *self)
{
  return ful_symbol_builder_add_text (self->builder, ful_symbol_reply_read_string (self->json));
}

static guint
read_line (Reply *self)
{
  double line = 0;

  if (ful_json_reader_skip_space (self->json) == 'n')
    ful_symbol_reply_skip (self->json);
  else
    ful_json_reader_read_number (self->json, NULL, &line);

  return line >= 1 && line < G_MAXINT32 ? (guint) line : 0;
}

static void
read_inlines (Reply *self)
{
  gboolean first = TRUE;

  g_array_set_size (self->inlines, 0);
  if (ful_json_reader_skip_space (self->json) == 'n')
    {
      ful_symbol_reply_skip (self->json);
      return;
    }
  ful_json_reader_begin (self->json, '[');
  while (ful_json_reader_next_element (self->json, &first))
    {
      FulSymbolFrame frame = { FUL_SYMBOL_NONE, FUL_SYMBOL_NONE, 0 };
      gboolean first_key = TRUE;
      const char *key;
      gsize length;

      if (self->inlines->len == FUL_SYMBOL_MAX_INLINED)
        ful_json_reader_fail_with (self->json, FUL_ERROR_FORMAT, _("More than %d inlined functions"), FUL_SYMBOL_MAX_INLINED);
      ful_json_reader_begin (self->json, '{');
      while ((key = ful_json_reader_next_key (self->json, &first_key, &length)))
        {
          if (ful_symbol_reply_is_key (key, length, "function"))
            frame.name = read_text (self);
          else if (ful_symbol_reply_is_key (key, length, "file"))
            frame.file = read_text (self);
          else if (ful_symbol_reply_is_key (key, length, "line"))
            frame.line = read_line (self);
          else
            ful_symbol_reply_skip (self->json);
        }
      g_array_append_val (self->inlines, frame);
    }
}

static void
add_inlines (Reply   *self,
             guint64  address)
{
  guint n = self->inlines->len;

  for (guint i = n; i > 0; i--)
    {
      FulSymbolFrame *frame = &g_array_index (self->inlines, FulSymbolFrame, i - 1);

      if (frame->name == FUL_SYMBOL_NONE)
        {
          g_autofree char *name = g_strdup_printf ("<unknown at 0x%" G_GINT64_MODIFIER "x at inline depth %u>", address, n - i + 1);

          frame->name = ful_symbol_builder_add_text (self->builder, name);
        }
      ful_symbol_builder_add_frame (self->builder, frame->name, frame->file, frame->line);
    }
}

/* The frame of address number @at. */
static void
read_frame (Reply *self,
            guint  at)
{
  FulSymbolFrame frame = { FUL_SYMBOL_NONE, FUL_SYMBOL_NONE, 0 };
  guint64 address = self->request->addresses[at], module_offset = 0, function_offset = 0, size = 0;
  gboolean is_of_address = FALSE, has_offset = FALSE, first = TRUE;
  const char *key;
  gsize length;

  g_array_set_size (self->inlines, 0);
  ful_json_reader_begin (self->json, '{');
  while ((key = ful_json_reader_next_key (self->json, &first, &length)))
    {
      if (ful_symbol_reply_is_key (key, length, "module_offset"))
        is_of_address = ful_symbol_reply_read_hex (self->json, &module_offset) && module_offset == address;
      else if (ful_symbol_reply_is_key (key, length, "function"))
        frame.name = read_text (self);
      else if (ful_symbol_reply_is_key (key, length, "function_offset"))
        has_offset = ful_symbol_reply_read_hex (self->json, &function_offset);
      else if (ful_symbol_reply_is_key (key, length, "function_size"))
        ful_symbol_reply_read_hex (self->json, &size);
      else if (ful_symbol_reply_is_key (key, length, "file"))
        frame.file = read_text (self);
      else if (ful_symbol_reply_is_key (key, length, "line"))
        frame.line = read_line (self);
      else if (ful_symbol_reply_is_key (key, length, "inlines"))
        read_inlines (self);
      else
        ful_symbol_reply_skip (self->json);
    }
  if (self->json->error)
    return;
  if (!is_of_address || function_offset > address)
    {
      ful_json_reader_fail_with (self->json, FUL_ERROR_FORMAT, _("The answer is for another address than was asked for"));
      return;
    }

  ful_symbol_builder_add (self->builder, address);
  if (frame.name == FUL_SYMBOL_NONE || !has_offset)
    return;
  ful_symbol_builder_set_symbol (self->builder, address - function_offset, size, frame.name);
  ful_symbol_builder_add_frame (self->builder, frame.name, frame.file, frame.line);
  add_inlines (self, address);
}

static void
fail_by_number (Reply *self)
{
  ful_json_reader_fail_with (self->json, FUL_ERROR_FORMAT, _("The answer has another number of addresses than was asked for"));
}

/* One stack with a frame for each address. */
static void
read_stacks (Reply *self)
{
  gboolean first_stack = TRUE;

  ful_json_reader_begin (self->json, '[');
  while (ful_json_reader_next_element (self->json, &first_stack))
    {
      gboolean first = TRUE;
      guint n = 0;

      if (self->has_frames)
        fail_by_number (self);
      ful_json_reader_begin (self->json, '[');
      while (ful_json_reader_next_element (self->json, &first))
        {
          if (n == self->request->n_addresses)
            fail_by_number (self);
          else
            read_frame (self, n++);
        }
      if (n < self->request->n_addresses)
        fail_by_number (self);
      self->has_frames = TRUE;
    }
}

static void
read_modules (Reply *self)
{
  gboolean first = TRUE;
  const char *key;
  gsize length;

  ful_json_reader_begin (self->json, '{');
  while ((key = ful_json_reader_next_key (self->json, &first, &length)))
    {
      gboolean is_module = length == strlen (self->module) && g_ascii_strncasecmp (key, self->module, length) == 0;

      if (is_module && ful_json_reader_skip_space (self->json) == 't')
        self->is_found = ful_json_reader_read_word (self->json, "true");
      else
        ful_symbol_reply_skip (self->json);
    }
}

static void
read_result (Reply *self)
{
  gboolean first = TRUE;
  const char *key;
  gsize length;

  ful_json_reader_begin (self->json, '{');
  while ((key = ful_json_reader_next_key (self->json, &first, &length)))
    {
      if (ful_symbol_reply_is_key (key, length, "found_modules"))
        read_modules (self);
      else if (ful_symbol_reply_is_key (key, length, "stacks"))
        read_stacks (self);
      else
        ful_symbol_reply_skip (self->json);
    }
}

static gboolean
read_member (FulJsonReader *json,
             const char    *key,
             gsize          length,
             gpointer       data)
{
  Reply *self = data;
  gboolean first = TRUE;

  if (!ful_symbol_reply_is_key (key, length, "results"))
    return FALSE;

  self->json = json;
  ful_json_reader_begin (json, '[');
  while (ful_json_reader_next_element (json, &first))
    read_result (self);

  return TRUE;
}

static void
reply_init (Reply                   *self,
            const FulSymbolRequest  *request,
            FulSymbolBuilder        *builder)
{
  *self = (Reply) { .request = request, .builder = builder };
  self->module = g_strconcat (request->lib->debug_name, "/", request->lib->breakpad_id, NULL);
  self->inlines = g_array_new (FALSE, FALSE, sizeof (FulSymbolFrame));
}

static void
reply_clear (Reply *self)
{
  g_array_unref (self->inlines);
  g_free (self->module);
}

/* Of a reply that was parsed. */
static gboolean
check (Reply   *self,
       GError **error)
{
  if (!self->is_found)
    g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The server does not have the library"));
  else if (!self->has_frames)
    g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The answer of the server is wrong: it has no frames"));

  return self->is_found && self->has_frames;
}

gboolean
ful_symbol_server_read (const FulSymbolRequest   *request,
                        const char               *text,
                        gsize                     n,
                        FulSymbolBuilder         *builder,
                        GError                  **error)
{
  Reply self;
  gboolean ok;

  reply_init (&self, request, builder);
  ok = ful_symbol_reply_parse (text, n, read_member, &self, error) && check (&self, error);
  reply_clear (&self);

  return ok;
}

/* Returns: (transfer full): JSON */
static char *
make_body (const FulSymbolRequest *request)
{
  FulBytes text = { NULL };

  ful_bytes_append_s (&text, "{\"jobs\":[{\"memoryMap\":[[");
  ful_raw_write_string (request->lib->debug_name, &text);
  ful_bytes_append_c (&text, ',');
  ful_raw_write_string (request->lib->breakpad_id, &text);
  ful_bytes_append_s (&text, "]],\"stacks\":[[");
  for (guint i = 0; i < request->n_addresses; i++)
    {
      char frame[40];

      g_snprintf (frame, sizeof frame, "%s[0,%" G_GUINT64_FORMAT "]", i > 0 ? "," : "", request->addresses[i]);
      ful_bytes_append_s (&text, frame);
    }
  ful_bytes_append_s (&text, "]]}]}");
  ful_bytes_append_c (&text, '\0');

  return text.data;
}

static gboolean
ask (const FulSymbolRequest   *request,
     const char               *server,
     guint64                  *max_bytes,
     FulSymbolBuilder         *builder,
     GCancellable             *cancellable,
     GError                  **error)
{
  g_autofree char *body = make_body (request);
  Reply self;
  gboolean ok;

  reply_init (&self, request, builder);
  ok = ful_symbol_reply_fetch (server, "/symbolicate/v5", body, max_bytes, read_member, &self, cancellable, error) &&
       check (&self, error);
  reply_clear (&self);

  return ok;
}

/* Returns: (transfer full) (nullable): the results of one server, to requests in a row */
static FulSymbolResults *
ask_all (const FulSymbolRequest   *request,
         const char               *server,
         GCancellable             *cancellable,
         GError                  **error)
{
  g_autoptr(FulSymbolBuilder) builder = ful_symbol_builder_new ();
  guint64 max_bytes = MIN (BASE_BYTES + request->n_addresses * (guint64) ADDRESS_BYTES, MAX_BYTES);

  for (guint i = 0; i < request->n_addresses; i += MAX_ADDRESSES)
    {
      FulSymbolRequest part = *request;

      part.addresses = request->addresses + i;
      part.n_addresses = MIN (request->n_addresses - i, MAX_ADDRESSES);
      if (!ask (&part, server, &max_bytes, builder, cancellable, error))
        return NULL;
    }

  return ful_symbol_builder_finish (g_steal_pointer (&builder));
}

/* The first one with lines counts, else the first with symbols. Nothing is kept: a server may know more another time. */
static FulSymbolResults *
look_up (FulSymbolRequest  *request,
         GCancellable      *cancellable)
{
  FulSymbolResults *best = NULL;

  for (guint i = 0; request->servers[i] && !g_cancellable_is_cancelled (cancellable); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(FulSymbolResults) results = NULL;
      gboolean has_lines;

      if (ful_symbol_place_get_kind (request->servers[i]) != FUL_SYMBOL_PLACE_SERVER ||
          !ful_symbol_request_can_ask (request, i, &ful_symbol_source_server))
        continue;
      results = ask_all (request, request->servers[i], cancellable, &error);
      if (results == NULL)
        ful_symbol_request_add_failure (request, i, error);
      has_lines = results && ful_symbol_results_has_lines (results);
      ful_symbol_request_add_attempt (request, &ful_symbol_source_server, request->servers[i],
                                      results == NULL ? error->message
                                      : has_lines ? _("Symbols and lines found")
                                      : results->n_symbols > 0 ? _("Symbols without lines found") : _("It has no symbols"));
      if (results && results->n_symbols > 0 && (best == NULL || has_lines))
        {
          g_clear_pointer (&best, ful_symbol_results_unref);
          best = g_steal_pointer (&results);
          request->file = ful_symbol_request_get_last_file (request);
        }
      if (best && has_lines)
        break;
    }

  return best;
}

const FulSymbolSource ful_symbol_source_server = { "server", look_up };
