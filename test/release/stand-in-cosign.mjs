// Stands in for `cosign sign`: notes which images of the registry were signed.
//
//   stand-in-cosign.mjs <file of images> <note> sign --yes --recursive <image>@<digest> …
import { appendFileSync, readFileSync } from "node:fs";

const [file, note, ...words] = process.argv.slice(2);
const [sign, yes, recursive, ...images] = words;
if ([sign, yes, recursive].join(" ") !== "sign --yes --recursive")
  throw new Error(`unexpected: ${words.join(" ")}`);
const known = JSON.parse(readFileSync(file, "utf8"));
for (const image of images) {
  // A tag could name another image by the time it is signed.
  const [, name, digest] = /^ghcr\.io\/(.+)@(sha256:[0-9a-f]{64})$/.exec(image);
  if (!Object.values(known[name]).includes(digest)) throw new Error(`there is no ${image}`);
  appendFileSync(note, `${name}@${digest}\n`);
}
