/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Processes by what records say of them. */

#include "ful-test-perf.h"

#include "perf/ful-perf-processes.h"
#include "perf/ful-perf-records.h"

#include <stdio.h>
#include <string.h>

typedef struct
{
  FulPerfProcesses processes;
  GPtrArray       *paths;       /* by row of libs */
  GString         *freed;       /* data of threads, in the order in which it was freed */
  guint            n_skipped;
} Fixture;

static Fixture *current;

static FulLibIndex
get_lib_cb (const char   *path,
            const guint8 *build_id,
            gsize         n,
            gpointer      user_data)
{
  Fixture *self = user_data;
  guint row;

  g_assert_true (n == 0 || build_id[0] == 0xab);
  if (*path != '/' && *path != '[')
    return FUL_NONE;
  if (!g_ptr_array_find_with_equal_func (self->paths, path, g_str_equal, &row))
    {
      row = self->paths->len;
      g_ptr_array_add (self->paths, g_strdup (path));
    }

  return (FulLibIndex) row;
}

static void
skip_map_cb (gint32   pid G_GNUC_UNUSED,
             gpointer user_data)
{
  ((Fixture *) user_data)->n_skipped++;
}

static void
free_data_cb (gpointer data)
{
  g_string_append_printf (current->freed, "%s ", (char *) data);
  g_free (data);
}

static const FulPerfProcessFuncs funcs = { get_lib_cb, skip_map_cb, free_data_cb };

static void
set_up (Fixture *self)
{
  *self = (Fixture) { .paths = g_ptr_array_new_with_free_func (g_free), .freed = g_string_new (NULL) };
  ful_perf_processes_init (&self->processes, &funcs, self);
  current = self;
}

static void
tear_down (Fixture *self)
{
  ful_perf_processes_clear (&self->processes);
  g_ptr_array_unref (self->paths);
  g_string_free (self->freed, TRUE);
}

static void
put_text (FulTestPerf *record,
          const char  *text)
{
  char padded[48] = { 0 };

  g_strlcpy (padded, text, sizeof padded);
  ful_test_perf_put (record, padded, sizeof padded);
}

/* A line of a script as a record:
 *   fork PID PARENT TID PARENT_TID TIME; was …: likewise, made up for a process that ran before
 *   exit PID TID TIME
 *   comm PID TID NAME, exec PID TID NAME
 *   map PID START END PATH, id …: likewise, with a build id; numbers in hexadecimal */
static void
put_record (FulTestPerf *record,
            const char  *line)
{
  char word[16], text[48] = "";
  gint32 pid, a, b, c;
  guint64 start, end;
  guint time;

  g_assert_cmpint (sscanf (line, "%15s %d", word, &pid), ==, 2);
  if (g_str_equal (word, "fork") || g_str_equal (word, "was"))
    {
      g_assert_cmpint (sscanf (line, "%*s %*d %d %d %d %u", &a, &b, &c, &time), ==, 4);
      ful_test_perf_begin (record, FUL_PERF_RECORD_FORK, *word == 'w' ? FUL_PERF_MISC_EXEC : 0);
      for (guint i = 0; i < 4; i++)
        ful_test_perf_put_u32 (record, (guint32) (const gint32[]) { pid, a, b, c }[i]);
      ful_test_perf_put_u64 (record, time);
    }
  else if (g_str_equal (word, "exit"))
    {
      g_assert_cmpint (sscanf (line, "%*s %*d %d %u", &a, &time), ==, 2);
      ful_test_perf_begin (record, FUL_PERF_RECORD_EXIT, 0);
      for (guint i = 0; i < 4; i++)
        ful_test_perf_put_u32 (record, (guint32) (i == 2 ? a : pid));
      ful_test_perf_put_u64 (record, time);
    }
  else if (g_str_equal (word, "comm") || g_str_equal (word, "exec"))
    {
      g_assert_cmpint (sscanf (line, "%*s %*d %d %47s", &a, text), ==, 2);
      ful_test_perf_begin (record, FUL_PERF_RECORD_COMM, *word == 'e' ? FUL_PERF_MISC_EXEC : 0);
      ful_test_perf_put_u32 (record, (guint32) pid);
      ful_test_perf_put_u32 (record, (guint32) a);
      put_text (record, text);
    }
  else
    {
      gboolean has_id = g_str_equal (word, "id");

      g_assert_cmpint (sscanf (line, "%*s %*d %" G_GINT64_MODIFIER "x %" G_GINT64_MODIFIER "x %47s", &start, &end, text), ==, 3);
      ful_test_perf_begin (record, has_id ? FUL_PERF_RECORD_MMAP2 : FUL_PERF_RECORD_MMAP,
                           has_id ? FUL_PERF_MISC_BUILD_ID | FUL_PERF_MODE_USER : FUL_PERF_MODE_USER);
      ful_test_perf_put_u32 (record, (guint32) pid);
      ful_test_perf_put_u32 (record, (guint32) pid);
      ful_test_perf_put_u64 (record, start);
      ful_test_perf_put_u64 (record, end - start);
      ful_test_perf_put_u64 (record, 0x40);
      if (has_id)
        {
          guint8 id[24] = { 20, 0, 0, 0, 0xab };

          ful_test_perf_put (record, id, sizeof id);
          ful_test_perf_put_u64 (record, 0);
        }
      put_text (record, text);
    }
  ful_test_perf_end (record);
}

