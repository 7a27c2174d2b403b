/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The labels of a marker schema: text with {…} for values of the marker (markers.md
 * 3.3). Invalid parts are empty. */

#include "config.h"

#include "ful-marker-template.h"

#include <string.h>

static void
clear_part (gpointer data)
{
  FulMarkerPart *part = data;

  g_free (part->text);
  g_free (part->other);
}

/**
 * ful_marker_template_get_key:
 * @keys: (element-type utf8): names of members; a new one is added
 * @numbers: their places in @keys, by name
 * @name: name of a member
 *
 * Returns: the place of @name
 */
guint
ful_marker_template_get_key (GPtrArray  *keys,
                             GHashTable *numbers,
                             const char *name)
{
  gpointer number;

  if (g_hash_table_lookup_extended (numbers, name, NULL, &number))
    return GPOINTER_TO_UINT (number);

  g_ptr_array_add (keys, g_strdup (name));
  g_hash_table_insert (numbers, g_ptr_array_index (keys, keys->len - 1), GUINT_TO_POINTER (keys->len - 1));

  return keys->len - 1;
}

/* A copy without white space of any kind around it. */
static char *
dup_stripped (const char *text,
              gsize       length)
{
  const char *end = text + length;

  while (text < end && g_unichar_isspace (g_utf8_get_char (text)))
    text = g_utf8_next_char (text);
  while (end > text)
    {
      const char *last = g_utf8_find_prev_char (text, end);

      if (!g_unichar_isspace (g_utf8_get_char (last)))
        break;
      end = last;
    }

  return g_strndup (text, (gsize) (end - text));
}

/* Removes a text in single quotes from the front. */
static char *
take_quoted (const char **text)
{
  const char *end;
  char *quoted;

  if (**text != '\'' || (end = strchr (*text + 1, '\'')) == NULL)
    return NULL;

  quoted = g_strndup (*text + 1, (gsize) (end - *text - 1));
  *text = end + 1;

  return quoted;
}

static const char *
skip_space (const char *text)
{
  while (*text && g_unichar_isspace (g_utf8_get_char (text)))
    text = g_utf8_next_char (text);

  return text;
}

/* KEY ? 'a' : 'b' */
static gboolean
parse_condition (const char    *text,
                 GPtrArray     *keys,
                 GHashTable    *numbers,
                 FulMarkerPart *part)
{
  const char *end = text;
  g_autofree char *key = NULL;
  g_autofree char *yes = NULL;
  g_autofree char *no = NULL;

  while (g_ascii_isalnum (*end) || *end == '_')
    end++;
  key = g_strndup (text, (gsize) (end - text));
  text = skip_space (end);
  if (*key == '\0' || *text != '?')
    return FALSE;

  text = skip_space (text + 1);
  yes = take_quoted (&text);
  text = skip_space (text);
  if (yes == NULL || *text != ':')
    return FALSE;

  text = skip_space (text + 1);
  no = take_quoted (&text);
  if (no == NULL || *text != '\0')
    return FALSE;

  *part = (FulMarkerPart) {
    FUL_MARKER_PART_CONDITION, ful_marker_template_get_key (keys, numbers, key), g_steal_pointer (&yes), g_steal_pointer (&no),
  };

  return TRUE;
}

static gboolean
parse_expression (const char    *text,
                  GPtrArray     *keys,
                  GHashTable    *numbers,
                  FulMarkerPart *part)
{
  static const struct { const char *text; FulMarkerPartKind kind; } words[] = {
    { "marker.name", FUL_MARKER_PART_NAME },
    { "marker.start", FUL_MARKER_PART_START },
    { "marker.end", FUL_MARKER_PART_END },
    { "marker.duration", FUL_MARKER_PART_DURATION },
    { "marker.category", FUL_MARKER_PART_CATEGORY },
  };

  *part = (FulMarkerPart) { FUL_MARKER_PART_TEXT };
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (text, words[i].text))
      {
        part->kind = words[i].kind;
        return TRUE;
      }
  if (!g_str_has_prefix (text, "marker.data."))
    return FALSE;

  text += strlen ("marker.data.");
  if (parse_condition (text, keys, numbers, part))
    return TRUE;
  if (*text == '\0' || strchr (text, '.'))
    return FALSE;

  *part = (FulMarkerPart) { FUL_MARKER_PART_MEMBER, ful_marker_template_get_key (keys, numbers, text) };

  return TRUE;
}

static void
add_text (GArray     *parts,
          const char *text,
          gsize       length)
{
  FulMarkerPart part = { FUL_MARKER_PART_TEXT, 0, NULL, NULL };

  if (length == 0)
    return;

  part.text = g_strndup (text, length);
  g_array_append_val (parts, part);
}

/**
 * ful_marker_template_parse:
 * @text: a label of a schema
 * @keys: (element-type utf8): names of members; gets those of the label
 * @numbers: their places in @keys, by name
 *
 * Returns: (transfer full) (element-type FulMarkerPart): the parts of the label
 */
GArray *
ful_marker_template_parse (const char *text,
                           GPtrArray  *keys,
                           GHashTable *numbers)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (FulMarkerPart));
  const char *begin = text;

  g_array_set_clear_func (parts, clear_part);
  for (const char *open = strchr (text, '{'); open; open = strchr (text, '{'))
    {
      const char *close = strchr (open, '}');
      g_autofree char *expression = NULL;
      FulMarkerPart part;

      if (close == NULL)
        break;

      text = open + 1;
      if (close == text)
        continue;

      add_text (parts, begin, (gsize) (open - begin));
      expression = dup_stripped (text, (gsize) (close - text));
      if (parse_expression (expression, keys, numbers, &part))
        g_array_append_val (parts, part);
      begin = text = close + 1;
    }
  add_text (parts, begin, strlen (begin));

  return parts;
}
