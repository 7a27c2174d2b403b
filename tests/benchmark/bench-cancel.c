/* SPDX-License-Identifier: GPL-3.0-or-later */

/* bench-cancel FILE…: how long a load goes on after it was cancelled. Each file is
 * loaded N_CANCELS times and cancelled at another moment each time; the worst delay
 * is printed as a JSON line, in seconds. */

#include "base/ful-memory.h"
#include "import/ful-loader.h"

#define N_CANCELS 40

typedef struct
{
  GCancellable *cancellable;
  gulong        delay_us;
  gint64        cancelled_us;
} Canceller;

static gpointer
cancel_thread (gpointer data)
{
  Canceller *self = data;

  g_usleep (self->delay_us);
  self->cancelled_us = g_get_monotonic_time ();
  g_cancellable_cancel (self->cancellable);

  return NULL;
}

static void
measure (const char *path)
{
  g_autoptr(GFile) file = g_file_new_for_commandline_arg (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr(GError) error = NULL;
  gint64 start = g_get_monotonic_time ();
  g_autoptr(FulProfile) whole = ful_loader_load_file (file, FUL_LOAD_DEFAULT, NULL, NULL, &error);
  gint64 total = g_get_monotonic_time () - start;
  gint64 worst = 0;
  guint n_cancelled = 0;

  if (whole == NULL)
    {
      g_printerr ("%s: %s\n", path, error->message);
      return;
    }
  g_clear_object (&whole);

  for (guint i = 0; i < N_CANCELS; i++)
    {
      g_autoptr(GCancellable) cancellable = g_cancellable_new ();
      Canceller canceller = { cancellable, (gulong) (total * (2 * i + 1) / (2 * N_CANCELS)), 0 };
      GThread *thread = g_thread_new ("cancel", cancel_thread, &canceller);
      g_autoptr(FulProfile) profile = ful_loader_load_file (file, FUL_LOAD_DEFAULT, NULL, cancellable, NULL);
      gint64 end = g_get_monotonic_time ();

      g_thread_join (thread);
      if (profile)
        continue;
      n_cancelled++;
      worst = MAX (worst, end - canceller.cancelled_us);
    }

  g_print ("{\"name\": \"cancel-load %s\", \"value\": %.4f, \"unit\": \"s\", \"cancels\": %u, \"load\": %.3f, \"aim\": 0.05}\n",
           name, (double) worst / 1e6, n_cancelled, (double) total / 1e6);
}

int
main (int    argc,
      char **argv)
{
  ful_memory_init ();
  for (int i = 1; i < argc; i++)
    measure (argv[i]);

  return argc > 1 ? 0 : 2;
}
