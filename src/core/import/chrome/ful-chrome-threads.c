/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Threads of a trace of Chrome: their names and their order (formats.md 11). */

#include "config.h"

#include "ful-chrome-threads.h"

#include "io/raw/ful-raw-get.h"

#include <math.h>

typedef struct
{
  char  *name;         /* (nullable) */
  char  *labels;       /* (nullable): what is open in it */
  double sort_index;   /* NaN: not said */
  guint  created;      /* how many threads were there before its first one */
  gboolean is_used;
} Process;

static void
clear_thread (gpointer data)
{
  g_free (((FulChromeThread *) data)->name);
}

static void
clear_process (gpointer data)
{
  Process *process = data;

  g_free (process->name);
  g_free (process->labels);
}

static Process *
get_process (FulChromeThreads *self,
             gint32            thread)
{
  return &g_array_index (self->processes, Process, g_array_index (self->threads, FulChromeThread, thread).process);
}

/* The first event counts, as in the reference. */
static void
set_text (char             **place,
          const FulRawNode  *args,
          const char        *key)
{
  if (*place == NULL)
    *place = g_strdup (ful_raw_get_string (args, key));
}

static void
set_index (double           *place,
           const FulRawNode *args)
{
  double number = ful_raw_get_number (args, "sort_index");

  if (isnan (*place) && isfinite (number))
    *place = number;
}

static void
describe (FulChromeThreads *self)
{
  static const char *const names[] = {
    "thread_name", "thread_sort_index", "process_name", "process_labels", "process_sort_index",
  };
  g_autoptr(FulRawTree) tree = ful_raw_tree_new ();

  for (guint n = 0; n < G_N_ELEMENTS (names); n++)
    {
      guint end;

      for (guint i = ful_chrome_events_find (self->events, names[n], &end); i < end; i++)
        {
          const FulChromeEvent *event = ful_chrome_events_get (self->events, i);
          const FulRawNode *args = ful_chrome_events_parse_args (self->events, event, tree);
          FulChromeThread *thread = &g_array_index (self->threads, FulChromeThread, event->thread);
          Process *process = get_process (self, event->thread);

          switch (n)
            {
            case 0:
              set_text (&thread->name, args, "name");
              break;
            case 1:
              set_index (&thread->sort_index, args);
              break;
            case 2:
              set_text (&process->name, args, "name");
              break;
            case 3:
              set_text (&process->labels, args, "labels");
              break;
            default:
              set_index (&process->sort_index, args);
              break;
            }
        }
    }
}

/**
 * ful_chrome_threads_init:
 * @self: gets the threads of @events, of which none is shown yet
 * @builder: outlives @self
 * @events: outlives @self
 */
void
ful_chrome_threads_init (FulChromeThreads      *self,
                         FulProfileBuilder     *builder,
                         const FulChromeEvents *events)
{
  guint n = events->ids->len / 2;

  *self = (FulChromeThreads) {
    .builder = builder,
    .events = events,
    .threads = g_array_sized_new (FALSE, TRUE, sizeof (FulChromeThread), n),
    .processes = g_array_new (FALSE, TRUE, sizeof (Process)),
    .by_pid = g_hash_table_new (NULL, NULL),
  };
  g_array_set_clear_func (self->threads, clear_thread);
  g_array_set_clear_func (self->processes, clear_process);

  for (guint i = 0; i < n; i++)
    {
      FulChromeThread thread = { .sort_index = NAN, .last_kept = NAN };
      FulStringIndex pid, tid;
      gpointer key, known;

      ful_chrome_events_get_ids (events, (gint32) i, &pid, &tid);
      key = GINT_TO_POINTER (pid + 1);
      known = g_hash_table_lookup (self->by_pid, key);
      if (known == NULL)
        {
          Process process = { .sort_index = NAN };

          g_array_append_val (self->processes, process);
          known = GUINT_TO_POINTER (self->processes->len);
          g_hash_table_insert (self->by_pid, key, known);
        }
      thread.process = GPOINTER_TO_INT (known) - 1;
      g_array_append_val (self->threads, thread);
    }
  describe (self);
}

