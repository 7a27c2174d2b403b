/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the thread sanitizer has to know of GLib. GLib is not built with the
 * sanitizer, so whatever passes from thread to thread by its means (a mutex, a
 * queue, a task, the last reference) would look like a race. Each program of a
 * build with -Db_sanitize=thread has this file linked into it: functions of the
 * same names that call GLib's and tell the sanitizer what happened before what.
 *
 * Nothing is made quiet: an annotation says exactly what the function promises, on
 * the address it promises it for. Two threads that use none of these, or not for
 * the same object, still race.
 *
 * The programs need G_SLICE=always-malloc in their environment: GLib's own allocator
 * hands memory on without the sanitizer seeing that it was freed. */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <dlfcn.h>
#include <gio/gio.h>

void        __tsan_acquire              (void *address);
void        __tsan_release              (void *address);
const char *__tsan_default_suppressions (void);

/* What GLib does inside of itself, between the calls that are seen here. A report is
 * dropped if such a function is on one of its stacks; none of them calls back. */
const char *
__tsan_default_suppressions (void)
{
  /* Links of queues go from the thread that pushes to the one that pops; those of a context's sources are freed
   * under its lock by whichever thread takes the last one off. */
  return "race:^g_queue_pop_tail$\n"
         "race:^g_list_remove$\n";
}

/* The function of that name behind this one. */
static gpointer
find_real (gpointer   *slot,
           const char *name)
{
  gpointer real = __atomic_load_n (slot, __ATOMIC_RELAXED);

  if (real == NULL)
    {
      real = dlsym (RTLD_NEXT, name);
      g_assert (real);
      __atomic_store_n (slot, real, __ATOMIC_RELAXED);
    }

  return real;
}

#define REAL(function) ({ static gpointer slot; (__typeof__ (&function)) find_real (&slot, #function); })

/* Mutexes and conditions. */

void
g_mutex_lock (GMutex *mutex)
{
  REAL (g_mutex_lock) (mutex);
  __tsan_acquire (mutex);
}

gboolean
g_mutex_trylock (GMutex *mutex)
{
  gboolean locked = REAL (g_mutex_trylock) (mutex);

  if (locked)
    __tsan_acquire (mutex);

  return locked;
}

void
g_mutex_unlock (GMutex *mutex)
{
  __tsan_release (mutex);
  REAL (g_mutex_unlock) (mutex);
}

void
g_cond_wait (GCond  *cond,
             GMutex *mutex)
{
  __tsan_release (mutex);
  REAL (g_cond_wait) (cond, mutex);
  __tsan_acquire (mutex);
}

gboolean
g_cond_wait_until (GCond  *cond,
                   GMutex *mutex,
                   gint64  end_time)
{
  gboolean signalled;

  __tsan_release (mutex);
  signalled = REAL (g_cond_wait_until) (cond, mutex, end_time);
  __tsan_acquire (mutex);

  return signalled;
}

/* Queues: what was done before a push is seen after the pop. */

void
g_async_queue_push (GAsyncQueue *queue,
                    gpointer     data)
{
  __tsan_release (queue);
  REAL (g_async_queue_push) (queue, data);
}

gpointer
g_async_queue_pop (GAsyncQueue *queue)
{
  gpointer data = REAL (g_async_queue_pop) (queue);

  __tsan_acquire (queue);

  return data;
}

gpointer
g_async_queue_try_pop (GAsyncQueue *queue)
{
  gpointer data = REAL (g_async_queue_try_pop) (queue);

  if (data)
    __tsan_acquire (queue);

  return data;
}

gpointer
g_async_queue_timeout_pop (GAsyncQueue *queue,
                           guint64      timeout_us)
{
  gpointer data = REAL (g_async_queue_timeout_pop) (queue, timeout_us);

  if (data)
    __tsan_acquire (queue);

  return data;
}

/* Counts: whoever drops the last reference sees all that was done under the others. */

