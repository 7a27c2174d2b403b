/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Profiles from text: one column per sample, the leaf at the bottom.
 *
 *   "A        A     \n"
 *   "B[Layout] C.js \n"
 *
 * Columns begin where the words of the first line do. A word is a function; a
 * name with ".js" is a script function, one with "0x" has no library, all others
 * come from a library. In brackets is the category of the frame, with
 * "/1" for a subcategory. "-" is a sample without a stack. Samples are 1 ms apart. */

#include "config.h"

#include "ful-test-profile.h"

#include "import/common/ful-payload.h"

#include <math.h>
#include <string.h>

FulTestProfile *
ful_test_profile_new (void)
{
  static const struct { const char *name, *color; } categories[] = {
    { "Other", "grey" }, { "JavaScript", "yellow" }, { "Layout", "purple" }, { "Idle", "transparent" },
  };
  char *subcategories[] = { (char *) "Other", (char *) "One", NULL };
  FulTestProfile *self = g_new0 (FulTestProfile, 1);
  guint resource;

  self->builder = ful_profile_builder_new ();
  self->builder->profile->interval = 1;
  self->builder->profile->profiling_start_time = NAN;
  self->builder->profile->profiling_end_time = NAN;
  for (guint i = 0; i < G_N_ELEMENTS (categories); i++)
    g_ptr_array_add (self->builder->profile->categories,
                     ful_category_new (categories[i].name, categories[i].color, subcategories));

  resource = ful_table_builder_append (&self->builder->resources, 1);
  FUL_CELLS (&self->builder->resources, FUL_RESOURCE_NAME, gint32)[resource] =
    ful_string_table_intern (self->builder->strings, "libtest.so", -1);
  FUL_CELLS (&self->builder->resources, FUL_RESOURCE_TYPE, gint32)[resource] = FUL_RESOURCE_TYPE_LIBRARY;

  return self;
}

void
ful_test_profile_free (FulTestProfile *self)
{
  ful_profile_builder_free (self->builder);
  g_free (self);
}

/* Frees @self. */
FulProfile *
ful_test_profile_seal (FulTestProfile *self)
{
  g_autoptr(GError) error = NULL;
  FulProfile *profile = ful_profile_builder_seal (self->builder, NULL, &error);

  g_assert_no_error (error);
  if (!self->has_flaws && ful_import_log_get_n (profile->log) > 0)
    g_error ("%s: %s", ful_import_log_get (profile->log, 0)->where, ful_import_log_get (profile->log, 0)->message);
  ful_test_profile_free (self);

  return profile;
}

FulFuncIndex
ful_test_profile_func (FulTestProfile *self,
                       const char     *name)
{
  FulTableBuilder *funcs = &self->builder->funcs;
  FulStringIndex string = ful_string_table_intern (self->builder->strings, name, -1);
  guint func;

  for (func = 0; func < funcs->n_rows; func++)
    if (FUL_CELLS (funcs, FUL_FUNC_NAME, gint32)[func] == string)
      return (FulFuncIndex) func;

  func = ful_table_builder_append (funcs, 1);
  FUL_CELLS (funcs, FUL_FUNC_NAME, gint32)[func] = string;
  FUL_CELLS (funcs, FUL_FUNC_IS_JS, guint8)[func] = strstr (name, ".js") != NULL;
  if (!strstr (name, ".js") && !g_str_has_prefix (name, "0x"))
    FUL_CELLS (funcs, FUL_FUNC_RESOURCE, gint32)[func] = 0;

  return (FulFuncIndex) func;
}

/* Fixes the order of functions: "a b c". */
void
ful_test_profile_declare (FulTestProfile *self,
                          const char     *funcs)
{
  g_auto(GStrv) names = g_strsplit (funcs, " ", -1);

  for (guint i = 0; names[i]; i++)
    ful_test_profile_func (self, names[i]);
}

static FulCategoryIndex
find_category (FulTestProfile *self,
               const char     *name)
{
  GPtrArray *categories = self->builder->profile->categories;

  for (guint i = 0; i < categories->len; i++)
    if (g_str_equal (((FulCategory *) g_ptr_array_index (categories, i))->name, name))
      return (FulCategoryIndex) i;

  g_error ("No category %s", name);
}

