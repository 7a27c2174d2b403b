/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Every way to open a file ends in open_files(): the command line of this or of a
 * second start, org.freedesktop.Application.Open on D-Bus, and the windows' own
 * file chooser, drops, recent files and clipboard (through app.open-uri). A view
 * given on the command line travels as the hint.
 *
 * With --screenshot the process is not single-instance and does not change recent
 * files. */

#include "config.h"

#include "ful-application.h"
#include "ful-help.h"
#include "ful-preferences.h"
#include "ful-screenshot.h"
#include "ful-watchdog.h"
#include "compare/ful-side-files.h"
#include "io/json/ful-json-document.h"
#include "live/ful-live-address.h"
#include "stacks/ful-own-code.h"
#include "widgets/ful-control-name.h"
#include "window/ful-window.h"

#include <glib/gi18n.h>
#include <stdlib.h>

struct _FulApplication
{
  AdwApplication  parent_instance;

  GSettings      *settings;
  char           *screenshot;   /* path of the PNG to write, or NULL */
  double          screenshot_after;   /* s after the first data of a capture */
  int             width;        /* of the window; 0 for the size of the last time */
  int             height;
  int             scale;
  gboolean        report_stalls;
  int             status;
};

G_DEFINE_FINAL_TYPE (FulApplication, ful_application, ADW_TYPE_APPLICATION)

/* Without an installed schema (a program copied elsewhere) the window works
 * and forgets its size. */
static void
apply_own_code (GSettings *settings)
{
  g_auto(GStrv) patterns = g_settings_get_strv (settings, "own-code");

  ful_own_code_set_default ((const char * const *) patterns);
}

static GSettings *
open_settings (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr(GSettingsSchema) schema = NULL;

  if (source)
    schema = g_settings_schema_source_lookup (source, APP_ID, TRUE);
  if (!schema)
    return NULL;

  return g_settings_new_full (schema, NULL, NULL);
}

static FulWindow *
new_window (FulApplication *self)
{
  FulWindow *window = ful_window_new (GTK_APPLICATION (self), self->settings);

  if (self->width)
    gtk_window_set_default_size (GTK_WINDOW (window), self->width, self->height);

  /* A default size is cut at the size of the display, a minimum is not. */
  if (self->screenshot)
    gtk_widget_set_size_request (GTK_WIDGET (window), self->width, self->height);

  return window;
}

static FulWindow *
window_for_files (FulApplication *self)
{
  GtkWindow *active = gtk_application_get_active_window (GTK_APPLICATION (self));

  if (FUL_IS_WINDOW (active))
    return FUL_WINDOW (active);

  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l; l = l->next)
    if (FUL_IS_WINDOW (l->data))
      return l->data;

  return new_window (self);
}

static void
open_files (FulApplication  *self,
            GFile          **files,
            int              n_files,
            const char      *view)
{
  FulWindow *window = window_for_files (self);

  for (int i = 0; i < n_files; i++)
    ful_window_open (window, files[i], view && *view ? view : NULL);

  gtk_window_present (GTK_WINDOW (window));
}

static void
screenshot_done_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  FulApplication *self = user_data;
  g_autoptr(GError) error = NULL;

  if (!ful_screenshot_finish (result, &error))
    {
      g_printerr ("fulgens: %s\n", error->message);
      self->status = EXIT_FAILURE;
    }

  gtk_window_destroy (GTK_WINDOW (source));
}

static void
ful_application_open (GApplication  *application,
                      GFile        **files,
                      int            n_files,
                      const char    *hint)
{
  FulApplication *self = FUL_APPLICATION (application);

  open_files (self, files, n_files, hint);

  if (self->screenshot)
    ful_screenshot_take_async (window_for_files (self), self->screenshot, self->scale, 0, screenshot_done_cb, self);
}

static void
ful_application_activate (GApplication *application)
{
  FulWindow *window = window_for_files (FUL_APPLICATION (application));

  if (!gtk_widget_get_visible (GTK_WIDGET (window)))
    ful_window_offer_left (window);
  gtk_window_present (GTK_WINDOW (window));
}

static void
new_window_cb (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  gtk_window_present (GTK_WINDOW (new_window (user_data)));
}

