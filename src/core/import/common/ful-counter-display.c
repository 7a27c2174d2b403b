/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The default display of a counter, by category and name (formats.md 2.10). Used
 * for Gecko files and for versions before 62 and 63. */

#include "config.h"

#include "ful-counter-display.h"

typedef struct
{
  const char *source;      /* NULL: a separator */
  const char *unit;
  const char *co2;
  const char *scale;
  const char *label;       /* NULL: the counter's name */
  const char *label_key;
  gboolean    needs_preview;
} Row;

static const Row bandwidth_rows[] = {
  { "rate", "bytes-per-second", "per-byte", NULL, "Transfer speed for this sample", "bandwidth-speed", FALSE },
  { "sample-number", "number", NULL, NULL, "read/write operations since the previous sample", "bandwidth-operations", FALSE },
  { NULL, NULL, NULL, NULL, NULL, NULL, FALSE },
  { "accumulated", "bytes", "per-byte", NULL, "Data transferred up to this time", "bandwidth-cumulative", FALSE },
  { "count-range", "bytes", "per-byte", NULL, "Data transferred in the visible range", "bandwidth-total-graph", FALSE },
  { "selection-total", "bytes", "per-byte", NULL, "Data transferred in the current selection", "bandwidth-total-selection", TRUE },
};

static const Row memory_rows[] = {
  { "accumulated", "bytes", NULL, NULL, "relative memory at this time", "memory-relative", FALSE },
  { "count-range", "bytes", NULL, NULL, "memory range in graph", "memory-range", FALSE },
  { "sample-number", "number", NULL, NULL, "allocations and deallocations since the previous sample", "memory-operations", FALSE },
};

static const Row power_rows[] = {
  { "count", "number", "per-watthour", "power", "Power", "power", FALSE },
  { "selection-total", "number", "per-watthour", "energy", "Energy used in the current selection", "power-energy-preview", TRUE },
  { "selection-rate", "number", "per-watthour", "power", "Average power in the current selection", "power-average-preview", TRUE },
  { "committed-range-total", "number", "per-watthour", "energy", "Energy used in the visible range", "power-energy-range", FALSE },
};

static const Row cpu_rows[] = {
  { "cpu-ratio", "percent", NULL, NULL, "CPU", "cpu", FALSE },
};

static const Row other_rows[] = {
  { "count", "number", NULL, NULL, NULL, NULL, FALSE },
};

typedef struct
{
  const char *category;   /* NULL: any */
  const char *name;       /* NULL: any */
  const char *graph_type;
  const char *unit;
  const char *color;
  const char *location;
  const char *label;      /* NULL: the counter's name */
  const Row  *rows;
  guint       n_rows;
  guint       sort_weight;
} Display;

static const Display displays[] = {
  { "Bandwidth", NULL, "line-rate", "bytes", "blue", NULL, "Bandwidth", bandwidth_rows, G_N_ELEMENTS (bandwidth_rows), 10 },
  { "Memory", NULL, "line-accumulated", "bytes", "orange", "timeline-memory", "Memory", memory_rows, G_N_ELEMENTS (memory_rows), 20 },
  { "power", NULL, "line-rate", "pWh", "grey", NULL, NULL, power_rows, G_N_ELEMENTS (power_rows), 30 },
  { "CPU", "processCPU", "line-rate", "percent", "grey", NULL, "Process CPU", cpu_rows, G_N_ELEMENTS (cpu_rows), 40 },
  { NULL, NULL, "line-rate", "", "grey", NULL, NULL, other_rows, G_N_ELEMENTS (other_rows), 50 },
};

static const Display *
find_display (const char *category,
              const char *name)
{
  const Display *display = displays;

  while ((display->category && g_strcmp0 (display->category, category) != 0)
         || (display->name && g_strcmp0 (display->name, name) != 0))
    display++;

  return display;
}

static void
set_string (FulRawTree *tree,
            FulRawNode *object,
            const char *key,
            const char *string)
{
  if (string)
    ful_raw_set (tree, object, key, ful_raw_tree_new_string (tree, string));
}

/**
 * ful_counter_display_new_rows:
 * @tree: gets the nodes
 * @category: (nullable): category of the counter; @name likewise
 *
 * Returns: (transfer none): the default `tooltipRows`
 */
FulRawNode *
ful_counter_display_new_rows (FulRawTree *tree,
                              const char *category,
                              const char *name)
{
  const Display *display = find_display (category, name);
  FulRawNode *rows = ful_raw_tree_new_array (tree, FUL_RAW_NODES, display->n_rows);

  for (guint i = 0; i < display->n_rows; i++)
    {
      const Row *row = &display->rows[i];
      FulRawNode *node = ful_raw_tree_new_node (tree, FUL_RAW_OBJECT);

      ful_raw_append_node (tree, rows, node);
      if (row->source == NULL)
        {
          set_string (tree, node, "type", "separator");
          continue;
        }

      FulRawNode *format = ful_raw_tree_new_node (tree, FUL_RAW_OBJECT);

      set_string (tree, node, "type", "value");
      set_string (tree, node, "source", row->source);
      set_string (tree, format, "unit", row->unit);
      set_string (tree, format, "co2", row->co2);
      set_string (tree, format, "scale", row->scale);
      ful_raw_set (tree, node, "format", format);
      set_string (tree, node, "label", row->label ? row->label : name ? name : "");
      set_string (tree, node, "labelKey", row->label_key);
      if (row->needs_preview)
        ful_raw_set (tree, node, "requiresPreviewSelection", ful_raw_tree_new_bool (tree, TRUE));
    }

  return rows;
}

/**
 * ful_counter_display_new:
 * @tree: gets the nodes
 * @category: (nullable): category of the counter; @name likewise
 * @color: (nullable): overrides the default colour
 *
 * Returns: (transfer none): the default `display`
 */
FulRawNode *
ful_counter_display_new (FulRawTree *tree,
                         const char *category,
                         const char *name,
                         const char *color)
{
  const Display *display = find_display (category, name);
  FulRawNode *node = ful_raw_tree_new_node (tree, FUL_RAW_OBJECT);

  set_string (tree, node, "graphType", display->graph_type);
  set_string (tree, node, "unit", display->unit);
  set_string (tree, node, "color", color ? color : display->color);
  ful_raw_set (tree, node, "markerSchemaLocation", display->location ? ful_raw_tree_new_string (tree, display->location)
                                                                    : ful_raw_tree_new_node (tree, FUL_RAW_NULL));
  ful_raw_set (tree, node, "sortWeight", ful_raw_tree_new_number (tree, display->sort_weight));
  set_string (tree, node, "label", display->label ? display->label : name ? name : "");
  ful_raw_set (tree, node, "tooltipRows", ful_counter_display_new_rows (tree, category, name));

  return node;
}
