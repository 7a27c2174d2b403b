/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-overview-panel.h"

#include "ful-overview-columns.h"
#include "ful-overview-empty.h"
#include "ful-overview-menu.h"
#include "ful-overview-section.h"
#include "ful-overview-warnings.h"

#include "document/ful-document.h"
#include "document/insight/ful-insight.h"
#include "threads/ful-view-options.h"
#include "viewtext/ful-panel-ids.h"

#include <glib/gi18n.h>

/* px between sections */
#define SPACING 10

struct _FulOverviewPanel
{
  GtkWidget           parent_instance;

  FulAnalysis        *analysis;
  FulInsight         *insight;    /* of @analysis */
  gboolean            is_watching;

  GtkWidget          *scroller;
  GtkWidget          *note;       /* what the overview is of, where that is not all */
  GtkWidget          *warnings;
  GtkWidget          *empty;      /* why nothing was busy, where that is so */
  FulOverviewSection *sections[FUL_N_OVERVIEW_PARTS];   /* (nullable): pages and memory are in the side bar */
  FulOverviewPart     last;       /* the part whose row was followed last */
  gboolean            is_filled;
};

G_DEFINE_FINAL_TYPE (FulOverviewPanel, ful_overview_panel, GTK_TYPE_WIDGET)

enum
{
  PROP_BUSY = 1,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* Returns: (transfer full) (nullable): what the overview leaves out, or is about to get */
static char *
dup_note (FulOverviewPanel  *self,
          const FulOverview *overview)
{
  const FulViewOptions *options = ful_document_get_options (ful_analysis_get_document (self->analysis));

  if (overview->weights->profile->grows)
    return g_strdup (_("So far"));
  if (*options->search || options->n_transforms > 0)
    return g_strdup (_("Search and transforms do not count here."));

  return NULL;
}

static void
update_note (FulOverviewPanel *self)
{
  const FulOverview *overview = ful_insight_get_overview (self->insight);
  g_autofree char *note = overview ? dup_note (self, overview) : NULL;

  gtk_label_set_text (GTK_LABEL (self->note), note ? note : "");
  gtk_widget_set_visible (self->note, note != NULL);
}

/* At first a line has the focus, as rows of other panels do. */
static void
fill (FulOverviewPanel *self)
{
  const FulOverview *overview = ful_insight_get_overview (self->insight);

  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
  update_note (self);
  if (overview == NULL)
    return;

  for (guint i = 0; i < FUL_N_OVERVIEW_PARTS; i++)
    if (self->sections[i])
      ful_overview_section_fill (self->sections[i], overview);
  ful_overview_warnings_fill (self->warnings, overview);
  ful_overview_empty_fill (self->empty, overview, ful_analysis_get_document (self->analysis));
  if (!self->is_filled && gtk_widget_get_mapped (GTK_WIDGET (self)))
    gtk_widget_grab_focus (GTK_WIDGET (self));
  /* The page puts it into the list of recent files. */
  if (!self->is_filled && overview->findings->len > 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "page.describe", "s", g_array_index (overview->findings, FulFinding, 0).text);
  self->is_filled = TRUE;
}

static void
follow_action (GtkWidget  *widget,
               const char *action,
               GVariant   *parameter)
{
  FulOverviewPanel *self = FUL_OVERVIEW_PANEL (widget);
  guint part, row;

  g_variant_get (parameter, "(uu)", &part, &row);
  self->last = (FulOverviewPart) part;
  if (!ful_insight_follow (self->insight, (FulOverviewPart) part, row))
    gtk_widget_error_bell (widget);
}

static void
watch (FulOverviewPanel *self,
       gboolean          is_watching)
{
  if (self->is_watching == is_watching)
    return;

  self->is_watching = is_watching;
  if (is_watching)
    ful_insight_watch (self->insight);
  else
    ful_insight_unwatch (self->insight);
}

static void
ful_overview_panel_map (GtkWidget *widget)
{
  FulOverviewPanel *self = FUL_OVERVIEW_PANEL (widget);

  GTK_WIDGET_CLASS (ful_overview_panel_parent_class)->map (widget);
  watch (self, TRUE);
  fill (self);
}

static void
ful_overview_panel_unmap (GtkWidget *widget)
{
  watch (FUL_OVERVIEW_PANEL (widget), FALSE);

  GTK_WIDGET_CLASS (ful_overview_panel_parent_class)->unmap (widget);
}

/* Not that of GtkWidget, which goes back to where the focus is before it leaves. */
static gboolean
ful_overview_panel_focus (GtkWidget        *widget,
                          GtkDirectionType  direction)
{
  return gtk_widget_child_focus (FUL_OVERVIEW_PANEL (widget)->scroller, direction);
}

/* Who comes back is where they left. Without rows the panel waits with the focus, which a divider around it would get. */
static gboolean
ful_overview_panel_grab_focus (GtkWidget *widget)
{
  FulOverviewPanel *self = FUL_OVERVIEW_PANEL (widget);
  GtkWidget *section = self->sections[self->last] ? GTK_WIDGET (self->sections[self->last]) : NULL;

  if (section && gtk_widget_get_visible (section) && gtk_widget_grab_focus (section))
    return TRUE;

  if (gtk_widget_get_visible (GTK_WIDGET (self->sections[FUL_OVERVIEW_PART_FINDINGS])))
    return gtk_widget_grab_focus (GTK_WIDGET (self->sections[FUL_OVERVIEW_PART_FINDINGS]));

  return gtk_widget_child_focus (self->empty, GTK_DIR_TAB_FORWARD) ||
         GTK_WIDGET_CLASS (ful_overview_panel_parent_class)->grab_focus (widget);
}

static void
ful_overview_panel_get_property (GObject    *object,
                                 guint       prop_id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  FulOverviewPanel *self = FUL_OVERVIEW_PANEL (object);

  switch (prop_id)
    {
    case PROP_BUSY:
      g_value_set_boolean (value, ful_insight_get_busy (self->insight));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ful_overview_panel_dispose (GObject *object)
{
  FulOverviewPanel *self = FUL_OVERVIEW_PANEL (object);
  GtkWidget *child;

  if (self->insight)
    watch (self, FALSE);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  self->scroller = NULL;
  self->insight = NULL;
  g_clear_object (&self->analysis);

  G_OBJECT_CLASS (ful_overview_panel_parent_class)->dispose (object);
}

static void
ful_overview_panel_class_init (FulOverviewPanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ful_overview_panel_get_property;
  object_class->dispose = ful_overview_panel_dispose;
  widget_class->map = ful_overview_panel_map;
  widget_class->unmap = ful_overview_panel_unmap;
  widget_class->focus = ful_overview_panel_focus;
  widget_class->grab_focus = ful_overview_panel_grab_focus;

  properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "overviewpanel");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_install_action (widget_class, "overview.follow", "(uu)", follow_action);
}

static void
add_section (FulOverviewPanel *self,
             GtkWidget        *box,
             FulOverviewPart   part,
             const char       *title)
{
  GtkWidget *section = ful_overview_section_new (part, title);

  self->sections[part] = FUL_OVERVIEW_SECTION (section);
  gtk_box_append (GTK_BOX (box), section);
}

static GtkWidget *
create_columns (FulOverviewPanel *self)
{
  GtkWidget *left = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING);
  GtkWidget *right = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING);

