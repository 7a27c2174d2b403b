/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Debug information of debuginfod servers that the user names, never of those in the environment (symbols.md 7.7). It is
 * kept, and read like any other ELF file. */

#include "config.h"

#include "ful-symbol-cache.h"
#include "ful-symbol-http.h"
#include "ful-symbol-place.h"
#include "symbols/ful-symbol-readers.h"
#include "symbols/ful-symbol-source.h"

#include "base/ful-error.h"
#include "symbolizer/ful-symbolizer.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <utime.h>

#define MAX_FILE_BYTES (G_GUINT64_CONSTANT (4) << 30)

static char *
dup_folder (void)
{
  g_autofree char *symbols = ful_symbol_cache_dup_folder ();

  return g_build_filename (symbols, "debuginfod", NULL);
}

/* Another name until it is complete, which is deleted with the others should the program end. */
static gboolean
download (const char    *server,
          const char    *resource,
          const char    *path,
          GCancellable  *cancellable,
          GError       **error)
{
  g_autofree char *folder = dup_folder ();
  g_autofree char *part = g_strdup_printf ("%s.%08x" FUL_SYMBOL_CACHE_DEBUG_SUFFIX, path, g_random_int ());
  g_autoptr(GFile) file = g_file_new_for_path (part);
  g_autoptr(GFileOutputStream) output = NULL;
  gboolean ok;

  g_mkdir_with_parents (folder, 0700);
  output = g_file_create (file, G_FILE_CREATE_PRIVATE, cancellable, error);
  if (output == NULL)
    return FALSE;

  ok = ful_symbol_http_fetch (server, resource, NULL, MAX_FILE_BYTES, G_OUTPUT_STREAM (output), cancellable, error) &&
       g_output_stream_close (G_OUTPUT_STREAM (output), cancellable, error);
  if (ok && g_rename (part, path) == 0)
    return TRUE;

  g_unlink (part);
  if (ok)
    g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The file could not be stored"));

  return FALSE;
}

char *
ful_symbol_debuginfod_fetch (FulSymbolRequest  *request,
                             guint              server,
                             const char        *build_id,
                             GCancellable      *cancellable)
{
  g_autofree char *folder = dup_folder ();
  g_autofree char *name = g_strconcat (build_id, FUL_SYMBOL_CACHE_DEBUG_SUFFIX, NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *resource = g_strdup_printf ("/buildid/%s/debuginfo", build_id);
  g_autofree char *url = g_strconcat (request->servers[server], resource, NULL);
  g_autoptr(GError) error = NULL;

  /* It may come from a file. */
  if (*build_id == '\0' || strspn (build_id, "0123456789abcdef") != strlen (build_id))
    return NULL;

  if (!request->ignore_cache && g_file_test (path, G_FILE_TEST_IS_REGULAR))
    {
      utime (path, NULL);   /* for what is used least to go first */
      return g_steal_pointer (&path);
    }

  if (!ful_symbol_request_can_ask (request, server, &ful_symbol_source_debuginfod))
    return NULL;
  if (!download (request->servers[server], resource, path, cancellable, &error))
    {
      ful_symbol_request_add_failure (request, server, error);
      ful_symbol_request_add_attempt (request, &ful_symbol_source_debuginfod, url, error->message);
      return NULL;
    }
  ful_symbol_request_add_attempt (request, &ful_symbol_source_debuginfod, url, _("Downloaded"));

  return g_steal_pointer (&path);
}

static FulSymbolResults *
look_up (FulSymbolRequest  *request,
         GCancellable      *cancellable)
{
  g_autofree char *folder = dup_folder ();
  g_autofree char *build_id = ful_symbol_elf_dup_build_id (request->lib);
  FulSymbolResults *results = NULL;
  gboolean has_files = FALSE;

  if (build_id == NULL || !ful_symbolizer_can_run ())
    return NULL;

  for (guint i = 0; request->servers[i] && results == NULL && !g_cancellable_is_cancelled (cancellable); i++)
    {
      g_autofree char *path = NULL;

      if (ful_symbol_place_get_kind (request->servers[i]) != FUL_SYMBOL_PLACE_DEBUGINFOD)
        continue;
      path = ful_symbol_debuginfod_fetch (request, i, build_id, cancellable);
      if (path == NULL)
        continue;
      has_files = TRUE;
      results = ful_symbol_elf_read_file (request, &ful_symbol_source_debuginfod, i, FUL_SYMBOL_NAMES, path, cancellable);
      request->file = results ? ful_symbol_request_get_last_file (request) : NULL;
      /* Another server may have the right one. */
      if (results == NULL && !g_cancellable_is_cancelled (cancellable))
        g_unlink (path);
    }
  /* Not only once a search: each file may have 4 GB. */
  if (has_files)
    ful_symbol_cache_trim (folder, FUL_SYMBOL_CACHE_BYTES, FUL_SYMBOL_CACHE_DAYS);

  return results;
}

const FulSymbolSource ful_symbol_source_debuginfod = { "debuginfod", look_up };
