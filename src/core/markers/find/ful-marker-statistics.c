/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Durations and numbers in payloads, summed up by name. Durations of instants and
 * of markers with an end that was not recorded are not known; nor are values that
 * are no numbers. Payloads are read if their schema has numbers, about 10 ns a
 * byte; each series of values is sorted. */

#include "config.h"

#include "ful-marker-statistics.h"

#include "base/ful-doubles.h"
#include "base/ful-hash.h"

#include <math.h>
#include <string.h>

/* The fields that are read from the payloads of one schema. */
typedef struct
{
  FulPayloadReader *reader;
  GArray           *fields;   /* guint: the numeric fields */
  guint             place;    /* number of the schema in order of discovery, from 1 */
} Payloads;

/* The values of one field, or of the duration, under one name. */
typedef struct
{
  const FulMarkerSchema *schema;   /* (nullable): of the duration */
  guint                  place;    /* of the schema; 0 of the duration */
  guint                  field;
  GArray                *values;
} Series;

typedef struct
{
  FulMarkerSummary  summary;
  GArray           *series;        /* Series */
} Draft;

typedef struct
{
  FulMarkerList *list;
  GHashTable    *places;     /* name → Draft + 1 */
  GArray        *drafts;     /* Draft */
  GHashTable    *payloads;   /* FulMarkerSchema → Payloads */
} Builder;

static void
clear_series (gpointer data)
{
  g_array_unref (((Series *) data)->values);
}

static void
clear_draft (gpointer data)
{
  g_array_unref (((Draft *) data)->series);
}

static void
clear_summary (gpointer data)
{
  g_array_unref (((FulMarkerSummary *) data)->figures);
}

static void
payloads_free (gpointer data)
{
  Payloads *payloads = data;

  ful_payload_reader_free (payloads->reader);
  g_array_unref (payloads->fields);
  g_free (payloads);
}

static gboolean
is_number (FulMarkerFormat format)
{
  return format >= FUL_MARKER_FORMAT_DURATION && format <= FUL_MARKER_FORMAT_DECIMAL &&
         format != FUL_MARKER_FORMAT_TIME;
}

static Payloads *
get_payloads (Builder               *self,
              const FulMarkerSchema *schema)
{
  Payloads *payloads = g_hash_table_lookup (self->payloads, schema);
  g_autoptr(GPtrArray) keys = NULL;

  if (payloads)
    return payloads;

  payloads = g_new0 (Payloads, 1);
  payloads->fields = g_array_new (FALSE, FALSE, sizeof (guint));
  keys = g_ptr_array_new ();
  for (guint i = 0; i < schema->fields->len; i++)
    if (is_number (g_array_index (schema->fields, FulMarkerField, i).format))
      {
        g_array_append_val (payloads->fields, i);
        g_ptr_array_add (keys, g_ptr_array_index (schema->keys, i));
      }
  payloads->reader = ful_payload_reader_new ((const char * const *) keys->pdata, keys->len);
  payloads->place = g_hash_table_size (self->payloads) + 1;
  g_hash_table_insert (self->payloads, (gpointer) schema, payloads);

  return payloads;
}

static Draft *
get_draft (Builder *self,
           guint    marker)
{
  const char *name = ful_marker_list_get_name (self->list, marker);
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, name));

  if (place == 0)
    {
      Draft draft = {
        .summary = { name, self->list->category[marker], 0, NULL },
        .series = g_array_new (FALSE, FALSE, sizeof (Series)),
      };

      g_array_set_clear_func (draft.series, clear_series);
      g_array_append_val (self->drafts, draft);
      place = self->drafts->len;
      g_hash_table_insert (self->places, (gpointer) name, GUINT_TO_POINTER (place));
    }

  return &g_array_index (self->drafts, Draft, place - 1);
}

static void
add_value (Draft                 *draft,
           const FulMarkerSchema *schema,
           guint                  place,
           guint                  field,
           double                 value)
{
  Series new_series = { schema, place, field, NULL };

  for (guint i = 0; i < draft->series->len; i++)
    {
      Series *series = &g_array_index (draft->series, Series, i);

      if (series->place == place && series->field == field)
        {
          g_array_append_val (series->values, value);
          return;
        }
    }

  new_series.values = g_array_new (FALSE, FALSE, sizeof (double));
  g_array_append_val (new_series.values, value);
  g_array_append_val (draft->series, new_series);
}

