/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Semantics: tracks.md 6, "Row selection". */

#include "config.h"

#include "ful-thread-picker.h"

void
ful_thread_picker_init (FulThreadPicker *self)
{
  self->anchor_threads = g_array_new (FALSE, FALSE, sizeof (guint));
  self->anchor = FUL_NONE;
}

void
ful_thread_picker_clear (FulThreadPicker *self)
{
  g_clear_pointer (&self->anchor_threads, g_array_unref);
}

static gint64
find (const GArray *threads,
      guint         thread)
{
  for (guint i = 0; i < threads->len; i++)
    if (g_array_index (threads, guint, i) == thread)
      return i;

  return -1;
}

/* Adds or removes a thread, but never removes the last one. */
static void
toggle (GArray *threads,
        guint   thread)
{
  gint64 at = find (threads, thread);

  if (at < 0)
    g_array_append_val (threads, thread);
  else if (threads->len > 1)
    g_array_remove_index (threads, (guint) at);
}

/* The threads between the last plain click and this one, and what that click
 * had selected. */
static void
extend (FulThreadPicker *self,
        GArray          *threads,
        const GArray    *on_screen,
        guint            thread)
{
  guint from = self->anchor == FUL_NONE ? g_array_index (threads, guint, 0) : (guint) self->anchor;
  gboolean inside = FALSE;

  g_array_set_size (threads, 0);
  g_array_append_vals (threads, self->anchor_threads->data, self->anchor_threads->len);

  for (guint i = 0; i < on_screen->len; i++)
    {
      guint at = g_array_index (on_screen, guint, i);
      gboolean is_end = at == from || at == thread;

      if ((inside || is_end) && find (threads, at) < 0)
        g_array_append_val (threads, at);
      if (is_end && from != thread)
        inside = !inside;
    }
}

/**
 * ful_thread_picker_click:
 * @selected: (array length=n_selected): the threads that are selected
 * @on_screen: (element-type guint): the threads that can be clicked, from top to bottom
 * @thread: the thread that is clicked
 * @modifiers: keys that are held
 *
 * Returns: (transfer full) (element-type guint): the threads to select
 */
GArray *
ful_thread_picker_click (FulThreadPicker *self,
                         const guint     *selected,
                         guint            n_selected,
                         const GArray    *on_screen,
                         guint            thread,
                         GdkModifierType  modifiers)
{
  GArray *threads = g_array_new (FALSE, FALSE, sizeof (guint));

  g_array_append_vals (threads, selected, n_selected);
  if (threads->len == 0)
    g_array_append_val (threads, thread);

  if (modifiers & GDK_SHIFT_MASK)
    {
      extend (self, threads, on_screen, thread);
      return threads;
    }

  if (modifiers & GDK_CONTROL_MASK)
    {
      toggle (threads, thread);
    }
  else
    {
      g_array_set_size (threads, 0);
      g_array_append_val (threads, thread);
    }

  self->anchor = (gint32) thread;
  g_array_set_size (self->anchor_threads, 0);
  g_array_append_vals (self->anchor_threads, threads->data, threads->len);

  return threads;
}
