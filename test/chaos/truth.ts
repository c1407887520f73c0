import { isDeepStrictEqual } from "node:util";
import { json, parse, type Published } from "../random-players/topic-rules.ts";
import { readRetained } from "../support/mqtt-client.ts";
import { pollIntervalMs, positionIntervalMs } from "./bounds.ts";
import { type GuestName, guestNames } from "./guests.ts";
import { type PlayerName, playerNames } from "./player-names.ts";
import type { Stage } from "./stage.ts";

/** A topic that is not as a fresh bridge has it, or not as the rules of a guest want it. */
export interface Difference {
  readonly text: string;
  /** Whether it follows from what is polled. The rest is read when the player appears, or upon a refresh. */
  readonly isPolled: boolean;
}

type Fields = Readonly<Record<string, unknown>>;
type Topics = ReadonlyMap<string, string>;

/** What the past decides: what was played and done, and what a film leaves behind. */
const ofThePast = /^(?:history|watched|played|result)$/;
const leftByFilm = /^video\/(?:playlist(?:\/current)?|(?:zoom|play-mode)\/options)$/;
const filmAnnouncement = /^homeassistant\/device\/film_/;
/** What only a film shows: properties of a description, and components of an announcement. */
const shownByFilm =
  /^(?:video\/(?:subtitle|audio-track|zoom|play-mode|picture|backdrop|details)(?:\/.*)?|(?:subtitle|audio_track|zoom|play_mode)_choice|video_(?:picture|backdrop))$/;

const seldomRead =
  /^(?:info|description|power\/options|app\/.*|display\/.*|sound\/(?:dac|up|master|cd|dsp).*|video\/(?:subtitle|audio-track|zoom|play-mode)\/.*|video\/(?:picture|backdrop|details))$/;

/** Each bridge has a position from its own poll. */
const positionSlackSeconds = (positionIntervalMs + 2 * pollIntervalMs) / 1000 + 1;

export function readTopics(stage: Stage): Promise<Topics> {
  return readRetained(stage.broker.url, "#");
}

/** Compares all retained topics with those of a fresh bridge, and those of the guests with their rules. */
export async function differences(stage: Stage): Promise<Difference[]> {
  // These are taken before: what changes meanwhile is found equal, or different and judged again.
  const wanted = stage.fresh.topics;
  const found = await readTopics(stage);
  const topics = [...new Set([...wanted.keys(), ...found.keys()])];
  return [...guestProblems(stage, found), ...topics.flatMap((topic) => difference(topic) ?? [])];

  function difference(topic: string): Difference | undefined {
    const [is, should] = [found.get(topic) ?? "", wanted.get(topic) ?? ""];
    if (is === should || isOfGuest(topic, is)) return undefined;
    const who = ownerOf(topic, should || is);
    const leaf = topic.startsWith(`player2mqtt/${who}/`) ? topic.slice(`player2mqtt/${who}/`.length) : "";
    const problem =
      who === "broker"
        ? problemOfBridge(topic, is, should)
        : problemOfPlayer(leaf || topic, is, should, (name) =>
            [found, wanted].map((all) => all.get(`player2mqtt/${who}/${name}`)),
          );
    if (problem === undefined) return undefined;
    const isPolled = leaf === "" ? topic.endsWith("/state") : !seldomRead.test(leaf);
    return { isPolled, text: `${topic} ${problem}` };
  }
}

/** What is wrong with a topic of a player, by its leaf, or with an announcement of a player, by its topic. */
function problemOfPlayer(
  leaf: string,
  is: string,
  should: string,
  both: (name: string) => readonly (string | undefined)[],
): string | undefined {
  const [, state] = both(`${leaf.split("/", 1)[0] ?? ""}/state`);
  const isIdle = both("video/state")[1] === "idle";
  // The announcement of a film's lists may stay until the next film.
  const isLeftByFilm = leftByFilm.test(leaf) || (should === "" && filmAnnouncement.test(leaf));
  if (ofThePast.test(leaf) || (isIdle && isLeftByFilm)) return undefined;
  if (leaf.endsWith("/options") && [is, should].every((text) => text === "" || text === "[]"))
    return undefined;
  if (leaf.endsWith("/position") && state === "playing" && is !== "" && should !== "")
    return Math.abs(Number(is) - Number(should)) <= positionSlackSeconds ? undefined : differs(is, should);
  const [one, other] = [parse(is), parse(should)] as readonly (Fields | undefined)[];
  if (typeof one !== "object" || typeof other !== "object") return differs(is, should);
  const support = both("info").map((text) => supportIn(parse(text ?? "")));
  const [found, wanted] =
    leaf === "info" ? [one, other].map((info) => withoutLearned(info, support)) : [one, other];
  if (isDeepStrictEqual(found, wanted)) return undefined;
  // What a player has had or refused may show in a description or in an announcement of one bridge alone.
  const learned = Object.keys({ ...support[0], ...support[1] }).filter(
    (name) => support[0]?.[name] !== support[1]?.[name],
  );
  const mayLack = (name: string, value: unknown): boolean =>
    (isIdle && shownByFilm.test(name)) || learned.some((one) => one === name || isControlledBy(one, value));
  if (/^(?:description|homeassistant\/.*)$/.test(leaf) && agree(one, other, mayLack)) return undefined;
  return json(wanted)(JSON.stringify(found)) ?? json(found)(JSON.stringify(wanted)) ?? differs(is, should);
}

