#!/usr/bin/env bash
# What the tests need besides Python: Chromium, Node.js with npm, and Redis. What is missing is installed from Debian's
# packages where there are such and we may; where not, it is said what is left out. `npm ci` then installs what
# package.json in tests/page and in tests/interop names, each into its folder, where git does not look.
set -eu
cd "$(dirname "$0")/.."

declare -A packages=([chromium]="chromium fonts-liberation" [node]=nodejs [npm]=npm [redis-server]=redis-server)
missing=()
for program in chromium node npm redis-server; do
  command -v "$program" >/dev/null || missing+=("$program")
done

root=()
[ "$(id -u)" = 0 ] || root=(sudo -n)
apt() { DEBIAN_FRONTEND=noninteractive "${root[@]}" apt-get -qq "$@"; }
may=false
if command -v apt-get >/dev/null && "${root[@]}" true 2>/dev/null; then may=true; fi
if [ ${#missing[@]} -gt 0 ] && $may; then
  wanted=()
  for program in "${missing[@]}"; do read -ra names <<<"${packages[$program]}"; wanted+=("${names[@]}"); done
  echo "Installing ${wanted[*]} for the tests."
  apt update || true
  apt install -y --no-install-recommends "${wanted[@]}" >/dev/null || true
fi

# Chromium without a window, where Debian has it as a package of its own: the tests take less time with it.
if ! command -v chromium-headless-shell >/dev/null && $may; then
  apt install -y --no-install-recommends chromium-headless-shell >/dev/null 2>&1 || true
fi

left=()
for program in "${missing[@]}"; do
  command -v "$program" >/dev/null || left+=("$program")
done
if [ ${#left[@]} -gt 0 ]; then
  echo "Not installed: ${left[*]}. The tests that need it are left out (with CI=true they fail). On Debian:" >&2
  echo "    sudo apt install chromium nodejs npm redis-server" >&2
fi

if command -v npm >/dev/null; then
  for folder in tests/page tests/interop; do
    stamp=$folder/node_modules/.prepared
    if [ ! "$stamp" -nt $folder/package-lock.json ]; then
      if npm --prefix $folder ci --silent --no-audit --no-fund --ignore-scripts; then
        touch "$stamp"
      else
        echo "npm could not fetch what $folder/package.json names; the tests that need it are left out." >&2
      fi
    fi
  done
fi