void
ful_chrome_threads_clear (FulChromeThreads *self)
{
  g_clear_pointer (&self->threads, g_array_unref);
  g_clear_pointer (&self->processes, g_array_unref);
  g_clear_pointer (&self->by_pid, g_hash_table_unref);
}

static char *
name_process (const Process *process,
              const char    *pid)
{
  if (process->labels == NULL)
    return g_strdup (process->name);
  if (process->name && *process->name)
    return g_strdup_printf ("%s (%s)", process->name, process->labels);

  return g_strdup_printf ("Process %s (%s)", pid, process->labels);
}

/**
 * ful_chrome_threads_use:
 * @thread: number of a thread
 *
 * Returns: (transfer none): the thread, with a builder
 */
FulChromeThread *
ful_chrome_threads_use (FulChromeThreads *self,
                        gint32            thread)
{
  FulChromeThread *entry = &g_array_index (self->threads, FulChromeThread, thread);
  Process *process = get_process (self, thread);
  FulStringIndex pid_word, tid_word;
  const char *pid, *tid;
  FulThread *shown;

  if (entry->builder)
    return entry;

  ful_chrome_events_get_ids (self->events, thread, &pid_word, &tid_word);
  pid = ful_string_table_get (self->events->words, pid_word);
  tid = ful_string_table_get (self->events->words, tid_word);
  entry->builder = ful_profile_builder_add_thread (self->builder);
  entry->created = self->n_created++;
  if (!process->is_used)
    process->created = entry->created;
  process->is_used = TRUE;

  shown = entry->builder->thread;
  shown->name = g_strdup (entry->name ? entry->name : "Chrome Thread");
  shown->process_type = g_strdup ("unknown");
  shown->process_name = name_process (process, pid);
  shown->pid = g_strdup (pid);
  /* Threads of different processes can have equal numbers. */
  shown->tid = g_strdup_printf ("%s:%s", pid, tid);
  shown->is_main_thread =
    entry->name && ((g_str_has_prefix (entry->name, "Cr") && g_str_has_suffix (entry->name, "Main")) ||
                    (!g_str_equal (pid, "0") && pid_word == tid_word));
  if (isnan (entry->sort_index))
    entry->sort_index = entry->name && (g_str_equal (entry->name, "CrBrowserMain") ||
                                        g_str_equal (entry->name, "CrGpuMain")) ? -1 : 0;
  if (isnan (process->sort_index))
    process->sort_index = 0;

  return entry;
}

static int
compare_numbers (double a,
                 double b)
{
  return (a > b) - (a < b);
}

typedef struct
{
  const FulChromeThread *thread;
  const Process         *process;
} Place;

static int
compare_places (gconstpointer a,
                gconstpointer b)
{
  const Place *first = a, *second = b;
  int order = compare_numbers (first->process->sort_index, second->process->sort_index);

  if (order == 0)
    order = compare_numbers (first->process->created, second->process->created);
  if (order == 0)
    order = compare_numbers (first->thread->sort_index, second->thread->sort_index);

  return order ? order : compare_numbers (first->thread->created, second->thread->created);
}

/**
 * ful_chrome_threads_sort:
 *
 * Brings the threads that are shown into their order: by process, then by thread. That of the reference compares
 * threads of two processes by other rules than those of one, so it has no order of all.
 */
void
ful_chrome_threads_sort (FulChromeThreads *self)
{
  g_autoptr(GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));

  for (guint i = 0; i < self->threads->len; i++)
    {
      const FulChromeThread *thread = &g_array_index (self->threads, FulChromeThread, i);
      Place place = { thread, get_process (self, (gint32) i) };

      if (thread->builder)
        g_array_append_val (places, place);
    }
  g_array_sort (places, compare_places);
  for (guint i = 0; i < places->len; i++)
    self->builder->threads->pdata[i] = g_array_index (places, Place, i).thread->builder;
}
