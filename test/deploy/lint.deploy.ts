import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { arePrograms, env } from "../support/missing-programs.ts";

/** Made with: python3 -m venv FOLDER && FOLDER/bin/pip install -r test/deploy/requirements.txt */
const bin = join(process.env["DEPLOY_TOOLS"] ?? "node_modules/.cache/deploy-tools", "bin");
const areToolsMissing =
  arePrograms(
    { apparmor_parser: "--version", [join(bin, "hadolint")]: "--version" },
    "REQUIRE_DEPLOY_TOOLS",
  ) === "missing";

const filesIn = (folder: string): string[] => readdirSync(folder).map((name) => join(folder, name));
// Less what is no manifest, a kind that Kubernetes itself does not know, and a patch, which is not complete.
const manifests = ["base", "fleet", "monitoring"]
  .flatMap((name) => filesIn(join("deploy/kubernetes", name)))
  .filter((path) => /(?<!kustomization|player2mqtt|service-monitor|fleet\/stateful-set)\.yaml$/.test(path));

describe.skipIf(areToolsMissing)("what others make of our files", () => {
  it.each<[tool: string, words: string, files: readonly string[]]>([
    ["hadolint", "--failure-threshold style", ["Dockerfile", "home-assistant-app/Dockerfile"]],
    ["check-jsonschema", "--builtin-schema vendor.compose-spec", ["docker-compose.yml"]],
    ["check-jsonschema", "--builtin-schema vendor.github-workflows", filesIn(".github/workflows")],
    ["kubernetes-validate", "--strict --kubernetes-version 1.30", manifests],
    ["kubernetes-validate", "--strict --kubernetes-version 1.37", manifests],
    ["apparmor_parser", "--skip-kernel-load --skip-cache", ["home-assistant-app/apparmor.txt"]],
  ])("%s %s", (tool, words, files) => {
    expect(files).not.toEqual([]);
    const { status, stdout, stderr } = spawnSync(tool, [...words.split(" "), ...files], {
      encoding: "utf8",
      env: { ...env, PATH: `${bin}:${env.PATH}` },
    });
    expect([status, stdout + stderr]).toEqual([0, expect.any(String)]);
  });
});
