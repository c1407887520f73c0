import type { PlayerConfig } from "../../../config/players.ts";
import { DeviceError, NoPlayerError } from "../../../core/errors.ts";
import { digitsOfMac } from "../../../core/mac.ts";
import type { Family, PlayerOptions } from "../../../families/family.ts";
import { reachOf } from "../../../families/profile-of.ts";
import { familiesNamed, identifyAt, optionsFor, recognize } from "../../../families/recognize.ts";
import { fault, type Finding } from "../finding.ts";
import { reach, resolveHost } from "../reach.ts";
import type { Environment } from "../environment.ts";
import { pollOnce } from "./poll-once.ts";
import { notAPlayer as serverInstead } from "../../../families/http/identify-server.ts";
import { type Phrase, translatable } from "../../../lib/phrase.ts";

export interface PlayerCheck {
  readonly player: PlayerConfig;
  readonly environment: Environment;
  /** Its MAC as an earlier run of the bridge published it; undefined if unknown. */
  readonly announcedMac: Promise<string | undefined>;
  /** The player of the configuration with this MAC, if there is one. */
  readonly playerWith?: (mac: string) => PlayerConfig | undefined;
  readonly onBytes?: () => void;
  /** Ends the examination at once; it may then throw the signal's reason. */
  readonly signal: AbortSignal;
}

const connectMs = 3000;

export async function* checkPlayer(check: PlayerCheck): AsyncGenerator<Finding, void> {
  const { player, environment, signal } = check;
  const { hostname } = new URL(player.url);
  const advice = translatable("advice.player-host", "correct the host, or use the player's IP address");
  const { address, finding } = await resolveHost(hostname, environment, advice);
  if (finding !== undefined) yield finding;
  if (address === undefined) return;
  const families = familiesOf(check);
  const ports = [...new Set(families.map((family) => portOf(player, family)))];
  const reached = await Promise.all(ports.map((port) => reach(hostname, port, connectMs, signal)));
  const open = families.filter((family) => reached[ports.indexOf(portOf(player, family))] === "open");
  if (open.length > 0) {
    yield* polled(check, open);
    return;
  }
  const what = reached.includes("refused")
    ? translatable(
        "reach.closed",
        "{host} is up, but nothing listens on port {port}: the player is off or in standby, or another device has its address now",
        { host: hostname, port: ports.join(", ") },
      )
    : translatable(
        "reach.silent",
        "no answer from {host}: the player is unplugged, or its address has changed",
        { host: hostname },
      );
  yield await notAtAddress(check, what);
}

function familiesOf({ player, environment }: PlayerCheck): readonly Family[] {
  return familiesNamed(player.family, environment.families);
}

function portOf(player: PlayerConfig, family: Family): number {
  const { port, protocol } = new URL(optionsFor(player, family).url);
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}

async function* polled(check: PlayerCheck, families: readonly Family[]): AsyncGenerator<Finding, void> {
  const { player, environment, onBytes, signal } = check;
  const options = { ...reachOf(player, longestQueueBytes), ...(onBytes !== undefined && { onBytes }) };
  const mac = knownMac(player, await check.announcedMac);
  try {
    const { family } = await recognize(families, options, signal);
    const { clock } = environment;
    const seen = yield* pollOnce({ player, family, options: optionsFor(options, family), clock, signal });
    if (mac !== undefined && !isSameCard(seen.mac, mac.value)) {
      const other = check.playerWith?.(String(seen.mac));
      const named = other === undefined ? "" : ` (${other.id})`;
      const what = translatable(
        "reach.other-player",
        "another player answers here: its MAC is {mac}, not {known} as in {source}",
        { mac: `${seen.mac}${named}`, known: mac.value, source: mac.from },
      );
      yield await notAtAddress(check, what, other?.url);
    }
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    yield await notAPlayer(check, error, { options, families });
  }
}

async function notAPlayer(
  check: PlayerCheck,
  error: DeviceError,
  { options, families }: { readonly options: PlayerOptions; readonly families: readonly Family[] },
): Promise<Finding> {
  const { signal } = check;
  if (!error.answered) {
    return fault(
      "answers",
      translatable("answers.none", "the port is open, but nothing answers: {reason}", {
        reason: error.phrase,
      }),
      translatable(
        "advice.slow-network",
        "if it is a player, check its network; on Wi-Fi a player may take seconds: raise device.timeoutMs",
      ),
    );
  }
  for (const family of families) {
    const found = await family.diagnose?.(optionsFor(options, family), error, signal);
    if (found !== undefined) return fault(found.check, found.what, found.advice);
  }
  const [first] = families;
  const seen =
    error instanceof NoPlayerError
      ? error
      : await serverInstead(first ? optionsFor(options, first) : options, error.phrase, signal);
  if (seen instanceof NoPlayerError && seen.isGuarded) {
    return fault(
      "answers",
      seen.phrase,
      translatable("advice.login", "if it is the player, set its psk, or user and password in its url"),
    );
  }
  return notAtAddress(check, seen.phrase);
}

/** With the new address if its MAC is found; first at the address of the player that is there instead. */
async function notAtAddress(check: PlayerCheck, what: Phrase, addressOfOther?: string): Promise<Finding> {
  const { player, environment, signal } = check;
  const mac = knownMac(player, await check.announcedMac);
  if (mac === undefined) {
    return fault(
      "reach",
      what,
      translatable(
        "advice.find-player",
        "switch it on, or find its new address with player2mqtt discover; check finds it by itself if its mac is configured",
      ),
    );
  }
  const isAt = async (url: string): Promise<boolean> => {
    const there = await identifyAt(familiesOf(check), url, signal);
    return there?.model.mac !== undefined && isSameCard(there.model.mac, mac.value);
  };
  if (addressOfOther !== undefined && (await isAt(addressOfOther))) {
    const { host } = new URL(addressOfOther);
    return movedTo(what, host, host);
  }
  const found = await environment.search(signal);
  const now = found.find((each) => each.mac !== undefined && isSameCard(each.mac, mac.value))?.url;
  if (now === undefined) {
    return fault(
      "reach",
      what,
      translatable(
        "advice.look-up",
        "switch it on, or look up {mac} in your router and correct its address",
        { mac: mac.value },
      ),
    );
  }
  const { hostname, host } = new URL(now);
  return movedTo(what, hostname, host);
}

function movedTo(problem: Phrase, address: string, host: string): Finding {
  return fault(
    "moved",
    translatable("moved.to", "{problem}. The player is at {address} now", { problem, address }),
    translatable("advice.moved", "set its url to {host}, and have your router reserve that address", {
      host,
    }),
  );
}

/** Compares MACs; a player that does not report its MAC counts as the same. */
function isSameCard(seen: string | undefined, known: string): boolean {
  const digits = seen === undefined ? undefined : digitsOfMac(seen);
  return digits === undefined || digits === digitsOfMac(known);
}

function knownMac(
  { mac }: PlayerConfig,
  published: string | undefined,
): { readonly value: string; readonly from: Phrase } | undefined {
  const [value, from] =
    mac === undefined
      ? [published, translatable("mac.published", "its earlier answers")]
      : [mac, translatable("mac.configured", "the configuration")];
  return value === undefined || digitsOfMac(value) === undefined ? undefined : { value, from };
}

/** Enough: the queue is only counted. */
export const longestQueueBytes = 100_000;
