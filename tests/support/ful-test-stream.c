/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Random captures as streams of the live protocol. */

#include "ful-test-stream.h"

#include "base/ful-types.h"
#include "wire/ful-wire-encoder.h"
#include "wire/ful-wire-rows.h"
#include "wire/ful-wire.h"

#include <string.h>

#define TICK_NS 100000000

typedef struct
{
  FulBytes *to;
  GRand    *rand;
  guint     n_rows[FUL_WIRE_N_TABLES];
  guint     n_libs;
  guint     n_categories;
  guint     n_threads;
  guint     n_counters;
  guint64   epoch;
  gint64    begin;      /* of the time between two TICKs */
  FulWireEnd sent;
} Maker;

static guint
below (Maker *self,
       guint  n)
{
  return n == 0 ? 0 : (guint) g_rand_int_range (self->rand, 0, (gint32) n);
}

/* A row of a table; at times none, or one that does not exist. */
static gint64
reference (Maker *self,
           guint  n)
{
  guint kind = below (self, 40);

  if (n == 0 || kind == 0)
    return FUL_NONE;

  return kind == 1 ? n + below (self, 3) : below (self, n);
}

static gint64
time_in_tick (Maker *self)
{
  return self->begin + g_rand_int_range (self->rand, 0, TICK_NS);
}

static FulWireText
text_of (const char *text)
{
  return (FulWireText) { text, strlen (text) };
}

static void
put_object (Maker       *self,
            FulWireType  type,
            guint        id,
            guint        thread,
            char        *object)
{
  FulWireFrame frame = { type, .object = { id, thread, text_of (object) } };

  g_assert_true (ful_wire_encode (self->to, &frame));
  g_free (object);
}

static void
put_meta (Maker *self)
{
  g_autoptr(GString) categories = g_string_new (NULL);

  self->n_categories += below (self, 3);
  for (guint i = 0; i < self->n_categories; i++)
    g_string_append_printf (categories, "%s{\"name\":\"C%u\",\"color\":\"%s\",\"subcategories\":[\"Other\",\"S\"]}", i ? "," : "", i,
                            i == 1 ? "grey" : "blue");
  put_object (self, FUL_WIRE_META, 0, 0, g_strdup_printf (
    "{\"meta\":{\"interval\":1,\"startTime\":1000,\"product\":\"p%u\",\"version\":36,\"preprocessedProfileVersion\":70,"
    "\"processType\":0,\"stackwalk\":1,\"markerSchema\":[],\"categories\":[%s],"
    "\"sampleUnits\":{\"time\":\"ms\",\"eventDelay\":\"ms\",\"threadCPUDelta\":\"ns\"}},\"more\":%u}",
    below (self, 9), categories->str, below (self, 9)));
}

static void
put_thread (Maker *self)
{
  guint id = below (self, self->n_threads + 1);

  if (id == self->n_threads)
    self->n_threads++;
  put_object (self, FUL_WIRE_THREAD, id, 0, g_strdup_printf (
    "{\"name\":\"T%u\",\"isMainThread\":%s,\"pid\":\"%u\",\"tid\":%u,\"unregisterTime\":%u}", below (self, 9),
    id == 0 ? "true" : "false", id / 3, id, below (self, 9)));
}

static void
put_counter (Maker *self)
{
  guint id = below (self, self->n_counters + 1);

  if (id == self->n_counters)
    self->n_counters++;
  put_object (self, FUL_WIRE_COUNTER, id, below (self, self->n_threads + 1),
              g_strdup_printf ("{\"name\":\"c%u\",\"category\":\"Memory\",\"description\":\"\",\"pid\":\"0\"}", below (self, 9)));
}

static void
put_strings (Maker *self,
             guint  n)
{
  FulWireText texts[8];
  char names[8][8];

  g_assert (n <= 8);
  for (guint i = 0; i < n; i++)
    {
      g_snprintf (names[i], sizeof names[i], "s%u", below (self, 200));
      texts[i] = text_of (names[i]);
    }
  g_assert_true (ful_wire_encode_table (self->to, FUL_WIRE_STRINGS, self->n_rows[FUL_WIRE_STRINGS], n, NULL, texts));
  self->n_rows[FUL_WIRE_STRINGS] += n;
}

