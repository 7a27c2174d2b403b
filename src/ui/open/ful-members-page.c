/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is opened gets a tab of its own ("win.open-member"), so that the page stays for others. Of a folder only the files that
 * look like profiles are shown: it may have thousands of others. */

#include "config.h"

#include "ful-members-page.h"

#include "base/ful-error.h"
#include "base/ful-format.h"
#include "base/ful-job.h"
#include "import/ful-archive.h"
#include "import/ful-member-tree.h"
#include "lists/ful-row-column.h"
#include "lists/ful-row-cursor.h"
#include "lists/ful-row-model.h"
#include "lists/ful-row-view.h"
#include "widgets/ful-control-name.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>
#include <math.h>

/* px */
#define INDENT 16

/* "Open All" of more would not be meant. */
#define MAX_OPEN_ALL 50

enum { COLUMN_NAME, COLUMN_FORMAT, COLUMN_DATE, COLUMN_SIZE, N_COLUMNS };

struct _FulMembersPage
{
  GtkWidget      parent_instance;

  GFile         *file;
  char          *member;      /* (nullable): path of an archive in @file */
  FulJob        *job;         /* (nullable): while it runs */
  GPtrArray     *members;     /* (nullable): FulMember */
  FulMemberTree *tree;        /* (nullable): of @members */
  GError        *error;       /* (nullable): why there is none */
  char          *subtitle;

  GtkBox        *box;
  GtkLabel      *label;
  GtkWidget     *open_all;
  FulRowModel   *model;
  GtkColumnView *table;
};

G_DEFINE_FINAL_TYPE (FulMembersPage, ful_members_page, GTK_TYPE_WIDGET)

enum
{
  READY,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

typedef struct
{
  GFile         *file;
  char          *member;
  GPtrArray     *members;   /* (nullable): results of the job */
  FulMemberTree *tree;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->file);
  g_free (job->member);
  g_clear_pointer (&job->members, g_ptr_array_unref);
  g_clear_pointer (&job->tree, ful_member_tree_free);
  g_free (job);
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  Job *job = data;

  job->members = ful_archive_list_file (job->file, job->member, cancellable, error);
  if (job->members == NULL)
    return FALSE;
  for (guint i = job->members->len; i-- > 0; )
    if (((FulMember *) job->members->pdata[i])->file && ((FulMember *) job->members->pdata[i])->format == NULL)
      g_ptr_array_remove_index (job->members, i);
  if (job->members->len == 0)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_EMPTY, _("There is no profile in this folder, or in those that are in it"));
      return FALSE;
    }
  job->tree = ful_member_tree_new (job->members);

  return TRUE;
}

static guint
count_profiles (FulMembersPage *self)
{
  guint n = 0;

  for (guint i = 0; i < self->members->len; i++)
    {
      const FulMember *member = self->members->pdata[i];

      n += member->format != NULL && !member->is_archive;
    }

  return n;
}

static void
select_first (FulMembersPage *self)
{
  const FulMemberRow *row;

  for (guint i = 0; (row = ful_member_tree_get (self->tree, i)); i++)
    if (row->member >= 0 && ((FulMember *) self->members->pdata[row->member])->format)
      {
        ful_row_model_set_selected (self->model, i);
        ful_row_cursor_show (self->table, i, TRUE);
        return;
      }
}

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulMembersPage *self = owner;
  Job *job = data;

  if (error)
    self->error = g_error_copy (error);
  else
    {
      guint n;

      self->members = g_steal_pointer (&job->members);
      self->tree = g_steal_pointer (&job->tree);
      n = count_profiles (self);
      g_free (self->subtitle);
      self->subtitle = g_strdup_printf (ngettext ("%u profile", "%u profiles", n), n);
      gtk_label_set_label (self->label, self->subtitle);
      gtk_widget_set_sensitive (self->open_all, n > 0 && n <= MAX_OPEN_ALL);
      ful_row_model_set_rows (self->model, self->tree->shown->len, TRUE);
      select_first (self);
    }
  g_signal_emit (self, signals[READY], 0);
}

static GtkWidget *
make_name_cell (GtkWidget *cell)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_box_append (GTK_BOX (cell), gtk_image_new ());
  gtk_box_append (GTK_BOX (cell), gtk_image_new ());
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_box_set_spacing (GTK_BOX (cell), 6);
  gtk_box_append (GTK_BOX (cell), label);

  return label;
}

static void
set_dim (GtkWidget *label,
         gboolean   is_dim)
{
  if (is_dim)
    gtk_widget_add_css_class (label, "dim-label");
  else
    gtk_widget_remove_css_class (label, "dim-label");
}