/** Whether both are the same, apart from what one may lack. */
function agree(one: unknown, other: unknown, mayLack: (name: string, value: unknown) => boolean): boolean {
  if (typeof one !== "object" || typeof other !== "object" || Array.isArray(one))
    return isDeepStrictEqual(one, other);
  const [fields, others] = [one ?? {}, other ?? {}] as [Fields, Fields];
  return Object.keys({ ...fields, ...others }).every((name) => {
    const [value, another] = [fields[name], others[name]];
    const may = mayLack(name, value ?? another);
    if (value === undefined || another === undefined) return may;
    return agree(value, another, may ? () => true : mayLack);
  });
}

/** Whether a component of an announcement needs this control. */
function isControlledBy(control: string, component: unknown): boolean {
  const { command_topic: topic } = Object(component) as Fields;
  return typeof topic === "string" && topic.endsWith(`/${control}/set`);
}

/** Whether the player supports its resources and controls, by their names. */
function supportIn(info: unknown): Fields {
  const { families = {}, controls = {} } = (info ?? {}) as Readonly<Record<string, Fields>>;
  return { ...families, ...controls };
}

/** The information about a player without what shows only when it is used, and was used in one bridge alone. */
function withoutLearned(info: Fields, support: readonly Fields[]): Fields {
  const [, fresh = {}] = support;
  const known = Object.entries(supportIn(info)).filter(([name]) => fresh[name] !== "unknown");
  return { ...info, families: Object.fromEntries(known), controls: undefined };
}

/** Of the bridge itself, its state and its players count; the rest is its own business, if it is there. */
function problemOfBridge(topic: string, is: string, should: string): string | undefined {
  if (topic === "player2mqtt/bridge/info") {
    const { players = [] } = (parse(is) ?? {}) as { readonly players?: readonly Fields[] };
    const listed = players.map(({ id }) => String(id)).toSorted();
    const all = [...playerNames, ...guestNames].toSorted();
    return isDeepStrictEqual(listed, all) ? undefined : differs(listed.join(", "), all.join(", "));
  }
  const isItsOwn = topic.startsWith("player2mqtt/bridge/") || topic.includes("player2mqtt_bridge");
  const isOwnBusiness = isItsOwn && !topic.endsWith("/state") && is !== "" && should !== "";
  return isOwnBusiness ? undefined : differs(is, should);
}

/** The player whose topic or announcement this is. */
function ownerOf(topic: string, payload: string): PlayerName | "broker" {
  const text = topic.startsWith("player2mqtt/") ? topic : payload;
  return playerNames.find((name) => text.includes(`player2mqtt/${name}/`)) ?? "broker";
}

/** What a guest published, by the rest of the topic. */
export function publishedBy(name: GuestName, found: Topics): Published {
  const base = `player2mqtt/${name}/`;
  const own = [...found].filter(([topic]) => topic.startsWith(base));
  return new Map(own.map(([topic, payload]) => [topic.slice(base.length), payload]));
}

function guestProblems({ guests }: Stage, found: Topics): Difference[] {
  return guests.flatMap((guest) => {
    const base = `player2mqtt/${guest.name}/`;
    const problems = guest
      .problems(publishedBy(guest.name, found))
      .map((problem): Difference => ({ isPolled: true, text: `${base}: ${problem}` }));
    const isAnnounced = [...found].some(
      ([topic, payload]) => topic.startsWith("homeassistant/device/") && payload.includes(base),
    );
    if (!isAnnounced) problems.push({ isPolled: false, text: `${base} is not announced` });
    return problems;
  });
}

function isOfGuest(topic: string, payload: string): boolean {
  return guestNames.some(
    (name) =>
      topic.startsWith(`player2mqtt/${name}/`) ||
      (/^(?:homeassistant\/device|player2mqtt-discovery)\//.test(topic) &&
        payload.includes(`player2mqtt/${name}/`)),
  );
}

function differs(is: string, should: string): string {
  return `is ${shortened(is)}, wanted ${shortened(should)}`;
}

function shortened(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
