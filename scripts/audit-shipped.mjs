// Reads `npm audit --json` and fails on advisories about libraries that are inside the bundle: to npm all of them are for
// development, like the tools that only build it.
import { readFileSync } from "node:fs";

const [, , billPath = "dist/player2mqtt.cdx.json", lockPath = "package-lock.json"] = process.argv;
const { components } = JSON.parse(readFileSync(billPath, "utf8"));
const { packages } = JSON.parse(readFileSync(lockPath, "utf8"));
const audit = JSON.parse(readFileSync(0, "utf8"));
if (audit.vulnerabilities === undefined) throw new Error(`npm audit failed: ${JSON.stringify(audit)}`);
const shipped = new Set(components.map(({ name, version }) => `${name}@${version}`));

const advisories = Object.values(audit.vulnerabilities).flatMap(({ name, nodes, via }) => {
  const versions = nodes.map((node) => packages[node]?.version);
  const found = [...new Set(versions)].filter((version) => shipped.has(`${name}@${version}`));
  // A text in `via` names a library with an advisory of its own.
  return via.flatMap((one) =>
    typeof one === "object" && found.length > 0
      ? [`${one.severity}: ${name} ${found.join(", ")}: ${one.title} (${one.url})`]
      : [],
  );
});
for (const advisory of advisories) console.log(advisory);
console.log(`${shipped.size} libraries are inside the bundle, with ${advisories.length} advisories`);
if (advisories.length > 0) process.exitCode = 1;
