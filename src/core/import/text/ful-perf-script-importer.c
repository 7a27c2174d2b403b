/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Output of `perf script`, with any set of fields that has a thread and a time (formats.md 8.1):
 *
 *   worker 1  2852/2855 [001]  2442.236015:    2004008 cpu-clock:
 *               70e62 __cos_fma+0x392 (/usr/lib/libm.so.6)
 *                1902 main (/home/me/native)
 *
 * Lines between samples that are neither are skipped: comments, source lines, other events. */

#include "config.h"

#include "base/ful-hash.h"
#include "import/common/ful-import-meta.h"
#include "import/common/ful-import-samples.h"
#include "import/common/ful-import-tables.h"
#include "import/ful-importer.h"
#include "import/perf/ful-perf-events.h"
#include "import/text/ful-perf-line.h"
#include "import/text/ful-text-head.h"

#include "base/ful-error.h"
#include "base/ful-interner.h"
#include "model/ful-profile.h"
#include "model/ful-sample-type.h"
#include "model/ful-shared-tables.h"
#include "model/ful-thread-tables.h"

#include <glib/gi18n-lib.h>
#include <stdint.h>
#include <string.h>

#define PERF_VERSION "# perf version : "

/* The first line of a header. */
#define COMMENT "# ========"

enum { CATEGORY_USER, CATEGORY_KERNEL };

typedef struct
{
  FulStringIndex symbol;
  FulStringIndex module;       /* or FUL_NONE */
  gboolean       is_kernel;
  FulFrameIndex  frame;        /* FUL_NONE before it is used: rows are in the order of callers, then callees */
} Location;

typedef struct
{
  FulImport       *import;
  FulImportTables  tables;
  FulInterner     *ids;        /* pid and tid → place of the thread in the builder */
  GHashTable      *locations;  /* "symbol (in module)" → Location */
  GString         *key;        /* scratch: such a text */
  GPtrArray       *stack;      /* Location of the current sample, innermost first */
  GPtrArray       *events;     /* names of those with periods, which are sample types behind that of the samples */
  FulThreadBuilder *thread;    /* (nullable): of the current sample */
  double           time;
  gint64           row, offset;  /* of its first line */
  gboolean         is_on_line;   /* the only frame so far is on that line, or what looks like one */
  char            *writer;     /* (nullable): the version of perf, of the header */
  guint            type;       /* number of the sample type of its event, or 0 */
  double           period;
} PerfReader;

/* Returns: (transfer none): the thread, with the name that it has now: threads get theirs after they were made */
static FulThreadBuilder *
get_thread (PerfReader   *self,
            const FulPerfHeader *header)
{
  gint32 ids[] = { (gint32) (guint32) header->pid, (gint32) (header->pid >> 32),
                   (gint32) (guint32) header->tid, (gint32) (header->tid >> 32) };
  GPtrArray *threads = self->import->builder->threads;
  guint place = ful_interner_intern (self->ids, ids);
  gboolean is_new = place == threads->len;
  FulThreadBuilder *builder = is_new ? ful_profile_builder_add_thread (self->import->builder) : threads->pdata[place];
  FulThread *thread = builder->thread;

  if (is_new)
    {
      thread->process_type = g_strdup ("default");
      thread->process_name = g_strdup ("");
      thread->pid = g_strdup_printf ("%" G_GUINT64_FORMAT, header->pid);
      thread->tid = g_strdup_printf ("%" G_GUINT64_FORMAT, header->tid);
      thread->tid_is_number = TRUE;
      thread->is_main_thread = header->pid == header->tid && header->tid != 0;
    }
  if (header->n_name == 0 && is_new)
    thread->name = g_strdup (thread->tid);
  else if (is_new || (header->n_name > 0 && (strncmp (thread->name, header->name, header->n_name) != 0
                                             || thread->name[header->n_name] != '\0')))
    {
      g_free (thread->name);
      thread->name = g_strndup (header->name, header->n_name);
    }

  return builder;
}

