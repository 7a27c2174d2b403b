/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Entries and exits of methods as samples (formats.md 13). The first records tell a trace that was sampled from one of
 * all calls: of the former the times are kept, the latter is sampled every 0.1 ms. */

#include "config.h"

#include "ful-art-replay.h"

#include "base/ful-doubles.h"
#include "base/ful-error.h"
#include "base/ful-hash.h"
#include "base/ful-string-table.h"
#include "import/common/ful-import-meta.h"
#include "import/common/ful-import-samples.h"
#include "import/common/ful-import-tables.h"
#include "model/ful-profile.h"
#include "model/ful-shared-tables.h"
#include "model/ful-thread-tables.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define N_FIRST 500                 /* records that tell the interval */
#define LEAST_SAMPLED_US 100        /* closer ones are of a trace of all calls */
#define CALLS_INTERVAL 0.1          /* ms */

/* A time without records becomes a sample for each interval, as in the reference, until there are so many in all, and
 * so many for each record; then it becomes one sample of that weight. */
#define MAX_SAMPLES 20000000
#define MAX_SAMPLES_PER_RECORD 100
#define MIN_MAX_SAMPLES 100000

enum
{
  CATEGORY_IDLE, CATEGORY_OTHER, CATEGORY_BLOCKED, CATEGORY_ANDROID, CATEGORY_JAVA, CATEGORY_KOTLIN, CATEGORY_ANDROIDX,
  CATEGORY_SPECIAL,
};

typedef struct
{
  FulThreadBuilder *builder;
  guint             tid;
  FulStackIndex     stack;
  double            start;   /* ms, of the first record */
  double            next;    /* ms, of the next sample; 0 before the first record */
} Thread;

struct _FulArtReplay
{
  FulImport       *import;
  FulImportTables  tables;
  GArray          *first;          /* FulArtRecord: held back until the interval is known */
  gboolean         began;
  gboolean         keeps_times;
  double           interval;       /* ms */
  guint64          n_samples;
  guint64          max_samples;    /* now */
  GPtrArray       *threads;        /* Thread, in order of their first records */
  Thread          *by_tid[G_MAXUINT16 + 1];
  GHashTable      *thread_names;   /* tid → name */
  GHashTable      *method_names;   /* id → shared string + 1 */
  GHashTable      *frames;         /* id → frame + 1 */
  GArray          *methods;        /* guint32: id of each frame */
  GHashTable      *packages;       /* first part of class names → Package */
  guint            n_packages;
};

typedef struct
{
  guint n;
  guint order;   /* of appearance */
} Package;

/* The trace may be damaged anywhere. */
static char *
copy_text (const char *text,
           gsize       n)
{
  return g_utf8_make_valid (text, (gssize) n);
}

FulArtReplay *
ful_art_replay_new (FulImport *import)
{
  FulArtReplay *self = g_new0 (FulArtReplay, 1);

  self->import = import;
  ful_import_tables_init (&self->tables, import->builder);
  self->max_samples = MIN_MAX_SAMPLES;
  self->first = g_array_new (FALSE, FALSE, sizeof (FulArtRecord));
  self->threads = g_ptr_array_new_with_free_func (g_free);
  self->thread_names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->method_names = g_hash_table_new (NULL, NULL);
  self->frames = g_hash_table_new (NULL, NULL);
  self->methods = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->packages = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, g_free);

  return self;
}

void
ful_art_replay_free (FulArtReplay *self)
{
  ful_import_tables_clear (&self->tables);
  g_array_unref (self->first);
  g_ptr_array_unref (self->threads);
  g_hash_table_unref (self->thread_names);
  g_hash_table_unref (self->method_names);
  g_hash_table_unref (self->frames);
  g_array_unref (self->methods);
  g_hash_table_unref (self->packages);
  g_free (self);
}

/**
 * ful_art_replay_name_thread:
 *
 * Names a thread; the last name counts.
 */
void
ful_art_replay_name_thread (FulArtReplay *self,
                            guint         tid,
                            const char   *name,
                            gsize         n)
{
  g_hash_table_insert (self->thread_names, GUINT_TO_POINTER (tid), copy_text (name, n));
}

