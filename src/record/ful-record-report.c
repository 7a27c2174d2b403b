/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is said of a recording: what the machine permits before it, figures and flaws after it. */

#include "config.h"

#include "ful-record-report.h"

#include "io/bytes/ful-file-replace.h"
#include "io/json/ful-json-document.h"

#include <glib/gi18n-lib.h>
#include <errno.h>
#include <fcntl.h>
#include <gio/gunixoutputstream.h>
#include <glib-unix.h>
#include <inttypes.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

/* A part of the stacks in percent, and of CPU time in ns, that may be missing without a word. */
#define MAX_TRUNCATED 5
#define MAX_UNSAMPLED 20000000

/* What a process uses after its last word, with an agent and without. */
#define END_NS 500000
#define END_WITHOUT_AGENT_NS 50000000

#define PERMIT_BY_SETTING "sudo sysctl kernel.perf_event_paranoid=2"
#define PERMIT_BY_FILTER "docker run --security-opt seccomp=unconfined …"

/* Returns: (transfer full) (nullable): of /proc/sys/kernel */
static char *
read_setting (const char *name)
{
  g_autofree char *path = g_build_filename ("/proc/sys/kernel", name, NULL);
  char *text = NULL;

  if (g_file_get_contents (path, &text, NULL, NULL))
    g_strchomp (text);

  return text;
}

/* Returns: whether a filter of system calls is in force, as in containers */
static gboolean
is_filtered (void)
{
  g_autofree char *text = NULL;

  return g_file_get_contents ("/proc/self/status", &text, NULL, NULL) && strstr (text, "\nSeccomp:\t2") != NULL;
}

/* @paranoid: (nullable): the setting. Returns: whether it forbids perf events of programs to a user */
static gboolean
is_forbidden_by (const char *paranoid)
{
  return paranoid && g_ascii_strtoll (paranoid, NULL, 10) > 2;
}

/**
 * ful_record_is_permitted:
 * @error: %FUL_ERROR_NOT_ALLOWED
 *
 * Returns: whether the kernel permits perf events
 */
gboolean
ful_record_is_permitted (GError **error)
{
  FulRecordEvents events = { .interval_ns = 1000000 };
  FulRecordRings rings;
  gboolean is_permitted = ful_record_rings_init (&rings, &events, error);

  ful_record_rings_clear (&rings);

  return is_permitted;
}

/* What to do where perf events are refused, as far as it is seen what does so. */
static void
print_change (const char *paranoid)
{
  if (is_forbidden_by (paranoid))
    g_print (_("To permit them until the next start: sudo sysctl kernel.perf_event_paranoid=2\n"));
  if (is_filtered ())
    g_print (_("A seccomp filter is in force, as in a container, and may forbid them: docker run --security-opt seccomp=unconfined …\n"));
  if (!is_forbidden_by (paranoid) && !is_filtered ())
    g_print (_("Neither that setting nor a seccomp filter forbids them: the kernel may have none, or a security module forbids them\n"));
  g_print (_("Without them programs are sampled by timers of their own, less often\n"));
}

/**
 * ful_record_check:
 *
 * Prints what is permitted, what forbids the rest, and the command for it. Returns: whether perf events are
 */
gboolean
ful_record_check (void)
{
  FulRecordEvents events = { .interval_ns = 1000000 };
  g_autofree char *paranoid = read_setting ("perf_event_paranoid");
  g_autofree char *yama = read_setting ("yama/ptrace_scope");
  g_autoptr(GError) error = NULL;
  FulRecordRings rings;
  gboolean is_permitted = ful_record_rings_init (&rings, &events, &error);

  if (is_permitted)
    g_print (_("Perf events: permitted, %s\n"), rings.sees_kernel ? _("also in the kernel") : _("not in the kernel"));
  else
    g_print (_("Perf events: %s\n"), error->message);
  if (paranoid)
    g_print (_("kernel.perf_event_paranoid is %s\n"), paranoid);
  if (!is_permitted)
    print_change (paranoid);
  else if (!rings.sees_kernel)
    g_print (_("To see the kernel, too: sudo sysctl kernel.perf_event_paranoid=1\n"));
  if (yama && !g_str_equal (yama, "0"))
    g_print (_("kernel.yama.ptrace_scope is %s: of programs that run already, only those of the same user can be recorded\n"), yama);
  ful_record_rings_clear (&rings);

  return is_permitted;
}

/* How many processes have no samples, and why. */
static void
warn_missing (const FulRecordSummary *summary)
{
  g_autoptr(GString) reasons = g_string_new (NULL);
  guint n = 0;

  for (guint i = FUL_RECORD_MISSING_NONE + 1; i < FUL_RECORD_N_MISSING; i++)
    if (summary->n_missing[i] > 0)
      {
        n += summary->n_missing[i];
        g_string_append_printf (reasons, "%s%s (%u)", reasons->len > 0 ? ", " : "", _(ful_record_missing_get_reason (i)),
                                summary->n_missing[i]);
      }
  if (n > 0)
    g_printerr (ngettext ("fulgens-record: %u process could not be sampled: %s\n",
                          "fulgens-record: %u processes could not be sampled: %s\n", n), n, reasons->str);
}

