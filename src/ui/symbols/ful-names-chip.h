/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/ful-document.h"
#include "symbols/ful-symbolicator.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulNamesChip:
 *
 * Reports how far symbols are looked up, for which libraries there are some, and whether most native frames of a
 * profile have no names, with remedies; hidden otherwise.
 */
#define FUL_TYPE_NAMES_CHIP (ful_names_chip_get_type ())
G_DECLARE_FINAL_TYPE (FulNamesChip, ful_names_chip, FUL, NAMES_CHIP, GtkWidget)

void ful_names_chip_set_document (FulNamesChip  *self,
                                    FulDocument     *document,
                                    FulSymbolicator *symbolicator);

G_END_DECLS
