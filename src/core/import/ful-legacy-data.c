/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Lists and rules that the upgrades of both formats share (versions.md 1.1 to 1.4):
 * data that was built into the programs of that time. */

#include "config.h"

#include "ful-legacy-data.h"

#include "base/ful-hash.h"
#include "io/raw/ful-raw-get.h"

#include <math.h>

#define DISPLAY_MC_MT "\"display\":[\"marker-chart\",\"marker-table\"]"
#define DISPLAY_MC_MT_TO "\"display\":[\"marker-chart\",\"marker-table\",\"timeline-overview\"]"
#define DISPLAY_MC_MT_TM "\"display\":[\"marker-chart\",\"marker-table\",\"timeline-memory\"]"
#define FIELD(key, label, format) "{\"key\":\"" key "\",\"label\":\"" label "\",\"format\":\"" format "\"}"
#define NBSP "\302\240"
#define DASH "\342\200\224"

static const char built_in_schemas[] =
  "[{\"name\":\"GCMajor\"," DISPLAY_MC_MT_TM ",\"data\":[]},"
  "{\"name\":\"GCMinor\"," DISPLAY_MC_MT_TM ",\"data\":[]},"
  "{\"name\":\"GCSlice\"," DISPLAY_MC_MT_TM ",\"data\":[]},"
  "{\"name\":\"CC\",\"tooltipLabel\":\"Cycle Collect\"," DISPLAY_MC_MT_TM ",\"data\":[]},"
  "{\"name\":\"FileIO\"," DISPLAY_MC_MT ",\"data\":["
  FIELD ("operation", "Operation", "string") "," FIELD ("source", "Source", "string") ","
  FIELD ("filename", "Filename", "file-path") "]},"
  "{\"name\":\"MediaSample\"," DISPLAY_MC_MT ",\"data\":["
  FIELD ("sampleStartTimeUs", "Sample start time", "microseconds") ","
  FIELD ("sampleEndTimeUs", "Sample end time", "microseconds") "]},"
  "{\"name\":\"Styles\"," DISPLAY_MC_MT_TO ",\"data\":["
  FIELD ("elementsTraversed", "Elements traversed", "integer") "," FIELD ("elementsStyled", "Elements styled", "integer") ","
  FIELD ("elementsMatched", "Elements matched", "integer") "," FIELD ("stylesShared", "Styles shared", "integer") ","
  FIELD ("stylesReused", "Styles reused", "integer") "]},"
  "{\"name\":\"PreferenceRead\"," DISPLAY_MC_MT ",\"data\":["
  FIELD ("prefName", "Name", "string") "," FIELD ("prefKind", "Kind", "string") ","
  FIELD ("prefType", "Type", "string") "," FIELD ("prefValue", "Value", "string") "]},"
  "{\"name\":\"UserTiming\",\"tooltipLabel\":\"{marker.data.name}\",\"chartLabel\":\"{marker.data.name}\","
  "\"tableLabel\":\"{marker.data.name}\"," DISPLAY_MC_MT ",\"data\":["
  "{\"label\":\"Marker\",\"value\":\"UserTiming\"}," FIELD ("entryType", "Entry Type", "string") ","
  "{\"label\":\"Description\",\"value\":\"Made by a page with performance.mark() or performance.measure().\"}]},"
  "{\"name\":\"Text\",\"tableLabel\":\"{marker.name} " DASH NBSP "{marker.data.name}\","
  "\"chartLabel\":\"{marker.name} " DASH NBSP "{marker.data.name}\"," DISPLAY_MC_MT ",\"data\":["
  FIELD ("name", "Details", "string") "]},"
  "{\"name\":\"Log\",\"tableLabel\":\"({marker.data.module}) {marker.data.name}\",\"display\":[\"marker-table\"],\"data\":["
  FIELD ("module", "Module", "string") "," FIELD ("name", "Name", "string") "]},"
  "{\"name\":\"DOMEvent\",\"tooltipLabel\":\"{marker.data.eventType} " DASH " DOMEvent\","
  "\"tableLabel\":\"{marker.data.eventType}\",\"chartLabel\":\"{marker.data.eventType}\"," DISPLAY_MC_MT_TO ",\"data\":["
  FIELD ("latency", "Latency", "duration") "]},"
  "{\"name\":\"Paint\"," DISPLAY_MC_MT_TO ",\"data\":[" FIELD ("category", "Type", "string") "]},"
  "{\"name\":\"Navigation\"," DISPLAY_MC_MT_TO ",\"data\":[" FIELD ("category", "Type", "string") "]},"
  "{\"name\":\"Layout\"," DISPLAY_MC_MT_TO ",\"data\":[" FIELD ("category", "Type", "string") "]},"
  "{\"name\":\"IPC\",\"tooltipLabel\":\"IPC " DASH NBSP "{marker.data.niceDirection}\","
  "\"tableLabel\":\"{marker.name} " DASH " {marker.data.messageType} " DASH " {marker.data.niceDirection}\","
  "\"chartLabel\":\"{marker.data.messageType}\","
  "\"display\":[\"marker-chart\",\"marker-table\",\"timeline-ipc\"],\"data\":["
  FIELD ("messageType", "Type", "string") "," FIELD ("sync", "Sync", "string") ","
  FIELD ("sendThreadName", "From", "string") "," FIELD ("recvThreadName", "To", "string") "]},"
  "{\"name\":\"RefreshDriverTick\"," DISPLAY_MC_MT_TO ",\"data\":[" FIELD ("name", "Tick Reasons", "string") "]},"
  "{\"name\":\"Network\",\"display\":[\"marker-table\"],\"data\":[]}]"
  /* padding after a text */
  "                                                                ";

