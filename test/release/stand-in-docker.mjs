// Stands in for `docker buildx imagetools create`: gives an image of the registry a further tag.
//
//   stand-in-docker.mjs <file of images> buildx imagetools create --tag <image>:<tag> <image>@<digest>
import { readFileSync, writeFileSync } from "node:fs";

const [note, buildx, imagetools, create, flag, target = "", source = "", ...rest] = process.argv.slice(2);
const command = [buildx, imagetools, create, flag].join(" ");
if (command !== "buildx imagetools create --tag" || rest.length > 0)
  throw new Error(`unexpected: ${command}`);
const [, image, tag] = /^ghcr\.io\/(.+):([^:]+)$/.exec(target);
const [, from, digest] = /^ghcr\.io\/(.+)@(sha256:[0-9a-f]{64})$/.exec(source);
const images = JSON.parse(readFileSync(note, "utf8"));
if (image !== from || !Object.values(images[image]).includes(digest))
  throw new Error(`there is no ${source} for ${image}`);
images[image][tag] = digest;
writeFileSync(note, JSON.stringify(images));
