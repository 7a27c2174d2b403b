/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Clickable titles of columns, for lists that are sorted elsewhere. GTK 4.8 has no
 * function for the primary sort column, but comparing two made-up items with the
 * sorter of the view calls that of the column. */

#include "config.h"

#include "ful-column-sorter.h"

/* During a comparison: the first column that the sorter compares, or -1. */
static int probed_column;

static int
probe_compare (gconstpointer a,
               gconstpointer b,
               gpointer      number)
{
  if (probed_column < 0)
    probed_column = GPOINTER_TO_INT (number);

  return -1;
}

/**
 * ful_column_sorter_add:
 * @column: can be clicked from now on
 * @number: what ful_column_sorter_get() calls it
 */
void
ful_column_sorter_add (GtkColumnViewColumn *column,
                       guint                number)
{
  g_autoptr(GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (probe_compare, GUINT_TO_POINTER (number), NULL));

  gtk_column_view_column_set_sorter (column, sorter);
}

/**
 * ful_column_sorter_install:
 * @view: a list with its columns
 * @n_columns: how many of the columns, from the first one on, can be sorted by
 *
 * The sorter of @view emits "changed" when the user clicks one.
 */
void
ful_column_sorter_install (GtkColumnView *view,
                           guint          n_columns)
{
  GListModel *columns = gtk_column_view_get_columns (view);

  for (guint i = 0; i < n_columns; i++)
    {
      g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      ful_column_sorter_add (column, i);
    }
}

/**
 * ful_column_sorter_get:
 * @out_column: number of the column that was clicked last
 * @out_descending: whether the greatest comes first
 *
 * Returns: %FALSE if no column is sorted
 */
gboolean
ful_column_sorter_get (GtkColumnView *view,
                       guint         *out_column,
                       gboolean      *out_descending)
{
  GtkOrdering ordering;

  probed_column = -1;
  /* Two different items, whatever they are. */
  ordering = gtk_sorter_compare (gtk_column_view_get_sorter (view), view, gtk_column_view_get_columns (view));
  if (probed_column < 0)
    return FALSE;

  *out_column = (guint) probed_column;
  *out_descending = ordering == GTK_ORDERING_LARGER;

  return TRUE;
}

typedef struct
{
  GtkColumnView *view;
  guint          first;
  guint          end;
  gint64         column;   /* the one sorted by, or -1 */
} Preference;

static void
prefer_descending_cb (GtkSorter       *sorter,
                      GtkSorterChange  change,
                      Preference      *preference)
{
  gint64 last = preference->column;
  guint column;
  gboolean descending;
  g_autoptr(GtkColumnViewColumn) clicked = NULL;

  if (!ful_column_sorter_get (preference->view, &column, &descending))
    {
      preference->column = -1;
      return;
    }

  preference->column = column;
  if (descending || column == last || column < preference->first || column >= preference->end)
    return;

  clicked = g_list_model_get_item (gtk_column_view_get_columns (preference->view), column);
  gtk_column_view_sort_by_column (preference->view, clicked, GTK_SORT_DESCENDING);
}

static void
preference_free (gpointer  data,
                 GClosure *closure)
{
  g_free (data);
}

/**
 * ful_column_sorter_prefer_descending:
 * @view: a list of ful_column_sorter_install()
 * @first: the first of its columns that hold numbers; columns are numbered by their place
 * @end: one past the last of them
 *
 * The first click on the title of such a column sorts by the greatest first; to be called before others
 * connect to the sorter.
 */
void
ful_column_sorter_prefer_descending (GtkColumnView *view,
                                     guint          first,
                                     guint          end)
{
  Preference *preference = g_new (Preference, 1);

  *preference = (Preference) { view, first, end, -1 };
  g_signal_connect_data (gtk_column_view_get_sorter (view), "changed", G_CALLBACK (prefer_descending_cb), preference,
                         preference_free, 0);
}
