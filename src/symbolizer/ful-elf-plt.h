/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <libelf.h>

G_BEGIN_DECLS

void ful_elf_add_plt (Elf          *elf,
                      GArray       *symbols,
                      GStringChunk *names);

G_END_DECLS
