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

# Without a number, a moment and the name of this folder, which would make every list another one.
npm sbom --package-lock-only --sbom-format=cyclonedx | node -e '
  const bill = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
  delete bill.serialNumber;
  bill.metadata.component.name = require("./package.json").name;
  bill.metadata.timestamp = new Date(process.argv[1] * 1000).toISOString();
  console.log(JSON.stringify(bill, undefined, 2));
' "$epoch" >"$folder/player2mqtt.cdx.json"

copy="$(mktemp -d)"
trap 'rm -rf "$copy"' EXIT
git -C custom_components/player2mqtt ls-files -z | (cd custom_components/player2mqtt && xargs -0 cp --parents -t "$copy")
cd "$copy"
find . -type f -exec chmod 644 {} + -exec touch --date "@$epoch" {} +
rm -f "$folder/player2mqtt.zip"
find . -type f | LC_ALL=C sort | TZ=UTC zip --quiet -X "$folder/player2mqtt.zip" -@
