import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export interface RenderJob {
  readonly template: string;
  readonly value: string;
}

export interface Rendered {
  readonly text: string | null;
  readonly warnings: readonly string[];
}

/** A machine may have several; PYTHON names the one with Jinja2. */
const python = process.env["PYTHON"] ?? "python3";
const script = fileURLToPath(new URL("render.py", import.meta.url));

/** Why templates cannot be rendered here; undefined if they can. */
export const withoutJinja = reasonAgainst();

/** Renders templates with the real Jinja2. */
export function renderAll(jobs: readonly RenderJob[]): Rendered[] {
  const { stdout, stderr, status } = spawnSync(python, [script], {
    input: JSON.stringify(jobs),
    encoding: "utf8",
    maxBuffer: 256 * 2 ** 20,
    env: { ...process.env, PYTHONIOENCODING: "utf-8" },
  });
  if (status !== 0) throw new Error(`render.py failed: ${stderr}`);
  return JSON.parse(stdout) as Rendered[];
}

function reasonAgainst(): string | undefined {
  const { status, stderr, error } = spawnSync(python, ["-c", "import jinja2"], { encoding: "utf8" });
  if (status === 0) return undefined;
  const reason = `templates are not tested: a Python with jinja2 is needed, named by PYTHON if it is not python3 (Debian: apt-get install python3-jinja2) (${error?.message ?? stderr.trim()})`;
  if (process.env["REQUIRE_JINJA"] === "1") throw new Error(reason);
  console.warn(reason);
  return reason;
}
