/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Statements about profiles, which may come from a stranger (sql.md 4): a database in memory whose tables are the profiles, in which
 * nothing can be changed and from which nothing else can be reached, with limits of time and memory. */

#include "config.h"

#include "ful-sql-private.h"
#include "ful-sql-spelling.h"

#include "base/ful-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Steps of the engine between two looks at the clock. */
#define STEPS 1000

#define MAX_STATEMENT (1 << 20)
#define MAX_TEXT (100 << 20)
#define MAX_COLUMNS 500
#define MAX_TERMS 50
#define MAX_DEPTH 200
#define MAX_ARGUMENTS 32

struct _FulSqlStatement
{
  FulSql       *sql;
  sqlite3_stmt *statement;
};

/* Of what is built in. */
static const char *const refused_functions[] = { "load_extension", "readfile", "writefile", "edit", "fts3_tokenizer", NULL };

static int
authorize (void       *data,
           int         action,
           const char *first G_GNUC_UNUSED,
           const char *second,
           const char *database G_GNUC_UNUSED,
           const char *view G_GNUC_UNUSED)
{
  FulSql *self = data;

  if (self->is_open)
    return SQLITE_OK;
  switch (action)
    {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_FUNCTION:
      if (second && !g_strv_contains (refused_functions, second))
        return SQLITE_OK;
      g_free (self->refused);
      self->refused = g_strdup (second);
      return SQLITE_DENY;
    default:
      return SQLITE_DENY;
    }
}

/* Returns: whether the statement that runs has to end */
gboolean
ful_sql_is_over (FulSql *self)
{
  if (self->end_us != 0 && g_get_monotonic_time () > self->end_us)
    self->is_time_over = TRUE;

  return self->is_time_over || g_cancellable_is_cancelled (self->limits.cancellable);
}

static int
look (void *data)
{
  return ful_sql_is_over (data) || ful_sql_memory_is_over ();
}

