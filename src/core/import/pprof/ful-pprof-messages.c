/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The messages of profile.proto, in any order (formats.md 17). */

#include "config.h"

#include "ful-pprof-messages.h"

#include "io/bytes/ful-proto-reader.h"

#include <glib/gi18n-lib.h>
#include <string.h>

enum
{
  PROFILE_TYPE = 1, PROFILE_SAMPLE, PROFILE_MAPPING, PROFILE_LOCATION, PROFILE_FUNCTION, PROFILE_STRING,
  PROFILE_TIME = 9, PROFILE_DURATION, PROFILE_DEFAULT_TYPE = 14,
};
enum { TYPE_TYPE = 1, TYPE_UNIT };
enum { SAMPLE_LOCATION = 1, SAMPLE_VALUE, SAMPLE_LABEL };
enum { LABEL_KEY = 1, LABEL_TEXT, LABEL_NUMBER, LABEL_UNIT };
enum { MAPPING_ID = 1, MAPPING_START, MAPPING_OFFSET = 4, MAPPING_FILENAME, MAPPING_BUILD_ID };
enum { LOCATION_ID = 1, LOCATION_MAPPING, LOCATION_ADDRESS, LOCATION_LINE };
enum { LINE_FUNCTION = 1, LINE_LINE, LINE_COLUMN };
enum { FUNCTION_ID = 1, FUNCTION_NAME, FUNCTION_SYSTEM_NAME, FUNCTION_FILENAME, FUNCTION_START_LINE };

#define N_FIELDS 16

void
ful_pprof_messages_init (FulPprofMessages *self,
                         FulImportLog     *log)
{
  *self = (FulPprofMessages) {
    .log = log,
    .types = g_array_new (FALSE, FALSE, sizeof (FulPprofValueType)),
    .samples = g_array_new (FALSE, FALSE, sizeof (FulPprofSample)),
    .values = g_array_new (FALSE, FALSE, sizeof (gint64)),
    .nodes = ful_prefix_tree_new (),
    .labels = g_array_new (FALSE, FALSE, sizeof (FulPprofLabel)),
    .label_sets = ful_prefix_tree_new (),
    .mappings = g_array_new (FALSE, FALSE, sizeof (FulPprofMapping)),
    .locations = g_array_new (FALSE, FALSE, sizeof (FulPprofLocation)),
    .lines = g_array_new (FALSE, FALSE, sizeof (FulPprofLine)),
    .functions = g_array_new (FALSE, FALSE, sizeof (FulPprofFunction)),
    .label_numbers = ful_interner_new (5),
    .sample_numbers = ful_interner_new (2),
    .scratch = g_array_new (FALSE, FALSE, sizeof (guint64)),
    .scratch_labels = g_array_new (FALSE, FALSE, sizeof (gint32)),
    .text_ends = g_array_new (FALSE, FALSE, sizeof (gsize)),
  };
  ful_pprof_ids_init (&self->mapping_ids);
  ful_pprof_ids_init (&self->location_ids);
  ful_pprof_ids_init (&self->function_ids);
}

void
ful_pprof_messages_clear (FulPprofMessages *self)
{
  GArray *arrays[] = { self->types, self->samples, self->values, self->labels, self->mappings, self->locations,
                       self->lines, self->functions, self->scratch, self->scratch_labels, self->text_ends };

  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_array_unref (arrays[i]);
  ful_pprof_ids_clear (&self->mapping_ids);
  ful_pprof_ids_clear (&self->location_ids);
  ful_pprof_ids_clear (&self->function_ids);
  g_clear_pointer (&self->nodes, ful_prefix_tree_free);
  g_clear_pointer (&self->label_sets, ful_prefix_tree_free);
  g_clear_pointer (&self->label_numbers, ful_interner_free);
  g_clear_pointer (&self->sample_numbers, ful_interner_free);
  ful_bytes_clear (&self->texts);
}

static guint32
get_index (const FulProtoField *field)
{
  return (guint32) MIN (field->value, G_MAXUINT32);
}

static gint32
get_line (const FulProtoField *field)
{
  return field->value >= 1 && field->value <= G_MAXINT32 ? (gint32) field->value : FUL_NONE;
}

static void
log_bad (FulPprofMessages     *self,
         const FulProtoReader *reader)
{
  if (reader->is_bad)
    ful_import_log_add (self->log, FUL_SEVERITY_DATA_LOSS, "messages", -1, (gint64) reader->offset,
                        _("a field is damaged; skipped the rest of its message"));
}

