/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The page of help: contents, whose links scroll, then short texts under headings. Commands are lines of their own, to be
 * copied. */

#include "config.h"

#include "ful-help.h"

#include <glib/gi18n.h>
#include <string.h>

#define LINK "part:"

static const struct
{
  const char *style;   /* class of the label */
  const char *text;
} parts[] = {
  { "title-2", N_("How to Record a Profile") },
  { "title-3", N_("Firefox") },
  { NULL, N_("Live… starts a Firefox and records it. In another one, enable the profiler button at profiler.firefox.com. Ctrl+Shift+1 starts and stops recording, Ctrl+Shift+2 stops it and shows the profile "
             "in a tab; download it there, and open the file here. Or record from the start of Firefox; the file is written when it ends:") },
  { "monospace", "MOZ_PROFILER_STARTUP=1 MOZ_PROFILER_SHUTDOWN=profile.json firefox" },

  { "title-3", N_("Any Program, with samply") },
  { NULL, N_("samply records programs on Linux, macOS and Windows:") },
  { "monospace", "samply record --save-only -o profile.json.gz -- ./program" },
  { NULL, N_("Without --save-only it opens the web front-end, which finds the names of functions; a profile downloaded there has them.") },

  { "title-3", N_("Any Program on Linux, with perf") },
  { NULL, N_("Open the file perf.data. Programs without frame pointers need --call-graph dwarf: with -g alone, callers are missing "
             "where a library was built without them.") },
  { "monospace", "perf record --call-graph dwarf -- ./program" },
  { NULL, N_("The output of “perf script -F +pid” opens as well.") },

  { "title-2", N_("How to Read It") },
  { "title-3", N_("Panels") },
  { NULL, N_("Overview: what is slow, in sentences and lists of all threads. Each line leads to what it is about; Undo leads back.") },
  { NULL, N_("Call Tree: which functions called which, with the share of the samples below each call, and self, those that ended in it. "
             "Invert begins with the functions that ran. When is a strip of the shown range: as high as the share of the function at each time; "
             "a click on it marks that time, a double click zooms into it.") },
  { NULL, N_("Functions: one row for each function, sorted by self; below it callers and callees of the selected one.") },
  { NULL, N_("Flame Graph: the call tree as boxes, as wide as their share. Stack Chart: the stack at each time.") },
  { NULL, N_("Enter or a double click on a function shows its source and instructions, with what each line costs. Files are read in "
             "folders that you agree to.") },
  { NULL, N_("Marker Chart and Marker Table: what the program noted itself, with times and fields. "
             "Network: a row for each request, with its phases.") },
  { NULL, N_("Figures are counts of samples. Samples as Times in the menu of a function shows times instead, where the file says how far "
             "samples are apart.") },
  { NULL, N_("All panels show the same threads, range, search and transforms. A transform changes the call tree; "
             "it is a chip above the panel, which can be switched off and removed.") },

  { "title-3", N_("Tracks") },
  { NULL, N_("Each thread has a graph of what it ran; its height is the use of the CPU, its colours are categories. Click selects the thread "
             "and the function at that time; Ctrl+click adds a thread. Red above a graph: the thread did not answer for that long.") },
  { NULL, N_("A drag marks a range, for which all panels count; Z zooms into it, Backspace goes back. Ctrl with the wheel zooms. "
             "Other tracks show markers, memory, network and more; the button Tracks shows and hides them.") },

  { "title-3", N_("Comparisons") },
  { NULL, N_("Compare With… in the menu compares the recording with another one: which functions take longer, which less, and whether that "
             "is more than noise. Two recordings alone do not tell how runs differ from each other: record at least five of each, by turns, "
             "so that a machine that becomes slower does not look like a change:") },
  { "monospace", "for i in 1 2 3 4 5; do\n  fulgens-record -o before-$i.json.gz -- ./before\n  fulgens-record -o after-$i.json.gz -- ./after\ndone\n"
                 "fulgens --compare before-*.json.gz : after-*.json.gz" },
  { NULL, N_("Files that are opened or dropped together, another tab, a recent file, all files of a folder, a range and two selected threads "
             "can be compared, too: by the menu, or the menu of the range or the track. F5 reads files and folders of a comparison again.") },
  { NULL, N_("Frames, search and transforms of a comparison act on both sides. The name of a side is a button: it chooses the range of its runs, "
             "in ms or by markers. Runs that do not do the same work are compared by the second, or by the number of markers of a name, "
             "as of frames or requests.") },
  { NULL, N_("Tracks has the threads of both sides in pairs on one axis, which begins where the range of either does; with several runs, of the "
             "median one, or the one that is chosen. Z makes a range that is dragged there the range of both sides. "
             "Stack Chart and Network have the chart of either side, one above the other, for the same time. Source has the source and the instructions of the selected function on both sides: a line that "
             "is the same has the cost of the other side as well, and one that is not has + or −.") },

  { NULL, N_("In Tracks, what was before is a thin line, and what is after is filled. Below a counter that both sides have is how much more was counted "
             "after.") },

  { "title-3", N_("Colours") },
  { NULL, N_("The profile says which categories there are, and their colours. In those of Firefox: yellow JavaScript, purple Layout, green Graphics, blue DOM, "
             "orange garbage collection and media, light blue Network, grey Other; transparent is idle. "
             "The details name the categories of the selection.") },

  { "title-3", N_("Keys") },
  { NULL, N_("Alt+0, Alt+1 and so on: panels. Ctrl+K: search all. Ctrl+F: search in the panel. Z: zoom into the marked range. Backspace: back. Ctrl+Z: undo. E: end of the heaviest stack. Enter: source. "
             "I: invert. M, F, C, D: merge, focus on, collapse, drop the selected function. F6: next part of the window. F9: details. "
             "Ctrl+?: all keys.") },
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

/* What a link of the contents leads to is the label after which it is named. */
static gboolean
link_cb (GtkLabel   *contents,
         const char *uri,
         GtkWidget  *page)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (page, GTK_TYPE_SCROLLED_WINDOW);
  guint number = (guint) g_ascii_strtoull (uri + strlen (LINK), NULL, 10);
  GtkWidget *label = gtk_widget_get_next_sibling (GTK_WIDGET (contents));
  graphene_point_t place;

  if (!g_str_has_prefix (uri, LINK))
    return FALSE;

  while (label && number-- > 0)
    label = gtk_widget_get_next_sibling (label);
  if (label && gtk_widget_compute_point (label, page, &GRAPHENE_POINT_INIT (0, 0), &place))
    gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)), place.y);

  return TRUE;
}

static GtkWidget *
create_contents (GtkWidget *page)
{
  g_autoptr(GString) markup = g_string_new (NULL);
  GtkWidget *label = gtk_label_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i].style && g_str_has_prefix (parts[i].style, "title"))
      {
        g_autofree char *text = g_markup_escape_text (g_dgettext (NULL, parts[i].text), -1);
        gboolean is_chapter = g_str_equal (parts[i].style, "title-2");

        g_string_append_printf (markup, "%s<a href=\"" LINK "%u\">%s</a>", markup->len == 0 ? "" : is_chapter ? "\n" : " · ", i, text);
      }
  gtk_label_set_markup (GTK_LABEL (label), markup->str);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  g_signal_connect (label, "activate-link", G_CALLBACK (link_cb), page);

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

  gtk_box_append (GTK_BOX (page), create_contents (page));
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    gtk_box_append (GTK_BOX (page), create_part (parts[i].style, parts[i].text));
  gtk_widget_add_css_class (page, "help");

  adw_clamp_set_child (ADW_CLAMP (clamp), page);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), clamp);
  gtk_widget_set_focusable (scrolled, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (scrolled), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Help"), -1);
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