/* Returns: whether it is more than what is not known of the ends of others */
static gboolean
has_unseen (const FulRecordSummary *summary)
{
  guint64 of_ends = summary->n_processes * END_NS;

  for (guint i = FUL_RECORD_MISSING_NONE + 1; i < FUL_RECORD_N_MISSING; i++)
    of_ends += summary->n_missing[i] * END_WITHOUT_AGENT_NS;

  return summary->unseen_ns > MAX_UNSAMPLED + of_ends;
}

/* Of processes that came and went unseen. */
static void
warn_unseen (const FulRecordSummary *summary)
{
  if (has_unseen (summary))
    g_printerr (_("fulgens-record: %.0f ms of CPU time are of processes that could not be sampled, and had ended before they were seen: "
                  "it is in (short threads)\n"), (double) summary->unseen_ns / 1e6);
}

/* Says on standard error what is missing in the profile. @buffer: (nullable): of which what is not there was not meant to go */
void
ful_record_warn (const FulRecordSummary *summary,
                 FulRecordBuffer        *buffer)
{
  FulRecordDiscarded discarded = { 0, 0 };

  if (buffer)
    discarded = ful_record_buffer_get_discarded (buffer);
  if (discarded.n_chunks > 0)
    g_printerr (_("fulgens-record: what was before %.1f s is not kept, as the buffer was full; --max-memory gives it more\n"),
                (double) discarded.before / 1e9);
  if (summary->n_samples > 0 && summary->n_truncated * 100 > summary->n_samples * MAX_TRUNCATED)
    g_printerr (summary->n_cut * 2 > summary->n_truncated
                ? _("fulgens-record: %" PRIu64 " of %" PRIu64 " stacks are not whole; a greater --stack-size may help\n")
                : _("fulgens-record: %" PRIu64 " of %" PRIu64 " stacks are not whole\n"), summary->n_truncated, summary->n_samples);
  warn_missing (summary);
  warn_unseen (summary);
  if (summary->n_without_events > 0)
    g_printerr (ngettext ("fulgens-record: %u thread could not be sampled, as there were no more descriptors (ulimit -n)\n",
                          "fulgens-record: %u threads could not be sampled, as there were no more descriptors (ulimit -n)\n",
                          summary->n_without_events), summary->n_without_events);
  if (summary->unsampled_ns > MAX_UNSAMPLED)
    g_printerr (_("fulgens-record: %.0f ms of %.0f ms of CPU time were not sampled: they are below [kernel] and [not sampled]\n"),
                (double) summary->unsampled_ns / 1e6, (double) summary->cpu_ns / 1e6);
  if (summary->n_lost > 0)
    g_printerr (_("fulgens-record: %" PRIu64 " records were lost, as they came faster than they were read\n"), summary->n_lost);
  if (summary->n_lost_markers > 0)
    g_printerr (_("fulgens-record: %" PRIu64 " markers were lost, as they came faster than they were read\n"), summary->n_lost_markers);
}

/* @change: (nullable): a command */
static void
add_refused (JsonArray  *refused,
             const char *what,
             const char *because,
             const char *change)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "what", what);
  json_object_set_string_member (object, "because", because);
  if (change)
    json_object_set_string_member (object, "change", change);
  else
    json_object_set_null_member (object, "change");
  json_array_add_object_element (refused, object);
}

static JsonArray *
list_refused (const FulRecordSummary *summary)
{
  JsonArray *refused = json_array_new ();
  g_autofree char *paranoid = read_setting ("perf_event_paranoid");

  if (summary->refused)
    add_refused (refused, "perf events", summary->refused,
                 is_forbidden_by (paranoid) ? PERMIT_BY_SETTING : is_filtered () ? PERMIT_BY_FILTER : NULL);
  if (!summary->sees_kernel)
    {
      g_autofree char *because = g_strdup_printf ("kernel.perf_event_paranoid is %s", paranoid ? paranoid : "not readable");

      add_refused (refused, "samples in the kernel", because, "sudo sysctl kernel.perf_event_paranoid=1");
    }
  for (guint i = FUL_RECORD_MISSING_NONE + 1; i < FUL_RECORD_N_MISSING; i++)
    if (summary->n_missing[i] > 0)
      {
        g_autofree char *what = g_strdup_printf (summary->n_missing[i] == 1 ? "samples of %u process" : "samples of %u processes",
                                                 summary->n_missing[i]);

        add_refused (refused, what, ful_record_missing_get_reason (i), "fulgens-record --method perf");
      }
  if (has_unseen (summary))
    {
      g_autofree char *because = g_strdup_printf ("they had ended before they were seen, after %.0f ms of CPU time",
                                                  (double) summary->unseen_ns / 1e6);

      add_refused (refused, "samples of short processes and threads", because, "fulgens-record --method perf");
    }
  if (summary->n_without_events > 0)
    {
      g_autofree char *what = g_strdup_printf (summary->n_without_events == 1 ? "samples of %u thread" : "samples of %u threads",
                                               summary->n_without_events);

      add_refused (refused, what, "too few descriptors", "ulimit -n 1048576");
    }

  return refused;
}

