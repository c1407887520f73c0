import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { version } from "../../src/version.ts";
import { newFolder } from "../support/new-folder.ts";
import { baseImages } from "./dockerfile.ts";
import { readYaml, type Yaml } from "./read-yaml.ts";

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  version: string;
  engines: { node: string };
};
const changelog = readFileSync("CHANGELOG.md", "utf8");

// What else says the version is filled in by scripts/stamp-release.mjs, which identity.test.ts finds to have nothing to do.
describe("the version", () => {
  it("of the bridge is that of package.json and of its lock, and the newest that the changelog knows, if any", () => {
    const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { version: string };
    expect([version, lock.version]).toEqual([manifest.version, manifest.version]);
    const headings = [...changelog.matchAll(/^## \[?([^\]\s]+)/gm)].map(([, heading]) => heading);
    expect(headings.slice(0, 2)).toEqual(["Unreleased", ...(headings.length > 1 ? [version] : [])]);
  });

  it("of the App is one that was released, or is about to be", () => {
    const [app] = readYaml("home-assistant-app/config.yaml");
    expect(changelog).toMatch(new RegExp(`^## ${app.version.replaceAll(".", "[.]")}( |$)`, "m"));
  });
});

describe("the notes of a release", () => {
  const notes = (tag: string, text: string) => {
    const folder = newFolder();
    cpSync("package.json", join(folder, "package.json"));
    writeFileSync(join(folder, "CHANGELOG.md"), text);
    const words = [resolve("scripts/release-notes.mjs"), tag];
    return spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8" });
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

const names = readdirSync(".github/workflows");
const workflows = names.map((name) => [name, readYaml(join(".github/workflows", name))[0]] as const);
const jobs: Yaml[] = workflows.flatMap(([, workflow]) => Object.values<Yaml>(workflow.jobs));

describe("the workflows", () => {
  const { "ci.yml": ci, "docs.yml": docs, "release.yml": release } = Object.fromEntries(workflows);
  const steps: Yaml[] = jobs.flatMap((job) => job.steps);
  const imageBuilds: Yaml[] = release.jobs.image.steps.filter(({ uses }: Yaml) =>
    uses?.startsWith("docker/build-push-action"),
  );

  it("test on every Node from the oldest one that is promised, on both platforms of the image", () => {
    const { node, runner } = ci.jobs.test.strategy.matrix;
    expect(manifest.engines.node).toMatch(new RegExp(`^>=${node[0]}\\.`));
    expect(runner.map((name: string) => name.endsWith("-arm"))).toEqual([false, true]);
    const [image = ""] = baseImages(readFileSync("Dockerfile", "utf8"));
    expect(node).toContain(Number(/^node:(\d+)/.exec(image)?.[1]));
  });

  it("build each image for both platforms, with a list of its contents and proof of where it comes from", () => {
    expect(imageBuilds.map(({ id }) => id)).toEqual(["image", "app"]);
    for (const build of imageBuilds) {
      expect(build.with).toMatchObject({
        platforms: "linux/amd64,linux/arm64",
        outputs: expect.stringContaining("rewrite-timestamp=true"),
        sbom: true,
        provenance: "mode=max",
      });
      const given = [...build.with["build-args"].matchAll(/^(\w+)=/gm)].map(([, name]) => name);
      const dockerfile = readFileSync(join(build.with.context, "Dockerfile"), "utf8");
      const wanted = new Set([...dockerfile.matchAll(/^ARG (\w+)/gm)].map(([, name]) => name));
      expect(given.filter((name) => !wanted.has(name))).toEqual([]);
      const attested = release.jobs.image.steps.find(
        (step: Yaml) => step.with?.["subject-digest"] === `\${{ steps.${build.id}.outputs.digest }}`,
      );
      expect(attested.uses).toMatch(/^actions\/attest-build-provenance@/);
    }
    expect(release.jobs.image.permissions).toEqual({
      contents: "read",
      packages: "write",
      "id-token": "write",
      attestations: "write",
    });
  });

  const runsOf = (job: string): string[] => release.jobs[job].steps.map(({ run = "" }: Yaml) => run);
  const needed = (job: string): string[] =>
    [release.jobs[job].needs ?? []].flat().flatMap((other: string) => [other, ...needed(other)]);

  // The rehearsal runs the jobs in the order of the file, whatever they need.
  it("call an image `latest` when all else is there", () => {
    expect(new Set(["latest", ...needed("latest")])).toEqual(new Set(Object.keys(release.jobs)));
  });

  // https://docs.github.com/actions/reference/workflows-and-actions/events-that-trigger-workflows#workflow_run
  it("publish the site by a run of the main branch, since the environment of Pages refuses one of a tag", () => {
    expect(docs.on.push).toEqual({ branches: ["main"] });
    expect(docs.on.workflow_run).toEqual({ workflows: [release.name], types: ["completed"] });
    expect(docs.jobs.publish).toMatchObject({
      environment: "github-pages",
      if: "github.event_name == 'workflow_run'",
    });
    // A tag of this repository, never a branch of somebody else's that has the same name.
    expect(docs.jobs.build.steps[1]).toMatchObject({
      if: "github.event_name == 'workflow_run'",
      run: 'git checkout --quiet --detach "refs/tags/${TAG}"',
      env: { TAG: "${{ github.event.workflow_run.head_branch }}" },
    });
    expect(docs.jobs.build.if).toContain("workflow_run.conclusion == 'success'");
  });

  // https://docs.npmjs.com/trusted-publishers and https://docs.npmjs.com/generating-provenance-statements
  it("publish on npm as the trusted publisher that npm documents: a hosted runner, its identity, and no token", () => {
    const job = release.jobs.npm;
    expect(job).toMatchObject({
      "runs-on": expect.stringMatching(/^ubuntu-[\d.]+$/),
      environment: "release",
      permissions: { contents: "read", "id-token": "write" },
    });
    expect(readFileSync(".github/workflows/release.yml", "utf8")).not.toMatch(
      /NPM_TOKEN|NODE_AUTH_TOKEN|_authToken/,
    );
    const runs = runsOf("npm");
    const npm = runs.findIndex((run) => run.startsWith("npm install --global npm@"));
    const [, major = 0, minor = 0] = /npm@(\d+)\.(\d+)\.\d+$/.exec(runs[npm] ?? "") ?? [];
    expect(Number(major) * 1000 + Number(minor)).toBeGreaterThanOrEqual(11_006);
    const setup = job.steps.find(({ uses }: Yaml) => uses?.startsWith("actions/setup-node@"));
    expect(setup.with["node-version"]).toBeGreaterThanOrEqual(24);
    const publish = runs.findIndex((run) => run.startsWith("scripts/publish-packages.sh"));
    expect(npm).toBeLessThan(publish);
    expect(job.steps[publish].env).toMatchObject({ NPM_CONFIG_PROVENANCE: "true" });
    // npm compares the repository in a package with the one that the workflow runs in.
    for (const path of ["package.json", "node-red/package.json"]) {
      const { repository } = JSON.parse(readFileSync(path, "utf8")) as { repository: { url: string } };
      expect(repository.url).toMatch(/^git\+https:\/\/github\.com\/[\w.-]+\/[\w.-]+\.git$/);
    }
  });

  // What Scorecard calls a dangerous workflow.
  it("check out nothing that somebody else chose where they may write", () => {
    const trusted = workflows.filter(
      ([, { on: events }]) => "workflow_run" in events || "pull_request_target" in events,
    );
    const checkouts = trusted
      .flatMap(([, workflow]) => Object.values<Yaml>(workflow.jobs).flatMap((job) => job.steps))
      .filter(({ uses }: Yaml) => uses?.startsWith("actions/checkout@"));
    expect(checkouts.length).toBeGreaterThan(0);
    expect(checkouts.filter(({ with: inputs }: Yaml) => inputs?.ref !== undefined)).toEqual([]);
  });

  it("run scripts that exist", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
      scripts: Record<string, string>;
    };
    const runs = steps.map(({ run = "" }) => run as string);
    const called = runs.flatMap((run) =>
      [...run.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name),
    );
    expect(called.filter((name) => !(name in scripts))).toEqual([]);
    const files = runs.flatMap((run) => run.match(/(?:scripts|\.ci)\/[\w.-]+/g) ?? []);
    expect(files.filter((path) => !existsSync(path))).toEqual([]);
  });

  it.each(workflows)(
    "hold no right that a job does not ask for, and no job for ever (%s)",
    (_name, workflow) => {
      expect(workflow.permissions).toEqual({ contents: "read" });
      for (const job of Object.values<Yaml>(workflow.jobs))
        expect(job["timeout-minutes"]).toBeLessThanOrEqual(60);
    },
  );

  it("put nothing that somebody else can choose into the text of a script", () => {
    expect(steps.filter(({ run }) => run?.includes("${{"))).toEqual([]);
  });
});

describe("what others make", () => {
  it("has its hash in the lock, also if it is for another platform", () => {
    const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
      packages: Record<string, { integrity?: string }>;
    };
    expect(Object.entries(packages).filter(([path, { integrity }]) => path !== "" && !integrity)).toEqual([]);
    // A tool of one package for each platform.
    for (const platform of ["darwin-arm64", "win32-x64-msvc", "linux-x64-gnu"])
      expect(packages).toHaveProperty([`node_modules/@oxlint/binding-${platform}`]);
  });

  const [bot] = readYaml(".github/dependabot.yml");
  const updated = (ecosystem: string): string[] =>
    bot.updates
      .filter((update: Yaml) => update["package-ecosystem"] === ecosystem)
      .flatMap(({ directory, directories = [directory] }: Yaml) => directories);

  it("is pinned: every action to a commit that says which version it is", () => {
    const uses = names.flatMap(
      (name) => readFileSync(join(".github/workflows", name), "utf8").match(/uses:.*/g) ?? [],
    );
    expect(uses.length).toBeGreaterThan(10);
    expect(
      uses.filter((line) => !/^uses: [\w./-]+@[0-9a-f]{40} # (v\d+\.\d+\.\d+|main|master)$/.test(line)),
    ).toEqual([]);
  });

  it("is pinned: every image of others to a digest", () => {
    const built = ["Dockerfile", "home-assistant-app/Dockerfile"].flatMap((path) =>
      baseImages(readFileSync(path, "utf8")),
    );
    const started = ["docker-compose.yml", ".github/workflows/ci.yml"].flatMap((path) =>
      [...readFileSync(path, "utf8").matchAll(/^ +image: (\S+)$/gm)].map(([, image]) => image as string),
    );
    // That of the program, which a release replaces.
    const home = readFileSync("home-assistant-app/Dockerfile", "utf8");
    expect(home).toMatch(/^ARG PROGRAM_IMAGE=ghcr\.io\/player2mqtt\/player2mqtt:/m);
    const others = [...built, ...started].filter(
      (image) => !/^(ghcr\.io\/player2mqtt\/|\$\{PROGRAM_IMAGE\}$)/.test(image),
    );
    expect(others.map((image) => image.replace(/:.*/, ""))).toEqual(
      expect.arrayContaining(["node", "gcr.io/distroless/nodejs26-debian13", "eclipse-mosquitto", "debian"]),
    );
    expect(others.filter((image) => !/:[\w.-]+@sha256:[0-9a-f]{64}$/.test(image))).toEqual([]);
  });

  it("is kept up to date by a bot, wherever there is a lock, a Dockerfile, a workflow or a list for pip", () => {
    const tracked = spawnSync("git", ["ls-files"], { encoding: "utf8" }).stdout.trim().split("\n");
    const folders = (file: RegExp): string[] =>
      tracked.filter((path) => file.test(path)).map((path) => `/${path.replace(/\/?[^/]+$/, "")}`);
    const missing = (ecosystem: string, file: RegExp): string[] => {
      const known = updated(ecosystem).map((folder) => new RegExp(`^${folder.replaceAll("*", "[^/]+")}$`));
      return folders(file).filter((folder) => !known.some((pattern) => pattern.test(folder)));
    };
    expect(updated("github-actions")).toEqual(["/"]);
    expect(missing("npm", /(^|\/)package-lock\.json$/)).toEqual([]);
    expect(missing("docker", /(^|\/)Dockerfile$/)).toEqual([]);
    expect(missing("docker-compose", /(^|\/)docker-compose\.yml$/)).toEqual([]);
    expect(missing("pip", /(^|\/)requirements\.txt$/)).toEqual([]);
    expect(missing("gomod", /(^|\/)go\.mod$/)).toEqual([]);
  });
});

it("the owner's checklist has a command for each line, and names what the workflows use", () => {
  const text = readFileSync("RELEASING.md", "utf8");
  const rows = [...text.matchAll(/^\| (?!what |---)(.*) \|$/gm)].map(([, row = ""]) =>
    row.split(/(?<!\\)\|/),
  );
  expect(rows.length).toBeGreaterThan(8);
  expect(rows.filter((cells) => cells.length !== 3 || !/`.+`/.test(cells[1] ?? ""))).toEqual([]);
  const environments = jobs.flatMap(({ environment = [] }) => environment);
  for (const name of environments) expect(text).toContain(`environments/${name}/`);
  for (const [, name = ""] of text.matchAll(/--(?:workflow|file) (\S+)/g))
    expect(existsSync(join(".github/workflows", name))).toBe(true);
});
