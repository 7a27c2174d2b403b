/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the process that reads ELF files may do, and may not: each call is made by a process of its own that has entered the
 * sandbox. Of calls that it may not do some have an error, so that libraries go on; others end it. */

#define _GNU_SOURCE   /* gettid (), AT_EMPTY_PATH, F_SETSIG */

#include "ful-sandbox.h"

#include "symbolizer/ful-symbol-messages.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

typedef enum
{
  ALLOWED,
  REFUSED,
  ENDED,
} Outcome;

static const char *const outcomes[] = { "allowed", "refused", "ended" };

/* What a call gets; made before the sandbox is entered. */
static int other;      /* process */
static int file;       /* regular, open */
static int sockets[2];
static char path[] = "/etc/passwd";

/* A seventh argument is on the stack, where an int leaves half of the word as it was: those are long. */
#define CALL(name, ...) static long name (void) { return syscall (__VA_ARGS__); }

/* What reading files needs. */
CALL (call_fstat, SYS_fstat, file, g_newa (struct stat, 1))
CALL (call_pread, SYS_pread64, file, g_newa (char, 1), 1, 0)
CALL (call_mmap, SYS_mmap, NULL, 4096, PROT_READ, MAP_PRIVATE, file, 0L)
CALL (call_mprotect, SYS_mprotect, NULL, 0, PROT_READ | PROT_WRITE)
CALL (call_getfd, SYS_fcntl, file, F_GETFD)
CALL (call_getrlimit, SYS_prlimit64, 0, RLIMIT_AS, NULL, g_newa (struct rlimit, 1))
CALL (call_signal_itself, SYS_tgkill, getpid (), gettid (), 0)
CALL (call_write, SYS_write, sockets[0], "x", 1)

/* As libraries call it. */
static long
call_fstat_of_libraries (void)
{
  static const char *const names[] = { "fstat", "fstat64" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      int (*func) (int, struct stat *) = dlsym (RTLD_DEFAULT, names[i]);
      struct stat status;

      if (func (file, &status) != 0 || !S_ISREG (status.st_mode))
        return -1;
    }

  return 0;
}

/* Names of files. */
CALL (call_openat, SYS_openat, AT_FDCWD, path, O_RDONLY)
CALL (call_newfstatat, SYS_newfstatat, AT_FDCWD, path, g_newa (struct stat, 1), 0)
CALL (call_newfstatat_empty, SYS_newfstatat, AT_FDCWD, path, g_newa (struct stat, 1), AT_EMPTY_PATH)
CALL (call_newfstatat_open, SYS_newfstatat, file, "", g_newa (struct stat, 1), AT_EMPTY_PATH)
CALL (call_readlinkat, SYS_readlinkat, AT_FDCWD, path, g_newa (char, 1), 1)
CALL (call_faccessat, SYS_faccessat, AT_FDCWD, path, R_OK)
CALL (call_statx, SYS_statx, AT_FDCWD, path, 0, 0, NULL)
CALL (call_unlinkat, SYS_unlinkat, AT_FDCWD, path, 0)
CALL (call_execve, SYS_execve, path, NULL, NULL)
CALL (call_openat2, SYS_openat2, AT_FDCWD, path, NULL, 0)
#ifdef SYS_open
CALL (call_open, SYS_open, path, O_RDONLY)
CALL (call_stat, SYS_stat, path, g_newa (struct stat, 1))
CALL (call_access, SYS_access, path, R_OK)
#endif

/* Other processes. */
CALL (call_tgkill, SYS_tgkill, other, other, 0)
CALL (call_tgkill_wide, SYS_tgkill, getpid () | G_GINT64_CONSTANT (1) << 32, other, 0)
CALL (call_tkill, SYS_tkill, other, 0)
CALL (call_kill, SYS_kill, other, 0)
CALL (call_kill_itself, SYS_kill, getpid (), 0)
CALL (call_prlimit, SYS_prlimit64, other, RLIMIT_NOFILE, NULL, g_newa (struct rlimit, 1))
CALL (call_setown, SYS_fcntl, sockets[0], F_SETOWN, other)
CALL (call_setsig, SYS_fcntl, sockets[0], F_SETSIG, SIGTERM)
CALL (call_setfl, SYS_fcntl, sockets[0], F_SETFL, O_ASYNC)
CALL (call_ioctl, SYS_ioctl, sockets[0], 0, NULL)
CALL (call_ptrace, SYS_ptrace, 16, other, NULL, NULL)
CALL (call_vm_read, SYS_process_vm_readv, other, NULL, 0L, NULL, 0L, 0L)
CALL (call_pidfd, SYS_pidfd_open, other, 0)
CALL (call_clone, SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL)
CALL (call_socket, SYS_socket, AF_UNIX, SOCK_STREAM, 0)
CALL (call_connect, SYS_connect, sockets[0], NULL, 0)
CALL (call_sendmsg, SYS_sendmsg, sockets[0], NULL, 0)
CALL (call_prctl, SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0)

/* New code. */
CALL (call_mmap_code, SYS_mmap, NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0L)
CALL (call_mprotect_code, SYS_mprotect, NULL, 0, PROT_READ | PROT_EXEC)

