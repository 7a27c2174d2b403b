/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Functions, inlined functions and lines of addresses. Only the units that have some of the addresses are walked, each
 * once: a search for the scopes of one address walks all of its unit. */

#include "config.h"

#include "ful-dwarf-frames.h"

#include "base/ful-bisect.h"

#include <dwarf.h>
#include <string.h>

#define MAX_DEPTH 512

typedef struct
{
  const guint64 *addresses;
  guint          n;
  GArray       **frames;
  guint         *owners;     /* number of the function that each address is in, or 0: of those with the same code the first */
  guint          n_functions;
  guint          function;   /* the one that is walked */
  GHashTable    *parents;    /* (nullable): offset of an entry of the unit → offset of the one around it */
  Dwarf_Die      unit;
  Dwarf_Files   *files;
  GStringChunk  *names;      /* of all units */
} Walk;

static guint
find_address (const Walk *self,
              guint64     address)
{
  return FUL_BISECT (0, self->n, i, self->addresses[i] >= address);
}

static gboolean
is_function (int tag)
{
  return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine || tag == DW_TAG_entry_point;
}

static gboolean
is_scope_of_names (int tag)
{
  return tag == DW_TAG_namespace || tag == DW_TAG_class_type || tag == DW_TAG_structure_type || tag == DW_TAG_union_type ||
         tag == DW_TAG_interface_type || tag == DW_TAG_module || tag == DW_TAG_enumeration_type;
}

static void
note_parents (Walk      *self,
              Dwarf_Die *parent,
              guint      depth)
{
  Dwarf_Die child;

  if (depth > MAX_DEPTH || dwarf_child (parent, &child) != 0)
    return;
  do
    {
      if (!is_scope_of_names (dwarf_tag (&child)) && dwarf_tag (&child) != DW_TAG_subprogram)
        continue;
      g_hash_table_insert (self->parents, GSIZE_TO_POINTER (dwarf_dieoffset (&child)), GSIZE_TO_POINTER (dwarf_dieoffset (parent)));
      note_parents (self, &child, depth + 1);
    }
  while (dwarf_siblingof (&child, &child) == 0);
}

/* The declaration of a function: where its name is. */
static void
find_declaration (Dwarf_Die *die,
                  Dwarf_Die *out)
{
  static const unsigned int references[] = { DW_AT_abstract_origin, DW_AT_specification };

  *out = *die;
  for (guint i = 0; i < 8; i++)
    {
      gboolean moved = FALSE;

      for (guint k = 0; k < G_N_ELEMENTS (references) && !moved; k++)
        {
          Dwarf_Attribute attribute;
          Dwarf_Die other;

          if (dwarf_attr (out, references[k], &attribute) && dwarf_formref_die (&attribute, &other))
            {
              *out = other;
              moved = TRUE;
            }
        }
      if (!moved)
        break;
    }
}

/* The name with the names of the entries around it, as C++ writes it. Returns: (nullable) */
static const char *
qualify (Walk       *self,
         Dwarf_Die  *die,
         const char *name)
{
  Dwarf_Die declaration, unit;
  g_autoptr(GString) text = g_string_new (name);
  gpointer parent;
  Dwarf *dwarf;

  find_declaration (die, &declaration);
  if (!dwarf_diecu (&declaration, &unit, NULL, NULL) || dwarf_dieoffset (&unit) != dwarf_dieoffset (&self->unit))
    return name;

  if (self->parents == NULL)
    {
      self->parents = g_hash_table_new (NULL, NULL);
      note_parents (self, &self->unit, 0);
    }
  dwarf = dwarf_cu_getdwarf (self->unit.cu);
  parent = g_hash_table_lookup (self->parents, GSIZE_TO_POINTER (dwarf_dieoffset (&declaration)));
  for (guint i = 0; parent && i < MAX_DEPTH; i++)
    {
      Dwarf_Die around;
      const char *outer;

      if (!dwarf_offdie (dwarf, GPOINTER_TO_SIZE (parent), &around) || !is_scope_of_names (dwarf_tag (&around)))
        break;
      outer = dwarf_diename (&around);
      g_string_prepend (text, "::");
      g_string_prepend (text, outer ? outer : dwarf_tag (&around) == DW_TAG_namespace ? "(anonymous namespace)" : "(anonymous)");
      parent = g_hash_table_lookup (self->parents, parent);
    }

  return g_string_chunk_insert_const (self->names, text->str);
}

