/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The text of a source that a symbol server on this machine has (symbols.md 9). The server gives a file only if it is that
 * of an address. */

#include "config.h"

#include "ful-source-server.h"

#include "symbols/sources/ful-symbol-place.h"
#include "symbols/sources/ful-symbol-reply.h"

#include "base/ful-bytes.h"
#include "base/ful-error.h"

#include <glib/gi18n-lib.h>

#define MAX_BYTES (G_GUINT64_CONSTANT (64) << 20)

/* Returns: number of a frame of a library that has the source, or %FUL_NONE */
static gint64
find_frame (FulProfile          *profile,
            FulSourceIndex       source,
            const FulFrameTable *frames)
{
  for (guint i = 0; i < frames->table.n_rows; i++)
    if (frames->lib[i] != FUL_NONE && frames->address[i] >= 0 && profile->funcs->source[frames->func[i]] == source)
      return i;

  return FUL_NONE;
}

static gboolean
read_member (FulJsonReader *json,
             const char    *key,
             gsize          length,
             gpointer       data)
{
  char **text = data;

  if (*text || !ful_symbol_reply_is_key (key, length, "source"))
    return FALSE;
  *text = g_strdup (ful_symbol_reply_read_string (json));

  return TRUE;
}

/* Returns: (transfer full) (nullable): the text */
static char *
ask (const char    *server,
     const FulLib  *lib,
     gint64         address,
     const char    *file,
     GCancellable  *cancellable,
     GError       **error)
{
  g_autofree char *offset = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", address);
  g_autofree char *text = NULL;
  FulBytes body = { NULL };
  guint64 max_bytes = MAX_BYTES;
  gboolean ok;

  ful_symbol_body_add (&body, "debugName", lib->debug_name);
  ful_symbol_body_add (&body, "debugId", lib->breakpad_id);
  ful_symbol_body_add (&body, "moduleOffset", offset);
  ful_symbol_body_add (&body, "file", file);
  ful_bytes_append (&body, "}", 2);
  ok = ful_symbol_reply_fetch (server, "/source/v1", body.data, &max_bytes, read_member, &text, cancellable, error);
  ful_bytes_clear (&body);
  if (ok && text == NULL)
    g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The answer of the server is wrong: it has no source"));

  return ok ? g_steal_pointer (&text) : NULL;
}

/**
 * ful_source_server_load:
 * @source: a source of @profile
 * @frames: frames of @profile, of which one that has the source proves that it is meant
 * @places: (nullable) (array zero-terminated): places of symbols; servers of the symbolication API on this machine are asked
 * @out_server: (out) (nullable): the one that has it
 * @error: why there is none
 *
 * Blocks.
 *
 * Returns: (transfer full) (nullable): the text; %NULL without @error if there is no such server
 */
char *
ful_source_server_load (FulProfile           *profile,
                        FulSourceIndex        source,
                        const FulFrameTable  *frames,
                        const char *const    *places,
                        char                **out_server,
                        GCancellable         *cancellable,
                        GError              **error)
{
  const char *file = ful_profile_get_string (profile, profile->sources->filename[source]);
  gint64 frame = find_frame (profile, source, frames);
  g_autoptr(GError) failed = NULL;

  *out_server = NULL;
  for (guint i = 0; frame != FUL_NONE && places && places[i]; i++)
    {
      char *text;

      if (ful_symbol_place_get_kind (places[i]) != FUL_SYMBOL_PLACE_SERVER || !ful_symbol_place_is_local (places[i]))
        continue;
      g_clear_error (&failed);
      text = ask (places[i], g_ptr_array_index (profile->libs, frames->lib[frame]), frames->address[frame], file, cancellable,
                  &failed);
      if (text)
        {
          *out_server = g_strdup (places[i]);
          return text;
        }
    }
  if (failed)
    g_propagate_error (error, g_steal_pointer (&failed));

  return NULL;
}