static FulRawNode *
parse (FulRawTree *tree,
       const char *text,
       gsize       size)
{
  FulRawNode *node = ful_raw_tree_parse (tree, text, size, NULL);

  g_assert (node);

  return node;
}

/**
 * ful_legacy_built_in_schemas:
 *
 * Returns: (transfer none): the marker schemas that older viewers had built in, with `data`
 */
FulRawNode *
ful_legacy_built_in_schemas (FulRawTree *tree)
{
  return parse (tree, built_in_schemas, sizeof built_in_schemas - 1);
}

static const struct { const char *name, *color; } categories_12[] = {
  { "Idle", "transparent" }, { "Other", "grey" },      { "JavaScript", "yellow" }, { "Layout", "purple" },
  { "Graphics", "green" },   { "DOM", "blue" },        { "GC / CC", "orange" },    { "Network", "lightblue" },
};

static FulRawNode *
new_category (FulRawTree *tree,
              const char *name,
              const char *color)
{
  FulRawNode *node = ful_raw_tree_new_node (tree, FUL_RAW_OBJECT);

  ful_raw_set (tree, node, "name", ful_raw_tree_new_string (tree, name));
  ful_raw_set (tree, node, "color", ful_raw_tree_new_string (tree, color));

  return node;
}

/* The first list of categories, in its order; without subcategories. */
FulRawNode *
ful_legacy_categories (FulRawTree *tree)
{
  FulRawNode *array = ful_raw_tree_new_array (tree, FUL_RAW_NODES, 8);

  for (guint i = 0; i < G_N_ELEMENTS (categories_12); i++)
    ful_raw_append_node (tree, array, new_category (tree, categories_12[i].name, categories_12[i].color));

  return array;
}

/**
 * ful_legacy_find_category:
 *
 * Returns: index of the first category of that name, or %FUL_NONE
 */
int
ful_legacy_find_category (FulRawTree       *tree,
                          const FulRawNode *categories,
                          const char       *name)
{
  guint n = ful_raw_length (categories);

  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (ful_raw_get_string (ful_raw_element (tree, categories, i), "name"), name) == 0)
      return (int) i;

  return FUL_NONE;
}

