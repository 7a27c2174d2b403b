/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a process that reads an ELF file, fulgens-symbolizer, and its parent say to each other on a socket. Both run on one
 * machine and are of one build: numbers are as in memory. Files are sent as descriptors; the process opens none. */

/* Descriptor of the socket in the process. */
#define FUL_SYMBOL_SOCKET 3

/* Exit status of a process that read nothing, as the kernel did not confine it. */
#define FUL_SYMBOL_NOT_CONFINED 2

#define FUL_SYMBOL_MAX_ID 128
#define FUL_SYMBOL_MAX_NAME 4096
#define FUL_SYMBOL_MAX_ANSWER (G_GUINT64_CONSTANT (1) << 30)

/**
 * FulSymbolMessage:
 * @FUL_SYMBOL_ASK: to the process: #FulSymbolAsk, the addresses; with the descriptor of the file
 * @FUL_SYMBOL_FILE: to the process: what it wanted: a descriptor, or none
 * @FUL_SYMBOL_WANT_LINK: to the parent: the file with this #FulSymbolWanted has the debug information
 * @FUL_SYMBOL_WANT_ALT: to the parent: the file with this #FulSymbolWanted has further parts of it
 * @FUL_SYMBOL_ANSWER: to the parent: the bytes of a #FulSymbolResults; the end. Of code a result is an instruction: its
 *   symbol has the text, its one frame the line and as name the machine
 * @FUL_SYMBOL_REFUSED: to the parent: number of a #FulSymbolRefusal; the end
 * @FUL_SYMBOL_UNWIND: to the process: #FulUnwindAsk; with the descriptor of a file whose number is the next one
 * @FUL_SYMBOL_UNWIND_ROW: to the parent: #FulUnwindRow with its operations; more may be asked
 */
typedef enum
{
  FUL_SYMBOL_ASK,
  FUL_SYMBOL_FILE,
  FUL_SYMBOL_WANT_LINK,
  FUL_SYMBOL_WANT_ALT,
  FUL_SYMBOL_ANSWER,
  FUL_SYMBOL_REFUSED,
  FUL_SYMBOL_UNWIND,
  FUL_SYMBOL_UNWIND_ROW,
} FulSymbolMessage;

typedef enum
{
  FUL_SYMBOL_REFUSAL_NOT_ELF,
  FUL_SYMBOL_REFUSAL_OTHER_BUILD,
  FUL_SYMBOL_REFUSAL_NO_SYMBOLS,
  FUL_SYMBOL_REFUSAL_NO_CODE,
  FUL_SYMBOL_REFUSAL_TOO_MUCH_CODE,
  FUL_SYMBOL_REFUSAL_MACHINE,
} FulSymbolRefusal;

/**
 * FulSymbolWhat:
 * @FUL_SYMBOL_NAMES: names and lines of the addresses
 * @FUL_SYMBOL_CODE: the instructions from the first address up to the second
 * @FUL_SYMBOL_FUNCTION: likewise, and up to the end that the symbol table knows
 */
typedef enum
{
  FUL_SYMBOL_NAMES,
  FUL_SYMBOL_CODE,
  FUL_SYMBOL_FUNCTION,
} FulSymbolWhat;

/* Before each message. */
typedef struct
{
  guint32 message;   /* FulSymbolMessage */
  guint32 length;    /* bytes of what follows */
} FulSymbolHeader;

typedef struct
{
  char    breakpad_id[FUL_SYMBOL_MAX_ID];   /* that the file must have */
  guint32 n_addresses;                      /* guint64 each, ascending, relative to the image base */
  guint32 what;                             /* FulSymbolWhat */
} FulSymbolAsk;

typedef struct
{
  char    name[FUL_SYMBOL_MAX_NAME];
  char    build_id[FUL_SYMBOL_MAX_ID];   /* hexadecimal; empty if only @crc tells */
  guint32 crc;
} FulSymbolWanted;

G_END_DECLS
