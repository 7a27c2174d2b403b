/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What one run of a comparison is read from: a file, or a view of a profile that is open. */

#include "config.h"

#include "ful-compared-part.h"

/**
 * ful_compared_part_new_file:
 * @file: a recording
 *
 * Returns: (transfer full): all of it
 */
FulComparedPart *
ful_compared_part_new_file (GFile *file)
{
  FulComparedPart *self = g_atomic_rc_box_new0 (FulComparedPart);
  g_autofree char *base = g_file_get_basename (file);

  self->name = g_filename_display_name (base ? base : "");
  self->file = g_object_ref (file);
  self->options = ful_view_options_new ();

  return self;
}

/**
 * ful_compared_part_new_profile:
 * @name: for the user
 * @profile: a profile
 * @options: which threads and range of it, and what counts
 *
 * Returns: (transfer full): that view of it
 */
FulComparedPart *
ful_compared_part_new_profile (const char     *name,
                               FulProfile     *profile,
                               FulViewOptions *options)
{
  FulComparedPart *self = g_atomic_rc_box_new0 (FulComparedPart);

  self->name = g_strdup (name);
  self->profile = g_object_ref (profile);
  self->options = ful_view_options_ref (options);

  return self;
}

FulComparedPart *
ful_compared_part_ref (FulComparedPart *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  FulComparedPart *self = data;

  g_free (self->name);
  g_clear_object (&self->file);
  g_clear_object (&self->profile);
  ful_view_options_unref (self->options);
}

void
ful_compared_part_unref (FulComparedPart *self)
{
  g_atomic_rc_box_release_full (self, clear);
}