static const struct { const char *name; long (*func) (void); Outcome expected; } calls[] = {
  { "fstat", call_fstat, ALLOWED },
  { "fstat of libraries", call_fstat_of_libraries, ALLOWED },
  { "pread", call_pread, ALLOWED },
  { "mmap", call_mmap, ALLOWED },
  { "mprotect", call_mprotect, ALLOWED },
  { "fcntl F_GETFD", call_getfd, ALLOWED },
  { "prlimit of itself", call_getrlimit, ALLOWED },
  { "tgkill of itself", call_signal_itself, ALLOWED },
  { "write", call_write, ALLOWED },
  { "openat", call_openat, REFUSED },
  { "newfstatat", call_newfstatat, REFUSED },
  { "newfstatat with AT_EMPTY_PATH and a path", call_newfstatat_empty, REFUSED },
  { "newfstatat of an open file", call_newfstatat_open, REFUSED },
  { "readlinkat", call_readlinkat, REFUSED },
  { "faccessat", call_faccessat, REFUSED },
  { "statx", call_statx, ENDED },
  { "unlinkat", call_unlinkat, ENDED },
  { "execve", call_execve, ENDED },
  { "openat2", call_openat2, ENDED },
#ifdef SYS_open
  { "open", call_open, REFUSED },
  { "stat", call_stat, REFUSED },
  { "access", call_access, REFUSED },
#endif
  { "tgkill", call_tgkill, ENDED },
  { "tgkill of itself with more bits", call_tgkill_wide, REFUSED },   /* no thread of that number */
  { "tkill", call_tkill, ENDED },
  { "kill", call_kill, ENDED },
  { "kill of itself", call_kill_itself, ENDED },
  { "prlimit", call_prlimit, ENDED },
  { "fcntl F_SETOWN", call_setown, ENDED },
  { "fcntl F_SETSIG", call_setsig, ENDED },
  { "fcntl F_SETFL", call_setfl, ENDED },
  { "ioctl", call_ioctl, ENDED },
  { "ptrace", call_ptrace, ENDED },
  { "process_vm_readv", call_vm_read, ENDED },
  { "pidfd_open", call_pidfd, ENDED },
  { "clone", call_clone, ENDED },
  { "socket", call_socket, ENDED },
  { "connect", call_connect, ENDED },
  { "sendmsg", call_sendmsg, ENDED },
  { "prctl", call_prctl, ENDED },
  { "mmap PROT_EXEC", call_mmap_code, ENDED },
  { "mprotect PROT_EXEC", call_mprotect_code, ENDED },
};

/* Returns: status of a process that has entered the sandbox and called @func */
static int
run_in_sandbox (long (*func) (void))
{
  int status;
  pid_t child = fork ();

  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      ful_sandbox_enter ();
      _exit (func () >= 0 ? ALLOWED : REFUSED);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);

  return status;
}

/* Whether the list is there: in a build with sanitizers it is not. Where it is, prctl () is no call of it. */
static long
ask_for_list (void)
{
  return prctl (PR_GET_SECCOMP, 0, 0, 0, 0) == 0 ? 0 : -1;
}

static gboolean
has_list (void)
{
  if (WIFSIGNALED (run_in_sandbox (ask_for_list)))
    return TRUE;
  g_test_skip ("this build has no list of system calls: its sanitizers need others, or the machine is another one");

  return FALSE;
}

static void
test_calls (void)
{
  int status, pipes[2];
  char byte;

  if (!has_list ())
    return;

  file = open ("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  g_assert_cmpint (file, >=, 0);
  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets), ==, 0);
  g_assert_cmpint (pipe (pipes), ==, 0);
  other = fork ();
  if (other == 0)
    {
      close (pipes[1]);
      _exit (read (pipes[0], &byte, 1) == 0 ? 0 : 1);
    }

  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      Outcome outcome;

      status = run_in_sandbox (calls[i].func);
      if (WIFSIGNALED (status))
        g_assert_cmpint (WTERMSIG (status), ==, SIGSYS);
      outcome = WIFSIGNALED (status) ? ENDED : (Outcome) WEXITSTATUS (status);
      g_test_message ("%s: %s", calls[i].name, outcomes[outcome]);
      g_assert_cmpstr (outcomes[outcome], ==, outcomes[calls[i].expected]);
    }

  /* The other process has seen nothing of that. */
  close (pipes[1]);
  g_assert_cmpint (waitpid (other, &status, 0), ==, other);
  g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 0);
}

/* The limit on memory grows with each file, for ordinary users too. */
static void
test_memory (void)
{
  int status;
  pid_t child;

  if (!has_list ())
    return;

  child = fork ();
  if (child == 0)
    {
      struct rlimit one, two;

      if (getuid () == 0 && setuid (65534) != 0)
        _exit (100);
      ful_sandbox_enter ();
      ful_sandbox_limit_memory (1 << 20);
      getrlimit (RLIMIT_AS, &one);
      ful_sandbox_limit_memory (5 << 20);
      getrlimit (RLIMIT_AS, &two);
      _exit (two.rlim_cur - one.rlim_cur == 4 << 20 ? 0 : 1);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 0);
}

/* A failed assertion has to end it with the signal that says so. */
static long
call_abort (void)
{
  abort ();
}

static void
test_abort (void)
{
  int status = run_in_sandbox (call_abort);

  g_assert_true (WIFSIGNALED (status));
  g_assert_cmpint (WTERMSIG (status), ==, SIGABRT);
}

/* Where the kernel has no lists. */
static long
refuse_lists (void)
{
  struct sock_filter code[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 3),
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, args)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, 0, 1),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = { G_N_ELEMENTS (code), code };

  prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);

  return prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static void
test_no_list (void)
{
  int status;
  pid_t child;

  if (!has_list ())
    return;

  child = fork ();
  if (child == 0)
    {
      if (refuse_lists () != 0)
        _exit (100);
      ful_sandbox_enter ();
      _exit (0);   /* goes on without */
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, FUL_SYMBOL_NOT_CONFINED);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sandbox/calls", test_calls);
  g_test_add_func ("/sandbox/memory", test_memory);
  g_test_add_func ("/sandbox/abort", test_abort);
  g_test_add_func ("/sandbox/no-list", test_no_list);

  return g_test_run ();
}