/* What the cells of a column may be. */
static gint64
random_cell (Maker *self,
             guint  table,
             guint  c)
{
  static const guint8 refers_to[FUL_WIRE_N_TABLES][FUL_WIRE_MAX_COLUMNS] = {
    [FUL_WIRE_RESOURCES] = { 1, 1 },
    [FUL_WIRE_SOURCES] = { 1, 1, 0, 0, 1, 1 },
    [FUL_WIRE_FUNCS] = { 1, 0, 0, 2, 3, 0, 0, 8 },
    [FUL_WIRE_NATIVE_SYMBOLS] = { 0, 0, 1 },
    [FUL_WIRE_FRAMES] = { 0, 0, 0, 0, 0, 4, 5, 0, 0, 0, 8 },
    [FUL_WIRE_STACKS] = { 6 },
    [FUL_WIRE_SOURCE_LOCATIONS] = { 3 },
  };
  char kind = ful_wire_table_columns (table)[c];

  if (refers_to[table][c])
    return reference (self, self->n_rows[refers_to[table][c]]);
  if (kind == 'b')
    return below (self, 2);
  if (table == FUL_WIRE_NATIVE_SYMBOLS && c == 0)
    return reference (self, self->n_libs);
  if (table == FUL_WIRE_FRAMES && c == 1)
    return reference (self, self->n_libs);
  if (table == FUL_WIRE_FRAMES && c == 3)
    return reference (self, self->n_categories);
  if (table == FUL_WIRE_FRAMES && c == 4)
    return reference (self, 2);

  return kind == 'p' ? 0 : reference (self, 6);
}

static void
put_rows (Maker *self,
          guint  table,
          guint  n)
{
  guint n_columns = strlen (ful_wire_table_columns (table));
  g_autofree gint64 *cells = g_new (gint64, n_columns * n);

  for (guint c = 0; c < n_columns; c++)
    for (guint i = 0; i < n; i++)
      cells[c * n + i] = random_cell (self, table, c);
  if (table == FUL_WIRE_STACKS)
    for (guint i = 0; i < n; i++)
      cells[n + i] = below (self, MIN (self->n_rows[table] + i, 30) + 1);
  g_assert_true (ful_wire_encode_table (self->to, table, self->n_rows[table], n, cells, NULL));
  self->n_rows[table] += n;
}

static void
put_samples (Maker *self)
{
  FulWireSample samples[20];

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    samples[i] = (FulWireSample) {
      .time = time_in_tick (self), .stack = reference (self, self->n_rows[FUL_WIRE_STACKS]), .n_rows = 1,
      .has_cpu = below (self, 3) > 0, .cpu = below (self, 1000), .has_weight = below (self, 50) == 0, .weight = below (self, 9),
      .has_event_delay = below (self, 20) == 0, .event_delay = below (self, 100),
    };
  self->sent.n_samples += G_N_ELEMENTS (samples);
  g_assert_true (ful_wire_encode_samples (self->to, below (self, self->n_threads), self->begin, samples, G_N_ELEMENTS (samples)));
}

static void
put_markers (Maker *self)
{
  FulWireMarker markers[10] = { 0 };
  FulBytes fields[10] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (markers); i++)
    {
      FulWireField number = { .key = below (self, self->n_rows[FUL_WIRE_STRINGS]), .kind = FUL_WIRE_FIELD_SINT, .sint = below (self, 99) };

      markers[i] = (FulWireMarker) {
        .phase = (guint8) below (self, 4), .time = time_in_tick (self), .duration = below (self, TICK_NS),
        .name = below (self, 8), .category = (guint64) below (self, self->n_categories + 1),
        .has_stack = below (self, 3) == 0, .stack = below (self, self->n_rows[FUL_WIRE_STACKS] + 1), .n_fields = below (self, 2),
      };
      if (markers[i].n_fields)
        ful_wire_put_field (&fields[i], &number);
      markers[i].fields = (FulWireReader) { (const guint8 *) fields[i].data, (const guint8 *) fields[i].data + fields[i].n };
    }
  self->sent.n_markers += G_N_ELEMENTS (markers);
  g_assert_true (ful_wire_encode_markers (self->to, below (self, self->n_threads), self->begin, markers, G_N_ELEMENTS (markers)));
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    ful_bytes_clear (&fields[i]);
}

