/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query sql: a statement in SQL about profiles; "-" reads statements from standard input.
 *
 * JSON: {"columns", "types", "rows", "count", "more"}. Exit status 1 with --fail-if-rows if there is a row, 2 for a statement that is wrong
 * or not allowed, 4 if time or memory is used up. */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-open.h"
#include "ful-query-options.h"

#include "base/ful-error.h"
#include "sql/ful-sql-profile.h"

#ifdef HAVE_SQLITE

#include "ful-sql-output.h"
#include "ful-sql-view-functions.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define DEFAULT_SECONDS 60
#define DEFAULT_MB 1024

/* Of a statement on standard input, that has no end. */
#define MAX_STATEMENT (1 << 20)

static void
close_run (gpointer data)
{
  FulQuery *run = data;

  ful_query_close (run);
  g_free (run->profile_path);
  g_free (run);
}

/* Returns: (transfer full): what tells the file from others */
static char *
make_key (const FulQuery  *query,
          const char      *path,
          GError         **error)
{
  g_autofree char *base = g_path_get_basename (path);
  g_autoptr(GChecksum) checksum = NULL;
  g_autoptr(GMappedFile) file = NULL;

  if (query->sql.key == NULL)
    return query->member ? g_strconcat (base, "/", query->member, NULL) : g_steal_pointer (&base);
  if (g_str_equal (query->sql.key, "path"))
    return query->member ? g_strconcat (path, "/", query->member, NULL) : g_strdup (path);

  file = g_mapped_file_new (path, FALSE, error);
  if (file == NULL)
    return NULL;
  checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_checksum_update (checksum, (const guchar *) g_mapped_file_get_contents (file), (gssize) g_mapped_file_get_length (file));

  return g_strndup (g_checksum_get_string (checksum), 16);
}

static void
add_labels (FulSqlProfile *profile,
            char         **labels)
{
  for (guint i = 0; labels && labels[i]; i++)
    {
      const char *sign = strchr (labels[i], '=');
      FulSqlLabel label = { g_strndup (labels[i], (gsize) (sign - labels[i])), g_strdup (sign + 1) };

      g_array_append_val (profile->labels, label);
    }
}

/* Adds the profile of a file to @profiles, and what reads it to @runs. */
static gboolean
open_file (FulQuery       *query,
           const char     *path,
           GPtrArray      *runs,
           GPtrArray      *profiles,
           FulExitStatus  *out_status,
           GError        **error)
{
  FulQuery *run = g_new0 (FulQuery, 1);
  g_autofree char *key = make_key (query, path, error);
  FulSqlProfile *profile;

  run->command = query->command;
  run->member = query->member;
  run->symbols = query->symbols;
  run->profile_path = g_strdup (path);
  g_ptr_array_add (runs, run);
  *out_status = FUL_EXIT_UNREADABLE;
  if (key == NULL)
    return FALSE;
  if (!ful_query_open (run, query->options, path, out_status, error))
    {
      g_prefix_error (error, "%s: ", path);
      return FALSE;
    }
  profile = ful_sql_profile_new (run->profile, run->reader.cache, key, path, query->member);
  profile->view = run;
  add_labels (profile, query->sql.labels);
  for (guint i = 0; i < profiles->len; i++)
    if (g_str_equal (((FulSqlProfile *) profiles->pdata[i])->key, key))
      {
        *out_status = FUL_EXIT_USAGE;
        g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "Two profiles are called “%s”; --key path tells them apart", key);
        ful_sql_profile_free (profile);
        return FALSE;
      }
  g_ptr_array_add (profiles, profile);

  return TRUE;
}

static gboolean
check_options (const FulQuery  *query,
               GError         **error)
{
  const char *flaw = NULL;

  if (query->json && query->csv)
    flaw = "--json and --csv exclude one another";
  else if (!(query->sql.timeout >= 0 || query->sql.timeout == -1) || query->sql.memory < -1)
    flaw = "--timeout and --memory must not be negative";
  else if (query->sql.key && !g_str_equal (query->sql.key, "path") && !g_str_equal (query->sql.key, "sha256"))
    flaw = "--key must be path or sha256";
  else if (query->sql.each && g_str_equal (query->arguments[0], "-"))
    flaw = "--each answers one statement, not those of standard input";
  for (guint i = 0; query->sql.labels && query->sql.labels[i] && flaw == NULL; i++)
    if (strchr (query->sql.labels[i], '=') == NULL || *query->sql.labels[i] == '=')
      flaw = "--label must be KEY=VALUE";
  if (flaw)
    g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, flaw);

  return flaw == NULL;
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
  g_autoptr(FulSqlStatement) statement = ful_sql_prepare (sql, query->arguments[0], error);

  return statement && ful_sql_output_add (output, statement, first, error);
}

/* With the memory of one profile. */
static FulExitStatus
answer_each (FulQuery      *query,
             FulSqlOutput  *output,
             GError       **error)
{
  FulExitStatus status = FUL_EXIT_OK;

  output->first = "profile";
  for (guint i = 1; query->arguments[i]; i++)
    {
      g_autoptr(GPtrArray) runs = g_ptr_array_new_with_free_func (close_run);
      g_autoptr(GPtrArray) profiles = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_sql_profile_free);

      if (!open_file (query, query->arguments[i], runs, profiles, &status, error))
        return status;
      if (!answer (query, profiles, ((FulSqlProfile *) profiles->pdata[0])->key, output, error))
        return get_status (*error);
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
  g_autoptr(FulSqlStatement) statement = ful_sql_prepare (sql, text, &error);
  FulSqlOutput output = { FUL_SQL_OUTPUT_JSON, query->limit };

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
            GError       **error)
{
  g_autoptr(GPtrArray) runs = g_ptr_array_new_with_free_func (close_run);
  g_autoptr(GPtrArray) profiles = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_sql_profile_free);
  FulExitStatus status = FUL_EXIT_OK;

  for (guint i = 1; query->arguments[i]; i++)
    if (!open_file (query, query->arguments[i], runs, profiles, &status, error))
      return status;
  if (g_str_equal (query->arguments[0], "-"))
    {
      answer_input (query, profiles);
      return FUL_EXIT_OK;
    }

  return answer (query, profiles, NULL, output, error) ? FUL_EXIT_OK : get_status (*error);
}

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  FulSqlOutput output = make_output (query);
  FulExitStatus status;
  GError *flaw = NULL;

  if (!check_options (query, error))
    return FUL_EXIT_USAGE;

  status = query->sql.each ? answer_each (query, &output, &flaw) : answer_all (query, &output, &flaw);
  if (flaw == NULL)
    ful_sql_output_finish (&output);
  else
    g_propagate_error (error, flaw);
  if (flaw == NULL && query->sql.fail_if_rows && output.n_rows > 0)
    status = FUL_EXIT_NOTHING;
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
  "sql", "a SELECT about profiles; see schema", FUL_COMMAND_SQL | FUL_COMMAND_VIEWS | FUL_COMMAND_LIMIT, NULL, run,
};