static void
add_marker (Builder *self,
            guint    marker)
{
  FulMarkerList *list = self->list;
  Draft *draft = get_draft (self, marker);
  const FulMarkerSchema *schema = ful_marker_list_get_schema (list, marker);
  Payloads *payloads = schema ? get_payloads (self, schema) : NULL;

  draft->summary.n_markers++;
  if (!isnan (list->end[marker]) && !list->incomplete[marker])
    add_value (draft, NULL, 0, 0, list->end[marker] - list->start[marker]);
  if (payloads == NULL || payloads->fields->len == 0)
    return;

  ful_marker_list_read_payload (list, marker, payloads->reader);
  for (guint i = 0; i < payloads->fields->len; i++)
    {
      const FulPayloadValue *value = ful_payload_reader_get (payloads->reader, i);
      double number = value ? ful_payload_value_get_number (value) : NAN;

      if (isfinite (number))
        add_value (draft, schema, payloads->place, g_array_index (payloads->fields, guint, i), number);
    }
}

static FulMarkerFigures
sum_up (const Series *series)
{
  guint n = series->values->len;
  double *values = (double *) (gpointer) series->values->data;
  FulMarkerFigures figures = { NULL, FUL_MARKER_FORMAT_DURATION, n, 0, 0, 0, 0, 0, 0 };

  if (series->schema)
    {
      figures.key = g_ptr_array_index (series->schema->keys, series->field);
      figures.format = g_array_index (series->schema->fields, FulMarkerField, series->field).format;
    }
  qsort (values, n, sizeof *values, ful_doubles_compare);
  for (guint i = 0; i < n; i++)
    figures.sum += values[i];
  figures.mean = figures.sum / n;
  figures.median = ful_doubles_get_median (values, n);
  figures.p95 = values[((guint64) n * 95 + 99) / 100 - 1];
  figures.min = values[0];
  figures.max = values[n - 1];

  return figures;
}

/* The duration first, then schemas in the order they were met. */
static int
compare_series (gconstpointer a,
                gconstpointer b)
{
  const Series *x = a, *y = b;

  if (x->place != y->place)
    return x->place < y->place ? -1 : 1;

  return (x->field > y->field) - (x->field < y->field);
}

static int
compare_rows (gconstpointer a,
              gconstpointer b)
{
  const FulMarkerSummary *x = a, *y = b;
  const FulMarkerFigures *left = ful_marker_summary_get_durations (x), *right = ful_marker_summary_get_durations (y);
  double left_sum = left ? left->sum : 0, right_sum = right ? right->sum : 0;

  if (left_sum != right_sum)
    return left_sum < right_sum ? 1 : -1;
  if (x->n_markers != y->n_markers)
    return x->n_markers < y->n_markers ? 1 : -1;

  return strcmp (x->name, y->name);
}

static void
clear (gpointer data)
{
  FulMarkerStatistics *self = data;

  ful_marker_list_unref (self->list);
  g_array_unref (self->rows);
}

static FulMarkerStatistics *
build (Builder *builder)
{
  FulMarkerStatistics *self = g_atomic_rc_box_new0 (FulMarkerStatistics);

  self->list = ful_marker_list_ref (builder->list);
  self->rows = g_array_sized_new (FALSE, FALSE, sizeof (FulMarkerSummary), builder->drafts->len);
  g_array_set_clear_func (self->rows, clear_summary);
  for (guint i = 0; i < builder->drafts->len; i++)
    {
      Draft *draft = &g_array_index (builder->drafts, Draft, i);
      FulMarkerSummary row = draft->summary;

      g_array_sort (draft->series, compare_series);
      row.figures = g_array_sized_new (FALSE, FALSE, sizeof (FulMarkerFigures), draft->series->len);
      for (guint k = 0; k < draft->series->len; k++)
        {
          FulMarkerFigures figures = sum_up (&g_array_index (draft->series, Series, k));

          g_array_append_val (row.figures, figures);
        }
      g_array_append_val (self->rows, row);
    }
  g_array_sort (self->rows, compare_rows);

  return self;
}

/**
 * ful_marker_statistics_new:
 * @list: markers
 * @markers: (element-type guint): which of them
 * @cancellable: (nullable): checked every few thousand markers
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full): the markers summed up by name
 */
FulMarkerStatistics *
ful_marker_statistics_new (FulMarkerList  *list,
                           const GArray   *markers,
                           GCancellable   *cancellable,
                           GError        **error)
{
  Builder builder = { list, NULL, NULL, NULL };
  FulMarkerStatistics *self = NULL;
  gboolean ok = TRUE;

  builder.places = g_hash_table_new (ful_hash_text, g_str_equal);
  builder.drafts = g_array_new (FALSE, FALSE, sizeof (Draft));
  g_array_set_clear_func (builder.drafts, clear_draft);
  builder.payloads = g_hash_table_new_full (NULL, NULL, NULL, payloads_free);
  for (guint i = 0; ok && i < markers->len; i++)
    {
      if (i % FUL_CANCEL_CHECK_ROWS == 0)
        ok = !g_cancellable_set_error_if_cancelled (cancellable, error);
      add_marker (&builder, g_array_index (markers, guint, i));
    }
  if (ok)
    self = build (&builder);
  g_hash_table_unref (builder.places);
  g_array_unref (builder.drafts);
  g_hash_table_unref (builder.payloads);

  return self;
}

