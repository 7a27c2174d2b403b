/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Patterns with which a user says whose code functions are (insight.md 1): of sources, of libraries, and of their paths.
 * A profile keeps those that it was first asked with; a copy of it gets those of the time. */

#include "config.h"

#include "ful-own-code.h"

#include "base/ful-hash.h"
#include "base/ful-serial.h"

typedef struct
{
  guint64    serial;
  GPtrArray *own;       /* GPatternSpec, as the others */
  GPtrArray *not_own;
} Patterns;

/* (nullable): of profiles that have none of their own; none at all before the user said something */
static Patterns *default_patterns;
static GMutex default_lock;

static void
patterns_clear (gpointer data)
{
  Patterns *self = data;

  g_ptr_array_unref (self->own);
  g_ptr_array_unref (self->not_own);
}

static void
patterns_unref (gpointer data)
{
  if (data)
    g_atomic_rc_box_release_full (data, patterns_clear);
}

/* @texts: (nullable) (array zero-terminated=1). Returns: (transfer full) */
static GPtrArray *
compile (const char * const *texts)
{
  GPtrArray *specs = g_ptr_array_new_with_free_func ((GDestroyNotify) g_pattern_spec_free);

  for (guint i = 0; texts && texts[i]; i++)
    g_ptr_array_add (specs, g_pattern_spec_new (texts[i]));

  return specs;
}

static Patterns *
patterns_new (const char * const *own,
              const char * const *not_own)
{
  Patterns *self = g_atomic_rc_box_new (Patterns);

  *self = (Patterns) { ful_serial_new (), compile (own), compile (not_own) };

  return self;
}

/* Where a profile has the patterns. */
static GQuark
get_key (void)
{
  return g_quark_from_static_string ("ful-own-code");
}

static gboolean
match (const GPtrArray *specs,
       const char      *text)
{
  for (guint i = 0; text && i < specs->len; i++)
    if (g_pattern_spec_match_string (g_ptr_array_index (specs, i), text))
      return TRUE;

  return FALSE;
}

/* What is not one's own is taken out of what is. @second: (nullable): another name of the same */
static FulOwnCode
find (const Patterns *self,
      const char     *first,
      const char     *second)
{
  if (match (self->not_own, first) || match (self->not_own, second))
    return FUL_OWN_CODE_NOT_OWN;

  return match (self->own, first) || match (self->own, second) ? FUL_OWN_CODE_OWN : FUL_OWN_CODE_UNSAID;
}

/**
 * ful_own_code_set:
 * @profile: a profile of which no kind of a function was asked yet
 * @own: (nullable) (array zero-terminated=1): patterns with * and ? of what is one's own
 * @not_own: (nullable) (array zero-terminated=1): those of what is not, which count more
 */
void
ful_own_code_set (FulProfile         *profile,
                  const char * const *own,
                  const char * const *not_own)
{
  Patterns *patterns;

  if ((own == NULL || own[0] == NULL) && (not_own == NULL || not_own[0] == NULL))
    return;

  patterns = patterns_new (own, not_own);
  g_object_set_qdata_full (G_OBJECT (profile), get_key (), patterns, patterns_unref);
}

/**
 * ful_own_code_set_default:
 * @patterns: (array zero-terminated=1): those of what is one's own; with '!' before them, of what is not
 *
 * For all profiles of this program of which no kind of a function was asked yet, and that got no patterns of their own.
 */
void
ful_own_code_set_default (const char * const *patterns)
{
  g_autoptr(GPtrArray) own = g_ptr_array_new (), not_own = g_ptr_array_new ();
  Patterns *before;

  for (guint i = 0; patterns[i]; i++)
    g_ptr_array_add (*patterns[i] == '!' ? not_own : own, (gpointer) (patterns[i] + (*patterns[i] == '!')));
  g_ptr_array_add (own, NULL);
  g_ptr_array_add (not_own, NULL);

  g_mutex_lock (&default_lock);
  before = default_patterns;
  default_patterns = patterns_new ((const char * const *) own->pdata, (const char * const *) not_own->pdata);
  g_mutex_unlock (&default_lock);
  patterns_unref (before);
}