static FulPerfThread *
handle (Fixture      *self,
        const guint8 *bytes,
        gsize         n,
        gboolean     *out_whole)
{
  FulCursor body = { bytes, n };
  guint32 type = ful_cursor_u32 (&body);
  guint16 misc = ful_cursor_u16 (&body);
  FulPerfThread *thread;

  ful_cursor_u16 (&body);
  *out_whole = ful_perf_processes_handle (&self->processes, type, misc, body, &thread);

  return thread;
}

/* The data of each thread is the line that it was first named in. */
static void
run (Fixture    *self,
     const char *script)
{
  g_auto(GStrv) lines = g_strsplit (script, "\n", -1);

  for (guint i = 0; lines[i]; i++)
    {
      FulTestPerf record = { g_byte_array_new (), FALSE };
      FulPerfThread *thread;
      gboolean whole;

      if (*lines[i] == '\0')
        continue;
      put_record (&record, lines[i]);
      thread = handle (self, record.bytes->data, record.bytes->len, &whole);
      g_assert_true (whole);
      g_assert_true ((thread == NULL) == (*lines[i] == 'm' || *lines[i] == 'i'));
      if (thread && thread->data == NULL)
        thread->data = g_strdup_printf ("%d.%u/%d", thread->process->pid, thread->process->use, thread->tid);
      g_byte_array_unref (record.bytes);
    }
}

/* "PID.USE/TID NAME START-END: path of what is at 0x1000" */
static void
assert_thread (Fixture    *self,
               gint32      pid,
               gint32      tid,
               const char *expected)
{
  const FulPerfThread *thread = ful_perf_processes_find_thread (&self->processes, pid, tid);
  const FulPerfMap *map = thread ? ful_perf_maps_find (thread->process->maps, 0x1000) : NULL;
  g_autofree char *text = NULL;

  if (thread)
    text = g_strdup_printf ("%d.%u/%d %s %u-%u: %s", thread->process->pid, thread->process->use, thread->tid,
                            thread->name ? thread->name : "?", (guint) thread->start, (guint) thread->end,
                            map ? (const char *) self->paths->pdata[map->lib] : "nothing");
  g_assert_cmpstr (text, ==, expected);
}

static void
test_fork (void)
{
  Fixture self;

  set_up (&self);
  run (&self, "was 10 1 10 1 7\n"
              "comm 10 10 shell\n"
              "map 10 1000 2000 /bin/sh\n"
              "fork 11 10 11 10 50\n"
              "map 11 1000 1100 /lib/a\n"
              "fork 12 11 12 11 60\n"
              "exec 12 12 cat\n"
              "id 12 1000 2000 /bin/cat\n"
              "fork 12 12 13 12 70\n"
              "comm 12 13 worker\n");
  assert_thread (&self, 10, 10, "10.0/10 shell 0-0: /bin/sh");
  assert_thread (&self, 11, 11, "11.0/11 shell 50-0: /lib/a");
  assert_thread (&self, 12, 12, "12.0/12 cat 60-0: /bin/cat");
  assert_thread (&self, 12, 13, "12.0/13 worker 70-0: /bin/cat");
  assert_thread (&self, 10, 13, NULL);
  tear_down (&self);
}

