/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Screenshots of a trace of Chrome: pictures in the events (formats.md 11). */

#include "config.h"

#include "ful-chrome-markers.h"

#include "ful-chrome-events.h"
#include "ful-v8-profile.h"

#include "base/ful-string-table.h"
#include "io/raw/ful-raw-get.h"
#include "model/ful-thread-tables.h"

#include <math.h>
#include <string.h>

#define SCREENSHOT_NAME "CompositorScreenshot"

/* Segments without length and contents: TEM, RST0 to EOI. */
static gboolean
is_bare (guint8 marker)
{
  return marker == 0x01 || (marker >= 0xd0 && marker <= 0xd9);
}

/* Segments that begin a picture: SOF0 to SOF15, without tables (DHT, JPG, DAC). */
static gboolean
is_frame (guint8 marker)
{
  return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
}

/**
 * ful_chrome_jpeg_get_size:
 * @bytes: a JPEG file, or its beginning
 * @n: number of bytes
 * @out_width: (out): in pixels
 * @out_height: (out): in pixels
 *
 * Returns: whether @bytes has the size
 */
gboolean
ful_chrome_jpeg_get_size (const guint8 *bytes,
                          gsize         n,
                          guint        *out_width,
                          guint        *out_height)
{
  gsize at = 2;

  if (n < 2 || bytes[0] != 0xff || bytes[1] != 0xd8)
    return FALSE;

  while (n - at >= 9 && bytes[at] == 0xff)
    {
      guint8 marker = bytes[at + 1];
      gsize length = is_bare (marker) ? 0 : (gsize) bytes[at + 2] << 8 | bytes[at + 3];

      if (marker == 0xff)   /* padding */
        {
          at++;
          continue;
        }
      if (is_frame (marker))
        {
          *out_height = (guint) bytes[at + 5] << 8 | bytes[at + 6];
          *out_width = (guint) bytes[at + 7] << 8 | bytes[at + 8];
          return *out_width > 0 && *out_height > 0;
        }
      if (n - at < length + 2)
        return FALSE;
      at += length + 2;
    }

  return FALSE;
}

static void
add_marker (FulThreadBuilder *thread,
            FulImportTables  *tables,
            double            time,
            const char       *snapshot,
            guint             width,
            guint             height)
{
  FulTableBuilder *markers = &thread->markers;
  g_autofree char *url = g_strconcat ("data:image/jpg;base64,", snapshot, NULL);
  g_autofree char *payload = NULL;
  guint row = ful_table_builder_append (markers, 1);

  payload = g_strdup_printf ("{\"type\":\"" SCREENSHOT_NAME "\",\"url\":%d,\"windowID\":\"id\",\"windowWidth\":%u,"
                             "\"windowHeight\":%u}", ful_import_tables_string (tables, url, -1), width, height);
  FUL_CELLS (markers, FUL_MARKER_NAME, gint32)[row] = ful_import_tables_string (tables, SCREENSHOT_NAME, -1);
  FUL_CELLS (markers, FUL_MARKER_PHASE, guint8)[row] = FUL_MARKER_PHASE_INSTANT;
  FUL_CELLS (markers, FUL_MARKER_CATEGORY, gint32)[row] = FUL_V8_CATEGORY_GRAPHICS;
  FUL_CELLS (markers, FUL_MARKER_START_TIME, double)[row] = time;
  FUL_CELLS (markers, FUL_MARKER_PAYLOAD, gint64)[row] = (gint64) thread->payloads.n;
  FUL_CELLS (markers, FUL_MARKER_PAYLOAD_LENGTH, gint32)[row] = (gint32) strlen (payload);
  FUL_CELLS (markers, FUL_MARKER_PAYLOAD_TYPE, gint32)[row] =
    ful_string_table_intern (tables->builder->texts, SCREENSHOT_NAME, -1);
  ful_bytes_append_s (&thread->payloads, payload);
}

/**
 * ful_chrome_screenshots_read:
 * @events: the events of a trace
 * @threads: the one of the first screenshot gets all
 * @tables: tables of the profile
 */
void
ful_chrome_screenshots_read (const FulChromeEvents *events,
                             FulChromeThreads      *threads,
                             FulImportTables       *tables)
{
  g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
  FulThreadBuilder *thread = NULL;
  guint end;

  for (guint i = ful_chrome_events_find (events, "Screenshot", &end); i < end; i++)
    {
      const FulChromeEvent *event = ful_chrome_events_get (events, i);
      const char *snapshot = ful_raw_get_string (ful_chrome_events_parse_args (events, event, tree), "snapshot");
      g_autofree guint8 *picture = NULL;
      guint width, height;
      gsize n = 0;

      if (thread == NULL)
        thread = ful_chrome_threads_use (threads, event->thread)->builder;
      if (snapshot && *snapshot && isfinite (event->time))
        picture = g_base64_decode (snapshot, &n);
      if (picture && ful_chrome_jpeg_get_size (picture, n, &width, &height))
        add_marker (thread, tables, event->time / 1000, snapshot, width, height);
    }
}