/* Appends the usual categories that are missing, with subcategories. */
void
ful_legacy_add_categories (FulRawTree *tree,
                           FulRawNode *categories)
{
  static const guint order[] = { 0, 1, 3, 2, 6, 7, 4, 5 };

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      FulRawNode *category, *other;

      if (ful_legacy_find_category (tree, categories, categories_12[order[i]].name) != FUL_NONE)
        continue;
      category = new_category (tree, categories_12[order[i]].name, categories_12[order[i]].color);
      other = ful_raw_tree_new_array (tree, FUL_RAW_NODES, 1);
      ful_raw_append_node (tree, other, ful_raw_tree_new_string (tree, "Other"));
      ful_raw_set (tree, category, "subcategories", other);
      ful_raw_append_node (tree, categories, category);
    }
}

static const struct { const char *name, *category; } function_categories[] = {
  { "-[GeckoNSApplication nextEventMatchingMask:untilDate:inMode:dequeue:]", "Idle" },
  { "base::MessagePumpDefault::Run(base::MessagePump::Delegate*)", "Idle" },
  { "mozilla::widget::WinUtils::WaitForMessage(unsigned long)", "Idle" },
  { "mozilla::ThreadEventQueue<mozilla::PrioritizedEventQueue<mozilla::LabeledEventQueue> >::GetEvent(bool,mozilla::EventPriority *)", "Idle" },
  { "mozilla::ThreadEventQueue<mozilla::PrioritizedEventQueue<mozilla::EventQueue> >::GetEvent(bool,mozilla::EventPriority *)", "Idle" },
  { "mozilla::ThreadEventQueue<mozilla::EventQueue>::GetEvent(bool,mozilla::EventPriority *)", "Idle" },
  { "PollWrapper(_GPollFD*, unsigned int, int)", "Idle" },
  { "mozilla::image::DecodePoolImpl::PopWorkLocked(bool)", "Idle" },
  { "mozilla::layers::PaintThread::AsyncPaintContents(mozilla::layers::CompositorBridgeChild *,mozilla::layers::CapturedPaintState *,bool (*)(mozilla::layers::CapturedPaintState *))", "Graphics" },
  { "Paint::PresShell::Paint", "Graphics" },
  { "PresShell::DoFlushPendingNotifications InterruptibleLayout", "Layout" },
  { "nsRefreshDriver::Tick", "Layout" },
  { "nsLayoutUtils::GetFrameForPoint", "Layout" },
  { "nsContentSink::StartLayout(bool)", "Layout" },
  { "nsCCUncollectableMarker::Observe(nsISupports*, char const*, char16_t const*)", "GC / CC" },
  { "JS::EvaluateString", "JavaScript" },
  { "js::RunScript", "JavaScript" },
  { "nsAppShell::ProcessGeckoEvents", "Other" },
  { "g_main_context_dispatch", "Other" },
  { "Events::ProcessGeckoEvents", "Other" },
  { "widget::ChildView::drawUsingOpenGL", "Other" },
};

static const struct { const char *first_word, *category; } word_categories[] = {
  { "PresShell::DoFlushPendingNotifications", "Layout" },
  { "PresShell::DoReflow", "Layout" },
  { "layout::DoReflow", "Layout" },
  { "JS::Compile", "JavaScript" },
};

/**
 * ful_legacy_function_category:
 *
 * Returns: (nullable): category that a function was known to have by name
 */
const char *
ful_legacy_function_category (const char *name)
{
  gsize word = strcspn (name, " ");

  for (guint i = 0; i < G_N_ELEMENTS (function_categories); i++)
    if (g_str_equal (function_categories[i].name, name))
      return function_categories[i].category;
  for (guint i = 0; i < G_N_ELEMENTS (word_categories); i++)
    if (strlen (word_categories[i].first_word) == word && strncmp (word_categories[i].first_word, name, word) == 0)
      return word_categories[i].category;

  return NULL;
}

