/* SPDX-License-Identifier: GPL-3.0-or-later */

/* make-stream SECONDS FILE: a stored stream of the live protocol, as busy as live captures may be: 100,000 samples
 * and 50,000 markers a second in 100 threads. Seven of eight samples repeat the stack before. */

#include "config.h"

#include "base/ful-types.h"
#include "wire/ful-wire-encoder.h"
#include "wire/ful-wire.h"

#include <stdlib.h>
#include <string.h>

#define N_THREADS 100
#define N_TICKS 10               /* a second */
#define N_SAMPLES 100            /* of a thread in a tick */
#define N_MARKERS 50
#define N_FUNCS 1000
#define N_STACKS 20000
#define N_MARKER_NAMES 40
#define TICK_NS (G_GINT64_CONSTANT (1000000000) / N_TICKS)

static const char meta[] =
  "{\"meta\":{\"interval\":1,\"startTime\":1790000000000,\"profilingStartTime\":0,\"product\":\"busy\",\"version\":36,"
  "\"preprocessedProfileVersion\":70,\"processType\":0,\"stackwalk\":1,\"markerSchema\":[],"
  "\"sampleUnits\":{\"time\":\"ms\",\"eventDelay\":\"ms\",\"threadCPUDelta\":\"ns\"},"
  "\"categories\":[{\"name\":\"Other\",\"color\":\"grey\",\"subcategories\":[\"Other\"]}]}}";

typedef struct
{
  FulBytes   to;
  GRand     *rand;
  FulWireEnd sent;
} Maker;

static gint64
below (Maker *self,
       gint32 n)
{
  return g_rand_int_range (self->rand, 0, n);
}

static void
put (Maker              *self,
     const FulWireFrame *frame)
{
  if (!ful_wire_encode (&self->to, frame))
    g_assert_not_reached ();
}

static FulWireText
text_of (const char *text)
{
  return (FulWireText) { text, strlen (text) };
}

static void
put_head (Maker *self)
{
  static const guint8 capture[FUL_WIRE_CAPTURE_BYTES] = { 1 };

  put (self, &(FulWireFrame) { FUL_WIRE_HELLO, .hello = { .capture = capture, .name = text_of ("busy") } });
  put (self, &(FulWireFrame) { FUL_WIRE_STATE, .state = { 1, 0 } });
  put (self, &(FulWireFrame) { FUL_WIRE_META, .object = { .object = text_of (meta) } });
  for (guint i = 0; i < N_THREADS; i++)
    {
      g_autofree char *object = g_strdup_printf ("{\"name\":\"thread %u\",\"pid\":\"%u\",\"tid\":%u,\"isMainThread\":%s,"
                                                 "\"processType\":\"default\",\"registerTime\":0,\"pausedRanges\":[]}",
                                                 i, 1 + i / 10, i, i % 10 == 0 ? "true" : "false");

      put (self, &(FulWireFrame) { FUL_WIRE_THREAD, .object = { .id = i, .object = text_of (object) } });
    }
}

/* Names of functions, then of markers, then "type", "n" and "url". */
static void
put_strings (Maker *self)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  FulWireText texts[N_FUNCS + N_MARKER_NAMES + 3];

  for (guint i = 0; i < N_FUNCS; i++)
    g_ptr_array_add (names, g_strdup_printf ("function_%u(int, char const*)", i));
  for (guint i = 0; i < N_MARKER_NAMES; i++)
    g_ptr_array_add (names, g_strdup_printf ("Marker%u", i));
  g_ptr_array_add (names, g_strdup ("type"));
  g_ptr_array_add (names, g_strdup ("n"));
  g_ptr_array_add (names, g_strdup ("url"));
  for (guint i = 0; i < names->len; i++)
    texts[i] = text_of (g_ptr_array_index (names, i));
  if (!ful_wire_encode_table (&self->to, FUL_WIRE_STRINGS, 0, names->len, NULL, texts))
    g_assert_not_reached ();
}

static void
put_table (Maker              *self,
           FulWireTableNumber  table,
           guint               n,
           guint               n_columns,
           const gint64       *first,      /* of each column; G_MININT64: the number of the row */
           const gint64       *cells)      /* (nullable): instead */
{
  g_autofree gint64 *made = g_new (gint64, (gsize) n * n_columns);

  for (guint i = 0; cells == NULL && i < n * n_columns; i++)
    made[i] = first[i / n] == G_MININT64 ? i % n : first[i / n];
  if (!ful_wire_encode_table (&self->to, table, 0, n, cells ? cells : made, NULL))
    g_assert_not_reached ();
}

