/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Functions with names as Rust mangles them, of both kinds. */

volatile int sink;

__attribute__ ((noinline)) int legacy (int x) __asm__ ("_ZN4core3fmt5write17h0123456789abcdefE");
__attribute__ ((noinline)) int newer (int x) __asm__ ("_RNvNtC7mycrate6module8function");

int
legacy (int x)
{
  return x + sink;
}

int
newer (int x)
{
  return x * sink;
}

int
main (int argc, char **argv)
{
  return legacy (argc) + newer (argc);
}
