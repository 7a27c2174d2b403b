/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The order of a table of markers (markers.md 6). Texts are compared once for all
 * markers that share them; a sort of a million markers takes half a second. */

#include "config.h"

#include "ful-marker-order.h"

#include "ful-marker-field-column.h"

#include <math.h>
#include <string.h>

typedef struct
{
  FulMarkerList          *list;
  const FulMarkerSortKey *keys;
  guint                   n_keys;
  GHashTable            **ranks;   /* for each key, of a text: the text → its place among those of the markers */
  double                **fields;  /* for each key, of a field: the places of the rows */
} Sort;

/* A marker, where it was, and its value of the first key. */
typedef struct
{
  double value;
  guint  marker;
  guint  at;
} Row;

typedef struct
{
  char       *collation;
  const char *text;
} Text;

static void
clear_text (gpointer data)
{
  g_free (((Text *) data)->collation);
}

static int
compare_texts (gconstpointer a,
               gconstpointer b)
{
  return strcmp (((const Text *) a)->collation, ((const Text *) b)->collation);
}

/* The texts of the markers in the order of the locale; equal ones have one place. */
static GHashTable *
rank_texts (const FulMarkerTableColumn *column,
            const FulMarkerList        *list,
            const GArray               *markers)
{
  GHashTable *ranks = g_hash_table_new (NULL, NULL);
  g_autoptr(GArray) texts = g_array_new (FALSE, FALSE, sizeof (Text));
  guint rank = 0;

  g_array_set_clear_func (texts, clear_text);
  for (guint i = 0; i < markers->len; i++)
    {
      const char *value = column->get_text (list, g_array_index (markers, guint, i));

      if (g_hash_table_add (ranks, (gpointer) value))
        {
          Text text = { g_utf8_collate_key (value ? value : "", -1), value };

          g_array_append_val (texts, text);
        }
    }
  g_array_sort (texts, compare_texts);
  for (guint i = 0; i < texts->len; i++)
    {
      if (i > 0 && compare_texts (&g_array_index (texts, Text, i - 1), &g_array_index (texts, Text, i)) != 0)
        rank++;
      g_hash_table_insert (ranks, (gpointer) g_array_index (texts, Text, i).text, GUINT_TO_POINTER (rank));
    }

  return ranks;
}

static double
get_value (const Sort *sort,
           guint       key,
           guint       marker,
           guint       at)
{
  const FulMarkerTableColumn *column = ful_marker_table_column_get (sort->keys[key].column);
  double number;

  if (sort->fields[key])
    return sort->fields[key][at];
  if (sort->ranks[key])
    return GPOINTER_TO_UINT (g_hash_table_lookup (sort->ranks[key], column->get_text (sort->list, marker)));

  number = column->get_number (sort->list, marker, 0);

  return isnan (number) ? -INFINITY : number;
}

static int
compare_values (double   a,
                double   b,
                gboolean descending)
{
  int order = (a > b) - (a < b);

  return descending ? -order : order;
}

static int
compare_rows (gconstpointer a,
              gconstpointer b,
              gpointer      data)
{
  const Sort *sort = data;
  const Row *x = a, *y = b;
  int order = compare_values (x->value, y->value, sort->keys[0].descending);

  for (guint i = 1; i < sort->n_keys && order == 0; i++)
    order = compare_values (get_value (sort, i, x->marker, x->at), get_value (sort, i, y->marker, y->at),
                            sort->keys[i].descending);

  return order ? order : (x->marker > y->marker) - (x->marker < y->marker);
}

/* Resolves the keys. */
static gboolean
prepare (Sort           *sort,
         const GArray   *markers,
         GCancellable   *cancellable,
         GError        **error)
{
  for (guint i = 0; i < sort->n_keys; i++)
    {
      const FulMarkerTableColumn *described = ful_marker_table_column_get (sort->keys[i].column);

      if (sort->keys[i].field)
        {
          g_autoptr(FulMarkerFieldColumn) column = ful_marker_field_column_new (sort->list, sort->keys[i].field);

          sort->fields[i] = ful_marker_field_column_rank (column, markers, cancellable, error);
          if (sort->fields[i] == NULL)
            return FALSE;
        }
      else if (described->get_text)
        {
          sort->ranks[i] = rank_texts (described, sort->list, markers);
        }
    }

  return TRUE;
}