static FulDwarfFrame
make_frame (Walk      *self,
            Dwarf_Die *die)
{
  FulDwarfFrame frame = { NULL };
  Dwarf_Attribute attribute;

  if (dwarf_attr_integrate (die, DW_AT_linkage_name, &attribute) || dwarf_attr_integrate (die, DW_AT_MIPS_linkage_name, &attribute))
    frame.name = dwarf_formstring (&attribute);
  frame.is_linkage_name = frame.name != NULL;
  if (frame.name == NULL && dwarf_attr_integrate (die, DW_AT_name, &attribute))
    {
      frame.name = dwarf_formstring (&attribute);
      if (frame.name)
        frame.name = qualify (self, die, frame.name);
    }

  return frame;
}

/* @file: (nullable): as the line table has it, which in DWARF 4 may be relative to the folder of the compilation */
static const char *
resolve_file (Walk       *self,
              const char *file)
{
  Dwarf_Attribute attribute;
  const char *folder;
  g_autofree char *path = NULL;

  if (file == NULL || g_path_is_absolute (file) || dwarf_attr (&self->unit, DW_AT_comp_dir, &attribute) == NULL)
    return file;
  folder = dwarf_formstring (&attribute);
  if (folder == NULL || !g_path_is_absolute (folder))
    return file;
  path = g_build_filename (folder, file, NULL);

  return g_string_chunk_insert_const (self->names, path);
}

/* Where an inlined function is called from, for the function around it. */
static void
set_call (Walk          *self,
          Dwarf_Die     *die,
          FulDwarfFrame *caller)
{
  Dwarf_Attribute attribute;
  Dwarf_Word value;

  caller->file = NULL;
  caller->line = 0;
  if (self->files && dwarf_attr (die, DW_AT_call_file, &attribute) && dwarf_formudata (&attribute, &value) == 0)
    caller->file = resolve_file (self, dwarf_filesrc (self->files, value, NULL, NULL));
  if (dwarf_attr (die, DW_AT_call_line, &attribute) && dwarf_formudata (&attribute, &value) == 0 && value <= G_MAXINT32)
    caller->line = (guint) value;
}

/* Adds the function to the chains of the addresses in a range of it. */
static void
add_function (Walk                *self,
              Dwarf_Die           *die,
              const FulDwarfFrame *frame,
              guint64              start,
              guint64              end)
{
  gboolean is_inlined = dwarf_tag (die) == DW_TAG_inlined_subroutine;

  for (guint i = find_address (self, start); i < self->n && self->addresses[i] < end; i++)
    {
      if (self->owners[i] != (is_inlined ? self->function : 0))
        continue;
      if (is_inlined)
        set_call (self, die, &g_array_index (self->frames[i], FulDwarfFrame, self->frames[i]->len - 1));
      else
        {
          self->owners[i] = self->function;
          g_clear_pointer (&self->frames[i], g_array_unref);
          self->frames[i] = g_array_new (FALSE, FALSE, sizeof (FulDwarfFrame));
        }
      g_array_append_val (self->frames[i], *frame);
    }
}

/* Returns: whether any address is in the entry, or it has none to tell */
static gboolean
visit_ranges (Walk      *self,
              Dwarf_Die *die)
{
  Dwarf_Addr base, start = 0, end = 0, entry = 0;
  ptrdiff_t offset = 0;
  gboolean has_range = FALSE, any = FALSE, has_frame = FALSE;
  FulDwarfFrame frame = { NULL };

  while ((offset = dwarf_ranges (die, offset, &base, &start, &end)) > 0)
    {
      has_range = TRUE;
      if (find_address (self, start) == find_address (self, end))
        continue;
      any = TRUE;
      if (!is_function (dwarf_tag (die)))
        continue;
      if (!has_frame)
        {
          frame = make_frame (self, die);
          if (dwarf_tag (die) != DW_TAG_inlined_subroutine)
            {
              frame.start = dwarf_entrypc (die, &entry) == 0 ? entry : start;
              frame.size = end - start;
            }
          has_frame = TRUE;
        }
      add_function (self, die, &frame, start, end);
    }

  return any || !has_range;
}

