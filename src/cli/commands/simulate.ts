import { aborted } from "../../lib/aborted.ts";
import { startBeacon } from "../../tools/simulator/beacon.ts";
import type { SeenRequest } from "../../tools/simulator/traffic.ts";
import { externalSources } from "../../tools/simulator/zidoo/external-source.ts";
import { escapeText } from "../../tools/terminal-view/escape-text.ts";
import { span, wrapped } from "../../tools/terminal-view/line.ts";
import type { Output } from "../../tools/terminal-view/terminal.ts";
import type { CliCommand } from "../cli-command.ts";
import { exitCodes, ListenError, UsageError } from "../exit-codes.ts";
import { rejectWords, valueOf } from "../parse-arguments.ts";
import { replayRecording } from "../replay-recording.ts";
import {
  commonOptionsOf,
  defaultHost,
  faultsOf,
  reachable,
  type RunningSimulator,
  simulatedMakeOf,
  simulatedMakes,
} from "../simulated-makes.ts";

const { zidoo, bluos } = simulatedMakes;

export const simulate: CliCommand = {
  usage: "[flags]",
  about: "Runs a simulated player that answers like a real one, with faults on request.",
  examples: [
    "simulate",
    "simulate --port 9530 --preset audio --queue 5000 --verbose",
    "simulate --family bluos --zones 2",
    "simulate --fault slow:500 --fault 'status:804@getPlayStatus*3'",
  ],
  flags: {
    family: {
      value: "<make>",
      about: `make of the player: ${Object.keys(simulatedMakes).join(", ")}; default zidoo`,
    },
    port: {
      value: "<port>",
      about: `port to listen on; default ${zidoo.usualPort}, of bluos ${bluos.usualPort}; 0 picks one`,
    },
    host: {
      value: "<host>",
      about: `address to listen on; default ${defaultHost}, 0.0.0.0 is all interfaces`,
    },
    zones: { value: "<count>", about: "of bluos: zones of its chassis, each a player of its own" },
    prefix: { value: "<word>", about: "path prefix; default Device" },
    preset: {
      value: "<preset>",
      about: `kind: ${zidoo.presets.join(", ")}; of bluos: ${bluos.presets.join(", ")}`,
    },
    source: {
      value: "<source>",
      about: `what it plays instead of its own film or music: ${Object.keys(externalSources).join(", ")}`,
    },
    name: { value: "<name>", about: "name of the player" },
    queue: { value: "<tracks>", about: "number of tracks in the music queue" },
    together: { about: "play a film and music at once, which no real player does" },
    wake: {
      value: "<port>",
      about: "UDP port for the magic packet that wakes it; without one it stays off",
    },
    renderer: {
      value: "<port>",
      about: "UDP port where searches for its DLNA renderer are answered; the bridge asks 1900",
    },
    fault: { value: "<fault>", about: "fault to simulate; can be given several times" },
    discoverable: { about: "let `discover` find it" },
    replay: { value: "<file>", about: "play back a recording instead, see record" },
    verbose: { about: "print each request" },
  },
  settings: [],
  notes: `Faults:
${faultLines(zidoo.faultUsages)}.
Faults with --family bluos:
${faultLines(bluos.faultUsages)}.
Each applies to all requests, to one operation (slow:500@getPlayStatus), or to a number of requests (reset*3).
When switched off, it leaves the network until its magic packet arrives; a packet within 15 seconds is lost.`,
  async execute(given, shell) {
    const { program, stdout, signal } = shell;
    rejectWords(given.words);
    const recording = valueOf(given, "replay");
    if (recording !== undefined) return replayRecording(recording, given, shell);
    const make = simulatedMakeOf(given);
    const options = commonOptionsOf(given, make);
    const faults = faultsOf(given, make);
    await using simulator = await make.start(given, options).catch((error: unknown) => {
      throw error instanceof UsageError ? error : new ListenError(options.host, options.port, error);
    });
    for (const fault of faults) simulator.behaviours.add(fault);
    if (given.flags.has("verbose")) logRequests(simulator, stdout);
    await using beacon = given.flags.has("discoverable")
      ? await startBeacon(options.host, simulator.searchWays)
      : undefined;
    const address = reachable(simulator.url);
    stdout.write(`${simulator.title} listens on ${address}\n`);
    for (const note of simulator.notes) stdout.write(`${note}\n`);
    for (const fault of faults) stdout.write(`fault: ${fault}\n`);
    if (beacon !== undefined) stdout.write(`discoverable by ${beacon.ways.join(", ") || "nothing"}\n`);
    stdout.write(`To use it: PLAYER_URL=${address} ${program}\n`);
    await aborted(signal);
    return exitCodes.done;
  },
};

function faultLines(usages: readonly string[]): string {
  const columns = 88;
  return wrapped(
    usages.map((usage) => [span(usage)]),
    columns,
    span(", "),
  )
    .map((line) => `  ${line.map(({ text }) => text).join("")}`)
    .join(",\n");
}

/** Prints a line for each request when it has ended. */
function logRequests({ behaviours, traffic }: RunningSimulator, output: Output): void {
  // The newest behaviour runs first, before any fault.
  behaviours.add({
    text: "log",
    start: ({ now }) => ({
      handle(call, next) {
        const request = traffic.requests.at(-1);
        // The signal aborts when the connection ends; the status is set right after that.
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
