import { readRetained } from "../support/mqtt-client.ts";
import { expectedAnnouncements, expectedChoices } from "./announcements.ts";
import { type ExpectedTopic, expectedTopics } from "./expected-topics.ts";
import type { Published } from "../random-players/topic-rules.ts";
import { type GuestName, guestNames } from "./guests.ts";
import type { PlayerName } from "./schedule.ts";
import type { Stage } from "./stage.ts";
import { ofFilms, type PlayerSlot, unscheduled } from "./start-player.ts";
import { unruledTopics } from "./unruled-topics.ts";
import { type Json, parse, problemInJson, problemWith, type Wanted } from "./wanted.ts";

export interface Difference {
  readonly who: PlayerName | "guest" | "broker";
  readonly topic: string;
  readonly text: string;
  /** The event that updates the topic besides the polls: Home Assistant's announcements, or a read without a schedule. */
  readonly waits: "poll" | "announcement" | "retry";
}

/** Topics of the bridge that are checked for their presence alone: their values are its own business. */
const ofTheBridge: readonly string[] = [
  "player2mqtt/bridge/health",
  "player2mqtt-discovery/player2mqtt_bridge",
  "homeassistant/device/player2mqtt_bridge/config",
];

export function readTopics(stage: Stage): Promise<ReadonlyMap<string, string>> {
  return readRetained(stage.broker.url, "#", { protocolVersion: stage.broker.protocolVersion });
}

/** Compares all topics of all players, and Home Assistant's announcements, with the truth. */
export async function differences(stage: Stage): Promise<Difference[]> {
  // The truth is taken before the topics: what changes meanwhile is found true, or wrong and judged again.
  const wanted = new Map<string, Expectation>();
  for (const slot of stage.players.values()) {
    for (const [topic, expectation] of expectationsOf(slot)) wanted.set(topic, expectation);
  }
  const found = await readTopics(stage);
  stage.compared += wanted.size;
  const wrong: Difference[] = [];
  const check = (topic: string, { who, waits, wanted: want }: Expectation): void => {
    const problem = problemWith(found.get(topic) ?? "", want);
    if (problem !== undefined && !isTooLarge(stage, found.get(topic) ?? "", want)) {
      wrong.push({ who, topic, waits, text: `${topic} ${problem}` });
    }
  };
  const bridge = { who: "broker", waits: "poll" } as const;
  check("player2mqtt/bridge/state", { ...bridge, wanted: "online" });
  check("player2mqtt/bridge/info", {
    ...bridge,
    waits: "announcement",
    wanted: { rule: (found) => problemInInfo(stage, found) },
  });
  for (const [key, expectation] of wanted) check(key.replace(choicesOf, ""), expectation);
  for (const { name, text } of guestProblems(stage, found)) {
    const topic = `player2mqtt/${name}/${text.split(" ", 1)[0] ?? ""}`;
    wrong.push({ who: "guest", topic, waits: "poll", text: `${topic.replace(/[^/]*$/, "")}: ${text}` });
  }
  for (const [topic, payload] of found) {
    if (
      wanted.has(topic) ||
      isOfGuest(topic, payload) ||
      topic.startsWith("player2mqtt/bridge/") ||
      unruledTopics.has(topic.split("/").slice(2).join("/")) ||
      ofTheBridge.includes(topic)
    )
      continue;
    const who = stage.names.find((name) => topic.startsWith(`player2mqtt/${name}/`)) ?? "broker";
    wrong.push({ who, topic, waits: "announcement", text: `${topic} is retained, and nobody needs it` });
  }
  const missing = ofTheBridge.filter((topic) => !found.has(topic) && stage.maxPacketBytes === undefined);
  for (const topic of missing) {
    wrong.push({ ...bridge, topic, waits: "announcement", text: `${topic} is missing` });
  }
  return wrong;
}

/** What a guest published, by the rest of the topic. */
export function publishedBy(name: GuestName, found: ReadonlyMap<string, string>): Published {
  const base = `player2mqtt/${name}/`;
  const own = [...found].filter(([topic]) => topic.startsWith(base));
  return new Map(own.map(([topic, payload]) => [topic.slice(base.length), payload]));
}

/** What the broker does not take is not judged. */
function guestProblems(
  { guests, maxPacketBytes }: Stage,
  found: ReadonlyMap<string, string>,
): { readonly name: GuestName; readonly text: string }[] {
  if (maxPacketBytes !== undefined) return [];
  return guests.flatMap((guest) =>
    guest.problems(publishedBy(guest.name, found)).map((text) => ({ name: guest.name, text })),
  );
}

