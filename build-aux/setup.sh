# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sourced by run, test and package: moves to the top of the tree, installs what
# is missing, configures. Debian and its relatives are served; elsewhere the
# missing programs and libraries are named and the caller stops.

set -eu
cd "$(dirname "$0")/.."

build=${FULGENS_BUILD_DIR:-_build}

build_packages='gcc libc6-dev meson ninja-build pkg-config gettext python3
  libglib2.0-dev libjson-glib-dev zlib1g-dev libarchive-dev libgtk-4-dev libadwaita-1-dev libisal-dev libzstd-dev libiberty-dev libdw-dev liblzma-dev
  libcapstone-dev libgtksourceview-5-dev libsoup-3.0-dev libsqlite3-dev
  desktop-file-utils shared-mime-info libgtk-4-bin'
run_packages='glib-networking adwaita-icon-theme librsvg2-common fonts-cantarell fonts-dejavu-core xvfb xauth dbus-daemon'
test_packages='appstream locales xdotool imagemagick libglib2.0-bin at-spi2-core
  python3-gi gir1.2-atspi-2.0 gir1.2-gtk-4.0 libsysprof-4-dev g++ elfutils xz-utils linux-perf valgrind'
ci_packages='clang gcc-mingw-w64-x86-64-win32'
coverage_packages='gcovr'
full_packages='clang libclang-rt-14-dev llvm lld rustc firefox-esr flatpak-builder rpmlint'
deb_packages='debhelper fakeroot lintian'

say () { printf '%s\n' "$*" >&2; }

# as_root COMMAND…: as we are if that is root, else through sudo
as_root () {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

missing_packages () {
  for package in $1; do
    dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || printf '%s ' "$package"
  done
}

# install_packages LIST: returns when all of LIST is there
install_packages () {
  if ! command -v dpkg-query >/dev/null; then
    check_elsewhere
    return
  fi

  missing=$(missing_packages "$1")
  [ -n "$missing" ] || return 0

  if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
    say "These packages are missing; install them as root and start again:"
    say "  apt-get install $missing"
    exit 1
  fi

  say "Installing: $missing"
  export DEBIAN_FRONTEND=noninteractive
  as_root apt-get install -y --no-install-recommends $missing >&2 || {
    as_root apt-get update >&2
    as_root apt-get install -y --no-install-recommends $missing >&2
  }
}

# Not a Debian: look for what the build needs and name it.
check_elsewhere () {
  absent=
  for program in cc meson ninja pkg-config msgfmt python3 glib-compile-resources; do
    command -v "$program" >/dev/null || absent="$absent $program"
  done
  for library in 'gio-2.0 >= 2.74' 'json-glib-1.0 >= 1.6' 'zlib' 'libarchive >= 3.6' 'gtk4 >= 4.8' 'libadwaita-1 >= 1.2'; do
    pkg-config --exists "$library" 2>/dev/null || absent="$absent, $library"
  done
  [ -z "$absent" ] && return 0

  say "Missing here:$absent"
  say "Fedora:   dnf install gcc meson gettext json-glib-devel zlib-devel libarchive-devel gtk4-devel libadwaita-devel isa-l-devel libzstd-devel binutils-devel elfutils-devel capstone-devel gtksourceview5-devel xz-devel libsoup3-devel sqlite-devel xorg-x11-server-Xvfb"
  say "Arch:     pacman -S base-devel meson json-glib zlib libarchive gtk4 libadwaita isa-l zstd libelf capstone gtksourceview5 xz libsoup3 sqlite xorg-server-xvfb"
  say "Homebrew: brew install meson ninja pkgconf gettext json-glib libarchive gtk4 libadwaita adwaita-icon-theme zstd"
  say "MSYS2:    see README.md"
  exit 1
}

# configure DIRECTORY [OPTION…]
configure () {
  directory=$1
  shift
  if [ -f "$directory/build.ninja" ]; then
    meson configure "$directory" "$@" >&2
  else
    meson setup "$directory" "$@" >&2
  fi
}