static void
sort_rows (const Sort *sort,
           GArray     *markers)
{
  g_autofree Row *rows = g_new (Row, markers->len);

  for (guint i = 0; i < markers->len; i++)
    {
      rows[i].marker = g_array_index (markers, guint, i);
      rows[i].at = i;
      rows[i].value = get_value (sort, 0, rows[i].marker, i);
    }
  g_qsort_with_data (rows, (int) markers->len, sizeof *rows, compare_rows, (gpointer) sort);
  for (guint i = 0; i < markers->len; i++)
    g_array_index (markers, guint, i) = rows[i].marker;
}

/**
 * ful_markers_sort:
 * @list: markers
 * @markers: (element-type guint): some of them, ascending
 * @keys: (array length=n_keys): the first one decides, where it does not the next one
 * @cancellable: (nullable): checked before and after the sort
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Sorts @markers. Durations and values that are not known are less than all others.
 */
gboolean
ful_markers_sort (FulMarkerList           *list,
                  GArray                  *markers,
                  const FulMarkerSortKey  *keys,
                  guint                    n_keys,
                  GCancellable            *cancellable,
                  GError                 **error)
{
  Sort sort = { list, keys, n_keys, NULL, NULL };
  gboolean ok;

  if (n_keys == 0 ||
      (n_keys == 1 && keys[0].field == NULL && keys[0].column == FUL_MARKER_COLUMN_START && !keys[0].descending))
    return TRUE;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;

  sort.ranks = g_new0 (GHashTable *, n_keys);
  sort.fields = g_new0 (double *, n_keys);
  ok = prepare (&sort, markers, cancellable, error);
  if (ok)
    sort_rows (&sort, markers);
  for (guint i = 0; i < n_keys; i++)
    {
      g_clear_pointer (&sort.ranks[i], g_hash_table_unref);
      g_free (sort.fields[i]);
    }
  g_free (sort.ranks);
  g_free (sort.fields);

  return ok && !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/* Limit on keys of a text from outside; further columns hardly affect the order. */
#define MAX_KEYS 16

/* Before the key of a field. */
#define FIELD_PREFIX "field:"

/* "COLUMN-asc" or "COLUMN-desc". */
static gboolean
parse_key (char             *text,
           FulMarkerSortKey *out_key)
{
  char *direction = strrchr (text, '-');

  if (direction == NULL)
    return FALSE;

  *direction++ = '\0';
  *out_key = (FulMarkerSortKey) { .descending = g_str_equal (direction, "desc") };
  if (!out_key->descending && !g_str_equal (direction, "asc"))
    return FALSE;
  if (g_str_has_prefix (text, FIELD_PREFIX))
    {
      out_key->field = g_intern_string (text + strlen (FIELD_PREFIX));
      return TRUE;
    }
  for (guint i = 0; i < FUL_N_MARKER_COLUMNS; i++)
    if (ful_marker_table_column_is_sortable (i) && g_str_equal (ful_marker_table_column_get (i)->key, text))
      {
        out_key->column = i;
        return TRUE;
      }

  return FALSE;
}

/**
 * ful_marker_sort_parse:
 * @text: "COLUMN-asc~COLUMN-desc", as in links of profiler.firefox.com (transforms.md 7), with "field:KEY" for the
 *   column of a field; "" for the order of the recording
 *
 * Invalid items are ignored.
 *
 * Returns: (transfer full) (element-type FulMarkerSortKey): one to 16 keys
 */
GArray *
ful_marker_sort_parse (const char *text)
{
  GArray *keys = g_array_new (FALSE, FALSE, sizeof (FulMarkerSortKey));
  g_auto(GStrv) parts = g_strsplit (text, "~", -1);
  FulMarkerSortKey key;

  for (guint i = 0; parts[i] && keys->len < MAX_KEYS; i++)
    if (parse_key (parts[i], &key))
      g_array_append_val (keys, key);
  if (keys->len == 0)
    {
      key = (FulMarkerSortKey) { FUL_MARKER_COLUMN_START };
      g_array_append_val (keys, key);
    }

  return keys;
}

/**
 * ful_marker_sort_to_text:
 * @keys: (element-type FulMarkerSortKey): the order of a table
 *
 * Returns: (transfer full): text for ful_marker_sort_parse()
 */
char *
ful_marker_sort_to_text (const GArray *keys)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < keys->len; i++)
    {
      const FulMarkerSortKey *key = &g_array_index (keys, FulMarkerSortKey, i);

      g_string_append_printf (text, "%s%s%s-%s", i > 0 ? "~" : "", key->field ? FIELD_PREFIX : "",
                              key->field ? key->field : ful_marker_table_column_get (key->column)->key, key->descending ? "desc" : "asc");
    }

  return g_string_free (text, FALSE);
}
