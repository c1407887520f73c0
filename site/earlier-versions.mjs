/** The last release of each minor version before this one, newest first. */
export function earlierVersions(tags, own) {
  const released = tags
    .map((tag) => /^v(\d+)\.(\d+)\.(\d+)$/.exec(tag))
    .filter((found) => found !== null)
    .map(([, ...parts]) => parts.map(Number))
    .sort(newestFirst);
  const [ownMajor, ownMinor] = own.split(".").map(Number);
  const lines = new Map();
  for (const [major, minor, patch] of released) {
    const isEarlier = newestFirst([ownMajor, ownMinor, 0], [major, minor, 0]) < 0;
    const line = `${major}.${minor}`;
    if (isEarlier && !lines.has(line)) lines.set(line, `${line}.${patch}`);
  }
  return [...lines.values()];
}

function newestFirst([major, minor, patch], [otherMajor, otherMinor, otherPatch]) {
  return otherMajor - major || otherMinor - minor || otherPatch - patch;
}
