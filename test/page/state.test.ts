import { describe, expect, it } from "vitest";
import { changed, greeted, initialState, published, sampled } from "../../page/state.ts";
import type { CommandView, Hello, PlayerView } from "../../src/extensions/page/wire.ts";

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
  bridge: { version: "1" } as Hello["bridge"],
  players: [player, { ...player, id: "attic" }],
  samples: { everySeconds: 5, messagesPerMinute: [1], latencyMs: { den: [2] } },
  check: null,
};

describe("the state of the page", () => {
  it("begins with the first message, and determines the offset of the browser's clock", () => {
    expect(greeted(hello, 4000)).toMatchObject({ link: "live", clockOffsetMs: 1000, players: hello.players });
  });

  it("changes only the parts and topics that differ", () => {
    const before = greeted(hello, 0);
    const commands: readonly CommandView[] = [];
    const after = changed(before, { players: { den: { commands, topics: { "music/title": "" } } } });
    const topics = { "music/title": "", "music/artist": "Band" };
    expect(after.players[0]).toEqual({ ...player, commands, topics });
    expect(after.players[1]).toBe(before.players[1]);
    expect(changed(before, { check: { state: "idle", areas: [], reason: "" } }).players).toBe(before.players);
  });

  it("removes and adds players", () => {
    const after = changed(greeted(hello, 0), { removed: ["den"], added: [{ ...player, id: "cellar" }] });
    expect(after.players.map(({ id }) => id)).toEqual(["attic", "cellar"]);
  });

  it("keeps five minutes of samples, of the present players", () => {
    let state = greeted(hello, 0);
    for (let count = 0; count < 100; count++) {
      state = sampled(state, { messagesPerMinute: count, latencyMs: { attic: count } });
    }
    expect(state.samples.messagesPerMinute).toHaveLength(60);
    expect(state.samples.latencyMs["den"]).toBeUndefined();
    expect(state.samples.latencyMs["attic"]?.at(-1)).toBe(99);
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
