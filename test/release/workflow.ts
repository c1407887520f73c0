import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Yaml } from "../deploy/read-yaml.ts";

const start = promisify(execFile);

/** The values of `${{ … }}` in a workflow, by their path. */
export type Values = Readonly<Record<string, string>>;

/** One step with an action of others: does here what the action does there, and gives its outputs. */
export type Action = (inputs: Values, folder: string) => Promise<Values>;

/** Where and as whom a job runs. */
export interface Runner {
  /** Stand-ins for actions, by their names without a version. */
  readonly actions: Readonly<Record<string, Action>>;
  readonly values: Values;
  /** The variables of a step, which may depend on what it runs. */
  readonly env: (run: string) => NodeJS.ProcessEnv;
}

/** Runs the steps of one job in a folder; gives its outputs. A step that fails ends it, with what it said. */
export async function runJob(job: Yaml, folder: string, runner: Runner): Promise<Values> {
  let values = runner.values;
  for (const step of job.steps as Yaml[]) {
    const fill = (entries: Yaml = {}): Record<string, string> =>
      Object.fromEntries(
        Object.entries(entries).map(([name, value]) => [name, evaluate(String(value), values)]),
      );
    const outputs =
      step.uses === undefined
        ? await runScript(step.run, folder, { ...runner.env(step.run), ...fill(job.env), ...fill(step.env) })
        : await actionOf(step.uses, runner)(fill(step.with), folder);
    for (const [name, value] of Object.entries(outputs)) {
      values = { ...values, [`steps.${step.id}.outputs.${name}`]: value };
    }
  }
  return Object.fromEntries(
    Object.entries(job.outputs ?? {}).map(([name, value]) => [name, evaluate(String(value), values)]),
  );
}

function actionOf(uses: string, { actions }: Runner): Action {
  const [name = ""] = uses.split("@");
  const action = actions[name];
  if (action === undefined) throw new Error(`nothing stands in for the action ${name}`);
  return action;
}

/** Puts values in the place of expressions; one that has none is a mistake in the workflow. */
function evaluate(text: string, values: Values): string {
  return text.replaceAll(/\$\{\{ (\S+) \}\}/g, (_whole, path: string) => {
    const value = values[path];
    if (value === undefined) throw new Error(`the workflow asks for ${path}, which nobody has`);
    return value;
  });
}

/** Runs the script of a step as the hosted runner does; gives its outputs. */
async function runScript(run: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Values> {
  const temporary = mkdtempSync(join(tmpdir(), "player2mqtt-step-"));
  try {
    const output = join(temporary, "output");
    writeFileSync(output, "");
    const words = ["--noprofile", "--norc", "-eo", "pipefail", "-c", run];
    const running = start("bash", words, { cwd, env: { ...env, GITHUB_OUTPUT: output }, maxBuffer: 2 ** 26 });
    running.child.stdin?.end();
    await running.catch(({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => {
      throw new Error(`${run}\nended with ${code}:\n${stdout.slice(-2000)}\n${stderr.slice(-2000)}`);
    });
    const lines = readFileSync(output, "utf8").split("\n");
    return Object.fromEntries(
      lines.flatMap((line) => {
        const [, name, value = ""] = /^([\w-]+)=(.*)$/.exec(line) ?? [];
        return name === undefined ? [] : [[name, value]];
      }),
    );
  } finally {
    rmSync(temporary, { recursive: true });
  }
}
