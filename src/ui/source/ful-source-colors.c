/* SPDX-License-Identifier: GPL-3.0-or-later */

/* GtkSourceView finds the colours of a buffer that is not shown, some lines in each idle turn of the main loop. */

#include "config.h"

#include "ful-source-colors.h"

#include <adwaita.h>
#include <string.h>

#ifdef HAVE_GTKSOURCEVIEW
#include <gtksourceview/gtksource.h>
#endif

/* Texts with more bytes have no colours. */
#define MAX_BYTES (1 << 20)

/* Of a turn. */
#define MAX_TURN_US 4000
#define LINES_PER_STEP 20

struct _FulSourceColors
{
  GObject        parent_instance;

  char          *filename;
  GPtrArray     *lines;      /* char * */
  GtkTextBuffer *buffer;     /* (nullable) */
  guint          work_id;
  guint          n_filled;   /* lines that are in @buffer */
  guint          n_done;     /* lines with colours */
  guint          n_wanted;   /* lines up to the last one that was asked for too early */
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

/* Returns: (nullable): an empty buffer for the language of the text */
static GtkTextBuffer *
create_buffer (FulSourceColors *self)
{
  GtkSourceLanguageManager *manager = gtk_source_language_manager_get_default ();
  GtkSourceLanguage *language = gtk_source_language_manager_guess_language (manager, self->filename, NULL);
  GtkSourceBuffer *buffer = language ? gtk_source_buffer_new_with_language (language) : NULL;

  if (buffer)
    {
      gtk_text_buffer_set_enable_undo (GTK_TEXT_BUFFER (buffer), FALSE);
      gtk_source_buffer_set_highlight_matching_brackets (buffer, FALSE);
    }

  return GTK_TEXT_BUFFER (buffer);
}

/* Returns: the last of some lines; all of them after the last turn */
static guint
get_step_end (FulSourceColors *self,
              guint            begin)
{
  return MIN (begin + LINES_PER_STEP, self->lines->len);
}

static void
fill_step (FulSourceColors *self)
{
  g_autoptr(GString) text = g_string_new (NULL);
  guint end = get_step_end (self, self->n_filled);
  GtkTextIter at;

  for (; self->n_filled < end; self->n_filled++)
    {
      g_string_append (text, g_ptr_array_index (self->lines, self->n_filled));
      g_string_append_c (text, '\n');
    }
  gtk_text_buffer_get_end_iter (self->buffer, &at);
  gtk_text_buffer_insert (self->buffer, &at, text->str, (int) text->len);
}

static void
color_step (FulSourceColors *self)
{
  GtkTextIter begin, end;

  gtk_text_buffer_get_iter_at_line (self->buffer, &begin, (int) self->n_done);
  self->n_done = get_step_end (self, self->n_done);
  gtk_text_buffer_get_iter_at_line (self->buffer, &end, (int) self->n_done);
  gtk_source_buffer_ensure_highlight (GTK_SOURCE_BUFFER (self->buffer), &begin, &end);
}

static gboolean
work_cb (gpointer user_data)
{
  FulSourceColors *self = user_data;
  gint64 start = g_get_monotonic_time ();

  if (self->buffer == NULL)
    {
      self->buffer = create_buffer (self);
      if (self->buffer)
        set_scheme (self);
    }
  while (self->buffer && self->n_done < self->lines->len && g_get_monotonic_time () - start < MAX_TURN_US)
    if (self->n_filled < self->lines->len)
      fill_step (self);
    else
      color_step (self);

  if (self->n_wanted > 0 && self->n_done >= self->n_wanted)
    {
      self->n_wanted = 0;
      g_signal_emit (self, signals[CHANGED], 0);
    }
  if (self->buffer && self->n_done < self->lines->len)
    return G_SOURCE_CONTINUE;

  self->work_id = 0;

  return G_SOURCE_REMOVE;
}

static void
start (FulSourceColors *self)
{
  self->n_wanted = self->n_done;
  self->n_done = 0;
  if (self->work_id == 0)
    self->work_id = g_idle_add_full (G_PRIORITY_LOW, work_cb, self, NULL);
}

static void
dark_changed_cb (FulSourceColors *self)
{
  if (self->buffer)
    {
      set_scheme (self);
      start (self);
    }
}

static void
set_up (FulSourceColors *self)
{
  gsize n_bytes = 0;

  for (guint i = 0; i < self->lines->len && n_bytes <= MAX_BYTES; i++)
    n_bytes += strlen (g_ptr_array_index (self->lines, i)) + 1;
  if (n_bytes > MAX_BYTES)
    return;

  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (dark_changed_cb), self,
                           G_CONNECT_SWAPPED);
  start (self);
}
#else
static void
set_up (FulSourceColors *self)
{
}
#endif

static void
ful_source_colors_finalize (GObject *object)
{
  FulSourceColors *self = FUL_SOURCE_COLORS (object);

  g_clear_handle_id (&self->work_id, g_source_remove);
  g_clear_object (&self->buffer);
  g_ptr_array_unref (self->lines);
  g_free (self->filename);

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

  self->filename = g_strdup (filename);
  self->lines = g_ptr_array_ref (lines);
  set_up (self);

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
 * Returns: (transfer full) (nullable): the colours of a line; %NULL if "changed" may follow
 */
PangoAttrList *
ful_source_colors_get (FulSourceColors *self,
                       guint            line)
{
  PangoAttrList *list;
  GtkTextIter at, next;

  if (line >= self->n_done)
    {
      self->n_wanted = MAX (self->n_wanted, line + 1);
      return NULL;
    }
  gtk_text_buffer_get_iter_at_line (self->buffer, &at, (int) line);

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