  add_section (self, left, FUL_OVERVIEW_PART_THREADS, _("Busiest Threads"));
  add_section (self, left, FUL_OVERVIEW_PART_OWN, _("Own Code, with the Libraries It Calls"));
  add_section (self, left, FUL_OVERVIEW_PART_FUNCTIONS, _("Functions by Self"));
  add_section (self, right, FUL_OVERVIEW_PART_STRETCHES, _("Did Not Respond"));
  add_section (self, right, FUL_OVERVIEW_PART_WAITS, _("Waited"));
  add_section (self, right, FUL_OVERVIEW_PART_CATEGORIES, _("Where the Time Went"));
  add_section (self, right, FUL_OVERVIEW_PART_LIBRARIES, _("Libraries"));
  add_section (self, right, FUL_OVERVIEW_PART_MARKERS, _("Markers by Time of Their Own"));
  add_section (self, right, FUL_OVERVIEW_PART_REQUESTS, _("Requests"));

  return ful_overview_columns_new (left, right);
}

static void
ful_overview_panel_init (FulOverviewPanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING);

  self->note = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->note), 0);
  gtk_label_set_wrap (GTK_LABEL (self->note), TRUE);
  gtk_widget_add_css_class (self->note, "overview-title");
  gtk_box_append (GTK_BOX (box), self->note);
  add_section (self, box, FUL_OVERVIEW_PART_FINDINGS, _("Findings"));
  self->warnings = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING);
  gtk_box_append (GTK_BOX (box), self->warnings);
  self->empty = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING);
  gtk_widget_hide (self->empty);
  gtk_box_append (GTK_BOX (box), self->empty);
  gtk_box_append (GTK_BOX (box), create_columns (self));
  gtk_widget_add_css_class (box, "overview");

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Overview"), -1);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scroller), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Overview"), -1);
  gtk_widget_set_focusable (self->scroller, FALSE);
  gtk_widget_set_vexpand (self->scroller, TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), box);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

static GtkWidget *
create (FulAnalysis *analysis,
        GSettings   *settings)
{
  FulOverviewPanel *self = g_object_new (FUL_TYPE_OVERVIEW_PANEL, NULL);

  self->analysis = g_object_ref (analysis);
  self->insight = ful_insight_of (analysis);
  ful_overview_menu_install (GTK_WIDGET (self), self->insight);
  g_signal_connect_object (self->insight, "changed", G_CALLBACK (fill), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ful_analysis_get_document (analysis), "notify::view-state", G_CALLBACK (update_note), self,
                           G_CONNECT_SWAPPED);

  return GTK_WIDGET (self);
}

const FulPanel ful_overview_panel = {
  .id = FUL_PANEL_OVERVIEW,
  .title = N_("Overview"),
  .icon_name = "view-grid-symbolic",
  .create = create,
};
