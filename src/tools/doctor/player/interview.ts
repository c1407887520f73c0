import type { PlayerConfig } from "../../../config/players.ts";
import { DeviceError } from "../../../core/errors.ts";
import type { Answer } from "../../../core/resources/player.ts";
import { type ResourceName, resourceNames } from "../../../core/resources/resource.ts";
import { DeviceClient, type DeviceOptions } from "../../../device/client.ts";
import { DeviceHttp } from "../../../device/http.ts";
import { readPath } from "../../../device/operations.ts";
import type { Clock } from "../../../lib/clock.ts";
import { fault, type Finding, good, note, warning } from "../finding.ts";
import { checkControls, checkPaths, harmlessPaths, type Told, unansweredPaths } from "./check-controls.ts";
import { describeReading, familyNames } from "./describe-reading.ts";

/** What an interview needs. */
export interface Interview {
  readonly player: PlayerConfig;
  readonly options: DeviceOptions;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** One resource as it was answered. */
interface Said {
  readonly resource: ResourceName;
  readonly answer: Answer | DeviceError;
  readonly ms: number;
}

/** A player's clock may be so wrong before it is worth a word. */
const clockToleranceMs = 120_000;

/**
 * Asks for everything once, as a poll does, and tells what came. Throws DeviceError when nothing usable did; returns
 * the MAC that the player gave.
 */
export async function* interview({
  player,
  options,
  clock,
  signal,
}: Interview): AsyncGenerator<Finding, { readonly mac: string | undefined }> {
  const own = player.controls.paths;
  const asked = { player, options: { ...options, paths: harmlessPaths(own) }, clock, signal };
  const said = await askFor(resourceNames, asked);
  const families = said.filter(({ resource }) => resource !== "model");
  if (!families.some(isWell)) {
    const other = options.pathPrefix === "auto" ? undefined : await findPrefix(options, signal);
    if (other === undefined) throw noneAnswered(families);
    yield fault(
      "prefix",
      `the player's paths begin with ${other}, and ${options.pathPrefix} is configured`,
      "leave device.pathPrefix at auto",
    );
    return { mac: undefined };
  }

  const model = said.map(readingOf).find((reading) => reading?.resource === "model")?.value;
  const prefix = model?.pathPrefix ?? options.pathPrefix;
  yield good(
    "answers",
    `${model === undefined ? "a player" : describeReading({ resource: "model", value: model })}, paths begin with ${prefix}`,
  );
  yield* tellOfFamilies(families);
  const told = toldBy(said);
  const usual = await askFor(unansweredPaths(own, told), { player, options, clock, signal });
  yield* checkPaths(own, told, toldBy(usual));
  yield* checkControls(player, told);
  yield good(
    "poll",
    families
      .map(textOf)
      .filter((text) => text !== "")
      .join(", "),
  );
  yield latency(said, options.timeoutMs);
  yield* checkClock(await dateOf(prefix, options, signal), clock.date());
  return { mac: model?.mac };
}

/** Asks as kindly as the bridge does, which may be polling the player at the same time. */
async function askFor(
  resources: readonly ResourceName[],
  { player, options, clock, signal }: Interview,
): Promise<Said[]> {
  const said: Said[] = [];
  if (resources.length === 0) return said;
  await using client = new DeviceClient(options);
  for (const resource of resources) {
    if (said.length > 0) await clock.sleep(player.device.gapMs, signal);
    said.push(await ask(client, resource, clock, signal));
  }
  return said;
}

function toldBy(said: readonly Said[]): Told {
  return new Map(
    said.map(({ resource, answer }) => [resource, answer instanceof DeviceError ? undefined : answer]),
  );
}

async function ask(
  client: DeviceClient,
  resource: ResourceName,
  clock: Clock,
  signal: AbortSignal,
): Promise<Said> {
  const before = clock.now();
  try {
    const answer = await client.read(resource, signal);
    return { resource, answer, ms: clock.now() - before };
  } catch (error) {
    // The first request finds the prefix: where there is none, nothing else makes sense.
    if (!(error instanceof DeviceError) || resource === "model" || !error.answered) throw error;
    return { resource, answer: error, ms: clock.now() - before };
  }
}

function noneAnswered(families: readonly Said[]): DeviceError {
  const error = families.map(({ answer }) => answer).find((answer) => answer instanceof DeviceError);
  return error ?? new DeviceError("malformed", "none of its operations is answered");
}

/** The word its paths begin with, where another one is configured. */
async function findPrefix(options: DeviceOptions, signal: AbortSignal): Promise<string | undefined> {
  await using client = new DeviceClient({ ...options, pathPrefix: "auto" });
  try {
    const reading = readingOf({ answer: await client.read("model", signal) });
    return reading?.resource === "model" ? reading.value.pathPrefix : undefined;
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    return undefined;
  }
}

function* tellOfFamilies(families: readonly Said[]): Generator<Finding, void> {
  const lacking = families.filter(({ answer }) => "kind" in answer && answer.kind === "unsupported");
  if (lacking.length > 0) {
    const names = lacking.map(({ resource }) => `no ${familyNames[resource]}`);
    yield note("families", `this model has ${names.join(", ")}`);
  }
  for (const { resource, answer } of families) {
    if (answer instanceof DeviceError) {
      yield fault(
        "families",
        `${resource} is answered with nonsense: ${answer.message}`,
        "record it and report it: player2mqtt record",
      );
    } else if (answer.kind === "refused" || answer.kind === "confused") {
      yield warning(
        "families",
        `${resource} is refused: ${answer.reason}`,
        "ask again; if it stays so, record it and report it: player2mqtt record",
      );
    }
  }
}

function latency(said: readonly Said[], timeoutMs: number): Finding {
  const slowest = said.reduce((slow, each) => (each.ms > slow.ms ? each : slow));
  const sorted = said.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const text = `answers take ${Math.round(median)} ms, the slowest (${slowest.resource}) ${Math.round(slowest.ms)} ms`;
  return slowest.ms > timeoutMs / 2
    ? warning("latency", text, `the limit is ${timeoutMs} ms: check its network, or raise device.timeoutMs`)
    : good("latency", text);
}

/** The date in the header of an answer, where the player sends one. */
async function dateOf(
  prefix: string,
  options: DeviceOptions,
  signal: AbortSignal,
): Promise<Date | undefined> {
  await using http = new DeviceHttp(options);
  const { headers } = await http.get(readPath(prefix, "model"), signal);
  const date = new Date(String(headers["date"]));
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function* checkClock(told: Date | undefined, own: Date): Generator<Finding, void> {
  if (told === undefined) return;
  const aheadMs = told.getTime() - own.getTime();
  if (Math.abs(aheadMs) <= clockToleranceMs) {
    yield good("clock", "its clock agrees with ours");
    return;
  }
  const minutes = Math.round(Math.abs(aheadMs) / 60_000);
  const way = aheadMs > 0 ? "ahead of" : "behind";
  yield note(
    "clock",
    `its clock is ${minutes} min ${way} ours; the bridge does not mind`,
    "set whichever is wrong: streaming services and certificates do mind",
  );
}

function isWell({ answer }: Said): boolean {
  return "kind" in answer && (answer.kind === "reading" || answer.kind === "absent");
}

function readingOf({ answer }: Pick<Said, "answer">) {
  return "kind" in answer && answer.kind === "reading" ? answer.reading : undefined;
}

function textOf(said: Said): string {
  const reading = readingOf(said);
  if (reading !== undefined) return describeReading(reading);
  return "kind" in said.answer && said.answer.kind === "absent"
    ? `no ${familyNames[said.resource]} just now`
    : "";
}
