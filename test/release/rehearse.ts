import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readYaml, type Yaml } from "../deploy/read-yaml.ts";
import { type NpmRegistry, startNpmRegistry } from "./npm-registry.ts";
import { type Action, runJob, type Values } from "./workflow.ts";

/** The repository that releases: a fork, whose name a registry for images would not take as it is. */
export const repository = "Some-Body/A.Bridge";
export const scope = "some-body";

export interface Release extends AsyncDisposable {
  readonly folder: string;
  readonly npm: NpmRegistry;
  /** The file that stands for the registry of images. */
  readonly images: string;
  readonly origin: string;
  readonly outputs: Readonly<Record<string, Values>>;
  /** Runs the jobs of the workflow, or those from one on, in the order of the file. */
  readonly run: (options?: RunOptions) => Promise<void>;
  /** What somebody does by hand, in a checkout of the tag, with what a job left for others. */
  readonly byHand: (script: string) => string;
}

interface RunOptions {
  /** The job to begin with: those before it have succeeded in an earlier attempt. */
  readonly from?: string;
  /** Whether npm takes the packages of the workflow; it does not before it knows them. */
  readonly isTrusted?: boolean;
}

/** Prepares a release: the repository with its tag, and registries on this machine. */
export async function prepareRelease(folder: string): Promise<Release> {
  const [workflow] = readYaml(".github/workflows/release.yml");
  const tag = `v${(JSON.parse(readFileSync("package.json", "utf8")) as { version: string }).version}`;
  const origin = makeOrigin(folder, tag);
  const npm = await startNpmRegistry(join(folder, "npm"));
  const images = join(folder, "images.json");
  const outputs: Record<string, Values> = {};
  const tools = makeTools(folder, images);
  const environment = {
    ...withoutFoldersOfNpm(process.env),
    GITHUB_REPOSITORY: repository,
    GITHUB_REF_NAME: tag,
    NPM_SCOPE: scope,
    NPM_CONFIG_PREFIX: join(folder, "runner"),
    PATH: `${tools}:${join(folder, "runner/bin")}:${process.env["PATH"]}`,
  };
  // A step of the workflow may install npm itself, which must not reach this machine.
  const prefix = execFileSync("npm", ["prefix", "--global"], { env: environment, encoding: "utf8" }).trim();
  if (prefix !== environment.NPM_CONFIG_PREFIX) throw new Error(`npm would install into ${prefix}`);
  /** Only what publishes speaks to the registry of this rehearsal. */
  const env =
    (npmrc: string) =>
    (run: string): NodeJS.ProcessEnv =>
      run.includes("publish-packages") ? { ...environment, NPM_CONFIG_USERCONFIG: npmrc } : environment;
  const artifacts = join(folder, "artifacts");
  const workplace = (job: string): string => join(folder, "jobs", job);
  const runOne = async (name: string, npmrc: string): Promise<Values> => {
    const job: Yaml = withoutHosted(workflow.jobs[name]);
    const needed = [job.needs ?? []]
      .flat()
      .flatMap((other: string) =>
        Object.entries(outputs[other] ?? {}).map(([key, value]) => [`needs.${other}.outputs.${key}`, value]),
      );
    const values = {
      "github.repository": repository,
      "github.server_url": "https://github.com",
      "github.actor": "somebody",
      "github.sha": execFileSync("git", ["-C", origin, "rev-parse", tag], { encoding: "utf8" }).trim(),
      "github.token": "t",
      "secrets.GITHUB_TOKEN": "t",
      "github.event.repository.default_branch": "main",
      ...Object.fromEntries(needed),
    };
    const hosted: Action = async () => ({});
    const actions: Record<string, Action> = {
      "actions/checkout": async ({ ref = tag }, cwd) => {
        execFileSync("git", ["clone", "--quiet", "--branch", ref, origin, cwd], { stdio: "pipe" });
        return {};
      },
      // These have no counterpart on this machine, or are there anyway.
      "actions/setup-node": hosted,
      "actions/upload-artifact": async ({ name = "", path = "", overwrite }, cwd) => {
        const target = join(artifacts, name);
        if (existsSync(target) && overwrite !== "true") throw new Error(`there is an artifact ${name}`);
        rmSync(target, { recursive: true, force: true });
        cpSync(join(cwd, path), target, { recursive: true });
        return {};
      },
      "actions/download-artifact": async ({ name = "", path = "" }, cwd) => {
        cpSync(join(artifacts, name), join(cwd, path), { recursive: true });
        return {};
      },
      "actions/attest-build-provenance": async () => {
        const bundle = join(folder, "provenance.json");
        writeFileSync(bundle, "{}");
        return { "bundle-path": bundle };
      },
      "sigstore/cosign-installer": hosted,
      "docker/setup-buildx-action": hosted,
      "docker/login-action": hosted,
      "docker/build-push-action": (inputs, cwd) => noteBuild(inputs, cwd, images),
    };
    mkdirSync(join(folder, "jobs"), { recursive: true });
    rmSync(workplace(name), { recursive: true, force: true });
    return runJob(job, workplace(name), { actions, values, env: env(npmrc) });
  };
  const run = async ({ from, isTrusted = true }: RunOptions = {}): Promise<void> => {
    // The suites of `check` run elsewhere.
    const jobs = Object.keys(workflow.jobs).filter((name) => name !== "check");
    for (const name of jobs.slice(from === undefined ? 0 : jobs.indexOf(from))) {
      outputs[name] = await runOne(name, isTrusted ? npm.npmrc : npm.strangersNpmrc);
    }
  };
  const byHand = (script: string): string => {
    const cwd = workplace("by-hand");
    rmSync(cwd, { recursive: true, force: true });
    execFileSync("git", ["clone", "--quiet", "--branch", tag, origin, cwd], { stdio: "pipe" });
    return execFileSync("bash", ["-euo", "pipefail", "-c", script], {
      cwd,
      encoding: "utf8",
      env: env(npm.npmrc)("publish-packages"),
    });
  };

  const end = async (): Promise<void> => {
    await npm[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, npm, images, origin, outputs, run, byHand, [Symbol.asyncDispose]: end };
}

/** The variables of this process, less the folders that `npm run` names to all that it starts. */
function withoutFoldersOfNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const folders = /^npm_config_((global_|local_)?prefix|userconfig|globalconfig)$/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !folders.test(name)));
}