static FulFrameIndex
find_frame (FulTestProfile *self,
            const char     *word)
{
  FulTableBuilder *frames = &self->builder->frames;
  g_auto(GStrv) parts = g_strsplit_set (word, "[]/", -1);
  FulFuncIndex func = ful_test_profile_func (self, parts[0]);
  FulCategoryIndex category = parts[1] ? find_category (self, parts[1]) : FUL_NONE;
  gint32 subcategory = parts[1] && parts[2] && *parts[2] ? atoi (parts[2]) : category == FUL_NONE ? FUL_NONE : 0;
  guint frame;

  for (frame = 0; frame < frames->n_rows; frame++)
    if (FUL_CELLS (frames, FUL_FRAME_FUNC, gint32)[frame] == func &&
        FUL_CELLS (frames, FUL_FRAME_CATEGORY, gint32)[frame] == category &&
        FUL_CELLS (frames, FUL_FRAME_SUBCATEGORY, gint32)[frame] == subcategory)
      return (FulFrameIndex) frame;

  frame = ful_table_builder_append (frames, 1);
  FUL_CELLS (frames, FUL_FRAME_FUNC, gint32)[frame] = func;
  FUL_CELLS (frames, FUL_FRAME_CATEGORY, gint32)[frame] = category;
  FUL_CELLS (frames, FUL_FRAME_SUBCATEGORY, gint32)[frame] = subcategory;

  return (FulFrameIndex) frame;
}

static FulStackIndex
find_stack (FulTestProfile *self,
            FulStackIndex   prefix,
            FulFrameIndex   frame)
{
  FulTableBuilder *stacks = &self->builder->stacks;
  guint stack;

  for (stack = 0; stack < stacks->n_rows; stack++)
    if (FUL_CELLS (stacks, FUL_STACK_PREFIX, gint32)[stack] == prefix &&
        FUL_CELLS (stacks, FUL_STACK_FRAME, gint32)[stack] == frame)
      return (FulStackIndex) stack;

  stack = ful_table_builder_append (stacks, 1);
  FUL_CELLS (stacks, FUL_STACK_PREFIX, gint32)[stack] = prefix;
  FUL_CELLS (stacks, FUL_STACK_FRAME, gint32)[stack] = frame;

  return (FulStackIndex) stack;
}

/* The stack of a path from the root on: "A B[Layout] C". */
FulStackIndex
ful_test_profile_stack (FulTestProfile *self,
                        const char     *path)
{
  g_auto(GStrv) words = g_strsplit (path, " ", -1);
  FulStackIndex stack = FUL_NONE;

  for (guint i = 0; words[i]; i++)
    if (*words[i])
      stack = find_stack (self, stack, find_frame (self, words[i]));

  return stack;
}

void
ful_test_profile_sample (FulThreadBuilder *thread,
                         double            time,
                         FulStackIndex     stack)
{
  guint row = ful_table_builder_append (&thread->samples, 1);

  FUL_CELLS (&thread->samples, FUL_SAMPLE_TIME, double)[row] = time;
  FUL_CELLS (&thread->samples, FUL_SAMPLE_STACK, gint32)[row] = stack;
}

/* Adds a thread with the samples of @text. */
FulThreadBuilder *
ful_test_profile_add (FulTestProfile *self,
                      const char     *text)
{
  FulThreadBuilder *thread = ful_profile_builder_add_thread (self->builder);
  g_auto(GStrv) lines = g_strsplit (text, "\n", -1);
  double time = 0;

  thread->thread->name = g_strdup ("Test");
  thread->thread->process_type = g_strdup ("default");
  thread->thread->pid = g_strdup ("1");
  thread->thread->tid = g_strdup ("1");

  for (guint column = 0; lines[0] && column < strlen (lines[0]); column++)
    {
      g_autoptr(GString) path = g_string_new (NULL);

      if (lines[0][column] == ' ' || (column > 0 && lines[0][column - 1] != ' '))
        continue;

      for (guint i = 0; lines[i] && column < strlen (lines[i]); i++)
        if (lines[i][column] != ' ' && lines[i][column] != '-')
          {
            g_string_append_len (path, lines[i] + column, (gssize) strcspn (lines[i] + column, " "));
            g_string_append_c (path, ' ');
          }
      ful_test_profile_sample (thread, time++, ful_test_profile_stack (self, path->str));
    }

  return thread;
}

/* Gives all samples of a thread a weight. */
void
ful_test_profile_weigh (FulThreadBuilder *thread,
                        const double     *weights,
                        guint             n_weights)
{
  FulBuffer *buffer = ful_buffer_new (FUL_TYPE_F64, n_weights);

  g_assert_cmpuint (thread->samples.n_rows, ==, n_weights);
  memcpy (buffer->data, weights, n_weights * sizeof *weights);
  buffer->n = n_weights;
  thread->samples.buffers[FUL_SAMPLE_WEIGHT] = buffer;
}

void
ful_test_profile_allocate (FulThreadBuilder *thread,
                           double            time,
                           FulStackIndex     stack,
                           double            weight,
                           double            address)
{
  FulTableBuilder *allocations = &thread->native_allocations;
  guint row;

  thread->has_native_allocations = TRUE;
  if (allocations->buffers[FUL_ALLOCATION_MEMORY_ADDRESS] == NULL)
    allocations->buffers[FUL_ALLOCATION_MEMORY_ADDRESS] = ful_buffer_new (FUL_TYPE_F64, 0);
  row = ful_table_builder_append (allocations, 1);
  FUL_CELLS (allocations, FUL_ALLOCATION_TIME, double)[row] = time;
  FUL_CELLS (allocations, FUL_ALLOCATION_STACK, gint32)[row] = stack;
  FUL_CELLS (allocations, FUL_ALLOCATION_WEIGHT, double)[row] = weight;
  FUL_CELLS (allocations, FUL_ALLOCATION_MEMORY_ADDRESS, double)[row] = address;
}

