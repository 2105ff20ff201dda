# Shared by ./run and ./test: packages by name, configure, build. Sourced; expects $root.

run_packages=(g++ cmake ninja-build libfmt-dev libcli11-dev libtomlplusplus-dev libhdf5-dev libqhull-dev zlib1g-dev)
report_packages=(python3 python3-h5py python3-matplotlib python3-vtk9 xvfb)  # scree reproduce
test_packages=("${run_packages[@]}" libgtest-dev librapidcheck-dev libmpfr-dev libbenchmark-dev clang clang-format libclang-rt-14-dev
  libomp-14-dev qemu-user "${report_packages[@]}")

# The viewer's page is made with these (nodejs 18 or newer); any browser of this family draws pictures.
page_packages=(nodejs npm)
browser_packages=(chromium)

say() { printf '%s\n' "== $*" >&2; }

# Installs what is missing of the packages named. A stamp with the list's checksum makes the second call free.
need_packages() {
  local stamp missing=() package
  stamp="$root/build/.packages-$(printf '%s ' "$@" | cksum | cut -d' ' -f1)"
  [[ -e $stamp ]] && return 0
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  if ((${#missing[@]})); then
    local as_root=()
    if ((EUID != 0)); then
      command -v sudo >/dev/null || {
        say "missing packages, and neither root nor sudo to install them: ${missing[*]}"
        return 1
      }
      as_root=(sudo)
    fi
    say "installing with apt-get: ${missing[*]}"
    # An update that fails (one mirror down) may still leave lists that are good enough, so the install decides.
    "${as_root[@]}" apt-get update -qq || say "apt-get update failed; trying with the lists there are"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2 || {
      say "apt-get could not install: ${missing[*]}"
      return 1
    }
  fi
  mkdir -p "$root/build"
  touch "$stamp"
}

# configure PRESET TESTS(ON|OFF): only when there is no build yet, or when tests are wanted and were left out.
configure() {
  local cache="$root/build/$1/CMakeCache.txt"
  if [[ -e $root/build/$1/build.ninja ]] && { [[ $2 == OFF ]] || grep -q '^SCREE_TESTS:BOOL=ON' "$cache"; }; then
    return 0
  fi
  say "configuring build/$1"
  mkdir -p "$root/build/$1"
  (cd "$root" && cmake --preset "$1" -DSCREE_TESTS="$2") >"$root/build/$1/configure.log" 2>&1 || {
    cat "$root/build/$1/configure.log" >&2
    return 1
  }
}

# configure_as DIR ARGS...: build/DIR, a release build of the program alone with these options; only when there is none yet.
configure_as() {
  local dir=$1
  shift
  [[ -e $root/build/$dir/build.ninja ]] && return 0
  say "configuring build/$dir"
  mkdir -p "$root/build/$dir"
  (cd "$root" && cmake -G Ninja -S . -B "build/$dir" -DCMAKE_BUILD_TYPE=Release -DSCREE_TESTS=OFF "$@") >"$root/build/$dir/configure.log" 2>&1 || {
    cat "$root/build/$dir/configure.log" >&2
    return 1
  }
}

# build PRESET TARGET...: says nothing when there is nothing to do. A test file can need 1 GB to compile.
build() {
  local dir="$root/build/$1" jobs memory_jobs
  shift
  jobs=$(nproc)
  memory_jobs=$(awk '/MemAvailable/ {print int($2 / 1048576) + 1}' /proc/meminfo)
  ((memory_jobs < jobs)) && jobs=$memory_jobs
  local terminal=0
  [[ -t 2 ]] && terminal=1
  # Says so with the first thing that is compiled; on a terminal one line goes on with it.
  ninja -C "$dir" -j "$jobs" "$@" 2>&1 | tee "$dir/build.log" | awk -v title="== building ${dir#"$root"/} with $jobs jobs" -v terminal="$terminal" '
    /^\[[0-9]+\/[0-9]+\] (Building|Linking)/ {
      if (!said++) print title
      if (terminal) printf "\r\033[K%.78s", $0
      fflush()
    }
    END { if (said && terminal) print "" }' >&2
  if ((PIPESTATUS[0] != 0)); then
    grep -vE '^\[[0-9]+/[0-9]+\] (Building|Linking)' "$dir/build.log" | tail -n 60 >&2
    return 1
  fi
}

# The viewer's page, build/web from web/: made where it is missing or older than what it is made from. Needs the network
# once, for the packages that web/package-lock.json names.
need_page() {
  local web=$root/web page=$root/build/web/index.html lock=$root/build/.web-packages
  if [[ -e $page && -z $(find "$web" -path "$web/node_modules" -prune -o -type f -newer "$page" -print -quit) ]]; then
    return 0
  fi
  command -v node >/dev/null && command -v npm >/dev/null || need_packages "${page_packages[@]}" || return 1
  if [[ ! -d $web/node_modules ]] || ! cmp -s "$web/package-lock.json" "$lock"; then
    say "fetching the packages of the viewer's page (npm)"
    (cd "$web" && npm ci --no-audit --no-fund) >"$root/build/web-packages.log" 2>&1 || {
      tail -n 30 "$root/build/web-packages.log" >&2
      return 1
    }
    cp "$web/package-lock.json" "$lock"
  fi
  say "building the viewer's page"
  (cd "$web" && npm run build) >"$root/build/web.log" 2>&1 || {
    tail -n 30 "$root/build/web.log" >&2
    return 1
  }
  touch "$page"
}

# A browser that `scree render` can run without a window.
need_browser() {
  local name
  for name in "${SCREE_BROWSER:-chromium}" chromium-browser google-chrome google-chrome-stable; do
    command -v "$name" >/dev/null && return 0
  done
  need_packages "${browser_packages[@]}"
}
