/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Values are read for the rows on screen. Numbers of columns are never reused, so that
 * a new column is not mistaken for a removed one. */

#include "config.h"

#include "ful-marker-field-columns.h"

#include "base/ful-format.h"
#include "lists/ful-column-sorter.h"
#include "lists/ful-row-column.h"

#include <glib/gi18n.h>

/* em */
#define WIDTH 9.5

typedef struct
{
  guint                 number;
  const char           *key;      /* an interned text */
  FulMarkerFieldColumn *values;   /* (nullable): of the list that is shown */
  GtkColumnViewColumn  *column;   /* owned by the table */
} Field;

struct _FulMarkerFieldColumns
{
  GtkColumnView       *table;    /* owns us, in the end */
  GtkColumnViewColumn *last;     /* owned by the table: stays after ours */
  guint                next;     /* number of the next column */
  GPtrArray           *fields;   /* Field */
  FulMarkerView       *view;     /* (nullable): the rows on screen */
};

static void
field_free (gpointer data)
{
  Field *field = data;

  g_clear_pointer (&field->values, ful_marker_field_column_free);
  g_free (field);
}

/**
 * ful_marker_field_columns_new:
 * @table: a list over a #FulRowModel; must outlive the result
 * @last: column that stays the last one
 * @n_others: number of fixed columns, which have the first numbers
 *
 * Returns: (transfer full): no columns yet
 */
FulMarkerFieldColumns *
ful_marker_field_columns_new (GtkColumnView       *table,
                              GtkColumnViewColumn *last,
                              guint                n_others)
{
  FulMarkerFieldColumns *self = g_new0 (FulMarkerFieldColumns, 1);

  self->table = table;
  self->last = last;
  self->next = n_others;
  self->fields = g_ptr_array_new_with_free_func (field_free);

  return self;
}

void
ful_marker_field_columns_free (FulMarkerFieldColumns *self)
{
  g_ptr_array_unref (self->fields);
  g_clear_pointer (&self->view, ful_marker_view_unref);
  g_free (self);
}

/* NULL if the column was removed, or is another one. */
static Field *
find_field (FulMarkerFieldColumns *self,
            guint                  column)
{
  for (guint i = 0; i < self->fields->len; i++)
    {
      Field *field = g_ptr_array_index (self->fields, i);

      if (field->number == column)
        return field;
    }

  return NULL;
}

static gboolean
fill (gpointer   owner,
      guint      column,
      guint      position,
      GtkWidget *cell)
{
  FulMarkerFieldColumns *self = owner;
  Field *field = find_field (self, column);
  g_autofree char *text = NULL;

  if (field == NULL || self->view == NULL || position >= self->view->markers->len)
    return FALSE;

  if (field->values == NULL)
    field->values = ful_marker_field_column_new (self->view->list, field->key);
  text = ful_marker_field_column_dup_text (field->values, g_array_index (self->view->markers, guint, position));
  ful_row_cell_set (cell, NULL, text);

  return TRUE;
}

static char *
dup_label (FulMarkerFieldColumns *self,
           const char            *key)
{
  for (guint i = 0; self->view && i < self->view->fields->len; i++)
    {
      const FulMarkerFieldInfo *info = &g_array_index (self->view->fields, FulMarkerFieldInfo, i);

      if (g_str_equal (info->key, key))
        return ful_format_label (info->label, "");
    }

  return ful_format_label (key, "");
}

static void
add_field (FulMarkerFieldColumns *self,
           const char            *key)
{
  Field *field = g_new0 (Field, 1);
  /* Translators: name of a field of markers, as the profile has it */
  g_autofree char *shown_key = ful_format_label (key, "");
  g_autofree char *tooltip = g_strdup_printf (_("Field “%s” of the marker"), shown_key);
  g_autofree char *label = dup_label (self, key);

  field->number = self->next++;
  field->key = key;
  g_ptr_array_add (self->fields, field);
  field->column = ful_row_column_append (self->table, label, tooltip, WIDTH, FUL_ROW_CELL_TEXT,
                                         field->number, fill, self);
  ful_column_sorter_add (field->column, field->number);

  g_object_ref (self->last);
  gtk_column_view_remove_column (self->table, self->last);
  gtk_column_view_append_column (self->table, self->last);
  g_object_unref (self->last);
}

/**
 * ful_marker_field_columns_set_view:
 * @view: the markers that the rows are
 */
void
ful_marker_field_columns_set_view (FulMarkerFieldColumns *self,
                                   FulMarkerView         *view)
{
  gboolean is_same_list = self->view && self->view->list == view->list;

  ful_marker_view_ref (view);
  g_clear_pointer (&self->view, ful_marker_view_unref);
  self->view = view;
  for (guint i = 0; i < self->fields->len; i++)
    {
      Field *field = g_ptr_array_index (self->fields, i);
      g_autofree char *label = dup_label (self, field->key);

      if (!is_same_list)
        g_clear_pointer (&field->values, ful_marker_field_column_free);
      gtk_column_view_column_set_title (field->column, label);
    }
}

/**
 * ful_marker_field_columns_set_keys:
 * @keys: (array zero-terminated=1): the fields to have a column; interned texts
 */
void
ful_marker_field_columns_set_keys (FulMarkerFieldColumns *self,
                                   const char * const    *keys)
{
  for (guint i = self->fields->len; i-- > 0;)
    {
      Field *field = g_ptr_array_index (self->fields, i);

      if (g_strv_contains (keys, field->key))
        continue;
      gtk_column_view_remove_column (self->table, field->column);
      g_ptr_array_remove_index (self->fields, i);
    }

  for (guint i = 0; keys[i]; i++)
    {
      gboolean known = FALSE;

      for (guint k = 0; k < self->fields->len; k++)
        known |= ((Field *) g_ptr_array_index (self->fields, k))->key == keys[i];
      if (!known)
        add_field (self, keys[i]);
    }
}

/**
 * ful_marker_field_columns_get_key:
 * @column: number of a column
 *
 * Returns: (transfer none) (nullable): the key of its field, an interned text; %NULL of other columns
 */
const char *
ful_marker_field_columns_get_key (FulMarkerFieldColumns *self,
                                  guint                  column)
{
  Field *field = find_field (self, column);

  return field ? field->key : NULL;
}

/**
 * ful_marker_field_columns_find:
 * @key: of a field; an interned text
 *
 * Returns: (transfer none) (nullable): its column
 */
GtkColumnViewColumn *
ful_marker_field_columns_find (FulMarkerFieldColumns *self,
                               const char            *key)
{
  for (guint i = 0; i < self->fields->len; i++)
    {
      Field *field = g_ptr_array_index (self->fields, i);

      if (field->key == key)
        return field->column;
    }

  return NULL;
}
