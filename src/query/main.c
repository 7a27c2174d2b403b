/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query COMMAND [OPTION…] PROFILE: answers questions about a profile on
 * standard output. Errors are one line on standard error. */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-options.h"
#include "ful-query-symbols.h"

#include "base/ful-error.h"
#include "base/ful-format.h"
#include "base/ful-memory.h"
#include "import/ful-loader.h"
#include "model/ful-import-log.h"

#include <errno.h>
#include <locale.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEFAULT_LIMIT 300
#define DEFAULT_LIMIT_ROWS 12
#define DEFAULT_LIMIT_BOXES 80
#define DEFAULT_COLUMNS 200
#define DEFAULT_PIXELS 1200

/* Blocks of this size and more are mapped each for itself, and grow in place. */
#define MAPPED_BYTES (1 << 20)

static FulProfile *
load (const char    *name,
      const char    *member,
      FulLoadFlags   flags,
      GError       **error)
{
  g_autoptr(GFile) file = NULL;
  g_autoptr(GInputStream) stream = g_str_equal (name, "-") ? ful_query_open_standard_input () : NULL;

  if (stream)
    return ful_loader_load_stream (stream, member, flags, NULL, NULL, error);
  file = g_file_new_for_commandline_arg (name);

  return ful_loader_load_member (file, member, flags, NULL, NULL, error);
}

static const FulCommand *
find_command (const char *name)
{
  for (guint i = 0; ful_commands[i]; i++)
    if (g_str_equal (ful_commands[i]->name, name))
      return ful_commands[i];

  return NULL;
}

static void
print_help (FILE *stream)
{
  fprintf (stream, "Usage: fulgens-query COMMAND [OPTION…] PROFILE\n\nCommands:\n");
  for (guint i = 0; ful_commands[i]; i++)
    fprintf (stream, "  %-12s %s\n", ful_commands[i]->name, ful_commands[i]->summary);
  fprintf (stream, "\nPROFILE is a file, or - for standard input."
                   "\nfulgens-query COMMAND --help lists the options of a command.\n");
}

static FulExitStatus
fail (GError        *error,
      FulExitStatus  status)
{
  g_strdelimit (error->message, "\n", ' ');
  g_printerr ("fulgens-query: %s%s\n", error->message,
              g_error_matches (error, FUL_ERROR, FUL_ERROR_NEWER_VERSION) ? "; --accept-newer reads what it can" :
              g_error_matches (error, FUL_ERROR, FUL_ERROR_TRUNCATED) ? " --partial reads what is there" :
              g_error_matches (error, FUL_ERROR, FUL_ERROR_SEVERAL) ? "; fulgens-query members lists them, --member PATH chooses one" : "");

  return g_error_matches (error, FUL_ERROR, FUL_ERROR_ARGUMENT) || g_error_matches (error, FUL_ERROR, FUL_ERROR_UNKNOWN_NAME)
         ? FUL_EXIT_USAGE : status;
}

/* Writes the rest of the buffer; the disk may be full only now. */
static FulExitStatus
finish_output (FulExitStatus status)
{
  gboolean failed = ferror (stdout);
  struct pollfd reader = { .fd = STDOUT_FILENO };

  errno = 0;
  if (fflush (stdout) == 0 && !failed)
    return status;

  /* A closed pipe, as by head, is not reported. The reason of an earlier failed write is not known any more. */
  if (errno == EPIPE || (poll (&reader, 1, 0) == 1 && (reader.revents & POLLERR)))
    return FUL_EXIT_OUTPUT;
  g_printerr ("fulgens-query: Standard output cannot be written%s%s\n", errno ? ": " : "", errno ? g_strerror (errno) : "");

  return FUL_EXIT_OUTPUT;
}

/* Runs a command that reads no profile. */
static FulExitStatus
follow (const FulCommand *command,
        FulQuery         *query)
{
  g_autoptr(GError) error = NULL;
  FulExitStatus status = command->run (query, &error);

  return error ? fail (error, command->flags & FUL_COMMAND_FILE ? FUL_EXIT_UNREADABLE :
                       error->domain == G_IO_ERROR ? FUL_EXIT_OUTPUT : FUL_EXIT_USAGE) : status;
}

