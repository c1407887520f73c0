import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { version } from "../../src/version.ts";
import { freePort } from "../support/free-port.ts";
import { readRetained } from "../support/mqtt-client.ts";
import { arePrograms } from "../support/missing-programs.ts";
import { filesBelow } from "../support/files-below.ts";
import { nobody, owner, readUnit, startAsSomebody, systemdPath } from "./as-somebody.ts";
import { type Images, prepareRelease, readImages, type Release, repository, scope } from "./rehearse.ts";

/** Where the unit's `StateDirectory` is. */
const stateDirectory = "/var/lib/player2mqtt";

const program = `@${scope}/player2mqtt`;
const nodes = `@${scope}/node-red-contrib-player2mqtt`;
const image = "some-body/a.bridge";
const digest = expect.stringMatching(/^sha256:/) as unknown;

const areToolsMissing =
  arePrograms(
    { bwrap: "--version", zip: "-v", unzip: "-v" },
    "REQUIRE_RELEASE",
    process.getuid?.() === 0 ? [] : ["root, who alone can start what was published as somebody else"],
  ) === "missing";

describe.skipIf(areToolsMissing)("a release, published to registries on this machine", () => {
  let release: Release;
  let first: { readonly error: string; readonly left: Left };
  let finished: Left;

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), "player2mqtt-release-"));
    // Others read what lies in it.
    chmodSync(folder, 0o755);
    release = await prepareRelease(folder);
    // npm lets a workflow publish only packages that it knows: the first release stops there.
    const error = await release.run({ isTrusted: false }).then(
      () => "nothing",
      (reason: unknown) => String(reason),
    );
    first = { error, left: leftBehind(release) };
    release.byHand(firstPublish());
    await release.run({ from: "npm" });
    finished = leftBehind(release);
    await release.run();
  });
  afterAll(() => release?.[Symbol.asyncDispose]());

  const npm = (words: readonly string[], cwd = release.folder): string =>
    execFileSync("npm", [...words, "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd,
      encoding: "utf8",
      env: { ...process.env, NPM_CONFIG_USERCONFIG: release.npm.npmrc },
    });
  const folderFor = (name: string, user: number): string => {
    const folder = join(release.folder, name);
    mkdirSync(folder, { recursive: true });
    chownSync(folder, user, user);
    return folder;
  };

  it("has both packages on npm, of one version, with the repository that they come from", () => {
    for (const name of [program, nodes]) {
      const shown = JSON.parse(npm(["view", name, "--json"])) as Record<string, unknown>;
      expect(shown).toMatchObject({
        name,
        version,
        license: "MIT",
        "dist-tags": { latest: version },
        repository: { url: `git+https://github.com/${repository}.git` },
      });
    }
  });

  it("is offered to nobody before npm has it, which it has for the first time by hand", () => {
    expect(first.error).toMatch(/publish-packages.*\n(.*\n)*.*(E401|ENEEDAUTH|E403)/);
    expect(first.left).toMatchObject({
      images: { [image]: { [version]: digest }, [`${image}-app`]: { [version]: digest } },
      integrity: "",
      files: [],
      subjects: ["What is to be released"],
    });
  });

  it("has the same bytes on npm, in the notes and in the artifact of the one job that makes them", () => {
    for (const tags of Object.values(finished.images)) {
      expect(new Set(Object.keys(tags))).toEqual(new Set([version, version.replace(/\.\d+$/, ""), "latest"]));
      expect(new Set(Object.values(tags)).size).toBe(1);
    }
    expect(finished).toMatchObject({
      subjects: [`Fill in the release of ${version}`, "What is to be released"],
    });
    const made = sumsOf(join(release.folder, "artifacts/release"));
    expect(made).toContainEqual(expect.stringMatching(/^player2mqtt\.intoto\.jsonl /));
    expect(finished.files.filter((name) => !name.startsWith("about.json"))).toEqual(made);
    const file = made.find((name) => name.startsWith("some-body-player2mqtt")) ?? "";
    const bytes = readFileSync(join(release.folder, "artifacts/release", file.split(" ")[0] ?? ""));
    expect(finished.integrity).toBe(`sha512-${createHash("sha512").update(bytes).digest("base64")}`);
  });

  it("changes nothing when all of it runs again, and has signed images", () => {
    expect(leftBehind(release)).toEqual(finished);
    const signed = readFileSync(join(release.folder, "signed"), "utf8").trim().split("\n");
    const pushed = Object.entries(finished.images).map(([name, tags]) => `${name}@${tags[version]}`);
    expect(new Set(signed)).toEqual(new Set(pushed));
  });

  it("runs from npx, for somebody who has nothing", async () => {
    const home = folderFor("guest", nobody);
    const env = { HOME: home, PATH: systemdPath, NPM_CONFIG_USERCONFIG: release.npm.npmrc };
    await using demo = startAsSomebody(["npx", "--yes", program, "demo"], { user: nobody, cwd: home, env });
    await demo.until(() => expect(demo.output).toMatch(/living-room\/availability\W+online/));
    expect(demo.output).toContain("Open http://");
  });

  it.each([
    ["that npm installed for everybody", "/usr/local", nobody],
    [
      "from the Node that nvm keeps in a home, with the drop-in of the documentation alone",
      "/home/you",
      owner,
    ],
  ])("runs as a service %s", async (_what, place, user) => {
    await using sim = await startSimulator();
    const isOfNvm = user === owner;
    const folder = folderFor(`of-${user}`, isOfNvm ? owner : 0);
    const prefix = isOfNvm ? join(folder, ".nvm/versions/node/v24.12.0") : folder;
    mkdirSync(join(prefix, "bin"), { recursive: true });
    if (isOfNvm) copyFileSync(process.execPath, join(prefix, "bin/node"));
    npm(["install", "--global", "--prefix", prefix, program]);
    if (isOfNvm) execFileSync("sh", ["-c", `chown -R ${owner}:${owner} "$0" && chmod 700 "$0"`, folder]);
    const [, dropIn = ""] =
      /```ini\n# [^\n]*nvm\.conf\n(.*?)```/s.exec(readFileSync("docs/operations.md", "utf8")) ?? [];
    expect(dropIn).toMatch(/^DynamicUser=no\nUser=you\nProtectHome=read-only\n/m);
    const state = folderFor(`state-of-${user}`, 0);
    mkdirSync(join(state, "config"));
    const port = await freePort();
    const settings = { players: [{ id: "den", url: sim.url }], broker: { port }, http: { port: 0 } };
    // JSON is YAML.
    writeFileSync(join(state, "config/local.yaml"), JSON.stringify(settings));
    const nowhere = { "/root": "", "/usr/local": "", "/home": "" };
    const binds = { ...nowhere, [place]: folder, [stateDirectory]: state };
    const { command, env } = readUnit(isOfNvm ? dropIn : "");
    await using service = startAsSomebody(command, { user, cwd: stateDirectory, env, binds });
    await service.until(async () => {
      const topic = "player2mqtt/den/availability";
      const found = await readRetained(`mqtt://127.0.0.1:${port}`, topic, { protocolVersion: 4 });
      expect(found.get(topic)).toBe("online");
    });
  });

  describe("the package of the program", () => {
    let home: string;
    let installed: string;
    beforeAll(() => {
      home = folderFor("home", 0);
      // From a registry that asks no other one: whatever it wanted besides itself could not be had.
      npm(["install", "--prefix", home, `player2mqtt@npm:${program}`]);
      installed = join(home, "node_modules/player2mqtt");
    });

    it("holds what belongs into it, and nothing else", () => {
      const paths = filesBelow(installed);
      const belongs =
        /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|dist\/package\.json|dist\/[\w.-]+\.js(\.map|\.LEGAL\.txt)?|dist\/THIRD-PARTY-LICENSES\.txt|dist\/player2mqtt\.cdx\.json|dist\/page\/[\w.-]+|dist\/make\.d\.ts|dist\/types\/[\w/-]+\.d\.ts|config\/(default\.yaml|example\.yaml|(description\.)?schema\.json)|docs\/[\w.-]+\.(md|conf)|deploy\/[\w./-]+\.(ya?ml|env|service|conf|sh)|examples\/[\w./-]+\.(json|ya?ml))$/;
      expect(paths.filter((path) => !belongs.test(path))).toEqual([]);
      const needed = ["dist/main.js", "README.md", "LICENSE", "CHANGELOG.md", "config/schema.json"];
      expect(paths).toEqual(expect.arrayContaining(needed));
    });

    it("brings the types by which an editor completes a make, and finds what is wrong", () => {
      const check = (text: string): string => {
        const make = join(home, "hearth.mjs");
        writeFileSync(make, text);
        const options =
          "--ignoreConfig --noEmit --allowJs --checkJs --skipLibCheck --strict false --target es2023 --module nodenext";
        const compiler = join(process.cwd(), "node_modules/typescript/bin/tsc");
        const words = [compiler, ...options.split(" "), make];
        return spawnSync(process.execPath, words, { cwd: home, encoding: "utf8" }).stdout;
      };
      const right = readFileSync("test/families/hearth/hearth.mjs", "utf8");
      expect(check(right)).toBe("");
      expect(check(right.replace('now.number("at")', 'now.seconds("at")'))).toContain(
        "'seconds' does not exist",
      );
      expect(check(right.replace("setVolume:", "setLoudness:"))).toContain("setLoudness");
    });

    it("brings the licence of every library that is in it, those of the page too, and their list", () => {
      const dist = join(installed, "dist");
      const bundled = new Set(
        filesBelow(dist)
          .filter((name) => name.endsWith(".map"))
          .flatMap(
            (name) => (JSON.parse(readFileSync(join(dist, name), "utf8")) as { sources: string[] }).sources,
          )
          .map((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? "")
          // Source maps of the libraries name folders of their own workshops, too.
          .filter((name) => existsSync(join("node_modules", name, "package.json"))),
      );
      expect([...bundled]).toEqual(expect.arrayContaining(["mqtt", "pino", "yaml", "zod"]));
      const text = readFileSync(join(dist, "THIRD-PARTY-LICENSES.txt"), "utf8");
      expect(text).toContain("Permission is hereby granted, free of charge");
      expect([...bundled, "preact"].filter((name) => !text.includes(`\n${name} `))).toEqual([]);
      const bill = readFileSync(
        join(release.folder, "github", `v${version}`, "player2mqtt.cdx.json"),
        "utf8",
      );
      const { components } = JSON.parse(bill) as { components: { name: string; licenses?: unknown[] }[] };
      const listed = components.map(({ name }) => name);
      expect(listed).toEqual(expect.arrayContaining([...bundled, "preact"]));
      expect(listed).not.toContain("vitest");
      expect(components.filter(({ licenses }) => licenses?.length !== 1)).toEqual([]);
    });

    it("needs nothing but Node: all else is in the bundle", async () => {
      expect(readdirSync(join(home, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
        "player2mqtt",
      ]);
      const { metafile } = await build({
        entryPoints: [join(installed, "dist/main.js")],
        bundle: true,
        write: false,
        metafile: true,
        platform: "node",
        format: "esm",
        packages: "external",
        outdir: home,
      });
      const foreign = Object.values(metafile.inputs)
        .flatMap(({ imports }) => imports.filter(({ external }) => external === true).map(({ path }) => path))
        .filter((name) => !name.startsWith("node:") && !builtinModules.includes(name));
      expect(foreign).toEqual([]);
    });
  });

  it("has nodes that Node-RED can load", () => {
    const palette = folderFor("palette", 0);
    npm(["install", "--prefix", palette, nodes]);
    const installed = join(palette, "node_modules", nodes);
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
      version: string;
      "node-red": { nodes: Record<string, string> };
    };
    expect(manifest.version).toBe(version);
    const load = `console.log(typeof require(${JSON.stringify(join(installed, manifest["node-red"].nodes["player2mqtt"] ?? ""))}))`;
    expect(execFileSync(process.execPath, ["--eval", load], { encoding: "utf8" }).trim()).toBe("function");
  });

  it("has notes, and the files that belong to it", () => {
    const github = join(release.folder, "github", `v${version}`);
    const about = JSON.parse(readFileSync(join(github, "about.json"), "utf8")) as Record<string, string>;
    expect(about).toMatchObject({ title: `v${version}`, prerelease: "false" });
    expect(about["notes"]).toMatch(/^(The first release|### )/);
    const files = readdirSync(github).filter((name) => name !== "about.json");
    expect(files).toEqual([
      "player2mqtt.cdx.json",
      "player2mqtt.intoto.jsonl",
      "player2mqtt.zip",
      `some-body-node-red-contrib-player2mqtt-${version}.tgz`,
      `some-body-player2mqtt-${version}.tgz`,
    ]);
    const manifest = execFileSync("unzip", ["-p", join(github, "player2mqtt.zip"), "manifest.json"], {
      encoding: "utf8",
    });
    expect(JSON.parse(manifest)).toMatchObject({
      version,
      codeowners: ["@Some-Body"],
      issue_tracker: `https://github.com/${repository}/issues`,
    });
  });

  it("is read from the main branch by Home Assistant and HACS under the right names", () => {
    const show = (path: string): string =>
      execFileSync("git", ["-C", release.origin, "show", `main:${path}`], { encoding: "utf8" });
    const app = show("home-assistant-app/config.yaml");
    expect(app).toMatch(new RegExp(`^version: "?${version}"?$`, "m"));
    expect(app).toContain(`image: ghcr.io/${image}-app\n`);
    expect(show("custom_components/player2mqtt/manifest.json")).toContain('"@Some-Body"');
    expect(show("CHANGELOG.md")).toMatch(new RegExp(`^## ${version} - \\d{4}-\\d\\d-\\d\\d$`, "m"));
  });
});

