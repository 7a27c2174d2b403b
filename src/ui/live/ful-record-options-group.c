/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-record-options-group.h"

#include <glib/gi18n.h>

#define MIN_INTERVAL_MS 0.05
#define MAX_INTERVAL_MS 1000
#define MAX_MEMORY_MIB 65536

struct _FulRecordOptionsGroup
{
  AdwPreferencesGroup  parent_instance;

  GtkWidget           *interval;
  GtkWidget           *stacks;
  GtkWidget           *waits;
  GtkWidget           *memory;
};

G_DEFINE_FINAL_TYPE (FulRecordOptionsGroup, ful_record_options_group, ADW_TYPE_PREFERENCES_GROUP)

static const struct
{
  const char *word;    /* of the recorder */
  const char *name;
} stacks[] = {
  { "unwind", N_("Whole") },
  { "frame-pointers", N_("By Frame Pointers") },
  { "none", N_("None") },
};

/* @control: is in a row of its own, which names it */
static void
add_row (FulRecordOptionsGroup *self,
         const char            *title,
         const char            *subtitle,
         GtkWidget             *control)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  gtk_widget_set_valign (control, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), control);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), control);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), row);
}

static GtkWidget *
create_stacks_row (void)
{
  GtkWidget *row = adw_combo_row_new ();
  g_autoptr(GtkStringList) names = gtk_string_list_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (stacks); i++)
    gtk_string_list_append (names, _(stacks[i].name));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _("Stacks"));
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (names));

  return row;
}

static void
ful_record_options_group_class_init (FulRecordOptionsGroupClass *klass)
{
}

static void
ful_record_options_group_init (FulRecordOptionsGroup *self)
{
  g_autoptr(FulLiveRecordSetup) setup = ful_live_record_setup_new ();

  self->interval = gtk_spin_button_new_with_range (MIN_INTERVAL_MS, MAX_INTERVAL_MS, 1);
  gtk_spin_button_set_digits (GTK_SPIN_BUTTON (self->interval), 2);
  self->stacks = create_stacks_row ();
  self->waits = gtk_switch_new ();
  self->memory = gtk_spin_button_new_with_range (1, MAX_MEMORY_MIB, 64);

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (self), _("Options"));
  add_row (self, _("Interval in ms"), _("CPU time between two samples"), self->interval);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), self->stacks);
  add_row (self, _("Waits"), _("Record also where threads wait"), self->waits);
  add_row (self, _("Memory in MiB"), _("What the recorder keeps at most"), self->memory);
  ful_record_options_group_show (self, setup);
}

void
ful_record_options_group_show (FulRecordOptionsGroup    *self,
                               const FulLiveRecordSetup *setup)
{
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->interval), setup->interval);
  gtk_switch_set_active (GTK_SWITCH (self->waits), setup->off_cpu);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->memory), setup->max_memory);
  for (guint i = 0; i < G_N_ELEMENTS (stacks); i++)
    if (g_str_equal (stacks[i].word, setup->stacks))
      adw_combo_row_set_selected (ADW_COMBO_ROW (self->stacks), i);
}

/* What is chosen → @setup. */
void
ful_record_options_group_apply (FulRecordOptionsGroup *self,
                                FulLiveRecordSetup    *setup)
{
  /* A number that is being typed counts, too. */
  gtk_spin_button_update (GTK_SPIN_BUTTON (self->interval));
  gtk_spin_button_update (GTK_SPIN_BUTTON (self->memory));
  setup->interval = gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->interval));
  setup->off_cpu = gtk_switch_get_active (GTK_SWITCH (self->waits));
  setup->max_memory = (guint) gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->memory));
  g_free (setup->stacks);
  setup->stacks = g_strdup (stacks[adw_combo_row_get_selected (ADW_COMBO_ROW (self->stacks))].word);
}
