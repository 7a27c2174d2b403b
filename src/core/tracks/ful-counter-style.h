/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "markers/list/ful-marker-schema.h"
#include "model/ful-profile.h"

G_BEGIN_DECLS

/* The value in a row of a counter's tooltip (tracks.md 7). */
typedef enum
{
  FUL_COUNTER_SHOWS_COUNT,
  FUL_COUNTER_SHOWS_RATE,
  FUL_COUNTER_SHOWS_CPU_RATIO,
  FUL_COUNTER_SHOWS_ACCUMULATED,
  FUL_COUNTER_SHOWS_COUNT_RANGE,
  FUL_COUNTER_SHOWS_SAMPLE_NUMBER,
  FUL_COUNTER_SHOWS_SELECTION_TOTAL,
  FUL_COUNTER_SHOWS_SELECTION_RATE,
  FUL_COUNTER_SHOWS_RANGE_TOTAL,
  FUL_COUNTER_SHOWS_SEPARATOR,
  FUL_N_COUNTER_SOURCES,
} FulCounterSource;

typedef enum
{
  FUL_COUNTER_UNIT_NUMBER,
  FUL_COUNTER_UNIT_BYTES,
  FUL_COUNTER_UNIT_BYTES_PER_SECOND,
  FUL_COUNTER_UNIT_PERCENT,
  FUL_COUNTER_UNIT_POWER,     /* pWh per ms */
  FUL_COUNTER_UNIT_ENERGY,    /* pWh */
} FulCounterUnit;

/**
 * FulCounterRow:
 * @source: the value of the row
 * @unit: its unit
 * @with_co2: whether the emission of its energy is shown
 * @label: for the user
 */
typedef struct
{
  FulCounterSource  source;
  FulCounterUnit    unit;
  gboolean          with_co2;
  char             *label;
} FulCounterRow;

/**
 * FulCounterStyle:
 * @label: name for the user
 * @graph_type: (nullable): word of the file
 * @unit: (nullable): word of the file
 * @is_accumulated: whether the graph is of the sum up to a time, not of a rate
 * @color: of the line, 0xRRGGBB
 * @dot_color: of the hovered sample
 * @location: markers that are shown above the graph, or 0 for none
 * @sort_weight: lower ones come first
 * @rows: (element-type FulCounterRow): of the tooltip
 *
 * How a counter is shown: its `display`.
 */
typedef struct
{
  char              *label;
  char              *graph_type;
  char              *unit;
  gboolean           is_accumulated;
  guint32            color;
  guint32            dot_color;
  FulMarkerLocation  location;
  double             sort_weight;
  GArray            *rows;
} FulCounterStyle;

FulCounterStyle *ful_counter_style_new  (FulCounter      *counter);
void             ful_counter_style_free (FulCounterStyle *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulCounterStyle, ful_counter_style_free)

G_END_DECLS
