/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Arguments of functions: a statement may give a number as a text, and the other way round. */

#include "config.h"

#include "ful-sql-table.h"

#include "base/ful-error.h"

#include <glib/gi18n-lib.h>

/* Returns: the number that it is; @none of NULL */
double
ful_sql_value_get_number (const FulSqlValue *self,
                          double             none)
{
  switch (self->kind)
    {
    case FUL_SQL_VALUE_INTEGER:
      return (double) self->integer;
    case FUL_SQL_VALUE_REAL:
      return self->real;
    case FUL_SQL_VALUE_TEXT:
      return g_ascii_strtod (self->text, NULL);
    case FUL_SQL_VALUE_NULL:
    default:
      return none;
    }
}

/* Returns: (transfer full): as it is written */
char *
ful_sql_value_dup_text (const FulSqlValue *self)
{
  if (self->kind == FUL_SQL_VALUE_TEXT)
    return g_strdup (self->text);

  return self->kind == FUL_SQL_VALUE_INTEGER ? g_strdup_printf ("%" G_GINT64_FORMAT, self->integer) : g_strdup_printf ("%.17g", self->real);
}

/**
 * ful_sql_value_list_threads:
 * @n_threads: that there are
 * @error: %FUL_ERROR_ARGUMENT
 *
 * Returns: (transfer full) (element-type guint): of "0,2" or a number these, each once; of NULL and "*" all
 */
GArray *
ful_sql_value_list_threads (const FulSqlValue  *self,
                            guint               n_threads,
                            GError            **error)
{
  g_autofree char *text = self->kind == FUL_SQL_VALUE_NULL ? g_strdup ("*") : ful_sql_value_dup_text (self);
  g_auto(GStrv) parts = g_strsplit (text, ",", -1);
  g_autoptr(GArray) threads = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree gboolean *is_listed = g_new0 (gboolean, MAX (n_threads, 1));

  if (g_str_equal (text, "*"))
    {
      for (guint i = 0; i < n_threads; i++)
        g_array_append_val (threads, i);
      return g_steal_pointer (&threads);
    }
  for (guint i = 0; parts[i]; i++)
    {
      guint64 number;
      guint thread;

      if (!g_ascii_string_to_unsigned (parts[i], 10, 0, G_MAXUINT32, &number, NULL) || number >= n_threads)
        {
          g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("There is no thread “%s”"), parts[i]);
          return NULL;
        }
      thread = (guint) number;
      if (!is_listed[thread])
        g_array_append_val (threads, thread);
      is_listed[thread] = TRUE;
    }

  return g_steal_pointer (&threads);
}
