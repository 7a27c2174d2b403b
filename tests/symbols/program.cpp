// SPDX-License-Identifier: GPL-3.0-or-later
// What symbols are looked up in: inlined functions in several depths, namespaces, templates, a copy of a function, recursion.

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

volatile int sink;

namespace outer
{
namespace
{
inline __attribute__ ((always_inline)) int
hidden (int x)
{
  sink = x;
  return x * 3 + sink;
}
}

template <typename T>
struct Box
{
  T value;

  explicit Box (T v) : value (v) { sink = (int) sizeof (T); }

  inline __attribute__ ((always_inline)) T
  get (int depth) const
  {
    T sum = value;
    for (int i = 0; i < depth; i++)
      sum += (T) hidden (i);
    return sum;
  }
};

inline __attribute__ ((always_inline)) int
twice (const Box<int> &box)
{
  return box.get (2) + box.get (sink);
}

struct Base
{
  virtual ~Base () {}
  virtual int run (int n);
};

int
Base::run (int n)
{
  Box<int> box (n);
  int local = twice (box);

  auto lambda = [&] (int k) { return local + twice (Box<int> (k)); };

  return lambda (n) + lambda (sink);
}
}

static __attribute__ ((noinline)) int
recurse (int n)
{
  if (n <= 0)
    return sink;
  return recurse (n - 1) + outer::twice (outer::Box<int> (n));
}

extern "C" __attribute__ ((noinline)) int
plain_c (int n)
{
  if (__builtin_expect (n == 12345, 0))
    {
      std::fprintf (stderr, "cold\n");
      std::abort ();
    }
  return n + sink;
}

int
main (int argc, char **)
{
  std::vector<int> numbers;
  std::string text;
  outer::Base base;

  for (int i = 0; i < argc + 3; i++)
    {
      numbers.push_back (recurse (i) + plain_c (i));
      text += std::to_string (base.run (i));
    }

  return (int) numbers.size () + (int) text.size ();
}
