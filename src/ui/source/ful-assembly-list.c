/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-assembly-list.h"
#include "ful-jump-cell.h"

#include "base/ful-format.h"
#include "model/ful-shared-tables.h"
#include "source/ful-assembly-jumps.h"
#include "tree/samples/ful-hits.h"

#include <glib/gi18n.h>
#include <string.h>

/* px, as in the style sheet. */
#define COLUMN_PADDING 12

/* Columns after those of the list. */
enum
{
  ADDRESS = 2,
  LINE,
  JUMPS,
  TEXT,
};

struct _FulAssemblyList
{
  GtkWidget             parent_instance;

  GtkWidget            *box;
  FulCodeList          *list;
  GtkColumnViewColumn  *jump_column;   /* (unowned) */
  GtkColumnViewColumn  *text_column;   /* (unowned) */
  GtkLabel             *chain;      /* the functions of the selected instruction */
  FulAssembly          *assembly;   /* (nullable) */
  GArray               *jumps;      /* (nullable): FulJumpMarks */
  FulProfile           *profile;    /* (nullable): of the costs */
  FulNativeSymbolIndex  symbol;
};

G_DEFINE_FINAL_TYPE (FulAssemblyList, ful_assembly_list, GTK_TYPE_WIDGET)

enum
{
  INSTRUCTION_SELECTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static const FulInstruction *
get_instruction (FulAssemblyList *self,
                 gint64           row)
{
  return self->assembly && row >= 0 && row < self->assembly->instructions->len
         ? &g_array_index (self->assembly->instructions, FulInstruction, row) : NULL;
}

/* The name of the instruction stands out. */
static PangoAttrList *
create_colors (const char *text)
{
  PangoAttrList *list = pango_attr_list_new ();
  PangoAttribute *bold = pango_attr_weight_new (PANGO_WEIGHT_BOLD);

  bold->start_index = 0;
  bold->end_index = (guint) strcspn (text, " ");
  pango_attr_list_insert (list, bold);

  return list;
}

static void
fill_jumps (FulAssemblyList *self,
            guint            row,
            GtkWidget       *cell)
{
  GtkWidget *jumps = gtk_widget_get_first_child (cell);

  if (jumps == NULL)
    {
      jumps = ful_jump_cell_new ();
      gtk_widget_set_hexpand (jumps, TRUE);
      gtk_box_append (GTK_BOX (cell), jumps);
    }
  ful_jump_cell_set (FUL_JUMP_CELL (jumps), &g_array_index (self->jumps, FulJumpMarks, row));
}

static gboolean
fill (gpointer   owner,
      guint      column,
      guint      position,
      GtkWidget *cell)
{
  FulAssemblyList *self = owner;
  const FulInstruction *instruction = get_instruction (self, position);
  g_autofree char *text = NULL;
  PangoAttrList *colors;

  if (instruction == NULL)
    return FALSE;

  switch (column)
    {
    case ADDRESS:
      text = g_strdup_printf ("%" G_GINT64_MODIFIER "x", instruction->address);
      ful_row_cell_set (cell, NULL, text);
      break;
    case LINE:
      text = instruction->line > 0 ? g_strdup_printf ("%u", instruction->line) : g_strdup ("");
      ful_row_cell_set (cell, NULL, text);
      break;
    case JUMPS:
      fill_jumps (self, position, cell);
      break;
    case TEXT:
    default:
      colors = create_colors (instruction->text);
      ful_row_cell_set_code (cell, instruction->text, colors);
      pango_attr_list_unref (colors);
    }

  return TRUE;
}

static char *
dup_text (gpointer owner,
          guint    row)
{
  const FulInstruction *instruction = get_instruction (owner, row);

  return instruction ? g_strdup_printf ("%" G_GINT64_MODIFIER "x  %s", instruction->address, instruction->text) : g_strdup ("");
}

/* The functions at the address of a sample, from the outermost; those of other instructions are not known. */
static char *
dup_chain (FulAssemblyList      *self,
           const FulInstruction *instruction)
{
  const FulFrameTable *frames = ful_profile_get_shown_frames (self->profile);
  g_autoptr(GPtrArray) names = g_ptr_array_new ();
  g_autoptr(GString) chain = g_string_new (NULL);

  for (guint i = 0; i < frames->table.n_rows; i++)
    if (frames->native_symbol[i] == self->symbol && frames->address[i] >= (gint64) instruction->address &&
        frames->address[i] < (gint64) (instruction->address + instruction->size))
      {
        if (frames->inline_depth[i] >= names->len)
          g_ptr_array_set_size (names, (gint) frames->inline_depth[i] + 1);
        names->pdata[frames->inline_depth[i]] = (gpointer) ful_profile_get_shown_name (self->profile, frames->func[i]);
      }
  for (guint i = 0; i < names->len; i++)
    if (names->pdata[i])
      g_string_append_printf (chain, "%s%s", chain->len > 0 ? " › " : "", (char *) names->pdata[i]);
  if (instruction->file)
    {
      g_autofree char *base = g_path_get_basename (instruction->file);

      g_string_append_printf (chain, "%s%s:%u", chain->len > 0 ? " — " : "", base, instruction->line);
    }

  return g_string_free (g_steal_pointer (&chain), FALSE);
}

static void
show_chain (FulAssemblyList *self)
{
  const FulInstruction *selected = self->profile ? get_instruction (self, ful_code_list_get_selected (self->list)) : NULL;
  g_autofree char *chain = selected ? dup_chain (self, selected) : g_strdup ("");
  g_autofree char *shown = ful_format_label (chain, "");

  gtk_label_set_label (self->chain, shown);
  gtk_widget_set_visible (GTK_WIDGET (self->chain), *shown != '\0');
}

static void
selected_cb (FulAssemblyList *self)
{
  show_chain (self);
  g_signal_emit (self, signals[INSTRUCTION_SELECTED], 0);
}

static void
ful_assembly_list_dispose (GObject *object)
{
  FulAssemblyList *self = FUL_ASSEMBLY_LIST (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->assembly, ful_assembly_unref);
  g_clear_pointer (&self->jumps, g_array_unref);
  g_clear_object (&self->profile);

  G_OBJECT_CLASS (ful_assembly_list_parent_class)->dispose (object);
}

static void
ful_assembly_list_class_init (FulAssemblyListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_assembly_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);