/* Adds a raw marker: a name, with its category in brackets if that is not the first one; NaN is no time.
 * @payload: (nullable): JSON */
void
ful_test_profile_mark (FulTestProfile   *self,
                       FulThreadBuilder *thread,
                       const char       *name,
                       FulMarkerPhase    phase,
                       double            start,
                       double            end,
                       const char       *payload)
{
  FulTableBuilder *markers = &thread->markers;
  guint row = ful_table_builder_append (markers, 1);
  g_auto(GStrv) parts = g_strsplit_set (name, "[]", -1);

  FUL_CELLS (markers, FUL_MARKER_NAME, gint32)[row] = ful_string_table_intern (self->builder->strings, parts[0], -1);
  FUL_CELLS (markers, FUL_MARKER_CATEGORY, gint32)[row] = parts[1] ? find_category (self, parts[1]) : 0;
  FUL_CELLS (markers, FUL_MARKER_PHASE, guint8)[row] = (guint8) phase;
  FUL_CELLS (markers, FUL_MARKER_START_TIME, double)[row] = start;
  FUL_CELLS (markers, FUL_MARKER_END_TIME, double)[row] = end;
  if (payload)
    {
      gsize n = strlen (payload);
      g_autofree char *padded = g_malloc0 (n + FUL_BYTES_PADDING);
      FulPayloadInfo info = ful_payload_scan (self->builder->texts, memcpy (padded, payload, n), n);

      FUL_CELLS (markers, FUL_MARKER_PAYLOAD, gint64)[row] = (gint64) ful_thread_builder_get_payload_end (thread);
      ful_bytes_append_s (&thread->payloads, payload);
      FUL_CELLS (markers, FUL_MARKER_PAYLOAD_LENGTH, gint32)[row] = (gint32) strlen (payload);
      FUL_CELLS (markers, FUL_MARKER_PAYLOAD_TYPE, gint32)[row] = info.type;
      FUL_CELLS (markers, FUL_MARKER_CAUSE_STACK, gint32)[row] = info.cause_stack;
    }
}

/* A profile with one thread. */
FulProfile *
ful_test_profile_from_text (const char *text)
{
  FulTestProfile *self = ful_test_profile_new ();

  ful_test_profile_add (self, text);

  return ful_test_profile_seal (self);
}

/**
 * ful_test_profile_random:
 *
 * Returns: (transfer full): a profile of up to 200 random stacks of up to 12 functions, and 300 samples, one each ms,
 *   some of them without a stack
 */
FulProfile *
ful_test_profile_random (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  FulTableBuilder *stacks = &test->builder->stacks;
  guint n_stacks = (guint) g_test_rand_int_range (1, 200);
  guint n_funcs = (guint) g_test_rand_int_range (1, 12);
  guint first;

  for (guint i = 0; i < n_funcs; i++)
    {
      g_autofree char *name = g_strdup_printf ("f%u%s", i, i % 3 == 0 ? ".js" : "");
      guint frame = ful_table_builder_append (&test->builder->frames, 2);

      FUL_CELLS (&test->builder->frames, FUL_FRAME_FUNC, gint32)[frame] = ful_test_profile_func (test, name);
      FUL_CELLS (&test->builder->frames, FUL_FRAME_FUNC, gint32)[frame + 1] = ful_test_profile_func (test, name);
    }
  first = ful_table_builder_append (stacks, n_stacks);
  for (guint i = 0; i < n_stacks; i++)
    {
      FUL_CELLS (stacks, FUL_STACK_FRAME, gint32)[first + i] = g_test_rand_int_range (0, (gint32) n_funcs * 2);
      FUL_CELLS (stacks, FUL_STACK_PREFIX, gint32)[first + i] = g_test_rand_int_range (-1, (gint32) i);
    }
  for (guint i = 0; i < 300; i++)
    ful_test_profile_sample (thread, i, g_test_rand_int_range (-1, (gint32) n_stacks));

  return ful_test_profile_seal (test);
}

/* There is one, besides those of resources. */
FulFuncIndex
ful_test_find_func (FulProfile *profile,
                    const char *name)
{
  for (guint i = 0; i < profile->funcs->table.n_rows; i++)
    if (g_str_equal (ful_profile_get_func_name (profile, (FulFuncIndex) i), name) &&
        !ful_profile_is_resource_func (profile, (FulFuncIndex) i))
      return (FulFuncIndex) i;

  g_assert_not_reached ();
}
