/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Identity and symbol tables of an ELF file (symbols.md 2 and 7.1). */

#include "config.h"

#include "ful-elf-symbols.h"

#include "base/ful-bisect.h"
#include "base/ful-demangle.h"

#include <elfutils/libdwelf.h>
#include <gelf.h>
#include <string.h>

#ifdef HAVE_LZMA
#include <lzma.h>
#endif

/* Bytes of the text section that stand for a missing build id. */
#define N_HASHED 4096
#define MAX_DEBUG_DATA (64 << 20)

/* Symbols that may begin within a function. */
#define MAX_LABELS 64

/**
 * ful_elf_get_base:
 *
 * Returns: the address of the first loaded segment, to which addresses of profiles are relative
 */
guint64
ful_elf_get_base (Elf *elf)
{
  guint64 base = G_MAXUINT64;
  size_t n = 0;

  elf_getphdrnum (elf, &n);
  for (size_t i = 0; i < n; i++)
    {
      GElf_Phdr header;

      if (gelf_getphdr (elf, (int) i, &header) && header.p_type == PT_LOAD)
        base = MIN (base, header.p_vaddr);
    }

  return base == G_MAXUINT64 ? 0 : base;
}

/* Returns: (transfer full) (nullable): hexadecimal */
char *
ful_elf_dup_build_id (Elf *elf)
{
  const void *id = NULL;
  ssize_t n = dwelf_elf_gnu_build_id (elf, &id);
  GString *text;

  if (n <= 0)
    return NULL;

  text = g_string_new (NULL);
  for (ssize_t i = 0; i < n; i++)
    g_string_append_printf (text, "%02x", ((const guint8 *) id)[i]);

  return g_string_free (text, FALSE);
}

static Elf_Scn *
find_section (Elf        *elf,
              const char *name)
{
  size_t names;

  if (elf_getshdrstrndx (elf, &names) != 0)
    return NULL;
  for (Elf_Scn *section = NULL; (section = elf_nextscn (elf, section));)
    {
      GElf_Shdr header;
      const char *found = gelf_getshdr (section, &header) ? elf_strptr (elf, names, header.sh_name) : NULL;

      if (found && g_str_equal (found, name))
        return section;
    }

  return NULL;
}

/* What stands for a build id in a file without one. */
static void
hash_text (Elf    *elf,
           guint8 *id)
{
  Elf_Scn *section = find_section (elf, ".text");
  GElf_Shdr header;
  Elf_Data *data = section && gelf_getshdr (section, &header) && header.sh_type != SHT_NOBITS ? elf_getdata (section, NULL) : NULL;

  for (gsize i = 0; data && data->d_buf && i < MIN (data->d_size, N_HASHED); i++)
    id[i % 16] ^= ((const guint8 *) data->d_buf)[i];
}

/**
 * ful_elf_dup_breakpad_id:
 *
 * Returns: (transfer full): 33 hexadecimal digits, upper case
 */
char *
ful_elf_dup_breakpad_id (Elf *elf)
{
  const char *ident = elf_getident (elf, NULL);
  gboolean big = ident && ident[EI_DATA] == ELFDATA2MSB;
  /* The first three fields of a GUID are numbers in the byte order of the file. */
  static const guint8 little_order[16] = { 3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15 };
  const void *build_id = NULL;
  ssize_t n = dwelf_elf_gnu_build_id (elf, &build_id);
  guint8 id[16] = { 0 };
  GString *text = g_string_new (NULL);

  if (n > 0)
    memcpy (id, build_id, (gsize) MIN (n, 16));
  else
    hash_text (elf, id);
  for (guint i = 0; i < 16; i++)
    g_string_append_printf (text, "%02X", id[big ? i : little_order[i]]);
  g_string_append_c (text, '0');

  return g_string_free (text, FALSE);
}

/* @out_name: (transfer none): a file name without folder */
gboolean
ful_elf_get_debug_link (Elf         *elf,
                        const char **out_name,
                        guint32     *out_crc)
{
  GElf_Word crc;

  *out_name = dwelf_elf_gnu_debuglink (elf, &crc);
  *out_crc = crc;

  return *out_name != NULL;
}

