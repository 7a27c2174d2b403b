/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Descriptions of the events of perf.data, and samples, whose fields they name (formats.md 12). */

#include "config.h"

#include "ful-perf-attrs.h"

#include "ful-perf-records.h"

#include "base/ful-hash.h"

/* Bits of sample_type, in the order of the fields. */
enum
{
  SAMPLE_IP = 1 << 0,
  SAMPLE_TID = 1 << 1,
  SAMPLE_TIME = 1 << 2,
  SAMPLE_ADDR = 1 << 3,
  SAMPLE_READ = 1 << 4,
  SAMPLE_CALLCHAIN = 1 << 5,
  SAMPLE_ID = 1 << 6,
  SAMPLE_CPU = 1 << 7,
  SAMPLE_PERIOD = 1 << 8,
  SAMPLE_STREAM_ID = 1 << 9,
  SAMPLE_RAW = 1 << 10,
  SAMPLE_BRANCH_STACK = 1 << 11,
  SAMPLE_REGS_USER = 1 << 12,
  SAMPLE_STACK_USER = 1 << 13,
  SAMPLE_IDENTIFIER = 1 << 16,
};

/* Bits of branch_sample_type. */
enum { BRANCH_CALL_STACK = 1 << 11, BRANCH_HW_INDEX = 1 << 17, BRANCH_COUNTERS = 1 << 19 };
#define BRANCH_BYTES 24

enum { READ_ENABLED = 1, READ_RUNNING = 2, READ_ID = 4, READ_GROUP = 8, READ_LOST = 16 };

/* Bits of the flags. */
#define FLAG_FREQUENCY 10
#define FLAG_SAMPLE_ID_ALL 18

#define LEAST_ATTR_BYTES 64

/* What a program was for whose registers were sampled. */
#define ABI_64 2

static void
clear_attr (gpointer data)
{
  g_free (((FulPerfAttr *) data)->name);
}

void
ful_perf_attrs_init (FulPerfAttrs *self)
{
  self->attrs = g_array_new (FALSE, FALSE, sizeof (FulPerfAttr));
  g_array_set_clear_func (self->attrs, clear_attr);
  self->by_id = g_hash_table_new_full (ful_hash_int64, g_int64_equal, g_free, NULL);
}

void
ful_perf_attrs_clear (FulPerfAttrs *self)
{
  g_clear_pointer (&self->attrs, g_array_unref);
  g_clear_pointer (&self->by_id, g_hash_table_unref);
}

/* Flags are counted from the first bit in memory, which is the highest one of big-endian machines. */
static gboolean
has_flag (guint64  flags,
          guint    bit,
          gboolean is_big_endian)
{
  return (flags >> (is_big_endian ? 63 - bit : bit) & 1) != 0;
}

/**
 * ful_perf_attrs_add:
 * @self: the events
 * @attr: before a perf_event_attr of any version
 *
 * Returns: its size; 0 if it is none
 */
gsize
ful_perf_attrs_add (FulPerfAttrs  *self,
                    FulCursor      attr)
{
  FulPerfAttr event = { 0 };
  guint64 flags;
  guint32 size;

  event.type = ful_cursor_u32 (&attr);
  size = ful_cursor_u32 (&attr);
  event.config = ful_cursor_u64 (&attr);
  event.period = ful_cursor_u64 (&attr);
  event.sample_type = ful_cursor_u64 (&attr);
  event.read_format = ful_cursor_u64 (&attr);
  flags = ful_cursor_u64 (&attr);
  if (attr.failed)
    return 0;

  /* After what all versions have: 24 bytes about breakpoints. */
  if (size >= LEAST_ATTR_BYTES + 16 && ful_cursor_skip (&attr, 24))
    event.branch_type = ful_cursor_u64 (&attr);
  if (size >= LEAST_ATTR_BYTES + 24)
    event.registers_mask = ful_cursor_u64 (&attr);

  event.is_frequency = has_flag (flags, FLAG_FREQUENCY, attr.is_big_endian);
  event.has_ids = has_flag (flags, FLAG_SAMPLE_ID_ALL, attr.is_big_endian);
  g_array_append_val (self->attrs, event);

  return MAX (size, LEAST_ATTR_BYTES);
}

/**
 * ful_perf_attrs_add_ids:
 * @self: the events
 * @ids: numbers by which records name the event that was added last
 */
void
ful_perf_attrs_add_ids (FulPerfAttrs  *self,
                        FulCursor      ids)
{
  while (ids.n >= 8 && self->attrs->len > 0)
    {
      guint64 id = ful_cursor_u64 (&ids);

      g_hash_table_insert (self->by_id, g_memdup2 (&id, sizeof id), GUINT_TO_POINTER (self->attrs->len));
    }
}

/**
 * ful_perf_attrs_read_names:
 * @self: all events
 * @feature: their descriptions, in their order
 */
