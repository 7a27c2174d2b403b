/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sections of perf.data behind the records, which pipes have as records (formats.md 12). */

#include "config.h"

#include "ful-perf-features.h"

#include "perf/ful-perf-records.h"

enum
{
  FEATURE_BUILD_ID = 2,
  FEATURE_HOSTNAME = 3,
  FEATURE_OS_RELEASE = 4,
  FEATURE_VERSION = 5,
  FEATURE_ARCH = 6,
  FEATURE_CPU = 8,
  FEATURE_COMMAND = 11,
  FEATURE_EVENTS = 12,
};

/* A build id is followed by its length. */
#define MISC_HAS_LENGTH 0x8000
#define ID_FIELD_BYTES 24

void
ful_perf_features_clear (FulPerfFeatures *self)
{
  g_free (self->host);
  g_free (self->os_release);
  g_free (self->version);
  g_free (self->arch);
  g_free (self->cpu);
  g_free (self->command);
}

static void
take_text (char          **place,
           FulCursor      *data)
{
  g_free (*place);
  *place = ful_cursor_dup_counted_text (data);
}

static char *
read_command (FulCursor *data)
{
  guint32 n = ful_cursor_u32 (data);
  GString *command = g_string_new (NULL);

  for (guint32 i = 0; i < n; i++)
    {
      g_autofree char *word = ful_cursor_dup_counted_text (data);

      if (word == NULL)
        break;
      g_string_append (command, i > 0 ? " " : "");
      g_string_append (command, word);
    }

  return g_string_free (command, FALSE);
}

/**
 * ful_perf_features_read_build_id:
 * @record: a whole record of that type
 * @libs: the library gets its id
 */
void
ful_perf_features_read_build_id (FulCursor      record,
                                 FulPerfLibs   *libs)
{
  g_autofree char *path = NULL;
  const guint8 *id;
  guint16 misc;
  gsize n = FUL_PERF_MAX_BUILD_ID;

  ful_cursor_u32 (&record);
  misc = ful_cursor_u16 (&record);
  ful_cursor_skip (&record, 6);
  id = ful_cursor_skip (&record, ID_FIELD_BYTES);
  path = ful_cursor_dup_text (&record);
  if (id == NULL)
    return;

  if (misc & MISC_HAS_LENGTH)
    n = MIN (id[FUL_PERF_MAX_BUILD_ID], FUL_PERF_MAX_BUILD_ID);
  ful_perf_libs_set_build_id (libs, path, id, n);
}

static void
read_build_ids (FulCursor      data,
                FulPerfLibs   *libs)
{
  while (data.n >= FUL_PERF_HEADER_BYTES)
    {
      FulCursor record = data;
      guint16 size;

      ful_cursor_skip (&record, 6);
      size = ful_cursor_u16 (&record);
      record = data;
      if (size < FUL_PERF_HEADER_BYTES || ful_cursor_skip (&data, size) == NULL)
        return;
      record.n = size;
      ful_perf_features_read_build_id (record, libs);
    }
}

/**
 * ful_perf_features_read:
 * @self: gets what is kept
 * @feature: its number
 * @data: all of it
 * @libs: get their build ids
 * @attrs: get their names
 */
void
ful_perf_features_read (FulPerfFeatures *self,
                        guint64          feature,
                        FulCursor        data,
                        FulPerfLibs     *libs,
                        FulPerfAttrs    *attrs)
{
  switch (feature)
    {
    case FEATURE_BUILD_ID:
      read_build_ids (data, libs);
      break;
    case FEATURE_HOSTNAME:
      take_text (&self->host, &data);
      break;
    case FEATURE_OS_RELEASE:
      take_text (&self->os_release, &data);
      break;
    case FEATURE_VERSION:
      take_text (&self->version, &data);
      break;
    case FEATURE_ARCH:
      take_text (&self->arch, &data);
      break;
    case FEATURE_CPU:
      take_text (&self->cpu, &data);
      break;
    case FEATURE_COMMAND:
      g_free (self->command);
      self->command = read_command (&data);
      break;
    case FEATURE_EVENTS:
      ful_perf_attrs_read_names (attrs, data);
      break;
    default:
      break;
    }
}

/**
 * ful_perf_features_write:
 * @meta: gets what is known, under the names of the processed format
 */
void
ful_perf_features_write (const FulPerfFeatures *self,
                         FulImportMeta         *meta)
{
  const struct { const char *key, *text; } members[] = {
    { "oscpu", self->os_release }, { "abi", self->arch }, { "CPUName", self->cpu }, { "arguments", self->command },
    { "device", self->host },
  };

  ful_import_meta_set_string (meta, "platform", "Linux");
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (members[i].text && *members[i].text)
      {
        g_autofree char *text = i == 0 ? g_strdup_printf ("Linux %s", members[i].text) : g_strdup (members[i].text);

        ful_import_meta_set_string (meta, members[i].key, text);
      }
}
