import { get } from "node:http";
import * as z from "zod";
import { reachableHost } from "../../lib/reachable-host.ts";
import type { CliCommand } from "../cli-command.ts";
import { exitCodes } from "../exit-codes.ts";
import { rejectWords } from "../parse-arguments.ts";
import { configFlag, loadWithoutPlayers, settingFlags } from "../setting-flags.ts";
import { escapeText } from "../../tools/terminal-view/escape-text.ts";

/** Who is well answers at once; shorter than any health check's own patience. */
const patienceMs = 4000;
const mostBytes = 65_536;

const answerShape = z.object({ status: z.string(), reasons: z.array(z.string()) });

/** How the running bridge is. */
export const health: CliCommand = {
  usage: "[flags]",
  about: `Asks the bridge that runs with this configuration how it is, and prints one line. It asks over HTTP, so
http.port must not be 0.`,
  examples: ["health", "health --ready", "health --http.port=8100"],
  flags: {
    ready: { about: "whether the broker is connected and every player known, too" },
    ...configFlag,
  },
  settings: settingFlags,
  notes: "Exit codes: 0 it is well, 1 it is not or does not answer, 2 bad usage, 78 a bad configuration.",
  async execute(given, shell) {
    rejectWords(given.words);
    const { stdout, stderr, signal } = shell;
    const { http } = loadWithoutPlayers(given, shell);
    const path = given.flags.has("ready") ? "/readyz" : "/healthz";
    const { isTrue, text } = await askAt(http.host, http.port, path, signal);
    (isTrue ? stdout : stderr).write(`${escapeText(text)}\n`);
    return isTrue ? exitCodes.done : exitCodes.fault;
  },
};

interface Told {
  readonly isTrue: boolean;
  readonly text: string;
}

async function askAt(host: string, port: number, path: string, signal: AbortSignal): Promise<Told> {
  if (port === 0) return { isTrue: false, text: "http.port is 0, so the bridge cannot be asked" };
  const url = `http://${reachableHost(host)}:${port}${path}`;
  try {
    const { status, body } = await read(url, signal);
    const answer = answerShape.safeParse(parseJson(body));
    if (!answer.success) return { isTrue: false, text: `what answers at ${url} is no player2mqtt` };
    const text = [answer.data.status, answer.data.reasons.join("; ")]
      .filter((part) => part !== "")
      .join(": ");
    return { isTrue: status === 200, text };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { isTrue: false, text: `nobody answers at ${url}, does the bridge run? (${reason})` };
  }
}

async function read(url: string, parent: AbortSignal): Promise<{ status: number; body: string }> {
  const stop = new AbortController();
  const end = (): void => stop.abort();
  const timer = setTimeout(() => stop.abort(), patienceMs);
  parent.addEventListener("abort", end);
  try {
    return await new Promise((resolve, reject) => {
      const request = get(url, { signal: stop.signal, agent: false }, (response) => {
        let body = "";
        response.setEncoding("utf8").on("error", reject);
        response.on("data", (text: string) => {
          body += text;
          if (body.length > mostBytes) response.destroy(new Error("its answer has no end"));
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
      });
      request.on("error", (error) => {
        reject(stop.signal.aborted ? new Error(`no answer within ${patienceMs} ms`) : error);
      });
    });
  } finally {
    clearTimeout(timer);
    parent.removeEventListener("abort", end);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