static Location *
get_location (PerfReader *self,
              const char *symbol,
              gsize       n_symbol,
              const char *module,
              gsize       n_module)
{
  static const char thunk[] = "non-virtual thunk to ";
  GString *key = self->key;
  Location *location;

  if (n_symbol > strlen (thunk) && memcmp (symbol, thunk, strlen (thunk)) == 0)
    {
      symbol += strlen (thunk);
      n_symbol -= strlen (thunk);
    }
  g_string_truncate (key, 0);
  g_string_append_len (key, symbol, (gssize) n_symbol);
  if (n_module > 0)
    {
      g_string_append (key, " (in ");
      g_string_append_len (key, module, (gssize) n_module);
      g_string_append_c (key, ')');
    }
  location = g_hash_table_lookup (self->locations, key->str);
  if (location)
    return location;

  location = g_new (Location, 1);
  location->symbol = ful_import_tables_string (&self->tables, symbol, (gssize) n_symbol);
  location->module = n_module > 0 ? ful_import_tables_string (&self->tables, module, (gssize) n_module) : FUL_NONE;
  location->is_kernel = strstr (key->str, "kallsyms") || strstr (key->str, "/vmlinux)") || g_str_has_suffix (key->str, ".ko)");
  location->frame = FUL_NONE;
  g_hash_table_insert (self->locations, g_strdup (key->str), location);

  return location;
}

static FulFrameIndex
get_frame (PerfReader *self,
           Location   *location)
{
  FulImportFunc func = FUL_IMPORT_FUNC (location->symbol);

  if (location->frame != FUL_NONE)
    return location->frame;

  if (location->module != FUL_NONE)
    func.resource = ful_import_tables_lib_resource (&self->tables, location->module);
  location->frame = ful_import_tables_frame (&self->tables,
                                             &FUL_IMPORT_FRAME (ful_import_tables_func (&self->tables, &func),
                                                                location->is_kernel ? CATEGORY_KERNEL : CATEGORY_USER));

  return location->frame;
}

/* A frame without a symbol. */
static Location *
get_nameless_location (PerfReader *self,
                       const char *address,
                       gsize       n_address,
                       const char *module,
                       gsize       n_module)
{
  char name[2 + 16 + 1] = "0x";

  while (n_address > 1 && *address == '0')
    {
      address++;
      n_address--;
    }
  n_address = MIN (n_address, 16);
  memcpy (name + 2, address, n_address);

  return get_location (self, name, 2 + n_address, module, n_module);
}

static void
add_frame (PerfReader         *self,
           const FulPerfFrame *frame)
{
  g_ptr_array_add (self->stack, frame->n_symbol > 0
                                  ? get_location (self, frame->symbol, frame->n_symbol, frame->module, frame->n_module)
                                  : get_nameless_location (self, frame->address, frame->n_address, frame->module, frame->n_module));
}

/* Gives a thread the types of the first @n events. */
static void
add_types (PerfReader       *self,
           FulThreadBuilder *thread,
           guint             n)
{
  if (n > 0 && thread->thread->sample_types == NULL)
    ful_import_samples_count (thread);
  for (guint i = n > 0 ? thread->thread->sample_types->len - 1 : 0; i < n; i++)
    {
      const char *event = self->events->pdata[i];

      ful_import_samples_add_type (thread, event, ful_perf_event_get_unit (event), FALSE);
    }
}

/* Number of the sample type of an event. Returns: 0 if there are too many */
static guint
get_type (PerfReader *self,
          const char *event,
          gsize       n)
{
  for (guint i = 0; i < self->events->len; i++)
    {
      const char *name = self->events->pdata[i];

      if (strncmp (name, event, n) == 0 && name[n] == '\0')
        return i + 1;
    }
  if (self->events->len + 1 == FUL_MAX_SAMPLE_TYPES)
    {
      ful_import_log_add (self->import->builder->log, FUL_SEVERITY_DATA_LOSS, "lines", -1, -1,
                          _("there are too many events; the periods of the last ones are left out"));
      return 0;
    }
  g_ptr_array_add (self->events, g_strndup (event, n));

  return self->events->len;
}

