/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The options of the command line, and the view they describe. */

#include "config.h"

#include "ful-query-options.h"

#include "base/ful-error.h"
#include "stacks/ful-implementation.h"
#include "stacks/ful-search.h"
#include "threads/ful-time-range.h"
#include "threads/ful-view-options.h"

void
ful_query_options_clear (FulQueryOptions *options)
{
  g_free (options->threads);
  g_free (options->thread_name);
  g_free (options->range);
  g_free (options->implementation);
  g_strfreev (options->own);
  g_strfreev (options->not_own);
  g_free (options->search);
  g_free (options->strategy);
  g_free (options->view);
  g_strfreev (options->transforms);
}

#define ENTRY(flag, name, letter, type, place, text, value) \
  { FUL_COMMAND_##flag, { name, letter, 0, G_OPTION_ARG_##type, &place, text, value } }

/* Only the options of the command, so that others are errors. */
void
ful_query_options_add_entries (FulQueryOptions  *options,
                               FulQuery         *query,
                               GOptionContext   *context,
                               const FulCommand *command)
{
  const struct { FulCommandFlags flag; GOptionEntry entry; } all[] = {
    ENTRY (ANY, "json", 0, NONE, query->json, "Answer in JSON", NULL),
    ENTRY (PROFILE, "strict", 0, NONE, options->strict, "Exit with status 1 if reading lost data", NULL),
    ENTRY (PROFILE, "accept-newer", 0, NONE, options->accept_newer, "Read versions newer than known as far as possible", NULL),
    ENTRY (PROFILE, "partial", 0, NONE, options->partial, "Read the intact part of a truncated file", NULL),
    ENTRY (PROFILE, "member", 0, STRING, query->member, "The profile with this path in an archive", "PATH"),
    ENTRY (SIDES, "accept-newer", 0, NONE, options->accept_newer, "Read versions newer than known as far as possible", NULL),
    ENTRY (SIDES, "partial", 0, NONE, options->partial, "Read the intact part of truncated files", NULL),
    ENTRY (SIDES, "member", 0, STRING, query->member, "The profile with this path in each archive", "PATH"),
    ENTRY (FILE, "member", 0, STRING, query->member, "An archive in the archive, to be listed instead", "PATH"),
    ENTRY (VIEWS, "thread", 't', STRING, options->threads, "Threads by number", "N[,N…]"),
    ENTRY (VIEWS, "thread-name", 0, STRING, options->thread_name, "Threads by name", "GLOB"),
    ENTRY (VIEWS, "range", 'r', STRING, options->range, "Only these ms from the start", "START,END"),
    ENTRY (PART, "thread", 't', STRING, options->threads, "Only these threads, by number", "N[,N…]"),
    ENTRY (PART, "thread-name", 0, STRING, options->thread_name, "Only threads with this name", "GLOB"),
    ENTRY (PART, "range", 'r', STRING, options->range, "Only these ms from the start", "START,END"),
    ENTRY (PART, "tracks", 0, STRING, query->tracks, "shown: only threads and counters whose track the window shows; all; of a release, beta or ESR Firefox shown by default", "WHICH"),
    ENTRY (PART, "remove", 0, STRING, query->remove, "Leave this out too: urls, screenshots, extensions, preferences, paths, scripts, all", "WHAT[,WHAT…]"),
    ENTRY (PART, "keep", 0, STRING, query->keep, "Keep this, even if it is left out by default: private, arguments, …, all", "WHAT[,WHAT…]"),
    ENTRY (PART, "report", 0, NONE, query->report, "Read the file again and answer what in it may still tell who or where, in JSON; status 1 if anything does", NULL),
    ENTRY (VIEWS, "implementation", 'i', STRING, options->implementation, "combined, js, cpp or own", "NAME"),
    ENTRY (VIEWS, "own", 0, STRING_ARRAY, options->own, "Own code is what has this source, library or path; may be repeated", "GLOB"),
    ENTRY (VIEWS, "not-own", 0, STRING_ARRAY, options->not_own, "What has this one is not; may be repeated", "GLOB"),
    ENTRY (VIEWS, "invert", 'I', NONE, options->invert, "The tree from the leaves", NULL),
    ENTRY (VIEWS, "search", 's', STRING, options->search, "Only stacks with all of these", "TEXT[,TEXT…]"),
    ENTRY (VIEWS, "regex", 0, NONE, options->regex, "The search is a regular expression", NULL),
    ENTRY (VIEWS, "match-case", 0, NONE, options->match_case, "Upper and lower case of the search differ", NULL),
    ENTRY (VIEWS, "transform", 'T', STRING_ARRAY, options->transforms, "Change the call tree, as in merge-function:malloc; may be repeated", "KIND:WHAT"),
    ENTRY (VIEWS, "fold-unnamed", 0, NONE, options->fold_unnamed, "Show runs of native functions without a name as their library", NULL),
    ENTRY (VIEWS, "no-idle", 0, NONE, options->no_idle, "Leave idle samples out", NULL),
    ENTRY (VIEWS, "strategy", 0, STRING, options->strategy, "Summarise by timing, cpu, js-allocations, sample-type:NAME, …", "NAME"),
    ENTRY (WEIGHT, "strategy", 0, STRING, options->strategy, "The sample type to write, as in sample-type:inuse_space", "NAME"),
    ENTRY (VIEWS, "view", 0, FILENAME, options->view, "A view, a list of views or a link instead of the above", "FILE|LINK|-"),
    ENTRY (VIEWS, "symbols", 0, FILENAME_ARRAY, query->symbols, "Name native frames by this folder or server; may be repeated", "FOLDER|URL|auto"),
    ENTRY (SYMBOLS, "symbols", 0, FILENAME_ARRAY, query->symbols, "Look in this folder or ask this server too; may be repeated", "FOLDER|URL|auto"),
    ENTRY (SYMBOLS, "again", 0, NONE, query->again, "Symbolicate again, even if the profile has symbols", NULL),
    ENTRY (FUNCTION, "asm", 0, NONE, query->with_assembly, "Also what each instruction costs", NULL),
    ENTRY (FUNCTION, "path-map", 0, STRING_ARRAY, query->path_maps, "Sources below FROM are below TO; may be repeated", "FROM=TO"),
    ENTRY (TEXT, "kind", 0, STRING_ARRAY, query->kinds, "Only functions, markers, fields, requests, threads, tracks or files; may be repeated", "KIND"),
    ENTRY (LIMIT, "limit", 'n', INT, query->limit, "Rows to print, 0 for all", "N"),
    ENTRY (MARKERS, "all", 'a', NONE, options->all, "Print every row, as --limit 0", NULL),
    ENTRY (MARKERS, "statistics", 0, NONE, query->statistics, "Durations and numbers, summed up by name", NULL),
    ENTRY (DISPLAY, "initial", 0, STRING, query->initial, "The rows shown at first: “hot”; “reference”: all", "HOW"),
    ENTRY (DISPLAY, "when", 0, NONE, query->when, "Also when each row ran: its weight in each 36th of the range", NULL),
    ENTRY (MARKDOWN, "markdown", 0, NONE, query->markdown, "Answer in Markdown: at most 60 lines and 6 KB", NULL),
    ENTRY (STORY, "marker", 0, INT, query->marker, "While this marker of the thread lasted: the first has number 0", "N"),
    ENTRY (TABLE, "csv", 0, NONE, query->csv, "Comma-separated values; every row by default", NULL),
    ENTRY (TABLE, "sort", 0, STRING, query->sort, "Sort rows by this column; -COLUMN: the greatest first", "COLUMN"),
    ENTRY (SIDES, "by", 0, STRING, query->compare.by, "What is compared: function, node, category, subcategory, marker, thread or counter", "WHAT"),
    ENTRY (SIDES, "measure", 0, STRING, query->compare.measure, "self, total, count, mean or median", "NAME"),
    ENTRY (SIDES, "field", 0, STRING, query->compare.field, "Tell markers apart by the value of this field, too", "KEY"),
    ENTRY (SIDES, "per", 0, STRING, query->compare.per, "Divide each run by: run (nothing), wall, cpu, total, marker:NAME", "WHAT"),
    ENTRY (SIDES, "interval", 0, STRING, query->compare.interval, "Time of a sample: measured, or nominal as the file says", "WHICH"),
    ENTRY (SIDES, "split", 0, STRING, query->compare.split, "Each span of a marker is a run, or each of N equal parts", "marker:NAME|N"),
    ENTRY (SIDES, "before-range", 0, STRING, query->compare.before_range, "Range of BEFORE; also marker:NAME, marker:NAME#K, markers:A,B", "RANGE"),
    ENTRY (SIDES, "after-range", 0, STRING, query->compare.after_range, "Range of AFTER, likewise", "RANGE"),
    ENTRY (SIDES, "before-thread", 0, STRING, query->compare.before_thread, "Threads of BEFORE, by number or name", "N|GLOB[,…]"),
    ENTRY (SIDES, "after-thread", 0, STRING, query->compare.after_thread, "Threads of AFTER, by number or name", "N|GLOB[,…]"),
    ENTRY (SIDES, "rename", 0, STRING_ARRAY, query->compare.renames, "OLD of BEFORE is NEW of AFTER; OLD may be a regular expression; may be repeated", "OLD=NEW"),
    ENTRY (SIDES, "margin", 0, STRING, query->compare.margin, "Smaller differences are “same” (5%)", "SHARE"),
    ENTRY (SIDES, "min-effect", 0, STRING, query->compare.min_effect, "Smaller differences are not “slower” (1%)", "SHARE"),
    ENTRY (SIDES, "assume-noise", 0, STRING, query->compare.assume_noise, "How much runs vary, where each side has one", "SHARE"),
    ENTRY (SIDES, "only", 0, STRING, query->compare.only, "Judge only what has this name", "GLOB"),
    ENTRY (SIDES, "verdict", 0, STRING, query->compare.verdicts, "Print only these: slower, faster, more, less, same, unclear, few", "WORD[,WORD…]"),
    ENTRY (SIDES, "sort", 0, STRING, query->sort, "Sort by difference, ratio, before, after or p", "COLUMN"),
    ENTRY (SIDES, "csv", 0, NONE, query->csv, "Comma-separated values; every row by default", NULL),
    ENTRY (SIDES, "format", 'f', STRING, query->format, "text, markdown or folded", "NAME"),
    ENTRY (SIDES, "fail-if", 0, STRING_ARRAY, query->compare.conditions, "Exit with 1 if anything is so by more than this, as in slower:5%; may be repeated", "WORD:AMOUNT"),
    ENTRY (SIDES, "save-baseline", 0, FILENAME, query->compare.baseline, "Write the values of one side to a file that can be BEFORE later", "FILE"),
    ENTRY (SIDES, "skip-unreadable", 0, NONE, query->compare.skip_unreadable, "Leave out files of a folder that cannot be read", NULL),
    ENTRY (SQL, "strict", 0, NONE, options->strict, "Exit with status 1 if reading lost data", NULL),
    ENTRY (SQL, "accept-newer", 0, NONE, options->accept_newer, "Read versions newer than known as far as possible", NULL),
    ENTRY (SQL, "partial", 0, NONE, options->partial, "Read the intact part of truncated files", NULL),
    ENTRY (SQL, "member", 0, STRING, query->member, "The profile with this path in each archive", "PATH"),
    ENTRY (SQL, "csv", 0, NONE, query->csv, "Comma-separated values; every row by default", NULL),
    ENTRY (SQL, "each", 0, NONE, query->sql.each, "Of one profile after the other, with the memory of one", NULL),
    ENTRY (SQL, "jobs", 'j', INT, query->sql.n_jobs, "With --each, profiles to open at a time", "N"),
    ENTRY (SQL, "key", 0, STRING, query->sql.key, "What tells profiles apart instead of the name of the file: path or sha256", "WHAT"),
    ENTRY (SQL, "label", 0, STRING_ARRAY, query->sql.labels, "What profile_labels says of all files; may be repeated", "KEY=VALUE"),
    ENTRY (SQL, "fail-if-rows", 0, NONE, query->sql.fail_if_rows, "Exit with status 1 if there is a row", NULL),
    ENTRY (SQL, "timeout", 0, DOUBLE, query->sql.timeout, "Time of a statement (60), 0 for any", "S"),
    ENTRY (SQL, "memory", 0, INT, query->sql.memory, "Memory of a statement (1024), 0 for any", "MB"),
    ENTRY (ROWS, "accept-newer", 0, NONE, options->accept_newer, "Read versions newer than known as far as possible", NULL),
    ENTRY (ROWS, "partial", 0, NONE, options->partial, "Read the intact part of truncated files", NULL),
    ENTRY (ROWS, "member", 0, STRING, query->member, "The profile with this path in each archive", "PATH"),
    ENTRY (ROWS, "symbols", 0, FILENAME_ARRAY, query->symbols, "Name native frames by this folder or server; may be repeated", "FOLDER|URL|auto"),
    ENTRY (ROWS, "format", 'f', STRING, query->format, "parquet, sqlite or csv (parquet)", "NAME"),
    ENTRY (ROWS, "tables", 0, STRING, query->rows.tables, "Only these", "NAME[,NAME…]"),
    ENTRY (ROWS, "no-stacks", 0, NONE, query->rows.no_stacks, "Without stacks, frames and funcs; samples name their functions", NULL),
    ENTRY (ROWS, "functions", 0, NONE, query->rows.functions, "Also function_totals: the function list of each thread", NULL),
    ENTRY (ROWS, "key", 0, STRING, query->sql.key, "What tells profiles apart instead of the name of the file: path or sha256", "WHAT"),
    ENTRY (ROWS, "label", 0, STRING_ARRAY, query->sql.labels, "What profile_labels says of all files; may be repeated", "KEY=VALUE"),
    ENTRY (ROWS, "partition", 0, STRING_ARRAY, query->rows.partitions, "A folder below that of each table; may be repeated", "KEY=VALUE"),
    ENTRY (ROWS, "part", 0, STRING, query->rows.part, "Name of the part instead of that of its content", "NAME"),
    ENTRY (ROWS, "skip-unreadable", 0, NONE, query->compare.skip_unreadable, "Leave out files that cannot be read", NULL),
    ENTRY (OUTPUT, "output", 'o', FILENAME, query->output, command->flags & FUL_COMMAND_ROWS ? "Folder to write to" : "File to write", command->flags & FUL_COMMAND_ROWS ? "FOLDER" : "FILE"),
    ENTRY (FORMAT, "format", 'f', STRING, query->format, "folded, pprof, speedscope or csv", "NAME"),
    ENTRY (WIDTH, "width", 'w', INT, query->width, "Columns of the graph, or pixels of the picture", "N"),
    ENTRY (PICTURE, "svg", 0, NONE, query->svg, "Draw an SVG", NULL),
    ENTRY (PICTURE, "png", 0, NONE, query->png, "Draw a PNG", NULL),
    ENTRY (PICTURE, "dark", 0, NONE, query->dark, "Draw it in dark colours", NULL),
    ENTRY (BOXES, "limit-rows", 0, INT, query->limit_rows, "Rows of the chart, 0 for all", "N"),
    ENTRY (BOXES, "limit-boxes", 0, INT, query->limit_boxes, "Boxes of each row, 0 for all", "N"),
    ENTRY (ADDRESS, "token-file", 0, FILENAME, query->live.token_file, "File with the token that the peer expects", "FILE"),
    ENTRY (ADDRESS, "start", 0, STRING, query->live.start, "Ask an idle peer to start a capture with these options", "JSON"),
    ENTRY (ADDRESS, "duration", 0, DOUBLE, query->live.duration, "Leave the capture after this time", "S"),
    ENTRY (ADDRESS, "stop", 0, NONE, query->live.stop, "Ask the peer to end the capture instead of leaving it", NULL),
    ENTRY (ADDRESS, "top", 0, INT, query->live.n_top, "Also print the hottest functions, each second", "N"),
    ENTRY (PATHS, "path", 0, STRING_ARRAY, query->paths, "Names from the root on; one list for each view", "JSON"),
  };

  FulCommandFlags flags = command->flags | (command->make_table ? FUL_COMMAND_TABLE : 0) |
                          (command->flags & (FUL_COMMAND_ADDRESS | FUL_COMMAND_ALONE | FUL_COMMAND_FILE | FUL_COMMAND_SIDES | FUL_COMMAND_SQL | FUL_COMMAND_ROWS) ? 0 : FUL_COMMAND_PROFILE);

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (all[i].flag == FUL_COMMAND_ANY || (flags & all[i].flag))
      {
        GOptionEntry entries[] = { all[i].entry, { NULL } };

        /* compare says itself why it has no inverted tree, and no view with the numbers of one recording. */
        if (flags & FUL_COMMAND_SIDES && (entries->arg_data == &options->invert || entries->arg_data == &options->view))
          entries->flags |= G_OPTION_FLAG_HIDDEN;
        g_option_context_add_main_entries (context, entries, NULL);
      }
}

/**
 * ful_query_options_refuse:
 * @option: its name, with its dashes
 * @text: its value
 * @error: (out): %FUL_ERROR_ARGUMENT
 *
 * Returns: %FALSE
 */
gboolean
ful_query_options_refuse (const char  *option,
                          const char  *text,
                          GError     **error)
{
  g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "%s: “%s” is not understood", option, text);
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
        return ful_query_options_refuse ("--thread", text, error);
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
    return ful_query_options_refuse ("--range", text, error);
  text = end + 1;
  range->end = g_ascii_strtod (text, &end);

  return (end != text && *end == '\0') || ful_query_options_refuse ("--range", text, error);
}