FulMarkerStatistics *
ful_marker_statistics_ref (FulMarkerStatistics *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_marker_statistics_unref (FulMarkerStatistics *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/**
 * ful_marker_summary_get_durations:
 *
 * Returns: (transfer none) (nullable): the figures of the durations, ms; %NULL if none is known
 */
const FulMarkerFigures *
ful_marker_summary_get_durations (const FulMarkerSummary *self)
{
  const FulMarkerFigures *first = self->figures->len > 0 ? &g_array_index (self->figures, FulMarkerFigures, 0) : NULL;

  return first && first->key == NULL ? first : NULL;
}

/**
 * ful_marker_figures_get:
 * @figure: one of them, not the name
 *
 * Returns: the figure, in the unit of @self; the count is a number
 */
double
ful_marker_figures_get (const FulMarkerFigures *self,
                        FulMarkerFigure         figure)
{
  switch (figure)
    {
    case FUL_MARKER_FIGURE_SUM:
      return self->sum;
    case FUL_MARKER_FIGURE_MEAN:
      return self->mean;
    case FUL_MARKER_FIGURE_MEDIAN:
      return self->median;
    case FUL_MARKER_FIGURE_P95:
      return self->p95;
    case FUL_MARKER_FIGURE_MAX:
      return self->max;
    default:
      return self->n;
    }
}

typedef struct
{
  double      value;
  const char *collation;   /* (nullable) */
  guint       summary;
} SortRow;

static int
compare_sort_rows (gconstpointer a,
                   gconstpointer b,
                   gpointer      descending)
{
  const SortRow *x = a, *y = b;
  int order = x->collation ? strcmp (x->collation, y->collation) : (x->value > y->value) - (x->value < y->value);

  if (order == 0)
    return (x->summary > y->summary) - (x->summary < y->summary);

  return GPOINTER_TO_INT (descending) ? -order : order;
}

static double
get_sort_value (const FulMarkerSummary *summary,
                FulMarkerFigure         order)
{
  const FulMarkerFigures *durations = ful_marker_summary_get_durations (summary);

  if (order == FUL_MARKER_FIGURE_COUNT)
    return summary->n_markers;

  return durations ? ful_marker_figures_get (durations, order) : -INFINITY;
}

/**
 * ful_marker_statistics_sort:
 * @order: of the names, by their durations if it is not about names or counts
 * @descending: greatest first
 *
 * Returns: (transfer full) (element-type FulMarkerStatisticsLine): a line for each name, followed by those
 *   of its fields; names without durations sort lowest
 */
GArray *
ful_marker_statistics_sort (const FulMarkerStatistics *self,
                            FulMarkerFigure            order,
                            gboolean                   descending)
{
  g_autoptr(GArray) rows = g_array_sized_new (FALSE, FALSE, sizeof (SortRow), self->rows->len);
  g_autoptr(GStringChunk) texts = g_string_chunk_new (1024);
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (FulMarkerStatisticsLine));

  for (guint i = 0; i < self->rows->len; i++)
    {
      const FulMarkerSummary *summary = &g_array_index (self->rows, FulMarkerSummary, i);
      SortRow row = { 0, NULL, i };

      if (order == FUL_MARKER_FIGURE_NAME)
        {
          g_autofree char *collation = g_utf8_collate_key (summary->name, -1);

          row.collation = g_string_chunk_insert (texts, collation);
        }
      else
        {
          row.value = get_sort_value (summary, order);
        }
      g_array_append_val (rows, row);
    }
  g_array_sort_with_data (rows, compare_sort_rows, GINT_TO_POINTER (descending));

  for (guint i = 0; i < rows->len; i++)
    {
      guint number = g_array_index (rows, SortRow, i).summary;
      const FulMarkerSummary *summary = &g_array_index (self->rows, FulMarkerSummary, number);
      FulMarkerStatisticsLine line = { number, -1 };

      g_array_append_val (lines, line);
      for (line.figures = ful_marker_summary_get_durations (summary) ? 1 : 0; line.figures < (gint32) summary->figures->len;
           line.figures++)
        g_array_append_val (lines, line);
    }

  return lines;
}
