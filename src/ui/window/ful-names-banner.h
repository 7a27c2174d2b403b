/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/ful-document.h"
#include "symbols/ful-symbolicator.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulNamesBanner:
 *
 * Reports how far symbols are looked up, for which libraries there are some, and whether most native frames of a
 * profile have no names, with remedies; hidden otherwise.
 */
#define FUL_TYPE_NAMES_BANNER (ful_names_banner_get_type ())
G_DECLARE_FINAL_TYPE (FulNamesBanner, ful_names_banner, FUL, NAMES_BANNER, GtkWidget)

void ful_names_banner_set_document (FulNamesBanner  *self,
                                    FulDocument     *document,
                                    FulSymbolicator *symbolicator);

G_END_DECLS
