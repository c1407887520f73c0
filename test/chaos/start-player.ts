import { once } from "node:events";
import { createServer, type Server } from "node:net";
import type { SimulatedPlayer } from "../../simulator/zidoo/simulated-player.ts";
import { type Simulator, startSimulator } from "../../simulator/zidoo/start-simulator.ts";
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

/** A simulated player, and the further address at which a fresh bridge asks it, without faults. */
interface Model {
  readonly faulty: Simulator;
  readonly faultless: Simulator;
}

/** A player at its address: the address stays when the player is dead, or another model takes its place. */
export class PlayerSlot implements AsyncDisposable {
  readonly name: PlayerName;
  displayName: string;
  #model: Model;
  readonly #own: Model;
  readonly #ledger: Ledger;
  readonly #random: Random;
  #door: Server | undefined;

  private constructor(name: PlayerName, model: Model, random: Random, ledger: Ledger) {
    this.name = name;
    this.displayName = name;
    this.#model = model;
    this.#own = model;
    this.#random = random;
    this.#ledger = ledger;
    this.#follow(model.faulty);
  }

  static async start(name: PlayerName, random: Random, ledger: Ledger): Promise<PlayerSlot> {
    const model = await startModel(name, random, name === impatient ? impatientMs : undefined);
    return new PlayerSlot(name, model, random, ledger);
  }

  get simulator(): Simulator {
    return this.#model.faulty;
  }

  get player(): SimulatedPlayer {
    return this.simulator.player;
  }

  get url(): string {
    return this.#own.faulty.url;
  }

  /** Stays with the address, whichever model is there. */
  get identity(): string {
    return identityOf(this.#own.faulty.player);
  }

  /** How a fresh bridge sees it. */
  get fresh() {
    return {
      url: this.#model.faultless.url,
      identity: identityOf(this.player),
      mac: this.player.identity.mac,
    };
  }

  /** Switches it off; its address resets every connection. */
  async die(): Promise<void> {
    await this.simulator.sleep();
    const door = createServer((socket) => socket.resetAndDestroy());
    door.listen(this.#own.faulty.port, "127.0.0.1");
    await once(door, "listening");
    this.#door = door;
  }

  async wake(): Promise<void> {
    await this.#closeDoor();
    await this.simulator.wake();
  }

  /** Both players, which are off, are switched on again, each at the address of the other. */
  async swapWith(other: PlayerSlot): Promise<void> {
    await Promise.all([this.#closeDoor(), other.#closeDoor()]);
    const { port } = this.simulator;
    await Promise.all([this.simulator.wake(other.simulator.port), other.simulator.wake(port)]);
  }

  /** Puts another model at its address. */
  async replace(model: PlayerName): Promise<void> {
    await this.simulator.sleep();
    await this.#closeDoor();
    this.#model = await startModel(model, this.#random, undefined, {
      port: this.#own.faulty.port,
      prefix: prefixOf(this.name),
      mac: "02:5e:11:00:00:77",
    });
    this.#follow(this.simulator);
  }

  /** Puts the first model back. */
  async restore(): Promise<void> {
    await endModel(this.#model);
    this.#model = this.#own;
    await this.wake();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#door?.close();
    await endModel(this.#model);
    await endModel(this.#own);
  }

  /** Renames an output, unless the state of the player names its output: that spares the list, which alone shows names. */
  renameOutput(name: string, tag = this.player.audio.outputs[0]?.tag ?? ""): void {
    const { audio, volume } = this.player;
    if (volume === undefined) audio.renameOutput(tag, name);
  }

  /** Somebody changes what no poll shows: an update renames the apps, the screen is brighter, or an output gets another name. */
  changeUnpolled(): void {
    const { player } = this;
    const [output] = player.audio.outputs;
    if (output !== undefined) player.audio.renameOutput(output.tag, `${output.name} 2`);
    player.apps = player.apps?.map((app) => ({ ...app, label: `${app.label} 2` }));
    if (player.display !== undefined) player.display.screen.level += 1;
  }

  async #closeDoor(): Promise<void> {
    const door = this.#door;
    this.#door = undefined;
    if (door === undefined) return;
    door.close();
    await once(door, "close");
  }

  /** Records the requests to a simulator, and the values in its answers. */
  #follow({ behaviors }: Simulator): void {
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

function identityOf({ identity: { mac } }: SimulatedPlayer): string {
  return `player2mqtt_${mac.replaceAll(":", "")}`;
}

async function startModel(
  model: PlayerName,
  random: Random,
  keepAliveTimeoutMs: number | undefined,
  place: { readonly port?: number; readonly prefix?: string; readonly mac?: string } = {},
): Promise<Model> {
  const common = {
    now: () => performance.now(),
    random: () => random.next(),
    preset: model,
    prefix: place.prefix ?? prefixOf(model),
  };
  const faulty = await startSimulator({
    ...common,
    ...place,
    queueSize,
    ...(keepAliveTimeoutMs !== undefined && { keepAliveTimeoutMs }),
  });
  playForEver(faulty);
  return { faulty, faultless: await startSimulator({ ...common, player: faulty.player }) };
}

async function endModel({ faulty, faultless }: Model): Promise<void> {
  await faulty[Symbol.asyncDispose]();
  await faultless[Symbol.asyncDispose]();
}

function prefixOf(model: PlayerName): string {
  return model === "audio" ? "Zidoo" : "Device";
}

/** Playback that ends by itself would change the truth at a moment that the schedule does not know. */
function playForEver({ player: { music, video } }: Simulator): void {
  music.edit((tracks) => tracks.map((track) => ({ ...track, durationMs: endlessMs })));
  video.edit((films) => films.map((film) => ({ ...film, durationMs: endlessMs })));
}
