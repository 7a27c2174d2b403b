/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Gecko marker payloads → processed ones (formats.md 5 steps 5 and 6): backtraces
 * become causes, garbage collector units change, string numbers become those of the
 * shared table, times become relative to the parent process. Text that does not change is
 * not copied; only payloads of the garbage collector become trees. */

#include "config.h"

#include "ful-gecko-reader-private.h"

#include "base/ful-bytes.h"
#include "io/raw/ful-raw-get.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static const char *const network_times[] = {
  "domainLookupStart", "domainLookupEnd", "connectStart", "tcpConnectEnd", "secureConnectionStart",
  "connectEnd", "requestStart", "responseStart", "responseEnd",
};

/* Leaves type and timings only. Returns FALSE for an unknown status. */
static gboolean
convert_gc (FulRawTree *tree,
            FulRawNode *node,
            gboolean    is_major)
{
  FulRawNode *timings = ful_raw_get (node, "timings");
  FulRawNode *type = ful_raw_get (node, "type");

  if (ful_raw_is (timings, FUL_RAW_OBJECT))
    {
      const char *status = ful_raw_get_string (timings, "status");

      if (!is_major)
        ful_legacy_move_phases (tree, timings, "times");
      else if (g_strcmp0 (status, "completed") == 0)
        {
          ful_legacy_move_phases (tree, timings, "totals");
          ful_legacy_scale_member (tree, timings, "mmu_20ms", 0.01);
          ful_legacy_scale_member (tree, timings, "mmu_50ms", 0.01);
        }
      else if (g_strcmp0 (status, "aborted") == 0)
        {
          timings = ful_raw_tree_new_node (tree, FUL_RAW_OBJECT);
          ful_raw_set (tree, timings, "status", ful_raw_tree_new_string (tree, "aborted"));
        }
      else
        return FALSE;
    }

  node->members = NULL;
  node->n = 0;
  ful_raw_set (tree, node, "type", type);
  if (timings)
    ful_raw_set (tree, node, "timings", timings);

  return TRUE;
}

static void
append_member (const FulJsonMembers *members,
               const FulJsonMember  *member,
               gboolean              quoted,
               FulBytes             *to)
{
  const char *key = members->text + member->key - 1;
  gsize n_value = member->end - member->value;

  ful_bytes_append_c (to, to->n > 0 ? ',' : '{');
  ful_bytes_append (to, key, member->key_length + 3);
  if (quoted)
    ful_bytes_append_c (to, '"');
  if (member->edit == FUL_JSON_MEMBER_NUMBER)
    ful_raw_write_number (member->number, to);
  else
    ful_bytes_append (to, members->text + member->value, n_value);
  if (quoted)
    ful_bytes_append_c (to, '"');
}

