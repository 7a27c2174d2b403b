/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows in the order of a value that many share (sql.md 2): the values are sorted, rows by a counting sort. The engine, which compares
 * texts of rows, needs several times as long. */

#include "config.h"

#include "ful-sql-groups.h"

#include "base/ful-hash.h"

#include <string.h>

/* The rows of a value. */
typedef struct
{
  const char *text;     /* (nullable) */
  gint64      number;
  guint       n;
  guint32     number_of_group;
} Group;

struct _FulSqlGroups
{
  GHashTable *by_pointer;   /* text → its group and one; most texts are the same one */
  GHashTable *by_text;
  GHashTable *by_number;    /* gint64 → likewise */
  GArray     *values;       /* Group */
  GArray     *groups;       /* guint32: of the rows in the order of adding */
  GArray     *rows;         /* guint32 */
};

static guint32
add_group (FulSqlGroups *self,
           const char   *text,
           gint64        number)
{
  Group group = { text, number, 0, self->values->len };

  g_array_append_val (self->values, group);

  return group.number_of_group;
}

/* The first group is of NULL. */
FulSqlGroups *
ful_sql_groups_new (void)
{
  FulSqlGroups *self = g_new0 (FulSqlGroups, 1);

  self->by_pointer = g_hash_table_new (NULL, NULL);
  self->by_text = g_hash_table_new (ful_hash_text, g_str_equal);
  self->by_number = g_hash_table_new_full (ful_hash_int64, g_int64_equal, g_free, NULL);
  self->values = g_array_new (FALSE, TRUE, sizeof (Group));
  self->groups = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  add_group (self, NULL, 0);

  return self;
}

void
ful_sql_groups_free (FulSqlGroups *self)
{
  g_hash_table_unref (self->by_pointer);
  g_hash_table_unref (self->by_text);
  g_hash_table_unref (self->by_number);
  g_clear_pointer (&self->values, g_array_unref);
  g_clear_pointer (&self->groups, g_array_unref);
  g_clear_pointer (&self->rows, g_array_unref);
  g_free (self);
}

static guint32
find_text (FulSqlGroups *self,
           const char   *text)
{
  gpointer group = g_hash_table_lookup (self->by_pointer, text);

  if (group)
    return GPOINTER_TO_UINT (group);
  group = g_hash_table_lookup (self->by_text, text);
  if (group == NULL)
    {
      group = GUINT_TO_POINTER (add_group (self, text, 0));
      g_hash_table_insert (self->by_text, (gpointer) text, group);
    }
  g_hash_table_insert (self->by_pointer, (gpointer) text, group);

  return GPOINTER_TO_UINT (group);
}

static guint32
find_number (FulSqlGroups *self,
             gint64        number)
{
  gpointer group = g_hash_table_lookup (self->by_number, &number);

  if (group == NULL)
    {
      group = GUINT_TO_POINTER (add_group (self, NULL, number));
      g_hash_table_insert (self->by_number, g_memdup2 (&number, sizeof number), group);
    }

  return GPOINTER_TO_UINT (group);
}

/**
 * ful_sql_groups_add:
 * @value: NULL, a whole number, or a text that lasts as long as @self
 */
void
ful_sql_groups_add (FulSqlGroups      *self,
                    const FulSqlValue *value,
                    guint32            row)
{
  guint32 group = value->kind == FUL_SQL_VALUE_TEXT ? find_text (self, value->text) :
                  value->kind == FUL_SQL_VALUE_INTEGER ? find_number (self, value->integer) : 0;

  g_array_index (self->values, Group, group).n++;
  g_array_append_val (self->groups, group);
  g_array_append_val (self->rows, row);
}

/* NULL first, then as the engine compares bytes. */
static int
compare_groups (gconstpointer a,
                gconstpointer b)
{
  const Group *left = a, *right = b;

  if (left->number_of_group == 0 || right->number_of_group == 0)
    return (left->number_of_group > 0) - (right->number_of_group > 0);

  return left->text ? strcmp (left->text, right->text) : (left->number > right->number) - (left->number < right->number);
}

/**
 * ful_sql_groups_finish:
 * @descending: whether the greatest value comes first
 *
 * Nothing may be added afterwards.
 *
 * Returns: (transfer full) (array length=out_n): the rows, by value; of one value in the order of adding
 */
guint32 *
ful_sql_groups_finish (FulSqlGroups *self,
                       gboolean      descending,
                       guint        *out_n)
{
  guint32 *order = g_new (guint32, MAX (self->rows->len, 1));
  g_autofree guint *begins = g_new (guint, self->values->len);
  guint begin = 0;

  g_array_sort (self->values, compare_groups);
  for (guint i = 0; i < self->values->len; i++)
    {
      const Group *group = &g_array_index (self->values, Group, descending ? self->values->len - 1 - i : i);

      begins[group->number_of_group] = begin;
      begin += group->n;
    }
  for (guint i = 0; i < self->rows->len; i++)
    order[begins[g_array_index (self->groups, guint32, i)]++] = g_array_index (self->rows, guint32, i);
  *out_n = self->rows->len;

  return order;
}
