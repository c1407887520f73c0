import { once } from "node:events";
import { createServer, type Server } from "node:net";
import type { SimulatedPlayer } from "../../simulator/zidoo/simulated-player.ts";
import { type Simulator, startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { listen } from "../support/free-port.ts";
import type { Ledger } from "./ledger.ts";
import type { Random } from "./random.ts";
import type { PlayerName } from "./player-names.ts";
import { shownIn } from "./shown.ts";
import type { Target } from "./wishes.ts";

const endlessMs = 86_400_000;
/** This player closes idle connections, so that the next request often finds its connection closed. */
const impatient: PlayerName = "twins";
const impatientMs = 300;
const queueSize = 40;

/** A simulated player at its address, which stays when it is dead. */
export class PlayerSlot implements AsyncDisposable {
  readonly name: PlayerName;
  readonly simulator: Simulator;
  /** The further address at which a fresh bridge asks it, without faults. */
  readonly faultless: Simulator;
  readonly #ledger: Ledger;
  #door: Server | undefined;

  private constructor(name: PlayerName, simulator: Simulator, faultless: Simulator, ledger: Ledger) {
    this.name = name;
    this.simulator = simulator;
    this.faultless = faultless;
    this.#ledger = ledger;
    this.#follow();
  }

  static async start(name: PlayerName, random: Random, ledger: Ledger): Promise<PlayerSlot> {
    const common = {
      now: () => performance.now(),
      random: () => random.next(),
      preset: name,
      prefix: name === "audio" ? "Zidoo" : "Device",
    };
    const simulator = await startSimulator({
      ...common,
      queueSize,
      ...(name === impatient && { keepAliveTimeoutMs: impatientMs }),
    });
    const { player } = simulator;
    // Playback that ends by itself would change the truth at a moment that the schedule does not know.
    player.music.edit((tracks) => tracks.map((track) => ({ ...track, durationMs: endlessMs })));
    player.video.edit((films) => films.map((film) => ({ ...film, durationMs: endlessMs })));
    return new PlayerSlot(name, simulator, await startSimulator({ ...common, player }), ledger);
  }

  get player(): SimulatedPlayer {
    return this.simulator.player;
  }

  get url(): string {
    return this.simulator.url;
  }

  /** Switches it off; its address resets every connection. */
  async die(): Promise<void> {
    await this.simulator.sleep();
    const door = createServer((socket) => socket.resetAndDestroy());
    await listen(door, this.simulator.port);
    this.#door = door;
  }

  async wake(): Promise<void> {
    const door = this.#door;
    this.#door = undefined;
    if (door !== undefined) {
      door.close();
      await once(door, "close");
    }
    await this.simulator.wake();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#door?.close();
    await this.simulator[Symbol.asyncDispose]();
    await this.faultless[Symbol.asyncDispose]();
  }

  /** Renames an output, unless the state of the player names its output: that spares the list, which alone shows names. */
  renameOutput(name: string, tag = this.player.audio.outputs[0]?.tag ?? ""): void {
    const { audio, volume } = this.player;
    if (volume === undefined) audio.renameOutput(tag, name);
  }

  /** Records the requests to it, and the values in its answers. */
  #follow(): void {
    const { behaviors } = this.simulator;
    const answer = behaviors.answer.bind(behaviors);
    behaviors.answer = async (call, plain) => {
      const { operation } = call;
      // Whether a player of another make is there says nothing about this one.
      if (operation === undefined) return answer(call, plain);
      this.#ledger.requests.note(this.name, call);
      const reply = await answer(call, plain);
      const at = performance.now();
      for (const [target, value] of Object.entries(shownIn(operation, reply.body)) as [Target, string][])
        this.#ledger.showed({ at, player: this.name, target, value });
      return reply;
    };
  }
}
