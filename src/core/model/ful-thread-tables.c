/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Columns of the tables of a thread, in the order of the enums of the header. */

#include "config.h"

#include "ful-thread-tables.h"

#define COLUMN(Struct, member, name, type, ref, flags) \
  { name, FUL_TYPE_##type, FUL_REF_##ref, (FulColumnFlags) (flags), G_STRUCT_OFFSET (Struct, member) }
#define TABLE(symbol, Struct, name, columns) \
  const FulTableClass symbol = { name, columns, G_N_ELEMENTS (columns), sizeof (Struct) }

#define NULLABLE FUL_COLUMN_NULLABLE
#define OPTIONAL FUL_COLUMN_OPTIONAL
#define INTEGERS FUL_COLUMN_PACKED_INT

static const FulColumn sample_columns[] = {
  COLUMN (FulSampleTable, time, "time", F64, NOTHING, 0),
  COLUMN (FulSampleTable, stack, "stack", I32, STACK, NULLABLE),
  COLUMN (FulSampleTable, weight, "weight", F64, NOTHING, OPTIONAL),
  COLUMN (FulSampleTable, cpu_delta, "threadCPUDelta", F64, NOTHING, OPTIONAL | NULLABLE | FUL_COLUMN_I32_OR_F64),
  COLUMN (FulSampleTable, event_delay, "eventDelay", F64, NOTHING, OPTIONAL | NULLABLE),
  COLUMN (FulSampleTable, responsiveness, "responsiveness", F64, NOTHING, OPTIONAL | NULLABLE),
  COLUMN (FulSampleTable, argument_values, "argumentValues", I32, NOTHING, OPTIONAL | NULLABLE),
  COLUMN (FulSampleTable, labels, "labels", I32, STRING, OPTIONAL | NULLABLE),
};

static const FulColumn marker_columns[] = {
  COLUMN (FulMarkerTable, name, "name", I32, STRING, 0),
  COLUMN (FulMarkerTable, start_time, "startTime", F64, NOTHING, NULLABLE),
  COLUMN (FulMarkerTable, end_time, "endTime", F64, NOTHING, NULLABLE),
  COLUMN (FulMarkerTable, phase, "phase", U8, NOTHING, 0),
  COLUMN (FulMarkerTable, category, "category", I32, CATEGORY, INTEGERS),
  COLUMN (FulMarkerTable, payload, "data", I64, NOTHING, INTEGERS),
  COLUMN (FulMarkerTable, payload_length, "dataLength", I32, NOTHING, INTEGERS),
  COLUMN (FulMarkerTable, payload_type, "dataType", I32, TEXT, INTEGERS | NULLABLE),
  COLUMN (FulMarkerTable, cause_stack, "causeStack", I32, STACK, INTEGERS | NULLABLE),
};

static const FulColumn allocation_columns[] = {
  COLUMN (FulAllocationTable, time, "time", F64, NOTHING, 0),
  COLUMN (FulAllocationTable, stack, "stack", I32, STACK, NULLABLE),
  COLUMN (FulAllocationTable, weight, "weight", F64, NOTHING, 0),
  COLUMN (FulAllocationTable, memory_address, "memoryAddress", F64, NOTHING, OPTIONAL | NULLABLE),
  COLUMN (FulAllocationTable, thread_id, "threadId", F64, NOTHING, OPTIONAL | NULLABLE),
  COLUMN (FulAllocationTable, argument_values, "argumentValues", I32, NOTHING, OPTIONAL | NULLABLE),
  COLUMN (FulAllocationTable, class_name, "className", I32, TEXT, OPTIONAL | NULLABLE),
  COLUMN (FulAllocationTable, type_name, "typeName", I32, TEXT, OPTIONAL | NULLABLE),
  COLUMN (FulAllocationTable, coarse_type, "coarseType", I32, TEXT, OPTIONAL | NULLABLE),
  COLUMN (FulAllocationTable, in_nursery, "inNursery", U8, NOTHING, OPTIONAL | FUL_COLUMN_BOOL),
};

static const FulColumn counter_sample_columns[] = {
  COLUMN (FulCounterSampleTable, time, "time", F64, NOTHING, 0),
  COLUMN (FulCounterSampleTable, count, "count", F64, NOTHING, 0),
  COLUMN (FulCounterSampleTable, number, "number", F64, NOTHING, OPTIONAL),
};

TABLE (ful_sample_table_class, FulSampleTable, "samples", sample_columns);
TABLE (ful_marker_table_class, FulMarkerTable, "markers", marker_columns);
TABLE (ful_allocation_table_class, FulAllocationTable, "allocations", allocation_columns);
TABLE (ful_counter_sample_table_class, FulCounterSampleTable, "samples", counter_sample_columns);

const char *
ful_weight_type_to_string (FulWeightType weight_type)
{
  switch (weight_type)
    {
    case FUL_WEIGHT_TYPE_TRACING_MS:
      return "tracing-ms";
    case FUL_WEIGHT_TYPE_BYTES:
      return "bytes";
    case FUL_WEIGHT_TYPE_SAMPLES:
    default:
      return "samples";
    }
}
