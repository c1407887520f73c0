#!/usr/bin/env bash
# Makes the files of a release in a folder: both packages for npm, the integration for HACS, and the list of all libraries.
# The same commit gives the same bytes, wherever and whenever it is built with the same Node.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p "$1"
folder="$(realpath "$1")"
epoch="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}"

npm pack --silent --pack-destination "$folder" . >/dev/null
npm pack --silent --pack-destination "$folder" ./node-red >/dev/null
# The build for the package wrote the list of the libraries that are inside it.
cp dist/player2mqtt.cdx.json "$folder/"

copy="$(mktemp -d)"
trap 'rm -rf "$copy"' EXIT
git -C custom_components/player2mqtt ls-files -z | (cd custom_components/player2mqtt && xargs -0 cp --parents -t "$copy")
cd "$copy"
find . -type f -exec chmod 644 {} + -exec touch --date "@$epoch" {} +
rm -f "$folder/player2mqtt.zip"
find . -type f | LC_ALL=C sort | TZ=UTC zip --quiet -X "$folder/player2mqtt.zip" -@
