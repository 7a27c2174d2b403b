/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One pass over stacks finds for each the function that its weight is charged to (insight.md 4). */

#include "config.h"

#include "ful-insight-stack-keys.h"

#include "base/ful-table.h"
#include "stacks/ful-func-kind.h"
#include "stacks/ful-own-code.h"

/* Whether there is anything but the names of functions to say whose code they are. */
static gboolean
find_own (const FulInsightStackKeys *self)
{
  FulProfile *profile = self->profile;
  const FulFuncTable *funcs = profile->funcs;
  gboolean any_own = FALSE, any_other = FALSE, any_library = FALSE;

  for (guint i = 0; i < funcs->table.n_rows; i++)
    {
      if (ful_profile_is_resource_func (profile, (FulFuncIndex) i))
        continue;
      if (funcs->is_js[i] || funcs->source[i] != FUL_NONE)
        return TRUE;
      any_own |= self->kinds[i] == FUL_FUNC_KIND_OWN;
      any_other |= self->kinds[i] != FUL_FUNC_KIND_OWN && self->kinds[i] != FUL_FUNC_KIND_META;
    }
  for (guint i = 0; i < profile->resources->table.n_rows; i++)
    any_library |= profile->resources->type[i] == FUL_RESOURCE_TYPE_LIBRARY;

  return any_own && any_other && any_library;
}

/* Returns: (transfer full): of each function itself, or the key of the unnamed ones of its library; those without are one */
static FulInsightKey *
find_keys (const FulInsightStackKeys *self)
{
  FulProfile *profile = self->profile;
  FulInsightKey n = (FulInsightKey) profile->funcs->table.n_rows;
  FulInsightKey *keys = g_new (FulInsightKey, MAX (n, 1));

  for (FulFuncIndex i = 0; i < n; i++)
    {
      FulResourceIndex resource = profile->funcs->resource[i];
      gboolean has_name = resource != FUL_NONE && *ful_profile_get_string (profile, profile->resources->name[resource]) != '\0';

      keys[i] = self->kinds[i] != FUL_FUNC_KIND_UNNAMED ? i : n + 1 + (has_name ? resource : FUL_NONE);
    }

  return keys;
}

/* Callers come first in the table, so that each stack has what its caller has unless its own function is one. */
static gboolean
charge_stacks (FulInsightStackKeys  *self,
               GCancellable         *cancellable,
               GError              **error)
{
  const FulFuncTable *funcs = self->profile->funcs;
  g_autofree FulInsightKey *keys = find_keys (self);

  for (guint i = 0; i < self->stacks->table.n_rows; i++)
    {
      FulStackIndex prefix = self->stacks->prefix[i];
      FulFuncIndex func = self->frames->func[self->stacks->frame[i]];
      gboolean is_own = self->kinds[func] == FUL_FUNC_KIND_OWN;
      gboolean is_script = funcs->is_js[func] || funcs->relevant_for_js[func];

      self->key[i] = keys[func];
      self->own[i] = is_own ? func : prefix != FUL_NONE ? self->own[prefix] : FUL_NONE;
      self->script[i] = is_script ? keys[func] : prefix != FUL_NONE ? self->script[prefix] : FUL_NONE;
      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
    }

  return TRUE;
}

static void
clear (gpointer data)
{
  FulInsightStackKeys *self = data;

  g_free (self->key);
  g_free (self->own);
  g_free (self->script);
  g_clear_object (&self->profile);
}

void
ful_insight_stack_keys_unref (FulInsightStackKeys *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

static FulInsightStackKeys *
make (FulProfile    *profile,
      GCancellable  *cancellable,
      GError       **error)
{
  g_autoptr(FulInsightStackKeys) self = g_atomic_rc_box_new0 (FulInsightStackKeys);
  guint n;

  self->profile = g_object_ref (profile);
  self->stacks = profile->shown_stacks ? profile->shown_stacks : profile->stacks;
  self->frames = ful_profile_get_shown_frames (profile);
  self->kinds = ful_func_kinds_get (profile);
  self->n_keys = profile->funcs->table.n_rows + profile->resources->table.n_rows + 1;
  n = MAX (self->stacks->table.n_rows, 1);
  self->key = g_new (FulInsightKey, n);
  self->own = g_new (FulInsightKey, n);
  self->script = g_new (FulInsightKey, n);
  self->has_own = find_own (self);
  if (!charge_stacks (self, cancellable, error))
    return NULL;

  return g_steal_pointer (&self);
}

/**
 * ful_insight_stack_keys_derive:
 * @profile: a profile
 * @cache: (nullable): of @profile
 *
 * O(stacks + functions) the first time.
 *
 * Returns: (transfer full) (nullable): %NULL if it was cancelled
 */
FulInsightStackKeys *
ful_insight_stack_keys_derive (FulProfile      *profile,
                               FulDeriveCache  *cache,
                               GCancellable    *cancellable,
                               GError         **error)
{
  g_autofree char *rows = g_strdup_printf ("%" G_GUINT64_FORMAT ", own %" G_GUINT64_FORMAT, profile->stack_serial,
                                           ful_own_code_get_serial (profile));
  g_auto(FulDeriveSlot) slot = { NULL };
  FulInsightStackKeys *self;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;

  /* One place for all snapshots: nobody asks for those of earlier ones again. */
  self = ful_derive_cache_lookup_growing (cache, FUL_STAGE_INSIGHT_KEYS, "", rows, NULL, cancellable, &slot);
  if (self)
    return self;

  self = make (profile, cancellable, error);
  if (self)
    ful_derive_slot_fill (&slot, self, (gsize) self->stacks->table.n_rows * 3 * sizeof *self->key,
                          (GDestroyNotify) ful_insight_stack_keys_unref);

  return self;
}
