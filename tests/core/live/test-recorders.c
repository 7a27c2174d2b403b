/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Recorders of a machine on which stand-ins are all that there is. */

#include "live/record/ful-recorders.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  char *folder;
} Fixture;

static void
set_up (Fixture       *self,
        gconstpointer  nothing)
{
  self->folder = g_dir_make_tmp ("recorders-XXXXXX", NULL);
  g_setenv ("PATH", self->folder, TRUE);
}

static void
tear_down (Fixture       *self,
           gconstpointer  nothing)
{
  g_autoptr(GDir) folder = g_dir_open (self->folder, 0, NULL);

  for (const char *name; (name = g_dir_read_name (folder)); )
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (self->folder);
  g_free (self->folder);
}

static void
put_program (Fixture    *self,
             const char *name,
             const char *script)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autofree char *text = g_strdup_printf ("#!/bin/sh\n%s\n", script);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_cmpint (g_chmod (path, 0755), ==, 0);
}

/* Returns: the version of what records by a program; "-" if it says none; NULL if it was not found */
static const char *
get_version (GPtrArray  *recorders,
             const char *program)
{
  for (guint i = 0; i < recorders->len; i++)
    {
      const FulRecorder *recorder = recorders->pdata[i];

      if (g_strcmp0 (recorder->program, program) == 0)
        return recorder->version ? recorder->version : "-";
    }

  return NULL;
}

static void
test_found (Fixture       *self,
            gconstpointer  nothing)
{
  g_autoptr(GPtrArray) recorders = NULL;

  put_program (self, "perf", "echo perf version 6.1.187");
  put_program (self, "go", "[ $1 = version ] && echo go version go1.22.1 linux/amd64");
  put_program (self, "nodejs", "echo 64 bits, v20.20.2");
  put_program (self, "google-chrome", "echo Google Chrome 156.0.8078.73; echo 1.2.3");
  put_program (self, "valgrind", "echo valgrind");
  recorders = ful_recorders_find (NULL);

  g_assert_cmpstr (get_version (recorders, "perf"), ==, "6.1.187");
  g_assert_cmpstr (get_version (recorders, "go"), ==, "1.22.1");
  g_assert_cmpstr (get_version (recorders, "nodejs"), ==, "20.20.2");
  g_assert_cmpstr (get_version (recorders, "google-chrome"), ==, "156.0.8078.73");
  g_assert_cmpstr (get_version (recorders, "valgrind"), ==, "-");
  g_assert_null (get_version (recorders, "samply"));
}

static void
test_none (Fixture       *self,
           gconstpointer  nothing)
{
  g_autofree char *folder = g_build_filename (self->folder, "perf", NULL);
  g_autofree char *file = g_build_filename (self->folder, "valgrind", NULL);
  g_autoptr(GPtrArray) recorders = NULL, listed = NULL;

  g_mkdir (folder, 0755);
  g_assert_true (g_file_set_contents (file, "not a program", -1, NULL));
  recorders = ful_recorders_find (NULL);
  listed = ful_recorders_list ();

  g_assert_null (get_version (recorders, "perf"));
  g_assert_null (get_version (recorders, "valgrind"));
  g_assert_cmpuint (listed->len, ==, recorders->len);
  for (guint i = 0; i < listed->len; i++)
    {
      const FulRecorder *recorder = listed->pdata[i];

      g_assert_nonnull (recorder->program);
      g_assert_null (recorder->version);
    }
}

/* One that never says anything, and waits for another one; one that never ends to; both are there, and leave no process. */
static void
test_hostile (Fixture       *self,
              gconstpointer  nothing)
{
  g_autofree char *script = g_strdup_printf ("/bin/sleep 60 & echo $! > %s/pid; echo $$ >> %s/pid; wait", self->folder, self->folder);
  g_autofree char *path = g_build_filename (self->folder, "pid", NULL);
  g_autofree char *text = NULL;
  g_auto(GStrv) pids = NULL;
  g_autoptr(GPtrArray) recorders = NULL;

  put_program (self, "perf", script);
  put_program (self, "node", "while :; do echo 1.2.3.4.5.6.7.8; done");
  put_program (self, "samply", "exit 1");
  put_program (self, "py-spy", "kill -9 $$");
  recorders = ful_recorders_find (NULL);

  g_assert_cmpstr (get_version (recorders, "perf"), ==, "-");
  g_assert_cmpstr (get_version (recorders, "node"), ==, "-");
  g_assert_cmpstr (get_version (recorders, "samply"), ==, "-");
  g_assert_cmpstr (get_version (recorders, "py-spy"), ==, "-");

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  pids = g_strsplit (g_strstrip (text), "\n", -1);
  g_assert_cmpuint (g_strv_length (pids), ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *state = NULL, *process = g_strdup_printf ("/proc/%s/stat", pids[i]);
      gboolean is_gone = !g_file_get_contents (process, &state, NULL, NULL) || strstr (state, ") Z ");

      for (guint j = 0; j < 100 && !is_gone; j++)
        {
          g_usleep (20000);
          g_clear_pointer (&state, g_free);
          is_gone = !g_file_get_contents (process, &state, NULL, NULL) || strstr (state, ") Z ");
        }
      g_assert_true (is_gone);
    }
}

static void
test_command (Fixture       *self,
              gconstpointer  nothing)
{
  g_autoptr(GPtrArray) recorders = NULL;

  put_program (self, "perf", "echo perf version 6.1.187");
  recorders = ful_recorders_find (NULL);
  for (guint i = 0; i < recorders->len; i++)
    {
      const FulRecorder *recorder = recorders->pdata[i];
      g_autofree char *command = NULL;

      if (g_strcmp0 (recorder->program, "perf") != 0)
        continue;
      command = ful_recorder_dup_command (recorder);
      g_assert_cmpstr (command, ==, "perf record -F 999 --call-graph dwarf -o out.perf.data -- ");
      return;
    }
  g_assert_not_reached ();
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *home = g_dir_make_tmp ("home-XXXXXX", NULL);
  int result;

  g_setenv ("HOME", home, TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/recorders/found", Fixture, NULL, set_up, test_found, tear_down);
  g_test_add ("/recorders/none", Fixture, NULL, set_up, test_none, tear_down);
  g_test_add ("/recorders/hostile", Fixture, NULL, set_up, test_hostile, tear_down);
  g_test_add ("/recorders/command", Fixture, NULL, set_up, test_command, tear_down);

  result = g_test_run ();
  g_rmdir (home);

  return result;
}