/** A job without what only the hosted service can do: to vouch for the workflow that publishes. */
function withoutHosted(job: Yaml): Yaml {
  const steps = job.steps.map((step: Yaml) => {
    const { NPM_CONFIG_PROVENANCE: _provenance, ...env } = step.env ?? {};
    return { ...step, env };
  });
  return { ...job, steps };
}

/** A repository that has this checkout as its main branch, with what is not committed yet, and the tag. */
function makeOrigin(folder: string, tag: string): string {
  const [work, origin] = [join(folder, "work"), join(folder, "origin.git")];
  const git = (cwd: string, ...words: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=Somebody", "-c", "user.email=somebody@localhost", ...words], {
      cwd,
      encoding: "utf8",
      stdio: "pipe",
    });
  git(".", "clone", "--quiet", ".", work);
  git(work, "checkout", "--quiet", "-B", "main");
  const changed = git(".", "ls-files", "-z", "--modified", "--others", "--exclude-standard").split("\0");
  for (const path of changed.filter((path) => path !== "")) {
    if (existsSync(path)) cpSync(path, join(work, path));
    else rmSync(join(work, path));
  }
  git(work, "add", "--all");
  git(work, "commit", "--quiet", "--allow-empty", "--message", "What is to be released");
  git(work, "tag", tag);
  git(folder, "clone", "--quiet", "--bare", work, origin);
  rmSync(work, { recursive: true });
  return origin;
}

function makeTools(folder: string, images: string): string {
  const tools = join(folder, "tools");
  mkdirSync(tools, { recursive: true });
  const given = { gh: [folder], docker: [images], cosign: [images, join(folder, "signed")] };
  for (const [name, told] of Object.entries(given)) {
    const source = join(import.meta.dirname, `stand-in-${name}.mjs`);
    const words = [process.execPath, source, ...told];
    writeFileSync(join(tools, name), `#!/bin/sh\nexec ${words.join(" ")} "$@"\n`);
    chmodSync(join(tools, name), 0o755);
  }
  return tools;
}

/** The images of the rehearsal's registry: the digest under each tag of each image. */
export type Images = Readonly<Record<string, Readonly<Record<string, string>>>>;

export function readImages(note: string): Images {
  return existsSync(note) ? (JSON.parse(readFileSync(note, "utf8")) as Images) : {};
}

/** Stands in for `docker/build-push-action`: what is the same in all that it is given has the same digest. */
async function noteBuild(inputs: Values, cwd: string, note: string): Promise<Values> {
  const { context = ".", "build-args": args = "", tags = "" } = inputs;
  const dockerfile = readFileSync(join(cwd, context, "Dockerfile"), "utf8");
  const images = readImages(note);
  const [, program = "", base = ""] = /^PROGRAM_IMAGE=ghcr\.io\/(.+)@(\S+)$/m.exec(args) ?? [];
  if (program !== "" && !Object.values(images[program] ?? {}).includes(base))
    throw new Error(`there is no image ${program}@${base}`);
  const digest = `sha256:${createHash("sha256").update(`${dockerfile}\n${args}`).digest("hex")}`;
  const pushed = Object.fromEntries(
    tags.split(",").map((each) => {
      const [, name = "", tag = ""] = /^ghcr\.io\/([a-z0-9._/-]+):([\w.-]+)$/.exec(each) ?? [];
      if (name === "") throw new Error(`a registry would not take ${each}`);
      return [name, { ...images[name], [tag]: digest }];
    }),
  );
  writeFileSync(note, JSON.stringify({ ...images, ...pushed }));
  return { digest };
}
