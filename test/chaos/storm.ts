import { setTimeout as sleep } from "node:timers/promises";
import type { Simulator } from "../../src/simulator/start-simulator.ts";
import type { ProxyFault } from "./fault-proxy.ts";
import type { Random } from "./random.ts";
import type { Stage } from "./stage.ts";

/** Faults of a player: what its answers can look like. `lies` is left out, since it fools the answer itself. */
const playerFaults = [
  "slow:150*3",
  "slow:700*1",
  "jitter:100*4",
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
  "status:806*1",
  "status:801*1",
  "refuseParallel:503*3",
  "trailing:400*2",
  "ignoreSelection*1",
  "appliesButAnswersError*1",
] as const;

const proxyFaults: readonly ProxyFault[] = ["cut", "reset", "freeze", "delay", "truncate"];

/** How many faults of each kind really struck. */
export type FaultCount = Map<string, number>;

let transactions = 0;

/** Enough for about forty faults that strike; short enough that the bridge's own back-off stays short, too. */
const actsInStorm = 120;

/** One storm: a series of faults and commands that the dice decide; at its end everything is healed. */
export async function storm(stage: Stage, random: Random, count: FaultCount): Promise<void> {
  const disturbsBroker = random.next() < 0.5;
  const active: { readonly name: string; readonly hits: number; remove(): void }[] = [];
  const asleep = new Set<Simulator>();
  for (let act = 0; act < actsInStorm; act++) {
    const player = random.pick([...stage.players.values()]);
    const dice = random.next();
    if (dice < 0.55) active.push(addFault(player, random));
    else if (dice < 0.6) await doze(player, asleep, count);
    else if (dice < 0.75) live(player, random);
    else if (dice < 0.8 && disturbsBroker) await disturbBroker(stage, random, count);
    else await command(stage, random);
    await sleep(random.between(5, 60));
  }
  for (const fault of active) {
    add(count, fault.name, fault.hits);
    fault.remove();
  }
  for (const player of asleep) await player.wake();
  stage.proxy.heal();
}

function addFault(player: Simulator, random: Random) {
  const text = random.pick(playerFaults);
  const fault = player.behaviours.add(text);
  return {
    name: `player ${text.split(/[:*]/)[0] ?? text}`,
    get hits() {
      return fault.hits;
    },
    remove: () => {
      fault.remove();
    },
  };
}

async function doze(player: Simulator, asleep: Set<Simulator>, count: FaultCount): Promise<void> {
  if (asleep.delete(player)) {
    await player.wake();
    return;
  }
  asleep.add(player);
  add(count, "player asleep", 1);
  await player.sleep();
}

/** Somebody uses the player itself: its state moves without the bridge. */
function live({ player }: Simulator, random: Random): void {
  const { audio, music, video } = player;
  switch (random.between(0, 6)) {
    case 0:
      music.skip(1);
      break;
    case 1:
      video.skip(1);
      break;
    case 2:
      video.pause();
      break;
    case 3:
      video.play();
      break;
    case 4:
      audio.renameOutput(random.pick(audio.outputs).tag, `Output ${random.between(1, 9)}`);
      break;
    case 5:
      audio.inputIndex = random.between(0, audio.inputs.length - 1);
      break;
    default:
      audio.selectOutput(random.pick(audio.outputs).tag);
  }
}

async function disturbBroker(stage: Stage, random: Random, count: FaultCount): Promise<void> {
  stage.ledger.brokerDisturbed();
  if (random.next() < 0.2) {
    add(count, "broker killed", 1);
    await stage.broker.kill();
    await sleep(random.between(0, 500));
    await stage.broker.start();
    await stage.watch();
  } else {
    const fault = random.pick(proxyFaults);
    add(count, `broker connection ${fault}`, 1);
    stage.proxy.inflict(fault);
    await sleep(random.between(0, 400));
    stage.proxy.heal();
  }
  stage.ledger.brokerDisturbed();
}

async function command(stage: Stage, random: Random): Promise<void> {
  const [id, { player }] = random.pick([...stage.players]);
  const selector = random.pick(["input", "output"] as const);
  const { tag, name } = random.pick<{ tag: string; name: string }>(
    selector === "input" ? player.audio.inputs : player.audio.outputs,
  );
  const request = random.pick([tag, tag, tag, name, tag.toLowerCase(), "NOSUCH"]);
  const transaction = `c${++transactions}`;
  const entry = { transaction, player: id, selector, request, sentAt: performance.now() };
  stage.ledger.sent(entry);
  const payload = JSON.stringify({ tag: request, transaction });
  const isDelivered = await stage.send(`player2mqtt/${id}/audio/${selector}/set`, payload);
  if (!isDelivered) stage.ledger.entries.delete(transaction);
}

function add(count: FaultCount, name: string, times: number): void {
  if (times > 0) count.set(name, (count.get(name) ?? 0) + times);
}

/** All faults that struck. */
export function total(count: FaultCount): number {
  return [...count.values()].reduce((sum, times) => sum + times, 0);
}
