import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readYaml } from "./read-yaml.ts";

const folder = mkdtempSync(join(tmpdir(), "player2mqtt-identity-"));
const tracked = list(".");
const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  name: string;
  repository: { url: string };
};
/** Whose names this checkout carries. */
const own = {
  repository: /github\.com\/(.+)\.git$/.exec(manifest.repository.url)?.[1] ?? "",
  scope: /^(@.+)\//.exec(manifest.name)?.[1] ?? "",
};

function list(cwd: string): string[] {
  const out = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd,
    encoding: "utf8",
  });
  return out.split("\0").filter((path) => path !== "");
}

/** Fills the copy in, as the release of somebody does; gives the files that changed. */
function stamp(words: readonly string[], scope = ""): string[] {
  const out = execFileSync(process.execPath, [resolve("scripts/stamp-release.mjs"), ...words], {
    cwd: folder,
    env: { ...process.env, NPM_SCOPE: scope },
    encoding: "utf8",
    stdio: "pipe",
  });
  return out.split("\n").filter((line) => line !== "");
}

const read = (path: string): string => readFileSync(join(folder, path), "utf8");
const parse = (path: string): Record<string, unknown> => JSON.parse(read(path)) as Record<string, unknown>;

/** Everything in the copy that reads like an address, an image or a package of this project, less what is expected. */
function strangers(expected: readonly string[]): string[] {
  const names =
    /(?:(?:github\.com|githubusercontent\.com|ghcr\.io)\/[\w.-]+\/|[\w-]+\.github\.io\/|@[\w.-]+\/)(?:node-red-contrib-)?(?:player2mqtt|their-bridge)(?:-app)?(?![\w-])/gi;
  return list(folder)
    .filter((path) => !/^test\/deploy\/identity|\.(?:png|tgz)$/.test(path))
    .flatMap((path) => [...read(path).matchAll(names)].map(([name]) => `${path}: ${name}`))
    .filter((found) => !expected.some((name) => found.endsWith(`: ${name}`)));
}

describe("a release", () => {
  beforeAll(() => {
    for (const path of tracked) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      cpSync(path, join(folder, path));
    }
    const commands = [
      "npx --yes player2mqtt demo",
      "npm install --global player2mqtt@latest",
      "player2mqtt run",
    ];
    const mine = own.scope === "" ? "" : `${own.scope}/`;
    const told = commands.map((line) => line.replace(/^(np.* )(player2mqtt)/, `$1${mine}$2`));
    writeFileSync(join(folder, "sample.md"), told.join("\n"));
    execFileSync("git", ["init", "--quiet"], { cwd: folder });
    execFileSync("git", ["add", "--all"], { cwd: folder });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it("finds one name in all files, that of package.json, and leaves them as they are", () => {
    expect(strangers(namesOf(own.repository, own.scope || "@player2mqtt"))).toEqual([]);
    expect(stamp([own.repository], own.scope)).toEqual([]);
  });

  it("of a fork has the names of the fork everywhere, and every version is that of package.json", () => {
    const changed = stamp(
      ["SomeBody/Their-Bridge", "--date", "2030-01-02", "--app-version", "7.8.9"],
      "somebody",
    );
    expect(changed).toContain("package.json");
    expect(strangers(namesOf("SomeBody/Their-Bridge", "@somebody"))).toEqual([]);
    const { name, version, repository } = parse("package.json");
    expect([name, repository]).toEqual([
      "@somebody/player2mqtt",
      { type: "git", url: "git+https://github.com/SomeBody/Their-Bridge.git" },
    ]);
    expect(parse("node-red/package.json")).toMatchObject({
      name: "@somebody/node-red-contrib-player2mqtt",
      version,
      repository: { url: "git+https://github.com/SomeBody/Their-Bridge.git", directory: "node-red" },
    });
    expect(parse("package-lock.json")).toMatchObject({ name, packages: { "": { name } } });
    expect(parse("custom_components/player2mqtt/manifest.json")).toMatchObject({
      domain: "player2mqtt",
      codeowners: ["@SomeBody"],
      documentation: "https://github.com/SomeBody/Their-Bridge/blob/main/docs/home-assistant.md",
      issue_tracker: "https://github.com/SomeBody/Their-Bridge/issues",
      version,
    });
    const [app] = readYaml(join(folder, "home-assistant-app/config.yaml"));
    expect([app.slug, app.version]).toEqual(["player2mqtt", "7.8.9"]);
    const [kustomization] = readYaml(join(folder, "deploy/kubernetes/base/kustomization.yaml"));
    expect(kustomization.images[0]).toEqual({
      name: "player2mqtt",
      newName: "ghcr.io/somebody/their-bridge",
      newTag: version,
    });
    expect(read("CHANGELOG.md")).toMatch(new RegExp(`^## ${String(version)} - 2030-01-02$`, "m"));
    expect(read("sample.md").split("\n")).toEqual([
      "npx --yes @somebody/player2mqtt demo",
      "npm install --global @somebody/player2mqtt@latest",
      "player2mqtt run",
    ]);
  });

  it("can be given another name again, and the first one", () => {
    stamp(["x/y"], "");
    expect(parse("package.json")).toMatchObject({
      name: "player2mqtt",
      homepage: "https://github.com/x/y#readme",
    });
    expect(() => stamp(["no-repository"])).toThrow("expected owner/name");
    stamp([own.repository], own.scope);
    expect(read("package.json")).toBe(readFileSync("package.json", "utf8"));
    expect(stamp([own.repository], own.scope)).toEqual([]);
  });
});

function namesOf(repository: string, scope: string): string[] {
  const [owner = "", name = ""] = repository.split("/");
  const lower = repository.toLowerCase();
  return [
    `github.com/${repository}`,
    `githubusercontent.com/${repository}`,
    `${owner.toLowerCase()}.github.io/${name}`,
    `ghcr.io/${lower}`,
    `ghcr.io/${lower}-app`,
    `${scope}/player2mqtt`,
    `${scope}/node-red-contrib-player2mqtt`,
  ];
}