static void
fill_name (GtkWidget          *cell,
           const FulMemberRow *row,
           const FulMember    *member)
{
  gboolean is_rtl = gtk_widget_get_direction (cell) == GTK_TEXT_DIR_RTL;
  GtkWidget *label = gtk_widget_get_first_child (cell) ? gtk_widget_get_last_child (cell) : make_name_cell (cell);
  GtkWidget *expander = gtk_widget_get_first_child (cell);
  g_autofree char *name = ful_format_label (row->name, "");

  gtk_image_set_from_icon_name (GTK_IMAGE (expander), !row->is_collapsed ? "pan-down-symbolic"
                                                      : is_rtl ? "pan-start-symbolic" : "pan-end-symbolic");
  gtk_widget_set_opacity (expander, member ? 0 : 1);
  gtk_widget_set_margin_start (cell, (int) row->depth * INDENT);
  gtk_image_set_from_icon_name (GTK_IMAGE (gtk_widget_get_next_sibling (expander)),
                                member == NULL ? "folder-symbolic" : member->is_archive ? "package-x-generic-symbolic"
                                                                                        : "text-x-generic-symbolic");
  gtk_label_set_label (GTK_LABEL (label), name);
  set_dim (label, member && member->format == NULL);
  ful_tooltip_set_text (label, name);
}

static void
describe (GtkWidget          *cell,
          const FulMemberRow *row,
          const FulMember    *member)
{
  g_autofree char *size = member ? ful_format_bytes ((double) member->size) : NULL;
  /* Translators: format of a file, size, level in the tree */
  g_autofree char *text = member ? g_strdup_printf (_("%s, %s, level %u"), member->format ? _(member->format) : _("no profile"),
                                                    size, row->depth + 1)
                                 : g_strdup_printf (row->is_collapsed ? _("folder, level %u, collapsed")
                                                                      : _("folder, level %u, expanded"), row->depth + 1);

  ful_row_cell_describe (cell, row->name, text);
}

static gboolean
fill (gpointer   owner,
      guint      column,
      guint      position,
      GtkWidget *cell)
{
  FulMembersPage *self = owner;
  const FulMemberRow *row = self->tree ? ful_member_tree_get (self->tree, position) : NULL;
  const FulMember *member = row && row->member >= 0 ? self->members->pdata[row->member] : NULL;
  g_autofree char *size = NULL, *date = NULL;

  if (row == NULL)
    return FALSE;
  if (column == COLUMN_NAME)
    {
      fill_name (cell, row, member);
      describe (cell, row, member);
    }
  else if (column == COLUMN_FORMAT)
    ful_row_cell_set (cell, NULL, member == NULL ? "" : member->format ? _(member->format) : _("no profile"));
  else if (column == COLUMN_DATE)
    {
      date = member && !isnan (member->modified) ? ful_format_date (member->modified, "%x %H:%M") : g_strdup ("");
      ful_row_cell_set (cell, NULL, date);
    }
  else
    {
      size = member ? ful_format_bytes ((double) member->size) : g_strdup ("");
      ful_row_cell_set (cell, NULL, size);
    }

  return TRUE;
}

static void
open_member (FulMembersPage  *self,
             const FulMember *member)
{
  g_autofree char *uri = g_file_get_uri (member->file ? member->file : self->file);
  g_autofree char *path = member->file ? g_strdup ("") : self->member ? g_strconcat (self->member, "/", member->path, NULL)
                                                                      : g_strdup (member->path);

  gtk_widget_activate_action (GTK_WIDGET (self), "win.open-member", "(ss)", uri, path);
}

static void
toggle (FulMembersPage *self,
        guint           position)
{
  ful_member_tree_toggle (self->tree, position);
  ful_row_model_set_rows (self->model, self->tree->shown->len, FALSE);
  ful_row_model_refresh (self->model);
}

static void
activate_cb (FulMembersPage *self,
             guint           position)
{
  const FulMemberRow *row = self->tree ? ful_member_tree_get (self->tree, position) : NULL;

  if (row && row->member >= 0)
    open_member (self, self->members->pdata[row->member]);
  else if (row)
    toggle (self, position);
}

static void
open_all_cb (FulMembersPage *self)
{
  for (guint i = 0; i < self->tree->rows->len; i++)
    {
      gint32 member = g_array_index (self->tree->rows, FulMemberRow, i).member;

      if (member >= 0 && ((FulMember *) self->members->pdata[member])->format)
        open_member (self, self->members->pdata[member]);
    }
}