/* The first part of the name of a class that is not of the system, without "org." or "com.". */
static char *
get_package (const char *klass)
{
  static const char *const system[] = { "android", "java", "sun", "kotlin", "androidx", "kotlinx" };
  g_autofree char *package = NULL;

  if (g_str_has_prefix (klass, "org.") || g_str_has_prefix (klass, "com."))
    klass += 4;
  package = g_strndup (klass, strcspn (klass, "."));
  for (guint i = 0; i < G_N_ELEMENTS (system); i++)
    if (g_str_equal (package, system[i]))
      return NULL;

  return *package ? g_steal_pointer (&package) : NULL;
}

static void
count_package (FulArtReplay *self,
               const char   *klass)
{
  g_autofree char *name = get_package (klass);
  Package *package = name ? g_hash_table_lookup (self->packages, name) : NULL;

  if (name && package == NULL)
    {
      package = g_new0 (Package, 1);
      package->order = self->n_packages++;
      g_hash_table_insert (self->packages, g_steal_pointer (&name), package);
    }
  if (package)
    package->n++;
}

/**
 * ful_art_replay_name_method:
 *
 * Names a method by its class and name; the last ones count.
 */
void
ful_art_replay_name_method (FulArtReplay *self,
                            guint32       method,
                            const char   *klass,
                            gsize         n_klass,
                            const char   *name,
                            gsize         n_name)
{
  g_autofree char *class_text = copy_text (klass, n_klass);
  g_autofree char *name_text = copy_text (name, n_name);
  g_autofree char *text = g_strconcat (class_text, ".", name_text, NULL);
  FulStringIndex string = ful_import_tables_string (&self->tables, text, -1);

  count_package (self, class_text);
  g_hash_table_insert (self->method_names, GUINT_TO_POINTER (method), GINT_TO_POINTER (string + 1));
}

/* Its function and category follow when all names are known. */
static FulFrameIndex
get_frame (FulArtReplay *self,
           guint32       method)
{
  gpointer known = g_hash_table_lookup (self->frames, GUINT_TO_POINTER (method));
  FulImportFrame frame = FUL_IMPORT_FRAME (0, 0);
  FulFrameIndex row;

  if (known)
    return GPOINTER_TO_INT (known) - 1;

  frame.func = (FulFuncIndex) self->methods->len;   /* another for each frame */
  row = ful_import_tables_frame (&self->tables, &frame);
  g_array_append_val (self->methods, method);
  g_hash_table_insert (self->frames, GUINT_TO_POINTER (method), GINT_TO_POINTER (row + 1));

  return row;
}

static Thread *
get_thread (FulArtReplay *self,
            guint         tid)
{
  Thread *thread = self->by_tid[tid];

  if (thread == NULL)
    {
      thread = g_new0 (Thread, 1);
      thread->builder = ful_profile_builder_add_thread (self->import->builder);
      thread->tid = tid;
      thread->stack = FUL_NONE;
      g_ptr_array_add (self->threads, thread);
      self->by_tid[tid] = thread;
    }

  return thread;
}

static void
add_sample (FulArtReplay *self,
            Thread       *thread,
            double        weight)
{
  FulTableBuilder *samples = &thread->builder->samples;
  guint row = ful_import_samples_add (thread->builder, thread->next, thread->stack);

  if (weight > 1 && samples->buffers[FUL_SAMPLE_WEIGHT] == NULL)
    {
      ful_table_builder_add_column (samples, FUL_SAMPLE_WEIGHT);
      for (guint i = 0; i < row; i++)
        FUL_CELLS (samples, FUL_SAMPLE_WEIGHT, double)[i] = 1;
    }
  if (samples->buffers[FUL_SAMPLE_WEIGHT])
    FUL_CELLS (samples, FUL_SAMPLE_WEIGHT, double)[row] = weight;
  self->n_samples++;
}

/* Samples of the stack that is left, up to now. */
static void
advance (FulArtReplay *self,
         Thread       *thread,
         double        now)
{
  if (thread->next == 0)
    {
      thread->start = thread->next = now;
      return;
    }

  while (thread->next < now)
    {
      double n = 1;

      if (self->n_samples >= self->max_samples)
        n = MAX (ceil ((now - thread->next) / self->interval), 1);
      add_sample (self, thread, n);
      if (self->keeps_times && now - thread->next < (n + 1) * self->interval)
        thread->next = now;
      else
        thread->next += n * self->interval;
    }
}

