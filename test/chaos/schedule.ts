import { hash32 } from "../../src/lib/hash.ts";
import { type PresetName, presets } from "../../simulator/zidoo/presets.ts";
import type { ProxyFault } from "./fault-proxy.ts";
import { Random } from "./random.ts";
import { type Use, uses } from "./uses.ts";
import { otherWishes, type Wish } from "./wishes.ts";

/** The simulated players, named after their presets. */
export const playerNames = [
  "video",
  "audio",
  "loose",
  "twins",
  "idle",
] as const satisfies readonly PresetName[];
export type PlayerName = (typeof playerNames)[number];

export function inputOf(player: PlayerName, index: number): string {
  const { inputs } = presets[player].routing;
  return inputs[index]?.tag ?? "";
}

export type Act =
  | { readonly kind: "fault"; readonly player: PlayerName; readonly behavior: string }
  | { readonly kind: "sleep" | "wake"; readonly player: PlayerName }
  | { readonly kind: "use"; readonly player: PlayerName; readonly use: Use }
  | { readonly kind: "kill-broker"; readonly forMs: number }
  | { readonly kind: "disturb-broker"; readonly fault: ProxyFault; readonly forMs: number }
  | ({ readonly kind: "command"; readonly player: PlayerName; readonly transaction: string } & Wish);

/** Events in order, each with the pause after it. */
export type Storm = readonly (Act & { readonly pauseMs: number })[];

/**
 * Faults of a player: the possible forms of its answers, and misbehaving selections. A list that never changes is left
 * out: it may show a value that was requested and never set, and no client could tell.
 */
const behaviors = [
  "slow:150*3",
  "slow:900*1",
  "jitter:100*4",
  "drip:5*1",
  "reset*2",
  "hang*1",
  "truncated*2",
  "halfJson*2",
  "html*2",
  "empty*1",
  "bare*1",
  "bom*2",
  "contentType:none*2",
  "oversized*1",
  "http:500*2",
  "redirect:http://127.0.0.1:1/*1",
  "status:804*3",
  "status:805*2",
  "status:806@getPlayStatus*1",
  "status:801*1",
  "refuseParallel:503*3",
  "trailing:400*2",
  "ignoreSelection*1",
  "appliesButAnswersError*1",
  "lenientTags*1",
  "lies*1",
] as const;

const proxyFaults: readonly ProxyFault[] = ["cut", "reset", "freeze", "delay", "truncate"];

/**
 * A family counts as unsupported after three denials in a row, and is then polled again only when its player comes
 * back.
 */
const mostDenials = 2;

/** Enough for about forty faults that take effect; short enough that the bridge's back-off stays short, too. */
export const actsInStorm = 120;

/** Storm `number` of a seed: depends on nothing else, neither on earlier storms nor on their effects. */
export function planStorm(seed: number, number: number, acts = actsInStorm): Storm {
  const random = new Random(hash32(`${seed}/${number}`));
  const disturbsBroker = random.next() < 0.5;
  const asleep = new Set<PlayerName>();
  const denials = new Map<PlayerName, number>();

  const fault = (player: PlayerName): Act => {
    const behavior = random.pick(
      behaviors.filter((text) => {
        if (text.startsWith("status:801")) return (denials.get(player) ?? 0) < mostDenials;
        // The answer "nothing plays" implies a video family, which leaves the model's support open for a while.
        return !text.startsWith("status:806") || presets[player].groups.includes("video");
      }),
    );
    if (behavior.startsWith("status:801")) denials.set(player, (denials.get(player) ?? 0) + 1);
    return { kind: "fault", player, behavior };
  };

  const doze = (player: PlayerName): Act => {
    const [sleeper] = asleep;
    // One at a time: if most players were off most of the time, the storm would test little else.
    if (sleeper !== undefined) {
      asleep.delete(sleeper);
      return { kind: "wake", player: sleeper };
    }
    asleep.add(player);
    return { kind: "sleep", player };
  };

  const act = (index: number): Act => {
    const player = random.pick(playerNames);
    const dice = random.next();
    if (dice < 0.45) return fault(player);
    if (dice < 0.49) return doze(player);
    if (dice < 0.64) return { kind: "use", player, use: anyUse(player, random) };
    if (dice < 0.69 && disturbsBroker) return brokerTrouble(random);
    return command(player, `${number}-${index}`, random);
  };
  return Array.from({ length: acts }, (_, index) => ({ ...act(index), pauseMs: random.between(5, 60) }));
}

function anyUse(player: PlayerName, random: Random): Use {
  const { inputs, outputs } = presets[player].routing;
  const output = random.pick(outputs).tag;
  const name = `Output ${random.between(1, 9)}`;
  const input = random.pick(inputs).tag;
  return { input, output, name, kind: random.pick(Object.keys(uses) as Use["kind"][]) };
}

function brokerTrouble(random: Random): Act {
  if (random.next() < 0.2) return { kind: "kill-broker", forMs: random.between(0, 500) };
  return { kind: "disturb-broker", fault: random.pick(proxyFaults), forMs: random.between(0, 400) };
}

function command(player: PlayerName, transaction: string, random: Random): Act {
  const wish = random.next() < 0.5 ? selection(player, random) : random.pick(otherWishes);
  // Only one player reports its volume.
  const isOfVolume = wish.target === "mute" || wish.target.startsWith("volume");
  const owner = isOfVolume && random.next() < 0.7 ? "audio" : player;
  return { kind: "command", player: owner, transaction, ...wish };
}

function selection(player: PlayerName, random: Random): Wish {
  const { inputs, outputs } = presets[player].routing;
  const target = random.pick(["audio/input", "audio/output"] as const);
  const entries: readonly { readonly tag: string; readonly name: string }[] =
    target === "audio/input" ? inputs : outputs;
  const { tag, name } = random.pick(entries);
  return { target, request: random.pick([tag, tag, tag, name, tag.toLowerCase(), "NOSUCH"]) };
}
