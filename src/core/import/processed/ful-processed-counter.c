/* SPDX-License-Identifier: GPL-3.0-or-later */

/* `counters` of a processed profile (formats.md 2.10). */

#include "config.h"

#include "ful-processed-reader-private.h"

#include "base/ful-bytes.h"
#include "io/raw/ful-raw-get.h"
#include "model/ful-import-log.h"
#include "model/ful-profile-builder.h"
#include "model/ful-profile.h"
#include "model/ful-thread-tables.h"

#include <glib/gi18n-lib.h>

/* How a counter is shown, without the members that have a wrong type. */
static char *
read_display (FulRawNode        *display,
              guint              i,
              FulProfileBuilder *builder)
{
  static const struct { const char *name; FulRawKind kind; } members[] = {
    { "graphType", FUL_RAW_STRING }, { "unit", FUL_RAW_STRING }, { "color", FUL_RAW_STRING }, { "label", FUL_RAW_STRING },
    { "markerSchemaLocation", FUL_RAW_STRING }, { "sortWeight", FUL_RAW_NUMBER }, { "tooltipRows", FUL_RAW_ARRAY },
  };
  FulBytes text = { 0 };

  for (guint m = 0; m < G_N_ELEMENTS (members); m++)
    {
      FulRawNode *value = ful_raw_get (display, members[m].name);

      if (value == NULL || value->kind == members[m].kind || value->kind == FUL_RAW_NULL)
        continue;
      ful_raw_remove (display, members[m].name);
      ful_import_log_add (builder->log, FUL_SEVERITY_ERROR, "counters.display", i, -1,
                          _("member “%s” has the wrong type; skipped it"), members[m].name);
    }

  if (ful_raw_is (display, FUL_RAW_OBJECT))
    ful_raw_write (display, &text);
  else
    ful_bytes_append_s (&text, "{}");
  ful_bytes_append_c (&text, '\0');

  return text.data;
}

/**
 * ful_processed_read_counter_members:
 * @counter: an element of `counters`; modified
 * @i: its number, for the import log
 * @builder: gets what is wrong with it
 *
 * Returns: (transfer full): the counter without its samples
 */
FulCounter *
ful_processed_read_counter_members (FulRawNode        *counter,
                                    guint              i,
                                    FulProfileBuilder *builder)
{
  static const char *const known[] = {
    "name", "category", "description", "pid", "mainThreadIndex", "samples", "display",
  };
  FulCounter *result = ful_counter_new ();
  gboolean is_number;

  result->name = ful_raw_dup_string (counter, "name", "");
  result->category = ful_raw_dup_string (counter, "category", "");
  result->description = ful_raw_dup_string (counter, "description", "");
  result->pid = ful_processed_dup_id (ful_raw_get (counter, "pid"), &is_number);
  result->main_thread = (guint) CLAMP (ful_raw_get_number_or (counter, "mainThreadIndex", 0), 0, G_MAXINT32);
  result->display_json = read_display (ful_raw_get (counter, "display"), i, builder);

  for (guint k = 0; k < G_N_ELEMENTS (known); k++)
    ful_raw_remove (counter, known[k]);
  result->rest_json = ful_raw_dup_members (counter);

  return result;
}

/**
 * ful_processed_read_counter:
 * @tree: the tree
 * @counter: an element of `counters`; modified
 * @i: its number, for the import log
 * @builder: gets the counter
 */
void
ful_processed_read_counter (FulRawTree        *tree,
                            FulRawNode        *counter,
                            guint              i,
                            FulProfileBuilder *builder)
{
  static const char *const needed[] = { "count", NULL };
  g_autofree char *place = g_strdup_printf ("counters[%u].samples", i);
  FulColumnReader reader = { tree, builder->texts, builder->log, place };
  FulCounterBuilder *result;

  if (!ful_raw_is (counter, FUL_RAW_OBJECT))
    {
      ful_import_log_add (builder->log, FUL_SEVERITY_DATA_LOSS, "counters", i, -1,
                          _("counter is not an object; skipped it"));
      return;
    }

  result = ful_profile_builder_add_counter (builder, ful_counter_new ());
  ful_processed_read_timed_table (&reader, ful_raw_get (counter, "samples"), needed, &result->samples);
  g_object_unref (result->counter);
  result->counter = ful_processed_read_counter_members (counter, i, builder);
}
