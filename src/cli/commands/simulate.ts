import { startBeacon } from "../../tools/simulator/beacon.ts";
import { faultUsages, parseBehaviour } from "../../tools/simulator/parse-behaviour.ts";
import { presets } from "../../tools/simulator/presets.ts";
import { type Simulator, startSimulator } from "../../tools/simulator/start-simulator.ts";
import type { SeenRequest } from "../../tools/simulator/traffic.ts";
import { escapeText } from "../../tools/terminal-view/escape-text.ts";
import type { Output } from "../../tools/terminal-view/terminal.ts";
import type { CliCommand } from "../cli-command.ts";
import { exitCodes, ListenError } from "../exit-codes.ts";
import { rejectWords, valueOf } from "../parse-arguments.ts";
import { replayRecording } from "../replay-recording.ts";
import { aborted } from "../../lib/aborted.ts";
import { defaultHost, defaultPort, faultsOf, simulatorOptionsOf } from "../simulator-options.ts";
import { span, wrapped } from "../../tools/terminal-view/line.ts";

/** A player in software, for whoever has none at hand. */
export const simulate: CliCommand = {
  usage: "[flags]",
  about: "Runs a simulated player that answers like a real one, and misbehaves like one if it is told to.",
  examples: [
    "simulate",
    "simulate --port 9530 --preset audio --queue 5000 --verbose",
    "simulate --fault slow:500 --fault 'status:804@getPlayStatus*3'",
  ],
  flags: {
    port: { value: "<port>", about: `where it listens; ${defaultPort} if not given, 0 takes a free one` },
    host: {
      value: "<host>",
      about: `the address it listens on; ${defaultHost} if not given, 0.0.0.0 is all of them`,
    },
    prefix: { value: "<word>", about: "the maker's word in its paths; Device if not given" },
    preset: {
      value: "<preset>",
      about: `what kind of player: ${Object.keys(presets).join(", ")}; video if not given`,
    },
    name: { value: "<name>", about: "what it calls itself" },
    queue: { value: "<tracks>", about: "how many tracks its music queue has" },
    wake: {
      value: "<port>",
      about: "the UDP port on which it hears the magic packet that wakes it; without one it stays off",
    },
    fault: { value: "<fault>", about: "how it misbehaves; may be given more than once" },
    discoverable: { about: "lets itself be found by `discover`" },
    replay: { value: "<file>", about: "is the player of this recording instead: see record" },
    verbose: { about: "prints each request" },
  },
  settings: [],
  notes: `Faults:
${faultLines().join(",\n")}.
Each concerns all requests, or one operation (slow:500@getPlayStatus), or so many requests (reset*3).
Switched off, it leaves the network for good, or until its magic packet comes; a packet within 15 seconds is lost.`,
  async execute(given, shell) {
    const { program, stdout, signal } = shell;
    rejectWords(given.words);
    const recording = valueOf(given, "replay");
    if (recording !== undefined) return replayRecording(recording, given, shell);
    const options = simulatorOptionsOf(given);
    const faults = faultsOf(given);
    await using simulator = await startListening(options);
    for (const fault of faults) simulator.behaviours.add(parseBehaviour(fault));
    if (given.flags.has("verbose")) logRequests(simulator, stdout);
    const { name, model } = simulator.player.identity;
    await using beacon = given.flags.has("discoverable")
      ? await startBeacon({ host: options.host, name })
      : undefined;
    const address = simulator.url.replace("0.0.0.0", "127.0.0.1");
    stdout.write(`${name} (${model}) answers at ${address}\n`);
    if (simulator.wakePort !== undefined) {
      const wakeAddress = `${options.host.replace("0.0.0.0", "127.0.0.1")}:${simulator.wakePort}`;
      stdout.write(`Asleep, it hears its magic packet there: CONTROLS_WAKE_ADDRESS=${wakeAddress}\n`);
    }
    for (const fault of faults) stdout.write(`fault: ${fault}\n`);
    if (beacon !== undefined) stdout.write(`found by ${beacon.ways.join(", ") || "nobody"}\n`);
    stdout.write(`Point the bridge to it: PLAYER_URL=${address} ${program}\n`);
    await aborted(signal);
    return exitCodes.done;
  },
};

async function startListening(options: ReturnType<typeof simulatorOptionsOf>): Promise<Simulator> {
  try {
    return await startSimulator(options);
  } catch (error) {
    throw new ListenError(options.host, options.port, error);
  }
}

function faultLines(): string[] {
  const columns = 88;
  return wrapped(
    faultUsages.map((usage) => [span(usage)]),
    columns,
    span(", "),
  ).map((line) => `  ${line.map(({ text }) => text).join("")}`);
}

/** Prints a line for each request when it has ended. */
function logRequests({ behaviours, traffic }: Simulator, output: Output): void {
  // As the newest behaviour it is asked first, before any fault has its way.
  behaviours.add({
    text: "log",
    start: ({ now }) => ({
      handle(call, next) {
        const request = traffic.requests.at(-1);
        // The signal aborts with the connection's end; the status is noted right after it.
        call.signal.addEventListener("abort", () => {
          queueMicrotask(() => {
            if (request !== undefined) output.write(`${escapeText(requestText(request, now()))}\n`);
          });
        });
        return next();
      },
    }),
  });
}

function requestText({ atMs, method, path, query, status }: SeenRequest, nowMs: number): string {
  const time = new Date(atMs).toISOString().slice(11, 23);
  const target = query === "" ? path : `${path}?${query}`;
  return `${time} ${method} ${target} ${status ?? "no answer"} ${Math.round(nowMs - atMs)} ms`;
}
