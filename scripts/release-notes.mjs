// Prints what CHANGELOG.md says of a version; fails if tag, package and changelog do not agree on it.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** The notes of a tag, or the end of the process with the reason. */
export function notesOf(tag) {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  if (tag !== `v${version}`) giveUp(`the tag is ${tag || "missing"}, the package says ${version}`);
  const sections = readFileSync("CHANGELOG.md", "utf8").split(/^## /m);
  const section = sections.find((text) => /^\[?(?<name>[^\]\s]+)/.exec(text)?.groups.name === version);
  if (section === undefined) giveUp(`CHANGELOG.md has no heading for ${version}`);
  return section.slice(section.indexOf("\n")).trim();
}

function giveUp(message) {
  console.error(message);
  process.exit(1);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) console.log(notesOf(process.argv[2] ?? ""));
