// Prints what the release of a tag is called and when it was made, as outputs of a workflow:
//
//   node scripts/release-plan.mjs v1.2.3 >> "$GITHUB_OUTPUT"
//
// Fails if tag, package and changelog do not agree on the version.
import { execFileSync } from "node:child_process";
import { identityOf } from "./release-identity.mjs";
import { notesOf } from "./release-notes.mjs";

const [tag = ""] = process.argv.slice(2);
notesOf(tag);
const version = tag.slice(1);
const { image, appImage } = identityOf(process.env.GITHUB_REPOSITORY ?? "");
const [major, minor] = version.split(".");
const isPreview = version.includes("-");
// Before 1.0 a minor version may be incompatible, so nobody should follow the major one.
const series = isPreview ? [] : [`${major}.${minor}`, ...(major === "0" ? [] : [major]), "latest"];
const epoch = execFileSync("git", ["log", "-1", "--format=%ct"], { encoding: "utf8" }).trim();
const created = new Date(Number(epoch) * 1000).toISOString().replace(".000", "");

const plan = {
  version,
  preview: isPreview,
  "npm-tag": isPreview ? "next" : "latest",
  image,
  "app-image": appImage,
  // The tags of an image beside its version.
  series: series.join(" "),
  epoch,
  created,
  day: created.slice(0, 10),
};
for (const [name, value] of Object.entries(plan)) console.log(`${name}=${value}`);