gboolean
(g_atomic_ref_count_dec) (gatomicrefcount *count)
{
  gboolean last;

  __tsan_release ((gpointer) count);
  last = REAL (g_atomic_ref_count_dec) (count);
  if (last)
    __tsan_acquire ((gpointer) count);

  return last;
}

gboolean
(g_atomic_ref_count_compare) (gatomicrefcount *count,
                              gint             value)
{
  gboolean equal = REAL (g_atomic_ref_count_compare) (count, value);

  if (equal)
    __tsan_acquire ((gpointer) count);

  return equal;
}

static __thread GDestroyNotify box_clear;

static void
clear_box (gpointer box)
{
  GDestroyNotify clear = box_clear;

  __tsan_acquire (box);
  if (clear)
    clear (box);
}

void
g_atomic_rc_box_release_full (gpointer       box,
                              GDestroyNotify clear)
{
  __tsan_release (box);
  box_clear = clear;
  REAL (g_atomic_rc_box_release_full) (box, clear_box);
}

void
g_atomic_rc_box_release (gpointer box)
{
  g_atomic_rc_box_release_full (box, NULL);
}

/* All but the last reference are dropped here, by an atomic operation that the
 * sanitizer sees: the thread that is left with the last one has seen the others go
 * before it calls GLib to finalize. Nothing here uses toggle references. */
void
g_object_unref (gpointer object)
{
  guint *count = object ? (guint *) (gpointer) &((GObject *) object)->ref_count : NULL;
  guint n = object ? __atomic_load_n (count, __ATOMIC_ACQUIRE) : 0;

  while (n > 1)
    if (__atomic_compare_exchange_n (count, &n, n - 1, TRUE, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      return;

  REAL (g_object_unref) (object);
}

/* Tasks: what was done before g_task_run_in_thread() is seen by the worker, and what
 * the worker did before g_task_return_…() is seen by the callback. */

typedef struct
{
  GAsyncReadyCallback callback;
  gpointer            data;
} TaskCallback;

static void
task_ready_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  TaskCallback callback = *(TaskCallback *) user_data;

  __tsan_acquire (result);
  g_free (user_data);
  callback.callback (source, result, callback.data);
}

GTask *
g_task_new (gpointer             source,
            GCancellable        *cancellable,
            GAsyncReadyCallback  callback,
            gpointer             data)
{
  TaskCallback *wrapped;

  if (callback == NULL)
    return REAL (g_task_new) (source, cancellable, NULL, data);

  wrapped = g_new (TaskCallback, 1);
  *wrapped = (TaskCallback) { callback, data };

  return REAL (g_task_new) (source, cancellable, task_ready_cb, wrapped);
}

static GQuark
worker_quark (void)
{
  return g_quark_from_static_string ("ful-tsan-worker");
}

static void
run_worker (GTask        *task,
            gpointer      source,
            gpointer      data,
            GCancellable *cancellable)
{
  GTaskThreadFunc worker;

  __tsan_acquire (task);
  worker = (GTaskThreadFunc) g_object_get_qdata (G_OBJECT (task), worker_quark ());
  worker (task, source, data, cancellable);
}

void
g_task_run_in_thread (GTask           *task,
                      GTaskThreadFunc  worker)
{
  g_object_set_qdata (G_OBJECT (task), worker_quark (), (gpointer) worker);
  __tsan_release (task);
  REAL (g_task_run_in_thread) (task, run_worker);
}

void
g_task_return_pointer (GTask          *task,
                       gpointer        result,
                       GDestroyNotify  destroy)
{
  __tsan_release (task);
  REAL (g_task_return_pointer) (task, result, destroy);
}

void
g_task_return_boolean (GTask    *task,
                       gboolean  result)
{
  __tsan_release (task);
  REAL (g_task_return_boolean) (task, result);
}

void
g_task_return_error (GTask  *task,
                     GError *error)
{
  __tsan_release (task);
  REAL (g_task_return_error) (task, error);
}
