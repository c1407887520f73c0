#!/usr/bin/env bash
# Publishes the notes of a tag with the files of a folder. What an earlier attempt left is replaced.
#
#   scripts/publish-notes.sh <tag> <notes> <folder> <whether it is a preview>
set -euo pipefail
about=(--title "$1" --notes-file "$2" --prerelease="$4")
if gh release view "$1" >/dev/null 2>&1; then
  gh release upload "$1" "$3"/* --clobber
  gh release edit "$1" "${about[@]}" --draft=false
else
  gh release create "$1" "$3"/* --verify-tag "${about[@]}"
fi
