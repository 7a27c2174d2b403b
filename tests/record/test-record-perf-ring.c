/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is taken out of a ring that the kernel writes. */

#include "system/ful-record-perf-ring.h"

#include "perf/ful-perf-attrs.h"
#include "perf/ful-perf-records.h"

#include <linux/perf_event.h>
#include <string.h>

#define RING_BYTES 4096
#define STACK_BYTES 512
#define SP G_GUINT64_CONSTANT (0x7f0000000000)

typedef struct
{
  struct perf_event_mmap_page *page;
  guint8                       data[RING_BYTES];
  FulRecordPerfRing            ring;
  FulRecordStackEnds           ends;
  FulRecordPerfSamples         samples;
  FulPerfAttrs                 attrs;
  FulPerfQueue                 queue;
  GString                     *seen;    /* letter of the type, bytes of the stack */
} Fixture;

static void
record_cb (FulCursor record,
           gpointer  user_data)
{
  Fixture *self = user_data;
  FulCursor body = record;
  guint32 type = ful_cursor_u32 (&body);
  FulPerfSample sample;

  ful_cursor_skip (&body, 4);
  if (type != FUL_PERF_RECORD_SAMPLE)
    {
      g_string_append_printf (self->seen, "%u ", type);
      return;
    }

  g_assert_true (ful_perf_attrs_read_sample (&self->attrs, body, &sample));
  g_assert_cmpint (sample.tid, ==, 7);
  for (gsize i = 0; i < sample.stack.n; i++)
    g_assert_cmpuint (sample.stack.p[i], ==, (guint8) i);
  g_string_append_printf (self->seen, "s%zu ", sample.stack.n);
}

static void
set_up (Fixture *self,
        guint64  at)
{
  struct perf_event_attr attr = {
    .type = PERF_TYPE_SOFTWARE,
    .size = sizeof attr,
    .sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CALLCHAIN |
                   PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER,
    .sample_id_all = 1,
    .sample_regs_user = 3,
    .sample_stack_user = STACK_BYTES,
  };

  *self = (Fixture) { .page = g_new0 (struct perf_event_mmap_page, 1), .seen = g_string_new (NULL) };
  self->page->data_head = self->page->data_tail = at;
  self->ring = (FulRecordPerfRing) { self->page, self->data, RING_BYTES };
  self->samples = (FulRecordPerfSamples) { .has_chain = TRUE, .has_stack = TRUE, .registers = 3, .sp = 1, .stack_ends = &self->ends };
  ful_perf_attrs_init (&self->attrs);
  ful_perf_attrs_add (&self->attrs, (FulCursor) { (const guint8 *) &attr, sizeof attr });
  ful_perf_queue_init (&self->queue, &self->attrs, record_cb, self);
}

static void
write_bytes (Fixture       *self,
             gconstpointer  bytes,
             gsize          n)
{
  for (gsize i = 0; i < n; i++)
    self->data[(self->page->data_head + i) % RING_BYTES] = ((const guint8 *) bytes)[i];
  self->page->data_head += n;
}

/* @n_used: of its stack */
static void
write_sample (Fixture *self,
              guint64  time,
              guint64  n_used)
{
  guint64 before[] = { 1, 0x1000, (G_GUINT64_CONSTANT (7) << 32) | 6, time, 1, 0x2000, 2, 0, SP, STACK_BYTES };
  struct perf_event_header header = { FUL_PERF_RECORD_SAMPLE, 0, sizeof header + sizeof before + STACK_BYTES + 8 };
  guint8 stack[STACK_BYTES];

  for (guint i = 0; i < STACK_BYTES; i++)
    stack[i] = (guint8) i;
  write_bytes (self, &header, sizeof header);
  write_bytes (self, before, sizeof before);
  write_bytes (self, stack, sizeof stack);
  write_bytes (self, &n_used, sizeof n_used);
}

static void
assert_drained (Fixture    *self,
                gboolean    only_samples,
                const char *expected)
{
  ful_record_perf_ring_drain (&self->ring, &self->samples, only_samples, &self->queue);
  ful_perf_queue_flush (&self->queue, FALSE);
  g_assert_cmpstr (self->seen->str, ==, expected);
  g_assert_cmpuint (self->page->data_tail, ==, self->page->data_head);
  g_string_truncate (self->seen, 0);
}

static void
tear_down (Fixture *self)
{
  ful_perf_queue_clear (&self->queue);
  ful_perf_attrs_clear (&self->attrs);
  g_string_free (self->seen, TRUE);
  g_free (self->page);
}

/* At each place of the ring, so that each field is once around its end. */
static void
test_around_the_end (void)
{
  for (guint64 at = RING_BYTES - 700; at <= RING_BYTES; at += 8)
    {
      Fixture self;

      set_up (&self, at);
      write_sample (&self, 1, 100);
      write_sample (&self, 2, STACK_BYTES);
      assert_drained (&self, FALSE, "s100 s512 ");
      tear_down (&self);
    }
}

static void
test_known_end (void)
{
  Fixture self;

  set_up (&self, 0);
  ful_record_stack_ends_learn (&self.ends, 7, SP + 40, TRUE);
  write_sample (&self, 1, STACK_BYTES);
  write_sample (&self, 2, 16);
  assert_drained (&self, FALSE, "s296 s16 ");
  ful_record_stack_ends_learn (&self.ends, 7, 0, FALSE);
  write_sample (&self, 3, STACK_BYTES);
  assert_drained (&self, FALSE, "s512 ");
  tear_down (&self);
}

/* What cannot be costs what is in the ring, not what comes later. */
static void
test_damaged (void)
{
  const guint16 sizes[] = { 0, 4, 4000 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      struct perf_event_header header = { FUL_PERF_RECORD_SAMPLE, 0, sizes[i] };
      Fixture self;

      set_up (&self, 0);
      write_sample (&self, 1, 8);
      write_bytes (&self, &header, sizeof header);
      write_sample (&self, 2, 16);
      assert_drained (&self, FALSE, "s8 ");
      write_sample (&self, 3, 24);
      assert_drained (&self, FALSE, "s24 ");
      tear_down (&self);
    }
}

static void
test_only_samples (void)
{
  struct perf_event_header header = { PERF_RECORD_SWITCH, 0, sizeof header };
  Fixture self;

  set_up (&self, 0);
  write_bytes (&self, &header, sizeof header);
  write_sample (&self, 1, 8);
  assert_drained (&self, TRUE, "s8 ");
  write_bytes (&self, &header, sizeof header);
  assert_drained (&self, FALSE, "14 ");
  tear_down (&self);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/record-perf-ring/around-the-end", test_around_the_end);
  g_test_add_func ("/record-perf-ring/known-end", test_known_end);
  g_test_add_func ("/record-perf-ring/damaged", test_damaged);
  g_test_add_func ("/record-perf-ring/only-samples", test_only_samples);

  return g_test_run ();
}
