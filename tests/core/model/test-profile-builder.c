/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/ful-error.h"
#include "model/ful-profile-builder.h"

#include <math.h>

static void
test_references_are_repaired (void)
{
  g_autoptr(FulProfileBuilder) builder = ful_profile_builder_new ();
  FulThreadBuilder *thread = ful_profile_builder_add_thread (builder);
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(GError) error = NULL;

  thread->thread->name = g_strdup ("t");
  ful_table_builder_append (&builder->frames, 2);
  FUL_CELLS (&builder->frames, FUL_FRAME_FUNC, gint32)[0] = 55;
  FUL_CELLS (&builder->frames, FUL_FRAME_CATEGORY, gint32)[1] = 900;
  ful_table_builder_append (&builder->stacks, 3);
  FUL_CELLS (&builder->stacks, FUL_STACK_FRAME, gint32)[2] = -7;
  FUL_CELLS (&builder->stacks, FUL_STACK_PREFIX, gint32)[0] = 0;    /* itself */
  FUL_CELLS (&builder->stacks, FUL_STACK_PREFIX, gint32)[1] = 2;    /* its child */
  FUL_CELLS (&builder->stacks, FUL_STACK_PREFIX, gint32)[2] = 1;
  ful_table_builder_append (&thread->samples, 2);
  FUL_CELLS (&thread->samples, FUL_SAMPLE_STACK, gint32)[0] = 3;
  FUL_CELLS (&thread->samples, FUL_SAMPLE_STACK, gint32)[1] = 2;

  profile = ful_profile_builder_seal (builder, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (profile->funcs->table.n_rows, ==, 1);
  g_assert_cmpstr (ful_profile_get_func_name (profile, profile->frames->func[0]), ==, "<unknown>");
  g_assert_cmpint (profile->frames->category[1], ==, FUL_NONE);
  /* No frame of the file gets the time of a stack without one. */
  g_assert_cmpint (profile->stacks->frame[2], ==, 2);
  g_assert_cmpint (profile->frames->func[2], ==, profile->frames->func[0]);
  g_assert_cmpint (profile->stacks->prefix[0], ==, FUL_NONE);
  g_assert_cmpint (profile->stacks->prefix[1], ==, FUL_NONE);
  g_assert_cmpint (profile->stacks->prefix[2], ==, 1);
  g_assert_cmpint (ful_profile_get_thread (profile, 0)->samples->stack[0], ==, FUL_NONE);
  g_assert_cmpint (ful_profile_get_thread (profile, 0)->samples->stack[1], ==, 2);
  g_assert_cmpuint (ful_import_log_get_n (profile->log), >=, 5);
}

static void
test_marker_times (void)
{
  static const struct { guint phase; double start, end, expected_end; } markers[] = {
    { FUL_MARKER_PHASE_INTERVAL, 5, 3, 5 },
    { FUL_MARKER_PHASE_INTERVAL, 5, 7, 7 },
    { FUL_MARKER_PHASE_INTERVAL, NAN, 7, 7 },
    { FUL_MARKER_PHASE_INSTANT, NAN, NAN, NAN },
    { FUL_MARKER_PHASE_INTERVAL_END, NAN, 3, 3 },
    { FUL_MARKER_PHASE_INTERVAL_START, 3, NAN, NAN },
  };
  g_autoptr(FulProfileBuilder) builder = ful_profile_builder_new ();
  FulThreadBuilder *thread = ful_profile_builder_add_thread (builder);
  g_autoptr(FulProfile) profile = NULL;
  const FulMarkerTable *table;

  ful_table_builder_append (&thread->markers, G_N_ELEMENTS (markers));
  for (guint i = 0; i < G_N_ELEMENTS (markers); i++)
    {
      FUL_CELLS (&thread->markers, FUL_MARKER_NAME, gint32)[i] = ful_string_table_intern (builder->strings, "m", -1);
      FUL_CELLS (&thread->markers, FUL_MARKER_PHASE, guint8)[i] = (guint8) markers[i].phase;
      FUL_CELLS (&thread->markers, FUL_MARKER_START_TIME, double)[i] = markers[i].start;
      FUL_CELLS (&thread->markers, FUL_MARKER_END_TIME, double)[i] = markers[i].end;
    }
  profile = ful_profile_builder_seal (builder, NULL, NULL);
  table = ful_profile_get_thread (profile, 0)->markers;
  for (guint i = 0; i < G_N_ELEMENTS (markers); i++)
    g_assert_true (table->end_time[i] == markers[i].expected_end || (isnan (table->end_time[i]) && isnan (markers[i].expected_end)));
  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 2);
  g_assert_cmpuint (ful_import_log_get_n_records (profile->log), ==, 3);
}

