/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query COMMAND [OPTION…] PROFILE: answers questions about a profile on
 * standard output. Errors are one line on standard error. */

#include "config.h"

#include "ful-commands.h"

#include "base/ful-error.h"
#include "import/ful-loader.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef G_OS_UNIX
#include <gio/gunixinputstream.h>
#endif

#define DEFAULT_LIMIT 300
#define DEFAULT_WIDTH 200

/* What GOption fills in. */
typedef struct
{
  gboolean   json;
  gboolean   strict;
  char      *threads;
  char      *thread_name;
  char      *range;
  char      *implementation;
  gboolean   invert;
  char      *search;
  gboolean   no_idle;
  char      *strategy;
  char      *view;
  int        limit;
  char      *output;
  int        width;
  char     **paths;
} Options;

static void
options_clear (Options *options)
{
  g_free (options->threads);
  g_free (options->thread_name);
  g_free (options->range);
  g_free (options->implementation);
  g_free (options->search);
  g_free (options->strategy);
  g_free (options->view);
  g_free (options->output);
  g_strfreev (options->paths);
}

static void
add_entries (GOptionContext *context,
             FulCommandFlags flags,
             Options        *options)
{
  const GOptionEntry common[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &options->json, "Answer in JSON", NULL },
    { "strict", 0, 0, G_OPTION_ARG_NONE, &options->strict, "Exit with status 1 if reading lost data", NULL },
    { NULL },
  };
  const GOptionEntry views[] = {
    { "thread", 't', 0, G_OPTION_ARG_STRING, &options->threads, "Threads by number", "N[,N…]" },
    { "thread-name", 0, 0, G_OPTION_ARG_STRING, &options->thread_name, "Threads by name", "GLOB" },
    { "range", 'r', 0, G_OPTION_ARG_STRING, &options->range, "Only these ms from the start", "START,END" },
    { "implementation", 'i', 0, G_OPTION_ARG_STRING, &options->implementation, "combined, js or cpp", "NAME" },
    { "invert", 'I', 0, G_OPTION_ARG_NONE, &options->invert, "The tree from the leaves", NULL },
    { "search", 's', 0, G_OPTION_ARG_STRING, &options->search, "Only stacks with all of these", "TEXT[,TEXT…]" },
    { "no-idle", 0, 0, G_OPTION_ARG_NONE, &options->no_idle, "Leave idle samples out", NULL },
    { "strategy", 0, 0, G_OPTION_ARG_STRING, &options->strategy, "What is summed: timing, js-allocations, …", "NAME" },
    { "view", 0, 0, G_OPTION_ARG_FILENAME, &options->view, "A view or a list of views instead of the above", "FILE|-" },
    { NULL },
  };
  const GOptionEntry limit[] = {
    { "limit", 'n', 0, G_OPTION_ARG_INT, &options->limit, "Rows to print, 0 for all", "N" },
    { NULL },
  };
  const GOptionEntry output[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output, "File to write", "FILE" },
    { NULL },
  };
  const GOptionEntry width[] = {
    { "width", 'w', 0, G_OPTION_ARG_INT, &options->width, "Columns of the graph", "N" },
    { NULL },
  };
  const GOptionEntry paths[] = {
    { "path", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->paths, "Names from the root on; one list for each view", "JSON" },
    { NULL },
  };

  g_option_context_add_main_entries (context, common, NULL);
  if (flags & FUL_COMMAND_VIEWS)
    g_option_context_add_main_entries (context, views, NULL);
  if (flags & FUL_COMMAND_LIMIT)
    g_option_context_add_main_entries (context, limit, NULL);
  if (flags & FUL_COMMAND_OUTPUT)
    g_option_context_add_main_entries (context, output, NULL);
  if (flags & FUL_COMMAND_WIDTH)
    g_option_context_add_main_entries (context, width, NULL);
  if (flags & FUL_COMMAND_PATHS)
    g_option_context_add_main_entries (context, paths, NULL);
}

static gboolean
refuse (GError     **error,
        const char  *option,
        const char  *value)
{
  g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "%s: “%s” is not understood", option, value);
  return FALSE;
}

