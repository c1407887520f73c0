import { aborted } from "../../lib/aborted.ts";
import { startBeacon } from "../../../simulator/beacon.ts";
import type { SeenRequest } from "../../../simulator/traffic.ts";
import { defaultMakeName, simulatedMakes } from "../../../simulator/makes.ts";
import { reachable, type RunningSimulator, type SimulatedMake } from "../../../simulator/simulated-make.ts";
import { escapeText } from "../../tools/terminal-view/escape-text.ts";
import { span, wrapped } from "../../tools/terminal-view/line.ts";
import type { Output } from "../../tools/terminal-view/terminal.ts";
import type { CliCommand } from "../cli-command.ts";
import { exitCodes, ListenError, UsageError } from "../exit-codes.ts";
import { valueOf } from "../parse-arguments.ts";
import { replayRecording } from "../replay-recording.ts";
import {
  commonOptionsOf,
  defaultHost,
  defaultMake,
  faultsOf,
  givenFlags,
  otherMakes,
  simulatedMakeOf,
} from "../simulated-makes.ts";

function ofEach(fact: (make: SimulatedMake) => string | number, mark: string): string {
  const others = otherMakes.map(([name, make]) => `of ${name}${mark} ${fact(make)}`);
  return [fact(defaultMake), ...others].join(mark === "" ? ", " : "; ");
}

const presets = ({ presets: names }: SimulatedMake) => names.join(", ");

/** The flags of the default make, and those of others, which say whose they are. */
const ownFlags = [[undefined, defaultMake] as const, ...otherMakes].flatMap(([name, { flags }]) =>
  Object.entries(flags).map(([flag, { about, ...rest }]) => [
    flag,
    { ...rest, about: name === undefined ? about : `of ${name}: ${about}` },
  ]),
);

export const simulate: CliCommand = {
  about: "Runs a simulated player that answers like a real one, with faults on request.",
  examples: [
    "simulate",
    "simulate --port 9530 --preset audio --queue 5000 --verbose",
    `simulate ${defaultMake.example}`,
    ...otherMakes.map(([name, { example }]) => `simulate --family ${name} ${example}`),
  ],
  flags: {
    family: {
      value: "<make>",
      about: `make of the player: ${Object.keys(simulatedMakes).join(", ")}; default ${defaultMakeName}`,
    },
    port: {
      value: "<port>",
      about: `port to listen on; default ${ofEach(({ usualPort }) => usualPort, "")}; 0 picks one`,
    },
    host: {
      value: "<host>",
      about: `address to listen on; default ${defaultHost}, 0.0.0.0 is all interfaces`,
    },
    preset: { value: "<preset>", about: ofEach(presets, ":") },
    name: { value: "<name>", about: "name of the player" },
    queue: { value: "<tracks>", about: "number of tracks in the music queue" },
    ...Object.fromEntries(ownFlags),
    fault: { value: "<fault>", about: "fault to simulate; can be given several times" },
    discoverable: { about: "let `discover` find it" },
    replay: { value: "<file>", about: "play back a recording instead, see record" },
    verbose: { about: "print each request" },
  },
  notes: `Faults:
${faultLines(defaultMake.faultUsages)}.
${otherMakes.map(([name, { faultUsages }]) => `Faults with --family ${name}:\n${faultLines(faultUsages)}.\n`).join("")}\
Each applies to all requests, to one operation (slow:500@<operation>), or to a number of requests (reset*3).
When switched off, it leaves the network until its magic packet arrives; a packet within 15 seconds is lost.`,
  async execute(given, shell) {
    const { program, stdout, signal } = shell;
    const recording = valueOf(given, "replay");
    if (recording !== undefined) return replayRecording(recording, given, shell);
    const make = simulatedMakeOf(given);
    const options = commonOptionsOf(given, make);
    const faults = faultsOf(given, make);
    await using simulator = await make.start(givenFlags(given), options).catch((error: unknown) => {
      throw error instanceof UsageError ? error : new ListenError(options.host, options.port, error);
    });
    for (const fault of faults) simulator.behaviors.add(fault);
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

function logRequests({ behaviors, traffic }: RunningSimulator, output: Output): void {
  // The newest behavior runs first, before any fault.
  behaviors.add({
    text: "log",
    start: ({ clock }) => ({
      handle(call, next) {
        const request = traffic.requests.at(-1);
        // The signal aborts when the connection ends; the status is set right after that.
        call.signal.addEventListener("abort", () => {
          queueMicrotask(() => {
            if (request !== undefined) output.write(`${escapeText(requestText(request, clock.now()))}\n`);
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
