/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What one run of a comparison is read from: a file, or a view of a profile that is open. A file can be kept open, with the
 * names that this machine has. */

#include "config.h"

#include "ful-compared-part.h"

#include "base/ful-error.h"
#include "compare/ful-side-files.h"
#include "import/ful-loader.h"
#include "symbols/ful-symbol-source.h"
#include "symbols/ful-symbolicate.h"
#include "symbols/ful-symbolicator.h"

#include <glib/gi18n-lib.h>

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

  g_mutex_init (&self->lock);
  self->name = g_filename_display_name (base ? base : "");
  self->file = g_object_ref (file);
  self->options = ful_view_options_new ();

  return self;
}

/**
 * ful_compared_part_new_view:
 * @file: (nullable): what @profile is of
 * @name: for the user
 * @profile: (nullable): the profile, if it is open; %NULL only with @file
 * @options: which threads and range of it, and what counts
 *
 * Returns: (transfer full): that view of it
 */
FulComparedPart *
ful_compared_part_new_view (GFile          *file,
                            const char     *name,
                            FulProfile     *profile,
                            FulViewOptions *options)
{
  FulComparedPart *self = g_atomic_rc_box_new0 (FulComparedPart);

  g_mutex_init (&self->lock);
  self->name = g_strdup (name);
  g_set_object (&self->file, file);
  g_set_object (&self->profile, profile);
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
  g_clear_object (&self->kept);
  g_clear_pointer (&self->kept_cache, ful_derive_cache_unref);
  g_mutex_clear (&self->lock);
}

void
ful_compared_part_unref (FulComparedPart *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/**
 * ful_compared_part_list:
 * @parts: (element-type FulComparedPart): gets @self, or each file in the folder that it is
 * @error: as of ful_side_files_add()
 *
 * Blocks while a folder is read.
 */
gboolean
ful_compared_part_list (FulComparedPart  *self,
                        GPtrArray        *parts,
                        GError          **error)
{
  const char *path = self->file ? g_file_peek_path (self->file) : NULL;
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  if (path == NULL || !g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      g_ptr_array_add (parts, ful_compared_part_ref (self));
      return TRUE;
    }
  if (!ful_side_files_add (names, path, error))
    return FALSE;

  for (guint i = 0; i < names->len; i++)
    {
      g_autoptr(GFile) file = g_file_new_for_path (names->pdata[i]);

      g_ptr_array_add (parts, ful_compared_part_new_file (file));
    }

  return TRUE;
}

/* Returns: (transfer full) (nullable): a recording with the names that this machine has, as the window shows it */
static FulProfile *
load (FulComparedPart  *self,
      GCancellable     *cancellable,
      GError          **error)
{
  g_autoptr(FulProfile) recorded = ful_loader_load_file (self->file, 0, NULL, cancellable, error);
  g_autoptr(FulSymbolSearch) search = NULL;

  if (recorded == NULL || !ful_symbolicator_is_wanted (recorded))
    return g_steal_pointer (&recorded);

  g_mutex_lock (&self->lock);
  self->is_named = TRUE;
  g_mutex_unlock (&self->lock);
  search = ful_symbol_search_new (recorded, g_file_peek_path (self->file), NULL, FALSE);

  return ful_symbolicate_all (recorded, search, NULL, NULL, cancellable, error);
}

/* Another file may have the name of the one that they were chosen in. */
static gboolean
check_threads (FulComparedPart  *self,
               FulProfile       *profile,
               GError          **error)
{
  for (guint i = 0; i < self->options->n_threads; i++)
    if (self->options->threads[i] >= profile->threads->len)
      {
        g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("There is no thread %u"), self->options->threads[i]);
        return FALSE;
      }

  return TRUE;
}

/**
 * ful_compared_part_open:
 * @out_cache: (out) (transfer full): results derived from the profile
 * @cancellable: (nullable)
 * @error: why it cannot be read
 *
 * Blocks while the file is read, if it is not kept.
 *
 * Returns: (transfer full): the recording
 */
FulProfile *
ful_compared_part_open (FulComparedPart  *self,
                        FulDeriveCache  **out_cache,
                        GCancellable     *cancellable,
                        GError          **error)
{
  g_autoptr(FulProfile) profile = NULL;

  g_mutex_lock (&self->lock);
  if (self->kept)
    {
      profile = g_object_ref (self->kept);
      *out_cache = ful_derive_cache_ref (self->kept_cache);
    }
  g_mutex_unlock (&self->lock);
  if (profile)
    return g_steal_pointer (&profile);

  profile = self->profile ? g_object_ref (self->profile) : load (self, cancellable, error);
  if (profile && !check_threads (self, profile, error))
    return NULL;
  if (profile)
    *out_cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);

  return g_steal_pointer (&profile);
}

/**
 * ful_compared_part_keep:
 * @profile: of ful_compared_part_open()
 * @cache: likewise
 *
 * Keeps it for the next time, until ful_compared_part_forget().
 */
void
ful_compared_part_keep (FulComparedPart *self,
                        FulProfile      *profile,
                        FulDeriveCache  *cache)
{
  g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  if (self->kept == profile)
    return;

  g_clear_pointer (&self->kept_cache, ful_derive_cache_unref);
  g_set_object (&self->kept, profile);
  self->kept_cache = ful_derive_cache_ref (cache);
}

/**
 * ful_compared_part_is_named:
 *
 * Returns: whether names of native code were looked up on this machine when it was opened
 */
gboolean
ful_compared_part_is_named (FulComparedPart *self)
{
  g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return self->is_named;
}

/**
 * ful_compared_part_forget:
 *
 * The next time the file is read.
 */
void
ful_compared_part_forget (FulComparedPart *self)
{
  g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  g_clear_object (&self->kept);
  g_clear_pointer (&self->kept_cache, ful_derive_cache_unref);
}
