/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-wire-reader.h"

G_BEGIN_DECLS

/* The frames of the live protocol (wire.md). Times are ns after the instant `meta.startTime`; rows and
 * numbers that are missing are FUL_NONE. */

#define FUL_WIRE_MAJOR 1
#define FUL_WIRE_MINOR 0
#define FUL_WIRE_MAGIC "FPLS"
#define FUL_WIRE_MAGIC_BYTES 4
#define FUL_WIRE_LENGTH_BYTES 4
#define FUL_WIRE_MAX_BYTES (16u << 20)          /* of type and payload of a frame of the server */
#define FUL_WIRE_MAX_CLIENT_BYTES (64u << 10)
#define FUL_WIRE_MAX_ROWS (1u << 20)            /* of a frame */
#define FUL_WIRE_MAX_THREADS (1u << 16)
#define FUL_WIRE_MAX_COUNTERS (1u << 12)
#define FUL_WIRE_MIN_WINDOW (1u << 16)
#define FUL_WIRE_MAX_WINDOW (1u << 30)
#define FUL_WIRE_CAPTURE_BYTES 16
#define FUL_WIRE_MAX_COLUMNS 11

typedef enum
{
  FUL_WIRE_HELLO       = 0x01,
  FUL_WIRE_ERROR       = 0x02,
  FUL_WIRE_STATE       = 0x10,
  FUL_WIRE_META        = 0x11,
  FUL_WIRE_THREAD      = 0x12,
  FUL_WIRE_COUNTER     = 0x13,
  FUL_WIRE_LIB         = 0x14,
  FUL_WIRE_TABLE       = 0x15,
  FUL_WIRE_SYNC        = 0x16,
  FUL_WIRE_SAMPLES     = 0x20,
  FUL_WIRE_MARKERS     = 0x21,
  FUL_WIRE_COUNTS      = 0x22,
  FUL_WIRE_ALLOCATIONS = 0x23,
  FUL_WIRE_LOSS        = 0x30,
  FUL_WIRE_TICK        = 0x31,
  FUL_WIRE_END         = 0x32,
  FUL_WIRE_SUBSCRIBE   = 0x40,
  FUL_WIRE_ACK         = 0x41,
  FUL_WIRE_START       = 0x42,
  FUL_WIRE_STOP        = 0x43,
  FUL_WIRE_PAUSE       = 0x44,
  FUL_WIRE_RESUME      = 0x45,
  FUL_WIRE_MARK        = 0x46,
} FulWireType;

typedef enum
{
  FUL_WIRE_ERROR_PROTOCOL  = 1,
  FUL_WIRE_ERROR_VERSION   = 2,
  FUL_WIRE_ERROR_TOKEN     = 3,
  FUL_WIRE_ERROR_LENGTH    = 4,
  FUL_WIRE_ERROR_MALFORMED = 5,
  FUL_WIRE_ERROR_REFUSED   = 6,
  FUL_WIRE_ERROR_BUSY      = 7,
  FUL_WIRE_ERROR_OTHER     = 255,
} FulWireErrorCode;

typedef enum
{
  FUL_WIRE_CAN_START  = 1 << 0,
  FUL_WIRE_CAN_STOP   = 1 << 1,
  FUL_WIRE_CAN_PAUSE  = 1 << 2,
  FUL_WIRE_CAN_MARK   = 1 << 3,
  FUL_WIRE_HAS_HISTORY = 1 << 4,
  FUL_WIRE_WAITS      = 1 << 5,
} FulWireCapabilities;

/* Of SUBSCRIBE. */
typedef enum
{
  FUL_WIRE_KIND_SAMPLES     = 1 << 0,
  FUL_WIRE_KIND_MARKERS     = 1 << 1,
  FUL_WIRE_KIND_COUNTS      = 1 << 2,
  FUL_WIRE_KIND_ALLOCATIONS = 1 << 3,
} FulWireKinds;

/* Of END. */
typedef enum
{
  FUL_WIRE_END_STOPPED       = 1,
  FUL_WIRE_END_STOPPED_OTHER = 2,
  FUL_WIRE_END_TARGET_EXITED = 3,
  FUL_WIRE_END_SERVER_ENDS   = 4,
  FUL_WIRE_END_LIMIT         = 5,
  FUL_WIRE_END_OTHER         = 255,
} FulWireEndReason;

typedef enum
{
  FUL_WIRE_STRINGS = 1,
  FUL_WIRE_RESOURCES,
  FUL_WIRE_SOURCES,
  FUL_WIRE_FUNCS,
  FUL_WIRE_NATIVE_SYMBOLS,
  FUL_WIRE_FRAMES,
  FUL_WIRE_STACKS,
  FUL_WIRE_SOURCE_LOCATIONS,
  FUL_WIRE_N_TABLES,
} FulWireTableNumber;

/**
 * FulWireHello:
 * @token: of a client; may be empty
 * @capture: of a server: %FUL_WIRE_CAPTURE_BYTES bytes
 */
typedef struct
{
  gboolean      from_client;
  guint8        minor;
  guint64       capabilities;
  FulWireText   token;
  FulWireText   name;
  const guint8 *capture;
} FulWireHello;

