/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query sql: a statement in SQL about profiles; "-" reads statements from standard input.
 *
 * JSON: {"columns", "types", "rows", "count", "more"}. Exit status 1 with --fail-if-rows if there is a row, 2 for a statement that is wrong
 * or not allowed, 4 if time or memory is used up. */

#include "config.h"

#include "ful-commands.h"
#include "ful-query-options.h"
#include "ful-query-system.h"

#include "base/ful-error.h"
#include "sql/ful-query-tables.h"
#include "sql/ful-sql-profile.h"

#define RECIPE(title, options, statement) "\n" title ":\n  fulgens-query sql " options "\"" statement "\" PROFILE\n"

/* No character of a statement is one that a shell replaces between double quotes. */
#define EXAMPLES \
  "fulgens-query schema lists the tables. Ten questions:\n" \
  RECIPE ("Where the time is", "", \
          "SELECT function, sum(weight) AS self FROM samples WHERE stack IS NOT NULL GROUP BY function ORDER BY self DESC LIMIT 20") \
  RECIPE ("What kind of work each thread does from 300 to 700 ms", "", \
          "SELECT thread, category_name, sum(weight) AS w FROM samples WHERE time >= 300 AND time < 700 AND stack IS NOT NULL " \
          "GROUP BY thread, category_name ORDER BY w DESC") \
  RECIPE ("Which markers take long, and how long typically", "", \
          "SELECT name, count(*) AS n, sum(duration) AS total, median(duration) AS median, quantile_disc(duration, 0.95) AS p95 FROM markers " \
          "WHERE duration IS NOT NULL AND NOT incomplete GROUP BY name ORDER BY total DESC LIMIT 20") \
  RECIPE ("How much of each thread is under functions with a name", "", \
          "SELECT thread, sum(weight) AS w FROM samples WHERE stack_has(profile, stack, 'js::*') GROUP BY thread ORDER BY w DESC") \
  RECIPE ("The slowest requests", "", \
          "SELECT thread, data ->> '$.URI' AS uri, data ->> '$.responseStatus' AS status, duration FROM markers " \
          "WHERE type = 'Network' AND NOT incomplete ORDER BY duration DESC LIMIT 20") \
  RECIPE ("What was allocated", "", \
          "SELECT kind, function, count(*) AS n, sum(weight) AS bytes FROM allocations WHERE weight > 0 GROUP BY kind, function " \
          "ORDER BY bytes DESC LIMIT 20") \
  RECIPE ("How far each counter went", "", \
          "SELECT c.pid, c.name, max(s.total) - min(s.total) AS swing FROM counters c JOIN counter_samples s USING (profile, counter) " \
          "GROUP BY profile, counter ORDER BY swing DESC") \
  RECIPE ("The whole stacks with the most samples", "", \
          "SELECT weight, stack_text(profile, stack) AS stack FROM stack_weights ORDER BY weight DESC LIMIT 10") \
  RECIPE ("The heaviest function of each thread, as the function list counts", "", \
          "SELECT thread, function, self FROM (SELECT t.thread, f.function, f.self, row_number() OVER (PARTITION BY t.thread ORDER BY f.self DESC) AS place " \
          "FROM threads t, functions(t.thread) f) WHERE place = 1 AND self > 0") \
  RECIPE ("A check: status 1 if a marker lasts longer than 100 ms; of many files, one after the other", "--each --fail-if-rows ", \
          "SELECT thread, name, start_time, duration FROM markers WHERE duration > 100 AND NOT incomplete")

#ifdef HAVE_SQLITE

#include "sql/ful-sql-output.h"
#include "sql/ful-sql-view-functions.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define DEFAULT_SECONDS 60
#define DEFAULT_MB 1024
#define MAX_WATCHED 1e6
#define MAX_JOBS 64
#define SECONDS_LATER 2   /* than the engine should notice */

/* Of a statement on standard input, that has no end. */
#define MAX_STATEMENT (1 << 20)

static gboolean
check_options (const FulQuery  *query,
               GError         **error)
{
  const char *flaw = NULL;

  if (query->json && query->csv)
    flaw = "--json and --csv exclude one another";
  else if (!(query->sql.timeout >= 0 || query->sql.timeout == -1) || query->sql.memory < -1)
    flaw = "--timeout and --memory must not be negative";
  else if (query->sql.each && g_str_equal (query->arguments[0], "-"))
    flaw = "--each answers one statement, not those of standard input";
  else if (query->sql.n_jobs < 1 || query->sql.n_jobs > MAX_JOBS)
    flaw = "-j must be from 1 to " G_STRINGIFY (MAX_JOBS);
  else if (query->sql.n_jobs > 1 && !query->sql.each)
    flaw = "-j needs --each";
  if (flaw)
    g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, flaw);

  return flaw == NULL && ful_query_tables_check (query, error);
}

