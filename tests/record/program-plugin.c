/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A plugin whose function has the name NAME. */

static volatile int sum;

__attribute__ ((noinline, noclone)) static void
NAME (void (*burn) (void))
{
  burn ();
  sum++;
}

void work (void (*burn) (void));

void
work (void (*burn) (void))
{
  NAME (burn);
  sum++;
}