/* Returns: (transfer none) (nullable): those of @profile from now on */
static Patterns *
get_patterns (FulProfile *profile)
{
  Patterns *patterns = g_object_get_qdata (G_OBJECT (profile), get_key ());

  if (patterns)
    return patterns;

  g_mutex_lock (&default_lock);
  patterns = default_patterns ? g_atomic_rc_box_acquire (default_patterns) : NULL;
  g_mutex_unlock (&default_lock);

  /* Of several threads that ask at once the first one wins. */
  if (patterns && !g_object_replace_qdata (G_OBJECT (profile), get_key (), NULL, patterns, patterns_unref, NULL))
    patterns_unref (patterns);

  return g_object_get_qdata (G_OBJECT (profile), get_key ());
}

/**
 * ful_own_code_get_serial:
 *
 * Returns: names what was said of the functions of @profile; 0 if nothing was
 */
guint64
ful_own_code_get_serial (FulProfile *profile)
{
  const Patterns *patterns = get_patterns (profile);

  return patterns ? patterns->serial : 0;
}

/**
 * ful_own_code_change:
 * @patterns: (array zero-terminated=1): as for ful_own_code_set_default()
 * @library: name of a library
 *
 * Returns: (transfer full) (array zero-terminated=1): @patterns, in which @library is one's own, or is not; what said the
 *   contrary of it alone is gone
 */
char **
ful_own_code_change (const char * const *patterns,
                     const char         *library,
                     gboolean            is_own)
{
  /* A name that begins as a pattern of what is not one's own. */
  g_autofree char *own = g_strconcat (*library == '!' ? "?" : "", library + (*library == '!'), NULL);
  g_autofree char *not_own = g_strconcat ("!", own, NULL);
  const char *said = is_own ? own : not_own, *contrary = is_own ? not_own : own;
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; patterns[i]; i++)
    if (!g_str_equal (patterns[i], contrary) && !g_str_equal (patterns[i], said))
      g_strv_builder_add (builder, patterns[i]);
  if (!g_strv_contains (patterns, contrary))
    g_strv_builder_add (builder, said);

  return g_strv_builder_end (builder);
}

/* Returns: (transfer full) (array): for each resource a #FulOwnCode */
static guint8 *
list_resources (const Patterns *self,
                FulProfile     *profile)
{
  guint n = profile->resources->table.n_rows;
  g_autoptr(GHashTable) paths = g_hash_table_new (ful_hash_text, g_str_equal);
  guint8 *said = g_new (guint8, MAX (n, 1));

  for (guint i = 0; i < profile->libs->len; i++)
    {
      const FulLib *lib = g_ptr_array_index (profile->libs, i);

      g_hash_table_insert (paths, lib->name, lib->path);
    }
  for (guint i = 0; i < n; i++)
    {
      const char *name = ful_profile_get_string (profile, profile->resources->name[i]);

      said[i] = (guint8) find (self, name, g_hash_table_lookup (paths, name));
    }

  return said;
}

static guint8 *
list_sources (const Patterns *self,
              FulProfile     *profile)
{
  guint n = profile->sources->table.n_rows;
  guint8 *said = g_new (guint8, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    {
      FulStringIndex name = profile->sources->filename[i];

      said[i] = (guint8) find (self, name == FUL_NONE ? NULL : ful_profile_get_string (profile, name), NULL);
    }

  return said;
}

/**
 * ful_own_code_list_funcs:
 *
 * O(functions + (resources + sources) × patterns).
 *
 * Returns: (transfer full) (nullable) (array): for each function a #FulOwnCode; %NULL if nothing was said. The source of a function
 *   says more than its library
 */
guint8 *
ful_own_code_list_funcs (FulProfile *profile)
{
  const Patterns *self = get_patterns (profile);
  guint n = profile->funcs->table.n_rows;
  g_autofree guint8 *of_resource = NULL;
  g_autofree guint8 *of_source = NULL;
  guint8 *said;

  if (self == NULL || self->own->len + self->not_own->len == 0)
    return NULL;

  of_resource = list_resources (self, profile);
  of_source = list_sources (self, profile);
  said = g_new (guint8, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    {
      FulSourceIndex source = profile->funcs->source[i];
      FulResourceIndex resource = profile->funcs->resource[i];

      said[i] = source == FUL_NONE ? FUL_OWN_CODE_UNSAID : of_source[source];
      if (said[i] == FUL_OWN_CODE_UNSAID && resource != FUL_NONE)
        said[i] = of_resource[resource];
    }

  return said;
}