static FulSql *
make_engine (const FulQuery *query,
             GPtrArray      *profiles)
{
  FulSqlLimits limits = {
    .seconds = query->sql.timeout == -1 ? DEFAULT_SECONDS : query->sql.timeout,
    .bytes = (guint64) (query->sql.memory == -1 ? DEFAULT_MB : query->sql.memory) << 20,
  };
  FulSql *sql;

  sql = ful_sql_new (profiles, &limits);
  for (guint i = 0; ful_sql_view_functions[i]; i++)
    ful_sql_add_function (sql, ful_sql_view_functions[i]);

  return sql;
}

/* Returns: what the program ends with after @error */
static FulExitStatus
get_status (const GError *error)
{
  return g_error_matches (error, FUL_ERROR, FUL_ERROR_TOO_LARGE) ? FUL_EXIT_UNDECIDED : FUL_EXIT_USAGE;
}

static void
give_up_cb (void)
{
  static const char text[] = "fulgens-query: The time of the statement is used up in one function; --timeout gives more\n";

  _exit (write (STDERR_FILENO, text, sizeof text - 1) > 0 ? FUL_EXIT_UNDECIDED : FUL_EXIT_OUTPUT);
}

/* The engine does not look at the clock within a function of its own, as instr() of two large texts. Counts CPU time: who reads the answer
 * may wait. */
static void
watch (const FulQuery *query,
       gboolean        is_running)
{
  double seconds = query->sql.timeout == -1 ? DEFAULT_SECONDS : MIN (query->sql.timeout, MAX_WATCHED);

  ful_query_system_limit_cpu (is_running && seconds > 0 ? floor (seconds) + SECONDS_LATER : 0, give_up_cb);
}

static FulSqlOutput
make_output (const FulQuery *query)
{
  return (FulSqlOutput) { query->json ? FUL_SQL_OUTPUT_JSON : query->csv ? FUL_SQL_OUTPUT_CSV : FUL_SQL_OUTPUT_TEXT, query->limit };
}

/* One statement about all of @profiles. */
static gboolean
answer (const FulQuery  *query,
        GPtrArray       *profiles,
        const char      *first,
        FulSqlOutput    *output,
        GError         **error)
{
  g_autoptr(FulSql) sql = make_engine (query, profiles);
  g_autoptr(FulSqlStatement) statement = NULL;
  gboolean is_answered;

  watch (query, TRUE);
  statement = ful_sql_prepare (sql, query->arguments[0], error);
  is_answered = statement && ful_sql_output_add (output, statement, first, error);
  watch (query, FALSE);

  return is_answered;
}

/* A profile that is opened in a thread. */
typedef struct
{
  const FulQuery *query;
  const char     *path;
  GThread        *thread;
  FulQueryTables  tables;
  gboolean        is_open;
  FulExitStatus   status;
  GError         *error;
} Opening;

static gpointer
open_thread (gpointer data)
{
  Opening *self = data;

  self->is_open = ful_query_tables_add (&self->tables, self->query, self->path, &self->status, &self->error);

  return NULL;
}

static void
begin_opening (Opening        *self,
               const FulQuery *query,
               const char     *path)
{
  *self = (Opening) { query, path };
  ful_query_tables_init (&self->tables);
  self->thread = g_thread_new ("open", open_thread, self);
}

static void
finish_opening (Opening *self)
{
  if (self->thread)
    g_thread_join (g_steal_pointer (&self->thread));
}

static void
clear_opening (gpointer data)
{
  Opening *self = data;

  finish_opening (self);
  ful_query_tables_clear (&self->tables);
  g_clear_error (&self->error);
}

/* With the memory of as many profiles as are opened at a time. Names of symbol servers come by the main context, which threads do not share. */
static FulExitStatus
answer_each (FulQuery      *query,
             FulSqlOutput  *output,
             gboolean      *has_lost,
             GError       **error)
{
  guint n = query->symbols ? 1 : query->sql.n_jobs;
  guint n_paths = g_strv_length (query->arguments) - 1;
  g_autoptr(GArray) openings = g_array_sized_new (FALSE, TRUE, sizeof (Opening), n_paths);   /* one a path: threads hold their places */

  g_array_set_clear_func (openings, clear_opening);
  g_array_set_size (openings, n_paths);
  output->first = "profile";
  for (guint i = 0, n_begun = 0; i < n_paths; i++)
    {
      Opening *opening = &g_array_index (openings, Opening, i);

      for (; n_begun < MIN (i + n, n_paths); n_begun++)
        begin_opening (&g_array_index (openings, Opening, n_begun), query, query->arguments[n_begun + 1]);
      finish_opening (opening);
      if (!opening->is_open)
        {
          g_propagate_error (error, g_steal_pointer (&opening->error));
          return opening->status;
        }
      if (!answer (query, opening->tables.profiles, ((FulSqlProfile *) opening->tables.profiles->pdata[0])->key, output, error))
        return get_status (*error);
      *has_lost |= opening->tables.has_lost;
      ful_query_tables_clear (&opening->tables);
    }

  return FUL_EXIT_OK;
}

