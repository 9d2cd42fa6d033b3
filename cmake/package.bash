# SPDX-License-Identifier: GPL-3.0-or-later
# What `./touchstone package` does: a Debian package by dpkg-buildpackage, a tar of it with the libraries that it needs,
# and the Dockerfile, in build/package. The launcher reads this file, and lends its functions.
package_packages="build-essential debhelper lintian patchelf binutils python3"
# The tar may need these versions of the machine's libraries, and no newer ones: Ubuntu 22.04 has them. glibc never goes
# along, as plug-ins need the machine's own, nor libstdc++, as Debian 12's needs a newer glibc.
declare -A newest=([GLIBC]=2.35 [GLIBCXX]=3.4.30 [CXXABI]=1.3.13 [GCC]=12.0.0)
left_to_the_machine='^(linux-vdso|ld-linux-x86-64|lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s))\.so'

# needed_versions FOLDER: every version, NAME_x.y, that an object file below the folder needs of a library. Some belong to
# no symbol.
needed_versions() {
  { find "$1" -type f -exec objdump -p {} + 2>/dev/null || true; } |
    sed -n 's/^ *0x[0-9a-f]* 0x[0-9a-f]* [0-9]* \(.*\)/\1/p' | LC_ALL=C sort -u
}

# check_versions FOLDER: says what the files need of the machine, and fails if that is too new.
check_versions() {
  local needed name found says=
  needed=$(needed_versions "$1")
  [[ $needed == *GLIBC_* ]] || fail "package: no file in ${1##*/} needs glibc, so that nothing was checked"
  found=$(grep '^GLIBC_[^0-9]' <<<"$needed") && fail "package: needs" $found
  for name in GLIBC GLIBCXX CXXABI GCC; do
    found=$(sed -n "s/^${name}_\([0-9.]*\)$/\1/p" <<<"$needed" | sort -V | tail -n 1)
    [ -n "$found" ] || continue
    printf '%s\n' "$found" "${newest[$name]}" | sort -VC ||
      fail "package: needs ${name}_$found, but ${name}_${newest[$name]} is allowed"
    says+=" ${name}_$found"
  done
  say "package: the tar needs$says, or later"
}

# The program contains parts of these packages.
compiled_in="libcgal-dev libcli11-dev libeigen3-dev nlohmann-json3-dev"

# take_libraries FOLDER: copies the libraries that its program needs to lib/touchstone. The copyrights of their packages
# go along, and of those that the program contains parts of; packages.txt has the versions, whose sources Debian keeps.
take_libraries() {
  local name arrow path package packages=($compiled_in)
  mkdir -p "$1/lib/touchstone"
  while read -r name arrow path _; do
    [ "$arrow" = '=>' ] && [[ ! $name =~ $left_to_the_machine ]] || continue
    cp -L "$path" "$1/lib/touchstone/$name"
    # By its name alone: /lib is a link to /usr/lib, and packages have files in either.
    path=$(readlink -f "$path")
    packages+=("$(dpkg-query -S "*/lib/*/${path##*/}" | sed 's/:.*//;q')")
  done < <(ldd "$1/bin/touchstone")
  for package in "${packages[@]}"; do
    install -D -m 644 -t "$1/share/doc/$package" "/usr/share/doc/$package/copyright"
  done
  dpkg-query -W -f '${source:Package} ${source:Version} ${Package} ${Version}\n' "${packages[@]}" | LC_ALL=C sort -u \
    >"$1/share/doc/touchstone/packages.txt"
  chmod 644 "$1"/lib/touchstone/*
  patchelf --set-rpath '$ORIGIN' "$1"/lib/touchstone/*
  patchelf --set-rpath '$ORIGIN/../lib/touchstone' "$1/bin/touchstone"
  patchelf --set-rpath '$ORIGIN/../touchstone' "$1"/lib/*/libtouchstone.so.*.*
}

# make_tar FOLDER NAME TIME: NAME.tar.gz of the package in the folder, of files as old as TIME [s since 1970].
make_tar() {
  local tree="$1/$2"
  rm -rf "$tree"
  dpkg-deb -x "$1"/touchstone_*.deb "$tree.all"
  mv "$tree.all/usr" "$tree"
  rm -r "$tree.all"
  take_libraries "$tree"
  check_versions "$tree"
  tar -C "$1" --sort=name --mode=u+rw,go=rX --mtime="@$3" --owner=0 --group=0 --numeric-owner --format=gnu -c "$2" | gzip -n9 >"$tree.tar.gz"
  rm -r "$tree"
}

# make_package: all of it. The sources are those of the commit, unpacked where the tree's name and place cannot matter.
make_package() {
  local folder="$root/build/package" log="$root/build/package.log" changes version name archive
  umask 022
  unset SOURCE_DATE_EPOCH  # the changelog's date counts
  command -v git >/dev/null || need_packages git
  changes=$(git -C "$root" status --porcelain --untracked-files=normal) ||
    { say "package: needs a clone by git"; exit 2; }
  [ -z "$changes" ] || { say "package: commit or remove what git status names"; exit 2; }
  need_packages $build_packages $package_packages
  lock package
  version=$(git -C "$root" show HEAD:./CMakeLists.txt | sed -n 's/^project(touchstone VERSION \([0-9.]*\).*/\1/p')
  name=touchstone-$version
  rm -rf "$folder"
  mkdir -p "$folder"
  archive=(git -C "$root" -c tar.umask=0022 archive --prefix="$name/" HEAD)
  { "${archive[@]}" | tar -x -C "$folder" &&
    "${archive[@]}" -- ':!debian' | xz -T1 >"$folder/touchstone_$version.orig.tar.xz"; } ||
    fail "package: cannot unpack the commit"
  say "package: dpkg-buildpackage, as long as a first build; its log is build/package.log"
  run env -C "$folder/$name" DEB_BUILD_OPTIONS="${DEB_BUILD_OPTIONS:-} noautodbgsym parallel=$(core_count)" \
    dpkg-buildpackage --no-sign >"$log" 2>&1 || { tail -n 60 "$log" >&2; fail "package: dpkg-buildpackage failed"; }
  # The maintainer's address is the sponsor's to put.
  run lintian --fail-on error,warning --suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog \
    "$folder"/touchstone_*.changes >&2 || fail "package: lintian finds faults"
  make_tar "$folder" "$name-linux-amd64" "$(dpkg-parsechangelog -l "$folder/$name/debian/changelog" -STimestamp)"
  cp "$root/examples/ci/Dockerfile" "$folder"
  rm -r "${folder:?}/$name"
  unlock
  ls -d "$folder"/*
}