/* Frame categories were bits of a word once. */
const char *
ful_legacy_category_of_bits (double bits)
{
  switch ((int) (isnan (bits) ? 0 : CLAMP (bits, 0, 65536)))
    {
    case 32:
      return "Layout";
    case 64:
      return "JavaScript";
    case 128:
    case 256:
      return "GC / CC";
    case 512:
      return "Network";
    case 1024:
      return "Graphics";
    default:
      return "Other";
    }
}

static const char *
skip_word (const char *text)
{
  while (g_ascii_isalnum (*text) || *text == '_')
    text++;

  return text;
}

/* "get Element.scrollTop", "Window.alert", "Event constructor" */
gboolean
ful_legacy_is_dom_call (const char *name)
{
  const char *end;

  /* "get " may also be the interface itself, so both readings are tried. */
  for (int with_prefix = 1; with_prefix >= 0; with_prefix--)
    {
      const char *text = name;

      if (with_prefix)
        {
          if (!g_str_has_prefix (name, "get ") && !g_str_has_prefix (name, "set "))
            continue;
          text += 4;
        }
      end = skip_word (text);
      if (end == text)
        continue;
      if (g_str_equal (end, " constructor"))
        return TRUE;
      if (*end == '.' && end[1] && *skip_word (end + 1) == '\0')
        return TRUE;
    }

  return FALSE;
}

static const struct { const char *key, *category; } marker_categories[] = {
  { "DOMEvent", "DOM" }, { "Navigation::DOMComplete", "DOM" }, { "Navigation::DOMInteractive", "DOM" },
  { "Navigation::Start", "DOM" }, { "UserTiming", "DOM" },
  { "CC", "GC / CC" }, { "GCMajor", "GC / CC" }, { "GCMinor", "GC / CC" }, { "GCSlice", "GC / CC" },
  { "Paint", "Graphics" }, { "VsyncTimestamp", "Graphics" }, { "CompositorScreenshot", "Graphics" },
  { "JS allocation", "JavaScript" },
  { "Styles", "Layout" }, { "nsRefreshDriver::Tick waiting for paint", "Layout" },
  { "Navigation", "Network" }, { "Network", "Network" },
};

gboolean
ful_legacy_type_is (const FulRawNode *payload,
                    const char       *type)
{
  return g_strcmp0 (ful_raw_get_string (payload, "type"), type) == 0;
}

/* The guess for markers from before they had categories. */
const char *
ful_legacy_marker_category (const FulRawNode *payload,
                            const char       *marker_name)
{
  const char *key = ful_raw_get_string (payload, "type");

  if (key == NULL)
    key = marker_name;
  else if (g_str_equal (key, "tracing"))
    key = ful_raw_get_string (payload, "category");

  for (guint i = 0; i < G_N_ELEMENTS (marker_categories); i++)
    if (g_strcmp0 (marker_categories[i].key, key) == 0)
      return marker_categories[i].category;

  return "Other";
}

/* Name of a library from that of its debug file. */
char *
ful_legacy_lib_name (const char *debug_name)
{
  gsize n = strlen (debug_name);

  return g_strndup (debug_name, g_str_has_suffix (debug_name, ".pdb") ? n - 4 : n);
}

/* @key × @factor, if it is a number. */
void
ful_legacy_scale_member (FulRawTree *tree,
                         FulRawNode *object,
                         const char *key,
                         double      factor)
{
  double value = ful_raw_get_number (object, key);

  if (!isnan (value))
    ful_raw_set (tree, object, key, ful_raw_tree_new_number (tree, value * factor));
}

/**
 * ful_legacy_move_phases:
 * @tree: the tree of @timings
 * @timings: timings of a garbage collection
 * @from: member with the phases in ms: "times" or "totals"
 *
 * Moves phases to `phase_times`, in µs; without any, it becomes {}.
 */
void
ful_legacy_move_phases (FulRawTree *tree,
                        FulRawNode *timings,
                        const char *from)
{
  FulRawNode *phases = ful_raw_remove (timings, from);

  if (!ful_raw_is (phases, FUL_RAW_OBJECT))
    phases = ful_raw_tree_new_node (tree, FUL_RAW_OBJECT);
  for (FulRawMember *member = phases->members; member; member = member->next)
    {
      double value = ful_raw_number (member->value);

      if (!isnan (value))
        member->value = ful_raw_tree_new_number (tree, value * 1000);
    }
  ful_raw_set (tree, timings, "phase_times", phases);
}

