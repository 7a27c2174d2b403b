/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* What is read here of ELF files, whose own header not every system has; with the names that it gives. */

#define EI_CLASS 4
#define EI_DATA 5
#define EI_NIDENT 16

#define ELFMAG "\177ELF"
#define SELFMAG 4
#define ELFCLASS64 2
#define ELFDATA2LSB 1
#define ELFDATA2MSB 2

#define EM_X86_64 62
#define EM_AARCH64 183
#define PT_LOAD 1
#define PT_NOTE 4
#define SHT_NOTE 7
#define NT_GNU_BUILD_ID 3

typedef struct
{
  guint8  e_ident[EI_NIDENT];
  guint16 e_type, e_machine;
  guint32 e_version, e_entry, e_phoff, e_shoff, e_flags;
  guint16 e_ehsize, e_phentsize, e_phnum, e_shentsize, e_shnum, e_shstrndx;
} Elf32_Ehdr;

typedef struct
{
  guint8  e_ident[EI_NIDENT];
  guint16 e_type, e_machine;
  guint32 e_version;
  guint64 e_entry, e_phoff, e_shoff;
  guint32 e_flags;
  guint16 e_ehsize, e_phentsize, e_phnum, e_shentsize, e_shnum, e_shstrndx;
} Elf64_Ehdr;

typedef struct
{
  guint32 p_type, p_offset, p_vaddr, p_paddr, p_filesz, p_memsz, p_flags, p_align;
} Elf32_Phdr;

typedef struct
{
  guint32 p_type, p_flags;
  guint64 p_offset, p_vaddr, p_paddr, p_filesz, p_memsz, p_align;
} Elf64_Phdr;

typedef struct
{
  guint32 sh_name, sh_type, sh_flags, sh_addr, sh_offset, sh_size, sh_link, sh_info, sh_addralign, sh_entsize;
} Elf32_Shdr;

typedef struct
{
  guint32 sh_name, sh_type;
  guint64 sh_flags, sh_addr, sh_offset, sh_size;
  guint32 sh_link, sh_info;
  guint64 sh_addralign, sh_entsize;
} Elf64_Shdr;

typedef struct
{
  guint32 n_namesz, n_descsz, n_type;
} Elf32_Nhdr, Elf64_Nhdr;
