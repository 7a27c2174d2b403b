/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a recording of a program is asked for, as JSON and as options of fulgens-record (live.md 9). */

#include "config.h"

#include "ful-live-record-setup.h"

#include "base/ful-error.h"
#include "io/json/ful-json-document.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define MAX_ENVIRONMENT 1000

/* Returns: (transfer full): what is recorded if nothing else is said; of no program yet */
FulLiveRecordSetup *
ful_live_record_setup_new (void)
{
  FulLiveRecordSetup *self = g_new0 (FulLiveRecordSetup, 1);

  self->command = g_strdup ("");
  self->folder = g_strdup ("");
  self->environment = g_new0 (char *, 1);
  self->interval = 1;
  self->stacks = g_strdup ("unwind");
  self->off_cpu = TRUE;
  self->max_memory = 256;

  return self;
}

void
ful_live_record_setup_free (FulLiveRecordSetup *self)
{
  g_free (self->command);
  g_free (self->folder);
  g_strfreev (self->environment);
  g_free (self->stacks);
  g_free (self);
}

static void
read_string (JsonObject  *object,
             const char  *member,
             char       **text)
{
  const char *value = ful_json_get_string (object, member);

  if (value == NULL)
    return;
  g_free (*text);
  *text = g_strdup (value);
}

static double
read_number (JsonObject *object,
             const char *member,
             double      otherwise)
{
  double value = ful_json_get_number (object, member);

  return isfinite (value) && json_object_has_member (object, member) ? value : otherwise;
}

static void
read_environment (FulLiveRecordSetup *self,
                  JsonArray          *array)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < MIN (json_array_get_length (array), MAX_ENVIRONMENT); i++)
    {
      const char *value = ful_json_node_get_string (json_array_get_element (array, i));

      if (value)
        g_strv_builder_add (builder, value);
    }
  g_strfreev (self->environment);
  self->environment = g_strv_builder_end (builder);
}

/**
 * ful_live_record_setup_new_from_text:
 * @text: (nullable): a JSON object; what it does not have is as in ful_live_record_setup_new()
 * @error: %FUL_ERROR_ARGUMENT
 */
FulLiveRecordSetup *
ful_live_record_setup_new_from_text (const char  *text,
                                     GError     **error)
{
  g_autoptr(JsonObject) object = text ? ful_json_parse_object (text) : NULL;
  g_autoptr(FulLiveRecordSetup) self = ful_live_record_setup_new ();
  JsonArray *environment;

  if (object == NULL)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("What is to be recorded was not said"));
      return NULL;
    }
  environment = ful_json_get_array (object, "environment");
  read_string (object, "command", &self->command);
  read_string (object, "folder", &self->folder);
  read_string (object, "stacks", &self->stacks);
  self->pid = (gint32) CLAMP (read_number (object, "pid", 0), 0, G_MAXINT32);
  self->interval = read_number (object, "interval", self->interval);
  self->max_memory = (guint) CLAMP (read_number (object, "maxMemory", self->max_memory), 0, G_MAXINT32);
  if (json_object_has_member (object, "offCpu"))
    self->off_cpu = ful_json_get_boolean (object, "offCpu");
  if (environment)
    read_environment (self, environment);

  return g_steal_pointer (&self);
}

/* Returns: (transfer full): a JSON object in a line */
char *
ful_live_record_setup_to_text (const FulLiveRecordSetup *self)
{
  g_autoptr(JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  JsonArray *environment = json_array_new ();

  for (guint i = 0; self->environment[i]; i++)
    json_array_add_string_element (environment, self->environment[i]);
  if (self->pid != 0)
    json_object_set_int_member (object, "pid", self->pid);
  else
    json_object_set_string_member (object, "command", self->command);
  json_object_set_string_member (object, "folder", self->folder);
  json_object_set_array_member (object, "environment", environment);
  json_object_set_double_member (object, "interval", self->interval);
  json_object_set_string_member (object, "stacks", self->stacks);
  json_object_set_boolean_member (object, "offCpu", self->off_cpu);
  json_object_set_int_member (object, "maxMemory", self->max_memory);
  json_node_take_object (node, object);

  return ful_json_write_text (node, FALSE);
}

static gboolean
check_environment (const FulLiveRecordSetup  *self,
                   GError                   **error)
{
  for (guint i = 0; self->environment[i]; i++)
    {
      const char *equal = strchr (self->environment[i], '=');

      if (equal && equal != self->environment[i])
        continue;
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("“%s” is not NAME=VALUE"), self->environment[i]);
      return FALSE;
    }

  return TRUE;
}

/**
 * ful_live_record_setup_check:
 * @error: #GShellError of the command, or %FUL_ERROR_ARGUMENT
 *
 * Checks what a person wrote.
 */
gboolean
ful_live_record_setup_check (const FulLiveRecordSetup  *self,
                             GError                   **error)
{
  return (self->pid != 0 || g_shell_parse_argv (self->command, NULL, NULL, error)) && check_environment (self, error);
}

/* As fulgens-record reads it, whatever the language. */
static void
add_number (GStrvBuilder *builder,
            double        number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_strv_builder_add (builder, g_ascii_dtostr (text, sizeof text, number));
}

/**
 * ful_live_record_setup_make_arguments:
 * @error: see ful_live_record_setup_check()
 *
 * Returns: (transfer full): options of fulgens-record, and the program
 */
char **
ful_live_record_setup_make_arguments (const FulLiveRecordSetup  *self,
                                      GError                   **error)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  g_auto(GStrv) program = NULL;

  if (!ful_live_record_setup_check (self, error) ||
      (self->pid == 0 && !g_shell_parse_argv (self->command, NULL, &program, error)))
    return NULL;

  g_strv_builder_add (builder, "--interval");
  add_number (builder, self->interval);
  g_strv_builder_add_many (builder, "--stacks", self->stacks, "--off-cpu", self->off_cpu ? "yes" : "no", "--max-memory", NULL);
  add_number (builder, self->max_memory);
  if (self->pid != 0)
    {
      g_strv_builder_add (builder, "--pid");
      add_number (builder, self->pid);
    }
  else
    {
      g_strv_builder_add (builder, "--");
      g_strv_builder_addv (builder, (const char **) program);
    }

  return g_strv_builder_end (builder);
}
