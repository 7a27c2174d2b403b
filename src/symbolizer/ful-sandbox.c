/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the process may not do: write files, open any, use much time or memory, leave a core. Where the kernel offers it,
 * a list of allowed system calls ends the process at any other. */

#include "config.h"

#include "ful-sandbox.h"

#include <errno.h>
#include <sys/resource.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

/* Sanitizers reserve much memory, and make other system calls. */
#if defined (__SANITIZE_ADDRESS__) || defined (__SANITIZE_THREAD__)
#define HAVE_SANITIZER
#elif defined (__has_feature)
#if __has_feature (address_sanitizer) || __has_feature (thread_sanitizer)
#define HAVE_SANITIZER
#endif
#endif

#if defined (__linux__) && (defined (__x86_64__) || defined (__aarch64__)) && !defined (HAVE_SANITIZER)
#define HAVE_SECCOMP
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/syscall.h>
#endif

#define MAX_CPU_SECONDS 60
#define MAX_EXTRA_BYTES (G_GUINT64_CONSTANT (2) << 30)

static void
set_limit (int     resource,
           guint64 value)
{
  struct rlimit limit = { (rlim_t) value, (rlim_t) value };

  setrlimit (resource, &limit);
}

#ifdef HAVE_SECCOMP
static void
filter_system_calls (void)
{
#ifdef __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif
#define REFUSE(name) BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES)
#define ALLOW(name) BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

  struct sock_filter code[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, arch)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    ALLOW (read), ALLOW (pread64), ALLOW (write), ALLOW (recvmsg), ALLOW (sendmsg), ALLOW (close), ALLOW (lseek), ALLOW (fstat),
#ifdef SYS_newfstatat
    ALLOW (newfstatat),   /* what fstat () of newer C libraries is */
#endif
    ALLOW (fcntl), ALLOW (mmap), ALLOW (munmap), ALLOW (mremap), ALLOW (mprotect), ALLOW (madvise), ALLOW (brk),
    ALLOW (futex), ALLOW (getrandom), ALLOW (clock_gettime), ALLOW (sched_yield), ALLOW (rt_sigprocmask), ALLOW (rt_sigaction),
    ALLOW (rt_sigreturn), ALLOW (getpid), ALLOW (gettid), ALLOW (tgkill), ALLOW (prlimit64), ALLOW (sysinfo), ALLOW (exit), ALLOW (exit_group),
    /* libdw asks for the names of its files, and for files beside them; it does without. */
    REFUSE (openat), REFUSE (readlinkat), REFUSE (faccessat),
#ifdef __x86_64__
    REFUSE (open), REFUSE (readlink), REFUSE (access),
#endif
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
  };
  struct sock_fprog program = { G_N_ELEMENTS (code), code };

  prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
#endif

/* Before anything of a file is read. */
void
ful_sandbox_enter (void)
{
  set_limit (RLIMIT_CORE, 0);
  set_limit (RLIMIT_FSIZE, 0);
  set_limit (RLIMIT_CPU, MAX_CPU_SECONDS);
#ifdef __linux__
  prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl (PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
#ifdef HAVE_SECCOMP
  filter_system_calls ();
#endif
}

/* @file_bytes: size of the files that were handed over */
void
ful_sandbox_limit_memory (guint64 file_bytes)
{
#ifndef HAVE_SANITIZER
  set_limit (RLIMIT_AS, file_bytes + MAX_EXTRA_BYTES);
#endif
}
