# SPDX-License-Identifier: GPL-3.0-or-later
# What `./touchstone test` runs. The launcher reads this file, and lends its functions.
# More than these failing tests are not a matter of a busy machine.
max_tests_again=12
all_packages="clang clang-tidy clang-format libclang-rt-14-dev git valgrind"
cluster_packages="python3 slurmctld slurmd slurm-client slurm-wlm-basic-plugins parallel"
bare_packages="debootstrap python3 python3-yaml"
# Programs of the web tests, and the Debian package of each.
declare -A web_programs=([node]=nodejs [npm]=npm [chromium]=chromium)

# test_names SOURCE PREFIX: the names of a file's tests, prefix.Suite.Name; with parameters prefix.*/Suite.Name/*, of
# which the program alone knows the ends.
test_names() {
  tr '\n' ' ' <"$1" | { grep -oE '\bTEST(_F|_P)?\( *\w+, *\w+ *\)' || true; } |
    sed -E "s/^TEST(_F)?\( *(\w+), *(\w+).*/$2\2.\3/; s|^TEST_P\( *(\w+), *(\w+).*|$2*/\1.\2/*|"
}

# test_programs PRESET REGEX: the targets that hold a test whose name matches; all targets if none is found.
test_programs() {
  local target prefix source names found=()
  while IFS=$'\t' read -r target prefix source; do
    names=$prefix
    [ -z "$source" ] || names=$(test_names "$source" "$prefix")
    if grep -qE -e "$2" <<<"$names" || { [[ $2 == */* ]] && grep -qF '*/' <<<"$names"; }; then
      found+=("$target")
    fi
  done <"$root/build/$1/test_names.txt"
  [ "${#found[@]}" -gt 0 ] || found=(all)
  printf '%s\n' "${found[@]}" | sort -u
}

run_tests() {  # PRESET [REGEX]
  local arguments=(--output-on-failure -j "$(core_count)" --no-tests=error) targets=()
  if [ $# -ge 2 ]; then
    lock "$1"
    configure "$1" again  # the names of tests may have changed
    unlock
    # The test of a program that is not built has a name of this ending.
    arguments+=(-R "$2" -E '_NOT_BUILT$')
    mapfile -t targets < <(test_programs "$1" "$2")
    say "building ${targets[*]#touchstone_}"
  fi
  build "$1" "${targets[@]}"
  say "running the tests of the $1 build"
  run ctest --test-dir "$root/build/$1" "${arguments[@]}" || test_again_alone "$1"
}

# test_again_alone PRESET: what failed beside other tests may have been short of time. It has to pass alone, and is named.
test_again_alone() {
  local failed
  failed=$(cut -d: -f2- "$root/build/$1/Testing/Temporary/LastTestsFailed.log" 2>/dev/null) || true
  if [ -n "$failed" ] && [ "$(wc -l <<<"$failed")" -le "$max_tests_again" ]; then
    say "once more, alone:" $failed
    if run ctest --test-dir "$root/build/$1" --rerun-failed --output-on-failure -j 1; then
      say "failed beside other tests and passed alone:" $failed
      return
    fi
  fi
  say "tests of the $1 build failed"
  exit 1
}

need_web_packages() {
  local program missing=()
  for program in "${!web_programs[@]}"; do
    command -v "$program" >/dev/null || missing+=("${web_programs[$program]}")
  done
  [ ${#missing[@]} = 0 ] || need_packages "${missing[@]}"
}

# test_web: the committed template is what its sources give, and pages of real campaigns work in a browser.
test_web() {
  local web="$root/reports/web" pages status=0
  need_web_packages
  build_program
  pages=$(mktemp -d)
  remove_at_end "$pages"
  say "web: recording verify, time and energy"
  run env -C "$pages" "$program" report -o "$pages/report.html" >/dev/null ||
    fail "web: there is no page to test"
  say "web: building the template"
  run env -C "$web" npm ci --no-audit --no-fund --loglevel=error >&2 || fail "web: npm ci failed"
  cp "$web/dist/template.html" "$pages/committed.html"
  { run env -C "$web" npm run --silent build && run env -C "$web" npm run --silent check; } >&2 ||
    fail "web: the template does not build"
  if ! cmp -s "$web/dist/template.html" "$pages/committed.html"; then
    cp "$pages/committed.html" "$web/dist/template.html"
    fail "web: the committed template is not what its sources give: npm run build in reports/web makes it"
  fi
  say "web: testing pages in $(chromium --version 2>/dev/null || echo chromium)"
  run env -C "$web" TOUCHSTONE_PAGE="$pages/report.html" npm --silent test || status=1
  [ "$status" = 0 ] || { say "web: tests failed"; exit 1; }
}

test_valgrind() {
  build valgrind touchstone_metrics_committed_tests
  run ctest --test-dir "$root/build/valgrind" --output-on-failure --no-tests=error -R UnderValgrind
}

test_all() {
  local preset failed=()
  need_packages $all_packages
  # Here, as `run` below leaves nothing to ask for a password.
  need_web_packages
  say "formatting"
  (cd "$root" && git ls-files '*.cpp' '*.hpp' | xargs clang-format --dry-run --Werror) || fail "run clang-format -i on these"
  # One that fails does not keep the others from being heard: the whole takes more than an hour.
  for preset in dev clang asan tsan; do run run_tests "$preset" || failed+=("$preset"); done
  say "valgrind over the metrics"
  run test_valgrind || failed+=(valgrind)
  say "clang-tidy over every file, and every header on its own"
  run build tidy || failed+=(tidy)
  run build tidy all_verify_interface_header_sets || failed+=(headers)
  run test_web || failed+=(web)
  [ ${#failed[@]} = 0 ] || fail "not clean: ${failed[*]}"
  say "everything is clean"
}
