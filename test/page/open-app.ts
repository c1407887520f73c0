import { afterEach, beforeEach, expect, vi } from "vitest";
import { changed, greeted } from "../../page/state.ts";
import { PlayerFeed } from "../../src/extensions/page/player-feed.ts";
import type { Change, Hello, PlayerChange, PlayerView } from "../../src/extensions/page/wire.ts";
import { settled } from "../core/samples.ts";
import { FakePlayer } from "../extensions/page/fake-page.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { importUntyped } from "../support/import-untyped.ts";
import { type Answered, click, draw, FakeElement, FakeStream, h, startBrowser } from "./fake-browser.ts";

interface Sent {
  readonly address: string;
  readonly body: { readonly command: string; readonly request: string };
  readonly token: string | undefined;
}

function newScene() {
  return {
    /** What the pages have asked of the bridge to do, and to tell. */
    commands: [] as Sent[],
    asked: [] as string[],
    /** Whether the bridge is away, and whether it has forgotten who is signed in. */
    isAway: false,
    isSignedOut: false,
    /** What becomes of a command. */
    outcome: { status: 200, body: { outcome: "applied" } } as Answered | Promise<Answered>,
    /** What is told besides the lists of players, by the address or its end. */
    answers: {} as Readonly<Record<string, object>>,
    state: greeted(first, 0),
    browser: startBrowser(answer),
  };
}

/** The bridge and the browser of the pages that a test opens. */
export let scene: ReturnType<typeof newScene>;
export const roots: FakeElement[] = [];
const later = setImmediate;
export const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** When tests open their pages: a day after the players have come. */
export const now = Date.UTC(2026, 0, 2);

/** Gives each test of a file a scene. */
export function openScenes(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now });
    scene = newScene();
  });
  afterEach(async () => {
    await leaveAll();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

/** A list has other entries with each mark. */
const answer: Parameters<typeof startBrowser>[0] = async (address, { method, body, token }) => {
  if (scene.isAway) throw new TypeError("no answer");
  if (method !== "GET") {
    scene.commands.push({ address, body: body as Sent["body"], token });
    return scene.outcome;
  }
  scene.asked.push(address);
  const { pathname, searchParams } = new URL(address, "http://bridge/");
  const [, id = "", what = "", list = ""] = /^\/api\/v1\/players\/([^/]+)\/(\w+)\/?(.*)/.exec(pathname) ?? [];
  const whole = scene.answers[address];
  if (whole !== undefined) return { status: 200, body: whole };
  const player = scene.state.players.find((one) => one.id === id);
  await wait0(20);
  if (address.endsWith("session")) return { status: scene.isSignedOut ? 401 : 204 };
  if (player === undefined) return { status: 404 };
  const start = Number(searchParams.get("start"));
  if (what === "lists") {
    const { size, mark } = player.lists[list as "queue"];
    const rows = Array.from({ length: size }, (_, place) => ({
      place,
      title: `${id} ${list} ${mark} ${place}`,
      by: "",
      format: "",
      track: `${id}${place}`,
    }));
    return { status: 200, body: { start, total: size, rows: rows.slice(start) } };
  }
  const told = scene.answers[what] ?? scene.answers[`${what}/${list}`];
  if (told !== undefined) return { status: 200, body: told };
  if (what !== "library") return { status: 404 };
  const entries = ["one", "two", "three"].map((title) => ({
    id: `${list}-${title}`,
    title: `${id} ${list} ${title}`,
  }));
  return { status: 200, body: { list, start, total: 3, entries } };
};

const wait0 = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const clock = new FakeClock();
const services = {
  baseTopic: "house",
  traffic: { published: 0, maxPayloadBytes: 100_000, largestPayloadBytes: 100_000 },
};

function viewOf(id: string): PlayerView {
  const player = new FakePlayer(id);
  player.state = settled();
  const view = new PlayerFeed(player, undefined, { services, clock }).view();
  // A position that moves would be drawn by each page at moments of its own.
  const at = Number.MAX_SAFE_INTEGER;
  return {
    ...view,
    positions: { video: { seconds: 60, at }, music: { seconds: 30, at } },
    library: { isOn: true, lists: ["albums", "tracks"] },
  };
}

export const [den, loft] = [viewOf("den"), viewOf("loft")];
export const bridge: Hello["bridge"] = {
  version: "1.2.3",
  baseTopic: "house",
  findsPlayers: false,
  setUp: "impossible",
  startedAt: 0,
  broker: { url: "mqtt://b", isEmbedded: false, isConnected: true, since: 0, clientId: "us" },
  notes: [],
};
export const first: Hello = {
  now: 0,
  forgeryToken: "token",
  canSignOut: false,
  bridge,
  players: [den, loft],
  samples: { everySeconds: 5, messagesPerMinute: [1] },
  check: { state: "idle", areas: [], reason: "" },
};

const hello = (): Hello => ({
  ...first,
  now: Date.now(),
  canSignOut: scene.state.canSignOut,
  deniedToGuest: scene.state.deniedToGuest,
  bridge: scene.state.bridge ?? bridge,
  players: scene.state.players,
  check: scene.state.check,
});

// What is loaded when it is first shown comes at once by then.
const views: readonly string[] = [
  "../../page/check-page.tsx",
  "../../page/search/search-page.tsx",
  "../../page/now/wall.tsx",
  "../../page/now/address-form.tsx",
  "../../page/library/library-tab.tsx",
  "../../page/queue/queue-tab.tsx",
  "../../page/device/device-tab.tsx",
  "../../page/remote/remote-tab.tsx",
  "../../page/topics/topic-table.tsx",
  "../../page/diagnostics/diagnostics-tab.tsx",
];

/** Opens a page, which is greeted as soon as it listens. */
export async function open(): Promise<FakeElement> {
  for (const view of views) await import(view);
  const { App } = await importUntyped<{ readonly App: unknown }>("/page/app.tsx");
  const root = new FakeElement("body");
  draw(h(App, {}), root);
  roots.push(root);
  return root;
}

export function leave(page: FakeElement): void {
  draw(null, page);
}

export async function leaveAll(): Promise<void> {
  for (const root of roots.splice(0)) leave(root);
  await wait(1000);
}

const greetedStreams = new WeakSet<FakeStream>();
/** Greets who has come, and tells all others that nothing has changed, so that they do not take the stream for dead. */
export async function settle(times = 8, ms = 100): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    for (const stream of FakeStream.open) {
      if (greetedStreams.has(stream)) stream.tell("change", {});
      else stream.tell("hello", hello());
      greetedStreams.add(stream);
    }
    await wait(ms);
    // A view is loaded in turns of its own.
    await new Promise((done) => later(done));
  }
}

