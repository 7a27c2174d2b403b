/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "base/ful-error.h"
#include "document/ful-load-queue.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

#define HEAD \
  "{\"meta\":{\"preprocessedProfileVersion\":70,\"interval\":1,\"startTime\":0},\"libs\":[],\"shared\":{\"stringArray\":[\"A\"]," \
  "\"stackTable\":{\"length\":1,\"frame\":[0],\"prefixOffset\":[0]},\"frameTable\":{\"length\":1,\"func\":[0]}," \
  "\"funcTable\":{\"length\":1,\"name\":[0]},\"resourceTable\":{\"length\":0,\"name\":[]}," \
  "\"nativeSymbols\":{\"length\":0,\"name\":[]}},\"threads\":["
#define THREAD "{\"name\":\"T\",\"samples\":{\"length\":2,\"stack\":[0,0],\"time\":[1,2]}}"

/* A file that comes through a pipe, as slowly as the test writes it. */
typedef struct
{
  char       *path;
  int         fd;
  FulLoad    *load;
  FulProfile *snapshot;
  FulProfile *profile;
  GError     *error;
  gboolean    is_done;
} Pipe;

static void
show_cb (gpointer    data,
         FulProfile *snapshot)
{
  Pipe *self = data;

  g_assert_true (snapshot->grows);
  g_set_object (&self->snapshot, snapshot);
}

static void
pipe_done_cb (gpointer    data,
              FulProfile *profile,
              GError     *error)
{
  Pipe *self = data;

  self->load = NULL;
  self->profile = profile;
  self->error = error;
  self->is_done = TRUE;
}

static void
put (Pipe       *self,
     const char *text)
{
  g_assert_cmpint (write (self->fd, text, strlen (text)), ==, (gssize) strlen (text));
}

static void
pipe_set_up (Pipe          *self,
             gconstpointer  data)
{
  g_autofree char *folder = g_dir_make_tmp ("load-queue-XXXXXX", NULL);
  g_autoptr(GFile) file = NULL;

  self->path = g_build_filename (folder, "slow.json", NULL);
  g_assert_cmpint (mkfifo (self->path, 0600), ==, 0);
  file = g_file_new_for_path (self->path);
  self->load = ful_load_new (file, NULL, FUL_LOAD_DEFAULT, TRUE, show_cb, pipe_done_cb, self);
  self->fd = open (self->path, O_WRONLY);
  put (self, HEAD THREAD);
  for (guint i = 0; self->snapshot == NULL; i++)
    {
      put (self, "," THREAD);
      g_main_context_iteration (NULL, FALSE);
      /* More than is read at once. */
      if (i % 5000 == 4999)
        g_usleep ((FUL_LOAD_SNAPSHOT_MS + 50) * 1000);
    }
}

static void
pipe_tear_down (Pipe          *self,
                gconstpointer  data)
{
  g_autofree char *folder = g_path_get_dirname (self->path);

  if (self->fd >= 0)
    close (self->fd);
  g_clear_object (&self->snapshot);
  g_clear_object (&self->profile);
  g_clear_error (&self->error);
  g_remove (self->path);
  g_rmdir (folder);
  g_free (self->path);
}

static void
end_pipe (Pipe       *self,
          const char *text)
{
  put (self, text);
  close (self->fd);
  self->fd = -1;
  while (!self->is_done)
    g_main_context_iteration (NULL, TRUE);
}

/* The log says that it is a part, and why. */
static void
assert_part (Pipe *self)
{
  const FulImportLogEntry *entry = ful_import_log_get (self->profile->log, ful_import_log_get_n (self->profile->log) - 1);

  g_assert_true (ful_profile_has_rows_of (self->profile, self->snapshot));
  g_assert_false (self->profile->grows);
  g_assert_cmpuint (self->profile->thread_serial, !=, self->snapshot->thread_serial);
  g_assert_cmpuint (self->profile->threads->len, >=, self->snapshot->threads->len);
  g_assert_cmpint (entry->severity, ==, FUL_SEVERITY_DATA_LOSS);
  g_assert_true (g_str_has_suffix (entry->message, self->error->message));
  g_assert_cmpint (ful_import_log_get_worst (self->snapshot->log), !=, FUL_SEVERITY_DATA_LOSS);
}

static void
test_snapshots (Pipe          *self,
                gconstpointer  data)
{
  end_pipe (self, "," THREAD "]}");
  g_assert_no_error (self->error);
  g_assert_false (self->profile->grows);
  g_assert_true (ful_profile_has_rows_of (self->profile, self->snapshot));
  g_assert_cmpuint (self->profile->threads->len, >, self->snapshot->threads->len);
}

/* Threads that came after the last snapshot are in what is left. */
static void
test_error_leaves_part (Pipe          *self,
                        gconstpointer  data)
{
  guint n_shown = self->snapshot->threads->len;

  end_pipe (self, "," THREAD ",x");
  g_assert_error (self->error, FUL_ERROR, FUL_ERROR_FORMAT);
  assert_part (self);
  g_assert_cmpuint (self->profile->threads->len, >, n_shown);
}

/* At once, though the file goes on. */
static void
test_stop_leaves_part (Pipe          *self,
                       gconstpointer  data)
{
  ful_load_stop (self->load);
  g_assert_true (self->is_done);
  g_assert_error (self->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  assert_part (self);
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

  g_test_add ("/load-queue/snapshots", Pipe, NULL, pipe_set_up, test_snapshots, pipe_tear_down);
  g_test_add ("/load-queue/error-leaves-part", Pipe, NULL, pipe_set_up, test_error_leaves_part, pipe_tear_down);
  g_test_add ("/load-queue/stop-leaves-part", Pipe, NULL, pipe_set_up, test_stop_leaves_part, pipe_tear_down);

  return g_test_run ();
}
