import { startBridge } from "../../src/app.ts";
import { loadConfig } from "../../src/config/load.ts";
import type { Family } from "../../src/families/family.ts";
import { families } from "../../src/families/index.ts";
import type { Clock } from "../../src/lib/clock.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { startEmbeddedBroker } from "../../src/mqtt/embedded-broker.ts";
import { anyPort } from "../support/any-port.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { Listener, type Outcome } from "./listener.ts";
import { type Act, type AnyCase, type Resident, startResident } from "./resident.ts";
import { parse, type Settings, usableNames } from "./topic-rules.ts";

/** Players of one bridge, each with its own history, and the settings of that bridge. */
export interface House {
  readonly settings: Settings;
  readonly cases: readonly AnyCase[];
}

const speed = 50;
/** Each look at the clock takes a whole millisecond, so no command is decided within one. */
const lookMs = 1;

const maxPayload = 4_000_000;
/** Nothing that these histories do may take a deadline of the bridge's, however busy the machine is. */
const always = {
  "http.port": "0",
  "device.gapMs": "20",
  "device.timeoutMs": "120000",
  "commands.deadlineMs": "120000",
  "mqtt.maxPayload": String(maxPayload),
  "mqtt.publishRate": "0",
  "publish.positionIntervalMs": "0",
};

/** What the histories of a house share. */
interface Scene {
  readonly base: string;
  readonly settings: Settings;
  readonly listener: Listener;
  /** How long a topic may be wrong, on the clock of the house: long enough for every poll. */
  readonly patienceMs: number;
}

let houses = 0;

/**
 * Plays all cases of a house at once, with the embedded broker if no other is given, and returns what went wrong. Halfway, the
 * bridge stops and starts again, and something may change meanwhile.
 */
export async function playHouse(
  { cases, settings }: House,
  mqttUrl: string,
  patienceMs: number,
): Promise<string[]> {
  await using embedded = await startEmbeddedBroker({ ...anyPort, maxPacketBytes: 2 * maxPayload });
  const brokerUrl = mqttUrl || embedded.url;
  houses += 1;
  const base = `house${houses}`;
  const clock = fastClock(speed, lookMs);
  const start = (one: AnyCase, number: number): Promise<Resident> =>
    startResident(structuredClone(one), number, clock);
  const players = await Promise.all(cases.map(start));
  await using _end = {
    [Symbol.asyncDispose]: async () => {
      Date.now = realDate;
      await Promise.all(players.map((player) => player[Symbol.asyncDispose]()));
    },
  };
  const ids = players.map((_player, at) => `p${at}`);
  const config = loadConfig({
    args: {
      ...always,
      "mqtt.url": brokerUrl,
      "mqtt.baseTopic": base,
      "queue.window": String(settings.window),
      "queue.publish": settings.publish,
      "queue.fields": settings.fields,
      players: JSON.stringify(players.map(({ url }, at) => ({ id: ids[at], url }))),
    },
    env: {},
    cwd: "/nowhere",
  });
  const overrides = { clock, families: families.map((family) => onClock(family, clock)) };
  await using listener = await Listener.connect(brokerUrl, {
    base,
    protocolVersion: mqttUrl === "" ? 4 : 5,
    clock,
  });
  const scene = { base, settings, listener, patienceMs };
  const histories = players.map((player, at) => new History(player, ids[at] ?? "", scene));
  const problems: string[] = [];
  for (const half of ["first", "second"] as const) {
    if (problems.length > 0) break;
    {
      await using _bridge = await startBridge(config, new MemoryLog(), overrides);
      problems.push(...(await Promise.all(histories.map((history) => history.play(half)))).flat());
    }
    const isOffline = (): boolean => listener.retained.get(`${base}/bridge/state`) === "offline";
    problems.push(...(await listener.settled(() => (isOffline() ? [] : ["no farewell"]), patienceMs)));
    for (const history of histories) history.changeUnseen();
  }
  const others = [...listener.below(base).keys()].filter(
    (topic) => !["bridge", ...ids].includes(topic.split("/", 1)[0] ?? ""),
  );
  return [...problems, ...listener.misdeeds, ...others.map((topic) => `${topic} is of nobody in the house`)];
}

/** The makers' pauses pass as fast as those of the bridge. */
function onClock(family: Family, clock: Clock): Family {
  return family.name === "zidoo"
    ? family
    : { ...family, open: (options) => family.open({ ...options, clock }) };
}

const realDate = Date.now;

