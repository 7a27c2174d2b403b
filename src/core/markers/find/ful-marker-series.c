/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Semantics: markers.md 10. */

#include "config.h"

#include "ful-marker-series.h"

#include "base/ful-category-color.h"
#include "io/json/ful-json-document.h"

#include <math.h>

/* Values take lines × markers. */
#define MAX_LINES 100

static void
clear_line (gpointer data)
{
  FulMarkerGraphLine *line = data;

  g_free (line->key);
  g_free (line->values);
}

static void
read_lines (FulMarkerSeries *self,
            FulProfile      *profile,
            const char      *schema)
{
  g_autoptr(JsonObject) meta = ful_json_parse_object (profile->meta_json);
  JsonArray *schemas = ful_json_get_array (meta, "markerSchema");
  JsonArray *graphs = NULL;

  for (guint i = 0; schemas && !graphs && i < json_array_get_length (schemas); i++)
    if (g_strcmp0 (ful_json_get_string (ful_json_get_element (schemas, i), "name"), schema) == 0)
      graphs = ful_json_get_array (ful_json_get_element (schemas, i), "graphs");

  for (guint i = 0; graphs && i < MIN (json_array_get_length (graphs), MAX_LINES); i++)
    {
      JsonObject *graph = ful_json_get_element (graphs, i);
      const char *type = ful_json_get_string (graph, "type");
      const char *color = ful_json_get_string (graph, "color");
      FulMarkerGraphLine line = { g_strdup (ful_json_get_string (graph, "key")), FUL_MARKER_GRAPH_LINE, 0, NULL };

      if (!line.key)
        continue;
      if (g_strcmp0 (type, "bar") == 0)
        line.type = FUL_MARKER_GRAPH_BAR;
      else if (g_strcmp0 (type, "line-filled") == 0)
        line.type = FUL_MARKER_GRAPH_LINE_FILLED;
      line.rgb = ful_category_hue_lookup (color ? color : "grey")->schemes[FUL_COLOR_SCHEME_LIGHT].strong;
      g_array_append_val (self->lines, line);
    }
}

/**
 * ful_marker_series_new:
 * @list: markers
 * @name: name of the markers that are drawn
 * @schema: name of their schema
 *
 * O(markers); reads the payloads of those of that name. Memory is for those; a schema has at most 100 lines.
 *
 * Returns: (transfer full): the series
 */
FulMarkerSeries *
ful_marker_series_new (const FulMarkerList *list,
                       FulStringIndex       name,
                       const char          *schema)
{
  FulMarkerSeries *self = g_new0 (FulMarkerSeries, 1);
  g_autoptr(FulPayloadReader) reader = NULL;
  g_autofree const char **keys = NULL;
  guint n_lines, n_named = 0;

  self->markers = g_array_new (FALSE, FALSE, sizeof (guint));
  self->lines = g_array_new (FALSE, FALSE, sizeof (FulMarkerGraphLine));
  g_array_set_clear_func (self->lines, clear_line);
  read_lines (self, list->profile, schema);

  for (guint i = 0; i < list->n_markers; i++)
    n_named += list->name[i] == name;
  n_lines = self->lines->len;
  keys = g_new0 (const char *, n_lines + 1);
  for (guint k = 0; k < n_lines; k++)
    {
      FulMarkerGraphLine *line = &g_array_index (self->lines, FulMarkerGraphLine, k);

      keys[k] = line->key;
      line->values = g_new (double, (gsize) n_named + 1);
    }
  reader = ful_payload_reader_new (keys, n_lines);

  for (guint i = 0; i < list->n_markers; i++)
    {
      gboolean has_all = n_lines > 0;

      if (list->name[i] != name || g_strcmp0 (ful_marker_list_get_type (list, i), schema) != 0)
        continue;

      ful_marker_list_read_payload (list, i, reader);
      for (guint k = 0; k < n_lines; k++)
        {
          double value = ful_payload_value_get_number (ful_payload_reader_get (reader, k));

          g_array_index (self->lines, FulMarkerGraphLine, k).values[self->markers->len] = value;
          has_all &= isfinite (value);
        }
      if (has_all)
        g_array_append_val (self->markers, i);
    }

  return self;
}

void
ful_marker_series_free (FulMarkerSeries *self)
{
  g_array_unref (self->markers);
  g_array_unref (self->lines);
  g_free (self);
}
