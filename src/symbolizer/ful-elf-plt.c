/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stubs that jump to functions of other libraries have no symbols. On x86-64 each one jumps through a place that a relocation
 * fills with the function: it gets the name of that function and "@plt", as perf has it. */

#include "config.h"

#include "ful-elf-plt.h"

#include "ful-elf-symbols.h"

#include "base/ful-hash.h"

#include <gelf.h>
#include <string.h>

#define STUB_BYTES 16

/* "jmp *DISPLACEMENT(%rip)" */
static const guint8 jump[] = { 0xff, 0x25 };
#define JUMP_BYTES 6

/* Adds the places that relocations of @section fill with functions. */
static void
add_places (Elf             *elf,
            Elf_Scn         *section,
            const GElf_Shdr *header,
            GHashTable      *places)
{
  Elf_Scn *table = elf_getscn (elf, header->sh_link);
  Elf_Data *relocations = elf_getdata (section, NULL);
  Elf_Data *symbols = table ? elf_getdata (table, NULL) : NULL;
  GElf_Shdr table_header;

  if (relocations == NULL || symbols == NULL || !gelf_getshdr (table, &table_header))
    return;

  for (int i = 0; i < (int) MIN (relocations->d_size / sizeof (Elf64_Rela), G_MAXINT); i++)
    {
      GElf_Rela relocation;
      GElf_Sym symbol;
      const char *name;

      if (!gelf_getrela (relocations, i, &relocation) || GELF_R_SYM (relocation.r_info) == 0 ||
          !gelf_getsym (symbols, (int) GELF_R_SYM (relocation.r_info), &symbol))
        continue;
      name = elf_strptr (elf, table_header.sh_link, symbol.st_name);
      if (name && *name != '\0')
        g_hash_table_insert (places, g_memdup2 (&relocation.r_offset, sizeof (guint64)), (gpointer) name);
    }
}

/* Adds the stubs of @section. */
static void
add_stubs (Elf_Scn         *section,
           const GElf_Shdr *header,
           GHashTable      *places,
           GArray          *symbols,
           GStringChunk    *names)
{
  Elf_Data *data = elf_rawdata (section, NULL);
  const guint8 *code = data ? data->d_buf : NULL;
  guint64 stub_bytes = header->sh_entsize == 8 ? 8 : STUB_BYTES;

  for (gsize i = 0; code && i + JUMP_BYTES <= data->d_size; i++)
    {
      gint32 displacement;
      guint64 place;
      const char *name;

      if (memcmp (code + i, jump, sizeof jump) != 0)
        continue;
      memcpy (&displacement, code + i + sizeof jump, sizeof displacement);
      place = header->sh_addr + i + JUMP_BYTES + (guint64) (gint64) GINT32_FROM_LE (displacement);
      name = g_hash_table_lookup (places, &place);
      if (name)
        {
          g_autofree char *text = g_strconcat (name, FUL_ELF_STUB, NULL);
          FulElfSymbol stub = { header->sh_addr + i - i % stub_bytes, stub_bytes, g_string_chunk_insert (names, text), 0 };

          g_array_append_val (symbols, stub);
        }
      i += JUMP_BYTES - 1;
    }
}

/**
 * ful_elf_add_plt:
 * @symbols: (element-type FulElfSymbol): gets the stubs
 * @names: gets their names
 */
void
ful_elf_add_plt (Elf          *elf,
                 GArray       *symbols,
                 GStringChunk *names)
{
  g_autoptr(GHashTable) places = g_hash_table_new_full (ful_hash_int64, g_int64_equal, g_free, NULL);
  GElf_Ehdr file;
  size_t section_names;

  if (!gelf_getehdr (elf, &file) || file.e_machine != EM_X86_64 || elf_getshdrstrndx (elf, &section_names) != 0)
    return;

  for (Elf_Scn *section = NULL; (section = elf_nextscn (elf, section));)
    {
      GElf_Shdr header;

      if (gelf_getshdr (section, &header) && header.sh_type == SHT_RELA)
        add_places (elf, section, &header, places);
    }
  for (Elf_Scn *section = NULL; (section = elf_nextscn (elf, section));)
    {
      GElf_Shdr header;
      const char *name = gelf_getshdr (section, &header) ? elf_strptr (elf, section_names, header.sh_name) : NULL;

      if (name && (header.sh_flags & SHF_EXECINSTR) && g_str_has_prefix (name, ".plt"))
        add_stubs (section, &header, places, symbols, names);
    }
}
