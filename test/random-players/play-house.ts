import { startBridge } from "../../src/app.ts";
import { loadConfig } from "../../src/config/load.ts";
import type { Config } from "../../src/config/schema.ts";
import type { Log } from "../../src/core/ports.ts";
import type { Family } from "../../src/families/family.ts";
import { families } from "../../src/families/index.ts";
import type { Clock } from "../../src/lib/clock.ts";
import { fastClock } from "../../src/cli/conformance/fast-clock.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";
import { Listener, type Outcome } from "./listener.ts";
import { type Act, type AnyCase, type Resident, startResident } from "./resident.ts";
import { displayNames, type Settings } from "./topic-rules.ts";

/** Players of one bridge, each with its own history, and the settings of that bridge. */
export interface House {
  readonly settings: Settings;
  readonly cases: readonly AnyCase[];
}

const speed = 50;
/** Each look at the clock takes a whole millisecond, so no command is decided within one. */
const lookMs = 1;

/** How a house is played. */
export interface Play {
  /** Empty for the embedded broker. */
  readonly mqttUrl: string;
  /** How long a topic may be wrong, on the clock of the house: long enough for every poll. */
  readonly patienceMs: number;
}

/** Nothing that these histories do may take a deadline of the bridge's, however busy the machine is. */
const always = {
  "broker.port": "0",
  "http.port": "0",
  "device.gapMs": "20",
  "device.timeoutMs": "120000",
  "commands.deadlineMs": "120000",
  "mqtt.maxPayload": "4000000",
  "mqtt.publishRate": "0",
  "publish.positionIntervalMs": "0",
};

const silence = (): void => {};
const silent: Log = { debug: silence, info: silence, warn: silence, error: silence };

let houses = 0;

/** Plays all cases of a house at once, and returns what went wrong. */
export async function playHouse(house: House, play: Play): Promise<string[]> {
  const clock = fastClock(speed, lookMs);
  const players = await Promise.all(
    house.cases.map((one, number) => startResident(structuredClone(one), number, clock)),
  );
  try {
    return await playWith(players, house, play, clock);
  } finally {
    await Promise.all(players.map((player) => player[Symbol.asyncDispose]()));
  }
}

async function playWith(
  players: readonly Resident[],
  { settings }: House,
  { mqttUrl, patienceMs }: Play,
  clock: Clock,
): Promise<string[]> {
  houses += 1;
  const base = `house${houses}`;
  const errors: string[] = [];
  await using lax =
    mqttUrl === ""
      ? undefined
      : await startTcpProxy(Number(new URL(mqttUrl).port), (answer) => {
          if (isOurError(answer)) errors.push("the broker disconnects the bridge for an error");
          return withWildcards(answer, `replies/${base}/`);
        });
  const configOf = (
    ids: readonly string[],
    more: Readonly<Record<string, string>> = {},
    plug?: string,
  ): Config =>
    loadConfig({
      args: {
        ...always,
        "mqtt.url": lax === undefined ? "" : `mqtt://127.0.0.1:${lax.port}`,
        "mqtt.baseTopic": base,
        "queue.window": String(settings.window),
        "queue.publish": settings.publish,
        "queue.fields": settings.fields,
        ...more,
        players: JSON.stringify(
          ids.map((id) => ({
            id,
            url: players[Number(id.slice(1))]?.url,
            ...(plug !== undefined && { controls: { plugTopic: `plugs/${base}/${id}/${plug}` } }),
          })),
        ),
      },
      env: {},
      cwd: "/nowhere",
    });
  const ids = players.map((_player, at) => `p${at}`);
  using _date = { [Symbol.dispose]: restoreDate };
  await using bridge = await startBridge(configOf(ids), silent, {
    clock,
    families: families.map((family) => onClock(family, clock)),
  });
  await using listener = await Listener.connect(mqttUrl || bridge.brokerUrl, {
    base,
    protocolVersion: lax === undefined ? 4 : 5,
    clock,
  });
  const histories = players.map(
    (player, at) => new History(player, ids[at] ?? "", base, { settings, listener, patienceMs }),
  );
  const inTheHouse = async (play: (history: History) => Promise<string[]>): Promise<string[]> => [
    ...(await Promise.all(histories.map(play))).flat(),
    ...listener.misdeeds,
    ...errors,
  ];
  const found = await inTheHouse((history) => history.play());
  if (found.length > 0) return found;

  // No command can be in time.
  const hasty = { "commands.deadlineMs": "1", "controls.presets": '{"Quiet": ["mute on", "mute on"]}' };
  await bridge.reconfigure(configOf(ids, hasty, "old"));
  const late = await inTheHouse((history) => history.comesLate());
  await bridge.reconfigure(configOf(ids, {}, "old"));
  // Nothing but the plug is another one now.
  await bridge.reconfigure(configOf(ids, {}, "new"));
  const plugged = await inTheHouse((history) => history.isUnplugged());
  // A bridge needs a player.
  if (ids.length === 1) return [...late, ...plugged];
  await bridge.reconfigure(configOf(ids.slice(1)));
  // A request may be under way; then it is long enough for some polls.
  const { signal } = new AbortController();
  await clock.sleep(2000, signal);
  const asked = players[0]?.requests;
  await clock.sleep(10_000, signal);
  const isLeft = players[0]?.requests !== asked;
  return [...late, ...plugged, ...(isLeft ? ["p0 is removed, and asked nevertheless"] : [])];
}