static void
open_uri_cb (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  g_autoptr(GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  open_files (user_data, &file, 1, NULL);
}

/* Follows a running capture. */
static gboolean
open_live (FulApplication  *self,
           const char      *address,
           GError         **error)
{
  FulWindow *window = window_for_files (self);
  gboolean ok = ful_window_open_live (window, address, NULL, NULL, error);

  gtk_window_present (GTK_WINDOW (window));

  return ok;
}

static void
open_live_cb (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  g_autoptr(GError) error = NULL;

  if (!open_live (user_data, g_variant_get_string (parameter, NULL), &error))
    gtk_widget_activate_action (GTK_WIDGET (window_for_files (user_data)), "win.toast", "s", error->message);
}

static void
compare_cb (GSimpleAction *action,
            GVariant      *parameter,
            gpointer       user_data)
{
  FulWindow *window = window_for_files (user_data);
  g_autofree const char **before = NULL;
  g_autofree const char **after = NULL;

  g_variant_get (parameter, "(^a&s^a&s)", &before, &after);
  ful_window_compare (window, before, after);
  gtk_window_present (GTK_WINDOW (window));
}

static void
about_cb (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       user_data)
{
  GtkWidget *window = g_object_new (ADW_TYPE_ABOUT_WINDOW,
                                    "transient-for", gtk_application_get_active_window (user_data),
                                    "title", _("About Fulgens"),
                                    "application-name", _("Fulgens"),
                                    "application-icon", APP_ID,
                                    "developer-name", _("The Fulgens developers"),
                                    "version", PACKAGE_VERSION,
                                    "license-type", GTK_LICENSE_GPL_3_0,
                                    "comments", _("View performance profiles"),
                                    NULL);

  ful_control_name_by_labels (window);
  gtk_window_present (GTK_WINDOW (window));
}

static void
preferences_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  FulApplication *self = user_data;

  ful_preferences_show (gtk_application_get_active_window (user_data), self->settings, NULL);
}

static void
show_preference_cb (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  FulApplication *self = user_data;

  ful_preferences_show (gtk_application_get_active_window (user_data), self->settings, g_variant_get_string (parameter, NULL));
}

static void
help_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  ful_help_show (gtk_application_get_active_window (user_data));
}

static void
quit_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  GList *windows = g_list_copy (gtk_application_get_windows (user_data));

  for (GList *l = windows; l; l = l->next)
    gtk_window_close (l->data);

  g_list_free (windows);
}

static const GActionEntry actions[] = {
  { "new-window", new_window_cb },
  { "open-uri", open_uri_cb, "s" },
  { "open-live", open_live_cb, "s" },
  { "compare", compare_cb, "(asas)" },
  { "preferences", preferences_cb },
  { "show-preference", show_preference_cb, "s" },
  { "help", help_cb },
  { "about", about_cb },
  { "quit", quit_cb },
};

static const struct
{
  const char *action;
  const char *keys[4];
} accelerators[] = {
  { "app.new-window", { "<Control>n" } },
  { "app.quit", { "<Control>q" } },
  { "app.preferences", { "<Control>comma" } },
  { "app.help", { "F1" } },
  { "win.open", { "<Control>o" } },
  { "win.record", { "<Control>r" } },
  { "view.save", { "<Control>s", "<Control><Shift>s" } },
  { "view.save-selection", { "<Control><Shift>e" } },
  { "win.close-tab", { "<Control>w" } },
  { "view.find", { "<Control>f" } },
  { "win.search-all", { "<Control>k" } },
  { "view.present", { "F5" } },
  { "view.read-again", { "F5" } },   /* of a comparison, which has no notes */
  { "view.toggle-details", { "F9" } },
  { "win.fullscreen", { "F11" } },
  { "win.show-help-overlay", { "<Control>question" } },
};

static void
ful_application_startup (GApplication *application)
{
  FulApplication *self = FUL_APPLICATION (application);

  G_APPLICATION_CLASS (ful_application_parent_class)->startup (application);

  self->settings = open_settings ();

  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  for (guint i = 0; i < G_N_ELEMENTS (accelerators); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (self), accelerators[i].action,
                                           (const char **) accelerators[i].keys);

  if (self->settings)
    {
      g_signal_connect (self->settings, "changed::color-scheme", G_CALLBACK (ful_preferences_apply_scheme), NULL);
      ful_preferences_apply_scheme (self->settings);
      g_signal_connect (self->settings, "changed::own-code", G_CALLBACK (apply_own_code), NULL);
      apply_own_code (self->settings);
    }
  else
    {
      g_action_map_remove_action (G_ACTION_MAP (self), "preferences");
      g_action_map_remove_action (G_ACTION_MAP (self), "show-preference");
    }

  gtk_window_set_default_icon_name (APP_ID);
}