static FulExitStatus
answer (const FulCommand      *command,
        const FulQueryOptions *options,
        const char            *profile,
        FulQuery              *query)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(FulProfile) loaded = NULL;
  FulExitStatus status;

  if (!ful_query_options_read_view (options, query, &error) || !ful_query_check_symbols (query, &error))
    return fail (error, FUL_EXIT_USAGE);

  loaded = load (profile, query->member, (options->accept_newer ? FUL_LOAD_ACCEPT_NEWER : 0) | (options->partial ? FUL_LOAD_PARTIAL : 0),
                 &error);
  if (loaded == NULL)
    return fail (error, FUL_EXIT_UNREADABLE);
  ful_query_set_profile (query, loaded);
  if (query->symbols && !(command->flags & FUL_COMMAND_SYMBOLS))
    {
      g_autoptr(GPtrArray) symbols = ful_query_symbolicate (query, &error);

      if (symbols == NULL)
        return fail (error, FUL_EXIT_USAGE);
    }

  if (options->thread_name && !ful_query_options_match_threads (options, query, &error))
    {
      fail (error, FUL_EXIT_NOTHING);
      return FUL_EXIT_NOTHING;
    }
  if (!ful_query_options_complete_views (options, query, &error))
    return fail (error, FUL_EXIT_USAGE);

  query->command = command;
  status = command->run ? command->run (query, &error) : ful_query_answer (query, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE))
    return FUL_EXIT_OUTPUT;
  if (error)
    return fail (error, error->domain == G_IO_ERROR ? FUL_EXIT_OUTPUT : FUL_EXIT_USAGE);

  if (options->strict && ful_import_log_get_worst (query->profile->log) == FUL_SEVERITY_DATA_LOSS)
    {
      g_printerr ("fulgens-query: data were lost while reading; see fulgens-query check\n");
      return FUL_EXIT_NOTHING;
    }

  return status;
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr(GOptionContext) context = NULL;
  g_autoptr(GError) error = NULL;
  g_auto(GStrv) arguments = NULL;
  g_autofree char *summary = NULL;
  const FulCommand *command;
  const char *argument;
  FulQueryOptions options = { .limit = G_MAXINT,
                              .limit_rows = G_MAXINT, .limit_boxes = G_MAXINT,
                              .live = { .duration = G_MAXDOUBLE } };
  FulQuery query = { NULL };
  FulExitStatus status;
  guint n_arguments;

  ful_memory_init ();
#ifdef __GLIBC__
  /* Else columns that grow are copied, as soon as a large one was freed, and both copies count. 2026-11: peak of a
   * speedscope file of 52 MB 91 MB without this, 73 MB with; CPU 0.28 and 0.26 s. A capture of Firefox: the same. */
  if (!g_getenv ("FULGENS_PLAIN_MEMORY"))
    mallopt (M_MMAP_THRESHOLD, MAPPED_BYTES);