/* One view from the options of the command line. */
static FulViewOptions *
build_view (const FulQueryOptions  *options,
            GArray                 *threads,
            GError                **error)
{
  g_autoptr(FulViewOptions) view = ful_view_options_new ();
  FulTimeRange range;

  ful_view_options_set_threads (view, (guint *) (gpointer) threads->data, threads->len);
  if (options->range)
    {
      if (!parse_range (options->range, &range, error))
        return NULL;
      ful_view_options_set_range (view, &range);
    }
  if (options->implementation && !ful_implementation_parse (options->implementation, &view->implementation, error))
    return NULL;
  if (options->strategy && !ful_strategy_parse (options->strategy, &view->strategy, error))
    return NULL;
  if (options->search)
    ful_view_options_set_search (view, options->search,
                                 (options->regex ? FUL_SEARCH_REGEX : FUL_SEARCH_DEFAULT) |
                                 (options->match_case ? FUL_SEARCH_MATCH_CASE : FUL_SEARCH_DEFAULT));
  view->invert = options->invert;
  view->fold_unnamed = options->fold_unnamed;
  view->include_idle = !options->no_idle;

  return g_steal_pointer (&view);
}

/**
 * ful_query_options_read_view:
 * @options: the options of the command line
 * @query: gets the view that they describe
 * @error: %FUL_ERROR_ARGUMENT
 *
 * Checks all that does not need the profile, before it is loaded.
 */
