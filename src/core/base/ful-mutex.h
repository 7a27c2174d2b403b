/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* GLib's mutexes are its own, so the thread sanitizer does not see that they
 * order what happens. These two tell it; without it they are g_mutex_lock() and
 * g_mutex_unlock(). */

#ifdef __SANITIZE_THREAD__
void __tsan_acquire (void *address);
void __tsan_release (void *address);
#endif

static inline void
ful_mutex_lock (GMutex *mutex)
{
  g_mutex_lock (mutex);
#ifdef __SANITIZE_THREAD__
  __tsan_acquire (mutex);
#endif
}

static inline void
ful_mutex_unlock (GMutex *mutex)
{
#ifdef __SANITIZE_THREAD__
  __tsan_release (mutex);
#endif
  g_mutex_unlock (mutex);
}

G_END_DECLS