interface Left {
  readonly images: Images;
  /** The sum of the program on npm; empty while it is not there. */
  readonly integrity: string;
  readonly files: readonly string[];
  /** The commits of the main branch, the newest first. */
  readonly subjects: readonly string[];
}

function leftBehind({ folder, images, npm, origin }: Release): Left {
  const notes = join(folder, "github", `v${version}`);
  const shown = spawnSync("npm", ["view", `${program}@${version}`, "dist.integrity"], {
    encoding: "utf8",
    env: { ...process.env, NPM_CONFIG_USERCONFIG: npm.npmrc },
  });
  const log = execFileSync("git", ["-C", origin, "log", "-2", "--format=%s", "main"], { encoding: "utf8" });
  return {
    images: readImages(images),
    integrity: shown.stdout.trim(),
    files: existsSync(notes) ? sumsOf(notes) : [],
    subjects: log
      .trim()
      .split("\n")
      .filter((subject) => /^(Fill in|What is)/.test(subject)),
  };
}

/** The commands of RELEASING.md for the first publish; those that speak to npmjs.com alone have no counterpart here. */
function firstPublish(): string {
  const [, script = ""] =
    /```sh\n# First publish\n(.*?)```/s.exec(readFileSync("RELEASING.md", "utf8")) ?? [];
  expect(script).toContain("scripts/publish-packages.sh");
  return script.replaceAll(/^npm (login|trust) .*$|^npm login$/gm, "true");
}

function sumsOf(folder: string): string[] {
  return readdirSync(folder)
    .toSorted()
    .map(
      (name) =>
        `${name} ${createHash("sha256")
          .update(readFileSync(join(folder, name)))
          .digest("hex")}`,
    );
}
