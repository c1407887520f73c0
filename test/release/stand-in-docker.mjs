// Stands in for `docker buildx imagetools create`: gives a manifest of the registry a further tag.
//
//   stand-in-docker.mjs <registry> buildx imagetools create --tag <image>:<tag> <image>@<digest>
const [host, buildx, imagetools, create, flag, target = "", source = "", ...rest] = process.argv.slice(2);
const command = [buildx, imagetools, create, flag].join(" ");
if (command !== "buildx imagetools create --tag" || rest.length > 0)
  throw new Error(`unexpected: ${command}`);
const [, image, tag] = /^ghcr\.io\/(.+):([^:]+)$/.exec(target);
const [, from, digest] = /^ghcr\.io\/(.+)@(sha256:[0-9a-f]{64})$/.exec(source);
if (image !== from) throw new Error(`another image: ${source}`);
const types =
  "application/vnd.oci.image.index.v1+json, application/vnd.docker.distribution.manifest.list.v2+json";
const at = (name) => `http://${host}/v2/${image}/manifests/${name}`;
// The fetch of Node will do for a program that ends at once.
const { fetch } = globalThis;
const found = await fetch(at(digest), { headers: { accept: types } });
if (!found.ok) throw new Error(`${source}: HTTP ${found.status}`);
const headers = { "content-type": found.headers.get("content-type") };
const { status } = await fetch(at(tag), { method: "PUT", headers, body: await found.text() });
if (status !== 201) throw new Error(`${target}: HTTP ${status}`);
