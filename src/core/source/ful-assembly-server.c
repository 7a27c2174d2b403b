/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Instructions that a symbol server on this machine has (symbols.md 7.1), in the form in which the process that reads ELF
 * files gives them. */

#include "config.h"

#include "symbols/sources/ful-symbol-place.h"
#include "symbols/ful-symbol-readers.h"
#include "symbols/sources/ful-symbol-reply.h"
#include "symbols/ful-symbol-source.h"

#include "base/ful-error.h"

#include <glib/gi18n-lib.h>

#define MAX_BYTES (G_GUINT64_CONSTANT (64) << 20)

typedef struct
{
  guint64 offset;
  guint32 text;
} Instruction;

typedef struct
{
  FulSymbolBuilder *builder;
  GArray           *instructions;   /* Instruction: as they come */
  char             *arch;
  guint64           start;
  guint64           size;
} Reply;

static void
read_instructions (Reply         *self,
                   FulJsonReader *json)
{
  gboolean first = TRUE;

  ful_json_reader_begin (json, '[');
  while (ful_json_reader_next_element (json, &first))
    {
      Instruction instruction = { 0, FUL_SYMBOL_NONE };
      gboolean first_cell = TRUE;
      double offset = -1;

      ful_json_reader_begin (json, '[');
      for (guint i = 0; ful_json_reader_next_element (json, &first_cell); i++)
        {
          if (i == 0)
            ful_json_reader_read_number (json, NULL, &offset);
          else if (i == 1)
            instruction.text = ful_symbol_builder_add_text (self->builder, ful_symbol_reply_read_string (json));
          else
            ful_symbol_reply_skip (json);
        }
      if (instruction.text == FUL_SYMBOL_NONE || !(offset >= 0 && offset < G_MAXUINT32))
        {
          ful_json_reader_fail_with (json, FUL_ERROR_FORMAT, _("An instruction has no offset or no text"));
          return;
        }
      instruction.offset = (guint64) offset;
      g_array_append_val (self->instructions, instruction);
    }
}

static gboolean
read_member (FulJsonReader *json,
             const char    *key,
             gsize          length,
             gpointer       data)
{
  Reply *self = data;

  if (ful_symbol_reply_is_key (key, length, "startAddress"))
    ful_symbol_reply_read_hex (json, &self->start);
  else if (ful_symbol_reply_is_key (key, length, "size"))
    ful_symbol_reply_read_hex (json, &self->size);
  else if (ful_symbol_reply_is_key (key, length, "arch"))
    {
      g_free (self->arch);
      self->arch = g_strdup (ful_symbol_reply_read_string (json));
    }
  else if (ful_symbol_reply_is_key (key, length, "instructions"))
    read_instructions (self, json);
  else
    return FALSE;

  return TRUE;
}

/* Each reaches to the next one, which must be after it. */
static gboolean
add_results (Reply   *self,
             guint64  start)
{
  guint n = self->instructions->len;
  guint32 arch = ful_symbol_builder_add_text (self->builder, self->arch);

  if (n == 0 || arch == FUL_SYMBOL_NONE || self->start != start)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const Instruction *instruction = &g_array_index (self->instructions, Instruction, i);
      guint64 end = i + 1 < n ? instruction[1].offset : self->size;

      if (end <= instruction->offset || end - instruction->offset > G_MAXUINT16)
        return FALSE;
      ful_symbol_builder_add (self->builder, start + instruction->offset);
      ful_symbol_builder_set_symbol (self->builder, start + instruction->offset, end - instruction->offset, instruction->text);
      ful_symbol_builder_add_frame (self->builder, arch, FUL_SYMBOL_NONE, 0);
    }

  return TRUE;
}

static void
reply_init (Reply *self)
{
  *self = (Reply) { .builder = ful_symbol_builder_new (), .start = G_MAXUINT64 };
  self->instructions = g_array_new (FALSE, FALSE, sizeof (Instruction));
}

/* Returns: (transfer full) (nullable): the results, if the reply was @parsed */
static FulSymbolResults *
reply_finish (Reply     *self,
              gboolean   parsed,
              guint64    start,
              GError   **error)
{
  gboolean ok = parsed && add_results (self, start);
  FulSymbolResults *results = ok ? ful_symbol_builder_finish (g_steal_pointer (&self->builder)) : NULL;

  if (parsed && !ok)
    g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT,
                         _("The answer of the server is wrong: it does not have the instructions from the address on"));
  g_clear_pointer (&self->builder, ful_symbol_builder_free);
  g_array_unref (self->instructions);
  g_free (self->arch);

  return results;
}

FulSymbolResults *
ful_assembly_server_read (const char  *text,
                          gsize        n,
                          guint64      start,
                          GError     **error)
{
  Reply self;

  reply_init (&self);

  return reply_finish (&self, ful_symbol_reply_parse (text, n, read_member, &self, error), start, error);
}

static char *
make_body (const FulSymbolRequest  *request,
           FulSymbolWhat            what)
{
  const FulLib *lib = request->lib;
  g_autofree char *start = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", request->addresses[0]);
  g_autofree char *size = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", request->addresses[1] - request->addresses[0]);
  FulBytes json = { NULL };

  ful_symbol_body_add (&json, "debugName", lib->debug_name);
  ful_symbol_body_add (&json, "debugId", lib->breakpad_id);
  ful_symbol_body_add (&json, "name", lib->name);
  ful_symbol_body_add (&json, "codeId", lib->code_id);
  ful_symbol_body_add (&json, "startAddress", start);
  ful_symbol_body_add (&json, "size", size);
  ful_bytes_append_s (&json, ",\"continueUntilFunctionEnd\":");
  ful_bytes_append_s (&json, what == FUL_SYMBOL_FUNCTION ? "true}" : "false}");
  ful_bytes_append_c (&json, '\0');

  return json.data;
}

FulSymbolResults *
ful_assembly_server_ask (FulSymbolRequest  *request,
                         FulSymbolWhat      what,
                         GCancellable      *cancellable)
{
  FulSymbolResults *results = NULL;

  for (guint i = 0; request->servers[i] && results == NULL && !g_cancellable_is_cancelled (cancellable); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autofree char *body = NULL;
      guint64 max_bytes = MAX_BYTES;
      gboolean parsed;
      Reply self;

      if (ful_symbol_place_get_kind (request->servers[i]) != FUL_SYMBOL_PLACE_SERVER ||
          !ful_symbol_place_is_local (request->servers[i]))
        continue;
      reply_init (&self);
      body = make_body (request, what);
      parsed = ful_symbol_reply_fetch (request->servers[i], "/asm/v1", body, &max_bytes, read_member, &self, cancellable, &error);
      results = reply_finish (&self, parsed, request->addresses[0], &error);
      ful_symbol_request_add_attempt (request, &ful_symbol_source_server, request->servers[i],
                                      results ? _("Instructions found") : error->message);
    }

  return results;
}