/* A stack is called by one of the 50 before it: depths around 30. */
static void
put_tables (Maker *self)
{
  static const gint64 func[] = { G_MININT64, 0, 0, -1, -1, -1, -1, -1 };
  static const gint64 frame[] = { -1, -1, 0, 0, 0, G_MININT64, -1, -1, -1, -1, -1 };
  g_autofree gint64 *stacks = g_new (gint64, 2 * N_STACKS);

  for (guint i = 0; i < N_STACKS; i++)
    {
      stacks[i] = below (self, N_FUNCS);
      stacks[N_STACKS + i] = i % 500 == 0 ? 0 : 1 + below (self, (gint32) MIN (i % 500, 50));
    }
  put_strings (self);
  put_table (self, FUL_WIRE_FUNCS, N_FUNCS, G_N_ELEMENTS (func), func, NULL);
  put_table (self, FUL_WIRE_FRAMES, N_FUNCS, G_N_ELEMENTS (frame), frame, NULL);
  put_table (self, FUL_WIRE_STACKS, N_STACKS, 2, NULL, stacks);
}

static void
put_samples (Maker  *self,
             guint   thread,
             gint64  begin)
{
  FulWireSample samples[N_SAMPLES];
  gint64 stack = below (self, N_STACKS);

  for (guint i = 0; i < N_SAMPLES; i++)
    {
      if (below (self, 8) == 0)
        stack = below (self, N_STACKS);
      samples[i] = (FulWireSample) { .time = begin + i * (TICK_NS / N_SAMPLES), .stack = stack, .n_rows = 1,
                                     .has_cpu = TRUE, .cpu = (guint64) below (self, 1000000) };
    }
  if (!ful_wire_encode_samples (&self->to, thread, begin, samples, N_SAMPLES))
    g_assert_not_reached ();
  self->sent.n_samples += N_SAMPLES;
}

static void
put_markers (Maker  *self,
             guint   thread,
             gint64  begin)
{
  FulWireMarker markers[N_MARKERS];
  FulBytes fields[N_MARKERS] = { 0 };

  for (guint i = 0; i < N_MARKERS; i++)
    {
      guint64 name = N_FUNCS + (guint64) below (self, N_MARKER_NAMES);
      FulWireField values[] = {
        { N_FUNCS + N_MARKER_NAMES, FUL_WIRE_FIELD_STRING, .string = name },
        { N_FUNCS + N_MARKER_NAMES + 1, FUL_WIRE_FIELD_SINT, .sint = below (self, 100000) },
        { N_FUNCS + N_MARKER_NAMES + 2, FUL_WIRE_FIELD_TEXT, .text = text_of ("https://www.example.org/a/page") },
      };

      for (guint f = 0; f < G_N_ELEMENTS (values); f++)
        ful_wire_put_field (&fields[i], &values[f]);
      markers[i] = (FulWireMarker) {
        .phase = 1, .time = begin + i * (TICK_NS / N_MARKERS), .duration = (guint64) below (self, 2000000), .name = name,
        .has_stack = i % 4 == 0, .stack = (guint64) below (self, N_STACKS), .n_fields = G_N_ELEMENTS (values),
        .fields = { (guint8 *) fields[i].data, (guint8 *) fields[i].data + fields[i].n, NULL, NULL },
      };
    }
  if (!ful_wire_encode_markers (&self->to, thread, begin, markers, N_MARKERS))
    g_assert_not_reached ();
  self->sent.n_markers += N_MARKERS;
  for (guint i = 0; i < N_MARKERS; i++)
    ful_bytes_clear (&fields[i]);
}

int
main (int   argc,
      char *argv[])
{
  Maker self = { .rand = g_rand_new_with_seed (8) };
  guint n_ticks = (guint) atoi (argv[1]) * N_TICKS;
  g_autoptr(GError) error = NULL;

  put_head (&self);
  put_tables (&self);
  for (guint tick = 0; tick < n_ticks; tick++)
    {
      gint64 end = (tick + 1) * TICK_NS;

      for (guint i = 0; i < N_THREADS; i++)
        {
          put_samples (&self, i, end - TICK_NS);
          put_markers (&self, i, end - TICK_NS);
        }
      put (&self, &(FulWireFrame) { FUL_WIRE_TICK, .tick = { .now = end, .complete = end } });
    }
  self.sent.reason = 4;
  self.sent.time = n_ticks * TICK_NS;
  put (&self, &(FulWireFrame) { FUL_WIRE_END, .end = self.sent });
  g_rand_free (self.rand);

  if (!g_file_set_contents (argv[2], self.to.data, (gssize) self.to.n, &error))
    g_printerr ("%s\n", error->message);
  ful_bytes_clear (&self.to);

  return error ? EXIT_FAILURE : EXIT_SUCCESS;
}
