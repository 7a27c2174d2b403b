/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The demangled names, each demangled once, up to MAX_BYTES in all; further names
 * are shown as they are stored. */

#include "config.h"

#include "ful-shown-names.h"

#include <string.h>

#define MAX_BYTES (64 << 20)

struct _FulShownNames
{
  GMutex      mutex;
  GHashTable *names;      /* stored name, by address → one of texts, or the stored name */
  GPtrArray  *texts;      /* of char: the demangled forms */
  gsize       n_bytes;
};

FulShownNames *
ful_shown_names_new (void)
{
  FulShownNames *self = g_new0 (FulShownNames, 1);

  g_mutex_init (&self->mutex);
  self->names = g_hash_table_new (NULL, NULL);
  self->texts = g_ptr_array_new_with_free_func (g_free);

  return self;
}

void
ful_shown_names_free (FulShownNames *self)
{
  g_hash_table_unref (self->names);
  g_ptr_array_unref (self->texts);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

/* For ful_shown_names_get(). */
const char *
ful_shown_names_demangle (FulShownNames *self,
                          const char    *name)
{
  const char *shown;

  g_mutex_lock (&self->mutex);
  shown = g_hash_table_lookup (self->names, name);
  if (shown == NULL)
    {
      char *text = self->n_bytes < MAX_BYTES ? ful_demangle (name) : NULL;

      if (text != NULL)
        {
          self->n_bytes += strlen (text);
          g_ptr_array_add (self->texts, text);
        }
      shown = text != NULL ? text : name;
      g_hash_table_insert (self->names, (gpointer) name, (gpointer) shown);
    }
  g_mutex_unlock (&self->mutex);

  return shown;
}
