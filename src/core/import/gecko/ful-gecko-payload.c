/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Gecko marker payloads → processed ones (formats.md 5 steps 5 and 6): backtraces
 * become causes, garbage collector units change, string numbers become those of the
 * shared table, times become relative to the parent process. */

#include "config.h"

#include "ful-gecko-reader-private.h"

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
convert_ipc (FulRawTree *tree,
             FulRawNode *node)
{
  static const char *const kept[] = {
    "type", "startTime", "endTime", "otherPid", "messageType", "messageSeqno", "side", "direction", "phase", "sync", "threadId",
  };
  FulRawNode copy = *node;

  node->members = NULL;
  node->n = 0;
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    {
      FulRawNode *value = ful_raw_get (&copy, kept[i]);

      if (value == NULL)
        continue;
      if (g_str_equal (kept[i], "otherPid") && value->kind == FUL_RAW_NUMBER)
        value = ful_raw_tree_new_string (tree, value->text);
      ful_raw_set (tree, node, kept[i], value);
    }
}

static void
intern_strings (FulGeckoPayloads *self,
                FulRawNode       *node,
                const char       *type,
                guint             row)
{
  GPtrArray *keys = g_hash_table_lookup (self->string_fields, type);

  for (guint i = 0; keys && i < keys->len; i++)
    {
      const char *key = g_ptr_array_index (keys, i);
      double index = ful_raw_get_number (node, key);
      FulStringIndex string;

      if (isnan (index))
        continue;
      if (index < 0 || index != floor (index) || index >= ful_string_table_get_n (self->thread_strings))
        {
          ful_raw_remove (node, key);
          ful_import_log_add (self->log, FUL_SEVERITY_DATA_LOSS, self->where, row, -1,
                              _("field “%s” of a %s payload refers to missing string; removed it"), key, type);
          continue;
        }
      string = ful_string_table_intern (self->strings,
                                        ful_string_table_get (self->thread_strings, (FulStringIndex) index), -1);
      ful_raw_set (self->tree, node, key, ful_raw_tree_new_number (self->tree, string));
    }
}

static void
shift_times (FulGeckoPayloads *self,
             FulRawNode       *node,
             const char       *type)
{
  static const char *const times[] = { "startTime", "endTime" };
  guint n_network = g_str_equal (type, "Network") ? G_N_ELEMENTS (network_times) : 0;

  if (self->shift == 0)
    return;

  for (guint i = 0; i < G_N_ELEMENTS (times) + n_network; i++)
    {
      const char *key = i < G_N_ELEMENTS (times) ? times[i] : network_times[i - G_N_ELEMENTS (times)];
      double value = ful_raw_get_number (node, key);

      if (!isnan (value))
        ful_raw_set (self->tree, node, key, ful_raw_tree_new_number (self->tree, value + self->shift));
    }
}

/* `stack`, a small thread with one sample → cause. */
static void
convert_stack (FulGeckoPayloads *self,
               FulRawNode       *node,
               FulGeckoPayload  *result)
{
  FulRawNode *stack = ful_raw_get (node, "stack");
  FulRawNode *samples = ful_raw_get (stack, "samples");
  FulRawColumn *stacks = ful_raw_cells (samples, "stack");
  FulRawColumn *times = ful_raw_cells (samples, "time");
  FulRawNode *tid, *cause;
  double index;

  if (stacks == NULL || stacks->n == 0)
    return;

  tid = ful_raw_get (stack, "tid");
  ful_raw_remove (node, "stack");
  index = ful_raw_column_number (stacks, 0);
  if (!(index >= 0 && index <= G_MAXINT32))
    return;

  result->cause_stack = (FulStackIndex) index;
  result->cause_time = ful_raw_column_number (times, 0) + self->shift;
  cause = ful_raw_tree_new_node (self->tree, FUL_RAW_OBJECT);
  if (tid)
    ful_raw_set (self->tree, cause, "tid", tid);
  ful_raw_set (self->tree, cause, "time", ful_raw_tree_new_number (self->tree, result->cause_time));
  /* "stack" is appended by the caller, which records its position. */
  ful_raw_set (self->tree, node, "cause", cause);
}

/**
 * ful_gecko_payload_convert:
 * @self: how to convert
 * @text: JSON object; 64 more bytes can be loaded
 * @length: its length
 * @row: row of the marker, for the import log
 *
 * Returns: the payload; its node lives until the scratch tree is reset
 */
FulGeckoPayload
ful_gecko_payload_convert (FulGeckoPayloads *self,
                           const char       *text,
                           gsize             length,
                           guint             row)
{
  FulGeckoPayload result = { FUL_GECKO_PAYLOAD_NONE, NULL, FUL_NONE, NAN };
  FulRawNode *node = ful_raw_tree_parse (self->tree, text, length, NULL);
  const char *type;

  if (!ful_raw_is (node, FUL_RAW_OBJECT))
    return result;

  type = ful_raw_get_string (node, "type");
  type = type ? type : "";
  result.node = node;
  result.kind = FUL_GECKO_PAYLOAD_KEEP;

  convert_stack (self, node, &result);
  if (g_str_equal (type, "JS allocation"))
    result.kind = FUL_GECKO_PAYLOAD_JS_ALLOCATION;
  else if (g_str_equal (type, "Native allocation"))
    result.kind = FUL_GECKO_PAYLOAD_NATIVE_ALLOCATION;
  else if (g_str_equal (type, "GCMajor") || g_str_equal (type, "GCSlice"))
    {
      result.cause_stack = FUL_NONE;
      if (!convert_gc (self->tree, node, g_str_equal (type, "GCMajor")))
        {
          result.kind = FUL_GECKO_PAYLOAD_NONE;
          ful_import_log_add (self->log, FUL_SEVERITY_DATA_LOSS, self->where, row, -1,
                              _("removed payload of a GCMajor marker with unknown status"));
        }
    }
  else if (g_str_equal (type, "IPC"))
    {
      result.cause_stack = FUL_NONE;
      convert_ipc (self->tree, node);
      shift_times (self, node, type);
    }
  else
    {
      intern_strings (self, node, type, row);
      shift_times (self, node, type);
    }

  return result;
}
