import { startBeacon } from "../../tools/simulator/zidoo/beacon.ts";
import { faultUsages, parseBehaviour } from "../../tools/simulator/zidoo/parse-behaviour.ts";
import { externalSources } from "../../tools/simulator/zidoo/external-source.ts";
import { presets } from "../../tools/simulator/zidoo/presets.ts";
import { type Simulator, startSimulator, usualPort } from "../../tools/simulator/zidoo/start-simulator.ts";
import type { SeenRequest } from "../../tools/simulator/zidoo/traffic.ts";
import { escapeText } from "../../tools/terminal-view/escape-text.ts";
import type { Output } from "../../tools/terminal-view/terminal.ts";
import type { CliCommand } from "../cli-command.ts";
import { exitCodes, ListenError } from "../exit-codes.ts";
import { rejectWords, valueOf } from "../parse-arguments.ts";
import { replayRecording } from "../replay-recording.ts";
import { aborted } from "../../lib/aborted.ts";
import { defaultHost, faultsOf, simulatorOptionsOf } from "../simulator-options.ts";
import { span, wrapped } from "../../tools/terminal-view/line.ts";

/** Runs a simulated player. */
export const simulate: CliCommand = {
  usage: "[flags]",
  about: "Runs a simulated player that answers like a real one, with faults on request.",
  examples: [
    "simulate",
    "simulate --port 9530 --preset audio --queue 5000 --verbose",
    "simulate --fault slow:500 --fault 'status:804@getPlayStatus*3'",
  ],
  flags: {
    port: { value: "<port>", about: `port to listen on; default ${usualPort}, 0 picks a free one` },
    host: {
      value: "<host>",
      about: `address to listen on; default ${defaultHost}, 0.0.0.0 is all interfaces`,
    },
    prefix: { value: "<word>", about: "path prefix; default Device" },
    preset: {
      value: "<preset>",
      about: `kind of player: ${Object.keys(presets).join(", ")}; default video`,
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
    fault: { value: "<fault>", about: "fault to simulate; can be given several times" },
    discoverable: { about: "let `discover` find it" },
    replay: { value: "<file>", about: "play back a recording instead, see record" },
    verbose: { about: "print each request" },
  },
  settings: [],
  notes: `Faults:
${faultLines().join(",\n")}.
Each applies to all requests, to one operation (slow:500@getPlayStatus), or to a number of requests (reset*3).
When switched off, it leaves the network until its magic packet arrives; a packet within 15 seconds is lost.`,
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
    stdout.write(`${name} (${model}) listens on ${address}\n`);
    if (simulator.wakePort !== undefined) {
      const wakeAddress = `${options.host.replace("0.0.0.0", "127.0.0.1")}:${simulator.wakePort}`;
      stdout.write(`To wake it with its magic packet: CONTROLS_WAKE_ADDRESS=${wakeAddress}\n`);
    }
    for (const fault of faults) stdout.write(`fault: ${fault}\n`);
    if (beacon !== undefined) stdout.write(`discoverable by ${beacon.ways.join(", ") || "nothing"}\n`);
    stdout.write(`To use it: PLAYER_URL=${address} ${program}\n`);
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
