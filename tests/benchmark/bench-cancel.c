/* SPDX-License-Identifier: GPL-3.0-or-later */

/* bench-cancel FILE…: how long work goes on after it was cancelled. Each file is loaded, from a pipe if it is
 * compressed, and its call tree made, N_CANCELS times, and cancelled at another moment each time, over all of
 * the work; the worst delay is printed as a JSON line, in seconds, how far the work was then, and the most that the thread
 * computed after it was cancelled, which programs that run beside it hardly change. */

#include "base/ful-memory.h"
#include "import/ful-loader.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-view-options.h"
#include "tree/ful-derived-thread.h"

#include <pthread.h>
#include <time.h>

#define N_CANCELS 40

typedef struct
{
  GCancellable *cancellable;
  gulong        delay_us;
  clockid_t     clock;          /* of the thread that works */
  gint64        cancelled_us;
  gint64        computed_us;    /* by then */
} Canceller;

static gint64
read_clock (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);

  return now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

static gpointer
cancel_thread (gpointer data)
{
  Canceller *self = data;

  g_usleep (self->delay_us);
  self->computed_us = read_clock (self->clock);
  self->cancelled_us = g_get_monotonic_time ();
  g_cancellable_cancel (self->cancellable);

  return NULL;
}

static FulProfile *
load (const char    *path,
      GCancellable  *cancellable,
      GError       **error)
{
  g_autoptr(GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr(GSubprocess) cat = NULL;
  FulProfile *profile;

  if (!g_str_has_suffix (path, ".gz"))
    return ful_loader_load_file (file, FUL_LOAD_DEFAULT, NULL, cancellable, error);

  cat = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, error, "cat", path, NULL);
  if (cat == NULL)
    return NULL;
  profile = ful_loader_load_stream (g_subprocess_get_stdout_pipe (cat), NULL, FUL_LOAD_DEFAULT, NULL, cancellable, error);
  g_subprocess_force_exit (cat);

  return profile;
}

/* Returns: whether all was done; @out_end: when, or when the work was left */
static gboolean
work (const char    *path,
      GCancellable  *cancellable,
      gint64        *out_end,
      GError       **error)
{
  g_autoptr(FulProfile) profile = load (path, cancellable, error);
  g_autoptr(FulViewOptions) options = profile ? ful_view_options_new () : NULL;
  g_autoptr(FulDeriveCache) cache = profile ? ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET) : NULL;
  g_autoptr(FulCallTree) tree = profile ? ful_derive_call_tree (profile, options, cache, NULL, cancellable, error) : NULL;

  *out_end = g_get_monotonic_time ();

  return tree != NULL;
}

static void
measure (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr(GError) error = NULL;
  gint64 end, start, total, worst = 0, most_computed = 0;
  clockid_t clock;
  double worst_at = 0;
  guint n_cancelled = 0;

  pthread_getcpuclockid (pthread_self (), &clock);

  /* The second time the file and the memory are warm. */
  for (guint i = 0; i < 2; i++)
    {
      start = g_get_monotonic_time ();
      if (!work (path, NULL, &end, &error))
        {
          g_printerr ("%s: %s\n", path, error->message);
          return;
        }
    }
  total = end - start;

  for (guint i = 0; i < N_CANCELS; i++)
    {
      g_autoptr(GCancellable) cancellable = g_cancellable_new ();
      Canceller canceller = { cancellable, (gulong) (total * (2 * i + 1) / (2 * N_CANCELS)), clock };
      GThread *thread = g_thread_new ("cancel", cancel_thread, &canceller);
      gboolean done = work (path, cancellable, &end, NULL);
      gint64 computed = read_clock (clock);

      g_thread_join (thread);
      if (done)
        continue;
      n_cancelled++;
      most_computed = MAX (most_computed, computed - canceller.computed_us);
      if (end - canceller.cancelled_us > worst)
        {
          worst = end - canceller.cancelled_us;
          worst_at = (double) canceller.delay_us / (double) total;
        }
    }

  g_print ("{\"name\": \"cancel %s\", \"value\": %.4f, \"unit\": \"s\", \"cancels\": %u, \"at\": %.2f, \"cpu\": %.4f, "
           "\"work\": %.3f, \"aim\": 0.05}\n",
           name, (double) worst / 1e6, n_cancelled, worst_at, (double) most_computed / 1e6, (double) total / 1e6);
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
