/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Preloaded into the program: lays it out as in a language that is written from
 * right to left, for which GTK would need a translation. */

#define _GNU_SOURCE

#include <dlfcn.h>
#include <gtk/gtk.h>

static void
startup_cb (void)
{
  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
}

int
g_application_run (GApplication  *application,
                   int            argc,
                   char         **argv)
{
  int (*run) (GApplication *, int, char **);

  *(void **) &run = dlsym (RTLD_NEXT, "g_application_run");
  g_signal_connect_after (application, "startup", G_CALLBACK (startup_cb), NULL);

  return run (application, argc, argv);
}
