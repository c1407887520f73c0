import { dirname } from "node:path";
import { afterAll, afterEach, beforeAll, expect, inject, vi } from "vitest";
import { type Simulator, startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { freePort } from "../../support/free-port.ts";
import { readRetained } from "../../support/mqtt-client.ts";
import { ServerProcess } from "../../support/server-process.ts";
import { type Mosquitto, startMosquitto } from "../../support/start-mosquitto.ts";
import { beyondNews } from "./complaints.ts";
import { expectedFrom } from "./expected.ts";
import { HassApi } from "./hass-api.ts";
import { HassProcess } from "./hass-process.ts";

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
  readonly sim: Simulator;
}

interface HouseOptions {
  readonly hassConfiguration?: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
  /** Polls as a bridge does by default, not every second. */
  readonly isUnhurried?: boolean;
  /** Whether Home Assistant has the integration of this repository. */
  readonly hasIntegration?: boolean;
  /** Changes the players before anybody has seen them. */
  readonly prepare?: (cinema: Simulator, study: Simulator) => void;
}

/** Asks again until the check no longer throws; gently, since Home Assistant has to answer each time. */
export async function patiently<T>(check: () => Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 90_000, interval: 400 });
}

/** A broker, two players, a bridge and Home Assistant: all real but the players. */
export class House implements AsyncDisposable {
  readonly broker: Mosquitto;
  readonly hass: HassProcess;
  readonly api: HassApi;
  /** Plays videos and music. */
  readonly cinema: Room;
  /** Plays music only. */
  readonly study: Room;
  #bridge: ServerProcess | undefined;
  readonly #settings: Readonly<Record<string, string>>;

  private constructor(
    broker: Mosquitto,
    hass: HassProcess,
    cinema: Simulator,
    study: Simulator,
    settings: Readonly<Record<string, string>>,
  ) {
    this.broker = broker;
    this.hass = hass;
    this.#settings = settings;
    this.api = new HassApi(hass.url);
    this.cinema = { id: "cinema", name: "Cinema", sim: cinema };
    this.study = { id: "study", name: "Study", sim: study };
  }

  /** Starts all of it, as a person does who has Home Assistant and a broker before the bridge. */
  static async start(options: HouseOptions): Promise<House> {
    const broker = await startMosquitto({ config: ["persistence true"] });
    const cinema = await startSimulator({ preset: "video", ...sleeper });
    const study = await startSimulator({ preset: "audio", ...sleeper });
    const hass = await HassProcess.prepare(options.hassConfiguration);
    const settings = { ...(options.isUnhurried !== true && quick), ...options.settings };
    const house = new House(broker, hass, cinema, study, settings);
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
      await patiently(async () => {
        const announced = [...(await house.retained("homeassistant/#")).values()].join();
        for (const id of ["cinema", "study"])
          if (!announced.includes(`player2mqtt/${id}/`)) throw new Error(`${id} is not announced`);
      });
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
    const players = rooms.map(({ id, name, mac, sim: { url, wakePort } }) => {
      const controls = { wakeAddress: `127.0.0.1:${wakePort}` };
      return { id, name, mac, url, controls };
    });
    const port = await freePort();
    const main = inject("bridgeMain");
    const all = {
      ...this.#settings,
      "http.port": String(port),
      players: JSON.stringify(players),
      "mqtt.url": this.broker.url,
      ...args,
    };
    this.#bridge = new ServerProcess({
      command: process.execPath,
      args: [main, "run", ...Object.entries(all).map(([name, value]) => `--${name}=${value}`)],
      env: { PATH: process.env["PATH"] },
      cwd: dirname(main),
      port,
    });
    await this.#bridge.start();
  }

  async stopBridge(): Promise<void> {
    await this.#bridge?.stop();
    this.#bridge = undefined;
  }

  async restartBridge(...args: Parameters<House["startBridge"]>): Promise<void> {
    await this.stopBridge();
    await this.startBridge(...args);
  }

  async retained(filter: string): Promise<Map<string, string>> {
    return readRetained(this.broker.url, filter);
  }

  /** The states in Home Assistant that are wrong, even after a while; empty as soon as all are right. */
  async lastingDifferences(): Promise<string[]> {
    let wrong: string[] = [];
    await patiently(async () => {
      wrong = await this.differences();
      if (wrong.length > 0) throw new Error("not yet");
    }).catch((error: unknown) => {
      // Home Assistant that does not answer is another matter.
      if (wrong.length === 0) throw error;
    });
    return wrong;
  }

  /** What Home Assistant shows at this moment otherwise than the broker has it. */
  async differences(): Promise<string[]> {
    const [retained, states, registered] = await Promise.all([
      this.retained("#"),
      this.api.states(),
      this.api.registered(),
    ]);
    const expected = expectedFrom(retained);
    const known = new Map(registered.map((entity) => [entity.entity_id, entity]));
    const wrong = [...known.keys()]
      .filter((entityId) => !expected.has(entityId))
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

  /** Throws when Home Assistant complained of us since it was asked last. */
  checkComplaints(isDisturbed: boolean): void {
    const all = this.hass.complaints();
    const complaints = isDisturbed ? beyondNews(all) : all;
    if (complaints.length > 0) throw new Error(`Home Assistant complains:\n${complaints.join("\n")}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stopBridge();
    await this.hass[Symbol.asyncDispose]();
    await this.cinema.sim[Symbol.asyncDispose]();
    await this.study.sim[Symbol.asyncDispose]();
    await this.broker[Symbol.asyncDispose]();
  }
}

/** A house for all tests of a suite: complete before the first, gone after the last, and no test makes it complain. */
export function openHouse(
  { isDisturbed = false, ...options }: HouseOptions & { readonly isDisturbed?: boolean },
  enter: (house: House) => void,
): void {
  let house: House | undefined;

  beforeAll(async () => {
    house = await House.start(options);
    enter(house);
    expect(await house.lastingDifferences()).toEqual([]);
  });
  afterAll(async () => {
    await house?.[Symbol.asyncDispose]();
  });
  afterEach(() => {
    house?.checkComplaints(isDisturbed);
  });
}