gboolean
ful_query_options_read_view (const FulQueryOptions  *options,
                             FulQuery               *query,
                             GError                **error)
{
  g_autoptr(GArray) threads = g_array_new (FALSE, FALSE, sizeof (guint));
  FulViewOptions *view;

  query->views = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_view_options_unref);
  if (options->view &&
      (options->threads || options->thread_name || options->range || options->implementation || options->invert ||
       options->search || options->regex || options->match_case || options->no_idle ||
       options->fold_unnamed || options->strategy || options->transforms))
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT,
                           "--view takes the place of the options that describe a view");
      return FALSE;
    }
  if (options->threads && !parse_threads (options->threads, threads, error))
    return FALSE;

  view = build_view (options, threads, error);
  if (view == NULL)
    return FALSE;
  g_ptr_array_add (query->views, view);

  return TRUE;
}

/**
 * ful_query_options_complete_views:
 * @options: the options of the command line
 * @query: a query with its profile
 * @error: %FUL_ERROR_ARGUMENT
 *
 * Reads the file of --view, or adds --transform to the view.
 */
gboolean
ful_query_options_complete_views (const FulQueryOptions  *options,
                                  FulQuery               *query,
                                  GError                **error)
{
  g_autoptr(FulViewOptions) view = NULL;

  if (options->view)
    return ful_query_read_views (query, options->view, error);

  view = g_ptr_array_steal_index (query->views, 0);
  for (guint i = 0; options->transforms && options->transforms[i]; i++)
    {
      g_autoptr(FulViewOptions) before = g_steal_pointer (&view);

      view = ful_transform_push_spec (before, options->transforms[i], &query->reader, error);
      if (view == NULL)
        return FALSE;
    }
  g_ptr_array_add (query->views, g_steal_pointer (&view));

  return TRUE;
}

/**
 * ful_query_options_match_threads:
 * @options: the options of the command line
 * @query: a query with its profile and its one view
 * @error: %FUL_ERROR_ARGUMENT if no thread has a name that matches
 *
 * Puts the threads whose own name matches --thread-name into the view.
 */
gboolean
ful_query_options_match_threads (const FulQueryOptions  *options,
                                 FulQuery               *query,
                                 GError                **error)
{
  g_autoptr(GArray) threads = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr(GPatternSpec) pattern = g_pattern_spec_new (options->thread_name);

  for (guint i = 0; i < query->profile->threads->len; i++)
    if (g_pattern_spec_match_string (pattern, ful_profile_get_thread (query->profile, i)->name))
      g_array_append_val (threads, i);

  if (threads->len == 0)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "No thread is named “%s”", options->thread_name);
      return FALSE;
    }

  ful_view_options_set_threads (g_ptr_array_index (query->views, 0), (guint *) (gpointer) threads->data, threads->len);

  return TRUE;
}
