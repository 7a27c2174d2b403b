/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The part of the main menu that depends on the document: Undo and Redo name the step; Back and Forward are beside them. */

#include "config.h"

#include "ful-main-menu.h"

#include "base/ful-format.h"
#include "document/view/ful-change-name.h"
#include "document/ful-document-history.h"
#include "document/view/ful-history.h"

#include <glib/gi18n.h>
#include <string.h>

/* An underscore would be a mnemonic. */
static char *
escape (const char *name)
{
  g_auto(GStrv) parts = g_strsplit (name, "_", -1);

  return g_strjoinv ("__", parts);
}

static void
append_item (GMenu      *section,
             const char *label,
             const char *action,
             const char *accel)
{
  g_autoptr(GMenuItem) item = g_menu_item_new (label, action);

  g_menu_item_set_attribute (item, "accel", "s", accel);
  g_menu_append_item (section, item);
}

static char *
name_step (FulDocument          *document,
           const FulHistoryStep *step)
{
  g_autofree char *name = ful_change_name_new (ful_document_get_profile (document), step);
  g_autofree char *visible = ful_format_excerpt (name, "", 40);

  return escape (visible);
}

/**
 * ful_main_menu_set_history:
 * @section: the section of Undo, Redo, Back and Forward
 * @document: (nullable): the document on screen
 *
 * Sets the labels to the names of the steps.
 */
void
ful_main_menu_set_history (GMenu       *section,
                           FulDocument *document)
{
  const FulHistoryStep *last = document ? ful_document_get_undo (document) : NULL;
  const FulHistoryStep *next = document ? ful_document_get_redo (document) : NULL;
  g_autofree char *undone = last ? name_step (document, last) : NULL;
  g_autofree char *redone = next ? name_step (document, next) : NULL;
  g_autofree char *undo = undone ? g_strdup_printf (_("_Undo “%s”"), undone) : g_strdup (_("_Undo"));
  g_autofree char *redo = redone ? g_strdup_printf (_("_Redo “%s”"), redone) : g_strdup (_("_Redo"));

  g_menu_remove_all (section);
  append_item (section, undo, "view.undo", "<Control>z");
  append_item (section, redo, "view.redo", "<Control><Shift>z");
  append_item (section, _("_Back"), "view.back", "<Alt>Left");
  append_item (section, _("For_ward"), "view.forward", "<Alt>Right");
}