static gboolean
parse_threads (const char  *text,
               GArray      *threads,
               GError     **error)
{
  g_auto(GStrv) parts = g_strsplit (text, ",", -1);

  for (guint i = 0; parts[i]; i++)
    {
      guint64 number;
      guint thread;

      if (!g_ascii_string_to_unsigned (parts[i], 10, 0, G_MAXINT32, &number, NULL))
        return refuse (error, "--thread", text);
      thread = (guint) number;
      g_array_append_val (threads, thread);
    }

  return TRUE;
}

static gboolean
parse_range (const char    *text,
             FulTimeRange  *range,
             GError       **error)
{
  char *end;

  range->start = g_ascii_strtod (text, &end);
  if (end == text || *end != ',')
    return refuse (error, "--range", text);
  text = end + 1;
  range->end = g_ascii_strtod (text, &end);

  return (end != text && *end == '\0') || refuse (error, "--range", text);
}

/* Threads whose own name matches. Needs the profile. */
static gboolean
match_threads (FulProfile  *profile,
               const char  *glob,
               GArray      *threads,
               GError     **error)
{
  g_autoptr(GPatternSpec) pattern = g_pattern_spec_new (glob);

  for (guint i = 0; i < profile->threads->len; i++)
    if (g_pattern_spec_match_string (pattern, ful_profile_get_thread (profile, i)->name))
      g_array_append_val (threads, i);

  if (threads->len == 0)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "No thread is named “%s”", glob);
      return FALSE;
    }

  return TRUE;
}

/* Replaces *@options with a changed copy. */
static void
take (FulDeriveOptions **options,
      FulDeriveOptions  *changed)
{
  ful_derive_options_unref (*options);
  *options = changed;
}

/* One view from the options of the command line. */
static FulDeriveOptions *
build_view (const Options  *options,
            GArray         *threads,
            GError        **error)
{
  g_autoptr(FulDeriveOptions) view = ful_derive_options_new ();
  FulImplementation implementation;
  FulStrategy strategy;
  FulTimeRange range;

  take (&view, ful_derive_options_with_threads (view, (guint *) (gpointer) threads->data, threads->len));
  if (options->range)
    {
      if (!parse_range (options->range, &range, error))
        return NULL;
      take (&view, ful_derive_options_with_range (view, &range));
    }
  if (options->implementation)
    {
      if (!ful_implementation_parse (options->implementation, &implementation, error))
        return NULL;
      take (&view, ful_derive_options_with_implementation (view, implementation));
    }
  if (options->strategy)
    {
      if (!ful_strategy_parse (options->strategy, &strategy, error))
        return NULL;
      take (&view, ful_derive_options_with_strategy (view, strategy));
    }
  if (options->search)
    take (&view, ful_derive_options_with_search (view, options->search));
  take (&view, ful_derive_options_with_invert (view, options->invert));
  take (&view, ful_derive_options_with_include_idle (view, !options->no_idle));

  return g_steal_pointer (&view);
}

/* Everything that can be refused without the profile is, before it is loaded. */
static gboolean
read_views (FulQuery       *query,
            const Options  *options,
            GError        **error)
{
  g_autoptr(GArray) threads = g_array_new (FALSE, FALSE, sizeof (guint));
  FulDeriveOptions *view;

  query->views = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_derive_options_unref);
  if (options->view)
    {
      if (options->threads || options->thread_name || options->range || options->implementation ||
          options->invert || options->search || options->no_idle || options->strategy)
        {
          g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT,
                               "--view takes the place of the options that describe a view");
          return FALSE;
        }
      return ful_query_read_views (query, options->view, error);
    }

  if (options->threads && !parse_threads (options->threads, threads, error))
    return FALSE;

  view = build_view (options, threads, error);
  if (view == NULL)
    return FALSE;
  g_ptr_array_add (query->views, view);

  return TRUE;
}

