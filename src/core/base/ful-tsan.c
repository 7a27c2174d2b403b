/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Only in builds with ThreadSanitizer. GLib itself is not instrumented: its
 * mutexes are futexes, which the sanitizer does not see, so every hand-over
 * through them would look like a race. The linker sends our calls of these
 * functions here (--wrap), where the order they establish is told. */

#include "config.h"

#include <gio/gio.h>
#include <sanitizer/tsan_interface.h>

const char *__tsan_default_options (void);

/* Nor does the sanitizer know what GLib does with the memory it allocates. */
const char *
__tsan_default_options (void)
{
  return "ignore_noninstrumented_modules=1";
}

#define WRAP(type, name, parameters) \
  type __real_##name parameters; \
  type __wrap_##name parameters; \
  type __wrap_##name parameters

WRAP (void, g_mutex_lock, (GMutex *mutex))
{
  __real_g_mutex_lock (mutex);
  __tsan_acquire (mutex);
}

WRAP (gboolean, g_mutex_trylock, (GMutex *mutex))
{
  gboolean locked = __real_g_mutex_trylock (mutex);

  if (locked)
    __tsan_acquire (mutex);

  return locked;
}

WRAP (void, g_mutex_unlock, (GMutex *mutex))
{
  __tsan_release (mutex);
  __real_g_mutex_unlock (mutex);
}

WRAP (void, g_cond_wait, (GCond *cond, GMutex *mutex))
{
  __tsan_release (mutex);
  __real_g_cond_wait (cond, mutex);
  __tsan_acquire (mutex);
}

WRAP (gboolean, g_cond_wait_until, (GCond *cond, GMutex *mutex, gint64 end_time))
{
  gboolean signalled;

  __tsan_release (mutex);
  signalled = __real_g_cond_wait_until (cond, mutex, end_time);
  __tsan_acquire (mutex);

  return signalled;
}

WRAP (void, g_async_queue_push, (GAsyncQueue *queue, gpointer data))
{
  __tsan_release (queue);
  __real_g_async_queue_push (queue, data);
}

WRAP (gpointer, g_async_queue_pop, (GAsyncQueue *queue))
{
  gpointer data = __real_g_async_queue_pop (queue);

  __tsan_acquire (queue);

  return data;
}

WRAP (gpointer, g_async_queue_try_pop, (GAsyncQueue *queue))
{
  gpointer data = __real_g_async_queue_try_pop (queue);

  __tsan_acquire (queue);

  return data;
}

WRAP (gpointer, g_async_queue_timeout_pop, (GAsyncQueue *queue, guint64 timeout))
{
  gpointer data = __real_g_async_queue_timeout_pop (queue, timeout);

  __tsan_acquire (queue);

  return data;
}

/* Reference counts: whoever drops the last one has seen all that was done
 * under the others. */

static __thread GDestroyNotify pending_clear;

static void
clear_box (gpointer box)
{
  GDestroyNotify clear = pending_clear;

  __tsan_acquire (box);
  if (clear)
    clear (box);
}

WRAP (void, g_atomic_rc_box_release_full, (gpointer box, GDestroyNotify clear))
{
  GDestroyNotify outer = pending_clear;

  pending_clear = clear;
  __tsan_release (box);
  __real_g_atomic_rc_box_release_full (box, clear_box);
  pending_clear = outer;
}

WRAP (void, g_atomic_rc_box_release, (gpointer box))
{
  __wrap_g_atomic_rc_box_release_full (box, NULL);
}

WRAP (gboolean, g_atomic_ref_count_dec, (gatomicrefcount *count))
{
  gboolean last;

  __tsan_release (count);
  last = __real_g_atomic_ref_count_dec (count);
  if (last)
    __tsan_acquire (count);

  return last;
}

WRAP (gboolean, g_atomic_ref_count_compare, (gatomicrefcount *count, int value))
{
  gboolean equal = __real_g_atomic_ref_count_compare (count, value);

  if (equal)
    __tsan_acquire (count);

  return equal;
}

WRAP (void, g_object_unref, (gpointer object))
{
  __tsan_acquire (object);
  __tsan_release (object);
  __real_g_object_unref (object);
}

/* Tasks: what was there before one started is seen by its thread, what the
 * thread did by who takes the result. */

static GQuark
func_quark (void)
{
  return g_quark_from_static_string ("ful-tsan-task-func");
}

static void
run_task (GTask        *task,
          gpointer      source,
          gpointer      task_data,
          GCancellable *cancellable)
{
  GTaskThreadFunc func;

  __tsan_acquire (task);
  func = (GTaskThreadFunc) g_object_get_qdata (G_OBJECT (task), func_quark ());
  func (task, source, task_data, cancellable);
}

WRAP (void, g_task_run_in_thread, (GTask *task, GTaskThreadFunc func))
{
  g_object_set_qdata (G_OBJECT (task), func_quark (), (gpointer) func);
  __tsan_release (task);
  __real_g_task_run_in_thread (task, run_task);
}

WRAP (void, g_task_return_pointer, (GTask *task, gpointer result, GDestroyNotify destroy))
{
  __tsan_release (task);
  __real_g_task_return_pointer (task, result, destroy);
}

WRAP (void, g_task_return_error, (GTask *task, GError *error))
{
  __tsan_release (task);
  __real_g_task_return_error (task, error);
}

WRAP (gpointer, g_task_propagate_pointer, (GTask *task, GError **error))
{
  __tsan_acquire (task);

  return __real_g_task_propagate_pointer (task, error);
}
