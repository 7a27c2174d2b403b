/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-table.h"

G_BEGIN_DECLS

/* The tables of each thread. Times are ms on the profile's absolute time line. */

typedef enum
{
  FUL_WEIGHT_TYPE_SAMPLES,
  FUL_WEIGHT_TYPE_TRACING_MS,
  FUL_WEIGHT_TYPE_BYTES,
} FulWeightType;

const char *ful_weight_type_to_string (FulWeightType weight_type);

/**
 * FulSampleTable:
 * @time: ms; never decreasing
 * @stack: %FUL_NONE for no stack
 * @weight: (nullable): in units of the thread's weight type; %NULL means all 1
 * @cpu_delta: CPU used since the sample before, in the profile's unit for it; may be missing
 * @event_delay: (nullable): input delay in ms, NaN for a missing one
 * @responsiveness: (nullable): what older captures have instead of @event_delay
 * @argument_values: (nullable): offsets into the traced values of a JS tracer thread
 * @labels: (nullable): what a program said of itself while it was sampled: a shared string of lines KEY=VALUE,
 *   or %FUL_NONE
 */
typedef struct
{
  FulTable             table;
  const double        *time;
  const FulStackIndex *stack;
  const double        *weight;
  FulI32OrF64          cpu_delta;
  const double        *event_delay;
  const double        *responsiveness;
  const gint32        *argument_values;
  const gint32        *labels;
} FulSampleTable;

enum
{
  FUL_SAMPLE_TIME, FUL_SAMPLE_STACK, FUL_SAMPLE_WEIGHT, FUL_SAMPLE_CPU_DELTA, FUL_SAMPLE_EVENT_DELAY,
  FUL_SAMPLE_RESPONSIVENESS, FUL_SAMPLE_ARGUMENT_VALUES, FUL_SAMPLE_LABELS,
};

typedef enum
{
  FUL_MARKER_PHASE_INSTANT,
  FUL_MARKER_PHASE_INTERVAL,
  FUL_MARKER_PHASE_INTERVAL_START,
  FUL_MARKER_PHASE_INTERVAL_END,
} FulMarkerPhase;

/**
 * FulMarkerTable:
 * @name: string
 * @start_time: ms, NaN if the phase has none; @end_time likewise
 * @phase: #FulMarkerPhase
 * @category: the marker's category
 * @payload: where the JSON text of the payload begins in the thread's payload bytes
 * @payload_length: bytes of that text; 0 for no payload
 * @payload_type: `type` of the payload, row of the profile's texts, or %FUL_NONE
 * @cause_stack: stack of the payload's `cause`, or %FUL_NONE
 *
 * Raw markers, as recorded. Payloads are text, see ful_thread_get_payload().
 */
typedef struct
{
  FulTable                table;
  const FulStringIndex   *name;
  const double           *start_time;
  const double           *end_time;
  const guint8           *phase;
  FulPackedInt            category;
  FulPackedInt            payload;
  FulPackedInt            payload_length;
  FulPackedInt            payload_type;
  FulPackedInt            cause_stack;
} FulMarkerTable;

enum
{
  FUL_MARKER_NAME, FUL_MARKER_START_TIME, FUL_MARKER_END_TIME, FUL_MARKER_PHASE, FUL_MARKER_CATEGORY,
  FUL_MARKER_PAYLOAD, FUL_MARKER_PAYLOAD_LENGTH, FUL_MARKER_PAYLOAD_TYPE, FUL_MARKER_CAUSE_STACK,
};

/**
 * FulAllocationTable:
 * @time: ms; never decreasing
 * @stack: %FUL_NONE for no stack
 * @weight: bytes; negative for a free
 * @memory_address: (nullable): native, balanced captures only
 * @thread_id: (nullable): as @memory_address
 * @argument_values: (nullable): native
 * @class_name: (nullable): JS; row of the profile's texts; @type_name and @coarse_type likewise
 * @in_nursery: (nullable): JS
 *
 * JS or native allocations of a thread.
 */
typedef struct
{
  FulTable             table;
  const double        *time;
  const FulStackIndex *stack;
  const double        *weight;
  const double        *memory_address;
  const double        *thread_id;
  const gint32        *argument_values;
  const gint32        *class_name;
  const gint32        *type_name;
  const gint32        *coarse_type;
  const guint8        *in_nursery;
} FulAllocationTable;

enum
{
  FUL_ALLOCATION_TIME, FUL_ALLOCATION_STACK, FUL_ALLOCATION_WEIGHT, FUL_ALLOCATION_MEMORY_ADDRESS,
  FUL_ALLOCATION_THREAD_ID, FUL_ALLOCATION_ARGUMENT_VALUES, FUL_ALLOCATION_CLASS_NAME, FUL_ALLOCATION_TYPE_NAME,
  FUL_ALLOCATION_COARSE_TYPE, FUL_ALLOCATION_IN_NURSERY,
};

/**
 * FulCounterSampleTable:
 * @time: ms; never decreasing
 * @count: change since the sample before
 * @number: (nullable): operations since the sample before
 */
typedef struct
{
  FulTable      table;
  const double *time;
  const double *count;
  const double *number;
} FulCounterSampleTable;

enum { FUL_COUNTER_SAMPLE_TIME, FUL_COUNTER_SAMPLE_COUNT, FUL_COUNTER_SAMPLE_NUMBER };

extern const FulTableClass ful_sample_table_class;
extern const FulTableClass ful_marker_table_class;
extern const FulTableClass ful_allocation_table_class;
extern const FulTableClass ful_counter_sample_table_class;

G_END_DECLS