/* A line of JSON for each statement; its flaw is one. */
static void
answer_line (FulQuery   *query,
             FulSql     *sql,
             const char *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(FulSqlStatement) statement = NULL;
  FulSqlOutput output = { FUL_SQL_OUTPUT_JSON, query->limit };

  watch (query, TRUE);
  statement = ful_sql_prepare (sql, text, &error);

  if (statement && ful_sql_output_add (&output, statement, NULL, &error))
    ful_sql_output_finish (&output);
  else
    {
      FulQueryJson json;

      ful_query_json_init (&json, NULL);
      ful_query_json_begin_object (&json);
      ful_query_json_string_member (&json, "error", error->message);
      ful_query_json_end_object (&json);
      ful_query_json_finish (&json);
    }
  watch (query, FALSE);
  ful_sql_output_clear (&output);
  fflush (stdout);
}

static gboolean
is_blank (const char *text)
{
  return text[strspn (text, " \t\r\n;")] == '\0';
}

static void
answer_input (FulQuery  *query,
              GPtrArray *profiles)
{
  g_autoptr(FulSql) sql = make_engine (query, profiles);
  g_autoptr(GString) text = g_string_new (NULL);
  char block[4096];
  gssize n;
  gsize end;

  while (text->len <= MAX_STATEMENT && (n = read (STDIN_FILENO, block, sizeof block)) > 0)
    {
      g_string_append_len (text, block, n);
      while (memchr (block, ';', (gsize) n) && (end = ful_sql_find_end (text->str)) > 0)
        {
          g_autofree char *one = g_strndup (text->str, end);

          if (!is_blank (one))
            answer_line (query, sql, one);
          g_string_erase (text, 0, (gssize) end);
        }
    }
  if (!is_blank (text->str))
    answer_line (query, sql, text->str);
}

static FulExitStatus
answer_all (FulQuery      *query,
            FulSqlOutput  *output,
            gboolean      *has_lost,
            GError       **error)
{
  g_auto(FulQueryTables) tables = { NULL };
  FulExitStatus status = FUL_EXIT_OK;

  ful_query_tables_init (&tables);
  for (guint i = 1; query->arguments[i]; i++)
    if (!ful_query_tables_add (&tables, query, query->arguments[i], &status, error))
      return status;
  *has_lost = tables.has_lost;
  if (g_str_equal (query->arguments[0], "-"))
    {
      answer_input (query, tables.profiles);
      return FUL_EXIT_OK;
    }

  return answer (query, tables.profiles, NULL, output, error) ? FUL_EXIT_OK : get_status (*error);
}

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  FulSqlOutput output = make_output (query);
  FulExitStatus status;
  gboolean has_lost = FALSE;
  GError *flaw = NULL;

  if (!check_options (query, error))
    return FUL_EXIT_USAGE;

  status = query->sql.each ? answer_each (query, &output, &has_lost, &flaw)
                           : answer_all (query, &output, &has_lost, &flaw);
  if (flaw == NULL)
    ful_sql_output_finish (&output);
  else
    g_propagate_error (error, flaw);
  if (flaw == NULL && query->sql.fail_if_rows && output.n_rows > 0)
    status = FUL_EXIT_NOTHING;
  if (flaw == NULL && query->options->strict && has_lost)
    {
      g_printerr ("fulgens-query: data were lost while reading; see fulgens-query check\n");
      status = FUL_EXIT_NOTHING;
    }
  ful_sql_output_clear (&output);

  return status;
}

#else

static FulExitStatus
run (FulQuery  *query G_GNUC_UNUSED,
     GError   **error)
{
  g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "This fulgens-query was built without SQLite");

  return FUL_EXIT_USAGE;
}

#endif

const FulCommand ful_command_sql = {
  "sql", "a SELECT about profiles; see schema", FUL_COMMAND_SQL | FUL_COMMAND_VIEWS | FUL_COMMAND_LIMIT, NULL, run, EXAMPLES,
};
