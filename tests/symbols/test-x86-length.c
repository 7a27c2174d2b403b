/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Instructions of extensions that disassemblers learn late, as an assembler wrote them. */

#include "ful-x86-length.h"

#include <string.h>

static const struct { const char *bytes, *text; } instructions[] = {
  { "62 f5 6c 48 58 d9", "vaddph %zmm1,%zmm2,%zmm3" },
  { "62 f5 6c c9 58 58 01", "vaddph 0x40(%rax),%zmm2,%zmm3{%k1}{z}" },
  { "62 f6 6d 48 98 9c 98 45 23 01 00", "vfmadd132ph 0x12345(%rax,%rbx,4),%zmm2,%zmm3" },
  { "62 f3 6c 48 c2 c9 03", "vcmpunordph %zmm1,%zmm2,%k1" },
  { "62 f3 7c 48 26 1d 78 56 34 12 07", "vgetmantph $0x7,0x12345678(%rip),%zmm3" },
  { "62 f2 6d 48 50 d9", "vpdpbusd %zmm1,%zmm2,%zmm3" },
  { "62 f2 6d 48 52 5c 24 01", "vpdpwssd 0x40(%rsp),%zmm2,%zmm3" },
  { "c4 e2 6d 50 d9", "{vex} vpdpbusd %ymm1,%ymm2,%ymm3" },
  { "c4 e2 6d 50 1d 44 33 22 11", "{vex} vpdpbusd 0x11223344(%rip),%ymm2,%ymm3" },
  { "62 f3 ed 48 70 d9 05", "vpshldw $0x5,%zmm1,%zmm2,%zmm3" },
  { "62 93 6d 48 71 5c c8 01 05", "vpshldd $0x5,0x40(%r8,%r9,8),%zmm2,%zmm3" },
  { "62 f2 7d 4a 63 0f", "vpcompressb %zmm1,(%rdi){%k2}" },
  { "62 f2 7d 48 54 d1", "vpopcntb %zmm1,%zmm2" },
  { "62 f2 6f 48 72 d9", "vcvtne2ps2bf16 %zmm1,%zmm2,%zmm3" },
  { "62 f2 6e 58 52 18", "vdpbf16ps (%rax){1to16},%zmm2,%zmm3" },
  { "62 f3 ed 48 ce d9 01", "vgf2p8affineqb $0x1,%zmm1,%zmm2,%zmm3" },
  { "62 f2 6d 48 dc d9", "vaesenc %zmm1,%zmm2,%zmm3" },
  { "62 f3 6d 48 44 d9 10", "vpclmullqhqdq %zmm1,%zmm2,%zmm3" },
  { "62 f2 6f 48 68 d1", "vp2intersectd %zmm1,%zmm2,%k2" },
  { "62 f3 6d 48 25 d9 ca", "vpternlogd $0xca,%zmm1,%zmm2,%zmm3" },
  { "62 f1 6c 48 58 d9", "vaddps %zmm1,%zmm2,%zmm3" },
  { "64 62 f1 fe 48 7f 48 01", "vmovdqu64 %zmm1,%fs:0x40(%rax)" },
  { "c5 f8 77", "vzeroupper" },
  { "62 f1 6d 48 71 d1 03", "vpsrlw $0x3,%zmm1,%zmm2" },
  { "c4 e2 73 5e da", "tdpbssd %tmm1,%tmm2,%tmm3" },
  { "c4 e2 7b 4b 0c 18", "tileloadd (%rax,%rbx,1),%tmm1" },
  { "0f 01 e8", "serialize" },
  { "f3 48 0f 1e c8", "rdsspq %rax" },
  { "f3 48 0f ae e8", "incsspq %rax" },
  { "f3 0f 01 ee", "clui" },
  { "f3 0f 01 ec", "uiret" },
  { "f3 0f 09", "wbnoinvd" },
  { "66 0f ae f0", "tpause %eax" },
  { "f2 0f ae f1", "umwait %ecx" },
  { "66 0f 38 f8 08", "movdir64b (%rax),%rcx" },
  { "48 0f 38 f9 41 10", "movdiri %rax,0x10(%rcx)" },
  { "f2 0f 38 f8 88 00 01 00 00", "enqcmd 0x100(%rax),%rcx" },
  { "0f 1c 00", "cldemote (%rax)" },
  { "f3 48 0f ae e0", "ptwrite %rax" },
  { "f3 0f 01 ea", "saveprevssp" },
  { "f3 0f 3a f0 c0 01", "hreset $0x1" },
  { "f3 0f 38 dc 08", "aesenc128kl (%rax),%xmm1" },
  { "f2 0f 01 e9", "xresldtrk" },
  { "62 f4 7c 18 29 d1", "sub %edx,%ecx,%eax" },
  { "62 f4 7c 18 81 e9 44 33 22 11", "sub $0x11223344,%ecx,%eax" },
  { "62 f4 7d 18 81 e9 22 11", "sub $0x1122,%cx,%ax" },
  { "62 f4 fd 18 81 e9 44 33 22 11", "sub $0x11223344,%rcx,%rax" },
  { "62 f4 7c 18 83 6c 24 08 05", "sub $0x5,0x8(%rsp),%eax" },
  { "62 f4 7c 18 c1 e9 03", "shr $0x3,%ecx,%eax" },
  { "62 f4 7c 18 d1 e9", "shr %ecx,%eax" },
  { "62 f4 7c 02 f7 c1 44 33 22 11", "ctestb $0x11223344,%ecx" },
  { "62 f4 7c 02 f6 c1 05", "ctestb $0x5,%cl" },
  { "62 f4 7c 18 f7 d9", "neg %ecx,%eax" },
  { "62 f4 7c 18 24 d1 05", "shld $0x5,%edx,%ecx,%eax" },
  { "62 f4 7c 0c 69 c1 44 33 22 11", "{nf} imul $0x11223344,%ecx,%eax" },
  { "62 f4 7c 0c 88 c1", "{nf} popcnt %ecx,%eax" },
  { "62 f4 7c 18 ff 30", "push2 (as far as the form goes)" },
  { "62 f7 7f 08 f8 c1 07 00 00 00", "urdmsr $0x7,%rcx" },
  { "c4 e7 7b f8 c1 07 00 00 00", "urdmsr $0x7,%rcx" },
  { "d5 18 29 d0", "sub %rdx,%r16" },
  { "d5 10 50", "push %r16" },
  { "d5 10 b8 44 33 22 11", "mov $0x11223344,%r16d" },
  { "d5 18 b8 88 77 66 55 44 33 22 11", "movabs $0x1122334455667788,%r16" },
  { "66 d5 10 b8 22 11", "mov $0x1122,%r16w" },
  { "66 d5 18 81 c0 44 33 22 11", "add $0x11223344,%r16" },
  { "d5 00 a1 88 77 66 55 44 33 22 11", "jmpabs $0x1122334455667788" },
  { "d5 10 f7 c0 44 33 22 11", "test $0x11223344,%r16d" },
  { "d5 10 f7 d8", "neg %r16d" },
  { "d5 10 83 44 24 08 05", "addl $0x5,0x8(%rsp)" },
  { "d5 10 c7 84 88 00 01 00 00 44 33 22 11", "movl $0x11223344,0x100(%r16,%rcx,4)" },
  { "d5 90 af c1", "imul %r17d,%eax" },
  { "d5 10 3c 05", "cmp $0x5,%al" },
};

