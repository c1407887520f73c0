import * as fc from "fast-check";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { changed, greeted, type PageState } from "../../page/state.ts";
import { deniedToGuests } from "../../src/extensions/page/guests.ts";
import { PlayerFeed } from "../../src/extensions/page/player-feed.ts";
import type { Change, CommandView, Hello, PlayerChange, PlayerView } from "../../src/extensions/page/wire.ts";
import { settled } from "../core/samples.ts";
import { FakePlayer } from "../extensions/page/fake-page.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { importUntyped } from "../support/import-untyped.ts";
import { liveThrough } from "../support/stories.ts";
import { type Answered, click, draw, FakeElement, FakeStream, h, startBrowser } from "./fake-browser.ts";

interface Sent {
  readonly address: string;
  readonly body: { readonly command: string; readonly request: string };
  readonly token: string | undefined;
}

/** What the pages have asked of the bridge to do. */
let commands: Sent[];
let asked: string[];
/** Whether the bridge is away, and whether it has forgotten who is signed in. */
let [isAway, isSignedOut]: boolean[] = [];
let outcome: Answered;
let state: PageState;
let browser: ReturnType<typeof startBrowser>;
const roots: FakeElement[] = [];
const later = setImmediate;
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  [commands, asked] = [[], []];
  [isAway, isSignedOut] = [false, false];
  outcome = { status: 200, body: { outcome: "applied" } };
  browser = startBrowser(answer);
});
afterEach(async () => {
  await leaveAll();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A list has other entries with each mark. */
const answer: Parameters<typeof startBrowser>[0] = async (address, { method, body, token }) => {
  if (isAway) throw new TypeError("no answer");
  if (method === "POST") {
    commands.push({ address, body: body as Sent["body"], token });
    return outcome;
  }
  asked.push(address);
  const { pathname, searchParams } = new URL(address, "http://bridge/");
  const [, id = "", what = "", list = ""] = /^\/api\/v1\/players\/([^/]+)\/(\w+)\/?(.*)/.exec(pathname) ?? [];
  const player = state.players.find((one) => one.id === id);
  await wait0(20);
  if (address.endsWith("session")) return { status: isSignedOut ? 401 : 204 };
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

const [den, loft] = [viewOf("den"), viewOf("loft")];
const ofCommand = { request: "on", tag: undefined, reason: undefined, durationMs: 1, at: 0 };
const told = (command: string, number: number): CommandView => ({
  ...ofCommand,
  command,
  number,
  outcome: "applied",
});
const without = (name: string) => {
  const info = JSON.parse(den.topics["info"] ?? "{}") as { readonly controls: object };
  return JSON.stringify({ ...info, controls: { ...info.controls, [name]: "off" } });
};

/** What may become different of a player. */
const parts: readonly PlayerChange[] = [
  {
    topics: { availability: "offline" },
    presence: { ...den.presence, failures: 3, failure: { text: "gone" } },
  },
  { topics: { availability: "online" }, presence: { ...den.presence, failures: 0 } },
  { topics: { "video/state": "idle", "video/title": "" } },
  { topics: { "video/state": "playing", "video/title": "Tides" } },
  { topics: { "music/state": "paused", "music/title": "Reef", "music/picture": "http://player/reef" } },
  { topics: { "music/state": "playing", "music/actions": '["play","stop"]' } },
  { topics: { volume: "11", mute: "on", "music/mode": "shuffle" } },
  { topics: { "audio/input": "BT", "audio/input/name": "The BT", "music/source": "bluetooth" } },
  { topics: { info: without("library/play") } },
  { topics: { info: without("video/playback"), "power/options": '[{"value":"on"}]' } },
  { topics: { group: '{"role":"primary","members":["den","loft"]}', "music/queue/total": "3" } },
  { topics: { group: '{"role":"secondary","primary":"den","members":["den","loft"]}' } },
  { topics: { "settings/gain": "1", "settings/gain/title": "", sleep: "30" } },
  { lists: { ...den.lists, queue: { size: 3, current: 1, mark: 8 } } },
  { lists: { ...den.lists, queue: { size: 4, current: 2, mark: 9 } } },
  { identity: { ...den.identity, name: "The attic", maxVolume: 60 } },
  { commands: [told("mute", 2), told("refresh", 1)] },
  { commands: [told("volume", 3)] },
  { library: { isOn: false, lists: ["albums", "tracks"] } },
];
const bridge: Hello["bridge"] = {
  version: "1.2.3",
  baseTopic: "house",
  findsPlayers: false,
  setUp: "impossible",
  startedAt: 0,
  broker: { url: "mqtt://b", isEmbedded: false, isConnected: true, since: 0, clientId: "us" },
  notes: [],
};
const tabs = ["now", "queue", "library", "remote", "device", "wall"];
const places = [
  "",
  "#/check",
  "#/search?for=one",
  ...["den", "loft"].flatMap((id) => tabs.map((tab) => `#/players/${id}/${tab}`)),
];

type Step = { readonly change: Change } | { readonly go: string } | "is lost";
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ go: fc.constantFrom(...places) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      change: fc.record({
        players: fc
          .tuple(fc.constantFrom("den", "loft"), fc.constantFrom(...parts))
          .map((pair) => Object.fromEntries([pair])),
      }),
    }),
  },
  fc.constantFrom<Step>(
    { change: { removed: ["loft"] } },
    { change: { added: [loft] } },
    {
      change: {
        bridge: { ...bridge, broker: { ...bridge.broker, isConnected: false, reason: { text: "refused" } } },
      },
    },
    { change: { check: { state: "done", areas: [], reason: "" } } },
    "is lost",
  ),
);

