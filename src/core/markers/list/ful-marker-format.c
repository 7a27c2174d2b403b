/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Formats values of payloads for display, by the formats of marker schemas
 * (markers.md 3.2). A value of the wrong type is shown unchanged, or as an invalid
 * number. */

#include "config.h"

#include "ful-marker-format.h"

#include "base/ful-format.h"
#include "io/json/ful-json-reader.h"

#include <math.h>

#define EMPTY "(empty)"
#define INVALID "<invalid>"

static void
append_taken (FulBytes   *to,
              char       *number,
              const char *unit)
{
  ful_bytes_append_s (to, number);
  ful_bytes_append_s (to, unit);
  g_free (number);
}

/* Numbers, and values that JavaScript converts to one. */
static double
get_number (const FulPayloadValue *value)
{
  double number = ful_payload_value_get_number (value);
  g_autofree char *text = NULL;
  char *end;

  if (!isnan (number))
    return number;
  if (!value->is_text && (*value->json == 't' || *value->json == 'f'))
    return *value->json == 't';
  if (!value->is_text && *value->json != '"')
    return NAN;

  text = g_strstrip (ful_payload_value_dup_text (value));
  number = g_ascii_strtod (text, &end);

  return *text != '\0' && *end == '\0' ? number : NAN;
}

static guint32
to_uint32 (double number)
{
  double rest = isfinite (number) ? fmod (trunc (number), 4294967296.0) : 0;

  return (guint32) (rest < 0 ? rest + 4294967296.0 : rest);
}

/**
 * ful_marker_number_append:
 * @format: a format of numbers
 * @number: in its unit; NaN for an invalid one
 * @to: gets the number with its unit, in the number format of the locale
 */
void
ful_marker_number_append (FulMarkerFormat  format,
                          double           number,
                          FulBytes        *to)
{
  char hex[16];

  if (isnan (number))
    {
      ful_bytes_append_s (to, INVALID);
      return;
    }

  switch (format)
    {
    case FUL_MARKER_FORMAT_DURATION:
    case FUL_MARKER_FORMAT_TIME:
      append_taken (to, ful_format_timestamp (number), "");
      break;
    case FUL_MARKER_FORMAT_SECONDS:
      append_taken (to, ful_format_number (number / 1000, 5, 3), "s");
      break;
    case FUL_MARKER_FORMAT_MILLISECONDS:
      append_taken (to, ful_format_number (number, 2, 3), "ms");
      break;
    case FUL_MARKER_FORMAT_MICROSECONDS:
      append_taken (to, ful_format_number (number, 2, 3), "μs");
      break;
    case FUL_MARKER_FORMAT_NANOSECONDS:
      append_taken (to, ful_format_number (number, 3, 4), "ns");
      break;
    case FUL_MARKER_FORMAT_BYTES:
      append_taken (to, ful_format_bytes (number), "");
      break;
    case FUL_MARKER_FORMAT_PERCENTAGE:
      append_taken (to, ful_format_percent (number), "");
      break;
    case FUL_MARKER_FORMAT_INTEGER:
      append_taken (to, ful_format_number (number, 0, 0), "");
      break;
    case FUL_MARKER_FORMAT_HEXADECIMAL:
      g_snprintf (hex, sizeof hex, "0x%x", to_uint32 (number));
      ful_bytes_append_s (to, hex);
      break;
    case FUL_MARKER_FORMAT_DECIMAL:
    default:
      append_taken (to, ful_format_number (number, 2, 3), "");
      break;
    }
}

/* Appends @value unchanged, or a placeholder if it is empty. */
static void
append_text (const FulPayloadValue *value,
             FulBytes              *to)
{
  gsize before = to->n;

  ful_payload_value_append_text (value, to);
  if (to->n == before)
    ful_bytes_append_s (to, EMPTY);
}

/* A string by its number; empty if it is. */
static void
append_string (FulProfile            *profile,
               const FulPayloadValue *value,
               FulBytes              *to)
{
  double index = ful_payload_value_get_number (value);
  const char *text = EMPTY;

  if (isnan (index))
    {
      append_text (value, to);
      return;
    }

  if (index >= 0 && index < profile->n_strings)
    text = ful_profile_get_string (profile, (FulStringIndex) index);
  ful_bytes_append_s (to, text);
}

/* The elements of a list; NULL if it is none, or damaged. */
static GArray *
list_elements (const FulPayloadValue *value)
{
  g_autoptr(GArray) elements = NULL;
  FulJsonReader reader;
  gboolean first = TRUE, ok;

  if (value->is_text || *value->json != '[')
    return NULL;

  elements = g_array_new (FALSE, FALSE, sizeof (FulPayloadValue));
  ful_json_reader_init_memory (&reader, value->json, value->length);
  ful_json_reader_begin (&reader, '[');
  while (ful_json_reader_next_element (&reader, &first))
    {
      FulPayloadValue element = { 0, NULL, 0, FALSE };

      ful_json_reader_skip_space (&reader);
      element.json = reader.p;
      ful_json_reader_copy_value (&reader, NULL);
      element.length = (gsize) (reader.p - element.json);
      g_array_append_val (elements, element);
    }
  ok = reader.error == NULL;
  ful_json_reader_clear (&reader);

  return ok ? g_steal_pointer (&elements) : NULL;
}

