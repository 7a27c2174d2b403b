/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"
#include "symbols/ful-symbol-results.h"

G_BEGIN_DECLS

/* E4 of examples.md. */
#define FUL_TEST_E4 "0x2  0x3   0x6   0x8  0x9   0xc\n" \
                    "     0x11  0x15       0x11     \n"
#define FUL_TEST_E4_NAMES "2 1 main\n3 1 main\n6 1 main\n8 1 main\n9 1 main\nc 1 main\n" \
                          "11 f doSomething(int)\n15 14 someInterlude()\n"

FulProfile       *ful_test_symbols_profile (const char *text);
FulSymbolResults *ful_test_symbols_results (const char *text);
FulProfile       *ful_test_symbolicate     (FulProfile *recorded,
                                            FulProfile *last,
                                            const char *first,
                                            const char *second);

G_END_DECLS
