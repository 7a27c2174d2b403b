# SPDX-License-Identifier: GPL-3.0-or-later
# For Homebrew: brew install --build-from-source ./fulgens.rb, beside the archive that meson dist makes. Never run.
class Fulgens < Formula
  desc "Viewer for performance profiles"
  url "file://#{__dir__}/fulgens-0.1.0.tar.xz"
  license "GPL-3.0-or-later"

  depends_on "gettext" => :build
  depends_on "meson" => :build
  depends_on "ninja" => :build
  depends_on "pkgconf" => :build
  depends_on "adwaita-icon-theme"
  depends_on "glib"
  depends_on "gtk4"
  depends_on "gtksourceview5"
  depends_on "json-glib"
  depends_on "libadwaita"
  depends_on "libarchive"
  depends_on "libsoup"
  depends_on "sqlite"
  depends_on "zstd"

  def install
    system "meson", "setup", "build", "-Dtests=false", *std_meson_args
    system "meson", "compile", "-C", "build"
    system "meson", "install", "-C", "build"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/fulgens-query --version")
  end
end
