/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "tracks/ful-event-delay.h"

#include <math.h>

#define N_MAX 16

static void
assert_delays (const double *raw,
               guint         n,
               const char   *expected)
{
  double time[N_MAX];
  FulSampleTable samples = { .table.n_rows = n, .time = time, .event_delay = raw };
  FulThread thread = { .samples = &samples };
  g_autoptr(GString) text = g_string_new (NULL);
  g_autofree double *delay = NULL;

  for (guint i = 0; i < n; i++)
    time[i] = i;
  delay = ful_event_delay_compute (&thread, 1);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, i > 0 ? " %g" : "%g", delay[i]);

  g_assert_cmpstr (text->str, ==, expected);
}

/* An event that was submitted at 2 and ran at 6: who came later would have waited less. */
static void
test_ramp (void)
{
  const double raw[] = { 0, 0, 0, 1, 2, 3, 4, 0, 0 };

  assert_delays (raw, G_N_ELEMENTS (raw), "0 1 5 5 4 3 2 1 1");
}

static void
test_nothing (void)
{
  const double raw[] = { NAN, NAN, NAN };
  FulSampleTable samples = { .table.n_rows = 3, .event_delay = raw };
  FulThread thread = { .samples = &samples };

  assert_delays (raw, G_N_ELEMENTS (raw), "0 0 0");
  assert_delays (raw, 0, "");
  g_assert_false (ful_event_delay_is_known (&thread));
}

/* Values that no recorder writes stay inside of the table. */
static void
test_wild (void)
{
  const double raw[] = { 1e300, -1e300, INFINITY, -5, 1e9, -INFINITY, 3 };
  double time[] = { 0, 1, 2, 3, 4, 5, 6 };
  FulSampleTable samples = { .table.n_rows = 7, .time = time, .event_delay = raw };
  FulThread thread = { .samples = &samples };

  for (guint i = 0; i < 2; i++)
    g_free (ful_event_delay_compute (&thread, i));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/event-delay/ramp", test_ramp);
  g_test_add_func ("/event-delay/nothing", test_nothing);
  g_test_add_func ("/event-delay/wild", test_wild);

  return g_test_run ();
}