/** What happens to a page. */
export type Step = { readonly change: Change } | { readonly go: string } | "is lost";

export async function live(one: Step): Promise<void> {
  if (one === "is lost") for (const stream of FakeStream.open) stream.dispatchEvent(new Event("error"));
  else if ("go" in one) scene.browser.go(one.go);
  else if (one.change.added === undefined || scene.state.players.length === 1) {
    // A bridge tells of changes of those that are there alone.
    const isThere = ([id]: readonly [string, unknown]): boolean =>
      scene.state.players.some((player) => player.id === id);
    const players = Object.fromEntries(Object.entries(one.change.players ?? {}).filter(isThere));
    const change = { ...one.change, ...(one.change.players && { players }) };
    scene.state = changed(scene.state, change, undefined);
    for (const stream of FakeStream.open) if (greetedStreams.has(stream)) stream.tell("change", change);
  }
  await settle();
}

/** What each button, menu, slider and checkbox sends: its last option, its end, and the other state. */
export async function press(
  page: FakeElement,
): Promise<readonly { readonly label: string; readonly done: readonly Sent[] }[]> {
  const pressed: { readonly label: string; readonly done: readonly Sent[] }[] = [];
  for (const control of ["button", "select", "input"].flatMap((name) => page.all(name))) {
    scene.commands = [];
    const { attributes, localName, parentNode } = control;
    const value = attributes.get("max") ?? control.all("option").at(-1)?.attributes.get("value");
    Object.assign(control, { value, checked: !attributes.has("checked") });
    control.dispatchEvent(new Event(localName === "button" ? "click" : "change"));
    await settle(1, 60);
    const named = localName === "button" || attributes.has("aria-label") ? control : parentNode?.firstChild;
    pressed.push({ label: named?.label ?? "", done: scene.commands });
  }
  expect(failures(page)).toEqual([]);
  return pressed;
}

export function failures(page: FakeElement): readonly string[] {
  const told = page.all("p").filter(({ attributes }) => attributes.get("role") === "alert");
  return told.map(({ label }) => label).filter((text) => text !== "");
}

export async function pressOne(page: FakeElement, name: string): Promise<void> {
  click(page, name);
  await settle(1, 60);
}

/** A page with a tab, or without one the overview, where the player has these topics as well, and the rest instead. */
export async function openTab(
  tab: string,
  topics: PlayerView["topics"] = {},
  hello: Partial<Hello> = {},
  others: PlayerChange = {},
): Promise<FakeElement> {
  const player = { ...den, ...others, topics: { ...den.topics, ...topics } };
  scene.state = greeted({ ...first, players: tab === "" ? [player] : [player, loft], ...hello }, 0);
  scene.browser.go("");
  const page = await open();
  await settle();
  if (tab !== "") scene.browser.go(`#/players/den/${tab}`);
  await settle();
  return page;
}

/** What the controls of such a page send. */
export async function sentFrom(...shown: Parameters<typeof openTab>): Promise<readonly string[]> {
  return (await press(await openTab(...shown))).flatMap(({ label, done }) =>
    done.map(({ address, body, token }) => {
      expect([address, token]).toEqual(["api/v1/players/den/commands", "token"]);
      return `${label}: ${body.command} ${body.request}`;
    }),
  );
}
