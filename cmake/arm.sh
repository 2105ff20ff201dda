# The cross build for aarch64: its libraries lie in a folder of their own, and the packages of this machine stay as they are.
# Sourced after setup.sh; expects $root.

arm_packages=(g++-aarch64-linux-gnu qemu-user)  # of this machine
arm_libraries=(libc6-dev libstdc++-12-dev libfmt-dev libhdf5-dev libqhull-dev zlib1g-dev libtomlplusplus-dev libcli11-dev)

# apt-get with lists, status and cache below $1, as if that were a bare machine of that kind.
apt_of() {
  local below=$1
  shift
  apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State="$below/state" \
    -o Dir::State::status="$below/state/status" -o Dir::Cache="$below/cache" -o APT::Sandbox::User=root \
    -o Debug::NoLocking=1 "$@"
}

# build/arm/root: made once.
need_arm_root() {
  local at=$root/build/arm deb
  need_packages "${run_packages[@]}" "${arm_packages[@]}" || return 1
  [[ -e $at/.complete ]] && return 0
  say "fetching the libraries of aarch64"
  rm -rf "$at"
  mkdir -p "$at"/state/lists/partial "$at"/cache/archives/partial "$at"/root
  touch "$at/state/status"
  apt_of "$at" update && apt_of "$at" install -y --no-install-recommends --download-only "${arm_libraries[@]}" || return 1
  for deb in "$at"/cache/archives/*.deb; do dpkg -x "$deb" "$at/root" || return 1; done
  # Absolute links lead out of it.
  find "$at/root" -type l -lname '/*' | while read -r link; do
    ln -sfn "$(realpath -m --relative-to="$(dirname "$link")" "$at/root$(readlink "$link")")" "$link"
  done
  rm -rf "$at"/cache "$at"/state
  touch "$at/.complete"
}

# build/arm/build/scree, run by "${arm_program[@]}".
arm_program=(qemu-aarch64 -L "$root/build/arm/root" "$root/build/arm/build/scree")
arm_build() {
  need_arm_root && configure_as arm/build -DCMAKE_TOOLCHAIN_FILE="$root/cmake/aarch64.cmake" -DCMAKE_CXX_FLAGS_RELEASE="-O1 -DNDEBUG" && build arm/build scree_app
}
