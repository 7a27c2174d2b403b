/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Objects of the wire → meta, threads, counters and libraries of the builder (wire.md 3). An object replaces the one before;
 * one that is none, or without needed members, ends the stream. */

#include "config.h"

#include "ful-live-writer-private.h"

#include "base/ful-error.h"
#include "import/processed/ful-processed-reader.h"
#include "io/raw/ful-raw-get.h"

#include <glib/gi18n-lib.h>
#include <stdint.h>

static const guint8 sample_columns[] = {
  FUL_SAMPLE_STACK, FUL_SAMPLE_WEIGHT, FUL_SAMPLE_CPU_DELTA, FUL_SAMPLE_EVENT_DELAY,
};
static const guint8 js_columns[] = {
  FUL_ALLOCATION_STACK, FUL_ALLOCATION_WEIGHT, FUL_ALLOCATION_CLASS_NAME, FUL_ALLOCATION_TYPE_NAME,
  FUL_ALLOCATION_COARSE_TYPE, FUL_ALLOCATION_IN_NURSERY,
};
static const guint8 native_columns[] = {
  FUL_ALLOCATION_STACK, FUL_ALLOCATION_WEIGHT, FUL_ALLOCATION_MEMORY_ADDRESS, FUL_ALLOCATION_THREAD_ID,
};
static const guint8 count_columns[] = { FUL_COUNTER_SAMPLE_COUNT, FUL_COUNTER_SAMPLE_NUMBER };

static FulRawNode *
parse_object (FulLiveWriter  *self,
              const char     *text,
              GError        **error)
{
  g_autoptr(GError) flaw = NULL;
  FulRawNode *node;

  ful_raw_tree_reset (self->tree);
  node = ful_raw_tree_parse (self->tree, text, strlen (text), &flaw);
  if (ful_raw_is (node, FUL_RAW_OBJECT))
    return node;

  g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The frame at byte %ju of the stream: %s"),
               (uintmax_t) self->offset, flaw ? flaw->message : _("the JSON text is not an object"));

  return NULL;
}

static gboolean
check_members (FulLiveWriter     *self,
               const FulRawNode  *object,
               const char *const *needed,
               GError           **error)
{
  for (guint i = 0; needed[i]; i++)
    if (ful_raw_get (object, needed[i]) == NULL)
      {
        g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The frame at byte %ju of the stream: member “%s” is missing"),
                     (uintmax_t) self->offset, needed[i]);
        return FALSE;
      }

  return TRUE;
}

/* Categories are only appended, as rows refer to them: those that were there stay as they are. */
static void
keep_categories (FulLiveWriter *self,
                 GPtrArray     *before)
{
  FulProfile *profile = self->builder->profile;
  g_autoptr(GPtrArray) read = g_steal_pointer (&profile->categories);
  guint n_before = before->len;
  gboolean differs = read->len < n_before;

  for (guint i = 0; i < MIN (n_before, read->len); i++)
    {
      const FulCategory *a = g_ptr_array_index (before, i), *b = g_ptr_array_index (read, i);

      differs |= !g_str_equal (a->name, b->name) || !g_str_equal (a->color, b->color) ||
                 !g_strv_equal ((const char * const *) a->subcategories, (const char * const *) b->subcategories);
    }
  if (differs)
    ful_live_writer_log (self, FUL_SEVERITY_ERROR, "meta.categories", _("a category was changed; kept the first one"));
  profile->categories = g_ptr_array_ref (before);
  while (read->len > n_before)
    g_ptr_array_insert (profile->categories, (gint) n_before, g_ptr_array_steal_index (read, read->len - 1));
}

static gboolean
read_meta (FulLiveWriter *self,
           FulRawNode    *root)
{
  static const char *const known[] = { "meta", "libs", "shared", "threads", "counters" };
  FulProfile *profile = self->builder->profile;
  g_autoptr(GPtrArray) before = NULL;

  if (self->has_meta)
    {
      before = profile->categories;
      profile->categories = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_category_free);
    }
  ful_processed_read_meta (self->tree, ful_raw_get (root, "meta"), self->builder, NULL);
  if (before)
    keep_categories (self, before);
  ful_profile_builder_complete_categories (self->builder);
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    ful_raw_remove (root, known[i]);
  g_free (profile->rest_json);
  profile->rest_json = ful_raw_dup_members (root);
  self->has_meta = TRUE;

  return TRUE;
}

static gboolean
add_meta (FulLiveWriter  *self,
          FulWireObject  *object,
          GError        **error)
{
  static const char *const needed[] = { "interval", "startTime", "categories", NULL };
  g_autofree char *text = ful_live_writer_dup_object (self, object->object, "meta");
  FulRawNode *root = parse_object (self, text, error);

  if (root == NULL || !check_members (self, ful_raw_get (root, "meta"), needed, error))
    return FALSE;

  return read_meta (self, root);
}

