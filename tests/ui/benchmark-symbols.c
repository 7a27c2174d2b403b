/* SPDX-License-Identifier: GPL-3.0-or-later */

/* benchmark-symbols: scrolls through the call tree while the symbols of 60,000 addresses arrive, library by library, and
 * prints how many turns of the main loop used more CPU time than a frame has. For comparison the same is done after they
 * have arrived. Names are in a sidecar; a reader of ELF files, which knows nothing, makes each library take a while. */

#include "config.h"

#include "benchmark-drive.h"
#include "ful-test-profile.h"

#include "app/ful-watchdog.h"
#include "base/ful-memory.h"
#include "calltree/ful-call-tree-model.h"
#include "calltree/ful-call-tree-panel.h"
#include "profile/view/ful-profile-view.h"

#include <glib/gstdio.h>

#define N_LIBS 20
#define N_ADDRESSES 3000   /* of each */
#define N_STACKS 300000
#define N_THREADS 4
#define N_SAMPLES 250000   /* of each */

#define READER "#!/bin/sh\nsleep 0.5\n"

static char *folder;

static char *
dup_path (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static void
write_file (const char *name,
            const char *text,
            int         mode)
{
  g_autofree char *path = dup_path (name);
  g_autoptr(GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  g_chmod (path, mode);
}

/* Each second address has a function inlined into that of its symbol; there are no lines, so that other sources are asked. */
static void
write_sidecar (void)
{
  g_autoptr(GString) text = g_string_new ("{\"string_table\":[\"UNKNOWN\"");

  for (guint i = 0; i < N_ADDRESSES; i++)
    g_string_append_printf (text, ",\"a_function_of_some_library(int, char const*) %u\",\"an_inlined_function %u\"", i, i / 8);
  g_string_append (text, "],\"data\":[");
  for (guint lib = 0; lib < N_LIBS; lib++)
    {
      g_string_append_printf (text, "%s{\"debug_name\":\"lib%u.so\",\"debug_id\":\"ABC0\",\"symbol_table\":[", lib ? "," : "", lib);
      for (guint i = 0; i < N_ADDRESSES; i++)
        {
          guint name = i / 4 * 8 + 1;   /* four addresses a function */

          g_string_append_printf (text, "%s{\"rva\":%u,\"size\":64,\"symbol\":%u,\"frames\":[", i ? "," : "", i / 4 * 64, name);
          if (i % 2)
            g_string_append_printf (text, "{\"function\":%u},", i / 8 * 2 + 2);
          g_string_append_printf (text, "{\"function\":%u}]}", name);
        }
      g_string_append (text, "],\"known_addresses\":[");
      for (guint i = 0; i < N_ADDRESSES; i++)
        g_string_append_printf (text, "%s[%u,%u]", i ? "," : "", i * 16, i);
      g_string_append (text, "]}");
    }
  g_string_append (text, "]}");
  write_file ("profile.syms.json", text->str, 0600);
}

static FulProfile *
create_profile (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulProfileBuilder *builder = test->builder;
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);
  guint n = N_LIBS * N_ADDRESSES;
  g_autofree char *path = dup_path ("profile.json");

  builder->profile->product = g_strdup ("Benchmark");
  builder->profile->symbolicated = 0;
  for (guint i = 0; i < N_LIBS; i++)
    {
      FulLib *lib = ful_lib_new_unknown ();

      g_free (lib->debug_name);
      g_free (lib->breakpad_id);
      g_free (lib->path);
      lib->debug_name = g_strdup_printf ("lib%u.so", i);
      lib->breakpad_id = g_strdup ("ABC0");
      lib->path = g_strdup (path);
      g_ptr_array_add (builder->profile->libs, lib);
    }
  ful_table_builder_append (&builder->funcs, n);
  ful_table_builder_append (&builder->frames, n);
  for (guint i = 0; i < n; i++)
    {
      char name[32];

      g_snprintf (name, sizeof name, "0x%x", i * 16);
      FUL_CELLS (&builder->funcs, FUL_FUNC_NAME, gint32)[i] = ful_string_table_append (builder->strings, name, -1);
      FUL_CELLS (&builder->frames, FUL_FRAME_FUNC, gint32)[i] = (gint32) i;
      FUL_CELLS (&builder->frames, FUL_FRAME_CATEGORY, gint32)[i] = (gint32) (i % 3);
      FUL_CELLS (&builder->frames, FUL_FRAME_SUBCATEGORY, gint32)[i] = 0;
      FUL_CELLS (&builder->frames, FUL_FRAME_LIB, gint32)[i] = (gint32) (i % N_LIBS);
      FUL_CELLS (&builder->frames, FUL_FRAME_ADDRESS, gint64)[i] = i / N_LIBS * 16;
    }
  ful_table_builder_append (&builder->stacks, N_STACKS);
  for (gint32 i = 0; i < N_STACKS; i++)
    {
      double r = g_rand_double (rand);
      gint32 up = 1 + (gint32) (g_rand_double (rand) * g_rand_double (rand) * 40);

      FUL_CELLS (&builder->stacks, FUL_STACK_FRAME, gint32)[i] = i < N_STACKS / 2 ? (gint32) (r * r * n) : i % (gint32) n;
      FUL_CELLS (&builder->stacks, FUL_STACK_PREFIX, gint32)[i] = i % 4096 == 0 ? FUL_NONE : MAX (i - up, 0);
    }
  for (guint t = 0; t < N_THREADS; t++)
    {
      FulThreadBuilder *thread = ful_test_profile_add (test, "");

      ful_table_builder_append (&thread->samples, N_SAMPLES);
      for (guint i = 0; i < N_SAMPLES; i++)
        {
          FUL_CELLS (&thread->samples, FUL_SAMPLE_TIME, double)[i] = i;
          FUL_CELLS (&thread->samples, FUL_SAMPLE_STACK, gint32)[i] = g_rand_int_range (rand, 0, N_STACKS);
        }
    }

  return ful_test_profile_seal (test);
}

static GtkColumnView *
find_tree (GtkWidget *view)
{
  GtkWidget *panel = benchmark_find_widget (view, FUL_TYPE_CALL_TREE_PANEL);
  GtkWidget *column_view = panel ? benchmark_find_widget (panel, GTK_TYPE_COLUMN_VIEW) : NULL;

  return column_view ? GTK_COLUMN_VIEW (column_view) : NULL;
}

static guint
get_n_rows (GtkWidget *view)
{
  GtkColumnView *tree = find_tree (view);

  return tree && gtk_column_view_get_model (tree) ? g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (tree))) : 0;
}