static char *
read_view (const char  *path,
           GError     **error)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GFileInputStream) stream = g_file_read (file, NULL, error);

  return stream ? ful_json_load_text (G_INPUT_STREAM (stream), NULL, NULL, error) : NULL;
}

static gboolean
is_address (const char  *text,
            GError     **error)
{
  g_autoptr(FulLiveAddress) address = ful_live_address_new (text, error);

  return address != NULL;
}

/* @names: (nullable): BEFORE AFTER, or BEFORE… : AFTER… Returns: (transfer floating) (nullable): both sides for "compare" */
static GVariant *
find_sides (const char *const  *names,
            GError            **error)
{
  static const char *const none[] = { NULL };
  GVariantBuilder sides = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("(asas)"));
  g_autoptr(GPtrArray) before = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(GPtrArray) after = g_ptr_array_new_with_free_func (g_free);
  GPtrArray *files[] = { before, after };

  if (!ful_side_files_split (names ? names : none, FALSE, files, error))
    return NULL;

  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      g_variant_builder_open (&sides, G_VARIANT_TYPE_STRING_ARRAY);
      for (guint i = 0; i < files[side]->len; i++)
        {
          g_autoptr(GFile) file = g_file_new_for_commandline_arg (files[side]->pdata[i]);

          g_variant_builder_add_value (&sides, g_variant_new_take_string (g_file_get_uri (file)));
        }
      g_variant_builder_close (&sides);
    }

  return g_variant_builder_end (&sides);
}

/* Returns: -1 to continue, else the exit status */
static int
ful_application_handle_local_options (GApplication *application,
                                      GVariantDict *options)
{
  FulApplication *self = FUL_APPLICATION (application);
  g_autofree const char **names = NULL;
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GError) error = NULL;
  g_autofree char *view = NULL;
  gboolean compares = g_variant_dict_contains (options, "compare");
  g_autoptr(GVariant) sides = NULL;
  const char *text;
  const char *live = NULL;

  if (g_variant_dict_contains (options, "version"))
    {
      g_print ("fulgens %s\n", PACKAGE_VERSION);
      return EXIT_SUCCESS;
    }

  if (g_variant_dict_lookup (options, "size", "&s", &text) &&
      (sscanf (text, "%dx%d", &self->width, &self->height) != 2 || self->width < 1 || self->height < 1))
    {
      g_printerr (_("fulgens: --size must be WIDTHxHEIGHT, not “%s”\n"), text);
      return EXIT_FAILURE;
    }

  if (g_variant_dict_lookup (options, "scale", "i", &self->scale) && (self->scale < 1 || self->scale > 3))
    {
      g_printerr (_("fulgens: --scale must be 1, 2 or 3, not %d\n"), self->scale);
      return EXIT_FAILURE;
    }

  if (g_variant_dict_lookup (options, "view", "^&ay", &text) && !(view = read_view (text, &error)))
    {
      g_printerr ("fulgens: %s\n", error->message);
      return EXIT_FAILURE;
    }

  g_variant_dict_lookup (options, "live", "&s", &live);
  if (live && !is_address (live, &error))
    {
      g_printerr ("fulgens: %s\n", error->message);
      return EXIT_FAILURE;
    }
  g_variant_dict_lookup (options, "screenshot-after", "d", &self->screenshot_after);

  if (g_variant_dict_lookup (options, G_OPTION_REMAINING, "^a&ay", &names) && !compares)
    for (guint i = 0; names[i]; i++)
      g_ptr_array_add (files, g_file_new_for_commandline_arg (names[i]));

  if (compares)
    {
      sides = find_sides (names, &error);
      if (sides == NULL)
        {
          g_printerr ("fulgens: --compare: %s\n", error->message);
          return EXIT_FAILURE;
        }
      g_variant_ref_sink (sides);
    }

  self->report_stalls = g_variant_dict_contains (options, "report-stalls");
  if (self->report_stalls)
    ful_watchdog_install ();

  if (g_variant_dict_lookup (options, "screenshot", "^ay", &self->screenshot))
    {
      if (files->len + (live != NULL) + compares != 1)
        {
          g_printerr (_("fulgens: --screenshot needs exactly one profile\n"));
          return EXIT_FAILURE;
        }

      g_application_set_flags (application, g_application_get_flags (application) | G_APPLICATION_NON_UNIQUE);

      /* Widgets draw their own pictures at the display's scale. */
      if (self->scale > 1)
        g_setenv ("GDK_SCALE", self->scale == 2 ? "2" : "3", TRUE);
      if (!self->width)
        {
          self->width = 1280;
          self->height = 840;
        }
    }

  if (!g_application_register (application, NULL, &error))
    {
      g_printerr ("fulgens: %s\n", error->message);
      return EXIT_FAILURE;
    }

  if (g_variant_dict_contains (options, "dark") && !g_application_get_is_remote (application))
    adw_style_manager_set_color_scheme (adw_application_get_style_manager (ADW_APPLICATION (self)),
                                        ADW_COLOR_SCHEME_FORCE_DARK);

  if (live)
    g_action_group_activate_action (G_ACTION_GROUP (application), "open-live", g_variant_new_string (live));
  if (live && self->screenshot)
    ful_screenshot_take_async (window_for_files (self), self->screenshot, self->scale, self->screenshot_after,
                               screenshot_done_cb, self);
  if (sides)
    g_action_group_activate_action (G_ACTION_GROUP (application), "compare", sides);
  if (sides && self->screenshot)
    ful_screenshot_take_async (window_for_files (self), self->screenshot, self->scale, 0, screenshot_done_cb, self);
  if (files->len == 0)
    return (live || sides) && g_application_get_is_remote (application) ? EXIT_SUCCESS : -1;

  g_application_open (application, (GFile **) files->pdata, files->len, view ? view : "");

  return EXIT_SUCCESS;
}

