/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a recording says of itself: the frame META. */

#include "config.h"

#include "ful-record-meta.h"

#include "export/ful-processed-objects.h"
#include "io/json/ful-json-document.h"
#include "wire/ful-wire-encoder.h"

#include <sys/utsname.h>
#include <unistd.h>

static void
set_string (JsonObject *object,
            const char *key,
            const char *text)
{
  json_object_set_string_member (object, key, text);
}

static JsonObject *
make_configuration (const FulRecordSetup *setup)
{
  JsonObject *configuration = json_object_new ();
  JsonArray *features = json_array_new (), *threads = json_array_new ();
  g_auto(GStrv) globs = g_strsplit (setup->threads ? setup->threads : "", ",", -1);

  json_object_set_double_member (configuration, "interval", (double) setup->events.interval_ns / 1e6);
  json_object_set_int_member (configuration, "capacity", (gint64) setup->max_bytes);
  json_array_add_string_element (features, "cpu");
  json_array_add_string_element (features, setup->events.n_stack > 0 ? "unwind" : setup->events.frame_pointers ? "frame-pointers"
                                                                                                            : "nostacks");
  if (setup->keep_ns != 0)
    json_object_set_double_member (configuration, "duration", (double) setup->keep_ns / 1e9);
  json_object_set_array_member (configuration, "features", features);
  for (guint i = 0; globs[i]; i++)
    json_array_add_string_element (threads, globs[i]);
  json_object_set_array_member (configuration, "threads", threads);

  return configuration;
}

static JsonObject *
make_units (void)
{
  JsonObject *units = json_object_new ();

  set_string (units, "time", "ms");
  set_string (units, "eventDelay", "ms");
  set_string (units, "threadCPUDelta", "ns");

  return units;
}

/**
 * ful_record_put_meta:
 * @kinds: of markers
 * @overhead: (nullable) (transfer full): what the recorder itself has cost
 * @to: gets the frame, which replaces that before
 */
void
ful_record_put_meta (const FulRecordSetup *setup,
                     const FulRecordKinds *kinds,
                     JsonArray            *overhead,
                     FulBytes             *to)
{
  g_autoptr(JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *top = json_object_new (), *meta = json_object_new ();
  JsonArray *categories = json_array_new (), *schemas = json_array_new ();
  g_autofree char *text = NULL;
  FulWireFrame frame = { FUL_WIRE_META };
  struct utsname system;

  json_object_set_double_member (meta, "interval", (double) setup->events.interval_ns / 1e6);
  json_object_set_double_member (meta, "startTime", setup->start_time);
  json_object_set_double_member (meta, "profilingStartTime", 0);
  json_object_set_int_member (meta, "processType", 0);
  json_object_set_int_member (meta, "stackwalk", 1);
  json_object_set_boolean_member (meta, "debug", FALSE);
  json_object_set_int_member (meta, "version", 30);
  json_object_set_int_member (meta, "preprocessedProfileVersion", 70);
  json_object_set_boolean_member (meta, "symbolicated", FALSE);
  set_string (meta, "product", setup->product);
  set_string (meta, "importedFrom", "Fulgens " PACKAGE_VERSION);
  if (setup->command)
    set_string (meta, "arguments", setup->command);
  if (uname (&system) == 0)
    {
      g_autofree char *name = g_strdup_printf ("%s %s", system.sysname, system.release);

      set_string (meta, "oscpu", name);
      set_string (meta, "platform", system.machine);
    }
  json_object_set_int_member (meta, "logicalCPUs", sysconf (_SC_NPROCESSORS_ONLN));
  ful_record_kinds_add_to (kinds, categories, schemas);
  json_object_set_array_member (meta, "categories", categories);
  json_object_set_array_member (meta, "markerSchema", schemas);
  json_object_set_object_member (meta, "sampleUnits", make_units ());
  json_object_set_object_member (meta, "configuration", make_configuration (setup));
  json_object_set_object_member (top, "meta", meta);
  if (overhead)
    json_object_set_array_member (top, "profilerOverhead", overhead);
  json_node_take_object (root, top);
  text = ful_json_write_text (root, FALSE);
  frame.object.object = (FulWireText) { text, strlen (text) };
  ful_wire_encode (to, &frame);
}
