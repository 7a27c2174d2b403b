/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query COMMAND [OPTION…] PROFILE: answers questions about a profile on
 * standard output. Errors are one line on standard error. */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-open.h"
#include "ful-query-options.h"
#include "ful-query-system.h"

#include "base/ful-error.h"
#include "base/ful-format.h"
#include "base/ful-memory.h"
#include "model/ful-import-log.h"

#include <errno.h>
#include <locale.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_LIMIT 300
#define DEFAULT_LIMIT_CHANGES 20
#define DEFAULT_LIMIT_ROWS 12
#define DEFAULT_LIMIT_BOXES 80
#define DEFAULT_COLUMNS 200
#define DEFAULT_PIXELS 1200

/* Blocks of this size and more are mapped each for itself, and grow in place. */
#define MAPPED_BYTES (1 << 20)
/* Memory that smaller blocks leave is kept up to this, as it is soon used again. */
#define KEPT_BYTES (64 << 20)

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
                   "\nfulgens-query COMMAND --help, or help COMMAND, lists the options of a command."
                   "\nExit status: 0 success, 1 nothing found or a condition holds, 2 wrong options, 3 unreadable profile,"
                   "\n4 not to be decided, 74 the answer cannot be written.\n");
}

static FulExitStatus
fail (GError        *error,
      FulExitStatus  status)
{
  g_autofree char *message = NULL;

  g_strdelimit (error->message, "\n", ' ');
  message = ful_format_visible (error->message, "");   /* names of files may steer a terminal */
  g_printerr ("fulgens-query: %s%s\n", message,
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

  errno = 0;
  if (fflush (stdout) == 0 && !failed)
    return status;

  /* A closed pipe, as by head, is not reported. The reason of an earlier failed write is not known any more. */
  if (ful_query_system_is_reader_gone (errno))
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

  if (error && command->flags & (FUL_COMMAND_SIDES | FUL_COMMAND_SQL | FUL_COMMAND_ROWS))
    {
      fail (error, status);
      return status;
    }

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
  FulExitStatus status;

  if (!ful_query_open (query, options, profile, &status, &error))
    {
      fail (error, status);
      return status;
    }

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

/* The option of a limit, or its default; 0 is none. */
static guint
complete_limit (const FulQuery *query,
                guint           given,
                guint           by_default)
{
  guint limit = given != G_MAXINT ? given : query->csv ? 0 : by_default;

  return limit == 0 ? G_MAXUINT : limit;
}

/* Returns: (transfer full): the name of the program and the arguments that are no options */
static char **
parse (const FulCommand  *command,
       char              *argv[],
       FulQueryOptions   *options,
       FulQuery          *query,
       GError           **error)
{
  gboolean has_text = (command->flags & FUL_COMMAND_TEXT) != 0, has_sides = (command->flags & FUL_COMMAND_SIDES) != 0,
           has_statement = (command->flags & FUL_COMMAND_SQL) != 0, has_files = (command->flags & FUL_COMMAND_ROWS) != 0;
  guint n_arguments = has_text || (command->flags & FUL_COMMAND_FUNCTION) ? 2 : command->flags & FUL_COMMAND_ALONE ? 0 : 1;
  g_autoptr(GOptionContext) context = g_option_context_new (has_sides ? "BEFORE… [:] AFTER…" : has_statement ? "STATEMENT|- PROFILE…" : has_files ? "PROFILE…" : has_text ? "TEXT PROFILE" : n_arguments == 2 ? "FUNCTION PROFILE" :
                                                            command->flags & FUL_COMMAND_OPTIONAL ? "[TABLE]" : n_arguments == 0 ? NULL :
                                                            command->flags & FUL_COMMAND_ADDRESS ? "ADDRESS" : "PROFILE");
  g_autofree char *summary = g_strdup_printf ("fulgens-query %s: %s", command->name, command->summary);
  g_auto(GStrv) arguments = g_strdupv (argv + 1);
  const char *flaw = NULL;

  /* The command is not an option; the name of the program takes its place. */
  g_free (arguments[0]);
  arguments[0] = g_strdup (argv[0]);
  query->limit = query->limit_rows = query->limit_boxes = G_MAXINT;
  query->marker = FUL_NONE;
  query->width = command->flags & FUL_COMMAND_PICTURE ? DEFAULT_PIXELS : DEFAULT_COLUMNS;
  query->live.duration = G_MAXDOUBLE;
  query->sql.timeout = query->sql.memory = -1;
  query->sql.n_jobs = 1;
  g_option_context_set_summary (context, summary);
  g_option_context_set_description (context, command->examples);
  ful_query_options_add_entries (options, query, context, command);
  if (!g_option_context_parse_strv (context, &arguments, error))
    return NULL;
  if (MAX (MAX (query->limit, query->limit_rows), query->limit_boxes) > G_MAXINT)
    flaw = "--limit and its like must not be negative";
  else if (has_statement ? g_strv_length (arguments) < 3 : has_sides || has_files ? g_strv_length (arguments) < 2 :
           g_strv_length (arguments) != 1 + n_arguments && !(command->flags & FUL_COMMAND_OPTIONAL && g_strv_length (arguments) == 2))
    flaw = has_statement ? "A STATEMENT and a PROFILE are needed" : has_files ? "A PROFILE is needed" : n_arguments == 0 ? "This command takes no argument" : has_text ? "A TEXT and a PROFILE are needed" :
           n_arguments == 2 ? "A FUNCTION and a PROFILE are needed" :
           has_sides ? "BEFORE and AFTER are needed" :
           command->flags & FUL_COMMAND_ADDRESS ? "Exactly one ADDRESS is needed" : "Exactly one PROFILE is needed";
  else if (query->width < 1 || query->width > 65536)
    flaw = "--width must be from 1 to 65536";
  if (flaw)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, flaw);
      return NULL;
    }

  query->limit = options->all ? G_MAXUINT : complete_limit (query, query->limit, !has_sides ? DEFAULT_LIMIT : query->json ? 0 : DEFAULT_LIMIT_CHANGES);
  query->limit_rows = complete_limit (query, query->limit_rows, DEFAULT_LIMIT_ROWS);
  query->limit_boxes = complete_limit (query, query->limit_boxes, DEFAULT_LIMIT_BOXES);

  return g_steal_pointer (&arguments);
}