/* A step of the wheel down, or back to the top at the end. */
static void
scroll (GtkWidget *window,
        GtkWidget *view)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (find_tree (view)));
  double value = gtk_adjustment_get_value (adjustment) + 66;

  gtk_adjustment_set_value (adjustment, value > 20000 ? 0 : value);
  benchmark_paint (window);
}

static void
activate_cb (GApplication *app)
{
  GtkWidget *window = adw_application_window_new (GTK_APPLICATION (app));
  g_autoptr(FulProfile) profile = create_profile ();
  g_autoptr(FulDocument) document = ful_document_new (profile);
  g_autofree char *path = dup_path ("profile.json");
  g_autoptr(GFile) file = g_file_new_for_path (path);
  GtkWidget *view = GTK_WIDGET (ful_profile_view_new (document, file, NULL, NULL));
  FulProfile *last = profile;
  guint n_snapshots = 0;
  g_autofree char *input = NULL;

  g_application_hold (app);
  ful_watchdog_install ();
  adw_application_window_set_content (ADW_APPLICATION_WINDOW (window), view);
  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 900);
  gtk_window_present (GTK_WINDOW (window));
  while (get_n_rows (view) < 2)
    benchmark_paint (window);
  for (guint i = 0; i < 10; i++)
    {
      ful_call_tree_model_select (FUL_CALL_TREE_MODEL (gtk_column_view_get_model (find_tree (view))), i);
      gtk_widget_activate_action (benchmark_find_widget (view, FUL_TYPE_CALL_TREE_PANEL), "tree.expand-all", NULL);
    }
  benchmark_report ("symbols/open", "60,000 addresses");

  /* The symbols arrive. */
  while (!ful_profile_view_is_settled (FUL_PROFILE_VIEW (view)))
    {
      scroll (window, view);
      if (ful_document_get_profile (document) != last)
        n_snapshots++;
      last = ful_document_get_profile (document);
    }
  g_assert_cmpuint (profile->funcs->table.n_rows, <, last->funcs->table.n_rows);
  input = g_strdup_printf ("60,000 addresses, %u snapshots, %u rows", n_snapshots, get_n_rows (view));
  benchmark_report ("symbols/scroll", input);

  for (guint i = 0; i < 300; i++)
    scroll (window, view);
  benchmark_report ("symbols/scroll-settled", "60,000 addresses");
  gtk_window_destroy (GTK_WINDOW (window));
  g_application_release (app);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *reader = NULL;
  AdwApplication *application;
  int status;

  ful_memory_init ();
  folder = g_dir_make_tmp ("benchmark-symbols-XXXXXX", &error);
  g_assert_no_error (error);
  write_sidecar ();
  write_file ("profile.json", "{}", 0600);
  write_file ("reader", READER, 0700);
  reader = dup_path ("reader");
  g_setenv ("FULGENS_SYMBOLIZER", reader, TRUE);

  application = adw_application_new (APP_ID ".Benchmark", G_APPLICATION_NON_UNIQUE);
  g_application_set_resource_base_path (G_APPLICATION (application), "/org/fulgens/Fulgens");
  g_signal_connect (application, "activate", G_CALLBACK (activate_cb), NULL);
  status = g_application_run (G_APPLICATION (application), 0, NULL);
  for (guint i = 0; i < 3; i++)
    {
      static const char *const names[] = { "profile.syms.json", "profile.json", "reader" };
      g_autofree char *path = dup_path (names[i]);

      g_unlink (path);
    }
  g_rmdir (folder);

  return status;
}
