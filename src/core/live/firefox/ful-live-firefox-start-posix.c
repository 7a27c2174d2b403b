/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A Firefox that is started to be recorded (live.md 7). Its socket and its profile, which has the preferences that open the
 * socket, are in a folder of their own, which is removed when it ends. It outlives the connection, as a browser should. */

#define _GNU_SOURCE   /* nftw */

#include "config.h"

#include "ful-live-firefox-start.h"

#include <errno.h>
#include <ftw.h>
#include <gio/gio.h>
#include <gio/gunixsocketaddress.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <signal.h>

#define RETRY_MS 100
#define MAX_START_US G_TIME_SPAN_MINUTE
#define MAX_DESCRIPTORS 16

static const char preferences[] =
  "user_pref(\"devtools.debugger.remote-enabled\", true);\n"
  "user_pref(\"devtools.chrome.enabled\", true);\n"
  "user_pref(\"devtools.debugger.prompt-connection\", false);\n"
  "user_pref(\"datareporting.policy.dataSubmissionEnabled\", false);\n"
  "user_pref(\"browser.aboutwelcome.enabled\", false);\n"
  "user_pref(\"browser.shell.checkDefaultBrowser\", false);\n";

typedef struct
{
  GSubprocess *process;
  char        *folder;
} Child;

/**
 * ful_live_firefox_find_program:
 *
 * Returns: (transfer full) (nullable): the path of the Firefox of this machine
 */
char *
ful_live_firefox_find_program (void)
{
  static const char *const names[] = { "firefox", "firefox-esr", "firefox-developer-edition", "firefox-nightly" };
  char *path = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names) && path == NULL; i++)
    path = g_find_program_in_path (names[i]);

  return path;
}

static int
remove_cb (const char        *path,
           const struct stat *buf,
           int                type,
           struct FTW        *place)
{
  return remove (path);
}

static gpointer
wait_for_end (gpointer data)
{
  Child *child = data;

  g_subprocess_wait (child->process, NULL, NULL);
  nftw (child->folder, remove_cb, MAX_DESCRIPTORS, FTW_DEPTH | FTW_PHYS);
  g_object_unref (child->process);
  g_free (child->folder);
  g_free (child);

  return NULL;
}

/* Returns: (transfer full) (nullable): with its files and @socket in @folder, which goes when it ends */
static GSubprocess *
spawn (const char  *folder,
       const char  *socket,
       GError     **error)
{
  g_autofree char *program = ful_live_firefox_find_program ();
  g_autofree char *profile = g_build_filename (folder, "profile", NULL);
  g_autofree char *path = g_build_filename (profile, "user.js", NULL);
  const GSubprocessFlags flags = G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE;
  GSubprocess *process;
  Child *child;

  if (program == NULL)
    {
      g_set_error_literal (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_CONNECT, _("There is no Firefox on this machine"));
      return NULL;
    }
  g_mkdir (profile, 0700);
  if (!g_file_set_contents (path, preferences, -1, error))
    return NULL;
  process = g_subprocess_new (flags, error, program, "--no-remote", "--profile", profile, "--start-debugger-server", socket, NULL);
  if (process == NULL)
    return NULL;

  child = g_new (Child, 1);
  child->process = g_object_ref (process);
  child->folder = g_strdup (folder);
  g_thread_unref (g_thread_new ("firefox", wait_for_end, child));

  return process;
}

static gboolean
accepts (const char *path)
{
  g_autoptr(GSocketAddress) to = g_unix_socket_address_new (path);
  g_autoptr(GSocket) socket = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL);

  return socket && g_socket_connect (socket, to, NULL, NULL);
}

static gboolean
wait_for_socket (GSubprocess     *process,
                 const char      *path,
                 FulLiveChannel  *channel,
                 GError         **error)
{
  gint64 due = g_get_monotonic_time () + MAX_START_US;

  while (!accepts (path))
    {
      if (g_subprocess_get_identifier (process) == NULL)
        {
          g_set_error_literal (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_CONNECT, _("Firefox ended before it could be recorded"));
          return FALSE;
        }
      if (g_get_monotonic_time () >= due)
        {
          g_set_error_literal (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_TIMEOUT, _("Firefox did not open its socket"));
          return FALSE;
        }
      if (ful_live_channel_wait_for_leave (channel, RETRY_MS))
        {
          g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("Cancelled"));
          return FALSE;
        }
    }

  return TRUE;
}

/**
 * ful_live_firefox_start:
 * @channel: whose requests end the attempt
 * @error: %FUL_LIVE_ERROR, or of a file
 *
 * Starts a Firefox and connects to it.
 */
FulFirefox *
ful_live_firefox_start (FulLiveChannel  *channel,
                        GError         **error)
{
  g_autofree char *folder = g_dir_make_tmp ("fulgens-XXXXXX", error);
  g_autofree char *path = folder ? g_build_filename (folder, "socket", NULL) : NULL;
  g_autofree char *text = g_strconcat ("firefox:", path, NULL);
  g_autoptr(FulLiveAddress) address = path ? ful_live_address_new (text, error) : NULL;
  g_autoptr(GSubprocess) process = address ? spawn (folder, path, error) : NULL;

  if (process == NULL)
    {
      if (folder)
        nftw (folder, remove_cb, MAX_DESCRIPTORS, FTW_DEPTH | FTW_PHYS);
      return NULL;
    }
  if (wait_for_socket (process, path, channel, error))
    return ful_firefox_new (address, channel, error);

  g_subprocess_send_signal (process, SIGTERM);

  return NULL;
}