static void
read_type (FulPprofMessages    *self,
           const FulProtoField *message)
{
  FulPprofValueType type = { 0 };
  FulProtoReader reader;
  FulProtoField field;

  ful_proto_reader_init (&reader, message);
  while (ful_proto_reader_next (&reader, &field))
    if (field.number == TYPE_TYPE)
      type.type = get_index (&field);
    else if (field.number == TYPE_UNIT)
      type.unit = get_index (&field);
  log_bad (self, &reader);
  g_array_append_val (self->types, type);
}

static void
read_label (FulPprofMessages    *self,
            const FulProtoField *message)
{
  FulPprofLabel label = { 0 };
  FulProtoReader reader;
  FulProtoField field;
  gint32 number;

  ful_proto_reader_init (&reader, message);
  while (ful_proto_reader_next (&reader, &field))
    if (field.number == LABEL_KEY)
      label.key = get_index (&field);
    else if (field.number == LABEL_TEXT)
      label.text = get_index (&field);
    else if (field.number == LABEL_NUMBER)
      label.number = (gint64) field.value;
    else if (field.number == LABEL_UNIT)
      label.unit = get_index (&field);
  log_bad (self, &reader);

  number = (gint32) ful_interner_intern (self->label_numbers, (gint32[]) { (gint32) label.key, (gint32) label.text,
                                         (gint32) (guint32) label.number, (gint32) (label.number >> 32),
                                         (gint32) label.unit });
  if ((guint) number == self->labels->len)
    g_array_append_val (self->labels, label);
  g_array_append_val (self->scratch_labels, number);
}

/* @ids: innermost first */
static gint32
get_node (FulPprofMessages *self,
          GArray           *ids)
{
  gint32 node = FUL_NONE;

  for (guint i = ids->len; i-- > 0; )
    node = ful_prefix_tree_get_child (self->nodes, node,
                                      ful_pprof_ids_get_number (&self->location_ids, g_array_index (ids, guint64, i)));

  return node;
}

static int
compare_labels (gconstpointer a,
                gconstpointer b)
{
  gint32 left = *(const gint32 *) a, right = *(const gint32 *) b;

  return (left > right) - (left < right);
}

/* Whatever their order. */
static gint32
get_label_set (FulPprofMessages *self,
               GArray           *labels)
{
  gint32 set = FUL_NONE;

  if (labels->len > 1)
    g_array_sort (labels, compare_labels);
  for (guint i = 0; i < labels->len; i++)
    set = ful_prefix_tree_get_child (self->label_sets, set, g_array_index (labels, gint32, i));

  return set;
}

/* Whether all values from @first_value on are 0; pprof drops such a sample, too. */
static gboolean
is_zero (FulPprofMessages *self,
         guint             first_value)
{
  for (guint i = first_value; i < self->values->len; i++)
    if (g_array_index (self->values, gint64, i) != 0)
      return FALSE;

  return first_value < self->values->len;
}

/* A stack is one sample, unless its labels are others: its values are added up. */
static void
add_sample (FulPprofMessages     *self,
            const FulPprofSample *sample)
{
  guint n_values = self->values->len - sample->first_value;
  guint n_known, number, first_known;

  if (is_zero (self, sample->first_value))
    {
      g_array_set_size (self->values, sample->first_value);
      return;
    }

  number = ful_interner_intern (self->sample_numbers, (gint32[]) { sample->node, sample->labels });
  if (number == self->samples->len)
    {
      g_array_append_val (self->samples, *sample);
      return;
    }

  n_known = ful_pprof_messages_get_n_values (self, number);
  if (number == self->samples->len - 1)
    n_known -= n_values;
  first_known = g_array_index (self->samples, FulPprofSample, number).first_value;
  for (guint i = 0; i < MIN (n_known, n_values); i++)
    {
      guint64 *values = (guint64 *) self->values->data;

      values[first_known + i] += values[sample->first_value + i];
    }
  if (n_known != n_values)
    ful_import_log_add (self->log, FUL_SEVERITY_ERROR, "sample", number, -1,
                        _("a sample has more or fewer values than one of the same stack; added those that both have"));
  g_array_set_size (self->values, sample->first_value);
}

static void
read_sample (FulPprofMessages    *self,
             const FulProtoField *message)
{
  FulPprofSample sample = { .first_value = self->values->len };
  FulProtoReader reader;
  FulProtoField field;
  guint64 number;

  g_array_set_size (self->scratch, 0);
  g_array_set_size (self->scratch_labels, 0);
  ful_proto_reader_init (&reader, message);
  while (ful_proto_reader_next (&reader, &field))
    if (field.number == SAMPLE_LOCATION)
      while (ful_proto_field_next_number (&field, &number))
        g_array_append_val (self->scratch, number);
    else if (field.number == SAMPLE_VALUE)
      while (ful_proto_field_next_number (&field, &number))
        g_array_append_val (self->values, number);
    else if (field.number == SAMPLE_LABEL && field.data)
      read_label (self, &field);
  log_bad (self, &reader);

  sample.node = get_node (self, self->scratch);
  sample.labels = get_label_set (self, self->scratch_labels);
  add_sample (self, &sample);
}

