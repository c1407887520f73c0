import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

export const run = promisify(execFile);

/** A machine may have several; PYTHON names the one to make environments with. */
const python = process.env["PYTHON"] ?? "python3";

/** A Python environment of its own, with what a file of requirements in this folder names. */
export interface PythonEnvironment {
  readonly python: string;
  /** Why it is not there; empty if it is. */
  readonly obstacle: string;
}

/** Installs the environment unless it is there; throws if it cannot and `demandedBy` is set. */
export async function installPython(
  name: string,
  requirements: string,
  demandedBy: string,
): Promise<PythonEnvironment> {
  const environment = join(import.meta.dirname, "../../node_modules/.cache", name);
  const own = join(environment, "bin/python");
  try {
    if (!existsSync(own)) await run(python, ["-m", "venv", environment]);
    const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    await run(own, [...pip, "--requirement", join(import.meta.dirname, requirements)]);
    return { python: own, obstacle: "" };
  } catch (error) {
    if (process.env[demandedBy] === "1") throw error;
    const obstacle = `${name} is not tested: a Python with venv is needed, named by PYTHON if it is not python3, and PyPI (${String(error)})`;
    console.warn(obstacle);
    return { python: own, obstacle };
  }
}
