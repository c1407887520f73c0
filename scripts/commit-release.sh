#!/usr/bin/env bash
# Commits what others read from the main branch, once it is true: Home Assistant reads the App's version and image there,
# HACS and people the addresses.
#
#   scripts/commit-release.sh <version> <day>
set -euo pipefail
cd "$(dirname "$0")/.."
node scripts/stamp-release.mjs "$GITHUB_REPOSITORY" --date "$2" --app-version "$1"
if git diff --quiet; then
  echo "everything is filled in"
  exit
fi
git -c user.name='github-actions[bot]' -c user.email='41898282+github-actions[bot]@users.noreply.github.com' \
  commit --quiet --all --message "Fill in the release of $1"
git push origin "HEAD:$(git branch --show-current)"
