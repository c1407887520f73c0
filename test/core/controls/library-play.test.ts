import { describe, expect, it } from "vitest";
import type { CallName } from "../../../src/core/controls/call.ts";
import { controls } from "../../../src/core/controls/table.ts";
import type { MusicQueue } from "../../../src/core/resources/queue.ts";
import { toPhrase } from "../../../src/lib/phrase.ts";
import { player, queue } from "../sample-player.ts";
import { having, settled } from "../samples.ts";
import { decided, effectOf, without } from "./decided.ts";

it.each([
  ["album 469", "playLibraryList album 469"],
  ["ARTIST 7", "playLibraryList artist 7"],
  ["playlist 3", "playLibraryList playlist 3"],
  ["track -12", "playLibraryTracks -12"],
  ["track 12, 13,-1", "playLibraryTracks 12,13,-1"],
  ["replace album 469", "playLibraryList album 469"],
  ["service org.example.quartz", "openApp org.example.quartz"],
  ["film a1", "playLibraryFilm a1"],
])("%s is one call", (request, call) => {
  expect(decided("library/play", request)).toBe(call);
});

it.each(["next album 469", "ADD track 12,13", "play service org.example.quartz"])(
  "%s is rejected, since players only replace their queue",
  (request) => {
    expect(decided("library/play", request)).toBe(
      "rejected: no operation is known that adds to a queue: library/play replaces it",
    );
  },
);

describe("an entry of services of a player that adds to its queue", () => {
  const calls = new Set<CallName>(["playServiceItem"]);
  const keeping = settled({ calls });

  it.each([
    ["service a1", "replace"],
    ["replace service a1", "replace"],
    ["PLAY service a1", "play"],
    ["next service a1", "next"],
    ["add service a1", "add"],
  ])("%s is one call", (request, how) => {
    expect(decided("library/play", request, keeping)).toBe(`playServiceItem a1 ${how}`);
  });

  it("is added when the queue is longer, not when it is another one", () => {
    const { isShown, shown } = effectOf("library/play", "add service a1", keeping);
    const withQueue = (change: Partial<MusicQueue>) =>
      settled({ player: { ...player, queue: { ...queue, ...change } } });
    expect(isShown(withQueue({ total: queue.total + 7 }))).toBe(true);
    expect(isShown(withQueue({ envelope: { id: 9 } }))).toBe(false);
    expect(isShown(without("queue"))).toBe(false);
    expect(toPhrase(shown(keeping)).text).toBe(`a queue of ${queue.total} entries`);
  });

  it("waits for the queue, without which nothing shows that it was added", () => {
    const queueless = { ...without("queue"), profile: keeping.profile };
    expect(decided("library/play", "next service a1", queueless)).toBe(
      "failed: the player has not reported it yet",
    );
    expect(controls["library/play"].parse("next service a1").fresh(keeping)).toEqual(["music", "queue"]);
    expect(controls["library/play"].parse("next service a1").fresh(settled())).toEqual(["video", "music"]);
  });

  it("is nothing that other entries can be", () => {
    expect(decided("library/play", "next album 1", keeping)).toMatch(
      /^rejected: no operation is known that adds/,
    );
  });
});

it.each([
  "album",
  "next",
  "469",
  "album 1,2",
  "service a b",
  "song 1",
  "track 1,,2",
  `track ${Array.from({ length: 51 }).fill(1).join(",")}`,
])("%j is malformed", (request) => {
  expect(controls["library/play"].parse(request).problem?.text).toMatch(/^malformed: expected album, artist/);
});

it("takes as long as a player needs, and needs music or films", () => {
  expect(controls["library/play"].parse("album 1").takesMs).toBe(15_000);
  const silent = having(settled(), { music: { support: "unsupported" } });
  expect(decided("library/play", "album 1", silent)).toBe("rejected: this player has no music");
});
