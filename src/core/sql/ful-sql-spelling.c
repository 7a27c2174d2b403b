/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A name that nothing has → the one that may be meant. */

#include "config.h"

#include "ful-sql-spelling.h"

#include "ful-sql-functions.h"
#include "ful-sql-tables.h"

#include <string.h>

#define MAX_NAME 40

/* Returns: letters to insert, to leave out, or to change, two that are exchanged being one */
static guint
get_distance (const char *a,
              const char *b)
{
  guint rows[3][MAX_NAME + 1];
  gsize n_a = strlen (a), n_b = strlen (b);

  for (guint k = 0; k <= n_b; k++)
    rows[0][k] = k;
  for (guint i = 1; i <= n_a; i++)
    {
      guint *before = rows[(i - 1) % 3], *row = rows[i % 3], *two_before = rows[(i + 1) % 3];

      row[0] = i;
      for (guint k = 1; k <= n_b; k++)
        {
          row[k] = MIN (MIN (before[k], row[k - 1]) + 1, before[k - 1] + (a[i - 1] != b[k - 1]));
          if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
            row[k] = MIN (row[k], two_before[k - 2] + 1);
        }
    }

  return rows[n_a % 3][n_b];
}

typedef struct
{
  const char *name;
  const char *nearest;
  guint       distance;
} Search;

/* Returns: whether @name is @word and more, joined by _ */
static gboolean
begins_or_ends_with (const char *name,
                     const char *word)
{
  gsize n = strlen (name), n_word = strlen (word);

  return n > n_word && ((name[n_word] == '_' && g_str_has_prefix (name, word)) || (name[n - n_word - 1] == '_' && g_str_has_suffix (name, word)));
}

static void
look_at (Search     *self,
         const char *name)
{
  guint distance = strlen (name) > MAX_NAME ? G_MAXUINT : begins_or_ends_with (name, self->name) ? 1 : get_distance (self->name, name);

  /* Another table may have what this one has not. */
  if (distance > 0 && distance < self->distance)
    {
      self->nearest = name;
      self->distance = distance;
    }
}

static void
look_at_columns (Search             *self,
                 const FulSqlColumn *columns,
                 guint               n_columns)
{
  for (guint i = 0; i < n_columns; i++)
    look_at (self, columns[i].name);
}

/* Returns: whether @name is a word of @statement */
static gboolean
has_word (const char *statement,
          const char *name)
{
  gsize n = strlen (name);

  for (const char *at = statement; *at; at++)
    if (g_ascii_strncasecmp (at, name, n) == 0 && !g_ascii_isalnum (at[n]) && at[n] != '_' &&
        (at == statement || (!g_ascii_isalnum (at[-1]) && at[-1] != '_')))
      return TRUE;

  return FALSE;
}

/**
 * ful_sql_spelling_find:
 * @message: of the engine
 * @statement: of which it is
 *
 * Returns: (transfer full) (nullable): of a table that it does not know the nearest one, of a column the nearest one of the tables in
 *   @statement
 */
char *
ful_sql_spelling_find (const char *message,
                       const char *statement)
{
  static const char table[] = "no such table: ", column[] = "no such column: ";
  gboolean is_table = g_str_has_prefix (message, table);
  const char *of, *dot;
  g_autofree char *name = NULL;
  Search search;

  if (!is_table && !g_str_has_prefix (message, column))
    return NULL;
  of = message + (is_table ? strlen (table) : strlen (column));
  dot = strrchr (of, '.');
  name = g_ascii_strdown (dot ? dot + 1 : of, -1);
  if (strlen (name) > MAX_NAME)
    return NULL;

  search = (Search) { name, NULL, (guint) strlen (name) / 3 + 1 };
  for (guint i = 0; ful_sql_tables[i]; i++)
    {
      if (is_table)
        look_at (&search, ful_sql_tables[i]->name);
      else if (has_word (statement, ful_sql_tables[i]->name))
        look_at_columns (&search, ful_sql_tables[i]->columns, ful_sql_tables[i]->n_columns);
    }
  for (guint i = 0; ful_sql_functions[i]; i++)
    {
      if (is_table)
        look_at (&search, ful_sql_functions[i]->name);
      else if (has_word (statement, ful_sql_functions[i]->name))
        look_at_columns (&search, ful_sql_functions[i]->columns, ful_sql_functions[i]->n_columns);
    }

  return g_strdup (search.nearest);
}
