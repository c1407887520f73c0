// Stands in for `gh run`, which has one run with the artifacts of the rehearsal, and for `gh release`: keeps each release in a folder: its files, and `about.json` with the rest. As the real one does, it
// refuses to create a release that exists, to add a file that exists, and to change a release that does not exist.
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const [root, topic, verb, tag = "", ...rest] = process.argv.slice(2);
if (topic === "run") {
  if (verb === "list") console.log("1");
  if (verb === "download")
    cpSync(join(root, "artifacts", rest[rest.indexOf("--name") + 1]), rest[rest.indexOf("--dir") + 1], {
      recursive: true,
    });
  process.exit();
}
if (topic !== "release") throw new Error(`unexpected: gh ${topic}`);
const folder = join(root, "github", tag);
const about = join(folder, "about.json");
const isThere = existsSync(about);
if (verb === "view") process.exit(isThere ? 0 : 1);
if (isThere === (verb === "create"))
  throw new Error(`${verb} ${tag}: ${isThere ? "it exists" : "there is none"}`);

const flags = {};
const files = [];
for (let index = 0; index < rest.length; index += 1) {
  const [, name, value] = /^--([\w-]+)(?:=(.*))?$/.exec(rest[index]) ?? [];
  const takesNext = name === "title" || name === "notes-file";
  if (name === undefined) files.push(rest[index]);
  else flags[name] = takesNext ? rest[(index += 1)] : (value ?? "true");
}
mkdirSync(folder, { recursive: true });
for (const file of files) {
  const target = join(folder, basename(file));
  if (existsSync(target) && flags.clobber !== "true") throw new Error(`${basename(file)} exists`);
  copyFileSync(file, target);
}
const before = isThere ? JSON.parse(readFileSync(about, "utf8")) : { draft: "false" };
const { title = before.title, prerelease = before.prerelease, draft = before.draft } = flags;
const path = flags["notes-file"];
const notes = path === undefined ? before.notes : readFileSync(path, "utf8");
writeFileSync(about, JSON.stringify({ title, prerelease, draft, notes }));