static void
test_exit (void)
{
  Fixture self;

  set_up (&self);
  run (&self, "fork 10 1 10 1 5\n"
              "fork 10 10 11 10 6\n"
              "exit 10 10 8\n");
  assert_thread (&self, 10, 10, "10.0/10 ? 5-8: nothing");
  g_assert_cmpuint (ful_perf_processes_get_process (&self.processes, 10)->end, ==, 0);
  run (&self, "exit 10 11 9\n"
              "exit 10 11 9\n");
  g_assert_cmpuint (ful_perf_processes_get_process (&self.processes, 10)->end, ==, 9);

  /* A thread that nothing was known of. */
  ful_perf_processes_get_thread (&self.processes, 10, 12);
  g_assert_cmpuint (ful_perf_processes_get_process (&self.processes, 10)->end, ==, 0);
  run (&self, "exit 10 12 20\n");
  g_assert_cmpuint (ful_perf_processes_get_process (&self.processes, 10)->end, ==, 20);
  tear_down (&self);
}

/* Numbers are given to new processes and threads when the old ones have ended, or their end was lost. */
static void
test_reuse (void)
{
  Fixture self;

  set_up (&self);
  run (&self, "comm 1 1 init\n"
              "fork 10 1 10 1 5\n"
              "fork 10 1 10 1 5\n"             /* twice */
              "fork 10 10 11 10 6\n"
              "exec 10 10 first\n"
              "map 10 1000 2000 /bin/first\n"
              "exit 10 11 8\n"
              "exit 10 10 9\n");
  assert_thread (&self, 10, 10, "10.0/10 first 5-9: /bin/first");   /* what is late finds it */
  run (&self, "fork 10 1 10 1 20\n");
  assert_thread (&self, 10, 10, "10.1/10 init 20-0: nothing");
  assert_thread (&self, 10, 11, NULL);
  run (&self, "fork 10 1 10 1 30\n");
  assert_thread (&self, 10, 10, "10.2/10 init 30-0: nothing");

  /* A thread's number, in one process. */
  run (&self, "fork 10 10 12 10 31\n"
              "comm 10 12 old\n"
              "exit 10 12 32\n"
              "fork 10 10 12 10 33\n");
  assert_thread (&self, 10, 12, "10.2/12 init 33-0: nothing");
  run (&self, "exit 10 12 34\n"
              "exit 10 10 35\n");
  g_assert_cmpuint (ful_perf_processes_get_process (&self.processes, 10)->end, ==, 35);
  g_assert_nonnull (strstr (self.freed->str, "10.0/10 "));
  g_assert_nonnull (strstr (self.freed->str, "10.1/10 "));
  g_assert_true (g_str_has_suffix (self.freed->str, "10.2/12 "));
  tear_down (&self);
}

/* Records that come before the fork are of the child. */
static void
test_late_fork (void)
{
  Fixture self;

  set_up (&self);
  run (&self, "comm 1 1 init\n"
              "map 1 1000 2000 /sbin/init\n");
  ful_perf_processes_get_thread (&self.processes, 10, 10);
  run (&self, "fork 10 1 10 1 5\n");
  assert_thread (&self, 10, 10, "10.0/10 init 5-0: /sbin/init");
  tear_down (&self);
}

static void
test_forget (void)
{
  Fixture self;

  set_up (&self);
  run (&self, "fork 10 1 10 1 5\n"
              "fork 11 1 11 1 5\n"
              "fork 11 11 12 11 5\n"
              "exit 10 10 8\n"
              "exit 11 12 8\n");
  ful_perf_processes_forget_ended (&self.processes, 8);
  g_assert_cmpstr (self.freed->str, ==, "");
  ful_perf_processes_forget_ended (&self.processes, 9);
  assert_thread (&self, 10, 10, NULL);
  assert_thread (&self, 11, 11, "11.0/11 ? 5-0: nothing");
  assert_thread (&self, 11, 12, NULL);
  run (&self, "fork 10 1 10 1 20\n"
              "exit 11 11 30\n");
  assert_thread (&self, 10, 10, "10.1/10 ? 20-0: nothing");
  ful_perf_processes_forget_ended (&self.processes, 40);
  assert_thread (&self, 11, 11, NULL);
  tear_down (&self);
}

static void
test_kernel (void)
{
  Fixture self;

  set_up (&self);
  run (&self, "map -1 ffffffff81000000 ffffffff82000000 [kernel.kallsyms]_text\n"
              "map -1 ffffffffa0000000 ffffffffa1000000 [module]\n");
  g_assert_cmpuint (ful_perf_maps_find (self.processes.kernel, 0xffffffff81000010)->offset, ==, 0);
  g_assert_cmpuint (ful_perf_maps_find (self.processes.kernel, 0xffffffffa0000010)->offset, ==, 0x40);
  tear_down (&self);
}

