/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean  ful_elf_id_read     (int      file,
                               GBytes **out_build_id);
char     *ful_elf_id_to_text  (GBytes  *build_id);

G_END_DECLS