/* Returns: whether there is a pipe or a device, which get a text themselves: there is nothing to replace */
static gboolean
is_stream (const char *path)
{
  struct stat status;

  return stat (path, &status) == 0 && (S_ISFIFO (status.st_mode) || S_ISCHR (status.st_mode));
}

/* Does not wait for who reads a pipe. */
static gboolean
write_to_stream (const char  *path,
                 const char  *text,
                 GError     **error)
{
  int fd = open (path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  g_autoptr(GOutputStream) stream = NULL;

  if (fd < 0)
    {
      int number = errno;
      g_autofree char *name = g_filename_display_name (path);

      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (number), _("“%s” cannot be written: %s"), name, g_strerror (number));
      return FALSE;
    }
  stream = g_unix_output_stream_new (fd, TRUE);
  g_unix_set_fd_nonblocking (fd, FALSE, NULL);

  return g_output_stream_write_all (stream, text, strlen (text), NULL, NULL, error);
}

/**
 * ful_record_check_summary:
 *
 * Returns: whether a summary can be written to a file, a pipe or a device
 */
gboolean
ful_record_check_summary (const char  *path,
                          GError     **error)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);

  return is_stream (path) || ful_file_replace_check (file, error);
}

/**
 * ful_record_write_summary:
 * @path: of a file, a pipe or a device
 * @n_written: bytes of the profile
 */
gboolean
ful_record_write_summary (const char              *path,
                          const FulRecordSummary  *summary,
                          FulRecordBuffer         *buffer,
                          guint64                  n_written,
                          GError                 **error)
{
  FulRecordCounts counts = ful_record_buffer_get_counts (buffer);
  g_autoptr(JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  FulRecordDiscarded gone = ful_record_buffer_get_discarded (buffer);
  JsonObject *object = json_object_new (), *lost = json_object_new (), *discarded = json_object_new ();
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(FulFileReplace) to = NULL;
  g_autofree char *text = NULL;
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  json_object_set_string_member (object, "method", summary->uses_agent ? "agent" : "perf");
  json_object_set_double_member (object, "interval_ms", (double) summary->interval_ns / 1e6);
  json_object_set_double_member (object, "duration_ms", (double) summary->duration_ns / 1e6);
  json_object_set_int_member (object, "processes", summary->n_processes);
  json_object_set_int_member (object, "threads", summary->n_threads);
  json_object_set_int_member (object, "samples", (gint64) summary->n_samples);
  json_object_set_int_member (object, "rows", (gint64) counts.samples);
  json_object_set_int_member (object, "idle_samples", (gint64) summary->n_idle_ticks);
  json_object_set_int_member (object, "idle_bytes", (gint64) summary->n_idle_bytes);
  json_object_set_int_member (object, "truncated_stacks", (gint64) summary->n_truncated);
  json_object_set_int_member (object, "markers", (gint64) counts.markers);
  json_object_set_double_member (object, "cpu_ms", (double) summary->cpu_ns / 1e6);
  json_object_set_double_member (object, "unsampled_cpu_ms", (double) summary->unsampled_ns / 1e6);
  json_object_set_int_member (lost, "ring", (gint64) summary->n_lost);
  json_object_set_int_member (lost, "markers", (gint64) summary->n_lost_markers);
  json_object_set_int_member (lost, "buffer", (gint64) ful_record_buffer_get_n_refused (buffer));
  json_object_set_int_member (lost, "clients", (gint64) ful_record_buffer_get_n_missed (buffer));
  json_object_set_object_member (object, "lost", lost);
  json_object_set_int_member (discarded, "chunks", (gint64) gone.n_chunks);
  json_object_set_double_member (discarded, "before_ms", (double) gone.before / 1e6);
  json_object_set_object_member (object, "discarded", discarded);
  json_object_set_array_member (object, "refused", list_refused (summary));
  json_object_set_double_member (object, "own_cpu_ms", (double) summary->own_cpu_ns / 1e6);
  json_object_set_int_member (object, "peak_memory", (gint64) usage.ru_maxrss * 1024);
  json_object_set_int_member (object, "bytes_written", (gint64) n_written);
  json_node_take_object (root, object);
  text = ful_json_write_text (root, TRUE);

  if (is_stream (path))
    return write_to_stream (path, text, error);

  to = ful_file_replace_begin (file, NULL, error);

  return to && g_output_stream_write_all (to->stream, text, strlen (text), NULL, NULL, error) && ful_file_replace_finish (to, NULL, error);
}
