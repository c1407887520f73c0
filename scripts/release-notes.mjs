// Prints what CHANGELOG.md says of a version; fails if tag, package and changelog do not agree on it.
import { readFileSync } from "node:fs";

const [tag = ""] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
if (tag !== `v${version}`) giveUp(`the tag is ${tag || "missing"}, the package says ${version}`);

const sections = readFileSync("CHANGELOG.md", "utf8").split(/^## /m);
const section = sections.find((text) => /^\[?(?<name>[^\]\s]+)/.exec(text)?.groups.name === version);
if (section === undefined) giveUp(`CHANGELOG.md has no heading for ${version}`);
console.log(section.slice(section.indexOf("\n")).trim());

function giveUp(message) {
  console.error(message);
  process.exit(1);
}