/** A story in which each place sees some changes, and each change is seen. */
const everything: Step[] = places.flatMap((go, place) => {
  const part = parts[(place + 9) % parts.length] ?? {};
  return [{ go }, { change: { players: { den: part } } }, { change: { players: { loft: part } } }];
});

const first: Hello = {
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
  canSignOut: state.canSignOut,
  deniedToGuest: state.deniedToGuest,
  bridge: state.bridge ?? bridge,
  players: state.players,
  check: state.check,
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
];

/** Opens a page, which is greeted as soon as it listens. */
async function open(): Promise<FakeElement> {
  for (const view of views) await import(view);
  const { App } = await importUntyped<{ readonly App: unknown }>("/page/app.tsx");
  const root = new FakeElement("body");
  draw(h(App, {}), root);
  roots.push(root);
  return root;
}

function leave(page: FakeElement): void {
  draw(null, page);
}

async function leaveAll(): Promise<void> {
  for (const root of roots.splice(0)) leave(root);
  await wait(1000);
}

/** A page that is signed out keeps nothing any more: the next one starts anew. */
const forgottenAgain = (): void => void vi.resetModules();

const greetedStreams = new WeakSet<FakeStream>();
/** Greets who has come, and tells all others that nothing has changed, so that they do not take the stream for dead. */
async function settle(times = 8, ms = 100): Promise<void> {
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

/** It stays with the player that was shown last. */
const small = /<aside aria-label="What plays[^]*$/;

/** Another page that is opened now shows the same. */
async function expectFresh(lived: FakeElement): Promise<FakeElement> {
  const fresh = await open();
  await settle();
  expect(new Set([...FakeStream.open].map(({ address }) => address)).size).toBe(1);
  // Ids are numbered as they come.
  const [is, wanted] = [lived, fresh].map(({ markup }) =>
    markup.replaceAll(/"P\d+-\d+/g, '"id').replace(small, ""),
  );
  expect(is).toBe(wanted);
  return fresh;
}

async function live(one: Step): Promise<void> {
  if (one === "is lost") for (const stream of FakeStream.open) stream.dispatchEvent(new Event("error"));
  else if ("go" in one) browser.go(one.go);
  else if (one.change.added === undefined || state.players.length === 1) {
    // A bridge tells of changes of those that are there alone.
    const isThere = ([id]: readonly [string, unknown]): boolean =>
      state.players.some((player) => player.id === id);
    const players = Object.fromEntries(Object.entries(one.change.players ?? {}).filter(isThere));
    const change = { ...one.change, ...(one.change.players && { players }) };
    state = changed(state, change, undefined);
    for (const stream of FakeStream.open) if (greetedStreams.has(stream)) stream.tell("change", change);
  }
  await settle();
}

it("a page that has lived through everything draws and does the same as one that is opened now", async () => {
  await liveThrough(
    step,
    { minLength: 8, maxLength: 24 },
    async (story) => {
      state = greeted(first, 0);
      browser.go("");
      const lived = await open();
      await settle();
      for (const [place, one] of story.entries()) {
        await live(one);
        if (place % 3 !== 2) continue;
        leave(await expectFresh(lived));
        await wait(100);
      }
      await live({ go: "#/players/den/now" });
      browser.happen("pagehide");
      const kept = Object.values(browser.kept).map((text) => JSON.parse(String(text)) as PageState);
      expect(kept.map(({ players }) => players)).toEqual([state.players]);
      const fresh = await expectFresh(lived);
      asked = [];
      await settle(4, 5000);
      expect(asked).toEqual([]);
      expect(await press(lived)).toEqual(await press(fresh));
      for (const page of roots.splice(0)) leave(page);
      await wait(60_000);
      expect([browser.listening, FakeStream.open.size, browser.observed.size]).toEqual([[], 0, 0]);
    },
    leaveAll,
    everything,
  );
});

/** What each button, menu, slider and checkbox sends: its last option, its end, and the other state. */
async function press(
  page: FakeElement,
): Promise<readonly { readonly label: string; readonly done: readonly Sent[] }[]> {
  const pressed: { readonly label: string; readonly done: readonly Sent[] }[] = [];
  for (const control of ["button", "select", "input"].flatMap((name) => page.all(name))) {
    commands = [];
    const { attributes, localName, parentNode } = control;
    const value = attributes.get("max") ?? control.all("option").at(-1)?.attributes.get("value");
    Object.assign(control, { value, checked: !attributes.has("checked") });
    control.dispatchEvent(new Event(localName === "button" ? "click" : "change"));
    await settle(1, 60);
    const named = localName === "button" || attributes.has("aria-label") ? control : parentNode?.firstChild;
    pressed.push({ label: named?.label ?? "", done: commands });
  }
  expect(failures(page)).toEqual([]);
  return pressed;
}

function failures(page: FakeElement): readonly string[] {
  const told = page.all("p").filter(({ attributes }) => attributes.get("role") === "alert");
  return told.map(({ label }) => label).filter((text) => text !== "");
}

async function pressOne(page: FakeElement, name: string): Promise<void> {
  click(page, name);
  await settle(1, 60);
}

const film = [
  "Previous video: video/playback previous",
  "Pause the video: video/playback pause",
  "Next video: video/playback next",
];
it.each([
  [
    "now",
    [
      ...film.slice(0, 1),
      "Back 10 seconds: video/position -10",
      ...film.slice(1, 2),
      "Forward 30 seconds: video/position +30",
      ...film.slice(2),
      "Previous chapter: video/playback previous-chapter",
      "Stop the video: video/playback stop",
      "Next chapter: video/playback next-chapter",
      "Previous track: music/playback previous",
      "Pause the music: music/playback pause",
      "Next track: music/playback next",
      "Shuffle: music/mode shuffle",
      "Repeat this track: music/mode single",
      "Mute: mute on",
      "Refresh The den: refresh ",
      "The XMOS: audio/input XMOS",
      "The BT: audio/input BT",
      "TV: audio/input EARC",
      "The XLR: audio/output XLR",
      "The RCA: audio/output RCA",
      "USB DAC: audio/output USB",
      "Add The loft: group add loft",
      ...[1, 2].map((host) => `Remove 10.0.0.${host}:11000: group remove 10.0.0.${host}:11000`),
      "Leave the group: group leave",
      ...[15, 30, 60].map((minutes) => `${minutes} mins: sleep ${minutes}`),
      "Cancel the timer: sleep 0",
      "Standby: power standby",
      "Switch off: power off",
      "Reboot: power reboot",
      "Subtitle: video/subtitle French",
      "Audio track: video/audio-track German",
      "Zoom: video/zoom Fit",
      "Play mode: video/play-mode All",
      "Position: video/position 6905",
      "Position: music/position 200",
      "Volume: volume 100",
    ],
  ],
  [
    "queue",
    [
      "den queue 0 0: music/queue 0",
      "den queue 0 1: music/queue 1",
      "den playlist 0 0: video/playlist 0",
      "den playlist 0 1: video/playlist 1",
      ...film,
      "Mute: mute on",
      "Volume: volume 100",
    ],
  ],
  [
    "remote",
    [
      ...["Up", "Left", "Ok", "Right", "Down", "Back", "Home", "Menu"].map(
        (key) => `${key === "Ok" ? "OK" : key}: key ${key}`,
      ),
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((digit) => `${digit}: key Number_${digit}`),
      ...film,
      "Mute: mute on",
      "Volume: volume 100",
    ],
  ],
  [
    "device",
    [
      "Screen on: screen on",
      "Screen off: screen off",
      "Show neither: display/show off",
      "Show the meters: display/show meters",
      "Show the spectrum: display/show spectrum",
      "TV: app org.example.tv",
      "Radio: app org.example.radio",
      "radio: app org.example.radio2",
      ...film,
      "Mute: mute on",
      "Knob color: display/knob-color Night blue",
      "Meter style: display/meters Night blue",
      "Spectrum style: display/spectrum Night blue",
      "Equalizer: sound/equalizer Night blue",
      "DAC filter: sound/dac-filter Night blue",
      "Upsampling: sound/upsampling Night blue",
      "Master clock: sound/master-clock Night blue",
      "Screen brightness: display/brightness 115",
      "Knob brightness: display/knob 115",
      "CD autoplay: sound/cd-autoplay on",
      "Volume: volume 100",
    ],
  ],
])("each control of the tab %s sends what it says", async (tab, sent) => {
  expect(await sentFrom(tab)).toEqual(sent);
});

it("keys of the keyboard press those of the remote control", async () => {
  await openTab("remote");
  commands = [];
  for (const key of ["ArrowUp", "Enter", "Escape", "0", "x"]) browser.happen("keydown", { key });
  await settle(1, 60);
  expect(commands.map(({ body }) => body.request)).toEqual(["Up", "Ok", "Back", "Number_0"]);
});

it("what is on is switched off, what is off on, and the settings are those that the player has", async () => {
  const options = (...values: readonly string[]) =>
    JSON.stringify(values.map((value) => ({ value, title: value })));
  const topics = {
    group: '{"role":"none","members":[]}',
    "music/mode": "shuffle",
    mute: "on",
    power: "off",
    "power/options": options("on", "off", "standby", "reboot"),
    "video/state": "paused",
    "settings/gain": "Low",
    "settings/gain/title": "Gain",
    "settings/gain/options": options("Low", "High"),
    "settings/upsampling": "on",
    "settings/upsampling/title": "Upsampling",
    "settings/upsampling/options": options("off", "on"),
    "settings/balance": "0",
    "settings/balance/title": "Balance",
    "settings/balance/range": '{"min":-10,"max":10}',
  };
  const sent = new Set<string>();
  for (const tab of ["", "now", "device"]) for (const one of await sentFrom(tab, topics)) sent.add(one);
  const isMeant = /mode list|group|: (mute|power|settings)|video\/.* (play|pause)$/;
  expect([...sent].filter((one) => isMeant.test(one))).toEqual([
    "Play the video: video/playback play",
    "Mute: group/mute on",
    "Volume: group/volume 100",
    "Shuffle: music/mode list",
    "Mute: mute off",
    "Play along with The loft: group join loft",
    "Wake: power on",
    "Reboot: power reboot",
    "Gain: settings gain High",
    "Upsampling: settings upsampling off",
    "Balance: settings balance 10",
  ]);
});

it("a player has what it and its source can do, and a guest nothing that outlasts the visit", async () => {
  const { controls, ...others } = JSON.parse(den.topics["info"] ?? "") as { readonly controls: object };
  const info = JSON.stringify({ ...others, controls: { ...controls, volume: "unsupported", mute: "off" } });
  const sent = await sentFrom("now", { info, "music/actions": '["play","pause","stop"]' });
  expect(sent.filter((one) => /: (key|volume|mute|music\/playback) /.test(one))).toEqual([
    "Pause the music: music/playback pause",
    "Stop the music: music/playback stop",
    "Quieter: key VolumeDown",
    "Louder: key VolumeUp",
  ]);
  const linksOf = async (hello: Partial<Hello>, tab = "now"): Promise<readonly string[]> => {
    const page = await openTab(tab, {}, { bridge: { ...bridge, setUp: "possible" }, ...hello });
    return page.all("a").map(({ label }) => label);
  };
  const asGuest = { deniedToGuest: [...deniedToGuests([])] };
  const [owners, guests] = [await linksOf({}), await linksOf(asGuest)];
  expect(owners.filter((link) => !guests.includes(link))).toEqual([
    "Set-up",
    "Check",
    "Topics",
    "Diagnostics",
  ]);
  // The address of a tab may come from the owner.
  for (const tab of ["topics", "diagnostics"]) expect(await linksOf(asGuest, tab)).toEqual(guests);
  expect((await sentFrom("now", {}, asGuest)).filter((one) => /: (power|sleep) /.test(one))).toEqual([]);
});

it("the topics of a player are never shown as those of another one", async () => {
  const page = await openTab("topics");
  for (const stream of FakeStream.open) stream.tell("topics", { "music/title": "Of the den" });
  await settle();
  expect(page.markup).toContain("Of the den");
  browser.go("#/players/loft/topics");
  // The bridge has not answered yet.
  await wait(0);
  expect(page.markup).not.toContain("Of the den");
});

/** A page with a tab, or without one the overview, where the player has these topics as well. */
async function openTab(
  tab: string,
  topics: PlayerView["topics"] = {},
  hello: Partial<Hello> = {},
): Promise<FakeElement> {
  const player = { ...den, topics: { ...den.topics, ...topics } };
  state = greeted({ ...first, players: tab === "" ? [player] : [player, loft], ...hello }, 0);
  browser.go("");
  const page = await open();
  await settle();
  if (tab !== "") browser.go(`#/players/den/${tab}`);
  await settle();
  return page;
}

/** What the controls of such a page send. */
async function sentFrom(...shown: Parameters<typeof openTab>): Promise<readonly string[]> {
  return (await press(await openTab(...shown))).flatMap(({ label, done }) =>
    done.map(({ address, body, token }) => {
      expect([address, token]).toEqual(["api/v1/players/den/commands", "token"]);
      return `${label}: ${body.command} ${body.request}`;
    }),
  );
}

it("a replaced queue can be had back for ten seconds, and is asked about where it cannot be played again", async () => {
  const ofMusic = { "music/state": "playing", "music/source": "internal", "music/queue/total": "2" };
  const page = await openTab("library", { ...ofMusic, "video/state": "idle" });
  const play = async (): Promise<readonly string[]> => {
    commands = [];
    await pressOne(page, "Play den albums one");
    await settle();
    return commands.map(({ body }) => `${body.command} ${body.request}`);
  };
  const album = "library/play album albums-one";
  expect(await play()).toEqual([album]);
  commands = [];
  await pressOne(page, "Bring the queue back");
  await settle();
  expect(commands.map(({ body }) => `${body.command} ${body.request}`)).toEqual([
    "library/play track den0,den1",
    "music/queue 1",
    "music/position 30",
  ]);
  expect(await play()).toEqual([album]);
  await settle(8, 1000);
  expect(page.markup).toContain("Bring the queue back");
  await settle(3, 1000);
  expect(page.markup).not.toContain("Bring the queue back");
  await live({
    change: { players: { den: { lists: { ...den.lists, queue: { size: 51, current: 1, mark: 7 } } } } },
  });
  expect(await play()).toEqual([]);
  expect(page.markup).toContain("Play “den albums one”? The present queue of The den cannot be brought back");
  await pressOne(page, "Play");
  expect(commands.map(({ body }) => body.request)).toEqual(["album albums-one"]);
});

it("a search asks each player once, whoever comes or goes, and says what could not be searched", async () => {
  const availability = (id: string, now: string): Step => ({
    change: { players: { [id]: { topics: { availability: now } } } },
  });
  const info = JSON.stringify({ librarySearch: ["albums", "tracks"] });
  const players = [den, loft].map((one) => ({ ...one, topics: { ...one.topics, info } }));
  state = greeted({ ...first, players }, 0);
  const page = await open();
  await live(availability("loft", "offline"));
  for (const step of [
    { go: "#/search?for=reef" },
    availability("loft", "online"),
    availability("den", "offline"),
  ])
    await live(step);
  const searched = asked.flatMap((address) => /players\/(\w+\/library\/\w+)/.exec(address)?.[1] ?? []);
  expect(searched).toEqual(["den", "loft"].flatMap((id) => [`${id}/library/albums`, `${id}/library/tracks`]));
  expect(page.markup).toContain("den albums one");
  isAway = true;
  await live({ go: "#/search?for=other" });
  expect(page.markup).toContain("the bridge does not answer");
  expect(page.markup).not.toMatch(/Nothing found|No player or title/);
  // Services have no search.
  await live({ change: { players: { loft: { library: { isOn: true, lists: ["services"] } } } } });
  await live({ go: "#/search?for=nobody" });
  expect(page.markup).toContain("No player or title matches “nobody”");
});

it.each<Answered>([
  { status: 200, text: "<!doctype html><title>Sign in</title>" },
  { status: 200, text: new TypeError("network error") },
  { status: 200 },
  { status: 502, text: "null" },
  { status: 500, body: { error: { code: 7 } } },
])("a command that somebody else answers with %j says that the bridge does not answer", async (answered) => {
  state = greeted(first, 0);
  outcome = answered;
  const page = await open();
  await settle();
  browser.go("#/players/den/device");
  await settle();
  await pressOne(page, "Screen on");
  expect(failures(page)).toEqual([expect.stringContaining("the bridge does not answer")]);
});

it("who signs out while the bridge is away is told that nobody was signed out", async () => {
  onTestFinished(forgottenAgain);
  state = greeted({ ...first, canSignOut: true }, 0);
  const page = await open();
  await settle();
  isAway = true;
  await pressOne(page, "Sign out");
  expect(browser.reloads).toBe(0);
  expect(page.markup).toContain("The bridge does not answer.");
  await settle(1, 10_000);
  expect(page.markup).not.toContain("The bridge does not answer.");
  [isAway, outcome] = [false, { status: 204 }];
  await pressOne(page, "Sign out");
  expect(browser.reloads).toBe(1);
});

it("a tab that is reloaded while the bridge is away shows what was there, and keeps nothing once it is signed out", async () => {
  onTestFinished(forgottenAgain);
  state = greeted(first, 0);
  await open();
  await settle();
  browser.happen("pagehide");
  isAway = true;
  const reloaded = await open();
  await wait(100);
  for (const stream of FakeStream.open) stream.dispatchEvent(new Event("error"));
  await wait(1);
  expect(reloaded.markup).toContain("The loft");
  [isAway, isSignedOut] = [false, true];
  await wait(60_000);
  browser.happen("pagehide");
  expect(Object.values(browser.kept)).toEqual([]);
});