/* Known members only, in this order. */
static void
write_ipc (const FulJsonMembers *members,
           FulBytes             *to)
{
  static const struct
  {
    const char *name;
    guint       length;
    gboolean    is_text;
  } kept[] = {
    { "type", 4 }, { "startTime", 9 }, { "endTime", 7 }, { "otherPid", 8, TRUE }, { "messageType", 11 },
    { "messageSeqno", 12 }, { "side", 4 }, { "direction", 9 }, { "phase", 5 }, { "sync", 4 }, { "threadId", 8 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    for (guint m = members->n; m > 0; m--)
      {
        const FulJsonMember *member = &members->members[m - 1];
        char c = members->text[member->value];

        if (member->key_length != kept[i].length || memcmp (members->text + member->key, kept[i].name, kept[i].length) != 0)
          continue;
        append_member (members, member, kept[i].is_text && (c == '-' || g_ascii_isdigit (c)), to);
        break;
      }
  ful_bytes_append_c (to, '}');
}

static void
set_number (FulGeckoPayloads *self,
            FulJsonMember    *member,
            double            number)
{
  member->edit = FUL_JSON_MEMBER_NUMBER;
  member->number = number;
  self->is_changed = TRUE;
}

static void
remove_member (FulGeckoPayloads *self,
               FulJsonMember    *member)
{
  member->edit = FUL_JSON_MEMBER_REMOVE;
  self->is_changed = TRUE;
}

static void
intern_strings (FulGeckoPayloads           *self,
                const FulGeckoPayloadType  *type,
                guint                       row)
{
  FulStringTable *from = self->thread->strings;
  FulStringTable *to = self->thread->reader->builder->strings;

  for (guint i = 0; type->string_keys && i < type->string_keys->len; i++)
    {
      const char *key = g_ptr_array_index (type->string_keys, i);
      FulJsonMember *member = ful_json_members_find (&self->members, key);
      double index = ful_json_members_get_number (&self->members, member);

      if (isnan (index))
        continue;
      if (index < 0 || index != floor (index) || index >= ful_string_table_get_n (from))
        {
          remove_member (self, member);
          ful_import_log_add (self->thread->reader->builder->log, FUL_SEVERITY_DATA_LOSS, self->thread->where, row, -1,
                              _("field “%s” of a %s payload refers to missing string; removed it"), key, type->name);
          continue;
        }
      set_number (self, member, ful_string_table_intern (to, ful_string_table_get (from, (FulStringIndex) index), -1));
    }
}

static void
shift_time (FulGeckoPayloads *self,
            const char       *key)
{
  FulJsonMember *member = ful_json_members_find (&self->members, key);
  double value = ful_json_members_get_number (&self->members, member);

  if (!isnan (value))
    set_number (self, member, value + self->thread->process->shift);
}

static void
shift_times (FulGeckoPayloads           *self,
             const FulGeckoPayloadType  *type)
{
  if (self->thread->process->shift == 0)
    return;

  shift_time (self, "startTime");
  shift_time (self, "endTime");
  for (guint i = 0; type->kind == FUL_GECKO_PAYLOAD_NETWORK && i < G_N_ELEMENTS (network_times); i++)
    shift_time (self, network_times[i]);
}

/* @member is a small thread, whose first sample counts. Returns: whether it has one with a stack, which may be null */
static gboolean
read_stack (FulGeckoPayloads    *self,
            const FulJsonMember *member,
            double              *out_stack,
            double              *out_time)
{
  FulJsonMembers *inner = &self->inner;
  const FulJsonMember *data;
  double stack_column, time_column;
  gboolean is_first = TRUE, has_stack = FALSE;
  FulJsonReader reader;

  *out_time = NAN;
  if (!ful_json_members_read_value (inner, &self->members, member) ||
      !ful_json_members_read_value (inner, inner, ful_json_members_find (inner, "samples")))
    return FALSE;
  data = ful_json_members_find (inner, "data");
  if (data == NULL || inner->text[data->value] != '[' || inner->text[data->value + 1] != '[')
    return FALSE;
  ful_json_reader_init_memory (&reader, inner->text + data->value + 1, data->end - data->value - 1);
  if (!ful_json_members_read_value (inner, inner, ful_json_members_find (inner, "schema")))
    return FALSE;

  stack_column = ful_json_members_get_number (inner, ful_json_members_find (inner, "stack"));
  time_column = ful_json_members_get_number (inner, ful_json_members_find (inner, "time"));
  ful_json_reader_begin (&reader, '[');
  for (guint i = 0; ful_json_reader_next_element (&reader, &is_first); i++)
    {
      double number = ful_json_reader_read_number_or_skip (&reader);

      if (i == stack_column)
        {
          *out_stack = number;
          has_stack = TRUE;
        }
      else if (i == time_column)
        *out_time = number;
    }
  ful_json_reader_clear (&reader);

  return has_stack;
}

/* `stack` → cause at the end of the payload. Its stack number is written when the final stack table is known. */
static void
convert_stack (FulGeckoPayloads *self,
               FulGeckoPayload  *payload,
               guint             row)
{
  FulJsonMember *member = ful_json_members_find (&self->members, "stack");
  FulBytes *to = &self->converted;
  FulJsonMember *cause;
  const FulJsonMember *tid;
  double stack, time;

  if (!read_stack (self, member, &stack, &time))
    return;

  remove_member (self, member);
  if (stack >= 0 && stack <= G_MAXINT32)
    payload->cause_stack = ful_gecko_shared_stack (self->thread, stack, row);
  if (payload->cause_stack == FUL_NONE)
    return;

  cause = ful_json_members_find (&self->members, "cause");
  if (cause)
    remove_member (self, cause);
  ful_json_members_write (&self->members, to);
  to->n--;
  ful_bytes_append_s (to, to->n > 1 ? ",\"cause\":{" : "\"cause\":{");
  ful_json_members_read_value (&self->inner, &self->members, member);
  tid = ful_json_members_find (&self->inner, "tid");
  if (tid)
    {
      ful_bytes_append_s (to, "\"tid\":");
      ful_bytes_append (to, self->inner.text + tid->value, tid->end - tid->value);
      ful_bytes_append_c (to, ',');
    }
  ful_bytes_append_s (to, "\"time\":");
  ful_raw_write_number (time + self->thread->process->shift, to);
  ful_bytes_append_s (to, ",\"stack\":" FUL_GECKO_STACK_BLANKS "}}");
}

/* Leaves the payload as it is. */
static void
read_allocation_stack (FulGeckoPayloads *self,
                       FulGeckoPayload  *payload,
                       guint             row)
{
  double stack, time;

  if (read_stack (self, ful_json_members_find (&self->members, "stack"), &stack, &time) && stack >= 0 && stack <= G_MAXINT32)
    payload->cause_stack = ful_gecko_shared_stack (self->thread, stack, row);
}

/* Returns: FALSE for one without a known status, or that needs too much memory */
static gboolean
rewrite_gc (FulGeckoPayloads *self,
            gboolean          is_major,
            guint             row)
{
  FulRawNode *node;

  ful_raw_tree_reset (self->tree);
  node = ful_raw_tree_parse (self->tree, self->members.text, self->members.length, NULL);
  if (node == NULL)
    return FALSE;
  if (!convert_gc (self->tree, node, is_major))
    {
      ful_import_log_add (self->thread->reader->builder->log, FUL_SEVERITY_DATA_LOSS, self->thread->where, row, -1,
                          _("removed payload of a GCMajor marker with unknown status"));
      return FALSE;
    }
  ful_raw_write (node, &self->converted);

  return TRUE;
}

static void
convert_members (FulGeckoPayloads          *self,
                 const FulGeckoPayloadType *type,
                 FulGeckoPayload           *payload,
                 guint                      row)
{
  const FulJsonMember *window = ful_json_members_find (&self->members, "innerWindowID");

  payload->window = ful_json_members_get_number (&self->members, window);
  intern_strings (self, type, row);
  shift_times (self, type);
  convert_stack (self, payload, row);
  if (self->is_changed && self->converted.n == 0)
    ful_json_members_write (&self->members, &self->converted);
}

/**
 * ful_gecko_payload_convert:
 * @self: how to convert
 * @text: a JSON value whose grammar was checked already, without space between tokens; 64 more bytes can be loaded
 * @length: its length in bytes
 * @row: row of the marker, for the import log
 * @payload: (out caller-allocates): the payload; valid until the next one
 *
 * Returns: whether there is a payload
 */
gboolean
ful_gecko_payload_convert (FulGeckoPayloads *self,
                           const char       *text,
                           gsize             length,
                           guint             row,
                           FulGeckoPayload  *payload)
{
  const FulGeckoPayloadType *type;

  *payload = (FulGeckoPayload) { .cause_stack = FUL_NONE, .window = NAN };
  if (!ful_json_members_read (&self->members, text, length))
    return FALSE;

  self->is_changed = FALSE;
  self->converted.n = 0;
  type = ful_gecko_payload_type_get (self->thread->reader, &self->members, ful_json_members_find (&self->members, "type"));
  payload->type = type->text;
  payload->kind = type->kind;
  switch (type->kind)
    {
    case FUL_GECKO_PAYLOAD_JS_ALLOCATION:
    case FUL_GECKO_PAYLOAD_NATIVE_ALLOCATION:
      read_allocation_stack (self, payload, row);
      break;
    case FUL_GECKO_PAYLOAD_GC_MAJOR:
    case FUL_GECKO_PAYLOAD_GC_SLICE:
      if (!rewrite_gc (self, type->kind == FUL_GECKO_PAYLOAD_GC_MAJOR, row))
        return FALSE;
      break;
    case FUL_GECKO_PAYLOAD_IPC:
      shift_times (self, type);
      write_ipc (&self->members, &self->converted);
      break;
    case FUL_GECKO_PAYLOAD_PLAIN:
    case FUL_GECKO_PAYLOAD_NETWORK:
    default:
      convert_members (self, type, payload, row);
      break;
    }

  payload->text = self->converted.n > 0 ? self->converted.data : self->members.text;
  payload->length = self->converted.n > 0 ? self->converted.n : self->members.length;

  return TRUE;
}

void
ful_gecko_payloads_clear (FulGeckoPayloads *self)
{
  ful_json_members_clear (&self->members);
  ful_json_members_clear (&self->inner);
  ful_bytes_clear (&self->converted);
}
