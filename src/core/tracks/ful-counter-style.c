/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Reads the `display` of a counter; missing members are those of an unknown
 * counter. Semantics: tracks.md 7. */

#include "config.h"

#include "ful-counter-style.h"

#include "io/json/ful-json-document.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static const struct { const char *name; guint32 line, dot; } colors[] = {
  { "grey", 0x737373, 0x4a4a4f },
  { "blue", 0x0a84ff, 0x0060df },
  { "green", 0x30e60b, 0x12bc00 },
  { "ink", 0x595e91, 0x464b76 },
  { "magenta", 0xff1ad9, 0xed00b5 },
  { "orange", 0xff9400, 0xd76e00 },
  { "purple", 0x9400ff, 0x8000d7 },
  { "red", 0xff0039, 0xd70022 },
  { "teal", 0x00feff, 0x00c8d7 },
  { "yellow", 0xffe900, 0xd7b600 },
};

static const char *const sources[] = {
  "count", "rate", "cpu-ratio", "accumulated", "count-range", "sample-number", "selection-total",
  "selection-rate", "committed-range-total",
};

static const struct { const char *key, *label; } labels[] = {
  { "memory-relative", N_("Relative to the start") },
  { "memory-range", N_("Range in the graph") },
  { "memory-operations", N_("Allocations and frees") },
  { "cpu", N_("CPU") },
  { "bandwidth-speed", N_("Transfer speed") },
  { "bandwidth-operations", N_("Reads and writes") },
  { "bandwidth-cumulative", N_("Transferred until here") },
  { "bandwidth-total-graph", N_("Transferred in all") },
  { "bandwidth-total-selection", N_("Transferred in the selection") },
  { "power", N_("Power") },
  { "power-energy-preview", N_("Energy in the selection") },
  { "power-average-preview", N_("Average in the selection") },
  { "power-energy-range", N_("Energy in all") },
};

static void
clear_row (gpointer data)
{
  g_free (((FulCounterRow *) data)->label);
}

static const char *
find_label (JsonObject *row)
{
  const char *key = ful_json_get_string (row, "labelKey");
  const char *label = ful_json_get_string (row, "label");

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    if (g_strcmp0 (labels[i].key, key) == 0)
      return _(labels[i].label);

  return label ? label : "";
}

static FulCounterUnit
find_unit (JsonObject *format)
{
  const char *unit = ful_json_get_string (format, "unit");
  const char *scale = ful_json_get_string (format, "scale");

  if (g_strcmp0 (scale, "power") == 0)
    return FUL_COUNTER_UNIT_POWER;
  if (g_strcmp0 (scale, "energy") == 0)
    return FUL_COUNTER_UNIT_ENERGY;

  return g_strcmp0 (unit, "bytes") == 0 ? FUL_COUNTER_UNIT_BYTES
       : g_strcmp0 (unit, "bytes-per-second") == 0 ? FUL_COUNTER_UNIT_BYTES_PER_SECOND
       : g_strcmp0 (unit, "percent") == 0 ? FUL_COUNTER_UNIT_PERCENT
       : FUL_COUNTER_UNIT_NUMBER;
}

static void
add_row (FulCounterStyle *self,
         JsonObject      *object)
{
  const char *source = ful_json_get_string (object, "source");
  JsonObject *format = ful_json_get_object (object, "format");
  FulCounterRow row = { FUL_COUNTER_SHOWS_SEPARATOR, FUL_COUNTER_UNIT_NUMBER, FALSE, NULL };

  if (g_strcmp0 (ful_json_get_string (object, "type"), "separator") == 0)
    {
      g_array_append_val (self->rows, row);
      return;
    }

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    if (g_strcmp0 (sources[i], source) == 0)
      {
        row = (FulCounterRow) { (FulCounterSource) i, find_unit (format),
                                g_strcmp0 (ful_json_get_string (format, "co2"), "per-watthour") == 0,
                                g_strdup (find_label (object)) };
        g_array_append_val (self->rows, row);
      }
}

/**
 * ful_counter_style_new:
 * @counter: a counter
 *
 * Returns: (transfer full): how it is shown
 */
FulCounterStyle *
ful_counter_style_new (FulCounter *counter)
{
  FulCounterStyle *self = g_new0 (FulCounterStyle, 1);
  g_autoptr(JsonObject) display = ful_json_parse_object (counter->display_json);
  JsonArray *rows = ful_json_get_array (display, "tooltipRows");
  const char *label = ful_json_get_string (display, "label");
  const char *color = ful_json_get_string (display, "color");
  guint hue = 0;

  for (guint i = 0; i < G_N_ELEMENTS (colors); i++)
    if (g_strcmp0 (colors[i].name, color) == 0)
      hue = i;

  self->label = g_strdup (label && *label ? label : counter->name ? counter->name : "");
  self->graph_type = g_strdup (ful_json_get_string (display, "graphType"));
  self->unit = g_strdup (ful_json_get_string (display, "unit"));
  self->is_accumulated = g_strcmp0 (self->graph_type, "line-accumulated") == 0;
  self->color = colors[hue].line;
  self->dot_color = colors[hue].dot;
  self->location = ful_marker_location_from_string (ful_json_get_string (display, "markerSchemaLocation"));
  self->sort_weight = ful_json_get_number (display, "sortWeight");
  if (isnan (self->sort_weight))
    self->sort_weight = 0;

  self->rows = g_array_new (FALSE, FALSE, sizeof (FulCounterRow));
  g_array_set_clear_func (self->rows, clear_row);
  for (guint i = 0; rows && i < json_array_get_length (rows); i++)
    add_row (self, ful_json_get_element (rows, i));

  return self;
}

void
ful_counter_style_free (FulCounterStyle *self)
{
  g_free (self->label);
  g_free (self->graph_type);
  g_free (self->unit);
  g_array_unref (self->rows);
  g_free (self);
}
