/** Which topics of a player stand below which heading of docs/topics.md. */
const sections = [
  ["Audio routing", /^audio\//],
  ["Video", /^video\//],
  ["Music", /^music\//],
  ["Volume and power", /^(?:volume|mute|group|sleep|note|battery|power|preset)\b/],
  ["The sound on its way", /^sound\//],
  // All others.
  ["The device itself", /^/],
];

/** Rows of topics that belong to no resource: their place is behind the topic that they name. */
const furtherTopics = new Map([
  [
    "music/queue/total",
    [
      "music/queue/pages/<n>",
      "JSON array of full entries, with `queue.publish: all` only; pages that no longer exist are cleared",
    ],
  ],
]);

/** Rows of commands that are no controls. */
const otherCommands = [
  [
    "announce/set",
    "an http or https address, or JSON with `address`, `volume` and `keep`: play it, then go back, see [Announcements](#announcements)",
  ],
  ["preset/set", "the name of a preset, see [Presets](#presets)"],
  ["refresh/set", "any payload: ask the player who it is and read everything now, at most once a second"],
  ["library/get", "JSON: `list`, `start`, `count` and `transaction`, see [The library](#the-library)"],
  [
    "music/queue/get",
    "JSON: `start` (0), `count` (100, at most 1,000) and `transaction`, see [Parts of a queue](#parts-of-a-queue)",
  ],
];

const units = { s: "seconds", min: "minutes", "%": "percent", fps: "frames per second" };

/** docs/topics.md with its tables of a player's topics and commands as the code declares them. */
export function documentTopics(text, { resources, controls }) {
  const leaves = resources.resourceLeaves;
  const headingOf = (leaf) => sections.find(([, pattern]) => pattern.test(leaf))[0];
  const published = sections.reduce((document, [heading]) => {
    const rows = leaves
      .filter((leaf) => headingOf(leaf) === heading)
      // A property stands before its parts, whatever is published first.
      .toSorted((a, b) => a.localeCompare(b))
      .flatMap((leaf) => [[leaf, payloadOf(resources.properties[leaf])], furtherTopics.get(leaf)]);
    return withTable(document, `### ${heading}`, rows.filter(Boolean));
  }, text);
  const commands = Object.entries(controls).map(([name, { about, words, expected }]) => [
    name === "settings" ? "settings/<tag>/set" : `${name}/set`,
    about ?? (words === undefined ? expected : quoted(words)),
  ]);
  return withTable(published, "## Commands", [...commands, ...otherCommands]);
}

function payloadOf({ about, kind, unit, words, sample }) {
  if (about !== undefined) return about;
  if (kind === "flag") return quoted(["on", "off"]);
  if (words !== undefined) return quoted(words);
  const like = kind === "text" ? "text" : (units[unit] ?? "number");
  return sample === "" ? like : `${like}, such as \`${sample}\``;
}

function quoted(words) {
  return words.map((word) => `\`${word}\``).join(", ");
}

/** The document with these rows in the first table below a heading; topics with the same payload share a row. */
function withTable(document, heading, rows) {
  const leaves = new Map();
  for (const [leaf, payload] of rows) leaves.set(payload, [...(leaves.get(payload) ?? []), `\`${leaf}\``]);
  const table = Array.from(leaves, ([payload, all]) => {
    return `| ${all.join(", ").replace("`", "`<base>/<id>/")} | ${payload} |\n`;
  }).join("");
  const [before, after] = document.split(`\n${heading}\n`);
  if (after === undefined) throw new Error(`docs/topics.md has no heading ${heading}`);
  const head = "| topic | payload |\n|---|---|\n";
  return `${before}\n${heading}\n${after.replace(/\| topic \| payload \|\n\|---\|---\|\n(?:\|.*\n)*/, () => `${head}${table}`)}`;
}
