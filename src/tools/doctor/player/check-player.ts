import type { PlayerConfig } from "../../../config/players.ts";
import { DeviceError } from "../../../core/errors.ts";
import { digitsOfMac } from "../../../core/mac.ts";
import { askModel } from "../../../device/ask-model.ts";
import type { DeviceOptions } from "../../../device/client.ts";
import { fault, type Finding, good } from "../finding.ts";
import { reach, resolveHost } from "../reach.ts";
import type { World } from "../world.ts";
import { findAgain } from "./find-again.ts";
import { interview } from "./interview.ts";
import { lookAt } from "./look-at.ts";

/** What an examination of one player needs. */
export interface PlayerPatient {
  readonly player: PlayerConfig;
  readonly world: World;
  /** Its MAC as an earlier run of the bridge learnt it; known late, or never. */
  readonly macToldBefore: Promise<string | undefined>;
  /** Ends the examination, whatever the player does; then it may throw the signal's reason. */
  readonly signal: AbortSignal;
}

const knockMs = 3000;

/** Examines one player: its address, what answers there, and what it says. */
export async function* checkPlayer(patient: PlayerPatient): AsyncGenerator<Finding, void> {
  const { player, world, signal } = patient;
  const { hostname, port, protocol } = new URL(player.url);
  const number = port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
  const resolved = await resolveHost(hostname, world);
  if (resolved !== undefined && "problem" in resolved) {
    yield fault(
      "address",
      `'${hostname}' is not found: ${resolved.problem}`,
      "correct the host, or write the player's IP address",
    );
    return;
  }
  if (resolved !== undefined) yield good("address", `${hostname} is ${resolved.addresses.join(", ")}`);
  const address = resolved?.addresses[0] ?? hostname;
  const found = await reach(hostname, number, knockMs, signal);
  if (found === "open") {
    yield* interviewed(patient);
    return;
  }
  const what =
    found === "refused"
      ? `${hostname} is there, but nothing listens on its port ${number}: the player is off or in standby, or something else has its address now`
      : `nothing answers at ${hostname}: the player is unplugged, or its address has changed`;
  yield await lost(patient, what, address);
}

async function* interviewed(patient: PlayerPatient): AsyncGenerator<Finding, void> {
  const { player, world, signal } = patient;
  const options = deviceOptions(player);
  const mac = knownMac(player, await patient.macToldBefore);
  try {
    const seen = yield* interview({ player, options, clock: world.clock, signal });
    if (mac !== undefined && !isSameCard(seen.mac, mac.value)) {
      const what = `another player answers here: its MAC is ${seen.mac}, and ${mac.from} says ${mac.value}`;
      yield await lost(patient, what, new URL(player.url).hostname);
    }
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    yield await unfit(patient, error, options);
  }
}

const slowAdvice =
  "check its network; on Wi-Fi a player may take seconds: device.timeoutMs says how long it may";

/** What is at an address where something answers, and no player does. */
async function unfit(patient: PlayerPatient, error: DeviceError, options: DeviceOptions): Promise<Finding> {
  const { player, signal } = patient;
  if (!error.answered) {
    return fault(
      "answers",
      `something listens there, and gives no answer: ${error.message}`,
      `is it a player? If it is, ${slowAdvice}`,
    );
  }
  const stranger = await lookAt(options, signal);
  if (stranger.isGuarded) {
    return fault(
      "answers",
      `${stranger.name} answers there, and wants to know who asks`,
      "if it is the player, set its psk, or write user and password into its url",
    );
  }
  if (stranger.isLikePlayer) {
    return fault(
      "prefix",
      `a player answers there, in the manner of a maker that is not known: ${error.message}`,
      "set device.pathPrefix to the word that its paths begin with",
    );
  }
  return lost(
    patient,
    `${stranger.name} answers there, and no player: ${withoutAdvice(error.message)}`,
    new URL(player.url).hostname,
  );
}

/** The bridge's own advice is for a player. */
function withoutAdvice(message: string): string {
  return message.replace(/: set device\.pathPrefix$/, "");
}

/** The finding that a player is not at its address, with its new one if it can be found by its MAC. */
async function lost(patient: PlayerPatient, what: string, address: string): Promise<Finding> {
  const { player, world, signal } = patient;
  const mac = knownMac(player, await patient.macToldBefore);
  if (mac === undefined) {
    return fault(
      "reach",
      what,
      "switch it on, or find its new address with player2mqtt discover; with its mac configured, check finds it by itself",
    );
  }
  const now = await findAgain(mac.value, address, world, signal);
  if (now === undefined) {
    return fault(
      "reach",
      what,
      `switch it on, or look for ${mac.value} in your router and correct its address`,
    );
  }
  const moved = new URL(player.url);
  moved.hostname = now;
  const model = await askModel(moved.href.replace(/\/$/, ""), signal);
  if (model !== undefined && isSameCard(model.mac, mac.value)) {
    return fault(
      "moved",
      `${what}. The player is at ${now} now`,
      `set its url to ${moved.host}, and have your router keep that address`,
    );
  }
  return fault(
    "moved",
    `${what}. Its network card (${mac.value}) is at ${now} now, and does not answer as a player`,
    `switch it on, and set its url to ${moved.host}`,
  );
}

/** Who does not tell its MAC cannot be told from another. */
function isSameCard(told: string | undefined, known: string): boolean {
  const digits = told === undefined ? undefined : digitsOfMac(told);
  return digits === undefined || digits === digitsOfMac(known);
}

function knownMac(
  { mac }: PlayerConfig,
  told: string | undefined,
): { readonly value: string; readonly from: string } | undefined {
  const [value, from] =
    mac === undefined ? [told, "what the bridge learnt earlier"] : [mac, "the configuration"];
  return value === undefined || digitsOfMac(value) === undefined ? undefined : { value, from };
}

function deviceOptions(player: PlayerConfig): DeviceOptions {
  return {
    url: player.url,
    pathPrefix: player.pathPrefix,
    psk: player.psk,
    timeoutMs: player.device.timeoutMs,
    maxBodyBytes: player.device.maxBodyBytes,
    queue: { ...player.queue, maxPayloadBytes: longestQueueBytes },
  };
}

/** The queue is only counted. */
const longestQueueBytes = 100_000;
