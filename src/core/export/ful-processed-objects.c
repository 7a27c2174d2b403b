/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The objects of a processed profile as JSON text, without their tables (formats.md 2). */

#include "config.h"

#include "ful-processed-objects.h"

#include "io/raw/ful-raw-get.h"

#define VERSION_TEXT "70"

static void
put_key (FulBytes   *to,
         const char *key)
{
  if (to->n > 0 && to->data[to->n - 1] != '{')
    ful_bytes_append_c (to, ',');
  ful_raw_write_string (key, to);
  ful_bytes_append_c (to, ':');
}

/* Nothing for %NULL. */
void
ful_processed_put_string (FulBytes   *to,
                          const char *key,
                          const char *string)
{
  if (string == NULL)
    return;
  put_key (to, key);
  ful_raw_write_string (string, to);
}

void
ful_processed_put_number (FulBytes   *to,
                          const char *key,
                          double      number)
{
  put_key (to, key);
  ful_raw_write_number (number, to);
}

static void
put_bool (FulBytes   *to,
          const char *key,
          gboolean    value)
{
  put_key (to, key);
  ful_bytes_append_s (to, value ? "true" : "false");
}

/* Members that are stored as text; @to is inside an object. */
void
ful_processed_put_rest (FulBytes   *to,
                        const char *rest)
{
  if (rest == NULL || *rest == '\0')
    return;
  if (to->n > 0 && to->data[to->n - 1] != '{')
    ful_bytes_append_c (to, ',');
  ful_bytes_append_s (to, rest);
}

static void
put_category (FulBytes          *to,
              const FulCategory *category)
{
  ful_bytes_append_c (to, '{');
  ful_processed_put_string (to, "name", category->name);
  ful_processed_put_string (to, "color", category->color);
  put_key (to, "subcategories");
  ful_bytes_append_c (to, '[');
  for (guint i = 0; category->subcategories[i]; i++)
    {
      if (i > 0)
        ful_bytes_append_c (to, ',');
      ful_raw_write_string (category->subcategories[i], to);
    }
  ful_bytes_append_s (to, "]}");
}

/**
 * ful_processed_put_meta:
 *
 * Appends `meta`, a whole object.
 */
void
ful_processed_put_meta (FulBytes   *to,
                        FulProfile *profile)
{
  gsize n = strlen (profile->meta_json);

  /* All but the closing brace. */
  ful_bytes_append (to, profile->meta_json, n - 1);
  put_key (to, "preprocessedProfileVersion");
  ful_bytes_append_s (to, VERSION_TEXT);

  if (profile->has_categories)
    {
      put_key (to, "categories");
      ful_bytes_append_c (to, '[');
      for (guint i = 0; i < profile->categories->len; i++)
        {
          if (i > 0)
            ful_bytes_append_c (to, ',');
          put_category (to, g_ptr_array_index (profile->categories, i));
        }
      ful_bytes_append_c (to, ']');
    }
  ful_bytes_append_c (to, '}');
}

/**
 * ful_processed_put_lib:
 *
 * Appends an element of `libs`, a whole object.
 */
void
ful_processed_put_lib (FulBytes     *to,
                       const FulLib *lib)
{
  ful_bytes_append_c (to, '{');
  ful_processed_put_string (to, "arch", lib->arch);
  ful_processed_put_string (to, "name", lib->name);
  ful_processed_put_string (to, "path", lib->path);
  ful_processed_put_string (to, "debugName", lib->debug_name);
  ful_processed_put_string (to, "debugPath", lib->debug_path);
  ful_processed_put_string (to, "breakpadId", lib->breakpad_id);
  put_key (to, "codeId");
  if (lib->code_id)
    ful_raw_write_string (lib->code_id, to);
  else
    ful_bytes_append_s (to, "null");
  ful_bytes_append_c (to, '}');
}

/**
 * ful_processed_put_thread:
 *
 * Appends an element of `threads` without its tables and its closing brace.
 */
void
ful_processed_put_thread (FulBytes  *to,
                          FulThread *thread)
{
  ful_bytes_append_c (to, '{');
  ful_processed_put_string (to, "name", thread->name);
  put_bool (to, "isMainThread", thread->is_main_thread);
  ful_processed_put_string (to, "processType", thread->process_type);
  ful_processed_put_string (to, "processName", thread->process_name);
  ful_processed_put_string (to, "eTLD+1", thread->etld1);
  ful_processed_put_string (to, "pid", thread->pid);
  if (thread->tid_is_number)
    {
      put_key (to, "tid");
      ful_bytes_append_s (to, thread->tid);
    }
  else if (!g_str_equal (thread->tid, "undefined"))
    ful_processed_put_string (to, "tid", thread->tid);
  if (thread->is_js_tracer)
    put_bool (to, "isJsTracer", TRUE);
  ful_processed_put_number (to, "processStartupTime", thread->process_startup_time);
  ful_processed_put_number (to, "processShutdownTime", thread->process_shutdown_time);
  ful_processed_put_number (to, "registerTime", thread->register_time);
  ful_processed_put_number (to, "unregisterTime", thread->unregister_time);
  ful_processed_put_rest (to, thread->rest_json);
}

/**
 * ful_processed_put_counter:
 *
 * Appends an element of `counters` without `samples`, `mainThreadIndex` and its closing brace.
 */
void
ful_processed_put_counter (FulBytes   *to,
                           FulCounter *counter)
{
  ful_bytes_append_c (to, '{');
  ful_processed_put_string (to, "name", counter->name);
  ful_processed_put_string (to, "category", counter->category);
  ful_processed_put_string (to, "description", counter->description);
  ful_processed_put_string (to, "pid", counter->pid);
  put_key (to, "display");
  ful_bytes_append_s (to, counter->display_json);
  ful_processed_put_rest (to, counter->rest_json);
}
