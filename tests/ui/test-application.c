/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "test-application.h"

static AdwApplication *application;

static void
activate_cb (GApplication *app,
             int          *status)
{
  g_application_hold (app);
  *status = g_test_run ();
  g_application_release (app);
}

/**
 * test_application_run:
 *
 * Runs the tests within an application, which windows need.
 *
 * Returns: the status to exit with
 */
int
test_application_run (void)
{
  int status = 1;

  application = ADW_APPLICATION (adw_application_new (APP_ID ".Test", G_APPLICATION_NON_UNIQUE));
  g_application_set_resource_base_path (G_APPLICATION (application), "/org/fulgens/Fulgens");
  g_signal_connect (application, "activate", G_CALLBACK (activate_cb), &status);
  g_application_run (G_APPLICATION (application), 0, NULL);
  g_clear_object (&application);

  return status;
}

/**
 * test_application_get:
 *
 * Returns: (transfer none): the application that the tests run in
 */
GtkApplication *
test_application_get (void)
{
  return GTK_APPLICATION (application);
}