/**
 * ful_elf_open_debug_data:
 * @out_data: (out) (transfer full) (nullable): its bytes, which must outlive it
 *
 * Returns: (transfer full) (nullable): the small ELF file in a section of @elf that has the symbols of its functions
 */
Elf *
ful_elf_open_debug_data (Elf   *elf,
                         char **out_data)
{
#ifdef HAVE_LZMA
  Elf_Scn *section = find_section (elf, ".gnu_debugdata");
  Elf_Data *packed = section ? elf_rawdata (section, NULL) : NULL;
  guint64 memory = 2 * (guint64) MAX_DEBUG_DATA;
  gsize n_read = 0, n_written = 0;
  g_autofree char *data = NULL;

  *out_data = NULL;
  if (packed == NULL || packed->d_buf == NULL)
    return NULL;
  data = g_malloc (MAX_DEBUG_DATA);
  if (lzma_stream_buffer_decode (&memory, 0, NULL, packed->d_buf, &n_read, packed->d_size, (guint8 *) data, &n_written,
                                 MAX_DEBUG_DATA) == LZMA_OK)
    {
      *out_data = g_steal_pointer (&data);
      return elf_memory (*out_data, n_written);
    }
#else
  *out_data = NULL;
#endif

  return NULL;
}

static guint
get_rank (const GElf_Sym *symbol)
{
  guint rank = GELF_ST_TYPE (symbol->st_info) == STT_NOTYPE ? 0 : 8;

  if (symbol->st_size > 0)
    rank += 4;
  if (GELF_ST_BIND (symbol->st_info) == STB_GLOBAL)
    rank += 2;
  else if (GELF_ST_BIND (symbol->st_info) == STB_WEAK)
    rank += 1;

  return rank;
}

static gboolean
is_code (Elf            *elf,
         const GElf_Sym *symbol)
{
  Elf_Scn *section = symbol->st_shndx == SHN_UNDEF || symbol->st_shndx >= SHN_LORESERVE ? NULL : elf_getscn (elf, symbol->st_shndx);
  GElf_Shdr header;

  switch (GELF_ST_TYPE (symbol->st_info))
    {
    case STT_FUNC:
    case STT_GNU_IFUNC:
      return symbol->st_shndx != SHN_UNDEF;
    case STT_NOTYPE:
      return section && gelf_getshdr (section, &header) && (header.sh_flags & SHF_EXECINSTR);
    default:
      return FALSE;
    }
}

/**
 * ful_elf_add_symbols:
 * @symbols: (element-type FulElfSymbol): gets the functions of the symbol table, else of the dynamic one
 *
 * Returns: whether there is one
 */
gboolean
ful_elf_add_symbols (Elf    *elf,
                     GArray *symbols)
{
  Elf_Scn *table = NULL;
  GElf_Shdr header = { 0 };
  Elf_Data *data;
  gsize n;

  for (Elf_Scn *section = NULL; (section = elf_nextscn (elf, section));)
    {
      GElf_Shdr found;

      if (gelf_getshdr (section, &found) && found.sh_entsize > 0 &&
          (found.sh_type == SHT_SYMTAB || (found.sh_type == SHT_DYNSYM && table == NULL)))
        {
          table = section;
          header = found;
        }
    }
  data = table ? elf_getdata (table, NULL) : NULL;
  if (data == NULL)
    return FALSE;

  n = data->d_size / gelf_fsize (elf, ELF_T_SYM, 1, EV_CURRENT);
  for (gsize i = 0; i < n && i < G_MAXINT; i++)
    {
      GElf_Sym symbol;
      FulElfSymbol item;

      if (!gelf_getsym (data, (int) i, &symbol) || !is_code (elf, &symbol))
        continue;
      item = (FulElfSymbol) { symbol.st_value, symbol.st_size, elf_strptr (elf, header.sh_link, symbol.st_name), get_rank (&symbol) };
      if (item.name && *item.name != '\0' && *item.name != '$')
        g_array_append_val (symbols, item);
    }

  return TRUE;
}

