/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What most files of the window include, parsed once (option b_pch). Each still includes what it uses: check-includes.py sees to it,
 * and other builds do without.
 */

#include <adwaita.h>