/** A topic or an announcement of a guest. */
function isOfGuest(topic: string, payload: string): boolean {
  return guestNames.some(
    (name) =>
      topic.startsWith(`player2mqtt/${name}/`) ||
      (/^(?:homeassistant\/device|player2mqtt-discovery)\//.test(topic) &&
        payload.includes(`player2mqtt/${name}/`)),
  );
}

/** Marks the second expectation of an announcement. */
const choicesOf = "#choices";

interface Expectation {
  readonly who: Difference["who"];
  readonly waits: Difference["waits"];
  readonly wanted: Wanted;
}

function expectationsOf(slot: PlayerSlot): Map<string, Expectation> {
  const { name: who, player, household } = slot;
  const topics = expectedTopics(player, household);
  const announcements = expectedAnnouncements(player, household, new Set(topics.keys()));
  // Announcements and info follow what is known of the player, also if that is not true yet.
  // Without a film nobody asks for its lists.
  const hasFilm = player.video.current !== undefined;
  const asked = unscheduled.filter((operation) => hasFilm || !ofFilms.has(operation));
  const isMisled = slot.hasDenied || asked.some((operation) => slot.isMisledBy(operation));
  const all = new Map<string, Expectation>();
  for (const [leaf, { wanted, from }] of topics) {
    all.set(`player2mqtt/${who}/${leaf}`, { who, wanted, waits: waitsOf(leaf, from, slot, isMisled) });
  }
  const [[topic]] = announcements;
  all.set(`${topic}${choicesOf}`, { who, waits: "announcement", wanted: expectedChoices(player) });
  for (const [announced, wanted] of announcements)
    all.set(announced, { who, wanted, waits: isMisled ? "retry" : "announcement" });
  return all;
}

function isUnscheduled(operation: string): operation is (typeof unscheduled)[number] {
  return unscheduled.some((one) => one === operation);
}

function waitsOf(
  leaf: string,
  from: ExpectedTopic["from"],
  slot: PlayerSlot,
  isMisled: boolean,
): Expectation["waits"] {
  if (isUnscheduled(from) && slot.isMisledBy(from)) return "retry";
  // Families and controls follow from every answer.
  if (leaf === "info") return isMisled ? "retry" : "announcement";
  return "poll";
}

/** The bridge lists its players, in whatever order. */
function problemInInfo(stage: Stage, found: string): string | undefined {
  const { players = [] } = (parse(found) ?? {}) as { readonly players?: readonly { readonly id: string }[] };
  const listed = players.toSorted((a, b) => a.id.localeCompare(b.id)) as Json;
  const wanted = [
    ...Array.from(stage.players.values(), ({ name: id, displayName: name }) => ({ id, name })),
    ...stage.guests.map(({ name }) => ({ id: name, name })),
  ];
  return problemInJson(
    listed,
    wanted.toSorted((a, b) => a.id.localeCompare(b.id)),
    "players",
  );
}

/** Room for the topic and the head of a packet. */
const headBytes = 300;

/** A value that the broker's limit cannot hold is not there, or is the part of a list that fits; it is never old. */
function isTooLarge({ maxPacketBytes }: Stage, found: string, wanted: Wanted): boolean {
  if (maxPacketBytes === undefined || typeof wanted === "string") return false;
  if ("rule" in wanted) return true;
  if (!("json" in wanted)) return false;
  if (typeof wanted.json === "object" && wanted.json !== null) {
    if ("components" in wanted.json) return true;
    // More than what is compared is in `info`.
    if ("families" in wanted.json && found === "") return true;
  }
  const text = JSON.stringify(wanted.json);
  const isLarge = Buffer.byteLength(text) > maxPacketBytes - headBytes;
  return isLarge && (found === "" || isPartOf(parse(found), parse(text)));
}

function isPartOf(found: Json | undefined, wanted: Json | undefined): boolean {
  const [part, all] = [entriesIn(found), entriesIn(wanted)];
  if (part === undefined || all === undefined || part.length === 0) return false;
  return part.every((entry) =>
    all.some((one) => problemWith(JSON.stringify(entry), { json: one }) === undefined),
  );
}

function entriesIn(value: Json | undefined): readonly Json[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { entries, playlist } = value as { readonly entries?: Json; readonly playlist?: Json };
  const list = entries ?? playlist;
  return Array.isArray(list) ? (list as readonly Json[]) : undefined;
}
