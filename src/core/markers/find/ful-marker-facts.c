/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pairs of label and text, the details of a marker. */

#include "config.h"

#include "ful-marker-facts.h"

#include "io/json/ful-json-document.h"

static void
clear_fact (gpointer data)
{
  FulMarkerFact *fact = data;

  g_free (fact->label);
  g_free (fact->text);
}

/**
 * ful_marker_facts_new:
 *
 * Returns: (transfer full) (element-type FulMarkerFact): no facts yet
 */
GArray *
ful_marker_facts_new (void)
{
  GArray *facts = g_array_new (FALSE, FALSE, sizeof (FulMarkerFact));

  g_array_set_clear_func (facts, clear_fact);

  return facts;
}

/**
 * ful_marker_facts_add:
 * @facts: (element-type FulMarkerFact): gets a fact
 * @label: its label
 * @text: its value, for display; invalid UTF-8 is replaced
 * @length: bytes of @text, or -1 if it is NUL-terminated
 */
void
ful_marker_facts_add (GArray     *facts,
                      const char *label,
                      const char *text,
                      gssize      length)
{
  FulMarkerFact fact = { g_strdup (label), g_utf8_make_valid (text, length) };

  g_array_append_val (facts, fact);
}

/**
 * ful_marker_facts_add_member:
 * @facts: (element-type FulMarkerFact): gets the member, unless its value is null
 * @name: its name
 * @node: its value: a string unchanged, others as JSON text
 */
void
ful_marker_facts_add_member (GArray     *facts,
                             const char *name,
                             JsonNode   *node)
{
  g_autofree char *json = ful_json_write_text (node, FALSE);
  const char *text = ful_json_node_get_string (node);

  if (!JSON_NODE_HOLDS_NULL (node))
    ful_marker_facts_add (facts, name, text ? text : json, -1);
}
