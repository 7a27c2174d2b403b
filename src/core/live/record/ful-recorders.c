/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Programs of this machine that record what the viewer opens (live.md 10). They are looked for in the path and in usual places,
 * and asked for their version alone: one that does not say it within a second, or says too much, has none, and ends with all that
 * it has started. */

#include "config.h"

#include "ful-recorders.h"

#include <glib/gi18n-lib.h>
#ifdef G_OS_UNIX
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#define MAX_WAIT_US G_USEC_PER_SEC
#define MAX_SAID_BYTES 1024
#define PARANOID "/proc/sys/kernel/perf_event_paranoid"

static const FulRecorderKind kinds[] = {
  { "perf", N_("Any Program"), { "perf" }, "--version", "record -F 999 --call-graph dwarf -o out.perf.data --", "PROGRAM" },
  { "Firefox", N_("Firefox"), { "firefox", "firefox-esr", "firefox-developer-edition", "firefox-nightly" }, "--version", NULL, NULL },
  { "Chromium", N_("Chrome and Chromium"), { "chromium", "google-chrome", "chromium-browser", "google-chrome-stable" }, "--version",
    "--trace-startup='-*,devtools.timeline,disabled-by-default-v8.cpu_profiler' --trace-startup-file=out.trace.json", "ADDRESS" },
  { "Node.js", N_("Node.js"), { "node", "nodejs" }, "--version", "--cpu-prof --cpu-prof-name=out.cpuprofile", "SCRIPT" },
  { "Node.js", N_("Memory of Node.js"), { "node", "nodejs" }, "--version", "--heap-prof --heap-prof-name=out.heapprofile", "SCRIPT" },
  { "Go", N_("Tests in Go"), { "go" }, "version", "test -cpuprofile out.pprof", "PACKAGE" },
  { "py-spy", N_("Python"), { "py-spy" }, "--version", "record -f speedscope -o out.speedscope.json -- python", "SCRIPT" },
  { "Valgrind", N_("Memory of a Program"), { "valgrind" }, "--version", "--tool=dhat --dhat-out-file=out.dhat.json", "PROGRAM" },
  { "Valgrind", N_("Instructions, Exactly"), { "valgrind" }, "--version",
    "--tool=callgrind --callgrind-out-file=out.callgrind", "PROGRAM" },
  { "samply", N_("Any Program, by samply"), { "samply" }, "--version", "record -s -o out.json", "PROGRAM" },
};

/* Below the home folder, if they do not begin with a slash. */
static const char *const places[] = { ".local/bin", ".cargo/bin", "go/bin", "/usr/local/go/bin", "/snap/bin" };

static void
recorder_free (gpointer data)
{
  FulRecorder *self = data;

  g_free (self->program);
  g_free (self->version);
  g_free (self);
}

/* Returns: (transfer full) (nullable): the path of a program */
static char *
find_program (const char *name)
{
  char *path = g_find_program_in_path (name);

  for (guint i = 0; i < G_N_ELEMENTS (places) && path == NULL; i++)
    {
      path = g_path_is_absolute (places[i]) ? g_build_filename (places[i], name, NULL)
                                            : g_build_filename (g_get_home_dir (), places[i], name, NULL);
      if (!g_file_test (path, G_FILE_TEST_IS_EXECUTABLE) || g_file_test (path, G_FILE_TEST_IS_DIR))
        g_clear_pointer (&path, g_free);
    }

  return path;
}

#ifdef G_OS_UNIX

static void
lead_group_cb (gpointer nothing)
{
  setpgid (0, 0);
}

/* Returns: what comes within a second, at most @n - 1 bytes */
static gsize
read_some (int           file,
           char         *to,
           gsize         n,
           GCancellable *cancellable)
{
  gint64 end = g_get_monotonic_time () + MAX_WAIT_US;
  gsize n_read = 0;

  while (n_read < n - 1 && !g_cancellable_is_cancelled (cancellable))
    {
      struct pollfd polled = { file, POLLIN, 0 };
      gint64 left = end - g_get_monotonic_time ();
      gssize got;

      if (left <= 0)
        return 0;
      if (poll (&polled, 1, (int) MIN (left / 1000 + 1, 50)) <= 0)
        continue;
      got = read (file, to + n_read, n - 1 - n_read);
      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        break;
      n_read += (gsize) got;
    }

  return n_read;
}

