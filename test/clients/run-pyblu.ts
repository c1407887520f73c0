import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A machine may have several; PYTHON names the one to make the environment with. */
const python = process.env["PYTHON"] ?? "python3";
const environment = join(import.meta.dirname, "../../node_modules/.cache/pyblu");
const own = join(environment, "bin/python");
const requirements = join(import.meta.dirname, "requirements.txt");

/** Installs pyblu unless it is there; says why that is impossible. */
export async function installPyblu(): Promise<string> {
  try {
    if (!existsSync(own)) await run(python, ["-m", "venv", environment]);
    const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    await run(own, [...pip, "--requirement", requirements]);
    return "";
  } catch (error) {
    if (process.env["REQUIRE_PYBLU"] === "1") throw error;
    return `pyblu is not tested: a Python with venv is needed, named by PYTHON if it is not python3, and PyPI (${String(error)})`;
  }
}

/** Makes all its calls to the player at the first address; rejects with what went wrong. */
export async function runPyblu(...addresses: readonly string[]): Promise<void> {
  const script = join(import.meta.dirname, "run_pyblu.py");
  const parts = addresses.flatMap((url) => [new URL(url).hostname, new URL(url).port]);
  await run(own, [script, ...parts]);
}
