import * as z from "zod";
import { get } from "node:http";
import type { Config } from "../../config/schema.ts";
import { parseObject } from "../../core/resources/json.ts";
import { reachableHost } from "../../lib/addresses.ts";
import type { CliCommand } from "../cli-command.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Shell } from "../shell.ts";
import { configFlag, loadWithoutPlayers } from "../setting-flags.ts";
import { escapeText } from "../../tools/terminal-view/escape-text.ts";
import { timeLimit } from "../../lib/time-limit.ts";

/** A healthy bridge answers at once; shorter than the timeout of any container health check. */
const timeoutMs = 4000;
const maxBytes = 65_536;

const answerShape = z.object({ status: z.string(), reasons: z.array(z.string()) });

export const health: CliCommand = {
  about: `Checks the health of the bridge that runs with this configuration, and prints one line. It uses HTTP, so http.port must
not be 0.`,
  examples: ["health", "health --ready", "health --http.port=8100"],
  flags: {
    ready: { about: "also require a connected broker and a known state of every player" },
    ...configFlag,
  },
  notes: "Exit codes: 0 healthy, 1 unhealthy or no answer, 2 bad usage, 78 invalid configuration.",
  async execute(given, shell) {
    const { stdout, stderr } = shell;
    const { http } = loadWithoutPlayers(given, shell);
    const path = given.flags.has("ready") ? "/readyz" : "/healthz";
    const { isHealthy, text } = await requestHealth(http, path, shell);
    (isHealthy ? stdout : stderr).write(`${escapeText(text)}\n`);
    return isHealthy ? exitCodes.done : exitCodes.fault;
  },
};

async function requestHealth(
  { host, port }: Config["http"],
  path: string,
  shell: Shell,
): Promise<{ readonly isHealthy: boolean; readonly text: string }> {
  if (port === 0) return { isHealthy: false, text: "http.port is 0, so there is no health endpoint" };
  const url = `http://${reachableHost(host)}:${port}${path}`;
  try {
    const { status, body } = await read(url, shell);
    const answer = answerShape.safeParse(parseObject(body));
    if (!answer.success) return { isHealthy: false, text: `the server at ${url} is not player2mqtt` };
    const text = [answer.data.status, answer.data.reasons.join("; ")]
      .filter((part) => part !== "")
      .join(": ");
    return { isHealthy: status === 200, text };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { isHealthy: false, text: `no answer from ${url}, is the bridge running? (${reason})` };
  }
}

async function read(url: string, shell: Shell): Promise<{ status: number; body: string }> {
  using limit = timeLimit(timeoutMs, shell.clock, shell.signal);
  const { signal } = limit;
  return await new Promise((resolve, reject) => {
    const request = get(url, { signal, agent: false }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("error", reject);
      response.on("data", (text: string) => {
        body += text;
        if (body.length > maxBytes) response.destroy(new Error("the answer is too long"));
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
    });
    request.on("error", (error) => {
      reject(signal.aborted ? new Error(`no answer within ${timeoutMs} ms`) : error);
    });
  });
}