/* Returns: number of bytes */
static gsize
read_bytes (const char *text,
            guint8     *bytes)
{
  gsize n = 0;

  for (; *text; text += text[2] == ' ' ? 3 : 2)
    bytes[n++] = (guint8) (g_ascii_xdigit_value (text[0]) << 4 | g_ascii_xdigit_value (text[1]));

  return n;
}

/* The bytes that follow do not count, and what is cut off is of no length. */
static void
test_lengths (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (instructions); i++)
    {
      guint8 bytes[40];
      gsize n = read_bytes (instructions[i].bytes, bytes);

      g_test_message ("%s", instructions[i].text);
      for (guint fill = 0; fill < 256; fill += 51)
        {
          memset (bytes + n, (int) fill, sizeof bytes - n);
          g_assert_cmpuint (ful_x86_get_length (bytes, sizeof bytes, TRUE), ==, n);
        }
      g_assert_cmpuint (ful_x86_get_length (bytes, n, TRUE), ==, n);
      for (gsize k = 0; k < n; k++)
        {
          /* Memory of its own, so that a read past the end is seen. */
          g_autofree guint8 *cut = g_memdup2 (bytes, k);

          g_assert_cmpuint (ful_x86_get_length (cut, k, TRUE), ==, 0);
        }
    }
}

/* Of 32 bits: prefixes are those that memory operands cannot be; addresses may have 16 bits. */
static void
test_32_bits (void)
{
  static const struct { const char *bytes; gsize length; } rows[] = {
    { "c5 f0 58 c2", 4 },
    { "c5 70 58 c2", 0 },                     /* lds */
    { "62 f1 6c 48 58 d9", 6 },
    { "62 01 02 03", 0 },                     /* bound */
    { "c4 e2 6d 50 1d 44 33 22 11", 9 },
    { "67 c4 e2 6d 50 1e 44 33", 8 },         /* disp16 */
    { "67 c4 e2 6d 50 5c 44", 7 },            /* no further byte of an address */
    { "0f 01 e8", 3 },
    { "40 0f 01 e8", 0 },                     /* inc */
    { "d5 08 01 c8", 0 },                     /* aad */
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint8 bytes[20] = { 0 };

      read_bytes (rows[i].bytes, bytes);
      g_assert_cmpuint (ful_x86_get_length (bytes, sizeof bytes, FALSE), ==, rows[i].length);
    }
}

/* What is of no known form, and what is longer than any instruction. */
static void
test_unknown (void)
{
  static const char *const rows[] = { "90", "c3", "06", "62 f0 6c 48 58 d9", "c4 ff 6d 50 d9", "0f",
                                      "66 66 66 66 66 66 66 66 66 66 66 66 66 66 0f 01 e8" };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint8 bytes[40] = { 0 };
      gsize n = read_bytes (rows[i], bytes);

      g_assert_cmpuint (ful_x86_get_length (bytes, n, TRUE), ==, 0);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/x86-length/lengths", test_lengths);
  g_test_add_func ("/x86-length/32-bits", test_32_bits);
  g_test_add_func ("/x86-length/unknown", test_unknown);

  return g_test_run ();
}