static void
replay (FulArtReplay       *self,
        const FulArtRecord *record)
{
  Thread *thread = get_thread (self, record->tid);

  self->max_samples = MIN (self->max_samples + MAX_SAMPLES_PER_RECORD, MAX_SAMPLES);
  advance (self, thread, record->time / 1000.0);
  if (record->action == FUL_ART_ENTER)
    thread->stack = ful_import_tables_stack (&self->tables, thread->stack, get_frame (self, record->method));
  else if (thread->stack != FUL_NONE)
    thread->stack = FUL_CELLS (&self->import->builder->stacks, FUL_STACK_PREFIX, gint32)[thread->stack];
}

/* Returns: the mean of the smallest fifth of the times between records of one thread, in µs; 0 if there are none */
static double
estimate_interval (FulArtReplay *self)
{
  g_autoptr(GArray) steps = g_array_new (FALSE, FALSE, sizeof (double));
  g_autofree gint64 *last = g_new (gint64, G_MAXUINT16 + 1);
  double sum = 0;
  guint n;

  memset (last, 0xff, sizeof *last * (G_MAXUINT16 + 1));
  for (guint i = 0; i < self->first->len; i++)
    {
      const FulArtRecord *record = &g_array_index (self->first, FulArtRecord, i);
      double step = (double) record->time - (double) last[record->tid];

      if (last[record->tid] >= 0 && step != 0)
        g_array_append_val (steps, step);
      last[record->tid] = record->time;
    }
  if (steps->len == 0)
    return 0;

  g_array_sort (steps, ful_doubles_compare);
  n = MAX (steps->len / 5, 1);
  for (guint i = 0; i < n; i++)
    sum += g_array_index (steps, double, i);

  return sum / n;
}

/* The first records, which were held back. */
static void
begin (FulArtReplay *self)
{
  double interval = estimate_interval (self);

  self->keeps_times = interval >= LEAST_SAMPLED_US;
  self->interval = self->keeps_times ? floor (interval / 100 + 0.5) / 10 : CALLS_INTERVAL;
  self->began = TRUE;
  for (guint i = 0; i < self->first->len; i++)
    replay (self, &g_array_index (self->first, FulArtRecord, i));
  g_array_set_size (self->first, 0);
}

/**
 * ful_art_replay_add:
 * @self: a replay
 * @record: the next record; not of action %FUL_ART_UNKNOWN
 */
void
ful_art_replay_add (FulArtReplay       *self,
                    const FulArtRecord *record)
{
  if (self->began)
    {
      replay (self, record);
      return;
    }

  g_array_append_val (self->first, *record);
  if (self->first->len == N_FIRST)
    begin (self);
}

/* Returns: (nullable): the part of class names that most classes have */
static const char *
find_special (FulArtReplay *self)
{
  GHashTableIter iter;
  gpointer name, value;
  const char *best_name = NULL;
  const Package *best = NULL;

  g_hash_table_iter_init (&iter, self->packages);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      const Package *package = value;

      if (best == NULL || package->n > best->n || (package->n == best->n && package->order < best->order))
        {
          best = package;
          best_name = name;
        }
    }

  return best_name;
}

static gboolean
is_special (const char *name,
            const char *special)
{
  gsize n = special ? strlen (special) : 0;

  if (n == 0)
    return FALSE;
  if (strncmp (name, special, n) == 0 && name[n] == '.')
    return TRUE;

  return (g_str_has_prefix (name, "com.") || g_str_has_prefix (name, "org."))
         && strncmp (name + 4, special, n) == 0 && name[4 + n] == '.';
}

static FulCategoryIndex
get_category (const char *name,
              const char *special)
{
  static const struct { const char *prefix; int category; } prefixes[] = {
    { "android.", CATEGORY_ANDROID }, { "com.android.", CATEGORY_ANDROID },
    { "java.", CATEGORY_JAVA }, { "sun.", CATEGORY_JAVA }, { "com.sun.", CATEGORY_JAVA },
    { "kotlin.", CATEGORY_KOTLIN }, { "kotlinx.", CATEGORY_KOTLIN }, { "androidx.", CATEGORY_ANDROIDX },
  };

  if (g_str_equal (name, "android.os.MessageQueue.nativePollOnce"))
    return CATEGORY_IDLE;
  if (g_str_equal (name, "java.lang.Object.wait"))
    return CATEGORY_BLOCKED;
  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (name, prefixes[i].prefix))
      return prefixes[i].category;

  return is_special (name, special) ? CATEGORY_SPECIAL : CATEGORY_OTHER;
}

