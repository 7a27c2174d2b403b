/* SPDX-License-Identifier: GPL-3.0-or-later */

/* benchmark-when-scroll: scrolls through 300,000 rows of the call tree of 3 million samples, by the wheel and by pages, while their
 * strips are computed, and prints how many turns of the main loop used more CPU time than a frame has. For comparison the
 * same is done without strips. */

#include "config.h"

#include "benchmark-drive.h"
#include "ful-test-profile.h"

#include "app/ful-watchdog.h"
#include "base/ful-memory.h"
#include "calltree/ful-call-tree-model.h"
#include "calltree/ful-call-tree-panel.h"
#include "profile/view/ful-profile-view.h"
#include "viewtext/ful-panel-ids.h"

#include <adwaita.h>

#define N_FUNCS 5000
#define N_STACKS 300000
#define N_SAMPLES 3000000
#define N_STEPS 100

#define INPUT "300,000 rows"

static FulProfile *
create_profile (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  FulTableBuilder *stacks = &test->builder->stacks, *frames = &test->builder->frames;
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);
  guint first = frames->n_rows;

  for (guint i = 0; i < N_FUNCS; i++)
    {
      g_autofree char *name = g_strdup_printf ("a_function_of_the_program %u", i);
      FulFuncIndex func = ful_test_profile_func (test, name);

      ful_table_builder_append (frames, 1);
      FUL_CELLS (frames, FUL_FRAME_FUNC, gint32)[first + i] = func;
    }
  ful_table_builder_append (stacks, N_STACKS);
  for (guint i = 0; i < N_STACKS; i++)
    {
      guint up = 1 + (guint) (g_rand_double (rand) * g_rand_double (rand) * 40);

      FUL_CELLS (stacks, FUL_STACK_FRAME, gint32)[i] = (gint32) (first + (guint) g_rand_int_range (rand, 0, N_FUNCS));
      FUL_CELLS (stacks, FUL_STACK_PREFIX, gint32)[i] = i % 64 == 0 ? (i == 0 ? -1 : 0) : (gint32) (i - MIN (up, i % 64));
    }
  ful_table_builder_append (&thread->samples, N_SAMPLES);
  for (guint i = 0; i < N_SAMPLES; i++)
    {
      gint32 stack = (gint32) ((guint64) i * N_STACKS / N_SAMPLES) + g_rand_int_range (rand, 0, N_STACKS / 4);

      FUL_CELLS (&thread->samples, FUL_SAMPLE_TIME, double)[i] = i;
      /* Parts of the tree run at a time. */
      FUL_CELLS (&thread->samples, FUL_SAMPLE_STACK, gint32)[i] = MIN (stack, N_STACKS - 1);
    }

  return ful_test_profile_seal (test);
}

static void
settle (GtkWidget *view)
{
  while (!ful_profile_view_is_settled (FUL_PROFILE_VIEW (view)))
    g_main_context_iteration (NULL, TRUE);
}

/* @step: px */
static void
scroll (GtkWidget     *window,
        GtkWidget     *view,
        GtkColumnView *tree,
        double         step,
        const char    *name)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (tree));

  gtk_adjustment_set_value (adjustment, 0);
  settle (view);
  benchmark_paint (window);
  ful_watchdog_reset ();
  for (guint i = 0; i < N_STEPS; i++)
    {
      gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + step);
      benchmark_paint (window);
    }
  settle (view);
  benchmark_report (name, INPUT);
}

static void
activate_cb (GApplication *app)
{
  GtkWidget *window = adw_application_window_new (GTK_APPLICATION (app));
  g_autoptr(FulProfile) profile = create_profile ();
  g_autoptr(FulDocument) document = ful_document_new (profile);
  g_autoptr(GSettings) settings = g_settings_new (APP_ID);
  GtkWidget *view;
  GtkColumnView *tree;
  GListModel *model;

  g_application_hold (app);
  ful_document_set_panel (document, FUL_PANEL_CALL_TREE);
  view = GTK_WIDGET (ful_profile_view_new (document, NULL, NULL, settings));
  ful_watchdog_install ();
  adw_application_window_set_content (ADW_APPLICATION_WINDOW (window), view);
  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 900);
  gtk_window_present (GTK_WINDOW (window));
  settle (view);
  tree = GTK_COLUMN_VIEW (benchmark_find_widget (benchmark_find_widget (view, FUL_TYPE_CALL_TREE_PANEL), GTK_TYPE_COLUMN_VIEW));
  model = G_LIST_MODEL (gtk_column_view_get_model (tree));
  ful_call_tree_model_expand_all (FUL_CALL_TREE_MODEL (model), 0);
  while (g_list_model_get_n_items (model) < N_STACKS * 9 / 10)
    g_main_context_iteration (NULL, TRUE);
  settle (view);

  scroll (window, view, tree, 66, "when/scroll");
  scroll (window, view, tree, 700, "when/scroll-pages");
  scroll (window, view, tree, 17777, "when/scroll-far");
  g_settings_set_boolean (settings, "show-when", FALSE);
  scroll (window, view, tree, 66, "when/scroll-without");
  scroll (window, view, tree, 700, "when/scroll-pages-without");
  scroll (window, view, tree, 17777, "when/scroll-far-without");

  gtk_window_destroy (GTK_WINDOW (window));
  g_application_release (app);
}

int
main (int    argc,
      char **argv)
{
  AdwApplication *application;

  ful_memory_init ();
  application = adw_application_new (APP_ID ".Benchmark", G_APPLICATION_NON_UNIQUE);
  g_application_set_resource_base_path (G_APPLICATION (application), "/org/fulgens/Fulgens");
  g_signal_connect (application, "activate", G_CALLBACK (activate_cb), NULL);

  return g_application_run (G_APPLICATION (application), 0, NULL);
}