/* The only flaw of a profile. */
static void
test_own_caller (void)
{
  g_autoptr(FulProfileBuilder) builder = ful_profile_builder_new ();
  g_autoptr(FulProfile) profile = NULL;

  ful_profile_builder_add_thread (builder);
  ful_table_builder_append (&builder->frames, 1);
  ful_table_builder_append (&builder->stacks, 2);
  FUL_CELLS (&builder->stacks, FUL_STACK_PREFIX, gint32)[1] = 1;
  profile = ful_profile_builder_seal (builder, NULL, NULL);
  g_assert_cmpint (profile->stacks->prefix[1], ==, FUL_NONE);
}

/* Stacks without any frame: one is made for them. */
static void
test_empty_tables_get_a_row (void)
{
  g_autoptr(FulProfileBuilder) builder = ful_profile_builder_new ();
  g_autoptr(FulProfile) profile = NULL;

  ful_profile_builder_add_thread (builder);
  ful_table_builder_append (&builder->stacks, 100);
  FUL_CELLS (&builder->stacks, FUL_STACK_FRAME, gint32)[99] = 5;
  profile = ful_profile_builder_seal (builder, NULL, NULL);
  g_assert_cmpuint (profile->frames->table.n_rows, ==, 1);
  g_assert_cmpuint (profile->funcs->table.n_rows, ==, 1);
  g_assert_cmpint (profile->stacks->frame[99], ==, 0);
}

static void
test_times_are_sorted (void)
{
  g_autoptr(FulProfileBuilder) builder = ful_profile_builder_new ();
  FulThreadBuilder *thread = ful_profile_builder_add_thread (builder);
  static const double times[] = { 5, NAN, 2, 3, 3, INFINITY };
  g_autoptr(FulProfile) profile = NULL;
  FulSampleTable *samples;

  ful_table_builder_append (&builder->frames, 1);
  ful_table_builder_append (&builder->stacks, 6);
  ful_table_builder_append (&thread->samples, 6);
  for (guint i = 0; i < 6; i++)
    {
      FUL_CELLS (&thread->samples, FUL_SAMPLE_TIME, double)[i] = times[i];
      FUL_CELLS (&thread->samples, FUL_SAMPLE_STACK, gint32)[i] = (gint32) i;
    }
  profile = ful_profile_builder_seal (builder, NULL, NULL);
  samples = ful_profile_get_thread (profile, 0)->samples;
  for (guint i = 1; i < 6; i++)
    g_assert_cmpfloat (samples->time[i - 1], <=, samples->time[i]);
  /* Equal times keep their order; rows stay whole. */
  g_assert_cmpint (samples->stack[0], ==, 2);
  g_assert_cmpint (samples->stack[1], ==, 3);
  g_assert_cmpint (samples->stack[2], ==, 4);
  g_assert_cmpint (samples->stack[3], ==, 5);
  g_assert_cmpint (samples->stack[4], ==, 0);
  g_assert_cmpint (samples->stack[5], ==, 1);
}

