import { describe, expect, it } from "vitest";
import { changed, greeted, initialState, published, sampled } from "../../page/state.ts";
import type { Hello, PlayerView } from "../../src/extensions/page/wire.ts";

const player = {
  id: "den",
  identity: { name: "Den" },
  commands: [],
  topics: { "music/title": "Song", "music/artist": "Band" },
} as unknown as PlayerView;

const hello: Hello = {
  now: 5000,
  forgeryToken: "t",
  canSignOut: false,
  deniedToGuest: undefined,
  bridge: { version: "1" } as Hello["bridge"],
  players: [player, { ...player, id: "attic" }],
  samples: { everySeconds: 5, messagesPerMinute: [1] },
  check: null,
};

describe("the state of the page", () => {
  it("begins with the first message, and determines the offset of the browser's clock", () => {
    expect(greeted(hello, 4000)).toMatchObject({ link: "live", clockOffsetMs: 1000, players: hello.players });
  });

  it("keeps what has not changed as it is, so that it is not drawn again", () => {
    const before = greeted(hello, 0);
    const after = changed(before, { players: { den: { topics: { "music/title": "" } } } }, undefined);
    expect(after.players[1]).toBe(before.players[1]);
    const check = { state: "idle", areas: [], reason: "" } as const;
    expect(changed(before, { check }, undefined).players).toBe(before.players);
  });

  it("offers a guest nothing that is denied, also after changes", () => {
    const topics = {
      info: '{"model":"A6","controls":{"power":"supported","volume":"supported"}}',
      "power/options": '["off"]',
      "settings/gain": "High",
      "settings/gain/title": "Gain",
    };
    const deniedToGuest = ["power", "settings"];
    const bridge = { version: "1", setUp: "possible" } as Hello["bridge"];
    const check = { state: "idle", areas: [], reason: "" } as const;
    const before = greeted({ ...hello, bridge, check, deniedToGuest, players: [{ ...player, topics }] }, 0);
    const change = { bridge, check, players: { den: { topics } }, added: [{ ...player, topics }] };
    const after = changed(before, change, undefined);
    for (const state of [before, after]) {
      expect([state.bridge?.setUp, state.check]).toEqual(["impossible", null]);
      for (const seen of state.players) {
        expect(Object.keys(seen.topics)).toEqual(["info"]);
        expect(JSON.parse(seen.topics["info"] ?? "")).toEqual({
          model: "A6",
          controls: { power: "denied", settings: "denied", volume: "supported" },
        });
      }
    }
    expect(greeted(hello, 0).players).toEqual(hello.players);
  });

  it("keeps five minutes of samples", () => {
    let state = greeted(hello, 0);
    for (let count = 0; count < 100; count++) state = sampled(state, { messagesPerMinute: count });
    expect(state.samples.messagesPerMinute).toHaveLength(60);
    expect(state.samples.messagesPerMinute.at(-1)).toBe(99);
  });

  it("counts the changes of a topic, but not its first value", () => {
    const first = published(initialState, { a: "1", b: "2" });
    const second = published(first, { a: "3", b: "", c: "4" });
    expect([...second.topics]).toEqual([
      ["a", { value: "3", changes: 1 }],
      ["b", { value: "", changes: 1 }],
      ["c", { value: "4", changes: 1 }],
    ]);
  });
});
