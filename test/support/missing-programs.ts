import { spawnSync } from "node:child_process";

/** The environment of servers, which some systems keep where only root looks for programs. */
export const env = { ...process.env, PATH: `${process.env["PATH"] ?? ""}:/usr/sbin:/usr/local/sbin` };

/** Whether tests must be skipped because these programs are missing, with a message; throws if they are required. */
export function arePrograms(
  programs: Readonly<Record<string, string>>,
  demandedBy: string,
  /** What else is in the way, if anything. */
  obstacles: readonly string[] = [],
): "there" | "missing" {
  const missing = Object.entries(programs).flatMap(([program, flag]) =>
    spawnSync(program, [flag], { env }).error === undefined ? [] : [program],
  );
  if (missing.length + obstacles.length === 0) return "there";
  const reason = `missing: ${[...missing, ...obstacles].join(", ")}`;
  if (process.env[demandedBy] === "1") throw new Error(reason);
  console.info(`some tests are skipped, ${reason}`);
  return "missing";
}
