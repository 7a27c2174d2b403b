/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is copied of stacks ends where they do, as far as that was seen. */

#include "system/ful-record-stack-ends.h"

#define END G_GUINT64_CONSTANT (0x7f0000010000)

static FulRecordStackEnds ends;

static void
set_up (void)
{
  ends = (FulRecordStackEnds) { 0 };
  ful_record_stack_ends_learn (&ends, 7, END, TRUE);
}

/* Bytes that are needed of a copy of 32 KiB that begins @n below the end. */
static guint64
get_needed (gint32  tid,
            guint64 n)
{
  return ful_record_stack_ends_get_needed (&ends, tid, END - n, 32768);
}

static void
test_needed (void)
{
  set_up ();
  g_assert_cmpuint (get_needed (7, 1000), >=, 1000);
  g_assert_cmpuint (get_needed (7, 1000), <=, 1512);
  g_assert_cmpuint (get_needed (7, 1001) % 8, ==, 0);
  /* never more than there is */
  g_assert_cmpuint (ful_record_stack_ends_get_needed (&ends, 7, END - 1000, 600), ==, 600);
  g_assert_cmpuint (get_needed (7, 40000), ==, 32768);
  /* another stack, above */
  g_assert_cmpuint (ful_record_stack_ends_get_needed (&ends, 7, END + 8, 32768), ==, 32768);
}

/* Of several stacks of a thread the highest counts: below it each ends before. */
static void
test_highest (void)
{
  set_up ();
  ful_record_stack_ends_learn (&ends, 7, END - 4096, TRUE);
  ful_record_stack_ends_learn (&ends, 7, 0, TRUE);
  g_assert_cmpuint (get_needed (7, 5000), >=, 5000);
  ful_record_stack_ends_learn (&ends, 7, END + 4096, TRUE);
  g_assert_cmpuint (get_needed (7, 1000), >=, 5096);
}

/* All is copied of a thread of which nothing is known, or of which a stack was not whole. */
static void
test_unknown (void)
{
  set_up ();
  g_assert_cmpuint (get_needed (8, 1000), ==, 32768);
  g_assert_cmpuint (get_needed (7 + FUL_RECORD_STACK_ENDS, 1000), ==, 32768);
  ful_record_stack_ends_learn (&ends, 7, 0, FALSE);
  g_assert_cmpuint (get_needed (7, 1000), ==, 32768);
  ful_record_stack_ends_learn (&ends, 7, END, TRUE);
  g_assert_cmpuint (get_needed (7, 1000), ==, 32768);
  /* of another thread at its place nothing of it is left */
  ful_record_stack_ends_learn (&ends, 7 + FUL_RECORD_STACK_ENDS, END, TRUE);
  g_assert_cmpuint (get_needed (7 + FUL_RECORD_STACK_ENDS, 1000), <, 32768);
  g_assert_cmpuint (get_needed (7, 1000), ==, 32768);
}

/* Memory that is not there is read once. */
static void
test_gap (void)
{
  set_up ();
  g_assert_true (ful_record_stack_ends_is_new_gap (&ends, 7, END));
  g_assert_false (ful_record_stack_ends_is_new_gap (&ends, 7, END));
  g_assert_true (ful_record_stack_ends_is_new_gap (&ends, 7, END + 4096));
  ful_record_stack_ends_learn (&ends, 7 + FUL_RECORD_STACK_ENDS, END, FALSE);
  g_assert_true (ful_record_stack_ends_is_new_gap (&ends, 7 + FUL_RECORD_STACK_ENDS, END + 4096));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/record-stack-ends/needed", test_needed);
  g_test_add_func ("/record-stack-ends/highest", test_highest);
  g_test_add_func ("/record-stack-ends/unknown", test_unknown);
  g_test_add_func ("/record-stack-ends/gap", test_gap);

  return g_test_run ();
}