/* A number before the name of the event, which has a colon at its end. */
static void
read_period (PerfReader *self,
             const char *event)
{
  gsize n, n_period;
  const char *period = ful_perf_line_next_word (event, &n_period);
  const char *name = ful_perf_line_next_word (period + n_period, &n);
  char *end;

  self->type = 0;
  if (n_period == 0 || n < 2 || name[n - 1] != ':')
    return;
  self->period = (double) g_ascii_strtoull (period, &end, 10);
  if (end == period + n_period)
    self->type = get_type (self, name, n - 1);
}

static void
end_sample (PerfReader *self)
{
  FulStackIndex stack = FUL_NONE;
  guint row;

  if (self->thread && self->stack->len > 0)
    {
      for (guint i = self->stack->len; i-- > 0; )
        stack = ful_import_tables_stack (&self->tables, stack, get_frame (self, self->stack->pdata[i]));
      row = ful_import_samples_add (self->thread, self->time, stack);
      add_types (self, self->thread, self->type);
      if (self->type > 0)
        ful_import_samples_set_value (self->thread, row, self->type, self->period);
    }
  else if (self->thread)
    ful_import_log_add (self->import->builder->log, FUL_SEVERITY_DATA_LOSS, "lines", self->row, self->offset,
                        _("a sample without a stack; skipped it"));
  g_ptr_array_set_size (self->stack, 0);
  self->thread = NULL;
}

/* Without call chains the frame is on the first line. */
static void
read_frame_of_header (PerfReader *self,
                      const char *event)
{
  FulPerfFrame frame;
  gsize n;
  const char *text = ful_perf_line_find_frame (event, &n);

  self->is_on_line = ful_perf_line_parse_frame (text, n, &frame) && frame.n_address > 0;
  if (self->is_on_line)
    add_frame (self, &frame);
}

/* With a call chain the first line has data of the event, whatever it looks like. */
static void
read_frame (PerfReader *self,
            const char *line,
            gsize       n)
{
  FulPerfFrame frame;

  if (!ful_perf_line_parse_frame (line, n, &frame))
    return;
  if (self->is_on_line)
    g_ptr_array_set_size (self->stack, 0);
  self->is_on_line = FALSE;
  add_frame (self, &frame);
}

/* Returns: whether the line is the first one of a sample, or another record */
static gboolean
begin_sample (PerfReader *self,
              const char *line,
              gint64      row,
              gint64      offset)
{
  FulPerfHeader header = { 0 };

  if (!ful_perf_line_parse_header (line, &header))
    return FALSE;

  end_sample (self);
  header.event += strspn (header.event, " \t");
  if (g_str_has_prefix (header.event, "PERF_RECORD_"))
    return TRUE;

  self->time = header.time;
  self->row = row;
  self->offset = offset;
  read_period (self, header.event);
  read_frame_of_header (self, header.event);
  self->thread = get_thread (self, &header);

  return TRUE;
}

static void
read_lines (PerfReader    *self,
            FulByteReader *bytes)
{
  guint64 offset = ful_byte_reader_get_offset (bytes);
  char *line;
  gsize n;

  for (gint64 row = 0; !ful_profile_builder_is_full (self->import->builder) && (line = ful_byte_reader_next_line (bytes, &n));
       row++, offset = ful_byte_reader_get_offset (bytes))
    {
      if (line[strspn (line, " \t")] == '\0')
        end_sample (self);
      else if (self->writer == NULL && g_str_has_prefix (line, PERF_VERSION))
        self->writer = g_strdup_printf ("perf %s", line + strlen (PERF_VERSION));
      else if (!begin_sample (self, line, row, (gint64) offset) && line[0] != '#')
        {
          if (ful_perf_line_is_blank (line[0]))
            read_frame (self, line, n);
          else
            {
              end_sample (self);
              ful_import_log_add (self->import->builder->log, FUL_SEVERITY_DATA_LOSS, "lines", row, (gint64) offset,
                                  _("this is no sample with thread and time; skipped it"));
            }
        }
    }
  end_sample (self);
}

