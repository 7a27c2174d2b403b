/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The page of help: short texts under headings. Commands are lines of their own, to be copied. */

#include "config.h"

#include "ful-help.h"

#include <glib/gi18n.h>
#include <string.h>

static const struct
{
  const char *style;   /* class of the label */
  const char *text;
} parts[] = {
  { "title-3", N_("Panels") },
  { NULL, N_("Call Tree: which functions called which, with the share of the samples below each call, and self, those that ended in it. "
             "Invert begins with the functions that ran.") },
  { NULL, N_("Functions: one row for each function, sorted by self; below it callers and callees of the selected one.") },
  { NULL, N_("Flame Graph: the call tree as boxes, as wide as their share. Stack Chart: the stack at each time.") },
  { NULL, N_("Enter or a double click on a function shows its source and instructions, with what each line costs. Files are read in "
             "folders that you agree to.") },
  { NULL, N_("Marker Chart and Marker Table: what the program noted itself, with times and fields. "
             "Network: a row for each request, with its phases.") },
  { NULL, N_("All panels show the same threads, range, search and transforms. A transform changes the call tree; "
             "it is a chip above the panel, which can be switched off and removed.") },

  { "title-3", N_("Tracks") },
  { NULL, N_("Each thread has a graph of what it ran; its height is the use of the CPU, its colours are categories. Click selects the thread "
             "and the function at that time; Ctrl+click adds a thread. Red above a graph: the thread did not answer for that long.") },
  { NULL, N_("A drag marks a range, for which all panels count; Z zooms into it, Backspace goes back. Ctrl with the wheel zooms. "
             "Other tracks show markers, memory, network and more; the button Tracks shows and hides them.") },

  { "title-3", N_("Colours") },
  { NULL, N_("The profile says which categories there are, and their colours. In those of Firefox: yellow JavaScript, purple Layout, green Graphics, blue DOM, "
             "orange garbage collection and media, light blue Network, grey Other; transparent is idle. "
             "The details name the categories of the selection.") },

  { "title-3", N_("Keys") },
  { NULL, N_("Alt+1, Alt+2 and so on: panels. Ctrl+F: search. Z: zoom into the marked range. Backspace: back. Ctrl+Z: undo. E: end of the heaviest stack. Enter: source. "
             "I: invert. M, F, C, D: merge, focus on, collapse, drop the selected function. F6: next part of the window. F9: details. "
             "Ctrl+?: all keys.") },

  { "title-2", N_("How to Record a Profile") },
  { "title-3", N_("Firefox") },
  { NULL, N_("Enable the profiler button at profiler.firefox.com. Ctrl+Shift+1 starts and stops recording, Ctrl+Shift+2 stops it and shows the profile "
             "in a tab; download it there, and open the file here. Or record from the start of Firefox; the file is written when it ends:") },
  { "monospace", "MOZ_PROFILER_STARTUP=1 MOZ_PROFILER_SHUTDOWN=profile.json firefox" },

  { "title-3", N_("Any Program, with samply") },
  { NULL, N_("samply records programs on Linux, macOS and Windows:") },
  { "monospace", "samply record --save-only -o profile.json.gz -- ./program" },
  { NULL, N_("Without --save-only it opens the web front-end, which finds the names of functions; a profile downloaded there has them.") },

  { "title-3", N_("Any Program on Linux, with perf") },
  { NULL, N_("Fulgens does not read recordings of perf itself. samply makes a profile of one:") },
  { "monospace", "perf record -g -- ./program\nsamply import --save-only -o profile.json.gz perf.data" },
  { NULL, N_("Or drop the output of “perf script -F +pid” on profiler.firefox.com, download the profile there, and open it here.") },
};

static GtkWidget *
create_part (const char *style,
             const char *text)
{
  GtkWidget *label = gtk_label_new (g_dgettext (NULL, text));

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_selectable (GTK_LABEL (label), style && g_str_equal (style, "monospace"));
  if (style)
    gtk_widget_add_css_class (label, style);
  if (style && g_str_has_prefix (style, "title"))
    gtk_widget_set_margin_top (label, 12);

  return label;
}

/**
 * ful_help_show:
 * @parent: (nullable): the window in front
 *
 * Opens the window of help.
 */
void
ful_help_show (GtkWindow *parent)
{
  GtkWidget *window = adw_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *clamp = adw_clamp_new ();
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkEventController *keys = gtk_shortcut_controller_new ();

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    gtk_box_append (GTK_BOX (page), create_part (parts[i].style, parts[i].text));
  gtk_widget_add_css_class (page, "help");

  adw_clamp_set_child (ADW_CLAMP (clamp), page);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), clamp);
  gtk_widget_set_focusable (scrolled, TRUE);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), scrolled);
  adw_window_set_content (ADW_WINDOW (window), box);

  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                                                          gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (window, keys);
  gtk_window_set_title (GTK_WINDOW (window), _("Help"));
  gtk_window_set_default_size (GTK_WINDOW (window), 640, 720);
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_present (GTK_WINDOW (window));
  gtk_widget_grab_focus (scrolled);
}