static void
visit_children (Walk      *self,
                Dwarf_Die *parent,
                guint      depth)
{
  Dwarf_Die child;

  if (depth > MAX_DEPTH || dwarf_child (parent, &child) != 0)
    return;
  do
    {
      int tag = dwarf_tag (&child);
      gboolean has_code = is_function (tag) || tag == DW_TAG_lexical_block || tag == DW_TAG_try_block || tag == DW_TAG_catch_block;
      guint outer = self->function;

      if (is_function (tag) && tag != DW_TAG_inlined_subroutine)
        self->function = ++self->n_functions;
      if (has_code ? visit_ranges (self, &child) : is_scope_of_names (tag))
        visit_children (self, &child, depth + 1);
      self->function = outer;
    }
  while (dwarf_siblingof (&child, &child) == 0);
}

/* The line of the address itself, for the innermost function; @n_before: number of functions in other units. */
static void
add_lines (Walk  *self,
           guint  first,
           guint  end,
           guint  n_before)
{
  for (guint i = first; i < end; i++)
    {
      gboolean is_of_other = self->owners[i] > 0 && self->owners[i] <= n_before;
      Dwarf_Line *line = is_of_other ? NULL : dwarf_getsrc_die (&self->unit, self->addresses[i]);
      FulDwarfFrame *frame;
      int number = 0;

      if (line == NULL || dwarf_lineno (line, &number) != 0)
        continue;
      if (self->frames[i] == NULL)
        {
          FulDwarfFrame none = { NULL };

          self->frames[i] = g_array_new (FALSE, FALSE, sizeof (FulDwarfFrame));
          g_array_append_val (self->frames[i], none);
        }
      frame = &g_array_index (self->frames[i], FulDwarfFrame, self->frames[i]->len - 1);
      frame->file = resolve_file (self, dwarf_linesrc (line, NULL, NULL));
      frame->line = number > 0 ? (guint) number : 0;
    }
}

static void
visit_unit (Walk *self)
{
  Dwarf_Addr base, start, end;
  ptrdiff_t offset = 0;
  gboolean any = FALSE;
  guint n_before = self->n_functions;
  size_t n_files;

  while ((offset = dwarf_ranges (&self->unit, offset, &base, &start, &end)) > 0)
    any |= find_address (self, start) < find_address (self, end);
  if (!any)
    return;

  self->files = NULL;
  dwarf_getsrcfiles (&self->unit, &self->files, &n_files);
  visit_children (self, &self->unit, 0);
  offset = 0;
  while ((offset = dwarf_ranges (&self->unit, offset, &base, &start, &end)) > 0)
    add_lines (self, find_address (self, start), find_address (self, end), n_before);
  g_clear_pointer (&self->parents, g_hash_table_unref);
}

/**
 * ful_dwarf_find_frames:
 * @dwarf: (nullable): which must outlive the result
 * @addresses: (array length=n): different ones of the file, ascending
 *
 * Returns: (transfer full): the functions there
 */
FulDwarfFrames *
ful_dwarf_find_frames (Dwarf         *dwarf,
                       const guint64 *addresses,
                       guint          n)
{
  FulDwarfFrames *result = g_new0 (FulDwarfFrames, 1);
  Walk self = { addresses, n, g_new0 (GArray *, MAX (n, 1)), g_new0 (guint, MAX (n, 1)) };
  Dwarf_CU *unit = NULL;

  self.names = g_string_chunk_new (4096);
  while (dwarf && dwarf_get_units (dwarf, unit, &unit, NULL, NULL, &self.unit, NULL) == 0)
    if (dwarf_tag (&self.unit) == DW_TAG_compile_unit)
      visit_unit (&self);
  g_free (self.owners);
  *result = (FulDwarfFrames) { self.frames, n, self.names };

  return result;
}

void
ful_dwarf_frames_free (FulDwarfFrames *self)
{
  for (guint i = 0; i < self->n; i++)
    g_clear_pointer (&self->of_address[i], g_array_unref);
  g_free (self->of_address);
  g_string_chunk_free (self->names);
  g_free (self);
}
