/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Handling of out-of-memory, and returning freed memory to the system. */

#include "config.h"

#include "ful-memory.h"

#include <string.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <unistd.h>

#define ALWAYS_AVAILABLE_BYTES (3 * 1024 * 1024)

#define GIVE_BACK_MS 1000

/* GLib ends the program when memory or a thread cannot be had, with a trap. One line is enough, of the first thread
 * that gets here, and a status of its own. There may be no memory for anything more. */
static void
fatal_cb (const char     *domain,
          GLogLevelFlags  level,
          const char     *message,
          gpointer        user_data)
{
  static const char text[] = ": Not enough memory\n";
  static gint ending;
  const char *name = g_get_prgname ();

  if (strstr (message, "failed to allocate") == NULL && strstr (message, "creating thread") == NULL)
    {
      g_log_default_handler (domain, level, message, user_data);
      return;
    }

  while (!g_atomic_int_compare_and_exchange (&ending, 0, 1))
    g_usleep (G_USEC_PER_SEC);

  name = name ? name : "fulgens";
  if (write (STDERR_FILENO, name, strlen (name)) >= 0 && write (STDERR_FILENO, text, sizeof text - 1) >= 0)
    _exit (FUL_MEMORY_EXIT_STATUS);
  _exit (FUL_MEMORY_EXIT_STATUS);
}

/**
 * ful_memory_is_available:
 * @n_bytes: a size from a file
 *
 * For data that can be refused before an allocation would end the program. Costs a map
 * and an unmap.
 *
 * Returns: whether it can be allocated now
 */
gboolean
ful_memory_is_available (gsize n_bytes)
{
  gpointer data;

  if (n_bytes < ALWAYS_AVAILABLE_BYTES)
    return TRUE;
  data = g_try_malloc (n_bytes);
  g_free (data);

  return data != NULL;
}

/**
 * ful_memory_init:
 *
 * To be called once, at the start of a program that reads profiles.
 */
void
ful_memory_init (void)
{
  g_log_set_handler ("GLib", G_LOG_LEVEL_ERROR | G_LOG_FLAG_FATAL | G_LOG_FLAG_RECURSION, fatal_cb, NULL);
}

/**
 * ful_memory_next_size:
 * @allocated: bytes of a growing array
 * @wanted: bytes that it needs
 * @least: least bytes of it
 *
 * Returns: bytes to allocate next
 */
gsize
ful_memory_next_size (gsize allocated,
                      gsize wanted,
                      gsize least)
{
  return MAX (MAX (wanted, 2 * allocated), least);
}

/**
 * ful_memory_give_back:
 *
 * Returns freed memory to the system. Not on the main thread: it takes some ms for each 100 MB.
 */
void
ful_memory_give_back (void)
{
#ifdef __GLIBC__
  malloc_trim (0);
#endif
}

static gpointer
give_back_worker (gpointer user_data)
{
  ful_memory_give_back ();

  return NULL;
}

static gboolean
give_back_cb (gpointer user_data)
{
  guint *id = user_data;

  *id = 0;
  g_thread_unref (g_thread_new ("give-back", give_back_worker, NULL));

  return G_SOURCE_REMOVE;
}

/**
 * ful_memory_give_back_soon:
 *
 * The same in a thread, some time after the last of several calls: jobs of what was freed have ended by then. Main thread.
 */
void
ful_memory_give_back_soon (void)
{
  static guint id;

  g_clear_handle_id (&id, g_source_remove);
  id = g_timeout_add (GIVE_BACK_MS, give_back_cb, &id);
}