static void
append_list (const FulPayloadValue *value,
             FulBytes              *to)
{
  g_autoptr(GArray) items = list_elements (value);

  if (items == NULL)
    {
      ful_payload_value_append_text (value, to);
      return;
    }

  for (guint i = 0; i < items->len; i++)
    {
      const FulPayloadValue *item = &g_array_index (items, FulPayloadValue, i);

      if (i > 0)
        ful_bytes_append_s (to, ", ");
      if (ful_payload_value_is_null (item))
        ful_bytes_append_s (to, EMPTY);
      else
        append_text (item, to);
    }
}

/* FALSE if the row is no row of the table. */
static gboolean
append_row (const FulMarkerField  *field,
            FulProfile            *profile,
            const FulPayloadValue *row,
            FulBytes              *to)
{
  g_autoptr(GArray) cells = list_elements (row);

  if (cells == NULL || cells->len != field->columns->len)
    return FALSE;

  for (guint i = 0; i < cells->len; i++)
    {
      const FulMarkerColumn *column = &g_array_index (field->columns, FulMarkerColumn, i);
      const FulPayloadValue *cell = &g_array_index (cells, FulPayloadValue, i);
      FulMarkerField field_of_cell = { column->format, NULL };

      ful_bytes_append_s (to, i > 0 ? ", " : "(");
      if (ful_payload_value_is_null (cell))
        ful_bytes_append_s (to, EMPTY);
      else
        ful_marker_field_append (&field_of_cell, profile, cell, to);
    }
  ful_bytes_append_s (to, cells->len > 0 ? ")" : "()");

  return TRUE;
}

static gboolean
append_header (const FulMarkerField *field,
               FulBytes             *to)
{
  gboolean has_label = FALSE;

  for (guint i = 0; i < field->columns->len; i++)
    has_label |= g_array_index (field->columns, FulMarkerColumn, i).label != NULL;
  for (guint i = 0; has_label && i < field->columns->len; i++)
    {
      const char *label = g_array_index (field->columns, FulMarkerColumn, i).label;

      ful_bytes_append_s (to, i > 0 ? ", " : "(");
      ful_bytes_append_s (to, label && *label ? label : EMPTY);
    }
  if (has_label)
    ful_bytes_append_c (to, ')');

  return has_label;
}

static void
append_table (const FulMarkerField  *field,
              FulProfile            *profile,
              const FulPayloadValue *value,
              FulBytes              *to)
{
  g_autoptr(GArray) rows = field->columns ? list_elements (value) : NULL;
  gsize before = to->n;
  gboolean ok = rows != NULL, any = ok && append_header (field, to);

  for (guint i = 0; ok && i < rows->len; i++)
    {
      if (any)
        ful_bytes_append_c (to, ',');
      ok = append_row (field, profile, &g_array_index (rows, FulPayloadValue, i), to);
      any = TRUE;
    }
  if (ok)
    return;

  to->n = before;
  ful_payload_value_append_text (value, to);
}

/**
 * ful_marker_field_append:
 * @field: the field
 * @profile: the profile of the marker
 * @value: its value, which is not null
 * @to: gets the formatted value, in the number format of the locale
 */
void
ful_marker_field_append (const FulMarkerField  *field,
                         FulProfile            *profile,
                         const FulPayloadValue *value,
                         FulBytes              *to)
{
  switch (field->format)
    {
    case FUL_MARKER_FORMAT_URL:
    case FUL_MARKER_FORMAT_FILE_PATH:
    case FUL_MARKER_FORMAT_SANITIZED_STRING:
    case FUL_MARKER_FORMAT_STRING:
      append_text (value, to);
      break;
    case FUL_MARKER_FORMAT_UNIQUE_STRING:
    case FUL_MARKER_FORMAT_FLOW_ID:
    case FUL_MARKER_FORMAT_TERMINATING_FLOW_ID:
      append_string (profile, value, to);
      break;
    case FUL_MARKER_FORMAT_PID:
    case FUL_MARKER_FORMAT_TID:
      ful_bytes_append_s (to, field->format == FUL_MARKER_FORMAT_PID ? "PID: " : "TID: ");
      ful_payload_value_append_text (value, to);
      break;
    case FUL_MARKER_FORMAT_LIST:
      append_list (value, to);
      break;
    case FUL_MARKER_FORMAT_TABLE:
      append_table (field, profile, value, to);
      break;
    case FUL_MARKER_FORMAT_RAW:
      ful_payload_value_append_text (value, to);
      break;
    default:
      ful_marker_number_append (field->format, get_number (value), to);
      break;
    }
}