static void
test_limits (void)
{
  Fixture self;
  FulPerfMap map = { 0x1000, 0x1001, 0, FUL_NONE };

  set_up (&self);
  for (guint i = 0; i < FUL_PERF_MAX_MAPS + 3; i++, map.start += 2, map.end += 2)
    ful_perf_processes_add_map (&self.processes, 10, &map);
  g_assert_cmpuint (self.n_skipped, ==, 3);

  /* Children are complete until too much was copied. */
  for (gint32 pid = 11; pid < 11 + 20; pid++)
    {
      ful_perf_processes_fork (&self.processes, pid, pid, 10, 10, (guint64) pid);
      g_assert_cmpint (self.processes.is_incomplete, ==, pid >= 11 + 17);
      ful_perf_processes_add_map (&self.processes, pid, &(FulPerfMap) { 0x1000, 0x1001, 0, FUL_NONE });
    }
  g_assert_true (self.processes.is_incomplete);
  tear_down (&self);
}

/* Each record that ends before its fields changes nothing. */
static void
test_cut (void)
{
  static const struct { const char *line; gsize n; } cases[] = {
    { "fork 10 1 10 1 5", 8 + 16 }, { "exit 10 10 5", 8 + 24 }, { "comm 10 10 name", 8 + 8 },
    { "map 10 1000 2000 /lib", 8 + 32 }, { "id 10 1000 2000 /lib", 8 + 64 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FulTestPerf record = { g_byte_array_new (), FALSE };
      Fixture self;
      gboolean whole;

      put_record (&record, cases[i].line);
      set_up (&self);
      for (gsize n = 8; n < cases[i].n; n++)
        {
          g_autofree guint8 *copy = g_memdup2 (record.bytes->data, n);

          g_assert_null (handle (&self, copy, n, &whole));
          g_assert_false (whole);
        }
      g_assert_cmpuint (g_hash_table_size (self.processes.threads) + g_hash_table_size (self.processes.processes), ==, 0);
      handle (&self, record.bytes->data, cases[i].n, &whole);
      g_assert_true (whole);
      tear_down (&self);
      g_byte_array_unref (record.bytes);
    }
}

/* Any records of a few numbers: threads of one process agree on it, and what has ended runs no more. */
static void
test_random (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (7);
  Fixture self;

  set_up (&self);
  for (guint i = 1; i < 20000; i++)
    {
      gint32 pid = g_rand_int_range (rand, 1, 6), tid = g_rand_int_range (rand, 1, 6), parent = g_rand_int_range (rand, 1, 6);
      g_autofree char *line = NULL;
      GHashTableIter iter;
      gpointer value;
      guint n_running = 0;

      switch (g_rand_int_range (rand, 0, 6))
        {
        case 0: line = g_strdup_printf ("fork %d %d %d %d %u", pid, parent, tid, parent, i); break;
        case 1: line = g_strdup_printf ("exit %d %d %u", pid, tid, i); break;
        case 2: line = g_strdup_printf ("exec %d %d name%u", pid, tid, i); break;
        case 3: line = g_strdup_printf ("was %d %d %d %d %u", pid, parent, tid, parent, i); break;
        case 4: ful_perf_processes_forget_ended (&self.processes, i - 100 * (i > 100)); continue;
        default: line = g_strdup_printf ("map %d %x %x /lib%u", pid, tid * 0x1000, tid * 0x1000 + 0x800, i % 7); break;
        }
      run (&self, line);
      g_hash_table_iter_init (&iter, self.processes.threads);
      while (g_hash_table_iter_next (&iter, NULL, &value))
        {
          const FulPerfThread *thread = value;

          g_assert_true (thread->process == ful_perf_processes_get_process (&self.processes, thread->process->pid));
          n_running += thread->process->pid == pid && thread->end == 0;
        }
      g_assert_cmpuint (n_running, ==, ful_perf_processes_get_process (&self.processes, pid)->n_running);
    }
  tear_down (&self);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perf-processes/fork", test_fork);
  g_test_add_func ("/perf-processes/exit", test_exit);
  g_test_add_func ("/perf-processes/reuse", test_reuse);
  g_test_add_func ("/perf-processes/late-fork", test_late_fork);
  g_test_add_func ("/perf-processes/forget", test_forget);
  g_test_add_func ("/perf-processes/kernel", test_kernel);
  g_test_add_func ("/perf-processes/limits", test_limits);
  g_test_add_func ("/perf-processes/cut", test_cut);
  g_test_add_func ("/perf-processes/random", test_random);

  return g_test_run ();
}
