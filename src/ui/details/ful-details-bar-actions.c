/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What buttons and links in the side bar do. */

#include "config.h"

#include "ful-details-bar-private.h"

#include "ful-details-story.h"

#include "document/ful-document-markers.h"
#include "document/insight/ful-insight.h"
#include "document/insight/ful-story-link.h"
#include "insight/overview/ful-overview-markdown.h"
#include "insight/story/ful-story-sections.h"
#include "markers/find/ful-marker-context.h"
#include "viewtext/ful-panel-ids.h"

#include <glib/gi18n.h>

static void
copy_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), g_variant_get_string (parameter, NULL));
}

static void
copy_overview_action (GtkWidget  *widget,
                      const char *action,
                      GVariant   *parameter)
{
  FulDetailsBar *self = FUL_DETAILS_BAR (widget);
  const FulOverview *overview = ful_insight_get_overview (ful_insight_of (self->analysis));
  const char *product;
  g_autofree char *text = NULL;

  if (overview == NULL)
    return;

  product = overview->weights->profile->product;
  text = ful_overview_to_markdown (overview, product && *product ? product : _("Profile"));
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
copy_story_action (GtkWidget  *widget,
                   const char *action,
                   GVariant   *parameter)
{
  const FulStory *story = ful_story_teller_get_story (FUL_DETAILS_BAR (widget)->teller);
  const char *kind = g_variant_get_string (parameter, NULL);
  g_autofree char *text = NULL;

  if (story == NULL)
    return;

  text = g_str_equal (kind, "markdown") ? ful_story_to_markdown (story)
         : g_str_equal (kind, "query") ? ful_details_dup_story_query (story) : ful_story_to_text (story, FALSE);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
follow_story_action (GtkWidget  *widget,
                     const char *action,
                     GVariant   *parameter)
{
  FulDetailsBar *self = FUL_DETAILS_BAR (widget);
  FulDocument *document = ful_analysis_get_document (self->analysis);
  const FulStory *story = ful_story_teller_get_story (self->teller);
  guint part, row;

  g_variant_get (parameter, "(uu)", &part, &row);
  /* Its numbers may be those of another profile. */
  if (story == NULL || !ful_profile_has_rows_of (ful_document_get_profile (document), story->weights->profile) ||
      !ful_story_follow (story, (FulStoryPart) part, row, document))
    gtk_widget_error_bell (widget);
  else
    ful_insight_select_linked (ful_insight_of (self->analysis));
}

static void
follow_action (GtkWidget  *widget,
               const char *action,
               GVariant   *parameter)
{
  guint part, row;

  g_variant_get (parameter, "(uu)", &part, &row);
  if (!ful_insight_follow (ful_insight_of (FUL_DETAILS_BAR (widget)->analysis), (FulOverviewPart) part, row))
    gtk_widget_error_bell (widget);
}

static void
go_to_marker_action (GtkWidget  *widget,
                     const char *action,
                     GVariant   *parameter)
{
  FulDetailsBar *self = FUL_DETAILS_BAR (widget);
  guint thread, marker;
  double start;

  g_variant_get (parameter, "(uud)", &thread, &marker, &start);
  ful_document_go_to_marker (ful_analysis_get_document (self->analysis), thread, (gint32) marker, start);
}

/* The function of a frame is selected when the tree of the current state is ready. */
void
ful_details_bar_select_wanted (FulDetailsBar *self)
{
  g_autoptr(GArray) path = NULL;

  if (self->wanted == NULL || ful_analysis_get_busy (self->analysis))
    return;

  path = g_steal_pointer (&self->wanted);
  ful_profile_map_path (ful_document_get_profile (ful_analysis_get_document (self->analysis)), path, FALSE);
  if (!ful_analysis_select_stack (self->analysis, (FulFuncIndex *) (gpointer) path->data, path->len))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", _("The function is not in this view"));
}

static void
go_to_frame_action (GtkWidget  *widget,
                    const char *action,
                    GVariant   *parameter)
{
  FulDetailsBar *self = FUL_DETAILS_BAR (widget);
  guint frame = g_variant_get_uint32 (parameter);

  if (self->context == NULL || frame >= self->context->frames->len)
    return;

  g_clear_pointer (&self->wanted, g_array_unref);
  self->wanted = g_array_new (FALSE, FALSE, sizeof (FulFuncIndex));
  for (guint i = self->context->frames->len; i > frame; i--)
    g_array_append_val (self->wanted, g_array_index (self->context->frames, FulMarkerFrame, i - 1).func);
  ful_document_set_panel (ful_analysis_get_document (self->analysis), FUL_PANEL_CALL_TREE);
  ful_details_bar_select_wanted (self);
}

static void
select_node_action (GtkWidget  *widget,
                    const char *action,
                    GVariant   *parameter)
{
  FulDetailsBar *self = FUL_DETAILS_BAR (widget);
  FulCallTree *tree = ful_analysis_get_tree (self->analysis);
  g_autoptr(GArray) path = NULL;

  /* Rows of an earlier tree are about to go. */
  if (!tree || tree != self->filled_tree)
    return;

  path = ful_call_tree_get_path (tree, (FulCallNodeIndex) g_variant_get_uint32 (parameter));
  ful_document_select_path (ful_analysis_get_document (self->analysis), (FulFuncIndex *) (gpointer) path->data, path->len);
}

static void
select_func_action (GtkWidget  *widget,
                    const char *action,
                    GVariant   *parameter)
{
  FulDetailsBar *self = FUL_DETAILS_BAR (widget);

  /* Rows of an earlier tree are about to go. */
  if (ful_analysis_get_tree (self->analysis) == self->filled_tree)
    ful_analysis_select_func (self->analysis, g_variant_get_int32 (parameter));
}

void
ful_details_bar_install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "details.select-node", "u", select_node_action);
  gtk_widget_class_install_action (widget_class, "details.select-func", "i", select_func_action);
  gtk_widget_class_install_action (widget_class, "details.copy", "s", copy_action);
  gtk_widget_class_install_action (widget_class, "details.copy-overview", NULL, copy_overview_action);
  gtk_widget_class_install_action (widget_class, "details.copy-story", "s", copy_story_action);
  gtk_widget_class_install_action (widget_class, "details.follow-story", "(uu)", follow_story_action);
  gtk_widget_class_install_action (widget_class, "details.follow", "(uu)", follow_action);
  gtk_widget_class_install_action (widget_class, "details.go-to-frame", "u", go_to_frame_action);
  gtk_widget_class_install_action (widget_class, "details.go-to-marker", "(uud)", go_to_marker_action);
}
