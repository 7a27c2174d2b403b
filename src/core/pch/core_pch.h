/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What most files of the core include, parsed once (option b_pch). Each still includes what it uses: check-includes.py sees to it,
 * and other builds do without.
 */

#define _GNU_SOURCE   /* by the first header, or not at all */

#include <gio/gio.h>
#include <math.h>
#include <string.h>
