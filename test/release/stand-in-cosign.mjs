// Stands in for `cosign sign`: notes which images of the registry were signed.
//
//   stand-in-cosign.mjs <registry> <note> sign --yes --recursive <image>@<digest> …
import { appendFileSync } from "node:fs";

const [host, note, ...words] = process.argv.slice(2);
const [sign, yes, recursive, ...images] = words;
if ([sign, yes, recursive].join(" ") !== "sign --yes --recursive")
  throw new Error(`unexpected: ${words.join(" ")}`);
// The fetch of Node will do for a program that ends at once.
const { fetch } = globalThis;
for (const image of images) {
  // A tag could name another image by the time it is signed.
  const [, name, digest] = /^ghcr\.io\/(.+)@(sha256:[0-9a-f]{64})$/.exec(image);
  const found = await fetch(`http://${host}/v2/${name}/manifests/${digest}`, {
    headers: { accept: "application/vnd.oci.image.index.v1+json" },
  });
  if (!found.ok) throw new Error(`${image}: HTTP ${found.status}`);
  appendFileSync(note, `${name}@${digest}\n`);
}