/* Left collapses a folder, Right expands it. */
static gboolean
key_cb (FulMembersPage  *self,
        guint            key,
        guint            code,
        GdkModifierType  modifiers)
{
  gint64 selected = ful_row_model_get_selected (self->model);
  const FulMemberRow *row = self->tree && selected >= 0 ? ful_member_tree_get (self->tree, (guint) selected) : NULL;
  gboolean is_rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  guint collapse = is_rtl ? GDK_KEY_Right : GDK_KEY_Left;
  guint expand = is_rtl ? GDK_KEY_Left : GDK_KEY_Right;

  if (row == NULL || row->member >= 0 || (modifiers & gtk_accelerator_get_default_mod_mask ()) != 0 ||
      key != (row->is_collapsed ? expand : collapse))
    return GDK_EVENT_PROPAGATE;

  toggle (self, (guint) selected);

  return GDK_EVENT_STOP;
}

static void
select_cb (FulMembersPage *self,
           gint64          row)
{
  ful_row_model_set_selected (self->model, row);
}

static void
ful_members_page_dispose (GObject *object)
{
  FulMembersPage *self = FUL_MEMBERS_PAGE (object);
  GtkWidget *child;

  ful_job_stop (&self->job);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (ful_members_page_parent_class)->dispose (object);
}

static void
ful_members_page_finalize (GObject *object)
{
  FulMembersPage *self = FUL_MEMBERS_PAGE (object);

  g_object_unref (self->file);
  g_free (self->member);
  g_free (self->subtitle);
  g_clear_pointer (&self->tree, ful_member_tree_free);
  g_clear_pointer (&self->members, g_ptr_array_unref);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (ful_members_page_parent_class)->finalize (object);
}

static void
ful_members_page_class_init (FulMembersPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_members_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = ful_members_page_finalize;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/fulgens/Fulgens/ful-members-page.ui");
  gtk_widget_class_bind_template_child (widget_class, FulMembersPage, box);
  gtk_widget_class_bind_template_child (widget_class, FulMembersPage, label);
  gtk_widget_class_bind_template_child (widget_class, FulMembersPage, open_all);
  gtk_widget_class_bind_template_callback (widget_class, open_all_cb);

  signals[READY] = g_signal_new ("ready", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_members_page_init (FulMembersPage *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  ful_tooltip_describe (self->open_all, _("Open each profile in a tab of its own"));
  ful_control_name_by_labels (self->open_all);
  self->subtitle = g_strdup (gtk_label_get_label (self->label));

  self->model = ful_row_model_new ();
  self->table = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->table), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Profiles"), -1);
  ful_row_column_append (self->table, _("Name"), _("Name of the file or folder"), 0, FUL_ROW_CELL_BIN, COLUMN_NAME, fill, self);
  ful_row_column_append (self->table, _("Format"), _("What the first bytes of the file look like"), 15, FUL_ROW_CELL_DIM,
                         COLUMN_FORMAT, fill, self);
  ful_row_column_append (self->table, _("Modified"), _("When the file was written"), 10, FUL_ROW_CELL_DIM, COLUMN_DATE, fill, self);
  ful_row_column_append (self->table, _("Size"), _("Size of the file, unpacked"), 6.5, FUL_ROW_CELL_NUMBER, COLUMN_SIZE, fill, self);
  gtk_box_append (self->box, ful_row_view_new (self->table));
  gtk_column_view_set_model (self->table, GTK_SELECTION_MODEL (self->model));
  ful_row_model_follow (self->model, GTK_SCROLLABLE (self->table));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->table), keys);

  g_signal_connect_object (self->model, "select", G_CALLBACK (select_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->table, "activate", G_CALLBACK (activate_cb), self);
}

/**
 * ful_members_page_new:
 * @file: an archive or a folder
 * @member: (nullable): path of an archive in @file, to be listed instead
 *
 * Returns: (transfer floating): the page, which lists the files
 */
FulMembersPage *
ful_members_page_new (GFile      *file,
                      const char *member)
{
  FulMembersPage *self = g_object_new (FUL_TYPE_MEMBERS_PAGE, NULL);
  Job *job = g_new0 (Job, 1);

  self->file = g_object_ref (file);
  self->member = g_strdup (member);
  job->file = g_object_ref (file);
  job->member = g_strdup (member);
  ful_job_start_blocking (&self->job, compute, job, job_free, ready_cb, self);

  return self;
}

/**
 * ful_members_page_is_ready:
 *
 * Returns: whether the files are listed
 */
gboolean
ful_members_page_is_ready (FulMembersPage *self)
{
  return self->tree != NULL;
}

/**
 * ful_members_page_get_error:
 *
 * Returns: (transfer none) (nullable): why they cannot be listed
 */
const GError *
ful_members_page_get_error (FulMembersPage *self)
{
  return self->error;
}

/**
 * ful_members_page_get_subtitle:
 *
 * Returns: (transfer none): how many profiles there are; until "ready"
 */
const char *
ful_members_page_get_subtitle (FulMembersPage *self)
{
  return self->subtitle;
}
