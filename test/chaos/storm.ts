import { setTimeout as sleep } from "node:timers/promises";
import type { ActiveBehavior } from "../../simulator/behaviors.ts";
import { presets } from "../../simulator/zidoo/presets.ts";
import { hash32 } from "../../src/lib/hash.ts";
import type { ProxyFault } from "./fault-proxy.ts";
import { type PlayerName, playerNames } from "./player-names.ts";
import { Random } from "./random.ts";
import type { Stage } from "./stage.ts";
import type { PlayerSlot } from "./start-player.ts";
import { otherWishes, type Wish } from "./wishes.ts";

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

/** Guests do something beside one act of so many. */
const actsPerGuest = 4;

/**
 * Storm `number` of a seed, one event after another: what happens depends on nothing else, neither on earlier storms nor on
 * their effects. At the end everything is healed.
 */
export async function storm(stage: Stage, seed: number, number: number, acts: number): Promise<void> {
  const random = new Random(hash32(`${seed}/${number}`));
  const disturbsBroker = random.next() < 0.5;
  const denials = new Map<PlayerName, number>();
  const active: ActiveBehavior[] = [];
  let asleep: PlayerName | undefined;

  const fault = (player: PlayerName): void => {
    const denied = denials.get(player) ?? 0;
    const behavior = random.pick(
      behaviors.filter((text) => {
        if (text.startsWith("status:801")) return denied < mostDenials;
        // The answer "nothing plays" implies a video family, which leaves the model's support open for a while.
        return !text.startsWith("status:806") || presets[player].groups.includes("video");
      }),
    );
    if (behavior.startsWith("status:801")) denials.set(player, denied + 1);
    active.push(stage.addFault(player, behavior));
  };

  /** One at a time: if most players were off most of the time, the storm would test little else. */
  const doze = async (player: PlayerName): Promise<void> => {
    const sleeper = asleep;
    asleep = sleeper === undefined ? player : undefined;
    await (sleeper === undefined ? stage.player(player).die() : stage.player(sleeper).wake());
  };

  const act = async (index: number): Promise<void> => {
    const player = random.pick(playerNames);
    const dice = random.next();
    if (dice < 0.45) fault(player);
    else if (dice < 0.49) await doze(player);
    else if (dice < 0.64) {
      stage.ledger.operated(player);
      use(stage.player(player), random);
    } else if (dice < 0.69 && disturbsBroker) await disturbBroker(stage, random);
    else await stage.command({ transaction: `${number}-${index}`, ...anyCommand(player, random) });
  };

  for (let index = 0; index < acts; index += 1) {
    await act(index);
    if (index % actsPerGuest === 0) await visit(stage, number, index / actsPerGuest);
    await sleep(random.between(5, 60));
  }
  for (const one of active) one.remove();
  if (asleep !== undefined) await stage.player(asleep).wake();
}

/** A user does something at the player itself. */
function use(slot: PlayerSlot, random: Random): void {
  const { inputs, outputs } = presets[slot.name].routing;
  const { player } = slot;
  const { audio, music, video, volume } = player;
  const [output, name, input] = [
    random.pick(outputs).tag,
    `Output ${random.between(1, 9)}`,
    random.pick(inputs).tag,
  ];
  const uses: readonly (() => unknown)[] = [
    () => music.skip(1),
    // A player without a film is not asked for the place in its playlist.
    () => video.state !== "stopped" && video.skip(1),
    () => video.pause(),
    () => video.play(),
    () => (music.state === "playing" ? music.pause() : music.play()),
    () => volume !== undefined && (volume.level += volume.level > 100 ? -7 : 7),
    () => (player.isMuted = !player.isMuted),
    () => slot.renameOutput(name, output),
    () => audio.selectInput(input),
    () => audio.selectOutput(output),
  ];
  random.pick(uses)();
}

function anyCommand(player: PlayerName, random: Random): Wish & { readonly player: PlayerName } {
  const wish = random.next() < 0.5 ? selection(player, random) : random.pick(otherWishes);
  // Only one player reports its volume.
  const isOfVolume = wish.target === "mute" || wish.target.startsWith("volume");
  return { player: isOfVolume && random.next() < 0.7 ? "audio" : player, ...wish };
}

function selection(player: PlayerName, random: Random): Wish {
  const { inputs, outputs } = presets[player].routing;
  const target = random.pick(["audio/input", "audio/output"] as const);
  const entries: readonly { readonly tag: string; readonly name: string }[] =
    target === "audio/input" ? inputs : outputs;
  const { tag, name } = random.pick(entries);
  return { target, request: random.pick([tag, tag, tag, name, tag.toLowerCase(), "NOSUCH"]) };
}

async function disturbBroker(stage: Stage, random: Random): Promise<void> {
  if (random.next() < 0.2) return stage.brokerReturns(random.between(0, 500));
  stage.ledger.disturbed();
  stage.proxy.inflict(random.pick(proxyFaults));
  await sleep(random.between(0, 400));
  stage.proxy.heal();
  stage.ledger.disturbed();
}

/** Somebody does something with each guest. */
async function visit(stage: Stage, number: number, index: number): Promise<void> {
  for (const guest of stage.guests) {
    const act = guest.storm(number, index);
    if (act.does !== "commands") continue;
    for (const { control, payload } of act.sent) {
      const transaction = `${number}-${guest.name}-${index}`;
      await stage.command({ transaction, player: guest.name, target: control, request: payload });
    }
  }
}