/** A discovery message of Home Assistant, as far as it matters here. */
interface Announcement {
  readonly components?: Readonly<
    Record<string, { readonly command_topic?: string; readonly options?: readonly string[] }>
  >;
}

/** What happens to one player. */
class History {
  readonly #player: Resident;
  readonly #id: string;
  readonly #topic: string;
  readonly #scene: Scene;
  #sent = 0;
  #next = 0;
  #unseen = "";

  constructor(player: Resident, id: string, scene: Scene) {
    this.#player = player;
    this.#id = id;
    this.#topic = `${scene.base}/${id}`;
    this.#scene = scene;
  }

  /** Something may change while no bridge is there. */
  changeUnseen(): void {
    const step = this.#player.steps[this.#next];
    if (step?.isChange !== true) return;
    step.begin(this.#published);
    this.#next += 1;
    this.#unseen = `, after ${step.text} unseen`;
  }

  /** Lives through one half of the steps. */
  async play(half: "first" | "second"): Promise<string[]> {
    const { listener, base } = this.#scene;
    const isOnline = (): boolean => listener.retained.get(`${base}/bridge/state`) === "online";
    // Before, it may not have subscribed to commands.
    const wrong = await this.#settled(() => (isOnline() ? this.#problems() : ["no bridge"]));
    if (wrong.length > 0) return wrong.map((one) => `${this.#id}${this.#unseen}: ${one}`);
    const { steps } = this.#player;
    const later = steps.slice(this.#next, half === "first" ? Math.floor(steps.length / 2) : undefined);
    for (const { text, begin } of later) {
      wrong.push(...(await this.#carryOut(begin(this.#published))));
      if (wrong.length === 0) wrong.push(...(await this.#settled(() => this.#problems())));
      wrong.push(...this.#player.misdeeds);
      if (wrong.length > 0) return wrong.map((one) => `${this.#id}, step ${this.#next} (${text}): ${one}`);
      this.#next += 1;
    }
    const outcomes = this.#outcomes.length;
    return outcomes === this.#sent
      ? this.#settled(() => this.#problemsOfSelects())
      : [`${this.#id}: ${this.#sent} commands, ${outcomes} outcomes`];
  }

  /** Home Assistant refuses the state of a select that is not among the options that were announced. */
  #problemsOfSelects(): string[] {
    const components = [...this.#scene.listener.below("homeassistant").values()].flatMap((text) =>
      Object.values((parse(text) as Announcement).components ?? {}),
    );
    return (["input", "output"] as const).flatMap((list) => {
      const select = components.find(
        ({ command_topic: topic, options }) =>
          options !== undefined && topic === `${this.#topic}/audio/${list}/set`,
      );
      const names = usableNames(this.#published, list);
      const missing = names.filter((name) => select?.options?.includes(name) !== true);
      return missing.length === 0
        ? []
        : [`${this.#id}: the select of Home Assistant lacks the ${list} ${missing.join(", ")}`];
    });
  }

  get #published(): Map<string, string> {
    return this.#scene.listener.below(this.#topic);
  }

  get #outcomes(): readonly Outcome[] {
    return this.#scene.listener.outcomes.get(this.#id) ?? [];
  }

  #problems(): string[] {
    return this.#player.problems(this.#scene.settings, this.#published);
  }

  async #settled(problems: () => readonly string[]): Promise<string[]> {
    return [...(await this.#scene.listener.settled(problems, this.#scene.patienceMs))];
  }

  async #carryOut(act: Act): Promise<readonly string[]> {
    switch (act.does) {
      case "date":
        Date.now = () => realDate() + act.hours * 3_600_000;
        return [];
      case "change": {
        if (!act.needsRefresh) return [];
        const [told] = await this.#ask([{ control: "refresh", payload: "" }]);
        return told?.outcome === "applied" ? [] : [`the refresh is ${JSON.stringify(told)}`];
      }
      case "commands": {
        const told = await this.#ask(act.sent);
        return told.length < act.sent.length
          ? [`${act.sent.length} commands, ${told.length} outcomes`]
          : act.problemsWith(told);
      }
    }
  }

  /** Sends commands at once, and waits for their outcomes. */
  async #ask(commands: Extract<Act, { does: "commands" }>["sent"]): Promise<readonly Outcome[]> {
    const before = this.#outcomes.length;
    for (const { control, payload } of commands)
      await this.#scene.listener.send(`${this.#topic}/${control}/set`, payload);
    this.#sent += commands.length;
    await this.#settled(() => (this.#outcomes.length < before + commands.length ? ["waits"] : []));
    return this.#outcomes.slice(before);
  }
}
