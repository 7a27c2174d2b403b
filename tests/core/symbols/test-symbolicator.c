/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-symbols.h"
#include "ful-test-text.h"

#include "model/ful-import-log.h"
#include "symbols/ful-symbolicator.h"

#include <glib/gstdio.h>

/* Two threads: one uses three frames of libone.so, the other one a frame of libtwo.so. */
#define THREADS "0x10  0x11  0x12\n\n0x1000\n"

typedef struct
{
  FulProfile      *recorded;
  FulSymbolicator *symbolicator;
  GPtrArray       *snapshots;   /* FulProfile */
  guint            stop_after;  /* libraries */
  char            *folder;
} Fixture;

static void
snapshot_cb (Fixture    *fixture,
             FulProfile *snapshot)
{
  g_ptr_array_add (fixture->snapshots, g_object_ref (snapshot));
}

static void
changed_cb (Fixture *fixture)
{
  if (fixture->stop_after > 0 && ful_symbolicator_get_n_done (fixture->symbolicator) == fixture->stop_after)
    {
      fixture->stop_after = 0;
      ful_symbolicator_stop (fixture->symbolicator);
    }
}

static void
name_lib (FulProfile *profile,
          guint       at,
          const char *name)
{
  FulLib *lib = g_ptr_array_index (profile->libs, at);

  g_free (lib->name);
  g_free (lib->debug_name);
  g_free (lib->breakpad_id);
  lib->name = g_strdup (name);
  lib->debug_name = g_strdup (name);
  lib->breakpad_id = g_strdup ("ABC0");
}

