/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "base/ful-error.h"
#include "document/ful-load-queue.h"

#include <glib/gstdio.h>

#define N_FILES (FUL_MAX_LOADS + 2)

typedef struct
{
  char    *path;
  FulLoad *loads[N_FILES];
  guint    n_profiles;
  guint    n_errors;
  guint    n_running;   /* greatest number of those that did not wait, when one ended */
} Fixture;

static guint
count_running (Fixture *fixture)
{
  guint n = 0;

  for (guint i = 0; i < N_FILES; i++)
    n += fixture->loads[i] && !ful_load_is_waiting (fixture->loads[i]);

  return n;
}

typedef struct
{
  Fixture *fixture;
  guint    number;
} Owner;

static Owner owners[N_FILES];

static void
done_cb (gpointer    data,
         FulProfile *profile,
         GError     *error)
{
  Owner *owner = data;
  Fixture *fixture = owner->fixture;

  fixture->loads[owner->number] = NULL;
  fixture->n_profiles += profile != NULL;
  fixture->n_errors += error != NULL;
  fixture->n_running = MAX (fixture->n_running, count_running (fixture));
  g_clear_object (&profile);
  g_clear_error (&error);
}

static void
begin (Fixture    *fixture,
       guint       i,
       const char *path,
       gboolean    at_once)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);

  owners[i] = (Owner) { fixture, i };
  fixture->loads[i] = ful_load_new (file, NULL, FUL_LOAD_DEFAULT, at_once, NULL, done_cb, &owners[i]);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  int fd = g_file_open_tmp ("load-queue-XXXXXX.folded", &fixture->path, NULL);

  g_assert_cmpint (fd, >=, 0);
  g_close (fd, NULL);
  g_assert_true (g_file_set_contents (fixture->path, "main;work 12\n", -1, NULL));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_remove (fixture->path);
  g_free (fixture->path);
}

static void
wait_for_all (Fixture *fixture)
{
  for (guint i = 0; i < N_FILES; i++)
    while (fixture->loads[i])
      g_main_context_iteration (NULL, TRUE);
}

/* A few run, the others follow; each ends once. */
static void
test_queue (Fixture       *fixture,
            gconstpointer  data)
{
  for (guint i = 0; i < N_FILES; i++)
    begin (fixture, i, i == 1 ? "/nonexistent" : fixture->path, FALSE);
  g_assert_cmpuint (count_running (fixture), ==, FUL_MAX_LOADS);
  wait_for_all (fixture);
  g_assert_cmpuint (fixture->n_profiles, ==, N_FILES - 1);
  g_assert_cmpuint (fixture->n_errors, ==, 1);
  g_assert_cmpuint (fixture->n_running, <=, FUL_MAX_LOADS);
}

/* What is on screen does not wait, from the start or later. */
static void
test_hurry (Fixture       *fixture,
            gconstpointer  data)
{
  for (guint i = 0; i < N_FILES - 1; i++)
    begin (fixture, i, fixture->path, FALSE);
  begin (fixture, N_FILES - 1, fixture->path, TRUE);
  g_assert_false (ful_load_is_waiting (fixture->loads[N_FILES - 1]));
  g_assert_true (ful_load_is_waiting (fixture->loads[N_FILES - 2]));
  ful_load_hurry (fixture->loads[N_FILES - 2]);
  ful_load_hurry (fixture->loads[0]);
  g_assert_cmpuint (count_running (fixture), ==, N_FILES);
  wait_for_all (fixture);
  g_assert_cmpuint (fixture->n_profiles, ==, N_FILES);
}

/* A load that is freed has no end, and its place is free; one that waits does not begin. */
static void
test_free (Fixture       *fixture,
           gconstpointer  data)
{
  for (guint i = 0; i < N_FILES; i++)
    begin (fixture, i, fixture->path, FALSE);
  ful_load_free (g_steal_pointer (&fixture->loads[N_FILES - 1]));
  ful_load_free (g_steal_pointer (&fixture->loads[0]));
  g_assert_false (ful_load_is_waiting (fixture->loads[N_FILES - 2]));
  wait_for_all (fixture);
  g_assert_cmpuint (fixture->n_profiles, ==, N_FILES - 2);
}

/* A load that is cancelled has no end, but its owner until that frees it. */
static void
test_cancel (Fixture       *fixture,
             gconstpointer  data)
{
  begin (fixture, 0, fixture->path, FALSE);
  ful_load_cancel (fixture->loads[0]);
  for (guint i = 0; i < 50; i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
  g_assert_nonnull (fixture->loads[0]);
  ful_load_free (g_steal_pointer (&fixture->loads[0]));
  g_assert_cmpuint (fixture->n_profiles + fixture->n_errors, ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/load-queue/queue", Fixture, NULL, set_up, test_queue, tear_down);
  g_test_add ("/load-queue/hurry", Fixture, NULL, set_up, test_hurry, tear_down);
  g_test_add ("/load-queue/free", Fixture, NULL, set_up, test_free, tear_down);
  g_test_add ("/load-queue/cancel", Fixture, NULL, set_up, test_cancel, tear_down);

  return g_test_run ();
}