static int
compare_symbols (gconstpointer a,
                 gconstpointer b)
{
  const FulElfSymbol *x = a, *y = b;

  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  if (x->rank != y->rank)
    return x->rank > y->rank ? -1 : 1;

  return strcmp (x->name, y->name);
}

/* By address; of several at one address the best is kept. */
void
ful_elf_sort_symbols (GArray *symbols)
{
  guint n = 0;

  g_array_sort (symbols, compare_symbols);
  for (guint i = 0; i < symbols->len; i++)
    if (n == 0 || g_array_index (symbols, FulElfSymbol, i).start != g_array_index (symbols, FulElfSymbol, n - 1).start)
      g_array_index (symbols, FulElfSymbol, n++) = g_array_index (symbols, FulElfSymbol, i);
  g_array_set_size (symbols, n);
}

/**
 * ful_elf_find_symbol:
 * @symbols: sorted
 *
 * Returns: (nullable): the symbol that holds @address; one of unknown size reaches to the next
 */
const FulElfSymbol *
ful_elf_find_symbol (const GArray *symbols,
                     guint64       address)
{
  guint i = FUL_BISECT (0, symbols->len, m, g_array_index (symbols, FulElfSymbol, m).start > address);

  const FulElfSymbol *nearest = i > 0 ? &g_array_index (symbols, FulElfSymbol, i - 1) : NULL;

  /* Labels may be between a function's start and the address. */
  for (guint n = 0; i > 0 && n < MAX_LABELS; i--, n++)
    {
      const FulElfSymbol *symbol = &g_array_index (symbols, FulElfSymbol, i - 1);

      if (symbol->size > 0 && address - symbol->start < symbol->size)
        return symbol;
    }

  return nearest && nearest->size == 0 ? nearest : NULL;
}

/**
 * ful_elf_get_function_end:
 * @symbols: sorted
 *
 * Returns: where the function that holds @address ends; 0 if it is not known
 */
guint64
ful_elf_get_function_end (const GArray *symbols,
                          guint64       address)
{
  const FulElfSymbol *symbol = ful_elf_find_symbol (symbols, address);
  guint next = FUL_BISECT (0, symbols->len, m, g_array_index (symbols, FulElfSymbol, m).start > address);

  if (symbol && symbol->size > 0)
    return symbol->start + symbol->size;

  return symbol && next < symbols->len ? g_array_index (symbols, FulElfSymbol, next).start : 0;
}

/**
 * ful_elf_dup_shown_name:
 * @name: of a symbol
 *
 * Returns: (transfer full): @name without what compilers append to the names of copies, demangled
 */
char *
ful_elf_dup_shown_name (const char *name)
{
  static const char *const suffixes[] = { ".cold", ".part", ".isra", ".constprop", ".lto_priv", ".llvm", ".localalias", ".resolver" };
  g_autofree char *plain = g_strdup (name);
  char *dot = strchr (*plain == '.' ? plain + 1 : plain, '.'), *demangled;

  if (g_str_has_suffix (plain, FUL_ELF_STUB))
    {
      plain[strlen (plain) - strlen (FUL_ELF_STUB)] = '\0';
      demangled = ful_demangle_in_sandbox (plain);
      dot = g_strconcat (demangled ? demangled : plain, FUL_ELF_STUB, NULL);
      g_free (demangled);

      return dot;
    }

  for (; dot; dot = strchr (dot + 1, '.'))
    for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
      {
        gsize n = strlen (suffixes[i]);

        if (strncmp (dot, suffixes[i], n) == 0 && (dot[n] == '\0' || dot[n] == '.'))
          {
            *dot = '\0';
            demangled = ful_demangle_in_sandbox (plain);

            return demangled ? demangled : g_steal_pointer (&plain);
          }
      }
  demangled = ful_demangle_in_sandbox (plain);

  return demangled ? demangled : g_steal_pointer (&plain);
}
