// Fills in what a release knows: the names that follow from its repository, and the version of package.json.
//
//   node scripts/stamp-release.mjs [owner/name] [--date <day>] [--app-version <version>]
//
// NPM_SCOPE is the scope of the packages on npm, if they are not to be `player2mqtt` and
// `@player2mqtt/node-red-contrib-player2mqtt`. The date is that of the heading in CHANGELOG.md. The version of the App is left alone without its flag: Home Assistant offers
// it from the main branch at once, so it may change only after its image was published.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { carriedIdentity, identityOf } from "./release-identity.mjs";

const { values, positionals } = parseArgs({
  options: { date: { type: "string" }, "app-version": { type: "string" } },
  allowPositionals: true,
});
const from = carriedIdentity(".");
const to = identityOf(positionals[0] ?? from.repository, process.env.NPM_SCOPE);
const { version } = JSON.parse(readFileSync("package.json", "utf8"));

const escape = (text) => text.replaceAll(/[.\-/]/g, String.raw`\$&`);
const names = ["address", "raw", "site", "appImage", "image", "nodes"].map((key) => [
  new RegExp(`${escape(from[key])}(?![\\w-])`, "g"),
  to[key],
]);
// The package is called player2mqtt everywhere; only npm is told its full name.
const beforeName = String.raw`\b(?:npx|npm (?:i|install))(?: -{1,2}[\w-]+)* `;
names.push([new RegExp(`(${beforeName})${escape(from.program)}(?![\\w/-])`, "g"), `$1${to.program}`]);

/** The other values to fill in, by their file. */
const fields = {
  "package.json": [[/^( {2}"name": )"[^"]*"/m, `$1"${to.program}"`]],
  "package-lock.json": [[/(^\{\n {2}"name": |^ {4}"": \{\n {6}"name": )"[^"]*"/gm, `$1"${to.program}"`]],
  "node-red/package.json": [[/^( {2}"version": )"[^"]*"/m, `$1"${version}"`]],
  "custom_components/player2mqtt/manifest.json": [
    [/("codeowners": )\[.*\]/, `$1["@${to.owner}"]`],
    [/("version": )"[^"]*"/, `$1"${version}"`],
  ],
  "deploy/kubernetes/base/kustomization.yaml": [[/(newTag: ).*/, `$1${version}`]],
};
if (values.date !== undefined) {
  fields["CHANGELOG.md"] = [[new RegExp(`^(## ${escape(version)})$`, "m"), `$1 - ${values.date}`]];
}
if (values["app-version"] !== undefined) {
  fields["home-assistant-app/config.yaml"] = [[/^(version: ).*/m, `$1"${values["app-version"]}"`]];
}

for (const path of execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0")) {
  if (path === "") continue;
  const text = readFileSync(path);
  // A picture has no names in it.
  if (text.includes(0)) continue;
  const before = text.toString();
  let after = before;
  for (const [pattern, value] of [...names, ...(fields[path] ?? [])]) after = after.replace(pattern, value);
  if (after === before) continue;
  writeFileSync(path, after);
  console.log(path);
}