/* A symbol file in the folder. */
static void
write_symbols (Fixture    *fixture,
               const char *lib,
               const char *records)
{
  g_autofree char *parent = g_build_filename (fixture->folder, lib, "ABC0", NULL);
  g_autofree char *name = g_strconcat (lib, ".sym", NULL);
  g_autofree char *path = g_build_filename (parent, name, NULL);
  g_autofree char *text = g_strdup_printf ("MODULE Linux x86_64 ABC0 %s\n%s", lib, records);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->recorded = ful_test_symbols_profile (THREADS);
  name_lib (fixture->recorded, 0, "libone.so");
  name_lib (fixture->recorded, 1, "libtwo.so");
  fixture->folder = g_build_filename (g_get_user_data_dir (), "symbols", NULL);   /* removed after the test */
  fixture->symbolicator = ful_symbolicator_new (fixture->recorded, NULL);
  fixture->snapshots = g_ptr_array_new_with_free_func (g_object_unref);
  g_signal_connect_swapped (fixture->symbolicator, "snapshot", G_CALLBACK (snapshot_cb), fixture);
  g_signal_connect_swapped (fixture->symbolicator, "changed", G_CALLBACK (changed_cb), fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  FulSymbolicator *symbolicator = fixture->symbolicator;

  g_object_add_weak_pointer (G_OBJECT (symbolicator), (gpointer *) &symbolicator);
  g_object_unref (symbolicator);
  while (symbolicator)
    g_main_context_iteration (NULL, TRUE);
  g_ptr_array_unref (fixture->snapshots);
  g_object_unref (fixture->recorded);
  g_free (fixture->folder);
  g_spawn_sync (NULL, (char *[]) { (char *) "rm", (char *) "-rf", (char *) g_get_user_cache_dir (), NULL }, NULL, G_SPAWN_SEARCH_PATH,
                NULL, NULL, NULL, NULL, NULL, NULL);
}

/* The names of the roots of both threads in a snapshot. */
static void
assert_names (FulProfile *profile,
              const char *expected)
{
  ful_test_assert_call_tree (profile, "{\"thread\": [0, 1]}", expected);
}

static void
run (Fixture     *fixture,
     const guint *threads,
     guint        n_threads)
{
  ful_symbolicator_start (fixture->symbolicator, threads, n_threads, FALSE);
  g_assert_true (ful_symbolicator_get_busy (fixture->symbolicator));
  while (ful_symbolicator_get_busy (fixture->symbolicator))
    g_main_context_iteration (NULL, TRUE);
}

#define ONE "FUNC 10 2 0 one\nFUNC 12 1 0 more\n"
#define TWO "FUNC 1000 10 0 two\n"

/* A snapshot as soon as the first library is done, and one with all at the end. */
static void
test_snapshots (Fixture       *fixture,
                gconstpointer  data)
{
  const guint second = 1;

  write_symbols (fixture, "libone.so", ONE);
  write_symbols (fixture, "libtwo.so", TWO);
  ful_symbolicator_add_folder (fixture->symbolicator, fixture->folder);
  run (fixture, &second, 1);

  /* The library of the selected thread is first. */
  g_assert_cmpuint (ful_symbolicator_get_n_libs (fixture->symbolicator), ==, 2);
  g_assert_cmpuint (ful_symbolicator_get_n_done (fixture->symbolicator), ==, 2);
  g_assert_cmpstr (ful_symbolicator_get_lib (fixture->symbolicator, 0)->name, ==, "libtwo.so");
  g_assert_cmpstr (ful_symbolicator_get_symbols (fixture->symbolicator, 1)->source, ==, "breakpad");

  g_assert_cmpuint (fixture->snapshots->len, ==, 2);
  assert_names (fixture->snapshots->pdata[0], "0x10 1 1\n0x11 1 1\n0x12 1 1\ntwo 1 1\n");
  assert_names (fixture->snapshots->pdata[1], "one 2 2\ntwo 1 1\nmore 1 1\n");
  /* One that is saved too early is to be looked up again. */
  g_assert_cmpint (((FulProfile *) fixture->snapshots->pdata[0])->symbolicated, !=, 1);
  g_assert_cmpint (((FulProfile *) fixture->snapshots->pdata[1])->symbolicated, ==, 1);
}

static void
test_order_without_threads (Fixture       *fixture,
                            gconstpointer  data)
{
  run (fixture, NULL, 0);
  g_assert_cmpstr (ful_symbolicator_get_lib (fixture->symbolicator, 0)->name, ==, "libone.so");
}

/* What was found until then is delivered, and nothing afterwards. */
static void
test_stop (Fixture       *fixture,
           gconstpointer  data)
{
  write_symbols (fixture, "libone.so", ONE);
  write_symbols (fixture, "libtwo.so", TWO);
  ful_symbolicator_add_folder (fixture->symbolicator, fixture->folder);
  fixture->stop_after = 1;
  run (fixture, NULL, 0);

  g_assert_cmpuint (ful_symbolicator_get_n_done (fixture->symbolicator), ==, 1);
  g_assert_null (ful_symbolicator_get_symbols (fixture->symbolicator, 1));
  g_assert_cmpuint (fixture->snapshots->len, ==, 1);
  assert_names (fixture->snapshots->pdata[0], "one 2 2\n0x1000 1 1\nmore 1 1\n");

  /* Nobody hears of a job that is under way when its window closes. */
  ful_symbolicator_start (fixture->symbolicator, NULL, 0, TRUE);
}

/* A library without symbols is a row of the log; another folder may have them. */
static void
test_again (Fixture       *fixture,
            gconstpointer  data)
{
  FulProfile *snapshot;
  const FulImportLogEntry *entry;
  guint n = ful_import_log_get_n (fixture->recorded->log);

  run (fixture, NULL, 0);
  snapshot = g_ptr_array_index (fixture->snapshots, fixture->snapshots->len - 1);
  assert_names (snapshot, "0x10 1 1\n0x11 1 1\n0x12 1 1\n0x1000 1 1\n");
  g_assert_cmpuint (ful_import_log_get_n (snapshot->log), ==, n + 2);
  g_assert_cmpuint (ful_import_log_get_n (fixture->recorded->log), ==, n);
  entry = ful_import_log_get (snapshot->log, n);
  g_assert_cmpint (entry->severity, ==, FUL_SEVERITY_INFO);
  g_assert_cmpstr (entry->where, ==, "libs[0]");
  g_assert_nonnull (strstr (entry->message, "libone.so"));

  write_symbols (fixture, "libone.so", ONE);
  ful_symbolicator_add_folder (fixture->symbolicator, fixture->folder);
  run (fixture, NULL, 0);
  snapshot = g_ptr_array_index (fixture->snapshots, fixture->snapshots->len - 1);
  assert_names (snapshot, "one 2 2\n0x1000 1 1\nmore 1 1\n");
  g_assert_cmpuint (ful_import_log_get_n (snapshot->log), ==, n + 1);

  /* What was found stays when its file is gone. */
  write_symbols (fixture, "libone.so", "");
  write_symbols (fixture, "libtwo.so", TWO);
  run (fixture, NULL, 0);
  snapshot = g_ptr_array_index (fixture->snapshots, fixture->snapshots->len - 1);
  assert_names (snapshot, "one 2 2\nmore 1 1\ntwo 1 1\n");
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *scratch = g_dir_make_tmp ("symbolicator-XXXXXX", NULL);

  /* G_TEST_OPTION_ISOLATE_DIRS leaks. */
  g_setenv ("XDG_DATA_HOME", scratch, TRUE);
  g_setenv ("XDG_CACHE_HOME", scratch, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/symbolicator/snapshots", Fixture, NULL, set_up, test_snapshots, tear_down);
  g_test_add ("/symbolicator/order-without-threads", Fixture, NULL, set_up, test_order_without_threads, tear_down);
  g_test_add ("/symbolicator/stop", Fixture, NULL, set_up, test_stop, tear_down);
  g_test_add ("/symbolicator/again", Fixture, NULL, set_up, test_again, tear_down);

  return g_test_run ();
}
