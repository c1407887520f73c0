import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mustSkip } from "./missing.ts";
import { areToolsMissing, complaints } from "./tools.ts";

const manifests = ["base", "fleet", "monitoring"]
  .flatMap((folder) =>
    readdirSync(join("deploy/kubernetes", folder)).map((name) => join("deploy/kubernetes", folder, name)),
  )
  // Leaves out files that are no manifests, and kinds that Kubernetes itself does not know.
  .filter(
    (path) =>
      path.endsWith(".yaml") &&
      !/(kustomization|player2mqtt|service-monitor)\.yaml$/.test(path) &&
      // A patch alone is not complete.
      !path.endsWith("fleet/stateful-set.yaml"),
  );

describe.skipIf(areToolsMissing)("what others make of our files", () => {
  it.each(["Dockerfile", "home-assistant-app/Dockerfile"])("hadolint is content with %s", async (path) => {
    expect(await complaints("hadolint", "--failure-threshold", "style", path)).toBe("");
  });

  it("the compose file has the shape that Compose wants", async () => {
    expect(
      await complaints("check-jsonschema", "--builtin-schema", "vendor.compose-spec", "docker-compose.yml"),
    ).toBe("");
  });

  it.each(["1.30", "1.37"])(
    "Kubernetes %s takes the manifests, and knows every field of them",
    async (version) => {
      expect(manifests.length).toBeGreaterThan(4);
      expect(
        await complaints("kubernetes-validate", "--strict", "--kubernetes-version", version, ...manifests),
      ).toBe("");
    },
  );

  it("AppArmor takes the profile of the App", () => {
    const { error, status, stderr } = spawnSync(
      "apparmor_parser",
      ["--skip-kernel-load", "--skip-cache", "home-assistant-app/apparmor.txt"],
      { encoding: "utf8", env: { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin` } },
    );
    if (mustSkip("the check of the App's profile", "REQUIRE_DEPLOY_TOOLS", error?.message ?? "")) return;
    expect([status, stderr]).toEqual([0, expect.any(String)]);
  });

  it("the workflows have the shape that GitHub wants", async () => {
    const workflows = readdirSync(".github/workflows").map((name) => join(".github/workflows", name));
    expect(workflows.length).toBeGreaterThan(1);
    expect(
      await complaints("check-jsonschema", "--builtin-schema", "vendor.github-workflows", ...workflows),
    ).toBe("");
  });
});