#endif
  signal (SIGXFSZ, SIG_IGN);   /* a file that is too large is an error to report */
  setlocale (LC_ALL, "");
  ful_format_use_locale ();
  arguments = g_strdupv (argv);

  if (argc < 2)
    {
      print_help (stderr);
      return FUL_EXIT_USAGE;
    }
  if (g_str_equal (argv[1], "--help") || g_str_equal (argv[1], "-h") || g_str_equal (argv[1], "help"))
    {
      print_help (stdout);
      return finish_output (FUL_EXIT_OK);
    }
  if (g_str_equal (argv[1], "--version"))
    {
      printf ("fulgens-query %s\n", PACKAGE_VERSION);
      return finish_output (FUL_EXIT_OK);
    }

  command = find_command (argv[1]);
  if (command == NULL)
    {
      g_printerr ("fulgens-query: There is no command “%s”; fulgens-query --help lists them\n", argv[1]);
      return FUL_EXIT_USAGE;
    }

  /* The command is not an option; the rest is parsed without it. */
  g_free (arguments[1]);
  memmove (arguments + 1, arguments + 2, (gsize) (argc - 1) * sizeof *arguments);

  options.width = command->flags & FUL_COMMAND_PICTURE ? DEFAULT_PIXELS : DEFAULT_COLUMNS;
  n_arguments = command->flags & FUL_COMMAND_FUNCTION ? 2 : command->flags & FUL_COMMAND_ALONE ? 0 : 1;
  argument = command->flags & FUL_COMMAND_ADDRESS ? "ADDRESS" : "PROFILE";
  context = g_option_context_new (n_arguments == 2 ? "FUNCTION PROFILE" : n_arguments == 1 ? argument : NULL);
  summary = g_strdup_printf ("fulgens-query %s: %s", command->name, command->summary);
  g_option_context_set_summary (context, summary);
  ful_query_options_add_entries (&options, context, command);
  if (!g_option_context_parse_strv (context, &arguments, &error))
    status = fail (error, FUL_EXIT_USAGE);
  else if (g_strv_length (arguments) != 1 + n_arguments || options.limit < 0 ||
           options.limit_rows < 0 || options.limit_boxes < 0 || options.width < 1 || options.width > 65536)
    {
      g_autofree char *missing = g_strdup_printf ("Exactly one %s is needed", argument);

      g_printerr ("fulgens-query: %s\n",
                  options.limit < 0 || options.limit_rows < 0 || options.limit_boxes < 0
                  ? "--limit and its like must not be negative"
                  : g_strv_length (arguments) != 1 + n_arguments
                  ? n_arguments == 1 ? missing : n_arguments == 2 ? "A FUNCTION and a PROFILE are needed"
                                               : "This command takes no argument"
                  : "--width must be from 1 to 65536");
      status = FUL_EXIT_USAGE;
    }
  else
    {
      query.json = options.json;
      if (query.json || options.csv)
        {
          /* JSON does not depend on the locale. */
          setlocale (LC_NUMERIC, "C");
          ful_format_set_plain (TRUE);
        }
      query.color = g_log_writer_supports_color (fileno (stdout)) && g_getenv ("NO_COLOR") == NULL;
      query.statistics = options.statistics;
      query.csv = options.csv;
      query.sort = g_steal_pointer (&options.sort);
      if (options.limit == G_MAXINT)
        options.limit = options.csv ? 0 : DEFAULT_LIMIT;
      if (options.limit_rows == G_MAXINT)
        options.limit_rows = options.csv ? 0 : DEFAULT_LIMIT_ROWS;
      if (options.limit_boxes == G_MAXINT)
        options.limit_boxes = options.csv ? 0 : DEFAULT_LIMIT_BOXES;
      if (options.all)
        options.limit = 0;
      query.limit = options.limit == 0 ? G_MAXUINT : (guint) options.limit;
      query.limit_rows = options.limit_rows == 0 ? G_MAXUINT : (guint) options.limit_rows;
      query.limit_boxes = options.limit_boxes == 0 ? G_MAXUINT : (guint) options.limit_boxes;
      query.width = (guint) options.width;
      query.svg = options.svg;
      query.png = options.png;
      query.dark = options.dark;
      query.remove = g_steal_pointer (&options.remove);
      query.keep = g_steal_pointer (&options.keep);
      query.output = g_steal_pointer (&options.output);
      query.format = g_steal_pointer (&options.format);
      query.paths = g_steal_pointer (&options.paths);
      query.symbols = g_steal_pointer (&options.symbols);
      query.again = options.again;
      query.function = n_arguments == 2 ? g_strdup (arguments[1]) : NULL;
      query.with_assembly = options.with_assembly;
      query.path_maps = g_steal_pointer (&options.path_maps);
      query.member = g_steal_pointer (&options.member);
      query.live = options.live;
      options.live = (FulQueryLive) { 0 };
      if (command->flags & FUL_COMMAND_ADDRESS)
        {
          query.live.address = g_strdup (arguments[n_arguments]);
          status = follow (command, &query);
        }
      else if (command->flags & FUL_COMMAND_ALONE)
        status = follow (command, &query);
      else
        {
          query.profile_path = g_str_equal (arguments[n_arguments], "-") ? NULL : g_strdup (arguments[n_arguments]);
          status = command->flags & FUL_COMMAND_FILE ? follow (command, &query)
                                                     : answer (command, &options, arguments[n_arguments], &query);
        }
      if (status <= FUL_EXIT_NOTHING)
        status = finish_output (status);
    }

  ful_query_clear (&query);
  ful_query_options_clear (&options);

  return status;
}
