import { execFile } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, it } from "vitest";
import { newFolder } from "../support/new-folder.ts";
import { folderOf } from "./install-runtime.ts";

const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const source = readJson(join(import.meta.dirname, "../../node-red/package.json")) as { name: string };

it("has no finding on the scorecard of Node-RED's library", async ({ skip }) => {
  // The scorecard is the same wherever the package is installed.
  skip(inject("nodeRedMajor") !== 4, "done with Node-RED 4");
  const folder = newFolder();
  const path = join(folder, "package");
  cpSync(join(inject("palette"), "node_modules", source.name), path, { recursive: true });
  // The release adds the address of the repository that it runs in.
  const repository = { type: "git", url: "git+https://example.org/player2mqtt/player2mqtt.git" };
  writeFileSync(
    join(path, "package.json"),
    JSON.stringify({ ...readJson(join(path, "package.json")), repository }),
  );
  const facts = (major: 4 | 5) =>
    readJson(join(folderOf(`node-red-${major}`), "package-lock.json")).packages["node_modules/node-red"];
  const latest = facts(5);
  const nodeRedFacts = {
    "dist-tags": { latest: latest.version, "v4-maintenance": facts(4).version },
    versions: { [latest.version]: latest },
  };
  const validator = join(folderOf("validate"), "node_modules/node-red-dev");
  const output = join(folder, "scorecard.json");
  const preload = join(import.meta.dirname, "offline-registry.cjs");
  const args = [
    "--require",
    preload,
    join(validator, "bin/run"),
    "validate",
    "--path",
    path,
    "--output",
    output,
  ];
  const { stderr } = await promisify(execFile)(process.execPath, args, {
    env: { PATH: process.env["PATH"], VALIDATOR: validator, NODE_RED_FACTS: JSON.stringify(nodeRedFacts) },
  });
  const scorecard = readJson(output) as Record<string, { test?: boolean }>;
  expect(stderr).not.toContain("Warning");
  const { package: _, ...findings } = scorecard;
  expect(Object.keys(findings)).toEqual(
    expect.arrayContaining("P01 P03 P04 P05 P06 P07 P08 N01 N02 D01 D02 D03".split(" ")),
  );
  expect(Object.entries(findings).filter(([, { test }]) => test !== true)).toEqual([]);
});
