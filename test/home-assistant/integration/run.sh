#!/usr/bin/env bash
# `npm run test:integration`: format, lint, types and tests of the integration for Home Assistant.
set -euo pipefail
cd "$(dirname "$0")/../../.."

programs="$(scripts/home-assistant-python.sh integration test/home-assistant/integration/requirements.txt)" || {
  [ $? -eq 69 ] && [ -z "${REQUIRE_HOME_ASSISTANT:-}" ] || exit 1
  echo "skipped: the tests of the integration for Home Assistant need Python 3.14 (see above)"
  exit 0
}
python="$programs/python"

"$python" -m ruff format --check --quiet
"$python" -m ruff check --quiet
"$python" -m mypy
report="$(mktemp)"
trap 'rm -f "$report"' EXIT
status=0
"$python" -m pytest --quiet --numprocesses auto --cov --cov-report=term --junitxml="$report" "$@" || status=$?
if [ -n "${TEST_REPORT:-}" ]; then
  # In the words of the other suites, which .ci/run adds up.
  "$python" - "$report" "$TEST_REPORT" <<'END'
import json, sys, xml.etree.ElementTree as xml
(suite,) = xml.parse(sys.argv[1]).getroot()
total, skipped = (int(suite.get(key, 0)) for key in ("tests", "skipped"))
files = {}
for case in suite.iter("testcase"):
    problems = case.findall("failure") + case.findall("error")
    if problems:
        text = [problem.get("message") for problem in problems]
        test = {"status": "failed", "fullName": case.get("name"), "failureMessages": text}
        files.setdefault(case.get("classname"), []).append(test)
failed = sum(len(tests) for tests in files.values())
results = [{"name": name, "status": "failed", "message": "", "assertionResults": tests} for name, tests in files.items()]
counts = {"numPassedTests": total - failed - skipped, "numFailedTests": failed, "numPendingTests": skipped, "numTodoTests": 0}
counts["testResults"] = results
with open(sys.argv[2], "w") as file:
    json.dump(counts, file)
END
fi
exit "$status"