  signals[INSTRUCTION_SELECTED] = g_signal_new ("instruction-selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                                NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_assembly_list_init (FulAssemblyList *self)
{
  self->list = ful_code_list_new (_("Instructions"), dup_text, self);
  ful_code_list_add_column (self->list, _("Address"), _("Offset in the library"), 4.9, FUL_ROW_CELL_NUMBER, fill);
  ful_code_list_add_column (self->list, _("Line"), _("Number of the line it is from"), 3.3, FUL_ROW_CELL_NUMBER, fill);
  self->jump_column = ful_code_list_add_column (self->list, "", _("Jumps within the function"), 1, FUL_ROW_CELL_BIN, fill);
  self->text_column = ful_code_list_add_column (self->list, _("Instruction"), _("Its operands are offsets in the library"), 0,
                                                FUL_ROW_CELL_CODE, fill);
  g_signal_connect_object (self->list, "selected", G_CALLBACK (selected_cb), self, G_CONNECT_SWAPPED);

  self->chain = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->chain, 0);
  gtk_label_set_ellipsize (self->chain, PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (GTK_WIDGET (self->chain), "status-line");
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->list));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->chain));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

FulAssemblyList *
ful_assembly_list_new (void)
{
  return g_object_new (FUL_TYPE_ASSEMBLY_LIST, NULL);
}

/**
 * ful_assembly_list_set_assembly:
 * @assembly: other instructions
 * @jumps: their ful_assembly_lay_out_jumps()
 */
void
ful_assembly_list_set_assembly (FulAssemblyList *self,
                                FulAssembly     *assembly,
                                GArray          *jumps)
{
  guint8 lanes = 0;
  guint longest = 0;

  g_clear_pointer (&self->assembly, ful_assembly_unref);
  g_clear_pointer (&self->jumps, g_array_unref);
  g_clear_object (&self->profile);
  self->assembly = ful_assembly_ref (assembly);
  self->jumps = g_array_ref (jumps);
  for (guint i = 0; i < jumps->len; i++)
    lanes |= g_array_index (jumps, FulJumpMarks, i).ends;
  gtk_column_view_column_set_fixed_width (self->jump_column, ful_jump_cell_get_width (lanes) + COLUMN_PADDING);
  for (guint i = 0; i < assembly->instructions->len; i++)
    longest = MAX (longest, (guint) g_utf8_strlen (g_array_index (assembly->instructions, FulInstruction, i).text, -1));
  ful_code_list_set_width (self->list, self->text_column, longest);
  ful_code_list_set_rows (self->list, assembly->instructions->len);
  show_chain (self);
}

/**
 * ful_assembly_list_set_costs:
 * @costs: (element-type FulHit): numbers of instructions
 * @symbol: the native symbol of @profile that they are of
 */
void
ful_assembly_list_set_costs (FulAssemblyList      *self,
                             GArray               *costs,
                             FulWeightType         weight_type,
                             FulProfile           *profile,
                             FulNativeSymbolIndex  symbol)
{
  const FulHit *hottest = NULL;

  g_set_object (&self->profile, profile);
  self->symbol = symbol;
  for (guint i = 0; i < costs->len; i++)
    if (hottest == NULL || g_array_index (costs, FulHit, i).total > hottest->total)
      hottest = &g_array_index (costs, FulHit, i);
  ful_code_list_set_costs (self->list, costs, hottest ? hottest->value : -1, weight_type);
  show_chain (self);
}

static gboolean
is_same_file (const char *a,
              const char *b)
{
  g_autofree char *base_a = g_path_get_basename (a);
  g_autofree char *base_b = g_path_get_basename (b);

  return g_str_equal (base_a, base_b);
}

/**
 * ful_assembly_list_mark_line:
 * @filename: (nullable): a source file; names of another folder count as the same file
 * @line: from 1
 *
 * Marks the instructions of a line, and scrolls to the first one.
 */
void
ful_assembly_list_mark_line (FulAssemblyList *self,
                             const char      *filename,
                             guint            line)
{
  g_autoptr(GtkBitset) rows = gtk_bitset_new_empty ();

  for (guint i = 0; filename && self->assembly && i < self->assembly->instructions->len; i++)
    {
      const FulInstruction *instruction = get_instruction (self, i);

      if (instruction->line == line && instruction->file && is_same_file (instruction->file, filename))
        gtk_bitset_add (rows, i);
    }

  ful_code_list_mark (self->list, rows);
  if (!gtk_bitset_is_empty (rows))
    ful_code_list_show (self->list, gtk_bitset_get_minimum (rows), FALSE);
}

/* Returns: the line of the selected instruction, from 1; 0 if there is none, or it is from another file than @filename */
guint
ful_assembly_list_get_line (FulAssemblyList *self,
                            const char      *filename)
{
  const FulInstruction *selected = get_instruction (self, ful_code_list_get_selected (self->list));

  return selected && selected->file && is_same_file (selected->file, filename) ? selected->line : 0;
}

FulCodeList *
ful_assembly_list_get_list (FulAssemblyList *self)
{
  return self->list;
}