static void
convert_gc_minor (FulRawTree *tree,
                  FulRawNode *payload)
{
  FulRawNode *nursery = ful_raw_get (payload, "nursery");
  const char *status = ful_raw_get_string (nursery, "status");

  if (!ful_raw_is (nursery, FUL_RAW_OBJECT))
    return;
  if (g_strcmp0 (status, "no collection") == 0)
    ful_raw_set (tree, nursery, "status", ful_raw_tree_new_string (tree, "nursery empty"));
  if (status)
    return;

  ful_raw_set (tree, nursery, "status", ful_raw_tree_new_string (tree, "complete"));
  ful_raw_rename (tree, nursery, "nursery_bytes", "bytes_used");
  ful_raw_rename (tree, nursery, "new_nursery_bytes", "new_capacity");
  ful_raw_rename (tree, nursery, "timings", "phase_times");
}

/**
 * ful_legacy_convert_gc:
 * @tree: the tree of @payload
 * @payload: payload of a marker of the garbage collector; others are unchanged
 * @to_processed: also change units to those of the processed format
 *
 * versions.md, processed step 9.
 */
void
ful_legacy_convert_gc (FulRawTree *tree,
                       FulRawNode *payload,
                       gboolean    to_processed)
{
  const char *type = ful_raw_get_string (payload, "type");
  FulRawNode *timings = ful_raw_get (payload, "timings");
  FulRawNode *result;

  if (g_strcmp0 (type, "GCMinor") == 0)
    convert_gc_minor (tree, payload);

  if (!ful_raw_is (timings, FUL_RAW_OBJECT))
    return;
  if (g_strcmp0 (type, "GCSlice") == 0)
    {
      if (to_processed)
        ful_legacy_move_phases (tree, timings, "times");
      return;
    }
  if (g_strcmp0 (type, "GCMajor") != 0)
    return;

  if (ful_raw_get_string (timings, "status") == NULL)
    {
      ful_raw_set (tree, timings, "status", ful_raw_tree_new_string (tree, "completed"));
      ful_raw_rename (tree, timings, "allocated", "allocated_bytes");
      ful_legacy_scale_member (tree, timings, "allocated_bytes", 1048576);
    }
  if (!to_processed)
    return;

  if (g_strcmp0 (ful_raw_get_string (timings, "status"), "completed") == 0)
    {
      ful_legacy_move_phases (tree, timings, "totals");
      ful_legacy_scale_member (tree, timings, "mmu_20ms", 0.01);
      ful_legacy_scale_member (tree, timings, "mmu_50ms", 0.01);
    }
  else
    {
      result = ful_raw_tree_new_node (tree, FUL_RAW_OBJECT);
      ful_raw_set (tree, result, "status", ful_raw_get (timings, "status"));
      timings = result;
    }

  result = ful_raw_tree_new_node (tree, FUL_RAW_OBJECT);
  for (const char *const *key = (const char *const[]) { "type", "startTime", "endTime", NULL }; *key; key++)
    if (ful_raw_get (payload, *key))
      ful_raw_set (tree, result, *key, ful_raw_get (payload, *key));
  ful_raw_set (tree, result, "timings", timings);
  *payload = *result;
}

static gboolean
is_string_format (const char *format)
{
  return g_strcmp0 (format, "unique-string") == 0
         || g_strcmp0 (format, "flow-id") == 0
         || g_strcmp0 (format, "terminating-flow-id") == 0;
}

/**
 * ful_legacy_string_fields:
 * @tree: the tree
 * @schemas: marker schemas with `fields`
 *
 * Returns: (transfer full): payload type → keys whose numbers are string indexes
 */
