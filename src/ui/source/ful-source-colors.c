/* SPDX-License-Identifier: GPL-3.0-or-later */

/* GtkSourceView finds the colours of a buffer that is not shown, some lines in each idle turn of the main loop. */

#include "config.h"

#include "ful-source-colors.h"

#include <adwaita.h>

#ifdef HAVE_GTKSOURCEVIEW
#include <gtksourceview/gtksource.h>
#endif

/* Texts with more bytes have no colours: inserting them takes longer than a frame. */
#define MAX_BYTES (512 << 10)

/* Of a turn. */
#define MAX_TURN_US 4000
#define LINES_PER_STEP 20

struct _FulSourceColors
{
  GObject        parent_instance;

  GtkTextBuffer *buffer;   /* (nullable) */
  guint          work_id;
  guint          n_done;   /* lines with colours */
  guint          n_told;   /* of them when "changed" was emitted last */
};

G_DEFINE_FINAL_TYPE (FulSourceColors, ful_source_colors, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

#ifdef HAVE_GTKSOURCEVIEW
static void
set_scheme (FulSourceColors *self)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleSchemeManager *manager = gtk_source_style_scheme_manager_get_default ();

  gtk_source_buffer_set_style_scheme (GTK_SOURCE_BUFFER (self->buffer),
                                      gtk_source_style_scheme_manager_get_scheme (manager, dark ? "Adwaita-dark" : "Adwaita"));
}

/* The first lines are told early, and each time there are twice as many. */
static gboolean
work_cb (gpointer user_data)
{
  FulSourceColors *self = user_data;
  guint n_lines = (guint) gtk_text_buffer_get_line_count (self->buffer);
  gint64 start = g_get_monotonic_time ();

  while (self->n_done < n_lines && g_get_monotonic_time () - start < MAX_TURN_US)
    {
      GtkTextIter begin, end;

      gtk_text_buffer_get_iter_at_line (self->buffer, &begin, (int) self->n_done);
      self->n_done = MIN (self->n_done + LINES_PER_STEP, n_lines);
      gtk_text_buffer_get_iter_at_line (self->buffer, &end, (int) self->n_done);
      gtk_source_buffer_ensure_highlight (GTK_SOURCE_BUFFER (self->buffer), &begin, &end);
    }

  if (self->n_done == n_lines)
    self->work_id = 0;
  if (self->n_done == n_lines || self->n_done >= 2 * self->n_told)
    {
      self->n_told = self->n_done;
      g_signal_emit (self, signals[CHANGED], 0);
    }

  return self->n_done < n_lines ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
start (FulSourceColors *self)
{
  self->n_done = self->n_told = 0;
  if (self->work_id == 0)
    self->work_id = g_idle_add_full (G_PRIORITY_LOW, work_cb, self, NULL);
}

static void
dark_changed_cb (FulSourceColors *self)
{
  set_scheme (self);
  start (self);
}

static void
fill (FulSourceColors *self,
      const char      *filename,
      GPtrArray       *lines)
{
  GtkSourceLanguage *language;
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < lines->len && text->len <= MAX_BYTES; i++)
    {
      g_string_append (text, g_ptr_array_index (lines, i));
      g_string_append_c (text, '\n');
    }
  language = text->len > MAX_BYTES ? NULL
             : gtk_source_language_manager_guess_language (gtk_source_language_manager_get_default (), filename, NULL);
  if (language == NULL)
    return;

  self->buffer = GTK_TEXT_BUFFER (gtk_source_buffer_new_with_language (language));
  gtk_text_buffer_set_enable_undo (self->buffer, FALSE);
  gtk_source_buffer_set_highlight_matching_brackets (GTK_SOURCE_BUFFER (self->buffer), FALSE);
  set_scheme (self);
  gtk_text_buffer_set_text (self->buffer, text->str, (int) text->len);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (dark_changed_cb), self,
                           G_CONNECT_SWAPPED);
  start (self);
}
#else
static void
fill (FulSourceColors *self,
      const char      *filename,
      GPtrArray       *lines)
{
}
#endif

static void
ful_source_colors_finalize (GObject *object)
{
  g_clear_handle_id (&FUL_SOURCE_COLORS (object)->work_id, g_source_remove);
  g_clear_object (&FUL_SOURCE_COLORS (object)->buffer);

  G_OBJECT_CLASS (ful_source_colors_parent_class)->finalize (object);
}

static void
ful_source_colors_class_init (FulSourceColorsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ful_source_colors_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_source_colors_init (FulSourceColors *self)
{
}

/**
 * ful_source_colors_new:
 * @filename: says which language it is
 * @lines: (element-type utf8): the text
 *
 * Returns: (transfer full): its colours
 */
FulSourceColors *
ful_source_colors_new (const char *filename,
                       GPtrArray  *lines)
{
  FulSourceColors *self = g_object_new (FUL_TYPE_SOURCE_COLORS, NULL);

  fill (self, filename, lines);

  return self;
}

static void
add (PangoAttrList  *list,
     PangoAttribute *attribute,
     guint           begin,
     guint           end)
{
  attribute->start_index = begin;
  attribute->end_index = end;
  pango_attr_list_insert (list, attribute);
}

static void
add_tag (PangoAttrList *list,
         GtkTextTag    *tag,
         guint          begin,
         guint          end)
{
  g_autoptr(GdkRGBA) color = NULL;
  gboolean has_color, has_weight, has_style;
  PangoStyle style;
  int weight;

  g_object_get (tag, "foreground-set", &has_color, "foreground-rgba", &color, "weight-set", &has_weight, "weight", &weight,
                "style-set", &has_style, "style", &style, NULL);
  if (has_color && color)
    add (list, pango_attr_foreground_new ((guint16) (color->red * G_MAXUINT16), (guint16) (color->green * G_MAXUINT16),
                                          (guint16) (color->blue * G_MAXUINT16)), begin, end);
  if (has_weight)
    add (list, pango_attr_weight_new ((PangoWeight) weight), begin, end);
  if (has_style)
    add (list, pango_attr_style_new (style), begin, end);
}

/**
 * ful_source_colors_get:
 * @line: from 0
 *
 * Returns: (transfer full) (nullable): what is known of the colours of a line
 */
PangoAttrList *
ful_source_colors_get (FulSourceColors *self,
                       guint            line)
{
  PangoAttrList *list;
  GtkTextIter at, next;

  if (line >= self->n_done || !gtk_text_buffer_get_iter_at_line (self->buffer, &at, (int) line))
    return NULL;

  list = pango_attr_list_new ();
  while (!gtk_text_iter_ends_line (&at))
    {
      g_autoptr(GSList) tags = gtk_text_iter_get_tags (&at);

      next = at;
      gtk_text_iter_forward_to_tag_toggle (&next, NULL);
      for (GSList *tag = tags; tag; tag = tag->next)
        add_tag (list, tag->data, (guint) gtk_text_iter_get_line_index (&at),
                 gtk_text_iter_get_line (&next) == (int) line ? (guint) gtk_text_iter_get_line_index (&next) : G_MAXUINT);
      if (gtk_text_iter_get_line (&next) != (int) line)
        break;
      at = next;
    }

  return list;
}
