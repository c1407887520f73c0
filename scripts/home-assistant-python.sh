#!/usr/bin/env bash
# Makes a Python for Home Assistant, with the packages of a requirements file, and prints the folder of its programs:
#
#   scripts/home-assistant-python.sh <name> <requirements.txt> [Debian package…]
#
# Home Assistant wants Python 3.14, which is younger than most machines and not on PyPI. Where there is none, the one of
# a newer Debian is unpacked into a folder, from the mirror that this machine uses, with the packages that are named: their
# programs are in the printed folder, too. Nothing of it is installed. What was made is kept in
# node_modules/.cache/home-assistant (or HOME_ASSISTANT_CACHE) until the requirements change.
#
# Exit code 69: this machine has no Python 3.14 and cannot get one; the reason is on stderr.
set -euo pipefail
cd "$(dirname "$0")/.."
name="$1"
requirements="$2"
shift 2
cache="$(realpath --canonicalize-missing "${HOME_ASSISTANT_CACHE:-node_modules/.cache/home-assistant}")"
environment="$cache/$name"
debian="$cache/$name-debian"
suite=forky

unavailable() {
  printf 'no Python 3.14 for Home Assistant: %s\n' "$*" >&2
  exit 69
}

unpack() { # package…
  local mirror packages
  command -v mmdebstrap >/dev/null || unavailable "install python3.14, or mmdebstrap to unpack the one of a newer Debian"
  mirror="$(apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
    sed --quiet 's/^Debian \(.*\)/\1/p' | head --lines 1)"
  [ -n "$mirror" ] || unavailable "this machine has no Debian mirror among its apt sources (or apt-get update never ran)"
  packages="$(IFS=, && echo "$*")"
  # A mirror that lags behind is as good: its signatures are checked all the same.
  mmdebstrap --quiet --variant=extract --aptopt='Acquire::Check-Valid-Until "false"' --aptopt='Acquire::Retries "3"' \
    --include="$packages" "$suite" "$debian" "$mirror" >&2 ||
    unavailable "mmdebstrap could not unpack Debian $suite from $mirror"
}

# A program of the newer Debian is started by its own loader with its own libraries, so the machine's do not matter.
wrap() { # program
  local loader folder
  loader="$(find "$debian/usr/lib" -maxdepth 2 -name 'ld-linux*.so.*' | head --lines 1)"
  folder="$(dirname "$loader")"
  mv "$debian/usr/bin/$1" "$debian/usr/bin/$1.bin"
  cat >"$debian/usr/bin/$1" <<END
#!/bin/sh
exec "$loader" --library-path "$folder:$folder/pulseaudio" --argv0 "\$0" "$debian/usr/bin/$1.bin" "\$@"
END
  chmod +x "$debian/usr/bin/$1"
}

mkdir -p "$cache"
exec 9>"$cache/lock"
flock 9
if cmp --quiet "$requirements" "$environment/made-of"; then
  echo "$environment/bin"
  exit
fi
rm -rf "$environment"

python="$(command -v python3.14 || true)"
if [ -z "$python" ]; then
  python="$debian/usr/bin/python3.14"
  if [ ! -x "$python" ]; then
    rm -rf "$debian"
    unpack python3.14 python3.14-venv libpython3.14-dev "$@"
    for program in python3.14 "$@"; do wrap "$program"; done
    # Its headers without those of its C library, which are not for the machine's compiler.
    mkdir -p "$debian/headers/$(uname -m)-linux-gnu"
    ln -s "$debian/usr/include/$(uname -m)-linux-gnu/python3.14" "$debian/headers/$(uname -m)-linux-gnu/"
  fi
fi
"$python" -m venv --without-pip "$environment"
# Debian's ensurepip looks for its wheels in the machine's own folders, which may hold others or none.
pip="$(find "$debian/usr/share/python-wheels" -name 'pip-*.whl' 2>/dev/null | head --lines 1 || true)"
if [ -n "$pip" ]; then
  "$environment/bin/python" "$pip/pip" install --quiet --root-user-action ignore uv >&2
else
  "$environment/bin/python" -m ensurepip --upgrade >&2
  "$environment/bin/python" -m pip install --quiet uv >&2
fi
# For packages that have no wheel for Python 3.14.
export CPATH="$debian/headers${CPATH:+:$CPATH}"
"$environment/bin/python" -m uv pip install --quiet --requirement "$requirements" >&2
for program in "$@"; do
  [ ! -x "$debian/usr/bin/$program" ] || ln -s "$debian/usr/bin/$program" "$environment/bin/$program"
done
cp "$requirements" "$environment/made-of"
echo "$environment/bin"