typedef struct
{
  guint64     code;     /* FulWireErrorCode */
  gboolean    fatal;
  FulWireText message;
} FulWireError;

typedef struct
{
  guint8 state;         /* 0 idle, 1 recording, 2 paused, 3 finished */
  gint64 since;
} FulWireState;

/* META, THREAD, COUNTER, LIB, START; the object is the text that was sent. */
typedef struct
{
  guint64     id;       /* of a thread, a counter or a lib */
  guint64     thread;   /* of a counter */
  FulWireText object;
} FulWireObject;

/**
 * FulWireTable:
 * @columns: a reader of the cells of each column; kinds as ful_wire_table_columns() says
 */
typedef struct
{
  FulWireTableNumber number;
  guint64            first_row;
  guint              n_rows;
  FulWireReader      columns[FUL_WIRE_MAX_COLUMNS];
} FulWireTable;

/**
 * FulWireRows:
 * @id: thread, or counter of COUNTS
 * @kind: of ALLOCATIONS: 0 JS, 1 native
 * @n_rows: rows in the frame
 *
 * The records of a row frame, to be read by the functions of ful-wire-rows.h. The other fields are theirs.
 */
typedef struct
{
  guint64       id;
  guint8        kind;
  guint         n_rows;
  guint         n_left;
  gint64        time;
  gint64        stack;
  FulWireReader reader;
} FulWireRows;

typedef struct
{
  gint64      thread;        /* FUL_NONE: all */
  guint8      kind;          /* 0 several, 1 samples, 2 markers, 3 counts, 4 allocations */
  gint64      start;
  guint64     duration;
  guint64     n_rows;        /* 0: not known */
  guint8      reason;
  FulWireText text;
} FulWireLoss;

typedef struct
{
  gint64  now;
  gint64  complete;
  guint64 backlog_bytes;
  guint64 n_lost;
  guint64 cpu_ns;            /* 0: not known */
} FulWireTick;

typedef struct
{
  guint8      reason;        /* FulWireEndReason */
  gint64      time;
  guint64     n_samples;
  guint64     n_markers;
  guint64     n_counts;
  guint64     n_allocations;
  guint64     n_lost;
  FulWireText text;
} FulWireEnd;

typedef struct
{
  guint64  kinds;            /* FulWireKinds */
  gboolean history;
  guint64  window_bytes;
} FulWireSubscribe;

/**
 * FulWireFrame:
 * @offset: of its length field in the stream
 * @number: epoch of SYNC, bytes of ACK
 *
 * A frame that was received, or that is to be sent.
 */
typedef struct
{
  FulWireType type;
  guint64     offset;
  union
  {
    FulWireHello     hello;
    FulWireError     error;
    FulWireState     state;
    FulWireObject    object;
    FulWireTable     table;
    FulWireRows      rows;
    FulWireLoss      loss;
    FulWireTick      tick;
    FulWireEnd       end;
    FulWireSubscribe subscribe;
    FulWireText      text;
    guint64          number;
  };
} FulWireFrame;

/**
 * FulWireSample:
 * @time: of the first of its rows
 * @n_rows: how many rows, @step apart, with all other values the same
 */
typedef struct
{
  gint64   time;
  gint64   stack;
  guint64  n_rows;
  guint64  step;
  gboolean has_cpu;
  gboolean has_weight;
  gboolean has_event_delay;
  guint64  cpu;
  double   weight;
  gint64   event_delay;
} FulWireSample;

typedef enum
{
  FUL_WIRE_FIELD_NULL,
  FUL_WIRE_FIELD_FALSE,
  FUL_WIRE_FIELD_TRUE,
  FUL_WIRE_FIELD_SINT,
  FUL_WIRE_FIELD_F64,
  FUL_WIRE_FIELD_TEXT,
  FUL_WIRE_FIELD_STRING,         /* the text of a string */
  FUL_WIRE_FIELD_STRING_NUMBER,  /* its number */
  FUL_WIRE_FIELD_JSON,
} FulWireFieldKind;

typedef struct
{
  guint64          key;          /* a string */
  FulWireFieldKind kind;
  union
  {
    gint64         sint;
    double         f64;
    FulWireText    text;
    guint64        string;
  };
} FulWireField;

/**
 * FulWireMarker:
 * @time: of the start; of phase 3 of the end
 * @duration: of phase 1
 * @has_payload: whether there is an object, also one without fields; implied by those
 * @fields: @n_fields of them, for ful_wire_read_field()
 */
typedef struct
{
  guint8        phase;
  gint64        time;
  guint64       duration;
  guint64       name;
  guint64       category;
  gboolean      has_stack;
  guint64       stack;
  guint64       n_fields;
  FulWireReader fields;
  gboolean      has_payload;
} FulWireMarker;

typedef struct
{
  gint64   time;
  gboolean is_f64;
  gint64   sint;
  double   f64;
  gboolean has_number;
  guint64  number;
} FulWireCount;

typedef struct
{
  gint64   time;
  gint64   stack;
  gint64   bytes;
  gboolean in_nursery;           /* JS */
  guint64  strings[3];           /* JS: class, type, coarse type */
  gboolean has_address;          /* native, like the following */
  guint64  address;
  guint64  thread_id;
} FulWireAllocation;

G_END_DECLS
