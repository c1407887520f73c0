#!/usr/bin/env bash
# Makes a Python for Home Assistant, with the packages of a requirements file, and prints the folder of its programs:
#
#   scripts/home-assistant-python.sh <name> <requirements.txt>
#
# Home Assistant wants Python 3.14, which is younger than most machines and not on PyPI. Where there is none, the one of
# a newer Debian is unpacked into a folder, from the mirror that this machine uses. Nothing of it is installed. What was
# made is kept in node_modules/.cache/home-assistant (or HOME_ASSISTANT_CACHE) until the requirements change.
#
# Exit code 69: this machine has no Python 3.14 and cannot get one; the reason is on stderr.
set -euo pipefail
cd "$(dirname "$0")/.."
name="$1"
requirements="$2"
cache="$(realpath --canonicalize-missing "${HOME_ASSISTANT_CACHE:-node_modules/.cache/home-assistant}")"
suite=forky

unavailable() {
  printf 'no Python 3.14 for Home Assistant: %s\n' "$*" >&2
  exit 69
}

# The program of the newer Debian is started by its own loader with its own libraries, so the machine's do not matter.
unpack_python() { # folder
  local folder="$1" mirror loader
  command -v mmdebstrap >/dev/null || unavailable "install python3.14, or mmdebstrap to unpack the one of a newer Debian"
  mirror="$(apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
    sed --quiet 's/^Debian \(.*\)/\1/p' | head --lines 1)"
  [ -n "$mirror" ] || unavailable "this machine has no Debian mirror among its apt sources (or apt-get update never ran)"
  # A mirror that lags behind is as good: its signatures are checked all the same.
  mmdebstrap --quiet --variant=extract --aptopt='Acquire::Check-Valid-Until "false"' --aptopt='Acquire::Retries "3"' \
    --include=python3.14,python3.14-venv "$suite" "$folder" "$mirror" >&2 ||
    unavailable "mmdebstrap could not unpack Debian $suite from $mirror"
  loader="$(find "$folder/usr/lib" -maxdepth 2 -name 'ld-linux*.so.*' | head --lines 1)"
  mv "$folder/usr/bin/python3.14" "$folder/usr/bin/python3.14.bin"
  cat >"$folder/usr/bin/python3.14" <<END
#!/bin/sh
exec "$loader" --library-path "$(dirname "$loader")" --argv0 "\$0" "$folder/usr/bin/python3.14.bin" "\$@"
END
  chmod +x "$folder/usr/bin/python3.14"
}

mkdir -p "$cache"
exec 9>"$cache/lock"
flock 9
environment="$cache/$name"
if cmp --quiet "$requirements" "$environment/made-of"; then
  echo "$environment/bin"
  exit
fi

python="$(command -v python3.14 || true)"
if [ -z "$python" ]; then
  python="$cache/debian/usr/bin/python3.14"
  if [ ! -x "$python" ]; then
    rm -rf "$cache/debian"
    unpack_python "$cache/debian"
  fi
fi
rm -rf "$environment"
"$python" -m venv --without-pip "$environment"
# Debian's ensurepip looks for its wheels in the machine's own folders, which may hold others or none.
pip="$(find "$cache/debian/usr/share/python-wheels" -name 'pip-*.whl' 2>/dev/null | head --lines 1)"
if [ -n "$pip" ]; then
  "$environment/bin/python" "$pip/pip" install --quiet --root-user-action ignore uv >&2
else
  "$environment/bin/python" -m ensurepip --upgrade >&2
  "$environment/bin/python" -m pip install --quiet uv >&2
fi
"$environment/bin/python" -m uv pip install --quiet --requirement "$requirements" >&2
cp "$requirements" "$environment/made-of"
echo "$environment/bin"
