import { setTimeout as sleep } from "node:timers/promises";
import type { ActiveBehavior } from "../../simulator/behaviors.ts";
import type { Act, PlayerName, Storm } from "./schedule.ts";
import type { Stage } from "./stage.ts";
import { uses } from "./uses.ts";

/** Runs the schedule, one event after another; at the end everything is healed. */
export async function perform(stage: Stage, storm: Storm, number: number): Promise<void> {
  const active: ActiveBehavior[] = [];
  const asleep = new Set<PlayerName>();
  for (const [index, act] of storm.entries()) {
    switch (act.kind) {
      case "fault":
        active.push(addFault(stage, act.player, act.behavior));
        break;
      case "sleep":
        asleep.add(act.player);
        await stage.player(act.player).die();
        break;
      case "wake":
        asleep.delete(act.player);
        await stage.player(act.player).wake();
        break;
      case "use":
        stage.ledger.operated(act.player);
        uses[act.use.kind](stage.player(act.player).player, act.use);
        break;
      case "kill-broker":
      case "disturb-broker":
        await disturbBroker(stage, act);
        break;
      case "command":
        await stage.command(act);
        break;
    }
    if (index % actsPerGuest === 0) await visit(stage, number, index / actsPerGuest);
    await sleep(act.pauseMs);
  }
  for (const fault of active) fault.remove();
  for (const player of asleep) await stage.player(player).wake();
}

/** Guests do something beside one act of so many. */
const actsPerGuest = 4;

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

export function addFault(stage: Stage, player: PlayerName, text: string): ActiveBehavior {
  return stage.player(player).simulator.behaviors.add(text);
}

type BrokerTrouble = Extract<Act, { kind: "kill-broker" | "disturb-broker" }>;

async function disturbBroker(stage: Stage, trouble: BrokerTrouble): Promise<void> {
  stage.ledger.disturbed();
  if (trouble.kind === "kill-broker") {
    stage.closeSender();
    await stage.broker.kill(false);
    await sleep(trouble.forMs);
    await stage.broker.start();
    await stage.openSender();
  } else {
    stage.proxy.inflict(trouble.fault);
    await sleep(trouble.forMs);
    stage.proxy.heal();
  }
  stage.ledger.disturbed();
}
