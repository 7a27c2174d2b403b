/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The instructions of a function, with their lines. */

#include "config.h"

#include "ful-disassembly.h"

#include "ful-dwarf-frames.h"
#include "ful-elf-symbols.h"
#include "ful-x86-length.h"

#include "base/ful-bisect.h"

#include <gelf.h>

#ifdef HAVE_CAPSTONE
#include <capstone.h>

#define MAX_CODE (16 << 20)

typedef struct
{
  unsigned    elf;    /* as ELF has it */
  const char *name;
  cs_arch     arch;
  cs_mode     mode;
} Machine;

static const Machine machines[] = {
  { EM_X86_64, "x86_64", CS_ARCH_X86, CS_MODE_64 },
  { EM_386, "i386", CS_ARCH_X86, CS_MODE_32 },
  { EM_AARCH64, "arm64", CS_ARCH_ARM64, CS_MODE_ARM },
  { EM_ARM, "arm", CS_ARCH_ARM, CS_MODE_ARM },
};

/* Returns: (nullable) */
static const Machine *
find_machine (Elf *elf)
{
  GElf_Ehdr header;

  for (guint i = 0; gelf_getehdr (elf, &header) && i < G_N_ELEMENTS (machines); i++)
    if (machines[i].elf == header.e_machine)
      return &machines[i];

  return NULL;
}

/* Returns: (nullable): what @elf has at @start, which may be less than up to @end */
static const guint8 *
find_code (Elf     *elf,
           guint64  start,
           guint64  end,
           gsize   *out_n)
{
  for (Elf_Scn *section = NULL; (section = elf_nextscn (elf, section));)
    {
      GElf_Shdr header;
      Elf_Data *data;

      if (!gelf_getshdr (section, &header) || !(header.sh_flags & SHF_EXECINSTR) ||
          start < header.sh_addr || start - header.sh_addr >= header.sh_size)
        continue;
      data = elf_rawdata (section, NULL);
      if (data == NULL || data->d_buf == NULL || start - header.sh_addr >= data->d_size)
        continue;
      *out_n = (gsize) MIN (end - start, data->d_size - (start - header.sh_addr));

      return (const guint8 *) data->d_buf + (start - header.sh_addr);
    }

  return NULL;
}

/* Instructions of 16 bits begin at an odd address, by its symbol or by the one that was asked for. */
static gboolean
is_thumb (const Machine *machine,
          guint64        start,
          const GArray  *symbols)
{
  const FulElfSymbol *symbol = ful_elf_find_symbol (symbols, start | 1);

  return machine->arch == CS_ARCH_ARM && ((start & 1) || (symbol && symbol->start == (start | 1)));
}

static int
compare_addresses (gconstpointer a,
                   gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

/* The addresses of lines between @start and @end. */
static GArray *
find_lines (Dwarf   *dwarf,
            guint64  start,
            guint64  end)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint64));
  Dwarf_CU *unit = NULL;
  Dwarf_Die die;

  while (dwarf && dwarf_get_units (dwarf, unit, &unit, NULL, NULL, &die, NULL) == 0)
    {
      Dwarf_Lines *lines;
      size_t n_lines;

      if (dwarf_haspc (&die, start) != 1 || dwarf_getsrclines (&die, &lines, &n_lines) != 0)
        continue;
      for (size_t i = 0; i < n_lines; i++)
        {
          Dwarf_Addr address;

          if (dwarf_lineaddr (dwarf_onesrcline (lines, i), &address) == 0 && address >= start && address < end)
            g_array_append_val (found, address);
        }
      break;
    }
  g_array_sort (found, compare_addresses);

  return found;
}

typedef struct
{
  gboolean  is_64;
  guint64   end;     /* of the code */
  GArray   *lines;
} Skip;

/* An instruction that is not known is a row of its bytes, as decoding inside of it finds others that are not there. If its length
 * is not known either, it ends where the next line begins; what is no instruction is a byte, or what is the least on the machine. */
static size_t
skip_x86 (const uint8_t *code,
          size_t         n,
          size_t         offset,
          void          *user_data)
{
  const Skip *self = user_data;
  guint64 address = self->end - n;
  size_t length = ful_x86_get_length (code, n, self->is_64);
  guint next;

  if (length > 0)
    return length;
  next = FUL_BISECT (0, self->lines->len, i, g_array_index (self->lines, guint64, i) > address);
  if (next < self->lines->len && g_array_index (self->lines, guint64, next) - address <= FUL_X86_MAX_LENGTH)
    return (size_t) (g_array_index (self->lines, guint64, next) - address);

  return 1;
}

/* Of four bytes are those whose first half begins with 11101, 11110 or 11111. */
static size_t
skip_thumb (const uint8_t *code,
            size_t         n,
            size_t         offset,
            void          *user_data)
{
  return n >= 4 && code[1] >= 0xe8 ? 4 : MIN (n, 2);
}

/* Calls and jumps of x86 and ARM. */
static gboolean
leaves (const char *mnemonic)
{
  return *mnemonic == 'j' || g_str_has_prefix (mnemonic, "call") || g_str_equal (mnemonic, "b") || g_str_equal (mnemonic, "bl") ||
         g_str_equal (mnemonic, "blx") || g_str_has_prefix (mnemonic, "b.");
}