static void
ful_application_finalize (GObject *object)
{
  FulApplication *self = FUL_APPLICATION (object);

  g_clear_object (&self->settings);
  g_free (self->screenshot);

  G_OBJECT_CLASS (ful_application_parent_class)->finalize (object);
}

static void
ful_application_class_init (FulApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ful_application_finalize;

  application_class->open = ful_application_open;
  application_class->activate = ful_application_activate;
  application_class->startup = ful_application_startup;
  application_class->handle_local_options = ful_application_handle_local_options;
}

static void
ful_application_init (FulApplication *self)
{
  static const GOptionEntry options[] = {
    { "screenshot", 0, 0, G_OPTION_ARG_FILENAME, NULL, N_("Draw the window into a file and exit"), N_("PNG") },
    { "screenshot-after", 0, 0, G_OPTION_ARG_DOUBLE, NULL, N_("Draw it this long after the first data of a capture"), N_("SECONDS") },
    { "compare", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Compare BEFORE with AFTER, or BEFORE… : AFTER…"), NULL },
    { "live", 0, 0, G_OPTION_ARG_STRING, NULL, N_("Follow a running capture"), N_("ADDRESS") },
    { "size", 0, 0, G_OPTION_ARG_STRING, NULL, N_("Size of the window"), N_("WIDTHxHEIGHT") },
    { "scale", 0, 0, G_OPTION_ARG_INT, NULL, N_("Pixels per logical pixel of the picture"), N_("N") },
    { "view", 0, 0, G_OPTION_ARG_FILENAME, NULL, N_("Initial view"), N_("VIEW") },
    { "dark", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Use dark colours"), NULL },
    { "report-stalls", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Print how many iterations of the main loop were too long"), NULL },
    { "version", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Print the version and exit"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, NULL, NULL, N_("[FILE…]") },
    { NULL }
  };

  self->scale = 1;
  g_application_add_main_option_entries (G_APPLICATION (self), options);
  g_application_set_option_context_description (G_APPLICATION (self), _("Exit status: 0 success, 1 the file of --screenshot could not be read, "
                                                                        "3 out of memory."));
}

/**
 * ful_application_new:
 *
 * Returns: (transfer full): the application
 */
FulApplication *
ful_application_new (void)
{
  return g_object_new (FUL_TYPE_APPLICATION,
                       "application-id", APP_ID,
                       "flags", G_APPLICATION_HANDLES_OPEN,
                       "resource-base-path", "/org/fulgens/Fulgens",
                       NULL);
}

/**
 * ful_application_run:
 *
 * Runs until the last window is closed.
 *
 * Returns: the exit status of the process
 */
int
ful_application_run (FulApplication  *self,
                     int              argc,
                     char           **argv)
{
  int status = g_application_run (G_APPLICATION (self), argc, argv);

  if (self->report_stalls)
    {
      FulWatchdogReport report = ful_watchdog_report ();

      g_print ("{\"turns\": %" G_GUINT64_FORMAT ", \"stalls\": %" G_GUINT64_FORMAT ", \"worst_us\": %" G_GINT64_FORMAT "}\n",
               report.n_turns, report.n_stalls, report.worst_us);
    }

  return status ? status : self->status;
}