static FulProfile *
load (const char  *name,
      GError     **error)
{
  g_autoptr(GFile) file = NULL;

#ifdef G_OS_UNIX
  if (g_str_equal (name, "-"))
    {
      g_autoptr(GInputStream) stream = g_unix_input_stream_new (STDIN_FILENO, FALSE);

      return ful_loader_load_stream (stream, NULL, NULL, error);
    }
#endif
  file = g_file_new_for_commandline_arg (name);

  return ful_loader_load_file (file, NULL, NULL, error);
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
  g_printerr ("fulgens-query: %s\n", error->message);

  return error->domain == FUL_ERROR && error->code == FUL_ERROR_ARGUMENT ? FUL_EXIT_USAGE : status;
}

static FulExitStatus
answer (const FulCommand *command,
        const Options    *options,
        const char       *profile,
        FulQuery         *query)
{
  g_autoptr(GError) error = NULL;
  FulExitStatus status;

  if (!read_views (query, options, &error))
    return fail (error, FUL_EXIT_USAGE);

  query->profile = load (profile, &error);
  if (query->profile == NULL)
    return fail (error, FUL_EXIT_UNREADABLE);

  if (options->thread_name)
    {
      g_autoptr(GArray) threads = g_array_new (FALSE, FALSE, sizeof (guint));
      FulDeriveOptions *view = g_ptr_array_steal_index (query->views, 0);

      if (!match_threads (query->profile, options->thread_name, threads, &error))
        {
          ful_derive_options_unref (view);
          fail (error, FUL_EXIT_NOTHING);
          return FUL_EXIT_NOTHING;
        }
      take (&view, ful_derive_options_with_threads (view, (guint *) (gpointer) threads->data, threads->len));
      g_ptr_array_add (query->views, view);
    }

  status = command->run (query, &error);
  if (error)
    return fail (error, FUL_EXIT_USAGE);

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
  Options options = { .limit = DEFAULT_LIMIT, .width = DEFAULT_WIDTH };
  FulQuery query = { NULL };
  FulExitStatus status;

  setlocale (LC_ALL, "");
  arguments = g_strdupv (argv);

  if (argc < 2)
    {
      print_help (stderr);
      return FUL_EXIT_USAGE;
    }
  if (g_str_equal (argv[1], "--help") || g_str_equal (argv[1], "-h") || g_str_equal (argv[1], "help"))
    {
      print_help (stdout);
      return FUL_EXIT_OK;
    }
  if (g_str_equal (argv[1], "--version"))
    {
      printf ("fulgens-query %s\n", PACKAGE_VERSION);
      return FUL_EXIT_OK;
    }

  command = find_command (argv[1]);
  if (command == NULL)
    {
      g_printerr ("fulgens-query: There is no command “%s”; fulgens-query --help lists them\n", argv[1]);
      return FUL_EXIT_USAGE;
    }

  /* The command is no option; the rest is parsed as if it stood first. */
  g_free (arguments[1]);
  memmove (arguments + 1, arguments + 2, (gsize) (argc - 1) * sizeof *arguments);

  context = g_option_context_new ("PROFILE");
  summary = g_strdup_printf ("fulgens-query %s: %s", command->name, command->summary);
  g_option_context_set_summary (context, summary);
  add_entries (context, command->flags, &options);
  if (!g_option_context_parse_strv (context, &arguments, &error))
    status = fail (error, FUL_EXIT_USAGE);
  else if (g_strv_length (arguments) != 2 || options.limit < 0 || options.width < 1 || options.width > 65536)
    {
      g_printerr ("fulgens-query: %s\n",
                  options.limit < 0 ? "--limit must not be negative"
                  : g_strv_length (arguments) != 2 ? "Exactly one PROFILE is needed"
                                                   : "--width must be from 1 to 65536");
      status = FUL_EXIT_USAGE;
    }
  else
    {
      query.json = options.json;
      if (query.json)
        setlocale (LC_NUMERIC, "C");   /* answers for programs are the same everywhere */
      query.color = g_log_writer_supports_color (fileno (stdout)) && g_getenv ("NO_COLOR") == NULL;
      query.limit = options.limit == 0 ? G_MAXUINT : (guint) options.limit;
      query.width = (guint) options.width;
      query.output = g_steal_pointer (&options.output);
      query.paths = g_steal_pointer (&options.paths);
      status = answer (command, &options, arguments[1], &query);
    }

  ful_query_clear (&query);
  options_clear (&options);

  return status;
}
