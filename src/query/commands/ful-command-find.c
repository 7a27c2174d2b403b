/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query find: whatever has a name, in all threads.
 *
 * JSON: {"total": n, "rows": [{"kind", "fit", "name", "place", "thread", "weight", "unit", "count", "start", "duration"}, …]}; null
 * where a kind has none. Weights count "unit"; times are ms from the start: of markers the start of the longest one, and the
 * sum of durations. The total is that of all results, of which there are the best of each kind. */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-table.h"

#include "base/ful-error.h"
#include "base/ful-format.h"
#include "find/ful-find-catalog.h"
#include "find/ful-find-line.h"
#include "find/ful-find-search.h"
#include "threads/ful-view-options.h"
#include "tracks/ful-track-list.h"
#include "tracks/ful-track.h"

#include <math.h>

/* Rows of each kind, if several are asked for. */
#define FEW 3

static const FulQueryColumn columns[] = {
  { "kind", "kind", FUL_UNIT_TEXT },
  { "fit", NULL, FUL_UNIT_TEXT },
  { NULL, "figure", FUL_UNIT_TEXT },
  { "thread", NULL, FUL_UNIT_NUMBER },
  { "weight", NULL, FUL_UNIT_NUMBER },
  { "unit", NULL, FUL_UNIT_TEXT },
  { "count", NULL, FUL_UNIT_NUMBER },
  { "start", NULL, FUL_UNIT_MS },
  { "duration", NULL, FUL_UNIT_MS },
  { "place", NULL, FUL_UNIT_TEXT },
  { "name", "name", FUL_UNIT_NAME },
};

static const char *const fits[] = { "exact", "prefix", "start", "inside", "subsequence" };

typedef struct
{
  FulFindKind       kind;
  const FulFindHit *hit;
} Row;

/* Numbers of a row; NaN for those that its kind has not. */
typedef struct
{
  double thread, weight, count, start, duration;
} Numbers;

typedef struct
{
  FulFindCatalog *catalog;
  GArray         *groups;
  GArray         *rows;     /* Row */
  gboolean        color;
  guint           n_found;
} Found;

static Numbers
get_marker (const Found         *self,
            const FulFindMarker *marker)
{
  return (Numbers) { marker->thread, NAN, marker->n, marker->start - self->catalog->root_range.start, marker->sum };
}

static Numbers
get_numbers (const Found *self,
             FulFindKind  kind,
             guint        row)
{
  const FulFindCatalog *catalog = self->catalog;
  const FulFindFunction *function;
  const FulInsightRequest *request;
  const FulTrack *track;

  switch (kind)
    {
    case FUL_FIND_FUNCTIONS:
      function = &g_array_index (catalog->functions, FulFindFunction, row);
      return (Numbers) { function->thread, function->self, NAN, NAN, NAN };
    case FUL_FIND_MARKERS:
      return get_marker (self, &g_array_index (catalog->markers, FulFindMarker, row));
    case FUL_FIND_FIELDS:
      return get_marker (self, &g_array_index (catalog->fields, FulFindMarker, row));
    case FUL_FIND_REQUESTS:
      request = &g_array_index (catalog->requests->all, FulInsightRequest, row);
      return (Numbers) { request->thread, NAN, NAN, request->start - catalog->root_range.start, request->duration };
    case FUL_FIND_THREADS:
      return (Numbers) { row, catalog->weights->threads[row].busy, NAN, NAN, NAN };
    case FUL_FIND_TRACKS:
      track = g_ptr_array_index (catalog->tracks, row);
      return (Numbers) { track->thread == FUL_NONE ? NAN : track->thread, NAN, NAN, NAN, NAN };
    case FUL_FIND_FILES:
      return (Numbers) { NAN, g_array_index (catalog->files, FulFindFile, row).weight, NAN, NAN, NAN };
    default:
      g_assert_not_reached ();
    }
}

static char *
dup_shown (const Found       *self,
           const FulFindLine *line)
{
  g_autofree char *name = ful_format_visible (line->name, "");
  g_autofree char *place = ful_format_visible (line->place, "");

  return g_strdup_printf ("%s  %s%s%s", name, self->color ? "\033[2m" : "", place, self->color ? "\033[0m" : "");
}