static void
put_counts (Maker *self)
{
  FulWireCount counts[5];

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    counts[i] = (FulWireCount) { .time = time_in_tick (self), .sint = g_rand_int_range (self->rand, -9, 9),
                                 .has_number = below (self, 9) == 0, .number = below (self, 9) };
  self->sent.n_counts += G_N_ELEMENTS (counts);
  g_assert_true (ful_wire_encode_counts (self->to, below (self, self->n_counters + 1), self->begin, counts, G_N_ELEMENTS (counts)));
}

static void
put_allocations (Maker *self)
{
  FulWireAllocation allocations[5];
  guint8 kind = (guint8) below (self, 2);

  for (guint i = 0; i < G_N_ELEMENTS (allocations); i++)
    allocations[i] = (FulWireAllocation) {
      .time = time_in_tick (self), .stack = reference (self, self->n_rows[FUL_WIRE_STACKS]), .bytes = below (self, 99),
      .in_nursery = below (self, 2) > 0, .strings = { below (self, 5), below (self, 5), below (self, 5) },
      .has_address = below (self, 2) > 0, .address = below (self, 99), .thread_id = below (self, 9),
    };
  self->sent.n_allocations += G_N_ELEMENTS (allocations);
  g_assert_true (ful_wire_encode_allocations (self->to, below (self, self->n_threads), kind, self->begin, allocations,
                                              G_N_ELEMENTS (allocations)));
}

static void
put_something (Maker *self)
{
  FulWireFrame sync = { FUL_WIRE_SYNC, .number = self->epoch + 1 };

  switch (below (self, 16))
    {
    case 0:
      put_thread (self);
      break;
    case 1:
      put_counter (self);
      break;
    case 2:
      put_object (self, FUL_WIRE_LIB, self->n_libs, 0, g_strdup_printf ("{\"name\":\"l%u\",\"path\":\"/l\"}", self->n_libs));
      self->n_libs++;
      break;
    case 3:
      if (below (self, 6) == 0)
        put_meta (self);
      break;
    case 4:
      if (below (self, 60) > 0)
        break;
      g_assert_true (ful_wire_encode (self->to, &sync));
      self->epoch++;
      memset (self->n_rows, 0, sizeof self->n_rows);
      put_strings (self, 8);
      break;
    case 5:
      put_strings (self, 1 + below (self, 8));
      break;
    case 6:
    case 7:
    case 8:
      put_rows (self, FUL_WIRE_RESOURCES + below (self, FUL_WIRE_N_TABLES - FUL_WIRE_RESOURCES), 1 + below (self, 5));
      break;
    case 9:
      put_counts (self);
      break;
    case 10:
      put_allocations (self);
      break;
    case 11:
    case 12:
      put_markers (self);
      break;
    default:
      put_samples (self);
      break;
    }
}

FulTestStream *
ful_test_stream_new (guint32 seed,
                     guint   n_ticks)
{
  static const guint8 capture[FUL_WIRE_CAPTURE_BYTES] = "capture";
  FulTestStream *self = g_new0 (FulTestStream, 1);
  Maker maker = { .to = &self->bytes, .rand = g_rand_new_with_seed (seed) };
  FulWireFrame hello = { FUL_WIRE_HELLO, .hello = { .name = text_of ("random"), .capture = capture } };
  FulWireFrame end = { FUL_WIRE_END };

  self->tick_ends = g_array_new (FALSE, FALSE, sizeof (gsize));
  g_assert_true (ful_wire_encode (maker.to, &hello));
  put_meta (&maker);
  put_thread (&maker);
  put_strings (&maker, 8);
  for (guint i = 0; i < n_ticks; i++)
    {
      FulWireFrame tick = { FUL_WIRE_TICK, .tick = { .now = maker.begin + TICK_NS, .complete = maker.begin + TICK_NS } };

      for (guint k = below (&maker, 40); k > 0; k--)
        put_something (&maker);
      g_assert_true (ful_wire_encode (maker.to, &tick));
      g_array_append_val (self->tick_ends, self->bytes.n);
      maker.begin += TICK_NS;
    }
  end.end = maker.sent;
  end.end.reason = 4;
  g_assert_true (ful_wire_encode (maker.to, &end));
  g_rand_free (maker.rand);

  return self;
}

void
ful_test_stream_free (FulTestStream *self)
{
  ful_bytes_clear (&self->bytes);
  g_array_unref (self->tick_ends);
  g_free (self);
}