static gboolean
finish (PerfReader  *self,
        GError     **error)
{
  GPtrArray *threads = self->import->builder->threads;
  FulImportMeta meta;

  if (!ful_profile_builder_check_n_threads (self->import->builder, 0, error))
    return FALSE;

  /* Threads without stacks are not shown. */
  for (guint i = threads->len; i-- > 0; )
    {
      FulThreadBuilder *thread = threads->pdata[i];

      add_types (self, thread, self->events->len);
      ful_import_samples_sort (thread);
      if (thread->samples.n_rows > 0)
        ful_import_round_times (FUL_CELLS (&thread->samples, FUL_SAMPLE_TIME, double), thread->samples.n_rows, 0);
      else
        g_ptr_array_remove_index (threads, i);
    }
  if (threads->len == 0)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_EMPTY,
                           _("No sample of this output of perf script has a stack: “perf script -F +pid,+time,+ip,+sym,+dso” "
                             "prints what is needed"));
      return FALSE;
    }

  ful_import_meta_init (&meta, "Linux perf", "perf script");
  meta.writer = self->writer;
  ful_import_meta_add_category (&meta, "User", "yellow");
  ful_import_meta_add_category (&meta, "Kernel", "orange");
  ful_import_meta_finish (&meta, self->import);

  return TRUE;
}

static gboolean
read_bytes (FulImport      *import,
            FulByteReader  *bytes,
            GError        **error)
{
  PerfReader self = { import };
  gboolean success;

  ful_import_tables_init (&self.tables, import->builder);
  self.ids = ful_interner_new (4);
  self.locations = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, g_free);
  self.key = g_string_new (NULL);
  self.stack = g_ptr_array_new ();
  self.events = g_ptr_array_new_with_free_func (g_free);

  read_lines (&self, bytes);
  success = finish (&self, error);

  ful_import_tables_clear (&self.tables);
  ful_interner_free (self.ids);
  g_hash_table_unref (self.locations);
  g_string_free (self.key, TRUE);
  g_free (self.writer);
  g_ptr_array_unref (self.stack);
  g_ptr_array_unref (self.events);

  return success;
}

/* The first line that is neither blank nor a comment begins a sample; the name of a thread may begin with "#". */
static gboolean
probe_head (const char *head,
            gsize       n,
            const char *file_name G_GNUC_UNUSED)
{
  FulPerfHeader header;
  FulTextHead lines;
  const char *line;
  gsize n_line;

  if (!ful_text_head_init (&lines, head, n))
    return FALSE;

  for (gboolean is_first = TRUE; ful_text_head_next (&lines, &line, &n_line); )
    {
      g_autofree char *text = g_strndup (line, n_line);
      gboolean is_header = !ful_text_begins_json (line, n_line) && ful_perf_line_parse_header (text, &header);

      if (is_header || (is_first && g_str_equal (text, COMMENT)))
        return TRUE;
      if (n_line > 0 && line[0] != '#')
        return FALSE;
      is_first = is_first && n_line == 0;
    }

  return FALSE;
}

const FulImporter ful_perf_script_importer = {
  .name = N_("Output of perf script"),
  .kind = FUL_IMPORTER_TEXT,
  .mime_type = "text/x-perf-script",
  .suffixes = FUL_IMPORTER_LIST ("perf", "txt"),
  .probe_head = probe_head,
  .read_bytes = read_bytes,
};
