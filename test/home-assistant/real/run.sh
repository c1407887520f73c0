#!/usr/bin/env bash
# `npm run test:home-assistant`: the bridge and the integration with a real Home Assistant: the newest, or the one whose
# executable (hass) HASS_BIN names.
set -euo pipefail
cd "$(dirname "$0")/../../.."

if [ -z "${HASS_BIN:-}" ]; then
  programs="$(scripts/home-assistant-python.sh real test/home-assistant/real/requirements.txt ffmpeg)" || {
    [ $? -eq 69 ] && [ -z "${REQUIRE_HOME_ASSISTANT:-}" ] || exit 1
    echo "skipped: the tests with a real Home Assistant need Python 3.14 (see above)"
    exit 0
  }
  export HASS_BIN="$programs/hass"
fi
# It renders the templates of the entities for what is expected of them, too.
export PYTHON="${PYTHON:-$(dirname "$HASS_BIN")/python}"
exec npx vitest run --config test/home-assistant/real/vitest.config.ts "$@"
