#!/usr/bin/env bash
# The tests of the viewer's page, in node and in a real browser without a window. Exit code 77: no browser can be had here.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
source "$root/cmake/setup.sh"
need_page || exit 1
need_browser || {
  echo "no Chromium, and none can be installed: the page was not looked at" >&2
  exit 77
}
exec node --test "$root/tests/web/parts_test.mjs" "$root/tests/web/view_test.mjs"