GHashTable *
ful_legacy_string_fields (FulRawTree       *tree,
                          const FulRawNode *schemas)
{
  GHashTable *result = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  GPtrArray *screenshot = g_ptr_array_new_with_free_func (g_free);
  guint n = ful_raw_length (schemas);

  for (guint i = 0; i < n; i++)
    {
      FulRawNode *schema = ful_raw_element (tree, schemas, i);
      const char *name = ful_raw_get_string (schema, "name");
      FulRawNode *fields = ful_raw_get (schema, "fields");
      g_autoptr(GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
      guint n_fields = ful_raw_length (fields);

      for (guint f = 0; f < n_fields; f++)
        {
          FulRawNode *field = ful_raw_element (tree, fields, f);
          const char *key = ful_raw_get_string (field, "key");

          if (key && is_string_format (ful_raw_get_string (field, "format")))
            g_ptr_array_add (keys, g_strdup (key));
        }
      if (name && keys->len > 0)
        g_hash_table_insert (result, g_strdup (name), g_steal_pointer (&keys));
    }

  g_ptr_array_add (screenshot, g_strdup ("url"));
  g_hash_table_insert (result, g_strdup ("CompositorScreenshot"), screenshot);

  return result;
}

/**
 * ful_legacy_dom_event_edge:
 * @tree: gets the node
 * @payload: payload of a DOMEvent with start and end
 * @interval: "start" or "end"
 *
 * Returns: (transfer none): payload of one of the two tracing markers
 */
FulRawNode *
ful_legacy_dom_event_edge (FulRawTree       *tree,
                           const FulRawNode *payload,
                           const char       *interval)
{
  static const char *const copied[] = { "timeStamp", "eventType", "phase" };
  FulRawNode *edge = ful_raw_tree_new_node (tree, FUL_RAW_OBJECT);

  ful_raw_set (tree, edge, "type", ful_raw_tree_new_string (tree, "tracing"));
  ful_raw_set (tree, edge, "category", ful_raw_tree_new_string (tree, "DOMEvent"));
  ful_raw_set (tree, edge, "interval", ful_raw_tree_new_string (tree, interval));
  for (guint i = 0; i < G_N_ELEMENTS (copied); i++)
    if (ful_raw_get (payload, copied[i]))
      ful_raw_set (tree, edge, copied[i], ful_raw_get (payload, copied[i]));

  return edge;
}

/**
 * ful_legacy_split_time:
 * @payload: (nullable): payload of a marker; its times are removed, except for IPC and Network
 * @time: the one time the marker had
 * @without_interval: phase of a tracing marker without `interval`
 * @out_start: (out): start time, or NaN
 * @out_end: (out): end time, or NaN
 * @out_phase: (out): the phase
 *
 * Computes the two times and the phase of a marker (versions.md, processed step 30).
 */
void
ful_legacy_split_time (FulRawNode *payload,
                       double      time,
                       int         without_interval,
                       double     *out_start,
                       double     *out_end,
                       int        *out_phase)
{
  const char *type = ful_raw_get_string (payload, "type");
  const char *interval = ful_raw_get_string (payload, "interval");
  double from = ful_raw_get_number (payload, "startTime");
  double to = ful_raw_get_number (payload, "endTime");

  *out_start = time;
  *out_end = NAN;
  *out_phase = 0;
  if (!ful_raw_is (payload, FUL_RAW_OBJECT))
    return;

  if (g_strcmp0 (type, "tracing") == 0)
    {
      *out_phase = g_strcmp0 (interval, "start") == 0 ? 2 : g_strcmp0 (interval, "end") == 0 ? 3 : without_interval;
      if (*out_phase == 3)
        {
          *out_start = NAN;
          *out_end = time;
        }
    }
  else if (!isnan (from) && !isnan (to) && from != to)
    {
      *out_start = from;
      *out_end = to;
      *out_phase = 1;
    }

  if (g_strcmp0 (type, "IPC") != 0 && g_strcmp0 (type, "Network") != 0)
    {
      ful_raw_remove (payload, "startTime");
      ful_raw_remove (payload, "endTime");
    }
}