static void
read_mapping (FulPprofMessages    *self,
              const FulProtoField *message)
{
  FulPprofMapping mapping = { 0 };
  FulProtoReader reader;
  FulProtoField field;
  guint64 id = 0;

  ful_proto_reader_init (&reader, message);
  while (ful_proto_reader_next (&reader, &field))
    if (field.number == MAPPING_ID)
      id = field.value;
    else if (field.number == MAPPING_START)
      mapping.memory_start = field.value;
    else if (field.number == MAPPING_OFFSET)
      mapping.file_offset = field.value;
    else if (field.number == MAPPING_FILENAME)
      mapping.filename = get_index (&field);
    else if (field.number == MAPPING_BUILD_ID)
      mapping.build_id = get_index (&field);
  log_bad (self, &reader);
  ful_pprof_ids_define (&self->mapping_ids, id, self->mappings->len);
  g_array_append_val (self->mappings, mapping);
}

static void
read_line (FulPprofMessages    *self,
           const FulProtoField *message)
{
  FulPprofLine line = { .line = FUL_NONE, .column = FUL_NONE };
  guint64 function = 0;
  FulProtoReader reader;
  FulProtoField field;

  ful_proto_reader_init (&reader, message);
  while (ful_proto_reader_next (&reader, &field))
    if (field.number == LINE_FUNCTION)
      function = field.value;
    else if (field.number == LINE_LINE)
      line.line = get_line (&field);
    else if (field.number == LINE_COLUMN)
      line.column = get_line (&field);
  log_bad (self, &reader);
  line.function = ful_pprof_ids_get_number (&self->function_ids, function);
  g_array_append_val (self->lines, line);
}

static void
read_location (FulPprofMessages    *self,
               const FulProtoField *message)
{
  FulPprofLocation location = { .mapping = FUL_NONE, .first_line = self->lines->len };
  FulProtoReader reader;
  FulProtoField field;
  guint64 id = 0;

  ful_proto_reader_init (&reader, message);
  while (ful_proto_reader_next (&reader, &field))
    if (field.number == LOCATION_ID)
      id = field.value;
    else if (field.number == LOCATION_MAPPING)
      location.mapping = field.value ? ful_pprof_ids_get_number (&self->mapping_ids, field.value) : FUL_NONE;
    else if (field.number == LOCATION_ADDRESS)
      location.address = field.value;
    else if (field.number == LOCATION_LINE && field.data)
      read_line (self, &field);
  log_bad (self, &reader);
  location.n_lines = self->lines->len - location.first_line;
  ful_pprof_ids_define (&self->location_ids, id, self->locations->len);
  g_array_append_val (self->locations, location);
}

static void
read_function (FulPprofMessages    *self,
               const FulProtoField *message)
{
  FulPprofFunction function = { .start_line = FUL_NONE };
  FulProtoReader reader;
  FulProtoField field;
  guint64 id = 0;

  ful_proto_reader_init (&reader, message);
  while (ful_proto_reader_next (&reader, &field))
    if (field.number == FUNCTION_ID)
      id = field.value;
    else if (field.number == FUNCTION_NAME)
      function.name = get_index (&field);
    else if (field.number == FUNCTION_SYSTEM_NAME)
      function.system_name = get_index (&field);
    else if (field.number == FUNCTION_FILENAME)
      function.filename = get_index (&field);
    else if (field.number == FUNCTION_START_LINE)
      function.start_line = get_line (&field);
  log_bad (self, &reader);
  ful_pprof_ids_define (&self->function_ids, id, self->functions->len);
  g_array_append_val (self->functions, function);
}

static void
read_string (FulPprofMessages    *self,
             const FulProtoField *field)
{
  ful_bytes_append (&self->texts, (const char *) field->data, field->n);
  g_array_append_val (self->text_ends, self->texts.n);
}

/**
 * ful_pprof_messages_read:
 *
 * Reads a file up to its end, or up to where it is damaged, which the log has then.
 */