static void
set_limits (FulSql *self)
{
  static const struct { int limit; int value; } limits[] = {
    { SQLITE_LIMIT_ATTACHED, 0 }, { SQLITE_LIMIT_SQL_LENGTH, MAX_STATEMENT }, { SQLITE_LIMIT_LENGTH, MAX_TEXT },
    { SQLITE_LIMIT_COLUMN, MAX_COLUMNS }, { SQLITE_LIMIT_COMPOUND_SELECT, MAX_TERMS }, { SQLITE_LIMIT_EXPR_DEPTH, MAX_DEPTH },
    { SQLITE_LIMIT_FUNCTION_ARG, MAX_ARGUMENTS }, { SQLITE_LIMIT_WORKER_THREADS, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    sqlite3_limit (self->database, limits[i].limit, limits[i].value);
  sqlite3_db_config (self->database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (self->database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config (self->database, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
  sqlite3_db_config (self->database, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
  sqlite3_db_config (self->database, SQLITE_DBCONFIG_DQS_DDL, 0, NULL);
  sqlite3_progress_handler (self->database, STEPS, look, self);
  sqlite3_set_authorizer (self->database, authorize, self);
}

/**
 * ful_sql_new:
 * @profiles: (element-type FulSqlProfile): with different keys
 * @limits: of memory for all of the program, as the engine has one
 *
 * Returns: (transfer full)
 */
FulSql *
ful_sql_new (GPtrArray          *profiles,
             const FulSqlLimits *limits)
{
  FulSql *self = g_new0 (FulSql, 1);

  self->profiles = g_ptr_array_ref (profiles);
  self->limits = *limits;
  self->is_open = TRUE;
  ful_sql_memory_set_limit (limits->bytes);
  sqlite3_open_v2 (":memory:", &self->database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX, NULL);
  for (guint i = 0; ful_sql_tables[i]; i++)
    ful_sql_module_add (self, ful_sql_tables[i]);
  ful_sql_rows_add (self, &ful_sql_function_stack_weights);
  ful_sql_rows_add (self, &ful_sql_function_path);
  ful_sql_scalars_add (self);
  sqlite3_exec (self->database, FUL_SQL_PROCESSES_VIEW, NULL, NULL, NULL);
  /* What is sorted is counted as memory, and leaves no file. */
  sqlite3_exec (self->database, "PRAGMA temp_store = MEMORY", NULL, NULL, NULL);
  set_limits (self);
  self->is_open = FALSE;

  return self;
}

void
ful_sql_free (FulSql *self)
{
  sqlite3_close_v2 (self->database);
  ful_sql_memory_set_limit (0);
  g_ptr_array_unref (self->profiles);
  g_free (self->refused);
  g_free (self);
}

/* Before the first statement. */
void
ful_sql_add_function (FulSql               *self,
                      const FulSqlFunction *function)
{
  ful_sql_rows_add (self, function);
}

/* Returns: (transfer none) (element-type FulSqlProfile) */
GPtrArray *
ful_sql_get_profiles (FulSql *self)
{
  return self->profiles;
}

/**
 * ful_sql_get_profile:
 * @key: of the profile; NULL: the only one
 * @error: %FUL_ERROR_ARGUMENT
 *
 * Returns: (transfer none) (nullable)
 */
FulSqlProfile *
ful_sql_get_profile (FulSql             *self,
                     const FulSqlValue  *key,
                     GError            **error)
{
  for (guint i = 0; i < self->profiles->len; i++)
    if (key->kind == FUL_SQL_VALUE_NULL ? self->profiles->len == 1
                                        : key->kind == FUL_SQL_VALUE_TEXT && g_str_equal (((FulSqlProfile *) self->profiles->pdata[i])->key, key->text))
      return self->profiles->pdata[i];
  g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("which profile? The argument is the column profile"));

  return NULL;
}

/* Returns: (transfer full): the first word of a statement, as what is not allowed */
static char *
get_first_word (const char *text)
{
  gsize n;

  while (g_ascii_isspace (*text) || *text == ';' || *text == '(')
    text++;
  for (n = 0; g_ascii_isalpha (text[n]); n++)
    ;

  return g_ascii_strup (text, (gssize) n);
}

/* What the guard has refused, and tables, which cannot be changed. */
static void
set_refused (FulSql      *self,
             const char  *text,
             GError     **error)
{
  static const char *const reading[] = { "SELECT", "WITH", "VALUES", "EXPLAIN", "", NULL };
  g_autofree char *word = get_first_word (text);

  if (self->refused)
    g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("%s() is not allowed"), self->refused);
  else if (g_strv_contains (reading, word))
    g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("What it reads is not allowed: only tables of profiles are"));
  else
    g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("%s is not allowed: only SELECT is"), word);
}

/* What went wrong, in words. */
static void
set_error (FulSql      *self,
           const char  *text,
           int          status,
           GError     **error)
{
  const char *message = sqlite3_errmsg (self->database);
  int place = sqlite3_error_offset (self->database);
  g_autofree char *nearest = NULL;

  if (strstr (message, "not authorized") || strstr (message, "may not be modified"))
    status = SQLITE_AUTH;
  if ((status & 0xff) == SQLITE_INTERRUPT && !self->is_time_over && ful_sql_memory_is_over ())
    status = SQLITE_NOMEM;
  switch (status & 0xff)
    {
    case SQLITE_INTERRUPT:
      if (self->is_time_over)
        g_set_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE, _("The time of %g s is used up; --timeout gives more"), self->limits.seconds);
      else
        g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Interrupted");
      break;
    case SQLITE_NOMEM:
      g_set_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE, _("The memory of %u MB is used up; --memory gives more"), (guint) (self->limits.bytes >> 20));
      break;
    case SQLITE_TOOBIG:
      g_set_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE, _("A text or a statement is too large for the memory that one may have"));
      break;
    case SQLITE_AUTH:
      set_refused (self, text, error);
      break;
    default:
      nearest = ful_sql_spelling_find (message, text);
      if (nearest && place >= 0)
        g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("%s (did you mean %s?), at byte %d"), message, nearest, place);
      else if (nearest)
        g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("%s (did you mean %s?)"), message, nearest);
      else if (place >= 0)
        g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("%s, at byte %d"), message, place);
      else
        g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, message);
      break;
    }
  g_clear_pointer (&self->refused, g_free);
}

/* Returns: whether nothing but space, comments and semicolons is left */
static gboolean
is_at_end (FulSql     *self,
           const char *text)
{
  sqlite3_stmt *statement = NULL;
  const char *tail = text;
  gboolean is_empty = TRUE;

  while (is_empty && *tail)
    {
      const char *begin = tail;

      is_empty = sqlite3_prepare_v2 (self->database, begin, -1, &statement, &tail) == SQLITE_OK && statement == NULL;
      sqlite3_finalize (statement);
      if (is_empty && tail == begin)
        break;
    }

  return is_empty;
}

/**
 * ful_sql_prepare:
 * @text: a SELECT, WITH, VALUES or EXPLAIN QUERY PLAN
 * @error: %FUL_ERROR_ARGUMENT if it is wrong, or not allowed; %FUL_ERROR_TOO_LARGE
 *
 * The limit of time begins here.
 *
 * Returns: (transfer full): the statement, before its first row
 */