static FulStringIndex
get_method_name (FulArtReplay *self,
                 guint32       method)
{
  gpointer known = g_hash_table_lookup (self->method_names, GUINT_TO_POINTER (method));
  g_autofree char *text = NULL;

  if (known)
    return GPOINTER_TO_INT (known) - 1;

  text = g_strdup_printf ("<unknown method ID 0x%x>", method);
  ful_import_log_add (self->import->builder->log, FUL_SEVERITY_ERROR, "methods", -1, -1,
                      _("a method has no name; named it by its number"));

  return ful_import_tables_string (&self->tables, text, -1);
}

static void
finish_frames (FulArtReplay *self,
               const char   *special)
{
  FulTableBuilder *frames = &self->import->builder->frames;

  for (guint i = 0; i < self->methods->len; i++)
    {
      FulStringIndex name = get_method_name (self, g_array_index (self->methods, guint32, i));
      FulFuncIndex func = ful_import_tables_func (&self->tables, &FUL_IMPORT_FUNC (name));

      FUL_CELLS (frames, FUL_FRAME_FUNC, gint32)[i] = func;
      FUL_CELLS (frames, FUL_FRAME_CATEGORY, gint32)[i] =
        get_category (ful_string_table_get (self->import->builder->strings, name), special);
    }
}

static void
finish_thread (FulArtReplay *self,
               Thread       *thread,
               const char   *pid)
{
  FulThread *to = thread->builder->thread;
  FulTableBuilder *samples = &thread->builder->samples;
  const char *name = g_hash_table_lookup (self->thread_names, GUINT_TO_POINTER (thread->tid));

  add_sample (self, thread, 1);
  ful_import_round_times (FUL_CELLS (samples, FUL_SAMPLE_TIME, double), samples->n_rows, 0);
  if (name == NULL)
    ful_import_log_add (self->import->builder->log, FUL_SEVERITY_ERROR, "threads", -1, -1,
                        _("a thread has no name; named it by its number"));
  to->name = name ? g_strdup (name) : g_strdup_printf ("%u", thread->tid);
  to->process_type = g_strdup ("");   /* not recorded */
  to->process_name = g_strdup ("");
  to->pid = g_strdup (pid);
  to->tid = g_strdup_printf ("%u", thread->tid);
  to->tid_is_number = TRUE;
  to->is_main_thread = g_str_equal (to->name, "GeckoMain");
  to->register_time = g_str_equal (to->name, "main") ? 0 : thread->start;
}

static void
finish_meta (FulArtReplay *self,
             const char   *special)
{
  static const FulImportCategory before[] = {
    { "Idle", "transparent" }, { "Other", "grey" }, { "Blocked", "lightblue" }, { "Android", "yellow" }, { "Java", "blue" },
    { "Kotlin / KotlinX", "purple" }, { "AndroidX", "orange" },
  }, after[] = {
    { "Layout", "purple" }, { "JavaScript", "yellow" }, { "GC / CC", "orange" }, { "Network", "lightblue" },
    { "Graphics", "green" }, { "DOM", "blue" },
  };
  g_autofree char *label = g_strdup (special ? special : "Special");
  FulImportMeta meta;

  label[0] = g_ascii_toupper (label[0]);
  ful_import_meta_init (&meta, "ART Trace (Android)", "ART Trace (Android)");
  ful_import_meta_set_interval (&meta, self->interval);
  for (guint i = 0; i < G_N_ELEMENTS (before); i++)
    ful_import_meta_add_category (&meta, before[i].name, before[i].color);
  ful_import_meta_add_category (&meta, label, "green");
  for (guint i = 0; i < G_N_ELEMENTS (after); i++)
    ful_import_meta_add_category (&meta, after[i].name, after[i].color);
  ful_import_meta_finish (&meta, self->import);
}

/**
 * ful_art_replay_finish:
 * @self: a replay that has all records and names
 * @pid: the process
 * @error: %FUL_ERROR_EMPTY
 *
 * Returns: whether there is anything to show
 */
gboolean
ful_art_replay_finish (FulArtReplay  *self,
                       const char    *pid,
                       GError       **error)
{
  const char *special = find_special (self);

  if (!self->began)
    begin (self);
  if (self->threads->len == 0)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_EMPTY, _("This method trace of Android has no records"));
      return FALSE;
    }

  finish_frames (self, special);
  for (guint i = 0; i < self->threads->len; i++)
    finish_thread (self, self->threads->pdata[i], pid);
  finish_meta (self, special);

  return TRUE;
}
