import { dirname } from "node:path";
import { inject } from "vitest";
import { type Simulator, startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { freePort } from "../../support/free-port.ts";
import { readRetained } from "../../support/mqtt-client.ts";
import { ServerProcess } from "../../support/server-process.ts";
import { type Mosquitto, startMosquitto } from "../../support/start-mosquitto.ts";
import { beyondNews } from "./complaints.ts";
import { type Expected, expectedFrom, unavailable } from "./expected.ts";
import { HassApi } from "./hass-api.ts";
import { HassProcess } from "./hass-process.ts";
import { patiently } from "./patiently.ts";

/** Every second, and without the pauses that real players need. */
const quick = {
  "device.gapMs": "10",
  "device.offlineAfter": "2",
  "poll.audio": "* * * * * *",
  "poll.video": "* * * * * *",
  "poll.playlist": "* * * * * *",
  "poll.queue": "* * * * * *",
  "poll.idleFactor": "1",
  "publish.positionIntervalMs": "1000",
};

/** Hears magic packets, and is quick to boot. */
const sleeper = { wakePort: 0, bootMs: 1000, deafMs: 0 };

export interface Room {
  readonly id: string;
  readonly name: string;
  /** The MAC address that its owner configured. */
  readonly mac?: string;
  /** The beginning of its entity ids, if not its id. */
  readonly shownAs?: string;
  readonly sim: Simulator;
}

export interface HouseOptions {
  readonly hassConfiguration?: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
  /** Polls as a bridge does by default, not every second. */
  readonly isUnhurried?: boolean;
  /** Whether Home Assistant has the integration of this repository. */
  readonly hasIntegration?: boolean;
  /** More players of the bridge. Nobody but their tests expects anything of them. */
  readonly others?: readonly { readonly id: string; readonly name: string; readonly url: string }[];
  /** Changes the players before anybody has seen them. */
  readonly prepare?: (cinema: Simulator, study: Simulator) => void;
}

/**
 * A broker, two players, a bridge and Home Assistant: all real but the players. Beside them is another bridge with a broker of
 * its own, which nothing disturbs: what it says of the players is what Home Assistant should show.
 */
export class House implements AsyncDisposable {
  readonly broker: Mosquitto;
  readonly hass: HassProcess;
  readonly api: HassApi;
  /** Plays videos and music. */
  readonly cinema: Room;
  /** Plays music only. */
  readonly study: Room;
  #bridge: ServerProcess | undefined;
  readonly #undisturbed: Mosquitto;
  #model: { readonly bridge: ServerProcess; readonly of: string } | undefined;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #others: NonNullable<HouseOptions["others"]>;

  private constructor(
    broker: Mosquitto,
    undisturbed: Mosquitto,
    hass: HassProcess,
    cinema: Simulator,
    study: Simulator,
    settings: Readonly<Record<string, string>>,
    { others = [] }: HouseOptions,
  ) {
    this.broker = broker;
    this.#undisturbed = undisturbed;
    this.hass = hass;
    this.#settings = settings;
    this.#others = others;
    this.api = new HassApi(hass.url);
    this.cinema = { id: "cinema", name: "Cinema", sim: cinema };
    this.study = { id: "study", name: "Study", sim: study };
  }

  /** Starts all of it, as a person does who has Home Assistant and a broker before the bridge. */
  static async start(options: HouseOptions = {}): Promise<House> {
    const broker = await startMosquitto({ config: ["persistence true"] });
    const cinema = await startSimulator({ preset: "video", ...sleeper });
    const study = await startSimulator({ preset: "audio", ...sleeper });
    const hass = await HassProcess.prepare(options.hassConfiguration);
    const settings = { ...(options.isUnhurried !== true && quick), ...options.settings };
    const house = new House(broker, await startMosquitto(), hass, cinema, study, settings, options);
    for (const { player } of [cinema, study]) {
      // Nothing moves by itself, so that everything there is to show is known.
      player.video.pause();
      player.music.pause();
    }
    cinema.player.video.seek(12_000);
    options.prepare?.(cinema, study);
    if (options.hasIntegration === true) house.hass.install();
    try {
      await house.startHass();
      await house.api.addMqtt(broker.port);
      await house.startBridge();
    } catch (error) {
      await house[Symbol.asyncDispose]();
      throw error;
    }
    return house;
  }

  /** Starts Home Assistant, and waits until it has set up all that it has. */
  async startHass(): Promise<void> {
    this.hass.start();
    await patiently(async () => {
      this.hass.checkRunning();
      await this.api.checkListening();
    });
    if (!this.api.isOwner) await this.api.becomeOwner();
    await patiently(() => this.api.checkRunning());
    await this.api.confirmHttp();
  }

  async startBridge(
    args: Readonly<Record<string, string>> = {},
    rooms: readonly Room[] = [this.cinema, this.study],
  ): Promise<void> {
    this.#bridge = await this.#bridgeAt(this.broker, rooms, args);
    const asShown = rooms.map((room) => ({ ...room, id: room.shownAs ?? room.id }));
    const of = asShown.map(({ id }) => id).join(" ");
    if (this.#model?.of === of) return;
    if (this.#model !== undefined) {
      await this.#model.bridge.stop();
      // It has no memory, so what was said of other rooms is gone.
      await this.#undisturbed.stop();
      await this.#undisturbed.start();
    }
    this.#model = { bridge: await this.#bridgeAt(this.#undisturbed, asShown, {}), of };
    // It asks the players for everything before it announces them.
    let before = "";
    await patiently(async () => {
      const now = [...(await this.expected()).keys()].join(" ");
      const isWhole = asShown.every(({ id }) => now.includes(`.${id}_`)) && now === before;
      before = now;
      if (!isWhole) throw new Error(`announced so far: ${now}`);
    });
  }

  async #bridgeAt(
    broker: Mosquitto,
    rooms: readonly Room[],
    args: Readonly<Record<string, string>>,
  ): Promise<ServerProcess> {
    const players = rooms.map(({ id, name, mac, sim: { url, wakePort } }) => {
      const controls = { wakeAddress: `127.0.0.1:${wakePort}` };
      return { id, name, mac, url, controls };
    });
    const port = await freePort();
    const main = inject("bridgeMain");
    const all = {
      ...this.#settings,
      "http.port": String(port),
      players: JSON.stringify([...players, ...this.#others]),
      "mqtt.url": broker.url,
      ...args,
    };
    const bridge = new ServerProcess({
      command: process.execPath,
      args: [main, "run", ...Object.entries(all).map(([name, value]) => `--${name}=${value}`)],
      env: { PATH: process.env["PATH"] },
      cwd: dirname(main),
      port,
    });
    await bridge.start();
    return bridge;
  }

  async stopBridge(): Promise<void> {
    const bridge = this.#bridge;
    this.#bridge = undefined;
    await bridge?.stop();
  }

  async restartBridge(...args: Parameters<House["startBridge"]>): Promise<void> {
    await this.stopBridge();
    await this.startBridge(...args);
  }

  async expected(): Promise<Expected> {
    const all = expectedFrom(await readRetained(this.#undisturbed.url, "#"));
    // Nobody but their tests expects anything of the others.
    for (const id of all.keys()) if (this.#isOther(id)) all.delete(id);
    if (this.#bridge !== undefined) return all;
    return unavailable(all).set("binary_sensor.player2mqtt_connectivity", "off");
  }

  #isOther(entityId: string): boolean {
    return this.#others.some(({ id }) => entityId.includes(`.${id}_`));
  }

  /** The states in Home Assistant that are wrong, even after a while; empty as soon as all are right. */
  async lastingDifferences(others: readonly string[] = []): Promise<string[]> {
    let wrong: string[] = [];
    await patiently(async () => {
      wrong = await this.differences(others);
      if (wrong.length > 0) throw new Error("not yet");
    }).catch((error: unknown) => {
      // Home Assistant that does not answer is another matter.
      if (wrong.length === 0) throw error;
    });
    return wrong;
  }

  /** Throws when Home Assistant complained of us since it was asked last. */
  checkComplaints({ isDisturbed = false } = {}): void {
    const all = this.hass.complaints();
    const complaints = isDisturbed ? beyondNews(all) : all;
    if (complaints.length > 0) throw new Error(`Home Assistant complains:\n${complaints.join("\n")}`);
  }

  /** The states that are wrong at this moment; `others` are entities that are not ours to judge. */
  async differences(others: readonly string[] = []): Promise<string[]> {
    const [expected, states, registered] = await Promise.all([
      this.expected(),
      this.api.states(),
      this.api.registered(),
    ]);
    const known = new Map(registered.map((entity) => [entity.entity_id, entity]));
    const isOther = (entityId: string): boolean => others.includes(entityId) || this.#isOther(entityId);
    const wrong = [...known.keys()]
      .filter((entityId) => !expected.has(entityId) && !isOther(entityId))
      .map((entityId) => `${entityId} should not be there`);
    for (const [entityId, wanted] of expected) {
      const entity = known.get(entityId);
      if (entity !== undefined && entity.disabled_by !== null) continue;
      const state = states.get(entityId)?.state;
      const isRight = wanted instanceof RegExp ? wanted.test(state ?? "unavailable") : state === wanted;
      if (entity === undefined || !isRight)
        wrong.push(`${entityId} is ${state ?? "missing"}, not ${String(wanted)}`);
    }
    return wrong;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stopBridge();
    await this.#model?.bridge.stop();
    await this.hass[Symbol.asyncDispose]();
    await this.cinema.sim[Symbol.asyncDispose]();
    await this.study.sim[Symbol.asyncDispose]();
    await this.broker[Symbol.asyncDispose]();
    await this.#undisturbed[Symbol.asyncDispose]();
  }
}
