/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the process may not do: write files, open any or learn which there are, reach other processes, make new code, use
 * much time or memory, leave a core. On x86-64 and AArch64 a list of allowed system calls ends the process at any other. */

#include "config.h"

#include "ful-sandbox.h"

#include "symbolizer/ful-symbol-messages.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* newfstatat says which files there are, and a list cannot see whether its path is empty. So what libraries call as fstat ()
 * is here; that of the C library is newfstatat with an empty path. */
int ful_sandbox_fstat   (int file, struct stat *status) __asm__ ("fstat");
int ful_sandbox_fstat64 (int file, struct stat *status) __asm__ ("fstat64");

int
ful_sandbox_fstat (int          file,
                   struct stat *status)
{
  return (int) syscall (SYS_fstat, file, status);
}

int
ful_sandbox_fstat64 (int          file,
                     struct stat *status)
{
  return (int) syscall (SYS_fstat, file, status);
}

/* Returns: whether the list counts from now on */
static gboolean
filter_system_calls (void)
{
#ifdef __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif
#define LOAD(offset) BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offset)
#define RETURN(action) BPF_STMT (BPF_RET | BPF_K, action)
#define REFUSE(name) BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), RETURN (SECCOMP_RET_ERRNO | EACCES)
#define ALLOW(name) BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), RETURN (SECCOMP_RET_ALLOW)

  /* The kernel looks at the lower half of these arguments alone; machines with a list have it first. */
#define LOAD_ARGUMENT(i) LOAD (offsetof (struct seccomp_data, args) + (i) * sizeof (guint64))
#define ALLOW_WITH(name, i, value) BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 4), LOAD_ARGUMENT (i), \
                                   BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, (guint32) (value), 0, 1), \
                                   RETURN (SECCOMP_RET_ALLOW), RETURN (SECCOMP_RET_KILL_PROCESS)
#define ALLOW_WITHOUT(name, i, bit) BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 4), LOAD_ARGUMENT (i), \
                                    BPF_JUMP (BPF_JMP | BPF_JSET | BPF_K, bit, 1, 0), \
                                    RETURN (SECCOMP_RET_ALLOW), RETURN (SECCOMP_RET_KILL_PROCESS)

  struct sock_filter code[] = {
    LOAD (offsetof (struct seccomp_data, arch)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    RETURN (SECCOMP_RET_KILL_PROCESS),
    LOAD (offsetof (struct seccomp_data, nr)),
    ALLOW (read), ALLOW (pread64), ALLOW (write), ALLOW (recvmsg), ALLOW (close), ALLOW (lseek), ALLOW (fstat),
    ALLOW (munmap), ALLOW (mremap), ALLOW (madvise), ALLOW (brk), ALLOW (futex), ALLOW (getrandom), ALLOW (clock_gettime),
    ALLOW (sched_yield), ALLOW (rt_sigprocmask), ALLOW (rt_sigaction), ALLOW (rt_sigreturn), ALLOW (getpid), ALLOW (gettid),
    ALLOW (sysinfo), ALLOW (exit), ALLOW (exit_group),
    /* No new code. */
    ALLOW_WITHOUT (mmap, 2, PROT_EXEC), ALLOW_WITHOUT (mprotect, 2, PROT_EXEC),
    /* What abort () and setrlimit () are; of other processes neither. */
    ALLOW_WITH (tgkill, 0, getpid ()), ALLOW_WITH (prlimit64, 0, 0),
    /* Whether a file is open, for libelf; other commands send signals to any process. */
    ALLOW_WITH (fcntl, 1, F_GETFD),
    /* libdw asks for the names of its files, and for files beside them; it does without. */
    REFUSE (openat), REFUSE (readlinkat), REFUSE (faccessat), REFUSE (newfstatat),
#ifdef __x86_64__
    REFUSE (open), REFUSE (readlink), REFUSE (access), REFUSE (stat), REFUSE (lstat),
#endif
    RETURN (SECCOMP_RET_KILL_PROCESS),
  };
  struct sock_fprog program = { G_N_ELEMENTS (code), code };

  return prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
#endif

/* Before anything of a file is read. Ends the process where it cannot be confined, so that no file is read then. */
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
  if (!filter_system_calls ())
    _exit (FUL_SYMBOL_NOT_CONFINED);
#endif
}

/* @file_bytes: size of the files that were handed over, which may grow: an ordinary user cannot raise the hard limit */
void
ful_sandbox_limit_memory (guint64 file_bytes)
{
#ifndef HAVE_SANITIZER
  struct rlimit limit;

  if (getrlimit (RLIMIT_AS, &limit) == 0)
    {
      limit.rlim_cur = (rlim_t) MIN (file_bytes + MAX_EXTRA_BYTES, limit.rlim_max);
      setrlimit (RLIMIT_AS, &limit);
    }
#endif
}
