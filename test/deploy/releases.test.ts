import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { version } from "../../src/version.ts";
import { baseImages } from "./dockerfile.ts";
import { readYaml, type Yaml } from "./read-yaml.ts";

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  version: string;
  engines: { node: string };
};
const changelog = readFileSync("CHANGELOG.md", "utf8");

describe("the version", () => {
  it("is that of package.json, wherever it is said", () => {
    const [app] = readYaml("home-assistant-app/config.yaml");
    const [kustomization] = readYaml("deploy/kubernetes/base/kustomization.yaml");
    expect([version, app.version, kustomization.images[0].newTag]).toEqual(Array(3).fill(manifest.version));
    const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { version: string };
    expect(lock.version).toBe(manifest.version);
  });

  it("has a heading in the changelog, or is still to be released", () => {
    const headings = [...changelog.matchAll(/^## \[?([^\]\s]+)/gm)].map(([, heading]) => heading);
    expect(headings[0]).toBe("Unreleased");
    const released = headings.slice(1);
    expect(released.length === 0 || released[0] === manifest.version).toBe(true);
  });
});

describe("the notes of a release", () => {
  const notes = (tag: string, text: string): { status: number | null; stdout: string; stderr: string } => {
    const folder = mkdtempSync(join(tmpdir(), "player2mqtt-notes-"));
    try {
      cpSync("package.json", join(folder, "package.json"));
      writeFileSync(join(folder, "CHANGELOG.md"), text);
      return spawnSync(process.execPath, [resolve("scripts/release-notes.mjs"), tag], {
        cwd: folder,
        encoding: "utf8",
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  const text = `# Changelog\n\n## Unreleased\n\n## ${version} - 2030-01-01\n\n### Added\n\n- One.\n\n## 0.0.1\n\n- Old.\n`;

  it("are what the changelog says of it", () => {
    expect(notes(`v${version}`, text)).toMatchObject({ status: 0, stdout: "### Added\n\n- One.\n" });
  });

  it.each([
    ["a tag of another version", "v9.9.9", text, "the tag is v9.9.9"],
    ["no tag", "", text, "the tag is missing"],
    [
      "a version that the changelog does not know",
      `v${version}`,
      changelog.replace(`## ${version}`, "## x"),
      "no heading",
    ],
  ])("are refused for %s", (_name, tag, content, message) => {
    expect(notes(tag, content)).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringContaining(message),
    });
  });
});

describe("the workflows", () => {
  const [ci] = readYaml(".github/workflows/ci.yml");
  const [release] = readYaml(".github/workflows/release.yml");

  it("test on every Node from the oldest one that is promised, on both platforms of the image", () => {
    const { node, runner } = ci.jobs.test.strategy.matrix;
    expect(manifest.engines.node).toMatch(new RegExp(`^>=${node[0]}\\.`));
    expect(runner.map((name: string) => name.endsWith("-arm"))).toEqual([false, true]);
    const [image = ""] = baseImages(readFileSync("Dockerfile", "utf8"));
    expect(node).toContain(Number(/^node:(\d+)/.exec(image)?.[1]));
    const build = release.jobs.image.steps.find(({ uses }: Yaml) =>
      uses?.startsWith("docker/build-push-action"),
    );
    expect(build.with).toMatchObject({
      platforms: "linux/amd64,linux/arm64",
      sbom: true,
      provenance: "mode=max",
    });
  });

  it("run scripts that exist, and give the image what it has arguments for", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
      scripts: Record<string, string>;
    };
    const steps: Yaml[] = [ci, release].flatMap(({ jobs }) =>
      Object.values(jobs).flatMap((job: Yaml) => job.steps),
    );
    const names = steps.flatMap(({ run = "" }) =>
      [...run.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name),
    );
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
    const build = steps.find(({ uses }) => uses?.startsWith("docker/build-push-action"));
    const given = [...build.with["build-args"].matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    const wanted = new Set(
      [...readFileSync("Dockerfile", "utf8").matchAll(/^ARG (\w+)/gm)].map(([, name]) => name),
    );
    expect(given.filter((name) => !wanted.has(name))).toEqual([]);
  });

  it.each([
    ["ci", ci],
    ["release", release],
  ])("hold no right that a job does not ask for, and no job for ever (%s)", (_name, workflow) => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    for (const job of Object.values<Yaml>(workflow.jobs))
      expect(job["timeout-minutes"]).toBeLessThanOrEqual(60);
  });
});