/** Neither a client nor a broker that keeps to the standard lets a wildcard through as a response topic. */
function withWildcards(answer: Buffer, replies: string): Buffer {
  return Buffer.from(answer.toString("latin1").replaceAll(`${replies}!`, `${replies}#`), "latin1");
}

/** Whether the broker disconnects for a malformed packet, a breach of the protocol or a bad topic. */
function isOurError([type, _length, reason = 0]: Buffer): boolean {
  return type === 0xe0 && [0x81, 0x82, 0x90].includes(reason);
}

/** The makers' pauses pass as fast as those of the bridge. */
function onClock(family: Family, clock: Clock): Family {
  return family.name === "zidoo"
    ? family
    : { ...family, open: (options) => family.open({ ...options, clock }) };
}

const realDate = Date.now;

function restoreDate(): void {
  Date.now = realDate;
}

/** What the histories of a house share. */
interface Scene extends Pick<Play, "patienceMs"> {
  readonly settings: Settings;
  readonly listener: Listener;
}

/** A discovery message of Home Assistant, as far as it matters here. */
interface Announcement {
  readonly components?: Readonly<
    Record<string, { readonly command_topic?: string; readonly options?: readonly string[] }>
  >;
}

/** What happens to one player. */
class History {
  readonly #player: Resident;
  readonly #topic: string;
  readonly #base: string;
  readonly #id: string;
  readonly #settings: Settings;
  readonly #listener: Listener;
  readonly #patienceMs: number;
  #sent = 0;

  constructor(player: Resident, id: string, base: string, { settings, listener, patienceMs }: Scene) {
    this.#player = player;
    this.#base = base;
    this.#id = id;
    this.#topic = `${base}/${id}`;
    this.#settings = settings;
    this.#listener = listener;
    this.#patienceMs = patienceMs;
  }

