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
          const char    *request,
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

  ok = ful_symbol_http_fetch (server, request, NULL, MAX_FILE_BYTES, G_OUTPUT_STREAM (output), cancellable, error) &&
       g_output_stream_close (G_OUTPUT_STREAM (output), cancellable, error);
  if (ok && g_rename (part, path) == 0)
    return TRUE;

  g_unlink (part);
  if (ok)
    g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The file could not be stored"));

  return FALSE;
}

char *
ful_symbol_debuginfod_fetch (FulSymbolQuestion *question,
                             guint              server,
                             const char        *build_id,
                             GCancellable      *cancellable)
{
  g_autofree char *folder = dup_folder ();
  g_autofree char *name = g_strconcat (build_id, FUL_SYMBOL_CACHE_DEBUG_SUFFIX, NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *request = g_strdup_printf ("/buildid/%s/debuginfo", build_id);
  g_autofree char *url = g_strconcat (question->servers[server], request, NULL);
  g_autoptr(GError) error = NULL;

  /* It may come from a file. */
  if (*build_id == '\0' || strspn (build_id, "0123456789abcdef") != strlen (build_id))
    return NULL;

  if (!question->ignore_cache && g_file_test (path, G_FILE_TEST_IS_REGULAR))
    {
      utime (path, NULL);   /* for what is used least to go first */
      return g_steal_pointer (&path);
    }

  if (!ful_symbol_question_can_ask (question, server, &ful_symbol_source_debuginfod))
    return NULL;
  if (!download (question->servers[server], request, path, cancellable, &error))
    {
      ful_symbol_question_add_failure (question, server, error);
      ful_symbol_question_add_try (question, &ful_symbol_source_debuginfod, url, error->message);
      return NULL;
    }
  ful_symbol_question_add_try (question, &ful_symbol_source_debuginfod, url, _("Downloaded"));

  return g_steal_pointer (&path);
}

static FulSymbolAnswers *
look_up (FulSymbolQuestion *question,
         GCancellable      *cancellable)
{
  g_autofree char *folder = dup_folder ();
  g_autofree char *build_id = ful_symbol_elf_dup_build_id (question->lib);
  FulSymbolAnswers *answers = NULL;
  gboolean has_files = FALSE;

  if (build_id == NULL || !ful_symbolizer_can_run ())
    return NULL;

  for (guint i = 0; question->servers[i] && answers == NULL && !g_cancellable_is_cancelled (cancellable); i++)
    {
      g_autofree char *path = NULL;

      if (ful_symbol_place_get_kind (question->servers[i]) != FUL_SYMBOL_PLACE_DEBUGINFOD)
        continue;
      path = ful_symbol_debuginfod_fetch (question, i, build_id, cancellable);
      if (path == NULL)
        continue;
      has_files = TRUE;
      answers = ful_symbol_elf_read_file (question, &ful_symbol_source_debuginfod, i, FUL_SYMBOL_NAMES, path, cancellable);
      question->file = answers ? ful_symbol_question_get_last_file (question) : NULL;
      /* Another server may have the right one. */
      if (answers == NULL && !g_cancellable_is_cancelled (cancellable))
        g_unlink (path);
    }
  /* Not only once a search: each file may have 4 GB. */
  if (has_files)
    ful_symbol_cache_trim (folder, FUL_SYMBOL_CACHE_BYTES, FUL_SYMBOL_CACHE_DAYS);

  return answers;
}

const FulSymbolSource ful_symbol_source_debuginfod = { "debuginfod", look_up };
