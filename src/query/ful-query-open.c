/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Opens a profile with the view that the options describe. */

#include "config.h"

#include "ful-query-open.h"

#include "ful-query-symbols.h"
#include "ful-query-system.h"

#include "base/ful-error.h"
#include "import/ful-loader.h"
#include "stacks/ful-own-code.h"

static FulProfile *
load (const char    *name,
      const char    *member,
      FulLoadFlags   flags,
      GError       **error)
{
  g_autoptr(GFile) file = NULL;
  g_autoptr(GInputStream) stream = g_str_equal (name, "-") ? ful_query_system_open_input () : NULL;

  if (stream)
    return ful_loader_load_stream (stream, member, flags, NULL, NULL, error);
  file = g_file_new_for_commandline_arg (name);

  return ful_loader_load_member (file, member, flags, NULL, NULL, error);
}

static gboolean
is_usage (const GError *error)
{
  return g_error_matches (error, FUL_ERROR, FUL_ERROR_ARGUMENT) || g_error_matches (error, FUL_ERROR, FUL_ERROR_UNKNOWN_NAME);
}

/**
 * ful_query_open:
 * @query: gets the profile, with symbols, and its views
 * @options: the options of the command line
 * @name: file of the profile; "-" is standard input
 * @out_status: (out): what the program ends with after an error
 * @error: what is wrong with the options, or the file
 */
gboolean
ful_query_open (FulQuery               *query,
                const FulQueryOptions  *options,
                const char             *name,
                FulExitStatus          *out_status,
                GError                **error)
{
  g_autoptr(FulProfile) loaded = NULL;
  g_autoptr(GError) load_error = NULL;

  *out_status = FUL_EXIT_USAGE;
  if (!ful_query_options_read_view (options, query, error) || !ful_query_check_symbols (query, error))
    return FALSE;

  loaded = load (name, query->member, (options->accept_newer ? FUL_LOAD_ACCEPT_NEWER : 0) | (options->partial ? FUL_LOAD_PARTIAL : 0),
                 &load_error);
  if (loaded == NULL)
    {
      *out_status = is_usage (load_error) ? FUL_EXIT_USAGE : FUL_EXIT_UNREADABLE;
      g_propagate_error (error, g_steal_pointer (&load_error));
      return FALSE;
    }
  ful_query_set_profile (query, loaded);
  if (query->symbols && !(query->command->flags & FUL_COMMAND_SYMBOLS))
    {
      g_autoptr(GPtrArray) symbols = ful_query_symbolicate (query, error);

      if (symbols == NULL)
        return FALSE;
    }

  ful_own_code_set (query->profile, (const char * const *) options->own, (const char * const *) options->not_own);
  if (options->thread_name && !ful_query_options_match_threads (options, query, error))
    {
      *out_status = FUL_EXIT_NOTHING;
      return FALSE;
    }

  return ful_query_options_complete_views (options, query, error);
}

/* What ful_query_open() has opened. */
void
ful_query_close (FulQuery *query)
{
  g_clear_object (&query->profile);
  g_clear_pointer (&query->views, g_ptr_array_unref);
  ful_transform_reader_clear (&query->reader);
}
