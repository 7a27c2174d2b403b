/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Functions of a stack, and aggregates that SQLite lacks; names and results are those of DuckDB. */

#include "config.h"

#include "ful-sql-private.h"

#include <string.h>

/* Of a text. */
#define MAX_TEXT (100u << 20)

/* A power of two. */
#define FEW_NUMBERS 8u

/* Returns: (nullable): the profile of a row; NULL is the only one */
FulSqlProfile *
ful_sql_find_profile (FulSql        *self,
                      sqlite3_value *key)
{
  if (sqlite3_value_type (key) == SQLITE_NULL)
    return self->profiles->len == 1 ? self->profiles->pdata[0] : NULL;

  for (guint i = 0; i < self->profiles->len; i++)
    if (g_strcmp0 (((FulSqlProfile *) self->profiles->pdata[i])->key, (const char *) sqlite3_value_text (key)) == 0)
      return self->profiles->pdata[i];

  return NULL;
}

/* The first two arguments. Returns: whether they are a stack; an error was said of a profile that is none */
static gboolean
get_stack (sqlite3_context  *context,
           sqlite3_value   **argv,
           FulSqlProfile   **profile,
           FulStackIndex    *stack)
{
  FulSql *self = sqlite3_user_data (context);
  gint64 number = sqlite3_value_int64 (argv[1]);

  *profile = ful_sql_find_profile (self, argv[0]);
  if (*profile == NULL)
    {
      sqlite3_result_error (context, "which profile? The first argument is the column profile", -1);
      return FALSE;
    }
  *stack = (FulStackIndex) number;

  return sqlite3_value_type (argv[1]) != SQLITE_NULL && number >= 0 && number < ful_sql_profile_get_stacks (*profile)->table.n_rows;
}

/* stack_has (profile, stack, name) */
static void
has_name (sqlite3_context  *context,
          int               argc G_GNUC_UNUSED,
          sqlite3_value   **argv)
{
  const char *name = (const char *) sqlite3_value_text (argv[2]);
  FulSqlProfile *profile;
  FulStackIndex stack;

  if (name && get_stack (context, argv, &profile, &stack))
    sqlite3_result_int (context, ful_sql_profile_get_under (profile, name)[stack / 8] >> stack % 8 & 1);
}

/* stack_text (profile, stack) */
static void
get_text (sqlite3_context  *context,
          int               argc G_GNUC_UNUSED,
          sqlite3_value   **argv)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new ();
  g_autoptr(GString) text = g_string_new (NULL);
  FulSqlProfile *profile;
  FulStackIndex stack;

  if (!get_stack (context, argv, &profile, &stack))
    return;
  for (; stack != FUL_NONE; stack = ful_sql_profile_get_stacks (profile)->prefix[stack])
    g_ptr_array_add (names, (gpointer) ful_profile_get_func_name (profile->profile, ful_sql_profile_get_func (profile, stack)));
  for (guint i = names->len; i-- > 0 && text->len < MAX_TEXT; )
    {
      g_string_append (text, names->pdata[i]);
      if (i > 0)
        g_string_append_c (text, ';');
    }
  if (text->len >= MAX_TEXT)
    sqlite3_result_error_toobig (context);
  else
    sqlite3_result_text64 (context, text->str, text->len, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/* The numbers of a group. */
typedef struct
{
  GArray *values;
  gsize   kept;     /* their bytes */
  double  share;
} Numbers;

/* Its array doubles. Returns: whether there is room for one more */
static gboolean
keep_number (Numbers *self)
{
  guint n = self->values->len;
  gsize more = n == 0 ? FEW_NUMBERS * sizeof (double) : n >= FEW_NUMBERS && (n & (n - 1)) == 0 ? n * sizeof (double) : 0;

  self->kept += more;

  return more == 0 || ful_sql_memory_add ((gssize) more);
}

static void
add_number (sqlite3_context  *context,
            int               argc,
            sqlite3_value   **argv)
{
  Numbers *self;
  double value;

  if (sqlite3_value_type (argv[0]) == SQLITE_NULL)
    return;
  self = sqlite3_aggregate_context (context, sizeof *self);
  if (self == NULL)
    {
      sqlite3_result_error_nomem (context);
      return;
    }
  if (self->values == NULL)
    self->values = g_array_new (FALSE, FALSE, sizeof (double));
  if (!keep_number (self))
    {
      sqlite3_result_error_nomem (context);
      return;
    }
  value = sqlite3_value_double (argv[0]);
  g_array_append_val (self->values, value);
  self->share = argc > 1 ? sqlite3_value_double (argv[1]) : 0.5;
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  double left = *(const double *) a, right = *(const double *) b;

  return (left > right) - (left < right);
}

static void
finish_numbers (sqlite3_context *context,
                gboolean         is_median)
{
  Numbers *self = sqlite3_aggregate_context (context, 0);
  guint n = self && self->values ? self->values->len : 0;

  if (self == NULL)
    return;
  ful_sql_memory_add (-(gssize) self->kept);
  if (n == 0)
    {
      g_clear_pointer (&self->values, g_array_unref);
      return;
    }

  g_array_sort (self->values, compare_numbers);
  if (is_median)
    sqlite3_result_double (context, n % 2 ? g_array_index (self->values, double, n / 2)
                                          : (g_array_index (self->values, double, n / 2 - 1) + g_array_index (self->values, double, n / 2)) / 2);
  else if (self->share >= 0 && self->share <= 1)
    {
      guint i = (guint) ceil (n * self->share);

      sqlite3_result_double (context, g_array_index (self->values, double, i > 0 ? i - 1 : 0));
    }
  else
    sqlite3_result_error (context, "quantile_disc: the second argument must be from 0 to 1", -1);
  g_clear_pointer (&self->values, g_array_unref);
}

static void
finish_median (sqlite3_context *context)
{
  finish_numbers (context, TRUE);
}

static void
finish_quantile (sqlite3_context *context)
{
  finish_numbers (context, FALSE);
}

/* Makes all of them known. */
void
ful_sql_scalars_add (FulSql *self)
{
  static const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;

  sqlite3_create_function_v2 (self->database, "stack_has", 3, flags, self, has_name, NULL, NULL, NULL);
  sqlite3_create_function_v2 (self->database, "stack_text", 2, flags, self, get_text, NULL, NULL, NULL);
  sqlite3_create_function_v2 (self->database, "median", 1, flags, self, NULL, add_number, finish_median, NULL);
  sqlite3_create_function_v2 (self->database, "quantile_disc", 2, flags, self, NULL, add_number, finish_quantile, NULL);
}