static void
fill (FulQueryTable *table,
      guint          i,
      FulQueryRow   *cells)
{
  Found *self = table->data;
  const Row *row = &g_array_index (self->rows, Row, i);
  Numbers numbers = get_numbers (self, row->kind, row->hit->row);
  g_auto(FulFindLine) line = { NULL };

  ful_find_line_init (&line, self->catalog, row->kind, row->hit->row);
  ful_query_row_add_text (cells, ful_find_kind_get_key (row->kind));
  ful_query_row_add_text (cells, fits[row->hit->fit]);
  ful_query_row_take_text (cells, g_strdup (line.figure));
  ful_query_row_add_number (cells, numbers.thread);
  ful_query_row_add_number (cells, numbers.weight);
  ful_query_row_add_text (cells, isnan (numbers.weight) ? NULL : self->catalog->unit);
  ful_query_row_add_number (cells, numbers.count);
  ful_query_row_add_number (cells, numbers.start);
  ful_query_row_add_number (cells, numbers.duration);
  ful_query_row_take_text (cells, g_strdup (line.place));
  ful_query_row_take_text (cells, g_strdup (line.name));
  ful_query_row_take_shown (cells, dup_shown (self, &line));
}

static void
write_json (FulQueryTable *table,
            FulQueryJson  *json)
{
  ful_query_json_number_member (json, "total", ((Found *) table->data)->n_found);
}

/* @names: (array fixed-size=FUL_N_FIND_KINDS): gets those that are asked for */
static gboolean
choose_kinds (FulQuery              *query,
              const FulFindCatalog  *catalog,
              FulFindNames         **names,
              GError               **error)
{
  for (guint i = 0; query->kinds && query->kinds[i]; i++)
    {
      FulFindKind kind;

      if (!ful_find_kind_parse (query->kinds[i], &kind) || catalog->names[kind] == NULL)
        {
          g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT,
                       "--kind: “%s” is none of functions, markers, fields, requests, threads, tracks, files", query->kinds[i]);
          return FALSE;
        }
      names[kind] = catalog->names[kind];
    }
  for (FulFindKind kind = 0; kind < FUL_N_FIND_KINDS && query->kinds == NULL; kind++)
    names[kind] = catalog->names[kind];

  return TRUE;
}

static FulFindCatalog *
make_catalog (FulQuery  *query,
              guint      index,
              GError   **error)
{
  FulViewOptions *options = g_ptr_array_index (query->views, index);
  FulTimeRange root = ful_derive_cache_get_root_range (query->reader.cache);
  FulTimeRange range = options->has_range ? ful_time_range_shift (options->range, root.start) : root;
  g_autoptr(FulTrackList) tracks = ful_track_list_new (query->profile, FUL_TRACK_EXTRAS_NONE, NULL, NULL, error);

  return tracks ? ful_find_catalog_new (query->profile, options->has_range ? &range : NULL, tracks, query->reader.cache, NULL, error)
                : NULL;
}

static FulQueryTable *
make_table (FulQuery  *query,
            guint      index,
            GError   **error)
{
  FulFindNames *names[FUL_N_FIND_KINDS] = { NULL };
  g_autoptr(FulFindQuery) asked = ful_find_query_new (query->text);
  g_autoptr(FulFindCatalog) catalog = make_catalog (query, index, error);
  FulQueryTable *table;
  Found *self;
  GArray *groups;

  if (catalog == NULL || !choose_kinds (query, catalog, names, error))
    return NULL;
  groups = ful_find_search (names, asked, query->kinds || asked->kind != FUL_NONE ? query->limit : MIN (query->limit, FEW), NULL, error);
  if (groups == NULL)
    return NULL;

  table = ful_query_table_new (columns, G_N_ELEMENTS (columns), sizeof (Found));
  self = table->data;
  self->catalog = ful_query_table_attach (table, g_steal_pointer (&catalog), (GDestroyNotify) ful_find_catalog_unref);
  self->groups = ful_query_table_attach (table, groups, (GDestroyNotify) g_array_unref);
  self->rows = ful_query_table_attach (table, g_array_new (FALSE, FALSE, sizeof (Row)), (GDestroyNotify) g_array_unref);
  self->color = query->color;
  for (guint i = 0; i < groups->len; i++)
    {
      const FulFindGroup *group = &g_array_index (groups, FulFindGroup, i);

      self->n_found += group->match->n_found;
      for (guint k = 0; k < group->match->hits->len; k++)
        {
          Row row = { group->kind, &g_array_index (group->match->hits, FulFindHit, k) };

          g_array_append_val (self->rows, row);
        }
    }
  table->n_rows = self->rows->len;
  table->rows_are_objects = TRUE;
  table->found = table->n_rows > 0;
  table->fill = fill;
  table->write_json = write_json;
  table->rows_key = "rows";

  return table;
}

const FulCommand ful_command_find = {
  "find", "functions, markers, requests, threads, tracks and files by their names", FUL_COMMAND_VIEWS | FUL_COMMAND_LIMIT | FUL_COMMAND_TEXT,
  make_table, NULL,
};