/* Returns: (transfer full) (nullable): the first line of what a program says */
static char *
ask (const char   *path,
     const char   *argument,
     GCancellable *cancellable)
{
  const char *arguments[] = { path, argument, NULL };
  char said[MAX_SAID_BYTES];
  gsize n = 0;
  GPid pid;
  int file;

  if (!g_spawn_async_with_pipes (NULL, (char **) arguments, NULL, G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDERR_TO_DEV_NULL, lead_group_cb,
                                 NULL, &pid, NULL, &file, NULL, NULL))
    return NULL;

  n = read_some (file, said, sizeof said, cancellable);
  close (file);
  kill (-pid, SIGKILL);
  waitpid (pid, NULL, 0);
  if (n == 0 || n == sizeof said - 1)
    return NULL;
  said[n] = '\0';

  return g_strndup (said, strcspn (said, "\n"));
}

#else

static char *
ask (const char   *path,
     const char   *argument,
     GCancellable *cancellable)
{
  return NULL;
}

#endif

/* "perf version 6.1.187" → "6.1.187". Returns: (transfer full) (nullable): the first number with a point in it */
static char *
get_version (const char *said)
{
  for (const char *at = said; *at; at++)
    {
      gsize n = strspn (at, "0123456789.");

      if (n > 2 && g_ascii_isdigit (*at) && memchr (at, '.', n))
        return g_strndup (at, MIN (n, 24));
      at += n > 0 ? n - 1 : 0;
    }

  return NULL;
}

/* @before: a kind of the same program, which need not be asked again */
static FulRecorder *
find (const FulRecorderKind *kind,
      const FulRecorder     *before,
      GCancellable          *cancellable)
{
  FulRecorder *self = g_new0 (FulRecorder, 1);

  self->kind = kind;
  if (before)
    {
      self->program = g_strdup (before->program);
      self->version = g_strdup (before->version);
      return self;
    }

  for (guint i = 0; kind->programs[i] && self->program == NULL && !g_cancellable_is_cancelled (cancellable); i++)
    {
      g_autofree char *path = find_program (kind->programs[i]);
      g_autofree char *said = path ? ask (path, kind->version, cancellable) : NULL;

      if (path)
        self->program = g_strdup (kind->programs[i]);
      self->version = said ? get_version (said) : NULL;
    }

  return self;
}

/**
 * ful_recorders_find:
 * @cancellable: (nullable): ends the search
 *
 * Looks for all kinds, and asks each program for its version: some ms each, a second at most. On a worker thread.
 *
 * Returns: (transfer full) (element-type FulRecorder): one of each kind, in the order in which they are shown
 */
GPtrArray *
ful_recorders_find (GCancellable *cancellable)
{
  GPtrArray *recorders = g_ptr_array_new_with_free_func (recorder_free);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      gboolean is_same = i > 0 && g_str_equal (kinds[i].programs[0], kinds[i - 1].programs[0]);

      g_ptr_array_add (recorders, find (&kinds[i], is_same ? recorders->pdata[i - 1] : NULL, cancellable));
    }

  return recorders;
}

/**
 * ful_recorders_list:
 *
 * Returns: (transfer full) (element-type FulRecorder): one of each kind as if it were there, for where nothing can be looked for
 */
GPtrArray *
ful_recorders_list (void)
{
  GPtrArray *recorders = g_ptr_array_new_with_free_func (recorder_free);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      FulRecorder *self = g_new0 (FulRecorder, 1);

      self->kind = &kinds[i];
      self->program = g_strdup (kinds[i].programs[0]);
      g_ptr_array_add (recorders, self);
    }

  return recorders;
}

/**
 * ful_recorder_dup_command:
 * @self: one that was found, with arguments
 *
 * Returns: (transfer full): the command, up to what the user puts at its end
 */
char *
ful_recorder_dup_command (const FulRecorder *self)
{
  g_assert (self->program && self->kind->arguments);

  return g_strdup_printf ("%s %s ", self->program, self->kind->arguments);
}

/**
 * ful_recorders_get_perf_paranoid:
 *
 * Returns: kernel.perf_event_paranoid; below -1 where there is none
 */
int
ful_recorders_get_perf_paranoid (void)
{
  g_autofree char *text = NULL;

  return g_file_get_contents (PARANOID, &text, NULL, NULL) ? (int) g_ascii_strtoll (text, NULL, 10) : G_MININT;
}