static FulExitStatus
run (const FulCommand *command,
     char             *argv[],
     FulQueryOptions  *options,
     FulQuery         *query)
{
  g_autoptr(GError) error = NULL;
  g_auto(GStrv) arguments = parse (command, argv, options, query, &error);
  FulExitStatus status;
  const char *last;

  if (arguments == NULL)
    return fail (error, FUL_EXIT_USAGE);
  if (query->json || query->csv)
    {
      /* JSON does not depend on the locale. */
      setlocale (LC_NUMERIC, "C");
      ful_format_set_plain (TRUE);
    }
  query->color = g_log_writer_supports_color (fileno (stdout)) && g_getenv ("NO_COLOR") == NULL;
  query->function = command->flags & FUL_COMMAND_FUNCTION ? g_strdup (arguments[1]) : NULL;
  query->text = command->flags & FUL_COMMAND_TEXT ? g_strdup (arguments[1]) : NULL;
  last = arguments[g_strv_length (arguments) - 1];
  query->command = command;
  query->options = options;
  query->given = argv + 2;
  if (command->flags & FUL_COMMAND_OPTIONAL && arguments[1])
    query->text = g_strdup (arguments[1]);
  if (command->flags & (FUL_COMMAND_SIDES | FUL_COMMAND_SQL | FUL_COMMAND_ROWS))
    query->arguments = g_strdupv (arguments + 1);
  else if (command->flags & FUL_COMMAND_ADDRESS)
    query->live.address = g_strdup (last);
  else if (!(command->flags & FUL_COMMAND_ALONE) && !g_str_equal (last, "-"))
    query->profile_path = g_strdup (last);

  status = command->flags & (FUL_COMMAND_ADDRESS | FUL_COMMAND_ALONE | FUL_COMMAND_FILE | FUL_COMMAND_SIDES | FUL_COMMAND_SQL |
                              FUL_COMMAND_ROWS)
           ? follow (command, query) : answer (command, options, last, query);

  return status <= FUL_EXIT_NOTHING || status == FUL_EXIT_UNDECIDED ? finish_output (status) : status;
}

int
main (int   argc,
      char *argv[])
{
  const FulCommand *command;
  FulQueryOptions options = { FALSE };
  FulQuery query = { NULL };
  FulExitStatus status;
  char *help_of[] = { NULL, NULL, (char *) "--help", NULL };

  ful_memory_init ();
#ifdef __GLIBC__
  /* Else columns that grow are copied, as soon as a large one was freed, and both copies count. 2026-11: peak of a
   * speedscope file of 52 MB 91 MB without this, 73 MB with; CPU 0.28 and 0.26 s. A capture of Firefox: the same.
   * Trimming gives back what is touched again: page faults of that capture 28.4 k with it, 25.8 k without. */
  if (!g_getenv ("FULGENS_PLAIN_MEMORY"))
    {
      mallopt (M_MMAP_THRESHOLD, MAPPED_BYTES);
      mallopt (M_TRIM_THRESHOLD, KEPT_BYTES);
    }
#endif
  ful_query_system_init (&argv);
  ful_format_use_locale ();

  if (argc < 2)
    {
      print_help (stderr);
      return FUL_EXIT_USAGE;
    }
  if (g_str_equal (argv[1], "help") && argc > 2)
    {
      help_of[0] = argv[0];
      help_of[1] = argv[2];
      argv = help_of;
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

  status = run (command, argv, &options, &query);
  ful_query_clear (&query);
  ful_query_options_clear (&options);

  return status;
}
