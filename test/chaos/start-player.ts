import { type Simulator, startSimulator } from "../../src/tools/simulator/start-simulator.ts";
import type { Ledger } from "./ledger.ts";
import type { Random } from "./random.ts";
import type { PlayerName } from "./schedule.ts";
import { settingsOf, shownIn } from "./shown.ts";
import type { Target } from "./wishes.ts";

const endlessMs = 86_400_000;
/** How long a restarting player is offline. */
const bootMs = 1500;

/** Starts a player and records its answers. */
export async function startPlayer(preset: PlayerName, random: Random, ledger: Ledger): Promise<Simulator> {
  const simulator = await startSimulator({
    now: () => performance.now(),
    random: () => random.next(),
    preset,
    prefix: preset === "audio" ? "Zidoo" : "Device",
    queueSize: 40,
    bootMs,
  });
  playForEver(simulator);
  noteAnswers(preset, simulator, ledger);
  return simulator;
}

/** Playback that ends by itself would change the truth at a moment that the schedule does not know. */
function playForEver({ player: { music, video } }: Simulator): void {
  music.edit((tracks) => tracks.map((track) => ({ ...track, durationMs: endlessMs })));
  video.edit((films) => films.map((film) => ({ ...film, durationMs: endlessMs })));
}

/** Records a player's requests, the values in its answers, and whether these are real. */
function noteAnswers(name: PlayerName, { player, behaviours }: Simulator, ledger: Ledger): void {
  const answer = behaviours.answer.bind(behaviours);
  behaviours.answer = async (call, plain) => {
    ledger.requests.note(name, call.operation);
    const reply = await answer(call, plain);
    const at = performance.now();
    const truth = settingsOf(player);
    const shown = Object.entries(shownIn(call.operation, reply.body)) as [Target, string][];
    for (const [target, value] of shown) {
      ledger.showed({ at, player: name, target, value, isTrue: truth[target] === value });
    }
    return reply;
  };
}