void
ful_perf_attrs_read_names (FulPerfAttrs  *self,
                           FulCursor      feature)
{
  guint32 n = ful_cursor_u32 (&feature);
  guint32 attr_size = ful_cursor_u32 (&feature);

  for (guint i = 0; i < MIN (n, self->attrs->len); i++)
    {
      FulPerfAttr *attr = &g_array_index (self->attrs, FulPerfAttr, i);
      guint32 n_ids;
      char *name;

      ful_cursor_skip (&feature, attr_size);
      n_ids = ful_cursor_u32 (&feature);
      name = ful_cursor_dup_counted_text (&feature);
      ful_cursor_skip (&feature, 8 * (guint64) n_ids);
      if (feature.failed || *name == '\0')
        {
          g_free (name);
          return;
        }
      g_free (attr->name);
      attr->name = name;
    }
}

static const FulPerfAttr *
get_attr (const FulPerfAttrs *self,
          guint               i)
{
  return &g_array_index (self->attrs, FulPerfAttr, i);
}

static guint
find_attr (const FulPerfAttrs *self,
           guint64             id)
{
  gpointer known = g_hash_table_lookup (self->by_id, &id);

  return known ? GPOINTER_TO_UINT (known) - 1 : 0;
}

/* With several events, the first fields are those of all of them up to the id. */
static guint
choose_attr (const FulPerfAttrs *self,
             FulCursor           body)
{
  guint64 type = get_attr (self, 0)->sample_type;
  guint n_before = ((type & SAMPLE_IP) != 0) + ((type & SAMPLE_TID) != 0) + ((type & SAMPLE_TIME) != 0) +
                   ((type & SAMPLE_ADDR) != 0);

  if (self->attrs->len == 1 || !(type & (SAMPLE_IDENTIFIER | SAMPLE_ID)))
    return 0;
  if (!(type & SAMPLE_IDENTIFIER))
    ful_cursor_skip (&body, 8 * n_before);

  return find_attr (self, ful_cursor_u64 (&body));
}

static void
skip_read (FulCursor *body,
           guint64    format)
{
  guint64 n_each = 1 + ((format & READ_ID) != 0) + ((format & READ_LOST) != 0);
  guint64 n_times = ((format & READ_ENABLED) != 0) + ((format & READ_RUNNING) != 0);
  guint64 n = 1;

  if (format & READ_GROUP)
    n = ful_cursor_u64 (body);
  if (n > body->n / 8)
    body->failed = TRUE;
  else
    ful_cursor_skip (body, 8 * (n * n_each + n_times));
}

/* Returns: whether the fields from the call chain to the branches are all there */
static gboolean
read_branches (FulCursor         *body,
               const FulPerfAttr *attr,
               FulPerfSample     *out)
{
  guint64 n;

  if (attr->sample_type & SAMPLE_RAW)
    ful_cursor_skip (body, ful_cursor_u32 (body));
  if (!(attr->sample_type & SAMPLE_BRANCH_STACK))
    return !body->failed;

  n = ful_cursor_u64 (body);
  if (attr->branch_type & BRANCH_HW_INDEX)
    ful_cursor_skip (body, 8);
  if (body->failed || n > body->n / BRANCH_BYTES)
    return FALSE;
  if (attr->branch_type & BRANCH_CALL_STACK)
    {
      out->branches = *body;
      out->n_branches = n;
    }
  ful_cursor_skip (body, BRANCH_BYTES * n);
  if (attr->branch_type & BRANCH_COUNTERS)
    ful_cursor_skip (body, 8 * n);

  return !body->failed;
}

/* Registers and memory of the program. */
static void
read_user_state (FulCursor         *body,
                 const FulPerfAttr *attr,
                 FulPerfSample     *out)
{
  guint64 abi = attr->sample_type & SAMPLE_REGS_USER ? ful_cursor_u64 (body) : 0;
  guint64 n_registers = 0, size, used;

  for (guint64 left = attr->registers_mask; left && abi; left &= left - 1)
    n_registers++;
  out->registers = *body;
  ful_cursor_skip (body, 8 * n_registers);
  out->registers_mask = abi == ABI_64 ? attr->registers_mask : 0;
  if (!(attr->sample_type & SAMPLE_STACK_USER))
    return;

  size = ful_cursor_u64 (body);
  out->has_user_stack = abi != 0 || size > 0;   /* threads of the kernel have neither */
  if (size == 0)
    return;
  out->stack = *body;
  ful_cursor_skip (body, size);
  used = ful_cursor_u64 (body);
  out->stack.n = body->failed ? 0 : (gsize) MIN (used, size);
}

/* Reads what a sample begins with, up to its time. Returns: the fields it has */
static guint64
read_head (const FulPerfAttrs *self,
           FulCursor          *body,
           FulPerfSample      *out)
{
  guint64 type;

  *out = (FulPerfSample) { .pid = -1, .tid = -1, .period = 1 };
  out->attr = choose_attr (self, *body);
  type = get_attr (self, out->attr)->sample_type;
  if (type & SAMPLE_IDENTIFIER)
    ful_cursor_skip (body, 8);
  if (type & SAMPLE_IP)
    out->ip = ful_cursor_u64 (body);
  if (type & SAMPLE_TID)
    {
      out->pid = (gint32) ful_cursor_u32 (body);
      out->tid = (gint32) ful_cursor_u32 (body);
    }
  if (type & SAMPLE_TIME)
    out->time = ful_cursor_u64 (body);

  return type;
}