static LiveThread *
define_thread (FulLiveWriter *self,
               guint          id)
{
  LiveThread *thread = g_new0 (LiveThread, 1);
  FulThreadBuilder *builder;

  thread->place = g_strdup_printf ("threads[%u]", self->builder->threads->len);
  thread->builder = builder = ful_profile_builder_add_thread (self->builder);
  ful_live_rows_init (&thread->samples, &builder->samples, sample_columns, G_N_ELEMENTS (sample_columns));
  ful_live_rows_init (&thread->js_allocations, &builder->js_allocations, js_columns, G_N_ELEMENTS (js_columns));
  ful_live_rows_init (&thread->native_allocations, &builder->native_allocations, native_columns,
                      G_N_ELEMENTS (native_columns));
  if (id >= self->threads->len)
    g_ptr_array_set_size (self->threads, (gint) id + 1);
  g_ptr_array_index (self->threads, id) = thread;

  return thread;
}

static gboolean
add_thread (FulLiveWriter  *self,
            FulWireObject  *object,
            GError        **error)
{
  static const char *const needed[] = { "name", "pid", NULL };
  g_autofree char *text = ful_live_writer_dup_object (self, object->object, "threads");
  FulRawNode *node = parse_object (self, text, error);
  LiveThread *thread;
  FulThread *members;

  if (node == NULL || !check_members (self, node, needed, error))
    return FALSE;

  thread = ful_live_writer_get_thread (self, object->id);
  if (thread == NULL)
    thread = define_thread (self, object->id);
  members = ful_thread_new ();
  members->weight_type = ful_processed_read_weight_type (node);
  ful_raw_remove (node, "weightType");
  ful_processed_read_thread_members (node, members);
  g_object_unref (thread->builder->thread);
  thread->builder->thread = members;

  return TRUE;
}

static gboolean
add_counter (FulLiveWriter  *self,
             FulWireObject  *object,
             GError        **error)
{
  g_autofree char *text = ful_live_writer_dup_object (self, object->object, "counters");
  FulRawNode *node = parse_object (self, text, error);
  LiveThread *thread = ful_live_writer_get_thread (self, object->thread);
  LiveCounter *counter;
  guint main_thread = 0;

  if (node == NULL)
    return FALSE;

  if (object->id >= self->counters->len)
    g_ptr_array_set_size (self->counters, (gint) object->id + 1);
  counter = g_ptr_array_index (self->counters, object->id);
  if (counter == NULL)
    {
      counter = g_new0 (LiveCounter, 1);
      counter->builder = ful_profile_builder_add_counter (self->builder, ful_counter_new ());
      ful_live_rows_init (&counter->rows, &counter->builder->samples, count_columns, G_N_ELEMENTS (count_columns));
      g_ptr_array_index (self->counters, object->id) = counter;
    }
  if (thread)
    g_ptr_array_find (self->builder->threads, thread->builder, &main_thread);
  else
    ful_live_writer_log (self, FUL_SEVERITY_ERROR, "counters", _("counter refers to missing thread; assigned to thread 0"));
  ful_raw_set_number (self->tree, node, "mainThreadIndex", main_thread);
  g_object_unref (counter->builder->counter);
  counter->builder->counter = ful_processed_read_counter_members (node, object->id, self->builder);

  return TRUE;
}

static gboolean
add_lib (FulLiveWriter  *self,
         FulWireObject  *object,
         GError        **error)
{
  g_autofree char *text = ful_live_writer_dup_object (self, object->object, "libs");
  FulRawNode *node = parse_object (self, text, error);
  GPtrArray *libs = self->builder->profile->libs;
  gint32 row = (gint32) libs->len;

  if (node == NULL)
    return FALSE;
  g_ptr_array_add (libs, ful_processed_read_lib (node));
  g_array_append_val (self->libs, row);

  return TRUE;
}

/* Without META there is nothing to say of the profile. */
void
ful_live_objects_add_empty_meta (FulLiveWriter *self)
{
  static const char empty[FUL_BYTES_PADDING + 16] = "{\"meta\":{}}";

  read_meta (self, parse_object (self, empty, NULL));
}

/* @frame: META, THREAD, COUNTER or LIB */
gboolean
ful_live_objects_add (FulLiveWriter  *self,
                      FulWireFrame   *frame,
                      GError        **error)
{
  switch ((int) frame->type)
    {
    case FUL_WIRE_META:
      return add_meta (self, &frame->object, error);
    case FUL_WIRE_THREAD:
      return add_thread (self, &frame->object, error);
    case FUL_WIRE_COUNTER:
      return add_counter (self, &frame->object, error);
    case FUL_WIRE_LIB:
    default:
      return add_lib (self, &frame->object, error);
    }
}
