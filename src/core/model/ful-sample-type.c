/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sample types: what formats other than those of the Firefox Profiler measure more than one of at each sample, such
 * as objects and bytes. */

#include "config.h"

#include "ful-sample-type.h"

#include "base/ful-format.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Longer names are cut: they are kept until the program ends. */
#define MAX_NAME_BYTES 200

static void
sample_type_free (gpointer data)
{
  FulSampleType *self = data;

  g_free (self->values);
  g_free (self);
}

static const char *
intern_cut (const char *text)
{
  g_autofree char *cut = NULL;

  if (strlen (text) <= MAX_NAME_BYTES)
    return g_intern_string (text);
  cut = g_strndup (text, MAX_NAME_BYTES);
  *(char *) g_utf8_find_prev_char (cut, cut + MAX_NAME_BYTES) = '\0';

  return g_intern_string (cut);
}

static const char *
intern_new_name (GPtrArray  *types,
                 const char *name)
{
  g_autofree char *numbered = NULL;

  name = intern_cut (name);
  for (guint i = 2; ful_sample_types_find (types, numbered ? numbered : name); i++)
    {
      g_free (numbered);
      numbered = g_strdup_printf ("%s %u", name, i);
    }

  return numbered ? g_intern_string (numbered) : name;
}

/**
 * ful_sample_types_rename:
 * @types: (element-type FulSampleType): the types of a thread under construction
 * @i: number of one of them
 * @name: UTF-8; a name that another type has gets a number
 */
void
ful_sample_types_rename (GPtrArray  *types,
                         guint       i,
                         const char *name)
{
  FulSampleType *type = g_ptr_array_index (types, i);

  type->name = "";
  type->name = intern_new_name (types, name);
}

/**
 * ful_sample_types_add:
 * @types: (inout) (nullable) (element-type FulSampleType): the types of a thread under construction, made if %NULL
 * @name: UTF-8; a name that another type has gets a number
 * @unit: UTF-8
 * @weight_type: what the values are
 * @is_default: whether they are the weights of the samples
 *
 * Returns: (transfer none) (nullable): the new type; %NULL if there are %FUL_MAX_SAMPLE_TYPES
 */
FulSampleType *
ful_sample_types_add (GPtrArray     **types,
                      const char     *name,
                      const char     *unit,
                      FulWeightType   weight_type,
                      gboolean        is_default)
{
  FulSampleType *self;

  if (*types == NULL)
    *types = g_ptr_array_new_with_free_func (sample_type_free);
  if ((*types)->len == FUL_MAX_SAMPLE_TYPES)
    return NULL;

  self = g_new0 (FulSampleType, 1);
  self->name = intern_new_name (*types, name);
  self->unit = intern_cut (unit);
  self->weight_type = weight_type;
  self->is_default = is_default;
  g_ptr_array_add (*types, self);

  return self;
}

/**
 * ful_sample_types_find:
 * @types: (nullable) (element-type FulSampleType): types
 * @name: a name
 *
 * Returns: (transfer none) (nullable): the type of that name
 */
FulSampleType *
ful_sample_types_find (GPtrArray  *types,
                       const char *name)
{
  for (guint i = 0; types && i < types->len; i++)
    {
      FulSampleType *type = g_ptr_array_index (types, i);

      if (g_str_equal (type->name, name))
        return type;
    }

  return NULL;
}

/**
 * ful_sample_types_get_default:
 * @types: (nullable) (element-type FulSampleType): types
 *
 * Returns: (transfer none) (nullable): the one whose values are the weights of the samples
 */
FulSampleType *
ful_sample_types_get_default (GPtrArray *types)
{
  for (guint i = 0; types && i < types->len; i++)
    {
      FulSampleType *type = g_ptr_array_index (types, i);

      if (type->is_default)
        return type;
    }

  return NULL;
}

static void
grow (FulSampleType *self,
      guint          n)
{
  if (self->values == NULL || n > self->n_allocated)
    {
      self->n_allocated = MAX (MAX (n, 1), self->n_allocated + self->n_allocated / 2);
      self->values = g_renew (double, self->values, self->n_allocated);
    }
  if (n > self->n_values)
    {
      memset (self->values + self->n_values, 0, (n - self->n_values) * sizeof *self->values);
      self->n_values = n;
    }
}

/**
 * ful_sample_type_set:
 * @self: not the default type
 * @sample: number of a sample; those between the last one that was set and this one are 0
 * @value: in units of the weight type
 */
void
ful_sample_type_set (FulSampleType *self,
                     guint          sample,
                     double         value)
{
  if (sample >= self->n_values)
    grow (self, sample + 1);
  self->values[sample] = value;
}

/**
 * ful_sample_types_complete:
 * @types: (nullable) (element-type FulSampleType): types of a thread
 * @n_samples: how many samples the thread has
 *
 * Samples of which no value was set have 0.
 */
void
ful_sample_types_complete (GPtrArray *types,
                           guint      n_samples)
{
  for (guint i = 0; types && i < types->len; i++)
    {
      FulSampleType *type = g_ptr_array_index (types, i);

      if (!type->is_default)
        grow (type, n_samples);
    }
}

/**
 * ful_sample_types_reorder:
 * @types: (nullable) (element-type FulSampleType): types of a thread
 * @order: (array length=n_samples): for each sample its number before
 */
void
ful_sample_types_reorder (GPtrArray   *types,
                          const guint *order,
                          guint        n_samples)
{
  ful_sample_types_complete (types, n_samples);
  for (guint t = 0; types && t < types->len; t++)
    {
      FulSampleType *type = g_ptr_array_index (types, t);
      double *values = type->values;

      if (type->is_default)
        continue;
      type->values = g_new (double, MAX (n_samples, 1));
      type->n_allocated = MAX (n_samples, 1);
      for (guint i = 0; i < n_samples; i++)
        type->values[i] = values[order[i]];
      g_free (values);
    }
}

/**
 * ful_sample_type_get_word:
 *
 * Returns: what is counted, for a user: the name of the type; %NULL if the weight type says it
 */
const char *
ful_sample_type_get_word (const FulSampleType *self)
{
  return self->weight_type == FUL_WEIGHT_TYPE_SAMPLES && !g_str_equal (self->name, "samples") ? self->name : NULL;
}

/**
 * ful_weight_format:
 * @type: unit of @weight
 * @word: (nullable): what is counted, see ful_sample_type_get_word()
 *
 * Returns: (transfer full): number and unit, for a user
 */
char *
ful_weight_format (double         weight,
                   FulWeightType  type,
                   const char    *word)
{
  g_autofree char *number = ful_format_number (weight, 3, type == FUL_WEIGHT_TYPE_TRACING_MS ? 1 : 0);

  switch (type)
    {
    case FUL_WEIGHT_TYPE_TRACING_MS:
      return g_strdup_printf (_("%s ms"), number);
    case FUL_WEIGHT_TYPE_BYTES:
      return g_strdup_printf (_("%s bytes"), number);
    case FUL_WEIGHT_TYPE_SAMPLES:
    default:
      if (word)
        return g_strdup_printf ("%s %s", number, word);
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s sample", "%s samples", (gulong) fabs (weight)), number);
    }
}