/* Returns: (transfer full): an instruction as text, with the function that it leaves this one for */
static char *
make_text (const cs_insn *instruction,
           guint64        base,
           guint64        start,
           guint64        end,
           const GArray  *symbols)
{
  g_autofree char *text = g_strchomp (g_strdup_printf ("%s %s", instruction->mnemonic, instruction->op_str));
  const char *operand = instruction->op_str + (*instruction->op_str == '#');
  g_autofree char *name = NULL;
  guint64 target;
  const FulElfSymbol *symbol;
  char *rest;

  if (!leaves (instruction->mnemonic) || !g_str_has_prefix (operand, "0x"))
    return g_steal_pointer (&text);
  target = g_ascii_strtoull (operand, &rest, 16) + base;
  symbol = *rest == '\0' && (target < start || target >= end) ? ful_elf_find_symbol (symbols, target) : NULL;
  if (symbol == NULL)
    return g_steal_pointer (&text);
  name = ful_elf_dup_shown_name (symbol->name);
  if (symbol->start == target)
    return g_strdup_printf ("%s <%s>", text, name);

  return g_strdup_printf ("%s <%s+0x%" G_GINT64_MODIFIER "x>", text, name, target - symbol->start);
}

/* Returns: (transfer full): for each instruction its address; the symbol is it, and its frame has the machine as name */
static FulSymbolResults *
decode (const Machine *machine,
        csh            handle,
        const guint8  *code,
        gsize          n,
        guint64        base,
        guint64        start,
        const GArray  *symbols,
        Dwarf         *dwarf)
{
  FulSymbolBuilder *builder = ful_symbol_builder_new ();
  guint32 arch = ful_symbol_builder_add_text (builder, machine->name);
  g_autoptr(GArray) instructions = g_array_new (FALSE, FALSE, sizeof (FulSymbol));
  g_autoptr(GArray) addresses = g_array_new (FALSE, FALSE, sizeof (guint64));
  cs_insn *instruction = cs_malloc (handle);
  guint64 address = start - base, end = start + n;
  g_autoptr(FulDwarfFrames) frames = NULL;

  while (cs_disasm_iter (handle, &code, &n, &address, instruction))
    {
      g_autofree char *text = make_text (instruction, base, start, end, symbols);
      FulSymbol found = { instruction->address, instruction->size, ful_symbol_builder_add_text (builder, text), 0 };
      guint64 in_file = found.address + base;

      g_array_append_val (instructions, found);
      g_array_append_val (addresses, in_file);
    }
  cs_free (instruction, 1);

  frames = ful_dwarf_find_frames (dwarf, (const guint64 *) (gconstpointer) addresses->data, addresses->len);
  for (guint i = 0; i < instructions->len; i++)
    {
      const FulSymbol *found = &g_array_index (instructions, FulSymbol, i);
      GArray *chain = frames->of_address[i];
      const FulDwarfFrame *inner = chain ? &g_array_index (chain, FulDwarfFrame, chain->len - 1) : NULL;

      ful_symbol_builder_add (builder, found->address);
      ful_symbol_builder_set_symbol (builder, found->address, found->size, found->name);
      ful_symbol_builder_add_frame (builder, arch, ful_symbol_builder_add_text (builder, inner ? inner->file : NULL),
                                    inner ? inner->line : 0);
    }

  return ful_symbol_builder_finish (builder);
}

/**
 * ful_disassemble:
 * @dwarf: (nullable): where lines are
 * @base: to which addresses of the results are relative
 * @start: address of the first instruction
 * @end: one past the last address
 * @symbols: functions of the file, sorted
 * @out_refusal: (out): why there is no result
 *
 * Returns: (transfer full) (nullable): a result for each instruction; see #FulSymbolMessage
 */
FulSymbolResults *
ful_disassemble (Elf              *elf,
                 Dwarf            *dwarf,
                 guint64           base,
                 guint64           start,
                 guint64           end,
                 const GArray     *symbols,
                 FulSymbolRefusal *out_refusal)
{
  const Machine *machine = find_machine (elf);
  gboolean thumb = machine && is_thumb (machine, start, symbols);
  const guint8 *code;
  gsize n = 0;
  FulSymbolResults *results;
  Skip known = { machine && machine->mode == CS_MODE_64 };
  cs_opt_skipdata skip = { ".byte", thumb ? skip_thumb : skip_x86, &known };
  csh handle;

  if (machine && machine->arch == CS_ARCH_ARM)
    {
      start &= ~G_GUINT64_CONSTANT (1);
      end &= ~G_GUINT64_CONSTANT (1);
    }
  code = end > start ? find_code (elf, start, end, &n) : NULL;
  *out_refusal = FUL_SYMBOL_REFUSAL_NO_CODE;
  if (code == NULL)
    return NULL;
  *out_refusal = FUL_SYMBOL_REFUSAL_TOO_MUCH_CODE;
  if (n > MAX_CODE)
    return NULL;
  *out_refusal = FUL_SYMBOL_REFUSAL_MACHINE;
  if (machine == NULL || cs_open (machine->arch, thumb ? CS_MODE_THUMB : machine->mode, &handle) != CS_ERR_OK)
    return NULL;

  cs_option (handle, CS_OPT_SKIPDATA, CS_OPT_ON);
  if (machine->arch == CS_ARCH_X86 || thumb)
    cs_option (handle, CS_OPT_SKIPDATA_SETUP, (gsize) &skip);

  known.end = start + n;
  known.lines = find_lines (dwarf, start, known.end);
  results = decode (machine, handle, code, n, base, start, symbols, dwarf);
  g_array_unref (known.lines);
  cs_close (&handle);

  return results;
}

#else

FulSymbolResults *
ful_disassemble (Elf              *elf,
                 Dwarf            *dwarf,
                 guint64           base,
                 guint64           start,
                 guint64           end,
                 const GArray     *symbols,
                 FulSymbolRefusal *out_refusal)
{
  *out_refusal = FUL_SYMBOL_REFUSAL_MACHINE;

  return NULL;
}

#endif
