#!/usr/bin/env bash
# Gives an image that was pushed further tags, with the same digest.
#
#   scripts/tag-image.sh <image> <digest> <tag>...
set -euo pipefail
image="$1"
digest="$2"
shift 2
for tag in "$@"; do
  docker buildx imagetools create --tag "$image:$tag" "$image@$digest"
done
