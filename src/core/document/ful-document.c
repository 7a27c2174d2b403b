/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The document of a window: panels and tracks read its state and call its
 * setters, and never each other. What follows from the state is computed by
 * FulAnalysis, which watches it. */

#include "config.h"

#include "ful-document.h"

/* A preview shorter than this (ms) is a slip of the hand, not a range. */
#define SHORTEST_RANGE 1e-6

struct _FulDocument
{
  GObject       parent_instance;

  FulProfile   *profile;
  FulTimeRange  root_range;   /* absolute */
  FulViewState *state;
};

G_DEFINE_FINAL_TYPE (FulDocument, ful_document, G_TYPE_OBJECT)

enum
{
  PROP_VIEW_STATE = 1,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
take_state (FulDocument  *self,
            FulViewState *state)
{
  g_clear_pointer (&self->state, ful_view_state_unref);
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW_STATE]);
}

static void
take_options (FulDocument      *self,
              FulDeriveOptions *changed)
{
  g_autoptr(FulDeriveOptions) options = changed;

  if (!ful_derive_options_equal (options, self->state->options))
    take_state (self, ful_view_state_with_options (self->state, options));
}

static void
ful_document_get_property (GObject    *object,
                           guint       prop_id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  FulDocument *self = FUL_DOCUMENT (object);

  switch (prop_id)
    {
    case PROP_VIEW_STATE:
      g_value_set_boxed (value, self->state);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ful_document_finalize (GObject *object)
{
  FulDocument *self = FUL_DOCUMENT (object);

  g_clear_object (&self->profile);
  g_clear_pointer (&self->state, ful_view_state_unref);

  G_OBJECT_CLASS (ful_document_parent_class)->finalize (object);
}

static void
ful_document_class_init (FulDocumentClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = ful_document_get_property;
  object_class->finalize = ful_document_finalize;

  properties[PROP_VIEW_STATE] = g_param_spec_boxed ("view-state", NULL, NULL, FUL_TYPE_VIEW_STATE,
                                                    G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
ful_document_init (FulDocument *self)
{
}

/**
 * ful_document_new:
 * @profile: a profile
 *
 * Returns: (transfer full): a document that shows all of @profile
 */
FulDocument *
ful_document_new (FulProfile *profile)
{
  FulDocument *self = g_object_new (FUL_TYPE_DOCUMENT, NULL);
  g_autoptr(FulDeriveOptions) options = ful_derive_options_new ();

  self->profile = g_object_ref (profile);
  self->root_range = ful_root_range_compute (profile);
  self->state = ful_view_state_new (options);

  return self;
}

FulProfile *
ful_document_get_profile (FulDocument *self)
{
  g_return_val_if_fail (FUL_IS_DOCUMENT (self), NULL);

  return self->profile;
}

/**
 * ful_document_get_root_range:
 *
 * Returns: the range of the whole profile, absolute ms; its start is the zero of relative times
 */
FulTimeRange
ful_document_get_root_range (FulDocument *self)
{
  return self->root_range;
}

/**
 * ful_document_get_view_state:
 *
 * Returns: (transfer none): the state, until the next change
 */
FulViewState *
ful_document_get_view_state (FulDocument *self)
{
  g_return_val_if_fail (FUL_IS_DOCUMENT (self), NULL);

  return self->state;
}

/**
 * ful_document_get_options:
 *
 * Returns: (transfer none): the options of the state, until the next change
 */
FulDeriveOptions *
ful_document_get_options (FulDocument *self)
{
  g_return_val_if_fail (FUL_IS_DOCUMENT (self), NULL);

  return self->state->options;
}

/**
 * ful_document_get_visible_range:
 *
 * Returns: what the time line spans, relative ms: the committed range, or all
 */
FulTimeRange
ful_document_get_visible_range (FulDocument *self)
{
  FulDeriveOptions *options = self->state->options;

  if (options->has_range)
    return options->range;

  return ful_time_range_shift (self->root_range, -self->root_range.start);
}

/**
 * ful_document_set_options:
 * @options: options from outside, as of a view file
 *
 * Begins anew with @options; their range is the one committed range.
 */
void
ful_document_set_options (FulDocument      *self,
                          FulDeriveOptions *options)
{
  g_return_if_fail (FUL_IS_DOCUMENT (self));

  take_state (self, ful_view_state_new (options));
}

/**
 * ful_document_set_threads:
 * @threads: (array length=n_threads): at least one thread
 *
 * Selects threads. The selected call node goes: its path is one of other samples.
 */
void
ful_document_set_threads (FulDocument *self,
                          const guint *threads,
                          guint        n_threads)
{
  g_autoptr(FulDeriveOptions) options = NULL;
  g_autoptr(FulViewState) state = NULL;

  g_return_if_fail (FUL_IS_DOCUMENT (self));
  g_return_if_fail (n_threads > 0);

  options = ful_derive_options_with_threads (self->state->options, threads, n_threads);
  if (ful_derive_options_equal (options, self->state->options))
    return;

  state = ful_view_state_with_options (self->state, options);
  take_state (self, ful_view_state_with_path (state, NULL, 0));
}

/**
 * ful_document_set_preview:
 * @preview: (nullable): relative ms; %NULL for none
 *
 * Sets the preview range. It is cut at the visible range.
 */
void
ful_document_set_preview (FulDocument        *self,
                          const FulTimeRange *preview)
{
  FulTimeRange visible, cut;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  if (preview)
    {
      visible = ful_document_get_visible_range (self);
      cut.start = CLAMP (preview->start, visible.start, visible.end);
      cut.end = CLAMP (preview->end, visible.start, visible.end);
      if (cut.end - cut.start < SHORTEST_RANGE)
        preview = NULL;
      else
        preview = &cut;
    }

  take_options (self, ful_derive_options_with_preview (self->state->options, preview));
}

/**
 * ful_document_commit_preview:
 *
 * Makes the preview range, if there is one, the innermost committed range.
 */
void
ful_document_commit_preview (FulDocument *self)
{
  g_return_if_fail (FUL_IS_DOCUMENT (self));

  if (self->state->options->has_preview)
    take_state (self, ful_view_state_push_range (self->state, self->state->options->preview));
}

/**
 * ful_document_pop_ranges:
 * @n_ranges: how many committed ranges stay
 *
 * Goes back to an outer range; 0 is all of the profile.
 */
void
ful_document_pop_ranges (FulDocument *self,
                         guint        n_ranges)
{
  g_return_if_fail (FUL_IS_DOCUMENT (self));

  if (n_ranges < self->state->n_ranges || self->state->options->has_preview)
    take_state (self, ful_view_state_pop_ranges (self->state, MIN (n_ranges, self->state->n_ranges)));
}

void
ful_document_set_implementation (FulDocument       *self,
                                 FulImplementation  implementation)
{
  g_return_if_fail (FUL_IS_DOCUMENT (self));

  take_options (self, ful_derive_options_with_implementation (self->state->options, implementation));
}

void
ful_document_set_strategy (FulDocument *self,
                           FulStrategy  strategy)
{
  g_return_if_fail (FUL_IS_DOCUMENT (self));

  take_options (self, ful_derive_options_with_strategy (self->state->options, strategy));
}

void
ful_document_set_invert (FulDocument *self,
                         gboolean     invert)
{
  g_return_if_fail (FUL_IS_DOCUMENT (self));

  take_options (self, ful_derive_options_with_invert (self->state->options, invert));
}

void
ful_document_set_include_idle (FulDocument *self,
                               gboolean     include_idle)
{
  g_return_if_fail (FUL_IS_DOCUMENT (self));

  take_options (self, ful_derive_options_with_include_idle (self->state->options, include_idle));
}

void
ful_document_set_search (FulDocument *self,
                         const char  *search)
{
  g_return_if_fail (FUL_IS_DOCUMENT (self));

  take_options (self, ful_derive_options_with_search (self->state->options, search));
}

/**
 * ful_document_select_path:
 * @path: (array length=n_path) (nullable): functions from the root of the tree
 *
 * Selects a call node by its path.
 */
void
ful_document_select_path (FulDocument        *self,
                          const FulFuncIndex *path,
                          guint               n_path)
{
  g_return_if_fail (FUL_IS_DOCUMENT (self));

  if (n_path == self->state->n_path &&
      (n_path == 0 || memcmp (path, self->state->path, n_path * sizeof *path) == 0))
    return;

  take_state (self, ful_view_state_with_path (self->state, path, n_path));
}
