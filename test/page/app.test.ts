import * as fc from "fast-check";
import { expect, it, onTestFinished, vi } from "vitest";
import { greeted, type PageState } from "../../page/state.ts";
import type { CommandView, PlayerChange } from "../../src/extensions/page/wire.ts";
import { liveThrough } from "../support/stories.ts";
import { type Answered, type FakeElement, FakeStream } from "./fake-browser.ts";
import {
  bridge,
  den,
  failures,
  first,
  leave,
  leaveAll,
  live,
  loft,
  open,
  openScenes,
  openTab,
  press,
  pressOne,
  roots,
  scene,
  settle,
  type Step,
  wait,
} from "./open-app.ts";

openScenes();

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
const tabs = ["now", "queue", "library", "remote", "device", "wall"];
const places = [
  "",
  "#/check",
  "#/search?for=one",
  ...["den", "loft"].flatMap((id) => tabs.map((tab) => `#/players/${id}/${tab}`)),
];

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

/** A page that is signed out keeps nothing any more: the next one starts anew. */
const forgottenAgain = (): void => void vi.resetModules();

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

it("a page that has lived through everything draws and does the same as one that is opened now", async () => {
  await liveThrough(
    step,
    { minLength: 8, maxLength: 24 },
    async (story) => {
      scene.browser.go("");
      const lived = await open();
      await settle();
      for (const [place, one] of story.entries()) {
        await live(one);
        if (place % 3 !== 2) continue;
        leave(await expectFresh(lived));
        await wait(100);
      }
      await live({ go: "#/players/den/now" });
      scene.browser.happen("pagehide");
      const kept = Object.values(scene.browser.kept).map((text) => JSON.parse(String(text)) as PageState);
      expect(kept.map(({ players }) => players)).toEqual([scene.state.players]);
      const fresh = await expectFresh(lived);
      scene.asked = [];
      await settle(4, 5000);
      expect(scene.asked).toEqual([]);
      expect(await press(lived)).toEqual(await press(fresh));
      for (const page of roots.splice(0)) leave(page);
      await wait(60_000);
      expect([scene.browser.listening, FakeStream.open.size, scene.browser.observed.size]).toEqual([
        [],
        0,
        0,
      ]);
    },
    leaveAll,
    everything,
  );
});

it("a replaced queue can be had back for ten seconds, and is asked about where it cannot be played again", async () => {
  const ofMusic = { "music/state": "playing", "music/source": "internal", "music/queue/total": "2" };
  const page = await openTab("library", { ...ofMusic, "video/state": "idle" });
  const play = async (): Promise<readonly string[]> => {
    scene.commands = [];
    await pressOne(page, "Play den albums one");
    await settle();
    return scene.commands.map(({ body }) => `${body.command} ${body.request}`);
  };
  const album = "library/play album albums-one";
  expect(await play()).toEqual([album]);
  // A step that fails ends it, and it is still offered.
  [scene.commands, scene.outcome] = [[], { status: 200, body: { outcome: "failed", reason: "no" } }];
  await pressOne(page, "Bring the queue back");
  await settle();
  expect([scene.commands.length, page.said.includes("That did not work: no.")]).toEqual([1, true]);
  [scene.commands, scene.outcome] = [[], { status: 200, body: { outcome: "applied" } }];
  await pressOne(page, "Bring the queue back");
  await settle();
  expect(scene.commands.map(({ body }) => `${body.command} ${body.request}`)).toEqual([
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
  expect(scene.commands.map(({ body }) => body.request)).toEqual(["album albums-one"]);
});

it("a search asks each player once, whoever comes or goes, and says what could not be searched", async () => {
  const availability = (id: string, now: string): Step => ({
    change: { players: { [id]: { topics: { availability: now } } } },
  });
  const info = JSON.stringify({ librarySearch: ["albums", "tracks"] });
  const players = [den, loft].map((one) => ({ ...one, topics: { ...one.topics, info } }));
  scene.state = greeted({ ...first, players }, 0);
  const page = await open();
  await live(availability("loft", "offline"));
  for (const step of [
    { go: "#/search?for=reef" },
    availability("loft", "online"),
    availability("den", "offline"),
  ])
    await live(step);
  const searched = scene.asked.flatMap((address) => /players\/(\w+\/library\/\w+)/.exec(address)?.[1] ?? []);
  expect(searched).toEqual(["den", "loft"].flatMap((id) => [`${id}/library/albums`, `${id}/library/tracks`]));
  expect(page.markup).toContain("den albums one");
  scene.isAway = true;
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
  scene.outcome = answered;
  const page = await open();
  await settle();
  scene.browser.go("#/players/den/device");
  await settle();
  await pressOne(page, "Screen on");
  expect(failures(page)).toEqual([expect.stringContaining("the bridge does not answer")]);
});

it("who signs out while the bridge is away is told that nobody was signed out", async () => {
  onTestFinished(forgottenAgain);
  scene.state = greeted({ ...first, canSignOut: true }, 0);
  const page = await open();
  await settle();
  scene.isAway = true;
  await pressOne(page, "Sign out");
  expect(scene.browser.reloads).toBe(0);
  expect(page.markup).toContain("The bridge does not answer.");
  await settle(1, 10_000);
  expect(page.markup).not.toContain("The bridge does not answer.");
  [scene.isAway, scene.outcome] = [false, { status: 204 }];
  await pressOne(page, "Sign out");
  expect(scene.browser.reloads).toBe(1);
});

it("a tab that is reloaded while the bridge is away shows what was there, and keeps nothing once it is signed out", async () => {
  onTestFinished(forgottenAgain);
  await open();
  await settle();
  scene.browser.happen("pagehide");
  scene.isAway = true;
  const reloaded = await open();
  await wait(100);
  for (const stream of FakeStream.open) stream.dispatchEvent(new Event("error"));
  await wait(1);
  expect(reloaded.markup).toContain("The loft");
  [scene.isAway, scene.isSignedOut] = [false, true];
  await wait(60_000);
  scene.browser.happen("pagehide");
  expect(Object.values(scene.browser.kept)).toEqual([]);
});