  async play(): Promise<string[]> {
    const isOnline = (): boolean => this.#listener.retained.get(`${this.#base}/bridge/state`) === "online";
    // Before, it may not have subscribed to commands.
    const problems = [
      ...(await this.#listener.settled(
        () => (isOnline() ? this.#problems() : ["no bridge"]),
        this.#patienceMs,
      )),
    ].map((one) => `${this.#id}: ${one}`);
    for (const [at, { text, begin }] of this.#player.steps.entries()) {
      if (problems.length > 0) return problems;
      const wrong = [...(await this.#carryOut(begin(this.#published)))];
      wrong.push(...(wrong.length === 0 ? await this.#settle() : []), ...this.#player.misdeeds);
      problems.push(...wrong.map((one) => `${this.#id}, step ${at} (${text}): ${one}`));
    }
    if (problems.length > 0) return problems;
    problems.push(...(await this.#listener.settled(() => this.#problemsOfSelects(), this.#patienceMs)));
    const outcomes = this.#listener.outcomes.get(this.#id)?.length ?? 0;
    if (outcomes !== this.#sent) problems.push(`${this.#id}: ${this.#sent} commands, ${outcomes} outcomes`);
    problems.push(...(await this.#listener.settled(() => this.#problemsOfReplies(), this.#patienceMs)));
    return problems;
  }

  /** Whatever is asked for expires, also as a step of a preset. */
  async comesLate(): Promise<string[]> {
    const told = (command: string): Outcome | undefined =>
      this.#listener.outcomes
        .get(this.#id)
        ?.findLast((one) => one.command === command && one.outcome !== "applied");
    const isExpired = (): boolean => told("mute")?.outcome === "expired";
    const isFailed = (): boolean => told("preset")?.outcome === "failed";
    return [
      ...(await this.#until("mute", "on", isExpired)),
      ...(await this.#until("preset", "Quiet", isFailed)),
    ];
  }

  /** A player without power options is switched off by its present plug. */
  async isUnplugged(): Promise<string[]> {
    const { plugs } = this.#listener;
    const problems = await this.#until("power", "off", () => plugs.has(`plugs/${this.#topic}/new`));
    return plugs.has(`plugs/${this.#topic}/old`)
      ? [...problems, `${this.#id}: its former plug is switched`]
      : problems;
  }

  /** Sends a command until it has this effect: one that comes while the bridge changes its subscriptions is lost. */
  async #until(control: string, payload: string, isSo: () => boolean): Promise<string[]> {
    const wrong = (): string[] => (isSo() ? [] : [`${this.#id}: ${control} ${payload} has no such effect`]);
    for (let patience = 10_000; wrong().length > 0 && patience < this.#patienceMs; patience *= 2) {
      await this.#listener.send(`${this.#topic}/${control}/set`, payload);
      await this.#listener.settled(wrong, patience);
    }
    return wrong();
  }

  get #published(): Map<string, string> {
    return this.#listener.below(this.#topic);
  }

  #problems(): string[] {
    return this.#player.problems(this.#settings, this.#published);
  }

  /** Home Assistant refuses the state of a select that is not among the options that were announced. */
  #problemsOfSelects(): string[] {
    const published = this.#published;
    const selectable = this.#player.selectable();
    const devices = [...this.#listener.below("homeassistant").values()].map(
      (text) => JSON.parse(text) as Announcement,
    );
    const components = devices.flatMap(({ components = {} }) => Object.values(components));
    return (["input", "output"] as const).flatMap((list) => {
      const topic = `${this.#topic}/audio/${list}/set`;
      const options =
        components.find((one) => one.command_topic === topic && one.options !== undefined)?.options ?? [];
      const names = displayNames(published, list).filter(
        (_name, at) => selectable[list]?.[at]?.enabled === true,
      );
      const missing = names.filter((name) => !options.includes(name));
      return missing.length === 0
        ? []
        : [`the select of Home Assistant lacks the ${list} ${missing.join(", ")}`];
    });
  }

  /** Every second command asks for a reply on a topic of its own, if the broker speaks MQTT 5. */
  #problemsOfReplies(): string[] {
    const replies = this.#listener.replies.get(this.#id) ?? [];
    const wanted = this.#listener.isAnswered ? Math.ceil(this.#sent / 2) : 0;
    return replies.length === wanted ? [] : [`${this.#id}: ${wanted} replies wanted, ${replies.length} came`];
  }

  async #settle(): Promise<string[]> {
    return [...(await this.#listener.settled(() => this.#problems(), this.#patienceMs))];
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
  async #ask(commands: Extract<Act, { does: "commands" }>["sent"]) {
    const outcomes = () => this.#listener.outcomes.get(this.#id) ?? [];
    const before = outcomes().length;
    for (const { control, payload } of commands) {
      const responseTopic = `replies/${this.#base}/${this.#sent % 2 === 0 ? this.#id : "!"}`;
      this.#sent += 1;
      await this.#listener.send(`${this.#topic}/${control}/set`, payload, responseTopic);
    }
    await this.#listener.settled(
      () => (outcomes().length < before + commands.length ? ["waits"] : []),
      this.#patienceMs,
    );
    return outcomes().slice(before);
  }
}
