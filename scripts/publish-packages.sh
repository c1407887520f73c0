#!/usr/bin/env bash
# Publishes the packages in a folder under a tag of npm (`latest`, `next`). What was published by an earlier attempt is left
# as it is, if it is the same; npm never takes a version twice.
#
#   scripts/publish-packages.sh <folder> <npm tag>
set -euo pipefail
# As a path from the root: npm takes `release/name.tgz` for a repository on GitHub.
for file in "$(realpath "$1")"/*.tgz; do
  name="$(tar --extract --to-stdout --file "$file" package/package.json |
    node -p 'const { name, version } = JSON.parse(require("node:fs").readFileSync(0, "utf8")); `${name}@${version}`')"
  integrity="sha512-$(openssl dgst -sha512 -binary "$file" | base64 --wrap 0)"
  published="$(npm view "$name" dist.integrity 2>/dev/null || true)"
  if [ "$published" = "$integrity" ]; then
    echo "$name is there already"
    continue
  fi
  if [ -n "$published" ]; then
    echo "$name is on npm with other bytes: $published instead of $integrity" >&2
    exit 1
  fi
  npm publish "$file" --access public --tag "$2"
done