static void
test_categories_are_inherited (void)
{
  g_autoptr(FulProfileBuilder) builder = ful_profile_builder_new ();
  char *other[] = { (char *) "Other", (char *) "Sub", NULL };
  g_autoptr(FulProfile) profile = NULL;

  ful_profile_builder_add_thread (builder);
  g_ptr_array_add (builder->profile->categories, ful_category_new ("A", "blue", other));
  g_ptr_array_add (builder->profile->categories, ful_category_new ("B", "grey", other));
  ful_table_builder_append (&builder->frames, 3);
  FUL_CELLS (&builder->frames, FUL_FRAME_CATEGORY, gint32)[1] = 0;
  FUL_CELLS (&builder->frames, FUL_FRAME_SUBCATEGORY, gint32)[1] = 1;
  FUL_CELLS (&builder->frames, FUL_FRAME_CATEGORY, gint32)[2] = 0;   /* of no subcategory */
  ful_table_builder_append (&builder->stacks, 4);   /* frames 0 → 1 → 0, and 2 */
  FUL_CELLS (&builder->stacks, FUL_STACK_FRAME, gint32)[3] = 2;
  FUL_CELLS (&builder->stacks, FUL_STACK_FRAME, gint32)[1] = 1;
  FUL_CELLS (&builder->stacks, FUL_STACK_PREFIX, gint32)[1] = 0;
  FUL_CELLS (&builder->stacks, FUL_STACK_PREFIX, gint32)[2] = 1;
  profile = ful_profile_builder_seal (builder, NULL, NULL);

  g_assert_cmpint (profile->default_category, ==, 1);
  g_assert_cmpint (ful_stack_table_get_category (profile->stacks, 0), ==, 1);
  g_assert_cmpint (ful_stack_table_get_category (profile->stacks, 1), ==, 0);
  g_assert_cmpint (ful_stack_table_get_category (profile->stacks, 2), ==, 0);
  g_assert_cmpint (ful_stack_table_get_subcategory (profile->stacks, 2), ==, 1);
  g_assert_cmpint (ful_stack_table_get_subcategory (profile->stacks, 3), ==, 0);
}

static void
test_nothing_to_show (void)
{
  g_autoptr(FulProfileBuilder) builder = ful_profile_builder_new ();
  g_autoptr(GError) error = NULL;

  g_assert_null (ful_profile_builder_seal (builder, NULL, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_EMPTY);
}

/* What JSON cannot have as a number is a text. */
static void
test_tids (void)
{
  static const struct { const char *tid; gboolean is_number; } rows[] = {
    { "0", TRUE }, { "77", TRUE }, { "123456789012345", TRUE }, { "", FALSE }, { "007", FALSE }, { "00", FALSE }, { "-1", FALSE },
    { "1234567890123456", FALSE }, { "0x10", FALSE }, { "7 ", FALSE }, { "main", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(FulProfileBuilder) builder = ful_profile_builder_new ();
      FulThreadBuilder *thread = ful_profile_builder_add_thread (builder);

      ful_thread_builder_take_tid (thread, g_strdup ("other"));
      ful_thread_builder_take_tid (thread, g_strdup (rows[i].tid));
      g_assert_cmpstr (thread->thread->tid, ==, rows[i].tid);
      g_assert_cmpint (thread->thread->tid_is_number, ==, rows[i].is_number);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile-builder/references-are-repaired", test_references_are_repaired);
  g_test_add_func ("/profile-builder/marker-times", test_marker_times);
  g_test_add_func ("/profile-builder/own-caller", test_own_caller);
  g_test_add_func ("/profile-builder/empty-tables-get-a-row", test_empty_tables_get_a_row);
  g_test_add_func ("/profile-builder/times-are-sorted", test_times_are_sorted);
  g_test_add_func ("/profile-builder/categories-are-inherited", test_categories_are_inherited);
  g_test_add_func ("/profile-builder/tids", test_tids);
  g_test_add_func ("/profile-builder/nothing-to-show", test_nothing_to_show);

  return g_test_run ();
}