FulSqlStatement *
ful_sql_prepare (FulSql      *self,
                 const char  *text,
                 GError     **error)
{
  g_autoptr(FulSqlStatement) statement = g_new0 (FulSqlStatement, 1);
  const char *tail;
  int status;

  statement->sql = self;
  self->is_time_over = FALSE;
  ful_sql_memory_set_limit (self->limits.bytes);
  self->end_us = self->limits.seconds > 0 ? g_get_monotonic_time () + (gint64) (MIN (self->limits.seconds, 1e9) * G_USEC_PER_SEC) : 0;
  if (!g_utf8_validate (text, -1, NULL))
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("The statement is not UTF-8"));
      return NULL;
    }
  status = sqlite3_prepare_v2 (self->database, text, -1, &statement->statement, &tail);
  if (status != SQLITE_OK)
    {
      set_error (self, text, status, error);
      return NULL;
    }
  if (statement->statement == NULL || !is_at_end (self, tail))
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, statement->statement ? _("Only one statement is answered") : _("There is no statement"));
      return NULL;
    }
  if (sqlite3_stmt_isexplain (statement->statement) == 1)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("EXPLAIN is not allowed: only EXPLAIN QUERY PLAN is"));
      return NULL;
    }
  /* Of EXPLAIN alone the guard sees what it explains. */
  if (!sqlite3_stmt_readonly (statement->statement) || sqlite3_column_count (statement->statement) == 0)
    {
      set_refused (self, text, error);
      return NULL;
    }

  return g_steal_pointer (&statement);
}

/* Returns: whether there is another row; %FALSE without an error: no more */
gboolean
ful_sql_statement_next (FulSqlStatement  *self,
                        GError          **error)
{
  int status = sqlite3_step (self->statement);

  if (status == SQLITE_ROW)
    return TRUE;
  if (status != SQLITE_DONE)
    set_error (self->sql, "", status, error);

  return FALSE;
}

guint
ful_sql_statement_get_n_columns (FulSqlStatement *self)
{
  return (guint) sqlite3_column_count (self->statement);
}

const char *
ful_sql_statement_get_name (FulSqlStatement *self,
                            guint            column)
{
  return sqlite3_column_name (self->statement, (int) column);
}

/* Returns: a cell of the row; its text lasts until the next one */
FulSqlValue
ful_sql_statement_get (FulSqlStatement *self,
                       guint            column)
{
  FulSqlValue value = { FUL_SQL_VALUE_NULL };

  switch (sqlite3_column_type (self->statement, (int) column))
    {
    case SQLITE_INTEGER:
      ful_sql_value_set_integer (&value, sqlite3_column_int64 (self->statement, (int) column));
      break;
    case SQLITE_FLOAT:
      ful_sql_value_set_real (&value, sqlite3_column_double (self->statement, (int) column));
      break;
    case SQLITE_TEXT:
    case SQLITE_BLOB:
      value.kind = FUL_SQL_VALUE_TEXT;
      value.text = (const char *) sqlite3_column_text (self->statement, (int) column);
      value.n = (gsize) sqlite3_column_bytes (self->statement, (int) column);
      if (value.text == NULL)
        value = (FulSqlValue) { FUL_SQL_VALUE_TEXT, .text = "", .n = 0 };
      break;
    case SQLITE_NULL:
    default:
      break;
    }

  return value;
}

/* Returns: "integer", "real" or "text", as the table says, else as the row has it; "null" */
const char *
ful_sql_statement_get_type (FulSqlStatement *self,
                            guint            column)
{
  static const char *const types[] = { [SQLITE_INTEGER] = "integer", [SQLITE_FLOAT] = "real", [SQLITE_TEXT] = "text", [SQLITE_BLOB] = "text",
                                       [SQLITE_NULL] = "null" };
  const char *declared = sqlite3_column_decltype (self->statement, (int) column);

  if (declared && *declared)
    return g_ascii_strncasecmp (declared, "INT", 3) == 0 ? "integer" : g_ascii_strncasecmp (declared, "REAL", 4) == 0 ? "real" : "text";

  return types[sqlite3_column_type (self->statement, (int) column)];
}

void
ful_sql_statement_free (FulSqlStatement *self)
{
  sqlite3_finalize (self->statement);
  g_free (self);
}

/* Returns: behind what begins at @text and may have semicolons: a text, a name in quotes, a comment; @text if none does. %NULL: it has no end */
static const char *
skip_quoted (const char *text)
{
  const char *end;

  switch (*text)
    {
    case '\'':
    case '"':
    case '`':
      end = strchr (text + 1, *text);
      return end ? end + 1 : NULL;
    case '[':
      end = strchr (text, ']');
      return end ? end + 1 : NULL;
    case '-':
      end = text[1] == '-' ? strchr (text, '\n') : text;
      return end;
    case '/':
      if (text[1] != '*')
        return text;
      end = strstr (text + 2, "*/");
      return end ? end + 2 : NULL;
    default:
      return text;
    }
}

/**
 * ful_sql_find_end:
 * @text: statements, perhaps only the begin of the last one
 *
 * Returns: bytes up to the end of the first one, with its semicolon; 0 if it has none yet. One pass
 */
gsize
ful_sql_find_end (const char *text)
{
  const char *at = text;

  while (at && *at)
    {
      const char *behind = skip_quoted (at);

      if (behind != at)
        at = behind;
      else if (*at++ == ';')
        return (gsize) (at - text);
    }

  return 0;
}
