/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The limit of memory of statements. The engine has one of its own, but does not end when it is reached: group_concat() or
 * json_group_array() take all rows that follow to answer that memory was used up at the first. So its allocations are counted here,
 * with what functions take, and one that is refused is known. One count for all of the program, as the engine has one allocator. */

#include "config.h"

#include "ful-sql-private.h"

static sqlite3_mem_methods engine;     /* what allocates */
static gsize               n_used;     /* atomic */
static gsize               n_limit;    /* atomic; 0: none */
static int                 is_refused; /* atomic: since it was last asked */

/* Returns: whether there is room for so many bytes more */
static gboolean
take (gsize bytes)
{
  gsize limit = (gsize) g_atomic_pointer_get (&n_limit);
  gsize before = (gsize) g_atomic_pointer_add (&n_used, (gssize) bytes);

  if (limit == 0 || (before < limit && bytes <= limit - before))
    return TRUE;
  g_atomic_pointer_add (&n_used, -(gssize) bytes);
  g_atomic_int_set (&is_refused, TRUE);

  return FALSE;
}

static void *
allocate (int n)
{
  void *memory;

  if (!take ((gsize) n))
    return NULL;
  memory = engine.xMalloc (n);
  g_atomic_pointer_add (&n_used, (memory ? engine.xSize (memory) : 0) - n);

  return memory;
}

static void
release (void *memory)
{
  g_atomic_pointer_add (&n_used, -(gssize) engine.xSize (memory));
  engine.xFree (memory);
}

static void *
resize (void *memory,
        int   n)
{
  int before = engine.xSize (memory);
  void *larger;

  if (n > before && !take ((gsize) (n - before)))
    return NULL;
  larger = engine.xRealloc (memory, n);
  if (larger)
    g_atomic_pointer_add (&n_used, engine.xSize (larger) - MAX (n, before));
  else if (n > before)
    g_atomic_pointer_add (&n_used, before - n);

  return larger;
}

/* Before the engine is used at all. Returns: whether its allocations are counted: not if another library has used it before */
static gboolean
count (void)
{
  static gsize result;

  if (g_once_init_enter (&result))
    {
      gboolean is_counted = FALSE;

      if (sqlite3_config (SQLITE_CONFIG_GETMALLOC, &engine) == SQLITE_OK)
        {
          sqlite3_mem_methods counted = engine;

          counted.xMalloc = allocate;
          counted.xFree = release;
          counted.xRealloc = resize;
          is_counted = sqlite3_config (SQLITE_CONFIG_MALLOC, &counted) == SQLITE_OK;
        }
      g_once_init_leave (&result, is_counted ? 2 : 1);
    }

  return result == 2;
}

/* @bytes: that the engine and functions may have from now on, in all of the program; 0: no limit */
void
ful_sql_memory_set_limit (guint64 bytes)
{
  if (!count ())
    sqlite3_hard_heap_limit64 ((sqlite3_int64) MIN (bytes, G_MAXINT64));
  g_atomic_pointer_set (&n_limit, (gsize) MIN (bytes, G_MAXSIZE));
  g_atomic_int_set (&is_refused, FALSE);
}

/**
 * ful_sql_memory_add:
 * @bytes: that functions have allocated, or with less than 0 freed
 *
 * Returns: whether there was room; they are counted in any case
 */
gboolean
ful_sql_memory_add (gssize bytes)
{
  gsize limit = (gsize) g_atomic_pointer_get (&n_limit);
  gsize before = (gsize) g_atomic_pointer_add (&n_used, bytes);
  gboolean is_room = limit == 0 || bytes <= 0 || before + (gsize) bytes < limit;

  if (!is_room)
    g_atomic_int_set (&is_refused, TRUE);

  return is_room;
}

/* Returns: whether memory was refused since the limit was set */
gboolean
ful_sql_memory_is_over (void)
{
  return g_atomic_int_get (&is_refused);
}
