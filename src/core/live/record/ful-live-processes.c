/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Processes that a person may want to record; ful-live-processes-linux.c finds them. */

#include "config.h"

#include "ful-live-processes.h"

#include <string.h>

void
ful_live_process_free (FulLiveProcess *self)
{
  g_free (self->name);
  g_free (self->command);
  g_free (self);
}

/**
 * ful_live_process_matches:
 * @search: text; "" matches all
 *
 * Returns: whether number, name or command line have the text in them, in any case
 */
gboolean
ful_live_process_matches (FulLiveProcess *self,
                          const char     *search)
{
  g_autofree char *number = g_strdup_printf ("%d", self->pid);
  g_autofree char *folded = g_utf8_casefold (search, -1);
  g_autofree char *name = g_utf8_casefold (self->name, -1);
  g_autofree char *command = g_utf8_casefold (self->command, -1);

  return strstr (number, folded) || strstr (name, folded) || strstr (command, folded);
}