/**
 * ful_perf_attrs_read_sample:
 * @self: the events
 * @body: a sample, behind its header
 * @out: (out): the sample; its chain stays in @body
 *
 * Returns: whether it has all fields that its event says
 */
gboolean
ful_perf_attrs_read_sample (const FulPerfAttrs *self,
                            FulCursor           body,
                            FulPerfSample      *out)
{
  guint64 type;

  if (self->attrs->len == 0)
    return FALSE;

  type = read_head (self, &body, out);
  if (!get_attr (self, out->attr)->is_frequency)
    out->period = get_attr (self, out->attr)->period;
  if (type & SAMPLE_ADDR)
    ful_cursor_skip (&body, 8);
  if (type & SAMPLE_ID)
    ful_cursor_skip (&body, 8);
  if (type & SAMPLE_STREAM_ID)
    ful_cursor_skip (&body, 8);
  if (type & SAMPLE_CPU)
    ful_cursor_skip (&body, 8);
  if (type & SAMPLE_PERIOD)
    out->period = ful_cursor_u64 (&body);
  if (type & SAMPLE_READ)
    skip_read (&body, get_attr (self, out->attr)->read_format);
  if (type & SAMPLE_CALLCHAIN)
    {
      guint64 n = ful_cursor_u64 (&body);

      if (n > body.n / 8)
        return FALSE;
      out->chain = body;
      out->n_chain = n;
      out->chain.n = 8 * n;
      ful_cursor_skip (&body, 8 * n);
    }
  if (!(type & (SAMPLE_BRANCH_STACK | SAMPLE_STACK_USER)))
    return !body.failed;
  if (!read_branches (&body, get_attr (self, out->attr), out))
    return FALSE;
  read_user_state (&body, get_attr (self, out->attr), out);

  return !body.failed;
}

/* Goes to the time in the fields that end all records that are no samples. Returns: whether there is one */
static gboolean
find_time (const FulPerfAttrs *self,
           FulCursor          *body)
{
  guint64 type = self->attrs->len > 0 ? get_attr (self, 0)->sample_type : 0;
  guint n_after = ((type & SAMPLE_ID) != 0) + ((type & SAMPLE_STREAM_ID) != 0) + ((type & SAMPLE_CPU) != 0) +
                  ((type & SAMPLE_IDENTIFIER) != 0);

  if (!(type & SAMPLE_TIME) || !get_attr (self, 0)->has_ids || body->n < 8 * (n_after + 1))
    return FALSE;

  return ful_cursor_skip (body, body->n - 8 * (n_after + 1)) != NULL;
}

/**
 * ful_perf_attrs_get_thread:
 * @self: the events
 * @body: a record that is no sample, behind its header
 * @out_time: (out): ns
 *
 * Returns: whether the record ends with its thread and its time
 */
gboolean
ful_perf_attrs_get_thread (const FulPerfAttrs *self,
                           FulCursor           body,
                           gint32             *out_pid,
                           gint32             *out_tid,
                           guint64            *out_time)
{
  FulCursor time = body;

  if (!find_time (self, &time) || !(get_attr (self, 0)->sample_type & SAMPLE_TID) || body.n < time.n + 8)
    return FALSE;

  ful_cursor_skip (&body, body.n - time.n - 8);
  *out_pid = (gint32) ful_cursor_u32 (&body);
  *out_tid = (gint32) ful_cursor_u32 (&body);
  *out_time = ful_cursor_u64 (&time);

  return TRUE;
}

/**
 * ful_perf_attrs_get_time:
 * @self: the events
 * @type: type of a record
 * @body: the record, behind its header
 *
 * Returns: ns; 0 for records without a time, which were written before the recording
 */
guint64
ful_perf_attrs_get_time (const FulPerfAttrs *self,
                         guint32             type,
                         FulCursor           body)
{
  FulPerfSample sample;

  if (self->attrs->len == 0 || type >= FUL_PERF_RECORD_FIRST_OF_TOOL)
    return 0;
  if (type == FUL_PERF_RECORD_SAMPLE)
    return self->attrs->len > 0 && (read_head (self, &body, &sample), !body.failed) ? sample.time : 0;

  return find_time (self, &body) ? ful_cursor_u64 (&body) : 0;
}

/**
 * ful_perf_attrs_get_interval:
 *
 * Returns: ms between two samples, as was asked for; 0 if it is no time
 */
double
ful_perf_attrs_get_interval (const FulPerfAttrs *self)
{
  const FulPerfAttr *first = self->attrs->len > 0 ? get_attr (self, 0) : NULL;

  return first && first->is_frequency && first->period > 0 ? 1000.0 / (double) first->period : 0;
}