void
ful_pprof_messages_read (FulPprofMessages *self,
                         FulByteReader    *bytes,
                         GCancellable     *cancellable)
{
  static void (*const readers[]) (FulPprofMessages *, const FulProtoField *) = {
    [PROFILE_TYPE] = read_type, [PROFILE_SAMPLE] = read_sample, [PROFILE_MAPPING] = read_mapping,
    [PROFILE_LOCATION] = read_location, [PROFILE_FUNCTION] = read_function, [PROFILE_STRING] = read_string,
  };
  FulProtoStream stream = { .bytes = bytes };
  FulProtoField field;

  while (!g_cancellable_is_cancelled (cancellable) && ful_proto_stream_next (&stream, &field))
    if (field.number < G_N_ELEMENTS (readers) && readers[field.number])
      {
        if (field.data)
          readers[field.number] (self, &field);
        else
          ful_import_log_add (self->log, FUL_SEVERITY_DATA_LOSS, "messages", -1, (gint64) field.offset,
                              _("this is no message, or one that is too long; skipped it"));
      }
    else if (field.number == PROFILE_TIME)
      self->time = (gint64) field.value;
    else if (field.number == PROFILE_DURATION)
      self->duration = (gint64) field.value;
    else if (field.number == PROFILE_DEFAULT_TYPE)
      self->default_type = get_index (&field);
  if (stream.is_bad)
    ful_import_log_add (self->log, FUL_SEVERITY_DATA_LOSS, "file", -1, (gint64) ful_byte_reader_get_offset (bytes),
                        _("the profile is truncated or damaged here; the rest is not read"));
  g_clear_pointer (&self->sample_numbers, ful_interner_free);
}

guint
ful_pprof_messages_get_n_values (FulPprofMessages *self,
                                 guint             sample)
{
  const FulPprofSample *from = &g_array_index (self->samples, FulPprofSample, sample);

  return (sample + 1 < self->samples->len ? from[1].first_value : self->values->len) - from->first_value;
}

/**
 * ful_pprof_messages_dup_string:
 *
 * Returns: (transfer full): a string of the file; an empty one if there is none of that number, which the log has then
 */
char *
ful_pprof_messages_dup_string (FulPprofMessages *self,
                               guint32           string)
{
  return ful_pprof_messages_dup_cut_string (self, string, G_MAXSIZE);
}

/**
 * ful_pprof_messages_dup_cut_string:
 *
 * Returns: (transfer full): the first @max bytes of a string, see ful_pprof_messages_dup_string()
 */
char *
ful_pprof_messages_dup_cut_string (FulPprofMessages *self,
                                   guint32           string,
                                   gsize             max)
{
  gsize begin, end;

  if (string >= self->text_ends->len)
    {
      if (string > 0)
        ful_import_log_add (self->log, FUL_SEVERITY_ERROR, "string_table", string, -1,
                            _("a string does not exist; replaced it by an empty one"));
      return g_strdup ("");
    }

  begin = string == 0 ? 0 : g_array_index (self->text_ends, gsize, string - 1);
  end = g_array_index (self->text_ends, gsize, string);
  if (end - begin > max)
    for (end = begin + max; end > begin && (self->texts.data[end] & 0xc0) == 0x80; )
      end--;

  return begin == end ? g_strdup ("") : g_utf8_make_valid (self->texts.data + begin, (gssize) (end - begin));
}

/* Two numbers, each a field of its own. */
static gboolean
is_value_type (const FulProtoField *message)
{
  FulProtoReader reader;
  FulProtoField field;
  gboolean found = FALSE;

  ful_proto_reader_init (&reader, message);
  while (ful_proto_reader_next (&reader, &field))
    if (field.type != FUL_PROTO_VARINT || field.number > TYPE_UNIT)
      return FALSE;
    else
      found = TRUE;

  return found && !reader.is_bad;
}

/**
 * ful_pprof_messages_probe:
 *
 * Returns: whether a file that begins with @head has fields of a profile only, each of its type
 */
gboolean
ful_pprof_messages_probe (const char *head,
                          gsize       n,
                          const char  *file_name G_GNUC_UNUSED)
{
  static const char types[] = "?2222220000202000";   /* by number of the field: of messages, strings, packed numbers */
  FulProtoField field = { .type = FUL_PROTO_BYTES, .data = (const guint8 *) head, .n = n };
  FulProtoReader reader;
  guint n_types = 0, n_strings = 0, n_fields = 0;

  ful_proto_reader_init (&reader, &field);
  while (ful_proto_reader_next (&reader, &field))
    {
      if (field.number > N_FIELDS || (types[field.number] != (char) ('0' + field.type)
                                      && !(field.number == 13 && field.type == FUL_PROTO_BYTES)))
        return FALSE;
      if (field.number == PROFILE_TYPE && !is_value_type (&field))
        return FALSE;
      if (field.number == PROFILE_STRING && n_strings++ == 0 && field.n > 0)
        return FALSE;
      n_types += field.number == PROFILE_TYPE;
      n_fields++;
    }

  return n_types > 0 && n_fields > n_types;
}
