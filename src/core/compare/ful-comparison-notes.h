/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-comparison.h"

G_BEGIN_DECLS

/**
 * FulComparisonNote:
 * @code: short name for programs; never freed
 * @text: a sentence for the user
 */
typedef struct
{
  const char *code;
  char       *text;
} FulComparisonNote;

/**
 * FulComparisonAdvice:
 * @iterations: (nullable): how to compare what each iteration needs; %NULL if values are no sums of a run
 * @names: how code gets names
 *
 * What its reader can do, to end a sentence.
 */
typedef struct
{
  const char *iterations;
  const char *names;
} FulComparisonAdvice;

GPtrArray *ful_comparison_notes_new (const FulComparisonRequest *request,
                                     const FulComparison        *comparison,
                                     gboolean                    is_split,
                                     const FulComparisonAdvice  *advice);
void       ful_comparison_note_add  (GPtrArray                  *notes,
                                     const char                 *code,
                                     char                       *text);

G_END_DECLS
