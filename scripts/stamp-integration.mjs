// What a release knows and the repository does not: where the integration for Home Assistant is documented, where its
// issues are tracked and who owns it. Usage: stamp-integration.mjs owner/repository
import { readFileSync, writeFileSync } from "node:fs";

const [repository = ""] = process.argv.slice(2);
if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) throw new Error("wanted: owner/repository");
const path = new URL("../custom_components/player2mqtt/manifest.json", import.meta.url);
const manifest = JSON.parse(readFileSync(path, "utf8"));
const address = `https://github.com/${repository}`;
manifest.codeowners = [`@${repository.split("/")[0]}`];
manifest.documentation = `${address}/blob/main/docs/home-assistant.md`;
manifest.issue_tracker = `${address}/issues`;
writeFileSync(path, `${JSON.stringify(manifest, undefined, 2)}\n`);
