/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The order of records of several rings. */

#include "ful-test-perf.h"

#include "perf/ful-perf-attrs.h"
#include "perf/ful-perf-queue.h"
#include "perf/ful-perf-records.h"

#define LETTER 33   /* a record of the kernel, of no type that means anything here */

typedef struct
{
  FulPerfAttrs attrs;
  FulPerfQueue queue;
  GString     *seen;    /* letters, in the order in which they were handed on */
} Fixture;

static void
record_cb (FulCursor record,
           gpointer  user_data)
{
  Fixture *self = user_data;

  ful_cursor_skip (&record, FUL_PERF_HEADER_BYTES);
  g_string_append_c (self->seen, (char) ful_cursor_u64 (&record));
}

/* All records have the time in the fields at their end. */
static void
set_up (Fixture *self)
{
  FulTestPerf attr = { g_byte_array_new (), FALSE };

  ful_test_perf_put_u32 (&attr, 1);
  ful_test_perf_put_u32 (&attr, 64);
  ful_test_perf_put_u64 (&attr, 0);
  ful_test_perf_put_u64 (&attr, 1);
  ful_test_perf_put_u64 (&attr, 1 << 2);
  ful_test_perf_put_u64 (&attr, 0);
  ful_test_perf_put_u64 (&attr, G_GUINT64_CONSTANT (1) << 18);
  ful_test_perf_put_u64 (&attr, 0);
  ful_test_perf_put_u64 (&attr, 0);
  ful_perf_attrs_init (&self->attrs);
  g_assert_cmpuint (ful_perf_attrs_add (&self->attrs, (FulCursor) { attr.bytes->data, attr.bytes->len }), ==, 64);
  ful_perf_queue_init (&self->queue, &self->attrs, record_cb, self);
  self->seen = g_string_new (NULL);
  g_byte_array_unref (attr.bytes);
}

static void
tear_down (Fixture *self)
{
  ful_perf_queue_clear (&self->queue);
  ful_perf_attrs_clear (&self->attrs);
  g_string_free (self->seen, TRUE);
}

static void
push (Fixture *self,
      char     letter,
      guint64  time)
{
  FulTestPerf record = { g_byte_array_new (), FALSE };

  ful_test_perf_begin (&record, LETTER, 0);
  ful_test_perf_put_u64 (&record, (guint64) letter);
  ful_test_perf_put_u64 (&record, time);
  ful_test_perf_end (&record);
  ful_perf_queue_push (&self->queue, (FulCursor) { record.bytes->data, record.bytes->len });
  g_byte_array_unref (record.bytes);
}

/* "a1 c3 | b2": letters and their times; | ends a round, . hands on the rest */
static void
assert_order (const char *script,
              const char *expected)
{
  Fixture self;

  set_up (&self);
  for (const char *p = script; *p; p++)
    {
      if (*p == '|')
        ful_perf_queue_end_round (&self.queue, FALSE);
      else if (*p == '.')
        ful_perf_queue_flush (&self.queue, FALSE);
      else if (*p != ' ')
        {
          char *end;

          push (&self, *p, g_ascii_strtoull (p + 1, &end, 10));
          p = end - 1;
        }
    }
  g_assert_cmpstr (self.seen->str, ==, expected);
  tear_down (&self);
}

static void
test_order (void)
{
  assert_order ("a1 c3 b2 d4 .", "abcd");
  assert_order ("a1 c1 b1 .", "acb");   /* at one time, as they came */
  assert_order (".", "");
}

/* What was newest at the end of a round may be passed by records of the next one, not by those after it. */
static void
test_rounds (void)
{
  assert_order ("a1 d4 |", "");
  assert_order ("a1 d4 | b2 f6 |", "abd");
  assert_order ("a1 d4 | b2 f6 | e5 |", "abdef");
  assert_order ("a1 d4 | b2 f6 | c3 .", "abdcf");   /* too late */
  assert_order ("| | a1 | |", "a");
}

/* Without a time they are of the beginning. */
static void
test_without_time (void)
{
  assert_order ("c3 a0 |", "a");
  assert_order ("c3 a0 b0 .", "abc");
}

/* More than a queue holds back: the older half is handed on, in order, and no more memory is used. */
static void
test_limit (void)
{
  Fixture self;
  guint n_max = 0;

  set_up (&self);
  for (guint i = 0; i < 2000000; i++)
    {
      push (&self, 'a' + i % 26, i + 1);
      n_max = MAX (n_max, self.queue.n_blocks);
    }
  g_assert_cmpuint (self.seen->len, >, 1000000);
  g_assert_cmpuint (n_max, ==, 64);   /* of 256 KiB */
  ful_perf_queue_flush (&self.queue, FALSE);
  g_assert_cmpuint (self.seen->len, ==, 2000000);
  for (guint i = 0; i < self.seen->len; i++)
    g_assert_cmpint (self.seen->str[i], ==, 'a' + i % 26);
  g_assert_cmpuint (self.queue.n_blocks, <=, 1);
  tear_down (&self);
}

/* One record of each block is the newest: memory is not held by these. */
static void
test_held_blocks (void)
{
  Fixture self;
  guint n_max = 0;

  set_up (&self);
  for (guint i = 0; i < 2000000; i++)
    {
      push (&self, 'a', i % 8000 == 0 ? 10000000 + i : i + 1);
      n_max = MAX (n_max, self.queue.n_blocks);
    }
  g_assert_cmpuint (n_max, <=, 65);
  ful_perf_queue_flush (&self.queue, FALSE);
  g_assert_cmpuint (self.seen->len, ==, 2000000);
  tear_down (&self);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perf-queue/order", test_order);
  g_test_add_func ("/perf-queue/rounds", test_rounds);
  g_test_add_func ("/perf-queue/without-time", test_without_time);
  g_test_add_func ("/perf-queue/limit", test_limit);
  g_test_add_func ("/perf-queue/held-blocks", test_held_blocks);

  return g_test_run ();
}
